// Cones against angles in long double: whatever is said to be inside is, and no cone is much wider
// than it has to be.

#include "selvage/cone.h"
#include "support/long_vector.h"
#include "support/random.h"
#include "support/test.h"

#include "bound/cone_angle.h"

#include <math.h>

#ifdef TEST_SANITIZED
#define REPEAT(n) ((n) / 16)
#else
#define REPEAT(n) (n)
#endif

static long double AngleOf(const double a[3], const double b[3]) {
    return LongVector_Angle(LongVector_Of(a), LongVector_Of(b));
}

// One cone in another, by their angles. 2^-61 pays for the roundings of the judge.
static bool Within(const svCone* inner, const svCone* outer) {
    return !svCone_HasHalfSpace(outer) ||
           AngleOf(inner->axis, outer->axis) + (long double)inner->angle <=
               (long double)outer->angle + 0x1p-61L;
}

static bool Holds(const svCone* cone, const double direction[3]) {
    return !svCone_HasHalfSpace(cone) ||
           AngleOf(cone->axis, direction) <= (long double)cone->angle + 0x1p-61L;
}

// Any direction and magnitude; every few are on an axis or nearly so.
static void RandomDirection(Random* random, double d[3]) {
    static const int exponents[] = {0, 0, 0, 40, -40, 500, -500, 1000, -1000, 1023, -1040};
    const int e = exponents[Random_Below(random, 11)];
    const int flat = Random_Below(random, 8);
    do {
        for (int i = 0; i < 3; ++i) {
            d[i] = Random_Signed(random);
            d[i] = flat == i ? 0 : flat == i + 3 ? 1e-17 * d[i] : d[i];
            d[i] = ldexp(d[i], e);
        }
    } while (d[0] == 0 && d[1] == 0 && d[2] == 0);
}

// A cone at a distance of any order of magnitude from a given axis, or from its opposite.
static svCone ConeNear(Random* random, const double axis[3]) {
    double d[3];
    RandomDirection(random, d);
    const svCone any = svCone_OfDirection(d);
    const double far = ldexp(1, -Random_Below(random, 60));
    const double sign = Random_Below(random, 8) == 0 ? -1 : 1;
    for (int i = 0; i < 3; ++i) {
        d[i] = sign * axis[i] + far * any.axis[i];
    }
    svCone cone = svCone_OfDirection(d);
    if (svCone_HasHalfSpace(&cone)) {
        cone.angle += Random_Below(random, 3) == 0
                          ? 0
                          : ldexp(1.5 * Random_Unit(random), -Random_Below(random, 55));
    }
    return cone;
}

static void TestAngles(void** state) {
    (void)state;
    const long double u = 0x1p-53L;
    Random random = {1};
    for (int n = 0; n < REPEAT(400000); ++n) {
        const long double h = 2 * atanl(1) * (long double)Random_Unit(&random);
        const double s = (double)(2 * sinl(h)), c = (double)(2 * cosl(h));
        const long double truth = atan2l((long double)s, (long double)c);
        assert_true(fabsl((long double)svAngleOf(s, c) - truth) <= 6 * u);
        const double x = 0x1.921fb54442d18p-1 * Random_Signed(&random);
        const svTangent tangent = svTangentOf(x);
        const long double t = (long double)tangent.above / (long double)tangent.below;
        assert_true(fabsl(t - tanl((long double)x)) <= 6 * u);
    }
    // The ends of the table's cells, and the ends of the range.
    for (int i = 0; i <= 48; ++i) {
        for (int k = -2; k <= 2; ++k) {
            const double s = fabs(i / 24.0 + k * 0x1p-52);
            const double c = s < 2 ? sqrt(4 - s * s) : 0;
            const long double truth = atan2l((long double)s, (long double)c);
            assert_true(fabsl((long double)svAngleOf(s, c) - truth) <= 6 * u);
        }
    }
}

