// Index lists of well-known surfaces, and random ones.
#ifndef SELVAGE_TESTS_SUPPORT_MESHES_H
#define SELVAGE_TESTS_SUPPORT_MESHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct TestMesh {
    uint32_t* triangles; // from malloc
    uint32_t triangleCount;
    uint32_t vertexCount;
} TestMesh;

void TestMesh_Free(TestMesh* mesh);

// A copy of a list.
TestMesh TestMesh_Copy(const uint32_t* triangles, uint32_t triangleCount, uint32_t vertexCount);

// A grid of columns x rows quads, two triangles each, wound counter-clockwise. Vertex (x, y) is
// number y * (columns + 1) + x.
TestMesh TestMesh_Grid(uint32_t columns, uint32_t rows);

// The grid with left and right sides glued (an annulus), or left and right glued upside down (a
// Moebius strip; columns >= 3), or both pairs of sides glued (a torus; both >= 3).
TestMesh TestMesh_Annulus(uint32_t columns, uint32_t rows);
TestMesh TestMesh_Moebius(uint32_t columns, uint32_t rows);
TestMesh TestMesh_Torus(uint32_t columns, uint32_t rows);

TestMesh TestMesh_Tetrahedron(void);
TestMesh TestMesh_Cube(void);

// `pages` triangles (0, 1, i + 2) on the edge 0-1.
TestMesh TestMesh_Book(uint32_t pages);

// `blades` triangles (0, i, i + 1) around vertex 0; closed: the last one ends at vertex 1.
TestMesh TestMesh_Fan(uint32_t blades, bool closed);

// A small random soup: repeated indices, duplicates and non-manifold edges are frequent.
TestMesh TestMesh_Random(uint64_t* state, uint32_t maxTriangles, uint32_t maxVertices);

// xorshift64*; the state must not be 0.
uint32_t TestRandom(uint64_t* state, uint32_t below);

#endif
