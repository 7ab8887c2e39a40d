// Volumes hold what they must, at every time and with every margin; and they are not much larger.
#include "bound/volume.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "bound/rounding.h"
#include "support/random.h"
#include "support/test.h"
#include "support/volumes.h"

#define LARGEST_FLOAT ((double)FLT_MAX)
#define NODE_FLOATS (SV_VOLUME_MAX_ROWS * SV_WIDTH)

// Points around a place; `kind` goes through ordinary, flat, coincident, denormal, zero and coarse.
static svLeafPoints RandomPoints(Random* random, int kind) {
    svLeafPoints points;
    const double size = ldexp(1.0, -Random_Below(random, 30));
    for (int k = 0; k < 3; ++k) {
        const double place = Random_Signed(random);
        for (int time = 0; time < 2; ++time) {
            for (int i = 0; i < SV_WIDTH; ++i) {
                double x = place + size * Random_Signed(random);
                switch (kind % 6) {
                case 1:
                    x = k == 1 ? place : x;
                    break;
                case 2:
                    x = place;
                    break;
                case 3:
                    x = ldexp(Random_Signed(random), -1000 - Random_Below(random, 80));
                    break;
                case 4:
                    x = Random_Below(random, 2) == 0 ? 0.0 : -0.0;
                    break;
                case 5:
                    x = floor(x * 0x1p20) * 0x1p-20;
                    break;
                default:
                    break;
                }
                points.x[time][k][i] = x;
            }
        }
    }
    return points;
}

static void GetPoint(const svLeafPoints* points, int time, int i, long double point[3]) {
    for (int k = 0; k < 3; ++k) {
        point[k] = (long double)points->x[time][k][i];
    }
}

static void TestRounding(void** state) {
    (void)state;
    static const double values[] = {0.0,
                                    -0.0,
                                    1.0,
                                    0x1.000001p0,
                                    0x1p-149,
                                    0x1p-150,
                                    0x1p-160,
                                    0x1p-1074,
                                    0x1p-126,
                                    0x1.fffffefp-127,
                                    0x1p127,
                                    LARGEST_FLOAT,
                                    0x1.ffffffp127,
                                    0x1p128,
                                    1e300,
                                    DBL_MAX,
                                    HUGE_VAL,
                                    0.1,
                                    1.0 / 3,
                                    3e-42};
    Random random = {7};
    for (int n = 0; n < 20000; ++n) {
        double x =
            n < 20 ? values[n] : ldexp(Random_Signed(&random), Random_Between(&random, -1074, 140));
        for (int sign = 0; sign < 2; ++sign, x = -x) {
            const float below = svFloatBelow(x);
            const float above = svFloatAbove(x);
            assert_true((double)below <= x && (double)above >= x);
            // No float lies between.
            assert_true(below == INFINITY || (double)nextafterf(below, INFINITY) > x ||
                        (double)below == x);
            assert_true(above == -INFINITY || (double)nextafterf(above, -INFINITY) < x ||
                        (double)above == x);
            assert_true(!((double)(float)x == x) || (below == (float)x && above == (float)x));
        }
    }
}

// All points, pushed by less than the margin in any direction too, and all of them in between.
static void CheckFit(svVolume volume, const svLeafPoints* points, double margin, Random* random) {
    float node[NODE_FLOATS];
    memset(node, 0x7f, sizeof(node));
    svVolume_Fit(volume, points, margin, node + 5);
    assert_false(TestVolume_IsBroken(volume, node + 5));
    assert_true(isfinite(svVolume_Cost(volume, node + 5)));
    for (int time = 0; time < 2; ++time) {
        const TestVolume around = TestVolume_At(volume, node + 5, time);
        for (int i = 0; i < SV_WIDTH; ++i) {
            long double point[3];
            GetPoint(points, time, i, point);
            assert_true(TestVolume_HasPoint(volume, &around, point));
            long double direction[3], square = 0;
            for (int k = 0; k < 3; ++k) {
                direction[k] =
                    Random_Below(random, 3) == 0 ? 0 : (long double)Random_Signed(random);
                square += direction[k] * direction[k];
            }
            if (square == 0 || margin == 0 || isinf(margin)) {
                continue;
            }
            // Shorter than 1 by more than it is rounded.
            const long double length = sqrtl(square) * (1 + 0x1p-55L);
            for (int k = 0; k < 3; ++k) {
                point[k] += (long double)margin * direction[k] / length;
            }
            assert_true(TestVolume_HasPoint(volume, &around, point));
        }
    }
}

