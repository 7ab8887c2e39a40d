// F. Ding, "Rapid Cloth Collision Detection using Bounding Sphere Trees", 2013: measurements and
// reports.
#ifndef SELVAGE_PAPERS_DING2013_H
#define SELVAGE_PAPERS_DING2013_H

#include "papers/methods/tree_detect.h"
#include "papers/paper.h"
#include "papers/scenes/paper_cloth.h"

enum { DING_SCENE_COUNT = 3 };

// Every scene is run in each of these ways.
typedef enum DingWay {
    DING_EULER,    // explicit, as in the paper, without collisions
    DING_IMPLICIT, // without collisions
    DING_FULL,     // unchanged: with collision detection and handling
    DING_WAY_COUNT
} DingWay;

// A row of Table 1 of the paper.
typedef struct DingPaper {
    const char* scene;
    int grid;
    double bare, tree; // frames per second without and with the tree
} DingPaper;

extern const DingPaper dingPaper[DING_SCENE_COUNT];

// One run. Seconds are sums over steps (step, build, refit) or over the searched steps.
typedef struct DingRun {
    uint64_t steps, searched;
    uint32_t substeps;
    double timeStep;
    double stepSeconds, buildSeconds, refitSeconds;
    double detectSeconds[MASK_RULE_COUNT]; // by the tree, with masks and feature boxes
    double sceneSeconds;                   // svScene_Detect
    uint64_t contacts;                     // by svScene_Detect
    uint64_t found[MASK_RULE_COUNT];
    uint64_t colliding,
        losing; // searched steps with contacts; those in which the printed rule loses some
    TreeDetectStats work[MASK_RULE_COUNT]; // sums
    uint32_t nodeCount;
    uint64_t extended; // nodes whose printed radius was too small, sum over the builds
    uint64_t intersections, intersecting; // triangle pairs after frames; frames with any
    uint64_t frames;                      // tested for intersections
    svSimStats sums;                      // seconds, contacts and rounds summed; largest stretch
    bool blewUp;                          // the simulation became unstable; figures are until then
} DingRun;

typedef struct DingScene {
    uint32_t columns, rows;
    DingRun runs[DING_WAY_COUNT];
} DingScene;

typedef struct DingResult {
    uint64_t frames;
    DingScene scenes[DING_SCENE_COUNT];
} DingResult;

const char* DingWay_Name(DingWay way);

// Members of the descriptor; results are DingResult.
extern const Paper ding2013Paper;
svStatus Ding_Measure(svContext* context, const PaperSettings* settings, void* result);
enum { DING_TABLE_COUNT = 4 };
extern const PaperTable dingTables[DING_TABLE_COUNT];
void Ding_TellHead(const void* result, char* text, size_t room);
void Ding_Conclude(const void* result, FILE* stream);
void Ding_WriteJson(const void* result, Json* json);

#endif
