// Small vectors and boxes for the methods of this folder.
#ifndef SELVAGE_PAPERS_METHODS_LAB_VEC3_H
#define SELVAGE_PAPERS_METHODS_LAB_VEC3_H

#include <math.h>
#include <stdbool.h>

static inline void Lab_Subtract(const double a[3], const double b[3], double result[3]) {
    for (int d = 0; d < 3; ++d) {
        result[d] = a[d] - b[d];
    }
}

static inline void Lab_Cross(const double a[3], const double b[3], double result[3]) {
    result[0] = a[1] * b[2] - a[2] * b[1];
    result[1] = a[2] * b[0] - a[0] * b[2];
    result[2] = a[0] * b[1] - a[1] * b[0];
}

static inline double Lab_Dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double Lab_Norm1(const double a[3]) {
    return fabs(a[0]) + fabs(a[1]) + fabs(a[2]);
}

static inline double Lab_Length(const double a[3]) {
    return sqrt(Lab_Dot(a, a));
}

// Whether two boxes, lower and upper corner, have a common point.
static inline bool Lab_BoxesMeet(double a[2][3], double b[2][3]) {
    return a[0][0] <= b[1][0] && b[0][0] <= a[1][0] && a[0][1] <= b[1][1] && b[0][1] <= a[1][1] &&
           a[0][2] <= b[1][2] && b[0][2] <= a[1][2];
}

#endif
