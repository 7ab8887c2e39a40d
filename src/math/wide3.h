// Three-dimensional vectors of wide doubles.
#ifndef SELVAGE_MATH_WIDE3_H
#define SELVAGE_MATH_WIDE3_H

#include "math/simd.h"

typedef struct svWide3 {
    svWide x, y, z;
} svWide3;

static inline svWide3 svWide3_Add(svWide3 a, svWide3 b) {
    return (svWide3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline svWide3 svWide3_Sub(svWide3 a, svWide3 b) {
    return (svWide3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline svWide3 svWide3_Scale(svWide s, svWide3 a) {
    return (svWide3){s * a.x, s * a.y, s * a.z};
}

static inline svWide svWide3_Dot(svWide3 a, svWide3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline svWide3 svWide3_Cross(svWide3 a, svWide3 b) {
    return (svWide3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline svWide3 svWide3_Select(svWideMask mask, svWide3 a, svWide3 b) {
    return (svWide3){svWide_Select(mask, a.x, b.x), svWide_Select(mask, a.y, b.y),
                     svWide_Select(mask, a.z, b.z)};
}

#endif
