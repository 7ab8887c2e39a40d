// The wide types of one instruction set, in plain C: the reference of its sisters (simd_avx2.h and
// so on), which do the same with more lanes. Each of them defines
//   svFloats  SV_FLOAT_LANES floats, a divisor of 16; + - * / work lane by lane
//   svRow     eight doubles: a point at t0 and at t1
//   svShorts  sixteen integers of 16 bits
//   svWide    SV_WIDE_LANES doubles; + - * / work lane by lane
// with masks and the functions below. Every function on doubles and integers does the same
// operation on each lane in every header, so results are equal bit for bit; see svFloats for
// floats.
#ifndef SELVAGE_MATH_SIMD_SCALAR_H
#define SELVAGE_MATH_SIMD_SCALAR_H

#include "math/target.h"
#include "selvage/base.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ---- floats ----------------------------------------------------------------------------------

// Kernels over tables of sixteen lanes loop over 16 / SV_FLOAT_LANES registers. Single precision
// serves filters that reject or accept with a certified error bound: no number that they compute is
// part of a result, so svFloats_MulAdd may be fused or not, and lanes of two instruction sets may
// differ in the last bit.

#define SV_FLOAT_LANES 1
typedef float svFloats;
typedef bool svFloatsMask;
typedef uint8_t svLanes; // indices into a table of sixteen floats

SV_FN svFloats svFloats_Set(float x) {
    return x;
}

// Part of a table that is aligned to 64 bytes.
SV_FN svFloats svFloats_Load(const float* from) {
    return *from;
}

SV_FN void svFloats_Store(float* to, svFloats x) {
    *to = x;
}

SV_FN svFloats svFloats_Min(svFloats x, svFloats y) {
    return x < y ? x : y;
}

SV_FN svFloats svFloats_Max(svFloats x, svFloats y) {
    return x > y ? x : y;
}

SV_FN svFloats svFloats_Abs(svFloats x) {
    return __builtin_fabsf(x);
}

// x * y + z, rounded once or twice.
SV_FN svFloats svFloats_MulAdd(svFloats x, svFloats y, svFloats z) {
    return x * y + z;
}

// z - x * y, rounded once or twice.
SV_FN svFloats svFloats_MulSub(svFloats x, svFloats y, svFloats z) {
    return z - x * y;
}

SV_FN svFloats svFloats_Sqrt(svFloats x) {
    return __builtin_sqrtf(x);
}

// False where one is NaN.
SV_FN svFloatsMask svFloats_Less(svFloats x, svFloats y) {
    return x < y;
}

SV_FN svFloatsMask svFloatsMask_And(svFloatsMask a, svFloatsMask b) {
    return a & b;
}

SV_FN svFloatsMask svFloatsMask_Or(svFloatsMask a, svFloatsMask b) {
    return a | b;
}

// Bit i is lane i.
SV_FN uint32_t svFloatsMask_Bits(svFloatsMask a) {
    return a;
}

// SV_FLOAT_LANES indices, each below 16.
SV_FN svLanes svLanes_Load(const uint8_t* indices) {
    return *indices;
}

// One index below 16 from each of SV_FLOAT_LANES words: bits 8 byte to 8 byte + 3. `words` are
// aligned to 64 bytes (of a multiple of sixteen).
SV_FN svLanes svLanes_LoadByte(const uint32_t* words, int byte) {
    return (svLanes)(*words >> (8 * byte) & 15);
}

// Lane i is table[lanes[i]]; the table is aligned to 64 bytes.
SV_FN svFloats svFloats_Lookup(const float table[16], svLanes lanes) {
    return table[lanes];
}

// Writes first + i for each set bit i, ascending. `to` has room for SV_FLOAT_LANES; what is behind
// them is garbage.
SV_FN void svBits_List(uint32_t* to, uint32_t first, uint32_t bits) {
    (void)bits;
    *to = first;
}

// Bit i is bit indices[i] of `bits`: sixteen of them, each index below 16.
SV_FN uint32_t svBits_Lookup(uint32_t bits, const uint8_t indices[16]) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < 16; ++i) {
        found |= (bits >> indices[i] & 1) << i;
    }
    return found;
}

// Mask of the sixteen ids that are equal to `id`.
SV_FN uint32_t svIds_Equal(const uint32_t ids[16], uint32_t id) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < 16; ++i) {
        bits |= (uint32_t)(ids[i] == id) << i;
    }
    return bits;
}

// Mask of the sixteen ids in [first, last]; first <= last.
SV_FN uint32_t svIds_Between(const uint32_t ids[16], uint32_t first, uint32_t last) {
    uint32_t bits = 0;
    for (uint32_t i = 0; i < 16; ++i) {
        bits |= (uint32_t)(ids[i] - first <= last - first) << i;
    }
    return bits;
}

// Lane by lane: mask ? x : y.
SV_FN svFloats svFloats_Select(svFloatsMask mask, svFloats x, svFloats y) {
    return mask ? x : y;
}

// The difference of two points at t0 and at t1 (x y z and padding each), rounded to float: x y z 0
// x y z 0.
SV_FN void svRow_Difference(const double* from, const double* to, float row[8]) {
    for (int i = 0; i < 8; ++i) {
        row[i] = (float)(to[i] - from[i]);
    }
}

// SV_FLOAT_LANES rows of such differences, turned into columns: x y z at t0, x y z at t1. Aligned
// to 32 bytes.
SV_FN void svRows_LoadFrom(const float* const rows[1], svFloats out[6]) {
    for (int i = 0; i < 6; ++i) {
        out[i] = rows[0][i < 3 ? i : i + 1];
    }
}

