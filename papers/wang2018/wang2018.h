// T. Wang, M. Tang, Z. Wang, R. Tong, "Accurate Self-Collision Detection Using Enhanced Dual-Cone
// Method", 2018: what is measured, and how it is told.
#ifndef SELVAGE_PAPERS_WANG2018_H
#define SELVAGE_PAPERS_WANG2018_H

#include "papers/methods/self_detect.h"
#include "papers/paper.h"
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

// The two that the paper's Figure 11 compares with.
enum { WANG_OVER_CONTOUR, WANG_OVER_BOXES, WANG_OVER_COUNT };

// What Figures 10, 11 and 13 of the paper say of a benchmark. (Figure 12 has bars, no numbers.)
typedef struct WangPaper {
    const char *name, *scene; // as the paper calls it, as `selvage gen` does
    uint32_t triangles;
    uint64_t contacts[WANG_CONTACT_COUNT], missed[WANG_CONTACT_COUNT]; // missed by the dual cone
    double speedups[WANG_KIND_COUNT][WANG_OVER_COUNT];
    int64_t moreTests[2]; // self, inter: of the simple traversal
    double schemeSpeedup;
} WangPaper;

extern const WangPaper wangPaper[WANG_PAPER_COUNT];

// The methods of the laboratory that are run, in the order of the tables.
enum {
    WANG_AABB,
    WANG_CONTOUR,
    WANG_DUAL,
    WANG_INTERNAL,
    WANG_CRITERIA,
    WANG_ENHANCED,
    WANG_MEAN, // enhanced, with binormal cones that are quicker to fit and wider
    WANG_LITERAL,
    WANG_PATCH,
    WANG_METHOD_COUNT
};

// For tables: "AABB only", "NCT", or "CBC" over a step.
const char* WangMethod_Name(int method, bool step);
bool WangMethod_IsSafe(int method);

// Of one method, sums over the laboratory's steps of a scene.
typedef struct WangWork {
    uint64_t missed[WANG_CONTACT_COUNT];
    SelfCullStats cull; // counts alone
    uint64_t trianglePairs;
    double seconds, coneSeconds; // of the processor; of that to fit cones
} WangWork;

// Scenes of the library that differ in these alone; each is stepped through all frames.
typedef enum WangArm {
    WANG_OFF,         // built by median: the best without self-culling
    WANG_AUTO,        // the library's default: patches, automatic
    WANG_ON,          // patches
    WANG_PATCHES_OFF, // what the builder does alone
    WANG_MEDIAN_AUTO,
    WANG_AGAIN, // off, once more: how much of a difference means nothing
    WANG_ARM_COUNT
} WangArm;

// "off", "auto", "on", "patches off", ..., "off again".
const char* WangArm_Name(WangArm arm);

// Of one arm, sums over the steps of a scene.
typedef struct WangSums {
    uint64_t different; // pairs that it or the scene without self-culling found, not both
    uint64_t nodePairs, leafPairs;  // of the last query at each counted step, as all counts
    uint64_t selfTested, selfApart; // parts
    uint64_t leaves, leavesApart;
    uint64_t builds;   // queries that built a hierarchy
    double seconds;    // the least at each timed step, queries with a new hierarchy left out
    double allSeconds; // mean of all queries at each step, new hierarchies included
} WangSums;

typedef struct WangStep {
    double seconds[WANG_KIND_COUNT][WANG_ARM_COUNT]; // NaN: not timed
    double apart[WANG_KIND_COUNT][WANG_ARM_COUNT];   // share of the leaves, 0 to 1
} WangStep;

typedef struct WangScene {
    char name[32];
    const WangPaper* paper; // null: not of the paper
    size_t triangles, pieces;
    uint32_t stepCount, labSteps;
    uint64_t contacts[WANG_CONTACT_COUNT];    // by the library, over all steps
    uint64_t labContacts[WANG_CONTACT_COUNT]; // over the laboratory's steps
    uint64_t unknown[WANG_KIND_COUNT]; // found by AABB in the laboratory and not by the library
    WangWork work[WANG_KIND_COUNT][WANG_METHOD_COUNT];
    WangSums sums[WANG_KIND_COUNT][WANG_ARM_COUNT];
    uint32_t timedSteps[WANG_KIND_COUNT];
    uint32_t countedSteps[WANG_KIND_COUNT]; // whose last queries built no hierarchy
    WangStep* steps;
} WangScene;

typedef struct WangResult {
    WangScene scenes[WANG_SCENE_MAX];
    int sceneCount;
    int repeats; // queries of each arm at a timed step, or more
    bool quick;
} WangResult;

// Measures one scene: those of the paper, the sheets, the real ones.
svStatus Wang_MeasureScene(svContext* context, int index, const WangResult* settings,
                           WangScene* scene);
void WangScene_Destroy(WangScene* scene);

// The contacts of a step, as sorted lists by svPairKind; at an instant one list.
typedef struct WangContacts {
    const svFeaturePair* pairs[2];
    size_t counts[2];
} WangContacts;

// The methods of the laboratory on the pieces of a mesh.
typedef struct WangMethods WangMethods;

// SV_ERROR_MEMORY. `meshes` are the pieces, with the source's current x0 as the pose to build on.
svStatus WangMethods_Create(svContext* context, const StepSource* source, svMesh* const* meshes,
                            WangMethods** lab);
void WangMethods_Destroy(WangMethods* lab); // null is allowed
// Runs all methods at the source's current step and adds to the scene's work; `exact` are the
// contacts as the library finds them.
svStatus WangMethods_Run(WangMethods* lab, const StepSource* source, WangKind kind,
                         const WangContacts* exact, WangScene* scene);

// ---- what came out ----------------------------------------------------------------------------

// The first kind of contact of `kind`, and past the last.
static inline int WangKind_First(WangKind kind) {
    return kind == WANG_DISCRETE ? WANG_FACES : WANG_VF;
}
static inline int WangKind_End(WangKind kind) {
    return kind == WANG_DISCRETE ? WANG_VF : WANG_CONTACT_COUNT;
}

uint64_t WangWork_Missed(const WangWork* work, WangKind kind);
uint64_t Wang_LabContacts(const WangScene* scene, WangKind kind);
// What the library missed, all arms together.
uint64_t WangScene_OwnMissed(const WangScene* scene, WangKind kind);
// How many times as fast the second is as the first; 0: not measured.
double Wang_Speedup(double first, double second);
double WangScene_LabSpeedup(const WangScene* scene, WangKind kind, int slow, int fast);
// Of all timed steps together, less the fifth where it is greatest and the fifth where it is least:
// now and then another program slows one query down.
double WangScene_ArmSpeedup(const WangScene* scene, WangKind kind, WangArm slow, WangArm fast);
// Percent of the leaves that belong to parts which certainly do not meet themselves.
double WangSums_Apart(const WangSums* sums);

// Contacts that a method missed on all scenes, and on how many scenes it did.
typedef struct WangLoss {
    uint64_t missed, contacts;
    int scenes;
    double seconds; // mean per step and scene
} WangLoss;
WangLoss Wang_MethodLoss(const WangResult* result, WangKind kind, int method);
// The same of the library, all arms together.
WangLoss Wang_OwnLoss(const WangResult* result, WangKind kind);

// Contacts that a method missed which is said to miss none: must be 0.
uint64_t Wang_Violations(const void* result);

typedef struct WangVerdict {
    bool holds;
    char text[400];
} WangVerdict;
enum { WANG_VERDICT_MAX = 16 };

// What holds and what does not; returns how many.
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
