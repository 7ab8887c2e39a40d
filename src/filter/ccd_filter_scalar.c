// The filter of leaf pairs compiled for scalar.

#include "math/floats_scalar.h"
#include "math/shorts_scalar.h"

#define KERNEL(name) name##Scalar
#include "filter/ccd_filter_source.h"
