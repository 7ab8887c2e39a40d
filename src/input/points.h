// Reading moving points: from the caller's views into rows of eight doubles, x y z 0 at t0 and the
// same at t1, with the AABB of the sweep.
#ifndef SELVAGE_INPUT_POINTS_H
#define SELVAGE_INPUT_POINTS_H

#include "dispatch/kernels.h"

struct svPointsReading {
    svPositions x0, x1;
    const uint32_t* places; // the row of each point
    double* rows;
    double lower[3], upper[3]; // out: of both times; empty box (+inf, -inf) if there are no points
};

#endif
