// Settings, records and results of `selvage sim`.
#ifndef SELVAGE_TOOL_SIM_SIM_RUN_H
#define SELVAGE_TOOL_SIM_SIM_RUN_H

#include "report/progress.h"
#include "sim_folder.h"
#include "tool/still_file.h"

#include "selvage/io.h"
#include "selvage/sim.h"

#include <stdio.h>

typedef enum SimFormat { SIM_PC2, SIM_PLY, SIM_OBJ, SIM_FORMAT_COUNT } SimFormat;

// Which obstacles are written with their motion; the others at the start only.
typedef enum SimObstacles { SIM_MOVING, SIM_ALL, SIM_NONE } SimObstacles;

typedef struct SimSettings {
    const char* scene;  // a name or a path, as given
    const char* output; // the folder
    const char* html;   // the page; null: none
    const char* layers; // frames of the page that show what the library does; null: none
    StillFile png;      // a picture of the last frame
    uint32_t frames;    // 0: as the scene says
    uint32_t threads;   // 0: all
    double resolution;
    double checkpoint;   // seconds between two; 0: after every frame
    double frameSeconds; // time budget of a frame; 0: none
    SimFormat format;
    SimObstacles obstacles;
    bool substepsOut; // a record for every accepted part of a step
    bool verify, restart, quiet;
} SimSettings;

// Log of a record. If it ends a frame, it tells of the whole frame: counts and times summed over
// its substeps, the largest stretch, the rest from the last substep. Else it only has frame and
// time.
typedef struct FrameLog {
    uint64_t frame;
    uint64_t ends; // 1, or 0: a part of a step, with --substeps-out
    double time;   // of the positions
    svSimStats stats;
    uint64_t intersections; // pairs of triangles, with --verify, in all states of the frame
    svFeaturePair pair;     // the first of them; meshes: cloths, then obstacles
} FrameLog;

// A cloth or an obstacle. If cached, its positions are in every frame record; else only its first
// frame is written.
typedef struct SimPiece {
    bool obstacle, cached;
    uint32_t index;
    size_t vertexCount;
    size_t firstValue; // of its floats in a record
    float* start;      // not cached: its initial positions
    char file[64];     // base name of its files
} SimPiece;

typedef struct SimRun {
    const SimSettings* settings;
    svContext* context;
    svSimScene scene;
    SimPiece* pieces; // cloths, then obstacles
    uint32_t pieceCount;
    SimCheckpoint wanted;
    SimFolder folder;
    Progress progress;

    // Frames of the caches. With --substeps-out only SimRun_Summarize knows them; until then a
    // lower bound, for the names of the files.
    uint64_t cacheFrames;

    FrameLog log;        // of the frame in progress
    bool held;           // the record has the positions of a part of its steps, not yet appended
    double heldTime;     // of that part
    bool partLost;       // a part could not be written
    svStatus partStatus; // of verifying parts

    // A record: FrameLog, then the floats of all cached pieces.
    void* record;
    SimState state; // for a checkpoint: that of the last complete frame
} SimRun;

// The two parts of the record.
FrameLog* SimRun_Log(const SimRun* run);
float* SimRun_Values(const SimRun* run);

// The current mesh of a piece.
svSimMesh SimPiece_Mesh(const SimRun* run, const SimPiece* piece);

// Sets up pieces, sizes of records and state, and the identity that a resumed run must match.
void SimRun_Prepare(SimRun* run, const char* text, size_t size);
void SimRun_Destroy(SimRun* run);

// With --substeps-out, the svSimPathFn of the simulation; `run` is the SimRun.
void SimRun_TakePart(double time, void* run);

// Simulates the missing frames. EXIT_CLEAN, or another code after a complaint; frames so far are
// kept.
int SimRun_Simulate(SimRun* run);

// Complains if one of the output files exists.
bool SimRun_CheckTargets(const SimRun* run);

// Name of the n-th file of a piece; false past the last.
#define SIM_FILE_NAME 96
bool SimPiece_File(const SimRun* run, const SimPiece* piece, uint64_t number,
                   char name[SIM_FILE_NAME]);
// Name of its cache: a file, or a pattern.
void SimPiece_Cache(const SimRun* run, const SimPiece* piece, char name[SIM_FILE_NAME]);

typedef enum SimStage {
    SIM_SOLVE,
    SIM_PROXIMITY,
    SIM_PROJECT,
    SIM_DETECT,
    SIM_FAIL_SAFE,
    SIM_TOTAL,
    SIM_STAGE_COUNT
} SimStage;

// Totals over the frames; the initial frame counts for intersections only.
typedef struct SimSummary {
    uint64_t frames;
    double sum[SIM_STAGE_COUNT], worst[SIM_STAGE_COUNT]; // seconds
    uint64_t nearPairs, contacts, rounds, zones, zoneParticles, cuts, parts;
    uint64_t newtonIterations, solverIterations, halvings, shortened, unsolved;
    uint64_t mostContacts; // in a frame
    double worstStretch;
    uint64_t worstStretchFrame;
    double largestEnergy; // kinetic, gravity and elastic energy together

    uint64_t badFrames, firstBad;
    FrameLog bad; // of the first
} SimSummary;

// These read the records; false after a complaint. The first one counts the frames of the caches.
bool SimRun_Summarize(SimRun* run, SimSummary* summary);
bool SimRun_WriteLog(const SimRun* run, const SimSummary* summary, FILE* stream);
void SimRun_Print(const SimRun* run, const SimSummary* summary, FILE* stream);

// Writes the result files from the records and renames them into place. EXIT_CLEAN, EXIT_TROUBLE
// after a complaint, or EXIT_BROKEN.
int SimRun_Finish(SimRun* run, const SimSummary* summary);

// Whether the page of --html and the picture of --png could be written; complains. Without them:
// true.
bool SimRun_CheckPage(const SimRun* run);

// Writes the page from the result files. EXIT_CLEAN, EXIT_TROUBLE after a complaint, or
// EXIT_BROKEN.
int SimRun_WritePage(SimRun* run);

#endif
