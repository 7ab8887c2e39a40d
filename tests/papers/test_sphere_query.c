// The search of ding2013 by segment and quadrilateral: the certain form finds the contacts of
// svScene_Detect, the others lose some.

#include "papers/methods/sphere_query.h"

#include "papers/methods/tree_detect.h"
#include "support/cloth_grids.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

#ifdef TEST_SANITIZED
enum { GRID_COUNT = 40 };
#else
enum { GRID_COUNT = 400 };
#endif

typedef struct Lost {
    uint64_t contacts, lost[QUERY_RULE_COUNT];
} Lost;

static void searches(Random* random, uint32_t leafParticles, Lost* lost) {
    TestGrid grid;
    SphereTree tree;
    TreeDetect detect;
    TestGrid_Open(&grid, random, (uint32_t)Random_Between(random, 2, 20),
                  (uint32_t)Random_Between(random, 2, 20));
    TestGrid_Deform(&grid, random);
    assert_int_equal(SphereTree_Create(grid.context, &grid.grid, leafParticles, &tree), SV_OK);
    SphereTree_Build(&tree, TEST_GRID_X(&grid, 0), TEST_GRID_X(&grid, 1));
    assert_int_equal(TreeDetect_Create(grid.context, &tree, &detect), SV_OK);
    const svContacts contacts = TestGrid_Detect(&grid);
    const svFeaturePair* pairs[2] = {contacts.vf.pairs, contacts.ee.pairs};
    const uint64_t counts[2] = {contacts.vf.total, contacts.ee.total};
    lost->contacts += counts[0] + counts[1];
    for (int rule = 0; rule < QUERY_RULE_COUNT; ++rule) {
        SphereTree_Build(&tree, TEST_GRID_X(&grid, 0),
                         TEST_GRID_X(&grid, rule == QUERY_PRINTED ? 0 : 1));
        assert_int_equal(TreeDetect_Query(&detect, (QueryRule)rule, TEST_GRID_X(&grid, 0),
                                          TEST_GRID_X(&grid, 1)),
                         SV_OK);
        for (int k = 0; k < 2; ++k) {
            assert_true(detect.counts[k] <= counts[k]);
            lost->lost[rule] += counts[k] - detect.counts[k];
            for (uint64_t i = 0; rule == QUERY_CERTAIN && i < counts[k]; ++i) {
                assert_int_equal(detect.contacts[k][i].a, pairs[k][i].a);
                assert_int_equal(detect.contacts[k][i].b, pairs[k][i].b);
            }
        }
    }
    TreeDetect_Destroy(&detect);
    SphereTree_Destroy(grid.context, &tree);
    TestGrid_Close(&grid);
}

static void findsContacts(void** state) {
    (void)state;
    Random random = {2013};
    Lost lost = {0};
    for (int i = 0; i < GRID_COUNT; ++i) {
        searches(&random, i % 2 == 0 ? 4 : 16, &lost);
    }
    print_message("%llu contacts, lost as printed %llu, over the step %llu, certain %llu\n",
                  (unsigned long long)lost.contacts, (unsigned long long)lost.lost[QUERY_PRINTED],
                  (unsigned long long)lost.lost[QUERY_STEP],
                  (unsigned long long)lost.lost[QUERY_CERTAIN]);
    assert_true(lost.contacts > 0 && lost.lost[QUERY_PRINTED] > 0);
    assert_int_equal(lost.lost[QUERY_CERTAIN], 0);
}

// An edge that turns by half while it moves: its four corners are those of a tetrahedron, and in
// the middle it is far from both triangles.
static void quadrilateralsBulge(void** state) {
    (void)state;
    const double a0[3] = {-1, 0, 0}, b0[3] = {1, 0, 0}, a1[3] = {0, 2, 1}, b1[3] = {0, 2, -1};
    double middle[3] = {0, 0, 0};
    const SweptFeature plain = SweptFeature_OfEdge(a0, b0, a1, b1, false);
    const SweptFeature bulging = SweptFeature_OfEdge(a0, b0, a1, b1, true);
    int missed = 0;
    for (int i = 0; i <= 8; ++i) {
        for (int j = 0; j <= 8; ++j) {
            const double s = i / 8.0, t = j / 8.0;
            SphereNode node = {.radius = 1e-3};
            for (int d = 0; d < 3; ++d) {
                node.center[d] =
                    (1 - t) * ((1 - s) * a0[d] + s * b0[d]) + t * ((1 - s) * a1[d] + s * b1[d]);
                middle[d] += node.center[d] / 81;
            }
            missed += !SweptFeature_Meets(&plain, &node);
            assert_true(SweptFeature_Meets(&bulging, &node));
        }
    }
    assert_true(missed > 0);
    SphereNode far = {.center = {0, 0, 5}, .radius = 1};
    assert_false(SweptFeature_Meets(&bulging, &far));
}

// Against points of the segment and the triangles, densely.
static void meetsWhatIsNear(void** state) {
    (void)state;
    Random random = {5};
    for (int n = 0; n < 500; ++n) {
        double x[4][3];
        SphereNode node = {.radius = 0.5 * Random_Unit(&random)};
        for (int d = 0; d < 3; ++d) {
            node.center[d] = Random_Signed(&random);
            for (int i = 0; i < 4; ++i) {
                x[i][d] = Random_Signed(&random);
            }
        }
        const SweptFeature segment = SweptFeature_OfPoint(x[0], x[1]);
        const SweptFeature quad = SweptFeature_OfEdge(x[0], x[1], x[3], x[2], false);
        double least[2] = {HUGE_VAL, HUGE_VAL};
        for (int i = 0; i <= 60; ++i) {
            for (int j = 0; j <= 60; ++j) {
                for (int half = 0; half < 2; ++half) {
                    const double s = i / 60.0, t = j / 60.0 * (1 - s);
                    double square = 0, along = 0;
                    for (int d = 0; d < 3; ++d) {
                        const double p = (1 - s - t) * x[0][d] + s * x[1 + half][d] +
                                         t * x[2 + half][d] - node.center[d];
                        const double q = (1 - s) * x[0][d] + s * x[1][d] - node.center[d];
                        square += p * p;
                        along += q * q;
                    }
                    least[0] = fmin(least[0], sqrt(along));
                    least[1] = fmin(least[1], sqrt(square));
                }
            }
        }
        const double step = 0.06; // between two of the points
        const SweptFeature* swept[2] = {&segment, &quad};
        for (int k = 0; k < 2; ++k) {
            const bool meets = SweptFeature_Meets(swept[k], &node);
            assert_true(meets || least[k] > node.radius);
            assert_true(!meets || least[k] < node.radius + step);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(findsContacts),
        cmocka_unit_test(quadrilateralsBulge),
        cmocka_unit_test(meetsWhatIsNear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
