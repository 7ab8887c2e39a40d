// The test of leaves compiled for scalar.

#include "math/floats_scalar.h"

#define KERNEL(name) name##Scalar
#include "selfcull/leaf_spread_source.h"
