// What simd_avx2.h and simd_avx512.h share: sixteen 16-bit integers in a register of 256 bits, and
// four points loaded as columns.
#ifndef SELVAGE_MATH_SIMD_X86_H
#define SELVAGE_MATH_SIMD_X86_H

#include "selvage/base.h"

#include <immintrin.h>
#include <stdint.h>

typedef __m256i svShorts;

static inline svShorts svShorts_Set(int16_t x) {
    return _mm256_set1_epi16(x);
}

static inline svShorts svShorts_Load(const int16_t table[16]) {
    return _mm256_load_si256((const __m256i*)(const void*)table);
}

static inline void svShorts_Store(int16_t table[16], svShorts x) {
    _mm256_store_si256((__m256i*)(void*)table, x);
}

static inline svShorts svShorts_Add(svShorts x, svShorts y) {
    return _mm256_add_epi16(x, y);
}

static inline svShorts svShorts_Sub(svShorts x, svShorts y) {
    return _mm256_sub_epi16(x, y);
}

static inline svShorts svShorts_Min(svShorts x, svShorts y) {
    return _mm256_min_epi16(x, y);
}

static inline svShorts svShorts_Max(svShorts x, svShorts y) {
    return _mm256_max_epi16(x, y);
}

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
