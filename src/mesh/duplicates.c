// Faces with the same vertices. A radix sort with vertices as digits brings them together: linear
// for any mesh, where a file could be made to flood a hash table with collisions.

#include "mesh/faults.h"

#include <string.h>

typedef struct Triple {
    uint32_t v[3]; // ascending
} Triple;

// The set of a face's vertices as three numbers. A segment's (a,a,b) and (a,b,b) are the same set:
// both become a b b.
static Triple VertexSet(const uint32_t* corners) {
    uint32_t a = corners[0];
    uint32_t b = corners[1];
    uint32_t c = corners[2];
    uint32_t swap;
    if (a > b) {
        swap = a, a = b, b = swap;
    }
    if (b > c) {
        swap = b, b = c, c = swap;
    }
    if (a > b) {
        swap = a, a = b, b = swap;
    }
    return (Triple){{a, a == b ? c : b, c}};
}

typedef struct FaceSort {
    Triple* sets;
    uint32_t* counts; // vertexCount + 1
    size_t vertexCount;
    uint32_t faceCount;
} FaceSort;

// One stable counting pass over the faces in `from`, by one vertex of their sets.
static void SortPass(const FaceSort* sort, int digit, const uint32_t* from, uint32_t* to) {
    uint32_t* const counts = sort->counts;
    memset(counts, 0, (sort->vertexCount + 1) * sizeof(*counts));
    for (uint32_t t = 0; t < sort->faceCount; ++t) {
        ++counts[(size_t)sort->sets[t].v[digit] + 1];
    }
    for (size_t v = 1; v <= sort->vertexCount; ++v) {
        counts[v] += counts[v - 1];
    }
    for (uint32_t i = 0; i < sort->faceCount; ++i) {
        to[counts[sort->sets[from[i]].v[digit]]++] = from[i];
    }
}

svStatus svFindDuplicateFaces(const svTopology* topology, svArena* arena, uint32_t* earlier) {
    const uint32_t faceCount = topology->triangleCount;
    const size_t vertexCount = topology->vertexCount;
    Triple* sets = svArena_Allocate(arena, faceCount, sizeof(*sets));
    uint32_t* first = svArena_Allocate(arena, faceCount, sizeof(*first));
    uint32_t* second = svArena_Allocate(arena, faceCount, sizeof(*second));
    uint32_t* counts = svArena_Allocate(arena, vertexCount + 1, sizeof(*counts));
    if (sets == NULL || first == NULL || second == NULL || counts == NULL) {
        return SV_ERROR_MEMORY;
    }
    for (uint32_t t = 0; t < faceCount; ++t) {
        sets[t] = VertexSet(topology->triangles + (size_t)3 * t);
        first[t] = t;
    }
    const FaceSort sort = {sets, counts, vertexCount, faceCount};
    SortPass(&sort, 2, first, second);
    SortPass(&sort, 1, second, first);
    SortPass(&sort, 0, first, second);
    uint32_t leader = SV_NONE;
    for (uint32_t i = 0; i < faceCount; ++i) {
        const uint32_t t = second[i];
        const bool same =
            leader != SV_NONE && memcmp(&sets[leader], &sets[t], sizeof(sets[t])) == 0;
        leader = same ? leader : t;
        earlier[t] = same ? leader : SV_NONE;
    }
    return SV_OK;
}
