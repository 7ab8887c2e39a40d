// Wide doubles, four lanes of AVX2. See wide_scalar.h for what each function does.
#ifndef SELVAGE_MATH_WIDE_AVX2_H
#define SELVAGE_MATH_WIDE_AVX2_H

#include "math/four_points.h"

#define SV_WIDE_LANES 4
typedef __m256d svWide;
typedef __m256d svWideMask; // all bits of a lane set or clear

static inline svWide svWide_Set(double x) {
    return _mm256_set1_pd(x);
}

static inline svWide svWide_Load(const double* from) {
    return _mm256_loadu_pd(from);
}

static inline void svWide_Store(double* to, svWide x) {
    _mm256_storeu_pd(to, x);
}

static inline svWide svWide_Min(svWide x, svWide y) {
    return _mm256_min_pd(x, y);
}

static inline svWide svWide_Max(svWide x, svWide y) {
    return _mm256_max_pd(x, y);
}

static inline svWide svWide_Abs(svWide x) {
    return _mm256_andnot_pd(_mm256_set1_pd(-0.0), x);
}

static inline svWide svWide_Sqrt(svWide x) {
    return _mm256_sqrt_pd(x);
}

static inline svWide svWide_MulAdd(svWide x, svWide y, svWide z) {
    return x * y + z;
}

static inline svWide svWide_MulSub(svWide x, svWide y, svWide z) {
    return z - x * y;
}

static inline svWide svWide_Fused(svWide x, svWide y, svWide z) {
    return _mm256_fmadd_pd(x, y, z);
}

static inline svWideMask svWide_Less(svWide x, svWide y) {
    return _mm256_cmp_pd(x, y, _CMP_LT_OQ);
}

static inline svWideMask svWide_LessEqual(svWide x, svWide y) {
    return _mm256_cmp_pd(x, y, _CMP_LE_OQ);
}

static inline svWideMask svWideMask_And(svWideMask a, svWideMask b) {
    return _mm256_and_pd(a, b);
}

static inline svWideMask svWideMask_Or(svWideMask a, svWideMask b) {
    return _mm256_or_pd(a, b);
}

static inline svWide svWide_Select(svWideMask mask, svWide x, svWide y) {
    return _mm256_blendv_pd(y, x, mask);
}

static inline unsigned svWideMask_Bits(svWideMask a) {
    return (unsigned)_mm256_movemask_pd(a);
}

static inline void svWide_LoadPoints(const svPositions* view, const uint32_t* ids, svWide out[3]) {
    svFourPoints_Load(view, ids, out);
}

#endif
