// The separating directions compiled for scalar.

#include "math/wide_scalar.h"

#define KERNEL(name) name##Scalar
#include "elementary/ccd/directions_source.h"
