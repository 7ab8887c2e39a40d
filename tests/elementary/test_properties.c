// What must not change the answer: the order of the vertices and of the edges, the direction of
// time, exact translation, scaling by powers of two, and the exchange of axes.
#include "support/by_kind.h"
#include "support/generate.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

typedef struct Change {
    const char* name;
    bool reversesTime;
    // False: this pair cannot be changed exactly.
    bool (*apply)(Random* random, oracleKind kind, svMovingPair* pair);
} Change;

static double* Coordinate(svMovingPair* pair, int i) {
    return i < 12 ? &pair->x0[i / 3][i % 3] : &pair->x1[(i - 12) / 3][i % 3];
}

static bool Reorder(svMovingPair* pair, const int order[4]) {
    svMovingPair old = *pair;
    for (int i = 0; i < 4; ++i) {
        memcpy(pair->x0[i], old.x0[order[i]], sizeof old.x0[i]);
        memcpy(pair->x1[i], old.x1[order[i]], sizeof old.x1[i]);
    }
    return true;
}

static bool PermuteVertices(Random* random, oracleKind kind, svMovingPair* pair) {
    static const int faces[5][4] = {
        {0, 1, 3, 2}, {0, 2, 1, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}};
    static const int edges[7][4] = {{1, 0, 2, 3}, {0, 1, 3, 2}, {1, 0, 3, 2}, {2, 3, 0, 1},
                                    {3, 2, 0, 1}, {2, 3, 1, 0}, {3, 2, 1, 0}};
    return kind == ORACLE_VERTEX_FACE ? Reorder(pair, faces[Random_Below(random, 5)])
                                      : Reorder(pair, edges[Random_Below(random, 7)]);
}

static bool PermuteAxes(Random* random, oracleKind kind, svMovingPair* pair) {
    svMovingPair old = *pair;
    int turn = Random_Between(random, 0, 2), mirror = Random_Between(random, 1, 2);
    (void)kind;
    for (int i = 0; i < 24; ++i) {
        *Coordinate(pair, i) = *Coordinate(&old, i - i % 3 + (turn + mirror * (i % 3)) % 3);
    }
    return true;
}

static bool MirrorAxis(Random* random, oracleKind kind, svMovingPair* pair) {
    (void)kind;
    for (int i = Random_Below(random, 3); i < 24; i += 3) {
        *Coordinate(pair, i) = -*Coordinate(pair, i);
    }
    return true;
}

static bool ReverseTime(Random* random, oracleKind kind, svMovingPair* pair) {
    svMovingPair old = *pair;
    (void)random;
    (void)kind;
    memcpy(pair->x0, old.x1, sizeof old.x1);
    memcpy(pair->x1, old.x0, sizeof old.x0);
    return true;
}

static bool Translate(Random* random, oracleKind kind, svMovingPair* pair) {
    double by[3];
    (void)kind;
    for (int k = 0; k < 3; ++k) {
        by[k] = Random_Between(random, -1000, 1000);
    }
    for (int i = 0; i < 24; ++i) {
        double* x = Coordinate(pair, i);
        double moved = *x + by[i % 3];
        if (!isfinite(moved) || moved - by[i % 3] != *x || moved - *x != by[i % 3]) {
            return false;
        }
        *x = moved;
    }
    return true;
}

static bool Scale(Random* random, oracleKind kind, svMovingPair* pair) {
    int exponent = Random_Between(random, -400, 400);
    (void)kind;
    for (int i = 0; i < 24; ++i) {
        double* x = Coordinate(pair, i);
        double scaled = ldexp(*x, exponent);
        if (!isfinite(scaled) || ldexp(scaled, -exponent) != *x) {
            return false;
        }
        *x = scaled;
    }
    return true;
}

