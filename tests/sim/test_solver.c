// The pieces of an implicit step by themselves: gradients against differences of energies, the
// preconditioner against the definition of one, pushes against theirs, bytes for any number of
// workers.
#include "kernels.h"
#include "state.h"

#include "support/sim_world.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 9, COUNT = SIDE * SIDE };

// A crumpled sheet, as a grid (stencils) or as any mesh (hinges), one corner of it held.
static void OpenCrumpled(World* world, Random* random, bool grid) {
    svSimDef simDef = svDefaultSimDef();
    simDef.collisions = false;
    World_Open(world, grid ? "grid" : "mesh", &simDef, 1);
    Shape sheet = Shape_Grid(SIDE, SIDE, 1);
    if (!grid) {
        sheet.columns = sheet.rows = 0;
    }
    svClothDef def = svDefaultClothDef();
    const svPin pin = {0, SV_NONE, 0};
    def.pins = &pin;
    def.pinCount = 1;
    def.bendStiffness = 1e-2;
    def.weftStiffness = 700;
    World_AddCloth(world, sheet, &def);
    assert_int_equal(svSim_Start(world->sim), SV_OK);
    svSim* sim = world->sim;
    svElastic_Begin(&sim->elastic, sim->x0);
    for (size_t i = 0; i < 3 * COUNT; ++i) {
        sim->x1[i] = sim->x0[i] + 0.05 * Random_Signed(random);
    }
}

static double ElasticEnergy(svSim* sim, double h) {
    return svElastic_Evaluate(&sim->elastic, sim->x1, h);
}

static void GradientsAreThoseOfTheEnergy(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 4; ++seed) {
        Random random = {seed};
        World world;
        OpenCrumpled(&world, &random, seed % 2 > 0);
        svSim* sim = world.sim;
        assert_int_equal(sim->elastic.hingeCount > 0, seed % 2 == 0);
        assert_int_equal(sim->elastic.stencilCount > 0, seed % 2 == 1);
        const double h = 0.01, step = 1e-6;
        for (uint32_t i = 0; i < 3 * COUNT; i += 7) {
            const double x = sim->x1[i];
            sim->x1[i] = x + step;
            const double more = ElasticEnergy(sim, h);
            sim->x1[i] = x - step;
            const double less = ElasticEnergy(sim, h), slope = (more - less) / (2 * step);
            sim->x1[i] = x;
            (void)ElasticEnergy(sim, h);
            double g[3 * COUNT] = {0};
            svElastic_AddGradient(&sim->elastic, i / 3, i / 3 + 1, g);
            const double seen = g[i];
            if (!(fabs(seen - slope) < 1e-4 * (1 + fabs(slope)))) {
                fail_msg("seed %llu, unknown %u: %g, differences say %g", (unsigned long long)seed,
                         i, seen, slope);
            }
        }
        World_Close(&world);
    }
}

static svPush RandomPush(Random* random, double friction) {
    svPush push = {.particles = {0, 1, 2, 3},
                   .weights = {1, -0.5, -0.25, -0.25},
                   .normal = {0.6, 0, 0.8},
                   .thickness = 0.01,
                   .rest = 0.01,
                   .knee = 0.004,
                   .stiffness = 100 + 1000 * Random_Unit(random),
                   .friction = friction,
                   .slip = {0.0008 * Random_Signed(random), 0.0005, 0}};
    push.slip = svVec3_AddScaled(push.slip, -svVec3_Dot(push.slip, push.normal), push.normal);
    return push;
}

// Through all its pieces: no push, the spring, the logarithm, below it; sticking and slipping.
static void PushesPushAsTheirEnergySays(void** state) {
    (void)state;
    Random random = {3};
    for (int i = 0; i < 400; ++i) {
        svPush push = RandomPush(&random, i % 2 > 0 ? 0.4 : 0);
        double x[12] = {0};
        const double gap = 0.012 * (0.02 + Random_Unit(&random)),
                     side = 1e-3 * Random_Unit(&random);
        x[0] = 0.6 * gap + 0.8 * side;
        x[1] = 1e-3 * Random_Signed(&random);
        x[2] = 0.8 * gap - 0.6 * side;
        (void)svPush_Evaluate(&push, x);
        const svVec3 force = push.force;
        const double forces[3] = {force.x, force.y, force.z}, step = 1e-9;
        push.load = push.nextLoad; // friction of this place, fixed
        for (int k = 0; k < 3; ++k) {
            double there[12];
            memcpy(there, x, sizeof(x));
            there[k] += step;
            const double more = svPush_Evaluate(&push, there).lagged;
            there[k] -= 2 * step;
            const double less = svPush_Evaluate(&push, there).lagged;
            const double slope = (more - less) / (2 * step);
            assert_true(fabs(slope - forces[k]) < 1e-4 * (1 + svVec3_Length(force)));
        }
    }
}

