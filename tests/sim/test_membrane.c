// The kernels of membranes: the same bytes with every instruction set, for elements as they are in
// cloth and for those that no cloth should have; forces and Hessians against differences.
#include "kernels.h"
#include "solver.h"

#include "support/random.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

enum { COUNT = 1003, TILES = (COUNT + TILE - 1) / TILE, POINTS = 400 };

typedef struct Sample {
    svMembraneTile tiles[TILES];
    double x[3 * POINTS];
    svMembraneState states[TILES * TILE];
    svFloat4 forces[3 * COUNT + 1];
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
        tile->stiffness[k][l] = (float)Between(random, 0, 1e3);
        tile->before[k][l] = (float)Between(random, -0.1, 0.1);
    }
    for (size_t k = 0; k < 2; ++k) {
        tile->du[k][l] = kind == NO_WARP ? 0 : (float)(size * Between(random, -1, 1));
        tile->dv[k][l] = (float)(size * Between(random, -1, 1));
    }
    if (kind == POINT) {
        tile->corners[1][l] = tile->corners[2][l] = tile->corners[0][l];
    }
    tile->damping[l] = Random_Below(random, 2) ? 0 : 0.01F;
    tile->strainLimit[l] = kind == UNLIMITED ? INFINITY : 0.05F;
}

// Corner by corner, backwards; what fills up the last tile goes to the end.
static void PlaceForces(Sample* sample) {
    for (size_t i = 0; i < 3 * TILES * TILE; ++i) {
        const size_t place = i < 3 * COUNT ? 3 * COUNT - 1 - i : 3 * COUNT;
        sample->tiles[i / 3 / TILE].places[i % 3][i / 3 % TILE] = (uint32_t)place;
    }
}

static svVec3 Force(const Sample* sample, size_t element, size_t corner) {
    return Float4_ToVec3(sample->forces[3 * COUNT - 1 - (3 * element + corner)]);
}

static Sample* NewSample(void) {
    const size_t size = (sizeof(Sample) + 63) / 64 * 64;
    Sample* sample = aligned_alloc(64, size);
    assert_non_null(sample);
    memset(sample, 0, size);
    PlaceForces(sample);
    return sample;
}

static Sample* MakeSample(uint64_t seed) {
    Random random = {seed};
    Sample* sample = NewSample();
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
                                 .forces = sample->forces};
    memset(sample->states, 0xff, sizeof(sample->states));
    memset(sample->forces, 0xff, sizeof(sample->forces));
    sample->energies[0] = kernel(&work, 0, FIRST);
    sample->energies[1] = kernel(&work, FIRST, COUNT);
}

