// The wide types of AVX-512 (F, DQ, BW, VL). simd_scalar.h says what each function does.
#ifndef SELVAGE_MATH_SIMD_AVX512_H
#define SELVAGE_MATH_SIMD_AVX512_H

#include "math/simd_x86.h"

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

// ---- floats ----------------------------------------------------------------------------------

#define SV_FLOAT_LANES 16
typedef __m512 svFloats;
typedef __mmask16 svFloatsMask;
typedef __m512i svLanes;

static inline svFloats svFloats_Set(float x) {
    return _mm512_set1_ps(x);
}

static inline svFloats svFloats_Load(const float* from) {
    return _mm512_load_ps(from);
}

static inline void svFloats_Store(float* to, svFloats x) {
    _mm512_store_ps(to, x);
}

static inline svFloats svFloats_Min(svFloats x, svFloats y) {
    return _mm512_min_ps(x, y);
}

static inline svFloats svFloats_Max(svFloats x, svFloats y) {
    return _mm512_max_ps(x, y);
}

static inline svFloats svFloats_Abs(svFloats x) {
    return _mm512_abs_ps(x);
}

static inline svFloats svFloats_MulAdd(svFloats x, svFloats y, svFloats z) {
    return _mm512_fmadd_ps(x, y, z);
}

static inline svFloats svFloats_MulSub(svFloats x, svFloats y, svFloats z) {
    return _mm512_fnmadd_ps(x, y, z);
}

static inline svFloats svFloats_Sqrt(svFloats x) {
    return _mm512_sqrt_ps(x);
}

static inline svFloatsMask svFloats_Less(svFloats x, svFloats y) {
    return _mm512_cmp_ps_mask(x, y, _CMP_LT_OQ);
}

static inline svFloatsMask svFloatsMask_And(svFloatsMask a, svFloatsMask b) {
    return a & b;
}

static inline svFloatsMask svFloatsMask_Or(svFloatsMask a, svFloatsMask b) {
    return a | b;
}

static inline uint32_t svFloatsMask_Bits(svFloatsMask a) {
    return a;
}

static inline svLanes svLanes_Load(const uint8_t* indices) {
    return _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i*)(const void*)indices));
}

// Lookups read the lowest four bits only.
static inline svLanes svLanes_LoadByte(const uint32_t* words, int byte) {
    return _mm512_srli_epi32(_mm512_load_si512(words), (unsigned)(8 * byte));
}

static inline svFloats svFloats_Lookup(const float table[16], svLanes lanes) {
    return _mm512_permutexvar_ps(lanes, _mm512_load_ps(table));
}

static inline void svBits_List(uint32_t* to, uint32_t first, uint32_t bits) {
    const __m512i lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m512i numbers = _mm512_add_epi32(lanes, _mm512_set1_epi32((int)first));
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi32((__mmask16)bits, numbers));
}

// Bit i becomes byte i, all ones or zero; then a byte shuffle looks them up.
static inline uint32_t svBits_Lookup(uint32_t bits, const uint8_t indices[16]) {
    const __m128i ones = _mm_movm_epi8((__mmask16)bits);
    const __m128i at = _mm_loadu_si128((const __m128i*)(const void*)indices);
    return _mm_movepi8_mask(_mm_shuffle_epi8(ones, at));
}

static inline uint32_t svIds_Equal(const uint32_t ids[16], uint32_t id) {
    return _mm512_cmpeq_epi32_mask(_mm512_loadu_si512(ids), _mm512_set1_epi32((int)id));
}

static inline uint32_t svIds_Between(const uint32_t ids[16], uint32_t first, uint32_t last) {
    const __m512i from = _mm512_sub_epi32(_mm512_loadu_si512(ids), _mm512_set1_epi32((int)first));
    return _mm512_cmple_epu32_mask(from, _mm512_set1_epi32((int)(last - first)));
}

static inline svFloats svFloats_Select(svFloatsMask mask, svFloats x, svFloats y) {
    return _mm512_mask_blend_ps(mask, y, x);
}

static inline void svRow_Difference(const double* from, const double* to, float row[8]) {
    _mm256_store_ps(row, _mm512_cvtpd_ps(_mm512_loadu_pd(to) - _mm512_loadu_pd(from)));
}

// Eight rows: one column of rows 0 to 3 at t0, at t1, then of rows 4 to 7; three times.
static inline void svRows_LoadEight(const float* const rows[8], svFloats out[3]) {
    svFloats r[4];
    for (int i = 0; i < 4; ++i) {
        r[i] = _mm512_insertf32x8(_mm512_castps256_ps512(_mm256_load_ps(rows[i])),
                                  _mm256_load_ps(rows[4 + i]), 1);
    }
    const svFloats xy01 = _mm512_unpacklo_ps(r[0], r[1]), xy23 = _mm512_unpacklo_ps(r[2], r[3]);
    const svFloats z01 = _mm512_unpackhi_ps(r[0], r[1]), z23 = _mm512_unpackhi_ps(r[2], r[3]);
    out[0] = _mm512_shuffle_ps(xy01, xy23, _MM_SHUFFLE(1, 0, 1, 0));
    out[1] = _mm512_shuffle_ps(xy01, xy23, _MM_SHUFFLE(3, 2, 3, 2));
    out[2] = _mm512_shuffle_ps(z01, z23, _MM_SHUFFLE(1, 0, 1, 0));
}

