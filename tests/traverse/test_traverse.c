// Traversal against brute force: every pair of leaves that meet, each once, the same with every
// instruction set and wherever the traversal is split.

#include "volumes.h"

#include "support/allocator.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_LEAVES = 3000 };

// A folded sheet of leaves in the order of a space-filling curve: neighbours are near.
static Volume RandomLeaf(Random* random, svVolume volume, uint32_t leaf, int size) {
    double centre[3] = {0, 0, 0};
    for (int bit = 0; bit < 12; ++bit) {
        centre[bit % 2] += (leaf >> bit & 1) != 0 ? GRID * (64 << bit / 2) : 0.0;
    }
    centre[2] = centre[0] > 0.5 ? 1 - centre[0] : centre[0];
    return Volume_Random(random, volume, centre, size, size);
}

// Around the children: for spheres, around the centre of the first one.
static Volume MergeVolumes(svVolume volume, const float* node, uint32_t count) {
    Volume merged = Volume_Load(volume, node);
    const int half = RowsOf(volume) / 2;
    for (uint32_t child = 1; child < count; ++child) {
        const Volume v = Volume_Load(volume, node + child);
        for (int row = 0; row < 2 * half; ++row) {
            float* const to = &merged.rows[row];
            if (volume != SV_VOLUME_SPHERE) {
                const bool lower = row % half < half / 2;
                *to = (v.rows[row] < *to) == lower ? v.rows[row] : *to;
            } else if (row % half == 3) {
                double squared = 0;
                for (int k = 1; k <= 3; ++k) {
                    squared += pow((double)v.rows[row - k] - (double)merged.rows[row - k], 2);
                }
                // Rounded up: a part in a million is more than the errors of both types.
                const double reach = (sqrt(squared) + (double)v.rows[row]) * (1 + 0x1p-20);
                *to = reach > (double)*to ? (float)reach : *to;
            }
        }
    }
    return merged;
}

static void AllocateLevels(svTree* tree, svVolume volume, uint32_t leafCount) {
    memset(tree, 0, sizeof(*tree));
    tree->volume = volume;
    tree->rows = (uint32_t)RowsOf(volume);
    for (uint32_t items = leafCount; items > 0;) {
        svTreeLevel* const level = &tree->levels[tree->levelCount++];
        level->childCount = items;
        level->nodeCount = (items + SV_WIDTH - 1) / SV_WIDTH;
        const size_t bytes = sizeof(float) * level->nodeCount * tree->rows * SV_WIDTH;
        level->bounds = aligned_alloc(64, bytes);
        assert_non_null(level->bounds);
        memset(level->bounds, 0x7f, bytes); // lanes past the children: large numbers
        items = level->nodeCount == 1 ? 0 : level->nodeCount;
    }
}

static float* Column(const svTree* tree, uint32_t level, uint32_t item) {
    return svTree_Node(tree, level, item / SV_WIDTH) + item % SV_WIDTH;
}

static void MakeTree(Random* random, svVolume volume, uint32_t leafCount, int size, svTree* tree) {
    AllocateLevels(tree, volume, leafCount);
    for (uint32_t leaf = 0; leaf < leafCount; ++leaf) {
        const Volume v = RandomLeaf(random, volume, leaf, size);
        Volume_Store(&v, volume, Column(tree, 0, leaf));
    }
    for (uint32_t level = 1; level < tree->levelCount; ++level) {
        for (uint32_t node = 0; node < tree->levels[level].childCount; ++node) {
            const svTreeLevel* const below = &tree->levels[level - 1];
            const Volume v = MergeVolumes(volume, svTree_Node(tree, level - 1, node),
                                          svTree_ChildCount(below, node));
            Volume_Store(&v, volume, Column(tree, level, node));
        }
    }
}

static void FreeTree(svTree* tree) {
    for (uint32_t level = 0; level < tree->levelCount; ++level) {
        free(tree->levels[level].bounds);
    }
}

// How often each pair of leaves came.
typedef struct Pairs {
    uint32_t leafCount;
    size_t count;
    uint8_t times[MOST_LEAVES * MOST_LEAVES];
} Pairs;

static void Collect(const svLeafPairs* found, Pairs* pairs) {
    assert_true(found->count > 0 && found->count <= SV_WIDTH * SV_WIDTH);
    for (uint32_t i = 0; i < found->count; ++i) {
        const uint32_t a = found->pairs[i].a, b = found->pairs[i].b;
        assert_true(a <= b && b < pairs->leafCount);
        ++pairs->times[(size_t)a * pairs->leafCount + b];
        ++pairs->count;
    }
}

