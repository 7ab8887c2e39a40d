// The test of leaves compiled for avx2.

#if defined(__x86_64__)
#include "math/floats_avx2.h"

#define KERNEL(name) name##Avx2
#include "selfcull/leaf_spread_source.h"
#else
typedef int svNoAvx2; // not on this machine
#endif
