// Points and directions as three doubles.
#ifndef SELVAGE_SIM_VECTOR_H
#define SELVAGE_SIM_VECTOR_H

#include <math.h>

typedef struct Vec3 {
    double x, y, z;
} Vec3;

static inline Vec3 Load(const double* p) {
    return (Vec3){p[0], p[1], p[2]};
}

static inline void Store(double* p, Vec3 a) {
    p[0] = a.x;
    p[1] = a.y;
    p[2] = a.z;
}

static inline Vec3 Add(Vec3 a, Vec3 b) {
    return (Vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline Vec3 Sub(Vec3 a, Vec3 b) {
    return (Vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline Vec3 Scale(double s, Vec3 a) {
    return (Vec3){s * a.x, s * a.y, s * a.z};
}

// a + s b
static inline Vec3 AddScaled(Vec3 a, double s, Vec3 b) {
    return (Vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static inline double Dot(Vec3 a, Vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline Vec3 Cross(Vec3 a, Vec3 b) {
    return (Vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double Length(Vec3 a) {
    return sqrt(Dot(a, a));
}

// The nearest float. Volatile for the sake of GCC (12 at least): where it makes one operation of
// two neighbours, it takes the conversion there and back for none, and nothing is rounded.
static inline double RoundToFloat(double x) {
    volatile float rounded = (float)x;
    return (double)rounded;
}

#endif
