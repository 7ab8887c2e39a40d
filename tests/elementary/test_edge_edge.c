// Edge-edge: hand-made cases at the edges of the method, and every family against the oracle.
#include "support/check.h"
#include "support/test.h"

#define THIRD 0x1.5555555555555p-2 // just below 1/3
#define THIRD_UP 0x1.5555555555556p-2
#define ULP 0x1p-52
#define LARGE 0x1.fffffffffffffp1023
#define SMALL 0x1p-1074
#define ALONG_Y                                                                                    \
    {0, -1, 0}, {                                                                                  \
        0, 1, 0                                                                                    \
    }

// Edge a, parallel to the x axis, falls on edge b, which stands still on the y axis.
static const MovingCase falls[] = {
    {"through the middle",
     {{{-1, 0, 1}, {1, 0, 1}, ALONG_Y}, {{-1, 0, -1}, {1, 0, -1}, ALONG_Y}},
     true,
     0.5,
     0.5},
    {"at a third",
     {{{-1, 0, 1}, {1, 0, 1}, ALONG_Y}, {{-1, 0, -2}, {1, 0, -2}, ALONG_Y}},
     true,
     THIRD,
     THIRD_UP},
    {"beside", {{{1, 0, 1}, {3, 0, 1}, ALONG_Y}, {{1, 0, -1}, {3, 0, -1}, ALONG_Y}}, false, 0, 0},
    {"to t=1 exactly",
     {{{-1, 0, 1}, {1, 0, 1}, ALONG_Y}, {{-1, 0, 0}, {1, 0, 0}, ALONG_Y}},
     true,
     1,
     1},
    {"to one ulp above",
     {{{-1, 0, 1}, {1, 0, 1}, ALONG_Y}, {{-1, 0, ULP}, {1, 0, ULP}, ALONG_Y}},
     false,
     0,
     0},
    {"to one end above by the least number",
     {{{0, 0, 1}, {1, 0, 1}, ALONG_Y}, {{0, 0, SMALL}, {1, 0, 0}, ALONG_Y}},
     false,
     0,
     0},
    {"from t=0 exactly",
     {{{-1, 0, 0}, {1, 0, 0}, ALONG_Y}, {{-1, 0, 1}, {1, 0, 1}, ALONG_Y}},
     true,
     0,
     0},
    {"from the least number above",
     {{{-1, 0, SMALL}, {1, 0, SMALL}, ALONG_Y}, {{-1, 0, 1}, {1, 0, 1}, ALONG_Y}},
     false,
     0,
     0},
    {"end on the middle",
     {{{0, 0, 1}, {1, 0, 1}, ALONG_Y}, {{0, 0, -1}, {1, 0, -1}, ALONG_Y}},
     true,
     0.5,
     0.5},
    {"end beside the middle",
     {{{SMALL, 0, 1}, {1, 0, 1}, ALONG_Y}, {{SMALL, 0, -1}, {1, 0, -1}, ALONG_Y}},
     false,
     0,
     0},
    {"end on end",
     {{{0, 1, 1}, {1, 1, 1}, ALONG_Y}, {{0, 1, -1}, {1, 1, -1}, ALONG_Y}},
     true,
     0.5,
     0.5},
    {"end beside end",
     {{{0, 1 + ULP, 1}, {1, 1 + ULP, 1}, ALONG_Y}, {{0, 1 + ULP, -1}, {1, 1 + ULP, -1}, ALONG_Y}},
     false,
     0,
     0},
    {"at rest, crossed",
     {{{-1, 0, 0}, {1, 0, 0}, ALONG_Y}, {{-1, 0, 0}, {1, 0, 0}, ALONG_Y}},
     true,
     0,
     0},
    {"at rest, apart",
     {{{-1, 0, SMALL}, {1, 0, SMALL}, ALONG_Y}, {{-1, 0, SMALL}, {1, 0, SMALL}, ALONG_Y}},
     false,
     0,
     0},
};

