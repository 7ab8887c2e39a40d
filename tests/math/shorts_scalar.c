// The operations of math/shorts_scalar.h for test_shorts.c.

#include "math/shorts_scalar.h"

#define SHORTS_OPERATIONS ShortsScalar
#include "shorts_operations.h"
