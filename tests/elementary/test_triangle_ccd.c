// Two moving triangles: the answers are those of their fifteen pairs of features, asked one by one,
// whatever the directions, the instruction set and the size of the batch; and those of the oracle.

#include "support/moving_triangles.h"
#include "support/oracle.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

#ifdef TEST_SANITIZED
enum { PAIR_COUNT = 2000, ORACLE_COUNT = 60 };
#else
enum { PAIR_COUNT = 16000, ORACLE_COUNT = 300 };
#endif

static TestTriangles makeMixed(Random* random, int i) {
    TestTriangles triangles;
    const TestTrianglesFamily family = i % 8 == 1     ? TRIANGLES_GRID
                                       : i % 32 == 3  ? TRIANGLES_FAR
                                       : i % 128 == 7 ? TRIANGLES_WILD
                                                      : TRIANGLES_NEAR;
    TestTriangles_Make(random, family, i % 5 == 0, &triangles);
    return triangles;
}

// The first contact by svVertexFace_Ccd and svEdgeEdge_Ccd.
static svTriangleCcdResult askOneByOne(const TestTriangles* triangles, const svCcdDef* def) {
    svTriangleCcdResult first = {0};
    bool exact = false;
    for (int f = 0; f < PAIR_FEATURES; ++f) {
        if (TestTriangles_Shares(triangles, f)) {
            continue;
        }
        const svMovingPair pair = TestTriangles_Feature(triangles, f);
        svCcdResult contact;
        assert_int_equal(f < PAIR_VF ? svVertexFace_Ccd(&pair, def, &contact)
                                     : svEdgeEdge_Ccd(&pair, def, &contact),
                         SV_OK);
        exact |= contact.exact;
        const bool earlier = contact.tLo < first.contact.tLo ||
                             (contact.tLo == first.contact.tLo && contact.tHi < first.contact.tHi);
        if (contact.hit && (!first.contact.hit || earlier)) {
            first.contact = contact;
            first.kind = f < PAIR_VF ? SV_VERTEX_FACE : SV_EDGE_EDGE;
            memcpy(first.points, pairFeatures[f], sizeof(first.points));
        }
    }
    first.contact.exact = exact;
    return first;
}

static void checkEqual(const svTriangleCcdResult* a, const svTriangleCcdResult* b) {
    assert_int_equal(a->contact.hit, b->contact.hit);
    assert_true(a->contact.tLo == b->contact.tLo && a->contact.tHi == b->contact.tHi);
    assert_int_equal(a->kind, b->kind);
    assert_memory_equal(a->points, b->points, sizeof(a->points));
    assert_memory_equal(a->contact.weights, b->contact.weights, sizeof(a->contact.weights));
    assert_memory_equal(a->contact.normal, b->contact.normal, sizeof(a->contact.normal));
    assert_true(a->contact.separationSlack == b->contact.separationSlack);
}

static void singleIsTheFeatures(void** state) {
    (void)state;
    Random random = {51};
    svCcdDef def = svDefaultCcdDef();
    int hits = 0, exact = 0;
    for (int i = 0; i < PAIR_COUNT; ++i) {
        const TestTriangles triangles = makeMixed(&random, i);
        const svMovingTrianglePair pair = TestTriangles_Pair(&triangles);
        svTriangleCcdResult result;
        assert_int_equal(svTrianglePair_Ccd(&pair, &def, &result), SV_OK);
        const svTriangleCcdResult expected = askOneByOne(&triangles, &def);
        checkEqual(&result, &expected);
        assert_true(expected.contact.exact || !result.contact.exact);
        hits += result.contact.hit;
        exact += result.contact.exact;
    }
    assert_true(hits > PAIR_COUNT / 20 && hits < PAIR_COUNT && exact > 0);
}

// Two corners come down on a face in the same bracket of times, the second of them exactly where it
// starts: that one is first.
static void contactAtTheStartOfABracketIsFirst(void** state) {
    (void)state;
    const double e = 0x1p-32;
    const svMovingTrianglePair pair = {.a0 = {{0, 0, 0.5 + e}, {1, 0, 0.5}, {0, 1, 5}},
                                       .a1 = {{0, 0, -0.5 + e}, {1, 0, -0.5}, {0, 1, 5}},
                                       .b0 = {{-10, -10, 0}, {10, -10, 0}, {0, 10, 0}},
                                       .b1 = {{-10, -10, 0}, {10, -10, 0}, {0, 10, 0}},
                                       .aIds = {0, 1, 2},
                                       .bIds = {3, 4, 5}};
    const svCcdDef def = svDefaultCcdDef();
    svTriangleCcdResult result;
    assert_int_equal(svTrianglePair_Ccd(&pair, &def, &result), SV_OK);
    assert_true(result.contact.tLo == 0.5 && result.contact.tHi == 0.5);
    assert_int_equal(result.points[0], 1);
}