// Coordinates that were rounded when they were moved: what they stand for is off by 2^-53 of them.
static void CheckRounded(svVolume volume, const svLeafPoints* points, double margin,
                         Random* random) {
    float column[NODE_FLOATS];
    svVolume_Fit(volume, points, margin, column);
    for (int time = 0; time < 2; ++time) {
        TestVolume around = TestVolume_At(volume, column, time);
        for (int k = 0; k < 3 && volume == SV_VOLUME_DOP18 && margin == 0; ++k) {
            around.rows[k] = -HUGE_VALL; // like boxes
            around.rows[9 + k] = HUGE_VALL;
        }
        for (int n = 0; n < 4 * SV_WIDTH; ++n) {
            long double point[3];
            GetPoint(points, time, n % SV_WIDTH, point);
            for (int k = 0; k < 3; ++k) {
                point[k] *= 1 + 0x1p-53L * (Random_Below(random, 3) - 1);
            }
            assert_true(TestVolume_HasPoint(volume, &around, point));
        }
    }
}

// On both diagonals sums are small beside the coordinates, and so are radii.
static void TestRounded(void** state) {
    (void)state;
    Random random = {12};
    for (int n = 0; n < 3000; ++n) {
        svLeafPoints points = RandomPoints(&random, 0);
        const double size = ldexp(1.0, -Random_Between(&random, 20, 56));
        const double place = n % 2 == 0 ? 0.5 : Random_Signed(&random);
        for (int time = 0; time < 2; ++time) {
            for (int i = 0; i < SV_WIDTH; ++i) {
                points.x[time][0][i] = place + size * Random_Signed(&random);
                points.x[time][1][i] = place + size * Random_Signed(&random);
                points.x[time][2][i] = size * Random_Signed(&random) - place;
            }
        }
        CheckRounded(SV_VOLUME_SPHERE, &points, 0, &random);
        CheckRounded(SV_VOLUME_DOP18, &points, 0, &random);
        for (int volume = 0; volume < SV_VOLUME_ENUM_COUNT; ++volume) {
            CheckRounded((svVolume)volume, &points, size, &random);
        }
    }
}

static void TestFit(void** state) {
    (void)state;
    static const double margins[] = {0,    1e-3, 0.5,  0x1p-1074, 1e-300,        1e-12,
                                     1e20, 1e38, 1e39, 0x1p1020,  LARGEST_FLOAT, HUGE_VAL};
    Random random = {11};
    for (int n = 0; n < 3000; ++n) {
        const svLeafPoints points = RandomPoints(&random, n);
        for (int volume = 0; volume < SV_VOLUME_ENUM_COUNT; ++volume) {
            CheckFit((svVolume)volume, &points, 0, &random);
            CheckFit((svVolume)volume, &points, margins[n % 12], &random);
        }
    }
}

// Where nothing is rounded a box is exact; else it is larger by a few roundings.
static void TestTight(void** state) {
    (void)state;
    Random random = {13};
    for (int n = 0; n < 500; ++n) {
        const svLeafPoints points = RandomPoints(&random, n);
        float column[NODE_FLOATS];
        for (int volume = 0; volume < SV_VOLUME_ENUM_COUNT; ++volume) {
            svVolume_Fit((svVolume)volume, &points, 0, column);
            if (volume == SV_VOLUME_SPHERE) {
                continue;
            }
            const int slabs = (int)svVolume_Rows((svVolume)volume) / 4;
            for (int time = 0; time < 2; ++time) {
                for (int k = 0; k < 3; ++k) {
                    double lower = HUGE_VAL, upper = -HUGE_VAL;
                    for (int i = 0; i < SV_WIDTH; ++i) {
                        lower = fmin(lower, points.x[time][k][i]);
                        upper = fmax(upper, points.x[time][k][i]);
                    }
                    const float* const rows = column + time * 2 * slabs * SV_WIDTH;
                    assert_true(rows[k * SV_WIDTH] == svFloatBelow(lower));
                    assert_true(rows[(slabs + k) * SV_WIDTH] == svFloatAbove(upper));
                }
            }
        }
    }
}

// Coordinates of 41 bits and times of 8: points in between are exact.
static void TestBetween(void** state) {
    (void)state;
    Random random = {17};
    for (int n = 0; n < 1000; ++n) {
        svLeafPoints points = RandomPoints(&random, 0);
        for (int i = 0; i < 2 * 3 * SV_WIDTH; ++i) {
            double* const x = &points.x[i / 48][i / 16 % 3][i % 16];
            *x = floor(*x * 0x1p40) * 0x1p-40;
        }
        for (int volume = 0; volume < SV_VOLUME_ENUM_COUNT; ++volume) {
            float column[NODE_FLOATS];
            svVolume_Fit((svVolume)volume, &points, 0, column);
            const long double t = (long double)Random_Between(&random, 0, 256) / 256;
            const TestVolume around = TestVolume_At((svVolume)volume, column, t);
            for (int i = 0; i < SV_WIDTH; ++i) {
                long double start[3], end[3], point[3];
                GetPoint(&points, 0, i, start);
                GetPoint(&points, 1, i, end);
                for (int k = 0; k < 3; ++k) {
                    point[k] = start[k] * (1 - t) + end[k] * t;
                }
                assert_true(TestVolume_HasPoint((svVolume)volume, &around, point));
            }
        }
    }
}

