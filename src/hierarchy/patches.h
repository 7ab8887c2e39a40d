// The builder of connected patches: leaves in an order in which the leaves of a node hang together
// as a surface, wherever they lie.
#ifndef SELVAGE_HIERARCHY_PATCHES_H
#define SELVAGE_HIERARCHY_PATCHES_H

#include "base/arena.h"
#include "hierarchy/leaf.h"

// Reorders the leaves of each group of `groupSize` (a power of 4), such that its parts of 4, of 16,
// of 64 leaves hang together. `order` names leaves by place. `centres` are three of each leaf; they
// decide between what does not hang together. False if memory is exhausted.
bool svPatchOrder(svArena* arena, const svLeaf* leaves, uint32_t count, const double* centres,
                  uint32_t groupSize, uint32_t* order);

#endif
