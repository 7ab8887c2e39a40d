// Leaves grow triangle by triangle over shared edges, greedily: next is the neighbour that is near
// the middle of the leaf and brings few new vertices and edges. The next leaf starts beside earlier
// ones, so that they fill the surface like a front and leave few gaps.

#include "hierarchy/cluster.h"

#include <string.h>

#include "hierarchy/morton.h"

// Neighbours of a leaf that are looked at; on a surface there are at most 18.
#define MAX_CANDIDATES 48

// At an edge with more sides than this, only the nearest in the list count as neighbours: a book
// of any number of pages stays linear.
#define MAX_EDGE_SIDES 8

// So many seeds are compared; the one with the fewest free neighbours starts the next leaf, since
// it would be left over most easily.
#define SEED_WINDOW 12

// A component of at most so many triangles may share its leaf with the next one.
#define SMALL_COMPONENT 8

typedef struct Growth {
    svClusters* clusters;
    const svTopology* topology;
    svLeaf* leaf; // the one that grows
    uint32_t leafIndex;
    double centre[3]; // sum of the centroids of its faces

    uint32_t candidates[MAX_CANDIDATES];
    uint32_t candidateCount;

    uint32_t* seenBy;     // of triangles: the leaf that had it as its latest candidate
    uint32_t* vertexLeaf; // of vertices: the latest leaf that has it
    uint8_t* edgeOwned;
    uint8_t* queued; // of triangles
    uint32_t* queue; // seeds, each triangle at most once
    uint32_t queueHead, queueEnd;
} Growth;

// What a triangle would add to the leaf.
typedef struct Gain {
    uint32_t vertices, edges;
} Gain;

static Gain GainOf(const Growth* growth, uint32_t triangle) {
    const svTriple vertices = svTriangleVertices(growth->topology, triangle);
    const svTriple edges = svTriangleEdges(growth->topology, triangle);
    Gain gain = {0, 0};
    for (uint32_t k = 0; k < vertices.count; ++k) {
        gain.vertices += growth->vertexLeaf[vertices.items[k]] != growth->leafIndex;
    }
    for (uint32_t k = 0; k < edges.count; ++k) {
        gain.edges += growth->edgeOwned[edges.items[k]] == 0;
    }
    return gain;
}

static bool Fits(const Growth* growth, Gain gain) {
    const svLeaf* const leaf = growth->leaf;
    return leaf->faceCount < SV_WIDTH && leaf->vertexCount + gain.vertices <= SV_WIDTH &&
           leaf->edgeCount + gain.edges <= SV_WIDTH;
}

static void AddCandidate(Growth* growth, uint32_t triangle) {
    if (growth->clusters->leafOf[triangle] == SV_NONE &&
        growth->seenBy[triangle] != growth->leafIndex && growth->candidateCount < MAX_CANDIDATES) {
        growth->seenBy[triangle] = growth->leafIndex;
        growth->candidates[growth->candidateCount++] = triangle;
    }
}

// The sides of an edge that count as neighbours of one of its triangles: [*first, *end).
static void NeighbourSides(const svTopology* topology, uint32_t edge, uint32_t triangle,
                           uint32_t* first, uint32_t* end) {
    *first = topology->edgeSideStart[edge];
    *end = topology->edgeSideStart[edge + 1];
    if (*end - *first <= MAX_EDGE_SIDES) {
        return;
    }
    uint32_t lower = *first, upper = *end;
    while (upper - lower > 1) {
        const uint32_t middle = lower + (upper - lower) / 2;
        if (topology->edgeSides[middle] / 3 <= triangle) {
            lower = middle;
        } else {
            upper = middle;
        }
    }
    *first = lower - *first > MAX_EDGE_SIDES / 2 ? lower - MAX_EDGE_SIDES / 2 : *first;
    *end = *end - lower > MAX_EDGE_SIDES / 2 ? lower + MAX_EDGE_SIDES / 2 : *end;
}

