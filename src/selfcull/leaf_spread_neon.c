// The test of leaves compiled for neon.

#if defined(__aarch64__)
#include "math/floats_neon.h"

#define KERNEL(name) name##Neon
#include "selfcull/leaf_spread_source.h"
#else
typedef int svNoNeon; // not on this machine
#endif
