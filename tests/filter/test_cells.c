// The sizes of cells: powers of two, at which a window fits and is not much too small, and leaves
// of the usual size have the promised number of cells.

#include "filter/cells.h"

#include "support/random.h"
#include "support/test.h"

#include <float.h>
#include <math.h>

enum { LEAVES = 1000 };

static svLeafMotion motions[LEAVES]; // large

static bool IsPowerOfTwo(float x) {
    int exponent;
    return isfinite(x) && x > 0 && frexpf(x, &exponent) == 0.5f;
}

// ---- windows ---------------------------------------------------------------------------------

// Lengths from 2^-23 to 2^139 are served without the bounds that places and floats set.
static void WindowsFit(void** state) {
    (void)state;
    Random random = {1};
    for (int exponent = -24; exponent < 139; ++exponent) {
        for (int n = 0; n < 100; ++n) {
            const double part = n == 0 ? 1 : n == 1 ? 2 - 0x1p-52 : 1 + Random_Unit(&random);
            const double length = ldexp(part, exponent);
            const float cells = svCellsOfWindow(length);
            assert_true(IsPowerOfTwo(cells));
            assert_true(length * (double)cells <= SV_CELL_WINDOW);
            assert_true(length * (double)cells >= SV_CELL_WINDOW / 4);
        }
    }
}

static void ExtremeWindows(void** state) {
    (void)state;
    const double lengths[] = {0,     0x1p-1074, DBL_MIN, 1e-300, (double)FLT_MIN, (double)FLT_MAX,
                              1e300, DBL_MAX};
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); ++i) {
        const float cells = svCellsOfWindow(lengths[i]);
        assert_true(IsPowerOfTwo(cells));
        if (lengths[i] <= (double)FLT_MAX) {
            assert_true(lengths[i] * (double)cells <= SV_CELL_WINDOW);
        }
    }
}

// ---- leaves ----------------------------------------------------------------------------------

static void SetSizes(float size) {
    for (int i = 0; i < LEAVES; ++i) {
        motions[i].size = size;
    }
}

// One to two thousand cells from the centre of a leaf to its end, where all leaves are alike.
static void LeavesHaveTheirCells(void** state) {
    (void)state;
    Random random = {2};
    for (int exponent = -24; exponent < 120; ++exponent) {
        const float size = ldexpf((float)(1 + Random_Unit(&random)), exponent);
        SetSizes(size);
        for (uint32_t count = 1; count <= LEAVES; count += 333) {
            const float cells = svCellsOfLeaves(motions, count);
            assert_true(IsPowerOfTwo(cells));
            assert_true(size * cells >= 1024 && size * cells <= 2048);
        }
    }
}

// One leaf in twenty is up to a million times larger: at most one step coarser. The cells of the
// largest would be twenty steps coarser.
static void LargeLeavesDoNotCoarsen(void** state) {
    (void)state;
    for (int exponent = -20; exponent <= 20; ++exponent) {
        Random random = {3};
        SetSizes(ldexpf(1, exponent));
        const float alone = svCellsOfLeaves(motions, LEAVES);
        for (int i = 0; i < LEAVES; ++i) {
            if (Random_Below(&random, 20) == 0) {
                motions[i].size = ldexpf(1, exponent + Random_Below(&random, 21));
            }
        }
        const float cells = svCellsOfLeaves(motions, LEAVES);
        assert_true(cells <= alone && cells >= alone / 2);
    }
}

// Leaves of size zero, all in one point, have no say; without any other, any cells will do.
static void LeavesWithoutSize(void** state) {
    (void)state;
    SetSizes(0);
    assert_true(IsPowerOfTwo(svCellsOfLeaves(motions, LEAVES)));
    assert_true(IsPowerOfTwo(svCellsOfLeaves(motions, 1)));
    assert_true(IsPowerOfTwo(svCellsOfLeaves(motions, 0)));
    assert_true(IsPowerOfTwo(svCellsOfLeaves(NULL, 0)));
    motions[0].size = motions[4].size = 0.01f;
    const float alone = svCellsOfLeaves(motions, 1);
    assert_true(svCellsOfLeaves(motions, 5) == alone);
    assert_true(svCellsOfLeaves(motions, LEAVES) == alone);
}

static void ExtremeLeaves(void** state) {
    (void)state;
    const float sizes[] = {0x1p-149f, FLT_MIN, 1e-20f, 1e20f, FLT_MAX};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
        SetSizes(sizes[i]);
        assert_true(IsPowerOfTwo(svCellsOfLeaves(motions, LEAVES)));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(WindowsFit),           cmocka_unit_test(ExtremeWindows),
        cmocka_unit_test(LeavesHaveTheirCells), cmocka_unit_test(LargeLeavesDoNotCoarsen),
        cmocka_unit_test(LeavesWithoutSize),    cmocka_unit_test(ExtremeLeaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
