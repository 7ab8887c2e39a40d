// Leaf-local positions: the vertices of a leaf in single precision, around its own centre at either
// time. What the filters of the narrow phase and self-collision culling work on.
//
// Scaled coordinates: the scene's coordinates times a power of two that brings its extent to about
// 1, which is exact (but for underflow, far below anything that matters here). A local coordinate
// is a scaled one minus the leaf's centre at that time, rounded to double and to float: off by at
// most 2^-24 (1 + 2^-28) `size` and 2^-150.
#ifndef SELVAGE_INPUT_LEAF_MOTION_H
#define SELVAGE_INPUT_LEAF_MOTION_H

#include "dispatch/kernels.h"

struct svLeafMotion {
    _Alignas(64) float x[6][SV_WIDTH]; // local positions: x y z at t0, x y z at t1
    double center[8];                  // x y z 0 at t0, the same at t1
    float lower[6], upper[6];          // of x
    float size;                        // the largest |x|
    float side; // the largest |component| of a side of a face, at either time

    // Mean normal of the faces over the step, of length at most 1, and the extent of the vertices
    // along it (the slab) at t0 and at t1.
    float normal[3];
    float slabLower[2], slabUpper[2];

    // Half the thickness of the thickest vertex, scaled and rounded up.
    float margin;
};

// Extent of a leaf along the six diagonals between two axes, relative to the scene's centre,
// rounded outward. Lanes 0 to 5: x+y, x+z, y+z, x-y, x-z, y-z at t0; lanes 8 to 13: the same at t1;
// the others are unbounded.
struct svLeafDiagonals {
    _Alignas(64) float lower[16], upper[16];
};

// Where leaves are read from: the same for all of a query.
struct svLeafReading {
    const double* points; // eight doubles per vertex of the scene: x y z 0 at t0, the same at t1
    double scale;         // a power of two
    int instant;          // >= 0: the positions of that time (0 or 1) stand for both
};

// The AABB of a leaf's vertices, scaled: x y z 0 at t0, the same at t1. Nothing is rounded.
struct svLeafExtent {
    double lower[8], upper[8];
};

// The scaled positions of a leaf minus a point.
void svLeafPoints_Read(const svLeafReading* reading, const svLeaf* leaf, const double center[3],
                       svLeafPoints* out);

#endif
