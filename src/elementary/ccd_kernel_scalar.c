// The batch kernels compiled for scalar.

#include "math/wide_scalar.h"

#define KERNEL(name) name##Scalar
#include "elementary/ccd_kernel_source.h"
