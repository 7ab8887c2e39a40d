// Wide doubles, one lane: the scalar twin of wide_avx2.h and its sisters.
//
// A wide header defines svWide (SV_WIDE_LANES doubles; + - * / work lane by lane), svWideMask, and
// the functions below. A kernel is compiled with exactly one of them. Every function does the same
// IEEE operation on each lane in every header, so results are equal bit for bit.
#ifndef SELVAGE_MATH_WIDE_SCALAR_H
#define SELVAGE_MATH_WIDE_SCALAR_H

#include "math/target.h"
#include "selvage/base.h"

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

// x * y + z, rounded twice; in single precision (wide_single.h) it may be fused.
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
