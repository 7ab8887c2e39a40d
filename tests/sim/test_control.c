// Control of a running simulation: gravity, wind, vertices that are held, dragged and released, and
// obstacles that are moved. What is saved of it: test_control_state.c.
#include "state.h"

#include "support/sim_world.h"
#include "support/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 9, CORNER = 0, LAST = SIDE * SIDE - 1 };

static const double NOWHERE[3] = {0, 0, 0};

// A sheet of half a metre at a height; still air does not matter unless there is wind.
static void OpenSheet(World* world, double height, bool air, uint32_t workerCount) {
    svSimDef def = svDefaultSimDef();
    def.airDamping = 0;
    def.windPressure = air ? 1 : 0;
    World_Open(world, "control", &def, workerCount);
    Shape sheet = Shape_Grid(SIDE, SIDE, 0.5);
    Shape_Move(&sheet, 0, 0, height);
    World_AddCloth(world, sheet, NULL);
}

static void ExpectNear(double seen, double expected, double tolerance) {
    if (!(fabs(seen - expected) <= tolerance)) {
        fail_msg("%.9g is not near %.9g", seen, expected);
    }
}

static void GetVertex(const World* world, uint32_t vertex, double p[3]) {
    const svSimMesh cloth = svSim_GetCloth(world->sim, 0);
    svPositions_Get(&cloth.positions, vertex, p);
}

static void ExpectAt(const World* world, uint32_t vertex, const double place[3]) {
    double p[3];
    GetVertex(world, vertex, p);
    for (int k = 0; k < 3; ++k) {
        if (p[k] != RoundToFloat(place[k])) {
            fail_msg("vertex %u: %c is %.9g and should be %.9g", vertex, "xyz"[k], p[k], place[k]);
        }
    }
}

static double MeanCoordinate(const World* world, int axis) {
    const svSimMesh cloth = svSim_GetCloth(world->sim, 0);
    double sum = 0, p[3];
    for (size_t i = 0; i < cloth.positions.count; ++i) {
        svPositions_Get(&cloth.positions, i, p);
        sum += p[axis];
    }
    return sum / (double)cloth.positions.count;
}

// A corner goes where it is dragged, on a straight line, exactly; the cloth comes after it.
static void DraggedCornerArrives(void** state) {
    (void)state;
    World world;
    OpenSheet(&world, 1, true, 1);
    World_Expect(&world, svSim_Start(world.sim));
    double target[3];
    GetVertex(&world, CORNER, target);
    for (int i = 0; i < 60; ++i) {
        target[0] += 0.01;
        target[1] += 0.02;
        target[2] += i < 30 ? 0.02 : -0.01;
        World_Expect(&world, svSim_Drag(world.sim, 0, CORNER, target));
        World_Step(&world, 1);
        ExpectAt(&world, CORNER, target);
    }
    World_Step(&world, 60); // and stays
    ExpectAt(&world, CORNER, target);
    assert_true(svElastic_WorstStretch(&world.sim->elastic, world.sim->x0) < 0.2);
    double p[3];
    GetVertex(&world, LAST, p);
    assert_true(p[2] < target[2]);
    for (int k = 0; k < 3; ++k) { // no farther away than cloth reaches
        assert_true(fabs(p[k] - target[k]) < 0.85);
    }
    World_Close(&world);
}

// A corner that is dragged over the sheet and down on the other side: self-contact.
static void DraggedCornerFoldsTheCloth(void** state) {
    (void)state;
    World world;
    OpenSheet(&world, 0.01, true, 1);
    Shape floor = Shape_Grid(2, 2, 4);
    World_AddObstacle(&world, floor, NULL, 0);
    World_Step(&world, 20);
    double from[3], target[3];
    GetVertex(&world, CORNER, from);
    for (int i = 1; i <= 60; ++i) {
        const double angle = 3 * i / 60.0;
        target[0] = from[0] + 0.25 * (1 - cos(angle));
        target[1] = from[1] + 0.25 * (1 - cos(angle));
        target[2] = from[2] + 0.25 * sin(angle);
        World_Expect(&world, svSim_Drag(world.sim, 0, CORNER, target));
        World_Step(&world, 1);
        ExpectAt(&world, CORNER, target);
    }
    World_Expect(&world, svSim_Release(world.sim, 0, CORNER));
    World_Step(&world, 40);
    assert_true(world.stats.nearPairs > 0);
    World_Close(&world);
}

