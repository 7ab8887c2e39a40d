// The positions of a leaf's vertices in single precision, around a centre of their own at either
// time: what the filters work on.
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

    // A direction of length at most 1 that the faces look along in the middle of the step, and how
    // far the vertices reach along it at t0 and at t1.
    float normal[3];
    float slabLower[2], slabUpper[2];

    // Half the thickness of the thickest vertex, scaled and rounded up.
    float margin;
};

// How far a leaf reaches along the six diagonals between two axes, from the scene's centre, rounded
// outward. Lanes 0 to 5: x+y, x+z, y+z, x-y, x-z, y-z at t0; lanes 8 to 13: the same at t1; the
// others reach everywhere.
struct svLeafDiagonals {
    _Alignas(64) float lower[16], upper[16];
};

// Where leaves are read from: what all of them have in common.
struct svLeafReading {
    const double* points; // eight doubles per vertex of the scene: x y z 0 at t0, the same at t1
    double scale;         // a power of two
    int instant;          // >= 0: the positions of that time (0 or 1) stand for both
};

// How far the vertices of a leaf reach, scaled: x y z 0 at t0, the same at t1. Nothing is rounded.
struct svLeafExtent {
    double lower[8], upper[8];
};

// Of a leaf about which nothing is known: it reaches everywhere.
void svLeafDiagonals_SetWide(svLeafDiagonals* diagonals);

// The scaled positions of a leaf minus a point.
void svLeafPoints_Read(const svLeafReading* reading, const svLeaf* leaf, const double center[3],
                       svLeafPoints* out);

#endif