// At a distance, where directions cannot help.
static void distanceIsThatOfTheFeatures(void** state) {
    (void)state;
    Random random = {52};
    svCcdDef def = svDefaultCcdDef();
    for (int i = 0; i < PAIR_COUNT / 40; ++i) {
        TestTriangles triangles;
        TestTriangles_Make(&random, TRIANGLES_NEAR, i % 5 == 0, &triangles);
        const svMovingTrianglePair pair = TestTriangles_Pair(&triangles);
        def.minSeparation = 0.01 * (1 + i % 20);
        svTriangleCcdResult result;
        assert_int_equal(svTrianglePair_Ccd(&pair, &def, &result), SV_OK);
        const svTriangleCcdResult expected = askOneByOne(&triangles, &def);
        checkEqual(&result, &expected);
    }
}

static void singleIsTheOracle(void** state) {
    (void)state;
    Random random = {53};
    const svCcdDef def = svDefaultCcdDef();
    int hits = 0;
    for (int i = 0; i < ORACLE_COUNT; ++i) {
        TestTriangles triangles;
        TestTriangles_Make(&random, (TestTrianglesFamily)(i % 3), i % 5 == 0, &triangles);
        const svMovingTrianglePair pair = TestTriangles_Pair(&triangles);
        svTriangleCcdResult result;
        assert_int_equal(svTrianglePair_Ccd(&pair, &def, &result), SV_OK);
        bool hit = false;
        for (int f = 0; f < PAIR_FEATURES && !hit; ++f) {
            const svMovingPair feature = TestTriangles_Feature(&triangles, f);
            hit = !TestTriangles_Shares(&triangles, f) &&
                  oracleContact(f < PAIR_VF ? ORACLE_VERTEX_FACE : ORACLE_EDGE_EDGE, &feature);
        }
        assert_int_equal(result.contact.hit, hit);
        hits += hit;
    }
    assert_true(hits > ORACLE_COUNT / 20 && hits < ORACLE_COUNT);
}

// Batches over shared positions, in which triangles that share vertices say so by their indices.
enum { BATCH = 1300 }; // more than two blocks

typedef struct Batch {
    TestTriangles triangles[BATCH];
    double x0[6 * BATCH][3], x1[6 * BATCH][3];
    uint32_t points[BATCH][6];
    svTriangleCcdResult expected[BATCH];
    svTriangleCcdBatchDef def;
} Batch;

static void makeBatch(Random* random, Batch* batch) {
    const svCcdDef def = svDefaultCcdDef();
    for (int i = 0; i < BATCH; ++i) {
        batch->triangles[i] = makeMixed(random, i);
        memcpy(batch->x0[6 * i], batch->triangles[i].corners.x[0], sizeof(double[6][3]));
        memcpy(batch->x1[6 * i], batch->triangles[i].corners.x[1], sizeof(double[6][3]));
        for (int c = 0; c < 6; ++c) {
            batch->points[i][c] = (uint32_t)(6 * i) + batch->triangles[i].ids[c];
        }
        batch->expected[i] = askOneByOne(&batch->triangles[i], &def);
    }
    batch->def = svDefaultTriangleCcdBatchDef();
    batch->def.x0 = svPositions_Double(batch->x0[0], 6 * BATCH);
    batch->def.x1 = svPositions_Double(batch->x1[0], 6 * BATCH);
    batch->def.points = batch->points[0];
    batch->def.count = BATCH;
}

