// Sixteen 16-bit integers of AVX2. See shorts_scalar.h for what each function does.
#ifndef SELVAGE_MATH_SHORTS_AVX2_H
#define SELVAGE_MATH_SHORTS_AVX2_H

#include "math/shorts_256.h"

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

#endif
