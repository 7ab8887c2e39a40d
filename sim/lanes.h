// Eight vectors at once, one in each lane: what the kernels of sweeps compute with. A register
// where the compiler has one of eight floats, otherwise two of four; the same numbers either way.
#ifndef SELVAGE_SIM_LANES_H
#define SELVAGE_SIM_LANES_H

#include "rows.h"

#include <string.h>

#if defined(__AVX__) && defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define LANES_IN_ONE
#endif
#endif

#ifdef LANES_IN_ONE
typedef float svFloat8 __attribute__((vector_size(32)));

static inline svFloat8 Float8_Zero(void) {
    return (svFloat8){0, 0, 0, 0, 0, 0, 0, 0};
}
static inline svFloat8 Float8_Add(svFloat8 a, svFloat8 b) {
    return a + b;
}
static inline svFloat8 Float8_Sub(svFloat8 a, svFloat8 b) {
    return a - b;
}
static inline svFloat8 Float8_Multiply(svFloat8 a, svFloat8 b) {
    return a * b;
}
#else
typedef struct svFloat8 {
    svFloat4 low, high;
} svFloat8;

static inline svFloat8 Float8_Zero(void) {
    return (svFloat8){Float4_Zero(), Float4_Zero()};
}
static inline svFloat8 Float8_Add(svFloat8 a, svFloat8 b) {
    return (svFloat8){Float4_Add(a.low, b.low), Float4_Add(a.high, b.high)};
}
static inline svFloat8 Float8_Sub(svFloat8 a, svFloat8 b) {
    return (svFloat8){Float4_Sub(a.low, b.low), Float4_Sub(a.high, b.high)};
}
static inline svFloat8 Float8_Multiply(svFloat8 a, svFloat8 b) {
    return (svFloat8){Float4_Multiply(a.low, b.low), Float4_Multiply(a.high, b.high)};
}
#endif

static inline svFloat8 Float8_Load(const float at[SWEEP_LANES]) {
    svFloat8 loaded;
    memcpy(&loaded, at, sizeof(loaded));
    return loaded;
}

static inline void Float8_Store(svFloat8 a, float at[SWEEP_LANES]) {
    memcpy(at, &a, sizeof(a));
}

// a + s b
static inline svFloat8 Float8_AddScaled(svFloat8 a, float s, svFloat8 b) {
#ifdef LANES_IN_ONE
    return a + (svFloat8){s, s, s, s, s, s, s, s} * b;
#else
    return (svFloat8){Float4_AddScaled(a.low, s, b.low), Float4_AddScaled(a.high, s, b.high)};
#endif
}

typedef struct svLanes {
    svFloat8 x, y, z;
} svLanes;

#ifdef LANES_IN_ONE
// In each half of the registers, rows of four become columns.
#define INTERLEAVE_LOW(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define INTERLEAVE_HIGH(a, b) __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
#define JOIN_LOW(a, b) __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13)
#define JOIN_HIGH(a, b) __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15)

static inline svLanes Lanes_Gather(const svFloat4* vectors, const uint32_t at[SWEEP_LANES]) {
    svFloat8 m[4];
    for (int k = 0; k < 4; ++k) {
        m[k] = __builtin_shufflevector(vectors[at[k]], vectors[at[k + 4]], 0, 1, 2, 3, 4, 5, 6, 7);
    }
    const svFloat8 a = INTERLEAVE_LOW(m[0], m[1]), b = INTERLEAVE_LOW(m[2], m[3]);
    const svFloat8 c = INTERLEAVE_HIGH(m[0], m[1]), d = INTERLEAVE_HIGH(m[2], m[3]);
    return (svLanes){JOIN_LOW(a, b), JOIN_HIGH(a, b), JOIN_LOW(c, d)};
}

// Eight rows of four numbers become four columns.
static inline void Lanes_Transpose(const svFloat4 rows[SWEEP_LANES], svFloat8 columns[4]) {
    svFloat8 m[4];
    for (int k = 0; k < 4; ++k) {
        m[k] = __builtin_shufflevector(rows[k], rows[k + 4], 0, 1, 2, 3, 4, 5, 6, 7);
    }
    const svFloat8 a = INTERLEAVE_LOW(m[0], m[1]), b = INTERLEAVE_LOW(m[2], m[3]);
    const svFloat8 c = INTERLEAVE_HIGH(m[0], m[1]), d = INTERLEAVE_HIGH(m[2], m[3]);
    columns[0] = JOIN_LOW(a, b);
    columns[1] = JOIN_HIGH(a, b);
    columns[2] = JOIN_LOW(c, d);
    columns[3] = JOIN_HIGH(c, d);
}

