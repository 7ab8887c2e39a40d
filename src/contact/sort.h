// The order of results, and their hash.
#ifndef SELVAGE_CONTACT_SORT_H
#define SELVAGE_CONTACT_SORT_H

#include "selvage/base.h"

// A pair in the numbering of the scene, and which record of the worker's output belongs to it.
// The order of `key` is the order of results: the first feature in the upper half, the second in
// the lower one.
typedef struct svKeyed {
    uint64_t key;
    uint32_t record;
} svKeyed;

static inline uint64_t svKey(uint32_t a, uint32_t b) {
    return (uint64_t)a << 32 | b;
}

// Sorts by key; `scratch` has room for `count` too. Returns where the sorted items are: `items` or
// `scratch`.
svKeyed* svSortKeys(svKeyed* items, svKeyed* scratch, size_t count);

// The hash of a set is the sum of the hashes of its pairs, so the order in which they are found
// plays no part. `kind` tells vertex-face (0), edge-edge (1) and two faces (2) apart.
uint64_t svHashPair(uint32_t kind, uint32_t meshA, uint32_t a, uint32_t meshB, uint32_t b);

#endif
