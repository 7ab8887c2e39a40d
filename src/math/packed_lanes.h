// The set lanes of a 4-bit mask, packed: shared by the headers with four float lanes.
#ifndef SELVAGE_MATH_PACKED_LANES_H
#define SELVAGE_MATH_PACKED_LANES_H

#include <stdint.h>

#define SV_PACKED(bits, lane)                                                                      \
    (((bits) >> (lane)&1) * ((uint32_t)(lane) << 8 * __builtin_popcount((bits) % (1u << (lane)))))
#define SV_PACKED_1(b) (SV_PACKED(b, 1) | SV_PACKED(b, 2) | SV_PACKED(b, 3))
#define SV_PACKED_4(b)                                                                             \
    SV_PACKED_1(b), SV_PACKED_1((b) + 1), SV_PACKED_1((b) + 2), SV_PACKED_1((b) + 3)

// The lanes whose bits are set, one per byte, ascending from the lowest byte.
static inline uint32_t svPackedLanes_Four(uint32_t bits) {
    static const uint32_t packed[16] = {SV_PACKED_4(0u), SV_PACKED_4(4u), SV_PACKED_4(8u),
                                        SV_PACKED_4(12u)};
    return packed[bits];
}

#endif
