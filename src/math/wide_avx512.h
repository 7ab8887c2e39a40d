// Wide doubles, eight lanes of AVX-512. See wide_scalar.h for what each function does.
#ifndef SELVAGE_MATH_WIDE_AVX512_H
#define SELVAGE_MATH_WIDE_AVX512_H

#include "math/four_points.h"

#define SV_WIDE_LANES 8
typedef __m512d svWide;
typedef __mmask8 svWideMask;

static inline svWide svWide_Set(double x) {
    return _mm512_set1_pd(x);
}

static inline svWide svWide_Load(const double* from) {
    return _mm512_loadu_pd(from);
}

static inline void svWide_Store(double* to, svWide x) {
    _mm512_storeu_pd(to, x);
}

static inline svWide svWide_Min(svWide x, svWide y) {
    return _mm512_min_pd(x, y);
}

static inline svWide svWide_Max(svWide x, svWide y) {
    return _mm512_max_pd(x, y);
}

static inline svWide svWide_Abs(svWide x) {
    return _mm512_abs_pd(x);
}

static inline svWide svWide_Sqrt(svWide x) {
    return _mm512_sqrt_pd(x);
}

static inline svWide svWide_MulAdd(svWide x, svWide y, svWide z) {
    return x * y + z;
}

static inline svWide svWide_MulSub(svWide x, svWide y, svWide z) {
    return z - x * y;
}

static inline svWide svWide_Fused(svWide x, svWide y, svWide z) {
    return _mm512_fmadd_pd(x, y, z);
}

static inline svWideMask svWide_Less(svWide x, svWide y) {
    return _mm512_cmp_pd_mask(x, y, _CMP_LT_OQ);
}

static inline svWideMask svWide_LessEqual(svWide x, svWide y) {
    return _mm512_cmp_pd_mask(x, y, _CMP_LE_OQ);
}

static inline svWideMask svWideMask_And(svWideMask a, svWideMask b) {
    return a & b;
}

static inline svWideMask svWideMask_Or(svWideMask a, svWideMask b) {
    return a | b;
}

static inline svWide svWide_Select(svWideMask mask, svWide x, svWide y) {
    return _mm512_mask_blend_pd(mask, y, x);
}

static inline unsigned svWideMask_Bits(svWideMask a) {
    return a;
}

static inline void svWide_LoadPoints(const svPositions* view, const uint32_t* ids, svWide out[3]) {
    __m256d lower[3], upper[3];
    svFourPoints_Load(view, ids, lower);
    svFourPoints_Load(view, ids + 4, upper);
    for (int k = 0; k < 3; ++k) {
        out[k] = _mm512_insertf64x4(_mm512_castpd256_pd512(lower[k]), upper[k], 1);
    }
}

#endif
