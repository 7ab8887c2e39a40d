// Short ways to read a mesh from text and to say what it must be.
#ifndef SELVAGE_TESTS_SUPPORT_MESH_DATA_H
#define SELVAGE_TESTS_SUPPORT_MESH_DATA_H

#include "selvage/io.h"

// Reads from memory; fails the test, with the message, if that fails.
svMeshData TestMesh_ReadBytes(svContext* context, const char* name, const void* bytes, size_t size);
svMeshData TestMesh_ReadText(svContext* context, const char* name, const char* text);

// The arrays are exactly these.
void TestMesh_Expect(const svMeshData* mesh, const double* positions, size_t vertexCount,
                     const uint32_t* triangles, size_t triangleCount);

#endif
