// From pairs of leaves to pairs of features whose bounds meet during the step.
//
// All features of one leaf are laid against those of the other, and filters,
//   diagonals: one of the six diagonals between two axes separates the leaves
//   slabs: along the normal of one leaf the other leaf lies on one side; or some of its features do
//   boxes: one axis separates the boxes of two features
//   diagonals again: one of them separates the features
// reject what certainly stays apart: always on the same side at t0 and at t1; linear motion keeps
// it apart in between. What is left goes into a queue for the exact tests, whose own filters take
// it from there. Pairs that share a vertex are no pairs.
//
// Distances (thickness): bounds and slabs are inflated.
//
// At an instant both times are the same, and a filter of its own looks at the first alone.
//
// What is about leaves is in single precision (leaf_pair.h), boxes and diagonals of features in
// cells (cells.h): for their rounding see there.
#ifndef SELVAGE_FILTER_CCD_FILTER_H
#define SELVAGE_FILTER_CCD_FILTER_H

#include "dispatch/kernels.h"
#include "filter/cells.h"
#include "filter/filter_input.h"
#include "filter/queue.h"

// The features of a leaf, unpacked from its vertices.
struct svFeatureTables {
    // At an instant the first half of the rows, three axes and six diagonals.
    svCells vertices, edgeLower, edgeUpper, faceLower, faceUpper;
    svLeafReach all;
    uint64_t edgePoints[SV_WIDTH]; // two points, in the order of memory
    uint32_t facePoints[SV_WIDTH][3];
};

// Tables are unpacked when they are needed and kept for a while: a leaf meets many others.
#define SV_TABLE_CACHE 128

// One worker's filter.
struct svCcdFilter {
    svFilterInput input;
    const uint32_t* vertexOfPoint; // the numbers that vertices have outside the leaves
    float distance; // added to the leaves' margins: pairs this near count, scaled and rounded up
    uint64_t leafPairs, leafPairsNear; // as in svSceneStats
    uint64_t boxPairs[2], incident[2], culled[2];
    // The last one is for a leaf whose place is taken by the other leaf of the pair.
    uint32_t tags[SV_TABLE_CACHE + 1]; // the leaf of each table, SV_NONE at first
    svFeatureTables tables[SV_TABLE_CACHE + 1];
    svFeatureTables loose[2]; // of a pair of leaves that does not fit into the scene's cells
    svQueue queues[2];        // by svPairKind; after a call at most SV_QUEUE_FULL may remain
};

#endif
