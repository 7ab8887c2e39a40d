// The AVX-512 reading of leaves, like kernel_avx512.c.
#define svLeafMotion_ReadAvx512 Emulated_ReadLeaf
#define svLeafDiagonals_SetAvx512 Emulated_SetDiagonals
#include "input/leaf_motion_avx512.c"
