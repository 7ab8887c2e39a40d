// Bit operations on masks, on CPU and GPU.
#ifndef SELVAGE_MATH_BITS_H
#define SELVAGE_MATH_BITS_H

#include "math/target.h"

#include <stdint.h>

// Index of the lowest set bit; bits is not 0.
SV_FN uint32_t svBits_Lowest(uint32_t bits) {
#if defined(__CUDA_ARCH__)
    return (uint32_t)(__ffs((int)bits) - 1);
#else
    return (uint32_t)__builtin_ctz(bits);
#endif
}

SV_FN uint32_t svBits_Count(uint32_t bits) {
#if defined(__CUDA_ARCH__)
    return (uint32_t)__popc(bits);
#else
    return (uint32_t)__builtin_popcount(bits);
#endif
}

// Prefetches the cache line at `memory`.
SV_FN void svPrefetch(const void* memory) {
#if defined(__CUDA_ARCH__)
    (void)memory;
#else
    __builtin_prefetch(memory);
#endif
}

#endif
