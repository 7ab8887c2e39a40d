// The wide types of AVX2. simd_scalar.h says what each function does.
#ifndef SELVAGE_MATH_SIMD_AVX2_H
#define SELVAGE_MATH_SIMD_AVX2_H

#include "math/simd_x86.h"

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

// ---- floats ----------------------------------------------------------------------------------

#define SV_FLOAT_LANES 8
typedef __m256 svFloats;
typedef __m256 svFloatsMask; // all bits of a lane set or clear
typedef __m256i svLanes;

static inline svFloats svFloats_Set(float x) {
    return _mm256_set1_ps(x);
}

static inline svFloats svFloats_Load(const float* from) {
    return _mm256_load_ps(from);
}

static inline void svFloats_Store(float* to, svFloats x) {
    _mm256_store_ps(to, x);
}

static inline svFloats svFloats_Min(svFloats x, svFloats y) {
    return _mm256_min_ps(x, y);
}

static inline svFloats svFloats_Max(svFloats x, svFloats y) {
    return _mm256_max_ps(x, y);
}

static inline svFloats svFloats_Abs(svFloats x) {
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), x);
}

static inline svFloats svFloats_MulAdd(svFloats x, svFloats y, svFloats z) {
    return _mm256_fmadd_ps(x, y, z);
}

static inline svFloats svFloats_MulSub(svFloats x, svFloats y, svFloats z) {
    return _mm256_fnmadd_ps(x, y, z);
}

static inline svFloats svFloats_Sqrt(svFloats x) {
    return _mm256_sqrt_ps(x);
}

static inline svFloatsMask svFloats_Less(svFloats x, svFloats y) {
    return _mm256_cmp_ps(x, y, _CMP_LT_OQ);
}

static inline svFloatsMask svFloatsMask_And(svFloatsMask a, svFloatsMask b) {
    return _mm256_and_ps(a, b);
}

static inline svFloatsMask svFloatsMask_Or(svFloatsMask a, svFloatsMask b) {
    return _mm256_or_ps(a, b);
}

static inline uint32_t svFloatsMask_Bits(svFloatsMask a) {
    return (uint32_t)_mm256_movemask_ps(a);
}

static inline svLanes svLanes_Load(const uint8_t* indices) {
    return _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i*)(const void*)indices));
}

// Lookups read the lowest four bits only.
static inline svLanes svLanes_LoadByte(const uint32_t* words, int byte) {
    return _mm256_srli_epi32(_mm256_load_si256((const __m256i*)(const void*)words), 8 * byte);
}

// The permutes read three bits of an index; the fourth chooses between the halves of the table.
static inline svFloats svFloats_Lookup(const float table[16], svLanes lanes) {
    const __m256 low = _mm256_permutevar8x32_ps(_mm256_load_ps(table), lanes);
    const __m256 high = _mm256_permutevar8x32_ps(_mm256_load_ps(table + 8), lanes);
    return _mm256_blendv_ps(low, high, _mm256_castsi256_ps(_mm256_slli_epi32(lanes, 28)));
}

// The lanes of eight bits, one per byte, in order.
#define SV_PACKED(bits, lane)                                                                      \
    (((bits) >> (lane)&1) * ((uint64_t)(lane) << 8 * __builtin_popcount((bits) % (1u << (lane)))))
#define SV_PACKED_1(b)                                                                             \
    (SV_PACKED(b, 1) | SV_PACKED(b, 2) | SV_PACKED(b, 3) | SV_PACKED(b, 4) | SV_PACKED(b, 5) |     \
     SV_PACKED(b, 6) | SV_PACKED(b, 7))
#define SV_PACKED_4(b)                                                                             \
    SV_PACKED_1(b), SV_PACKED_1((b) + 1), SV_PACKED_1((b) + 2), SV_PACKED_1((b) + 3)
#define SV_PACKED_16(b)                                                                            \
    SV_PACKED_4(b), SV_PACKED_4((b) + 4), SV_PACKED_4((b) + 8), SV_PACKED_4((b) + 12)
#define SV_PACKED_64(b)                                                                            \
    SV_PACKED_16(b), SV_PACKED_16((b) + 16), SV_PACKED_16((b) + 32), SV_PACKED_16((b) + 48)

static inline void svBits_List(uint32_t* to, uint32_t first, uint32_t bits) {
    static const uint64_t packed[256] = {SV_PACKED_64(0u), SV_PACKED_64(64u), SV_PACKED_64(128u),
                                         SV_PACKED_64(192u)};
    const __m256i lanes =
        _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i*)(const void*)&packed[bits]));
    const __m256i numbers = _mm256_add_epi32(lanes, _mm256_set1_epi32((int)first));
    _mm256_storeu_si256((__m256i*)(void*)to, numbers);
}

