// The AVX-512 filter of leaf pairs at an instant, like kernel_avx512.c.
#define svCcdFilter_InstantAvx512 Emulated_InstantFilter
#include "filter/instant_filter_avx512.c"
