// Single meshes, folded, wound and torn, with a motion: made for tests of self-collision culling.
// The same kind and seed give the same mesh everywhere.
#ifndef SELVAGE_TESTS_SUPPORT_FOLDED_MESHES_H
#define SELVAGE_TESTS_SUPPORT_FOLDED_MESHES_H

#include "support/meshes.h"

typedef enum FoldedKind {
    FOLDED_SHEET,   // waves, not steep
    FOLDED_CRUMPLE, // a sheet with noise, up to more than its cells
    FOLDED_PLEATS,  // an accordion
    FOLDED_RIBBON,  // along a spiral of up to two turns, rising or not
    FOLDED_RING,    // an annulus, once or twice around
    FOLDED_MOEBIUS,
    FOLDED_CONE,       // an open fan of up to two turns
    FOLDED_STAR,       // a closed fan with a jagged rim, once or twice around
    FOLDED_PART,       // some triangles of a sheet, connected or not
    FOLDED_TUCK,       // a sheet with a slit, one side of it over the other
    FOLDED_SOUP,       // random triangles: non-manifold edges, duplicates
    FOLDED_DUPLICATE,  // a sheet with further triangles on its vertices: copies, flipped, collapsed
    FOLDED_DEGENERATE, // a sheet on a coarse grid: triangles of no area, vertices that coincide
    FOLDED_KIND_COUNT
} FoldedKind;

typedef enum FoldedMotion {
    FOLDED_STILL,    // t1 is t0
    FOLDED_DRIFT,    // moves and turns a little as a whole
    FOLDED_TURN,     // turns about an axis, by up to a half turn
    FOLDED_COLLAPSE, // shrinks to nothing, or through it
    FOLDED_MIRROR,   // is turned inside out
    FOLDED_RESHAPE,  // becomes another one of its kind
    FOLDED_SHAKE,    // every vertex goes its own way
    FOLDED_MOTION_COUNT
} FoldedMotion;

typedef struct FoldedMesh {
    FoldedKind kind;
    FoldedMotion motion;
    uint64_t seed;
    TestMesh list;
    double (*x[2])[3]; // at t0 and t1
} FoldedMesh;

const char* FoldedKind_Name(FoldedKind kind);
const char* FoldedMotion_Name(FoldedMotion motion);

// Up to some eighty triangles. One in eight has huge or tiny coordinates, one in eight lies far
// from the origin, and a few are snapped to a grid, so that things touch or miss each other by one
// unit in the last place.
FoldedMesh FoldedMesh_Make(FoldedKind kind, uint64_t seed);
void FoldedMesh_Free(FoldedMesh* mesh);

// How many pairs are in contact, of all there are: triangles at t0 by svTriangleTriangle; vertices
// and faces, and edges, over the step by the exact tests of moving pairs.
size_t FoldedMesh_CountMeetings(const FoldedMesh* mesh);
size_t FoldedMesh_CountContacts(const FoldedMesh* mesh);

#endif
