#include "math/cpu.h"

const char* svIsa_Name(svIsa isa) {
    switch (isa) {
    case SV_ISA_BEST:
        return "best";
    case SV_ISA_SCALAR:
        return "scalar";
    case SV_ISA_AVX2:
        return "avx2";
    case SV_ISA_AVX512:
        return "avx512";
    case SV_ISA_NEON:
        return "neon";
    case SV_ISA_COUNT:
        break;
    }
    return "unknown";
}

#if defined(__x86_64__)
// What the wide kernels are compiled with besides (src/CMakeLists.txt).
static bool HasBitOperations(void) {
    return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}
#endif

bool svIsa_Available(svIsa isa) {
    switch (isa) {
    case SV_ISA_BEST:
    case SV_ISA_SCALAR:
        return true;
#if defined(__x86_64__)
    // The compiler's run-time check includes the operating system's support for the registers.
    case SV_ISA_AVX2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
               HasBitOperations();
    case SV_ISA_AVX512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
               HasBitOperations();
#elif defined(__aarch64__)
    case SV_ISA_NEON:
        return true;
#endif
    default:
        return false;
    }
}

svIsa svIsa_Resolve(svIsa isa) {
    if (isa != SV_ISA_BEST) {
        return isa;
    }
    for (svIsa wide = SV_ISA_COUNT - 1; wide > SV_ISA_SCALAR; --wide) {
        if (svIsa_Available(wide)) {
            return wide;
        }
    }
    return SV_ISA_SCALAR;
}
