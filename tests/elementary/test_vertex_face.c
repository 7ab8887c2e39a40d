// Vertex-face: hand-made cases at the edges of the method, and every family against the oracle.
#include "support/check.h"
#include "support/test.h"

#define THIRD 0x1.5555555555555p-2 // just below 1/3
#define THIRD_UP 0x1.5555555555556p-2
#define ULP 0x1p-52
#define LARGE 0x1.fffffffffffffp1023
#define SMALL 0x1p-1074
#define FACE                                                                                       \
    {0, 0, 0}, {4, 0, 0}, {                                                                        \
        0, 4, 0                                                                                    \
    }

// A vertex that falls on a face that stands still.
static const MovingCase falls[] = {
    {"through the middle", {{{1, 1, 1}, FACE}, {{1, 1, -1}, FACE}}, true, 0.5, 0.5},
    {"at a third", {{{1, 1, 1}, FACE}, {{1, 1, -2}, FACE}}, true, THIRD, THIRD_UP},
    {"beside", {{{3, 3, 1}, FACE}, {{3, 3, -1}, FACE}}, false, 0, 0},
    {"away", {{{1, 1, 1}, FACE}, {{1, 1, 2}, FACE}}, false, 0, 0},
    {"to t=1 exactly", {{{1, 1, 1}, FACE}, {{1, 1, 0}, FACE}}, true, 1, 1},
    {"to one ulp above", {{{1, 1, 1}, FACE}, {{1, 1, ULP}, FACE}}, false, 0, 0},
    {"to the least number above", {{{1, 1, 1}, FACE}, {{1, 1, SMALL}, FACE}}, false, 0, 0},
    {"past it by the least number",
     {{{1, 1, 1}, FACE}, {{1, 1, -SMALL}, FACE}},
     true,
     1 - ULP / 2,
     1},
    {"from t=0 exactly", {{{1, 1, 0}, FACE}, {{1, 1, 1}, FACE}}, true, 0, 0},
    {"from the least number above", {{{1, 1, SMALL}, FACE}, {{1, 1, 1}, FACE}}, false, 0, 0},
    {"on an edge", {{{2, 0, 1}, FACE}, {{2, 0, -1}, FACE}}, true, 0.5, 0.5},
    {"beside an edge", {{{2, -SMALL, 1}, FACE}, {{2, -SMALL, -1}, FACE}}, false, 0, 0},
    {"on the hypotenuse", {{{2, 2, 1}, FACE}, {{2, 2, -1}, FACE}}, true, 0.5, 0.5},
    {"beside it", {{{2, 2 + 2 * ULP, 1}, FACE}, {{2, 2 + 2 * ULP, -1}, FACE}}, false, 0, 0},
    {"on a vertex", {{{4, 0, 1}, FACE}, {{4, 0, -1}, FACE}}, true, 0.5, 0.5},
    {"above a vertex that falls as fast",
     {{{4, 0, 1}, FACE}, {{4, 0, -1}, {0, 0, 0}, {4, 0, -2}, {0, 4, 0}}},
     false,
     0,
     0},
    {"at rest inside", {{{1, 1, 0}, FACE}, {{1, 1, 0}, FACE}}, true, 0, 0},
    {"at rest on a vertex", {{{0, 4, 0}, FACE}, {{0, 4, 0}, FACE}}, true, 0, 0},
    {"at rest above", {{{1, 1, SMALL}, FACE}, {{1, 1, SMALL}, FACE}}, false, 0, 0},
};