static void TestDirections(void** state) {
    (void)state;
    Random random = {2};
    for (int n = 0; n < REPEAT(200000); ++n) {
        double d[3];
        RandomDirection(&random, d);
        const svCone cone = svCone_OfDirection(d);
        assert_true(svCone_HasHalfSpace(&cone) && cone.angle == 0x1p-52);
        assert_true(Holds(&cone, d));
        const long double length = LongVector_Length(LongVector_Of(cone.axis));
        assert_true(fabsl(length - 1) <= 0x1p-50L);
    }
    static const double none[][3] = {
        {0, 0, 0}, {-0.0, 0, 0}, {(double)NAN, 1, 0}, {1, HUGE_VAL, 0}, {-HUGE_VAL, 0, HUGE_VAL}};
    for (int i = 0; i < 5; ++i) {
        const svCone cone = svCone_OfDirection(none[i]);
        assert_false(svCone_HasHalfSpace(&cone));
        assert_true(cone.angle == SV_CONE_FULL_ANGLE && cone.axis[2] == 1);
    }
    assert_string_equal(svConeMerge_Name(SV_CONE_PROVOT), "provot");
    assert_string_equal(svConeMerge_Name(SV_CONE_TIGHT), "tight");
    assert_string_equal(svConeMerge_Name(SV_CONE_MERGE_ENUM_COUNT), "unknown");
}

// Vectors that are off by the error, in any direction.
static void TestUncertain(void** state) {
    (void)state;
    Random random = {3};
    for (int n = 0; n < REPEAT(50000); ++n) {
        double d[3], w[3];
        for (int i = 0; i < 3; ++i) {
            d[i] = Random_Signed(&random);
            w[i] = Random_Signed(&random);
        }
        const LongVector exact = LongVector_Of(d);
        const long double length = LongVector_Length(exact);
        const double error =
            (double)length * ldexp(Random_Unit(&random), -Random_Below(&random, 50));
        const svCone cone = svCone_OfUncertain(d, error);
        assert_true(svCone_HasHalfSpace(&cone) || (long double)error > 0.499L * length);
        assert_true(!svCone_HasHalfSpace(&cone) || (long double)error < 0.501L * length);
        // Shorter than the error by more than it is rounded.
        const LongVector off =
            LongVector_Add(exact, 0.99999L * (long double)error, LongVector_Unit(LongVector_Of(w)));
        assert_true(!svCone_HasHalfSpace(&cone) ||
                    LongVector_Angle(LongVector_Of(cone.axis), off) <= (long double)cone.angle);
    }
    const svCone unknown = svCone_OfUncertain((double[]){0, 0, 1}, (double)NAN);
    assert_false(svCone_HasHalfSpace(&unknown));
}

// What exact arithmetic would give, from the stored axes.
static long double ExactAngle(const svCone* a, const svCone* b, svConeMerge merge) {
    const long double between = AngleOf(a->axis, b->axis);
    const long double p = (long double)a->angle, q = (long double)b->angle;
    if (merge == SV_CONE_PROVOT) {
        return between / 2 + fmaxl(p, q);
    }
    return fmaxl(fmaxl(p, q), (between + p + q) / 2);
}

static void TestMerge(void** state) {
    (void)state;
    Random random = {4};
    int inclusive = 0, full = 0;
    for (int n = 0; n < REPEAT(300000); ++n) {
        double d[3];
        RandomDirection(&random, d);
        const svCone start = svCone_OfDirection(d);
        const svCone a = ConeNear(&random, start.axis), b = ConeNear(&random, start.axis);
        if (!svCone_HasHalfSpace(&a) || !svCone_HasHalfSpace(&b)) {
            continue;
        }
        double angles[SV_CONE_MERGE_ENUM_COUNT];
        for (int m = 0; m < SV_CONE_MERGE_ENUM_COUNT; ++m) {
            const svConeMerge merge = (svConeMerge)m;
            const svCone cone = svCone_Merge(&a, &b, merge);
            angles[m] = cone.angle;
            const long double exact = ExactAngle(&a, &b, merge);
            const long double slack = 0x1p-45L * (1 + tanl(AngleOf(a.axis, b.axis) / 2));
            assert_true((long double)cone.angle >= exact - 0x1p-61L ||
                        cone.angle == SV_CONE_FULL_ANGLE);
            assert_true((long double)cone.angle <= exact + slack ||
                        exact >= (long double)SV_CONE_FULL_ANGLE - 1e-15L);
            assert_true(Within(&a, &cone) && Within(&b, &cone));
        }
        assert_true(angles[SV_CONE_TIGHT] <= angles[SV_CONE_PROVOT]);
        inclusive += angles[SV_CONE_TIGHT] == fmax(a.angle, b.angle);
        full += angles[SV_CONE_TIGHT] == SV_CONE_FULL_ANGLE;
    }
    assert_true(inclusive > REPEAT(300000) / 20 && full > REPEAT(300000) / 20);
}

