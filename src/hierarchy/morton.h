// Order along a space-filling curve, and the sort that it takes.
#ifndef SELVAGE_HIERARCHY_MORTON_H
#define SELVAGE_HIERARCHY_MORTON_H

#include "base/arena.h"

typedef struct svSortItem {
    uint64_t key;
    uint32_t index;
} svSortItem;

// Sorts by key, items of one key in the order in which they are. `scratch` has room for `count`
// too. Returns where the sorted items are: `items` or `scratch`.
svSortItem* svSortItems(svSortItem* items, svSortItem* scratch, size_t count);

// Sorts points, three doubles each and finite, along the curve through their box. The items are in
// the arena; null if memory is exhausted. The caller's indices of the points are 0 to count - 1.
const svSortItem* svMortonOrder(svArena* arena, const double* points, size_t count);

#endif
