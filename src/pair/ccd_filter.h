// From pairs of leaves to pairs of features whose bounds meet during the step.
//
// All features of one leaf are laid against those of the other; in single precision
//   slabs: along the normal of one leaf the other leaf lies on one side; or some of its features do
//   boxes: one axis separates the boxes of two features
//   diagonals: one of the six diagonals between two axes separates the features
// reject what certainly stays apart: always on the same side at t0 and at t1; linear motion keeps
// it apart in between. What is left goes into a queue for the exact tests, whose own filters take
// it from there. Pairs that share a vertex are no pairs.
//
// Distances (thickness): the bounds are inflated, and the slabs are left out.
//
// Bounds are in cells: coordinates of the scene times a power of two, rounded to the nearest
// integer, of which the lowest 16 bits are kept. So a register of AVX2 holds all sixteen lanes, and
// tables are small. Differences wrap around: they are right as long as any two vertices of the two
// leaves, and what counts as near, are within SV_CELL_WINDOW < 2^14 cells along every axis, and so
// within 2^15 along a diagonal. Leaves that are too large or too far from each other for that in
// the cells of the scene are unpacked for their pair alone, in larger cells.
//
// Rounding. A vertex is less than 2^14 cells from the centre of its leaf along an axis, and the
// leaf at most 2^36 from that of the scene. Its coordinate is computed from a local one (off by
// 2^-24 2^14) and the fraction of the leaf's place (off by 2^-53 2^36 and 2^-25), rounded (2^-25
// 2^14): off by less than 2^-8, and by 1/2 more when it becomes a cell. Between two bounds with a
// difference of n cells there are more than n - 1 - 2^-7 cells: n > 1 separates, and n > 2 along a
// diagonal, the sum of two coordinates. For the slabs see leaf_pair.h.
#ifndef SELVAGE_PAIR_CCD_FILTER_H
#define SELVAGE_PAIR_CCD_FILTER_H

#include "pair/leaf_motion.h"
#include "selvage/elementary.h"

// A pair of leaves gives at most 16 * 16 pairs of edges, and twice as many of vertices and faces.
#define SV_QUEUE_FULL 512
#define SV_QUEUE_CAPACITY (SV_QUEUE_FULL + 2 * SV_WIDTH * SV_WIDTH)

// Pairs of features that wait for the exact tests.
typedef struct svQueue {
    uint32_t count;
    // As the leaves number them, in the order of svMovingPair.
    uint32_t points[SV_QUEUE_CAPACITY][4];
    uint32_t features[SV_QUEUE_CAPACITY][2];
} svQueue;

// One value of each of sixteen lanes, in cells: x y z at t0, x y z at t1, then the six diagonals
// x+y x+z y+z x-y x-z y-z at t0 and at t1.
#define SV_CELL_AXES 6
#define SV_CELL_ROWS 18
typedef struct svCells {
    _Alignas(64) int16_t of[SV_CELL_ROWS][SV_WIDTH];
} svCells;

// The features of a leaf, unpacked from its vertices.
typedef struct svLeafTables {
    svCells vertices, edgeLower, edgeUpper, faceLower, faceUpper;
    int16_t lower[SV_CELL_AXES], upper[SV_CELL_AXES]; // of all
    uint64_t edgePoints[SV_WIDTH];                    // two points, in the order of memory
    uint32_t facePoints[SV_WIDTH][3];
} svLeafTables;

// Tables are unpacked when they are needed and kept for a while: a leaf meets many others.
#define SV_TABLE_CACHE 128

// One worker's filter.
typedef struct svCcdFilter {
    const svLeaf* leaves;
    const svLeafMotion* motions;
    const uint32_t* vertexOfPoint; // the numbers that vertices have outside the leaves
    double center[3];              // of the scene, scaled
    float cells;                   // per unit of scaled coordinates: svCellsOfLeaves
    float distance; // added to the leaves' margins: pairs this near count, scaled and rounded up
    bool distant;   // margins or distance are not zero
    uint64_t leafPairs, leafPairsNear; // as in svSceneStats
    uint64_t boxPairs[2], incident[2], culled[2];
    // The last one is for a leaf whose place is taken by the other leaf of the pair.
    uint32_t tags[SV_TABLE_CACHE + 1]; // the leaf of each table, SV_NONE at first
    svLeafTables tables[SV_TABLE_CACHE + 1];
    svLeafTables loose[2]; // of a pair of leaves that does not fit into the scene's cells
    svQueue queues[2];     // by svPairKind; after a call at most SV_QUEUE_FULL may remain
} svCcdFilter;

// Cells per unit, powers of two: for leaves of the usual size, with some 500 cells from the centre
// of a leaf to its end; and the largest number that takes a length to at most SV_CELL_WINDOW cells.
#define SV_CELL_WINDOW 0x1.fp13
float svCellsOfLeaves(const svLeafMotion* motions, uint32_t leafCount);
float svCellsOfWindow(double length);

// Adds what is left of two leaves (a <= b, maybe the same) to the queues.
typedef void (*svCcdFilterFn)(svCcdFilter* filter, uint32_t a, uint32_t b);

svCcdFilterFn svCcdFilter_Choose(svIsa isa);

void svCcdFilter_Scalar(svCcdFilter* filter, uint32_t a, uint32_t b);
void svCcdFilter_Avx2(svCcdFilter* filter, uint32_t a, uint32_t b);
void svCcdFilter_Avx512(svCcdFilter* filter, uint32_t a, uint32_t b);
void svCcdFilter_Neon(svCcdFilter* filter, uint32_t a, uint32_t b);

#endif
