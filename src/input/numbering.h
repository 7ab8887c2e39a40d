// How the features and points of a scene are numbered.
//
// Features (vertices, edges, faces) of all meshes follow each other, mesh by mesh: results are keys
// in this numbering until they are named by mesh and number again. Points are the vertices in the
// order of the leaves that own them, so that what is close in space is close in memory, whatever
// the order of the mesh. src/README.md lists all numberings of a vertex.
#ifndef SELVAGE_INPUT_NUMBERING_H
#define SELVAGE_INPUT_NUMBERING_H

#include "hierarchy/leaf.h"

typedef struct svNumbering {
    svSceneTopology* topologies; // of each mesh, with the numbers of its first features
    size_t topologyCapacity;
    uint32_t meshCount;
    uint32_t vertexCount, edgeCount, faceCount;
    uint32_t* pointOfVertex;
    uint32_t* vertexOfPoint; // and back
    size_t pointOfVertexCapacity, vertexOfPointCapacity;
    bool ordered; // points have their own order; else that of the vertices
} svNumbering;

// Forgets all meshes but keeps the memory.
void svNumbering_Clear(svNumbering* numbering);
void svNumbering_Destroy(svContext* context, svNumbering* numbering);

// Numbers the features of one more mesh. SV_ERROR_MEMORY.
svStatus svNumbering_AddMesh(svContext* context, svNumbering* numbering,
                             const svTopology* topology);

// Makes room for the points of all meshes and numbers them like vertices. SV_ERROR_MEMORY.
svStatus svNumbering_AddPoints(svContext* context, svNumbering* numbering);

// Numbers points like vertices, as svLeaves_Build expects.
void svNumbering_LikeVertices(svNumbering* numbering);

// Numbers the points by the leaves that own them; vertices of no face come last. Turns the leaves'
// vertices into points.
void svNumbering_ByLeaf(svNumbering* numbering, svLeaves* leaves);

// The mesh of a feature: the last one whose first feature is not beyond it.
uint32_t svNumbering_MeshOfVertex(const svNumbering* numbering, uint32_t vertex);
uint32_t svNumbering_MeshOfEdge(const svNumbering* numbering, uint32_t edge);
uint32_t svNumbering_MeshOfFace(const svNumbering* numbering, uint32_t face);

#endif
