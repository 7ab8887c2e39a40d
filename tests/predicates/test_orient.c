// svOrient2d and svOrient3d against the oracle, on points made to be hard.

#include "predicates/orient.h"
#include "selvage/predicates.h"

#include "support/oracle.h"
#include "support/random.h"
#include "support/test.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { ROUNDS = 30000 };

static Random source = {1};

static int Below(int n) {
    return Random_Below(&source, n);
}

// From -1 to 1, in 53 bits or in the 24 of a mesh of floats.
static double Uniform(bool isFloat) {
    const double x = Random_Signed(&source);
    return isFloat ? (double)(float)x : x;
}

static double AnyDouble(void) {
    static const double special[] = {0, DBL_TRUE_MIN, -DBL_TRUE_MIN, DBL_MIN, DBL_MAX, -DBL_MAX, 1};
    if (Below(4) == 0) {
        return special[Below(7)];
    }
    const uint64_t bits = Random_Bits(&source);
    double value;
    memcpy(&value, &bits, sizeof(value));
    return isfinite(value) ? value : 1;
}

static void Check(double p[4][3]) {
    const int sign3 = oracleOrient3d(p[0], p[1], p[2], p[3]);
    const int sign2 = oracleOrient2d(p[0], p[1], p[2]);
    assert_int_equal(svOrient3d(p[0], p[1], p[2], p[3]), sign3);
    assert_int_equal(svOrient3d_Exact(p[0], p[1], p[2], p[3]), sign3);
    assert_int_equal(svOrient3d(p[0], p[2], p[1], p[3]), -sign3);
    assert_int_equal(svOrient3d(p[3], p[2], p[1], p[0]), sign3);
    assert_int_equal(svOrient2d(p[0], p[1], p[2]), sign2);
    assert_int_equal(svOrient2d_Exact(p[0], p[1], p[2]), sign2);
    assert_int_equal(svOrient2d(p[1], p[0], p[2]), -sign2);
    assert_int_equal(svOrient2d(p[1], p[2], p[0]), sign2);
}

static void TestAnyDoubles(void** state) {
    (void)state;
    for (int round = 0; round < ROUNDS / 5; ++round) {
        double p[4][3];
        for (int i = 0; i < 12; ++i) {
            p[i / 3][i % 3] = AnyDouble();
        }
        Check(p);
    }
}

// The last point in the plane of the others, and the third on the line of the first two, as near as
// rounding lets it, or a few units in the last place beside; at some power of two per axis.
static void TestNearlyFlat(void** state) {
    (void)state;
    for (int round = 0; round < ROUNDS; ++round) {
        double p[4][3];
        const bool isFloat = Below(2) == 0;
        const double s = Uniform(true), t = Uniform(true), u = Uniform(true);
        for (int k = 0; k < 3; ++k) {
            const double base = Below(4) * Uniform(isFloat);
            for (int i = 0; i < 3; ++i) {
                p[i][k] = base + Uniform(isFloat) * (Below(3) == 0 ? 0x1p-12 : 1);
            }
            if (round % 2 == 0) {
                p[2][k] = p[0][k] + u * (p[1][k] - p[0][k]);
            }
            p[3][k] = p[0][k] + s * (p[1][k] - p[0][k]) + t * (p[2][k] - p[0][k]);
            for (int i = 0; i < 4; ++i) {
                p[i][k] = isFloat ? (double)(float)p[i][k] : p[i][k];
            }
        }
        if (Below(2) == 0) {
            const int k = Below(3);
            p[3][k] = nextafter(p[3][k], Uniform(false) * 8);
        }
        for (int k = 0; k < 3; ++k) {
            // Products that underflow, overflow or stay apart by many orders of magnitude.
            static const int exponents[] = {0,    0,    0,    0,   -340, -350,
                                            -360, -500, -900, 300, 345,  1000};
            const int exponent = exponents[Below(12)];
            for (int i = 0; i < 4; ++i) {
                p[i][k] = ldexp(p[i][k], exponent);
            }
        }
        Check(p);
    }
}

// Small integers: exact zeros of every kind.
static void TestGrid(void** state) {
    (void)state;
    for (int round = 0; round < ROUNDS; ++round) {
        double p[4][3];
        const double unit = ldexp(1, Below(3) == 0 ? -1074 : Below(3) == 0 ? 1020 : 0);
        for (int i = 0; i < 12; ++i) {
            p[i / 3][i % 3] = (Below(5) - 2) * unit;
        }
        Check(p);
    }
}

// Values at the limits of the fixed-point tier: 60 bits, and just more.
static void TestFixedLimits(void** state) {
    (void)state;
    for (int round = 0; round < ROUNDS; ++round) {
        double p[4][3];
        const int low = -Below(12) - 50;
        for (int i = 0; i < 12; ++i) {
            double x = Uniform(false);
            if (Below(3) == 0) {
                x = Below(2) == 0 ? 1 - 0x1p-53 : -1 + 0x1p-53;
            }
            if (Below(3) == 0) {
                x = ldexp(floor(ldexp(x, 40)), low); // the lowest bit at 2^low
            }
            p[i / 3][i % 3] = x;
        }
        if (Below(2) == 0) {
            memcpy(p[3], p[Below(3)], sizeof(p[3]));
        }
        Check(p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestAnyDoubles),
        cmocka_unit_test(TestNearlyFlat),
        cmocka_unit_test(TestGrid),
        cmocka_unit_test(TestFixedLimits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
