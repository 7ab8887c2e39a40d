// The elementary methods that zhang2012 compares: distances against exact ones, conservative
// advancement and the cubic solver against the exact test where nothing is near the edge of their
// tolerances, and what they get wrong where it is.

#include "papers/methods/advance.h"
#include "papers/methods/cubic_ccd.h"
#include "papers/methods/feature_distance.h"
#include "papers/methods/random_triangles.h"
#include "support/moving_triangles.h"
#include "support/oracle.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

#ifdef TEST_SANITIZED
enum { PAIR_COUNT = 1000 };
#else
enum { PAIR_COUNT = 20000 };
#endif

static svVec3 vec(const double p[3]) {
    return (svVec3){p[0], p[1], p[2]};
}

static double length(svVec3 a) {
    return sqrt(svVec3_Dot(a, a));
}

// The least of the distances of the features, for triangles that do not cross.
static double leastDistance(const TestTriangles* triangles) {
    double least = HUGE_VAL;
    for (int f = 0; f < PAIR_FEATURES; ++f) {
        const svMovingPair pair = TestTriangles_Feature(triangles, f);
        const oracleKind kind = f < PAIR_VF ? ORACLE_VERTEX_FACE : ORACLE_EDGE_EDGE;
        least = fmin(least, (double)oracleDistance(kind, &pair));
    }
    return least;
}

static bool crossesAtRest(const TestTriangles* triangles) {
    svTrianglePair pair = {.aIds = {0, 1, 2}, .bIds = {3, 4, 5}};
    svTriangleResult result;
    memcpy(pair.a, triangles->corners.x[0][0], sizeof(pair.a));
    memcpy(pair.b, triangles->corners.x[0][3], sizeof(pair.b));
    assert_int_equal(svTriangleTriangle(&pair, &result), SV_OK);
    return result.meeting != SV_TRIANGLES_APART;
}

static void distancesAreRight(void** state) {
    (void)state;
    Random random = {61};
    int crossing = 0;
    for (int i = 0; i < PAIR_COUNT / 20; ++i) {
        TestTriangles triangles;
        TestTriangles_Make(&random, i % 4 == 0 ? TRIANGLES_GRID : TRIANGLES_NEAR, false,
                           &triangles);
        svVec3 x[6];
        for (int c = 0; c < 6; ++c) {
            x[c] = vec(triangles.corners.x[0][c]);
        }
        for (int f = 0; f < PAIR_FEATURES; ++f) {
            const uint8_t* at = pairFeatures[f];
            const svMovingPair pair = TestTriangles_Feature(&triangles, f);
            const svVec3 d = f < PAIR_VF
                                 ? Distance_FaceToVertex(x[at[1]], x[at[2]], x[at[3]], x[at[0]])
                                 : Distance_EdgeToEdge(x[at[0]], x[at[1]], x[at[2]], x[at[3]]);
            const oracleKind kind = f < PAIR_VF ? ORACLE_VERTEX_FACE : ORACLE_EDGE_EDGE;
            assert_true(fabs(length(d) - (double)oracleDistance(kind, &pair)) < 1e-7);
        }
        const double whole = length(Distance_TriangleToTriangle(x));
        const bool crosses = crossesAtRest(&triangles);
        crossing += crosses;
        assert_true(crosses ? whole < 1e-7 : fabs(whole - leastDistance(&triangles)) < 1e-7);
    }
    assert_true(crossing > 0);
}

static void planesAndLinesAreRight(void** state) {
    (void)state;
    const svVec3 f0 = {0, 0, 1}, f1 = {2, 0, 1}, f2 = {0, 3, 1}, v = {9, -9, 5};
    assert_true(fabs(Distance_PlaneToVertex(f0, f1, f2, v) - 4) < 1e-15);
    const svVec3 b0 = {5, 5, -1}, b1 = {5, 9, -1};
    assert_true(fabs(Distance_LineToLine(f0, f1, b0, b1) + 2) < 1e-15);
}