// Bit i becomes byte i, all ones or zero; then a byte shuffle looks them up.
static inline uint32_t svBits_Lookup(uint32_t bits, const uint8_t indices[16]) {
    const __m128i each = _mm_set1_epi64x((long long)0x8040201008040201);
    const __m128i halves = _mm_set_epi64x(0x0101010101010101, 0);
    const __m128i bytes = _mm_shuffle_epi8(_mm_cvtsi32_si128((int)bits), halves);
    const __m128i ones = _mm_cmpeq_epi8(_mm_and_si128(bytes, each), each);
    const __m128i at = _mm_loadu_si128((const __m128i*)(const void*)indices);
    return (uint32_t)_mm_movemask_epi8(_mm_shuffle_epi8(ones, at));
}

static inline uint32_t svIds_Equal(const uint32_t ids[16], uint32_t id) {
    const __m256i* eight = (const __m256i*)(const void*)ids;
    const __m256i all = _mm256_set1_epi32((int)id);
    const __m256i low = _mm256_cmpeq_epi32(_mm256_loadu_si256(eight), all);
    const __m256i high = _mm256_cmpeq_epi32(_mm256_loadu_si256(eight + 1), all);
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(low)) |
           (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(high)) << 8;
}

static inline uint32_t svIds_Between(const uint32_t ids[16], uint32_t first, uint32_t last) {
    const __m256i* eight = (const __m256i*)(const void*)ids;
    const __m256i start = _mm256_set1_epi32((int)first);
    const __m256i range = _mm256_set1_epi32((int)(last - first));
    const __m256i low = _mm256_sub_epi32(_mm256_loadu_si256(eight), start);
    const __m256i high = _mm256_sub_epi32(_mm256_loadu_si256(eight + 1), start);
    const __m256i inLow = _mm256_cmpeq_epi32(_mm256_min_epu32(low, range), low);
    const __m256i inHigh = _mm256_cmpeq_epi32(_mm256_min_epu32(high, range), high);
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(inLow)) |
           (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(inHigh)) << 8;
}

static inline svFloats svFloats_Select(svFloatsMask mask, svFloats x, svFloats y) {
    return _mm256_blendv_ps(y, x, mask);
}

static inline void svRow_Difference(const double* from, const double* to, float row[8]) {
    const __m128 t0 = _mm256_cvtpd_ps(_mm256_loadu_pd(to) - _mm256_loadu_pd(from));
    const __m128 t1 = _mm256_cvtpd_ps(_mm256_loadu_pd(to + 4) - _mm256_loadu_pd(from + 4));
    // One store, because it is read by one load: two stores would not forward to it.
    _mm256_store_ps(row, _mm256_insertf128_ps(_mm256_castps128_ps256(t0), t1, 1));
}

// Four rows: one column of t0 in the lower half, the same of t1 in the upper half, three times.
static inline void svRows_LoadFour(const float* const rows[4], __m256 out[3]) {
    const __m256 r0 = _mm256_load_ps(rows[0]), r1 = _mm256_load_ps(rows[1]);
    const __m256 r2 = _mm256_load_ps(rows[2]), r3 = _mm256_load_ps(rows[3]);
    const __m256 xy01 = _mm256_unpacklo_ps(r0, r1), xy23 = _mm256_unpacklo_ps(r2, r3);
    const __m256 z01 = _mm256_unpackhi_ps(r0, r1), z23 = _mm256_unpackhi_ps(r2, r3);
    out[0] = _mm256_shuffle_ps(xy01, xy23, _MM_SHUFFLE(1, 0, 1, 0));
    out[1] = _mm256_shuffle_ps(xy01, xy23, _MM_SHUFFLE(3, 2, 3, 2));
    out[2] = _mm256_shuffle_ps(z01, z23, _MM_SHUFFLE(1, 0, 1, 0));
}

static inline void svRows_LoadFrom(const float* const rows[8], svFloats out[6]) {
    __m256 low[3], high[3];
    svRows_LoadFour(rows, low);
    svRows_LoadFour(rows + 4, high);
    for (int i = 0; i < 3; ++i) {
        out[i] = _mm256_permute2f128_ps(low[i], high[i], 0x20);
        out[i + 3] = _mm256_permute2f128_ps(low[i], high[i], 0x31);
    }
}

static inline float svFloats_SumLanes(svFloats x) {
    __m128 four = _mm256_castps256_ps128(x) + _mm256_extractf128_ps(x, 1);
    four = four + _mm_movehl_ps(four, four);
    return _mm_cvtss_f32(_mm_add_ss(four, _mm_movehdup_ps(four)));
}

static inline float svFloats_MinLane(svFloats x) {
    __m128 four = _mm_min_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    four = _mm_min_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_min_ss(four, _mm_movehdup_ps(four)));
}

static inline float svFloats_MaxLane(svFloats x) {
    __m128 four = _mm_max_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    four = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(four, _mm_movehdup_ps(four)));
}

