// The triangle kernel compiled for avx512.

#if defined(__x86_64__)
#include "math/wide_avx512.h"

#define KERNEL(name) name##Avx512
#include "elementary/triangle/triangle_kernel_source.h"
#else
typedef int svNoAvx512; // not on this machine
#endif
