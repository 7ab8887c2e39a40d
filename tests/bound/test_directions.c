// Moving triangles: their normals at many times, exact in long double, against control normals,
// cones and masks.

#include "selvage/cone.h"
#include "support/long_vector.h"
#include "support/random.h"
#include "support/test.h"

#include <float.h>
#include <math.h>

#ifdef TEST_SANITIZED
#define REPEAT(n) ((n) / 16)
#else
#define REPEAT(n) (n)
#endif

enum { STEPS = 16 };

// 256 n(i/16): exact for coordinates that are integers below 2^24, which make it less than 2^61.
static LongVector NormalAt(const svMovingTriangle* x, int i) {
    LongVector p[3];
    for (int c = 0; c < 3; ++c) {
        const LongVector x0 = LongVector_Of(x->x0[c]), zero = {{0}};
        p[c] = LongVector_Add(LongVector_Add(zero, STEPS - i, x0), i, LongVector_Of(x->x1[c]));
    }
    return LongVector_Cross(LongVector_Add(p[1], -1, p[0]), LongVector_Add(p[2], -1, p[0]));
}

static LongVector Direction(svDirectionSet set, int k) {
    double d[3];
    svDirectionSet_Get(set, k, d);
    return LongVector_Of(d);
}

// Integers below 2^bits; some triangles are slivers, move as a whole, turn over or stand still.
static svMovingTriangle RandomTriangle(Random* random, int n) {
    svMovingTriangle x;
    const int bits = Random_Between(random, 3, 24), kind = n % 6;
    const double size = ldexp(1, bits) - 1, move = ldexp(size, -Random_Below(random, bits));
    for (int c = 0; c < 3; ++c) {
        for (int k = 0; k < 3; ++k) {
            const double x0 = floor(size * Random_Signed(random));
            const double x1 = x0 + floor(move * Random_Signed(random));
            x.x0[c][k] = x0;
            x.x1[c][k] = kind == 0 || fabs(x1) > size ? x0 : x1;
        }
    }
    for (int k = 0; k < 3 && kind == 1; ++k) { // a sliver, corner b near a
        x.x0[1][k] = x.x0[0][k] + Random_Between(random, -1, 1);
        x.x1[1][k] = x.x1[0][k] + Random_Between(random, -1, 1);
    }
    for (int c = 0; c < 3 && kind == 2; ++c) { // half a turn in its plane, or nearly
        x.x0[c][2] = 0;
        x.x1[c][0] = -x.x0[c][0] + Random_Between(random, -1, 1);
        x.x1[c][1] = -x.x0[c][1];
        x.x1[c][2] = Random_Between(random, -1, 1);
    }
    return x;
}

static void Scale(svMovingTriangle* x, int exponent) {
    for (int c = 0; c < 9; ++c) {
        x->x0[c / 3][c % 3] = ldexp(x->x0[c / 3][c % 3], exponent);
        x->x1[c / 3][c % 3] = ldexp(x->x1[c / 3][c % 3], exponent);
    }
}

typedef struct Bounds {
    svControlNormals normals;
    svCone cones[SV_CONE_MERGE_ENUM_COUNT];
    uint64_t masks[SV_DIRECTION_SET_ENUM_COUNT];
} Bounds;

static Bounds BoundsOf(const svMovingTriangle* x, bool moving) {
    Bounds bounds = {.normals = svControlNormals_Of(x, moving)};
    for (int m = 0; m < SV_CONE_MERGE_ENUM_COUNT; ++m) {
        bounds.cones[m] = svCone_OfTriangle(x, moving, (svConeMerge)m);
    }
    for (int s = 0; s < SV_DIRECTION_SET_ENUM_COUNT; ++s) {
        bounds.masks[s] = svDirectionSet_MaskOfTriangle((svDirectionSet)s, x, moving);
    }
    return bounds;
}

// All that the bounds say about a normal is true.
static void CheckNormal(const Bounds* bounds, LongVector n) {
    for (int m = 0; m < SV_CONE_MERGE_ENUM_COUNT; ++m) {
        const svCone* const cone = &bounds->cones[m];
        if (svCone_HasHalfSpace(cone)) {
            const LongVector axis = LongVector_Of(cone->axis);
            assert_true(LongVector_Angle(axis, n) <= (long double)cone->angle + 0x1p-61L);
            assert_true(LongVector_Dot(axis, n) > 0);
        }
    }
    for (int s = 0; s < SV_DIRECTION_SET_ENUM_COUNT; ++s) {
        for (int k = 0; k < svDirectionSet_Count((svDirectionSet)s); ++k) {
            assert_true((bounds->masks[s] >> k & 1) == 0 ||
                        LongVector_Dot(Direction((svDirectionSet)s, k), n) > 0);
        }
    }
}

