// Generated meshes: built vertex by vertex, subdivided, perturbed.
#ifndef SELVAGE_PAPERS_SCENES_GEN_MESH_H
#define SELVAGE_PAPERS_SCENES_GEN_MESH_H

#include "paper_scene.h"

#include "selvage/io.h"
#include "selvage/topology.h"

#define GEN_PI 3.14159265358979323846
#define GEN_PIECES_MAX 8

typedef struct GenMesh {
    double (*x)[3];
    uint32_t* triangles;
    size_t vertexCount, triangleCount;
    size_t vertexRoom, triangleRoom;
    PaperPiece pieces[GEN_PIECES_MAX];
    size_t pieceCount;
} GenMesh;

// A zeroed mesh is empty. Allocation does not fail: see Terminal_Allocate.
void GenMesh_Destroy(GenMesh* mesh);

// Starts a new piece. The name is not copied.
void GenMesh_Begin(GenMesh* mesh, const char* name);
uint32_t GenMesh_Vertex(GenMesh* mesh, double x, double y, double z);
void GenMesh_Triangle(GenMesh* mesh, uint32_t a, uint32_t b, uint32_t c);
// Two triangles; `other` chooses the diagonal b-d.
void GenMesh_Quad(GenMesh* mesh, const uint32_t corners[4], bool other);
void GenMesh_Append(GenMesh* mesh, const uint32_t* triangles, size_t triangleCount,
                    const svPositions* positions);

// A grid of columns x rows vertices at the origin, row-major; counter-clockwise with columns to the
// right and rows up. `around` joins the last column to the first, `closed` the last row to the
// first. Diagonals alternate.
void GenMesh_Grid(GenMesh* mesh, uint32_t columns, uint32_t rows, bool around, bool closed);

svMeshView GenMesh_View(const GenMesh* mesh);

// Rounds every coordinate to the nearest float.
void GenMesh_RoundToFloats(double (*x)[3], size_t vertexCount);

// Pseudo-random numbers, the same on every machine.
typedef struct GenRandom {
    uint64_t state;
} GenRandom;
double GenRandom_Next(GenRandom* random); // 0 to below 1
void GenRandom_Direction(GenRandom* random, double direction[3]);

// Value noise from about -1 to 1 with a wavelength of about 1.
double GenNoise(const double x[3]);

// Smoothstep: 0 before `from`, 1 after `to`.
double GenEase(double from, double to, double x);

// Rotates x about a unit axis.
void GenTurn(const double axis[3], double angle, double x[3]);

// A side of a triangle: ends, lower first, opposite corner, and index.
typedef struct GenSide {
    uint32_t ends[2];
    uint32_t opposite;
    size_t place; // 3 * triangle + side
} GenSide;

// All sides, sorted by edge. The caller frees them.
GenSide* GenSide_Sorted(const uint32_t* triangles, size_t triangleCount);
bool GenSide_IsSameEdge(const GenSide* a, const GenSide* b);

// Loop subdivision (1987), with boundary rules: each triangle becomes four. Topology is computed
// once; positions are refined per frame.
typedef struct GenRefine {
    size_t coarseVertices, edgeCount;
    uint32_t (*edges)[4]; // two ends, two opposite corners; the last SV_NONE on a boundary
    uint32_t (*rims)[2];  // of each coarse vertex: its two neighbours along a boundary, or SV_NONE
    uint32_t* valences;   // of each coarse vertex: edges
} GenRefine;

// The fine mesh has the coarse vertices, then one per edge; positions are set by GenRefine_Apply;
// no pieces. At a non-manifold edge only the first two triangles count.
void GenRefine_Create(const uint32_t* triangles, size_t triangleCount, size_t vertexCount,
                      GenRefine* refine, GenMesh* fine);
void GenRefine_Apply(const GenRefine* refine, const double (*coarse)[3], double (*fine)[3]);
void GenRefine_Destroy(GenRefine* refine);

#endif
