// Minimum separation: nothing missed, and nothing reported beyond the slack that is stated.
#include "support/by_kind.h"
#include "support/generate.h"
#include "support/random.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

enum { STEPS = 300 };

static svCcdResult Separated(oracleKind kind, const svMovingPair* pair, double distance) {
    svCcdDef def = svDefaultCcdDef();
    svCcdResult result = {0};
    def.minSeparation = distance;
    assert_int_equal(CcdPair(kind, pair, &def, &result), SV_OK);
    return result;
}

// The part of the motion from 0 to t.
static svMovingPair Until(const svMovingPair* pair, double t) {
    svMovingPair part = *pair;
    for (int i = 0; i < 12; ++i) {
        double x0 = pair->x0[i / 3][i % 3], x1 = pair->x1[i / 3][i % 3];
        part.x1[i / 3][i % 3] = (1.0 - t) * x0 + t * x1;
    }
    return part;
}

static void Fails(oracleKind kind, const svMovingPair* pair, double distance, const char* what) {
    oraclePrintPair(pair);
    fail_msg("%s with separation %a: %s", oracleKind_Name(kind), distance, what);
}

static void CheckPair(oracleKind kind, const svMovingPair* pair, double distance, int* tight) {
    svCcdResult result = Separated(kind, pair, distance);
    if (!result.hit) {
        if (oracleSeparation(kind, pair, distance, STEPS) < 0) {
            Fails(kind, pair, distance, "missed");
        }
        return;
    }
    if (!(result.separationSlack >= 0.0) || !(0.0 <= result.tLo && result.tLo <= result.tHi) ||
        !(result.tHi <= 1.0)) {
        Fails(kind, pair, distance, "slack or times out of range");
    }
    if (oracleSeparation(kind, pair, distance + result.separationSlack, STEPS) > 0) {
        Fails(kind, pair, distance, "reported beyond its slack");
    }
    // Not within the distance before tLo, up to the rounding of the positions at tLo.
    svMovingPair part = Until(pair, result.tLo);
    if (result.tLo > 0.0 && oracleSeparation(kind, &part, distance * (1.0 - 0x1p-30), STEPS) < 0) {
        Fails(kind, pair, distance, "first contact lies before tLo");
    }
    *tight += result.separationSlack <= 1.001 * svDefaultCcdDef().separationTolerance * distance;
}

// Families of moderate coordinates, distances like those of cloth and larger ones.
static void RandomPairsAgreeWithOracle(void** state) {
    static const char* const names[] = {"uniform",     "floats", "grid",      "decimal",
                                        "translation", "still",  "parallel",  "planar-axis",
                                        "degenerate",  "slow",   "collinear", "double-root"};
    int tight = 0, pairs = 0;
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        const MovingFamily* family = movingFamilies;
        while (strcmp(family->name, names[i]) != 0) {
            ++family;
        }
        Random random = {i + 800};
        for (int n = 0; n < 100; ++n, ++pairs) {
            svMovingPair pair;
            oracleKind kind = (oracleKind)(n % 2);
            family->make(&random, kind, &pair);
            CheckPair(kind, &pair, ldexp(0.5 + 0.5 * Random_Unit(&random), -n % 10), &tight);
        }
    }
    assert_true(tight > pairs / 4);
}

// Whatever is in contact is within every distance; nothing strange comes of strange coordinates.
static void ContactIsWithinAnyDistance(void** state) {
    (void)state;
    for (int f = 0; f < movingFamilyCount; ++f) {
        Random random = {(uint64_t)f + 900};
        for (int n = 0; n < (movingFamilies[f].share < 5 ? 10 : 200); ++n) {
            static const double distances[4] = {0x1p-1074, 0x1p-30, 1.0, 0x1p600};
            svMovingPair pair;
            oracleKind kind = (oracleKind)(n % 2);
            bool hit;
            double distance = distances[n / 2 % 4];
            movingFamilies[f].make(&random, kind, &pair);
            assert_int_equal(TestPair(kind, &pair, &hit), SV_OK);
            svCcdResult result = Separated(kind, &pair, distance);
            if (hit && !result.hit) {
                Fails(kind, &pair, distance, "contact missed");
            }
            if (hit && !oracleFirstContactIn(kind, &pair, result.tLo, 1.0)) {
                Fails(kind, &pair, distance, "contact before tLo");
            }
        }
    }
}

