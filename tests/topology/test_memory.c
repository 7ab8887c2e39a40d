// Out of memory at every allocation: a status, nothing leaked, and the outputs zeroed.
#include "topology/topology.h"

#include "support/allocator.h"
#include "support/meshes.h"
#include "support/test.h"

// Returns how many allocations the build needs.
static size_t FailEverywhere(const TestMesh* mesh, bool once) {
    for (size_t failAt = 0;; ++failAt) {
        TestAllocator allocator = TestAllocator_Make();
        svContext* context = TestAllocator_NewContext(&allocator);
        const size_t liveBefore = allocator.live;
        TestAllocator_FailNth(&allocator, failAt, once);
        svTopology topology;
        const svStatus status = svTopology_Build(context, mesh->triangles, mesh->triangleCount,
                                                 mesh->vertexCount, &topology);
        if (status == SV_OK) {
            svTopology_Destroy(context, &topology);
        } else {
            assert_int_equal(status, SV_ERROR_MEMORY);
            assert_null(topology.edges);
            assert_null(topology.triangles);
        }
        assert_int_equal(svContext_BytesInUse(context), 0);
        assert_int_equal(allocator.live, liveBefore);
        svContext_Destroy(context);
        assert_int_equal(allocator.live, 0);
        assert_false(allocator.misaligned);
        if (status == SV_OK) {
            return failAt;
        }
    }
}

static void TestOutOfMemory(void** state) {
    (void)state;
    // Large enough for several blocks of scratch.
    TestMesh mesh = TestMesh_Grid(90, 80);
    assert_true(FailEverywhere(&mesh, false) > 16);
    assert_true(FailEverywhere(&mesh, true) > 16);
    TestMesh_Free(&mesh);
    mesh = TestMesh_Book(5);
    assert_true(FailEverywhere(&mesh, false) > 16);
    assert_true(FailEverywhere(&mesh, true) > 16);
    TestMesh_Free(&mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(TestOutOfMemory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
