// Proximity at an instant against exact rational arithmetic.
#include "elementary/proximity/proximity.h"

#include "support/generate.h"
#include "support/generate_near.h"
#include "support/test.h"

#include <string.h>

// The static pair of the first positions.
static svMovingPair Still(const svMovingPair* pair) {
    svMovingPair still = *pair;
    memcpy(still.x1, still.x0, sizeof(still.x1));
    return still;
}

static bool Near(oracleKind kind, const svMovingPair* pair, double distance, svNear* near) {
    svVec3 x[4];
    for (int i = 0; i < 4; ++i) {
        x[i] = svVec3_From(pair->x0[i]);
    }
    return svNear_Test(x, kind == ORACLE_EDGE_EDGE ? SV_EDGE_EDGE : SV_VERTEX_FACE, distance, near);
}

// The exact answer: of a pair at rest the oracle looks at the distance at t=0 alone to say so.
static bool TrulyNear(oracleKind kind, const svMovingPair* pair, double distance) {
    return oracleSeparation(kind, pair, distance, 0) < 0;
}

static double Extent(const svMovingPair* pair) {
    double extent = 0;
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < 4; ++i) {
            for (int j = 0; j < i; ++j) {
                extent = fmax(extent, fabs(pair->x0[i][k] - pair->x0[j][k]));
            }
        }
    }
    return extent;
}

static void Fails(oracleKind kind, const svMovingPair* pair, double distance, const char* what) {
    oraclePrintPair(pair);
    fail_msg("%s within %a: %s", oracleKind_Name(kind), distance, what);
}

// Weights of points of the features, a unit normal, and a gap that goes with both.
static void CheckShape(oracleKind kind, const svMovingPair* pair, const svNear* near) {
    const int split = kind == ORACLE_EDGE_EDGE ? 2 : 1;
    double sums[2] = {0, 0}, gap[3] = {0, 0, 0}, largest = 0;
    for (int i = 0; i < 4; ++i) {
        if (!(near->weights[i] >= 0 && near->weights[i] <= 1 + 0x1p-51)) {
            Fails(kind, pair, near->distance, "a weight out of range");
        }
        sums[i >= split] += near->weights[i];
        for (int k = 0; k < 3; ++k) {
            gap[k] += (i < split ? 1 : -1) * near->weights[i] * pair->x0[i][k];
            largest = fmax(largest, fabs(pair->x0[i][k]));
        }
    }
    const double* const n = near->normal;
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (!(fabs(sums[0] - 1) < 0x1p-50 && fabs(sums[1] - 1) < 0x1p-50)) {
        Fails(kind, pair, near->distance, "weights do not sum to one");
    }
    if (!(fabs(length - 1) < 0x1p-50)) {
        Fails(kind, pair, near->distance, "the normal is no unit vector");
    }
    const double extent = Extent(pair);
    if (largest > 0x1p1000 || largest < 0x1p-1000) {
        return;
    }
    const double off = 0x1p-43 * extent + 0x1p-50 * largest;
    const double size = fmax(largest, 0x1p-1000);
    const double scaled =
        size * sqrt(gap[0] / size * (gap[0] / size) + gap[1] / size * (gap[1] / size) +
                    gap[2] / size * (gap[2] / size));
    if (!(fabs(scaled - near->distance) <= off)) {
        Fails(kind, pair, near->distance, "the weights' points have another distance");
    }
    const double along = gap[0] * n[0] + gap[1] * n[1] + gap[2] * n[2];
    if (near->distance > 0x1p-30 * extent && !(fabs(along - near->distance) <= 2 * off)) {
        Fails(kind, pair, near->distance, "the normal has another direction");
    }
}

// The distance is as good as is said, and so is every decision around it.
static void CheckPair(oracleKind kind, const svMovingPair* pair) {
    const double extent = Extent(pair), slack = 0x1p-44 * extent;
    svNear near;
    if (!Near(kind, pair, HUGE_VAL, &near)) {
        Fails(kind, pair, HUGE_VAL, "not within infinity");
    }
    CheckShape(kind, pair, &near);
    const double d = near.distance;
    if (isinf(extent) || isinf(d)) {
        return; // of no use for comparisons in doubles
    }
    if (d < 0x1p1020 && !TrulyNear(kind, pair, nextafter(d + slack, HUGE_VAL))) {
        Fails(kind, pair, d, "the distance is too small");
    }
    if (d - slack > 0 && TrulyNear(kind, pair, nextafter(d - slack, 0))) {
        Fails(kind, pair, d, "the distance is too large");
    }
    const double around[] = {d, nextafter(d, 0), nextafter(d, HUGE_VAL), d / 2,
                             0, d + extent,      fmax(0, d - 4 * slack), d - 0x1p-43 * extent};
    for (size_t i = 0; i < sizeof(around) / sizeof(*around); ++i) {
        svNear again;
        if (!(around[i] >= 0 && around[i] < 0x1p1023)) {
            continue;
        }
        const bool found = Near(kind, pair, around[i], &again);
        if (!found && TrulyNear(kind, pair, around[i])) {
            Fails(kind, pair, around[i], "missed");
        }
        if (found && !TrulyNear(kind, pair, nextafter(around[i] + 0x1p-42 * extent, HUGE_VAL))) {
            Fails(kind, pair, around[i], "accepted too far away");
        }
        if (found && memcmp(&again, &near, sizeof(near)) != 0) {
            Fails(kind, pair, around[i], "the distance asked for plays a part in the answer");
        }
        assert_int_equal(Near(kind, pair, around[i], NULL), found);
    }
}