static const MovingCase planar[] = {
    {"in contact at t=0 only",
     {{{0, 0, 0}, {1, 0, 0}, ALONG_Y}, {{1, 0, 0}, {2, 0, 0}, ALONG_Y}},
     true,
     0,
     0},
    {"in contact at t=1 only",
     {{{1, 0, 0}, {2, 0, 0}, ALONG_Y}, {{0, 0, 0}, {1, 0, 0}, ALONG_Y}},
     true,
     1,
     1},
    {"never", {{{1, 0, 0}, {2, 0, 0}, ALONG_Y}, {{SMALL, 0, 0}, {1, 0, 0}, ALONG_Y}}, false, 0, 0},
    {"passes through",
     {{{1, 0, 0}, {2, 0, 0}, ALONG_Y}, {{-1, 0, 0}, {0, 0, 0}, ALONG_Y}},
     true,
     0.5,
     0.5},
    {"ends touch in passing",
     {{{1, 0, 0}, {2, 0, 0}, ALONG_Y}, {{-1, 2, 0}, {0, 2, 0}, ALONG_Y}},
     true,
     0.5,
     0.5},
    {"ends pass each other by",
     {{{1, 0, 0}, {2, 0, 0}, ALONG_Y}, {{-1, 2 + 2 * ULP, 0}, {0, 2 + 2 * ULP, 0}, ALONG_Y}},
     false,
     0,
     0},
    {"in the plane z = x + 2y",
     {{{1, 0, 1}, {2, 0, 2}, {0, -1, -2}, {0, 1, 2}},
      {{-1, 0, -1}, {0, 0, 0}, {0, -1, -2}, {0, 1, 2}}},
     true,
     0.5,
     0.5},
};

// u = a1 - a0, w = b1 - b0, q = b0 - a0 with L = 2t - 1 or 3t - 1.
static const MovingCase roots[] = {
    // u = (1,0,-L), w = (0,1,0), q = (L,0,0) + u/2 - w/2: f = L^2.
    {"double root: touches and turns back",
     {{{0, 0, 0}, {1, 0, 1}, {-0.5, -0.5, 0.5}, {-0.5, 0.5, 0.5}},
      {{0, 0, 0}, {1, 0, -1}, {1.5, -0.5, -0.5}, {1.5, 0.5, -0.5}}},
     true,
     0.5,
     0.5},
    {"double root: turns back one ulp before",
     {{{0, 0, 0}, {1, 0, 1}, {-0.5, -0.5, 0.5 + ULP}, {-0.5, 0.5, 0.5 + ULP}},
      {{0, 0, 0}, {1, 0, -1}, {1.5, -0.5, -0.5 + ULP}, {1.5, 0.5, -0.5 + ULP}}},
     false,
     0,
     0},
    // u = (L,1,0), w = (0,L,1), q = (0,0,L) + u/2 - w/2, L = 3t - 1: f = L^3.
    {"triple root",
     {{{0, 0, 0}, {-1, 1, 0}, {-0.5, 1, -1.5}, {-0.5, 0, -0.5}},
      {{0, 0, 0}, {2, 1, 0}, {1, -0.5, 1.5}, {1, 1.5, 2.5}}},
     true,
     THIRD,
     THIRD_UP},
    // u = (2t-1,0,0), w = (0,1,0), q = ((2t-1)/2,-1/2,4t-3): n = 0 at 1/2, f = (2t-1)(4t-3).
    {"n vanishes at the first of two roots, contact at the second",
     {{{0, 0, 0}, {-1, 0, 0}, {-0.5, -0.5, -3}, {-0.5, 0.5, -3}},
      {{0, 0, 0}, {1, 0, 0}, {0.5, -0.5, 1}, {0.5, 0.5, 1}}},
     true,
     0.75,
     0.75},
    {"n vanishes at the first of two roots, no contact at the second",
     {{{0, 0, 0}, {-1, 0, 0}, {-2, -0.5, -3}, {-2, 0.5, -3}},
      {{0, 0, 0}, {1, 0, 0}, {2, -0.5, 1}, {2, 0.5, 1}}},
     false,
     0,
     0},
    {"n vanishes at the root, contact there",
     {{{0, 0, 0}, {-1, 0, 0}, {0, -0.5, -1}, {0, 0.5, -1}},
      {{0, 0, 0}, {1, 0, 0}, {0, -0.5, 1}, {0, 0.5, 1}}},
     true,
     0.5,
     0.5},
};

