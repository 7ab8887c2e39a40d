// Collision filtering by rule. In: groups, masks, ring widths and excluded pairs. Out: sorted keys
// and rings that a query looks up by binary search.

#include "filter/exclusions.h"

#include "base/arena.h"
#include "base/context.h"
#include "base/heap_sort.h"

#include <string.h>

static uint64_t PairKey(uint32_t a, uint32_t b) {
    return (uint64_t)a << 32 | b;
}

// The first of `count` ascending keys that is not below `key`.
static size_t LowerBound(const uint64_t* keys, size_t count, uint64_t key) {
    size_t first = 0;
    while (count > 0) {
        const size_t half = count / 2;
        if (keys[first + half] < key) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return first;
}

static bool ContainsKey(const uint64_t* keys, size_t count, uint64_t key) {
    const size_t at = LowerBound(keys, count, key);
    return at < count && keys[at] == key;
}

// ---- meshes ----------------------------------------------------------------------------------

// Of a mesh for which no rule was set.
static const svMeshRule OPEN_RULE = {.group = 1, .mask = UINT32_MAX, .self = true};

// Every pair of meshes is tested if each group has a bit that is in all masks. (Sufficient, not
// necessary: two meshes that are tested only against each other are a counterexample. Then the
// rules are checked per leaf pair.)
static bool RulesLeaveOut(const svExclusions* exclusions) {
    uint32_t mask = UINT32_MAX;
    for (uint32_t i = 0; i < exclusions->ruleCount; ++i) {
        mask &= exclusions->rules[i].mask;
    }
    for (uint32_t i = 0; i < exclusions->ruleCount; ++i) {
        if ((exclusions->rules[i].group & mask) == 0 || !exclusions->rules[i].self) {
            return true;
        }
    }
    return false;
}

svStatus svExclusions_SetRule(svContext* context, svExclusions* exclusions, uint32_t mesh,
                              const svMeshRule* rule) {
    const svStatus status =
        svContext_Grow(context, (void**)&exclusions->rules, &exclusions->ruleCapacity,
                       (size_t)mesh + 1, sizeof(*exclusions->rules));
    if (status != SV_OK || exclusions->rules == NULL) {
        return SV_ERROR_MEMORY;
    }
    for (uint32_t i = exclusions->ruleCount; i < mesh; ++i) {
        exclusions->rules[i] = OPEN_RULE;
    }
    // One more mesh with the rule of the last one changes nothing: adding n meshes stays O(n).
    const svMeshRule* const last = mesh > 0 ? &exclusions->rules[mesh - 1] : NULL;
    const bool changes = last == NULL || mesh < exclusions->ruleCount ||
                         last->group != rule->group || last->mask != rule->mask ||
                         last->self != rule->self;
    exclusions->rules[mesh] = *rule;
    if (mesh >= exclusions->ruleCount) {
        exclusions->ruleCount = mesh + 1;
    }
    if (changes) {
        exclusions->byMesh = exclusions->meshPairCount > 0 || RulesLeaveOut(exclusions);
    }
    return SV_OK;
}

svStatus svExclusions_AddMeshPair(svContext* context, svExclusions* exclusions, uint32_t a,
                                  uint32_t b) {
    const uint64_t key = a < b ? PairKey(a, b) : PairKey(b, a);
    const size_t count = exclusions->meshPairCount;
    const size_t at = LowerBound(exclusions->meshPairs, count, key);
    if (at < count && exclusions->meshPairs[at] == key) {
        return SV_OK;
    }
    const svStatus status =
        svContext_Grow(context, (void**)&exclusions->meshPairs, &exclusions->meshPairCapacity,
                       count + 1, sizeof(*exclusions->meshPairs));
    if (status != SV_OK) {
        return status;
    }
    uint64_t* const keys = exclusions->meshPairs;
    memmove(keys + at + 1, keys + at, (count - at) * sizeof(*keys));
    keys[at] = key;
    exclusions->meshPairCount = count + 1;
    exclusions->byMesh = true;
    return SV_OK;
}

bool svExclusions_AllowMeshes(const svExclusions* exclusions, uint32_t a, uint32_t b) {
    if (!exclusions->byMesh) {
        return true;
    }
    const svMeshRule ruleA = a < exclusions->ruleCount ? exclusions->rules[a] : OPEN_RULE;
    const svMeshRule ruleB = b < exclusions->ruleCount ? exclusions->rules[b] : OPEN_RULE;
    const bool allowed =
        a == b ? ruleA.self : (ruleA.group & ruleB.mask) != 0 && (ruleB.group & ruleA.mask) != 0;
    return allowed && !ContainsKey(exclusions->meshPairs, exclusions->meshPairCount,
                                   a < b ? PairKey(a, b) : PairKey(b, a));
}

// ---- pairs of vertices -----------------------------------------------------------------------

// Both keys of every pair, sorted; repeated ones are still there. A vertex with itself is no pair:
// features that share it are never tested. Returns their number.
static size_t ListBothWays(const uint64_t* pairs, size_t count, uint64_t* keys) {
    size_t listed = 0;
    for (size_t i = 0; i < count; ++i) {
        const uint32_t a = (uint32_t)(pairs[i] >> 32), b = (uint32_t)pairs[i];
        if (a != b) {
            keys[listed++] = PairKey(a, b);
            keys[listed++] = PairKey(b, a);
        }
    }
    svHeapSort(keys, listed);
    return listed;
}

// Merges `added` into `keys`, which has room for both, and removes duplicates. Returns their
// number.
static size_t MergeKeys(uint64_t* keys, size_t count, const uint64_t* added, size_t addedCount) {
    size_t i = count, j = addedCount;
    while (j > 0) { // from the back: nothing is overwritten before it is read
        if (i > 0 && keys[i - 1] > added[j - 1]) {
            keys[i + j - 1] = keys[i - 1];
            --i;
        } else {
            keys[i + j - 1] = added[j - 1];
            --j;
        }
    }
    size_t kept = 0;
    for (size_t k = 0; k < count + addedCount; ++k) {
        if (kept == 0 || keys[kept - 1] != keys[k]) {
            keys[kept++] = keys[k];
        }
    }
    return kept;
}

svStatus svExclusions_AddVertexPairs(svContext* context, svExclusions* exclusions,
                                     const uint64_t* pairs, size_t count) {
    if (count > (SIZE_MAX - exclusions->vertexPairCount) / 2) {
        return SV_ERROR_MEMORY;
    }
    uint64_t* const added = svContext_AllocateArray(context, 2 * count, sizeof(*added));
    if (added == NULL) {
        return SV_ERROR_MEMORY;
    }
    const size_t addedCount = ListBothWays(pairs, count, added);
    const svStatus status =
        svContext_Grow(context, (void**)&exclusions->vertexPairs, &exclusions->vertexPairCapacity,
                       exclusions->vertexPairCount + addedCount, sizeof(*exclusions->vertexPairs));
    if (status == SV_OK) {
        exclusions->vertexPairCount =
            MergeKeys(exclusions->vertexPairs, exclusions->vertexPairCount, added, addedCount);
        exclusions->byVertex = exclusions->ringStart != NULL || exclusions->vertexPairCount > 0;
    }
    svContext_Release(context, added);
    return status;
}

// ---- rings -----------------------------------------------------------------------------------

// Adjacency of the vertices of a mesh, and scratch for breadth-first search.
typedef struct Graph {
    uint32_t vertexCount;
    uint32_t* start; // of each vertex in `neighbours`; one more at the end
    uint32_t* neighbours;
    uint32_t* stamps; // the search that visited last
    uint32_t* queue;  // the vertices visited, by distance
} Graph;

static svStatus MakeGraph(const svTopology* topology, svArena* arena, Graph* graph) {
    const size_t vertexCount = topology->vertexCount;
    const size_t entryCount = 2 * (size_t)topology->edgeCount; // fits: see SV_MAX_TRIANGLES
    graph->vertexCount = topology->vertexCount;
    graph->start = svArena_Allocate(arena, vertexCount + 1, sizeof(*graph->start));
    graph->neighbours = svArena_Allocate(arena, entryCount, sizeof(*graph->neighbours));
    graph->stamps = svArena_Allocate(arena, vertexCount, sizeof(*graph->stamps));
    graph->queue = svArena_Allocate(arena, vertexCount, sizeof(*graph->queue));
    if (graph->start == NULL || graph->neighbours == NULL || graph->stamps == NULL ||
        graph->queue == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(graph->start, 0, (vertexCount + 1) * sizeof(*graph->start));
    for (size_t i = 0; i < entryCount; ++i) {
        ++graph->start[topology->edges[i]];
    }
    uint32_t sum = 0;
    for (size_t v = 0; v <= vertexCount; ++v) {
        sum += graph->start[v];
        graph->start[v] = sum;
    }
    // start[v] is the end of v's neighbours; filling in from the back leaves their start.
    for (size_t i = 0; i < entryCount; ++i) {
        graph->neighbours[--graph->start[topology->edges[i]]] = topology->edges[i ^ 1];
    }
    memset(graph->stamps, 0xff, vertexCount * sizeof(*graph->stamps)); // SV_NONE
    return SV_OK;
}

// Breadth-first search: queues the vertices within `ring` edges of v, v itself first. Returns their
// number. A second search from v needs fresh stamps.
static uint32_t WalkRing(Graph* graph, uint32_t v, uint32_t ring) {
    uint32_t count = 1, done = 0;
    graph->queue[0] = v;
    graph->stamps[v] = v;
    for (uint32_t step = 0; step < ring && done < count; ++step) {
        for (const uint32_t end = count; done < end; ++done) {
            const uint32_t from = graph->queue[done];
            for (uint32_t i = graph->start[from]; i < graph->start[from + 1]; ++i) {
                const uint32_t next = graph->neighbours[i];
                if (graph->stamps[next] != v) {
                    graph->stamps[next] = v;
                    graph->queue[count++] = next;
                }
            }
        }
    }
    return count;
}

// start[v] becomes the size of the ring of v.
static void CountRings(Graph* graph, uint32_t ring, size_t* start) {
    for (uint32_t v = 0; v < graph->vertexCount; ++v) {
        start[v] = WalkRing(graph, v, ring) - 1;
    }
    memset(graph->stamps, 0xff, graph->vertexCount * sizeof(*graph->stamps));
}

// On entry start[v] is where the ring of v ends, afterwards where it starts. Being within a ring
// is mutual: v goes into the lists of those around it, and since v descends and the lists are
// filled from the back, they ascend.
static void FillRings(Graph* graph, uint32_t ring, uint32_t firstVertex, size_t* start,
                      uint32_t* vertices) {
    for (uint32_t v = graph->vertexCount; v-- > 0;) {
        const uint32_t count = WalkRing(graph, v, ring);
        for (uint32_t i = 1; i < count; ++i) {
            vertices[--start[graph->queue[i]]] = firstVertex + v;
        }
    }
}

// In edges; 0: no ring.
static uint32_t RingWidth(const svExclusions* exclusions, uint32_t mesh) {
    return mesh < exclusions->ruleCount ? exclusions->rules[mesh].ring : 0;
}

// The rings while they are made; what was there before stays until they are complete.
typedef struct Rings {
    size_t* start;
    size_t vertexCount; // of all meshes
    uint32_t* vertices;
    size_t total;
} Rings;

// One pass over the meshes that have rings: counts first, fills in once they are allocated.
static svStatus PassMeshes(const svExclusions* exclusions, const svSceneTopology* meshes,
                           uint32_t meshCount, svArena* arena, Rings* rings) {
    for (uint32_t m = 0; m < meshCount; ++m) {
        const uint32_t ring = RingWidth(exclusions, m);
        if (ring == 0) {
            continue;
        }
        const svArenaMark mark = svArena_GetMark(arena);
        Graph graph;
        const svStatus status = MakeGraph(meshes[m].topology, arena, &graph);
        if (status != SV_OK) {
            return status;
        }
        size_t* const start = rings->start + meshes[m].firstVertex;
        if (rings->vertices == NULL) {
            CountRings(&graph, ring, start);
        } else {
            FillRings(&graph, ring, meshes[m].firstVertex, start, rings->vertices);
        }
        svArena_Rewind(arena, mark);
    }
    return SV_OK;
}

static svStatus MakeRings(svContext* context, const svExclusions* exclusions,
                          const svSceneTopology* meshes, uint32_t meshCount, Rings* rings) {
    svArena arena;
    svArena_Init(&arena, context);
    rings->start = svContext_AllocateArray(context, rings->vertexCount + 1, sizeof(*rings->start));
    svStatus status = rings->start == NULL ? SV_ERROR_MEMORY : SV_OK;
    if (status == SV_OK) {
        memset(rings->start, 0, (rings->vertexCount + 1) * sizeof(*rings->start));
        status = PassMeshes(exclusions, meshes, meshCount, &arena, rings);
    }
    if (status == SV_OK) {
        for (size_t v = 0; v <= rings->vertexCount; ++v) {
            rings->total += rings->start[v];
            rings->start[v] = rings->total;
        }
        rings->vertices = svContext_AllocateArray(context, rings->total, sizeof(*rings->vertices));
        status = rings->vertices == NULL ? SV_ERROR_MEMORY
                                         : PassMeshes(exclusions, meshes, meshCount, &arena, rings);
    }
    svArena_Destroy(&arena);
    return status;
}

svStatus svExclusions_BuildRings(svContext* context, svExclusions* exclusions,
                                 const svSceneTopology* meshes, uint32_t meshCount) {
    bool any = false;
    Rings rings = {0};
    for (uint32_t m = 0; m < meshCount; ++m) {
        any |= RingWidth(exclusions, m) > 0;
        rings.vertexCount += meshes[m].topology->vertexCount;
    }
    if (any) {
        const svStatus status = MakeRings(context, exclusions, meshes, meshCount, &rings);
        if (status != SV_OK) {
            svContext_Release(context, rings.start);
            svContext_Release(context, rings.vertices);
            return status;
        }
    }
    svContext_Release(context, exclusions->ringStart);
    svContext_Release(context, exclusions->ringVertices);
    exclusions->ringStart = rings.start;
    exclusions->ringStartCapacity = any ? rings.vertexCount + 1 : 0;
    exclusions->ringVertices = rings.vertices;
    exclusions->ringVertexCapacity = rings.total;
    exclusions->byVertex = any || exclusions->vertexPairCount > 0;
    return SV_OK;
}

static bool InRing(const svExclusions* exclusions, uint32_t a, uint32_t b) {
    size_t first = exclusions->ringStart[a];
    size_t count = exclusions->ringStart[a + 1] - first;
    while (count > 0) {
        const size_t half = count / 2;
        const uint32_t middle = exclusions->ringVertices[first + half];
        if (middle == b) {
            return true;
        }
        if (middle < b) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return false;
}

bool svExclusions_ExcludeVertices(const svExclusions* exclusions, const uint32_t* a, int countA,
                                  const uint32_t* b, int countB) {
    for (int i = 0; i < countA; ++i) {
        for (int j = 0; j < countB; ++j) {
            if ((exclusions->ringStart != NULL && InRing(exclusions, a[i], b[j])) ||
                ContainsKey(exclusions->vertexPairs, exclusions->vertexPairCount,
                            PairKey(a[i], b[j]))) {
                return true;
            }
        }
    }
    return false;
}

void svExclusions_Destroy(svContext* context, svExclusions* exclusions) {
    svContext_Release(context, exclusions->rules);
    svContext_Release(context, exclusions->meshPairs);
    svContext_Release(context, exclusions->vertexPairs);
    svContext_Release(context, exclusions->ringStart);
    svContext_Release(context, exclusions->ringVertices);
    *exclusions = (svExclusions){0};
}