typedef struct svRow {
    __m256d t0, t1;
} svRow;

static inline svRow svRow_Set(double x) {
    return (svRow){_mm256_set1_pd(x), _mm256_set1_pd(x)};
}

static inline svRow svRow_Load(const double* t0, const double* t1) {
    return (svRow){_mm256_loadu_pd(t0), _mm256_loadu_pd(t1)};
}

static inline svRow svRow_LoadThree(const double* t0, const double* t1) {
    const __m256i three = _mm256_setr_epi64x(-1, -1, -1, 0);
    return (svRow){_mm256_maskload_pd(t0, three), _mm256_maskload_pd(t1, three)};
}

static inline svRow svRow_LoadThreeFloats(const float* t0, const float* t1) {
    const __m128i three = _mm_setr_epi32(-1, -1, -1, 0);
    return (svRow){_mm256_cvtps_pd(_mm_maskload_ps(t0, three)),
                   _mm256_cvtps_pd(_mm_maskload_ps(t1, three))};
}

static inline void svRow_Store(double to[8], svRow a) {
    _mm256_storeu_pd(to, a.t0);
    _mm256_storeu_pd(to + 4, a.t1);
}

static inline svRow svRow_Add(svRow a, svRow b) {
    return (svRow){a.t0 + b.t0, a.t1 + b.t1};
}

static inline svRow svRow_Sub(svRow a, svRow b) {
    return (svRow){a.t0 - b.t0, a.t1 - b.t1};
}

static inline svRow svRow_Mul(svRow a, svRow b) {
    return (svRow){a.t0 * b.t0, a.t1 * b.t1};
}

static inline svRow svRow_Min(svRow a, svRow b) {
    return (svRow){_mm256_min_pd(a.t0, b.t0), _mm256_min_pd(a.t1, b.t1)};
}

static inline svRow svRow_Max(svRow a, svRow b) {
    return (svRow){_mm256_max_pd(a.t0, b.t0), _mm256_max_pd(a.t1, b.t1)};
}

// One store, as in svRow_Difference.
static inline void svRow_Round(svRow a, float row[8]) {
    const __m256 t0 = _mm256_castps128_ps256(_mm256_cvtpd_ps(a.t0));
    _mm256_store_ps(row, _mm256_insertf128_ps(t0, _mm256_cvtpd_ps(a.t1), 1));
}

// ---- 16-bit integers -------------------------------------------------------------------------

typedef struct svShortLanes {
    __m256i bytes; // where the two bytes of each lane are in a half of the table
    __m256i upper; // the top bit of each byte: in the upper half
} svShortLanes;

static inline uint32_t svShorts_Above(svShorts x, int16_t limit) {
    const __m256i above = _mm256_cmpgt_epi16(x, _mm256_set1_epi16(limit));
    const __m128i low = _mm256_castsi256_si128(above), high = _mm256_extracti128_si256(above, 1);
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high));
}

static inline svShorts svShorts_Round(const float x[16], float factor, float shift) {
    const __m256 f = _mm256_set1_ps(factor), s = _mm256_set1_ps(shift);
    const __m256i low = _mm256_cvtps_epi32(_mm256_add_ps(_mm256_mul_ps(f, _mm256_load_ps(x)), s));
    const __m256i high =
        _mm256_cvtps_epi32(_mm256_add_ps(_mm256_mul_ps(f, _mm256_load_ps(x + 8)), s));
    // Packing takes four from each in turn.
    return _mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), _MM_SHUFFLE(3, 1, 2, 0));
}

// Index i: bytes 2 i and 2 i + 1. Bit 4 of either says which half of the table; shuffles use
// the bits below, and the shift brings it to the top.
static inline svShortLanes svShortLanes_Load(const uint8_t indices[16]) {
    const __m128i packed = _mm_loadu_si128((const __m128i*)(const void*)indices);
    const __m256i twice = _mm256_mullo_epi16(_mm256_cvtepu8_epi16(packed), svShorts_Set(0x0202));
    const __m256i bytes = _mm256_add_epi16(twice, svShorts_Set(0x0100));
    return (svShortLanes){bytes, _mm256_slli_epi16(bytes, 3)};
}

static inline svShorts svShorts_Lookup(const int16_t table[16], svShortLanes lanes) {
    const __m128i* halves = (const __m128i*)(const void*)table;
    const __m256i low = _mm256_broadcastsi128_si256(_mm_load_si128(halves));
    const __m256i high = _mm256_broadcastsi128_si256(_mm_load_si128(halves + 1));
    return _mm256_blendv_epi8(_mm256_shuffle_epi8(low, lanes.bytes),
                              _mm256_shuffle_epi8(high, lanes.bytes), lanes.upper);
}

// ---- doubles ---------------------------------------------------------------------------------

#ifndef SV_WIDE_SINGLE // then svWide is svFloats (math/simd.h)

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

#endif
