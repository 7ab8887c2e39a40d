// Wide floats, sixteen lanes of AVX-512. See floats_scalar.h for what each function does.
#ifndef SELVAGE_MATH_FLOATS_H
#define SELVAGE_MATH_FLOATS_H

#include <immintrin.h>
#include <stdint.h>

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

static inline svFloats svFloats_Sqrt(svFloats x) {
    return _mm512_sqrt_ps(x);
}

static inline svFloats svFloats_MulAdd(svFloats x, svFloats y, svFloats z) {
    return _mm512_fmadd_ps(x, y, z);
}

static inline svFloats svFloats_MulSub(svFloats x, svFloats y, svFloats z) {
    return _mm512_fnmadd_ps(x, y, z);
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

static inline svFloats svFloats_Lookup(const float table[16], svLanes lanes) {
    return _mm512_permutexvar_ps(lanes, _mm512_load_ps(table));
}

static inline uint32_t svIds_Equal(const uint32_t ids[16], uint32_t id) {
    return _mm512_cmpeq_epi32_mask(_mm512_loadu_si512(ids), _mm512_set1_epi32((int)id));
}

#endif