// Contacts go to the fail-safe at once: what a dragged vertex meets moves with it.
static void DraggedVertexCarriesZones(void** state) {
    (void)state;
    World world;
    OpenSheet(&world, 0, true, 1);
    Shape above = Shape_Grid(6, 6, 0.3);
    Shape_Move(&above, 0.01, 0.013, 0.03);
    World_AddCloth(&world, above, NULL);
    World_Expect(&world, svSim_Start(world.sim));
    World_Expect(&world, svSim_SetGravity(world.sim, NOWHERE));
    world.sim->roundMax = 0;
    const uint32_t middle = LAST / 2;
    double target[3];
    GetVertex(&world, middle, target);
    for (int i = 0; i < 15; ++i) {
        target[2] += 0.045;
        World_Expect(&world, svSim_Drag(world.sim, 0, middle, target));
        World_Step(&world, 1);
        ExpectAt(&world, middle, target);
    }
    assert_true(world.zones > 0);
    World_Close(&world);
}

// A target that is too far for a step is reached in several, each as long as is allowed.
static void FarTargetTakesSeveralSteps(void** state) {
    (void)state;
    const double limit = 0.1 * sqrt(0.5);
    World world;
    OpenSheet(&world, 1, true, 1);
    World_Expect(&world, svSim_Start(world.sim));
    double from[3], p[3];
    GetVertex(&world, CORNER, from);
    const double target[3] = {from[0], from[1], from[2] + 1};
    World_Expect(&world, svSim_Drag(world.sim, 0, CORNER, target));
    for (int i = 1; i <= 14; ++i) {
        World_Step(&world, 1);
        GetVertex(&world, CORNER, p);
        ExpectNear(p[2] - from[2], i * limit, 1e-5);
        assert_true(p[0] == from[0] && p[1] == from[1]);
    }
    World_Step(&world, 1);
    ExpectAt(&world, CORNER, target);
    World_Step(&world, 10);
    ExpectAt(&world, CORNER, target);
    World_Close(&world);
}

// Explicit integrators go on in steps of a tenth of an edge.
static void ExplicitIntegratorsDrag(void** state) {
    (void)state;
    svSimDef def = svDefaultSimDef();
    def.integrator = SV_INTEGRATOR_EULER;
    def.timeStep = 5e-5;
    World world;
    World_Open(&world, "explicit", &def, 1);
    World_AddCloth(&world, Shape_Grid(5, 5, 0.5), NULL);
    World_Expect(&world, svSim_Start(world.sim));
    double from[3], p[3];
    GetVertex(&world, CORNER, from);
    const double target[3] = {from[0], from[1], from[2] + 0.03};
    World_Expect(&world, svSim_Drag(world.sim, 0, CORNER, target));
    World_Step(&world, 1);
    GetVertex(&world, CORNER, p);
    ExpectNear(p[2] - from[2], 0.0125, 1e-6);
    World_Step(&world, 2);
    ExpectAt(&world, CORNER, target);
    World_Expect(&world, svSim_Release(world.sim, 0, CORNER));
    World_Step(&world, 20);
    World_Close(&world);
}

// Without the pins that made its corners heavy, an explicit step may be too long.
static void ReleaseMayMakeAStepTooLong(void** state) {
    (void)state;
    svSimDef def = svDefaultSimDef();
    def.integrator = SV_INTEGRATOR_EULER;
    svSimDef shorter = def;
    def.timeStep = 1e-6;
    svClothDef cloth = svDefaultClothDef();
    svPin pins[9];
    for (uint32_t i = 0; i < 9; ++i) {
        pins[i] = (svPin){i, SV_NONE, 0};
    }
    cloth.pins = pins;
    World world;
    double all = 0, some = 0;
    for (int round = 0; round < 3; ++round) { // no vertex is free but the middle; then all are
        World_Open(&world, "stable", round == 2 ? &shorter : &def, 1);
        pins[4] = pins[8];
        cloth.pinCount = round == 1 ? 0 : 8;
        World_AddCloth(&world, Shape_Grid(3, 3, 0.5), &cloth);
        World_Expect(&world, svSim_Start(world.sim));
        if (round < 2) {
            *(round == 0 ? &some : &all) = svSim_StableStep(world.sim);
            assert_true(round == 0 || all < some);
            shorter.timeStep = (all + some) / 2;
        } else {
            World_Step(&world, 1);
            World_Expect(&world, svSim_Release(world.sim, 0, 0));
            assert_int_equal(World_TryStep(&world), SV_ERROR_STEP);
            assert_int_equal(World_TryStep(&world), SV_ERROR_STEP);
            World_Expect(&world, svSim_Pin(world.sim, 0, 0));
            World_Step(&world, 1);
        }
        World_Close(&world);
    }
}

