// Proximity queries in batches: blocks of pairs go through the SIMD kernel, what it leaves
// undecided through svNear_Test. Out come the near pairs and their closest points.

#include "elementary/proximity/near_batch.h"

static bool HasEnd(const svNear* near) {
    return !(near->weights[0] > 0 && near->weights[1] > 0 && near->weights[2] > 0 &&
             near->weights[3] > 0);
}

// The pairs that the kernel left undecided.
static void TestUndecided(svNearBlock* block, svPairKind kind) {
    for (uint32_t i = 0; i < block->leftCount; ++i) {
        const uint32_t pair = block->left[i];
        svVec3 x[4];
        for (int k = 0; k < 4; ++k) {
            double point[3];
            svPositions_Get(block->x, block->points[pair][k], point);
            x[k] = svVec3_From(point);
        }
        svNear near;
        if (!svNear_Test(x, kind, block->distances[pair], &near) ||
            (block->crossing && HasEnd(&near))) {
            continue;
        }
        if (block->near != NULL) {
            block->near[block->nearCount] = near;
        }
        block->which[block->nearCount++] = pair;
    }
}

uint32_t svNearBatch_Test(const svNearBatch* batch, svPairKind kind) {
    svNearFn* const kernel =
        kind == SV_EDGE_EDGE ? batch->kernels->nearEdgeEdge : batch->kernels->nearVertexFace;
    svNearBlock block;
    block.x = &batch->x;
    block.points = batch->points;
    block.distances = batch->distances;
    block.crossing = kind == SV_EDGE_EDGE && batch->crossing;
    block.which = batch->which;
    block.near = batch->near;
    block.nearCount = 0;
    for (block.first = 0; block.first < batch->count; block.first += SV_NEAR_BLOCK) {
        const uint32_t rest = batch->count - block.first;
        block.count = rest < SV_NEAR_BLOCK ? rest : SV_NEAR_BLOCK;
        block.leftCount = 0;
        kernel(&block);
        TestUndecided(&block, kind);
    }
    return block.nearCount;
}
