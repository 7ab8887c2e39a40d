// The pass in single precision compiled for scalar.

#include "math/floats_scalar.h"
#include "math/wide_floats.h"

#define KERNEL(name) name##Scalar
#include "elementary/ccd/ccd_single_source.h"