// The cubic vanishes identically: all in one plane, where roots at t=0 and t=1 mean nothing.
static const MovingCase planar[] = {
    {"inside at t=0 only", {{{0, 0, 0}, FACE}, {{-1, -1, 0}, FACE}}, true, 0, 0},
    {"inside at t=1 only", {{{-1, -1, 0}, FACE}, {{0, 0, 0}, FACE}}, true, 1, 1},
    {"never", {{{-1, -1, 0}, FACE}, {{-SMALL, -1, 0}, FACE}}, false, 0, 0},
    {"enters through an edge", {{{-1, 1, 0}, FACE}, {{1, 1, 0}, FACE}}, true, 0.5, 0.5},
    {"touches a vertex in passing", {{{-1, 1, 0}, FACE}, {{1, -1, 0}, FACE}}, true, 0.5, 0.5},
    {"passes a vertex by",
     {{{-1, 1 - 2 * ULP, 0}, FACE}, {{1, -1 - 2 * ULP, 0}, FACE}},
     false,
     0,
     0},
    {"starts inside", {{{1, 1, 0}, FACE}, {{9, 9, 0}, FACE}}, true, 0, 0},
    {"in the plane x = z",
     {{{-1, 1, -1}, {0, 0, 0}, {4, 0, 4}, {0, 4, 0}}, {{1, 1, 1}, {0, 0, 0}, {4, 0, 4}, {0, 4, 0}}},
     true,
     0.5,
     0.5},
    {"the face turns inside out over it",
     {{{1, 1, 0}, {0, 0, 0}, {-4, 0, 0}, {0, 4, 0}}, {{1, 1, 0}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}},
     true,
     0.5,
     1},
};

