// What test_wide.c asks of the wide header of every instruction set: its operations on all lanes at
// once, into plain arrays (wide_operations.c).
#ifndef SELVAGE_TESTS_WIDE_OPERATIONS_H
#define SELVAGE_TESTS_WIDE_OPERATIONS_H

#include "math/target.h"
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

// x, y, z are the coordinates of the points ids[0], ids[1] and so on. Returns the number of lanes.
typedef int WideFunction(const svPositions* view, const uint32_t* ids, WideResult* result);

WideFunction SV_TARGET_JOIN(WideOperations, SV_TARGET_SUFFIX);

#endif
