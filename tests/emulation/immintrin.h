// In the place of the compiler's header: the intrinsics of AVX2 and AVX-512 in plain C (SIMDe), for
// processors that have none.
#ifndef SELVAGE_TESTS_IMMINTRIN_H
#define SELVAGE_TESTS_IMMINTRIN_H

#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx2.h>
#include <simde/x86/avx512.h>

// SIMDe leaves the names of types that the compiler knows to the compiler, which has no use for
// them without its own flags.
#undef __m128i
#undef __m256d
#undef __m512
#undef __m512d
#undef __m512i
#undef __mmask8
#undef __mmask16
#define __m128i simde__m128i
#define __m256d simde__m256d
#define __m512 simde__m512
#define __m512d simde__m512d
#define __m512i simde__m512i
#define __mmask8 simde__mmask8
#define __mmask16 simde__mmask16

#ifndef _mm512_cvtepu8_epi32 // SIMDe 0.7 does not have it
static inline simde__m512i Emulated_cvtepu8_epi32(simde__m128i bytes) {
    uint8_t from[16];
    int32_t to[16];
    simde_mm_storeu_si128(from, bytes);
    for (int i = 0; i < 16; ++i) {
        to[i] = from[i];
    }
    return simde_mm512_loadu_si512(to);
}
#define _mm512_cvtepu8_epi32 Emulated_cvtepu8_epi32
#endif

// SIMDe's leaves the signs of zero and of NaN; the instruction clears them.
static inline simde__m512 Emulated_abs_ps(simde__m512 x) {
    float values[16];
    simde_mm512_storeu_ps(values, x);
    for (int i = 0; i < 16; ++i) {
        values[i] = __builtin_fabsf(values[i]);
    }
    return simde_mm512_loadu_ps(values);
}

static inline simde__m512d Emulated_abs_pd(simde__m512d x) {
    double values[8];
    simde_mm512_storeu_pd(values, x);
    for (int i = 0; i < 8; ++i) {
        values[i] = __builtin_fabs(values[i]);
    }
    return simde_mm512_loadu_pd(values);
}
#undef _mm512_abs_ps
#undef _mm512_abs_pd
#define _mm512_abs_ps Emulated_abs_ps
#define _mm512_abs_pd Emulated_abs_pd

// SIMDe rounds twice.
static inline simde__m512d Emulated_fmadd_pd(simde__m512d x, simde__m512d y, simde__m512d z) {
    double values[3][8];
    simde_mm512_storeu_pd(values[0], x);
    simde_mm512_storeu_pd(values[1], y);
    simde_mm512_storeu_pd(values[2], z);
    for (int i = 0; i < 8; ++i) {
        values[0][i] = __builtin_fma(values[0][i], values[1][i], values[2][i]);
    }
    return simde_mm512_loadu_pd(values[0]);
}
#undef _mm512_fmadd_pd
#define _mm512_fmadd_pd Emulated_fmadd_pd

// What SIMDe 0.7 does not have, or not by this name.
static inline simde__m256 Emulated_cvtpd_ps(simde__m512d x) {
    const simde__m128 low = simde_mm256_cvtpd_ps(simde_mm512_castpd512_pd256(x));
    const simde__m128 high = simde_mm256_cvtpd_ps(simde_mm512_extractf64x4_pd(x, 1));
    return simde_mm256_insertf128_ps(simde_mm256_castps128_ps256(low), high, 1);
}

static inline simde__m512d Emulated_cvtps_pd(simde__m256 x) {
    const simde__m256d low = simde_mm256_cvtps_pd(simde_mm256_castps256_ps128(x));
    const simde__m256d high = simde_mm256_cvtps_pd(simde_mm256_extractf128_ps(x, 1));
    return simde_mm512_insertf64x4(simde_mm512_castpd256_pd512(low), high, 1);
}

static inline simde__m512i Emulated_cvtps_epi32(simde__m512 x) {
    float from[16];
    int32_t to[16];
    simde_mm512_storeu_ps(from, x);
    for (int i = 0; i < 16; ++i) {
        to[i] = (int32_t)__builtin_lrintf(from[i]);
    }
    return simde_mm512_loadu_si512(to);
}

static inline uint16_t Emulated_cmpgt_epi16_mask(simde__m256i x, simde__m256i y) {
    int16_t values[2][16];
    uint32_t bits = 0;
    simde_mm256_storeu_si256(values[0], x);
    simde_mm256_storeu_si256(values[1], y);
    for (int i = 0; i < 16; ++i) {
        bits |= (uint32_t)(values[0][i] > values[1][i]) << i;
    }
    return (uint16_t)bits;
}
#undef _mm512_cvtpd_ps
#undef _mm512_cvtps_pd
#undef _mm512_cvtps_epi32
#undef _mm512_shuffle_f32x4
#undef _mm256_cmpgt_epi16_mask
#define _mm512_cvtpd_ps Emulated_cvtpd_ps
#define _mm512_cvtps_pd Emulated_cvtps_pd
#define _mm512_cvtps_epi32 Emulated_cvtps_epi32
#define _mm512_shuffle_f32x4 simde_mm512_shuffle_f32x4
#define _mm256_cmpgt_epi16_mask Emulated_cmpgt_epi16_mask

#endif
