// The triangle kernel compiled for scalar.

#include "math/wide_scalar.h"

#define KERNEL(name) name##Scalar
#include "elementary/triangle/triangle_kernel_source.h"
