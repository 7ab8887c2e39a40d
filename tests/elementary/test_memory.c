// Memory of the exact path: none for coordinates of ordinary spread, the caller's allocator beyond,
// and a status where there is none to be had.

#include "selvage/elementary.h"

#include "support/allocator.h"
#include "support/oracle.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

// A vertex that comes to rest on an edge of the face at t=1: beyond every filter. The face's
// corners differ by `binades` binary orders of magnitude.
static svMovingPair TouchingPair(int binades) {
    const double small = ldexp(1, -binades);
    return (svMovingPair){
        .x0 = {{0.25, 0.25, 1}, {small, 0, small}, {1, small, 0}, {0, 1, -small}},
        .x1 = {
            {0.5, 0.5 + small / 2, -small / 2}, {small, 0, small}, {1, small, 0}, {0, 1, -small}}};
}

static void OrdinarySpreadNeedsNone(void** state) {
    (void)state;
    for (int binades = 1; binades <= 50; ++binades) {
        TestAllocator allocator = TestAllocator_Make();
        TestAllocator_FailNth(&allocator, 0, false);
        const svMovingPair pair = TouchingPair(binades);
        svCcdDef def = svDefaultCcdDef();
        def.allocator = TestAllocator_Hooks(&allocator);
        def.tolerance = 0x1p-50;
        svCcdResult result;
        assert_int_equal(svVertexFace_Ccd(&pair, &def, &result), SV_OK);
        assert_true(result.hit == oracleVertexFace(&pair));
        assert_int_equal(svEdgeEdge_Ccd(&pair, &def, &result), SV_OK);
        assert_true(result.hit == oracleEdgeEdge(&pair));
        assert_int_equal(allocator.attempts, 0);
    }
}

static void FullRangeUsesTheAllocator(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    const svMovingPair pair = TouchingPair(1000);
    svCcdDef def = svDefaultCcdDef();
    def.allocator = TestAllocator_Hooks(&allocator);
    svCcdResult result;
    assert_int_equal(svVertexFace_Ccd(&pair, &def, &result), SV_OK);
    assert_true(result.exact);
    assert_true(result.hit == oracleVertexFace(&pair));
    assert_true(allocator.allocations > 0);
    assert_int_equal(allocator.live, 0);

    const size_t needed = allocator.attempts;
    for (size_t n = 0; n < needed; ++n) {
        svCcdResult untouched;
        memset(&untouched, 0x5a, sizeof(untouched));
        svCcdResult before = untouched;
        TestAllocator_FailNth(&allocator, n, true);
        assert_int_equal(svVertexFace_Ccd(&pair, &def, &untouched), SV_ERROR_MEMORY);
        assert_memory_equal(&untouched, &before, sizeof(before));
        assert_int_equal(allocator.live, 0);
    }
}

static void BatchesUseTheAllocator(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    const svMovingPair pair = TouchingPair(1000);
    svCcdBatchDef def = svDefaultCcdBatchDef();
    def.x0 = svPositions_Double(pair.x0[0], 4);
    def.x1 = svPositions_Double(pair.x1[0], 4);
    def.count = 1;
    def.allocator = TestAllocator_Hooks(&allocator);
    uint8_t hit = 2;
    svInterval times;
    svCcdStats stats = {0};
    assert_int_equal(svVertexFace_CcdBatch(&def, &hit, &times, &stats), SV_OK);
    assert_int_equal(hit, oracleVertexFace(&pair));
    assert_int_equal(stats.exact, 1);
    assert_true(allocator.allocations > 0);
    assert_int_equal(allocator.live, 0);

    TestAllocator_FailNth(&allocator, 0, false);
    const svCcdStats before = stats;
    assert_int_equal(svVertexFace_CcdBatch(&def, &hit, &times, &stats), SV_ERROR_MEMORY);
    assert_memory_equal(&stats, &before, sizeof(before));
    assert_int_equal(allocator.live, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(OrdinarySpreadNeedsNone),
        cmocka_unit_test(FullRangeUsesTheAllocator),
        cmocka_unit_test(BatchesUseTheAllocator),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