// What was held begins to fall as the formula says; what is held does not move at all.
static void PinHoldsAndReleaseFalls(void** state) {
    (void)state;
    World world;
    OpenSheet(&world, 1, false, 1);
    World_Step(&world, 3);
    double places[SIDE * SIDE][3], p[3];
    for (uint32_t i = 0; i < SIDE * SIDE; ++i) {
        GetVertex(&world, i, places[i]);
        World_Expect(&world, svSim_Pin(world.sim, 0, i));
    }
    World_Step(&world, 5);
    for (uint32_t i = 0; i < SIDE * SIDE; ++i) {
        ExpectAt(&world, i, places[i]);
        World_Expect(&world, svSim_Release(world.sim, 0, i));
    }
    const double h = 1.0 / 60;
    for (int n = 1; n <= 4; ++n) { // backward Euler: the n-th step falls by n g h^2
        World_Step(&world, 1);
        for (uint32_t i = 0; i < SIDE * SIDE; ++i) {
            GetVertex(&world, i, p);
            const double fall = 9.81 * h * h * n * (n + 1) / 2;
            ExpectNear(places[i][2] - p[2], fall, 1e-5);
            ExpectNear(p[0], places[i][0], 1e-5);
        }
    }
    World_Close(&world);
}

// Pins of the def, in space and to an obstacle, are released; a dragged vertex keeps its speed.
static void PinsOfTheDefAreReleased(void** state) {
    (void)state;
    World world;
    svSimDef def = svDefaultSimDef();
    def.windPressure = def.airDamping = 0;
    World_Open(&world, "released", &def, 1);
    Shape ball = Shape_Ball(0.1, 4);
    Shape_Move(&ball, 3, 0, 0);
    World_AddObstacle(&world, ball, NULL, 0);
    svClothDef cloth = svDefaultClothDef();
    const svPin pins[2] = {{CORNER, SV_NONE, 0}, {LAST, 0, 0}};
    cloth.pins = pins;
    cloth.pinCount = 2;
    World_AddCloth(&world, Shape_Grid(SIDE, SIDE, 0.5), &cloth);
    World_Step(&world, 10);
    const double height = MeanCoordinate(&world, 2);
    assert_true(height > -0.13);
    World_Expect(&world, svSim_Release(world.sim, 0, CORNER));
    World_Expect(&world, svSim_Release(world.sim, 0, LAST));
    World_Step(&world, 60);
    assert_true(MeanCoordinate(&world, 2) < height - 4);
    World_Close(&world);
}

