// Out of memory at every allocation: a status, nothing leaked, and what was there before stays
// usable.
#include "hierarchy/tree.h"

#include "support/allocator.h"
#include "support/test.h"
#include "support/tree_scenes.h"

static svStatus BuildAll(const TreeScene* scene, svBuilder builder, svLeaves* leaves,
                         svTree* tree) {
    svStatus status = TreeScene_BuildLeaves(scene, leaves);
    if (status != SV_OK) {
        assert_int_equal(leaves->count, 0);
        return status;
    }
    const uint32_t count = leaves->count;
    status = TreeScene_OrderLeaves(scene->context, builder, scene->points, scene->scale, leaves);
    assert_int_equal(leaves->count, count);
    if (status == SV_OK) {
        status = svTree_Shape(scene->context, SV_VOLUME_BOX, leaves->count, tree);
    }
    return status;
}

static size_t FailEverywhere(uint32_t number, svBuilder builder, bool once) {
    for (size_t failAt = 0;; ++failAt) {
        TestAllocator allocator = TestAllocator_Make();
        svContext* context = TestAllocator_NewContext(&allocator);
        TreeScene scene;
        assert_true(TreeScene_MakeNumber(context, number, &scene));
        TreeScene_Place(&scene, TREE_RANDOM, 21);
        const size_t liveBefore = allocator.live;
        TestAllocator_FailNth(&allocator, failAt, once);
        svLeaves leaves = {0};
        svTree tree = {0};
        const svStatus status = BuildAll(&scene, builder, &leaves, &tree);
        if (status != SV_OK) {
            assert_int_equal(status, SV_ERROR_MEMORY);
            assert_string_not_equal(svContext_LastError(context), "");
            // The same structs serve again.
            TestAllocator_FailNth(&allocator, SIZE_MAX / 2, once);
            assert_int_equal(BuildAll(&scene, builder, &leaves, &tree), SV_OK);
        }
        svLeaves_Destroy(context, &leaves);
        svTree_Destroy(context, &tree);
        assert_int_equal(allocator.live, liveBefore);
        TreeScene_Free(&scene);
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
    for (int builder = 0; builder < SV_BUILDER_ENUM_COUNT; ++builder) {
        assert_true(FailEverywhere(4, (svBuilder)builder, false) > 8);
        assert_true(FailEverywhere(4, (svBuilder)builder, true) > 8);
        assert_true(FailEverywhere(7, (svBuilder)builder, false) > 3);
    }
}

// A tree that cannot grow stays what it was.
static void TestKeepsShape(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    svTree tree = {0};
    assert_int_equal(svTree_Shape(context, SV_VOLUME_BOX, 100, &tree), SV_OK);
    TestAllocator_FailNth(&allocator, 0, false);
    const svTree before = tree;
    assert_int_equal(svTree_Shape(context, SV_VOLUME_DOP18, 100000, &tree), SV_ERROR_MEMORY);
    assert_memory_equal(&tree, &before, sizeof(tree));
    svTree_Destroy(context, &tree);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestOutOfMemory),
        cmocka_unit_test(TestKeepsShape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
