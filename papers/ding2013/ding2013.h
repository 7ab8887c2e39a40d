// F. Ding, "Rapid Cloth Collision Detection using Bounding Sphere Trees", 2013: measurements and
// reports.
#ifndef SELVAGE_PAPERS_DING2013_H
#define SELVAGE_PAPERS_DING2013_H

#include "papers/methods/first_root.h"
#include "papers/methods/tree_detect.h"
#include "papers/paper.h"
#include "papers/scene_picture.h"
#include "papers/scenes/paper_cloth.h"

enum { DING_SCENE_COUNT = 3 };

// Every scene is run in each of these ways.
typedef enum DingWay {
    DING_EULER,    // explicit, as in the paper, with soft springs, without collisions
    DING_IMPLICIT, // without collisions
    DING_FULL,     // unchanged: with collision detection and handling
    DING_WAY_COUNT
} DingWay;

// The spheres of a tree.
typedef enum DingSpheres {
    DING_PRINTED,  // built top-down as the paper has it
    DING_MERGED,   // ours: refitted from the leaves up
    DING_SMALLEST, // Welzl's, which the paper names and leaves out
    DING_SPHERES_COUNT
} DingSpheres;

// A row of Table 1 of the paper.
typedef struct DingPaper {
    const char* scene;
    int grid;
    double bare, tree; // frames per second without and with the tree
} DingPaper;

extern const DingPaper dingPaper[DING_SCENE_COUNT];

// One kind of spheres over a run. Seconds are processor time.
typedef struct DingTree {
    double buildSeconds;
    uint64_t builds;
    double detectSeconds; // self-collision with spheres alone, searched steps
    uint64_t found;
    TreeDetectStats work;
} DingTree;

// One rule of the search by segment and quadrilateral over a run.
typedef struct DingQuery {
    double seconds;
    uint64_t found;
    TreeDetectStats work;
} DingQuery;

// One run. Seconds are sums over steps (step, build) or over the searched steps.
typedef struct DingRun {
    uint64_t steps, searched;
    uint32_t substeps;
    double timeStep;
    double stepSeconds;
    DingTree trees[DING_SPHERES_COUNT];
    double detectSeconds[MASK_RULE_COUNT]; // by the printed tree, with masks and feature boxes
    double firstDetect;                    // with the printed masks, the first searched step
    double sceneSeconds;                   // svScene_Detect
    uint64_t contacts;                     // by svScene_Detect
    uint64_t found[MASK_RULE_COUNT];
    uint64_t colliding,
        losing; // searched steps with contacts; those in which the printed rule loses some
    TreeDetectStats work[MASK_RULE_COUNT]; // sums
    // The search of section 3, in some of the searched steps.
    uint64_t queried, queriedContacts;
    DingQuery queries[QUERY_RULE_COUNT];
    // Contacts by svPairKind that an elementary test rejects: with ROOT_ALL; of those that it
    // accepts, with the others.
    uint64_t rejected[2][ROOT_RULE_COUNT];
    uint64_t kinds[2]; // contacts by svPairKind
    uint32_t nodeCount;
    uint64_t extended; // nodes whose printed radius was too small, sum over the builds
    uint64_t intersections, intersecting; // triangle pairs after frames; frames with any
    uint64_t frames;                      // tested for intersections
    svSimStats sums;                      // seconds, contacts and rounds summed; largest stretch
    double sag;        // how far the lowest particle is below the highest at the beginning, metres
    double meanStrain; // of the threads at the end, longer or shorter
    bool blewUp;       // the simulation became unstable; figures are until then
    // Of each frame: seconds of its steps, and of the printed tree at each of them.
    size_t frameCount;
    double *frameStep, *frameTree;
} DingRun;

// What a tree looks like at an instant: down to single cells, so that all levels can be seen.
typedef enum DingMoment {
    DING_FLAT,    // the beginning
    DING_DRAPED,  // the end of the explicit run
    DING_THROUGH, // the end of the implicit run, where the cloth passes through itself
    DING_HANDLED, // the end of the run with collision handling
    DING_MOMENT_COUNT
} DingMoment;

