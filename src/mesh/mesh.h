// What later rooms see of a mesh beyond the public functions.
#ifndef SELVAGE_MESH_MESH_H
#define SELVAGE_MESH_MESH_H

#include "selvage/mesh.h"

struct svMesh {
    svContext* context;
    uint32_t* triangles;
    svTopology topology;
    svPositions x0; // both unset unless hasMotion
    svPositions x1;
    bool hasMotion;
    bool isStatic;
    void* user;
    char* name; // never null
};

// SV_ERROR_ARGUMENT with a message unless a list of triangles can be read at all.
svStatus svCheckTriangles(svContext* context, const uint32_t* triangles, size_t triangleCount,
                          size_t vertexCount);

// SV_ERROR_ARGUMENT with a message unless the view has vertexCount points that can be read.
// `time` is 0 or 1.
svStatus svCheckPositions(svContext* context, const svPositions* positions, size_t vertexCount,
                          int time);

// Two views of the same memory.
bool svSamePositions(const svPositions* a, const svPositions* b);

#endif
