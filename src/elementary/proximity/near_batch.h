// Proximity queries in batches: which pairs are within their distance, and their closest points.
// Bit for bit the results of svNear_Test.
#ifndef SELVAGE_ELEMENTARY_PROXIMITY_NEAR_BATCH_H
#define SELVAGE_ELEMENTARY_PROXIMITY_NEAR_BATCH_H

#include "dispatch/kernels.h"
#include "elementary/proximity/proximity.h"

// The most lanes of a kernel: that many distances, less one, are read beyond the last one.
#define SV_NEAR_PAD 8

typedef struct svNearBatch {
    svPositions x;               // finite
    const uint32_t (*points)[4]; // of each pair, in the order of svMovingPair
    const double* distances;     // of each pair, and SV_NEAR_PAD more
    uint32_t count;
    const svKernels* kernels;
    bool crossing;   // edge-edge: only pairs with no weight 0
    uint32_t* which; // out: the pairs that are near, unordered; room for all
    svNear* near;    // out: closest points of those; room for all. Null: not computed
} svNearBatch;

// Returns how many are near. The same bytes for any instruction set.
uint32_t svNearBatch_Test(const svNearBatch* batch, svPairKind kind);

// What the kernels work on.
#define SV_NEAR_BLOCK 256

struct svNearBlock {
    const svPositions* x;
    const uint32_t (*points)[4];
    const double* distances;
    uint32_t first; // in the batch
    uint32_t count; // at most SV_NEAR_BLOCK
    bool crossing;  // only pairs with no weight 0
    uint32_t* which;
    svNear* near;
    uint32_t nearCount;           // near pairs so far, in the whole batch
    uint32_t left[SV_NEAR_BLOCK]; // out: pairs for svNear_Test
    uint32_t leftCount;
};

#endif
