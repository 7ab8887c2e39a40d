// The pass in single precision compiled for avx2.

#if defined(__x86_64__)
#include "math/floats_avx2.h"
#include "math/wide_floats.h"

#define KERNEL(name) name##Avx2
#include "elementary/ccd/ccd_single_source.h"
#else
typedef int svNoAvx2; // not on this machine
#endif
