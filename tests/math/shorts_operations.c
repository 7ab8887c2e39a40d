// The operations of math/simd.h for test_shorts.c. Compiled once per instruction set
// (math/target.h).

#include "shorts_operations.h"

#include "math/simd.h"

void SV_TARGET_JOIN(ShortsOperations, SV_TARGET_SUFFIX)(const ShortsInput* input,
                                                        ShortsResult* result) {
    const svShorts x = svShorts_Load(input->x), y = svShorts_Load(input->y);
    svShorts_Store(result->set, svShorts_Set(input->x[0]));
    svShorts_Store(result->load, x);
    svShorts_Store(result->sum, svShorts_Add(x, y));
    svShorts_Store(result->difference, svShorts_Sub(x, y));
    svShorts_Store(result->min, svShorts_Min(x, y));
    svShorts_Store(result->max, svShorts_Max(x, y));
    svShorts_Store(result->lookup, svShorts_Lookup(input->x, svShortLanes_Load(input->indices)));
    svShorts_Store(result->round, svShorts_Round(input->floats, input->factor, input->shift));
    result->above = svShorts_Above(x, input->y[0]);
}
