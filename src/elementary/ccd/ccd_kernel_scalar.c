// The batch kernels compiled for scalar.

#include "math/wide_scalar.h"

#define KERNEL(name) name##Scalar
#include "elementary/ccd/ccd_kernel_source.h"
