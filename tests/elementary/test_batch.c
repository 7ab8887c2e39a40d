// The batch functions: every size and instruction set, floats and doubles, indexed or not, equal to
// the single functions bit for bit; and what they refuse.
#include "support/by_kind.h"
#include "support/generate.h"
#include "support/test.h"

#include "elementary/ccd/ccd_batch.h"
#include "elementary/ccd/ccd_block.h"

#include <math.h>
#include <string.h>

enum { MAX_QUERIES = 67 }; // more than eight lanes eight times, and a rest

typedef struct Queries {
    oracleKind kind;
    svMovingPair pairs[MAX_QUERIES];
    double x0[4 * MAX_QUERIES][3], x1[4 * MAX_QUERIES][3];
    svCcdResult results[MAX_QUERIES]; // of the single function
} Queries;

// Families of support/generate.h; a mix of all, so that lanes of one step take different paths.
enum { UNIFORM, FLOATS, MIXED };

static void MakeQueries(Queries* queries, Random* random, oracleKind kind, int family) {
    queries->kind = kind;
    assert_string_equal(movingFamilies[UNIFORM].name, "uniform");
    assert_string_equal(movingFamilies[FLOATS].name, "floats");
    for (int i = 0; i < MAX_QUERIES; ++i) {
        svMovingPair* pair = &queries->pairs[i];
        int f = Random_Below(random, movingFamilyCount);
        movingFamilies[family == MIXED ? f : family].make(random, kind, pair);
        memcpy(queries->x0[4 * i], pair->x0, sizeof pair->x0);
        memcpy(queries->x1[4 * i], pair->x1, sizeof pair->x1);
        svCcdDef def = svDefaultCcdDef();
        assert_int_equal(CcdPair(kind, pair, &def, &queries->results[i]), SV_OK);
    }
}

static void CheckAgainstSingles(const Queries* queries, const svCcdBatchDef* def,
                                const uint32_t* order) {
    uint8_t hits[MAX_QUERIES];
    svInterval times[MAX_QUERIES];
    const svInterval untouched = {-7.0, -8.0};
    svCcdStats stats = {0};
    uint64_t hitCount = 0;
    for (size_t i = 0; i < MAX_QUERIES; ++i) {
        hits[i] = 7;
        times[i] = untouched;
    }
    assert_int_equal(CcdBatch(queries->kind, def, hits, times, &stats), SV_OK);
    for (size_t i = 0; i < MAX_QUERIES; ++i) {
        const svCcdResult* single = &queries->results[order != NULL ? order[i] : i];
        svInterval expected = untouched;
        if (i < def->count && single->hit) {
            expected = (svInterval){single->tLo, single->tHi};
        }
        assert_int_equal(hits[i], i < def->count ? single->hit : 7);
        assert_memory_equal(&times[i], &expected, sizeof expected);
        hitCount += i < def->count && hits[i];
    }
    assert_int_equal(stats.queries, def->count);
    assert_int_equal(stats.hits, hitCount);
    assert_int_equal(stats.queries, stats.separated + stats.aside + stats.outside + stats.inside +
                                        stats.filtered + stats.exact);
}

static svCcdBatchDef DoubleDef(const Queries* queries, size_t count, svIsa isa) {
    svCcdBatchDef def = svDefaultCcdBatchDef();
    def.x0 = svPositions_Double(queries->x0[0], 4 * MAX_QUERIES);
    def.x1 = svPositions_Double(queries->x1[0], 4 * MAX_QUERIES);
    def.count = count;
    def.tolerance = svDefaultCcdDef().tolerance;
    def.isa = isa;
    return def;
}

static void AllSizesAndSetsAgree(void** state) {
    Random random = {21};
    Queries queries;
    (void)state;
    for (int n = 0; n < 4; ++n) {
        MakeQueries(&queries, &random, (oracleKind)(n % 2), MIXED);
        for (int isa = SV_ISA_BEST; isa < SV_ISA_ENUM_COUNT; ++isa) {
            if (isa != SV_ISA_BEST && !svIsa_Available((svIsa)isa)) {
                continue;
            }
            for (size_t count = 0; count <= MAX_QUERIES; ++count) {
                svCcdBatchDef def = DoubleDef(&queries, count, (svIsa)isa);
                def.trusted = count % 2 == 0;
                CheckAgainstSingles(&queries, &def, NULL);
            }
        }
    }
}

