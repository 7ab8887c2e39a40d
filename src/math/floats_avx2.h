// Wide floats, eight lanes of AVX2 with FMA. See floats_scalar.h for what each function does.
#ifndef SELVAGE_MATH_FLOATS_H
#define SELVAGE_MATH_FLOATS_H

#include <immintrin.h>
#include <stdint.h>

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

static inline svFloats svFloats_Sqrt(svFloats x) {
    return _mm256_sqrt_ps(x);
}

static inline svFloats svFloats_MulAdd(svFloats x, svFloats y, svFloats z) {
    return _mm256_fmadd_ps(x, y, z);
}

static inline svFloats svFloats_MulSub(svFloats x, svFloats y, svFloats z) {
    return _mm256_fnmadd_ps(x, y, z);
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

// The permutes look at three bits of an index; the fourth chooses between the halves of the table.
static inline svFloats svFloats_Lookup(const float table[16], svLanes lanes) {
    const __m256 low = _mm256_permutevar8x32_ps(_mm256_load_ps(table), lanes);
    const __m256 high = _mm256_permutevar8x32_ps(_mm256_load_ps(table + 8), lanes);
    return _mm256_blendv_ps(low, high, _mm256_castsi256_ps(_mm256_slli_epi32(lanes, 28)));
}

static inline uint32_t svIds_Equal(const uint32_t ids[16], uint32_t id) {
    const __m256i* eight = (const __m256i*)(const void*)ids;
    const __m256i all = _mm256_set1_epi32((int)id);
    const __m256i low = _mm256_cmpeq_epi32(_mm256_loadu_si256(eight), all);
    const __m256i high = _mm256_cmpeq_epi32(_mm256_loadu_si256(eight + 1), all);
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(low)) |
           (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(high)) << 8;
}

#endif
