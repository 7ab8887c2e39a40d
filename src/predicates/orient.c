// The sign of a 2x2 or 3x3 determinant of coordinate differences, exactly, in three tiers.
//
// 1. A floating-point filter with an error bound from the products themselves (orient.h), after
//    J. R. Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric
//    predicates", 1997. We deviate in adding the terms that make it hold under underflow.
// 2. Fixed point: where the coordinates of each axis fit into 60 bits over one power of two - all
//    float meshes, most double meshes -, the determinant is evaluated in 64- and 128-bit integers.
//    This is what exactly coplanar neighbours cost, and they are common.
// 3. Integers of any length (integer.h), for everything else.
//
// Shewchuk's expansions are not used: they need a range of exponents in which nothing underflows,
// and the second tier is simpler and faster where it applies.

#include "predicates/orient.h"

#include "predicates/integer.h"
#include "selvage/predicates.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define OUT_OF_RANGE 2 // instead of a sign: not for this tier

#ifdef __SIZEOF_INT128__

__extension__ typedef __int128 Int128;

// v[i] - v[0] for i = 1 .. count-1 over a power of two, |difference| < 2^61. False where the values
// do not fit: more than 60 bits from the highest to the lowest, or a power of two that is outside
// the range in which scaling is exact.
static bool FixedDifferences(const double* v, int count, int64_t* difference) {
    double top = 0;
    for (int i = 0; i < count; ++i) {
        top = fabs(v[i]) > top ? fabs(v[i]) : top;
    }
    // Scaling up only, hence without underflow; the scale itself must be a normal number.
    if (!(top >= 0x1p-900 && top < 0x1p60)) {
        memset(difference, 0, (size_t)(count - 1) * sizeof(*difference));
        return top == 0;
    }
    uint64_t bits;
    memcpy(&bits, &top, sizeof(bits));
    const uint64_t exponent = bits >> 52; // 2^(exponent-1023) <= top < 2 * that
    bits = (59 + 2 * 1023 - exponent) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof(scale));

    int64_t first = 0;
    for (int i = 0; i < count; ++i) {
        const double scaled = v[i] * scale;
        const int64_t fixed = (int64_t)scaled;
        if ((double)fixed != scaled) {
            return false;
        }
        if (i == 0) {
            first = fixed;
        } else {
            difference[i - 1] = fixed - first;
        }
    }
    return true;
}

static int Fixed2d(const double x[3], const double y[3]) {
    int64_t dx[2], dy[2];
    if (!FixedDifferences(x, 3, dx) || !FixedDifferences(y, 3, dy)) {
        return OUT_OF_RANGE;
    }
    const Int128 p = (Int128)dx[0] * dy[1];
    const Int128 q = (Int128)dy[0] * dx[1];
    return (p > q) - (p < q);
}

// An integer of 192 bits: high * 2^64 + low.
typedef struct Fixed {
    Int128 high;
    uint64_t low;
} Fixed;

// The determinant of rows 0, 1 and `last` of the differences.
static Fixed FixedDeterminant(int64_t d[3][4], int last) {
    // A minor is less than 2^123. Its product with z is summed in two parts, the minor being
    // high * 2^64 + low with 0 <= low < 2^64: |sum of low * z| < 3 * 2^125, |sum of high * z| <
    // 3 * 2^120.
    const int row[3] = {0, 1, last};
    Int128 high = 0, low = 0;
    for (int i = 0; i < 3; ++i) {
        const int j = row[(i + 1) % 3], k = row[(i + 2) % 3];
        const Int128 minor = (Int128)d[0][j] * d[1][k] - (Int128)d[1][j] * d[0][k];
        high += (minor >> 64) * d[2][row[i]];
        low += (Int128)(uint64_t)minor * d[2][row[i]];
    }
    return (Fixed){high + (low >> 64), (uint64_t)low};
}