// The exact predicate does not even mind one axis alone.
static bool ScaleAxis(Random* random, oracleKind kind, svMovingPair* pair) {
    int exponent = Random_Between(random, -100, 100);
    (void)kind;
    for (int i = Random_Below(random, 3); i < 24; i += 3) {
        double* x = Coordinate(pair, i);
        double scaled = ldexp(*x, exponent);
        if (!isfinite(scaled) || ldexp(scaled, -exponent) != *x) {
            return false;
        }
        *x = scaled;
    }
    return true;
}

static const Change changes[] = {
    {"vertices permuted", false, PermuteVertices},
    {"axes permuted", false, PermuteAxes},
    {"an axis mirrored", false, MirrorAxis},
    {"time reversed", true, ReverseTime},
    {"translated", false, Translate},
    {"scaled", false, Scale},
    {"an axis scaled", false, ScaleAxis},
};
enum { CHANGES = sizeof changes / sizeof changes[0] };

static svCcdResult FirstContact(oracleKind kind, const svMovingPair* pair, double tolerance) {
    svCcdDef def = svDefaultCcdDef();
    svCcdResult result = {0};
    def.tolerance = tolerance;
    assert_int_equal(CcdPair(kind, pair, &def, &result), SV_OK);
    return result;
}

// The same contact: brackets of the same first time have a point in common.
static void CheckChange(const Change* change, oracleKind kind, const svMovingPair* pair,
                        const svMovingPair* changed) {
    double tolerance = 0x1p-40;
    bool hit, changedHit;
    assert_int_equal(TestPair(kind, pair, &hit), SV_OK);
    assert_int_equal(TestPair(kind, changed, &changedHit), SV_OK);
    svCcdResult before = FirstContact(kind, pair, tolerance);
    svCcdResult after = FirstContact(kind, changed, tolerance);
    bool same = hit == changedHit && before.hit == hit && after.hit == hit;
    if (same && hit && !change->reversesTime) {
        same = before.tLo <= after.tHi && after.tLo <= before.tHi;
    }
    if (!same) {
        oraclePrintPair(pair);
        oraclePrintPair(changed);
        fail_msg("%s: another answer when %s", oracleKind_Name(kind), change->name);
    }
}

static void AnswersDoNotChange(void** state) {
    int applied[CHANGES] = {0};
    (void)state;
    for (int f = 0; f < movingFamilyCount; ++f) {
        Random random = {(uint64_t)f + 500};
        for (int n = 0; n < (movingFamilies[f].share < 5 ? 30 : 400); ++n) {
            oracleKind kind = (oracleKind)(n % 2);
            int c = n / 2 % CHANGES;
            svMovingPair pair, changed;
            movingFamilies[f].make(&random, kind, &pair);
            changed = pair;
            if (changes[c].apply(&random, kind, &changed)) {
                ++applied[c];
                CheckChange(&changes[c], kind, &pair, &changed);
            }
        }
    }
    for (int c = 0; c < CHANGES; ++c) {
        assert_true(applied[c] > 200);
    }
}

// A narrower bracket lies where the wider ones say that the contact is.
static void BracketsOfAllWidthsAgree(void** state) {
    (void)state;
    for (int f = 0; f < movingFamilyCount; ++f) {
        Random random = {(uint64_t)f + 600};
        for (int n = 0; n < (movingFamilies[f].share < 5 ? 10 : 100); ++n) {
            oracleKind kind = (oracleKind)(n % 2);
            svMovingPair pair;
            double lo = 0.0, hi = 1.0;
            movingFamilies[f].make(&random, kind, &pair);
            for (int bits = 0; bits <= 50; bits += 5) {
                svCcdResult result = FirstContact(kind, &pair, ldexp(1.0, -bits));
                if (!result.hit) {
                    break;
                }
                assert_true(result.tHi - result.tLo <= ldexp(1.0, -bits));
                assert_true(lo <= result.tLo && result.tHi <= hi);
                lo = result.tLo;
                hi = result.tHi;
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(AnswersDoNotChange),
        cmocka_unit_test(BracketsOfAllWidthsAgree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
