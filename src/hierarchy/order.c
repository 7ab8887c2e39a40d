// The BVH builders: leaves in any order in, leaves in the order of the tree out. As the tree is
// complete, a group of leaves can be split only where the front part fills whole nodes: for more
// than 16^k leaves and at most 16^(k+1), at a multiple of 16^k, its blocks. So there are at most 15
// places to split a group, and a group is split at most 15 times before it is one block. Within a
// node connectivity decides (patches.h).
//
// Leaves are sorted along the three axes once. Splits keep all three orders, so that every split is
// linear in its group (as in Wald, Havran, "On building fast kd-trees for ray tracing, and on doing
// that in O(N log N)", 2006). What the binned surface area heuristic (Wald, "On fast construction
// of SAH-based bounding volume hierarchies", 2007) calls bins are the blocks here: bins of equally
// many leaves.

#include "hierarchy/tree.h"

#include <float.h>
#include <string.h>

#include "base/context.h"
#include "hierarchy/leaf_box.h"
#include "hierarchy/morton.h"
#include "hierarchy/patches.h"

typedef struct Sorter {
    svBuilder builder;
    uint32_t count;
    const svLeaf* leaves;
    const double* points;
    double scale;
    double* centres; // three of each leaf
    svLeafBox* boxes;
    uint32_t* along[3]; // leaves sorted along each axis; in the end all agree on the nodes
    uint32_t* spill;
    uint8_t* behind; // of leaves: in the part behind the split
} Sorter;

static void MeasureLeaf(Sorter* sorter, uint32_t leaf) {
    const svLeaf* const source = sorter->leaves + leaf;
    svLeafBox* const box = sorter->boxes + leaf;
    for (size_t k = 0; k < 3; ++k) {
        double sum = 0;
        for (size_t time = 0; time < 2; ++time) {
            const double* const x = sorter->points + 4 * time + k;
            double lower = x[8 * (size_t)source->vertices[0]];
            double upper = lower;
            for (uint32_t i = 1; i < source->vertexCount; ++i) {
                const double value = x[8 * (size_t)source->vertices[i]];
                lower = value < lower ? value : lower;
                upper = value > upper ? value : upper;
            }
            lower *= sorter->scale;
            upper *= sorter->scale;
            box->lower[3 * time + k] = (float)lower;
            box->upper[3 * time + k] = (float)upper;
            sum += lower + upper;
        }
        sorter->centres[3 * (size_t)leaf + k] = 0.25 * sum;
    }
}

static svStatus SortAxes(Sorter* sorter, svArena* arena) {
    const size_t count = sorter->count;
    svSortItem* items = svArena_Allocate(arena, count, sizeof(*items));
    svSortItem* scratch = svArena_Allocate(arena, count, sizeof(*scratch));
    sorter->spill = svArena_Allocate(arena, count, sizeof(*sorter->spill));
    sorter->behind = svArena_Allocate(arena, count, sizeof(*sorter->behind));
    if (items == NULL || scratch == NULL || sorter->spill == NULL || sorter->behind == NULL) {
        return SV_ERROR_MEMORY;
    }
    for (size_t k = 0; k < 3; ++k) {
        sorter->along[k] = svArena_Allocate(arena, count, sizeof(*sorter->along[k]));
        if (sorter->along[k] == NULL) {
            return SV_ERROR_MEMORY;
        }
        for (size_t i = 0; i < count; ++i) {
            items[i] = (svSortItem){svOrderedBits(sorter->centres[3 * i + k]), (uint32_t)i};
        }
        const svSortItem* const sorted = svSortItems(items, scratch, count);
        for (size_t i = 0; i < count; ++i) {
            sorter->along[k][i] = sorted[i].index;
        }
    }
    return SV_OK;
}

// Where to split a group, and along which axis.
typedef struct Split {
    uint32_t axis;
    uint32_t blocks; // in front
} Split;

