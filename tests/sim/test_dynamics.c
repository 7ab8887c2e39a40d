// Particles, springs and integrators, against what is known of them: closed forms and counts.
#include "state.h"

#include "support/sim_world.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef TEST_SANITIZED
enum { LONG = 200 };
#else
enum { LONG = 2000 };
#endif

// No air, no collisions, no limits: what is left is the integrator.
static svSimDef BareDef(svIntegrator integrator) {
    svSimDef def = svDefaultSimDef();
    def.integrator = integrator;
    def.airDamping = 0;
    def.windPressure = 0;
    def.collisions = false;
    return def;
}

static svClothDef SoftDef(void) {
    svClothDef def = svDefaultClothDef();
    def.stretchStiffness = def.shearStiffness = def.bendStiffness = 0;
    def.strainLimit = 0;
    return def;
}

// x and v of a particle that falls, as the integrators' formulas say.
static void FallOneStep(svIntegrator integrator, double damping, double h, double x[3],
                        double v[3]) {
    const double kept = 1 / (1 + h * damping), gravity[3] = {0, 0, -9.81};
    for (int k = 0; k < 3; ++k) {
        v[k] = integrator == SV_INTEGRATOR_VERLET ? kept * v[k] + h * gravity[k]
                                                  : kept * (v[k] + h * gravity[k]);
        x[k] += h * v[k];
    }
}

static void FallsFreely(void** state) {
    (void)state;
    for (int i = 0; i < 2 * SV_INTEGRATOR_ENUM_COUNT; ++i) {
        World world;
        svSimDef simDef = BareDef((svIntegrator)(i / 2));
        simDef.airDamping = i % 2 > 0 ? 0.7 : 0;
        simDef.solverTolerance = 1e-6;
        svClothDef def = svDefaultClothDef();
        if (simDef.integrator != SV_INTEGRATOR_IMPLICIT) {
            def = SoftDef();
        }
        def.velocity[0] = 3;
        def.velocity[2] = 2;
        World_Open(&world, "free fall", &simDef, 1);
        World_AddCloth(&world, Shape_Grid(4, 3, 2), &def);
        double x[3], v[3] = {3, 0, 2};
        const svSimMesh before = svSim_GetCloth(world.sim, 0);
        svPositions_Get(&before.positions, 5, x);
        const double start = x[2];
        const int steps = 120;
        for (int step = 0; step < steps; ++step) {
            World_Step(&world, 1);
            FallOneStep(simDef.integrator, simDef.airDamping, simDef.timeStep, x, v);
        }
        const svSimMesh after = svSim_GetCloth(world.sim, 0);
        double seen[3], speed[3];
        svPositions_Get(&after.positions, 5, seen);
        svPositions_Get(&after.velocities, 5, speed);
        // Each step rounds to a float of at most 32.
        for (int k = 0; k < 3; ++k) {
            assert_true(fabs(seen[k] - x[k]) < steps * 0x1p-19);
            assert_true(fabs(speed[k] - v[k]) < 1e-4);
        }
        if (i % 2 == 0) { // sums of an arithmetic series
            const double h = simDef.timeStep;
            const double closed = start + steps * h * 2 - 9.81 * h * h * steps * (steps + 1) / 2;
            assert_true(fabs(x[2] - closed) < 1e-9);
        }
        World_Close(&world);
    }
}

// However small the scene is: falling is not blowing up.
static void SmallThingsFallFar(void** state) {
    (void)state;
    for (int i = 0; i < 3; ++i) {
        World world;
        World_Open(&world, "a crumb", NULL, 1);
        World_AddCloth(&world, Shape_Grid(2, 2, i == 0 ? 0.05 : i == 1 ? 1e-3 : 1e-6), NULL);
        World_Step(&world, 120);
        World_Close(&world);
    }
    // A single particle has no extent at all.
    World world;
    World_Open(&world, "a particle", NULL, 1);
    static const uint32_t corners[3] = {0, 0, 0};
    Shape particle = Shape_Grid(2, 2, 1);
    TestMesh_Free(&particle.list);
    particle.list = TestMesh_Copy(corners, 1, 1);
    particle.columns = particle.rows = 0;
    World_AddCloth(&world, particle, NULL);
    World_Step(&world, 60);
    World_Close(&world);
}

