// Three doubles: short names of the public vector type (selvage/vec3.h) for formulas.
#ifndef SELVAGE_MATH_VEC3_H
#define SELVAGE_MATH_VEC3_H

#include "selvage/vec3.h"

static inline svVec3 svAdd(svVec3 a, svVec3 b) {
    return svVec3_Add(a, b);
}

static inline svVec3 svSub(svVec3 a, svVec3 b) {
    return svVec3_Sub(a, b);
}

static inline svVec3 svMul(double s, svVec3 a) {
    return svVec3_Scale(s, a);
}

static inline double svDot(svVec3 a, svVec3 b) {
    return svVec3_Dot(a, b);
}

static inline svVec3 svCross(svVec3 a, svVec3 b) {
    return svVec3_Cross(a, b);
}

static inline double svLength(svVec3 a) {
    return svVec3_Length(a);
}

static inline svVec3 svUnit(svVec3 a) {
    return svVec3_Normalize(a);
}

static inline svVec3 svLerp(svVec3 a, svVec3 b, double t) {
    return svVec3_Lerp(a, b, t);
}

#endif
