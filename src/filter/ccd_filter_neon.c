// The filter of leaf pairs compiled for neon.

#if defined(__aarch64__)
#include "math/floats_neon.h"
#include "math/shorts_neon.h"

#define KERNEL(name) name##Neon
#include "filter/ccd_filter_source.h"
#else
typedef int svNoNeon; // not on this machine
#endif