// k (a . x) b
static svVec3 Along(double k, svVec3 a, svVec3 x, svVec3 b) {
    return svVec3_Scale(k * svVec3_Dot(a, x), b);
}

// H p of a membrane, by the definition of its state.
static void AddMembraneProduct(const svMembrane* m, const svMembraneState* state, const svFloat4* p,
                               svVec3* q) {
    const svVec3 nu = Float4_ToVec3(state->u), nv = Float4_ToVec3(state->v);
    const svVec3 tension = Float4_ToVec3(state->tension), shear = Float4_ToVec3(state->shear);
    const double ku = (double)Float4_At(state->u, 3), kv = (double)Float4_At(state->v, 3);
    const double mixed = 2 * (double)Float4_At(state->tension, 3);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            const double uu = m->du[i] * m->du[j], vv = m->dv[i] * m->dv[j];
            const double uv = m->du[i] * m->dv[j], vu = m->dv[i] * m->du[j];
            const svVec3 x = Float4_ToVec3(p[m->corners[j]]);
            const svVec3 terms[5] = {
                Along(uu * ku + vv * shear.x, nu, x, nu), Along(vv * kv + uu * shear.y, nv, x, nv),
                svVec3_Scale(uu * tension.x + vv * tension.y + (uv + vu) * tension.z, x),
                Along(uv * mixed, nu, x, nv), Along(vu * mixed, nv, x, nu)};
            for (int n = 0; n < 5; ++n) {
                q[m->corners[i]] = svVec3_Add(q[m->corners[i]], terms[n]);
            }
        }
    }
}

static void AddHingeProduct(const svHinge* hinge, const svHingeState* state, const svFloat4* p,
                            svVec3* q) {
    double along = 0;
    for (int j = 0; j < 4; ++j) {
        along += svVec3_Dot(Float4_ToVec3(state->pull[j]), Float4_ToVec3(p[hinge->corners[j]]));
    }
    for (int i = 0; i < 4; ++i) {
        svVec3* mine = &q[hinge->corners[i]];
        *mine = svVec3_AddScaled(*mine, along, Float4_ToVec3(state->pull[i]));
    }
}

static void AddStencilProduct(const svStencil* stencil, double stiffness, const svFloat4* p,
                              svVec3* q) {
    svVec3 sum = {0, 0, 0};
    for (int j = 0; j < 4; ++j) {
        sum = svVec3_AddScaled(sum, stencil->factors[j], Float4_ToVec3(p[stencil->corners[j]]));
    }
    for (int i = 0; i < 4; ++i) {
        svVec3* mine = &q[stencil->corners[i]];
        *mine = svVec3_AddScaled(*mine, stiffness * stencil->factors[i], sum);
    }
}

// Evaluates elements and assembles, without pushes.
static void Assemble(World* world) {
    svSolver* solver = &world->sim->solver;
    (void)ElasticEnergy(world->sim, 1.0 / 60);
    for (uint32_t i = 0; i < COUNT; ++i) {
        solver->inertia[i] = world->sim->mass[i] * 3600;
    }
    assert_int_equal(svSolver_Assemble(solver), SV_OK);
}

