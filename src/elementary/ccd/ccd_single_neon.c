// The pass in single precision compiled for neon.

#if defined(__aarch64__)
#include "math/floats_neon.h"
#include "math/wide_floats.h"

#define KERNEL(name) name##Neon
#include "elementary/ccd/ccd_single_source.h"
#else
typedef int svNoNeon; // not on this machine
#endif
