// The operations of math/floats_avx2.h for test_floats.c.

#if defined(__x86_64__)
#include "math/floats_avx2.h"
#endif

#define FLOATS_OPERATIONS FloatsAvx2
#include "floats_operations.h"
