// The kernel table of one instruction set. A kernel file: compiled once for each of them
// (math/target.h).

#include "dispatch/kernels.h"

#define SV_KERNEL_ENTRY(name, type) .name = SV_KERNEL(name),
const svKernels SV_KERNEL_TABLE = {SV_KERNELS(SV_KERNEL_ENTRY)};
