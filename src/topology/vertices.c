// The triangles around each vertex, and which of them owns the vertex.

#include "base/context.h"
#include "topology/topology.h"

#include <string.h>

// Whether no lower corner of the triangle has the same vertex.
static bool CornerCounts(const uint32_t* corners, uint32_t k) {
    return k == 0 || (corners[k] != corners[0] && (k == 1 || corners[2] != corners[1]));
}

// The triangles of each vertex by counting, then filling each bucket from its end to its start.
static svStatus ListVertexTriangles(svTopology* topology, svContext* context) {
    const size_t vertexCount = topology->vertexCount;
    uint32_t* start = svContext_AllocateArray(context, vertexCount + 1, sizeof(*start));
    topology->vertexTriangleStart = start;
    if (start == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(start, 0, (vertexCount + 1) * sizeof(*start));
    for (uint32_t t = 0; t < topology->triangleCount; ++t) {
        const uint32_t* const corners = topology->triangles + (size_t)3 * t;
        for (uint32_t k = 0; k < 3; ++k) {
            start[corners[k]] += CornerCounts(corners, k);
        }
    }
    uint32_t sum = 0;
    for (size_t v = 0; v < vertexCount; ++v) {
        sum += start[v];
        start[v] = sum;
    }
    start[vertexCount] = sum;
    uint32_t* list = svContext_AllocateArray(context, sum, sizeof(*list));
    topology->vertexTriangles = list;
    if (list == NULL) {
        return SV_ERROR_MEMORY;
    }
    for (uint32_t t = topology->triangleCount; t-- > 0;) {
        const uint32_t* const corners = topology->triangles + (size_t)3 * t;
        for (uint32_t k = 0; k < 3; ++k) {
            if (CornerCounts(corners, k)) {
                list[--start[corners[k]]] = t;
            }
        }
    }
    return SV_OK;
}

svStatus svTopology_BuildVertices(svTopology* topology, svArena* arena) {
    const svStatus status = ListVertexTriangles(topology, arena->context);
    if (status != SV_OK) {
        return status;
    }
    // The lowest-numbered triangle owns the vertex, as with edges.
    uint8_t* const bits = (uint8_t*)topology->triangleBits;
    const uint32_t* const start = topology->vertexTriangleStart;
    for (size_t v = 0; v < topology->vertexCount; ++v) {
        if (start[v] == start[v + 1]) {
            ++topology->isolatedVertexCount;
            continue;
        }
        const uint32_t owner = topology->vertexTriangles[start[v]];
        const uint32_t* const corners = topology->triangles + (size_t)3 * owner;
        const uint32_t k = corners[0] == v ? 0 : corners[1] == v ? 1 : 2;
        bits[owner] |= (uint8_t)SV_OWNS_VERTEX(k);
    }
    return SV_OK;
}
