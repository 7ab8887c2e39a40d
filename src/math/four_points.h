// Four points of a view, transposed into AVX registers: shared by wide_avx2.h and wide_avx512.h.
#ifndef SELVAGE_MATH_FOUR_POINTS_H
#define SELVAGE_MATH_FOUR_POINTS_H

#include "selvage/base.h"

#include <immintrin.h>

static inline const char* svFourPoints_At(const svPositions* view, uint32_t id) {
    return (const char*)view->data + (size_t)id * view->stride;
}

// x y of two points, the second in the upper half.
static inline __m256d svFourPoints_XyPair(const double* lower, const double* upper) {
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(lower)), _mm_loadu_pd(upper),
                                1);
}

static inline void svFourPoints_Load(const svPositions* view, const uint32_t* ids, __m256d out[3]) {
    const char* p0 = svFourPoints_At(view, ids[0]);
    const char* p1 = svFourPoints_At(view, ids[1]);
    const char* p2 = svFourPoints_At(view, ids[2]);
    const char* p3 = svFourPoints_At(view, ids[3]);
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
    const __m256d xy02 = svFourPoints_XyPair(d0, d2), xy13 = svFourPoints_XyPair(d1, d3);
    out[0] = _mm256_unpacklo_pd(xy02, xy13);
    out[1] = _mm256_unpackhi_pd(xy02, xy13);
    out[2] = _mm256_setr_pd(d0[2], d1[2], d2[2], d3[2]);
}

#endif
