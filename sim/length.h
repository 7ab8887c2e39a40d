// The length of a vector without square roots and divisions of doubles, which wide registers have,
// but slowly.
#ifndef SELVAGE_SIM_LENGTH_H
#define SELVAGE_SIM_LENGTH_H

#include <math.h>

// What is shorter than the root of this has no length; floats have its inverse.
static const double LEAST_SQUARE = 0x1p-120;

// 1 / sqrt(square), or 0 if that is too small: a float, off by some 2^-23, which one iteration of
// Newton's method makes 1.5 times the square of that, 2e-14.
static inline double InverseRoot(double square) {
    const float root = sqrtf((float)square);
    const double guess = square >= LEAST_SQUARE ? (double)(1 / root) : 0;
    return guess * (1.5 - 0.5 * square * (guess * guess));
}

#endif
