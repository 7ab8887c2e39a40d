// Sixteen 16-bit integers of NEON (aarch64). See shorts_scalar.h for what each function does.
#ifndef SELVAGE_MATH_SHORTS_NEON_H
#define SELVAGE_MATH_SHORTS_NEON_H

#include <arm_neon.h>
#include <stdint.h>

typedef struct svShorts {
    int16x8_t low, high;
} svShorts;

typedef struct svShortLanes {
    uint8x16_t low, high; // where the two bytes of each lane are in the table
} svShortLanes;

static inline svShorts svShorts_Set(int16_t x) {
    return (svShorts){vdupq_n_s16(x), vdupq_n_s16(x)};
}

static inline svShorts svShorts_Load(const int16_t table[16]) {
    return (svShorts){vld1q_s16(table), vld1q_s16(table + 8)};
}

static inline void svShorts_Store(int16_t table[16], svShorts x) {
    vst1q_s16(table, x.low);
    vst1q_s16(table + 8, x.high);
}

static inline svShorts svShorts_Add(svShorts x, svShorts y) {
    return (svShorts){vaddq_s16(x.low, y.low), vaddq_s16(x.high, y.high)};
}

static inline svShorts svShorts_Sub(svShorts x, svShorts y) {
    return (svShorts){vsubq_s16(x.low, y.low), vsubq_s16(x.high, y.high)};
}

static inline svShorts svShorts_Min(svShorts x, svShorts y) {
    return (svShorts){vminq_s16(x.low, y.low), vminq_s16(x.high, y.high)};
}

static inline svShorts svShorts_Max(svShorts x, svShorts y) {
    return (svShorts){vmaxq_s16(x.low, y.low), vmaxq_s16(x.high, y.high)};
}

// A bit of each lane, and their sum.
static inline uint32_t svShorts_Above(svShorts x, int16_t limit) {
    static const uint16_t bits[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    const uint16x8_t each = vld1q_u16(bits);
    const int16x8_t all = vdupq_n_s16(limit);
    const uint32_t low = vaddvq_u16(vandq_u16(vcgtq_s16(x.low, all), each));
    const uint32_t high = vaddvq_u16(vandq_u16(vcgtq_s16(x.high, all), each));
    return low | high << 8;
}

static inline int16x4_t svShorts_RoundFour(const float* x, float factor, float shift) {
    const float32x4_t product = vmulq_f32(vdupq_n_f32(factor), vld1q_f32(x));
    return vmovn_s32(vcvtnq_s32_f32(vaddq_f32(product, vdupq_n_f32(shift))));
}

static inline svShorts svShorts_Round(const float x[16], float factor, float shift) {
    return (svShorts){vcombine_s16(svShorts_RoundFour(x, factor, shift),
                                   svShorts_RoundFour(x + 4, factor, shift)),
                      vcombine_s16(svShorts_RoundFour(x + 8, factor, shift),
                                   svShorts_RoundFour(x + 12, factor, shift))};
}

// Index i: bytes 2 i and 2 i + 1.
static inline uint8x16_t svShortLanes_Bytes(uint8x8_t indices) {
    const uint16x8_t twice = vmulq_n_u16(vmovl_u8(indices), 0x0202);
    return vreinterpretq_u8_u16(vaddq_u16(twice, vdupq_n_u16(0x0100)));
}

static inline svShortLanes svShortLanes_Load(const uint8_t indices[16]) {
    const uint8x16_t all = vld1q_u8(indices);
    return (svShortLanes){svShortLanes_Bytes(vget_low_u8(all)),
                          svShortLanes_Bytes(vget_high_u8(all))};
}

static inline svShorts svShorts_Lookup(const int16_t table[16], svShortLanes lanes) {
    const uint8_t* bytes = (const uint8_t*)table;
    const uint8x16x2_t both = {{vld1q_u8(bytes), vld1q_u8(bytes + 16)}};
    return (svShorts){vreinterpretq_s16_u8(vqtbl2q_u8(both, lanes.low)),
                      vreinterpretq_s16_u8(vqtbl2q_u8(both, lanes.high))};
}

#endif
