// Which kernels this machine runs.

#include "kernels.h"

#define DECLARE(name)                                                                              \
    double svMembranes_##name(const svMembraneWork* work, size_t first, size_t end);               \
    extern const svSweeps svSweeps_##name;                                                         \
    extern const svAssembly svAssembly_##name
DECLARE(avx512);
DECLARE(avx2);
DECLARE(scalar);

// The best first.
static const svSimKernels kernels[] = {
#ifdef SV_SIM_AVX512
    {SV_ISA_AVX512, svMembranes_avx512, &svSweeps_avx512, &svAssembly_avx512},
#endif
#ifdef SV_SIM_AVX2
    {SV_ISA_AVX2, svMembranes_avx2, &svSweeps_avx2, &svAssembly_avx2},
#endif
    {SV_ISA_SCALAR, svMembranes_scalar, &svSweeps_scalar, &svAssembly_scalar}};

const svSimKernels* svSimKernels_Of(svIsa isa) {
    for (size_t i = 0; i < sizeof(kernels) / sizeof(kernels[0]); ++i) {
        const svIsa mine = kernels[i].isa;
        if ((isa == SV_ISA_BEST || isa == mine) &&
            (mine == SV_ISA_SCALAR || svIsa_Available(mine))) {
            return &kernels[i];
        }
    }
    return NULL;
}
