// Wide doubles, four lanes of AVX2. See wide_scalar.h for what each function does.
#ifndef SELVAGE_MATH_WIDE_H
#define SELVAGE_MATH_WIDE_H

#include "selvage/base.h"

#include <immintrin.h>

#define SV_WIDE_LANES 4
typedef __m256d svWide;
typedef __m256d svWideMask; // all bits of a lane set or clear

static inline svWide svWide_Set(double x) {
    return _mm256_set1_pd(x);
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

static inline svWideMask svWide_Less(svWide x, svWide y) {
    return _mm256_cmp_pd(x, y, _CMP_LT_OQ);
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

static inline const char* svWide_PointAt(const svPositions* view, uint32_t id) {
    return (const char*)view->data + (size_t)id * view->stride;
}

// x y of two points, the second in the upper half.
static inline __m256d svWide_LoadXyPair(const double* lower, const double* upper) {
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(lower)), _mm_loadu_pd(upper),
                                1);
}

static inline void svWide_LoadPoints(const svPositions* view, const uint32_t* ids, svWide out[3]) {
    const char* p0 = svWide_PointAt(view, ids[0]);
    const char* p1 = svWide_PointAt(view, ids[1]);
    const char* p2 = svWide_PointAt(view, ids[2]);
    const char* p3 = svWide_PointAt(view, ids[3]);
    if (view->scalar == SV_FLOAT) {
        // x y of two points per register, then the third floats; each read stays inside its point.
        const __m128 z = _mm_setzero_ps();
        const __m128 xy01 = _mm_loadh_pi(_mm_loadl_pi(z, (const __m64*)(const void*)p0),
                                         (const __m64*)(const void*)p1);
        const __m128 xy23 = _mm_loadh_pi(_mm_loadl_pi(z, (const __m64*)(const void*)p2),
                                         (const __m64*)(const void*)p3);
        const __m128 zs =
            _mm_setr_ps(((const float*)(const void*)p0)[2], ((const float*)(const void*)p1)[2],
                        ((const float*)(const void*)p2)[2], ((const float*)(const void*)p3)[2]);
        out[0] = _mm256_cvtps_pd(_mm_shuffle_ps(xy01, xy23, _MM_SHUFFLE(2, 0, 2, 0)));
        out[1] = _mm256_cvtps_pd(_mm_shuffle_ps(xy01, xy23, _MM_SHUFFLE(3, 1, 3, 1)));
        out[2] = _mm256_cvtps_pd(zs);
        return;
    }
    const double* d0 = (const double*)(const void*)p0;
    const double* d1 = (const double*)(const void*)p1;
    const double* d2 = (const double*)(const void*)p2;
    const double* d3 = (const double*)(const void*)p3;
    const __m256d xy02 = svWide_LoadXyPair(d0, d2), xy13 = svWide_LoadXyPair(d1, d3);
    out[0] = _mm256_unpacklo_pd(xy02, xy13);
    out[1] = _mm256_unpackhi_pd(xy02, xy13);
    out[2] = _mm256_setr_pd(d0[2], d1[2], d2[2], d3[2]);
}

#endif
