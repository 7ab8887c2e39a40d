// The operations of math/floats_avx512.h for test_floats.c.

#if defined(__x86_64__)
#include "math/floats_avx512.h"
#endif

#define FLOATS_OPERATIONS FloatsAvx512
#include "floats_operations.h"
