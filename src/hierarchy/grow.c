// First stage of clustering: triangles in, leaves out. A leaf grows greedily over shared edges:
// next is the neighbour that is near the middle of the leaf, enlarges its AABB little and brings
// few new vertices and edges. The next leaf starts beside earlier ones, so that they fill the
// surface like a front and leave few gaps.

#include "hierarchy/cluster.h"

#include <float.h>
#include <string.h>

#include "hierarchy/morton.h"
#include "math/min_max.h"

// Candidate neighbours of a leaf; on a manifold there are at most 18.
#define MAX_CANDIDATES 48

// At an edge with more sides than this, only the nearest in the list count as neighbours: a book
// of any number of pages stays linear.
#define MAX_EDGE_SIDES 8

// Seeds that are compared; the one with the fewest free neighbours starts the next leaf, since it
// would be left over most easily.
#define SEED_WINDOW 4

// A component of at most so many triangles may share its leaf with the next one.
#define SMALL_COMPONENT 8

typedef struct Box {
    double lower[3], upper[3];
} Box;

// A triangle beside the leaf, with what every round of scoring reads.
typedef struct Candidate {
    uint32_t triangle;
    bool fresh; // no leaf has had it as a candidate before
    svTriple vertices, edges;
    double centroid[3];
    Box box;
} Candidate;

typedef struct Growth {
    svClusters* clusters;
    const svTopology* topology;
    svLeaf* leaf; // the one that grows
    uint32_t leafIndex;
    double centre[3]; // sum of the centroids of its faces
    Box box;

    Candidate candidates[MAX_CANDIDATES];
    uint32_t candidateCount;

    uint32_t* seenBy;     // of triangles: the leaf that had it as its latest candidate
    uint32_t* vertexLeaf; // of vertices: the latest leaf that has it
    uint8_t* edgeOwned;
    uint32_t* queue; // seeds: candidates that were left over, each once
    uint32_t queueHead, queueEnd;
} Growth;

// What a triangle would add to the leaf.
typedef struct Gain {
    uint32_t vertices, edges;
} Gain;

static Gain GainOf(const Growth* growth, const Candidate* candidate) {
    Gain gain = {0, 0};
    for (uint32_t k = 0; k < candidate->vertices.count; ++k) {
        gain.vertices += growth->vertexLeaf[candidate->vertices.items[k]] != growth->leafIndex;
    }
    for (uint32_t k = 0; k < candidate->edges.count; ++k) {
        gain.edges += growth->edgeOwned[candidate->edges.items[k]] == 0;
    }
    return gain;
}

static bool FitsInLeaf(const Growth* growth, Gain gain) {
    const svLeaf* const leaf = growth->leaf;
    return leaf->faceCount < SV_WIDTH && leaf->vertexCount + gain.vertices <= SV_WIDTH &&
           leaf->edgeCount + gain.edges <= SV_WIDTH;
}

static Candidate DescribeCandidate(const Growth* growth, uint32_t triangle) {
    const svClusters* const clusters = growth->clusters;
    const uint32_t* const corners = growth->topology->triangles + 3 * (size_t)triangle;
    Candidate candidate = {
        .triangle = triangle,
        .fresh = growth->seenBy[triangle] == SV_NONE,
        .vertices = svTriangleVertices(growth->topology, triangle),
        .edges = svTriangleEdges(growth->topology, triangle),
    };
    for (size_t k = 0; k < 3; ++k) {
        const double a = clusters->points[8 * (size_t)corners[0] + k] * clusters->scale;
        const double b = clusters->points[8 * (size_t)corners[1] + k] * clusters->scale;
        const double c = clusters->points[8 * (size_t)corners[2] + k] * clusters->scale;
        candidate.centroid[k] = (a + b + c) * (1.0 / 3);
        candidate.box.lower[k] = svMin(svMin(a, b), c);
        candidate.box.upper[k] = svMax(svMax(a, b), c);
    }
    return candidate;
}

