// 3D vectors of wide floats, and what all single-precision filters share.
#ifndef SELVAGE_MATH_FLOATS3_H
#define SELVAGE_MATH_FLOATS3_H

#include "math/simd.h"

#include <stddef.h>
#include <stdint.h>

#define LANES SV_FLOAT_LANES
#define TINY 0x1p-126f // more than underflow loses
#define UNIT 0x1p-24f  // unit roundoff

static inline uint32_t FirstLanes(uint32_t count) {
    return (1u << count) - 1;
}

// svRows_LoadFrom of consecutive rows, eight floats each.
static inline void svRows_Load(const float* rows, svFloats out[6]) {
    const float* each[SV_FLOAT_LANES];
    for (int i = 0; i < SV_FLOAT_LANES; ++i) {
        each[i] = rows + 8 * (size_t)i;
    }
    svRows_LoadFrom(each, out);
}

typedef struct svFloats3 {
    svFloats x, y, z;
} svFloats3;

// A table of vectors: by axis, sixteen lanes each.
typedef const float (*svTable3)[16];

static inline svFloats3 svFloats3_Set(const float v[3]) {
    return (svFloats3){svFloats_Set(v[0]), svFloats_Set(v[1]), svFloats_Set(v[2])};
}

static inline svFloats3 svFloats3_Lookup(svTable3 table, svLanes lanes) {
    return (svFloats3){svFloats_Lookup(table[0], lanes), svFloats_Lookup(table[1], lanes),
                       svFloats_Lookup(table[2], lanes)};
}

static inline svFloats3 svFloats3_Add(svFloats3 a, svFloats3 b) {
    return (svFloats3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline svFloats3 svFloats3_Sub(svFloats3 a, svFloats3 b) {
    return (svFloats3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline svFloats svFloats3_Dot(svFloats3 a, svFloats3 b) {
    return svFloats_MulAdd(a.x, b.x, svFloats_MulAdd(a.y, b.y, a.z * b.z));
}

static inline svFloats3 svFloats3_Cross(svFloats3 a, svFloats3 b) {
    return (svFloats3){svFloats_MulSub(a.z, b.y, a.y * b.z), svFloats_MulSub(a.x, b.z, a.z * b.x),
                       svFloats_MulSub(a.y, b.x, a.x * b.y)};
}

// sum + a x b
static inline svFloats3 svFloats3_CrossAdd(svFloats3 a, svFloats3 b, svFloats3 sum) {
    return (svFloats3){svFloats_MulSub(a.z, b.y, svFloats_MulAdd(a.y, b.z, sum.x)),
                       svFloats_MulSub(a.x, b.z, svFloats_MulAdd(a.z, b.x, sum.y)),
                       svFloats_MulSub(a.y, b.x, svFloats_MulAdd(a.x, b.y, sum.z))};
}

// |x| + |y| + |z|
static inline svFloats svFloats3_Norm1(svFloats3 a) {
    return svFloats_Abs(a.x) + svFloats_Abs(a.y) + svFloats_Abs(a.z);
}

#endif
