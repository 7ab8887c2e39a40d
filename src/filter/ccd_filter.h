// First half of the narrow phase: from leaf pairs to candidate pairs of features (vertex-face,
// edge-edge) whose swept bounds overlap.
//
// Tests all feature pairs of two leaves. Conservative filters,
//   diagonals: one of the six diagonals between two axes separates the leaves
//   slabs: the other leaf, or some of its features, lies on one side of a leaf along its normal
//   boxes: one axis separates the AABBs of two features
//   diagonals again: one of them separates the features
// cull what is certainly separated throughout the step: on the same side at t0 and at t1, and so,
// motion being linear, in between. What is left is queued for the elementary tests, which have
// filters of their own. Features that share a vertex are no pair.
//
// Distances (thickness): bounds and slabs are inflated.
//
// At an instant both times are the same: a variant of the kernel tests the first alone.
//
// Leaves are tested in single precision (leaf_pair.h), AABBs and diagonals of features in cells
// (cells.h): rounding bounds are derived there.
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

// Tables are unpacked on demand and cached: a leaf is in many pairs.
#define SV_TABLE_CACHE 128

// One worker's filter.
struct svCcdFilter {
    svFilterInput input;
    const uint32_t* vertexOfPoint; // the numbers that vertices have outside the leaves
    float distance; // added to the leaves' margins: proximity threshold, scaled and rounded up
    uint64_t leafPairs, leafPairsNear; // as in svSceneStats
    uint64_t boxPairs[2], incident[2], culled[2];
    // The last one is for a leaf whose slot the other leaf of the pair takes.
    uint32_t tags[SV_TABLE_CACHE + 1]; // the leaf of each table, SV_NONE at first
    svFeatureTables tables[SV_TABLE_CACHE + 1];
    svFeatureTables loose[2]; // of a pair of leaves that does not fit into the scene's cells
    svQueue queues[2];        // by svPairKind; after a call at most SV_QUEUE_FULL may remain
};

#endif
