// Three doubles: the few operations that read better with a name.
#ifndef SELVAGE_MATH_VEC3_H
#define SELVAGE_MATH_VEC3_H

#include <math.h>

typedef struct svVec3 {
    double x, y, z;
} svVec3;

static inline svVec3 svVec3_From(const double p[3]) {
    return (svVec3){p[0], p[1], p[2]};
}

static inline svVec3 svAdd(svVec3 a, svVec3 b) {
    return (svVec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline svVec3 svSub(svVec3 a, svVec3 b) {
    return (svVec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline svVec3 svMul(double s, svVec3 a) {
    return (svVec3){s * a.x, s * a.y, s * a.z};
}

static inline double svDot(svVec3 a, svVec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline svVec3 svCross(svVec3 a, svVec3 b) {
    return (svVec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double svLength(svVec3 a) {
    return sqrt(svDot(a, a));
}

// a / |a| for a not zero, also where |a|^2 would underflow.
static inline svVec3 svUnit(svVec3 a) {
    const double largest = fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
    const svVec3 b = {a.x / largest, a.y / largest, a.z / largest};
    return svMul(1 / svLength(b), b);
}

// a + t (b - a).
static inline svVec3 svLerp(svVec3 a, svVec3 b, double t) {
    return svAdd(svMul(1 - t, a), svMul(t, b));
}

#endif