static svMovingPair Scaled(const svMovingPair* pair, double unit) {
    svMovingPair scaled;
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) {
            scaled.x0[i][k] = pair->x0[i][k] * unit;
            scaled.x1[i][k] = pair->x1[i][k] * unit;
        }
    }
    return scaled;
}

static void KnowsHandMadeDistances(void** state) {
    const svMovingPair fall = {.x0 = {{1, 1, 5}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}},
                               .x1 = {{1, 1, 2}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
    const svMovingPair pass = {.x0 = {{-1, -4, 3}, {1, -4, 3}, {0, -1, 0}, {0, 1, 0}},
                               .x1 = {{-1, 5, 3}, {1, 5, 3}, {0, -1, 0}, {0, 1, 0}}};
    (void)state;
    // Whatever the unit: among denormal numbers, too.
    static const double units[] = {1, 0x1p1000, 0x1p-1000, 0x1p-1070};
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); ++i) {
        const double unit = units[i];
        const svMovingPair falling = Scaled(&fall, unit), passing = Scaled(&pass, unit);
        assert_true(Separated(ORACLE_VERTEX_FACE, &falling, 2.0 * unit).hit);
        assert_true(Separated(ORACLE_VERTEX_FACE, &falling, 5.0 * unit).hit);
        assert_false(Separated(ORACLE_VERTEX_FACE, &falling, 1.9375 * unit).hit);
        const svCcdResult result = Separated(ORACLE_VERTEX_FACE, &falling, 3.5 * unit);
        assert_true(result.hit && result.tLo <= 0.5 && result.tLo > 0.49);
        assert_true(Separated(ORACLE_EDGE_EDGE, &passing, 3.0 * unit).hit);
        assert_false(Separated(ORACLE_EDGE_EDGE, &passing, 2.9375 * unit).hit);
    }
}

// A gap of 0.21 beside a side that is ten million long: rounding turns the gap by enough to bring
// the far end near, unless it is made a right angle to the side. Random numbers of such a shape: in
// some the rounding does no harm.
static void FarCornersDoNotBringFeaturesNear(void** state) {
    (void)state;
    Random random = {12};
    for (int n = 0; n < 1000; ++n) {
        const double u = 0.2 + 0.1 * Random_Signed(&random), z = 0.01 * Random_Signed(&random);
        const int far = n % 3;
        svMovingPair pair = {{{u, -0.01, 0.3 + z}, {u, 0.2, z}, {u + 0.4, 0.2, z}, {u, 0.6, z}},
                             {{0}}};
        pair.x0[3][2] = ldexp(1, 10 + n % 20);
        for (int i = 0; i < 4; ++i) { // other axes
            const double x[3] = {pair.x0[i][0], pair.x0[i][1], pair.x0[i][2]};
            for (int k = 0; k < 3; ++k) {
                pair.x0[i][(k + far) % 3] = x[k];
                pair.x1[i][(k + far) % 3] = x[k];
            }
        }
        svCcdDef def = svDefaultCcdDef();
        svCcdResult result;
        def.minSeparation = 0.2;
        assert_int_equal(svVertexFace_Ccd(&pair, &def, &result), SV_OK);
        assert_false(result.hit);
        def.minSeparation = 0.2101;
        assert_int_equal(svVertexFace_Ccd(&pair, &def, &result), SV_OK);
        assert_true(result.hit);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(KnowsHandMadeDistances),
        cmocka_unit_test(FarCornersDoNotBringFeaturesNear),
        cmocka_unit_test(RandomPairsAgreeWithOracle),
        cmocka_unit_test(ContactIsWithinAnyDistance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
