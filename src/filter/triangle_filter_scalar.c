// The filter of triangle pairs compiled for scalar.

#include "math/floats_scalar.h"
#include "math/shorts_scalar.h"

#define KERNEL(name) name##Scalar
#include "filter/triangle_filter_source.h"
