// The operations of math/shorts_avx512.h for test_shorts.c.

#if defined(__x86_64__)
#include "math/shorts_avx512.h"
#endif

#define SHORTS_OPERATIONS ShortsAvx512
#include "shorts_operations.h"
