// The operations of math/shorts_avx2.h for test_shorts.c.

#if defined(__x86_64__)
#include "math/shorts_avx2.h"
#endif

#define SHORTS_OPERATIONS ShortsAvx2
#include "shorts_operations.h"