static void HangingClothComesToRest(void** state) {
    (void)state;
    World world;
    svSimDef simDef = svDefaultSimDef();
    simDef.airDamping = 3;
    World_Open(&world, "hanging", &simDef, 1);
    svPin pins[8];
    for (uint32_t i = 0; i < 8; ++i) {
        pins[i] = (svPin){i, SV_NONE, 0};
    }
    svClothDef def = svDefaultClothDef();
    def.pins = pins;
    def.pinCount = 8;
    World_AddCloth(&world, Shape_Grid(8, 8, 1), &def);
    World_Step(&world, 300);
    assert_true(world.stats.kineticEnergy < 1e-6);
    assert_true(world.stats.worstStretch < 0.02);
    assert_true(world.worstStretch < 0.1);
    const svSimMesh cloth = svSim_GetCloth(world.sim, 0);
    double top[3], bottom[3];
    svPositions_Get(&cloth.positions, 3, top);
    svPositions_Get(&cloth.positions, 59, bottom);
    assert_true(fabs(top[2] - bottom[2] - 1) < 0.02);
    World_Close(&world);
}

static double SpringLength(const svSim* sim, const svSpring* spring) {
    return svVec3_Length(svVec3_Sub(svVec3_From(sim->x0 + 3 * (size_t)spring->b),
                                    svVec3_From(sim->x0 + 3 * (size_t)spring->a)));
}

static size_t CountSprings(const svSim* sim, double rest, bool structural) {
    size_t count = 0;
    for (size_t i = 0; i < sim->springCount; ++i) {
        count += (i < sim->structuralCount) == structural &&
                 fabs(sim->springs[i].rest - rest) < 1e-6 * rest;
    }
    return count;
}

static void SpringsOfGrid(void** state) {
    (void)state;
    const uint32_t sizes[][2] = {{2, 2}, {3, 3}, {7, 5}, {2, 9}, {12, 12}};
    for (int i = 0; i < 5; ++i) {
        const uint32_t c = sizes[i][0], r = sizes[i][1];
        World world;
        World_Open(&world, "grid", NULL, 1);
        World_AddCloth(&world, Shape_Grid(c, r, 0.5 * (c - 1)), NULL);
        assert_int_equal(svSim_Start(world.sim), SV_OK);
        const svSim* sim = world.sim;
        const size_t structural = (size_t)r * (c - 1) + (size_t)c * (r - 1);
        const size_t shear = (size_t)2 * (c - 1) * (r - 1);
        const size_t bend = (size_t)r * (c - 2) + (size_t)c * (r - 2);
        assert_int_equal(sim->springCount, structural + shear + bend);
        assert_int_equal(sim->structuralCount, structural);
        assert_int_equal(CountSprings(sim, 0.5, true), structural);
        assert_int_equal(CountSprings(sim, 0.5 * sqrt(2), false), shear);
        assert_int_equal(CountSprings(sim, 1, false), bend);
        World_Close(&world);
    }
}

static void SpringsOfMesh(void** state) {
    (void)state;
    World world;
    World_Open(&world, "mesh", NULL, 1);
    Shape grid = Shape_Grid(6, 4, 1);
    grid.columns = grid.rows = 0;
    World_AddCloth(&world, grid, NULL);
    World_AddCloth(&world, Shape_Book(4, 1), NULL);
    const size_t edges = 6 * 3 + 5 * 4 + 5 * 3, inner = 5 * 3 + 5 * 2 + 4 * 3;
    assert_int_equal(svSim_Start(world.sim) == SV_ERROR_OVERLAP, 1);
    assert_int_equal(world.sim->structuralCount, edges + 1 + 2 * 4);
    assert_int_equal(world.sim->springCount, edges + inner + 1 + 2 * 4);
    for (size_t i = 0; i < world.sim->springCount; ++i) {
        const svSpring* spring = &world.sim->springs[i];
        const double length = SpringLength(world.sim, spring);
        assert_true(fabs(spring->rest - length) < 1e-6);
        // The same band cut shorter: stiffness times length is one number for each kind and cloth.
        if (i < world.sim->structuralCount) {
            assert_true(spring->maxLength == 1.05 * spring->rest);
        }
    }
    World_Close(&world);
}