static const MovingCase degenerates[] = {
    {"parallel, meet along a piece",
     {{{0, 0, 1}, {2, 0, 1}, {1, 0, 0}, {3, 0, 0}}, {{0, 0, -1}, {2, 0, -1}, {1, 0, 0}, {3, 0, 0}}},
     true,
     0.5,
     0.5},
    {"parallel, meet in an end",
     {{{0, 0, 1}, {1, 0, 1}, {1, 0, 0}, {3, 0, 0}}, {{0, 0, -1}, {1, 0, -1}, {1, 0, 0}, {3, 0, 0}}},
     true,
     0.5,
     0.5},
    {"parallel, ends miss",
     {{{0, 0, 1}, {1, 0, 1}, {1 + ULP, 0, 0}, {3, 0, 0}},
      {{0, 0, -1}, {1, 0, -1}, {1 + ULP, 0, 0}, {3, 0, 0}}},
     false,
     0,
     0},
    {"parallel, one inside the other",
     {{{0, 0, 1}, {9, 0, 1}, {1, 0, 0}, {3, 0, 0}}, {{0, 0, -1}, {9, 0, -1}, {1, 0, 0}, {3, 0, 0}}},
     true,
     0.5,
     0.5},
    {"parallel at the root only, apart there",
     {{{0, 0, 0}, {1, -1, 0}, {0, 1, 1}, {1, 1, 1}},
      {{0, 0, 0}, {1, 1, 0}, {0, 1, -1}, {1, 1, -1}}},
     false,
     0,
     0},
    {"a is a point on b",
     {{{1, 1, 1}, {1, 1, 1}, {0, 0, 0}, {2, 2, 0}}, {{1, 1, -1}, {1, 1, -1}, {0, 0, 0}, {2, 2, 0}}},
     true,
     0.5,
     0.5},
    {"a is a point beside b",
     {{{1, 1 + ULP, 1}, {1, 1 + ULP, 1}, {0, 0, 0}, {2, 2, 0}},
      {{1, 1 + ULP, -1}, {1, 1 + ULP, -1}, {0, 0, 0}, {2, 2, 0}}},
     false,
     0,
     0},
    {"two points meet",
     {{{1, 2, 3}, {1, 2, 3}, {0, 0, 0}, {0, 0, 0}},
      {{-1, -2, -3}, {-1, -2, -3}, {0, 0, 0}, {0, 0, 0}}},
     true,
     0.5,
     0.5},
    {"two points pass each other by",
     {{{1, 2, 3}, {1, 2, 3}, {0, 0, 0}, {0, 0, 0}},
      {{-1, -2, -3}, {-1, -2, -3}, {0, 0, SMALL}, {0, 0, SMALL}}},
     false,
     0,
     0},
    {"always collinear, shrinks to a point and grows the other way",
     {{{1, 2, 3}, {2, 4, 6}, {3, 6, 9}, {4, 8, 12}},
      {{-2, -4, -6}, {-4, -8, -12}, {-6, -12, -18}, {-8, -16, -24}}},
     true,
     THIRD,
     THIRD_UP},
    {"always collinear, touches for an instant",
     {{{-1, 0, 0}, {-2, 0, 0}, {1, 0, 0}, {2, 0, 0}},
      {{-1, 0, 0}, {-3, 0, 0}, {-1, 0, 0}, {2, 0, 0}}},
     true,
     1,
     1},
    {"always collinear, apart",
     {{{-1, 0, 0}, {-2, 0, 0}, {1, 0, 0}, {2, 0, 0}},
      {{-1, 0, 0}, {-3, 0, 0}, {-1 + ULP, 0, 0}, {2, 0, 0}}},
     false,
     0,
     0},
};

