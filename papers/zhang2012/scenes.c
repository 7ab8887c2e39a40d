// Figures 9 to 11: scenes in, times on their candidate pairs (overlapping swept AABBs) out.

#include "zhang2012.h"

#include "papers/scenes/data_scene.h"
#include "papers/scenes/paper_scene.h"
#include "report/progress.h"
#include "report/terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Candidate pairs measured per step.
enum { STEP_PAIRS = 12000, QUICK_PAIRS = 300 };
// Interval in steps between measurements.
enum { STEP_STRIDE = 4, QUICK_STRIDE = 15 };

// A moving mesh.
typedef struct Motion {
    const uint32_t* triangles;
    size_t triangleCount;
    const double (*x[2])[3];
} Motion;

// Swept AABB of a triangle.
typedef struct SweptBox {
    double low[3], high[3];
    uint32_t triangle;
} SweptBox;

static SweptBox SweptBoxOf(const Motion* motion, size_t triangle) {
    SweptBox box = {.triangle = (uint32_t)triangle};
    for (int k = 0; k < 3; ++k) {
        box.low[k] = HUGE_VAL;
        box.high[k] = -HUGE_VAL;
        for (int t = 0; t < 2; ++t) {
            for (size_t c = 0; c < 3; ++c) {
                const double x = motion->x[t][motion->triangles[3 * triangle + c]][k];
                box.low[k] = fmin(box.low[k], x);
                box.high[k] = fmax(box.high[k], x);
            }
        }
    }
    return box;
}

static int CompareBoxes(const void* a, const void* b) {
    const SweptBox *p = a, *q = b;
    return p->low[0] != q->low[0] ? (p->low[0] > q->low[0]) - (p->low[0] < q->low[0])
                                  : (p->triangle > q->triangle) - (p->triangle < q->triangle);
}

static bool SweptBoxesOverlap(const SweptBox* a, const SweptBox* b) {
    for (int k = 0; k < 3; ++k) {
        if (a->high[k] < b->low[k] || b->high[k] < a->low[k]) {
            return false;
        }
    }
    return true;
}

static bool TrianglesShareVertex(const Motion* motion, uint32_t a, uint32_t b) {
    for (size_t i = 0; i < 9; ++i) {
        if (motion->triangles[3 * (size_t)a + i / 3] == motion->triangles[3 * (size_t)b + i % 3]) {
            return true;
        }
    }
    return false;
}

static void AddPair(const Motion* motion, uint32_t a, uint32_t b, ZhangPairs* pairs) {
    PairCorners corners;
    for (size_t c = 0; c < 6; ++c) {
        const uint32_t vertex =
            motion->triangles[c < 3 ? 3 * (size_t)a + c : 3 * (size_t)b + c - 3];
        for (int t = 0; t < 2; ++t) {
            memcpy(corners.x[t][c], motion->x[t][vertex], sizeof(corners.x[t][c]));
        }
    }
    (void)ZhangPairs_Add(pairs, &corners);
}

// Candidate pairs of a step by sweep and prune along x, spread over the mesh: triangles in strides,
// each with all later ones whose AABBs overlap, until the set is full.
static void CollectPairs(const Motion* motion, ZhangPairs* pairs) {
    const size_t count = motion->triangleCount;
    SweptBox* boxes = Terminal_Allocate(count, sizeof(*boxes));
    for (size_t i = 0; i < count; ++i) {
        boxes[i] = SweptBoxOf(motion, i);
    }
    qsort(boxes, count, sizeof(*boxes), CompareBoxes);
    const size_t strides = 257; // prime: spreads neighbours in x
    for (size_t offset = 0; offset < strides; ++offset) {
        for (size_t i = offset; i < count; i += strides) {
            for (size_t j = i + 1; j < count && boxes[j].low[0] <= boxes[i].high[0]; ++j) {
                if (pairs->count == pairs->capacity) {
                    free(boxes);
                    return;
                }
                if (SweptBoxesOverlap(&boxes[i], &boxes[j]) &&
                    !TrianglesShareVertex(motion, boxes[i].triangle, boxes[j].triangle)) {
                    AddPair(motion, boxes[i].triangle, boxes[j].triangle, pairs);
                }
            }
        }
    }
    free(boxes);
}

