// Trees: every point is inside all of its ancestors, whatever the scene, the volume and the
// builder; a shape is reused; no input is slow.
#include "hierarchy/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/allocator.h"
#include "support/test.h"
#include "support/tree_scenes.h"
#include "support/volumes.h"

static void Fit(const TreeScene* scene, const svLeaves* leaves, svTree* tree) {
    for (uint32_t i = 0; i < leaves->count; ++i) {
        const svLeafPoints points = TreeScene_LeafPoints(scene, leaves->leaves + i);
        svVolume_Fit(tree->volume, &points, 0, svTree_Node(tree, 0, i / SV_WIDTH) + i % SV_WIDTH);
    }
    svTree_Refit(tree);
}

static void CheckShape(const svTree* tree, uint32_t leafCount) {
    uint32_t items = leafCount;
    for (uint32_t l = 0; l < tree->levelCount; ++l) {
        const svTreeLevel* const level = tree->levels + l;
        assert_int_equal(level->childCount, items);
        assert_int_equal(level->nodeCount, (items + SV_WIDTH - 1) / SV_WIDTH);
        assert_int_equal((uintptr_t)level->bounds % 64, 0);
        uint32_t children = 0;
        for (uint32_t i = 0; i < level->nodeCount; ++i) {
            assert_in_range(svTree_ChildCount(level, i), 1, SV_WIDTH);
            children += svTree_ChildCount(level, i);
        }
        assert_int_equal(children, items);
        items = level->nodeCount;
    }
    assert_int_equal(items, leafCount == 0 ? 0 : 1);
    assert_int_equal(tree->levelCount == 0, leafCount == 0);
}

static void CheckInside(const TreeScene* scene, const svLeaves* leaves, const svTree* tree) {
    for (uint32_t i = 0; i < leaves->count; ++i) {
        const svLeafPoints points = TreeScene_LeafPoints(scene, leaves->leaves + i);
        uint32_t item = i;
        for (uint32_t l = 0; l < tree->levelCount; ++l, item /= SV_WIDTH) {
            const float* const column = svTree_Node(tree, l, item / SV_WIDTH) + item % SV_WIDTH;
            for (int time = 0; time < 2; ++time) {
                const TestVolume around = TestVolume_At(tree->volume, column, time);
                for (int p = 0; p < SV_WIDTH; ++p) {
                    const long double point[3] = {(long double)points.x[time][0][p],
                                                  (long double)points.x[time][1][p],
                                                  (long double)points.x[time][2][p]};
                    assert_true(TestVolume_HasPoint(tree->volume, &around, point));
                }
            }
        }
    }
}

