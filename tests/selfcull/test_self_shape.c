// The contours of parts of the tree against those that counting directed edges finds, on every kind
// of mesh, with every builder.

#include "support/allocator.h"
#include "support/self_parts.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

// Directed edges of a part, in the order of their faces.
typedef struct Directed {
    uint32_t (*ends)[2];
    uint32_t count;
    bool collapsed, mixed;
} Directed;

static Directed EdgesOf(const SelfParts* parts, uint32_t level, uint32_t part) {
    const SelfRange range = SelfParts_LeavesOf(parts, level, part);
    const size_t most = (size_t)(range.end - range.first) * 3 * SV_WIDTH;
    Directed edges = {malloc(most * sizeof(*edges.ends)), 0, false, false};
    assert_non_null(edges.ends);
    for (uint32_t i = range.first; i < range.end; ++i) {
        const svLeaf* leaf = &parts->leaves.leaves[i];
        edges.mixed |= leaf->mesh != parts->leaves.leaves[range.first].mesh;
        for (uint32_t f = 0; f < leaf->faceCount; ++f) {
            for (uint32_t k = 0; k < 3; ++k) {
                const uint32_t a = leaf->vertices[leaf->faceVertices[k][f]];
                const uint32_t b = leaf->vertices[leaf->faceVertices[(k + 1) % 3][f]];
                edges.collapsed |= a == b;
                edges.ends[edges.count][0] = a;
                edges.ends[edges.count++][1] = b;
            }
        }
    }
    return edges;
}

static int CompareEnds(const void* a, const void* b) {
    return memcmp(a, b, 2 * sizeof(uint32_t));
}

static uint32_t CountOf(const Directed* edges, uint32_t from, uint32_t to) {
    const uint32_t key[2] = {from, to};
    const uint32_t(*found)[2] =
        bsearch(key, edges->ends, edges->count, sizeof(*edges->ends), CompareEnds);
    uint32_t count = 0;
    if (found != NULL) {
        const uint32_t at = (uint32_t)(found - (const uint32_t(*)[2])edges->ends);
        for (uint32_t i = at; i < edges->count && CompareEnds(edges->ends[i], key) == 0; ++i) {
            ++count;
        }
        for (uint32_t i = at; i-- > 0 && CompareEnds(edges->ends[i], key) == 0;) {
            ++count;
        }
    }
    return count;
}

// What the part is, by counting.
typedef struct Expected {
    bool sound;         // (a) and (c) of self_test.h
    uint32_t sideCount; // of the contour
} Expected;

static Expected Expect(const Directed* edges, uint32_t vertexCount) {
    Expected expected = {!edges->collapsed && !edges->mixed, 0};
    uint8_t* starts = calloc((size_t)vertexCount + 1, 1);
    assert_non_null(starts);
    for (uint32_t i = 0; i < edges->count; ++i) {
        const uint32_t from = edges->ends[i][0], to = edges->ends[i][1];
        const uint32_t along = CountOf(edges, from, to), against = CountOf(edges, to, from);
        expected.sound &= along == 1 && against <= 1;
        if (against == 0) {
            ++expected.sideCount;
            expected.sound &= starts[from]++ == 0;
        }
    }
    free(starts);
    return expected;
}

// The contour of a sound part: closed loops of sides, each once.
static void CheckContour(const SelfParts* parts, const svSelfShape* shape, const Directed* edges) {
    const uint32_t* contour = parts->tests.contour + shape->first;
    const uint32_t* ends = parts->tests.loopEnds + shape->firstLoop;
    uint32_t start = 0;
    assert_in_range(shape->loopCount, 1, 8);
    for (uint32_t loop = 0; loop < shape->loopCount; ++loop) {
        assert_true(ends[loop] - start >= 3);
        assert_true(shape->loopCount == 1 || ends[loop] - start > 3);
        for (uint32_t i = start; i < ends[loop]; ++i) {
            const uint32_t next = i + 1 < ends[loop] ? i + 1 : start;
            assert_int_equal(CountOf(edges, contour[i], contour[next]), 1);
            assert_int_equal(CountOf(edges, contour[next], contour[i]), 0);
        }
        start = ends[loop];
    }
    assert_int_equal(start, shape->count);
    assert_true(shape->count <= parts->tests.mostSides);
}

// Whether there is only one part of the level below in a part.
static bool IsSingle(const SelfParts* parts, uint32_t level, uint32_t part) {
    return level > 0 && parts->tests.levels[level - 1].partCount - part * SV_PART_FAN == 1;
}

// How many parts are sound, and how many could have been but for the number or length of loops.
typedef struct Tally {
    uint32_t parts, sound, loops;
} Tally;

static void CheckParts(const SelfParts* parts, Tally* tally) {
    assert_int_equal(parts->tests.levelCount, 2 * parts->tree.levelCount);
    for (uint32_t level = 0; level < parts->tests.levelCount; ++level) {
        for (uint32_t part = 0; part < parts->tests.levels[level].partCount; ++part) {
            const svSelfShape* shape = &parts->tests.levels[level].shapes[part];
            Directed edges = EdgesOf(parts, level, part);
            qsort(edges.ends, edges.count, sizeof(*edges.ends), CompareEnds);
            const Expected expected = Expect(&edges, parts->scene->vertexCount);
            ++tally->parts;
            if (shape->sound) {
                ++tally->sound;
                assert_true(expected.sound);
                assert_int_equal(shape->count, expected.sideCount);
                CheckContour(parts, shape, &edges);
            } else if (expected.sound && !IsSingle(parts, level, part)) {
                tally->loops += expected.sideCount > 0; // a closed surface has none
            }
            free(edges.ends);
        }
    }
}

