// Weights and normals of the first contact: where the answer is known by hand, and on random pairs
// that are far enough from degenerate for rounded numbers to be checked with rounded arithmetic.
#include "support/by_kind.h"
#include "support/generate.h"
#include "support/test.h"

#include <math.h>

#define LARGE 0x1.fffffffffffffp1023
#define FACE                                                                                       \
    {0, 0, 0}, {4, 0, 0}, {                                                                        \
        0, 4, 0                                                                                    \
    }

typedef struct ResultCase {
    const char* name;
    oracleKind kind;
    svMovingPair pair;
    double weights[4];
    double normal[3];
} ResultCase;

static const ResultCase cases[] = {
    {"vertex from above",
     ORACLE_VERTEX_FACE,
     {{{1, 2, 1}, FACE}, {{1, 2, -1}, FACE}},
     {1, 0.25, 0.25, 0.5},
     {0, 0, 1}},
    {"vertex from below",
     ORACLE_VERTEX_FACE,
     {{{1, 2, -1}, FACE}, {{1, 2, 3}, FACE}},
     {1, 0.25, 0.25, 0.5},
     {0, 0, -1}},
    {"vertex on a corner",
     ORACLE_VERTEX_FACE,
     {{{0, 4, 1}, FACE}, {{0, 4, -1}, FACE}},
     {1, 0, 0, 1},
     {0, 0, 1}},
    {"face onto a vertex",
     ORACLE_VERTEX_FACE,
     {{{1, 2, 0}, {0, 0, 2}, {4, 0, 2}, {0, 4, 2}}, {{1, 2, 0}, FACE}},
     {1, 0.25, 0.25, 0.5},
     {0, 0, -1}},
    {"in contact at t=0, moving up: against the motion",
     ORACLE_VERTEX_FACE,
     {{{1, 2, 0}, FACE}, {{1, 2, 1}, FACE}},
     {1, 0.25, 0.25, 0.5},
     {0, 0, -1}},
    {"in contact at t=0, moving down",
     ORACLE_VERTEX_FACE,
     {{{1, 2, 0}, FACE}, {{1, 2, -1}, FACE}},
     {1, 0.25, 0.25, 0.5},
     {0, 0, 1}},
    {"at rest: the face's own normal",
     ORACLE_VERTEX_FACE,
     {{{1, 2, 0}, FACE}, {{1, 2, 0}, FACE}},
     {1, 0.25, 0.25, 0.5},
     {0, 0, 1}},
    {"at rest on a face that looks down",
     ORACLE_VERTEX_FACE,
     {{{1, 2, 0}, {0, 0, 0}, {0, 4, 0}, {4, 0, 0}}, {{1, 2, 0}, {0, 0, 0}, {0, 4, 0}, {4, 0, 0}}},
     {1, 0.25, 0.5, 0.25},
     {0, 0, -1}},
    {"differences overflow",
     ORACLE_VERTEX_FACE,
     {{{0, 0, LARGE}, {-LARGE, -LARGE, 0}, {LARGE, -LARGE, 0}, {0, LARGE, 0}},
      {{0, 0, -LARGE}, {-LARGE, -LARGE, 0}, {LARGE, -LARGE, 0}, {0, LARGE, 0}}},
     {1, 0.25, 0.25, 0.5},
     {0, 0, 1}},
    {"products vanish",
     ORACLE_VERTEX_FACE,
     {{{0x1p-1074, 0x1p-1073, 0x1p-1074}, {0, 0, 0}, {0x1p-1072, 0, 0}, {0, 0x1p-1072, 0}},
      {{0x1p-1074, 0x1p-1073, -0x1p-1074}, {0, 0, 0}, {0x1p-1072, 0, 0}, {0, 0x1p-1072, 0}}},
     {1, 0.25, 0.25, 0.5},
     {0, 0, 1}},
    {"far away in the end",
     ORACLE_VERTEX_FACE,
     {{{1, 1, 1}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}},
      {{0x1p600, 0x1p600, -1}, {0, 0, 0}, {0x1p602, 0, 0}, {0, 0x1p602, 0}}},
     {1, 0.5, 0.25, 0.25},
     {0, 0, 1}},
    {"edge from above",
     ORACLE_EDGE_EDGE,
     {{{-1, 0, 1}, {3, 0, 1}, {0, -1, 0}, {0, 1, 0}},
      {{-1, 0, -1}, {3, 0, -1}, {0, -1, 0}, {0, 1, 0}}},
     {0.75, 0.25, 0.5, 0.5},
     {0, 0, 1}},
    {"edge from below",
     ORACLE_EDGE_EDGE,
     {{{-1, 0, -1}, {3, 0, -1}, {0, -1, 0}, {0, 1, 0}},
      {{-1, 0, 1}, {3, 0, 1}, {0, -1, 0}, {0, 1, 0}}},
     {0.75, 0.25, 0.5, 0.5},
     {0, 0, -1}},
    {"edge b onto edge a",
     ORACLE_EDGE_EDGE,
     {{{-1, 0, 0}, {3, 0, 0}, {0, -1, 2}, {0, 1, 2}},
      {{-1, 0, 0}, {3, 0, 0}, {0, -1, -1}, {0, 1, -1}}},
     {0.75, 0.25, 0.5, 0.5},
     {0, 0, -1}},
    {"edges at rest: a x b",
     ORACLE_EDGE_EDGE,
     {{{-1, 0, 0}, {3, 0, 0}, {0, -1, 0}, {0, 1, 0}},
      {{-1, 0, 0}, {3, 0, 0}, {0, -1, 0}, {0, 1, 0}}},
     {0.75, 0.25, 0.5, 0.5},
     {0, 0, 1}},
};

