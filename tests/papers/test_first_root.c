// The elementary tests of ding2013 against the exact ones: what each rule loses and invents on
// random pairs, in exact numbers.

#include "papers/methods/first_root.h"

#include "selvage/elementary.h"
#include "support/random.h"
#include "support/test.h"

#include <string.h>

typedef struct Counts {
    int contacts, lost[ROOT_RULE_COUNT], invented[ROOT_RULE_COUNT];
} Counts;

// Four points that move; `reach` is how far, the points begin in a cube of side 2.
static void makePair(Random* random, double reach, double x0[4][3], double x1[4][3]) {
    for (int i = 0; i < 4; ++i) {
        for (int d = 0; d < 3; ++d) {
            x0[i][d] = Random_Signed(random);
            x1[i][d] = x0[i][d] + reach * Random_Signed(random);
        }
    }
}

static Counts compare(uint64_t seed, int pairs, double reach, bool face) {
    Random random = {seed};
    Counts counts = {0};
    for (int n = 0; n < pairs; ++n) {
        svMovingPair pair;
        bool exact;
        makePair(&random, reach, pair.x0, pair.x1);
        assert_int_equal(face ? svVertexFace_Test(&pair, &exact) : svEdgeEdge_Test(&pair, &exact),
                         SV_OK);
        counts.contacts += exact;
        for (int rule = 0; rule < ROOT_RULE_COUNT; ++rule) {
            const double(*a)[3] = (const double(*)[3])pair.x0;
            const double(*b)[3] = (const double(*)[3])pair.x1;
            const bool found = face ? FirstRoot_VertexFace((RootRule)rule, a, b)
                                    : FirstRoot_EdgeEdge((RootRule)rule, a, b);
            counts.lost[rule] += exact && !found;
            counts.invented[rule] += found && !exact;
        }
    }
    print_message("%s, motion %g: %d contacts; printed, first, all: lost %d %d %d, invented %d %d "
                  "%d\n",
                  face ? "vertex-face" : "edge-edge", reach, counts.contacts, counts.lost[0],
                  counts.lost[1], counts.lost[2], counts.invented[0], counts.invented[1],
                  counts.invented[2]);
    return counts;
}

// What is lost depends on how far the points move. Pinned, since papers/ding2013/README.md quotes
// it: the printed sign loses nearly half and invents as many, the smallest time alone up to a
// fifth, trying all of them nothing here.
static void losesContacts(void** state) {
    (void)state;
    static const struct {
        double reach;
        bool face;
        int contacts, printed, first, invented;
    } pinned[6] = {
        {0.25, true, 205, 65, 1, 92},    {1, true, 733, 319, 66, 738},
        {4, true, 1299, 633, 256, 1228}, {0.25, false, 728, 4, 4, 0},
        {1, false, 2191, 122, 122, 0},   {4, false, 3559, 579, 579, 0},
    };
    for (int k = 0; k < 6; ++k) {
        const Counts counts = compare(2013, 20000, pinned[k].reach, pinned[k].face);
        assert_int_equal(counts.contacts, pinned[k].contacts);
        assert_int_equal(counts.lost[ROOT_PRINTED], pinned[k].printed);
        assert_int_equal(counts.lost[ROOT_FIRST], pinned[k].first);
        assert_int_equal(counts.lost[ROOT_ALL], 0);
        assert_int_equal(counts.invented[ROOT_PRINTED], pinned[k].invented);
        assert_int_equal(counts.invented[ROOT_FIRST], 0);
        assert_int_equal(counts.invented[ROOT_ALL], 0);
    }
}

// Section 2.1 by the letter: all points move alike, nothing comes nearer to anything, and the
// triangle seems to move away from under the point at twice the speed.
static void printedSignInvents(void** state) {
    (void)state;
    svMovingPair pair = {.x0 = {{0.2, 0.2, -1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    bool exact;
    for (int i = 0; i < 4; ++i) {
        memcpy(pair.x1[i], pair.x0[i], sizeof(pair.x1[i]));
        pair.x1[i][2] += 2;
    }
    assert_int_equal(svVertexFace_Test(&pair, &exact), SV_OK);
    assert_false(exact);
    const double(*a)[3] = (const double(*)[3])pair.x0, (*b)[3] = (const double(*)[3])pair.x1;
    assert_true(FirstRoot_VertexFace(ROOT_PRINTED, a, b));
    assert_false(FirstRoot_VertexFace(ROOT_FIRST, a, b));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(losesContacts),
        cmocka_unit_test(printedSignInvents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
