// Loops over particles and elements on the workers of a context: ranges of a fixed length, so that
// sums over them are the same bytes for any number of workers.
#ifndef SELVAGE_SIM_PARALLEL_LOOP_H
#define SELVAGE_SIM_PARALLEL_LOOP_H

#include "selvage/base.h"

enum { RANGE = 512 }; // items; some microseconds of work

// How many ranges a loop has: the partial sums that it writes.
static inline size_t RangeCount(size_t count) {
    return count / RANGE + 1;
}

static inline void ForRanges(svContext* context, size_t count, svRangeFn fn, void* work) {
    svContext_For(context, count, RANGE, fn, work);
}

// Adds up what ranges have left, in their order.
static inline double SumRanges(const double* sums, size_t count) {
    double sum = 0;
    for (size_t i = 0; i * RANGE < count; ++i) {
        sum += sums[i];
    }
    return sum;
}

#endif