// At every sampled time; and at t0 alone. Scaled by a power of two, near or far, nothing changes.
static void TestTriangles(void** state) {
    (void)state;
    Random random = {21};
    int cones = 0, masks = 0;
    for (int n = 0; n < REPEAT(40000); ++n) {
        const svMovingTriangle x = RandomTriangle(&random, n);
        static const int exponents[] = {0, 0, -24, 450, -450, 990, -1040};
        const int exponent = exponents[Random_Below(&random, 7)];
        svMovingTriangle scaled = x;
        Scale(&scaled, exponent);
        const Bounds moving = BoundsOf(&scaled, true), still = BoundsOf(&scaled, false);
        CheckNormal(&still, NormalAt(&x, 0));
        for (int i = 0; i <= STEPS; ++i) {
            CheckNormal(&moving, NormalAt(&x, i));
        }
        assert_true((moving.masks[SV_DIRECTION_SET_64] & ~still.masks[SV_DIRECTION_SET_64]) == 0);
        assert_true(moving.cones[SV_CONE_TIGHT].angle <=
                    moving.cones[SV_CONE_PROVOT].angle + 0x1p-40);
        cones += svCone_HasHalfSpace(&moving.cones[SV_CONE_TIGHT]);
        masks += moving.masks[SV_DIRECTION_SET_64] != 0;
    }
    assert_true(cones > REPEAT(40000) / 3 && masks > REPEAT(40000) / 3);
}

// The true control normals, exact in long double, are as near as is said; so is n . v > 0. Doubles
// of 53 bits, so that all is rounded; with 2^-63 the judge's own roundings are far below the error.
static void TestControlNormals(void** state) {
    (void)state;
    Random random = {22};
    for (int n = 0; n < REPEAT(40000); ++n) {
        svMovingTriangle x;
        const double place = Random_Below(&random, 2) == 0 ? 0 : 1000 * Random_Signed(&random);
        for (int c = 0; c < 9; ++c) {
            x.x0[c / 3][c % 3] = place + Random_Signed(&random);
            x.x1[c / 3][c % 3] = place + Random_Signed(&random);
        }
        if (n % 3 == 0) { // nearly parallel sides
            for (int k = 0; k < 3; ++k) {
                x.x0[2][k] = 2 * x.x0[1][k] - x.x0[0][k] + 1e-14 * Random_Signed(&random);
            }
        }
        const svControlNormals normals = svControlNormals_Of(&x, true);
        assert_int_equal(normals.count, 3);
        LongVector e[2], g[2], truth[3];
        for (int time = 0; time < 2; ++time) {
            double(*const p)[3] = time == 0 ? x.x0 : x.x1;
            const LongVector a = LongVector_Of(p[0]);
            e[time] = LongVector_Add(LongVector_Of(p[1]), -1, a);
            g[time] = LongVector_Add(LongVector_Of(p[2]), -1, a);
            truth[time] = LongVector_Cross(e[time], g[time]);
        }
        truth[2] = LongVector_Add(LongVector_Cross(e[0], g[1]), 1, LongVector_Cross(e[1], g[0]));
        const double v[3] = {Random_Signed(&random), Random_Signed(&random),
                             Random_Signed(&random)};
        long double least = HUGE_VALL;
        for (int i = 0; i < 3; ++i) {
            const LongVector off = LongVector_Add(truth[i], -1, LongVector_Of(normals.normal[i]));
            assert_true(LongVector_Length(off) <= (long double)normals.error[i]);
            assert_true(normals.error[i] < 1e-13);
            least = fminl(least, LongVector_Dot(truth[i], LongVector_Of(v)));
        }
        const bool inFront = svControlNormals_InFront(&normals, v);
        assert_true(inFront ? least > 0 : least < 1e-12L);
    }
}