// The vectors of the lanes, one after the other.
static inline void Lanes_Split(svLanes lanes, svFloat4 vectors[SWEEP_LANES]) {
    const svFloat8 zero = Float8_Zero();
    const svFloat8 a = INTERLEAVE_LOW(lanes.x, lanes.y), b = INTERLEAVE_LOW(lanes.z, zero);
    const svFloat8 c = INTERLEAVE_HIGH(lanes.x, lanes.y), d = INTERLEAVE_HIGH(lanes.z, zero);
    const svFloat8 m[4] = {JOIN_LOW(a, b), JOIN_HIGH(a, b), JOIN_LOW(c, d), JOIN_HIGH(c, d)};
    for (int k = 0; k < 4; ++k) {
        vectors[k] = __builtin_shufflevector(m[k], m[k], 0, 1, 2, 3);
        vectors[k + 4] = __builtin_shufflevector(m[k], m[k], 4, 5, 6, 7);
    }
}
#undef INTERLEAVE_LOW
#undef INTERLEAVE_HIGH
#undef JOIN_LOW
#undef JOIN_HIGH
#else
static inline svLanes Lanes_Gather(const svFloat4* vectors, const uint32_t at[SWEEP_LANES]) {
    svFloat4 a[4], b[4];
    for (int k = 0; k < 4; ++k) {
        a[k] = vectors[at[k]];
        b[k] = vectors[at[k + 4]];
    }
    Float4_Transpose(a);
    Float4_Transpose(b);
    return (svLanes){{a[0], b[0]}, {a[1], b[1]}, {a[2], b[2]}};
}

// Eight rows of four numbers become four columns.
static inline void Lanes_Transpose(const svFloat4 rows[SWEEP_LANES], svFloat8 columns[4]) {
    svFloat4 low[4], high[4];
    memcpy(low, rows, sizeof(low));
    memcpy(high, rows + 4, sizeof(high));
    Float4_Transpose(low);
    Float4_Transpose(high);
    for (int k = 0; k < 4; ++k) {
        columns[k] = (svFloat8){low[k], high[k]};
    }
}

// The vectors of the lanes, one after the other.
static inline void Lanes_Split(svLanes lanes, svFloat4 vectors[SWEEP_LANES]) {
    const svFloat4 low[4] = {lanes.x.low, lanes.y.low, lanes.z.low, Float4_Zero()};
    const svFloat4 high[4] = {lanes.x.high, lanes.y.high, lanes.z.high, Float4_Zero()};
    memcpy(vectors, low, sizeof(low));
    memcpy(vectors + 4, high, sizeof(high));
    Float4_Transpose(vectors);
    Float4_Transpose(vectors + 4);
}
#endif

// vectors[at[k]] += the vector of lane k. What is named twice takes both.
static inline void Lanes_AddTo(svLanes lanes, svFloat4* vectors, const uint32_t at[SWEEP_LANES]) {
    svFloat4 split[SWEEP_LANES];
    Lanes_Split(lanes, split);
    for (int k = 0; k < SWEEP_LANES; ++k) {
        vectors[at[k]] = Float4_Add(vectors[at[k]], split[k]);
    }
}

static inline svLanes Lanes_Add(svLanes a, svLanes b) {
    return (svLanes){Float8_Add(a.x, b.x), Float8_Add(a.y, b.y), Float8_Add(a.z, b.z)};
}

static inline svLanes Lanes_Sub(svLanes a, svLanes b) {
    return (svLanes){Float8_Sub(a.x, b.x), Float8_Sub(a.y, b.y), Float8_Sub(a.z, b.z)};
}

// Each lane by a factor of its own.
static inline svLanes Lanes_Scale(svFloat8 s, svLanes a) {
    return (svLanes){Float8_Multiply(s, a.x), Float8_Multiply(s, a.y), Float8_Multiply(s, a.z)};
}

// (x, y, z) . b of each lane, with x, y and z at some of the numbers of a block.
static inline svFloat8 Lanes_Dot(float m[][SWEEP_LANES], int x, int y, int z, svLanes b) {
    return Float8_Add(Float8_Add(Float8_Multiply(Float8_Load(m[x]), b.x),
                                 Float8_Multiply(Float8_Load(m[y]), b.y)),
                      Float8_Multiply(Float8_Load(m[z]), b.z));
}

#endif
