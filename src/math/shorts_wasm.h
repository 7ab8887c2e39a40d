// Sixteen 16-bit integers of WebAssembly SIMD128. See shorts_scalar.h for what each function does.
#ifndef SELVAGE_MATH_SHORTS_WASM_H
#define SELVAGE_MATH_SHORTS_WASM_H

#include <stdint.h>
#include <wasm_simd128.h>

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

#endif
