// Bits of a mask, on the processor and on the card.
#ifndef SELVAGE_MATH_BITS_H
#define SELVAGE_MATH_BITS_H

#include "math/target.h"

#include <stdint.h>

// The number of the lowest bit that is set; bits is not 0.
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

// Memory that will be read soon: a line of the cache.
SV_FN void svPrefetch(const void* memory) {
#if defined(__CUDA_ARCH__)
    (void)memory;
#else
    __builtin_prefetch(memory);
#endif
}

#endif