// The product with the finest matrix, against the sum over all elements.
static void MatrixIsTheSumOfItsElements(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 4; ++seed) {
        Random random = {seed};
        World world;
        OpenCrumpled(&world, &random, seed % 2 > 0);
        Assemble(&world);
        const svElastic* elastic = &world.sim->elastic;
        svFloat4 p[COUNT], q[COUNT];
        svVec3 expected[COUNT] = {{0}};
        for (int i = 0; i < COUNT; ++i) {
            p[i] = Float4_Make((float)Random_Signed(&random), (float)Random_Signed(&random),
                               (float)Random_Signed(&random));
        }
        for (size_t e = 0; e < elastic->membraneCount; ++e) {
            AddMembraneProduct(&elastic->membranes[e], &elastic->membraneStates[e], p, expected);
        }
        for (size_t e = 0; e < elastic->hingeCount; ++e) {
            AddHingeProduct(&elastic->hinges[e], &elastic->hingeStates[e], p, expected);
        }
        for (size_t e = 0; e < elastic->stencilCount; ++e) {
            AddStencilProduct(&elastic->stencils[e], svElastic_StencilStiffness(elastic, e), p,
                              expected);
        }
        svMultigrid_Multiply(&world.sim->solver.multigrid, p, q); // has the opposite sign
        double most = 0;
        for (int i = 0; i < COUNT; ++i) {
            most = fmax(most, svVec3_Length(expected[i]));
        }
        for (int i = 0; i < COUNT; ++i) {
            const svVec3 off = svVec3_AddScaled(expected[i], 1, Float4_ToVec3(q[i]));
            assert_true(svVec3_Length(off) < 1e-5 * most);
        }
        World_Close(&world);
    }
}

// y . A y of a level as coarser ones see it, without its own blocks.
static double EnergyOfEdges(const svLevel* level, const svFloat4* y) {
    double sum = 0;
    for (size_t e = 0; e < level->edgeCount; ++e) {
        const svFloat4 a = y[level->edges[e][0]], b = y[level->edges[e][1]];
        const svBlock block = EdgeBlock_ToBlock(&level->edgeBlocks[e], 1);
        for (int n = 0; n < 9; ++n) {
            const int r = n / 3, c = n % 3;
            const double ar = (double)Float4_At(a, r), ac = (double)Float4_At(a, c),
                         br = (double)Float4_At(b, r), bc = (double)Float4_At(b, c);
            sum += (double)Block_At(&block, r, c) * (ar * ac + br * bc - 2 * ar * bc);
        }
    }
    return sum;
}

static double EnergyOfOwn(const svSymmetric* own, svFloat4 y) {
    const svBlock block = Block_FromSymmetric(own);
    return svVec3_Dot(Float4_ToVec3(y), Float4_ToVec3(Block_AddProduct(Float4_Zero(), &block, y)));
}

// Of a level and the next one: coarse y and its interpolation have the same energy, if each own
// block counts by the squares at the parents.
static void CheckCoarser(const svLevel* fine, Random* random) {
    const svLevel* coarse = fine + 1;
    svFloat4 y[COUNT], fineY[COUNT];
    double coarseEnergy = 0, fineEnergy = 0;
    for (uint32_t i = 0; i < coarse->count; ++i) {
        y[i] = Float4_Make((float)Random_Signed(random), (float)Random_Signed(random),
                           (float)Random_Signed(random));
        coarseEnergy += EnergyOfOwn(&coarse->own[i], y[i]);
    }
    for (uint32_t i = 0; i < fine->count; ++i) {
        fineY[i] = Float4_Zero();
        for (uint32_t k = fine->parents.start[i]; k < fine->parents.start[i + 1]; ++k) {
            const svShare parent = fine->parents.list[k];
            fineY[i] = Float4_AddScaled(fineY[i], parent.share, y[parent.source]);
            fineEnergy += (double)parent.share * EnergyOfOwn(&fine->own[i], y[parent.source]);
        }
    }
    coarseEnergy += EnergyOfEdges(coarse, y);
    fineEnergy += EnergyOfEdges(fine, fineY);
    assert_true(fabs(coarseEnergy - fineEnergy) < 1e-4 * fineEnergy);
}

static void CoarseMatricesHaveTheEnergyOfFineOnes(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 4; ++seed) {
        Random random = {seed};
        World world;
        OpenCrumpled(&world, &random, seed % 2 > 0);
        Assemble(&world);
        const svMultigrid* multigrid = &world.sim->solver.multigrid;
        assert_true(multigrid->levelCount > 1);
        for (uint32_t l = 0; l + 1 < multigrid->levelCount; ++l) {
            CheckCoarser(&multigrid->levels[l], &random);
        }
        World_Close(&world);
    }
}

