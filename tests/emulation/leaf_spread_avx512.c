// The AVX-512 test of leaves, like kernel_avx512.c.
#define svLeafSpread_Avx512 Emulated_LeafSpread
#include "selfcull/leaf_spread_avx512.c"
