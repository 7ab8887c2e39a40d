// Second stage of clustering: small leaves, left over in gaps or at the end of a small component,
// are joined with a leaf that shares a vertex, or else with each other where they are close in
// Morton order.

#include "hierarchy/cluster.h"

#include "hierarchy/morton.h"

#define SMALL_LEAF 6

// Small leaves that share no vertex are joined if they are at most so many places apart in Morton
// order and the squared diagonal of their common AABB is at most twice the mean: larger AABBs cost
// more than small leaves.
#define MAX_PLACES_APART 8

// Triangles visited per vertex: enough to see all leaves around a usual one.
#define MAX_FAN 32

static uint32_t UnionCount(const svLeaf* a, const svLeaf* b) {
    uint32_t count = a->vertexCount;
    for (uint32_t i = 0; i < b->vertexCount; ++i) {
        bool common = false;
        for (uint32_t j = 0; j < a->vertexCount; ++j) {
            common |= a->vertices[j] == b->vertices[i];
        }
        count += !common;
    }
    return count;
}

static bool CanJoin(const svLeaf* a, const svLeaf* b) {
    return a->faceCount + b->faceCount <= SV_WIDTH && a->edgeCount + b->edgeCount <= SV_WIDTH &&
           UnionCount(a, b) <= SV_WIDTH;
}

// The squared diagonal of the AABB around both.
static double UnionSize(const svClusters* clusters, const svLeaf* a, const svLeaf* b) {
    double square = 0;
    for (size_t k = 0; k < 3; ++k) {
        double lower = clusters->points[8 * (size_t)a->vertices[0] + k] * clusters->scale;
        double upper = lower;
        for (uint32_t i = 0; i < (uint32_t)a->vertexCount + b->vertexCount; ++i) {
            const size_t vertex =
                i < a->vertexCount ? a->vertices[i] : b->vertices[i - a->vertexCount];
            const double x = clusters->points[8 * vertex + k] * clusters->scale;
            lower = x < lower ? x : lower;
            upper = x > upper ? x : upper;
        }
        square += (upper - lower) * (upper - lower);
    }
    return square;
}

static void JoinLeaves(svClusters* clusters, uint32_t into, uint32_t from) {
    svLeaf* const a = clusters->leaves->leaves + into;
    svLeaf* const b = clusters->leaves->leaves + from;
    for (uint32_t i = 0; i < b->faceCount; ++i) {
        a->faces[a->faceCount++] = b->faces[i];
        clusters->leafOf[b->faces[i]] = into;
    }
    for (uint32_t i = 0; i < b->edgeCount; ++i) {
        a->edges[a->edgeCount++] = b->edges[i];
    }
    for (uint32_t i = 0; i < b->vertexCount; ++i) {
        bool common = false;
        for (uint32_t j = 0; j < a->vertexCount; ++j) {
            common |= a->vertices[j] == b->vertices[i];
        }
        if (!common) {
            a->vertices[a->vertexCount++] = b->vertices[i];
        }
    }
    b->faceCount = b->edgeCount = b->vertexCount = 0;
}

// Of the leaves that share a vertex, the one with the smallest common AABB; SV_NONE if none can be
// joined.
static uint32_t FindPartner(const svClusters* clusters, uint32_t small) {
    const svTopology* const topology = clusters->topology;
    const svLeaf* const leaves = clusters->leaves->leaves;
    const svLeaf* const leaf = leaves + small;
    uint32_t best = SV_NONE;
    double bestSize = 0;
    for (uint32_t i = 0; i < leaf->vertexCount; ++i) {
        const uint32_t first = topology->vertexTriangleStart[leaf->vertices[i]];
        const uint32_t end = topology->vertexTriangleStart[leaf->vertices[i] + 1];
        for (uint32_t j = first; j < end && j < first + MAX_FAN; ++j) {
            const uint32_t other = clusters->leafOf[topology->vertexTriangles[j]];
            if (other == small || other == best || !CanJoin(leaf, leaves + other)) {
                continue;
            }
            const double size = UnionSize(clusters, leaf, leaves + other);
            if (best == SV_NONE || size < bestSize) {
                best = other;
                bestSize = size;
            }
        }
    }
    return best;
}

static void JoinTouching(svClusters* clusters) {
    const svLeaves* const leaves = clusters->leaves;
    for (uint32_t i = clusters->firstLeaf; i < leaves->count; ++i) {
        if (leaves->leaves[i].faceCount <= SMALL_LEAF) {
            const uint32_t partner = FindPartner(clusters, i);
            if (partner != SV_NONE) {
                JoinLeaves(clusters, partner, i);
            }
        }
    }
}

static bool IsSmall(const svLeaf* leaf) {
    return leaf->faceCount > 0 && leaf->faceCount <= SMALL_LEAF;
}

// The leaves of the mesh in Morton order of their first vertices; null: no memory.
static const svSortItem* LeafOrder(const svClusters* clusters, size_t count) {
    double* places = svArena_Allocate(clusters->arena, count, 3 * sizeof(*places));
    if (places == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < count; ++i) {
        const svLeaf* const leaf = clusters->leaves->leaves + clusters->firstLeaf + i;
        for (size_t k = 0; k < 3; ++k) {
            places[3 * i + k] =
                clusters->points[8 * (size_t)leaf->vertices[0] + k] * clusters->scale;
        }
    }
    return svMortonOrder(clusters->arena, places, count);
}

static double MeanSize(const svClusters* clusters, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; ++i) {
        const svLeaf* const leaf = clusters->leaves->leaves + clusters->firstLeaf + i;
        sum += UnionSize(clusters, leaf, leaf);
    }
    return sum / (double)count;
}

static svStatus JoinNear(svClusters* clusters) {
    const svLeaf* const leaves = clusters->leaves->leaves;
    const size_t count = clusters->leaves->count - clusters->firstLeaf;
    size_t smallCount = 0;
    for (size_t i = 0; i < count; ++i) {
        smallCount += IsSmall(leaves + clusters->firstLeaf + i);
    }
    if (smallCount < 2) {
        return SV_OK;
    }
    const svSortItem* const order = LeafOrder(clusters, count);
    if (order == NULL) {
        return SV_ERROR_MEMORY;
    }
    const double usual = MeanSize(clusters, count);
    uint32_t open = SV_NONE;
    size_t openPlace = 0;
    for (size_t place = 0; place < count; ++place) {
        const uint32_t i = clusters->firstLeaf + order[place].index;
        if (!IsSmall(leaves + i)) {
            continue;
        }
        if (open != SV_NONE && place - openPlace <= MAX_PLACES_APART &&
            CanJoin(leaves + open, leaves + i) &&
            UnionSize(clusters, leaves + open, leaves + i) <= 2 * usual) {
            JoinLeaves(clusters, open, i);
        } else {
            open = i;
        }
        openPlace = place;
    }
    return SV_OK;
}

static void RemoveEmpty(svClusters* clusters) {
    svLeaves* const leaves = clusters->leaves;
    uint32_t count = clusters->firstLeaf;
    for (uint32_t i = clusters->firstLeaf; i < leaves->count; ++i) {
        if (leaves->leaves[i].faceCount > 0) {
            leaves->leaves[count++] = leaves->leaves[i];
        }
    }
    leaves->count = count;
}

svStatus svClusters_Join(svClusters* clusters) {
    JoinTouching(clusters);
    RemoveEmpty(clusters);
    const svStatus status = JoinNear(clusters);
    RemoveEmpty(clusters);
    return status;
}
