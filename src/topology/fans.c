// Pinch (non-manifold) vertices: those whose faces fall into several fans. Two corners at a vertex
// are of one fan if their faces share an edge at that vertex; a union-find over corners finds
// closed fans and open ones, manifold or not.

#include "base/context.h"
#include "topology/topology.h"

#include <string.h>

static uint32_t FindFanRoot(uint32_t* parents, uint32_t i) {
    while (parents[i] != i) {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

static void JoinFans(uint32_t* parents, uint32_t i, uint32_t j) {
    i = FindFanRoot(parents, i);
    j = FindFanRoot(parents, j);
    if (i < j) {
        parents[j] = i;
    } else {
        parents[i] = j;
    }
}

// Joins the corners of two sides on the same edge, at both ends of it. Corner s is where side s
// starts.
static void JoinSides(const uint32_t* triangles, uint32_t* parents, uint32_t s, uint32_t r) {
    const bool sameWay = triangles[s] == triangles[r];
    JoinFans(parents, s, sameWay ? r : svNextSide(r));
    JoinFans(parents, svNextSide(s), sameWay ? svNextSide(r) : r);
}

// The faces on an edge with twins are joined through the twins, those on a non-manifold edge one
// to the next.
static void JoinCorners(const svTopology* topology, uint32_t* parents) {
    const uint32_t sideCount = 3 * topology->triangleCount;
    for (uint32_t s = 0; s < sideCount; ++s) {
        const uint32_t twin = topology->sideTwins[s];
        if (twin != SV_NONE && s < twin) {
            JoinSides(topology->triangles, parents, s, twin);
        }
    }
    if (topology->edgeKindCounts[SV_EDGE_NON_MANIFOLD] == 0) {
        return;
    }
    for (uint32_t edge = 0; edge < topology->edgeCount; ++edge) {
        if (topology->edgeKinds[edge] != SV_EDGE_NON_MANIFOLD) {
            continue;
        }
        uint32_t previous = SV_NONE;
        for (uint32_t i = topology->edgeSideStart[edge]; i < topology->edgeSideStart[edge + 1];
             ++i) {
            const uint32_t side = topology->edgeSides[i];
            if (topology->triangleBits[side / 3] & SV_COLLAPSED) {
                continue;
            }
            if (previous != SV_NONE) {
                JoinSides(topology->triangles, parents, previous, side);
            }
            previous = side;
        }
    }
}

svStatus svTopology_BuildFans(svTopology* topology, svArena* arena) {
    const uint32_t sideCount = 3 * topology->triangleCount;
    const uint32_t vertexCount = topology->vertexCount;
    uint32_t* parents = svArena_Allocate(arena, sideCount, sizeof(*parents));
    uint32_t* fanCounts = svArena_Allocate(arena, vertexCount, sizeof(*fanCounts));
    if (parents == NULL || fanCounts == NULL) {
        return SV_ERROR_MEMORY;
    }
    for (uint32_t s = 0; s < sideCount; ++s) {
        parents[s] = s;
    }
    JoinCorners(topology, parents);
    memset(fanCounts, 0, vertexCount * sizeof(*fanCounts));
    for (uint32_t s = 0; s < sideCount; ++s) {
        // A fan counts at its root.
        if (parents[s] == s && (topology->triangleBits[s / 3] & SV_COLLAPSED) == 0) {
            ++fanCounts[topology->triangles[s]];
        }
    }
    uint32_t pinchCount = 0;
    for (uint32_t v = 0; v < vertexCount; ++v) {
        pinchCount += fanCounts[v] > 1;
    }
    uint32_t* vertices = svContext_AllocateArray(arena->context, pinchCount, sizeof(*vertices));
    topology->pinchVertices = vertices;
    uint32_t* counts = svContext_AllocateArray(arena->context, pinchCount, sizeof(*counts));
    topology->pinchFanCounts = counts;
    if (vertices == NULL || counts == NULL) {
        return SV_ERROR_MEMORY;
    }
    for (uint32_t v = 0; v < vertexCount; ++v) {
        if (fanCounts[v] > 1) {
            vertices[topology->pinchVertexCount] = v;
            counts[topology->pinchVertexCount] = fanCounts[v];
            ++topology->pinchVertexCount;
        }
    }
    return SV_OK;
}