// Median split: the longest axis, in the middle.
static Split MedianSplit(const Sorter* sorter, svLeafRange group, uint32_t blockCount) {
    Split split = {0, svTree_HalfOf(blockCount)};
    double longest = -1;
    for (uint32_t k = 0; k < 3; ++k) {
        const uint32_t* const order = sorter->along[k] + group.first;
        const double lower = sorter->centres[3 * (size_t)order[0] + k];
        const double upper = sorter->centres[3 * (size_t)order[group.count - 1] + k];
        if (upper - lower > longest) {
            longest = upper - lower;
            split.axis = k;
        }
    }
    return split;
}

// Surface area heuristic: the least sum, over both parts, of area times number of blocks.
static Split SahSplit(const Sorter* sorter, svLeafRange group, uint32_t blockCount, uint32_t unit) {
    Split split = {0, 1};
    double least = DBL_MAX;
    for (uint32_t k = 0; k < 3; ++k) {
        const uint32_t* const order = sorter->along[k] + group.first;
        svLeafBox blocks[SV_WIDTH];
        for (uint32_t b = 0; b < blockCount; ++b) {
            const uint32_t first = b * unit;
            const uint32_t end = group.count - first < unit ? group.count : first + unit;
            blocks[b] = svLeafBox_Empty();
            for (uint32_t i = first; i < end; ++i) {
                svLeafBox_Enclose(&blocks[b], sorter->boxes + order[i]);
            }
        }
        double behind[SV_WIDTH];
        svLeafBox box = svLeafBox_Empty();
        for (uint32_t b = blockCount; b-- > 1;) {
            svLeafBox_Enclose(&box, &blocks[b]);
            behind[b] = svLeafBox_Area(&box) * (blockCount - b);
        }
        box = svLeafBox_Empty();
        for (uint32_t b = 1; b < blockCount; ++b) {
            svLeafBox_Enclose(&box, &blocks[b - 1]);
            const double cost = svLeafBox_Area(&box) * b + behind[b];
            if (cost < least) {
                least = cost;
                split = (Split){k, b};
            }
        }
    }
    return split;
}

// Stable partition of the orders along the other axes, to agree with a split.
static void PartitionOrders(Sorter* sorter, svLeafRange group, uint32_t axis, uint32_t frontCount) {
    const uint32_t* const chosen = sorter->along[axis] + group.first;
    for (uint32_t i = 0; i < group.count; ++i) {
        sorter->behind[chosen[i]] = i >= frontCount;
    }
    for (uint32_t k = 0; k < 3; ++k) {
        if (k == axis) {
            continue;
        }
        uint32_t* const order = sorter->along[k] + group.first;
        uint32_t front = 0, spilled = 0;
        for (uint32_t i = 0; i < group.count; ++i) {
            const uint32_t leaf = order[i];
            if (sorter->behind[leaf] != 0) {
                sorter->spill[spilled++] = leaf;
            } else {
                order[front++] = leaf;
            }
        }
        memcpy(order + front, sorter->spill, spilled * sizeof(*order));
    }
}

// Both parts of a split wait on the stack, the smaller one on top, so that the stack stays below
// the logarithm of the number of leaves.
#define MAX_GROUPS 40

static void SplitInSpace(Sorter* sorter) {
    svLeafRange stack[MAX_GROUPS];
    uint32_t depth = 0;
    stack[depth++] = (svLeafRange){0, sorter->count};
    while (depth > 0) {
        const svLeafRange group = stack[--depth];
        if (group.count <= SV_WIDTH) {
            continue; // one node: patches.c takes it from here
        }
        uint32_t unit = SV_WIDTH;
        while (group.count > (uint64_t)unit * SV_WIDTH) {
            unit *= SV_WIDTH;
        }
        const uint32_t blockCount = (group.count - 1) / unit + 1;
        const Split split = sorter->builder == SV_BUILDER_SAH
                                ? SahSplit(sorter, group, blockCount, unit)
                                : MedianSplit(sorter, group, blockCount);
        const uint32_t frontCount = split.blocks * unit;
        PartitionOrders(sorter, group, split.axis, frontCount);
        const svLeafRange front = {group.first, frontCount};
        const svLeafRange back = {group.first + frontCount, group.count - frontCount};
        stack[depth++] = front.count > back.count ? front : back;
        stack[depth++] = front.count > back.count ? back : front;
    }
}