// Contacts that each method misses or invents, of pairs whose features meet or stay apart clearly.
static void methodsAgreeWithExact(void** state) {
    (void)state;
    Random random = {62};
    const svCcdDef def = svDefaultCcdDef();
    int hits = 0, checked = 0;
    for (int i = 0; i < PAIR_COUNT; ++i) {
        TestTriangles triangles = {.ids = {0, 1, 2, 3, 4, 5}};
        RandomTriangles_Make(&random.state, 0.3, RANDOM_BOXES, &triangles.corners);
        const svMovingTrianglePair pair = TestTriangles_Pair(&triangles);
        const TrianglePair lab = TrianglePair_Make(&triangles.corners, NULL);
        svTriangleCcdResult exact, near;
        assert_int_equal(svTrianglePair_Ccd(&pair, &def, &exact), SV_OK);
        const PairContact ca = Advance_Features(&lab, PAIR_ALL_FEATURES);
        const PairContact cubic = CubicCcd_Features(&lab, PAIR_ALL_FEATURES);
        const PairContact whole = Advance_Triangles(&lab);
        assert_int_equal(ca.tested, PAIR_FEATURES);
        assert_true(ca.distance >= PAIR_FEATURES && whole.distance >= 1);
        if (exact.contact.hit) {
            // Never missed by advancement; found no later, and not much before.
            assert_true(ca.hit && ca.time <= exact.contact.tHi + 1e-9);
            assert_true(whole.hit && whole.time <= exact.contact.tHi + 1e-9);
            assert_true(cubic.hit && fabs(cubic.time - exact.contact.tLo) < 1e-5);
            ++hits;
            continue;
        }
        svCcdDef wide = def;
        wide.minSeparation = 2 * Advance_Threshold(&lab);
        assert_int_equal(svTrianglePair_Ccd(&pair, &wide, &near), SV_OK);
        if (!near.contact.hit) {
            assert_false(ca.hit || cubic.hit);
            assert_false(whole.hit && !crossesAtRest(&triangles));
            ++checked;
        }
    }
    assert_true(hits > PAIR_COUNT / 20 && checked > PAIR_COUNT / 2);
}

// Within one plane there is no cubic to solve: a vertex slides into a face.
static void cubicMissesCoplanarMotion(void** state) {
    (void)state;
    TestTriangles triangles = {.ids = {0, 1, 2, 3, 4, 5}};
    const PairCorners corners = {
        {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {-3, 1, 0}, {-9, 2, 0}, {-9, 0, 0}},
         {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 0}, {-5, 2, 0}, {-5, 0, 0}}}};
    triangles.corners = corners;
    const TrianglePair pair = TrianglePair_Make(&corners, NULL);
    assert_int_not_equal(TestTriangles_Contacts(&triangles), 0);
    assert_false(CubicCcd_Features(&pair, PAIR_ALL_FEATURES).hit);
    assert_true(Advance_Features(&pair, PAIR_ALL_FEATURES).hit);
    assert_true(Advance_Triangles(&pair).hit);
}

// Nearer than the threshold is a contact to advancement, also for a vertex that leaves.
static void advancementInventsContacts(void** state) {
    (void)state;
    const double gap = 1e-6;
    TestTriangles triangles = {.ids = {0, 1, 2, 3, 4, 5}};
    const PairCorners corners = {
        {{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, gap}, {1, 2, 9}, {2, 1, 9}},
         {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 3}, {1, 2, 9}, {2, 1, 9}}}};
    triangles.corners = corners;
    const TrianglePair pair = TrianglePair_Make(&corners, NULL);
    assert_int_equal(TestTriangles_Contacts(&triangles), 0);
    assert_true(Advance_Features(&pair, PAIR_ALL_FEATURES).hit);
    assert_true(Advance_Triangles(&pair).hit);
    assert_false(CubicCcd_Features(&pair, PAIR_ALL_FEATURES).hit);
}

// Nothing but points and lines, in contact or not: every method ends.
static void degenerateTrianglesEnd(void** state) {
    (void)state;
    Random random = {63};
    for (int i = 0; i < PAIR_COUNT; ++i) {
        TestTriangles triangles;
        TestTriangles_Make(&random, TRIANGLES_GRID, false, &triangles);
        for (int t = 0; t < 2; ++t) {
            for (int c = 1; c < 6; ++c) {
                if (c != 3 && (i >> c & 1) != 0) {
                    memcpy(triangles.corners.x[t][c], triangles.corners.x[t][c < 3 ? 0 : 3],
                           sizeof(double[3]));
                }
            }
        }
        const TrianglePair pair = TrianglePair_Make(&triangles.corners, NULL);
        const PairContact ca = Advance_Features(&pair, PAIR_ALL_FEATURES);
        const PairContact whole = Advance_Triangles(&pair);
        const PairContact cubic = CubicCcd_Features(&pair, PAIR_ALL_FEATURES);
        assert_true(ca.time >= 0 && ca.time <= 1 && whole.time >= 0 && whole.time <= 1 &&
                    cubic.time >= 0 && cubic.time <= 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distancesAreRight),          cmocka_unit_test(planesAndLinesAreRight),
        cmocka_unit_test(methodsAgreeWithExact),      cmocka_unit_test(cubicMissesCoplanarMotion),
        cmocka_unit_test(advancementInventsContacts), cmocka_unit_test(degenerateTrianglesEnd),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
