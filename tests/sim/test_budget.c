// The time budget of a step: what is not done in time leaves no trace.
#include "state.h"

#include "support/sim_world.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void OpenFalling(World* world, const char* name, double stepSeconds) {
    svSimDef simDef = svDefaultSimDef();
    simDef.stepSeconds = stepSeconds;
    World_Open(world, name, &simDef, 1);
    Shape sheet = Shape_Grid(8, 8, 0.5);
    Shape_Move(&sheet, 0.01, 0.02, 0.21);
    World_AddCloth(world, sheet, NULL);
    const double speed[3] = {0, 0, 1}, spin[3] = {0, 0, 3};
    World_AddMoving(world, Shape_Ball(0.2, 6), speed, spin);
}

// A nanosecond is never enough; World_TryStep compares the state before and after.
static void LateStepsAreGivenUp(void** state) {
    (void)state;
    World late, calm;
    OpenFalling(&late, "late", 1e-9);
    OpenFalling(&calm, "calm", 0);
    for (int i = 0; i < 10; ++i) {
        assert_int_equal(World_TryStep(&late), SV_ERROR_STEP);
        char text[64];
        snprintf(text, sizeof(text), "step %d is not done within 1e-09 s", i + 1);
        const char* error = svContext_LastError(late.context);
        assert_non_null(strstr(error, text));
        assert_non_null(strstr(error, "at 0 % of it"));
        assert_null(strstr(error, "vertex")); // nothing was in its way
        assert_int_equal(svSim_StepCount(late.sim), i);
        const svSimMesh a = svSim_GetObstacle(late.sim, 0), b = svSim_GetObstacle(calm.sim, 0);
        if (i > 0) { // the ball is where it was, too
            assert_memory_equal(a.positions.data, b.positions.data,
                                3 * a.positions.count * sizeof(double));
        }
        // With more time the same step is that of a simulation without a budget.
        late.sim->def.stepSeconds = 1e6;
        World_Step(&late, 1);
        late.sim->def.stepSeconds = 1e-9;
        World_Step(&calm, 1);
        size_t size;
        void* bytes = World_Save(&calm, &size);
        World_ExpectState(&late, bytes, size);
        free(bytes);
    }
    World_Close(&late);
    World_Close(&calm);
}

// A quarter of the time that a step takes is not enough, wherever in the step it is used up.
static void DoneTooLateIsNotDone(void** state) {
    (void)state;
    World world;
    OpenFalling(&world, "too late", 0);
    World_Step(&world, 5);
    size_t size;
    void* bytes = World_Save(&world, &size);
    double least = (double)INFINITY;
    for (int i = 0; i < 5; ++i) {
        World_Expect(&world, svSim_LoadState(world.sim, bytes, size));
        World_Step(&world, 1);
        least = fmin(least, world.stats.totalSeconds);
    }
    World_Expect(&world, svSim_LoadState(world.sim, bytes, size));
    world.sim->def.stepSeconds = least / 4;
    assert_int_equal(World_TryStep(&world), SV_ERROR_STEP);
    World_ExpectState(&world, bytes, size);
    free(bytes);
    World_Close(&world);
}

static void BudgetIsAsked(void** state) {
    (void)state;
    World world;
    OpenFalling(&world, "asked", 1);
    svSim* sim = world.sim;
    sim->deadline = svSim_Seconds() - 1;
    assert_true(svSim_OverBudget(sim));
    sim->deadline = svSim_Seconds() + 1000;
    assert_false(svSim_OverBudget(sim));
    sim->deadline = svSim_Seconds() - 1;
    sim->def.stepSeconds = 0; // none
    assert_false(svSim_OverBudget(sim));
    World_Close(&world);
}

// The substeps of a frame share its time.
static void FramesShareTheirTime(void** state) {
    (void)state;
    static const char text[] =
        "{\"name\": \"sheet\", \"frames\": 2, \"substeps\": 4, \"cloths\": [{\"shape\": \"grid\", "
        "\"size\": [1, 1], \"cells\": [4, 4]}]}";
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    svSimSceneDef def = svDefaultSimSceneDef();
    svSimScene scene = {0};
    const double bad[] = {-1, 1e10, (double)NAN, (double)INFINITY};
    for (int i = 0; i < 4; ++i) {
        def.frameSeconds = bad[i];
        assert_int_equal(svSimScene_ReadMemory(context, "sheet", text, strlen(text), &def, &scene),
                         SV_ERROR_ARGUMENT);
        assert_non_null(strstr(svContext_LastError(context), "frameSeconds"));
    }
    def.frameSeconds = 10;
    assert_int_equal(svSimScene_ReadMemory(context, "sheet", text, strlen(text), &def, &scene),
                     SV_OK);
    assert_true(scene.sim->def.stepSeconds == 2.5);
    svSim_Destroy(scene.sim);
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(LateStepsAreGivenUp), cmocka_unit_test(DoneTooLateIsNotDone),
        cmocka_unit_test(BudgetIsAsked), cmocka_unit_test(FramesShareTheirTime)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