// A ball that is moved into a hanging cloth pushes it; what is pinned to the ball goes with it.
static void MovedObstaclePushesCloth(void** state) {
    (void)state;
    World world;
    World_Open(&world, "pushed", NULL, 1);
    const double still[3] = {0, 0, 0}, keyed[3] = {0, 0, 5};
    Shape ball = Shape_Ball(0.1, 6);
    World_AddObstacle(&world, ball, NULL, 0);
    Shape other = Shape_Ball(0.05, 3);
    Shape_Move(&other, 2, 2, 0);
    World_AddMoving(&world, other, keyed, NULL);
    svClothDef cloth = svDefaultClothDef();
    const svPin pins[2] = {{CORNER, SV_NONE, 0}, {LAST, 1, 0}};
    cloth.pins = pins;
    cloth.pinCount = 2;
    Shape sheet = Shape_Grid(SIDE, SIDE, 0.5);
    Shape_Move(&sheet, 0, 0, 0.2);
    World_AddCloth(&world, sheet, &cloth);
    World_Expect(&world, svSim_Start(world.sim));
    assert_false(svSim_ObstacleMoves(world.sim, 0));
    double from[3];
    GetVertex(&world, LAST, from);
    for (int i = 1; i <= 40; ++i) {
        const double move[3] = {0, 0, 0.01 * i}, turn[3] = {0, 0, 0.02 * i};
        World_Expect(&world, svSim_MoveObstacle(world.sim, 0, move, turn));
        // Its keys do not count from the beginning on: it moves by what it is told.
        const double pull[3] = {-0.002 * i, 0, 0.008 * i};
        World_Expect(&world, svSim_MoveObstacle(world.sim, 1, still, still));
        World_Expect(&world, svSim_MoveObstacle(world.sim, 1, pull, still));
        World_Step(&world, 1);
        double p[3];
        GetVertex(&world, LAST, p);
        for (int k = 0; k < 3; ++k) {
            ExpectNear(p[k], from[k] + pull[k], 1e-5);
        }
    }
    assert_true(svSim_ObstacleMoves(world.sim, 0));
    assert_true(world.stats.nearPairs > 0);
    assert_true(MeanCoordinate(&world, 2) > 0.3);
    const svSimMesh seen = svSim_GetObstacle(world.sim, 0);
    double before[3], after[3];
    svPositions_Get(&seen.positions, 0, before);
    World_Step(&world, 10); // it rests
    svPositions_Get(&seen.positions, 0, after);
    assert_memory_equal(before, after, sizeof(before));
    World_Close(&world);
}

// An obstacle that is moved halfway through its keys goes on from where they had it.
static void MovedObstacleLeavesItsKeys(void** state) {
    (void)state;
    World world;
    World_Open(&world, "keys", NULL, 1);
    const double speed[3] = {6, 0, 0}, move[3] = {0, 0, 0.3};
    World_AddMoving(&world, Shape_Ball(0.1, 3), speed, NULL);
    World_Step(&world, 5);
    const svSimMesh ball = svSim_GetObstacle(world.sim, 0);
    double p[3], q[3];
    svPositions_Get(&ball.positions, 0, p);
    World_Expect(&world, svSim_MoveObstacle(world.sim, 0, move, NOWHERE));
    svPositions_Get(&ball.positions, 0, q);
    assert_memory_equal(p, q, sizeof(p)); // only the step moves it
    World_Step(&world, 1);
    svPositions_Get(&ball.positions, 0, q);
    ExpectNear(q[0] - p[0], -0.5, 1e-5);
    ExpectNear(q[2] - p[2], 0.3, 1e-5);
    World_Step(&world, 3);
    svPositions_Get(&ball.positions, 0, p);
    assert_memory_equal(p, q, sizeof(p));
    World_Close(&world);
}

static void GravityAndWindChange(void** state) {
    (void)state;
    World world;
    OpenSheet(&world, 0, true, 1);
    const double up[3] = {0, 0, 5}, wind[3] = {4, 0, 3}, none[3] = {0, 0, 0};
    World_Step(&world, 1);
    World_Expect(&world, svSim_SetGravity(world.sim, none));
    World_Expect(&world, svSim_SetWind(world.sim, none, 0));
    const svSimMesh cloth = svSim_GetCloth(world.sim, 0);
    double v[3], w[3];
    svPositions_Get(&cloth.velocities, LAST, v);
    World_Step(&world, 1); // still air slows it down
    svPositions_Get(&cloth.velocities, LAST, w);
    assert_true(w[2] > v[2] && w[2] < 0);
    World_Expect(&world, svSim_SetGravity(world.sim, up));
    World_Step(&world, 10);
    assert_true(MeanCoordinate(&world, 2) > 0);
    World_Expect(&world, svSim_SetGravity(world.sim, none));
    World_Expect(&world, svSim_SetWind(world.sim, wind, 0.5));
    for (uint32_t i = 0; i < SIDE; ++i) {
        World_Expect(&world, svSim_Pin(world.sim, 0, i));
    }
    const double before = MeanCoordinate(&world, 2);
    World_Step(&world, 10);
    assert_true(MeanCoordinate(&world, 2) > before + 0.01);
    World_Close(&world);
}

