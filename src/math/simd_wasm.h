// The wide types of WebAssembly SIMD128. simd_scalar.h says what each function does.
#ifndef SELVAGE_MATH_SIMD_WASM_H
#define SELVAGE_MATH_SIMD_WASM_H

#include "math/packed_lanes.h"
#include "selvage/base.h"

#include <stddef.h>
#include <stdint.h>
#include <wasm_simd128.h>

// ---- floats ----------------------------------------------------------------------------------

#define SV_FLOAT_LANES 4
// Not v128_t, whose lanes are integers to the compiler: + - * / are those of floats.
typedef float svFloats __attribute__((vector_size(16)));
typedef v128_t svFloatsMask; // all bits of a lane set or clear
typedef struct svLanes {
    uint8_t index[4];
} svLanes;

static inline svFloats svFloats_Set(float x) {
    return (svFloats)wasm_f32x4_splat(x);
}

static inline svFloats svFloats_Load(const float* from) {
    return (svFloats)wasm_v128_load(from);
}

static inline void svFloats_Store(float* to, svFloats x) {
    wasm_v128_store(to, (v128_t)x);
}

// pmin(a, b) is b < a ? b : a, so the operands change places; min would return a NaN for any NaN
// and order the two zeros.
static inline svFloats svFloats_Min(svFloats x, svFloats y) {
    return (svFloats)wasm_f32x4_pmin((v128_t)y, (v128_t)x);
}

// pmax(a, b) is a < b ? b : a.
static inline svFloats svFloats_Max(svFloats x, svFloats y) {
    return (svFloats)wasm_f32x4_pmax((v128_t)y, (v128_t)x);
}

static inline svFloats svFloats_Abs(svFloats x) {
    return (svFloats)wasm_f32x4_abs((v128_t)x);
}

static inline svFloats svFloats_MulAdd(svFloats x, svFloats y, svFloats z) {
    return x * y + z;
}

static inline svFloats svFloats_MulSub(svFloats x, svFloats y, svFloats z) {
    return z - x * y;
}

static inline svFloats svFloats_Sqrt(svFloats x) {
    return (svFloats)wasm_f32x4_sqrt((v128_t)x);
}

static inline svFloatsMask svFloats_Less(svFloats x, svFloats y) {
    return wasm_f32x4_lt((v128_t)x, (v128_t)y);
}

static inline svFloatsMask svFloatsMask_And(svFloatsMask a, svFloatsMask b) {
    return wasm_v128_and(a, b);
}

static inline svFloatsMask svFloatsMask_Or(svFloatsMask a, svFloatsMask b) {
    return wasm_v128_or(a, b);
}

static inline uint32_t svFloatsMask_Bits(svFloatsMask a) {
    return (uint32_t)wasm_i32x4_bitmask(a);
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
    return (svFloats){table[lanes.index[0]], table[lanes.index[1]], table[lanes.index[2]],
                      table[lanes.index[3]]};
}

static inline void svBits_List(uint32_t* to, uint32_t first, uint32_t bits) {
    const v128_t bytes = wasm_u32x4_splat(svPackedLanes_Four(bits));
    const v128_t lanes = wasm_u32x4_extend_low_u16x8(wasm_u16x8_extend_low_u8x16(bytes));
    wasm_v128_store(to, wasm_i32x4_add(lanes, wasm_u32x4_splat(first)));
}

