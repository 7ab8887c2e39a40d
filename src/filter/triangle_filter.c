#include "filter/triangle_filter.h"

#include "math/cpu.h"

svTriangleFilterFn svTriangleFilter_Choose(svIsa isa) {
    switch (svIsa_Resolve(isa)) {
#if defined(__x86_64__)
    case SV_ISA_AVX2:
        return svTriangleFilter_Avx2;
    case SV_ISA_AVX512:
        return svTriangleFilter_Avx512;
#elif defined(__aarch64__)
    case SV_ISA_NEON:
        return svTriangleFilter_Neon;
#endif
    default:
        return svTriangleFilter_Scalar;
    }
}
