// The leaves' motion compiled for scalar.

#include "math/floats_scalar.h"

#define KERNEL(name) name##Scalar
#include "input/leaf_motion_source.h"
