// A leaf that is found to be spread has no two triangles that meet beyond what they share: against
// svTriangleTriangle on all pairs, with every instruction set. With TEST_EMULATED_AVX512
// (tests/emulation) AVX-512 alone, on any machine.

#include "selfcull/leaf_spread.h"

#include "support/kernels.h"
#include "support/random.h"
#include "support/test.h"
#include "support/triangles.h"

#include <math.h>
#include <string.h>

#define TURN 6.283185307179586

// A leaf alone: its vertices are the points.
typedef struct Setup {
    svLeaf leaf;
    double points[SV_WIDTH][8];
} Setup;

static void AddFace(Setup* setup, uint8_t v0, uint8_t v1, uint8_t v2) {
    const uint8_t lane = setup->leaf.faceCount++;
    assert_true(lane < SV_WIDTH);
    setup->leaf.faceVertices[0][lane] = v0;
    setup->leaf.faceVertices[1][lane] = v1;
    setup->leaf.faceVertices[2][lane] = v2;
}

static bool Meet(const Setup* setup, uint32_t i, uint32_t j) {
    uint32_t a[3], b[3];
    for (int corner = 0; corner < 3; ++corner) {
        a[corner] = setup->leaf.faceVertices[corner][i];
        b[corner] = setup->leaf.faceVertices[corner][j];
    }
    return TrianglesMeet(setup->points[0], a, b);
}

static bool AnyMeet(const Setup* setup) {
    for (uint32_t i = 0; i < setup->leaf.faceCount; ++i) {
        for (uint32_t j = i + 1; j < setup->leaf.faceCount; ++j) {
            if (Meet(setup, i, j)) {
                return true;
            }
        }
    }
    return false;
}

// Whether all instruction sets find it spread; if one does, no two triangles may meet.
static bool CheckLeaf(Setup* setup, uint8_t vertexCount) {
    setup->leaf.vertexCount = vertexCount;
    for (uint32_t v = 0; v < SV_WIDTH; ++v) {
        setup->leaf.vertices[v] = v < vertexCount ? v : 0;
    }
    svLeafMotion motion;
    svLeafExtent extent;
    svLeafRim rim;
    const svLeafReading reading = {setup->points[0], 0x1p-4, 0};
    svKernels_Of(SV_ISA_BEST)->readLeaf(&reading, &setup->leaf, &motion, &extent);
    svLeafRim_Find(&setup->leaf, &rim);
    bool all = true, any = false;
    for (int isa = FIRST_ISA; isa <= LAST_ISA; ++isa) {
        if (KernelsOf(isa) != NULL) {
            const bool spread = KernelsOf(isa)->isLeafSpread(&setup->leaf, &motion, &rim);
            all = all && spread;
            any = any || spread;
        }
    }
    assert_false(any && AnyMeet(setup));
    return all;
}

// Turns the points any way and moves them anywhere.
static void Place(Random* random, Setup* setup, int count) {
    const double turn = TURN * Random_Unit(random), tilt = TURN * Random_Unit(random);
    double center[3];
    for (int k = 0; k < 3; ++k) {
        center[k] = Random_Signed(random);
    }
    for (int v = 0; v < count; ++v) {
        double* x = setup->points[v];
        const double p = x[0] * cos(turn) - x[1] * sin(turn);
        const double q = x[0] * sin(turn) + x[1] * cos(turn), z = x[2];
        x[0] = center[0] + p;
        x[1] = center[1] + q * cos(tilt) - z * sin(tilt);
        x[2] = center[2] + q * sin(tilt) + z * cos(tilt);
    }
}

// Eight triangles on 3 x 3 vertices; of some, one is left out.
static void MakePatch(Random* random, double shift, double height, Setup* setup) {
    memset(setup, 0, sizeof(*setup));
    for (int v = 0; v < 9; ++v) {
        const int column = v % 3, row = v / 3;
        setup->points[v][0] = column + shift * Random_Signed(random);
        setup->points[v][1] = row + shift * Random_Signed(random);
        setup->points[v][2] = height * Random_Signed(random);
    }
    const int left = Random_Below(random, 16);
    for (int square = 0; square < 4; ++square) {
        const uint8_t v = (uint8_t)(square % 2 + 3 * (square / 2));
        if (left != 2 * square) {
            AddFace(setup, v, (uint8_t)(v + 1), (uint8_t)(v + 4));
        }
        if (left != 2 * square + 1) {
            AddFace(setup, v, (uint8_t)(v + 4), (uint8_t)(v + 3));
        }
    }
    Place(random, setup, 9);
}

