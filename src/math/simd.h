// The wide types of the target's instruction set (math/target.h); simd_scalar.h says what each
// function does. Where a file defines SV_WIDE_SINGLE before it includes anything, svWide is of
// floats instead of doubles: so one source over svWide serves both precisions.
#ifndef SELVAGE_MATH_SIMD_H
#define SELVAGE_MATH_SIMD_H

#include "math/target.h"

#include SV_TARGET_HEADER(simd)

#ifdef SV_WIDE_SINGLE

#define SV_WIDE_LANES SV_FLOAT_LANES
typedef svFloats svWide;
typedef svFloatsMask svWideMask;

SV_FN svWide svWide_Set(double x) {
    return svFloats_Set((float)x);
}

SV_FN svWide svWide_Min(svWide x, svWide y) {
    return svFloats_Min(x, y);
}

SV_FN svWide svWide_Max(svWide x, svWide y) {
    return svFloats_Max(x, y);
}

SV_FN svWide svWide_Abs(svWide x) {
    return svFloats_Abs(x);
}

SV_FN svWide svWide_Sqrt(svWide x) {
    return svFloats_Sqrt(x);
}

SV_FN svWide svWide_MulAdd(svWide x, svWide y, svWide z) {
    return svFloats_MulAdd(x, y, z);
}

SV_FN svWide svWide_MulSub(svWide x, svWide y, svWide z) {
    return svFloats_MulSub(x, y, z);
}

SV_FN svWideMask svWide_Less(svWide x, svWide y) {
    return svFloats_Less(x, y);
}

SV_FN svWideMask svWideMask_And(svWideMask a, svWideMask b) {
    return svFloatsMask_And(a, b);
}

SV_FN svWideMask svWideMask_Or(svWideMask a, svWideMask b) {
    return svFloatsMask_Or(a, b);
}

SV_FN svWide svWide_Select(svWideMask mask, svWide x, svWide y) {
    return svFloats_Select(mask, x, y);
}

SV_FN unsigned svWideMask_Bits(svWideMask a) {
    return svFloatsMask_Bits(a);
}

#endif

#endif
