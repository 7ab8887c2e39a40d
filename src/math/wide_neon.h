// Wide doubles, two lanes of NEON. See wide_scalar.h for what each function does.
#ifndef SELVAGE_MATH_WIDE_NEON_H
#define SELVAGE_MATH_WIDE_NEON_H

#include "selvage/base.h"

#include <arm_neon.h>

#define SV_WIDE_LANES 2
typedef float64x2_t svWide;
typedef uint64x2_t svWideMask;

static inline svWide svWide_Set(double x) {
    return vdupq_n_f64(x);
}

static inline svWide svWide_Load(const double* from) {
    return vld1q_f64(from);
}

static inline void svWide_Store(double* to, svWide x) {
    vst1q_f64(to, x);
}

static inline svWide svWide_Min(svWide x, svWide y) {
    return vbslq_f64(vcltq_f64(x, y), x, y);
}

static inline svWide svWide_Max(svWide x, svWide y) {
    return vbslq_f64(vcgtq_f64(x, y), x, y);
}

static inline svWide svWide_Abs(svWide x) {
    return vabsq_f64(x);
}

static inline svWide svWide_Sqrt(svWide x) {
    return vsqrtq_f64(x);
}

static inline svWide svWide_MulAdd(svWide x, svWide y, svWide z) {
    return x * y + z;
}

static inline svWide svWide_MulSub(svWide x, svWide y, svWide z) {
    return z - x * y;
}

static inline svWide svWide_Fused(svWide x, svWide y, svWide z) {
    return vfmaq_f64(z, x, y);
}

static inline svWideMask svWide_Less(svWide x, svWide y) {
    return vcltq_f64(x, y);
}

static inline svWideMask svWide_LessEqual(svWide x, svWide y) {
    return vcleq_f64(x, y);
}

static inline svWideMask svWideMask_And(svWideMask a, svWideMask b) {
    return vandq_u64(a, b);
}

static inline svWideMask svWideMask_Or(svWideMask a, svWideMask b) {
    return vorrq_u64(a, b);
}

static inline svWide svWide_Select(svWideMask mask, svWide x, svWide y) {
    return vbslq_f64(mask, x, y);
}

static inline unsigned svWideMask_Bits(svWideMask a) {
    return (unsigned)((vgetq_lane_u64(a, 0) & 1) | (vgetq_lane_u64(a, 1) & 2));
}

static inline void svWide_LoadPoints(const svPositions* view, const uint32_t* ids, svWide out[3]) {
    double p[2][3];
    svPositions_Get(view, ids[0], p[0]);
    svPositions_Get(view, ids[1], p[1]);
    for (int k = 0; k < 3; ++k) {
        const double lanes[2] = {p[0][k], p[1][k]};
        out[k] = vld1q_f64(lanes);
    }
}

#endif
