// Wide doubles, two lanes of WebAssembly SIMD128. See wide_scalar.h for what each function does.
#ifndef SELVAGE_MATH_WIDE_WASM_H
#define SELVAGE_MATH_WIDE_WASM_H

#include "selvage/base.h"

#include <wasm_simd128.h>

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
