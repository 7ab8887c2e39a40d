// The test of stars compiled for scalar.

#include "math/floats_scalar.h"

#define KERNEL(name) name##Scalar
#include "selfcull/star_source.h"
