// The kernels of membranes: the same bytes with every instruction set, for elements as they are in
// cloth and for those that no cloth should have.
#include "kernels.h"

#include "support/random.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

enum { COUNT = 1003, TILES = (COUNT + TILE - 1) / TILE, POINTS = 400 };

typedef struct Sample {
    svMembraneTile tiles[TILES];
    double x[3 * POINTS];
    svMembraneState states[TILES * TILE];
    svMembraneStress stresses[TILES];
    double energies[2]; // of the first part, which ends within a tile, and of the second
} Sample;

// What is done to an element: nothing, or something that takes one of the ways of the kernel.
enum { PLAIN, POINT, NO_WARP, SLACK, STRETCHED, UNLIMITED, KINDS };

static double Between(Random* random, double low, double high) {
    return low + (high - low) * Random_Unit(random);
}

static void MakeElement(Random* random, Sample* sample, size_t i) {
    svMembraneTile* tile = &sample->tiles[i / TILE];
    const size_t l = i % TILE;
    const int kind = Random_Below(random, KINDS);
    const double size = kind == SLACK ? 0.3 : kind == STRETCHED ? 3 : 1;
    for (size_t k = 0; k < 3; ++k) {
        tile->corners[k][l] = (uint32_t)Random_Below(random, POINTS);
        tile->stiffness[k][l] = Between(random, 0, 1e3);
        tile->before[k][l] = Between(random, -0.1, 0.1);
    }
    for (size_t k = 1; k < 3; ++k) {
        tile->du[k][l] = kind == NO_WARP ? 0 : size * Between(random, -1, 1);
        tile->dv[k][l] = size * Between(random, -1, 1);
    }
    tile->du[0][l] = -tile->du[1][l] - tile->du[2][l];
    tile->dv[0][l] = -tile->dv[1][l] - tile->dv[2][l];
    if (kind == POINT) {
        tile->corners[1][l] = tile->corners[2][l] = tile->corners[0][l];
    }
    tile->damping[l] = Random_Below(random, 2) ? 0 : 0.01;
    tile->strainLimit[l] = kind == UNLIMITED ? (double)INFINITY : 0.05;
}

static Sample* MakeSample(uint64_t seed) {
    Random random = {seed};
    Sample* sample = calloc(1, sizeof(*sample));
    assert_non_null(sample);
    for (size_t i = 0; i < 3 * POINTS; ++i) {
        sample->x[i] = Between(&random, -1, 1);
    }
    for (size_t i = 0; i < COUNT; ++i) {
        MakeElement(&random, sample, i);
    }
    return sample;
}

static void Evaluate(Sample* sample, svMembraneFn kernel) {
    enum { FIRST = 512 };
    const svMembraneWork work = {.tiles = sample->tiles,
                                 .x = sample->x,
                                 .rate = 100,
                                 .states = sample->states,
                                 .stresses = sample->stresses};
    memset(sample->states, 0xff, sizeof(sample->states));
    memset(sample->stresses, 0xff, sizeof(sample->stresses));
    sample->energies[0] = kernel(&work, 0, FIRST);
    sample->energies[1] = kernel(&work, FIRST, COUNT);
}

static void ExpectFinite(const Sample* sample) {
    assert_true(isfinite(sample->energies[0]) && sample->energies[0] > 0);
    for (size_t i = 0; i < TILES * TILE; ++i) {
        for (size_t k = 0; k < 24; ++k) {
            assert_true(isfinite(sample->states[i].at[k]));
        }
        for (size_t k = 0; k < 3; ++k) {
            assert_true(isfinite(sample->stresses[i / TILE].u[k][i % TILE]));
            assert_true(isfinite(sample->stresses[i / TILE].v[k][i % TILE]));
        }
    }
}

static void KernelsAgree(void** state) {
    (void)state;
    for (uint64_t seed = 0; seed < 20; ++seed) {
        Sample* expected = MakeSample(seed);
        Evaluate(expected, svSimKernels_Of(SV_ISA_SCALAR)->membranes);
        ExpectFinite(expected);
        for (int isa = 0; isa < SV_ISA_ENUM_COUNT; ++isa) {
            const svSimKernels* kernels = svSimKernels_Of((svIsa)isa);
            const bool wide = isa == SV_ISA_AVX2 || isa == SV_ISA_AVX512;
            assert_true(kernels != NULL || !wide || !svIsa_Available((svIsa)isa));
            if (kernels != NULL) {
                Sample* sample = MakeSample(seed);
                Evaluate(sample, kernels->membranes);
                if (memcmp(sample, expected, sizeof(*sample)) != 0) {
                    fail_msg("%s, seed %u: not the bytes of scalar code", svIsa_Name((svIsa)isa),
                             (unsigned)seed);
                }
                free(sample);
            }
        }
        free(expected);
    }
}

// An element without any length along the warp has a direction there all the same, so that its
// Hessian is not singular; those that fill up the last tile have nothing at all.
static void ElementsMayBeFlat(void** state) {
    (void)state;
    Sample* sample = calloc(1, sizeof(*sample));
    assert_non_null(sample);
    for (size_t k = 0; k < 3; ++k) {
        sample->tiles[0].stiffness[k][0] = 1;
    }
    sample->tiles[0].du[1][0] = sample->tiles[0].dv[2][0] = 1;
    sample->tiles[0].du[0][0] = sample->tiles[0].dv[0][0] = -1;
    sample->tiles[0].strainLimit[0] = (double)INFINITY;
    for (int isa = 0; isa < SV_ISA_ENUM_COUNT; ++isa) {
        const svSimKernels* kernels = svSimKernels_Of((svIsa)isa);
        if (kernels != NULL) {
            Evaluate(sample, kernels->membranes);
            assert_true(sample->energies[0] == 1); // strains of -1 along warp and weft
            assert_true(sample->states[0].at[0] == 1 && sample->states[0].at[6] == 1);
            for (size_t k = 0; k < 24; ++k) {
                assert_true(sample->states[1].at[k] == 0);
            }
            assert_true(sample->stresses[0].u[0][0] == -1 && sample->stresses[0].u[0][1] == 0);
        }
    }
    free(sample);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(KernelsAgree),
        cmocka_unit_test(ElementsMayBeFlat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