static int Fixed3d(double v[3][5]) {
    int64_t d[3][4];
    for (int axis = 0; axis < 3; ++axis) {
        if (!FixedDifferences(v[axis], 4, d[axis])) {
            return OUT_OF_RANGE;
        }
    }
    const Fixed det = FixedDeterminant(d, 2);
    if (det.high != 0) {
        return det.high > 0 ? 1 : -1;
    }
    return det.low != 0;
}

static bool FixedHeights(double v[3][5], double height[2]) {
    int64_t d[3][4];
    for (int axis = 0; axis < 3; ++axis) {
        if (!FixedDifferences(v[axis], 5, d[axis])) {
            return false;
        }
    }
    for (int i = 0; i < 2; ++i) {
        Fixed det = FixedDeterminant(d, 2 + i);
        if (det.high < 0) {
            det.low = ~det.low + 1;
            det.high = ~det.high + (det.low == 0);
        }
        height[i] = (double)det.high * 0x1p64 + (double)det.low;
    }
    return true;
}

#else

static int Fixed2d(const double x[3], const double y[3]) {
    (void)x, (void)y;
    return OUT_OF_RANGE;
}

static int Fixed3d(double v[3][5]) {
    (void)v;
    return OUT_OF_RANGE;
}

static bool FixedHeights(double v[3][5], double height[2]) {
    (void)v, (void)height;
    return false;
}

#endif

// The coordinates of one axis are integers of at most 1024 + 1074 = 2098 bits over the smallest
// double: 33 limbs of 64 bits, and so are their differences (2099 bits). A minor takes two products
// of 66 and a difference of 67, its product with a difference 100, the sums 101 and 102. For the
// heights of two points over a plane, five values per axis and two determinants, that is
//   15*33 + 12*33 + 2*(3*(2*66 + 67) + 3*100 + 101 + 102) = 3091 limbs,
// and an operation reserves at most two limbs more than it keeps; counting bits instead of limbs,
// 32-bit limbs need no more memory. So the arena never runs out.
#define ARENA_LIMBS (3100 * (64 / SV_LIMB_BITS))

static int Integers2d(const double x[3], const double y[3]) {
    svLimb memory[ARENA_LIMBS];
    svIntegerArena arena = svIntegerArena_Make(memory, ARENA_LIMBS);
    svInteger px[3], py[3];
    svInteger_FromDoubles(&arena, x, 1, 3, px);
    svInteger_FromDoubles(&arena, y, 1, 3, py);
    const svInteger p = svInteger_Multiply(&arena, svInteger_Subtract(&arena, px[1], px[0]),
                                           svInteger_Subtract(&arena, py[2], py[0]));
    const svInteger q = svInteger_Multiply(&arena, svInteger_Subtract(&arena, py[1], py[0]),
                                           svInteger_Subtract(&arena, px[2], px[0]));
    assert(!arena.exhausted);
    return svInteger_Compare(p, q);
}

// d[axis][i]: value i+1 less value 0.
static void IntegerDifferences(svIntegerArena* arena, double v[3][5], int count,
                               svInteger d[3][4]) {
    for (int axis = 0; axis < 3; ++axis) {
        svInteger values[5];
        svInteger_FromDoubles(arena, v[axis], 1, count, values);
        for (int i = 1; i < count; ++i) {
            d[axis][i - 1] = svInteger_Subtract(arena, values[i], values[0]);
        }
    }
}

// The determinant of rows 0, 1 and `last`.
static svInteger IntegerDeterminant(svIntegerArena* arena, svInteger d[3][4], int last) {
    const int row[3] = {0, 1, last};
    svInteger det = svInteger_Zero();
    for (int i = 0; i < 3; ++i) {
        const int j = row[(i + 1) % 3], k = row[(i + 2) % 3];
        const svInteger minor =
            svInteger_Subtract(arena, svInteger_Multiply(arena, d[0][j], d[1][k]),
                               svInteger_Multiply(arena, d[1][j], d[0][k]));
        det = svInteger_Add(arena, det, svInteger_Multiply(arena, minor, d[2][row[i]]));
    }
    return det;
}

