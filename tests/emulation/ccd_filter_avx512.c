// The AVX-512 filter of leaf pairs, like kernel_avx512.c.
#define svCcdFilter_Avx512 Emulated_CcdFilter
#include "filter/ccd_filter_avx512.c"