static void TestMergeFixed(void** state) {
    (void)state;
    const svCone z = {{0, 0, 1}, 0.25}, x = {{1, 0, 0}, 0.125}, down = {{0, 0, -1}, 0};
    const svCone narrow = {{0, 0, 1}, 0.125}, full = svCone_Full();
    for (int m = 0; m < SV_CONE_MERGE_ENUM_COUNT; ++m) {
        const svConeMerge merge = (svConeMerge)m;
        const svCone opposite = svCone_Merge(&z, &down, merge);
        const svCone left = svCone_Merge(&full, &z, merge), right = svCone_Merge(&z, &full, merge);
        assert_false(svCone_HasHalfSpace(&opposite));
        assert_false(svCone_HasHalfSpace(&left));
        assert_false(svCone_HasHalfSpace(&right));
    }
    const svCone same = svCone_Merge(&z, &narrow, SV_CONE_TIGHT);
    assert_memory_equal(&same, &z, sizeof(z));
    const double quarter = 0x1.921fb54442d18p-1;
    const svCone tight = svCone_Merge(&z, &x, SV_CONE_TIGHT);
    assert_true(fabs(tight.angle - (quarter + 0.1875)) < 1e-13);
    assert_true(fabs(atan2(tight.axis[0], tight.axis[2]) - (quarter - 0.0625)) < 1e-15);
    const svCone provot = svCone_Merge(&z, &x, SV_CONE_PROVOT);
    assert_true(fabs(provot.angle - (quarter + 0.25)) < 1e-13);
    assert_true(fabs(atan2(provot.axis[0], provot.axis[2]) - quarter) < 1e-15);
    const double inside[3] = {0, 1, 5}, outside[3] = {0, 1, 3.5}, nothing[3] = {0, 0, 0};
    assert_true(svCone_Contains(&z, inside) && !svCone_Contains(&z, outside));
    assert_true(!svCone_Contains(&z, nothing) && svCone_Contains(&full, nothing));
}

// ---- many directions --------------------------------------------------------------------------

enum { MOST = 40 };

// Directions around a random one, `spread` of them away at most or so.
static void RandomBundle(Random* random, int count, double spread, double (*d)[3]) {
    double middle[3];
    RandomDirection(random, middle);
    const svCone axis = svCone_OfDirection(middle);
    for (int k = 0; k < count; ++k) {
        const double size = ldexp(1, Random_Between(random, -100, 100));
        for (int i = 0; i < 3; ++i) {
            d[k][i] = size * (axis.axis[i] + spread * Random_Signed(random));
        }
    }
}

static svCone MergeAll(const double (*d)[3], int count, svConeMerge merge) {
    if (count == 1) {
        return svCone_OfDirection(d[0]);
    }
    const svCone left = MergeAll(d, count / 2, merge);
    const svCone right = MergeAll(d + count / 2, count - count / 2, merge);
    return svCone_Merge(&left, &right, merge);
}

// The axis of the cap through three unit vectors: the normal of their plane or, where they are so
// near to each other that it is inaccurate, the centre of their circle.
static LongVector AxisThrough(LongVector a, LongVector b, LongVector c) {
    const LongVector p = LongVector_Add(b, -1, a), q = LongVector_Add(c, -1, a), zero = {{0}};
    const LongVector normal = LongVector_Cross(p, q);
    const long double pp = LongVector_Dot(p, p), qq = LongVector_Dot(q, q);
    if (pp + qq > 0.01L) {
        return LongVector_Add(zero, LongVector_Dot(normal, a) < 0 ? -1 : 1, normal);
    }
    const LongVector across = LongVector_Add(LongVector_Add(zero, pp, q), -qq, p);
    return LongVector_Add(a, 0.5L / LongVector_Dot(normal, normal),
                          LongVector_Cross(across, normal));
}

// The smallest cap by trying all pairs and triples; pi/2 if there is none.
static long double BruteAngle(const double (*d)[3], int count) {
    LongVector unit[MOST];
    long double best = 2 * atanl(1);
    for (int k = 0; k < count; ++k) {
        unit[k] = LongVector_Unit(LongVector_Of(d[k]));
    }
    for (int a = 0; a < count; ++a) {
        for (int b = a; b < count; ++b) {
            for (int c = b; c < count; ++c) { // b == c: the pair of a and b
                const LongVector axis = c > b && b > a ? AxisThrough(unit[a], unit[b], unit[c])
                                                       : LongVector_Add(unit[a], 1, unit[b]);
                long double angle = 0;
                for (int k = 0; k < count && angle < best; ++k) {
                    angle = fmaxl(angle, LongVector_Angle(axis, unit[k]));
                }
                best = LongVector_Dot(axis, axis) > 0 && angle < best ? angle : best;
            }
        }
    }
    return best;
}

