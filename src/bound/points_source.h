// The source of reading points (see points.h). A file per instruction set chooses a floats header,
// defines KERNEL(name) and includes this one.

#include "bound/points.h"

#include <math.h>

static inline svRow RowOf(const svPointsReading* reading, size_t point) {
    double x0[4] = {0, 0, 0, 0}, x1[4] = {0, 0, 0, 0};
    svPositions_Get(&reading->x0, point, x0);
    svPositions_Get(&reading->x1, point, x1);
    return svRow_Load(x0, x1);
}

static inline svRow RowOfDoubles(const svPointsReading* reading, size_t point) {
    const char* x0 = (const char*)reading->x0.data + point * reading->x0.stride;
    const char* x1 = (const char*)reading->x1.data + point * reading->x1.stride;
    return svRow_LoadThree((const double*)(const void*)x0, (const double*)(const void*)x1);
}

static inline size_t FindNotFinite(const svPointsReading* reading, size_t first, size_t end) {
    while (first < end) {
        double x[8], sum = 0;
        svRow_Store(x, RowOf(reading, first));
        for (int i = 0; i < 8; ++i) {
            sum += 0 * x[i];
        }
        if (!(sum == 0)) {
            break;
        }
        ++first;
    }
    return first;
}

// What is not finite minus itself is NaN, and a sum with a NaN is.
static inline size_t Read(svPointsReading* reading, size_t first, size_t end, bool doubles) {
    svRow lower = svRow_Set(HUGE_VAL), upper = svRow_Set(-HUGE_VAL), zero = svRow_Set(0);
    for (size_t point = first; point < end; ++point) {
        const svRow row = doubles ? RowOfDoubles(reading, point) : RowOf(reading, point);
        svRow_Store(reading->rows + 8 * (size_t)reading->places[point], row);
        lower = svRow_Min(lower, row);
        upper = svRow_Max(upper, row);
        zero = svRow_Add(zero, svRow_Sub(row, row));
    }
    double least[8], most[8], zeros[8], sum = 0;
    svRow_Store(least, lower);
    svRow_Store(most, upper);
    svRow_Store(zeros, zero);
    for (int axis = 0; axis < 3; ++axis) {
        reading->lower[axis] = fmin(least[axis], least[axis + 4]);
        reading->upper[axis] = fmax(most[axis], most[axis + 4]);
        sum += zeros[axis] + zeros[axis + 4];
    }
    return sum == 0 ? end : FindNotFinite(reading, first, end);
}

size_t KERNEL(svPoints_Read)(svPointsReading* reading, size_t first, size_t end) {
    const bool doubles = reading->x0.scalar == SV_DOUBLE && reading->x1.scalar == SV_DOUBLE;
    return doubles ? Read(reading, first, end, true) : Read(reading, first, end, false);
}
