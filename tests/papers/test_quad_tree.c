// The hierarchies of bade2015: spheres and boxes find exactly the particles inside the ball; the
// printed radii do not hold the cloth.

#include "papers/methods/quad_tree.h"
#include "support/cloth_grids.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

static int compareIndices(const void* a, const void* b) {
    const uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
    return (x > y) - (x < y);
}

// Returns how many were found and how many there are.
static uint32_t search(QuadTree* tree, const TestGrid* grid, const double ball[3], double radius,
                       uint32_t* inside) {
    QuadTree_Search(tree, TEST_GRID_X(grid, 0), ball, radius);
    qsort(tree->hits, tree->hitCount, sizeof(uint32_t), compareIndices);
    uint32_t found = 0;
    *inside = 0;
    for (uint32_t i = 0; i < grid->grid.columns * grid->grid.rows; ++i) {
        if (Quad_IsInside(grid->x[0][i], ball, radius)) {
            ++*inside;
            found += found < tree->hitCount && tree->hits[found] == i;
        }
    }
    assert_int_equal(found, tree->hitCount); // nothing that is not inside, nothing twice
    return found;
}

// Dividing while searching finds the same particles as searching what was divided before, makes no
// volume that was not tested, and divides those only that the ball hits. The tree is built again.
static void dividesWhereHit(QuadTree* tree, const TestGrid* grid, const double ball[3],
                            double radius, uint32_t found) {
    const uint32_t all = tree->nodeCount;
    uint32_t* hits = malloc((found + 1) * sizeof(*hits));
    memcpy(hits, tree->hits, found * sizeof(*hits));
    const uint64_t tests = tree->nodeTests;
    QuadTree_SearchDividing(tree, TEST_GRID_X(grid, 0), ball, radius);
    qsort(tree->hits, tree->hitCount, sizeof(uint32_t), compareIndices);
    assert_int_equal(tree->hitCount, found);
    assert_memory_equal(tree->hits, hits, found * sizeof(*hits));
    assert_int_equal(tree->nodeTests - tests, tree->nodeCount);
    assert_true(tree->nodeCount <= all);
    for (uint32_t n = 0; n < tree->nodeCount; ++n) {
        assert_true(tree->nodes[n].childCount == 0 ||
                    QuadTree_BallOverlaps(tree, &tree->nodes[n], ball, radius));
    }
    free(hits);
    QuadTree_Build(tree, TEST_GRID_X(grid, 0));
    assert_int_equal(tree->nodeCount, all);
}

static void finds(Random* random, const TestGrid* grid, uint32_t levels, uint64_t counts[2]) {
    QuadTree trees[QUAD_VOLUME_COUNT];
    for (int v = 0; v < QUAD_VOLUME_COUNT; ++v) {
        const double side =
            grid->grid.columns > grid->grid.rows ? grid->grid.columns - 1 : grid->grid.rows - 1;
        const QuadTreeDef def = {
            grid->grid.columns, grid->grid.rows, levels, (QuadVolume)v, side, 1};
        assert_int_equal(QuadTree_Create(grid->context, &def, &trees[v]), SV_OK);
        QuadTree_Build(&trees[v], TEST_GRID_X(grid, 0));
        if (v != QUAD_SPHERE_PRINTED) {
            assert_int_equal(QuadTree_CountOutside(&trees[v], TEST_GRID_X(grid, 0)), 0);
        }
    }
    for (int i = 0; i < 20; ++i) {
        const uint32_t near =
            (uint32_t)Random_Below(random, (int)(grid->grid.columns * grid->grid.rows));
        double ball[3];
        const double radius = 4 * Random_Unit(random);
        for (int d = 0; d < 3; ++d) {
            ball[d] = grid->x[0][near][d] + 2 * Random_Signed(random);
        }
        for (int v = 0; v < QUAD_VOLUME_COUNT; ++v) {
            uint32_t inside;
            const uint32_t found = search(&trees[v], grid, ball, radius, &inside);
            dividesWhereHit(&trees[v], grid, ball, radius, found);
            if (v == QUAD_SPHERE_PRINTED) {
                counts[0] += inside;
                counts[1] += inside - found;
            } else {
                assert_int_equal(found, inside);
            }
        }
    }
    for (int v = 0; v < QUAD_VOLUME_COUNT; ++v) {
        QuadTree_Destroy(grid->context, &trees[v]);
    }
}

