// The wide operations of math/wide_scalar.h for test_wide.c.

#include "math/wide_scalar.h"

#define WIDE_OPERATIONS WideScalar
#include "wide_operations.h"