static void AddCandidate(Growth* growth, uint32_t triangle) {
    if (growth->clusters->leafOf[triangle] == SV_NONE &&
        growth->seenBy[triangle] != growth->leafIndex && growth->candidateCount < MAX_CANDIDATES) {
        growth->candidates[growth->candidateCount++] = DescribeCandidate(growth, triangle);
        growth->seenBy[triangle] = growth->leafIndex;
    }
}

// Sides that count as neighbours of a triangle across one of its edges: list[0..count-1]. The
// triangle's own side is often among them.
typedef struct SideList {
    const uint32_t* list;
    uint32_t count;
} SideList;

// `k` counts the triangle's distinct edges.
static SideList NeighbourSides(const svTopology* topology, uint32_t triangle, uint32_t k,
                               uint32_t edge) {
    const uint32_t* const twin = topology->sideTwins + 3 * (size_t)triangle + k;
    if (topology->collapsedCount == 0 && *twin != SV_NONE) {
        return (SideList){twin, 1};
    }
    const uint32_t start = topology->edgeSideStart[edge];
    const SideList all = {topology->edgeSides + start, topology->edgeSideStart[edge + 1] - start};
    if (all.count <= MAX_EDGE_SIDES) {
        return all;
    }
    uint32_t lower = 0, upper = all.count;
    while (upper - lower > 1) {
        const uint32_t middle = lower + (upper - lower) / 2;
        if (all.list[middle] / 3 <= triangle) {
            lower = middle;
        } else {
            upper = middle;
        }
    }
    const uint32_t reach = MAX_EDGE_SIDES / 2;
    const uint32_t first = lower > reach ? lower - reach : 0;
    const uint32_t end = all.count - lower > reach ? lower + reach : all.count;
    return (SideList){all.list + first, end - first};
}

static void AddFace(Growth* growth, const Candidate* face) {
    const svTopology* const topology = growth->topology;
    svLeaf* const leaf = growth->leaf;
    leaf->faces[leaf->faceCount++] = face->triangle;
    growth->clusters->leafOf[face->triangle] = growth->leafIndex;
    for (size_t k = 0; k < 3; ++k) {
        growth->centre[k] += face->centroid[k];
        growth->box.lower[k] = svMin(growth->box.lower[k], face->box.lower[k]);
        growth->box.upper[k] = svMax(growth->box.upper[k], face->box.upper[k]);
    }
    for (uint32_t k = 0; k < face->vertices.count; ++k) {
        const uint32_t vertex = face->vertices.items[k];
        if (growth->vertexLeaf[vertex] != growth->leafIndex) {
            growth->vertexLeaf[vertex] = growth->leafIndex;
            leaf->vertices[leaf->vertexCount++] = vertex;
        }
    }
    for (uint32_t k = 0; k < face->edges.count; ++k) {
        const uint32_t edge = face->edges.items[k];
        if (growth->edgeOwned[edge] == 0) {
            growth->edgeOwned[edge] = 1;
            leaf->edges[leaf->edgeCount++] = edge;
        }
        const SideList sides = NeighbourSides(topology, face->triangle, k, edge);
        for (uint32_t i = 0; i < sides.count; ++i) {
            AddCandidate(growth, sides.list[i] / 3);
        }
    }
}

// Lower is better: the squared distance from the middle of the leaf, times the squared diagonal of
// the AABB with the triangle, times a factor for what it brings. A triangle that only closes a gap
// comes first, nearly wherever it is; edges are what leaves run out of. The factors are the best of
// those tried on cloth and spheres, by the number of overlapping leaf pairs; none of them matters
// much.
static double Score(const Growth* growth, const Candidate* candidate, Gain gain) {
    const double share = 1.0 / growth->leaf->faceCount;
    double distance = 0, diagonal = 0;
    for (size_t k = 0; k < 3; ++k) {
        const double d = candidate->centroid[k] - growth->centre[k] * share;
        const double w = svMax(growth->box.upper[k], candidate->box.upper[k]) -
                         svMin(growth->box.lower[k], candidate->box.lower[k]);
        distance += d * d;
        diagonal += w * w;
    }
    return distance * diagonal * (0.1 + gain.vertices + 2.0 * gain.edges);
}

