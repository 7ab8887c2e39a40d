// The kernels that a test looks at: those of every instruction set that this machine has or, with
// TEST_EMULATED_AVX512 (tests/emulation), those of AVX-512 in plain C, on any machine.
#ifndef SELVAGE_TESTS_SUPPORT_KERNELS_H
#define SELVAGE_TESTS_SUPPORT_KERNELS_H

#include "dispatch/kernels.h"

#if defined(TEST_EMULATED_AVX512)
enum { FIRST_ISA = SV_ISA_AVX512, LAST_ISA = SV_ISA_AVX512 };
extern const svKernels svKernels_emulated;

static inline const svKernels* KernelsOf(int isa) {
    (void)isa;
    return &svKernels_emulated;
}
#else
enum { FIRST_ISA = SV_ISA_SCALAR, LAST_ISA = SV_ISA_ENUM_COUNT - 1 };

// Null if this machine does not have the instruction set.
static inline const svKernels* KernelsOf(int isa) {
    return svIsa_Available((svIsa)isa) ? svKernels_Of((svIsa)isa) : NULL;
}
#endif

// What all others are compared with.
static inline const svKernels* PlainKernels(void) {
    return svKernels_Of(SV_ISA_SCALAR);
}

#endif
