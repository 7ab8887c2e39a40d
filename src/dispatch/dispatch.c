// Run-time dispatch: the kernel table of an instruction set.

#include "dispatch/kernels.h"
#include "math/cpu.h"

#define SV_TARGET(name, isa, machine, flags, available)                                            \
    SV_ON_##machine(extern const svKernels svKernels_##name;)
#include "math/targets.def"

const svKernels* svKernels_Of(svIsa isa) {
    switch (svIsa_Resolve(isa)) {
#define SV_TARGET(name, isa, machine, flags, available)                                            \
    SV_ON_##machine(case isa : return &svKernels_##name;)
#include "math/targets.def"
    default:
        return &svKernels_scalar;
    }
}