// Springs are as long as the shape at rest says.
static void RestShape(void** state) {
    (void)state;
    World world;
    World_Open(&world, "rest", NULL, 1);
    Shape rest = Shape_Grid(5, 5, 2);
    svClothDef def = svDefaultClothDef();
    def.rest = svPositions_Double(rest.x[0], 25);
    World_AddCloth(&world, Shape_Grid(5, 5, 1), &def);
    assert_int_equal(svSim_Start(world.sim), SV_OK);
    assert_int_equal(CountSprings(world.sim, 0.5, true), 40);
    double mass = 0;
    for (uint32_t i = 0; i < 25; ++i) {
        mass += world.sim->mass[i];
    }
    assert_true(fabs(mass - 0.2 * 4) < 1e-12);
    Shape_Free(&rest);
    World_Close(&world);
}

static void MassIsAreaTimesDensity(void** state) {
    (void)state;
    World world;
    World_Open(&world, "mass", NULL, 1);
    svClothDef def = svDefaultClothDef();
    def.density = 0.3;
    World_AddCloth(&world, Shape_Grid(9, 5, 2), &def);
    def.density = 0.7;
    World_AddCloth(&world, Shape_Ball(1, 20), &def);
    double sheet = 0, ball = 0;
    for (uint32_t i = 0; i < world.sim->clothParticles; ++i) {
        *(i < 45 ? &sheet : &ball) += world.sim->mass[i];
        assert_true(world.sim->inverseMass[i] == 1 / world.sim->mass[i]);
    }
    assert_true(fabs(sheet - 0.3 * 2 * 1) < 1e-12);
    // The area of the faces, a little less than the sphere's.
    const double sphere = 0.7 * 4 * 3.14159265358979;
    assert_true(ball < sphere && ball > 0.98 * sphere);
    World_Close(&world);
    // What has no area still has a mass.
    World_Open(&world, "odd masses", NULL, 1);
    World_AddCloth(&world, Shape_Degenerate(1), NULL);
    for (uint32_t i = 0; i < world.sim->clothParticles; ++i) {
        assert_true(world.sim->mass[i] > 0 && isfinite(world.sim->inverseMass[i]));
    }
    World_Close(&world);
}

// Springs are in order by colour: going along them, a particle comes again only when all of its
// colour have been. Greedy colours need fewer than twice the springs of a particle.
static void ColoursShareNoParticle(void** state) {
    (void)state;
    for (int mesh = 0; mesh < 2; ++mesh) {
        World world;
        World_Open(&world, "colours", NULL, 1);
        Shape grid = Shape_Grid(20, 20, 1);
        if (mesh > 0) {
            grid.columns = grid.rows = 0;
        }
        World_AddCloth(&world, grid, NULL);
        World_AddCloth(&world, Shape_Ball(0.1, 6), NULL);
        (void)svSim_Start(world.sim);
        const svSim* sim = world.sim;
        uint32_t* last = calloc(sim->clothParticles, sizeof(*last));
        assert_non_null(last);
        uint32_t runs = 0, structuralRuns = 0;
        for (size_t i = 0; i < sim->springCount; ++i) {
            const svSpring* spring = &sim->springs[i];
            const bool first = i == 0 || i == sim->structuralCount;
            if (first || last[spring->a] == runs || last[spring->b] == runs) {
                ++runs;
            }
            last[spring->a] = last[spring->b] = runs;
            structuralRuns = i < sim->structuralCount ? runs : structuralRuns;
            assert_true((spring->kind == SPRING_STRUCTURAL) == (i < sim->structuralCount));
        }
        assert_true(structuralRuns < 2 * 12); // a pole of the ball has 12 edges
        assert_true(runs - structuralRuns < 2 * 12);
        free(last);
        World_Close(&world);
    }
}

// Two particles and a spring: what the bound on the frequency is exact for.
static Shape Wire(double length) {
    static const uint32_t corners[3] = {0, 0, 1};
    Shape wire = Shape_Grid(2, 2, length);
    TestMesh_Free(&wire.list);
    wire.list = TestMesh_Copy(corners, 1, 2);
    wire.columns = wire.rows = 0;
    return wire;
}

static Shape Explicit(int which) {
    return which == 0 ? Wire(0.1) : which == 1 ? Shape_Grid(6, 6, 0.5) : Shape_Ball(0.2, 5);
}

static double StableStep(const svSimDef* simDef, const svClothDef* def, int which) {
    World world;
    World_Open(&world, "stable step", simDef, 1);
    World_AddCloth(&world, Explicit(which), def);
    const svStatus status = svSim_Start(world.sim);
    const double step = svSim_StableStep(world.sim);
    assert_int_equal(status, simDef->timeStep > step ? SV_ERROR_STEP : SV_OK);
    if (status == SV_ERROR_STEP) {
        char text[32];
        snprintf(text, sizeof(text), "%g", step);
        assert_non_null(strstr(svContext_LastError(world.context), text));
        assert_non_null(
            strstr(svContext_LastError(world.context), svIntegrator_Name(simDef->integrator)));
        assert_int_equal(svSim_Step(world.sim, NULL), SV_ERROR_STEP);
    }
    World_Close(&world);
    return step;
}