static svMovingTriangle Turning(void) {
    return (svMovingTriangle){{{0, 0, 0}, {.1, 0, 0}, {0, .1, 0}},
                              {{0, 0, 0}, {-.3, .4, 0}, {.2, -.3, 0}}};
}

// han2021 Eq. 10 with unit normals, as printed, has a cone of angle zero around a triangle that
// turns over and back.
static void TestPrintedMiddle(void** state) {
    (void)state;
    const svMovingTriangle x = Turning();
    const svControlNormals ends = svControlNormals_Of(&x, true);
    const svCone n0 = svCone_OfDirection(ends.normal[0]), n1 = svCone_OfDirection(ends.normal[1]);
    // delta = (vb - va) x (vc - va) with the displacements v.
    const double delta = -.4 * -.4 - .4 * .2;
    const double printed[3] = {0, 0, n0.axis[2] + n1.axis[2] - delta};
    const svCone middle = svCone_OfDirection(printed);
    svCone cone = svCone_Merge(&n0, &n1, SV_CONE_PROVOT);
    cone = svCone_Merge(&cone, &middle, SV_CONE_PROVOT);
    const double half[3] = {0, 0, -.1 * -.1 - .2 * .1}; // 4 n(1/2) = (E0 + E1) x (G0 + G1)
    assert_true(half[2] < 0 && cone.axis[2] == 1 && cone.angle < 1e-12);
    assert_false(svCone_Contains(&cone, half));

    for (int m = 0; m < SV_CONE_MERGE_ENUM_COUNT; ++m) {
        const svCone raw = svCone_OfTriangle(&x, true, (svConeMerge)m);
        assert_true(svCone_Contains(&raw, half));
    }
    const double up[3] = {0, 0, 1};
    assert_false(svControlNormals_InFront(&ends, up));
    const svControlNormals start = svControlNormals_Of(&x, false);
    assert_true(svControlNormals_InFront(&start, up));
    assert_int_equal(svDirectionSet_MaskOfTriangle(SV_DIRECTION_SET_64, &x, true), 0);
}

// What cannot be known is not said.
static void TestHopeless(void** state) {
    (void)state;
    static const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, DBL_MAX, -DBL_MAX};
    for (int n = 0; n < 5 * 18; ++n) {
        svMovingTriangle x = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
        double(*const corners)[3] = n % 18 < 9 ? x.x0 : x.x1;
        corners[n % 9 / 3][n % 3] = bad[n / 18];
        const Bounds bounds = BoundsOf(&x, true);
        if (n / 18 < 3) {
            assert_false(svCone_HasHalfSpace(&bounds.cones[SV_CONE_TIGHT]));
            assert_int_equal(bounds.masks[SV_DIRECTION_SET_64], 0);
        }
    }
    const svMovingTriangle line = {{{0, 0, 0}, {1, 2, 3}, {2, 4, 6}}, {{0}}};
    const Bounds flat = BoundsOf(&line, false);
    assert_false(svCone_HasHalfSpace(&flat.cones[SV_CONE_TIGHT]));
    assert_int_equal(flat.masks[SV_DIRECTION_SET_26] | flat.masks[SV_DIRECTION_SET_64], 0);
}

// ---- masks ------------------------------------------------------------------------------------