// Runs all tasks; returns the node pairs of the tasks and of the runs.
static uint64_t RunTasks(const svTraversal* traversal, const svTasks* tasks, Pairs* pairs) {
    const svTreeLevel* const leaves = &traversal->tree->levels[0];
    pairs->leafCount = traversal->tree->levelCount == 0 ? 0 : leaves->childCount;
    pairs->count = 0;
    memset(pairs->times, 0, (size_t)pairs->leafCount * pairs->leafCount);
    uint64_t nodePairs = tasks->nodePairs;
    for (size_t task = 0; task < tasks->count; ++task) {
        assert_true(tasks->pairs[task].a <= tasks->pairs[task].b);
        svWalk walk;
        svLeafPairs found;
        svWalk_Start(traversal, tasks, task, &walk);
        while (svWalk_Next(&walk, &found)) {
            Collect(&found, pairs);
        }
        assert_false(svWalk_Next(&walk, &found)); // the end stays the end
        nodePairs += walk.nodePairs;
    }
    return nodePairs;
}

// None missed, none twice; slabs exactly as defined.
static void CheckPairs(const svTree* tree, bool instant, const Pairs* pairs) {
    for (uint32_t a = 0; a < pairs->leafCount; ++a) {
        const Volume va = Volume_Load(tree->volume, Column(tree, 0, a));
        for (uint32_t b = 0; b < pairs->leafCount; ++b) {
            const uint8_t times = pairs->times[(size_t)a * pairs->leafCount + b];
            if (b <= a) {
                assert_int_equal(times, a == b);
                continue;
            }
            const Volume vb = Volume_Load(tree->volume, Column(tree, 0, b));
            assert_true(times <= 1);
            if (tree->volume != SV_VOLUME_SPHERE) {
                assert_int_equal(times, !Volume_SlabsApart(&va, &vb, tree->volume, instant));
            } else if (times == 0) {
                assert_false(Volume_Overlap(&va, &vb, tree->volume, instant));
            }
        }
    }
}

static Pairs expected, actual;

static void CountVisit(uint32_t level, svNodePair pair, void* user) {
    assert_true(level < SV_TREE_MAX_LEVELS && pair.a <= pair.b);
    ++*(uint64_t*)user;
}

// From the root, and split, with each instruction set: one set, one count.
static void CheckTraversal(svContext* context, const svTree* tree, bool instant, svTasks* tasks) {
    svTraversal traversal = {tree, svKernels_Of(SV_ISA_SCALAR), instant, NULL, NULL};
    svNodePair root = {0, 0};
    const svTasks whole = {.pairs = &root,
                           .count = tree->levelCount > 0,
                           .level = tree->levelCount > 0 ? tree->levelCount - 1 : 0};
    const uint64_t nodePairs = RunTasks(&traversal, &whole, &expected);
    CheckPairs(tree, instant, &expected);
    for (svIsa isa = SV_ISA_SCALAR; isa < SV_ISA_ENUM_COUNT; ++isa) {
        if (!svIsa_Available(isa)) {
            continue;
        }
        uint64_t visits = 0; // each pair is shown once, whether it became a task or not
        const svVisitor visitor = {CountVisit, &visits};
        traversal.kernels = svKernels_Of(isa);
        traversal.visitor = isa == SV_ISA_SCALAR ? &visitor : NULL;
        assert_int_equal(svTraversal_Split(context, &traversal, tasks), SV_OK);
        assert_true(tasks->count <= 16384);
        assert_true(RunTasks(&traversal, tasks, &actual) == nodePairs);
        assert_true(visits == (isa == SV_ISA_SCALAR ? nodePairs : 0));
        assert_true(actual.count == expected.count);
        assert_memory_equal(actual.times, expected.times,
                            (size_t)actual.leafCount * actual.leafCount);
    }
}

static void CheckVolume(svVolume volume) {
    static const uint32_t counts[] = {0, 1, 2, 15, 16, 17, 32, 255, 256, 257, 700};
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    Random random = {71};
    svTasks tasks = {0};
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); ++i) {
        for (int size = 10; size < 10000; size *= 8) {
            svTree tree;
            MakeTree(&random, volume, counts[i], size, &tree);
            CheckTraversal(context, &tree, false, &tasks);
            CheckTraversal(context, &tree, true, &tasks);
            FreeTree(&tree);
        }
    }
    svTasks_Destroy(context, &tasks);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

static void TestAllVolumes(void** state) {
    (void)state;
    for (int volume = 0; volume < SV_VOLUME_ENUM_COUNT; ++volume) {
        CheckVolume((svVolume)volume);
    }
}

