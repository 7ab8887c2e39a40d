// Distances to centres, and radii that hold what they are said to hold.
#ifndef SELVAGE_PAPERS_METHODS_SPHERE_H
#define SELVAGE_PAPERS_METHODS_SPHERE_H

#include <float.h>
#include <math.h>

static inline double Sphere_Distance(const double a[3], const double b[3]) {
    const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

// A radius that is not below the distance that was rounded: a square root of a sum of three squares
// of differences has less than eight roundings, each of at most 2^-53; the second term pays for
// squares too small to be normal numbers.
static inline double Sphere_RoundUp(double distance) {
    return distance * (1 + 0x1p-49) + 2 * sqrt(DBL_MIN);
}

#endif
