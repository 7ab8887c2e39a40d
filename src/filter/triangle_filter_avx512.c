// The filter of triangle pairs compiled for avx512.

#if defined(__x86_64__)
#include "math/floats_avx512.h"
#include "math/shorts_avx512.h"

#define KERNEL(name) name##Avx512
#include "filter/triangle_filter_source.h"
#else
typedef int svNoAvx512; // not on this machine
#endif
