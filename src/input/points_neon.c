// Reading points compiled for neon.

#if defined(__aarch64__)
#include "math/floats_neon.h"

#define KERNEL(name) name##Neon
#include "input/points_source.h"
#else
typedef int svNoNeon; // not on this machine
#endif
