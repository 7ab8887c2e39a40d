// Data of the wide kernels of self-collision culling (self_test.h): the projection, and the sides
// of a contour.
#ifndef SELVAGE_SELFCULL_SELF_KERNEL_H
#define SELVAGE_SELFCULL_SELF_KERNEL_H

#include "input/leaf_motion.h"

// The projection: a point p goes to (u.p, w.p). |u| and |w| are 1 but for rounding.
struct svSelfView {
    float u[3], w[3];
};

// The rows of a contour's sides: ends at t0 and t1, then lower and upper ends of their boxes.
enum {
    SV_SIDE_FROM = 0, // u and w at t0, u and w at t1
    SV_SIDE_TO = 4,
    SV_SIDE_LOWER = 8,
    SV_SIDE_UPPER = 12,
    SV_SIDE_ROWS = 16
};

// A projected contour, in coordinates around its first point. `projectContour` sets where sides
// start; where they end the caller sets; `contourIsApart` sets the boxes.
struct svContour {
    float* rows;   // SV_SIDE_ROWS times `stride`, aligned to 64 bytes
    float* blocks; // the boxes of sixteen sides each: eight rows of `blockStride`
    uint32_t count;
    uint32_t stride, blockStride; // multiples of 16 that are large enough
    const uint32_t* loopEnds;
    uint32_t loopCount;
    float reach; // coordinates are off by at most 2^-21 of it, and at most twice as large
};

// For stride and blockStride.
static inline uint32_t svContour_Padded(uint32_t count) {
    return (count + SV_WIDTH - 1) / SV_WIDTH * SV_WIDTH;
}

#endif
