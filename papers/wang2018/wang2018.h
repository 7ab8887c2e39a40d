// T. Wang, M. Tang, Z. Wang, R. Tong, "Accurate Self-Collision Detection Using Enhanced Dual-Cone
// Method", 2018: measurements and reports.
#ifndef SELVAGE_PAPERS_WANG2018_H
#define SELVAGE_PAPERS_WANG2018_H

#include "papers/methods/self_detect.h"
#include "papers/paper.h"
#include "papers/scene_picture.h"
#include "papers/scenes/step_source.h"

enum {
    WANG_PAPER_COUNT = 5,                   // benchmarks of the paper
    WANG_MADE_COUNT = WANG_PAPER_COUNT + 2, // and two sheets, flat and folded
    WANG_SCENE_MAX = WANG_MADE_COUNT + DATA_SCENE_COUNT
};

// At an instant (DCD) and over a step (CCD).
typedef enum WangKind { WANG_DISCRETE, WANG_CONTINUOUS, WANG_KIND_COUNT } WangKind;

// Kinds of contacts: pairs of triangles at an instant; vertex-face and edge-edge over a step.
enum { WANG_FACES, WANG_VF, WANG_EE, WANG_CONTACT_COUNT };

// Baselines of the paper's Figure 11.
enum { WANG_OVER_CONTOUR, WANG_OVER_BOXES, WANG_OVER_COUNT };

// Figures 10, 11 and 13 of the paper for one benchmark. (Figure 12 has bars, no numbers.)
typedef struct WangPaper {
    const char *name, *scene; // as the paper calls it, as `selvage gen` does
    uint32_t triangles;
    uint64_t contacts[WANG_CONTACT_COUNT], missed[WANG_CONTACT_COUNT]; // missed by the dual cone
    double speedups[WANG_KIND_COUNT][WANG_OVER_COUNT];
    int64_t moreTests[2]; // self, inter: of the simple traversal
    double schemeSpeedup;
} WangPaper;

extern const WangPaper wangPaper[WANG_PAPER_COUNT];

// Our implementations of the printed methods ("the lab"), in table order. Cones are merged as
// Provot does, as in 2018; WANG_TIGHT merges them as han2021 does, and so does our WANG_PATCH.
enum {
    WANG_AABB,
    WANG_CONTOUR,
    WANG_DUAL,
    WANG_INTERNAL,
    WANG_CRITERIA,
    WANG_ENHANCED,
    WANG_TIGHT, // enhanced, with normal cones merged tightly: more is culled, and lost
    WANG_MEAN,  // enhanced, with binormal cones that are faster to fit but wider
    WANG_LITERAL,
    WANG_PATCH,
    WANG_METHOD_COUNT
};

// For tables: "AABB only", "NCT", or "CBC" over a step.
const char* WangMethod_Name(int method, bool step);
bool WangMethod_IsSafe(int method);

// Of one method, sums over the lab steps of a scene.
typedef struct WangWork {
    uint64_t missed[WANG_CONTACT_COUNT];
    SelfCullStats cull; // counts alone
    uint64_t trianglePairs;
    double seconds, coneSeconds; // CPU time; of that for fitting cones
} WangWork;

// Arms: scenes of the library that differ only in these options, stepped through all frames.
typedef enum WangArm {
    WANG_OFF,         // median builder: the fastest without self-culling
    WANG_AUTO,        // the library's default: patches, automatic
    WANG_ON,          // patches
    WANG_PATCHES_OFF, // effect of the builder alone
    WANG_MEDIAN_AUTO,
    WANG_AGAIN, // off, measured twice: the noise
    WANG_ARM_COUNT
} WangArm;

// "off", "auto", "on", "patches off", ..., "off again".
const char* WangArm_Name(WangArm arm);

// Of one arm, sums over the steps of a scene.
typedef struct WangSums {
    uint64_t different;             // pairs found only with or only without self-culling
    uint64_t nodePairs, leafPairs;  // counters: of the last query at each counted step
    uint64_t selfTested, selfApart; // parts
    uint64_t leaves, leavesApart;
    uint64_t builds;   // queries that rebuilt the BVH
    double seconds;    // least at each timed step, queries with a rebuild excluded
    double allSeconds; // mean of all queries at each step, rebuilds included
} WangSums;

typedef struct WangStep {
    double seconds[WANG_KIND_COUNT][WANG_ARM_COUNT]; // NaN: not timed
    double apart[WANG_KIND_COUNT][WANG_ARM_COUNT];   // share of the leaves culled, 0 to 1
} WangStep;

