// The bending of grids as runs: against second differences one by one, for grids of any shape, the
// same bytes with every instruction set; and several cloths in one simulation.
#include "elastic.h"
#include "state.h"

#include "support/random.h"
#include "support/sim_world.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

static const double RATE = 50; // 1 / h

// A grid by itself, with positions at the beginning of a step and later.
typedef struct Fixture {
    svContext* context;
    svBendGrid grid;
    double *x0, *x1;
} Fixture;

static void Open(Fixture* fixture, uint32_t columns, uint32_t rows) {
    Random random = {columns * 1000 + rows};
    const svContextDef def = svDefaultContextDef();
    const uint32_t count = columns * rows;
    assert_int_equal(svContext_Create(&def, &fixture->context), SV_OK);
    fixture->grid = (svBendGrid){
        .columns = columns, .count = count, .stiffness = {0.25, 0.75, 0.5}, .damping = 0.01};
    assert_int_equal(svBendGrid_Create(&fixture->grid, fixture->context), SV_OK);
    fixture->x0 = malloc(3 * count * sizeof(double));
    fixture->x1 = malloc(3 * count * sizeof(double));
    assert_true(fixture->x0 != NULL && fixture->x1 != NULL);
    for (size_t i = 0; i < 3 * (size_t)count; ++i) {
        fixture->x0[i] = Random_Signed(&random);
        fixture->x1[i] = fixture->x0[i] + 0.3 * Random_Signed(&random);
    }
}

static void Close(Fixture* fixture) {
    svBendGrid_Destroy(&fixture->grid, fixture->context);
    svContext_Destroy(fixture->context);
    free(fixture->x0);
    free(fixture->x1);
}

// The places of a difference, from its particle, and their factors; returns their number.
static int Places(const svBendGrid* grid, int kind, ptrdiff_t places[4], double factors[4]) {
    const ptrdiff_t step = kind == BEND_ROW ? 1 : (ptrdiff_t)grid->columns;
    if (kind == BEND_TWIST) {
        const ptrdiff_t corners[4] = {0, 1, step, step + 1};
        const double signs[4] = {1, -1, -1, 1};
        memcpy(places, corners, sizeof(corners));
        memcpy(factors, signs, sizeof(signs));
        return 4;
    }
    const ptrdiff_t line[3] = {-step, 0, step};
    const double signs[3] = {1, -2, 1};
    memcpy(places, line, sizeof(line));
    memcpy(factors, signs, sizeof(signs));
    return 3;
}

static svVec3 Difference(const svBendGrid* grid, int kind, size_t i, const double* x) {
    ptrdiff_t places[4];
    double factors[4];
    svVec3 sum = {0, 0, 0};
    for (int k = Places(grid, kind, places, factors) - 1; k >= 0; --k) {
        sum = svVec3_AddScaled(sum, factors[k], svVec3_From(x + 3 * ((ptrdiff_t)i + places[k])));
    }
    return sum;
}

// Whether a grid has a difference there, and its stiffness: half on the border.
static double Stiffness(const svBendGrid* grid, int kind, size_t i) {
    const size_t columns = grid->columns, rows = grid->count / columns;
    const size_t at[2] = {i % columns, i / columns}, sizes[2] = {columns, rows};
    if (kind == BEND_TWIST) {
        return at[0] + 1 < columns && at[1] + 1 < rows ? grid->stiffness[kind] : 0;
    }
    const int along = kind == BEND_ROW ? 0 : 1, across = 1 - along;
    const bool there = at[along] > 0 && at[along] + 1 < sizes[along];
    const bool border = at[across] == 0 || at[across] + 1 == sizes[across];
    return there ? grid->stiffness[kind] * (border ? 0.5 : 1) : 0;
}

// The energy by definition; adds its gradient to g.
static double Define(const Fixture* fixture, double* g) {
    const svBendGrid* grid = &fixture->grid;
    const double damping = grid->damping * RATE;
    double energy = 0;
    for (size_t i = 0; i < grid->count; ++i) {
        for (int kind = 0; kind < BEND_KINDS; ++kind) {
            const double k = Stiffness(grid, kind, i);
            if (k == 0) {
                continue;
            }
            ptrdiff_t places[4];
            double factors[4];
            const svVec3 s = Difference(grid, kind, i, fixture->x1);
            const double length = svVec3_Length(s);
            const double rate = length - svVec3_Length(Difference(grid, kind, i, fixture->x0));
            energy += k * (length * length + damping * rate * rate) / 2;
            for (int c = Places(grid, kind, places, factors) - 1; c >= 0; --c) {
                double* to = g + 3 * ((ptrdiff_t)i + places[c]);
                const double pull = factors[c] * k * (1 + damping * rate / length);
                svVec3_Store(svVec3_AddScaled(svVec3_From(to), pull, s), to);
            }
        }
    }
    return energy;
}

