// In the place of the compiler's header: the intrinsics of AVX2 and AVX-512 in plain C (SIMDe), for
// processors that have none.
#ifndef SELVAGE_TESTS_IMMINTRIN_H
#define SELVAGE_TESTS_IMMINTRIN_H

#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx2.h>
#include <simde/x86/avx512.h>

// SIMDe leaves the names of types that the compiler knows to the compiler, which has no use for
// them without its own flags.
#undef __m256d
#undef __m512d
#undef __mmask8
#define __m256d simde__m256d
#define __m512d simde__m512d
#define __mmask8 simde__mmask8

#endif
