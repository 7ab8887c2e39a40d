// The AVX-512 kernel of triangle pairs, like kernel_avx512.c.
#define svTriangleKernel_MeetAvx512 Emulated_TriangleKernel
#include "elementary/triangle/triangle_kernel_avx512.c"