static void checkBatch(const Batch* batch, bool wantTimes) {
    static uint8_t hits[BATCH];
    static svInterval times[BATCH];
    svTriangleCcdStats stats = {0};
    const svTriangleCcdBatchDef* def = &batch->def;
    memset(hits, 7, sizeof(hits));
    assert_int_equal(svTrianglePair_CcdBatch(def, hits, wantTimes ? times : NULL, &stats), SV_OK);
    uint64_t found = 0, separated = 0;
    for (size_t i = 0; i < BATCH; ++i) {
        if (i >= def->count) {
            assert_int_equal(hits[i], 7);
            continue;
        }
        const svCcdResult* expected = &batch->expected[i].contact;
        assert_int_equal(hits[i], expected->hit);
        if (wantTimes && expected->hit) {
            assert_true(times[i].lo == expected->tLo && times[i].hi == expected->tHi);
        }
        found += hits[i];
    }
    for (int kind = 0; kind < SV_DIRECTION_KINDS; ++kind) {
        separated += stats.separated[kind];
        assert_true((def->directions >> kind & 1) != 0 || stats.separated[kind] == 0);
    }
    assert_int_equal(stats.queries, def->count);
    assert_int_equal(stats.hits, found);
    assert_true(separated + stats.sharing + found <= def->count);
    assert_true(stats.ee.queries <= 9 * (def->count - separated));
}

static void batchesAgree(void** state) {
    (void)state;
    static Batch batch;
    Random random = {54};
    makeBatch(&random, &batch);
    for (int isa = SV_ISA_BEST; isa < SV_ISA_ENUM_COUNT; ++isa) {
        if (!svIsa_Available((svIsa)isa)) {
            continue;
        }
        batch.def.isa = (svIsa)isa;
        for (uint32_t directions = 0; directions <= SV_DIRECTIONS_ALL; ++directions) {
            batch.def.directions = directions;
            batch.def.trusted = directions % 2 == 0;
            batch.def.count = directions == SV_DIRECTIONS_ALL ? BATCH : 100 + directions;
            checkBatch(&batch, directions % 3 != 0);
        }
        for (size_t count = 0; count < 20; ++count) {
            batch.def.count = count;
            checkBatch(&batch, true);
        }
    }
}

// Every direction is there for something, and no set of instructions separates more than another.
static void everyDirectionCounts(void** state) {
    (void)state;
    static Batch batch;
    static uint8_t hits[BATCH];
    Random random = {55};
    makeBatch(&random, &batch);
    svTriangleCcdStats scalar = {0}, best = {0};
    batch.def.isa = SV_ISA_SCALAR;
    assert_int_equal(svTrianglePair_CcdBatch(&batch.def, hits, NULL, &scalar), SV_OK);
    batch.def.isa = SV_ISA_BEST;
    assert_int_equal(svTrianglePair_CcdBatch(&batch.def, hits, NULL, &best), SV_OK);
    for (int kind = 0; kind < SV_DIRECTION_KINDS; ++kind) {
        assert_true(scalar.separated[kind] > 0);
        assert_int_equal(scalar.separated[kind], best.separated[kind]);
    }
    assert_memory_equal(&scalar, &best, sizeof(scalar));
}

// Queries without a list of points are taken six by six, from floats as well.
static void packedFloatsAgree(void** state) {
    (void)state;
    enum { COUNT = 50 };
    Random random = {56};
    static float x0[COUNT][6][3], x1[COUNT][6][3];
    uint8_t hits[COUNT];
    bool expected[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        TestTriangles triangles;
        TestTriangles_Make(&random, TRIANGLES_NEAR, false, &triangles);
        for (int j = 0; j < 18; ++j) {
            float* at[2] = {&x0[i][j / 3][j % 3], &x1[i][j / 3][j % 3]};
            for (int t = 0; t < 2; ++t) {
                *at[t] = (float)triangles.corners.x[t][j / 3][j % 3];
                triangles.corners.x[t][j / 3][j % 3] = (double)*at[t];
            }
        }
        expected[i] = TestTriangles_Contacts(&triangles) != 0;
    }
    svTriangleCcdBatchDef def = svDefaultTriangleCcdBatchDef();
    def.x0 = svPositions_Float(x0[0][0], 6 * COUNT);
    def.x1 = svPositions_Float(x1[0][0], 6 * COUNT);
    def.count = COUNT;
    assert_int_equal(svTrianglePair_CcdBatch(&def, hits, NULL, NULL), SV_OK);
    for (int i = 0; i < COUNT; ++i) {
        assert_int_equal(hits[i], expected[i]);
    }
    def.count = COUNT + 1;
    assert_int_equal(svTrianglePair_CcdBatch(&def, hits, NULL, NULL), SV_ERROR_ARGUMENT);
}

