// Bit operations on masks, on CPU and GPU.
#ifndef SELVAGE_MATH_BITS_H
#define SELVAGE_MATH_BITS_H

#include "math/target.h"

#include <stdint.h>
#include <string.h>

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

// The indices of the set bits of a byte, ascending, padded with zeros.
extern const uint8_t svLanePositions[256][8];

// Writes the indices of the set bits of a 16-bit mask, ascending. `to` has room for 16; what is
// behind them is garbage.
static inline void svLaneList_Write(uint8_t* to, uint32_t lanes) {
    uint64_t low, high;
    memcpy(&low, svLanePositions[lanes & 0xff], sizeof(low));
    memcpy(&high, svLanePositions[lanes >> 8], sizeof(high));
    high += 0x0808080808080808u;
    memcpy(to, &low, sizeof(low));
    memcpy(to + __builtin_popcount(lanes & 0xff), &high, sizeof(high));
}

#endif