// Between a ball that does not give way and a vertex that is dragged into it there is no room: the
// step is refused, and another target helps.
static void DragIntoAnObstacleIsRefused(void** state) {
    (void)state;
    World world;
    OpenSheet(&world, 0.15, true, 1);
    World_AddObstacle(&world, Shape_Ball(0.1, 6), NULL, 0);
    World_Expect(&world, svSim_Start(world.sim));
    const uint32_t middle = LAST / 2;
    double from[3];
    GetVertex(&world, middle, from);
    const double inside[3] = {0, 0, 0.05}, above[3] = {from[0], from[1], 0.2};
    World_Expect(&world, svSim_Drag(world.sim, 0, middle, inside));
    svStatus status = SV_OK;
    for (int i = 0; i < 4 && status == SV_OK; ++i) {
        status = World_TryStep(&world);
    }
    assert_int_equal(status, SV_ERROR_STEP);
    assert_non_null(strstr(svContext_LastError(world.context), "dragged"));
    World_Expect(&world, svSim_Drag(world.sim, 0, middle, above));
    World_Step(&world, 3);
    ExpectAt(&world, middle, above);
    World_Close(&world);
}

// ---- memory

// Changes of what is held, and steps. What fails is tried again with memory, and then works.
static svStatus TryHolding(TestAllocator* allocator, svSim* sim) {
    svStatus first = SV_OK;
    for (uint32_t i = 0; i < 4; ++i) {
        svStatus status = i % 2 == 0 ? svSim_Pin(sim, 0, i) : svSim_Release(sim, 0, i - 1);
        assert_int_equal(status, SV_OK);
        status = svSim_Step(sim, NULL);
        if (status != SV_OK) {
            first = status;
            assert_int_equal(svSim_StepCount(sim), i);
            allocator->failAt = SIZE_MAX;
            assert_int_equal(svSim_Step(sim, NULL), SV_OK);
        }
    }
    return first;
}

static void EveryAllocationMayFail(void** state) {
    (void)state;
    for (int once = 0; once < 2; ++once) {
        svStatus status = SV_ERROR_MEMORY;
        for (size_t n = 0; status != SV_OK; ++n) {
            World world;
            OpenSheet(&world, 0, true, 1);
            World_Expect(&world, svSim_Start(world.sim));
            TestAllocator_FailNth(&world.allocator, n, once > 0);
            status = TryHolding(&world.allocator, world.sim);
            world.allocator.failAt = SIZE_MAX;
            if (status != SV_OK) {
                assert_int_equal(status, SV_ERROR_MEMORY);
            }
            World_Check(&world);
            World_Close(&world);
        }
    }
}

// ---- what makes no sense

static void Refuse(const World* world, svStatus seen, const char* function, const char* why) {
    const char* said = svContext_LastError(world->context);
    if (seen != SV_ERROR_ARGUMENT || strstr(said, function) == NULL || strstr(said, why) == NULL) {
        fail_msg("%s, %s: %s, \"%s\"", function, why, svStatus_Text(seen), said);
    }
}

static void EarlyCallsAreRefused(void** state) {
    (void)state;
    World world;
    OpenSheet(&world, 0, true, 1);
    World_AddObstacle(&world, Shape_Ball(0.1, 3), NULL, 0);
    svSim* sim = world.sim;
    Refuse(&world, svSim_SetGravity(sim, NOWHERE), "svSim_SetGravity", "started");
    Refuse(&world, svSim_SetWind(sim, NOWHERE, 0), "svSim_SetWind", "started");
    Refuse(&world, svSim_Pin(sim, 0, 0), "svSim_Pin", "started");
    Refuse(&world, svSim_Drag(sim, 0, 0, NOWHERE), "svSim_Drag", "started");
    Refuse(&world, svSim_Release(sim, 0, 0), "svSim_Release", "started");
    Refuse(&world, svSim_MoveObstacle(sim, 0, NOWHERE, NOWHERE), "svSim_MoveObstacle", "started");
    World_Close(&world);
}