static void ExpectFinite(const Sample* sample) {
    assert_true(isfinite(sample->energies[0]) && sample->energies[0] > 0);
    for (size_t i = 0; i < TILES * TILE; ++i) {
        const svMembraneState* at = &sample->states[i];
        for (int k = 0; k < 4; ++k) {
            assert_true(isfinite(Float4_At(at->u, k)) && isfinite(Float4_At(at->v, k)) &&
                        isfinite(Float4_At(at->tension, k)) && isfinite(Float4_At(at->shear, k)));
        }
    }
    for (size_t i = 0; i < 3 * COUNT + 1; ++i) {
        for (int k = 0; k < 4; ++k) {
            assert_true(isfinite(Float4_At(sample->forces[i], k)));
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
    Sample* sample = NewSample();
    for (size_t k = 0; k < 3; ++k) {
        sample->tiles[0].stiffness[k][0] = 1;
    }
    sample->tiles[0].du[0][0] = sample->tiles[0].dv[1][0] = 1;
    sample->tiles[0].strainLimit[0] = (double)INFINITY;
    for (int isa = 0; isa < SV_ISA_ENUM_COUNT; ++isa) {
        const svSimKernels* kernels = svSimKernels_Of((svIsa)isa);
        if (kernels != NULL) {
            Evaluate(sample, kernels->membranes);
            assert_true(sample->energies[0] == 1); // strains of -1 along warp and weft
            const svMembraneState* states = sample->states;
            assert_true(Float4_At(states[0].u, 0) == 1 && Float4_At(states[0].u, 3) == 1);
            assert_true(Float4_At(states[1].u, 3) == 0 && Float4_At(states[1].shear, 0) == 0);
            assert_true(Force(sample, 0, 1).x == -1 && Force(sample, 1, 1).x == 0);
        }
    }
    free(sample);
}

// The energy of one element, as its definition says.
static double Define(const svMembraneTile* tile, size_t l, const double x[9], double rate) {
    svVec3 f[2] = {{0, 0, 0}, {0, 0, 0}};
    for (size_t k = 0; k < 2; ++k) {
        const svVec3 side = svVec3_Sub(svVec3_From(x + 3 * (k + 1)), svVec3_From(x));
        f[0] = svVec3_AddScaled(f[0], (double)tile->du[k][l], side);
        f[1] = svVec3_AddScaled(f[1], (double)tile->dv[k][l], side);
    }
    const double strains[3] = {svVec3_Length(f[0]) - 1, svVec3_Length(f[1]) - 1,
                               svVec3_Dot(f[0], f[1])};
    double energy = 0;
    for (size_t k = 0; k < 3; ++k) {
        const double limit = k < 2 ? (double)tile->strainLimit[l] : (double)INFINITY;
        const double excess = fmax(strains[k] - limit, 0),
                     moved = strains[k] - (double)tile->before[k][l];
        energy += (double)tile->stiffness[k][l] *
                  (strains[k] * strains[k] + (double)tile->damping[l] * rate * moved * moved +
                   LIMIT_STIFFNESS * (excess > 0 ? excess * excess : 0)) /
                  2;
    }
    return energy;
}

// An element alone, in tension along both its fibres.
static Sample* MakeTense(uint64_t seed) {
    Random random = {seed};
    Sample* sample = NewSample();
    svMembraneTile* tile = &sample->tiles[0];
    for (size_t k = 0; k < 3; ++k) {
        tile->corners[k][0] = (uint32_t)k;
        tile->stiffness[k][0] = (float)(k < 2 ? 100 : 5);
        tile->before[k][0] = 0.01F;
    }
    tile->du[0][0] = tile->dv[1][0] = 1;
    tile->dv[0][0] = -0.25F;
    tile->damping[0] = seed % 2 ? 0.01F : 0;
    tile->strainLimit[0] = seed % 3 ? INFINITY : 0.2F;
    sample->x[3] = 1.5;
    sample->x[6] = 0.5;
    sample->x[7] = 1.75;
    for (size_t i = 0; i < 9; ++i) {
        sample->x[i] += Between(&random, -0.1, 0.1);
    }
    return sample;
}

static void ForcesAreThoseOfTheEnergy(void** state) {
    (void)state;
    const double step = 1e-6;
    for (uint64_t seed = 0; seed < 20; ++seed) {
        Sample* sample = MakeTense(seed);
        const svMembraneTile* tile = &sample->tiles[0];
        Evaluate(sample, svSimKernels_Of(SV_ISA_BEST)->membranes);
        const double energy = Define(tile, 0, sample->x, 100);
        assert_true(fabs(sample->energies[0] - energy) < 1e-12 * energy);
        for (size_t i = 0; i < 9; ++i) {
            double x[9];
            memcpy(x, sample->x, sizeof(x));
            x[i] += step;
            const double more = Define(tile, 0, x, 100);
            x[i] -= 2 * step;
            const double slope = (more - Define(tile, 0, x, 100)) / (2 * step);
            double force[3];
            svVec3_Store(Force(sample, 0, i / 3), force);
            assert_true(fabs(force[i % 3] - slope) < 1e-5 * energy);
        }
        free(sample);
    }
}

// In tension nothing is left out of a Hessian but the shear's second derivative.
static void BlocksAreThoseOfTheForces(void** state) {
    (void)state;
    const double step = 1e-3;
    for (uint64_t seed = 0; seed < 20; ++seed) {
        Sample* sample = MakeTense(seed);
        const svMembraneTile* tile = &sample->tiles[0];
        const float du[3] = {-tile->du[0][0] - tile->du[1][0], tile->du[0][0], tile->du[1][0]};
        const float dv[3] = {-tile->dv[0][0] - tile->dv[1][0], tile->dv[0][0], tile->dv[1][0]};
        Evaluate(sample, svSimKernels_Of(SV_ISA_BEST)->membranes);
        const svMembraneState at = sample->states[0];
        for (size_t i = 0; i < 3; ++i) {
            const size_t j = (i + 1) % 3;
            const svMembraneShare share = {0, -du[i] * du[j], -dv[i] * dv[j],
                                           -(du[i] * dv[j] + dv[i] * du[j]),
                                           -(du[i] * dv[j] - dv[i] * du[j])};
            svEdgeBlock edge = {Float4_Zero(), Float4_Zero(), Float4_Zero()};
            MembraneShare_AddTo(&edge, &share, &at);
            const svBlock block = EdgeBlock_ToBlock(&edge, 1);
            for (int c = 0; c < 3; ++c) {
                double* x = &sample->x[3 * j + (size_t)c];
                const double middle = *x;
                double forces[2][3];
                for (int side = 0; side < 2; ++side) {
                    *x = middle + (side == 0 ? -step : step);
                    Evaluate(sample, svSimKernels_Of(SV_ISA_BEST)->membranes);
                    svVec3_Store(Force(sample, 0, i), forces[side]);
                }
                *x = middle;
                for (int r = 0; r < 3; ++r) {
                    const double slope = (forces[1][r] - forces[0][r]) / (2 * step);
                    const double seen = -(double)Block_At(&block, r, c);
                    if (!(fabs(seen - slope) < 1e-3 * (double)tile->stiffness[0][0] *
                                                   (1 + LIMIT_STIFFNESS * (seed % 3 == 0)))) {
                        fail_msg("seed %u, edge %zu, %d %d: %g, differences say %g", (unsigned)seed,
                                 i, r, c, seen, slope);
                    }
                }
            }
        }
        free(sample);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(KernelsAgree),
        cmocka_unit_test(ElementsMayBeFlat),
        cmocka_unit_test(ForcesAreThoseOfTheEnergy),
        cmocka_unit_test(BlocksAreThoseOfTheForces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
