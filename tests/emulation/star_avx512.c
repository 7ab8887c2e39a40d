// The AVX-512 test of stars, like kernel_avx512.c.
#define svStar_SpreadAvx512 Emulated_Star
#include "pair/star_avx512.c"
