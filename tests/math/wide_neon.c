// The wide operations of math/wide_neon.h for test_wide.c.

#if defined(__aarch64__)
#include "math/wide_neon.h"
#endif

#define WIDE_OPERATIONS WideNeon
#include "wide_operations.h"
