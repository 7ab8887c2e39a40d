// The AVX-512 kernel of separating directions, like kernel_avx512.c.
#define svDirectionKernel_SeparateAvx512 Emulated_DirectionKernel
#include "elementary/ccd/directions_avx512.c"