static void IndexedQueriesAgree(void** state) {
    Random random = {22};
    Queries queries;
    (void)state;
    for (int n = 0; n < 8; ++n) {
        uint32_t points[4 * MAX_QUERIES], order[MAX_QUERIES];
        MakeQueries(&queries, &random, (oracleKind)(n % 2), MIXED);
        for (uint32_t i = 0; i < MAX_QUERIES; ++i) {
            order[i] = (uint32_t)Random_Below(&random, MAX_QUERIES);
            for (uint32_t k = 0; k < 4; ++k) {
                points[4 * i + k] = 4 * order[i] + k;
            }
        }
        for (int isa = SV_ISA_BEST; isa < SV_ISA_ENUM_COUNT; ++isa) {
            if (isa == SV_ISA_BEST || svIsa_Available((svIsa)isa)) {
                svCcdBatchDef def = DoubleDef(&queries, MAX_QUERIES, (svIsa)isa);
                def.points = points;
                CheckAgainstSingles(&queries, &def, order);
            }
        }
    }
}

// Floats, with a stride that leaves room for something else, and doubles next to each other.
static void FloatsAgreeWithDoubles(void** state) {
    Random random = {23};
    static Queries queries;
    static float x0[4 * MAX_QUERIES][5], x1[4 * MAX_QUERIES][3];
    (void)state;
    for (int n = 0; n < 8; ++n) {
        MakeQueries(&queries, &random, (oracleKind)(n % 2), FLOATS);
        for (int i = 0; i < 12 * MAX_QUERIES; ++i) {
            x0[i / 3][i % 3] = (float)queries.x0[i / 3][i % 3];
            x1[i / 3][i % 3] = (float)queries.x1[i / 3][i % 3];
            x0[i / 3][3] = x0[i / 3][4] = NAN;
        }
        for (int isa = SV_ISA_BEST; isa < SV_ISA_ENUM_COUNT; ++isa) {
            if (isa != SV_ISA_BEST && !svIsa_Available((svIsa)isa)) {
                continue;
            }
            svCcdBatchDef def = DoubleDef(&queries, MAX_QUERIES, (svIsa)isa);
            def.x0 = svPositions_Float(x0[0], 4 * MAX_QUERIES);
            def.x0.stride = sizeof x0[0];
            def.x1 = svPositions_Float(x1[0], 4 * MAX_QUERIES);
            CheckAgainstSingles(&queries, &def, NULL);
        }
    }
}

static void StatisticsAddUp(void** state) {
    Random random = {24};
    Queries queries;
    uint8_t hits[MAX_QUERIES];
    svCcdStats once = {0}, twice = {0};
    (void)state;
    MakeQueries(&queries, &random, ORACLE_EDGE_EDGE, MIXED);
    svCcdBatchDef def = DoubleDef(&queries, MAX_QUERIES, SV_ISA_BEST);
    assert_int_equal(CcdBatch(queries.kind, &def, hits, NULL, &once), SV_OK);
    assert_int_equal(CcdBatch(queries.kind, &def, hits, NULL, &twice), SV_OK);
    assert_int_equal(CcdBatch(queries.kind, &def, hits, NULL, &twice), SV_OK);
    assert_int_equal(twice.queries, 2 * once.queries);
    assert_int_equal(twice.exact, 2 * once.exact);
    assert_int_equal(twice.hits, 2 * once.hits);
}

static void Refuses(oracleKind kind, const svCcdBatchDef* def, svStatus status) {
    uint8_t hits[MAX_QUERIES];
    memset(hits, 7, sizeof hits);
    assert_int_equal(CcdBatch(kind, def, hits, NULL, NULL), status);
    for (size_t i = 0; i < MAX_QUERIES; ++i) {
        assert_int_equal(hits[i], 7);
    }
}