// <u, P v> = <P u, v> and <u, P u> > 0.
static void CheckCycle(svSolver* solver, Random* random) {
    const svLevel* level = &solver->multigrid.levels[0];
    const size_t size = solver->count * sizeof(svFloat4);
    svFloat4 *vectors[2], *products[2];
    for (int side = 0; side < 2; ++side) {
        vectors[side] = aligned_alloc(sizeof(svFloat4), size);
        products[side] = aligned_alloc(sizeof(svFloat4), size);
        assert_true(vectors[side] != NULL && products[side] != NULL);
        for (uint32_t i = 0; i < solver->count; ++i) {
            const float s = solver->held[i] ? 0 : 1;
            vectors[side][i] =
                Float4_Make(s * (float)Random_Signed(random), s * (float)Random_Signed(random),
                            s * (float)Random_Signed(random));
        }
        memcpy(level->b, vectors[side], size);
        svMultigrid_Cycle(&solver->multigrid);
        memcpy(products[side], level->x, size);
    }
    double dots[2][2] = {{0}};
    for (size_t i = 0; i < 12 * (size_t)solver->count; ++i) {
        const int a = (int)(i % 4 / 2), b = (int)(i % 2), k = (int)(i / 4 % 3);
        dots[a][b] +=
            (double)Float4_At(vectors[a][i / 12], k) * (double)Float4_At(products[b][i / 12], k);
    }
    assert_true(dots[0][0] > 0 && dots[1][1] > 0);
    assert_true(fabs(dots[0][1] - dots[1][0]) < 1e-4 * sqrt(dots[0][0] * dots[1][1]));
    for (int side = 0; side < 2; ++side) {
        free(vectors[side]);
        free(products[side]);
    }
}

// The matrix, a cycle and a product with every instruction set: the bytes of scalar code.
static void CheckKernels(svSolver* solver, Random* random) {
    svMultigrid* multigrid = &solver->multigrid;
    const size_t n = solver->count, size = n * sizeof(svFloat4);
    const svSimKernels* best = svSimKernels_Of(SV_ISA_BEST);
    svFloat4* memory = aligned_alloc(sizeof(svFloat4), 4 * size);
    assert_non_null(memory);
    svFloat4 *right = memory, *product = memory + n, *expected = memory + 2 * n;
    for (size_t i = 0; i < n; ++i) {
        right[i] = Float4_Make((float)Random_Signed(random), (float)Random_Signed(random),
                               (float)Random_Signed(random));
    }
    for (int isa = SV_ISA_SCALAR; isa < SV_ISA_ENUM_COUNT; ++isa) {
        const svSimKernels* kernels = svSimKernels_Of((svIsa)isa);
        if (kernels == NULL) {
            continue;
        }
        multigrid->sweeps = kernels->sweeps;
        multigrid->assembly = kernels->assembly;
        assert_int_equal(svSolver_Assemble(solver), SV_OK);
        memcpy(multigrid->levels[0].b, right, size);
        svMultigrid_Cycle(multigrid);
        svMultigrid_Multiply(multigrid, right, product);
        if (isa == SV_ISA_SCALAR) {
            memcpy(expected, multigrid->levels[0].x, size);
            memcpy(expected + n, product, size);
        }
        assert_memory_equal(multigrid->levels[0].x, expected, size);
        assert_memory_equal(product, expected + n, size);
    }
    multigrid->sweeps = best->sweeps;
    multigrid->assembly = best->assembly;
    free(memory);
}

// With contacts between cloths as further edges.
static void CycleIsAPreconditioner(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 6; ++seed) {
        Random random = {seed};
        World world;
        OpenCrumpled(&world, &random, seed % 2 > 0);
        svSolver* solver = &world.sim->solver;
        assert_true(solver->multigrid.levelCount > 1);
        (void)ElasticEnergy(world.sim, 1.0 / 60);
        for (uint32_t i = 0; i < COUNT; ++i) {
            solver->inertia[i] = world.sim->mass[i] * 3600;
        }
        for (int k = 0; k < 20 && seed > 2; ++k) {
            svPush* push = svSolver_AddPush(solver);
            assert_non_null(push);
            *push = RandomPush(&random, 0);
            push->active = true;
            push->block = (svSymmetric){{50, 0, 0, 50, 0, 500}};
            for (uint32_t p = 0; p < 4; ++p) {
                push->particles[p] = (uint32_t)Random_Below(&random, COUNT / 4) + p * (COUNT / 4);
            }
        }
        assert_int_equal(svSolver_Assemble(solver), SV_OK);
        CheckCycle(solver, &random);
        CheckKernels(solver, &random);
        World_Close(&world);
    }
}

