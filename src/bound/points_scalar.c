// Reading points compiled for scalar.

#include "math/floats_scalar.h"

#define KERNEL(name) name##Scalar
#include "bound/points_source.h"
