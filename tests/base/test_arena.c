#include "base/arena.h"

#include <string.h>

#include "support/allocator.h"
#include "support/meshes.h"
#include "support/test.h"

#define PIECES 200

// Fills pieces of random sizes and checks that none overlaps another or is misaligned.
static void FillAndCheck(svArena* arena, uint64_t seed) {
    unsigned char* pieces[PIECES];
    size_t sizes[PIECES];
    for (int i = 0; i < PIECES; ++i) {
        sizes[i] = TestRandom(&seed, 10) == 0 ? TestRandom(&seed, 200000) : TestRandom(&seed, 3000);
        pieces[i] = svArena_Allocate(arena, sizes[i], 1);
        assert_non_null(pieces[i]);
        assert_int_equal((uintptr_t)pieces[i] % 64, 0);
        memset(pieces[i], i, sizes[i]);
    }
    for (int i = 0; i < PIECES; ++i) {
        size_t kept = 0;
        while (kept < sizes[i] && pieces[i][kept] == i) {
            ++kept;
        }
        assert_int_equal(kept, sizes[i]);
    }
}

// A step that is repeated allocates nothing after its first time.
static void TestRepeatedStep(void** state) {
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    svArena arena;
    (void)state;
    svArena_Init(&arena, context);
    const svArenaMark mark = svArena_GetMark(&arena);
    FillAndCheck(&arena, 5);
    const size_t allocations = allocator.allocations;
    for (int i = 0; i < 5; ++i) {
        svArena_Rewind(&arena, mark);
        FillAndCheck(&arena, 5);
    }
    assert_int_equal(allocator.allocations, allocations);
    // Other sizes need at most some more blocks and still do not overlap.
    for (uint64_t seed = 6; seed < 30; ++seed) {
        svArena_Rewind(&arena, mark);
        FillAndCheck(&arena, seed);
    }
    svArena_Destroy(&arena);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
    assert_int_equal(allocator.live, 0);
}

// Rewinding to a mark gives the same memory again and leaves what lies before it alone.
static void TestMarks(void** state) {
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    svArena arena;
    (void)state;
    svArena_Init(&arena, context);
    unsigned char* before = svArena_Allocate(&arena, 50000, 1);
    memset(before, 7, 50000);
    const svArenaMark mark = svArena_GetMark(&arena);
    void* first = svArena_Allocate(&arena, 100, 8);
    FillAndCheck(&arena, 8);
    svArena_Rewind(&arena, mark);
    assert_ptr_equal(svArena_Allocate(&arena, 100, 8), first);
    FillAndCheck(&arena, 9);
    for (int i = 0; i < 50000; ++i) {
        assert_int_equal(before[i], 7);
    }
    svArena_Destroy(&arena);
    svContext_Destroy(context);
    assert_int_equal(allocator.live, 0);
}

static void TestFailures(void** state) {
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    svArena arena;
    (void)state;
    svArena_Init(&arena, context);
    assert_null(svArena_Allocate(&arena, SIZE_MAX, 1));
    assert_null(svArena_Allocate(&arena, SIZE_MAX - 64, 1));
    assert_null(svArena_Allocate(&arena, SIZE_MAX / 2, 2));
    assert_null(svArena_Allocate(&arena, SIZE_MAX / 2 + 1, 2));
    assert_int_equal(svContext_BytesInUse(context), 0);
    unsigned char* small = svArena_Allocate(&arena, 100, 1);
    memset(small, 3, 100);
    allocator.failAt = 0;
    assert_null(svArena_Allocate(&arena, 1000000, 1));
    // The arena goes on with what it has.
    unsigned char* next = svArena_Allocate(&arena, 100, 1);
    assert_non_null(next);
    memset(next, 4, 100);
    assert_int_equal(small[99], 3);
    svArena_Destroy(&arena);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svArena_Destroy(&arena);
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestRepeatedStep),
        cmocka_unit_test(TestMarks),
        cmocka_unit_test(TestFailures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
