// Doubles to floats, rounded outwards: what makes bounds conservative.
//
// Conversion rounds to the nearest float; where that is on the wrong side, the next float is taken.
// Read as integers of sign and magnitude, floats are in their own order; `step` walks along it. A
// double that becomes zero keeps its sign, so that the step from -0 goes down and that from 0 up.
#ifndef SELVAGE_BOUND_ROUNDING_H
#define SELVAGE_BOUND_ROUNDING_H

#include <stdint.h>
#include <string.h>

static inline float svStepFloat(float f, int32_t step) {
    int32_t bits;
    memcpy(&bits, &f, sizeof(bits));
    bits ^= (bits >> 31) & INT32_MAX;
    bits += step;
    bits ^= (bits >> 31) & INT32_MAX;
    memcpy(&f, &bits, sizeof(bits));
    return f;
}

// The largest float that is at most x; -infinity below the floats. x is not NaN.
static inline float svFloatBelow(double x) {
    const float f = (float)x;
    return svStepFloat(f, -(int32_t)((double)f > x));
}

// The smallest float that is at least x; infinity above the floats. x is not NaN.
static inline float svFloatAbove(double x) {
    const float f = (float)x;
    return svStepFloat(f, (int32_t)((double)f < x));
}

#endif
