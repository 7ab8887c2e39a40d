// The AVX-512 overlap kernels as they are, compiled against the immintrin.h of this folder;
// renamed, since the library has them too.
#define svOverlap_ChooseAvx512 Emulated_OverlapChoose
#include "traverse/overlap_avx512.c"