static void FindsPatches(void** state) {
    (void)state;
    Random random = {1};
    for (int n = 0; n < 2000; ++n) {
        Setup setup;
        MakePatch(&random, 0.1, n % 2 == 0 ? 0 : 0.1, &setup);
        const bool spread = CheckLeaf(&setup, 9);
        assert_true(spread || setup.leaf.faceCount < 8);
    }
}

static void NeverHidesMeetings(void** state) {
    (void)state;
    Random random = {2};
    int found = 0, meeting = 0;
    for (int n = 0; n < 20000; ++n) {
        Setup setup;
        MakePatch(&random, 1.5 * Random_Unit(&random), 1.5 * Random_Unit(&random), &setup);
        found += CheckLeaf(&setup, 9);
        meeting += AnyMeet(&setup);
    }
    assert_true(found > 1000 && meeting > 1000);
}

// A strip around the middle that goes on beyond a full turn: all its triangles look up.
static void RefusesSecondTurns(void** state) {
    (void)state;
    Random random = {3};
    for (int n = 0; n < 1000; ++n) {
        Setup setup;
        memset(&setup, 0, sizeof(setup));
        const double angle = TURN * (1.05 + 0.5 * Random_Unit(&random));
        for (int v = 0; v < 16; ++v) {
            const int step = v / 2;
            const double at = angle * step / 7, r = v % 2 == 0 ? 1 : 1.5 + Random_Unit(&random);
            setup.points[v][0] = r * cos(at);
            setup.points[v][1] = r * sin(at);
            setup.points[v][2] = n % 2 == 0 ? 0 : 0.02 * v;
        }
        for (uint8_t v = 0; v < 14; v += 2) {
            AddFace(&setup, v, (uint8_t)(v + 1), (uint8_t)(v + 3));
            AddFace(&setup, v, (uint8_t)(v + 3), (uint8_t)(v + 2));
        }
        Place(&random, &setup, 16);
        assert_false(CheckLeaf(&setup, 16));
    }
}

// The same triangle twice, wound alike or not; one that repeats a vertex.
static void RefusesDegenerateFaces(void** state) {
    (void)state;
    const uint8_t more[3][3] = {{0, 1, 4}, {4, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < 3; ++k) {
        Random random = {4};
        for (int n = 0; n < 100; ++n) {
            Setup setup;
            MakePatch(&random, 0, 0, &setup);
            if (setup.leaf.faceCount == 8) {
                AddFace(&setup, more[k][0], more[k][1], more[k][2]);
                assert_false(CheckLeaf(&setup, 9));
            }
        }
    }
}

// Any triangles of any vertices, on a grid or not, also almost in a plane.
static void SoupsHideNothing(void** state) {
    (void)state;
    Random random = {5};
    int found = 0;
    for (int n = 0; n < 60000; ++n) {
        Setup setup;
        memset(&setup, 0, sizeof(setup));
        const int vertexCount = Random_Between(&random, 4, 9);
        for (int v = 0; v < vertexCount; ++v) {
            for (int k = 0; k < 3; ++k) {
                setup.points[v][k] =
                    n % 3 == 0 ? Random_Signed(&random) : Random_Between(&random, -2, 2);
            }
            if (n % 3 == 2) {
                setup.points[v][2] =
                    ldexp(Random_Between(&random, -3, 3), -Random_Between(&random, 8, 40));
            }
        }
        for (int f = Random_Between(&random, 2, 5); f > 0; --f) {
            AddFace(&setup, (uint8_t)Random_Below(&random, vertexCount),
                    (uint8_t)Random_Below(&random, vertexCount),
                    (uint8_t)Random_Below(&random, vertexCount));
        }
        found += CheckLeaf(&setup, (uint8_t)vertexCount);
    }
    assert_true(found > 100);
}

// A soup may have more sides than fit.
static void LongRims(void** state) {
    (void)state;
    Setup setup;
    memset(&setup, 0, sizeof(setup));
    for (uint8_t f = 0; f < 16; ++f) {
        AddFace(&setup, f, (uint8_t)((f + 3) % 16), (uint8_t)((f + 7) % 16));
    }
    svLeafRim rim;
    svLeafRim_Find(&setup.leaf, &rim);
    assert_int_equal(rim.count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(FindsPatches),       cmocka_unit_test(NeverHidesMeetings),
        cmocka_unit_test(RefusesSecondTurns), cmocka_unit_test(RefusesDegenerateFaces),
        cmocka_unit_test(SoupsHideNothing),   cmocka_unit_test(LongRims),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
