// Reading moving points: from the caller's views into rows of eight doubles, x y z 0 at t0 and the
// same at t1, with their extent.
#ifndef SELVAGE_INPUT_POINTS_H
#define SELVAGE_INPUT_POINTS_H

#include "selvage/base.h"

typedef struct svPointsReading {
    svPositions x0, x1;
    const uint32_t* places; // the row of each point
    double* rows;
    double lower[3], upper[3]; // out: of both times; infinite the wrong way round if there are none
} svPointsReading;

// Reads points from `first` up to `end`; returns the first one that is not finite, or `end`. Where
// one is not, the extent is of no use.
typedef size_t (*svPointsFn)(svPointsReading* reading, size_t first, size_t end);

svPointsFn svPoints_Choose(svIsa isa);

size_t svPoints_ReadScalar(svPointsReading* reading, size_t first, size_t end);
size_t svPoints_ReadAvx2(svPointsReading* reading, size_t first, size_t end);
size_t svPoints_ReadAvx512(svPointsReading* reading, size_t first, size_t end);
size_t svPoints_ReadNeon(svPointsReading* reading, size_t first, size_t end);

#endif
