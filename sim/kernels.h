// The loops that implicit steps spend most of their time in, compiled once per instruction set: the
// same bytes from each.
#ifndef SELVAGE_SIM_KERNELS_H
#define SELVAGE_SIM_KERNELS_H

#include "assembly.h"
#include "bend.h"
#include "sweep.h"

// The name of a function or table of the instruction set that a file is compiled for.
#ifdef SV_SIM_TARGET
#define SV_SIM_JOIN(name, target) name##_##target
#define SV_SIM_EXPAND(name, target) SV_SIM_JOIN(name, target)
#define SV_SIM_KERNEL(name) SV_SIM_EXPAND(name, SV_SIM_TARGET)
#endif

typedef struct svSimKernels {
    svIsa isa;
    svMembraneFn membranes;
    svBendFn bends;
    svBendGradientFn bendGradient;
    const svSweeps* sweeps;
    const svAssembly* assembly;
} svSimKernels;

// Those of an instruction set, or of the best one; null if they were not built, or the machine has
// no such one.
const svSimKernels* svSimKernels_Of(svIsa isa);

#endif
