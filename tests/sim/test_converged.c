// How far steps at default settings are from the same steps solved until nothing changes.
#include "support/sim_measure.h"
#include "support/sim_world.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A sheet swings from two corners: taut above, wrinkled where it turns. From its single steps,
// every few, to the same ones solved two hundred times as strictly: root mean squares over all
// vertices, and of what the steps change, x1 - x0 - h v.
enum { CELLS = 30, STEPS = 60, EVERY = 5 };

typedef struct Distance {
    double error, change; // squares, summed up
} Distance;

static svSimDef SwingDef(double accuracy) {
    svSimDef def = svDefaultSimDef();
    def.collisions = false;
    def.solverAccuracy = accuracy;
    if (accuracy < svDefaultSimDef().solverAccuracy) {
        def.solverIterations = 400;
    }
    return def;
}

static void OpenSwing(World* world, const svSimDef* def) {
    World_Open(world, "swing", def, 1);
    Shape sheet = Shape_Grid(CELLS + 1, CELLS + 1, 1);
    const svPin pins[2] = {{0, SV_NONE, 0}, {CELLS, SV_NONE, 0}};
    svClothDef cloth = svDefaultClothDef();
    cloth.pins = pins;
    cloth.pinCount = 2;
    World_AddCloth(world, sheet, &cloth);
}

// One step of `world` from the state of `course`.
static double (*StepFrom(const World* course, World* world))[3] {
    size_t size;
    void* state = World_Save(course, &size);
    World_Expect(world, svSim_LoadState(world->sim, state, size));
    free(state);
    World_Step(world, 1);
    return Measure_Positions(world->sim, 0);
}

static void Compare(const World* course, World* tried, World* exact, Distance* sum) {
    const svSimMesh mesh = svSim_GetCloth(course->sim, 0);
    const double h = svDefaultSimDef().timeStep;
    double(*x)[3] = StepFrom(course, tried);
    double(*reference)[3] = StepFrom(course, exact);
    for (size_t i = 0; i < mesh.positions.count; ++i) {
        double x0[3], v0[3];
        svPositions_Get(&mesh.positions, i, x0);
        svPositions_Get(&mesh.velocities, i, v0);
        for (int k = 0; k < 3; ++k) {
            const double error = x[i][k] - reference[i][k];
            const double change = reference[i][k] - x0[k] - h * v0[k];
            sum->error += error * error;
            sum->change += change * change;
        }
    }
    free(x);
    free(reference);
}

// The error as a share of the change.
static double ShareOfError(double accuracy) {
    const svSimDef defs[3] = {SwingDef(svDefaultSimDef().solverAccuracy), SwingDef(accuracy),
                              SwingDef(1e-4)};
    World worlds[3]; // the course, what is tried, the reference
    for (int i = 0; i < 3; ++i) {
        OpenSwing(&worlds[i], &defs[i]);
    }
    Distance sum = {0, 0};
    for (int step = 0; step < STEPS; step += EVERY) {
        World_Step(&worlds[0], EVERY);
        Compare(&worlds[0], &worlds[1], &worlds[2], &sum);
    }
    for (int i = 0; i < 3; ++i) {
        World_Close(&worlds[i]);
    }
    const double share = sqrt(sum.error / sum.change);
    print_message("accuracy %g: off by %.2f %% of what steps change\n", accuracy, 100 * share);
    return share;
}

static void StepsAreSolved(void** state) {
    (void)state;
    const double usual = ShareOfError(svDefaultSimDef().solverAccuracy),
                 strict = ShareOfError(1e-3);
    if (!(usual < 0.06)) {
        fail_msg("off by %.1f %%", 100 * usual);
    }
    if (!(strict < usual / 4)) {
        fail_msg("off by %.2f %%, and by %.2f %% where it is stricter", 100 * usual, 100 * strict);
    }
}

// A step that has too few iterations is counted, one that falls freely is solved.
static void UnsolvedStepsAreCounted(void** state) {
    (void)state;
    svSimDef def = SwingDef(1e-4);
    def.solverIterations = 1;
    World world;
    OpenSwing(&world, &def);
    World_Step(&world, 10);
    assert_int_equal(world.stats.parts, 1);
    assert_int_equal(world.stats.unsolved, 1);
    World_Close(&world);

    World_Open(&world, "fall", &def, 1);
    World_AddCloth(&world, Shape_Grid(CELLS + 1, CELLS + 1, 1), NULL);
    World_Step(&world, 10);
    assert_int_equal(world.stats.unsolved, 0);
    World_Close(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(StepsAreSolved),
                                       cmocka_unit_test(UnsolvedStepsAreCounted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