// u, w, q = f1 - f0, f2 - f0, v - f0 with L = 3t - 1 or 2t - 1.
static const MovingCase roots[] = {
    // u = (4,0,0), w = (2-L,2,0), q = (1,1+L/2,L): weight of f1 is a square, inside but at L = 0.
    {"weight with a double root at the contact",
     {{{1, 0.5, -1}, {0, 0, 0}, {4, 0, 0}, {3, 2, 0}},
      {{1, 2, 2}, {0, 0, 0}, {4, 0, 0}, {0, 2, 0}}},
     true,
     THIRD,
     THIRD_UP},
    // With L = t - 1/2, w = (2+L,2+2L,0), q = (1,1+L/2,L) it is minus a square, outside but there.
    {"negative weight with a double root at the contact",
     {{{1, 0.75, -0.5}, {0, 0, 0}, {4, 0, 0}, {1.5, 1, 0}},
      {{1, 1.25, 0.5}, {0, 0, 0}, {4, 0, 0}, {2.5, 3, 0}}},
     true,
     0.5,
     0.5},
    {"negative weight with a double root one ulp from the contact",
     {{{1, 0.75, -0.5 + ULP}, {0, 0, 0}, {4, 0, 0}, {1.5, 1, 0}},
      {{1, 1.25, 0.5 + ULP}, {0, 0, 0}, {4, 0, 0}, {2.5, 3, 0}}},
     false,
     0,
     0},
    // u = (1,0,-L), w = (0,1,0), q = (L,0,0) + u/4 + w/4: f = L^2.
    {"double root: touches and turns back",
     {{{-0.75, 0.25, 0.25}, {0, 0, 0}, {1, 0, 1}, {0, 1, 0}},
      {{1.25, 0.25, -0.25}, {0, 0, 0}, {1, 0, -1}, {0, 1, 0}}},
     true,
     0.5,
     0.5},
    {"double root: turns back one ulp before",
     {{{-0.75, 0.25, 0.25 + ULP}, {0, 0, 0}, {1, 0, 1}, {0, 1, 0}},
      {{1.25, 0.25, -0.25 + ULP}, {0, 0, 0}, {1, 0, -1}, {0, 1, 0}}},
     false,
     0,
     0},
    // u = (L,1,0), w = (0,L,1), q = (0,0,L) + u/4 + w/4: f = L^3 with n = (1,0,0) at the root.
    {"triple root",
     {{{-0.25, 0, -0.75}, {0, 0, 0}, {-1, 1, 0}, {0, -1, 1}},
      {{0.5, 0.75, 2.25}, {0, 0, 0}, {2, 1, 0}, {0, 2, 1}}},
     true,
     THIRD,
     THIRD_UP},
    {"triple root beside the face", // + u + w
     {{{-1, 0, 0}, {0, 0, 0}, {-1, 1, 0}, {0, -1, 1}},
      {{2, 3, 3}, {0, 0, 0}, {2, 1, 0}, {0, 2, 1}}},
     false,
     0,
     0},
    {"triple root with everything in one point", // u = (L,0,0), w = (0,L,0), q = (0,0,L)
     {{{0, 0, -1}, {0, 0, 0}, {-1, 0, 0}, {0, -1, 0}},
      {{0, 0, 2}, {0, 0, 0}, {2, 0, 0}, {0, 2, 0}}},
     true,
     THIRD,
     THIRD_UP},
    // u = (2t-1,0,0), w = (0,1,0), q = (a(2t-1),1/4,4t-3): n = 0 at 1/2 only, f = (2t-1)(4t-3).
    {"n vanishes at the first of two roots, contact at the second",
     {{{-0.25, 0.25, -3}, {0, 0, 0}, {-1, 0, 0}, {0, 1, 0}},
      {{0.25, 0.25, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}},
     true,
     0.75,
     0.75},
    {"n vanishes at the first of two roots, no contact at the second",
     {{{-2, 0.25, -3}, {0, 0, 0}, {-1, 0, 0}, {0, 1, 0}},
      {{2, 0.25, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}},
     false,
     0,
     0},
    {"n vanishes at the first of two roots, contact there", // q = (0,1/4,(2t-1)(...)) along w
     {{{0, 0.25, -1}, {0, 0, 0}, {-1, 0, 0}, {0, 1, 0}},
      {{0, 0.25, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}},
     true,
     0.5,
     0.5},
};

static const MovingCase degenerates[] = {
    {"face is a segment, hit",
     {{{1, 1, 1}, {0, 0, 0}, {2, 2, 0}, {4, 4, 0}}, {{1, 1, -1}, {0, 0, 0}, {2, 2, 0}, {4, 4, 0}}},
     true,
     0.5,
     0.5},
    {"face is a segment, missed",
     {{{1, 1 + ULP, 1}, {0, 0, 0}, {2, 2, 0}, {4, 4, 0}},
      {{1, 1 + ULP, -1}, {0, 0, 0}, {2, 2, 0}, {4, 4, 0}}},
     false,
     0,
     0},
    {"face is a point, hit",
     {{{1, 1, 1}, {1, 1, 0}, {1, 1, 0}, {1, 1, 0}}, {{1, 1, -1}, {1, 1, 0}, {1, 1, 0}, {1, 1, 0}}},
     true,
     0.5,
     0.5},
    {"face is a point, missed",
     {{{1, 1, 1}, {1, 2, 0}, {1, 2, 0}, {1, 2, 0}}, {{1, 1, -1}, {1, 2, 0}, {1, 2, 0}, {1, 2, 0}}},
     false,
     0,
     0},
    {"face is a segment at the moment of contact only",
     {{{1, 0, 1}, {0, 0, 0}, {4, 0, 0}, {2, 1, 0}}, {{1, 0, -1}, {0, 0, 0}, {4, 0, 0}, {2, -1, 0}}},
     true,
     0.5,
     0.5},
    // All on the x axis: v at 2t-1, the face from 1-2t outwards. (e0-p).(e1-p) touches 0 at 1/2.
    {"always collinear, touches for an instant",
     {{{-1, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}},
      {{1, 0, 0}, {-1, 0, 0}, {-2, 0, 0}, {-3, 0, 0}}},
     true,
     0.4,
     0.5},
    {"always collinear, shrinks to a point and grows the other way",
     {{{1, 2, 3}, {2, 4, 6}, {3, 6, 9}, {4, 8, 12}},
      {{-2, -4, -6}, {-4, -8, -12}, {-6, -12, -18}, {-8, -16, -24}}},
     true,
     THIRD,
     THIRD_UP},
    {"always collinear, shrinks to twins of points", // places 1 and 2 stay apart
     {{{1, 0, 0}, {2, 0, 0}, {2, 0, 0}, {3, 0, 0}}, {{1, 0, 0}, {2, 0, 0}, {2, 0, 0}, {3, 0, 0}}},
     false,
     0,
     0},
    {"four points in one", {{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, {{0}}}, true, 0, 0},
};

static const MovingCase ranges[] = {
    {"differences overflow, hit",
     {{{0, 0, LARGE}, {-LARGE, -LARGE, 0}, {LARGE, -LARGE, 0}, {0, LARGE, 0}},
      {{0, 0, -LARGE}, {-LARGE, -LARGE, 0}, {LARGE, -LARGE, 0}, {0, LARGE, 0}}},
     true,
     0.5,
     0.5},
    {"differences overflow, missed",
     {{{LARGE, LARGE, LARGE}, {-LARGE, -LARGE, 0}, {LARGE, -LARGE, 0}, {0, LARGE, 0}},
      {{LARGE, LARGE, -LARGE}, {-LARGE, -LARGE, 0}, {LARGE, -LARGE, 0}, {0, LARGE, 0}}},
     false,
     0,
     0},
    {"products vanish, hit",
     {{{SMALL, SMALL, SMALL}, {0, 0, 0}, {4 * SMALL, 0, 0}, {0, 4 * SMALL, 0}},
      {{SMALL, SMALL, -SMALL}, {0, 0, 0}, {4 * SMALL, 0, 0}, {0, 4 * SMALL, 0}}},
     true,
     0.5,
     0.5},
    {"products vanish, missed",
     {{{3 * SMALL, 3 * SMALL, SMALL}, {0, 0, 0}, {4 * SMALL, 0, 0}, {0, 4 * SMALL, 0}},
      {{3 * SMALL, 3 * SMALL, -SMALL}, {0, 0, 0}, {4 * SMALL, 0, 0}, {0, 4 * SMALL, 0}}},
     false,
     0,
     0},
    {"tiny at t=0, large at t=1",
     {{{SMALL, SMALL, SMALL}, {0, 0, 0}, {4 * SMALL, 0, 0}, {0, 4 * SMALL, 0}},
      {{0x1p60, 0x1p60, -0x1p60}, {0, 0, 0}, {0x1p62, 0, 0}, {0, 0x1p62, 0}}},
     true,
     0,
     SMALL},
    {"large at t=0, tiny at t=1",
     {{{0x1p60, 0x1p60, 0x1p60}, {0, 0, 0}, {0x1p62, 0, 0}, {0, 0x1p62, 0}},
      {{SMALL, SMALL, SMALL}, {0, 0, 0}, {4 * SMALL, 0, 0}, {0, 4 * SMALL, 0}}},
     false,
     0,
     0},
    {"60 binades, hit",
     {{{0x1p-30, 0x1p-30, 0x1p-30}, {0, 0, 0}, {0x1p30, 0, 0}, {0, 0x1p30, 0}},
      {{0x1p-30, 0x1p-30, -0x1p30}, {0, 0, 0}, {0x1p30, 0, 0}, {0, 0x1p30, 0}}},
     true,
     0x1p-61,
     0x1p-60},
    {"60 binades, missed by the smallest",
     {{{-0x1p-30, 0x1p29, 0x1p-30}, {0, 0, 0}, {0x1p30, 0, 0}, {0, 0x1p30, 0}},
      {{-0x1p-30, 0x1p29, -0x1p30}, {0, 0, 0}, {0x1p30, 0, 0}, {0, 0x1p30, 0}}},
     false,
     0,
     0},
    // The plane needs all 53 bits: v = the exact middle of f0 f1 in a tilted, uneven face.
    {"zero normal on two axes, all bits used",
     {{{0.5, 0.5 + ULP / 2, 0x1p-52}, {0, 0, 0}, {1, 1 + ULP, 0}, {0, 1, 0}},
      {{0.5, 0.5 + ULP / 2, -0x1p-52}, {0, 0, 0}, {1, 1 + ULP, 0}, {0, 1, 0}}},
     true,
     0.5,
     0.5},
};

#define CHECK(cases) checkMovingCases(ORACLE_VERTEX_FACE, cases, sizeof(cases) / sizeof((cases)[0]))

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
    checkMovingFamilies(ORACLE_VERTEX_FACE, 500);
}

static void RefusesBadInput(void** state) {
    (void)state;
    checkMovingRefusals(ORACLE_VERTEX_FACE);
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