// Bit i becomes byte i, all ones or zero; then a byte shuffle looks them up.
static inline uint32_t svBits_Lookup(uint32_t bits, const uint8_t indices[16]) {
    const v128_t each = wasm_u64x2_const_splat(0x8040201008040201u);
    const v128_t words = wasm_u32x4_splat(bits);
    const v128_t bytes =
        wasm_i8x16_shuffle(words, words, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
    const v128_t table = wasm_i8x16_eq(wasm_v128_and(bytes, each), each);
    return (uint32_t)wasm_i8x16_bitmask(wasm_i8x16_swizzle(table, wasm_v128_load(indices)));
}

static inline uint32_t svIds_Equal(const uint32_t ids[16], uint32_t id) {
    uint32_t bits = 0;
    for (unsigned i = 0; i < 16; i += 4) {
        const v128_t equal = wasm_i32x4_eq(wasm_v128_load(ids + i), wasm_u32x4_splat(id));
        bits |= svFloatsMask_Bits(equal) << i;
    }
    return bits;
}

static inline uint32_t svIds_Between(const uint32_t ids[16], uint32_t first, uint32_t last) {
    uint32_t bits = 0;
    for (unsigned i = 0; i < 16; i += 4) {
        const v128_t from = wasm_i32x4_sub(wasm_v128_load(ids + i), wasm_u32x4_splat(first));
        bits |= svFloatsMask_Bits(wasm_u32x4_le(from, wasm_u32x4_splat(last - first))) << i;
    }
    return bits;
}

static inline svFloats svFloats_Select(svFloatsMask mask, svFloats x, svFloats y) {
    return (svFloats)wasm_v128_bitselect((v128_t)x, (v128_t)y, mask);
}

// Four doubles, rounded to float.
static inline v128_t svFloats_Demote(v128_t low, v128_t high) {
    return wasm_i64x2_shuffle(wasm_f32x4_demote_f64x2_zero(low), wasm_f32x4_demote_f64x2_zero(high),
                              0, 2);
}

static inline void svRow_Difference(const double* from, const double* to, float row[8]) {
    for (int i = 0; i < 8; i += 4) {
        const v128_t xy = wasm_f64x2_sub(wasm_v128_load(to + i), wasm_v128_load(from + i));
        const v128_t z = wasm_f64x2_sub(wasm_v128_load(to + i + 2), wasm_v128_load(from + i + 2));
        wasm_v128_store(row + i, svFloats_Demote(xy, z));
    }
}

static inline void svRows_LoadFrom(const float* const rows[4], svFloats out[6]) {
    for (int t = 0; t < 2; ++t) {
        const v128_t r0 = wasm_v128_load(rows[0] + 4 * t), r1 = wasm_v128_load(rows[1] + 4 * t);
        const v128_t r2 = wasm_v128_load(rows[2] + 4 * t), r3 = wasm_v128_load(rows[3] + 4 * t);
        const v128_t xy01 = wasm_i32x4_shuffle(r0, r1, 0, 4, 1, 5);
        const v128_t xy23 = wasm_i32x4_shuffle(r2, r3, 0, 4, 1, 5);
        const v128_t z01 = wasm_i32x4_shuffle(r0, r1, 2, 6, 3, 7);
        const v128_t z23 = wasm_i32x4_shuffle(r2, r3, 2, 6, 3, 7);
        out[3 * t] = (svFloats)wasm_i64x2_shuffle(xy01, xy23, 0, 2);
        out[3 * t + 1] = (svFloats)wasm_i64x2_shuffle(xy01, xy23, 1, 3);
        out[3 * t + 2] = (svFloats)wasm_i64x2_shuffle(z01, z23, 0, 2);
    }
}

static inline float svFloats_SumLanes(svFloats x) {
    return (x[0] + x[2]) + (x[1] + x[3]);
}

// Each half of the lanes against the other, twice.
static inline svFloats svFloats_SwapHalves(svFloats x) {
    return (svFloats)wasm_i32x4_shuffle((v128_t)x, (v128_t)x, 2, 3, 0, 1);
}

static inline svFloats svFloats_SwapPairs(svFloats x) {
    return (svFloats)wasm_i32x4_shuffle((v128_t)x, (v128_t)x, 1, 0, 3, 2);
}

static inline float svFloats_MinLane(svFloats x) {
    const svFloats half = svFloats_Min(x, svFloats_SwapHalves(x));
    return svFloats_Min(half, svFloats_SwapPairs(half))[0];
}

static inline float svFloats_MaxLane(svFloats x) {
    const svFloats half = svFloats_Max(x, svFloats_SwapHalves(x));
    return svFloats_Max(half, svFloats_SwapPairs(half))[0];
}

typedef struct svRow {
    v128_t x[4];
} svRow;

static inline svRow svRow_Set(double x) {
    const v128_t both = wasm_f64x2_splat(x);
    return (svRow){{both, both, both, both}};
}

static inline svRow svRow_Load(const double* t0, const double* t1) {
    return (svRow){
        {wasm_v128_load(t0), wasm_v128_load(t0 + 2), wasm_v128_load(t1), wasm_v128_load(t1 + 2)}};
}

static inline svRow svRow_LoadThree(const double* t0, const double* t1) {
    return (svRow){{wasm_v128_load(t0), wasm_v128_load64_zero(t0 + 2), wasm_v128_load(t1),
                    wasm_v128_load64_zero(t1 + 2)}};
}

static inline svRow svRow_LoadThreeFloats(const float* t0, const float* t1) {
    return (svRow){{wasm_f64x2_promote_low_f32x4(wasm_v128_load64_zero(t0)),
                    wasm_f64x2_promote_low_f32x4(wasm_v128_load32_zero(t0 + 2)),
                    wasm_f64x2_promote_low_f32x4(wasm_v128_load64_zero(t1)),
                    wasm_f64x2_promote_low_f32x4(wasm_v128_load32_zero(t1 + 2))}};
}

static inline void svRow_Store(double to[8], svRow a) {
    for (int i = 0; i < 4; ++i) {
        wasm_v128_store(to + 2 * i, a.x[i]);
    }
}

static inline svRow svRow_Add(svRow a, svRow b) {
    for (int i = 0; i < 4; ++i) {
        a.x[i] = wasm_f64x2_add(a.x[i], b.x[i]);
    }
    return a;
}

static inline svRow svRow_Sub(svRow a, svRow b) {
    for (int i = 0; i < 4; ++i) {
        a.x[i] = wasm_f64x2_sub(a.x[i], b.x[i]);
    }
    return a;
}

static inline svRow svRow_Mul(svRow a, svRow b) {
    for (int i = 0; i < 4; ++i) {
        a.x[i] = wasm_f64x2_mul(a.x[i], b.x[i]);
    }
    return a;
}

// As in svFloats_Min and svFloats_Max.
static inline svRow svRow_Min(svRow a, svRow b) {
    for (int i = 0; i < 4; ++i) {
        a.x[i] = wasm_f64x2_pmin(b.x[i], a.x[i]);
    }
    return a;
}

static inline svRow svRow_Max(svRow a, svRow b) {
    for (int i = 0; i < 4; ++i) {
        a.x[i] = wasm_f64x2_pmax(b.x[i], a.x[i]);
    }
    return a;
}

static inline void svRow_Round(svRow a, float row[8]) {
    wasm_v128_store(row, svFloats_Demote(a.x[0], a.x[1]));
    wasm_v128_store(row + 4, svFloats_Demote(a.x[2], a.x[3]));
}

// ---- 16-bit integers -------------------------------------------------------------------------

typedef struct svShorts {
    v128_t low, high;
} svShorts;

typedef struct svShortLanes {
    v128_t low, high; // where the two bytes of each lane are in the table
} svShortLanes;

static inline svShorts svShorts_Set(int16_t x) {
    return (svShorts){wasm_i16x8_splat(x), wasm_i16x8_splat(x)};
}

static inline svShorts svShorts_Load(const int16_t table[16]) {
    return (svShorts){wasm_v128_load(table), wasm_v128_load(table + 8)};
}

static inline void svShorts_Store(int16_t table[16], svShorts x) {
    wasm_v128_store(table, x.low);
    wasm_v128_store(table + 8, x.high);
}

static inline svShorts svShorts_Add(svShorts x, svShorts y) {
    return (svShorts){wasm_i16x8_add(x.low, y.low), wasm_i16x8_add(x.high, y.high)};
}

static inline svShorts svShorts_Sub(svShorts x, svShorts y) {
    return (svShorts){wasm_i16x8_sub(x.low, y.low), wasm_i16x8_sub(x.high, y.high)};
}

static inline svShorts svShorts_Min(svShorts x, svShorts y) {
    return (svShorts){wasm_i16x8_min(x.low, y.low), wasm_i16x8_min(x.high, y.high)};
}

static inline svShorts svShorts_Max(svShorts x, svShorts y) {
    return (svShorts){wasm_i16x8_max(x.low, y.low), wasm_i16x8_max(x.high, y.high)};
}

// Lanes of all ones or zeros keep that when narrowed to bytes.
static inline uint32_t svShorts_Above(svShorts x, int16_t limit) {
    const v128_t all = wasm_i16x8_splat(limit);
    const v128_t low = wasm_i16x8_gt(x.low, all), high = wasm_i16x8_gt(x.high, all);
    return (uint32_t)wasm_i8x16_bitmask(wasm_i8x16_narrow_i16x8(low, high));
}

static inline v128_t svShorts_RoundFour(const float* x, float factor, float shift) {
    const v128_t product = wasm_f32x4_mul(wasm_f32x4_splat(factor), wasm_v128_load(x));
    const v128_t sum = wasm_f32x4_add(product, wasm_f32x4_splat(shift));
    return wasm_i32x4_trunc_sat_f32x4(wasm_f32x4_nearest(sum));
}

static inline svShorts svShorts_Round(const float x[16], float factor, float shift) {
    return (svShorts){wasm_i16x8_narrow_i32x4(svShorts_RoundFour(x, factor, shift),
                                              svShorts_RoundFour(x + 4, factor, shift)),
                      wasm_i16x8_narrow_i32x4(svShorts_RoundFour(x + 8, factor, shift),
                                              svShorts_RoundFour(x + 12, factor, shift))};
}

// Index i: bytes 2 i and 2 i + 1.
static inline v128_t svShortLanes_Bytes(v128_t indices) {
    const v128_t twice = wasm_i16x8_mul(indices, wasm_u16x8_const_splat(0x0202));
    return wasm_i16x8_add(twice, wasm_u16x8_const_splat(0x0100));
}

static inline svShortLanes svShortLanes_Load(const uint8_t indices[16]) {
    const v128_t all = wasm_v128_load(indices);
    return (svShortLanes){svShortLanes_Bytes(wasm_u16x8_extend_low_u8x16(all)),
                          svShortLanes_Bytes(wasm_u16x8_extend_high_u8x16(all))};
}

// swizzle gives 0 for indices beyond its sixteen bytes: each lane is found in one half of the table
// and is 0 in the other.
static inline v128_t svShorts_LookupEight(svShorts table, v128_t bytes) {
    const v128_t above = wasm_i8x16_sub(bytes, wasm_i8x16_const_splat(16));
    return wasm_v128_or(wasm_i8x16_swizzle(table.low, bytes),
                        wasm_i8x16_swizzle(table.high, above));
}

static inline svShorts svShorts_Lookup(const int16_t table[16], svShortLanes lanes) {
    const svShorts both = svShorts_Load(table);
    return (svShorts){svShorts_LookupEight(both, lanes.low),
                      svShorts_LookupEight(both, lanes.high)};
}

// ---- doubles ---------------------------------------------------------------------------------

#ifndef SV_WIDE_SINGLE // then svWide is svFloats (math/simd.h)

#define SV_WIDE_LANES 2
// Not v128_t, whose lanes are integers to the compiler: + - * / are those of doubles.
typedef double svWide __attribute__((vector_size(16)));
typedef v128_t svWideMask; // all bits of a lane set or clear

static inline svWide svWide_Set(double x) {
    return (svWide)wasm_f64x2_splat(x);
}

static inline svWide svWide_Load(const double* from) {
    return (svWide)wasm_v128_load(from);
}

static inline void svWide_Store(double* to, svWide x) {
    wasm_v128_store(to, (v128_t)x);
}

// pmin(a, b) is b < a ? b : a, so the operands change places; min would return a NaN for any NaN
// and order the two zeros.
static inline svWide svWide_Min(svWide x, svWide y) {
    return (svWide)wasm_f64x2_pmin((v128_t)y, (v128_t)x);
}

// pmax(a, b) is a < b ? b : a.
static inline svWide svWide_Max(svWide x, svWide y) {
    return (svWide)wasm_f64x2_pmax((v128_t)y, (v128_t)x);
}

static inline svWide svWide_Abs(svWide x) {
    return (svWide)wasm_f64x2_abs((v128_t)x);
}

static inline svWide svWide_Sqrt(svWide x) {
    return (svWide)wasm_f64x2_sqrt((v128_t)x);
}

static inline svWide svWide_MulAdd(svWide x, svWide y, svWide z) {
    return x * y + z;
}

static inline svWide svWide_MulSub(svWide x, svWide y, svWide z) {
    return z - x * y;
}

// SIMD128 has no fused multiply-add: the C library's, which rounds once in software.
static inline svWide svWide_Fused(svWide x, svWide y, svWide z) {
    return (svWide){__builtin_fma(x[0], y[0], z[0]), __builtin_fma(x[1], y[1], z[1])};
}

static inline svWideMask svWide_Less(svWide x, svWide y) {
    return wasm_f64x2_lt((v128_t)x, (v128_t)y);
}

static inline svWideMask svWide_LessEqual(svWide x, svWide y) {
    return wasm_f64x2_le((v128_t)x, (v128_t)y);
}

static inline svWideMask svWideMask_And(svWideMask a, svWideMask b) {
    return wasm_v128_and(a, b);
}

static inline svWideMask svWideMask_Or(svWideMask a, svWideMask b) {
    return wasm_v128_or(a, b);
}

static inline svWide svWide_Select(svWideMask mask, svWide x, svWide y) {
    return (svWide)wasm_v128_bitselect((v128_t)x, (v128_t)y, mask);
}

static inline unsigned svWideMask_Bits(svWideMask a) {
    return (unsigned)wasm_i64x2_bitmask(a);
}

// x y of both points, transposed, then the third coordinates; each read stays inside its point.
static inline void svWide_LoadPoints(const svPositions* view, const uint32_t* ids, svWide out[3]) {
    const char* p0 = (const char*)view->data + (size_t)ids[0] * view->stride;
    const char* p1 = (const char*)view->data + (size_t)ids[1] * view->stride;
    v128_t xy0, xy1;
    if (view->scalar == SV_FLOAT) {
        xy0 = wasm_f64x2_promote_low_f32x4(wasm_v128_load64_zero(p0));
        xy1 = wasm_f64x2_promote_low_f32x4(wasm_v128_load64_zero(p1));
        out[2] = (svWide){(double)((const float*)(const void*)p0)[2],
                          (double)((const float*)(const void*)p1)[2]};
    } else {
        xy0 = wasm_v128_load(p0);
        xy1 = wasm_v128_load(p1);
        out[2] = (svWide){((const double*)(const void*)p0)[2], ((const double*)(const void*)p1)[2]};
    }
    out[0] = (svWide)wasm_i64x2_shuffle(xy0, xy1, 0, 2);
    out[1] = (svWide)wasm_i64x2_shuffle(xy0, xy1, 1, 3);
}

#endif

#endif
