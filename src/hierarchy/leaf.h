// BVH leaves: connected clusters of at most sixteen triangles, sixteen vertices and sixteen owned
// edges. Built once; from step to step only the positions change.
//
// A leaf owns its faces, and of its edges and vertices those that no earlier leaf owns, so that
// every feature of the scene is owned by exactly one leaf. The candidate pairs of features are then
// the pairs of owned features of all pairs of leaves (each with itself too), each once.
#ifndef SELVAGE_HIERARCHY_LEAF_H
#define SELVAGE_HIERARCHY_LEAF_H

#include "base/arena.h"
#include "bound/volume.h"
#include "selvage/topology.h"

// The topology of a mesh and where its features begin in the numbering of the scene.
typedef struct svSceneTopology {
    const svTopology* topology;
    uint32_t firstVertex, firstEdge, firstFace;
} svSceneTopology;

// Vertices, edges and faces are numbered through the scene. Lanes past a count repeat the first
// vertex (vertices), are SV_NONE (edges, faces) or 0 (edgeVertices, faceVertices).
typedef struct svLeaf {
    uint32_t vertices[SV_WIDTH]; // those that it owns first
    uint32_t edges[SV_WIDTH];    // owned ones only
    uint32_t faces[SV_WIDTH];
    uint8_t edgeVertices[2][SV_WIDTH]; // lanes of `vertices`, in the order of svTopology::edges
    uint8_t faceVertices[3]
                        [SV_WIDTH]; // lanes of `vertices`, in the order of the triangle's corners
    uint32_t mesh;
    // Of the vertices that it owns, and of the others; SV_NONE where there are none.
    uint32_t leastVertex[2], greatestVertex[2];
    uint8_t vertexCount, ownedVertexCount, edgeCount, faceCount;
} svLeaf;

// Sets leastVertex and greatestVertex.
void svLeaf_SetRanges(svLeaf* leaf);

typedef struct svLeaves {
    svLeaf* leaves; // of the context
    size_t capacity;
    uint32_t count;
} svLeaves;

// Clusters the triangles of all meshes; no leaf mixes two meshes. Triangles connected through edges
// are clustered first; what is left over (soups, tiny components) is packed with its nearest.
// `points` are eight doubles per vertex: x y z 0 at t0, x y z 0 at t1; distances are those at t0
// (multiplied by `scale`, a power of two that brings coordinates below 1 in magnitude). The result
// depends on nothing else. The arena is for scratch and is rewound; the leaves are of its context.
// SV_ERROR_MEMORY.
svStatus svLeaves_Build(svArena* scratch, const svSceneTopology* meshes, uint32_t meshCount,
                        const double* points, double scale, svLeaves* leaves);

void svLeaves_Destroy(svContext* context, svLeaves* leaves);

#endif
