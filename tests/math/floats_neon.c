// The operations of math/floats_neon.h for test_floats.c.

#if defined(__aarch64__)
#include "math/floats_neon.h"
#endif

#define FLOATS_OPERATIONS FloatsNeon
#include "floats_operations.h"
