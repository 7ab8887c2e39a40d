// The AVX-512 filter of triangle pairs, like kernel_avx512.c.
#define svTriangleFilter_Avx512 Emulated_TriangleFilter
#include "filter/triangle_filter_avx512.c"
