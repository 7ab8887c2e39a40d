#include "support/meshes.h"

#include <stdlib.h>
#include <string.h>

#include "support/test.h"

static TestMesh New(uint32_t triangleCount, uint32_t vertexCount) {
    TestMesh mesh = {NULL, triangleCount, vertexCount};
    mesh.triangles = malloc(((size_t)3 * triangleCount + 1) * sizeof(*mesh.triangles));
    assert_non_null(mesh.triangles);
    return mesh;
}

void TestMesh_Free(TestMesh* mesh) {
    free(mesh->triangles);
    *mesh = (TestMesh){0};
}

TestMesh TestMesh_Copy(const uint32_t* triangles, uint32_t triangleCount, uint32_t vertexCount) {
    TestMesh mesh = New(triangleCount, vertexCount);
    if (triangleCount > 0) {
        memcpy(mesh.triangles, triangles, (size_t)3 * triangleCount * sizeof(*triangles));
    }
    return mesh;
}

// The corners of quad (x, y), counter-clockwise, cut along the diagonal from 1 to 3.
static void PutQuad(uint32_t* triangles, const uint32_t corners[4]) {
    const uint32_t list[6] = {corners[0], corners[1], corners[3],
                              corners[1], corners[2], corners[3]};
    memcpy(triangles, list, sizeof(list));
}

// A grid in which vertex (x, y), x <= columns and y <= rows, has the number number(x, y).
static TestMesh Wrapped(uint32_t columns, uint32_t rows, uint32_t vertexCount,
                        uint32_t (*number)(uint32_t, uint32_t, uint32_t, uint32_t)) {
    TestMesh mesh = New(2 * columns * rows, vertexCount);
    uint32_t* out = mesh.triangles;
    for (uint32_t y = 0; y < rows; ++y) {
        for (uint32_t x = 0; x < columns; ++x, out += 6) {
            const uint32_t corners[4] = {
                number(x, y, columns, rows), number(x + 1, y, columns, rows),
                number(x + 1, y + 1, columns, rows), number(x, y + 1, columns, rows)};
            PutQuad(out, corners);
        }
    }
    return mesh;
}

static uint32_t GridNumber(uint32_t x, uint32_t y, uint32_t columns, uint32_t rows) {
    (void)rows;
    return y * (columns + 1) + x;
}

static uint32_t AnnulusNumber(uint32_t x, uint32_t y, uint32_t columns, uint32_t rows) {
    (void)rows;
    return y * columns + x % columns;
}

static uint32_t MoebiusNumber(uint32_t x, uint32_t y, uint32_t columns, uint32_t rows) {
    return x < columns ? y * columns + x : (rows - y) * columns;
}

static uint32_t TorusNumber(uint32_t x, uint32_t y, uint32_t columns, uint32_t rows) {
    return y % rows * columns + x % columns;
}

TestMesh TestMesh_Grid(uint32_t columns, uint32_t rows) {
    return Wrapped(columns, rows, (columns + 1) * (rows + 1), GridNumber);
}

TestMesh TestMesh_Annulus(uint32_t columns, uint32_t rows) {
    return Wrapped(columns, rows, columns * (rows + 1), AnnulusNumber);
}

TestMesh TestMesh_Moebius(uint32_t columns, uint32_t rows) {
    return Wrapped(columns, rows, columns * (rows + 1), MoebiusNumber);
}

TestMesh TestMesh_Torus(uint32_t columns, uint32_t rows) {
    return Wrapped(columns, rows, columns * rows, TorusNumber);
}

TestMesh TestMesh_Tetrahedron(void) {
    static const uint32_t list[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    return TestMesh_Copy(list, 4, 4);
}

// Vertex number: bit 0 is x, bit 1 is y, bit 2 is z. Faces wound outwards.
TestMesh TestMesh_Cube(void) {
    static const uint32_t quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    TestMesh mesh = New(12, 8);
    for (int i = 0; i < 6; ++i) {
        PutQuad(mesh.triangles + (size_t)6 * (size_t)i, quads[i]);
    }
    return mesh;
}

TestMesh TestMesh_Book(uint32_t pages) {
    TestMesh mesh = New(pages, pages + 2);
    for (uint32_t i = 0; i < pages; ++i) {
        const uint32_t page[3] = {0, 1, i + 2};
        memcpy(mesh.triangles + (size_t)3 * i, page, sizeof(page));
    }
    return mesh;
}

TestMesh TestMesh_Fan(uint32_t blades, bool closed) {
    TestMesh mesh = New(blades, closed ? blades + 1 : blades + 2);
    for (uint32_t i = 0; i < blades; ++i) {
        const uint32_t last = closed && i + 1 == blades ? 1 : i + 2;
        const uint32_t blade[3] = {0, i + 1, last};
        memcpy(mesh.triangles + (size_t)3 * i, blade, sizeof(blade));
    }
    return mesh;
}

uint32_t TestRandom(uint64_t* state, uint32_t below) {
    uint64_t x = *state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *state = x;
    return (uint32_t)(((x * 2685821657736338717u) >> 32) * below >> 32);
}

TestMesh TestMesh_Random(uint64_t* state, uint32_t maxTriangles, uint32_t maxVertices) {
    const uint32_t vertexCount = 1 + TestRandom(state, maxVertices);
    TestMesh mesh = New(TestRandom(state, maxTriangles + 1), vertexCount);
    for (uint32_t i = 0; i < 3 * mesh.triangleCount; ++i) {
        mesh.triangles[i] = TestRandom(state, vertexCount);
    }
    return mesh;
}
