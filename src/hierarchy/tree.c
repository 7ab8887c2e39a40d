// The 16-wide BVH: layout of its levels, bottom-up refitting, cost.

#include "hierarchy/tree.h"

#include <string.h>

#include "base/context.h"

// Fills in the levels but for their bounds, and returns how many nodes there are in all.
static size_t PlanLevels(uint32_t leafCount, svTree* tree) {
    size_t nodes = 0;
    uint32_t items = leafCount;
    tree->levelCount = 0;
    while (items > 0) {
        const uint32_t nodeCount = items / SV_WIDTH + (items % SV_WIDTH != 0);
        tree->levels[tree->levelCount++] = (svTreeLevel){nodeCount, items, NULL};
        nodes += nodeCount;
        items = nodeCount > 1 ? nodeCount : 0;
    }
    return nodes;
}

svStatus svTree_Shape(svContext* context, svVolume volume, uint32_t leafCount, svTree* tree) {
    svTree plan = *tree;
    plan.volume = volume;
    plan.rows = svVolume_Rows(volume);
    const size_t nodes = PlanLevels(leafCount, &plan);
    const size_t nodeBytes = (size_t)plan.rows * SV_WIDTH * sizeof(float);
    if (nodes > SIZE_MAX / nodeBytes) {
        return svContext_Fail(context, SV_ERROR_MEMORY, "too many leaves for the hierarchy");
    }
    if (nodes * nodeBytes > plan.capacity) {
        plan.memory = svContext_Allocate(context, nodes * nodeBytes);
        if (plan.memory == NULL) {
            return svContext_Fail(context, SV_ERROR_MEMORY, "out of memory for the hierarchy");
        }
        svContext_Release(context, tree->memory);
        plan.capacity = nodes * nodeBytes;
    }
    char* next = plan.memory;
    for (uint32_t l = 0; l < plan.levelCount; ++l) {
        svTreeLevel* const level = plan.levels + l;
        level->bounds = (float*)(void*)next;
        next += level->nodeCount * nodeBytes;
        // The columns past the last child are read with the others; they should be numbers.
        memset(next - nodeBytes, 0, nodeBytes);
    }
    *tree = plan;
    return SV_OK;
}

void svTree_Refit(svTree* tree) {
    for (uint32_t l = 1; l < tree->levelCount; ++l) {
        const svTreeLevel* const below = tree->levels + l - 1;
        for (uint32_t i = 0; i < below->nodeCount; ++i) {
            float* const column = svTree_Node(tree, l, i / SV_WIDTH) + i % SV_WIDTH;
            svVolume_Merge(tree->volume, svTree_Node(tree, l - 1, i), svTree_ChildCount(below, i),
                           column);
        }
    }
}

double svTree_Cost(const svTree* tree) {
    double cost = 0;
    for (uint32_t l = 0; l < tree->levelCount; ++l) {
        const svTreeLevel* const level = tree->levels + l;
        for (uint32_t i = 0; i < level->childCount; ++i) {
            cost += svVolume_Cost(tree->volume, svTree_Node(tree, l, i / SV_WIDTH) + i % SV_WIDTH);
        }
    }
    return cost;
}

void svTree_Destroy(svContext* context, svTree* tree) {
    svContext_Release(context, tree->memory);
    *tree = (svTree){0};
}