static void ContoursAreThose(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    TreeScene scene;
    Tally tally = {0};
    for (uint32_t number = 0; TreeScene_MakeNumber(context, number, &scene); ++number) {
        for (int builder = 0; builder < SV_BUILDER_ENUM_COUNT; ++builder) {
            SelfParts parts;
            TreeScene_Place(&scene, number % 2 == 0 ? TREE_SHEET : TREE_TRIANGLES, 5);
            SelfParts_Open(&scene, (svBuilder)builder, &parts);
            assert_int_equal(SelfParts_BuildTests(&parts), SV_OK);
            CheckParts(&parts, &tally);
            SelfParts_Close(&parts);
        }
        TreeScene_Free(&scene);
    }
    print_message("%u of %u parts are sound; %u have too many or too short loops\n", tally.sound,
                  tally.parts, tally.loops);
    assert_true(tally.sound > 200);
    assert_true(tally.loops > 0 && tally.loops < tally.sound);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

// A sheet on a plane, in patches: nearly every part hangs together and has one loop.
static void PatchesHangTogether(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    TreeScene scene = TreeScene_Make(context);
    TreeScene_Add(&scene, TestMesh_Grid(100, 160));
    TreeScene_Place(&scene, TREE_SHEET, 3);
    SelfParts parts;
    SelfParts_Open(&scene, SV_BUILDER_PATCHES, &parts);
    assert_int_equal(SelfParts_BuildTests(&parts), SV_OK);
    uint32_t whole = 0, count = 0;
    for (uint32_t level = 0; level < parts.tests.levelCount; ++level) {
        for (uint32_t part = 0; part < parts.tests.levels[level].partCount; ++part) {
            const svSelfShape* shape = &parts.tests.levels[level].shapes[part];
            whole += shape->sound && shape->loopCount == 1;
            ++count;
        }
    }
    print_message("%u of %u parts have one loop\n", whole, count);
    assert_true(10 * whole >= 9 * count);
    SelfParts_Close(&parts);
    TreeScene_Free(&scene);
    svContext_Destroy(context);
}

// A ribbon is all contour: as a whole it would take the square of its length to test, so only
// pieces of it are.
static void RibbonsAreTestedInPieces(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    TreeScene scene = TreeScene_Make(context);
    enum { COLUMNS = 20000 };
    TreeScene_Add(&scene, TestMesh_Grid(COLUMNS, 1));
    TreeScene_Place(&scene, TREE_COINCIDENT, 3);
    for (uint32_t v = 0; v < scene.vertexCount; ++v) { // straight
        double* at = scene.points + 8 * (size_t)v;
        at[0] = at[4] = (double)(v % (COLUMNS + 1)) / COLUMNS;
        at[1] = at[5] = v <= COLUMNS ? 0 : 1.0 / COLUMNS;
    }
    SelfParts parts;
    SelfParts_Open(&scene, SV_BUILDER_PATCHES, &parts);
    assert_int_equal(SelfParts_BuildTests(&parts), SV_OK);
    uint32_t longest = 0;
    for (uint32_t level = 0; level < parts.tests.levelCount; ++level) {
        const svSelfLevel* at = &parts.tests.levels[level];
        for (uint32_t part = 0; part < at->partCount; ++part) {
            const svSelfShape* shape = &at->shapes[part];
            longest = shape->sound && shape->count > longest ? shape->count : longest;
            // Up to 64 leaves all are.
            assert_true(shape->sound || level > 2 || IsSingle(&parts, level, part));
        }
    }
    print_message("%u leaves, the longest contour has %u sides\n", parts.leaves.count, longest);
    assert_in_range(longest, 512, 8192);
    SelfParts_Close(&parts);
    TreeScene_Free(&scene);
    svContext_Destroy(context);
}

static void NoMemoryIsReported(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    TreeScene scene = TreeScene_Make(context);
    TreeScene_Add(&scene, TestMesh_Grid(40, 40));
    TreeScene_Place(&scene, TREE_SHEET, 3);
    SelfParts parts;
    SelfParts_Open(&scene, SV_BUILDER_MEDIAN, &parts);
    svStatus status = SV_ERROR_MEMORY;
    size_t n = 0;
    for (; status != SV_OK; ++n) {
        TestAllocator_FailNth(&allocator, n, true);
        status = SelfParts_BuildTests(&parts);
        assert_true(status == SV_OK || status == SV_ERROR_MEMORY);
    }
    assert_true(n > 5);
    SelfParts_Close(&parts);
    TreeScene_Free(&scene);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ContoursAreThose),
        cmocka_unit_test(PatchesHangTogether),
        cmocka_unit_test(RibbonsAreTestedInPieces),
        cmocka_unit_test(NoMemoryIsReported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