// Takes the best candidate that fits out of the list; false if there is none. Of equal ones the
// lowest-numbered.
static bool TakeBest(Growth* growth, Candidate* best) {
    uint32_t bestAt = SV_NONE;
    double bestScore = 0;
    for (uint32_t i = 0; i < growth->candidateCount; ++i) {
        const Candidate* const candidate = growth->candidates + i;
        const Gain gain = GainOf(growth, candidate);
        if (!FitsInLeaf(growth, gain)) {
            continue;
        }
        const double score = Score(growth, candidate, gain);
        if (bestAt == SV_NONE || score < bestScore ||
            (score == bestScore && candidate->triangle < growth->candidates[bestAt].triangle)) {
            bestScore = score;
            bestAt = i;
        }
    }
    if (bestAt == SV_NONE) {
        return false;
    }
    *best = growth->candidates[bestAt];
    growth->candidates[bestAt] = growth->candidates[--growth->candidateCount];
    return true;
}

static void GrowFrom(Growth* growth, uint32_t seed) {
    Candidate next = DescribeCandidate(growth, seed);
    do {
        AddFace(growth, &next);
    } while (TakeBest(growth, &next));
    for (uint32_t i = 0; i < growth->candidateCount; ++i) {
        if (growth->candidates[i].fresh) {
            growth->queue[growth->queueEnd++] = growth->candidates[i].triangle;
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
    for (size_t k = 0; k < 3; ++k) {
        growth->centre[k] = 0;
        growth->box.lower[k] = DBL_MAX;
        growth->box.upper[k] = -DBL_MAX;
    }
    return SV_OK;
}

static uint32_t FreeNeighbours(const Growth* growth, uint32_t triangle) {
    uint32_t count = 0;
    const svTriple edges = svTriangleEdges(growth->topology, triangle);
    for (uint32_t k = 0; k < edges.count; ++k) {
        const SideList sides = NeighbourSides(growth->topology, triangle, k, edges.items[k]);
        for (uint32_t i = 0; i < sides.count; ++i) {
            const uint32_t other = sides.list[i] / 3;
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
    for (int kind = 0; kind < SV_EDGE_KIND_ENUM_COUNT; ++kind) {
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
    growth->queue = svArena_Allocate(arena, triangleCount, sizeof(*growth->queue));
    if (growth->seenBy == NULL || growth->vertexLeaf == NULL || growth->edgeOwned == NULL ||
        growth->queue == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(growth->seenBy, 0xff, triangleCount * sizeof(*growth->seenBy));
    memset(growth->vertexLeaf, 0xff, topology->vertexCount * sizeof(*growth->vertexLeaf));
    memset(growth->edgeOwned, 0, topology->edgeCount);
    return SV_OK;
}

// The components in Morton order of the centroids of their first triangles.
static const svSortItem* ComponentOrder(const Growth* growth) {
    const svTopology* const topology = growth->topology;
    svArena* const arena = growth->clusters->arena;
    double* starts = svArena_Allocate(arena, topology->componentCount, 3 * sizeof(*starts));
    if (starts == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < topology->componentCount; ++i) {
        const Candidate first = DescribeCandidate(growth, topology->components[i].firstTriangle);
        memcpy(starts + 3 * i, first.centroid, sizeof(first.centroid));
    }
    return svMortonOrder(arena, starts, topology->componentCount);
}

svStatus svClusters_Grow(svClusters* clusters) {
    const svTopology* const topology = clusters->topology;
    Growth growth;
    svStatus status = Prepare(&growth, clusters);
    const svSortItem* order = status == SV_OK ? ComponentOrder(&growth) : NULL;
    if (order == NULL) {
        return SV_ERROR_MEMORY;
    }
    bool openLeaf = false;
    for (size_t i = 0; i < topology->componentCount && status == SV_OK; ++i) {
        const uint32_t first = topology->components[order[i].index].firstTriangle;
        status = GrowComponent(&growth, first, &openLeaf);
    }
    // At edges with very many sides some triangles may never have been a candidate.
    for (uint32_t t = 0; t < topology->triangleCount && status == SV_OK; ++t) {
        if (clusters->leafOf[t] == SV_NONE) {
            openLeaf = false;
            status = GrowComponent(&growth, t, &openLeaf);
        }
    }
    return status;
}
