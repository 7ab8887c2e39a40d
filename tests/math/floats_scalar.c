// The operations of math/floats_scalar.h for test_floats.c.

#include "math/floats_scalar.h"

#define FLOATS_OPERATIONS FloatsScalar
#include "floats_operations.h"
