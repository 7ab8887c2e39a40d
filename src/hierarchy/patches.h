// The builder of connected patches: orders leaves such that those of a node are connected as a
// surface, as far as that does not make nodes much larger.
#ifndef SELVAGE_HIERARCHY_PATCHES_H
#define SELVAGE_HIERARCHY_PATCHES_H

#include "base/arena.h"
#include "hierarchy/leaf.h"
#include "hierarchy/leaf_box.h"

typedef struct svPatchOrderDef {
    const svLeaf* leaves;
    uint32_t count;
    const double* centres; // three of each leaf
    const svLeafBox* boxes;
    const double* points; // eight per vertex, as the scene has them
    double scale;         // that brings the extent of the scene to about 1
    uint32_t groupSize;   // a power of 4, or at least `count`
} svPatchOrderDef;

// Reorders the leaves of each group of `groupSize`, such that its parts of 4, of 16, of 64 leaves
// are connected. `order` names leaves by place. False if memory is exhausted.
bool svPatchOrder(svArena* arena, const svPatchOrderDef* def, uint32_t* order);

#endif
