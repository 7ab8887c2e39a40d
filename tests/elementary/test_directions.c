// The kernels of separating directions: what they separate never meets, and every instruction set
// separates the same pairs.

#include "elementary/ccd/directions.h"
#include "support/kernels.h"
#include "support/moving_triangles.h"
#include "support/test.h"

#include <string.h>

enum { COUNT = 203 }; // no multiple of any number of lanes

typedef struct Block {
    TestTriangles triangles[COUNT];
    double x0[6 * COUNT][3], x1[6 * COUNT][3];
    bool meets[COUNT];
} Block;

static void makeBlock(Random* random, TestTrianglesFamily family, Block* block) {
    for (int i = 0; i < COUNT; ++i) {
        TestTriangles_Make(random, family, false, &block->triangles[i]);
        memcpy(block->x0[6 * i], block->triangles[i].corners.x[0], sizeof(double[6][3]));
        memcpy(block->x1[6 * i], block->triangles[i].corners.x[1], sizeof(double[6][3]));
        block->meets[i] = TestTriangles_Contacts(&block->triangles[i]) != 0;
    }
}

// Runs the kernel on the first `count` pairs; returns how many are left in `list`.
static uint32_t separate(const Block* block, svSeparateTrianglesFn* kernel, uint32_t directions,
                         uint32_t count, uint32_t list[COUNT]) {
    const svPositions x0 = svPositions_Double(block->x0[0], 6 * COUNT);
    const svPositions x1 = svPositions_Double(block->x1[0], 6 * COUNT);
    svDirectionBlock run = {
        .x0 = &x0, .x1 = &x1, .directions = directions, .list = list, .count = count};
    for (uint32_t i = 0; i < count; ++i) {
        list[i] = i;
    }
    kernel(&run);
    uint32_t sum = run.count;
    for (int kind = 0; kind < SV_DIRECTION_KINDS; ++kind) {
        sum += run.separated[kind];
    }
    assert_int_equal(sum, count);
    return run.count;
}

// A block of each family.
static Block blocks[TRIANGLES_FAMILY_COUNT];

static int makeBlocks(void** state) {
    (void)state;
    Random random = {70};
    for (int family = 0; family < TRIANGLES_FAMILY_COUNT; ++family) {
        makeBlock(&random, (TestTrianglesFamily)family, &blocks[family]);
    }
    return 0;
}

static void checkKernel(svSeparateTrianglesFn* kernel) {
    uint32_t expected[COUNT], list[COUNT];
    for (int family = 0; family < TRIANGLES_FAMILY_COUNT; ++family) {
        const Block* block = &blocks[family];
        for (uint32_t directions = 0; directions <= SV_DIRECTIONS_ALL; ++directions) {
            const uint32_t count = COUNT - directions % 9;
            const uint32_t left =
                separate(block, PlainKernels()->separateTriangles, directions, count, expected);
            assert_int_equal(separate(block, kernel, directions, count, list), left);
            assert_memory_equal(list, expected, left * sizeof(list[0]));
            uint32_t next = 0;
            for (uint32_t i = 0; i < count; ++i) {
                const bool kept = next < left && list[next] == i;
                next += kept;
                assert_true(kept || !block->meets[i]);
            }
            assert_int_equal(next, left);
        }
    }
}

static void kernelsAgree(void** state) {
    (void)state;
    for (int isa = FIRST_ISA; isa <= LAST_ISA; ++isa) {
        if (KernelsOf(isa) != NULL) {
            checkKernel(KernelsOf(isa)->separateTriangles);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernelsAgree),
    };
    return cmocka_run_group_tests(tests, makeBlocks, NULL);
}
