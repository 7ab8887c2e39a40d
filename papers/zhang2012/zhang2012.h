// X. Zhang, Y. J. Kim, "Simple culling methods for continuous collision detection of deforming
// triangles", 2012: measurements and reports.
#ifndef SELVAGE_PAPERS_ZHANG2012_H
#define SELVAGE_PAPERS_ZHANG2012_H

#include "selvage/elementary.h"

#include "papers/methods/random_triangles.h"
#include "papers/methods/simple_culling.h"
#include "papers/methods/triangle_pair.h"
#include "papers/paper.h"
#include "papers/scene_picture.h"

// Elementary methods: two moving triangles in, time of impact out.
typedef enum ZhangMethod {
    ZHANG_CA,              // straightforward: fifteen advancements
    ZHANG_TRIANGLE_CA,     // triangle level
    ZHANG_CUBIC,           // fifteen cubics
    ZHANG_LITERAL_CA,      // the culling sequence letter by letter, then advancement
    ZHANG_PRINTED_CA,      // as meant
    ZHANG_CORRECTED_CA,    // safe
    ZHANG_CORRECTED_CUBIC, // safe, then cubics
    ZHANG_FEATURES,        // exact: svVertexFace_Ccd and svEdgeEdge_Ccd, fifteen of them
    ZHANG_SINGLE,          // exact: svTrianglePair_Ccd
    ZHANG_FEATURE_BATCH,   // exact: svVertexFace_CcdBatch and svEdgeEdge_CcdBatch, fifteen of them
    ZHANG_BATCH,           // exact: svTrianglePair_CcdBatch
    ZHANG_METHOD_COUNT
} ZhangMethod;

const char* ZhangMethod_Name(ZhangMethod method);
const char* ZhangMethod_Key(ZhangMethod method); // in JSON and CSV

// Triangle pairs, in the form of each method.
typedef struct ZhangPairs {
    TrianglePair* lab;
    svMovingTrianglePair* moving;
    double (*x[2])[3]; // six points a pair
    uint32_t (*vf)[4]; // six queries a pair
    uint32_t (*ee)[4]; // nine
    bool* truth;       // in contact, by svTrianglePair_Ccd
    svInterval* times; // outputs of the batches
    uint8_t* hits;
    size_t count, capacity;
} ZhangPairs;

void ZhangPairs_Reserve(ZhangPairs* pairs, size_t capacity);
void ZhangPairs_Destroy(ZhangPairs* pairs);
// Adds a pair with its exact answer, below capacity. Returns whether it collides.
bool ZhangPairs_Add(ZhangPairs* pairs, const PairCorners* corners);
// Adds pair `index` of another set.
void ZhangPairs_Copy(ZhangPairs* pairs, const ZhangPairs* from, size_t index);

enum { ZHANG_STEPS = 7 }; // of Table 2

// All methods over one set of pairs.
typedef struct ZhangRun {
    size_t pairs, colliding;
    double ns[ZHANG_METHOD_COUNT];          // per pair: least of many
    uint64_t missed[ZHANG_METHOD_COUNT];    // false negatives
    uint64_t invented[ZHANG_METHOD_COUNT];  // false positives
    uint64_t wholes[ZHANG_STEPS];           // pairs culled after each step, corrected form
    uint64_t left[ZHANG_STEPS];             // feature pairs left then
    uint64_t separated[SV_DIRECTION_KINDS]; // pairs culled by our directions
} ZhangRun;

// Share of non-colliding pairs: false positives of a broad phase.
static inline double ZhangRun_FalsePositives(const ZhangRun* run) {
    return run->pairs > 0 ? 1 - (double)run->colliding / (double)run->pairs : 0;
}

// Speed-up of `fast` over `slow`.
static inline double ZhangRun_Times(const ZhangRun* run, ZhangMethod slow, ZhangMethod fast) {
    return run->ns[fast] > 0 ? run->ns[slow] / run->ns[fast] : 0;
}

