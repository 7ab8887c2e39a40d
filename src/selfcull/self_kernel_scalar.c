// The test of nodes compiled for scalar.

#include "math/floats_scalar.h"

#define KERNEL(name) name##Scalar
#include "selfcull/self_kernel_source.h"
