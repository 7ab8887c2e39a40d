#include "pair/ccd_filter.h"

#include "math/cpu.h"

svCcdFilterFn svCcdFilter_Choose(svIsa isa) {
    switch (svIsa_Resolve(isa)) {
#if defined(__x86_64__)
    case SV_ISA_AVX2:
        return svCcdFilter_Avx2;
    case SV_ISA_AVX512:
        return svCcdFilter_Avx512;
#elif defined(__aarch64__)
    case SV_ISA_NEON:
        return svCcdFilter_Neon;
#endif
    default:
        return svCcdFilter_Scalar;
    }
}
