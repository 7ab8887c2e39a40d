// Where cloth comes to rest: refined meshes agree, what lies stays still, and energy is only lost.
#include "support/allocator.h"
#include "support/sim_measure.h"
#include "support/sim_world.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifndef TEST_SANITIZED
// Refinement. A sheet of 1 m is held by its four corners, flat squares of 10 cm, and sags under its
// weight. It is soft and rigid enough (Y 200 N/m, B 1e-3 N m: (B / (rho g))^(1/3) = 8 cm) to have
// one smooth shape, where thin cloth over a ball could fold in many. Finer meshes approach the
// shape of the continuum: between 20 and 40 cells it changes by more than between 40 and 80. Linear
// elements err by the square of the cell, so the ratio of the changes tends to 1/4; at the edges of
// the clamps the strain is not smooth, and there it is larger. Minimising the energy of the model
// for these meshes (L-BFGS, doubles) gave 0.50 mm and 0.19 mm (rms), and a sag of the middle of
// 10.61, 10.66 and 10.67 cm.
enum { COARSE = 20, POINTS = (COARSE + 1) * (COARSE + 1) };

static const double LARGEST_CHANGE = 1.5e-3;        // from 20 to 40 cells, rms, in metres
static const double CHANGE_RATIO = 0.7;             // of the second change to the first
static const double SAG = 0.1067, SAG_ERROR = 0.02; // of the middle, in metres; relative

static size_t PinCorners(const Shape* sheet, svPin* pins) {
    size_t count = 0;
    for (uint32_t i = 0; i < sheet->list.vertexCount; ++i) {
        if (fabs(sheet->x[i][0]) > 0.3999 && fabs(sheet->x[i][1]) > 0.3999) {
            pins[count++] = (svPin){i, SV_NONE, 0};
        }
    }
    return count;
}

// Heights at rest of the vertices that all meshes have.
static void Sag(uint32_t cells, double heights[POINTS]) {
    World world;
    svSimDef simDef = svDefaultSimDef();
    simDef.airDamping = 6;
    simDef.windPressure = 0;
    simDef.solverTolerance = 1e-6;
    World_Open(&world, "sag", &simDef, 1);
    Shape sheet = Shape_Grid(cells + 1, cells + 1, 1);
    svPin* pins = malloc(sheet.list.vertexCount * sizeof(*pins));
    assert_non_null(pins);
    svClothDef def = svDefaultClothDef();
    def.stretchStiffness = 200;
    def.shearStiffness = 50;
    def.bendStiffness = 1e-3;
    def.strainLimit = 0;
    def.pins = pins;
    def.pinCount = PinCorners(&sheet, pins);
    World_AddCloth(&world, sheet, &def);
    World_Step(&world, 240);
    const double speed = Measure_TopSpeed(world.sim);
    if (!(speed < 1e-3)) {
        fail_msg("%u cells: not at rest after 4 s, %g m/s", cells, speed);
    }
    const svSimMesh mesh = svSim_GetCloth(world.sim, 0);
    const uint32_t finer = cells / COARSE;
    for (uint32_t i = 0; i < POINTS; ++i) {
        const uint32_t column = i % (COARSE + 1), row = i / (COARSE + 1);
        double p[3];
        svPositions_Get(&mesh.positions, (size_t)finer * (row * (cells + 1) + column), p);
        heights[i] = p[2];
    }
    free(pins);
    World_Close(&world);
}

static double RmsDifference(const double* a, const double* b) {
    double sum = 0;
    for (int i = 0; i < POINTS; ++i) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sqrt(sum / POINTS);
}

static void RefinementConverges(void** state) {
    (void)state;
    static double heights[3][POINTS];
    for (int i = 0; i < 3; ++i) {
        Sag((uint32_t)COARSE << i, heights[i]);
    }
    const double first = RmsDifference(heights[0], heights[1]);
    const double second = RmsDifference(heights[1], heights[2]);
    print_message("sag of the middle %.5f, %.5f, %.5f m; change %.2e, then %.2e m (rms)\n",
                  -heights[0][POINTS / 2], -heights[1][POINTS / 2], -heights[2][POINTS / 2], first,
                  second);
    assert_true(fabs(-heights[2][POINTS / 2] - SAG) < SAG_ERROR * SAG);
    assert_true(first < LARGEST_CHANGE);
    assert_true(second < CHANGE_RATIO * first);
}