static inline void svRows_LoadFrom(const float* const rows[16], svFloats out[6]) {
    svFloats low[3], high[3];
    svRows_LoadEight(rows, low);
    svRows_LoadEight(rows + 8, high);
    for (int i = 0; i < 3; ++i) {
        out[i] = _mm512_shuffle_f32x4(low[i], high[i], _MM_SHUFFLE(2, 0, 2, 0));
        out[3 + i] = _mm512_shuffle_f32x4(low[i], high[i], _MM_SHUFFLE(3, 1, 3, 1));
    }
}

static inline __m256 svFloats_UpperHalf(svFloats x) {
    return _mm256_castpd_ps(_mm512_extractf64x4_pd(_mm512_castps_pd(x), 1));
}

static inline float svFloats_SumLanes(svFloats x) {
    const __m256 eight = _mm512_castps512_ps256(x) + svFloats_UpperHalf(x);
    __m128 four = _mm256_castps256_ps128(eight) + _mm256_extractf128_ps(eight, 1);
    four = four + _mm_movehl_ps(four, four);
    return _mm_cvtss_f32(_mm_add_ss(four, _mm_movehdup_ps(four)));
}

static inline float svFloats_MinLane(svFloats x) {
    const __m256 eight = _mm256_min_ps(_mm512_castps512_ps256(x), svFloats_UpperHalf(x));
    __m128 four = _mm_min_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    four = _mm_min_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_min_ss(four, _mm_movehdup_ps(four)));
}

static inline float svFloats_MaxLane(svFloats x) {
    const __m256 eight = _mm256_max_ps(_mm512_castps512_ps256(x), svFloats_UpperHalf(x));
    __m128 four = _mm_max_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    four = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(four, _mm_movehdup_ps(four)));
}

typedef __m512d svRow;

static inline svRow svRow_Set(double x) {
    return _mm512_set1_pd(x);
}

static inline svRow svRow_Load(const double* t0, const double* t1) {
    return _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_loadu_pd(t0)), _mm256_loadu_pd(t1), 1);
}

static inline svRow svRow_LoadThree(const double* t0, const double* t1) {
    const __m256i three = _mm256_setr_epi64x(-1, -1, -1, 0);
    return _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_maskload_pd(t0, three)),
                              _mm256_maskload_pd(t1, three), 1);
}

static inline svRow svRow_LoadThreeFloats(const float* t0, const float* t1) {
    const __m128i three = _mm_setr_epi32(-1, -1, -1, 0);
    return _mm512_cvtps_pd(_mm256_insertf128_ps(_mm256_castps128_ps256(_mm_maskload_ps(t0, three)),
                                                _mm_maskload_ps(t1, three), 1));
}

static inline void svRow_Store(double to[8], svRow a) {
    _mm512_storeu_pd(to, a);
}

static inline svRow svRow_Add(svRow a, svRow b) {
    return a + b;
}

static inline svRow svRow_Sub(svRow a, svRow b) {
    return a - b;
}

static inline svRow svRow_Mul(svRow a, svRow b) {
    return a * b;
}

static inline svRow svRow_Min(svRow a, svRow b) {
    return _mm512_min_pd(a, b);
}

static inline svRow svRow_Max(svRow a, svRow b) {
    return _mm512_max_pd(a, b);
}

static inline void svRow_Round(svRow a, float row[8]) {
    _mm256_store_ps(row, _mm512_cvtpd_ps(a));
}

// ---- 16-bit integers -------------------------------------------------------------------------

typedef __m256i svShortLanes;

static inline uint32_t svShorts_Above(svShorts x, int16_t limit) {
    return _mm256_cmpgt_epi16_mask(x, _mm256_set1_epi16(limit));
}

static inline svShorts svShorts_Round(const float x[16], float factor, float shift) {
    const __m512 scaled = _mm512_mul_ps(_mm512_set1_ps(factor), _mm512_load_ps(x));
    return _mm512_cvtsepi32_epi16(_mm512_cvtps_epi32(_mm512_add_ps(scaled, _mm512_set1_ps(shift))));
}

static inline svShortLanes svShortLanes_Load(const uint8_t indices[16]) {
    return _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i*)(const void*)indices));
}

static inline svShorts svShorts_Lookup(const int16_t table[16], svShortLanes lanes) {
    return _mm256_permutexvar_epi16(lanes, svShorts_Load(table));
}

// ---- doubles ---------------------------------------------------------------------------------

#ifndef SV_WIDE_SINGLE // then svWide is svFloats (math/simd.h)

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

#endif