static void AddFace(Growth* growth, uint32_t triangle) {
    const svTopology* const topology = growth->topology;
    svLeaf* const leaf = growth->leaf;
    leaf->faces[leaf->faceCount++] = triangle;
    growth->clusters->leafOf[triangle] = growth->leafIndex;
    for (size_t k = 0; k < 3; ++k) {
        growth->centre[k] += growth->clusters->centroids[3 * (size_t)triangle + k];
    }
    const svTriple vertices = svTriangleVertices(topology, triangle);
    for (uint32_t k = 0; k < vertices.count; ++k) {
        const uint32_t vertex = vertices.items[k];
        if (growth->vertexLeaf[vertex] != growth->leafIndex) {
            growth->vertexLeaf[vertex] = growth->leafIndex;
            leaf->vertices[leaf->vertexCount++] = vertex;
        }
    }
    const svTriple edges = svTriangleEdges(topology, triangle);
    for (uint32_t k = 0; k < edges.count; ++k) {
        const uint32_t edge = edges.items[k];
        if (growth->edgeOwned[edge] == 0) {
            growth->edgeOwned[edge] = 1;
            leaf->edges[leaf->edgeCount++] = edge;
        }
        uint32_t first, end;
        NeighbourSides(topology, edge, triangle, &first, &end);
        for (uint32_t i = first; i < end; ++i) {
            AddCandidate(growth, topology->edgeSides[i] / 3);
        }
    }
}

// Low is good: the squared distance from the middle of the leaf, times a factor for what the
// triangle brings. A triangle that only closes a gap comes first, nearly wherever it is.
static double Score(const Growth* growth, uint32_t triangle, Gain gain) {
    const double* const x = growth->clusters->centroids + 3 * (size_t)triangle;
    const double share = 1.0 / growth->leaf->faceCount;
    double square = 0;
    for (size_t k = 0; k < 3; ++k) {
        const double d = x[k] - growth->centre[k] * share;
        square += d * d;
    }
    return square * (0.25 + gain.vertices + 0.5 * gain.edges);
}

// The best candidate that fits, SV_NONE if there is none. Of equal ones the lowest-numbered.
static uint32_t TakeBest(Growth* growth) {
    uint32_t best = SV_NONE, bestAt = 0;
    double bestScore = 0;
    for (uint32_t i = 0; i < growth->candidateCount; ++i) {
        const uint32_t triangle = growth->candidates[i];
        const Gain gain = GainOf(growth, triangle);
        if (!Fits(growth, gain)) {
            continue;
        }
        const double score = Score(growth, triangle, gain);
        if (best == SV_NONE || score < bestScore || (score == bestScore && triangle < best)) {
            best = triangle;
            bestScore = score;
            bestAt = i;
        }
    }
    if (best != SV_NONE) {
        growth->candidates[bestAt] = growth->candidates[--growth->candidateCount];
    }
    return best;
}

static void GrowFrom(Growth* growth, uint32_t seed) {
    for (uint32_t triangle = seed; triangle != SV_NONE; triangle = TakeBest(growth)) {
        AddFace(growth, triangle);
    }
    for (uint32_t i = 0; i < growth->candidateCount; ++i) {
        const uint32_t triangle = growth->candidates[i];
        if (growth->queued[triangle] == 0) {
            growth->queued[triangle] = 1;
            growth->queue[growth->queueEnd++] = triangle;
        }
    }
    growth->candidateCount = 0;
}

static svStatus NewLeaf(Growth* growth) {
    svLeaves* const leaves = growth->clusters->leaves;
    void* memory = leaves->leaves;
    const svStatus status = svContext_Grow(growth->clusters->context, &memory, &leaves->capacity,
                                           (size_t)leaves->count + 1, sizeof(svLeaf));
    leaves->leaves = memory;
    if (status != SV_OK) {
        return status;
    }
    growth->leafIndex = leaves->count++;
    growth->leaf = leaves->leaves + growth->leafIndex;
    memset(growth->leaf, 0, sizeof(*growth->leaf));
    growth->leaf->mesh = growth->clusters->mesh;
    memset(growth->centre, 0, sizeof(growth->centre));
    return SV_OK;
}

static uint32_t FreeNeighbours(const Growth* growth, uint32_t triangle) {
    uint32_t count = 0;
    const svTriple edges = svTriangleEdges(growth->topology, triangle);
    for (uint32_t k = 0; k < edges.count; ++k) {
        uint32_t first, end;
        NeighbourSides(growth->topology, edges.items[k], triangle, &first, &end);
        for (uint32_t i = first; i < end; ++i) {
            const uint32_t other = growth->topology->edgeSides[i] / 3;
            count += other != triangle && growth->clusters->leafOf[other] == SV_NONE;
        }
    }
    return count;
}

