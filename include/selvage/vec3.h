/// \file
/// Selvage: three doubles as a point or a direction.
///
/// vec3.h: a small vector type, header-only, for code around the library: the simulator, scene
/// generators, examples. Nothing in the API asks for it; positions enter the library as
/// svPositions. Each function evaluates exactly the expression that its comment gives, one rounding
/// per operation when compiled with -ffp-contract=off, so that results are the same bits on every
/// machine.
#ifndef SELVAGE_VEC3_H
#define SELVAGE_VEC3_H

#include <math.h>

/// A point or a direction. Units are the caller's.
typedef struct svVec3 {
    double x; ///< first coordinate
    double y; ///< second coordinate
    double z; ///< third coordinate
} svVec3;

/// The vector (x, y, z).
static inline svVec3 svVec3_Make(double x, double y, double z) {
    svVec3 result;
    result.x = x;
    result.y = y;
    result.z = z;
    return result;
}

/// Reads three consecutive doubles.
static inline svVec3 svVec3_From(const double p[3]) {
    return svVec3_Make(p[0], p[1], p[2]);
}

/// Writes `a` to three consecutive doubles.
static inline void svVec3_Store(svVec3 a, double p[3]) {
    p[0] = a.x;
    p[1] = a.y;
    p[2] = a.z;
}

/// a + b.
static inline svVec3 svVec3_Add(svVec3 a, svVec3 b) {
    return svVec3_Make(a.x + b.x, a.y + b.y, a.z + b.z);
}

/// a - b.
static inline svVec3 svVec3_Sub(svVec3 a, svVec3 b) {
    return svVec3_Make(a.x - b.x, a.y - b.y, a.z - b.z);
}

/// s a.
static inline svVec3 svVec3_Scale(double s, svVec3 a) {
    return svVec3_Make(s * a.x, s * a.y, s * a.z);
}

/// a + s b.
static inline svVec3 svVec3_AddScaled(svVec3 a, double s, svVec3 b) {
    return svVec3_Make(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

/// (1 - t) a + t b: exactly `a` at t = 0 and `b` at t = 1.
static inline svVec3 svVec3_Lerp(svVec3 a, svVec3 b, double t) {
    return svVec3_Add(svVec3_Scale(1 - t, a), svVec3_Scale(t, b));
}

/// The dot product, summed from x to z.
static inline double svVec3_Dot(svVec3 a, svVec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// The cross product a x b.
static inline svVec3 svVec3_Cross(svVec3 a, svVec3 b) {
    return svVec3_Make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/// The Euclidean length. Squares may overflow or underflow: sqrt(a . a).
static inline double svVec3_Length(svVec3 a) {
    return sqrt(svVec3_Dot(a, a));
}

/// The 1-norm |x| + |y| + |z|.
static inline double svVec3_Norm1(svVec3 a) {
    return fabs(a.x) + fabs(a.y) + fabs(a.z);
}

/// The largest of |x|, |y|, |z|.
static inline double svVec3_NormInf(svVec3 a) {
    return fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z)));
}

/// a / |a|, also where |a|^2 would overflow or underflow. `a` must not be zero.
static inline svVec3 svVec3_Normalize(svVec3 a) {
    const double largest = svVec3_NormInf(a);
    const svVec3 b = svVec3_Make(a.x / largest, a.y / largest, a.z / largest);
    return svVec3_Scale(1 / svVec3_Length(b), b);
}

#endif
