// The wide types of NEON (aarch64). simd_scalar.h says what each function does.
#ifndef SELVAGE_MATH_SIMD_NEON_H
#define SELVAGE_MATH_SIMD_NEON_H

#include "math/packed_lanes.h"
#include "selvage/base.h"

#include <arm_neon.h>
#include <stddef.h>
#include <stdint.h>

// ---- floats ----------------------------------------------------------------------------------

#define SV_FLOAT_LANES 4
typedef float32x4_t svFloats;
typedef uint32x4_t svFloatsMask; // all bits of a lane set or clear
typedef struct svLanes {
    uint8_t index[4];
} svLanes;

static inline svFloats svFloats_Set(float x) {
    return vdupq_n_f32(x);
}

static inline svFloats svFloats_Load(const float* from) {
    return vld1q_f32(from);
}

static inline void svFloats_Store(float* to, svFloats x) {
    vst1q_f32(to, x);
}

static inline svFloats svFloats_Min(svFloats x, svFloats y) {
    return vbslq_f32(vcltq_f32(x, y), x, y);
}

static inline svFloats svFloats_Max(svFloats x, svFloats y) {
    return vbslq_f32(vcgtq_f32(x, y), x, y);
}

static inline svFloats svFloats_Abs(svFloats x) {
    return vabsq_f32(x);
}

static inline svFloats svFloats_MulAdd(svFloats x, svFloats y, svFloats z) {
    return vfmaq_f32(z, x, y);
}

static inline svFloats svFloats_MulSub(svFloats x, svFloats y, svFloats z) {
    return vfmsq_f32(z, x, y);
}

static inline svFloats svFloats_Sqrt(svFloats x) {
    return vsqrtq_f32(x);
}

static inline svFloatsMask svFloats_Less(svFloats x, svFloats y) {
    return vcltq_f32(x, y);
}

static inline svFloatsMask svFloatsMask_And(svFloatsMask a, svFloatsMask b) {
    return vandq_u32(a, b);
}

static inline svFloatsMask svFloatsMask_Or(svFloatsMask a, svFloatsMask b) {
    return vorrq_u32(a, b);
}

static inline uint32_t svFloatsMask_Bits(svFloatsMask a) {
    const uint32x4_t weights = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(a, weights));
}

static inline svLanes svLanes_Load(const uint8_t* indices) {
    return (svLanes){{indices[0], indices[1], indices[2], indices[3]}};
}

static inline svLanes svLanes_LoadByte(const uint32_t* words, int byte) {
    return (svLanes){
        {(uint8_t)(words[0] >> (8 * byte) & 15), (uint8_t)(words[1] >> (8 * byte) & 15),
         (uint8_t)(words[2] >> (8 * byte) & 15), (uint8_t)(words[3] >> (8 * byte) & 15)}};
}

static inline svFloats svFloats_Lookup(const float table[16], svLanes lanes) {
    const float gathered[4] = {table[lanes.index[0]], table[lanes.index[1]], table[lanes.index[2]],
                               table[lanes.index[3]]};
    return vld1q_f32(gathered);
}

static inline void svBits_List(uint32_t* to, uint32_t first, uint32_t bits) {
    const uint16x8_t lanes = vmovl_u8(vcreate_u8(svPackedLanes_Four(bits)));
    vst1q_u32(to, vaddq_u32(vmovl_u16(vget_low_u16(lanes)), vdupq_n_u32(first)));
}

