// Sixteen 16-bit integers of AVX-512: half a register, with its masks and permutes. See
// shorts_scalar.h for what each function does.
#ifndef SELVAGE_MATH_SHORTS_AVX512_H
#define SELVAGE_MATH_SHORTS_AVX512_H

#include "math/shorts_256.h"

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

#endif
