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

// Appends the entries of `list` at the set bits to another list.
SV_FN void svBits_Append(const uint32_t* list, uint32_t bits, uint32_t* to, uint32_t* count) {
    for (; bits != 0; bits &= bits - 1) {
        to[(*count)++] = list[svBits_Lowest(bits)];
    }
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
