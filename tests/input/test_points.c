// Points are read as they are, whatever they are made of and wherever they lie, by every
// instruction set; and the first one that is not finite is named. With TEST_EMULATED_AVX512
// (tests/emulation) AVX-512 alone, wherever it runs.

#include "input/points.h"

#include "support/kernels.h"
#include "support/random.h"
#include "support/test.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 41 };

// The positions of a time: the block ends with the last scalar, so that reading on is out of it.
typedef struct Positions {
    double expected[POINTS][3];
    char* block;
    svPositions view;
} Positions;

static void Set(Positions* positions, size_t point, int axis, double value) {
    const bool single = positions->view.scalar == SV_FLOAT;
    const float rounded = (float)value;
    const size_t size = single ? sizeof(float) : sizeof(double);
    positions->expected[point][axis] = single ? (double)rounded : value;
    memcpy(positions->block + point * positions->view.stride + (size_t)axis * size,
           single ? (const void*)&rounded : (const void*)&value, size);
}

static double MakeCoordinate(Random* random, svScalar scalar) {
    static const double floats[] = {
        0, -0.0, 0x1p-149, -0x1p-140, (double)FLT_MAX, -(double)FLT_MAX};
    static const double doubles[] = {0, -0.0, 0x1p-1074, -0x1p-1070, DBL_MAX, -DBL_MAX};
    const int choice = Random_Below(random, 12);
    if (choice < 6) {
        return scalar == SV_FLOAT ? floats[choice] : doubles[choice];
    }
    return ldexp(Random_Signed(random), Random_Between(random, -9, 9));
}

static void Make(Positions* positions, Random* random, svScalar scalar) {
    const size_t size = scalar == SV_FLOAT ? sizeof(float) : sizeof(double);
    const size_t stride = size * (size_t)(3 + Random_Below(random, 3));
    positions->block = malloc((POINTS - 1) * stride + 3 * size);
    assert_non_null(positions->block);
    memset(positions->block, 0xff, (POINTS - 1) * stride + 3 * size); // NaN between the points
    positions->view = (svPositions){positions->block, POINTS, stride, scalar};
    for (size_t point = 0; point < POINTS; ++point) {
        for (int axis = 0; axis < 3; ++axis) {
            Set(positions, point, axis, MakeCoordinate(random, scalar));
        }
    }
}

static void Shuffle(Random* random, uint32_t places[POINTS]) {
    for (uint32_t i = 0; i < POINTS; ++i) {
        const int j = Random_Below(random, (int)i + 1);
        places[i] = i;
        places[i] = places[j];
        places[j] = i;
    }
}

static void CheckExtent(const svPointsReading* reading, const Positions x[2], size_t first,
                        size_t end) {
    for (int axis = 0; axis < 3; ++axis) {
        double lower = HUGE_VAL, upper = -HUGE_VAL;
        for (size_t point = first; point < end; ++point) {
            for (int time = 0; time < 2; ++time) {
                lower = fmin(lower, x[time].expected[point][axis]);
                upper = fmax(upper, x[time].expected[point][axis]);
            }
        }
        assert_true(reading->lower[axis] == lower && reading->upper[axis] == upper);
    }
}

// Reads the points from `first` to `end`, and no other row is written.
static void CheckRange(svReadPointsFn* read, const Positions x[2], const uint32_t places[POINTS],
                       size_t first, size_t end) {
    _Alignas(64) double rows[POINTS][8];
    svPointsReading reading = {x[0].view, x[1].view, places, rows[0], {0}, {0}};
    for (size_t i = 0; i < (size_t)POINTS * 8; ++i) {
        rows[i / 8][i % 8] = 7;
    }
    assert_int_equal(read(&reading, first, end), end);
    CheckExtent(&reading, x, first, end);
    for (size_t point = 0; point < POINTS; ++point) {
        const double* row = rows[places[point]];
        const bool isRead = point >= first && point < end;
        for (int i = 0; i < 8; ++i) {
            const double value = i % 4 == 3 ? 0 : x[i / 4].expected[point][i % 4];
            const double expected = isRead ? value : 7;
            assert_memory_equal(&row[i], &expected, sizeof(expected)); // the sign of zero, too
        }
    }
}

static void CheckNotFinite(svReadPointsFn* read, Random* random, Positions x[2],
                           const uint32_t places[POINTS]) {
    static const double values[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    double rows[POINTS][8];
    svPointsReading reading = {x[0].view, x[1].view, places, rows[0], {0}, {0}};
    size_t least = POINTS;
    for (int n = 0; n < 3; ++n) {
        const size_t point = (size_t)Random_Below(random, POINTS);
        Set(&x[Random_Below(random, 2)], point, Random_Below(random, 3), values[n]);
        least = point < least ? point : least;
        const size_t first = (size_t)Random_Below(random, (int)least + 1);
        assert_int_equal(read(&reading, first, POINTS), least);
        assert_int_equal(read(&reading, first, least), least); // those before are finite
    }
}

static void CheckFunction(svReadPointsFn* read) {
    Random random = {2012};
    for (int n = 0; n < 400; ++n) {
        Positions x[2];
        uint32_t places[POINTS];
        Make(&x[0], &random, n % 2 == 0 ? SV_FLOAT : SV_DOUBLE);
        Make(&x[1], &random, n % 4 < 2 ? SV_FLOAT : SV_DOUBLE);
        Shuffle(&random, places);
        const size_t first = (size_t)Random_Below(&random, POINTS);
        const size_t end = first + (size_t)Random_Below(&random, POINTS + 1 - (int)first);
        CheckRange(read, x, places, 0, POINTS);
        CheckRange(read, x, places, first, end);
        CheckNotFinite(read, &random, x, places);
        free(x[0].block);
        free(x[1].block);
    }
}

static void ReadsAnything(void** state) {
    (void)state;
    for (int isa = FIRST_ISA; isa <= LAST_ISA; ++isa) {
        if (KernelsOf(isa) != NULL) {
            CheckFunction(KernelsOf(isa)->readPoints);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(ReadsAnything)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
