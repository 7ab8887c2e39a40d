#include "input/points.h"

#include "math/cpu.h"

svPointsFn svPoints_Choose(svIsa isa) {
    switch (svIsa_Resolve(isa)) {
#if defined(__x86_64__)
    case SV_ISA_AVX2:
        return svPoints_ReadAvx2;
    case SV_ISA_AVX512:
        return svPoints_ReadAvx512;
#elif defined(__aarch64__)
    case SV_ISA_NEON:
        return svPoints_ReadNeon;
#endif
    default:
        return svPoints_ReadScalar;
    }
}
