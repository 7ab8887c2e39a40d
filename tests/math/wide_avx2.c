// The wide operations of math/wide_avx2.h for test_wide.c.

#if defined(__x86_64__)
#include "math/wide_avx2.h"
#endif

#define WIDE_OPERATIONS WideAvx2
#include "wide_operations.h"