static double SquareOf(const svFloat4* vector, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < 3 * count; ++i) {
        const double x = (double)Float4_At(vector[i / 3], (int)(i % 3));
        sum += x * x;
    }
    return sum;
}

// The iterations of solves of one system, each of the residual of the one before, until a
// thousandth of it is left. Each begins anew, or goes on.
static uint32_t IterationsOfSolves(svSolver* solver, const svFloat4* right, bool anew) {
    const size_t n = solver->count;
    svFloat4* r = solver->multigrid.levels[0].b;
    memcpy(r, right, n * sizeof(*right));
    svSolver_Restart(solver);
    uint32_t sum = 0;
    while (SquareOf(r, n) > 1e-6 * SquareOf(right, n)) {
        if (anew) {
            svSolver_Restart(solver);
        }
        uint32_t iterations;
        assert_true(svSolver_Solve(solver, 0, &iterations) && iterations > 0);
        sum += iterations;
    }
    return sum;
}

// The first direction of a solve is conjugate to the last one of the solve before.
static void SolvesGoOn(void** state) {
    (void)state;
    uint32_t on = 0, anew = 0;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        Random random = {seed};
        World world;
        OpenCrumpled(&world, &random, seed % 2 > 0);
        Assemble(&world);
        svSolver* solver = &world.sim->solver;
        svFloat4 right[COUNT];
        for (uint32_t i = 0; i < COUNT; ++i) {
            const float s = solver->held[i] ? 0 : 1;
            right[i] =
                Float4_Make(s * (float)Random_Signed(&random), s * (float)Random_Signed(&random),
                            s * (float)Random_Signed(&random));
        }
        on += IterationsOfSolves(solver, right, false);
        anew += IterationsOfSolves(solver, right, true);
        World_Close(&world);
    }
    print_message("%u iterations that go on, %u that begin anew\n", on, anew);
    assert_true(10 * on < 9 * anew);
}

// Two sheets of one range of a sweep each: all contacts between them are couplings of two ranges.
// With steps of 1e-11 s the squares of their blocks are beyond the range of floats.
static void CheckRanges(double step) {
    enum { EDGE = 32 };
    assert_int_equal(EDGE * EDGE, SWEEP_RANGE);
    Random random = {1};
    svSimDef simDef = svDefaultSimDef();
    simDef.collisions = false;
    World world;
    World_Open(&world, "ranges", &simDef, 1);
    for (int i = 0; i < 2; ++i) {
        Shape sheet = Shape_Grid(EDGE, EDGE, 1);
        Shape_Move(&sheet, 0, 0, 0.01 * i);
        World_AddCloth(&world, sheet, NULL);
    }
    assert_int_equal(svSim_Start(world.sim), SV_OK);
    svSolver* solver = &world.sim->solver;
    svElastic_Begin(&world.sim->elastic, world.sim->x0);
    memcpy(world.sim->x1, world.sim->x0, 3 * (size_t)solver->count * sizeof(double));
    (void)ElasticEnergy(world.sim, step);
    for (uint32_t i = 0; i < solver->count; ++i) {
        solver->inertia[i] = world.sim->mass[i] / (step * step);
    }
    for (uint32_t i = 0; i < SWEEP_RANGE; ++i) {
        svPush* push = svSolver_AddPush(solver);
        assert_non_null(push);
        const float stiff = (float)(1600 * solver->inertia[i]);
        *push = (svPush){.particles = {i, SWEEP_RANGE + i, SWEEP_RANGE + i, SWEEP_RANGE + i},
                         .weights = {1, -1, 0, 0},
                         .block = {{stiff / 8, 0, 0, stiff / 8, 0, stiff}},
                         .active = true};
    }
    assert_int_equal(svSolver_Assemble(solver), SV_OK);
    CheckCycle(solver, &random);
    World_Close(&world);
}

static void CycleCountsContactsBetweenRanges(void** state) {
    (void)state;
    CheckRanges(1.0 / 60);
    CheckRanges(1e-11);
}

// Two sheets fall on each other and on a ball, with as many workers as are asked for.
static void* Fall(uint32_t workers, size_t* size) {
    World world;
    World_Open(&world, "workers", NULL, workers);
    World_AddObstacle(&world, Shape_Ball(0.2, 5), NULL, 0);
    for (int i = 0; i < 2; ++i) {
        Shape sheet = Shape_Grid(40, 40, 0.8);
        Shape_Move(&sheet, 0.01, 0.02, 0.22 + 0.02 * i);
        World_AddCloth(&world, sheet, NULL);
    }
    World_Step(&world, 12);
    assert_true(world.stats.nearPairs > 0);
    void* bytes = World_Save(&world, size);
    World_Close(&world);
    return bytes;
}

