// The filter of leaf pairs at an instant, compiled for scalar.

#include "math/floats_scalar.h"
#include "math/shorts_scalar.h"

#define KERNEL(name) name##InstantScalar
#define TIMES 1
#include "filter/ccd_filter_source.h"
