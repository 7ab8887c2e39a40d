// The filter of triangle pairs compiled for neon.

#if defined(__aarch64__)
#include "math/floats_neon.h"
#include "math/shorts_neon.h"

#define KERNEL(name) name##Neon
#include "filter/triangle_filter_source.h"
#else
typedef int svNoNeon; // not on this machine
#endif