#endif

// Rest. After 10 s cloth that only lies there is still, by the rms speed of its vertices.
static const double STILL = 1e-4; // metres per second

// Passive scenes. Nothing moves but the cloth, so no step may add energy: backward Euler loses some
// of it (in a potential E that is convex along the step, kinetic + E falls by at least
// m |v1 - v0|^2 / 2), and so do friction, damping and air. Rises are measured against the range
// that the energy goes through from the beginning to the end.
static const double ENERGY_RISE = 1e-6;

typedef struct Energy {
    double last, least, most;
    double rise;       // largest, of one step
    uint64_t riseStep; // at which it was
} Energy;

static void FollowEnergy(Energy* energy, const svSimStats* stats) {
    const double now =
        stats->kineticEnergy + stats->gravityEnergy + stats->elasticEnergy + stats->contactEnergy;
    if (stats->step == 1) {
        *energy = (Energy){now, now, now, 0, 0};
    }
    if (now - energy->last > energy->rise) {
        energy->rise = now - energy->last;
        energy->riseStep = stats->step;
    }
    energy->least = fmin(energy->least, now);
    energy->most = fmax(energy->most, now);
    energy->last = now;
}

// Says what was measured, and whether it was good.
static void JudgeRest(const char* what, const svSim* sim, const Energy* energy) {
    const double rms = Measure_RmsSpeed(sim), range = energy->most - energy->least;
    print_message(
        "%s after %.1f s: rms speed %.2e m/s, top speed %.2e m/s; energy %.6f J from %.6f "
        "to %.6f, largest rise %.2e J (%.1e of its range, step %llu)\n",
        what, svSim_Time(sim), rms, Measure_TopSpeed(sim), energy->last, energy->most,
        energy->least, energy->rise, energy->rise / range, (unsigned long long)energy->riseStep);
    assert_true(range > 0 && isfinite(range) && isfinite(rms)); // else no rise is too large
    const bool still = rms < STILL, passive = energy->rise <= ENERGY_RISE * range;
    if (!still || !passive) {
        fail_msg("%s: %s%s", what, still ? "" : "not at rest; ",
                 passive ? "" : "energy rises in a passive scene");
    }
}

// A sheet of 1 m falls over a ball onto the floor.
static void RestsOnBallAndFloor(void** state) {
    (void)state;
    World world;
    World_Open(&world, "ball and floor", NULL, 1);
    Shape ball = Shape_Ball(0.2, 16), ground = Shape_Floor(4), sheet = Shape_Grid(41, 41, 1);
    Shape_Move(&ball, 0, 0, 0.21);
    Shape_Move(&sheet, 0.01, 0.02, 0.5);
    World_AddObstacle(&world, ball, NULL, 0);
    World_AddObstacle(&world, ground, NULL, 0);
    World_AddCloth(&world, sheet, NULL);
    Energy energy = {0};
    const double seconds = 10;
    while (svSim_Time(world.sim) < seconds - 1e-9) {
        World_Step(&world, 1);
        FollowEnergy(&energy, &world.stats);
    }
    JudgeRest("ball and floor", world.sim, &energy);
    World_Close(&world);
}

// A sheet falls flat and fast onto the edge of a box. The edge is parallel to those of the sheet:
// such pairs are in contact in whatever direction across them, and must push in the one that they
// come from; one that is across their motion would take all of it for slip. And pairs that appear
// beside others that push, as the sheet folds over the edge, bring no energy with them.
static void FallsOnParallelEdge(void** state) {
    (void)state;
    World world;
    World_Open(&world, "parallel edges", NULL, 1);
    Shape box = Shape_Box(0.2, 0.2, 0.2), sheet = Shape_Grid(13, 13, 0.36);
    Shape_Turn(&box, (const double[3]){0.78539816339744831, 0, 0});
    Shape_Move(&sheet, 0.013, 0, 0.3);
    svClothDef def = svDefaultClothDef();
    def.velocity[2] = -3;
    World_AddObstacle(&world, box, NULL, 0);
    World_AddCloth(&world, sheet, &def);
    Energy energy = {0};
    for (int step = 0; step < 30; ++step) {
        World_Step(&world, 1);
        FollowEnergy(&energy, &world.stats);
    }
    print_message("largest rise %.2e J, of %.3f to %.3f J\n", energy.rise, energy.most,
                  energy.least);
    assert_true(world.contacts > 0 && isfinite(energy.least) && isfinite(energy.most));
    assert_true(energy.rise <= ENERGY_RISE * (energy.most - energy.least));
    World_Close(&world);
}

