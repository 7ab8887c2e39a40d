// Small vectors for the methods of this folder.
#ifndef SELVAGE_LAB_VEC3_H
#define SELVAGE_LAB_VEC3_H

#include <math.h>

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

static inline double Lab_Length(const double a[3]) {
    return sqrt(Lab_Dot(a, a));
}

#endif