// As a step does it, in ranges of a length of its own for gradients.
static double Run(const Fixture* fixture, const svSimKernels* kernels, size_t range, double* g) {
    const svBendGrid* grid = &fixture->grid;
    const svBendWork begin = {grid, fixture->x0, 0, true}, work = {grid, fixture->x1, RATE, false};
    double energy = 0;
    for (size_t i = 0; i < grid->count; i += RANGE) {
        const size_t end = i + RANGE < grid->count ? i + RANGE : grid->count;
        (void)kernels->bends(&begin, i, end);
        energy += kernels->bends(&work, i, end);
    }
    for (size_t i = 0; i < grid->count; i += range) {
        const size_t end = i + range < grid->count ? i + range : grid->count;
        kernels->bendGradient(grid, i, end, g + 3 * i);
    }
    return energy;
}

static void ExpectSame(const Fixture* fixture) {
    const size_t size = 3 * (size_t)fixture->grid.count;
    double* expected = calloc(3 * size, sizeof(double));
    assert_non_null(expected);
    double *scalar = expected + size, *seen = scalar + size;
    const double energy = Define(fixture, expected);
    const double first = Run(fixture, svSimKernels_Of(SV_ISA_SCALAR), 100, scalar);
    assert_true(fabs(first - energy) <= 1e-6 * energy);
    for (size_t i = 0; i < size; ++i) {
        assert_true(fabs(scalar[i] - expected[i]) < 1e-5);
    }
    for (int isa = 0; isa < SV_ISA_ENUM_COUNT; ++isa) {
        const svSimKernels* kernels = svSimKernels_Of((svIsa)isa);
        if (kernels != NULL) {
            memset(seen, 0, size * sizeof(double));
            assert_true(Run(fixture, kernels, RANGE, seen) == first);
            assert_memory_equal(seen, scalar, size * sizeof(double));
        }
    }
    free(expected);
}

static void RunsAreDifferences(void** state) {
    (void)state;
    static const uint32_t shapes[][2] = {{2, 2},   {1, 1},   {1, 7},   {7, 1},  {2, 9},   {9, 2},
                                         {3, 3},   {5, 13},  {64, 64}, {65, 3}, {3, 200}, {100, 30},
                                         {17, 31}, {1, 600}, {700, 2}, {63, 65}};
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); ++i) {
        Fixture fixture;
        Open(&fixture, shapes[i][0], shapes[i][1]);
        ExpectSame(&fixture);
        Close(&fixture);
    }
}

// Grids and another mesh, in one simulation: each bends as if it were alone, and runs have the
// energy of the stencils that the matrix is made of.
static void ClothsBendAlone(void** state) {
    (void)state;
    static const uint32_t sizes[][2] = {{4, 9}, {12, 5}, {6, 6}, {2, 2}};
    World world;
    svSimDef simDef = svDefaultSimDef();
    simDef.collisions = false;
    World_Open(&world, "several cloths", &simDef, 2);
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
        Shape shape = Shape_Grid(sizes[i][0], sizes[i][1], 1);
        Shape_Move(&shape, 2.0 * (double)i, 0, 0);
        if (i == 2) {
            shape.columns = shape.rows = 0;
        }
        svClothDef def = svDefaultClothDef();
        def.bendStiffness = 0.1 * (double)(i + 1);
        World_AddCloth(&world, shape, &def);
    }
    assert_int_equal(svSim_Start(world.sim), SV_OK);
    svSim* sim = world.sim;
    svElastic* elastic = &sim->elastic;
    assert_true(elastic->gridCount == 3 && elastic->hingeCount > 0);
    Random random = {5};
    const size_t size = 3 * (size_t)sim->clothParticles;
    for (size_t i = 0; i < size; ++i) {
        sim->x1[i] = sim->x0[i] + 0.05 * Random_Signed(&random);
    }
    const double energy = svElastic_Energy(elastic, sim->x1);
    assert_true(fabs(svElastic_Begin(elastic, sim->x1) - energy) < 1e-7 * energy);
    (void)svElastic_Evaluate(elastic, sim->x1, 1 / RATE); // nothing moves: no damping
    double* g = calloc(size, sizeof(double));
    assert_non_null(g);
    svElastic_AddGradient(elastic, 0, sim->clothParticles, g);
    const double step = 1e-6;
    for (size_t i = 0; i < size; ++i) {
        const double x = sim->x1[i];
        sim->x1[i] = x + step;
        const double more = svElastic_Energy(elastic, sim->x1);
        sim->x1[i] = x - step;
        const double slope = (more - svElastic_Energy(elastic, sim->x1)) / (2 * step);
        sim->x1[i] = x;
        assert_true(fabs(g[i] - slope) < 1e-4 * (1 + fabs(slope)));
    }
    free(g);
    World_Close(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(RunsAreDifferences),
        cmocka_unit_test(ClothsBendAlone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
