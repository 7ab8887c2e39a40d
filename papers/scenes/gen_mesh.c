// Generated meshes: growing arrays, deterministic random numbers, noise.

#include "gen_mesh.h"

#include "report/terminal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void GenMesh_Destroy(GenMesh* mesh) {
    free(mesh->x);
    free(mesh->triangles);
    *mesh = (GenMesh){0};
}

void GenMesh_Begin(GenMesh* mesh, const char* name) {
    mesh->pieces[mesh->pieceCount++] =
        (PaperPiece){name, mesh->triangleCount, 0, mesh->vertexCount, 0};
}

// Grows the array for one more item of `size` bytes.
static void* Grow(void* items, size_t count, size_t* room, size_t size) {
    if (count < *room) {
        return items;
    }
    *room = *room == 0 ? 1024 : 2 * *room;
    void* larger = Terminal_Allocate(*room, size);
    if (count > 0) {
        memcpy(larger, items, count * size);
    }
    free(items);
    return larger;
}

uint32_t GenMesh_Vertex(GenMesh* mesh, double x, double y, double z) {
    mesh->x = Grow(mesh->x, mesh->vertexCount, &mesh->vertexRoom, sizeof(*mesh->x));
    const double position[3] = {x, y, z};
    memcpy(mesh->x[mesh->vertexCount], position, sizeof(position));
    if (mesh->pieceCount > 0) {
        ++mesh->pieces[mesh->pieceCount - 1].vertexCount;
    }
    return (uint32_t)mesh->vertexCount++;
}

void GenMesh_Triangle(GenMesh* mesh, uint32_t a, uint32_t b, uint32_t c) {
    const uint32_t corners[3] = {a, b, c};
    mesh->triangles =
        Grow(mesh->triangles, mesh->triangleCount, &mesh->triangleRoom, sizeof(corners));
    memcpy(mesh->triangles + 3 * mesh->triangleCount, corners, sizeof(corners));
    if (mesh->pieceCount > 0) {
        ++mesh->pieces[mesh->pieceCount - 1].triangleCount;
    }
    ++mesh->triangleCount;
}

void GenMesh_Quad(GenMesh* mesh, const uint32_t corners[4], bool other) {
    const uint32_t* c = corners + (other ? 1 : 0);
    GenMesh_Triangle(mesh, c[0], c[1], c[2]);
    GenMesh_Triangle(mesh, corners[other ? 3 : 2], corners[other ? 0 : 3], corners[other ? 1 : 0]);
}

void GenMesh_Append(GenMesh* mesh, const uint32_t* triangles, size_t triangleCount,
                    const svPositions* positions) {
    const uint32_t first = (uint32_t)mesh->vertexCount;
    for (size_t i = 0; i < positions->count; ++i) {
        double x[3];
        svPositions_Get(positions, i, x);
        (void)GenMesh_Vertex(mesh, x[0], x[1], x[2]);
    }
    for (size_t t = 0; t < triangleCount; ++t) {
        const uint32_t* c = triangles + 3 * t;
        GenMesh_Triangle(mesh, first + c[0], first + c[1], first + c[2]);
    }
}

void GenMesh_Grid(GenMesh* mesh, uint32_t columns, uint32_t rows, bool around, bool closed) {
    const uint32_t first = (uint32_t)mesh->vertexCount;
    for (size_t i = 0; i < (size_t)columns * rows; ++i) {
        (void)GenMesh_Vertex(mesh, 0, 0, 0);
    }
    for (uint32_t row = 0; row + (closed ? 0 : 1) < rows; ++row) {
        for (uint32_t column = 0; column + (around ? 0 : 1) < columns; ++column) {
            const uint32_t next = (column + 1) % columns;
            const uint32_t below = first + row * columns;
            const uint32_t above = first + (row + 1) % rows * columns;
            const uint32_t corners[4] = {below + column, below + next, above + next,
                                         above + column};
            GenMesh_Quad(mesh, corners, (row + column) % 2 != 0);
        }
    }
}

svMeshView GenMesh_View(const GenMesh* mesh) {
    return (svMeshView){svPositions_Double(mesh->x[0], mesh->vertexCount), mesh->triangles,
                        mesh->triangleCount};
}

void GenMesh_RoundToFloats(double (*x)[3], size_t vertexCount) {
    for (size_t i = 0; i < 3 * vertexCount; ++i) {
        // Volatile: a compiler may drop a conversion there and back.
        volatile float rounded = (float)x[i / 3][i % 3];
        x[i / 3][i % 3] = (double)rounded;
    }
}

// splitmix64: Steele, Lea and Flood 2014.
static uint64_t SplitMix64(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double GenRandom_Next(GenRandom* random) {
    random->state += 0x9e3779b97f4a7c15u;
    return (double)(SplitMix64(random->state) >> 11) * 0x1p-53;
}

void GenRandom_Direction(GenRandom* random, double direction[3]) {
    const double z = 2 * GenRandom_Next(random) - 1;
    const double angle = 2 * GEN_PI * GenRandom_Next(random);
    const double radius = sqrt(1 - z * z);
    direction[0] = radius * cos(angle);
    direction[1] = radius * sin(angle);
    direction[2] = z;
}

// Lattice value, from -1 to 1.
static double Corner(int64_t i, int64_t j, int64_t k) {
    const uint64_t hash =
        SplitMix64(SplitMix64(SplitMix64((uint64_t)i + 0x51ed27u) + (uint64_t)j) + (uint64_t)k);
    return (double)(hash >> 11) * 0x1p-52 - 1;
}

double GenNoise(const double x[3]) {
    int64_t cell[3];
    double weight[3];
    for (int a = 0; a < 3; ++a) {
        const double below = floor(x[a]);
        cell[a] = (int64_t)below;
        weight[a] = GenEase(0, 1, x[a] - below);
    }
    double sum = 0;
    for (int corner = 0; corner < 8; ++corner) {
        double share = 1;
        for (int a = 0; a < 3; ++a) {
            share *= (corner >> a & 1) != 0 ? weight[a] : 1 - weight[a];
        }
        sum += share * Corner(cell[0] + (corner & 1), cell[1] + (corner >> 1 & 1),
                              cell[2] + (corner >> 2 & 1));
    }
    return sum;
}

double GenEase(double from, double to, double x) {
    const double s = x <= from ? 0 : x >= to ? 1 : (x - from) / (to - from);
    return s * s * (3 - 2 * s);
}

void GenTurn(const double axis[3], double angle, double x[3]) {
    const double c = cos(angle), s = sin(angle);
    const double along = axis[0] * x[0] + axis[1] * x[1] + axis[2] * x[2];
    const double cross[3] = {axis[1] * x[2] - axis[2] * x[1], axis[2] * x[0] - axis[0] * x[2],
                             axis[0] * x[1] - axis[1] * x[0]};
    for (int a = 0; a < 3; ++a) {
        x[a] = c * x[a] + s * cross[a] + (1 - c) * along * axis[a];
    }
}
