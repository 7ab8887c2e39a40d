// Run-time dispatch: which instruction sets there are, which of them this build and this machine
// have, and the kernel table of one.

#include "dispatch/kernels.h"

#if defined(__x86_64__)
// The compiler's run-time check includes the operating system's support for the registers.
#define HAS(feature) (__builtin_cpu_supports(feature) != 0)
#endif

const char* svIsa_Name(svIsa isa) {
    switch (isa) {
    case SV_ISA_BEST:
        return "best";
#define SV_TARGET(name, isa, machine, flags, available)                                            \
    case isa:                                                                                      \
        return #name;
#include "math/targets.def"
    default:
        return "unknown";
    }
}

bool svIsa_Available(svIsa isa) {
    if (isa == SV_ISA_BEST) {
        return true;
    }
    switch (isa) {
#define SV_TARGET(name, isa, machine, flags, available)                                            \
    SV_ON_##machine(case isa : return available;)
#include "math/targets.def"
    default:
        return false;
    }
}

// The widest one that is available.
static svIsa BestIsa(void) {
    for (svIsa wide = SV_ISA_ENUM_COUNT - 1; wide > SV_ISA_SCALAR; --wide) {
        if (svIsa_Available(wide)) {
            return wide;
        }
    }
    return SV_ISA_SCALAR;
}

#define SV_TARGET(name, isa, machine, flags, available)                                            \
    SV_ON_##machine(extern const svKernels svKernels_##name;)
#include "math/targets.def"

const svKernels* svKernels_Of(svIsa isa) {
    switch (isa == SV_ISA_BEST ? BestIsa() : isa) {
#define SV_TARGET(name, isa, machine, flags, available)                                            \
    SV_ON_##machine(case isa : return &svKernels_##name;)
#include "math/targets.def"
    default:
        return &svKernels_scalar;
    }
}
