// D.-H. Han, C.-J. Lee, S. Lee, H.-S. Ko, "Tight Normal Cone Merging for Efficient Collision
// Detection of Thin Deformable Objects", 2021: measurements and reports.
#ifndef SELVAGE_PAPERS_HAN2021_H
#define SELVAGE_PAPERS_HAN2021_H

#include "papers/methods/cone_hierarchy.h"
#include "papers/methods/self_detect.h"
#include "papers/paper.h"
#include "papers/scene_picture.h"
#include "papers/scenes/data_scene.h"

enum { HAN_GARMENT_COUNT = 4, HAN_SCENE_MAX = HAN_GARMENT_COUNT + DATA_SCENE_COUNT };

// Merges of the paper, in its order.
enum { MERGE_PROVOT, MERGE_TIGHT, MERGE_COUNT };

// A row of Tables 1 and 2 of the paper; milliseconds.
typedef struct HanPaper {
    const char *name, *scene; // as the paper calls it, as `selvage gen` does
    uint32_t triangles;
    double tests[MERGE_COUNT], build[MERGE_COUNT], detect[MERGE_COUNT];
} HanPaper;

extern const HanPaper hanPaper[HAN_GARMENT_COUNT];

// The paper's totals over its four garments, percent.
static const double HAN_PAPER_TESTS_SAVED = 25.45, HAN_PAPER_TIME_SAVED = 18.24;

// Methods of self-collision culling.
typedef enum HanMethod {
    HAN_PROVOT, // cones alone, as in the paper: unsafe
    HAN_TIGHT,
    HAN_PRINTED, // tight, Eq. 10 letter by letter: of unit normals
    HAN_CONTOUR, // tight cones and contour test (CBC): unsafe on surfaces that are no disk
    HAN_PATCH,   // the corrected test: safe
    HAN_BOXES,   // AABBs alone: safe
    HAN_METHOD_COUNT
} HanMethod;

// Whether HanWork.adjacent is counted.
static inline bool HanMethod_CountsAdjacent(HanMethod method) {
    return method == HAN_PROVOT || method == HAN_TIGHT || method == HAN_BOXES;
}

// Of one method on one tree, sums over the steps of a scene.
typedef struct HanWork {
    uint64_t pairs;      // triangle pairs tested
    uint64_t adjacent;   // of those, sharing a vertex
    uint64_t tests;      // feature pairs tested, after the filters
    uint64_t missed;     // contacts
    double buildSeconds; // refit of AABBs and cones; least of the runs at each step
    double detectSeconds;
} HanWork;

static inline double HanWork_Seconds(const HanWork* work) {
    return work->buildSeconds + work->detectSeconds;
}

typedef enum HanTree { HAN_PATCHES, HAN_MEDIAN, HAN_TREE_COUNT } HanTree;

// "connected patches", "median".
const char* HanTree_Name(HanTree tree);

// One step on one tree.
typedef struct HanStep {
    double angles[CONE_FORM_COUNT]; // of one node in the middle of the tree, over the step; degrees
    uint64_t pairs[MERGE_COUNT];    // triangle pairs tested
} HanStep;

typedef struct HanArm {
    ConeStats instant, step;             // merges of all steps, angles of some
    double coneSeconds[CONE_FORM_COUNT]; // fitting all cones over a step, on those steps; of
                                         // CONE_OPTIMAL those of four triangles or more
    uint32_t coneSteps;
    HanWork work[HAN_METHOD_COUNT];
    HanStep* steps;
    uint32_t nodeTriangles,
        nodeDepth; // of the node of HanStep.angles; 0 triangles: none was found
} HanArm;

typedef struct HanScene {
    char name[32];
    const HanPaper* paper; // null: a real scene
    size_t triangles, pieces;
    uint32_t stepCount;
    uint64_t contacts;   // by svScene_Detect
    double sceneSeconds; // of svScene_Detect
    HanArm arms[HAN_TREE_COUNT];
} HanScene;

typedef struct HanResult {
    HanScene scenes[HAN_SCENE_MAX];
    int sceneCount;
    int repeats; // runs of each merge at each step
    bool quick;
    ScenePictures pictures;
} HanResult;

// Measures one scene: a garment of the paper by index, or a real scene after them; and draws it.
svStatus Han_MeasureScene(svContext* context, int index, const HanResult* settings, HanScene* scene,
                          ScenePictures* pictures);
void HanScene_Destroy(HanScene* scene);

// Percent by which the second is less than the first.
static inline double Han_Saved(double first, double second) {
    return first > 0 ? 100 * (1 - second / first) : 0;
}

// Percent saved by the tight merge: on one tree of a scene, and the mean of the garments.
double HanArm_TestsSaved(const HanArm* arm);
double HanArm_ApartSaved(const HanArm* arm); // of the pairs that share no vertex
double HanArm_TimeSaved(const HanArm* arm);
double Han_MeanSaved(const HanResult* result, HanTree tree, double (*saved)(const HanArm*));

// Milliseconds to fit all cones of a tree over a step; 0: not measured.
double HanArm_FitMilliseconds(const HanArm* arm, ConeForm form);
// Percent by which the mean tight angle exceeds the optimal.
double ConeStats_AboveOptimal(const ConeStats* stats);

// Sums over all scenes and trees.
typedef struct HanTotals {
    uint64_t merges, mergesWider, hierarchyWider; // nodes
    double greatestWider;                         // degrees
    double worstAbove; // of the garments: ConeStats_AboveOptimal, the greatest
    uint64_t contacts; // each counted for every tree
    uint64_t missed[HAN_METHOD_COUNT];
} HanTotals;
HanTotals Han_Total(const HanResult* result);

int Han_Judge(const void* result, PaperClaim claims[PAPER_CLAIMS]);

// Nodes that violate Theorem 1, and contacts that a safe method missed: must be 0.
uint64_t Han_Violations(const void* result);

// In the order of the terminal.
enum {
    HAN_TABLE_TESTS,
    HAN_TABLE_TIMES,
    HAN_TABLE_FITS,
    HAN_TABLE_ANGLES,
    HAN_TABLE_NODES,
    HAN_TABLE_PAIRS,
    HAN_TABLE_MISSED,
    HAN_TABLE_COUNT
};

extern const Paper han2021Paper;
// Members of the descriptor; results are HanResult.
svStatus Han_Measure(svContext* context, const PaperSettings* settings, void* result);
void Han_Destroy(void* result);
extern const PaperTable hanTables[HAN_TABLE_COUNT];
void Han_TellHead(const void* result, char* text, size_t room);
void Han_Conclude(const void* result, FILE* stream);
void Han_WriteJson(const void* result, Json* json);
bool Han_WriteCsv(const void* result, const char* folder);
void Han_TellLead(const void* result, char* text, size_t room);
void Han_WritePage(const void* result, Page* page);

#endif
