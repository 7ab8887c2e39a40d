// The proximity kernel compiled for scalar.

#include "math/wide_scalar.h"

#define KERNEL(name) name##Scalar
#include "elementary/proximity/near_kernel_source.h"