// order[i] is the leaf that comes to place i. Follows the cycles; `order` is used up.
static void Permute(svLeaf* leaves, uint32_t count, uint32_t* order) {
    for (uint32_t i = 0; i < count; ++i) {
        if (order[i] == i) {
            continue;
        }
        const svLeaf first = leaves[i];
        uint32_t at = i;
        while (order[at] != i) {
            const uint32_t from = order[at];
            leaves[at] = leaves[from];
            order[at] = at;
            at = from;
        }
        leaves[at] = first;
        order[at] = at;
    }
}

static svStatus MortonLeaves(Sorter* sorter, svArena* arena) {
    const svSortItem* const sorted = svMortonOrder(arena, sorter->centres, sorter->count);
    sorter->along[0] = svArena_Allocate(arena, sorter->count, sizeof(*sorter->along[0]));
    if (sorted == NULL || sorter->along[0] == NULL) {
        return SV_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < sorter->count; ++i) {
        sorter->along[0][i] = sorted[i].index;
    }
    return SV_OK;
}

// Makes groups connected: of all sizes, or within nodes only, where it costs the broad phase
// nothing.
static svStatus PatchLeaves(const Sorter* sorter, svArena* arena, uint32_t groupSize) {
    const svPatchOrderDef def = {
        .leaves = sorter->leaves,
        .count = sorter->count,
        .centres = sorter->centres,
        .boxes = sorter->boxes,
        .points = sorter->points,
        .scale = sorter->scale,
        .groupSize = groupSize,
    };
    return svPatchOrder(arena, &def, sorter->along[0]) ? SV_OK : SV_ERROR_MEMORY;
}

static svStatus SortLeaves(Sorter* sorter, svArena* arena) {
    sorter->centres = svArena_Allocate(arena, sorter->count, 3 * sizeof(*sorter->centres));
    sorter->boxes = svArena_Allocate(arena, sorter->count, sizeof(*sorter->boxes));
    if (sorter->centres == NULL || sorter->boxes == NULL) {
        return SV_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < sorter->count; ++i) {
        MeasureLeaf(sorter, i);
    }
    if (sorter->builder == SV_BUILDER_MORTON || sorter->builder == SV_BUILDER_PATCHES) {
        const svStatus status = MortonLeaves(sorter, arena);
        return status == SV_OK && sorter->builder == SV_BUILDER_PATCHES
                   ? PatchLeaves(sorter, arena, UINT32_MAX)
                   : status;
    }
    const svStatus status = SortAxes(sorter, arena);
    if (status != SV_OK) {
        return status;
    }
    SplitInSpace(sorter);
    return PatchLeaves(sorter, arena, SV_WIDTH);
}

svStatus svTree_OrderLeaves(svArena* scratch, svBuilder builder, const double* points, double scale,
                            svLeaves* leaves) {
    const svArenaMark mark = svArena_GetMark(scratch);
    Sorter sorter = {
        .builder = builder,
        .count = leaves->count,
        .leaves = leaves->leaves,
        .points = points,
        .scale = scale,
    };
    const svStatus status = SortLeaves(&sorter, scratch);
    if (status == SV_OK) {
        Permute(leaves->leaves, leaves->count, sorter.along[0]);
    }
    svArena_Rewind(scratch, mark);
    return status == SV_OK
               ? SV_OK
               : svContext_Fail(scratch->context, status, "out of memory for the hierarchy");
}