static void findsWhatIsInside(void** state) {
    (void)state;
    Random random = {2015};
    uint64_t counts[2] = {0, 0};
    for (int i = 0; i < 100; ++i) {
        TestGrid grid;
        TestGrid_Open(&grid, &random, (uint32_t)Random_Between(&random, 2, 40),
                      (uint32_t)Random_Between(&random, 2, 40));
        TestGrid_Deform(&grid, &random);
        finds(&random, &grid, 4, counts);
        finds(&random, &grid, 0, counts);
        finds(&random, &grid, (uint32_t)Random_Between(&random, 1, 8), counts);
        TestGrid_Close(&grid);
    }
    print_message("particles inside: %llu, missed with the printed radii: %llu\n",
                  (unsigned long long)counts[0], (unsigned long long)counts[1]);
    assert_true(counts[0] > 0 && counts[1] > 0);
}

// The counterexample of papers/methods/README.md: a flat square cloth, its corner and a small ball
// there.
static void printedRadiusMissesTheCorner(void** state) {
    (void)state;
    Random random = {1};
    TestGrid grid;
    TestGrid_Open(&grid, &random, 17, 17);
    const QuadTreeDef def = {17, 17, 4, QUAD_SPHERE_PRINTED, 16, 1};
    QuadTree tree;
    assert_int_equal(QuadTree_Create(grid.context, &def, &tree), SV_OK);
    QuadTree_Build(&tree, TEST_GRID_X(&grid, 0));
    assert_true(tree.nodes[0].b[0] == 8.5); // and half a diagonal is 11.3
    assert_true(QuadTree_CountOutside(&tree, TEST_GRID_X(&grid, 0)) > 0);
    uint32_t inside;
    assert_int_equal(search(&tree, &grid, grid.x[0][0], 0.5, &inside), 0);
    assert_int_equal(inside, 1);
    QuadTree_Destroy(grid.context, &tree);
    TestGrid_Close(&grid);
}

static void levelsAreThePapers(void** state) {
    (void)state;
    Random random = {1};
    TestGrid grid;
    TestGrid_Open(&grid, &random, 32, 32);
    QuadTreeDef def = {32, 32, 4, QUAD_BOX, 0, 0};
    QuadTree tree;
    assert_int_equal(QuadTree_Create(grid.context, &def, &tree), SV_OK);
    QuadTree_Build(&tree, TEST_GRID_X(&grid, 0));
    assert_int_equal(tree.nodeCount, 1 + 4 + 16 + 64);
    QuadTree_Destroy(grid.context, &tree);
    def.levels = 0;
    assert_int_equal(QuadTree_Create(grid.context, &def, &tree), SV_OK);
    QuadTree_Build(&tree, TEST_GRID_X(&grid, 0));
    assert_int_equal(tree.nodeCount, 1 + 4 + 16 + 64 + 256 + 1024);
    QuadTree_Destroy(grid.context, &tree);
    TestGrid_Close(&grid);
}

// Eq. 1 as printed gives the 961 particles of 31 x 31 some 309 places, most of them outside of the
// list.
static void printedPlacesAreShared(void** state) {
    (void)state;
    enum { SIDE = 31 };
    static bool taken[SIDE * SIDE * SIDE];
    int different = 0, outside = 0;
    for (uint32_t row = 0; row < SIDE; ++row) {
        for (uint32_t column = 0; column < SIDE; ++column) {
            const uint32_t place = Quad_PlaceAsPrinted(column, row, SIDE);
            different += !taken[place];
            outside += place >= SIDE * SIDE;
            taken[place] = true;
        }
    }
    assert_int_equal(different, 309);
    assert_int_equal(outside, 789);
}

// Eqs. 3 and 4 as printed: a ball in the middle of a sphere is no collision, a ball far from all is
// one if it is in the right place, and moving everything changes the answer.
static void printedDistanceIsNone(void** state) {
    (void)state;
    const double here[3] = {0, 0, 0}, there[3] = {-3, -3, -3};
    assert_false(Quad_CollidesAsPrinted(2, here, 1));
    assert_true(Quad_CollidesAsPrinted(2, there, 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(findsWhatIsInside),     cmocka_unit_test(printedRadiusMissesTheCorner),
        cmocka_unit_test(levelsAreThePapers),    cmocka_unit_test(printedPlacesAreShared),
        cmocka_unit_test(printedDistanceIsNone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
