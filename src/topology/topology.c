// Runs the stages of svTopology: triangles in; edges, vertices, fans, loops and components out.

#include "topology/topology.h"

static svStatus RunStages(svTopology* topology, svArena* arena) {
    static svStatus (*const stages[])(svTopology*, svArena*) = {
        svTopology_BuildEdges, svTopology_BuildVertices,   svTopology_BuildFans,
        svTopology_BuildLoops, svTopology_BuildComponents,
    };
    for (size_t i = 0; i < sizeof(stages) / sizeof(stages[0]); ++i) {
        const svArenaMark mark = svArena_GetMark(arena);
        const svStatus status = stages[i](topology, arena);
        if (status != SV_OK) {
            return status;
        }
        svArena_Rewind(arena, mark);
    }
    return SV_OK;
}

svStatus svTopology_Build(svContext* context, const uint32_t* triangles, uint32_t triangleCount,
                          uint32_t vertexCount, svTopology* topology) {
    *topology = (svTopology){
        .vertexCount = vertexCount,
        .triangleCount = triangleCount,
        .triangles = triangles,
    };
    svArena arena;
    svArena_Init(&arena, context);
    const svStatus status = RunStages(topology, &arena);
    svArena_Destroy(&arena);
    if (status != SV_OK) {
        svTopology_Destroy(context, topology);
    }
    return status;
}

void svTopology_Destroy(svContext* context, svTopology* topology) {
    const void* const arrays[] = {
        topology->triangleBits,       topology->edges,           topology->edgeKinds,
        topology->sideEdges,          topology->sideTwins,       topology->edgeSideStart,
        topology->edgeSides,          topology->vertexTriangles, topology->vertexTriangleStart,
        topology->loopStart,          topology->loopSides,       topology->loopVertices,
        topology->pinchVertices,      topology->pinchFanCounts,  topology->components,
        topology->triangleComponents,
    };
    for (size_t i = 0; i < sizeof(arrays) / sizeof(arrays[0]); ++i) {
        svContext_Release(context, (void*)arrays[i]);
    }
    *topology = (svTopology){0};
}
