// Sixteen 16-bit integers in plain C: the twin of shorts_avx2.h and its sisters, which give the
// same lanes. Sums and differences wrap around: a difference is right whenever the true one fits
// into 16 bits, even if its operands have wrapped.
#ifndef SELVAGE_MATH_SHORTS_SCALAR_H
#define SELVAGE_MATH_SHORTS_SCALAR_H

#include <math.h>
#include <stdint.h>

typedef struct svShorts {
    int16_t lane[16];
} svShorts;

typedef const uint8_t* svShortLanes; // sixteen indices below 16

static inline svShorts svShorts_Set(int16_t x) {
    svShorts all;
    for (int i = 0; i < 16; ++i) {
        all.lane[i] = x;
    }
    return all;
}

// Tables are aligned to 32 bytes.
static inline svShorts svShorts_Load(const int16_t table[16]) {
    svShorts x;
    for (int i = 0; i < 16; ++i) {
        x.lane[i] = table[i];
    }
    return x;
}

static inline void svShorts_Store(int16_t table[16], svShorts x) {
    for (int i = 0; i < 16; ++i) {
        table[i] = x.lane[i];
    }
}

static inline svShorts svShorts_Add(svShorts x, svShorts y) {
    for (int i = 0; i < 16; ++i) {
        x.lane[i] = (int16_t)((uint32_t)x.lane[i] + (uint32_t)y.lane[i]);
    }
    return x;
}

static inline svShorts svShorts_Sub(svShorts x, svShorts y) {
    for (int i = 0; i < 16; ++i) {
        x.lane[i] = (int16_t)((uint32_t)x.lane[i] - (uint32_t)y.lane[i]);
    }
    return x;
}

static inline svShorts svShorts_Min(svShorts x, svShorts y) {
    for (int i = 0; i < 16; ++i) {
        x.lane[i] = x.lane[i] < y.lane[i] ? x.lane[i] : y.lane[i];
    }
    return x;
}

static inline svShorts svShorts_Max(svShorts x, svShorts y) {
    for (int i = 0; i < 16; ++i) {
        x.lane[i] = x.lane[i] > y.lane[i] ? x.lane[i] : y.lane[i];
    }
    return x;
}

// Mask of the lanes greater than a limit.
static inline uint32_t svShorts_Above(svShorts x, int16_t limit) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < 16; ++i) {
        bits |= (uint32_t)(x.lane[i] > limit) << i;
    }
    return bits;
}

// factor x + shift, rounded twice, then to the nearest integer, which must fit into 16 bits. The
// floats are aligned to 64 bytes.
static inline svShorts svShorts_Round(const float x[16], float factor, float shift) {
    svShorts rounded;
    for (int i = 0; i < 16; ++i) {
        const float product = factor * x[i];
        rounded.lane[i] = (int16_t)lrintf(product + shift);
    }
    return rounded;
}

static inline svShortLanes svShortLanes_Load(const uint8_t indices[16]) {
    return indices;
}

// Lane i is table[lanes[i]].
static inline svShorts svShorts_Lookup(const int16_t table[16], svShortLanes lanes) {
    svShorts x;
    for (int i = 0; i < 16; ++i) {
        x.lane[i] = table[lanes[i]];
    }
    return x;
}

#endif
