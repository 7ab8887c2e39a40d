// The AVX-512 test of nodes, like kernel_avx512.c.
#define svSelfKernel_Avx512 Emulated_SelfKernel
#include "selfcull/self_kernel_avx512.c"