// Small shakes at a share of the stable step: the energy at the end over that at the beginning, or
// infinity if the simulation gave up.
static double Shake(const svSimDef* simDef, const svClothDef* def, int which, double share,
                    double step) {
    World world;
    svSimDef longDef = *simDef;
    longDef.timeStep = fmin(share, 0.999) * step;
    World_Open(&world, "shake", &longDef, 1);
    World_AddCloth(&world, Explicit(which), def);
    assert_int_equal(svSim_Start(world.sim), SV_OK);
    world.sim->def.timeStep = share * step; // also what svSim_Start would have refused
    Random random = {7};
    double begin = 0, most = 0;
    for (uint32_t i = 0; i < 3 * world.sim->clothParticles; ++i) {
        world.sim->v[i] = 1e-3 * Random_Signed(&random);
        begin += world.sim->mass[i / 3] * world.sim->v[i] * world.sim->v[i] / 2;
    }
    for (int i = 0; i < LONG; ++i) {
        svSimStats stats;
        const svStatus status = svSim_Step(world.sim, &stats);
        if (status != SV_OK) {
            assert_int_equal(status, SV_ERROR_STEP);
            assert_non_null(strstr(svContext_LastError(world.context), "stable"));
            World_Check(&world);
            most = (double)INFINITY;
            break;
        }
        most = fmax(most, stats.kineticEnergy + stats.elasticEnergy);
    }
    World_Close(&world);
    return most / begin;
}

static void StableStepHolds(void** state) {
    (void)state;
    const double dampings[] = {0, 1e-4, 1e-2}, airs[] = {0, 10, 3000};
    for (int i = 0; i < 2 * 3 * 3 * 3; ++i) {
        svSimDef simDef = BareDef(i % 2 > 0 ? SV_INTEGRATOR_EULER : SV_INTEGRATOR_VERLET);
        svClothDef def = svDefaultClothDef();
        const int which = i / 2 % 3;
        memset(simDef.gravity, 0, sizeof(simDef.gravity));
        simDef.airDamping = airs[i / 18];
        def.strainLimit = 0;
        def.damping = dampings[i / 6 % 3];
        const double step = StableStep(&simDef, &def, which);
        assert_true(step > 0 && step < simDef.timeStep);
        const double growth = Shake(&simDef, &def, which, 0.95, step);
        // A symplectic step keeps an energy that differs from this one by a factor near the bound.
        if (!(growth < 30)) {
            fail_msg("%s, shape %d, damping %g, air %g: energy grows to %g",
                     svIntegrator_Name(simDef.integrator), which, def.damping, simDef.airDamping,
                     growth);
        }
        // For the wire the bound is exact, and beyond it the energy grows.
        if (which == 0 && simDef.airDamping == 0) {
            assert_true(Shake(&simDef, &def, which, 1.05, step) > 1e6);
        }
    }
}

// What no check foresees.
static void BlowUpKeepsTheState(void** state) {
    (void)state;
    for (int i = 0; i < SV_INTEGRATOR_ENUM_COUNT; ++i) {
        World world;
        svSimDef simDef = svDefaultSimDef();
        simDef.integrator = (svIntegrator)i;
        simDef.timeStep = 1e-3;
        World_Open(&world, "shot", &simDef, 1);
        svClothDef def = svDefaultClothDef();
        def.stretchStiffness = 10;
        def.shearStiffness = def.bendStiffness = 1;
        Shape sheet = Shape_Grid(5, 5, 1);
        const double upright[3] = {1.5, 0, 0};
        Shape_Turn(&sheet, upright);
        World_AddCloth(&world, sheet, &def);
        Shape spike = Shape_Spike(0.1, 0.1);
        Shape_Move(&spike, 0, 0, -1);
        World_AddObstacle(&world, spike, NULL, 0);
        assert_int_equal(svSim_Start(world.sim), SV_OK);
        world.sim->v[4] = 1e15;
        assert_int_equal(World_TryStep(&world), SV_ERROR_STEP);
        assert_non_null(strstr(svContext_LastError(world.context), "blows up"));
        assert_int_equal(svSim_StepCount(world.sim), 0);
        // Without that shot all is well.
        world.sim->v[4] = 0;
        World_Step(&world, 5);
        World_Close(&world);
    }
}