static void BadCallsAreRefused(void** state) {
    (void)state;
    World world;
    OpenSheet(&world, 0.2, true, 1);
    World_AddObstacle(&world, Shape_Ball(0.1, 3), NULL, 0);
    World_Step(&world, 2);
    svSim* sim = world.sim;
    size_t size;
    void* before = World_Save(&world, &size);
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1e300, -1e13};
    for (int i = 0; i < 15; ++i) {
        double v[3] = {0, 0, 0};
        char name[3][16];
        const char* const members[3] = {"gravity", "wind", "target"};
        v[i % 3] = bad[i / 3];
        for (int k = 0; k < 3; ++k) {
            snprintf(name[k], sizeof(name[k]), "%s.%c", members[k], "xyz"[i % 3]);
        }
        Refuse(&world, svSim_SetGravity(sim, v), "svSim_SetGravity", name[0]);
        Refuse(&world, svSim_SetWind(sim, v, 0), "svSim_SetWind", name[1]);
        Refuse(&world, svSim_SetWind(sim, NOWHERE, i < 12 ? bad[i / 3] : 1.1), "svSim_SetWind",
               "gusts");
        Refuse(&world, svSim_Drag(sim, 0, 0, v), "svSim_Drag", name[2]);
        Refuse(&world, svSim_MoveObstacle(sim, 0, v, NOWHERE), "svSim_MoveObstacle", "move.");
        Refuse(&world, svSim_MoveObstacle(sim, 0, NOWHERE, v), "svSim_MoveObstacle", "turn.");
    }
    Refuse(&world, svSim_Pin(sim, 1, 0), "svSim_Pin", "no cloth 1");
    Refuse(&world, svSim_Pin(sim, 0, LAST + 1), "svSim_Pin", "no vertex 81");
    Refuse(&world, svSim_Drag(sim, SV_NONE, 0, NOWHERE), "svSim_Drag", "no cloth");
    Refuse(&world, svSim_Release(sim, 0, SV_NONE), "svSim_Release", "no vertex");
    Refuse(&world, svSim_MoveObstacle(sim, 1, NOWHERE, NOWHERE), "svSim_MoveObstacle",
           "no obstacle 1");
    assert_int_equal(svSim_SetGravity(NULL, NOWHERE), SV_ERROR_ARGUMENT);
    assert_int_equal(svSim_SetGravity(sim, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(svSim_SetWind(NULL, NOWHERE, 0), SV_ERROR_ARGUMENT);
    assert_int_equal(svSim_SetWind(sim, NULL, 0), SV_ERROR_ARGUMENT);
    assert_int_equal(svSim_Pin(NULL, 0, 0), SV_ERROR_ARGUMENT);
    assert_int_equal(svSim_Drag(NULL, 0, 0, NOWHERE), SV_ERROR_ARGUMENT);
    assert_int_equal(svSim_Drag(sim, 0, 0, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(svSim_Release(NULL, 0, 0), SV_ERROR_ARGUMENT);
    assert_int_equal(svSim_MoveObstacle(NULL, 0, NOWHERE, NOWHERE), SV_ERROR_ARGUMENT);
    assert_int_equal(svSim_MoveObstacle(sim, 0, NULL, NOWHERE), SV_ERROR_ARGUMENT);
    assert_int_equal(svSim_MoveObstacle(sim, 0, NOWHERE, NULL), SV_ERROR_ARGUMENT);
    World_ExpectState(&world, before, size); // nothing of it happened
    free(before);
    World_Close(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(DraggedCornerArrives),      cmocka_unit_test(DraggedCornerFoldsTheCloth),
        cmocka_unit_test(DraggedVertexCarriesZones), cmocka_unit_test(FarTargetTakesSeveralSteps),
        cmocka_unit_test(ExplicitIntegratorsDrag),   cmocka_unit_test(ReleaseMayMakeAStepTooLong),
        cmocka_unit_test(PinHoldsAndReleaseFalls),   cmocka_unit_test(PinsOfTheDefAreReleased),
        cmocka_unit_test(MovedObstaclePushesCloth),  cmocka_unit_test(MovedObstacleLeavesItsKeys),
        cmocka_unit_test(GravityAndWindChange),      cmocka_unit_test(DragIntoAnObstacleIsRefused),
        cmocka_unit_test(EveryAllocationMayFail),    cmocka_unit_test(EarlyCallsAreRefused),
        cmocka_unit_test(BadCallsAreRefused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
