// The operations of math/shorts_neon.h for test_shorts.c.

#if defined(__aarch64__)
#include "math/shorts_neon.h"
#endif

#define SHORTS_OPERATIONS ShortsNeon
#include "shorts_operations.h"