// Optimal <= tight <= Provot, up to the slack of each, and the optimal one as brute force says.
static void TestOptimal(void** state) {
    (void)state;
    Random random = {5};
    int full = 0;
    for (int n = 0; n < REPEAT(3000); ++n) {
        double d[MOST][3];
        const int count = Random_Between(&random, 1, n % 16 == 0 ? 24 : 9);
        RandomBundle(&random, count, ldexp(2, n % 5 == 0 ? -Random_Below(&random, 50) : 0), d);
        if (n % 7 == 0) { // the same direction twice
            for (int i = 0; i < 3; ++i) {
                d[count - 1][i] = 3 * d[0][i];
            }
        }
        const double(*const all)[3] = (const double(*)[3])d;
        const svCone optimal = svCone_Optimal(all, (size_t)count);
        const long double brute = BruteAngle(all, count);
        assert_true((long double)optimal.angle >=
                    fminl(brute, (long double)SV_CONE_FULL_ANGLE) - 0x1p-60L);
        assert_true((long double)optimal.angle <= brute * (1 + 1e-6L) + 0x1p-46L);
        const svCone tight = MergeAll(all, count, SV_CONE_TIGHT);
        const svCone provot = MergeAll(all, count, SV_CONE_PROVOT);
        assert_true(optimal.angle <= tight.angle + 0x1p-30);
        assert_true(tight.angle <= provot.angle + 0x1p-40);
        for (int k = 0; k < count; ++k) {
            assert_true(Holds(&optimal, d[k]) && Holds(&tight, d[k]) && Holds(&provot, d[k]));
        }
        full += !svCone_HasHalfSpace(&optimal);
    }
    assert_true(full > REPEAT(3000) / 50 && full < REPEAT(3000) / 2);
    // Almost a half-space: three directions that lie almost in one plane.
    for (int n = 8; n < 40; ++n) {
        const double rise = ldexp(1, -n);
        const double wide[3][3] = {{1, 0, rise}, {-0.6, 0.8, rise}, {-0.28, -0.96, rise}};
        const svCone cone = svCone_Optimal(wide, 3);
        assert_true(fabsl((long double)cone.angle - BruteAngle(wide, 3)) < 0x1p-44L);
    }
    const double some[3][3] = {{1, 2, 3}, {0, 0, 0}, {-1, -2, -3}};
    const svCone none = svCone_Optimal(some, 0), zero = svCone_Optimal(some, 2);
    const svCone opposite = svCone_Optimal((const double[2][3]){{1, 2, 3}, {-1, -2, -3}}, 2);
    assert_false(svCone_HasHalfSpace(&none) || svCone_HasHalfSpace(&zero));
    assert_false(svCone_HasHalfSpace(&opposite));
}

// Trees over many directions: every level holds them all, and tight stays within Provot.
static void TestTrees(void** state) {
    (void)state;
    Random random = {6};
    static double d[1000][3];
    const double(*const all)[3] = (const double(*)[3])d;
    for (int n = 0; n < REPEAT(320); ++n) {
        RandomBundle(&random, 1000, ldexp(0.6, -Random_Below(&random, 40)), d);
        const svCone tight = MergeAll(all, 1000, SV_CONE_TIGHT);
        const svCone provot = MergeAll(all, 1000, SV_CONE_PROVOT);
        const svCone optimal = svCone_Optimal(all, 1000);
        assert_true(svCone_HasHalfSpace(&optimal));
        assert_true(optimal.angle <= tight.angle + 0x1p-30);
        assert_true(tight.angle <= provot.angle + 0x1p-40);
        for (int k = 0; k < 1000; ++k) {
            assert_true(Holds(&optimal, d[k]) && Holds(&tight, d[k]) && Holds(&provot, d[k]));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestAngles),     cmocka_unit_test(TestDirections),
        cmocka_unit_test(TestUncertain),  cmocka_unit_test(TestMerge),
        cmocka_unit_test(TestMergeFixed), cmocka_unit_test(TestOptimal),
        cmocka_unit_test(TestTrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
