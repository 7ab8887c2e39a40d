// The BVH over the leaves: a complete tree, sixteen children per node.
//
// Children of node i of a level are the items 16 i, 16 i + 1, ... of the level below; below level 0
// are the leaves, in the order of the builder. So there are no pointers, and all leaves are equally
// deep.
#ifndef SELVAGE_HIERARCHY_TREE_H
#define SELVAGE_HIERARCHY_TREE_H

#include "hierarchy/leaf.h"

#define SV_TREE_MAX_LEVELS 8 // 16^8 leaves

// Parts (subtrees) are nodes and quarters of nodes: 4, 16, 64, ... consecutive leaves.
#define SV_PART_FAN 4
#define SV_PART_LEVELS (2 * SV_TREE_MAX_LEVELS)

// A group of leaves, consecutive in the order that a builder is working on.
typedef struct svLeafRange {
    uint32_t first, count;
} svLeafRange;

// How many of a group's blocks come in front when it is halved, such that quarters stay whole.
static inline uint32_t svTree_HalfOf(uint32_t blockCount) {
    return blockCount > SV_PART_FAN ? (blockCount + SV_PART_FAN) / (2 * SV_PART_FAN) * SV_PART_FAN
                                    : blockCount / 2;
}

typedef struct svTreeLevel {
    uint32_t nodeCount;
    uint32_t childCount; // items of the level below, or leaves
    float* bounds;       // rows * SV_WIDTH floats per node: the columns of its children
} svTreeLevel;

typedef struct svTree {
    svVolume volume;
    uint32_t rows;
    uint32_t levelCount; // 0 if there is no leaf; else the last level has one node
    svTreeLevel levels[SV_TREE_MAX_LEVELS];
    void* memory; // of the context; kept and reused where it suffices
    size_t capacity;
} svTree;

// The children of a node.
static inline uint32_t svTree_ChildCount(const svTreeLevel* level, uint32_t node) {
    const uint32_t rest = level->childCount - node * SV_WIDTH;
    return rest < SV_WIDTH ? rest : SV_WIDTH;
}

static inline float* svTree_Node(const svTree* tree, uint32_t level, uint32_t node) {
    return tree->levels[level].bounds + (size_t)node * tree->rows * SV_WIDTH;
}

// Orders the leaves such that nearby ones become neighbours: first of all in groups of 16, of 256,
// of 4096; then of 4, of 64, of 1024. `points`, `scale` and the arena as for svLeaves_Build.
svStatus svTree_OrderLeaves(svArena* scratch, svBuilder builder, const double* points, double scale,
                            svLeaves* leaves);

// Makes room for the tree over `leafCount` leaves; the bounds are not set.
svStatus svTree_Shape(svContext* context, svVolume volume, uint32_t leafCount, svTree* tree);

// Refits bottom-up: sets the bounds of all levels above 0 from those of level 0, which the caller
// has set.
void svTree_Refit(svTree* tree);

// The traversal cost, in any unit: to compare one tree at two times.
double svTree_Cost(const svTree* tree);

void svTree_Destroy(svContext* context, svTree* tree);

#endif
