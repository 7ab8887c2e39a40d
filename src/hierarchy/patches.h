// The builder of connected patches: leaves in an order in which the leaves of a node hang together
// as a surface, wherever they lie.
#ifndef SELVAGE_HIERARCHY_PATCHES_H
#define SELVAGE_HIERARCHY_PATCHES_H

#include "base/arena.h"
#include "hierarchy/leaf.h"

// The leaves in their order, in groups of 16, of 256 and so on; null if memory is exhausted.
// `centres` are three of each leaf; they decide between parts that do not hang together.
uint32_t* svPatchOrder(svArena* arena, const svLeaf* leaves, uint32_t count, const double* centres);

#endif