// Measures all methods, interleaved, `repeats` times.
void ZhangRun_Measure(ZhangPairs* pairs, int repeats, ZhangRun* run);
// Adds a run; times become the mean per pair.
void ZhangRun_Add(ZhangRun* sum, const ZhangRun* run);

// Figures 5 and 6: nanoseconds per distance, over draws of random configurations.
enum { ZHANG_DRAWS = 20 };
typedef enum ZhangDistance {
    ZHANG_PLANE_GIVEN, // to a plane with a given unit normal
    ZHANG_PLANE,       // normal computed first
    ZHANG_FACE,
    ZHANG_LINE,
    ZHANG_EDGE,
    ZHANG_DISTANCE_COUNT
} ZhangDistance;

typedef struct ZhangDistances {
    double ns[ZHANG_DISTANCE_COUNT][ZHANG_DRAWS];
    double mean[ZHANG_DISTANCE_COUNT];
    double sum; // of all distances, so that the compiler drops none
} ZhangDistances;

const char* ZhangDistance_Name(ZhangDistance distance);
void ZhangDistances_Measure(int configurations, int repeats, ZhangDistances* distances);

// Figures 7 and 8: 50, 55, ... 100 percent of the pairs do not collide.
enum { ZHANG_RATES = 11, ZHANG_RATE_95 = 9, ZHANG_RATE_100 = 10 };
static inline double Zhang_Rate(int index) {
    return 0.5 + 0.05 * index;
}

// Figures 9 to 11: a scene, step by step.
enum { ZHANG_MAX_STEPS = 64, ZHANG_MAX_SCENES = 6 };
typedef struct ZhangScene {
    const char* name;
    char label[64];   // in tables
    int figure;       // of the paper
    bool real;        // from SELVAGE_DATA, else generated
    double paper[3];  // the paper's ratios over CA, triangle CA and cubics
    size_t triangles; // of the mesh
    int stepCount;
    uint32_t numbers[ZHANG_MAX_STEPS]; // of the steps
    ZhangRun steps[ZHANG_MAX_STEPS];
    ZhangRun all;
} ZhangScene;

typedef struct ZhangResult {
    bool quick;
    ZhangDistances distances;
    ZhangRun rates[RANDOM_PLACE_COUNT][ZHANG_RATES];
    ZhangScene scenes[ZHANG_MAX_SCENES];
    int sceneCount;
    bool withoutData; // SELVAGE_DATA is not set, or quick
    ScenePictures pictures;
} ZhangResult;

const char* ZhangPlace_Name(RandomPlace place);

// Figures 7 and 8 into result->rates.
svStatus Zhang_MeasureRates(ZhangResult* result, RandomPlace place);
// Figures 9 to 11 into result->scenes.
svStatus Zhang_MeasureScenes(svContext* context, ZhangResult* result);

// False negatives of exact tests and of the corrected sequence, and false positives of exact tests:
// must be 0.
uint64_t Zhang_Violations(const void* result);

int Zhang_Judge(const void* result, PaperClaim claims[PAPER_CLAIMS]);

// In the order of the terminal.
enum {
    ZHANG_TABLE_DISTANCES,
    ZHANG_TABLE_FIGURE_7,
    ZHANG_TABLE_AT_95,
    ZHANG_TABLE_BOXES_AT_95,
    ZHANG_TABLE_FIGURE_8,
    ZHANG_TABLE_SCENES,
    ZHANG_TABLE_ERRORS,
    ZHANG_TABLE_STEPS,
    ZHANG_TABLE_COUNT
};

extern const Paper zhang2012Paper;
// Members of the descriptor; results are ZhangResult.
svStatus Zhang_Measure(svContext* context, const PaperSettings* settings, void* result);
extern const PaperTable zhangTables[ZHANG_TABLE_COUNT];
void Zhang_TellHead(const void* result, char* text, size_t room);
void Zhang_Conclude(const void* result, FILE* stream);
void Zhang_WriteJson(const void* result, Json* json);
bool Zhang_WriteCsv(const void* result, const char* folder);
void Zhang_TellLead(const void* result, char* text, size_t room);
void Zhang_WritePage(const void* result, Page* page);

#endif