static void StrainLimitHolds(void** state) {
    (void)state;
    for (int i = 0; i < 2 * SV_INTEGRATOR_ENUM_COUNT; ++i) {
        World world;
        svSimDef simDef = svDefaultSimDef();
        simDef.integrator = (svIntegrator)(i / 2);
        simDef.timeStep = 1e-3;
        World_Open(&world, "heavy", &simDef, 1);
        svClothDef def = svDefaultClothDef();
        const svPin pins[2] = {{0, SV_NONE, 0}, {7, SV_NONE, 0}};
        def.pins = pins;
        def.pinCount = 2;
        def.density = 3;
        def.stretchStiffness = 50;
        def.strainLimit = i % 2 > 0 ? 0.05 : 0;
        World_AddCloth(&world, Shape_Grid(8, 8, 1), &def);
        World_Step(&world, 400);
        if (i % 2 > 0) {
            assert_true(world.worstStretch < 0.1);
        } else {
            assert_true(world.worstStretch > 0.2);
        }
        World_Close(&world);
    }
}

// The wind presses in proportion to the area and to the speed at which the face meets it.
static void WindPresses(void** state) {
    (void)state;
    double moved[3];
    for (int i = 0; i < 3; ++i) {
        World world;
        svSimDef simDef = BareDef(SV_INTEGRATOR_EULER);
        memset(simDef.gravity, 0, sizeof(simDef.gravity));
        simDef.timeStep = 1e-3;
        simDef.windPressure = 0.5;
        simDef.wind[2] = 4;
        simDef.wind[0] = 100; // along the sheet: no matter
        simDef.gusts = i > 0 ? 1 : 0;
        simDef.seed = (uint64_t)i;
        World_Open(&world, "wind", &simDef, 1);
        svClothDef def = SoftDef();
        def.velocity[2] = 1;
        World_AddCloth(&world, Shape_Grid(4, 4, 1), &def);
        World_Step(&world, 1);
        double momentum = 0;
        for (uint32_t p = 0; p < world.sim->clothParticles; ++p) {
            momentum += world.sim->mass[p] * (world.sim->v[3 * p + 2] - 1);
        }
        moved[i] = momentum;
        World_Close(&world);
    }
    assert_true(fabs(moved[0] - 1e-3 * 0.5 * (4 - 1)) < 1e-9);
    assert_true(moved[1] != moved[0] && moved[1] != moved[2]);
}

// The lightest of cloths floats down in thick air, and does not blow up.
static void LightClothFloats(void** state) {
    (void)state;
    for (int i = 0; i < SV_INTEGRATOR_ENUM_COUNT; ++i) {
        World world;
        svSimDef simDef = svDefaultSimDef();
        simDef.integrator = (svIntegrator)i;
        simDef.windPressure = 20;
        simDef.timeStep = i == 0 ? 1.0 / 60 : 5e-5;
        svClothDef def = svDefaultClothDef();
        def.density = 0.001;
        def.stretchStiffness = i == 0 ? 100 : 0.01;
        def.shearStiffness = def.bendStiffness = 0;
        World_Open(&world, "feather", &simDef, 1);
        World_AddCloth(&world, Shape_Grid(5, 5, 1), &def);
        World_Step(&world, 200);
        // Drag takes all speed but that of one step's fall.
        double v[3];
        const svSimMesh cloth = svSim_GetCloth(world.sim, 0);
        svPositions_Get(&cloth.velocities, 12, v);
        assert_true(v[2] < 0 && v[2] > -2 * 9.81 * simDef.timeStep);
        World_Close(&world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(FallsFreely),
        cmocka_unit_test(SmallThingsFallFar),
        cmocka_unit_test(HangingClothComesToRest),
        cmocka_unit_test(SpringsOfGrid),
        cmocka_unit_test(SpringsOfMesh),
        cmocka_unit_test(RestShape),
        cmocka_unit_test(MassIsAreaTimesDensity),
        cmocka_unit_test(ColoursShareNoParticle),
        cmocka_unit_test(StableStepHolds),
        cmocka_unit_test(BlowUpKeepsTheState),
        cmocka_unit_test(StrainLimitHolds),
        cmocka_unit_test(WindPresses),
        cmocka_unit_test(LightClothFloats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