// Horizontal sum, minimum and maximum, in an unspecified order of the lanes.
SV_FN float svFloats_SumLanes(svFloats x) {
    return x;
}

SV_FN float svFloats_MinLane(svFloats x) {
    return x;
}

SV_FN float svFloats_MaxLane(svFloats x) {
    return x;
}

// A moving point in doubles: x y z and padding at t0, the same at t1. Min and Max as for floats:
// the second operand where one is NaN.
typedef struct svRow {
    double x[8];
} svRow;

SV_FN svRow svRow_Set(double x) {
    return (svRow){{x, x, x, x, x, x, x, x}};
}

// Four doubles at either time.
SV_FN svRow svRow_Load(const double* t0, const double* t1) {
    return (svRow){{t0[0], t0[1], t0[2], t0[3], t1[0], t1[1], t1[2], t1[3]}};
}

// Three doubles, or floats, at either time; the fourth becomes 0.
SV_FN svRow svRow_LoadThree(const double* t0, const double* t1) {
    return (svRow){{t0[0], t0[1], t0[2], 0, t1[0], t1[1], t1[2], 0}};
}

SV_FN svRow svRow_LoadThreeFloats(const float* t0, const float* t1) {
    return (svRow){{(double)t0[0], (double)t0[1], (double)t0[2], 0, (double)t1[0], (double)t1[1],
                    (double)t1[2], 0}};
}

SV_FN void svRow_Store(double to[8], svRow a) {
    for (int i = 0; i < 8; ++i) {
        to[i] = a.x[i];
    }
}

SV_FN svRow svRow_Add(svRow a, svRow b) {
    for (int i = 0; i < 8; ++i) {
        a.x[i] += b.x[i];
    }
    return a;
}

SV_FN svRow svRow_Sub(svRow a, svRow b) {
    for (int i = 0; i < 8; ++i) {
        a.x[i] -= b.x[i];
    }
    return a;
}

SV_FN svRow svRow_Mul(svRow a, svRow b) {
    for (int i = 0; i < 8; ++i) {
        a.x[i] *= b.x[i];
    }
    return a;
}

SV_FN svRow svRow_Min(svRow a, svRow b) {
    for (int i = 0; i < 8; ++i) {
        a.x[i] = a.x[i] < b.x[i] ? a.x[i] : b.x[i];
    }
    return a;
}

SV_FN svRow svRow_Max(svRow a, svRow b) {
    for (int i = 0; i < 8; ++i) {
        a.x[i] = a.x[i] > b.x[i] ? a.x[i] : b.x[i];
    }
    return a;
}

// Rounded to float. Aligned to 32 bytes.
SV_FN void svRow_Round(svRow a, float row[8]) {
    for (int i = 0; i < 8; ++i) {
        row[i] = (float)a.x[i];
    }
}

// ---- 16-bit integers -------------------------------------------------------------------------

// Sums and differences wrap around: a difference is right whenever the true one fits into 16 bits,
// even if its operands have wrapped.

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

// ---- doubles ---------------------------------------------------------------------------------

#ifndef SV_WIDE_SINGLE // then svWide is svFloats (math/simd.h)

#define SV_WIDE_LANES 1
typedef double svWide;
typedef bool svWideMask;

SV_FN svWide svWide_Set(double x) {
    return x;
}

SV_FN svWide svWide_Load(const double* from) {
    return *from;
}

SV_FN void svWide_Store(double* to, svWide x) {
    *to = x;
}

// x < y ? x : y, the second operand where they are equal.
SV_FN svWide svWide_Min(svWide x, svWide y) {
    return x < y ? x : y;
}

SV_FN svWide svWide_Max(svWide x, svWide y) {
    return x > y ? x : y;
}

SV_FN svWide svWide_Abs(svWide x) {
    return __builtin_fabs(x);
}

SV_FN svWide svWide_Sqrt(svWide x) {
    return __builtin_sqrt(x);
}

// x * y + z, rounded twice; in single precision (SV_WIDE_SINGLE, math/simd.h) it may be fused.
SV_FN svWide svWide_MulAdd(svWide x, svWide y, svWide z) {
    return x * y + z;
}

// z - x * y, likewise.
SV_FN svWide svWide_MulSub(svWide x, svWide y, svWide z) {
    return z - x * y;
}

// x * y + z, rounded once.
SV_FN svWide svWide_Fused(svWide x, svWide y, svWide z) {
    return __builtin_fma(x, y, z);
}

SV_FN svWideMask svWide_Less(svWide x, svWide y) {
    return x < y;
}

SV_FN svWideMask svWide_LessEqual(svWide x, svWide y) {
    return x <= y;
}

SV_FN svWideMask svWideMask_And(svWideMask a, svWideMask b) {
    return a & b;
}

SV_FN svWideMask svWideMask_Or(svWideMask a, svWideMask b) {
    return a | b;
}

// Lane by lane: mask ? x : y.
SV_FN svWide svWide_Select(svWideMask mask, svWide x, svWide y) {
    return mask ? x : y;
}

// Bit i is lane i.
SV_FN unsigned svWideMask_Bits(svWideMask a) {
    return a;
}

// Lane i takes point ids[i] of the view.
SV_FN void svWide_LoadPoints(const svPositions* view, const uint32_t* ids, svWide out[3]) {
    const char* at = (const char*)view->data + (size_t)ids[0] * view->stride;
    if (view->scalar == SV_FLOAT) {
        const float* f = (const float*)(const void*)at;
        out[0] = (double)f[0];
        out[1] = (double)f[1];
        out[2] = (double)f[2];
    } else {
        const double* d = (const double*)(const void*)at;
        out[0] = d[0];
        out[1] = d[1];
        out[2] = d[2];
    }
}

#endif

#endif
