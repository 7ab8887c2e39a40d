// From twins to boundary loops.
//
// Cut along its non-manifold edges, the surface is one where every edge has one side (it is rim) or
// two. Around a vertex its faces then form fans, and a fan that is not closed begins and ends with
// a rim side: so each end of a rim side is followed by exactly one other, the rim falls into closed
// loops, and walking them needs no choice, whatever the winding.

#include "base/context.h"
#include "topology/topology.h"

#include <string.h>

// A side with the direction in which a loop passes it.
typedef struct Step {
    uint32_t side;
    bool reversed; // from the side's end to its start
} Step;

static bool IsRim(const svTopology* topology, uint32_t side) {
    return topology->sideTwins[side] == SV_NONE &&
           (topology->triangleBits[side / 3] & SV_COLLAPSED) == 0;
}

static uint32_t StartVertex(const svTopology* topology, Step step) {
    return topology->triangles[step.reversed ? svNextSide(step.side) : step.side];
}

// Turns around the vertex at which the step ends, through the faces of its fan, to the fan's other
// rim side.
static Step NextStep(const svTopology* topology, Step step) {
    const uint32_t vertex = topology->triangles[step.reversed ? step.side : svNextSide(step.side)];
    uint32_t side = step.reversed ? svPreviousSide(step.side) : svNextSide(step.side);
    while (topology->sideTwins[side] != SV_NONE) {
        // The twin's triangle has two sides at the vertex: the one we came through and the next.
        const uint32_t twin = topology->sideTwins[side];
        side = topology->triangles[twin] == vertex ? svPreviousSide(twin) : svNextSide(twin);
    }
    return (Step){side, topology->triangles[side] != vertex};
}

static uint32_t CountRim(const svTopology* topology) {
    uint32_t count = topology->edgeKindCounts[SV_EDGE_BOUNDARY];
    if (topology->edgeKindCounts[SV_EDGE_NON_MANIFOLD] > 0) {
        count = 0;
        for (uint32_t s = 0; s < 3 * topology->triangleCount; ++s) {
            count += IsRim(topology, s);
        }
    }
    return count;
}

svStatus svTopology_BuildLoops(svTopology* topology, svArena* arena) {
    const uint32_t sideCount = 3 * topology->triangleCount;
    const uint32_t rimCount = CountRim(topology);
    uint32_t* sides = svContext_AllocateArray(arena->context, rimCount, sizeof(*sides));
    topology->loopSides = sides;
    uint32_t* vertices = svContext_AllocateArray(arena->context, rimCount, sizeof(*vertices));
    topology->loopVertices = vertices;
    // A loop has at least two sides, and two only where both lie on one non-manifold edge.
    uint32_t* start =
        svContext_AllocateArray(arena->context, (size_t)rimCount / 2 + 1, sizeof(*start));
    topology->loopStart = start;
    bool* visited = svArena_Allocate(arena, sideCount, sizeof(*visited));
    if (sides == NULL || vertices == NULL || start == NULL || visited == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(visited, 0, sideCount * sizeof(*visited));
    uint32_t length = 0;
    start[0] = 0;
    for (uint32_t s = 0; s < sideCount && length < rimCount; ++s) {
        if (visited[s] || !IsRim(topology, s)) {
            continue;
        }
        Step step = {s, false};
        do {
            visited[step.side] = true;
            sides[length] = step.side;
            vertices[length] = StartVertex(topology, step);
            ++length;
            step = NextStep(topology, step);
        } while (step.side != s);
        start[++topology->loopCount] = length;
    }
    return SV_OK;
}