static double Dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void Subtract(double r[3], const double a[3], const double b[3]) {
    for (int k = 0; k < 3; ++k) {
        r[k] = a[k] - b[k];
    }
}

static svCcdResult FirstContact(oracleKind kind, const svMovingPair* pair) {
    svCcdDef def = svDefaultCcdDef();
    svCcdResult result = {0};
    def.tolerance = 0x1p-50;
    assert_int_equal(CcdPair(kind, pair, &def, &result), SV_OK);
    return result;
}

static void KnowsHandMadeResults(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        svCcdResult result = FirstContact(cases[i].kind, &cases[i].pair);
        bool same = result.hit;
        for (int k = 0; k < 4; ++k) {
            same &= fabs(result.weights[k] - cases[i].weights[k]) <= 0x1p-50;
            same &= k == 3 || fabs(result.normal[k] - cases[i].normal[k]) <= 0x1p-50;
        }
        if (!same) {
            fail_msg("%s: weights %g %g %g %g, normal %g %g %g", cases[i].name, result.weights[0],
                     result.weights[1], result.weights[2], result.weights[3], result.normal[0],
                     result.normal[1], result.normal[2]);
        }
    }
}

// Contacts on an edge of the face, found by the sweep: the weight of the third vertex is 0 and was
// once rounded to a negative number.
static void WeightsStayInRange(void** state) {
    const svMovingPair pairs[] = {
        {{{1.5, 0, -2.75}, {0, 2, 0}, {-1, 4, 1}, {3, 0, -2}},
         {{-1, -0.5, 0.25}, {2, -2, -2}, {-1, -2, -1}, {1, -4, -4}}},
        {{{0, -2, 2}, {2, -2, 1}, {0, -3, 2}, {1, -1, 2}},
         {{1, -1, 1}, {0, 2, 0}, {1, 1, 1}, {-1, 3, 1}}},
        {{{3, -2, -1}, {1, 3, 7}, {-1, -3, -7}, {-1, 3, 5}},
         {{-1, -1, -3}, {-3, -1, -0x1.3ffffffffffffp+2}, {-3, -3, -9}, {3, 3, 9}}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; ++i) {
        for (int bits = 0; bits <= 50; ++bits) {
            svCcdDef def = svDefaultCcdDef();
            svCcdResult result = {0};
            def.tolerance = ldexp(1.0, -bits);
            assert_int_equal(svVertexFace_Ccd(&pairs[i], &def, &result), SV_OK);
            assert_true(result.hit);
            for (int k = 0; k < 4; ++k) {
                assert_true(result.weights[k] >= 0.0 && result.weights[k] <= 1.0);
            }
        }
    }
}

// Where the features leave the direction open: perpendicular to what there is, against the motion.
static void DegenerateNormalsAreSound(void** state) {
    const ResultCase open[] = {
        {"face is a segment",
         ORACLE_VERTEX_FACE,
         {{{1, 0, 1}, {0, 0, 0}, {2, 0, 0}, {4, 0, 0}},
          {{1, 0, -1}, {0, 0, 0}, {2, 0, 0}, {4, 0, 0}}},
         {0},
         {0, 0, 1}},
        {"face is a segment, hit at a slant",
         ORACLE_VERTEX_FACE,
         {{{0, 0, 1}, {0, 0, 0}, {2, 0, 0}, {4, 0, 0}},
          {{2, 0, -1}, {0, 0, 0}, {2, 0, 0}, {4, 0, 0}}},
         {0},
         {0, 0, 1}},
        {"face is a point",
         ORACLE_VERTEX_FACE,
         {{{0, 3, 4}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},
          {{0, -3, -4}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}},
         {0},
         {0, 0.6, 0.8}},
        {"parallel edges",
         ORACLE_EDGE_EDGE,
         {{{0, 0, 1}, {2, 0, 1}, {1, 0, 0}, {3, 0, 0}},
          {{0, 0, -1}, {2, 0, -1}, {1, 0, 0}, {3, 0, 0}}},
         {0},
         {0, 0, 1}},
        {"two points",
         ORACLE_EDGE_EDGE,
         {{{0, 3, 4}, {0, 3, 4}, {0, 0, 0}, {0, 0, 0}},
          {{0, -3, -4}, {0, -3, -4}, {0, 0, 0}, {0, 0, 0}}},
         {0},
         {0, 0.6, 0.8}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof open / sizeof open[0]; ++i) {
        svCcdResult result = FirstContact(open[i].kind, &open[i].pair);
        assert_true(result.hit);
        if (fabs(Dot(result.normal, open[i].normal) - 1.0) > 0x1p-40) {
            fail_msg("%s: normal %g %g %g", open[i].name, result.normal[0], result.normal[1],
                     result.normal[2]);
        }
    }
}

// Positions at t, velocities, and the sine of the angle between the two edge vectors.
typedef struct Instant {
    double x[4][3], velocity[4][3];
    double u[3], w[3], sine;
} Instant;

static Instant InstantOf(oracleKind kind, const svMovingPair* pair, double t) {
    Instant instant;
    for (int i = 0; i < 12; ++i) {
        double x0 = pair->x0[i / 3][i % 3], x1 = pair->x1[i / 3][i % 3];
        instant.x[i / 3][i % 3] = (1.0 - t) * x0 + t * x1;
        instant.velocity[i / 3][i % 3] = x1 - x0;
    }
    bool vf = kind == ORACLE_VERTEX_FACE;
    Subtract(instant.u, instant.x[vf ? 2 : 1], instant.x[vf ? 1 : 0]);
    Subtract(instant.w, instant.x[3], instant.x[vf ? 1 : 2]);
    double uu = Dot(instant.u, instant.u), ww = Dot(instant.w, instant.w);
    double uw = Dot(instant.u, instant.w);
    instant.sine = uu * ww > 0.0 ? sqrt(fmax(0.0, 1.0 - uw * uw / (uu * ww))) : 0.0;
    return instant;
}

// Sum of the first feature's weighted values less that of the second.
static void Gap(oracleKind kind, const double weights[4], double values[4][3], double r[3]) {
    int split = kind == ORACLE_VERTEX_FACE ? 1 : 2;
    for (int k = 0; k < 3; ++k) {
        r[k] = 0.0;
        for (int i = 0; i < 4; ++i) {
            r[k] += (i < split ? 1.0 : -1.0) * weights[i] * values[i][k];
        }
    }
}

// Grazing contacts, where the motion along the normal vanishes: the side is that of just before,
// not that of the start, which a crossing outside the face has left.
static void GrazingNormalsPointBack(void** state) {
    static const struct {
        oracleKind kind;
        svMovingPair pair;
        double toward[3]; // the normal has a positive component along this
    } grazing[] = {
        // f = (t - 1/4) (t - 3/4)^2: through the plane beside the face, then touching from there.
        {ORACLE_VERTEX_FACE,
         {{{.25, -.75, -.75}, {0, 0, 0}, {-.25, 0, 0}, {0, .25, 1}},
          {{.25, .25, .25}, {0, 0, 0}, {.75, 0, 0}, {0, 1.25, 1}}},
         {0, -1, 1}},
        // The same seen in a mirror, z turned over.
        {ORACLE_VERTEX_FACE,
         {{{.25, -.75, .75}, {0, 0, 0}, {-.25, 0, 0}, {0, .25, -1}},
          {{.25, .25, -.25}, {0, 0, 0}, {.75, 0, 0}, {0, 1.25, -1}}},
         {0, -1, -1}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(grazing) / sizeof(grazing[0]); ++i) {
        svCcdResult result = FirstContact(grazing[i].kind, &grazing[i].pair);
        assert_true(result.hit);
        assert_true(result.tLo <= 0.75 && result.tHi >= 0.75);
        assert_true(Dot(result.normal, grazing[i].toward) > 1.0);
    }
}

// A face that turns over at the contact: the normal is that of before.
static void NormalsOfTurningFacesPointBack(void** state) {
    const svMovingPair pair = {
        {{1, 1, -1.5}, {2, -2, 1}, {2, -1, 2}, {2, -1, 0}},
        {{4, -3.75, 4}, {2, 0, -1}, {2, 1, -3}, {2, -2, 1}},
    };
    (void)state;
    svCcdResult result = FirstContact(ORACLE_VERTEX_FACE, &pair);
    assert_true(result.hit);
    assert_true(result.normal[0] < -0.99); // the vertex comes from smaller x
}

// Whatever width is asked for, weights and normal are those of the contact.
static void WeightsDoNotDependOnTheTolerance(void** state) {
    // Sliding in the plane of the face, onto its edge f0 f2 at t = 1/8.
    const svMovingPair pair = {
        {{-0.25, 0.25, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
        {{1.75, 0.25, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
    };
    (void)state;
    for (int exponent = 0; exponent >= -50; --exponent) {
        svCcdDef def = svDefaultCcdDef();
        def.tolerance = ldexp(1, exponent);
        svCcdResult result;
        assert_int_equal(svVertexFace_Ccd(&pair, &def, &result), SV_OK);
        assert_true(result.hit && result.tLo <= 0.125 && result.tHi >= 0.125);
        assert_true(fabs(result.weights[1] - 0.75) < 0x1p-28);
        assert_true(fabs(result.weights[3] - 0.25) < 0x1p-28);
    }
}

// With a minimum separation the normal is the shortest way from the second feature to the first.
static void SeparatedNormalsFollowTheGap(void** state) {
    const svMovingPair above = {
        {{.25, .25, .05}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
        {{.25, .25, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
    };
    const svMovingPair beside = {
        {{.5, -.05, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
        {{.5, -.05, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
    };
    svCcdDef def = svDefaultCcdDef();
    svCcdResult result;
    (void)state;
    def.minSeparation = 0.1;
    assert_int_equal(svVertexFace_Ccd(&above, &def, &result), SV_OK);
    assert_true(result.hit && result.tLo == 0 && result.normal[2] > 0.999);
    assert_int_equal(svVertexFace_Ccd(&beside, &def, &result), SV_OK);
    assert_true(result.hit && result.normal[1] < -0.999);
}

static void RandomResultsAreSound(void** state) {
    const double close = 0x1p-30; // conditions below lose about ten of the bits
    int checked = 0;
    (void)state;
    for (int f = 0; f < movingFamilyCount; ++f) {
        Random random = {(uint64_t)f + 700};
        for (int n = 0; n < 300; ++n) {
            oracleKind kind = (oracleKind)(n % 2);
            svMovingPair pair;
            double apart[3], motion[3];
            movingFamilies[f].make(&random, kind, &pair);
            svCcdResult result = FirstContact(kind, &pair);
            Instant instant = InstantOf(kind, &pair, result.tLo);
            // Neither edge vanishes there, nor are they parallel: weights and normal are unique.
            double uu = Dot(instant.u, instant.u), ww = Dot(instant.w, instant.w);
            double least = fmin(uu, ww), most = fmax(uu, ww);
            if (!result.hit || !(instant.sine > 0x1p-10 && least > 0x1p-8 && most < 0x1p10)) {
                continue;
            }
            ++checked;
            Gap(kind, result.weights, instant.x, apart);
            Gap(kind, result.weights, instant.velocity, motion);
            bool sound = sqrt(Dot(apart, apart)) <= close;
            sound &= fabs(Dot(result.normal, instant.u)) <= close;
            sound &= fabs(Dot(result.normal, instant.w)) <= close;
            sound &= Dot(result.normal, motion) <= close;
            if (!sound) {
                oraclePrintPair(&pair);
                fail_msg(
                    "%s of family %s: gap %g, normal %g off u and %g off w, %g along the motion",
                    oracleKind_Name(kind), movingFamilies[f].name, sqrt(Dot(apart, apart)),
                    Dot(result.normal, instant.u), Dot(result.normal, instant.w),
                    Dot(result.normal, motion));
            }
        }
    }
    assert_true(checked > 1500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(KnowsHandMadeResults),
        cmocka_unit_test(WeightsStayInRange),
        cmocka_unit_test(DegenerateNormalsAreSound),
        cmocka_unit_test(GrazingNormalsPointBack),
        cmocka_unit_test(NormalsOfTurningFacesPointBack),
        cmocka_unit_test(WeightsDoNotDependOnTheTolerance),
        cmocka_unit_test(SeparatedNormalsFollowTheGap),
        cmocka_unit_test(RandomResultsAreSound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
