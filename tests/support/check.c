#include "support/check.h"
#include "support/by_kind.h"
#include "support/compare.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

static void CheckBracket(oracleKind kind, const MovingCase* c, double lo, double hi, double width) {
    if (!(lo <= hi && hi - lo <= width && oracleFirstContactIn(kind, &c->pair, lo, hi))) {
        fail_msg("%s: first contact is not in [%a, %a]", c->name, lo, hi);
    }
}

static void CheckSingle(oracleKind kind, const MovingCase* c) {
    const double widths[] = {1.0, 0x1p-10, 0x1p-30, 0x1p-50};
    bool hit = !c->hit;
    assert_int_equal(TestPair(kind, &c->pair, &hit), SV_OK);
    if (hit != c->hit) {
        fail_msg("%s: the single test says %s", c->name, hit ? "contact" : "none");
    }
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; ++i) {
        svCcdDef def = svDefaultCcdDef();
        svCcdResult result;
        def.tolerance = widths[i];
        assert_int_equal(CcdPair(kind, &c->pair, &def, &result), SV_OK);
        assert_int_equal(result.hit, c->hit);
        if (c->hit) {
            CheckBracket(kind, c, result.tLo, result.tHi, widths[i]);
        }
    }
}

static void CheckBatch(oracleKind kind, const MovingCase* c) {
    for (int isa = SV_ISA_BEST; isa < SV_ISA_ENUM_COUNT; ++isa) {
        svCcdBatchDef def = svDefaultCcdBatchDef();
        uint8_t hit = 7;
        svInterval time;
        if (isa != SV_ISA_BEST && !svIsa_Available((svIsa)isa)) {
            continue;
        }
        def.x0 = svPositions_Double(c->pair.x0[0], 4);
        def.x1 = svPositions_Double(c->pair.x1[0], 4);
        def.count = 1;
        def.isa = (svIsa)isa;
        assert_int_equal(CcdBatch(kind, &def, &hit, &time, NULL), SV_OK);
        if (hit != c->hit) {
            fail_msg("%s: the batch with %s says %d", c->name, svIsa_Name((svIsa)isa), hit);
        }
        if (hit) {
            CheckBracket(kind, c, time.lo, time.hi, def.tolerance);
        }
    }
}

void checkMovingCases(oracleKind kind, const MovingCase* cases, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const MovingCase* c = &cases[i];
        if (oracleContact(kind, &c->pair) != c->hit ||
            (c->hit && !oracleFirstContactIn(kind, &c->pair, c->lo, c->hi))) {
            fail_msg("%s: the oracle does not agree with the hand-made answer", c->name);
        }
        CheckSingle(kind, c);
        CheckBatch(kind, c);
    }
}

void checkMovingFamilies(oracleKind kind, int count) {
    for (int f = 0; f < movingFamilyCount; ++f) {
        Random random = {(uint64_t)f + 100};
        Comparison comparison = {0};
        int some = movingFamilies[f].share < 10 ? count / 20 : count;
        compareMoving(&movingFamilies[f], kind, &random, some, 2, &comparison);
        assert_int_equal(comparison.mismatches, 0);
        assert_true(some < 20 || (comparison.contacts > 0 && comparison.brackets > 0));
    }
}

static svMovingPair HarmlessPair(void) {
    return (svMovingPair){.x0 = {{1, 1, 1}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}},
                          .x1 = {{1, 1, -1}, {0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
}

static void RefusesNotFinite(oracleKind kind) {
    const double bad[3] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < 72; ++i) {
        svMovingPair pair = HarmlessPair();
        svCcdDef def = svDefaultCcdDef();
        svCcdResult result, untouched;
        int k = i / 3 % 12;
        double* x = i < 36 ? &pair.x0[k / 3][k % 3] : &pair.x1[k / 3][k % 3];
        bool hit = true;
        uint8_t batchHit = 7;
        *x = bad[i % 3];
        assert_int_equal(TestPair(kind, &pair, &hit), SV_ERROR_NOT_FINITE);
        assert_true(hit);
        memset(&result, 0x5a, sizeof result);
        memset(&untouched, 0x5a, sizeof untouched);
        assert_int_equal(CcdPair(kind, &pair, &def, &result), SV_ERROR_NOT_FINITE);
        assert_memory_equal(&result, &untouched, sizeof result);
        svCcdBatchDef batch = svDefaultCcdBatchDef();
        batch.x0 = svPositions_Double(pair.x0[0], 4);
        batch.x1 = svPositions_Double(pair.x1[0], 4);
        batch.count = 1;
        assert_int_equal(CcdBatch(kind, &batch, &batchHit, NULL, NULL), SV_ERROR_NOT_FINITE);
        assert_int_equal(batchHit, 7);
    }
}

static void RefusesDefs(oracleKind kind) {
    svMovingPair pair = HarmlessPair();
    svCcdResult result;
    bool hit;
    const double tolerances[] = {0.0, -1.0, 0x1p-51, 1.5, HUGE_VAL, (double)NAN};
    const double separations[] = {-1.0, HUGE_VAL, (double)NAN};
    const double relative[] = {0.0, 1e-7, 2.0, (double)NAN};
    svCcdDef def = svDefaultCcdDef();
    def.structSize = 0;
    assert_int_equal(CcdPair(kind, &pair, &def, &result), SV_ERROR_ARGUMENT);
    for (size_t i = 0; i < sizeof tolerances / sizeof tolerances[0]; ++i) {
        def = svDefaultCcdDef();
        def.tolerance = tolerances[i];
        assert_int_equal(CcdPair(kind, &pair, &def, &result), SV_ERROR_ARGUMENT);
    }
    for (size_t i = 0; i < sizeof separations / sizeof separations[0]; ++i) {
        def = svDefaultCcdDef();
        def.minSeparation = separations[i];
        assert_int_equal(CcdPair(kind, &pair, &def, &result), SV_ERROR_ARGUMENT);
    }
    for (size_t i = 0; i < sizeof relative / sizeof relative[0]; ++i) {
        def = svDefaultCcdDef();
        def.minSeparation = 1.0;
        def.separationTolerance = relative[i];
        assert_int_equal(CcdPair(kind, &pair, &def, &result), SV_ERROR_ARGUMENT);
    }
    def = svDefaultCcdDef();
    assert_int_equal(CcdPair(kind, NULL, &def, &result), SV_ERROR_ARGUMENT);
    assert_int_equal(CcdPair(kind, &pair, NULL, &result), SV_ERROR_ARGUMENT);
    assert_int_equal(CcdPair(kind, &pair, &def, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(TestPair(kind, NULL, &hit), SV_ERROR_ARGUMENT);
    assert_int_equal(TestPair(kind, &pair, NULL), SV_ERROR_ARGUMENT);
}

void checkMovingRefusals(oracleKind kind) {
    RefusesNotFinite(kind);
    RefusesDefs(kind);
}
