// The wide operations of math/wide_avx512.h for test_wide.c.

#if defined(__x86_64__)
#include "math/wide_avx512.h"
#endif

#define WIDE_OPERATIONS WideAvx512
#include "wide_operations.h"