// Batches around the size of the kernels' blocks and over several of them, the last one partial.
static void BlocksAgree(void** state) {
    enum { MOST = 3 * SV_CCD_BLOCK + 5 };
    static const size_t counts[] = {SV_CCD_BLOCK - 1, SV_CCD_BLOCK, SV_CCD_BLOCK + 1, MOST};
    static uint32_t points[4 * MOST];
    static uint32_t order[MOST];
    static uint8_t hits[MOST];
    static svInterval times[MOST];
    Random random = {26};
    Queries queries;
    (void)state;
    for (int step = 0; step < 2 * SV_ISA_ENUM_COUNT; ++step) {
        const svIsa isa = (svIsa)(step / 2);
        if (!svIsa_Available(isa)) {
            continue;
        }
        MakeQueries(&queries, &random, (oracleKind)(step % 2), MIXED);
        for (size_t i = 0; i < MOST; ++i) {
            order[i] = (uint32_t)Random_Below(&random, MAX_QUERIES);
            for (uint32_t c = 0; c < 4; ++c) {
                points[4 * i + c] = 4 * order[i] + c;
            }
        }
        for (size_t c = 0; c < sizeof(counts) / sizeof(counts[0]); ++c) {
            svCcdBatchDef def = DoubleDef(&queries, counts[c], isa);
            def.points = points;
            assert_int_equal(CcdBatch(queries.kind, &def, hits, times, NULL), SV_OK);
            for (size_t i = 0; i < counts[c]; ++i) {
                const svCcdResult* single = &queries.results[order[i]];
                assert_int_equal(hits[i], single->hit);
                if (single->hit) {
                    assert_true(times[i].lo == single->tLo && times[i].hi == single->tHi);
                }
            }
        }
    }
}

// Whoever finds a contact gives it the bracket of exact arithmetic: j w and (j+1) w for a power of
// two w, or j w twice. Here all of them through the pass in single precision, too.
static void BracketsAreThoseOfExactArithmetic(void** state) {
    static const double tolerances[] = {1, 0x1p-30, 0x1.8p-34, 0x1p-44, 0x1p-50};
    static Queries queries;
    static double both[4 * MAX_QUERIES][8];
    static uint32_t points[4 * MAX_QUERIES];
    uint8_t hits[MAX_QUERIES], untimed[MAX_QUERIES];
    svInterval times[MAX_QUERIES];
    int sides[MAX_QUERIES];
    Random random = {27};
    svCcdStats ofPlain = {0};
    uint64_t brackets = 0;
    (void)state;
    for (int round = 0; round < 40 * SV_ISA_ENUM_COUNT; ++round) {
        const bool plain = round / SV_ISA_ENUM_COUNT % 3 == 0; // else mostly hard ones
        const svIsa isa = (svIsa)(round % SV_ISA_ENUM_COUNT);
        const svPairKind kind = round / SV_ISA_ENUM_COUNT % 2 == 0 ? SV_VERTEX_FACE : SV_EDGE_EDGE;
        const double tolerance = tolerances[round / SV_ISA_ENUM_COUNT % 5];
        const double width = svCcd_Width(tolerance);
        if (!svIsa_Available(isa)) {
            continue;
        }
        MakeQueries(&queries, &random, kind == SV_EDGE_EDGE ? ORACLE_EDGE_EDGE : ORACLE_VERTEX_FACE,
                    plain ? UNIFORM : MIXED);
        for (uint32_t i = 0; i < 4 * MAX_QUERIES; ++i) {
            points[i] = i;
            memcpy(both[i], queries.x0[i], sizeof(queries.x0[i]));
            memcpy(both[i] + 4, queries.x1[i], sizeof(queries.x1[i]));
        }
        svCcdBatchDef def = DoubleDef(&queries, MAX_QUERIES, isa);
        svCcdStats stats = {0};
        def.points = points;
        def.tolerance = tolerance;
        const svCcdBatchOut out = {hits, times, sides, both[0]};
        const svCcdBatchOut booleans = {untimed, NULL, NULL, both[0]};
        assert_int_equal(svCcdBatch_Run(&def, kind, &out, &stats), SV_OK);
        assert_int_equal(svCcdBatch_Run(&def, kind, &booleans, NULL), SV_OK);
        assert_memory_equal(hits, untimed, sizeof(hits));
        for (int i = 0; i < MAX_QUERIES; ++i) {
            svCcdFound found;
            assert_int_equal(svCcdExact(&queries.pairs[i], kind, NULL, width, &found), SV_OK);
            assert_int_equal(hits[i], found.hit);
            if (found.hit) {
                assert_true(times[i].lo == found.times.lo && times[i].hi == found.times.hi);
                assert_true(times[i].hi == times[i].lo || times[i].hi == times[i].lo + width);
                assert_true(fmod(times[i].lo, width) == 0);
                assert_int_equal(sides[i], found.side);
                ++brackets;
            }
        }
        if (plain && tolerance >= 0x1p-30) {
            svCcdStats_Add(&ofPlain, &stats);
        }
    }
    print_message("%llu brackets; of plain pairs %llu, %llu by exact arithmetic itself\n",
                  (unsigned long long)brackets, (unsigned long long)ofPlain.hits,
                  (unsigned long long)ofPlain.exact);
    assert_true(brackets > 1000 && ofPlain.hits > 100 && ofPlain.exact < ofPlain.hits / 10);
}

