// From the bits of a mask to a list of their numbers, without a branch: how many there are is hard
// to predict.
#ifndef SELVAGE_MATH_LANE_LIST_H
#define SELVAGE_MATH_LANE_LIST_H

#include <stdint.h>
#include <string.h>

// The numbers of the bits that are set in a byte, ascending, then zeros.
extern const uint8_t svLanePositions[256][8];

// Writes the numbers of the bits of a mask of sixteen, ascending, and something up to to[16].
static inline void svLaneList_Write(uint8_t* to, uint32_t lanes) {
    uint64_t low, high;
    memcpy(&low, svLanePositions[lanes & 0xff], sizeof(low));
    memcpy(&high, svLanePositions[lanes >> 8], sizeof(high));
    high += 0x0808080808080808u;
    memcpy(to, &low, sizeof(low));
    memcpy(to + __builtin_popcount(lanes & 0xff), &high, sizeof(high));
}

#endif
