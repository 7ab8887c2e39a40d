// The filter of leaf pairs compiled for avx2.

#if defined(__x86_64__)
#include "math/floats_avx2.h"
#include "math/shorts_avx2.h"

#define KERNEL(name) name##Avx2
#include "filter/ccd_filter_source.h"
#else
typedef int svNoAvx2; // not on this machine
#endif
