// The overlap kernels compiled for scalar.

#include "math/floats_scalar.h"

#define KERNEL(name) name##Scalar
#include "traverse/overlap_source.h"
