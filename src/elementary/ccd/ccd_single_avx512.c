// The pass in single precision compiled for avx512.

#if defined(__x86_64__)
#include "math/floats_avx512.h"
#include "math/wide_floats.h"

#define KERNEL(name) name##Avx512
#include "elementary/ccd/ccd_single_source.h"
#else
typedef int svNoAvx512; // not on this machine
#endif