typedef struct DingShot {
    uint32_t columns, rows;
    double (*x)[3];      // of the particles; null: not reached
    uint32_t* triangles; // three vertices each
    size_t triangleCount;
    uint8_t* red;      // of the triangles: in contact with others over the last step
    SphereNode* nodes; // as printed
    uint8_t* nodeRed;  // of the nodes: with a red triangle
    uint32_t nodeCount;
    double area;
    int levelCount;
    SphereLevel levels[DING_SPHERES_COUNT][SPHERE_LEVELS];
    uint32_t smaller, parents; // printed: nodes that are larger than their children together
} DingShot;

typedef struct DingScene {
    uint32_t columns, rows;
    double stiffStep; // seconds: that explicit Euler needs with springs as stiff as the cloth
    DingRun runs[DING_WAY_COUNT];
    DingShot shots[DING_MOMENT_COUNT];
} DingScene;

typedef struct DingResult {
    uint64_t frames;
    bool quick;
    DingScene scenes[DING_SCENE_COUNT];
    ScenePictures pictures; // of the implicit runs, where most is in contact
} DingResult;

const char* DingWay_Name(DingWay way);
const char* DingSpheres_Name(DingSpheres spheres);
const char* DingMoment_Name(DingMoment moment);

// The simulation with its trees and detection.
typedef struct DingBench {
    PaperCloth cloth;
    SphereTree tree, fine; // leaves of 4 x 4 particles; single cells
    TreeDetect detect;
    DingRun* run;
    ScenePictures* pictures; // null: none of this run
} DingBench;

// Contacts of the last step by svScene_Detect, by the tree with each rule and with each kind of
// spheres; if `query`, by segment and quadrilateral, too (search.c).
svStatus Ding_SearchStep(DingBench* bench, bool query);
// Keeps what the cloth and its trees look like now (shots.c).
svStatus Ding_TakeShot(DingBench* bench, DingShot* shot);
void DingShot_Free(DingShot* shot);

// The pictures of the page (pictures.c).
void Ding_AddLevelPictures(Page* page, const DingResult* result);
void Ding_AddCollisionPictures(Page* page, const DingResult* result);
void Ding_AddScenePictures(Page* page, const DingResult* result);

// Derived figures.
static inline double Ding_PerSecond(double seconds, uint64_t count) {
    return seconds > 0 ? (double)count / seconds : 0;
}
// Milliseconds each.
static inline double Ding_Milliseconds(double seconds, uint64_t count) {
    return count > 0 ? 1e3 * seconds / (double)count : 0;
}
static inline double Ding_TreeRate(const DingRun* run) {
    return Ding_PerSecond(run->stepSeconds + run->trees[DING_PRINTED].buildSeconds, run->steps);
}
// Overhead of the printed tree in percent of the time without it.
static inline double Ding_Overhead(const DingRun* run) {
    return run->stepSeconds > 0 ? 100 * run->trees[DING_PRINTED].buildSeconds / run->stepSeconds
                                : 0;
}
double Ding_FrameRate(const DingRun* run);

// A stage of a step with collision handling.
typedef struct DingStage {
    const char *name, *key;
    double seconds;
} DingStage;
enum { DING_STAGE_COUNT = 6 };
void Ding_GetStages(const DingRun* run, DingStage stages[DING_STAGE_COUNT]);

// Members of the descriptor; results are DingResult.
extern const Paper ding2013Paper;
svStatus Ding_Measure(svContext* context, const PaperSettings* settings, void* result);
void Ding_Destroy(void* result);
enum {
    DING_TABLE_RATES,
    DING_TABLE_DRAPE,
    DING_TABLE_TREES,
    DING_TABLE_LEVELS,
    DING_TABLE_MASKS,
    DING_TABLE_QUERY,
    DING_TABLE_ROOTS,
    DING_TABLE_HANDLING,
    DING_TABLE_PROFILE,
    DING_TABLE_COUNT
};
extern const PaperTable dingTables[DING_TABLE_COUNT];
void Ding_TellHead(const void* result, char* text, size_t room);
void Ding_TellLead(const void* result, char* text, size_t room);
void Ding_Conclude(const void* result, FILE* stream);
int Ding_Judge(const void* result, PaperClaim claims[PAPER_CLAIMS]);
void Ding_WriteJson(const void* result, Json* json);
bool Ding_WriteCsv(const void* result, const char* folder);
void Ding_WritePage(const void* result, Page* page);
Picture Ding_Draw(svContext* context, const void* result);
uint64_t Ding_Violations(const void* result);

#endif
