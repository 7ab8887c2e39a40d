// What test_wide.c asks of every wide header: the operations on all lanes at once, into plain
// arrays. A source includes one wide header, defines WIDE_OPERATIONS as the name of its function,
// and then includes this.
#ifndef SELVAGE_TESTS_WIDE_OPERATIONS_H
#define SELVAGE_TESTS_WIDE_OPERATIONS_H

#include "selvage/base.h"

enum { WIDE_MAX_LANES = 8 };

typedef struct WideResult {
    double set[WIDE_MAX_LANES]; // of the first lane's x
    double points[3][WIDE_MAX_LANES];
    double minimum[WIDE_MAX_LANES], maximum[WIDE_MAX_LANES];
    double absolute[WIDE_MAX_LANES], root[WIDE_MAX_LANES], select[WIDE_MAX_LANES];
    double sum[WIDE_MAX_LANES], difference[WIDE_MAX_LANES];
    double product[WIDE_MAX_LANES], quotient[WIDE_MAX_LANES];
    double load[WIDE_MAX_LANES], fused[WIDE_MAX_LANES]; // of the points' x; x * y + z
    unsigned less, other, both, either;                 // x < y, z < y, and, or
    unsigned lessEqual;                                 // x <= y
} WideResult;

// x, y, z are the coordinates of the points ids[0], ids[1] and so on. Returns the number of lanes,
// 0 if the header is not for this machine's kind.
typedef int WideFunction(const svPositions* view, const uint32_t* ids, WideResult* result);
WideFunction WideScalar, WideAvx2, WideAvx512, WideNeon;

#endif

#ifdef WIDE_OPERATIONS
#ifdef SV_WIDE_LANES
int WIDE_OPERATIONS(const svPositions* view, const uint32_t* ids, WideResult* result) {
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
#else
int WIDE_OPERATIONS(const svPositions* view, const uint32_t* ids, WideResult* result) {
    (void)view;
    (void)ids;
    (void)result;
    return 0;
}
#endif
#endif
