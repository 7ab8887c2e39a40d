// Reading points compiled for scalar.

#include "math/floats_scalar.h"

#define KERNEL(name) name##Scalar
#include "input/points_source.h"
