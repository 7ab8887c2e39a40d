// Building leaves: the two stages behind svLeaves_Build. Until a leaf is finished its lists hold
// numbers of its mesh, in the order in which they were added.
#ifndef SELVAGE_HIERARCHY_CLUSTER_H
#define SELVAGE_HIERARCHY_CLUSTER_H

#include "base/arena.h"
#include "hierarchy/leaf.h"

// The state of clustering one mesh.
typedef struct svClusters {
    svContext* context;
    svArena* arena;
    const svTopology* topology;
    const double* points; // of the mesh: eight doubles per vertex
    double scale;
    uint32_t mesh;
    svLeaves* leaves;
    uint32_t firstLeaf; // of this mesh

    uint32_t* leafOf; // of triangles; SV_NONE while they have none
} svClusters;

// Distinct vertices or edges of a triangle.
typedef struct svTriple {
    uint32_t items[3];
    uint32_t count;
} svTriple;

static inline void svTriple_Add(svTriple* triple, uint32_t item) {
    for (uint32_t i = 0; i < triple->count; ++i) {
        if (triple->items[i] == item) {
            return;
        }
    }
    triple->items[triple->count++] = item;
}

static inline svTriple svTriangleVertices(const svTopology* topology, uint32_t triangle) {
    const uint32_t* const corners = topology->triangles + 3 * (size_t)triangle;
    svTriple triple = {{corners[0], corners[1], corners[2]}, 3};
    if ((topology->triangleBits[triangle] & SV_COLLAPSED) != 0) {
        triple.count = 1;
        svTriple_Add(&triple, corners[1]);
        svTriple_Add(&triple, corners[2]);
    }
    return triple;
}

static inline svTriple svTriangleEdges(const svTopology* topology, uint32_t triangle) {
    const uint32_t* const edges = topology->sideEdges + 3 * (size_t)triangle;
    svTriple triple = {{edges[0], edges[1], edges[2]}, 3};
    if ((topology->triangleBits[triangle] & SV_COLLAPSED) != 0) {
        triple.count = 0;
        for (uint32_t k = 0; k < 3; ++k) {
            if (edges[k] != SV_NONE) {
                svTriple_Add(&triple, edges[k]);
            }
        }
    }
    return triple;
}

// Grows leaves until every triangle of the mesh has one.
svStatus svClusters_Grow(svClusters* clusters);

// Joins small leaves with others of the mesh within the limits. Invalidates svClusters::leafOf.
svStatus svClusters_Join(svClusters* clusters);

#endif