static void TestMerge(void** state) {
    (void)state;
    static const double margins[] = {0, 0, 0, 1e-3, LARGEST_FLOAT, HUGE_VAL};
    Random random = {19};
    for (int n = 0; n < 1500; ++n) {
        const uint32_t count = n % 3 == 0 ? SV_WIDTH : (uint32_t)Random_Between(&random, 1, 16);
        for (int v = 0; v < SV_VOLUME_ENUM_COUNT; ++v) {
            const svVolume volume = (svVolume)v;
            float node[NODE_FLOATS], parent[NODE_FLOATS];
            // What is past the count must not count.
            for (int i = 0; i < NODE_FLOATS; ++i) {
                node[i] = NAN;
            }
            double largest = 0;
            for (uint32_t c = 0; c < count; ++c) {
                const svLeafPoints points = RandomPoints(&random, n + (int)c / 3);
                svVolume_Fit(volume, &points, margins[Random_Below(&random, 6)], node + c);
                largest = fmax(largest, svVolume_Cost(volume, node + c));
            }
            svVolume_Merge(volume, node, count, parent + 7);
            assert_false(TestVolume_IsBroken(volume, parent + 7));
            for (int time = 0; time < 2; ++time) {
                const TestVolume around = TestVolume_At(volume, parent + 7, time);
                for (uint32_t c = 0; c < count; ++c) {
                    const TestVolume inside = TestVolume_At(volume, node + c, time);
                    assert_true(TestVolume_HasVolume(volume, &around, &inside));
                }
            }
            assert_true(svVolume_Cost(volume, parent + 7) >= largest);
            assert_true(isfinite(svVolume_Cost(volume, parent + 7)));
        }
    }
}

// A unit cube that stands still.
static void TestCost(void** state) {
    (void)state;
    svLeafPoints points;
    for (int time = 0; time < 2; ++time) {
        for (int k = 0; k < 3; ++k) {
            for (int i = 0; i < SV_WIDTH; ++i) {
                points.x[time][k][i] = (i >> k & 1) - 0.5;
            }
        }
    }
    static const double expected[SV_VOLUME_ENUM_COUNT] = {
        [SV_VOLUME_BOX] = 6, [SV_VOLUME_SPHERE] = 1.5, [SV_VOLUME_DOP18] = 6};
    for (int volume = 0; volume < SV_VOLUME_ENUM_COUNT; ++volume) {
        float column[NODE_FLOATS];
        svVolume_Fit((svVolume)volume, &points, 0, column);
        assert_true(fabs(svVolume_Cost((svVolume)volume, column) - expected[volume]) < 1e-5);
    }
}

static void TestNames(void** state) {
    (void)state;
    assert_string_equal(svVolume_Name(SV_VOLUME_BOX), "box");
    assert_string_equal(svVolume_Name(SV_VOLUME_SPHERE), "sphere");
    assert_string_equal(svVolume_Name(SV_VOLUME_DOP18), "dop18");
    assert_string_equal(svVolume_Name(SV_VOLUME_ENUM_COUNT), "unknown");
    assert_string_equal(svBuilder_Name(SV_BUILDER_MEDIAN), "median");
    assert_string_equal(svBuilder_Name(SV_BUILDER_MORTON), "morton");
    assert_string_equal(svBuilder_Name(SV_BUILDER_SAH), "sah");
    assert_string_equal(svBuilder_Name(SV_BUILDER_ENUM_COUNT), "unknown");
    assert_string_equal(svRebuild_Name(SV_REBUILD_AUTO), "auto");
    assert_string_equal(svRebuild_Name(SV_REBUILD_ALWAYS), "always");
    assert_string_equal(svRebuild_Name(SV_REBUILD_NEVER), "never");
    assert_string_equal(svRebuild_Name(SV_REBUILD_ENUM_COUNT), "unknown");
    assert_int_equal(svVolume_Rows(SV_VOLUME_BOX), 12);
    assert_int_equal(svVolume_Rows(SV_VOLUME_SPHERE), 8);
    assert_int_equal(svVolume_Rows(SV_VOLUME_DOP18), SV_VOLUME_MAX_ROWS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestRounding), cmocka_unit_test(TestRounded), cmocka_unit_test(TestFit),
        cmocka_unit_test(TestTight),    cmocka_unit_test(TestBetween), cmocka_unit_test(TestMerge),
        cmocka_unit_test(TestCost),     cmocka_unit_test(TestNames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
