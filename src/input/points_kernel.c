// Reads moving points: the caller's views in, rows of doubles and their AABB out (points.h). A
// kernel: compiled once per instruction set (math/target.h).

#include "input/points.h"

#include "dispatch/kernels.h"
#include "math/floats.h"

#include <math.h>

// Loads the row of a point; one function per scalar type.
typedef svRow RowOf(const svPointsReading* reading, size_t point);

static inline svRow RowOfAny(const svPointsReading* reading, size_t point) {
    double x0[4] = {0, 0, 0, 0}, x1[4] = {0, 0, 0, 0};
    svPositions_Get(&reading->x0, point, x0);
    svPositions_Get(&reading->x1, point, x1);
    return svRow_Load(x0, x1);
}

static inline const void* PositionOf(const svPositions* positions, size_t point) {
    return (const char*)positions->data + point * positions->stride;
}

static inline svRow RowOfDoubles(const svPointsReading* reading, size_t point) {
    return svRow_LoadThree(PositionOf(&reading->x0, point), PositionOf(&reading->x1, point));
}

static inline svRow RowOfFloats(const svPointsReading* reading, size_t point) {
    return svRow_LoadThreeFloats(PositionOf(&reading->x0, point), PositionOf(&reading->x1, point));
}

static inline size_t FirstNotFinite(const svPointsReading* reading, size_t first, size_t end) {
    while (first < end) {
        double x[8], sum = 0;
        svRow_Store(x, RowOfAny(reading, first));
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

// x - x is NaN unless x is finite, and a NaN survives the sum: one check for all points.
static inline __attribute__((always_inline)) size_t ReadRows(svPointsReading* reading, size_t first,
                                                             size_t end, RowOf* rowOf) {
    svRow lower = svRow_Set(HUGE_VAL), upper = svRow_Set(-HUGE_VAL), zero = svRow_Set(0);
    for (size_t point = first; point < end; ++point) {
        const svRow row = rowOf(reading, point);
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
    return sum == 0 ? end : FirstNotFinite(reading, first, end);
}

size_t SV_KERNEL(readPoints)(svPointsReading* reading, size_t first, size_t end) {
    const svScalar scalar = reading->x0.scalar;
    if (scalar != reading->x1.scalar) {
        return ReadRows(reading, first, end, RowOfAny);
    }
    return scalar == SV_DOUBLE ? ReadRows(reading, first, end, RowOfDoubles)
                               : ReadRows(reading, first, end, RowOfFloats);
}