// Bits of a normal are signs of products with it, but for products near zero.
static void TestMasks(void** state) {
    (void)state;
    static const int exponents[] = {0, 40, -40, 900, -900, 980, -1000};
    Random random = {23};
    for (int n = 0; n < REPEAT(40000); ++n) {
        double normal[3];
        const int exponent = exponents[n % 7];
        for (int i = 0; i < 3; ++i) {
            normal[i] = Random_Below(&random, 5) == 0 ? Random_Between(&random, -2, 2)
                                                      : Random_Signed(&random);
            normal[i] = ldexp(normal[i], exponent);
        }
        if (n % 3 == 0) { // perpendicular to one of the directions, but for rounding
            double d[3];
            svDirectionSet_Get(SV_DIRECTION_SET_64, Random_Below(&random, 64), d);
            const double w[3] = {normal[0], normal[1], normal[2]};
            for (int i = 0; i < 3; ++i) {
                normal[i] = d[(i + 1) % 3] * w[(i + 2) % 3] - d[(i + 2) % 3] * w[(i + 1) % 3];
            }
        }
        const LongVector exact = LongVector_Of(normal);
        const long double size = LongVector_Length(exact);
        const double error = n % 2 == 0 ? 0 : ldexp(Random_Unit(&random), exponent);
        for (int s = 0; s < SV_DIRECTION_SET_ENUM_COUNT; ++s) {
            const svDirectionSet set = (svDirectionSet)s;
            const uint64_t mask = svDirectionSet_Mask(set, normal);
            const uint64_t sure = svDirectionSet_MaskUncertain(set, normal, error);
            assert_int_equal(sure & ~mask, 0);
            for (int k = 0; k < svDirectionSet_Count(set); ++k) {
                const LongVector direction = Direction(set, k);
                const long double product = LongVector_Dot(exact, direction);
                const long double off = (long double)error * LongVector_Length(direction);
                assert_true((mask >> k & 1) == 0 || product > 0);
                assert_true((mask >> k & 1) != 0 || product <= 0x1p-48L * size);
                assert_true((sure >> k & 1) == 0 || product > off);
                // Directions count as long as the longest of their set.
                assert_true((sure >> k & 1) != 0 ||
                            product <= 1.8L * (long double)error + 0x1p-48L * size);
            }
        }
    }
    static const double none[][3] = {
        {0, 0, 0}, {(double)NAN, 0, 1}, {0, HUGE_VAL, 0}, {0x1p1001, 1, 1}};
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(svDirectionSet_Mask(SV_DIRECTION_SET_26, none[i]), 0);
        assert_int_equal(svDirectionSet_Mask(SV_DIRECTION_SET_64, none[i]), 0);
    }
    assert_int_equal(
        svDirectionSet_MaskUncertain(SV_DIRECTION_SET_64, (double[]){1, 1, 1}, (double)NAN), 0);
}

// Opposite halves, all different, multiples of 1/128; and as evenly spread as promised: some
// direction is within the covering radius of each of many vectors.
static void TestSets(void** state) {
    (void)state;
    static const double radii[SV_DIRECTION_SET_ENUM_COUNT] = {27.6, 17.2};
    const int counts[SV_DIRECTION_SET_ENUM_COUNT] = {26, 64};
    const long double degree = atanl(1) / 45;
    for (int s = 0; s < SV_DIRECTION_SET_ENUM_COUNT; ++s) {
        const svDirectionSet set = (svDirectionSet)s;
        const int count = svDirectionSet_Count(set);
        assert_int_equal(count, counts[s]);
        double d[64][3];
        LongVector unit[64];
        for (int k = 0; k < count; ++k) {
            svDirectionSet_Get(set, k, d[k]);
            unit[k] = LongVector_Unit(LongVector_Of(d[k]));
            for (int i = 0; i < 3; ++i) {
                assert_true(fabs(d[k][i]) <= 1 && 128 * d[k][i] == floor(128 * d[k][i]));
                assert_true(k < count / 2 || d[k][i] == -d[k - count / 2][i]);
            }
            for (int j = 0; j < k; ++j) {
                assert_true(d[j][0] != d[k][0] || d[j][1] != d[k][1] || d[j][2] != d[k][2]);
            }
        }
        Random random = {24};
        long double worst = 1;
        for (int n = 0; n < REPEAT(40000); ++n) {
            const double v[3] = {Random_Signed(&random), Random_Signed(&random),
                                 Random_Signed(&random)};
            const LongVector w = LongVector_Unit(LongVector_Of(v));
            long double best = -1;
            for (int k = 0; k < count; ++k) {
                best = fmaxl(best, LongVector_Dot(w, unit[k]));
            }
            worst = fminl(worst, best);
        }
        assert_true(worst >= cosl((long double)radii[s] * degree));
    }
    double d[3] = {1, 1, 1};
    svDirectionSet_Get(SV_DIRECTION_SET_26, 26, d);
    assert_true(d[0] == 0 && d[1] == 0 && d[2] == 0);
    assert_int_equal(svDirectionSet_Count(SV_DIRECTION_SET_ENUM_COUNT), 0);
    assert_int_equal(svDirectionSet_Mask(SV_DIRECTION_SET_ENUM_COUNT, (double[]){1, 1, 1}), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestTriangles),     cmocka_unit_test(TestControlNormals),
        cmocka_unit_test(TestPrintedMiddle), cmocka_unit_test(TestHopeless),
        cmocka_unit_test(TestMasks),         cmocka_unit_test(TestSets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
