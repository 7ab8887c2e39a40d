// The proximity kernel compiled for avx2.

#if defined(__x86_64__)
#include "math/wide_avx2.h"

#define KERNEL(name) name##Avx2
#include "elementary/proximity/near_kernel_source.h"
#else
typedef int svNoAvx2; // not on this machine
#endif
