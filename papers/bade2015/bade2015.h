// A. Bade, C. S. Ping, S. H. Tanalol, "Collision detection for cloth simulation using bounding
// sphere hierarchy", 2015: measurements and reports.
#ifndef SELVAGE_PAPERS_BADE2015_H
#define SELVAGE_PAPERS_BADE2015_H

#include "papers/methods/quad_tree.h"
#include "papers/paper.h"

enum { BADE_PAPER_RUNS = 20 };

// Table 1 of the paper, milliseconds, and its frame rates.
extern const double badePaperTimes[BADE_PAPER_RUNS][2]; // spheres, boxes
extern const double badePaperRates[2];

// The BVHs compared: four levels, then down to single particles.
enum { BADE_TREE_COUNT = 2 * QUAD_VOLUME_COUNT };

static inline int Bade_TreeIndex(bool four, QuadVolume volume) {
    return (four ? 0 : QUAD_VOLUME_COUNT) + (int)volume;
}

// One BVH, over all executions. Counts are of one execution: all are the same.
typedef struct BadeTree {
    QuadTreeDef def;
    double* seconds;                    // of each execution: building and searching at each frame
    double buildSeconds, searchSeconds; // all frames, of the fastest execution
    uint32_t nodeCount;
    uint64_t nodeTests, particleTests;
    uint64_t hits, missed;
    uint64_t outside; // particles outside a volume that should contain them, over all frames
} BadeTree;

typedef struct BadeResult {
    uint32_t columns, rows;
    uint64_t runs;
    size_t frames;
    double ballRadius, reach; // a particle closer than `reach` to the centre collides
    uint64_t inside;          // particles within reach, by brute force
    BadeTree trees[BADE_TREE_COUNT];
    double bruteSeconds;    // brute force over all particles, fastest execution
    double verletSeconds;   // a frame of the simulation as in the paper
    double fullSeconds;     // a frame with Selvage's collision handling
    double sceneSeconds;    // a frame of svScene_Detect, cloth against ball
    uint64_t sceneContacts; // its contacts in all frames
    uint64_t intersections; // triangle pairs of cloth and ball, and of cloth, after each frame
} BadeResult;

// Least, mean and most.
typedef struct BadeSpread {
    double least, mean, most;
} BadeSpread;

BadeSpread Bade_Spread(const double* values, uint64_t count);

// "spheres, four levels".
const char* BadeTree_Name(int tree);

// Members of the descriptor; results are BadeResult.
extern const Paper bade2015Paper;
svStatus Bade_Measure(svContext* context, const PaperSettings* settings, void* result);
void Bade_Destroy(void* result);
enum { BADE_TABLE_COUNT = 2 };
extern const PaperTable badeTables[BADE_TABLE_COUNT];
void Bade_TellHead(const void* result, char* text, size_t room);
void Bade_Conclude(const void* result, FILE* stream);
void Bade_WriteJson(const void* result, Json* json);

#endif