typedef struct WangScene {
    char name[32];
    const WangPaper* paper; // null: not of the paper
    size_t triangles, pieces;
    uint32_t stepCount, labSteps;
    uint64_t contacts[WANG_CONTACT_COUNT];    // by the library, over all steps
    uint64_t labContacts[WANG_CONTACT_COUNT]; // over the lab steps
    uint64_t unknown[WANG_KIND_COUNT]; // found by the lab's AABB method but not by the library
    WangWork work[WANG_KIND_COUNT][WANG_METHOD_COUNT];
    WangSums sums[WANG_KIND_COUNT][WANG_ARM_COUNT];
    uint32_t timedSteps[WANG_KIND_COUNT];
    uint32_t countedSteps[WANG_KIND_COUNT]; // whose last queries had no rebuild
    WangStep* steps;
} WangScene;

typedef struct WangResult {
    WangScene scenes[WANG_SCENE_MAX];
    int sceneCount;
    int repeats; // queries per arm at a timed step, at least
    bool quick;
    ScenePictures pictures;
} WangResult;

// Measures one scene by index: of the paper, then the sheets, then the real ones; and draws it.
svStatus Wang_MeasureScene(svContext* context, int index, const WangResult* settings,
                           WangScene* scene, ScenePictures* pictures);
void WangScene_Destroy(WangScene* scene);

// Contacts of a step: sorted lists by svPairKind; at an instant one list.
typedef struct WangContacts {
    const svFeaturePair* pairs[2];
    size_t counts[2];
} WangContacts;

// The lab: our implementations of the methods, on the pieces of a mesh.
typedef struct WangMethods WangMethods;

// SV_ERROR_MEMORY. `meshes` are the pieces, with the source's current x0 as the pose to build on.
svStatus WangMethods_Create(svContext* context, const StepSource* source, svMesh* const* meshes,
                            WangMethods** lab);
void WangMethods_Destroy(WangMethods* lab); // null is allowed
// Runs all methods at the source's current step and adds to the scene's work; `exact` are the
// contacts as the library finds them.
svStatus WangMethods_Run(WangMethods* lab, const StepSource* source, WangKind kind,
                         const WangContacts* exact, WangScene* scene);

// ---- results ----------------------------------------------------------------------------

// Range of contact kinds of `kind`.
static inline int WangKind_First(WangKind kind) {
    return kind == WANG_DISCRETE ? WANG_FACES : WANG_VF;
}
static inline int WangKind_End(WangKind kind) {
    return kind == WANG_DISCRETE ? WANG_VF : WANG_CONTACT_COUNT;
}

uint64_t WangWork_Missed(const WangWork* work, WangKind kind);
uint64_t Wang_LabContacts(const WangScene* scene, WangKind kind);
// Contacts missed by the library, over all arms.
uint64_t WangScene_OwnMissed(const WangScene* scene, WangKind kind);
// Speed-up of the second over the first; 0: not measured.
double Wang_Speedup(double first, double second);
double WangScene_LabSpeedup(const WangScene* scene, WangKind kind, int slow, int fast);
// Over all timed steps, trimmed by the highest and the lowest fifth: other processes disturb single
// queries.
double WangScene_ArmSpeedup(const WangScene* scene, WangKind kind, WangArm slow, WangArm fast);
// Percent of the leaves in parts certified free of self-contact.
double WangSums_Apart(const WangSums* sums);

// Contacts that a method missed on all scenes, and the number of scenes with misses.
typedef struct WangLoss {
    uint64_t missed, contacts;
    int scenes;
    double seconds; // mean per step and scene
} WangLoss;
WangLoss Wang_MethodLoss(const WangResult* result, WangKind kind, int method);
// The same for the library, over all arms.
WangLoss Wang_OwnLoss(const WangResult* result, WangKind kind);

// Contacts missed by safe methods: must be 0.
uint64_t Wang_Violations(const void* result);

typedef struct WangVerdict {
    bool holds;
    char text[400];
} WangVerdict;
enum { WANG_VERDICT_MAX = 16 };

// Verdicts on what Selvage and the corrected test are to do; returns their number.
int Wang_Judge(const WangResult* result, WangVerdict verdicts[WANG_VERDICT_MAX]);

// In the order of the terminal.
enum {
    WANG_TABLE_CONTACTS,
    WANG_TABLE_METHODS,
    WANG_TABLE_SPEEDUPS,
    WANG_TABLE_OWN,
    WANG_TABLE_COUNTS,
    WANG_TABLE_TIMES,
    WANG_TABLE_SCHEMES,
    WANG_TABLE_COUNT
};

// The same on the paper's claims.
int Wang_JudgeClaims(const void* result, PaperClaim claims[PAPER_CLAIMS]);

extern const Paper wang2018Paper;
// Members of the descriptor; results are WangResult.
svStatus Wang_Measure(svContext* context, const PaperSettings* settings, void* result);
void Wang_Destroy(void* result);
extern const PaperTable wangTables[WANG_TABLE_COUNT];
void Wang_TellHead(const void* result, char* text, size_t room);
void Wang_Conclude(const void* result, FILE* stream);
void Wang_WriteJson(const void* result, Json* json);
bool Wang_WriteCsv(const void* result, const char* folder);
void Wang_TellLead(const void* result, char* text, size_t room);
void Wang_WritePage(const void* result, Page* page);

#endif