static void refusals(void** state) {
    (void)state;
    Random random = {57};
    TestTriangles triangles;
    TestTriangles_Make(&random, TRIANGLES_NEAR, false, &triangles);
    svMovingTrianglePair pair = TestTriangles_Pair(&triangles);
    svCcdDef def = svDefaultCcdDef();
    svTriangleCcdResult result = {.kind = SV_EDGE_EDGE, .contact = {.tLo = -7}};
    assert_int_equal(svTrianglePair_Ccd(NULL, &def, &result), SV_ERROR_ARGUMENT);
    assert_int_equal(svTrianglePair_Ccd(&pair, NULL, &result), SV_ERROR_ARGUMENT);
    assert_int_equal(svTrianglePair_Ccd(&pair, &def, NULL), SV_ERROR_ARGUMENT);
    def.tolerance = 0;
    assert_int_equal(svTrianglePair_Ccd(&pair, &def, &result), SV_ERROR_ARGUMENT);
    def = svDefaultCcdDef();
    pair.bIds[2] = pair.aIds[0];
    assert_int_equal(svTrianglePair_Ccd(&pair, &def, &result), SV_ERROR_ARGUMENT);
    for (int i = 0; i < 36; ++i) {
        const double bad[2] = {(double)NAN, -HUGE_VAL};
        pair = TestTriangles_Pair(&triangles);
        double* parts[4] = {pair.a0[0], pair.b0[0], pair.a1[0], pair.b1[0]};
        parts[i / 9][i % 9] = bad[i % 2];
        assert_int_equal(svTrianglePair_Ccd(&pair, &def, &result), SV_ERROR_NOT_FINITE);
    }
    assert_true(result.contact.tLo == -7 && result.kind == SV_EDGE_EDGE);
}

static void batchRefusals(void** state) {
    (void)state;
    double x[6][3] = {{0}};
    uint32_t points[6] = {0, 1, 2, 3, 4, 5};
    uint8_t hits[1] = {7};
    svTriangleCcdBatchDef good = svDefaultTriangleCcdBatchDef();
    good.x0 = svPositions_Double(x[0], 6);
    good.x1 = good.x0;
    good.points = points;
    good.count = 1;
    assert_int_equal(svTrianglePair_CcdBatch(NULL, hits, NULL, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(svTrianglePair_CcdBatch(&good, NULL, NULL, NULL), SV_ERROR_ARGUMENT);
    svTriangleCcdBatchDef def = good;
    def.structSize = 0;
    assert_int_equal(svTrianglePair_CcdBatch(&def, hits, NULL, NULL), SV_ERROR_ARGUMENT);
    def = good;
    def.directions = SV_DIRECTIONS_ALL + 1;
    assert_int_equal(svTrianglePair_CcdBatch(&def, hits, NULL, NULL), SV_ERROR_ARGUMENT);
    def = good;
    def.x1.count = 5;
    assert_int_equal(svTrianglePair_CcdBatch(&def, hits, NULL, NULL), SV_ERROR_ARGUMENT);
    def = good;
    def.tolerance = 2;
    assert_int_equal(svTrianglePair_CcdBatch(&def, hits, NULL, NULL), SV_ERROR_ARGUMENT);
    points[5] = 6;
    assert_int_equal(svTrianglePair_CcdBatch(&good, hits, NULL, NULL), SV_ERROR_ARGUMENT);
    points[5] = 5;
    x[3][1] = (double)NAN;
    assert_int_equal(svTrianglePair_CcdBatch(&good, hits, NULL, NULL), SV_ERROR_NOT_FINITE);
    assert_int_equal(hits[0], 7);
    x[3][1] = 0;
    assert_int_equal(svTrianglePair_CcdBatch(&good, hits, NULL, NULL), SV_OK);
    assert_int_equal(hits[0], 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(singleIsTheFeatures),
        cmocka_unit_test(contactAtTheStartOfABracketIsFirst),
        cmocka_unit_test(distanceIsThatOfTheFeatures),
        cmocka_unit_test(singleIsTheOracle),
        cmocka_unit_test(batchesAgree),
        cmocka_unit_test(everyDirectionCounts),
        cmocka_unit_test(packedFloatsAgree),
        cmocka_unit_test(refusals),
        cmocka_unit_test(batchRefusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