static void TestInside(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    TreeScene scene;
    svLeaves leaves = {0};
    svTree tree = {0};
    for (uint32_t number = 0; TreeScene_MakeNumber(context, number, &scene); ++number) {
        for (int n = 0; n < TREE_PLACEMENT_COUNT * SV_BUILDER_ENUM_COUNT; ++n) {
            const svBuilder builder = (svBuilder)(n % SV_BUILDER_ENUM_COUNT);
            TreeScene_Place(&scene, (TreePlacement)(n / SV_BUILDER_ENUM_COUNT), 9);
            assert_int_equal(TreeScene_BuildLeaves(&scene, &leaves), SV_OK);
            assert_int_equal(
                TreeScene_OrderLeaves(context, builder, scene.points, scene.scale, &leaves), SV_OK);
            for (int volume = 0; volume < SV_VOLUME_ENUM_COUNT; ++volume) {
                assert_int_equal(svTree_Shape(context, (svVolume)volume, leaves.count, &tree),
                                 SV_OK);
                CheckShape(&tree, leaves.count);
                Fit(&scene, &leaves, &tree);
                CheckInside(&scene, &leaves, &tree);
                assert_true(isfinite(svTree_Cost(&tree)) && svTree_Cost(&tree) >= 0);
            }
        }
        TreeScene_Free(&scene);
    }
    svLeaves_Destroy(context, &leaves);
    svTree_Destroy(context, &tree);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

// Builders make a tree that is far cheaper than leaves in no order; and the cost sees a tree that
// its motion has spoilt.
static void TestCost(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    TreeScene scene;
    assert_true(TreeScene_MakeNumber(context, 5, &scene));
    TreeScene_Place(&scene, TREE_TRIANGLES, 2);
    svLeaves leaves = {0};
    svTree tree = {0};
    double costs[SV_BUILDER_ENUM_COUNT];
    for (int builder = 0; builder < SV_BUILDER_ENUM_COUNT; ++builder) {
        assert_int_equal(TreeScene_BuildLeaves(&scene, &leaves), SV_OK);
        assert_int_equal(
            TreeScene_OrderLeaves(context, (svBuilder)builder, scene.points, scene.scale, &leaves),
            SV_OK);
        assert_int_equal(svTree_Shape(context, SV_VOLUME_BOX, leaves.count, &tree), SV_OK);
        Fit(&scene, &leaves, &tree);
        costs[builder] = svTree_Cost(&tree);
    }
    assert_true(costs[SV_BUILDER_SAH] <= costs[SV_BUILDER_MORTON]);
    // The same leaves, each moved to a place of its own.
    TreeScene_Place(&scene, TREE_TRIANGLES, 3);
    Fit(&scene, &leaves, &tree);
    assert_true(svTree_Cost(&tree) > 1.5 * costs[SV_BUILDER_SAH]);
    TreeScene_Free(&scene);
    svLeaves_Destroy(context, &leaves);
    svTree_Destroy(context, &tree);
    svContext_Destroy(context);
}

// Shapes of equal or smaller size allocate nothing.
static void TestReuse(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    svTree tree = {0};
    assert_int_equal(svTree_Shape(context, SV_VOLUME_DOP18, 5000, &tree), SV_OK);
    const size_t attempts = allocator.attempts;
    static const uint32_t counts[] = {5000, 0, 1, 15, 16, 17, 256, 257, 4096, 4097, 4999};
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); ++i) {
        for (int volume = 0; volume < SV_VOLUME_ENUM_COUNT; ++volume) {
            assert_int_equal(svTree_Shape(context, (svVolume)volume, counts[i], &tree), SV_OK);
            CheckShape(&tree, counts[i]);
            for (uint32_t l = 0; l < tree.levelCount; ++l) {
                memset(tree.levels[l].bounds, 0,
                       tree.levels[l].nodeCount * tree.rows * SV_WIDTH * sizeof(float));
            }
            svTree_Refit(&tree);
            assert_true(svTree_Cost(&tree) >= 0);
        }
    }
    assert_int_equal(allocator.attempts, attempts);
    svTree_Destroy(context, &tree);
    assert_null(tree.memory);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

// Many leaves in one place, on one line, and each twice as far as the one before it.
static void TestManyLeaves(void** state) {
    (void)state;
    const uint32_t count = 100000;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    double* points = calloc((size_t)count * 8, sizeof(*points));
    svLeaf* leaves = calloc(count, sizeof(*leaves));
    uint8_t* seen = malloc(count);
    assert_true(points != NULL && leaves != NULL && seen != NULL);
    for (int n = 0; n < 3 * SV_BUILDER_ENUM_COUNT; ++n) {
        for (uint32_t i = 0; i < count; ++i) {
            const double x = n / 3 == 0   ? 0.5
                             : n / 3 == 1 ? i * 0x1p-20
                                          : ldexp(1.0, -(int)(i % 1000));
            points[8 * (size_t)i] = points[8 * (size_t)i + 4] = x;
            leaves[i] = (svLeaf){.vertices = {i}, .vertexCount = 1};
        }
        svLeaves list = {leaves, count, count};
        assert_int_equal(TreeScene_OrderLeaves(context, (svBuilder)(n % 3), points, 1, &list),
                         SV_OK);
        memset(seen, 0, count);
        for (uint32_t i = 0; i < count; ++i) {
            ++seen[leaves[i].vertices[0]];
        }
        for (uint32_t i = 0; i < count; ++i) {
            assert_int_equal(seen[i], 1);
        }
    }
    free(points);
    free(leaves);
    free(seen);
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestInside),
        cmocka_unit_test(TestCost),
        cmocka_unit_test(TestReuse),
        cmocka_unit_test(TestManyLeaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
