// From vertex indices to edges, the sides (half-edges) on each, their twins and kinds, and which
// triangle owns them. Sides are bucketed by their lower vertex and sorted by the upper one: no hash
// table.

#include "base/context.h"
#include "base/heap_sort.h"
#include "topology/topology.h"

#include <string.h>

// The sides on edges in order of lower vertex, upper vertex, side. A key holds the upper vertex in
// its high half and the side in its low half; the lower vertex is known from the bucket.
typedef struct SideSort {
    uint64_t* keys;
    uint32_t* start; // per lower vertex, vertexCount + 1
    uint32_t edgeCount;
} SideSort;

// Buckets up to this size are sorted by insertion: the usual ones have three sides.
#define SMALL_BUCKET 32

// Whether side k of a triangle lies on an edge that no lower side of the triangle lies on. Only a
// collapsed triangle has others.
static bool SideCounts(const uint32_t* corners, uint32_t k) {
    const uint32_t a = corners[k];
    const uint32_t b = corners[(k + 1) % 3];
    if (a == b) {
        return false;
    }
    for (uint32_t j = 0; j < k; ++j) {
        const uint32_t c = corners[j];
        const uint32_t d = corners[j + 1];
        if ((a == c && b == d) || (a == d && b == c)) {
            return false;
        }
    }
    return true;
}

static bool IsCollapsed(const uint32_t* corners) {
    return corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0];
}