static const MovingCase ranges[] = {
    {"differences overflow, hit",
     {{{-LARGE, 0, LARGE}, {LARGE, 0, LARGE}, {0, -LARGE, 0}, {0, LARGE, 0}},
      {{-LARGE, 0, -LARGE}, {LARGE, 0, -LARGE}, {0, -LARGE, 0}, {0, LARGE, 0}}},
     true,
     0.5,
     0.5},
    {"differences overflow, missed",
     {{{SMALL, 0, LARGE}, {LARGE, 0, LARGE}, {0, -LARGE, 0}, {0, LARGE, 0}},
      {{SMALL, 0, -LARGE}, {LARGE, 0, -LARGE}, {0, -LARGE, 0}, {0, LARGE, 0}}},
     false,
     0,
     0},
    {"products vanish, hit",
     {{{-SMALL, 0, SMALL}, {SMALL, 0, SMALL}, {0, -SMALL, 0}, {0, SMALL, 0}},
      {{-SMALL, 0, -SMALL}, {SMALL, 0, -SMALL}, {0, -SMALL, 0}, {0, SMALL, 0}}},
     true,
     0.5,
     0.5},
    {"products vanish, missed",
     {{{SMALL, 0, SMALL}, {2 * SMALL, 0, SMALL}, {0, -SMALL, 0}, {0, SMALL, 0}},
      {{SMALL, 0, -SMALL}, {2 * SMALL, 0, -SMALL}, {0, -SMALL, 0}, {0, SMALL, 0}}},
     false,
     0,
     0},
    {"tiny at t=0, large at t=1",
     {{{-SMALL, 0, SMALL}, {SMALL, 0, SMALL}, {0, -SMALL, 0}, {0, SMALL, 0}},
      {{-0x1p60, 0, -0x1p60}, {0x1p60, 0, -0x1p60}, {0, -0x1p60, 0}, {0, 0x1p60, 0}}},
     true,
     0,
     SMALL},
    {"60 binades, hit",
     {{{-0x1p-30, 0, 0x1p-30}, {0x1p30, 0, 0x1p-30}, {0, -0x1p30, 0}, {0, 0x1p-30, 0}},
      {{-0x1p-30, 0, -0x1p30}, {0x1p30, 0, -0x1p30}, {0, -0x1p30, 0}, {0, 0x1p-30, 0}}},
     true,
     0x1p-61,
     0x1p-60},
    {"60 binades, missed by the smallest",
     {{{0x1p-30, 0, 0x1p-30}, {0x1p30, 0, 0x1p-30}, {0, -0x1p30, 0}, {0, 0x1p-30, 0}},
      {{0x1p-30, 0, -0x1p30}, {0x1p30, 0, -0x1p30}, {0, -0x1p30, 0}, {0, 0x1p-30, 0}}},
     false,
     0,
     0},
};

#define CHECK(cases) checkMovingCases(ORACLE_EDGE_EDGE, cases, sizeof(cases) / sizeof((cases)[0]))

static void HandMadeFalls(void** state) {
    (void)state;
    CHECK(falls);
}

static void HandMadePlanar(void** state) {
    (void)state;
    CHECK(planar);
}

static void HandMadeRoots(void** state) {
    (void)state;
    CHECK(roots);
}

static void HandMadeDegenerates(void** state) {
    (void)state;
    CHECK(degenerates);
}

static void HandMadeRanges(void** state) {
    (void)state;
    CHECK(ranges);
}

static void FamiliesAgreeWithOracle(void** state) {
    (void)state;
    checkMovingFamilies(ORACLE_EDGE_EDGE, 500);
}

static void RefusesBadInput(void** state) {
    (void)state;
    checkMovingRefusals(ORACLE_EDGE_EDGE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(HandMadeFalls),   cmocka_unit_test(HandMadePlanar),
        cmocka_unit_test(HandMadeRoots),   cmocka_unit_test(HandMadeDegenerates),
        cmocka_unit_test(HandMadeRanges),  cmocka_unit_test(FamiliesAgreeWithOracle),
        cmocka_unit_test(RefusesBadInput),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
