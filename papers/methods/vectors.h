// Vector helpers beyond selvage/vec3.h: three doubles in arrays, boxes, a few scalars.
#ifndef SELVAGE_PAPERS_METHODS_VECTORS_H
#define SELVAGE_PAPERS_METHODS_VECTORS_H

#include "selvage/vec3.h"

#include <stdbool.h>

static inline void Lab_Subtract(const double a[3], const double b[3], double result[3]) {
    svVec3_Store(svVec3_Sub(svVec3_From(a), svVec3_From(b)), result);
}

static inline void Lab_Cross(const double a[3], const double b[3], double result[3]) {
    svVec3_Store(svVec3_Cross(svVec3_From(a), svVec3_From(b)), result);
}

static inline double Lab_Dot(const double a[3], const double b[3]) {
    return svVec3_Dot(svVec3_From(a), svVec3_From(b));
}

static inline double Lab_Norm1(const double a[3]) {
    return svVec3_Norm1(svVec3_From(a));
}

static inline double Lab_Length(const double a[3]) {
    return svVec3_Length(svVec3_From(a));
}

// Whether two AABBs, lower and upper corner, overlap.
static inline bool Lab_BoxesOverlap(double a[2][3], double b[2][3]) {
    return a[0][0] <= b[1][0] && b[0][0] <= a[1][0] && a[0][1] <= b[1][1] && b[0][1] <= a[1][1] &&
           a[0][2] <= b[1][2] && b[0][2] <= a[1][2];
}

// Grows an AABB to hold a point.
static inline void Lab_ExtendBox(double box[2][3], const double point[3]) {
    for (int d = 0; d < 3; ++d) {
        box[0][d] = point[d] < box[0][d] ? point[d] : box[0][d];
        box[1][d] = point[d] > box[1][d] ? point[d] : box[1][d];
    }
}

static inline double Lab_Least(double a, double b) {
    return a < b ? a : b;
}

static inline double Lab_Most(double a, double b) {
    return a > b ? a : b;
}

static inline double Lab_Clamp(double s) {
    return s < 0 ? 0 : s > 1 ? 1 : s;
}

#endif
