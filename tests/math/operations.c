// Which operations there are, as dispatch/dispatch.c has it for kernels.

#include "operations.h"

#define SV_TARGET(name, isa, machine, flags, available)                                            \
    SV_ON_##machine(extern const Operations operations_##name;)
#include "math/targets.def"
extern const Operations operations_emulated;

const Operations* OperationsOf(int isa) {
#if defined(TEST_EMULATED_AVX512)
    if (isa == SV_ISA_AVX512) {
        return &operations_emulated;
    }
#endif
    if (!svIsa_Available((svIsa)isa)) {
        return NULL;
    }
    switch (isa) {
#define SV_TARGET(name, isa, machine, flags, available)                                            \
    SV_ON_##machine(case isa : return &operations_##name;)
#include "math/targets.def"
    default:
        return NULL;
    }
}
