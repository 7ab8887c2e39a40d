// svOrient2d and svOrient3d against integer determinants, on numbers of every kind.
#include "support/generate_numbers.h"
#include "support/oracle.h"
#include "support/test.h"

#include "selvage/predicates.h"

#include <stdio.h>

static double gridOf2(Random* random) {
    return gridNumber(random, 2);
}

static double binades60(Random* random) {
    return spreadNumber(random, 60);
}

static double binades1900(Random* random) {
    return spreadNumber(random, 1900);
}

static double (*const numbers[])(Random*) = {
    Random_Signed, gridOf2,   decimalNumber, denormalNumber, tinyNumber,
    hugeNumber,    binades60, binades1900,   anyNumber,
};
enum { KINDS = sizeof numbers / sizeof numbers[0] };

static void check2d(double p[3][2]) {
    int truth = oracleOrient2d(p[0], p[1], p[2]);
    if (svOrient2d(p[0], p[1], p[2]) != truth || svOrient2d(p[1], p[2], p[0]) != truth ||
        svOrient2d(p[1], p[0], p[2]) != -truth) {
        fail_msg("svOrient2d {%a, %a}, {%a, %a}, {%a, %a} is not %d", p[0][0], p[0][1], p[1][0],
                 p[1][1], p[2][0], p[2][1], truth);
    }
}

static void check3d(double p[4][3]) {
    int truth = oracleOrient3d(p[0], p[1], p[2], p[3]);
    if (svOrient3d(p[0], p[1], p[2], p[3]) != truth ||
        svOrient3d(p[1], p[0], p[2], p[3]) != -truth ||
        svOrient3d(p[1], p[2], p[3], p[0]) != -truth) {
        for (int i = 0; i < 4; ++i) {
            print_message("{%a, %a, %a}\n", p[i][0], p[i][1], p[i][2]);
        }
        fail_msg("svOrient3d is not %d", truth);
    }
}

static void knowsSimpleCases(void** state) {
    const double o[3] = {0, 0, 0}, x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, z[3] = {0, 0, 1};
    const double below[3] = {5, 7, -0x1p-1074}, inPlane[3] = {5, 7, -0.0};
    (void)state;
    assert_int_equal(svOrient2d(o, x, y), 1);
    assert_int_equal(svOrient2d(o, y, x), -1);
    assert_int_equal(svOrient2d(o, x, (double[2]){7, -0.0}), 0);
    assert_int_equal(svOrient3d(o, x, y, z), 1);
    assert_int_equal(svOrient3d(o, y, x, z), -1);
    assert_int_equal(svOrient3d(o, x, y, below), -1);
    assert_int_equal(svOrient3d(o, x, y, inPlane), 0);
    assert_int_equal(svOrient3d(o, o, y, z), 0);
}

static void randomPointsAgree(void** state) {
    Random random = {1};
    (void)state;
    for (int n = 0; n < 1000 * KINDS; ++n) {
        double p2[3][2], p3[4][3];
        for (int i = 0; i < 12; ++i) {
            p2[i / 2 % 3][i % 2] = p3[i / 3][i % 3] = numbers[n % KINDS](&random);
        }
        check2d(p2);
        check3d(p3);
    }
}

// The last point is an affine combination of the others, rounded, and its neighbours.
static void nearlyFlatPointsAgree(void** state) {
    Random random = {2};
    (void)state;
    for (int n = 0; n < 1000 * KINDS; ++n) {
        double p2[3][2], p3[4][3];
        double s = Random_Unit(&random), t = 0.5 * Random_Unit(&random);
        for (int i = 0; i < 12; ++i) {
            p2[i / 2 % 3][i % 2] = p3[i / 3][i % 3] = 0.5 * numbers[n % KINDS](&random);
        }
        for (int k = 0; k < 3; ++k) {
            p3[3][k] = 0.5 * s * p3[0][k] + t * p3[1][k] + (1.0 - 0.5 * s - t) * p3[2][k];
            if (k < 2) {
                p2[2][k] = s * p2[0][k] + (1.0 - s) * p2[1][k];
            }
        }
        for (int step = 0; step < 4; ++step) {
            check2d(p2);
            check3d(p3);
            p2[2][step % 2] = nudged(&random, p2[2][step % 2]);
            p3[3][step % 3] = nudged(&random, p3[3][step % 3]);
        }
    }
}

// Kettner and others, Classroom examples of robustness problems (2008): a grid of neighbours of
// (0.5, 0.5) against the line through (12, 12) and (24, 24).
static void neighboursOfALineAgree(void** state) {
    (void)state;
    for (int i = 0; i < 64 * 64; ++i) {
        double p[3][2] = {{0.5 + i / 64 * 0x1p-53, 0.5 + i % 64 * 0x1p-53}, {12, 12}, {24, 24}};
        int side = (i % 64 > i / 64) - (i % 64 < i / 64); // above the diagonal: to its left
        check2d(p);
        assert_int_equal(svOrient2d(p[1], p[2], p[0]), side);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knowsSimpleCases),
        cmocka_unit_test(randomPointsAgree),
        cmocka_unit_test(nearlyFlatPointsAgree),
        cmocka_unit_test(neighboursOfALineAgree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
