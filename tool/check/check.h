// Settings, results and reports of `selvage check`.
#ifndef SELVAGE_TOOL_CHECK_H
#define SELVAGE_TOOL_CHECK_H

#include "report/output.h"
#include "report/progress.h"
#include "tool/objects.h"
#include "tool/still_file.h"
#include "viewer/film.h"

typedef struct CheckSettings {
    SceneOptions scene;
    bool instants, steps; // DCD, CCD
    bool sequence;        // an animation: results are reported per frame
    size_t firstFrame, lastFrame;
    bool first; // only the first contact
    size_t maxPairs;
    svOverlap overlap;
    bool times; // times of impact in the pair files, too
    bool quiet;
    size_t show;                              // contacts to list
    const char *pairs, *json, *marked, *html; // outputs; null: none
    size_t htmlLimit;                         // in megabytes
    const char* up;                           // "y" or "z"; null: not told
    StillFile png;
    const char* layers; // frames to show in layers: a list, "all", "-" (chosen here); null: none
} CheckSettings;

// Queries of a frame: intersecting triangles, features closer than the thickness, and contacts over
// the step to the next frame.
typedef enum CheckQuery { CHECK_TRIANGLES, CHECK_NEAR, CHECK_STEP, CHECK_QUERY_COUNT } CheckQuery;

typedef struct QueryResult {
    bool ran, limited, overlapping;
    uint64_t counts[2]; // by svPairKind; triangles: [0]
    uint64_t hash;
    svSceneStats stats;
} QueryResult;

typedef struct FrameResult {
    size_t frame;
    QueryResult queries[CHECK_QUERY_COUNT];
} FrameResult;

// A pair to list.
typedef struct ShownPair {
    CheckQuery query;
    svPairKind kind;
    svFeaturePair pair;
    svInterval time; // CHECK_STEP
    double distance; // CHECK_NEAR
    uint8_t meeting; // CHECK_TRIANGLES: svTriangleMeeting
    double point[3]; // of contact, rounded
} ShownPair;

enum {
    PAIRS_VF,
    PAIRS_EE,
    PAIRS_TRIANGLES,
    PAIRS_NEAR_VF,
    PAIRS_NEAR_EE,
    PAIRS_VF_TIMES,
    PAIRS_EE_TIMES,
    PAIRS_FILE_COUNT
};

typedef struct CheckFilm CheckFilm;
typedef struct CheckStill CheckStill;

typedef struct Check {
    const CheckSettings* settings;
    svContext* context;
    Objects objects;
    svScene* scene;
    Progress progress;
    double seconds;

    FrameResult* frames; // frameCount so far
    size_t frameCount, badCount;
    size_t firstBad;  // in frames; SIZE_MAX: none
    bool broken;      // by Ctrl-C, after all frames were tested
    ShownPair* shown; // of the first bad frame
    size_t shownCount;

    Output files[PAIRS_FILE_COUNT]; // stream null: none
    char* filePaths[PAIRS_FILE_COUNT];
    uint8_t** marks;   // per object and face; null: none
    CheckFilm* film;   // null: none
    CheckStill* still; // null: none
} Check;

bool QueryResult_Found(const QueryResult* result);
bool FrameResult_IsBad(const FrameResult* frame);
const char* Check_Verdict(const Check* check, svStatus status);

// Runs every query of every frame. SV_CANCELLED after Ctrl-C; a failure is in the last error.
svStatus Check_Run(Check* check);

// Results of a query: to the pair files, the marked faces and the pairs to list.
void Check_TakeContacts(Check* check, size_t frame, const svContacts* contacts);
void Check_TakeIntersections(Check* check, size_t frame, const svIntersections* found);
void Check_TakeProximity(Check* check, size_t frame, const svProximity* found);

// The files of pairs and the marked mesh.
bool Check_OpenFiles(Check* check);
bool Check_CloseFiles(Check* check);
void Check_DiscardFiles(Check* check);
svStatus Check_WriteMarked(Check* check);

// Pairs to list: the earliest contacts, the first of the others.
void Check_ShowContacts(Check* check, svPairKind kind, const svContactList* list);
void Check_ShowIntersections(Check* check, const svIntersections* found);
void Check_ShowNear(Check* check, svPairKind kind, const svNearList* list);

// The point of a pair, rounded; contacts: at the time of impact.
void Check_LocateContact(const Check* check, ShownPair* shown);
void Check_LocateTriangles(const Check* check, ShownPair* shown);
void Check_LocateNear(const Check* check, ShownPair* shown, const svNearList* list, size_t index);

// Sets the marks (per object and face) of the faces around the features of pairs.
void Check_MarkPairs(const Check* check, uint8_t* const* marks, svPairKind kind,
                     const svFeaturePair* pairs, size_t count);
void Check_MarkTriangles(uint8_t* const* marks, const svIntersections* found);

// The film of --html, from which Check_WriteFilm makes the page; without one, nothing.
bool Check_OpenFilm(Check* check);
void Check_FilmContacts(Check* check, svPairKind kind, const svContactList* list);
void Check_FilmIntersections(Check* check, const svIntersections* found);
void Check_FilmNear(Check* check, svPairKind kind, const svNearList* list);
void Check_FilmFrame(Check* check, const FrameResult* frame); // all of this frame was handed over
bool Check_WriteFilm(Check* check);

// --layers: false after a complaint about the list; the layers of the chosen frames, once all were
// taken, false after a complaint.
bool Check_LayersAreValid(const CheckSettings* settings);
bool Check_RecordLayers(Check* check, Film* film);
void Check_DiscardFilm(Check* check);

// The picture of --png, of the worst frame or of the first; without one, nothing.
bool Check_OpenStill(Check* check);
void Check_StillContacts(Check* check, svPairKind kind, const svContactList* list);
void Check_StillIntersections(Check* check, const svIntersections* found);
void Check_StillNear(Check* check, svPairKind kind, const svNearList* list);
void Check_StillFrame(Check* check, const FrameResult* frame);
bool Check_WriteStill(Check* check, svStatus status);
void Check_DiscardStill(Check* check);

void Check_Print(Check* check, FILE* stream);
void Check_WriteJson(Check* check, svStatus status, FILE* stream);

#endif