// Returns how many of the pairs measured collide.
static uint64_t MeasureStep(const Motion* motion, uint32_t number, bool quick, ZhangScene* scene) {
    uint64_t colliding = 0;
    if (scene->stepCount == ZHANG_MAX_STEPS) {
        return 0;
    }
    ZhangPairs pairs;
    ZhangPairs_Reserve(&pairs, quick ? QUICK_PAIRS : STEP_PAIRS);
    CollectPairs(motion, &pairs);
    if (pairs.count > 0) {
        ZhangRun* run = &scene->steps[scene->stepCount];
        ZhangRun_Measure(&pairs, quick ? 1 : 5, run);
        colliding = run->colliding;
        ZhangRun_Add(&scene->all, run);
        scene->numbers[scene->stepCount++] = number;
    }
    ZhangPairs_Destroy(&pairs);
    return colliding;
}

static ZhangScene* NewScene(ZhangResult* result, const char* name, int figure, bool real) {
    static const double paper[3][3] = {{5.4, 3.2, 3.8}, {1.8, 1.3, 1.5}, {8.8, 4.3, 6.3}};
    ZhangScene* scene = &result->scenes[result->sceneCount++];
    *scene = (ZhangScene){.name = name, .figure = figure, .real = real};
    snprintf(scene->label, sizeof(scene->label), "%s%s", name, real ? " (real)" : "");
    memcpy(scene->paper, paper[figure - 9], sizeof(scene->paper));
    return scene;
}

// A generated scene.
static svStatus MeasureMade(svContext* context, const char* name, int figure, ZhangResult* result) {
    PaperScene made;
    const PaperSceneOptions options = {.quick = result->quick};
    const uint32_t stride = result->quick ? QUICK_STRIDE : STEP_STRIDE;
    ZhangScene* scene = NewScene(result, name, figure, false);
    Terminal_Progress("%s: starting", name);
    svStatus status = PaperScene_Open(context, name, &options, &made);
    scene->triangles = made.triangleCount;
    while (status == SV_OK && PaperScene_Step(&made, &status)) {
        const Motion motion = {made.triangles, made.triangleCount, {made.x0, made.x1}};
        Terminal_Progress("%s: step %u", name, made.step);
        if (made.step % stride == 0) {
            const SceneStep step = {
                name,    made.triangles, made.triangleCount, made.vertexCount, made.x0,
                made.x1, made.pieces,    made.pieceCount,    made.step,        'z'};
            ScenePictures_Offer(&result->pictures, &step,
                                MeasureStep(&motion, made.step, result->quick, scene));
        }
        status = Progress_IsBroken() ? SV_CANCELLED : status;
    }
    if (status == SV_OK) {
        status = ScenePictures_Draw(&result->pictures, context);
    }
    PaperScene_Close(&made);
    return status;
}

// A step of the real data.
static svStatus MeasureReal(svContext* context, DataSceneIndex index, int figure,
                            ZhangResult* result) {
    DataScene data;
    svStatus status = DataScene_Open(context, (int)index, &data);
    if (status == SV_OK) {
        const size_t count = data.frames[0].triangleCount;
        const Motion motion = {data.frames[0].triangles, count, {data.x0, data.x1}};
        ZhangScene* scene = NewScene(result, data.name, figure, true);
        scene->triangles = count;
        Terminal_Progress("%s", data.name);
        char label[64];
        snprintf(label, sizeof(label), "%s-real", data.name);
        const SceneStep step = {label,   motion.triangles,
                                count,   data.frames[0].vertexCount,
                                data.x0, data.x1,
                                NULL,    0,
                                1,       'y'};
        ScenePictures_Offer(&result->pictures, &step,
                            MeasureStep(&motion, 1, result->quick, scene));
        status = ScenePictures_Draw(&result->pictures, context);
    }
    DataScene_Close(context, &data);
    return status == SV_OK && Progress_IsBroken() ? SV_CANCELLED : status;
}

svStatus Zhang_MeasureScenes(svContext* context, ZhangResult* result) {
    static const char* const made[3] = {"cloth-ball", "burst", "balls"};
    svStatus status = SV_OK;
    result->withoutData = result->quick || !DataScene_Available();
    for (int i = 0; i < 3 && status == SV_OK; ++i) {
        status = MeasureMade(context, made[i], 9 + i, result);
    }
    if (status == SV_OK && !result->withoutData) {
        status = MeasureReal(context, DATA_CLOTH_BALL, 9, result);
    }
    if (status == SV_OK && !result->withoutData) {
        status = MeasureReal(context, DATA_N_BODY, 11, result);
    }
    Terminal_Progress(NULL);
    return status;
}
