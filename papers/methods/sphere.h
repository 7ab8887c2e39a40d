// Distances to centres, and conservative radii.
#ifndef SELVAGE_PAPERS_METHODS_SPHERE_H
#define SELVAGE_PAPERS_METHODS_SPHERE_H

#include <float.h>
#include <math.h>

static inline double Sphere_Distance(const double a[3], const double b[3]) {
    const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

// A radius not below the exact distance: the square root of a sum of three squared differences has
// less than eight roundings of at most 2^-53 each; the second term covers denormal squares.
static inline double Sphere_RoundUp(double distance) {
    return distance * (1 + 0x1p-49) + 2 * sqrt(DBL_MIN);
}

#endif
