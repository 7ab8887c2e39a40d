// Mask to list of lanes, without a branch: their number is hard to predict.
#ifndef SELVAGE_MATH_LANE_LIST_H
#define SELVAGE_MATH_LANE_LIST_H

#include <stdint.h>
#include <string.h>

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
