// From pairs of leaves to pairs of features that may be in contact during the step.
//
// All features of one leaf are laid against those of the other, and four filters in single
// precision reject what certainly stays apart:
//   1. slabs: along the normal of one leaf, moving with it, the other leaf lies on one side; or
//   some
//      of its features do
//   2. boxes: one axis separates the boxes of two features on the same side at t0 and at t1; linear
//      motion keeps them apart in between
//   3. coplanarity: the four Bernstein coefficients of the pair's coplanarity cubic have one sign
//   4. axes: a direction in the plane of the pair, perpendicular to one of its edges, separates the
//      pair at t0 and at t1 on the same side (zhang2012, Corollaries 6.1-6.3: any direction is
//      valid; THEORY: only rounding matters)
// What is left goes into a queue for the exact tests. Pairs that share a vertex are no pairs.
//
// Distances (thickness): the boxes are inflated, and filters 1, 3 and 4 are left out.
//
// Rounding. u = 2^-24. R = size(a) + size(b) + |offset|, where the offset is that between the
// leaves' centres. A local coordinate is off by u size, the offset by u |offset|; a coordinate of
// one leaf moved into the frame of the other is rounded once more, a difference once more. Summed:
//   differences of two points, of one leaf or of both: at most 4 u R              (DIFFERENCE)
// all of them with room for the roundings of the bounds themselves and of second order. Products
// may underflow: each by at most 2^-149, then multiplied by numbers below 4 and summed some fifty
// times: less than FLOAT_TINY = 2^-126, which is added to every bound.
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
    uint32_t points[SV_QUEUE_CAPACITY][4]; // vertices in the order of svMovingPair
    uint32_t features[SV_QUEUE_CAPACITY][2];
} svQueue;

// The features of a leaf lane by lane, unpacked from its vertices. Coordinates are local.
typedef struct svLeafTables {
    _Alignas(64) float edgeStart[6][SV_WIDTH]; // x y z at t0, x y z at t1
    float edgeSide[6][SV_WIDTH];               // end minus start
    float edgeLower[6][SV_WIDTH], edgeUpper[6][SV_WIDTH];
    float faceStart[6][SV_WIDTH];                         // corner 0
    float faceSide1[6][SV_WIDTH], faceSide2[6][SV_WIDTH]; // corners 1 and 2 minus corner 0
    float faceLower[6][SV_WIDTH], faceUpper[6][SV_WIDTH];
    uint16_t vertexEdges[SV_WIDTH], vertexFaces[SV_WIDTH]; // the lanes of the features at a vertex
} svLeafTables;

// Tables are unpacked when they are needed and kept for a while: a leaf meets many others.
#define SV_TABLE_CACHE 64

// One worker's filter.
typedef struct svCcdFilter {
    const svLeaf* leaves;
    const svLeafMotion* motions;
    float distance; // added to the leaves' margins: pairs this near count, scaled and rounded up
    bool distant;   // margins or distance are not zero
    uint64_t leafPairs, leafPairsNear; // as in svSceneStats
    uint64_t boxPairs[2], incident[2], culled[2];
    // The last one is for a leaf whose place is taken by the other leaf of the pair.
    uint32_t tags[SV_TABLE_CACHE + 1]; // the leaf of each table, SV_NONE at first
    svLeafTables tables[SV_TABLE_CACHE + 1];
    svQueue queues[2]; // by svPairKind; after a call at most SV_QUEUE_FULL may remain
} svCcdFilter;

// Adds what is left of two leaves (a <= b, maybe the same) to the queues.
typedef void (*svCcdFilterFn)(svCcdFilter* filter, uint32_t a, uint32_t b);

svCcdFilterFn svCcdFilter_Choose(svIsa isa);

void svCcdFilter_Scalar(svCcdFilter* filter, uint32_t a, uint32_t b);
void svCcdFilter_Avx2(svCcdFilter* filter, uint32_t a, uint32_t b);
void svCcdFilter_Avx512(svCcdFilter* filter, uint32_t a, uint32_t b);
void svCcdFilter_Neon(svCcdFilter* filter, uint32_t a, uint32_t b);

#endif