static void RefusesBadDefs(void** state) {
    Random random = {25};
    Queries queries;
    uint32_t points[4 * MAX_QUERIES] = {0};
    (void)state;
    MakeQueries(&queries, &random, ORACLE_VERTEX_FACE, MIXED);
    for (int kind = 0; kind < ORACLE_KIND_COUNT; ++kind) {
        const svCcdBatchDef good = DoubleDef(&queries, MAX_QUERIES, SV_ISA_BEST);
        svCcdBatchDef def = good;
        def.structSize = 0;
        Refuses((oracleKind)kind, &def, SV_ERROR_ARGUMENT);
        def = good;
        def.tolerance = 0.0;
        Refuses((oracleKind)kind, &def, SV_ERROR_ARGUMENT);
        def = good;
        def.tolerance = (double)NAN;
        Refuses((oracleKind)kind, &def, SV_ERROR_ARGUMENT);
        def = good;
        def.x1.count -= 1;
        Refuses((oracleKind)kind, &def, SV_ERROR_ARGUMENT);
        def = good;
        def.x0.data = NULL;
        Refuses((oracleKind)kind, &def, SV_ERROR_ARGUMENT);
        def = good;
        def.x1.stride = 0;
        Refuses((oracleKind)kind, &def, SV_ERROR_ARGUMENT);
        def = good;
        def.x0.stride = 3 * sizeof(double) + 4;
        Refuses((oracleKind)kind, &def, SV_ERROR_ARGUMENT);
        def = good;
        def.x0.scalar = (svScalar)7;
        Refuses((oracleKind)kind, &def, SV_ERROR_ARGUMENT);
        def = good;
        def.count += 1; // more queries than points
        Refuses((oracleKind)kind, &def, SV_ERROR_ARGUMENT);
        def = good;
        def.points = points;
        points[4 * MAX_QUERIES - 1] = 4 * MAX_QUERIES; // out of range
        Refuses((oracleKind)kind, &def, SV_ERROR_ARGUMENT);
        def = good;
        def.isa = SV_ISA_ENUM_COUNT;
        Refuses((oracleKind)kind, &def, SV_ERROR_ARGUMENT);
        def = good;
        double kept = queries.x1[4 * MAX_QUERIES - 1][2];
        queries.x1[4 * MAX_QUERIES - 1][2] = (double)NAN;
        Refuses((oracleKind)kind, &def, SV_ERROR_NOT_FINITE);
        queries.x1[4 * MAX_QUERIES - 1][2] = kept;
        assert_int_equal(CcdBatch((oracleKind)kind, NULL, NULL, NULL, NULL), SV_ERROR_ARGUMENT);
        assert_int_equal(CcdBatch((oracleKind)kind, &good, NULL, NULL, NULL), SV_ERROR_ARGUMENT);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(AllSizesAndSetsAgree),
        cmocka_unit_test(IndexedQueriesAgree),
        cmocka_unit_test(FloatsAgreeWithDoubles),
        cmocka_unit_test(StatisticsAddUp),
        cmocka_unit_test(BlocksAgree),
        cmocka_unit_test(BracketsAreThoseOfExactArithmetic),
        cmocka_unit_test(RefusesBadDefs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
