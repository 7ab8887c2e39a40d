// The operations of math/simd.h for test_wide.c. Compiled once per instruction set (math/target.h).

#include "wide_operations.h"

#include "math/simd.h"

int SV_TARGET_JOIN(WideOperations, SV_TARGET_SUFFIX)(const svPositions* view, const uint32_t* ids,
                                                     WideResult* result) {
    svWide p[3];
    svWide_LoadPoints(view, ids, p);
    const svWide x = p[0], y = p[1];
    double first[SV_WIDE_LANES];
    svWide_Store(first, x);
    svWide_Store(result->set, svWide_Set(first[0]));
    for (int k = 0; k < 3; ++k) {
        svWide_Store(result->points[k], p[k]);
    }
    svWide_Store(result->minimum, svWide_Min(x, y));
    svWide_Store(result->maximum, svWide_Max(x, y));
    svWide_Store(result->absolute, svWide_Abs(x));
    svWide_Store(result->root, svWide_Sqrt(x));
    const svWideMask less = svWide_Less(x, y), other = svWide_Less(p[2], y);
    svWide_Store(result->select, svWide_Select(less, x, y));
    svWide_Store(result->sum, x + y);
    svWide_Store(result->difference, x - y);
    svWide_Store(result->product, x * y);
    svWide_Store(result->quotient, x / y);
    svWide_Store(result->load, svWide_Load(result->points[0]));
    svWide_Store(result->fused, svWide_Fused(x, y, p[2]));
    result->lessEqual = svWideMask_Bits(svWide_LessEqual(x, y));
    result->less = svWideMask_Bits(less);
    result->other = svWideMask_Bits(other);
    result->both = svWideMask_Bits(svWideMask_And(less, other));
    result->either = svWideMask_Bits(svWideMask_Or(less, other));
    return SV_WIDE_LANES;
}
