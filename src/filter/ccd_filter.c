#include "filter/ccd_filter.h"

#include "math/cpu.h"

svCcdFilterFn svCcdFilter_Choose(svIsa isa, bool instant) {
    switch (svIsa_Resolve(isa)) {
#if defined(__x86_64__)
    case SV_ISA_AVX2:
        return instant ? svCcdFilter_InstantAvx2 : svCcdFilter_Avx2;
    case SV_ISA_AVX512:
        return instant ? svCcdFilter_InstantAvx512 : svCcdFilter_Avx512;
#elif defined(__aarch64__)
    case SV_ISA_NEON:
        return instant ? svCcdFilter_InstantNeon : svCcdFilter_Neon;
#endif
    default:
        return instant ? svCcdFilter_InstantScalar : svCcdFilter_Scalar;
    }
}
