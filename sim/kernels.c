// Which kernels this machine runs.

#include "kernels.h"

#define DECLARE(name)                                                                              \
    double svMembranes_##name(const svMembraneWork* work, size_t first, size_t end);               \
    double svBends_##name(const svBendWork* work, size_t first, size_t end);                       \
    void svBendGradient_##name(const svBendGrid* grid, size_t first, size_t end, double* g);       \
    extern const svSweeps svSweeps_##name;                                                         \
    extern const svAssembly svAssembly_##name
DECLARE(avx512);
DECLARE(avx2);
DECLARE(scalar);

#define KERNELS(isa, name)                                                                         \
    {                                                                                              \
        isa, svMembranes_##name, svBends_##name, svBendGradient_##name, &svSweeps_##name,          \
            &svAssembly_##name                                                                     \
    }

// The best first.
static const svSimKernels kernels[] = {
#ifdef SV_SIM_AVX512
    KERNELS(SV_ISA_AVX512, avx512),
#endif
#ifdef SV_SIM_AVX2
    KERNELS(SV_ISA_AVX2, avx2),
#endif
    KERNELS(SV_ISA_SCALAR, scalar)};

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