static uint32_t LowerVertex(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static uint32_t UpperVertex(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

// Sorts a bucket in place; the keys differ from each other. Heapsort for the large ones: a fan of
// any size around one vertex stays n log n.
static void SortBucket(uint64_t* keys, size_t count) {
    if (count > SMALL_BUCKET) {
        svHeapSort(keys, count);
        return;
    }
    for (size_t i = 1; i < count; ++i) {
        const uint64_t key = keys[i];
        size_t j = i;
        for (; j > 0 && keys[j - 1] > key; --j) {
            keys[j] = keys[j - 1];
        }
        keys[j] = key;
    }
}

// Puts each side into the bucket of its lower vertex. On entry `start` counts how many there are.
static void BucketSides(const svTopology* topology, uint32_t* start, uint64_t* keys) {
    const size_t vertexCount = topology->vertexCount;
    uint32_t sum = 0;
    for (size_t v = 0; v < vertexCount; ++v) {
        sum += start[v];
        start[v] = sum;
    }
    start[vertexCount] = sum;
    // start[v] is the end of bucket v; filling from the back leaves its start.
    for (size_t t = topology->triangleCount; t-- > 0;) {
        const size_t base = 3 * t;
        const uint32_t* const corners = topology->triangles + base;
        const bool collapsed = IsCollapsed(corners);
        for (uint32_t k = 0; k < 3; ++k) {
            if (!collapsed || SideCounts(corners, k)) {
                const uint32_t a = corners[k];
                const uint32_t b = corners[k == 2 ? 0 : k + 1];
                keys[--start[LowerVertex(a, b)]] = (uint64_t)UpperVertex(a, b) << 32 | (base + k);
            }
        }
    }
}

static svStatus SortSides(const svTopology* topology, svArena* arena, SideSort* sort) {
    const size_t vertexCount = topology->vertexCount;
    const size_t sideCount = (size_t)3 * topology->triangleCount;
    uint32_t* start = svArena_Allocate(arena, vertexCount + 1, sizeof(*start));
    uint64_t* keys = svArena_Allocate(arena, sideCount, sizeof(*keys));
    if (start == NULL || keys == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(start, 0, (vertexCount + 1) * sizeof(*start));
    for (size_t base = 0; base < sideCount; base += 3) {
        const uint32_t* const corners = topology->triangles + base;
        const bool collapsed = IsCollapsed(corners);
        for (uint32_t k = 0; k < 3; ++k) {
            if (!collapsed || SideCounts(corners, k)) {
                ++start[LowerVertex(corners[k], corners[k == 2 ? 0 : k + 1])];
            }
        }
    }
    BucketSides(topology, start, keys);
    uint32_t edgeCount = 0;
    for (size_t v = 0; v < vertexCount; ++v) {
        uint64_t* const bucket = keys + start[v];
        const size_t count = start[v + 1] - start[v];
        SortBucket(bucket, count);
        for (size_t i = 0; i < count; ++i) {
            edgeCount += i == 0 || bucket[i] >> 32 != bucket[i - 1] >> 32;
        }
    }
    *sort = (SideSort){keys, start, edgeCount};
    return SV_OK;
}

// Writes edges, the sides on each, and the edge of each side that is listed.
static svStatus ListEdges(svTopology* topology, svContext* context, const SideSort* sort) {
    const size_t vertexCount = topology->vertexCount;
    const size_t sideCount = (size_t)3 * topology->triangleCount;
    const uint32_t keyCount = sort->start[vertexCount];
    uint32_t* edges = svContext_AllocateArray(context, sort->edgeCount, 2 * sizeof(*edges));
    topology->edges = edges;
    uint32_t* sideStart =
        svContext_AllocateArray(context, (size_t)sort->edgeCount + 1, sizeof(*sideStart));
    topology->edgeSideStart = sideStart;
    uint32_t* sides = svContext_AllocateArray(context, keyCount, sizeof(*sides));
    topology->edgeSides = sides;
    uint32_t* sideEdges = svContext_AllocateArray(context, sideCount, sizeof(*sideEdges));
    topology->sideEdges = sideEdges;
    if (edges == NULL || sideStart == NULL || sides == NULL || sideEdges == NULL) {
        return SV_ERROR_MEMORY;
    }
    topology->edgeCount = sort->edgeCount;
    uint32_t edge = 0;
    for (size_t v = 0; v < vertexCount; ++v) {
        for (uint32_t i = sort->start[v]; i < sort->start[v + 1]; ++i) {
            const uint32_t upper = (uint32_t)(sort->keys[i] >> 32);
            const uint32_t side = (uint32_t)sort->keys[i];
            if (i == sort->start[v] || upper != (uint32_t)(sort->keys[i - 1] >> 32)) {
                edges[2 * (size_t)edge] = (uint32_t)v;
                edges[2 * (size_t)edge + 1] = upper;
                sideStart[edge] = i;
                ++edge;
            }
            sides[i] = side;
            sideEdges[side] = edge - 1;
        }
    }
    sideStart[edge] = keyCount;
    return SV_OK;
}

// Marks collapsed triangles and completes their sides: SV_NONE from a vertex to itself, and the
// side that was not listed lies on the edge of the one that was.
static svStatus FinishCollapsed(svTopology* topology, svContext* context, uint8_t** triangleBits) {
    const size_t triangleCount = topology->triangleCount;
    uint8_t* bits = svContext_AllocateArray(context, triangleCount, sizeof(*bits));
    topology->triangleBits = bits;
    if (bits == NULL) {
        return SV_ERROR_MEMORY;
    }
    uint32_t* const sideEdges = (uint32_t*)topology->sideEdges;
    for (size_t t = 0; t < triangleCount; ++t) {
        const uint32_t* const corners = topology->triangles + 3 * t;
        bits[t] = 0;
        if (!IsCollapsed(corners)) {
            continue;
        }
        bits[t] = SV_COLLAPSED;
        ++topology->collapsedCount;
        uint32_t edge = SV_NONE;
        for (uint32_t k = 0; k < 3; ++k) {
            if (SideCounts(corners, k)) {
                edge = sideEdges[3 * t + k];
            }
        }
        for (uint32_t k = 0; k < 3; ++k) {
            sideEdges[3 * t + k] = corners[k] == corners[(k + 1) % 3] ? SV_NONE : edge;
        }
    }
    *triangleBits = bits;
    return SV_OK;
}

// The kind of an edge, twins if it has them. The lowest-numbered triangle owns the edge: any rule
// that gives each edge one owner is right, and this one needs no second pass.
static svEdgeKind ClassifyEdge(const svTopology* topology, uint32_t edge, uint32_t* twins,
                               uint8_t* bits) {
    const uint32_t* const triangles = topology->triangles;
    const uint32_t begin = topology->edgeSideStart[edge];
    const uint32_t end = topology->edgeSideStart[edge + 1];
    const uint32_t owner = topology->edgeSides[begin];
    bits[owner / 3] |= (uint8_t)SV_OWNS_EDGE(owner % 3);
    uint32_t count = 0;
    uint32_t proper[2] = {SV_NONE, SV_NONE};
    for (uint32_t i = begin; i < end; ++i) {
        const uint32_t side = topology->edgeSides[i];
        if ((bits[side / 3] & SV_COLLAPSED) == 0) {
            if (count < 2) {
                proper[count] = side;
            }
            ++count;
        }
    }
    if (count != 2) {
        return count == 0 ? SV_EDGE_WIRE : count == 1 ? SV_EDGE_BOUNDARY : SV_EDGE_NON_MANIFOLD;
    }
    twins[proper[0]] = proper[1];
    twins[proper[1]] = proper[0];
    return triangles[proper[0]] == triangles[proper[1]] ? SV_EDGE_MISWOUND : SV_EDGE_INNER;
}

svStatus svTopology_BuildEdges(svTopology* topology, svArena* arena) {
    svContext* const context = arena->context;
    SideSort sort;
    uint8_t* bits;
    svStatus status = SortSides(topology, arena, &sort);
    if (status == SV_OK) {
        status = ListEdges(topology, context, &sort);
    }
    if (status == SV_OK) {
        status = FinishCollapsed(topology, context, &bits);
    }
    if (status != SV_OK) {
        return status;
    }
    const size_t sideCount = (size_t)3 * topology->triangleCount;
    uint32_t* twins = svContext_AllocateArray(context, sideCount, sizeof(*twins));
    topology->sideTwins = twins;
    uint8_t* kinds = svContext_AllocateArray(context, topology->edgeCount, sizeof(*kinds));
    topology->edgeKinds = kinds;
    if (twins == NULL || kinds == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(twins, 0xff, sideCount * sizeof(*twins)); // SV_NONE
    for (uint32_t edge = 0; edge < topology->edgeCount; ++edge) {
        const svEdgeKind kind = ClassifyEdge(topology, edge, twins, bits);
        kinds[edge] = (uint8_t)kind;
        ++topology->edgeKindCounts[kind];
    }
    return SV_OK;
}
