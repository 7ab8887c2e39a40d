#include "selfcull/self_kernel.h"

#include "math/cpu.h"

const svSelfKernel* svSelfKernel_Choose(svIsa isa) {
    switch (svIsa_Resolve(isa)) {
#if defined(__x86_64__)
    case SV_ISA_AVX2:
        return &svSelfKernel_Avx2;
    case SV_ISA_AVX512:
        return &svSelfKernel_Avx512;
#elif defined(__aarch64__)
    case SV_ISA_NEON:
        return &svSelfKernel_Neon;
#endif
    default:
        return &svSelfKernel_Scalar;
    }
}
