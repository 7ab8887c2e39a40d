// The positions of a leaf's vertices in single precision, around a centre of their own at either
// time: what the filters work on.
//
// Scaled coordinates: the scene's coordinates times a power of two that brings its extent to about
// 1, which is exact (but for underflow, far below anything that matters here). A local coordinate
// is a scaled one minus the leaf's centre at that time, rounded to double and to float: off by at
// most 2^-24 (1 + 2^-28) `size` and 2^-150.
#ifndef SELVAGE_PAIR_LEAF_MOTION_H
#define SELVAGE_PAIR_LEAF_MOTION_H

#include "hierarchy/leaf.h"

typedef struct svLeafMotion {
    _Alignas(64) float x[6][SV_WIDTH]; // local positions: x y z at t0, x y z at t1
    double center[6];
    float lower[6], upper[6]; // of x
    float size;               // the largest |x|
    float side;               // the largest |component| of a side of a face, at either time

    // A direction of length at most 1 that the faces look along in the middle of the step, and how
    // far the vertices reach along it at t0 and at t1.
    float normal[3];
    float slabLower[2], slabUpper[2];

    // Half the thickness of the thickest vertex, scaled and rounded up.
    float margin;
} svLeafMotion;

// Reads the scaled positions of a leaf from eight doubles per vertex of the scene. `instant` >= 0
// takes the positions of that time (0 or 1) for both.
void svLeafPoints_Read(const svLeaf* leaf, const double* points, double scale, int instant,
                       svLeafPoints* out);

// Sets everything but the margin.
void svLeafMotion_Set(const svLeaf* leaf, const svLeafPoints* points, svLeafMotion* motion);

#endif