// Bit i becomes byte i, all ones or zero; then a byte shuffle looks them up.
static inline uint32_t svBits_Lookup(uint32_t bits, const uint8_t indices[16]) {
    const uint8x8_t each = {1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x8_t low = vtst_u8(vdup_n_u8((uint8_t)bits), each);
    const uint8x8_t high = vtst_u8(vdup_n_u8((uint8_t)(bits >> 8)), each);
    const uint8x16_t found = vqtbl1q_u8(vcombine_u8(low, high), vld1q_u8(indices));
    return (uint32_t)vaddv_u8(vand_u8(vget_low_u8(found), each)) |
           (uint32_t)vaddv_u8(vand_u8(vget_high_u8(found), each)) << 8;
}

static inline uint32_t svIds_Equal(const uint32_t ids[16], uint32_t id) {
    uint32_t bits = 0;
    for (unsigned i = 0; i < 16; i += 4) {
        bits |= svFloatsMask_Bits(vceqq_u32(vld1q_u32(ids + i), vdupq_n_u32(id))) << i;
    }
    return bits;
}

static inline uint32_t svIds_Between(const uint32_t ids[16], uint32_t first, uint32_t last) {
    uint32_t bits = 0;
    for (unsigned i = 0; i < 16; i += 4) {
        const uint32x4_t from = vsubq_u32(vld1q_u32(ids + i), vdupq_n_u32(first));
        bits |= svFloatsMask_Bits(vcleq_u32(from, vdupq_n_u32(last - first))) << i;
    }
    return bits;
}

static inline svFloats svFloats_Select(svFloatsMask mask, svFloats x, svFloats y) {
    return vbslq_f32(mask, x, y);
}

static inline void svRow_Difference(const double* from, const double* to, float row[8]) {
    for (int i = 0; i < 8; i += 4) {
        const float32x2_t xy = vcvt_f32_f64(vsubq_f64(vld1q_f64(to + i), vld1q_f64(from + i)));
        const float32x2_t z =
            vcvt_f32_f64(vsubq_f64(vld1q_f64(to + i + 2), vld1q_f64(from + i + 2)));
        vst1q_f32(row + i, vcombine_f32(xy, z));
    }
}

static inline void svRows_LoadFrom(const float* const rows[4], svFloats out[6]) {
    for (int i = 0; i < 6; ++i) {
        const int at = i < 3 ? i : i + 1;
        const float column[4] = {rows[0][at], rows[1][at], rows[2][at], rows[3][at]};
        out[i] = vld1q_f32(column);
    }
}

static inline float svFloats_SumLanes(svFloats x) {
    return vaddvq_f32(x);
}

static inline float svFloats_MinLane(svFloats x) {
    return vminvq_f32(x);
}

static inline float svFloats_MaxLane(svFloats x) {
    return vmaxvq_f32(x);
}

typedef struct svRow {
    float64x2_t x[4];
} svRow;

static inline svRow svRow_Set(double x) {
    return (svRow){{vdupq_n_f64(x), vdupq_n_f64(x), vdupq_n_f64(x), vdupq_n_f64(x)}};
}

static inline svRow svRow_Load(const double* t0, const double* t1) {
    return (svRow){{vld1q_f64(t0), vld1q_f64(t0 + 2), vld1q_f64(t1), vld1q_f64(t1 + 2)}};
}

static inline svRow svRow_LoadThree(const double* t0, const double* t1) {
    const float64x1_t zero = vdup_n_f64(0);
    return (svRow){{vld1q_f64(t0), vcombine_f64(vld1_f64(t0 + 2), zero), vld1q_f64(t1),
                    vcombine_f64(vld1_f64(t1 + 2), zero)}};
}

static inline svRow svRow_LoadThreeFloats(const float* t0, const float* t1) {
    const float32x2_t zero = vdup_n_f32(0);
    return (svRow){{vcvt_f64_f32(vld1_f32(t0)), vcvt_f64_f32(vld1_lane_f32(t0 + 2, zero, 0)),
                    vcvt_f64_f32(vld1_f32(t1)), vcvt_f64_f32(vld1_lane_f32(t1 + 2, zero, 0))}};
}

static inline void svRow_Store(double to[8], svRow a) {
    for (int i = 0; i < 4; ++i) {
        vst1q_f64(to + 2 * i, a.x[i]);
    }
}

static inline svRow svRow_Add(svRow a, svRow b) {
    for (int i = 0; i < 4; ++i) {
        a.x[i] = vaddq_f64(a.x[i], b.x[i]);
    }
    return a;
}

static inline svRow svRow_Sub(svRow a, svRow b) {
    for (int i = 0; i < 4; ++i) {
        a.x[i] = vsubq_f64(a.x[i], b.x[i]);
    }
    return a;
}

static inline svRow svRow_Mul(svRow a, svRow b) {
    for (int i = 0; i < 4; ++i) {
        a.x[i] = vmulq_f64(a.x[i], b.x[i]);
    }
    return a;
}

static inline svRow svRow_Min(svRow a, svRow b) {
    for (int i = 0; i < 4; ++i) {
        a.x[i] = vbslq_f64(vcltq_f64(a.x[i], b.x[i]), a.x[i], b.x[i]);
    }
    return a;
}

static inline svRow svRow_Max(svRow a, svRow b) {
    for (int i = 0; i < 4; ++i) {
        a.x[i] = vbslq_f64(vcgtq_f64(a.x[i], b.x[i]), a.x[i], b.x[i]);
    }
    return a;
}

static inline void svRow_Round(svRow a, float row[8]) {
    vst1q_f32(row, vcombine_f32(vcvt_f32_f64(a.x[0]), vcvt_f32_f64(a.x[1])));
    vst1q_f32(row + 4, vcombine_f32(vcvt_f32_f64(a.x[2]), vcvt_f32_f64(a.x[3])));
}

// ---- 16-bit integers -------------------------------------------------------------------------

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

// ---- doubles ---------------------------------------------------------------------------------

#ifndef SV_WIDE_SINGLE // then svWide is svFloats (math/simd.h)

#define SV_WIDE_LANES 2
typedef float64x2_t svWide;
typedef uint64x2_t svWideMask;

static inline svWide svWide_Set(double x) {
    return vdupq_n_f64(x);
}

static inline svWide svWide_Load(const double* from) {
    return vld1q_f64(from);
}

static inline void svWide_Store(double* to, svWide x) {
    vst1q_f64(to, x);
}

static inline svWide svWide_Min(svWide x, svWide y) {
    return vbslq_f64(vcltq_f64(x, y), x, y);
}

static inline svWide svWide_Max(svWide x, svWide y) {
    return vbslq_f64(vcgtq_f64(x, y), x, y);
}

static inline svWide svWide_Abs(svWide x) {
    return vabsq_f64(x);
}

static inline svWide svWide_Sqrt(svWide x) {
    return vsqrtq_f64(x);
}

static inline svWide svWide_MulAdd(svWide x, svWide y, svWide z) {
    return x * y + z;
}

static inline svWide svWide_MulSub(svWide x, svWide y, svWide z) {
    return z - x * y;
}

static inline svWide svWide_Fused(svWide x, svWide y, svWide z) {
    return vfmaq_f64(z, x, y);
}

static inline svWideMask svWide_Less(svWide x, svWide y) {
    return vcltq_f64(x, y);
}

static inline svWideMask svWide_LessEqual(svWide x, svWide y) {
    return vcleq_f64(x, y);
}

static inline svWideMask svWideMask_And(svWideMask a, svWideMask b) {
    return vandq_u64(a, b);
}

static inline svWideMask svWideMask_Or(svWideMask a, svWideMask b) {
    return vorrq_u64(a, b);
}

static inline svWide svWide_Select(svWideMask mask, svWide x, svWide y) {
    return vbslq_f64(mask, x, y);
}

static inline unsigned svWideMask_Bits(svWideMask a) {
    return (unsigned)((vgetq_lane_u64(a, 0) & 1) | (vgetq_lane_u64(a, 1) & 2));
}

static inline void svWide_LoadPoints(const svPositions* view, const uint32_t* ids, svWide out[3]) {
    double p[2][3];
    svPositions_Get(view, ids[0], p[0]);
    svPositions_Get(view, ids[1], p[1]);
    for (int k = 0; k < 3; ++k) {
        const double lanes[2] = {p[0][k], p[1][k]};
        out[k] = vld1q_f64(lanes);
    }
}

#endif

#endif