// Drops seeds that have a leaf by now; SV_NONE when none is left.
static uint32_t NextSeed(Growth* growth) {
    const uint32_t* const leafOf = growth->clusters->leafOf;
    while (growth->queueHead < growth->queueEnd &&
           leafOf[growth->queue[growth->queueHead]] != SV_NONE) {
        ++growth->queueHead;
    }
    const uint32_t rest = growth->queueEnd - growth->queueHead;
    const uint32_t window = rest < SEED_WINDOW ? rest : SEED_WINDOW;
    uint32_t best = SV_NONE, fewest = 0;
    for (uint32_t i = 0; i < window; ++i) {
        const uint32_t triangle = growth->queue[growth->queueHead + i];
        if (leafOf[triangle] == SV_NONE) {
            const uint32_t count = FreeNeighbours(growth, triangle);
            if (best == SV_NONE || count < fewest) {
                best = triangle;
                fewest = count;
            }
        }
    }
    return best;
}

// `triangle` is free. A small component goes into the leaf of small ones before it, if it fits as
// a whole for sure.
static svStatus GrowComponent(Growth* growth, uint32_t triangle, bool* openLeaf) {
    const svTopology* const topology = growth->topology;
    const svComponent* component = topology->components + topology->triangleComponents[triangle];
    uint32_t edgeCount = 0;
    for (int kind = 0; kind < SV_EDGE_KIND_COUNT; ++kind) {
        edgeCount += component->edgeCounts[kind];
    }
    const bool small = component->triangleCount <= SMALL_COMPONENT;
    const bool shares = small && *openLeaf &&
                        growth->leaf->faceCount + component->triangleCount <= SV_WIDTH &&
                        growth->leaf->vertexCount + component->vertexCount <= SV_WIDTH &&
                        growth->leaf->edgeCount + edgeCount <= SV_WIDTH;
    for (uint32_t seed = triangle; seed != SV_NONE; seed = NextSeed(growth)) {
        if (!shares) {
            const svStatus status = NewLeaf(growth);
            if (status != SV_OK) {
                return status;
            }
        }
        GrowFrom(growth, seed);
    }
    *openLeaf = small;
    return SV_OK;
}

static svStatus Prepare(Growth* growth, svClusters* clusters) {
    const svTopology* const topology = clusters->topology;
    svArena* const arena = clusters->arena;
    const size_t triangleCount = topology->triangleCount;
    *growth = (Growth){.clusters = clusters, .topology = topology};
    growth->seenBy = svArena_Allocate(arena, triangleCount, sizeof(*growth->seenBy));
    growth->vertexLeaf =
        svArena_Allocate(arena, topology->vertexCount, sizeof(*growth->vertexLeaf));
    growth->edgeOwned = svArena_Allocate(arena, topology->edgeCount, sizeof(*growth->edgeOwned));
    growth->queued = svArena_Allocate(arena, triangleCount, sizeof(*growth->queued));
    growth->queue = svArena_Allocate(arena, triangleCount, sizeof(*growth->queue));
    if (growth->seenBy == NULL || growth->vertexLeaf == NULL || growth->edgeOwned == NULL ||
        growth->queued == NULL || growth->queue == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(growth->seenBy, 0xff, triangleCount * sizeof(*growth->seenBy));
    memset(growth->vertexLeaf, 0xff, topology->vertexCount * sizeof(*growth->vertexLeaf));
    memset(growth->edgeOwned, 0, topology->edgeCount);
    memset(growth->queued, 0, triangleCount);
    return SV_OK;
}

// The components along the curve through their first triangles.
static const svSortItem* ComponentOrder(const svClusters* clusters) {
    const svTopology* const topology = clusters->topology;
    double* starts =
        svArena_Allocate(clusters->arena, topology->componentCount, 3 * sizeof(*starts));
    if (starts == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < topology->componentCount; ++i) {
        const size_t first = topology->components[i].firstTriangle;
        memcpy(starts + 3 * i, clusters->centroids + 3 * first, 3 * sizeof(*starts));
    }
    return svMortonOrder(clusters->arena, starts, topology->componentCount);
}

svStatus svClusters_Grow(svClusters* clusters) {
    const svTopology* const topology = clusters->topology;
    Growth growth;
    svStatus status = Prepare(&growth, clusters);
    const svSortItem* order = status == SV_OK ? ComponentOrder(clusters) : NULL;
    if (order == NULL) {
        return SV_ERROR_MEMORY;
    }
    bool openLeaf = false;
    for (size_t i = 0; i < topology->componentCount && status == SV_OK; ++i) {
        const uint32_t first = topology->components[order[i].index].firstTriangle;
        status = GrowComponent(&growth, first, &openLeaf);
    }
    // At edges with very many sides some triangles may not have been anyone's neighbour.
    for (uint32_t t = 0; t < topology->triangleCount && status == SV_OK; ++t) {
        if (clusters->leafOf[t] == SV_NONE) {
            openLeaf = false;
            status = GrowComponent(&growth, t, &openLeaf);
        }
    }
    return status;
}
