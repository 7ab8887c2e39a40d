#include "support/self_parts.h"

#include "support/test.h"

#include <stdlib.h>

void SelfParts_Open(TreeScene* scene, svBuilder builder, SelfParts* parts) {
    *parts = (SelfParts){.scene = scene};
    parts->points = malloc(((size_t)scene->vertexCount + 1) * sizeof(uint32_t));
    assert_non_null(parts->points);
    for (uint32_t v = 0; v < scene->vertexCount; ++v) {
        parts->points[v] = v;
    }
    assert_int_equal(TreeScene_BuildLeaves(scene, &parts->leaves), SV_OK);
    assert_int_equal(
        TreeScene_OrderLeaves(scene->context, builder, scene->points, scene->scale, &parts->leaves),
        SV_OK);
    assert_int_equal(svTree_Shape(scene->context, SV_VOLUME_BOX, parts->leaves.count, &parts->tree),
                     SV_OK);
}

void SelfParts_Close(SelfParts* parts) {
    svContext* context = parts->scene->context;
    svSelfTests_Destroy(context, &parts->tests);
    svTree_Destroy(context, &parts->tree);
    svLeaves_Destroy(context, &parts->leaves);
    free(parts->points);
}

svStatus SelfParts_BuildTests(SelfParts* parts) {
    svArena scratch;
    svArena_Init(&scratch, parts->scene->context);
    const svSelfDef def = {
        .meshes = parts->scene->meshes,
        .leaves = &parts->leaves,
        .tree = &parts->tree,
        .pointOfVertex = parts->points,
        .vertexCount = parts->scene->vertexCount,
        .faceCount = parts->scene->faceCount,
        .workerCount = 2,
    };
    const svStatus status = svSelfTests_Build(&scratch, &def, &parts->tests);
    svArena_Destroy(&scratch);
    return status;
}

SelfRange SelfParts_LeavesOf(const SelfParts* parts, uint32_t level, uint32_t part) {
    uint64_t first = part, end = (uint64_t)part + 1;
    for (uint32_t l = 0; l <= level; ++l) {
        first *= SV_PART_FAN;
        end *= SV_PART_FAN;
    }
    return (SelfRange){(uint32_t)first,
                       end < parts->leaves.count ? (uint32_t)end : parts->leaves.count};
}
