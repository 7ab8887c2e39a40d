// Chooses the size of cells (cells.h): a power of two, fine enough for the usual leaf, coarse
// enough that 16-bit differences within a pair of leaves do not overflow.

#include "filter/cells.h"

#include <math.h>

// Clamped: no finer, because positions must be known to a small part of a cell (cells.h); no
// coarser, because it must be a normal float.
static float PowerOfTwo(int exponent) {
    return ldexpf(1, exponent > 36 ? 36 : exponent < -126 ? -126 : exponent);
}

float svCellsOfWindow(double length) {
    int exponent;
    frexp(length, &exponent);
    return PowerOfTwo(13 - exponent);
}

// The mean of the logarithms: a few large leaves do not coarsen the cells of many small ones.
float svCellsOfLeaves(const svLeafMotion* motions, uint32_t leafCount) {
    const uint32_t stride = 1 + leafCount / 256;
    int64_t sum = 0, count = 0;
    for (uint32_t i = 0; i < leafCount; i += stride) {
        if (motions[i].size > 0) {
            int exponent;
            frexpf(motions[i].size, &exponent);
            sum += exponent;
            ++count;
        }
    }
    return PowerOfTwo(count > 0 ? 11 - (int)(sum / count) : 0);
}
