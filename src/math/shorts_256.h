// Sixteen 16-bit integers in a 256-bit register: shared by shorts_avx2.h and shorts_avx512.h.
#ifndef SELVAGE_MATH_SHORTS_256_H
#define SELVAGE_MATH_SHORTS_256_H

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

#endif