static int Integers3d(double v[3][5]) {
    svLimb memory[ARENA_LIMBS];
    svIntegerArena arena = svIntegerArena_Make(memory, ARENA_LIMBS);
    svInteger d[3][4];
    IntegerDifferences(&arena, v, 4, d);
    const svInteger det = IntegerDeterminant(&arena, d, 2);
    assert(!arena.exhausted);
    return svInteger_Sign(det);
}

// The magnitudes of both over the power of two that makes the greater one less than 1.
static void IntegersToDoubles(const svInteger a[2], double value[2]) {
    const int count[2] = {abs(a[0].size), abs(a[1].size)};
    const int longest = count[0] > count[1] ? count[0] : count[1];
    for (int i = 0; i < 2; ++i) {
        value[i] = 0;
        // Three 32-bit limbs hold more than a double.
        for (int k = count[i] - 1; k >= 0 && k >= count[i] - 3; --k) {
            value[i] += ldexp((double)a[i].limbs[k], (k - longest) * SV_LIMB_BITS);
        }
    }
}

static void IntegerHeights(double v[3][5], double height[2]) {
    svLimb memory[ARENA_LIMBS];
    svIntegerArena arena = svIntegerArena_Make(memory, ARENA_LIMBS);
    svInteger d[3][4];
    IntegerDifferences(&arena, v, 5, d);
    const svInteger det[2] = {IntegerDeterminant(&arena, d, 2), IntegerDeterminant(&arena, d, 3)};
    assert(!arena.exhausted);
    IntegersToDoubles(det, height);
}

int svOrient2d_Exact(const double a[2], const double b[2], const double c[2]) {
    const double x[3] = {a[0], b[0], c[0]};
    const double y[3] = {a[1], b[1], c[1]};
    const int sign = Fixed2d(x, y);
    return sign != OUT_OF_RANGE ? sign : Integers2d(x, y);
}

int svOrient3d_Exact(const double a[3], const double b[3], const double c[3], const double d[3]) {
    double v[3][5];
    for (int axis = 0; axis < 3; ++axis) {
        v[axis][0] = a[axis];
        v[axis][1] = b[axis];
        v[axis][2] = c[axis];
        v[axis][3] = d[axis];
        if (a[axis] == b[axis] && a[axis] == c[axis] && a[axis] == d[axis]) {
            return 0; // a plane across an axis, the commonest of all
        }
    }
    const int sign = Fixed3d(v);
    return sign != OUT_OF_RANGE ? sign : Integers3d(v);
}

int svOrient2d(const double a[2], const double b[2], const double c[2]) {
    const int sign = svOrient2d_Filter(a, b, c);
    return sign != 0 ? sign : svOrient2d_Exact(a, b, c);
}

int svOrient3d(const double a[3], const double b[3], const double c[3], const double d[3]) {
    const svPlaneFilter plane = svPlaneFilter_Make(a, b, c);
    const int sign = svPlaneFilter_Side(&plane, d);
    return sign != 0 ? sign : svOrient3d_Exact(a, b, c, d);
}

void svOrient3d_Heights(const double* const plane[3], const double* const ends[2],
                        double height[2]) {
    const svPlaneFilter filter = svPlaneFilter_Make(plane[0], plane[1], plane[2]);
    double bound[2];
    for (int i = 0; i < 2; ++i) {
        height[i] = fabs(svPlaneFilter_Height(&filter, ends[i], &bound[i]));
    }
    // The point moves by the relative error of the ratio, times at most the segment.
    const double sum = height[0] + height[1];
    if (sum <= DBL_MAX && bound[0] + bound[1] <= SV_HEIGHTS_ERROR * sum) {
        return;
    }
    double v[3][5];
    for (int axis = 0; axis < 3; ++axis) {
        for (int i = 0; i < 5; ++i) {
            v[axis][i] = i < 3 ? plane[i][axis] : ends[i - 3][axis];
        }
    }
    if (!FixedHeights(v, height)) {
        IntegerHeights(v, height);
    }
}
