// The proximity kernel compiled for neon.

#if defined(__aarch64__)
#include "math/wide_neon.h"

#define KERNEL(name) name##Neon
#include "elementary/proximity/near_kernel_source.h"
#else
typedef int svNoNeon; // not on this machine
#endif