static void FamiliesAgreeWithOracle(void** state) {
    (void)state;
    for (int f = 0; f < movingFamilyCount; ++f) {
        Random random = {(uint64_t)f + 300};
        for (int n = 0; n < (movingFamilies[f].share < 5 ? 20 : 300); ++n) {
            svMovingPair pair;
            const oracleKind kind = (oracleKind)(n % 2);
            movingFamilies[f].make(&random, kind, &pair);
            pair = Still(&pair);
            CheckPair(kind, &pair);
        }
    }
}

static void ThinPairsAgreeWithOracle(void** state) {
    (void)state;
    Random random = {77};
    for (int n = 0; n < 6000; ++n) {
        svMovingPair pair;
        const oracleKind kind = (oracleKind)(n % 2);
        ThinPair_Make(&random, kind, &pair);
        CheckPair(kind, &pair);
    }
}

static void CheckNear(oracleKind kind, const double x[4][3], double distance,
                      const double normal[3]) {
    svMovingPair pair;
    svNear near;
    memcpy(pair.x0, x, sizeof(pair.x0));
    pair = Still(&pair);
    assert_true(Near(kind, &pair, distance, &near));
    assert_true(near.distance == distance);
    for (int k = 0; k < 3; ++k) {
        assert_true(fabs(near.normal[k] - normal[k]) < 0x1p-50);
    }
    if (distance > 0) {
        assert_false(Near(kind, &pair, distance * (1 - 0x1p-30), NULL));
    }
    CheckPair(kind, &pair);
}

static void KnowsHandMadePairs(void** state) {
    (void)state;
    const double up[3] = {0, 0, 1}, down[3] = {0, 0, -1}, side[3] = {0, -1, 0};
    const double above[4][3] = {{1, 1, 2}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const double below[4][3] = {{1, 1, -2}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const double inside[4][3] = {{1, 1, 0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const double turned[4][3] = {{1, 1, 0}, {0, 0, 0}, {0, 4, 0}, {4, 0, 0}};
    const double beside[4][3] = {{1, -3, 0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    CheckNear(ORACLE_VERTEX_FACE, above, 2, up);
    CheckNear(ORACLE_VERTEX_FACE, below, 2, down);
    CheckNear(ORACLE_VERTEX_FACE, inside, 0, up);
    CheckNear(ORACLE_VERTEX_FACE, turned, 0, down);
    CheckNear(ORACLE_VERTEX_FACE, beside, 3, side);
    const double crossing[4][3] = {{-1, 0, 3}, {1, 0, 3}, {0, -2, 0}, {0, 2, 0}};
    const double touching[4][3] = {{-1, 0, 0}, {1, 0, 0}, {0, -2, 0}, {0, 2, 0}};
    const double longer[4][3] = {{-3, 0, 0}, {3, 0, 0}, {0, -2, 0}, {0, 2, 0}};
    const double parallel[4][3] = {{-1, -2, 0}, {1, -2, 0}, {-5, 0, 0}, {0, 0, 0}};
    CheckNear(ORACLE_EDGE_EDGE, crossing, 3, up);
    CheckNear(ORACLE_EDGE_EDGE, touching, 0, up);
    CheckNear(ORACLE_EDGE_EDGE, longer, 0, up);
    CheckNear(ORACLE_EDGE_EDGE, parallel, 2, side);
    // The smallest numbers that there are: products must not be taken of them as they are.
    const double e = 0x1p-1074;
    const double smallest[4][3] = {
        {-2 * e, -e, -2 * e}, {2 * e, -e, 0}, {0, -e, -e}, {3 * e, -e, 0}};
    CheckNear(ORACLE_EDGE_EDGE, smallest, 0, (double[3]){0, 1, 0});
}

// Points, and touching features without a normal of their own.
static void DegeneratePairsHaveANormal(void** state) {
    (void)state;
    const double x[3] = {1, 0, 0};
    const double point[4][3] = {{7, 8, 9}, {7, 8, 9}, {7, 8, 9}, {7, 8, 9}};
    CheckNear(ORACLE_VERTEX_FACE, point, 0, x);
    CheckNear(ORACLE_EDGE_EDGE, point, 0, x);
    svMovingPair line = {.x0 = {{1, 1, 1}, {3, 3, 3}, {0, 0, 0}, {2, 2, 2}}};
    line = Still(&line);
    for (int kind = 0; kind < 2; ++kind) {
        svNear near;
        assert_true(Near((oracleKind)kind, &line, 0, &near));
        assert_true(near.distance == 0);
        assert_true(fabs(near.normal[0] + near.normal[1] + near.normal[2]) < 0x1p-50);
        CheckPair((oracleKind)kind, &line);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(KnowsHandMadePairs),
        cmocka_unit_test(DegeneratePairsHaveANormal),
        cmocka_unit_test(FamiliesAgreeWithOracle),
        cmocka_unit_test(ThinPairsAgreeWithOracle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