static void SameBytesForAnyNumberOfWorkers(void** state) {
    (void)state;
    size_t size, other;
    void* one = Fall(1, &size);
    for (uint32_t workers = 2; workers <= 5; workers += 3) {
        void* more = Fall(workers, &other);
        assert_int_equal(size, other);
        assert_memory_equal(one, more, size);
        free(more);
    }
    free(one);
}

// A pair that is both near and in contact has several pushes: friction remembers the first,
// whatever the order in which they are sorted.
static void FrictionRemembersTheFirstPushOfAPair(void** state) {
    (void)state;
    enum { PAIRS = 50, COPIES = 3 };
    World world;
    svSimDef def = World_VacuumDef();
    def.thickness = 1;
    World_Open(&world, "slips", &def, 1);
    World_AddCloth(&world, Shape_Grid(4, 4, 10), NULL);
    World_Step(&world, 1);
    svSolver* solver = &world.sim->solver;
    solver->pushCount = 0;
    Random random = {1};
    for (uint32_t i = 0; i < PAIRS * COPIES; ++i) {
        svPush* push = svSolver_AddPush(solver);
        assert_non_null(push);
        *push = (svPush){.particles = {0, 1, 2, 3},
                         .weights = {1, -1, 0, 0},
                         .normal = {0, 0, 1}, // across the sheet: no gap
                         .thickness = (i + 1) * 1e-3,
                         .stiffness = 1};
        push->key.kind = SV_VERTEX_FACE;
        push->key.features.a = (uint32_t)Random_Below(&random, PAIRS);
    }
    World_Expect(&world, svSim_KeepSlips(world.sim));
    assert_in_range(world.sim->slipCount, 2, PAIRS);
    for (size_t k = 0; k < world.sim->slipCount; ++k) {
        const svSlip* slip = &world.sim->slips[k];
        size_t first = 0;
        while (svPairKey_Compare(&solver->pushes[first].key, &slip->key) != 0) {
            assert_true(++first < PAIRS * COPIES);
        }
        assert_true(slip->thickness == solver->pushes[first].thickness);
    }
    World_Close(&world);
}

// Newton's method ends where its linear solve has nothing to do: the next iteration would find the
// same. (A step at rest went on to its limit, because forces that are all rounding did work.)
static void NoIterationRepeatsTheLast(void** state) {
    (void)state;
    const svContextDef contextDef = svDefaultContextDef();
    svSimScene scene = {0};
    svContext* context = NULL;
    assert_int_equal(svContext_Create(&contextDef, &context), SV_OK);
    size_t i = 0;
    while (strcmp(svBuiltInScene_Get(i).name, "drape") != 0) {
        assert_true(++i < svBuiltInScene_Count());
    }
    const svBuiltInScene drape = svBuiltInScene_Get(i);
    assert_int_equal(
        svSimScene_ReadMemory(context, drape.name, drape.text, strlen(drape.text), NULL, &scene),
        SV_OK);
    uint32_t idle = 0; // steps whose solves all had nothing to do
    for (int step = 0; step < 400; ++step) {
        svSimStats stats;
        assert_int_equal(svSim_Step(scene.sim, &stats), SV_OK);
        assert_true(stats.newtonIterations <= stats.solverIterations + stats.rounds);
        idle += stats.solverIterations == 0;
    }
    assert_true(idle > 0);
    svSim_Destroy(scene.sim);
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(GradientsAreThoseOfTheEnergy),
        cmocka_unit_test(PushesPushAsTheirEnergySays),
        cmocka_unit_test(MatrixIsTheSumOfItsElements),
        cmocka_unit_test(CoarseMatricesHaveTheEnergyOfFineOnes),
        cmocka_unit_test(CycleIsAPreconditioner),
        cmocka_unit_test(SolvesGoOn),
        cmocka_unit_test(CycleCountsContactsBetweenRanges),
        cmocka_unit_test(SameBytesForAnyNumberOfWorkers),
        cmocka_unit_test(FrictionRemembersTheFirstPushOfAPair),
        cmocka_unit_test(NoIterationRepeatsTheLast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
