// The AVX-512 test of stars, like kernel_avx512.c.
#define svStar_SpreadAvx512 Emulated_Star
#include "selfcull/star_avx512.c"
