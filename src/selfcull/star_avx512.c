// The test of stars compiled for avx512.

#if defined(__x86_64__)
#include "math/floats_avx512.h"

#define KERNEL(name) name##Avx512
#include "selfcull/star_source.h"
#else
typedef int svNoAvx512; // not on this machine
#endif
