// Morton order (a space-filling curve), and the radix sort behind it.
#ifndef SELVAGE_HIERARCHY_MORTON_H
#define SELVAGE_HIERARCHY_MORTON_H

#include "base/arena.h"

#include <string.h>

typedef struct svSortItem {
    uint64_t key;
    uint32_t index;
} svSortItem;

// Doubles in the order of unsigned integers; + 0.0 makes one zero of both.
static inline uint64_t svOrderedBits(double x) {
    const double sum = x + 0.0;
    uint64_t bits;
    memcpy(&bits, &sum, sizeof(bits));
    return bits >> 63 != 0 ? ~bits : bits | (uint64_t)1 << 63;
}

// Sorts by key, stably. `scratch` has room for `count` too. Returns where the sorted items are:
// `items` or `scratch`.
svSortItem* svSortItems(svSortItem* items, svSortItem* scratch, size_t count);

// Sorts points, three doubles each and finite, in Morton order within their AABB. The items are in
// the arena; null if memory is exhausted. Their indices are the caller's, 0 to count - 1.
const svSortItem* svMortonOrder(svArena* arena, const double* points, size_t count);

#endif