// Few pairs: tasks go down to the last level. All pairs: they stop before there are too many.
static void TestWhereItSplits(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    Random random = {72};
    svTasks tasks = {0};
    for (int dense = 0; dense < 2; ++dense) {
        svTree tree;
        MakeTree(&random, SV_VOLUME_BOX, MOST_LEAVES, dense ? 20000 : 30, &tree);
        assert_int_equal(tree.levelCount, 3);
        CheckTraversal(context, &tree, false, &tasks);
        assert_int_equal(tasks.level, dense);
        const size_t before = allocator.attempts;
        CheckTraversal(context, &tree, false, &tasks); // a second time in the same memory
        assert_int_equal(allocator.attempts, before);
        FreeTree(&tree);
    }
    svTasks_Destroy(context, &tasks);
    svContext_Destroy(context);
}

// Whether leaves have a part in common that is marked.
static bool AreMarked(uint8_t* const* marks, uint32_t levelCount, uint32_t a, uint32_t b) {
    for (uint32_t level = 0; level < levelCount; ++level) {
        a /= SV_PART_FAN;
        b /= SV_PART_FAN;
        if (a == b && marks[level][a] != 0) {
            return true;
        }
    }
    return false;
}

// Pairs of leaves of a part that is marked are left out, those and no others: split or not.
static void TestPartsApart(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    Random random = {74};
    svTasks tasks = {0};
    for (int round = 0; round < 20; ++round) {
        uint8_t marks[SV_PART_LEVELS][256] = {{0}};
        uint8_t* levels[SV_PART_LEVELS];
        svTree tree;
        MakeTree(&random, SV_VOLUME_BOX, 700, 1000, &tree);
        uint32_t parts = 700;
        for (uint32_t level = 0; level < SV_PART_LEVELS; ++level) {
            levels[level] = marks[level];
            parts = (parts - 1) / SV_PART_FAN + 1;
            for (uint32_t part = 0; level < 4 && part < parts; ++part) {
                marks[level][part] = Random_Below(&random, 5) == 0;
            }
        }
        // What is true of a part is true of its parts.
        for (uint32_t level = 3; level-- > 0;) {
            for (uint32_t part = 0; part < 256; ++part) {
                marks[level][part] |= marks[level + 1][part / SV_PART_FAN];
            }
        }
        svTraversal traversal = {&tree, svKernels_Of(SV_ISA_SCALAR), false, NULL, NULL};
        assert_int_equal(svTraversal_Split(context, &traversal, &tasks), SV_OK);
        const uint64_t nodePairs = RunTasks(&traversal, &tasks, &expected);
        uint64_t visits = 0;
        const svVisitor visitor = {CountVisit, &visits};
        traversal.apart = (const uint8_t* const*)levels;
        traversal.visitor = &visitor;
        assert_int_equal(svTraversal_Split(context, &traversal, &tasks), SV_OK);
        const uint64_t culledPairs = RunTasks(&traversal, &tasks, &actual);
        assert_true(culledPairs < nodePairs);
        assert_true(visits == culledPairs);
        for (uint32_t a = 0; a < 700; ++a) {
            for (uint32_t b = 0; b < 700; ++b) {
                const size_t at = (size_t)a * expected.leafCount + b;
                const bool left = AreMarked(levels, 6, a, b);
                assert_int_equal(actual.times[at], left ? 0 : expected.times[at]);
            }
        }
        FreeTree(&tree);
    }
    svTasks_Destroy(context, &tasks);
    svContext_Destroy(context);
}

static void TestNoMemory(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    Random random = {73};
    svTree tree;
    MakeTree(&random, SV_VOLUME_BOX, 700, 100, &tree);
    const svTraversal traversal = {&tree, svKernels_Of(SV_ISA_SCALAR), false, NULL, NULL};
    svStatus status = SV_ERROR_MEMORY;
    for (size_t n = 0; status != SV_OK; ++n) {
        svTasks tasks = {0};
        TestAllocator_FailNth(&allocator, n, true);
        status = svTraversal_Split(context, &traversal, &tasks);
        assert_true(status == SV_OK ? n > 1 : status == SV_ERROR_MEMORY);
        svTasks_Destroy(context, &tasks);
        assert_int_equal(svContext_BytesInUse(context), 0);
    }
    FreeTree(&tree);
    svContext_Destroy(context);
    assert_int_equal(allocator.live, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestAllVolumes),
        cmocka_unit_test(TestWhereItSplits),
        cmocka_unit_test(TestPartsApart),
        cmocka_unit_test(TestNoMemory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