// How far below `height` a sheet lies after a second that began there, on average of its vertices.
// At 50 steps a second: the height and what it sinks are far more than the rounding of floats.
static double Sink(double height) {
    World world;
    svSimDef simDef = svDefaultSimDef();
    simDef.timeStep = 0.02;
    simDef.solverTolerance = 1e-9;
    simDef.thickness = 0.004;
    World_Open(&world, "thin", &simDef, 1);
    Shape ground = Shape_Floor(4), sheet = Shape_Grid(11, 11, 0.3);
    Shape_Move(&sheet, 0.013, 0.007, height);
    World_AddObstacle(&world, ground, NULL, 0);
    World_AddCloth(&world, sheet, NULL);
    World_Step(&world, 50);
    const svSimMesh mesh = svSim_GetCloth(world.sim, 0);
    double sum = 0;
    for (size_t i = 0; i < mesh.positions.count; ++i) {
        double p[3];
        svPositions_Get(&mesh.positions, i, p);
        sum += height - p[2];
    }
    sum /= (double)mesh.positions.count;
    World_Close(&world);
    return sum;
}

// What begins closer than the thickness takes that for its own, and is stiffer in proportion, up to
// eight times. The pushes of all vertices together bear the weight: so cloth sinks by
// g h^2 / 400 on average, and by an eighth of it where it began at an eighth of the thickness.
static void ThinPairsAreStiffer(void** state) {
    (void)state;
    const double sinks = 9.81 * 0.02 * 0.02 / 400;
    const double heights[4] = {0.0039, 0.002, 0.001, 0.00025};
    const double times[4] = {0.004 / 0.0039, 2, 4, 8};
    for (int i = 0; i < 4; ++i) {
        const double sunk = Sink(heights[i]);
        print_message("%g m above the floor: sinks by %.3g m\n", heights[i], sunk);
        assert_true(fabs(times[i] * sunk - sinks) < 0.01 * sinks);
    }
}

#ifndef TEST_SANITIZED
static svBuiltInScene FindScene(const char* name) {
    for (size_t i = 0; i < svBuiltInScene_Count(); ++i) {
        const svBuiltInScene scene = svBuiltInScene_Get(i);
        if (strcmp(scene.name, name) == 0) {
            return scene;
        }
    }
    fail_msg("there is no scene %s", name);
    return (svBuiltInScene){0};
}

// Five sheets, one on the other: friction between cloths has to hold them.
static void StackRests(void** state) {
    (void)state;
    svContextDef contextDef = svDefaultContextDef();
    svContext* context;
    svSimScene scene;
    assert_int_equal(svContext_Create(&contextDef, &context), SV_OK);
    const svBuiltInScene stack = FindScene("stack");
    if (svSimScene_ReadMemory(context, stack.name, stack.text, strlen(stack.text), NULL, &scene) !=
        SV_OK) {
        fail_msg("%s", svContext_LastError(context));
    }
    Energy energy = {0};
    const double seconds = 10;
    while (svSim_Time(scene.sim) < seconds - 1e-9) {
        svSimStats stats;
        if (svSim_Step(scene.sim, &stats) != SV_OK) {
            fail_msg("step %llu: %s", (unsigned long long)svSim_StepCount(scene.sim) + 1,
                     svContext_LastError(context));
        }
        FollowEnergy(&energy, &stats);
    }
    svIntersections found;
    assert_int_equal(svSim_Intersect(scene.sim, &found), SV_OK);
    assert_false(found.found);
    JudgeRest("stack", scene.sim, &energy);
    svSim_Destroy(scene.sim);
    svContext_Destroy(context);
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(RestsOnBallAndFloor), cmocka_unit_test(FallsOnParallelEdge),
        cmocka_unit_test(ThinPairsAreStiffer),
#ifndef TEST_SANITIZED
        cmocka_unit_test(RefinementConverges), cmocka_unit_test(StackRests),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
