// What a simulation does about threads, saved states, memory and bad defs.
#include "state.h"

#include "support/sim_world.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

#ifdef TEST_SANITIZED
enum { STEPS = 20 };
#else
enum { STEPS = 60 };
#endif

// Two cloths, one pinned, that fall on a ball that moves and turns, with wind.
static void OpenBusy(World* world, uint32_t workerCount) {
    svSimDef simDef = svDefaultSimDef();
    simDef.wind[0] = 2;
    simDef.gusts = 0.5;
    simDef.seed = 3;
    World_Open(world, "busy", &simDef, workerCount);
    const double speed[3] = {0.1, 0, 0.3}, spin[3] = {0, 0, 3};
    World_AddMoving(world, Shape_Ball(0.2, 6), speed, spin);
    Shape lower = Shape_Grid(10, 10, 0.8), upper = Shape_Grid(7, 7, 0.5);
    const double turn[3] = {0.1, 0.2, 0.3};
    Shape_Turn(&lower, turn);
    Shape_Move(&lower, 0, 0, 0.33);
    Shape_Turn(&upper, turn);
    Shape_Move(&upper, 0.03, 0.02, 0.4);
    World_AddCloth(world, lower, NULL);
    svClothDef def = svDefaultClothDef();
    const svPin pins[2] = {{0, SV_NONE, 0}, {6, 0, 0}};
    def.pins = pins;
    def.pinCount = 2;
    World_AddCloth(world, upper, &def);
}

static void* RunBusy(uint32_t workerCount, int steps, size_t* size) {
    World world;
    OpenBusy(&world, workerCount);
    World_Step(&world, steps);
    assert_true(world.contacts > 0);
    void* bytes = World_Save(&world, size);
    World_Close(&world);
    return bytes;
}

static void ThreadsGiveTheSameBytes(void** state) {
    (void)state;
    const uint32_t workers[] = {2, 5};
    size_t size, other;
    void* one = RunBusy(1, STEPS, &size);
    for (int i = 0; i < 2; ++i) {
        void* many = RunBusy(workers[i], STEPS, &other);
        assert_int_equal(size, other);
        assert_memory_equal(one, many, size);
        free(many);
    }
    free(one);
}

static void LoadedStateGoesOnWithTheSameBytes(void** state) {
    (void)state;
    World whole, resumed;
    OpenBusy(&whole, 1);
    for (int i = 0; i < STEPS; i += 7) {
        World_Step(&whole, 7);
        size_t size, later;
        void* bytes = World_Save(&whole, &size);
        // Into a fresh one, into one that has gone elsewhere, and into itself.
        OpenBusy(&resumed, 1);
        if (i % 2 > 0) {
            World_Step(&resumed, 3);
        }
        assert_int_equal(svSim_LoadState(resumed.sim, bytes, size), SV_OK);
        assert_true(svSim_Time(resumed.sim) == svSim_Time(whole.sim));
        World_Check(&resumed);
        World_Step(&resumed, 5);
        void* expected = World_Save(&resumed, &later);
        World_Step(&whole, 5);
        World_ExpectState(&whole, expected, later);
        assert_int_equal(svSim_LoadState(whole.sim, bytes, size), SV_OK);
        World_ExpectState(&whole, bytes, size);
        World_Step(&whole, 5);
        World_ExpectState(&whole, expected, later);
        free(expected);
        free(bytes);
        World_Close(&resumed);
    }
    World_Close(&whole);
}

static void Refuse(World* world, const void* bytes, size_t size) {
    size_t now;
    void* before = World_Save(world, &now);
    assert_int_equal(svSim_LoadState(world->sim, bytes, size), SV_ERROR_FORMAT);
    World_ExpectState(world, before, now);
    free(before);
    World_Check(world);
}

static void PutDouble(char* bytes, size_t at, double value) {
    memcpy(bytes + at, &value, sizeof(value));
}

static void BadStatesAreRefused(void** state) {
    (void)state;
    World world, other;
    OpenBusy(&world, 1);
    World_Step(&world, 5);
    size_t size;
    char* good = World_Save(&world, &size);
    char* bad = malloc(size + 8);
    assert_non_null(bad);
    // Truncated, too long, empty.
    memcpy(bad, good, size);
    Refuse(&world, bad, size - 1);
    Refuse(&world, bad, size - 8);
    Refuse(&world, bad, 8);
    Refuse(&world, bad, 0);
    Refuse(&world, bad, size + 8);
    // Any bit.
    Random random = {11};
    for (int i = 0; i < 200; ++i) {
        const size_t at = i < 32 ? (size_t)i : (size_t)(Random_Bits(&random) % size);
        memcpy(bad, good, size);
        bad[at] = (char)(bad[at] ^ (1 << Random_Below(&random, 8)));
        Refuse(&world, bad, size);
    }
    // Numbers that are none.
    for (int i = 0; i < 6; ++i) {
        const double values[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
        memcpy(bad, good, size);
        PutDouble(bad, i < 3 ? size / 3 / 8 * 8 : size - 8, values[i % 3]);
        Refuse(&world, bad, size);
    }
    memset(bad, 0, size);
    Refuse(&world, bad, size);
    // Of another simulation that has as many particles.
    World_Open(&other, "other", NULL, 1);
    Shape sheet = Shape_Grid(10, 10, 1);
    World_AddCloth(&other, sheet, NULL);
    sheet = Shape_Grid(7, 7, 0.5);
    Shape_Move(&sheet, 0, 0, 1);
    World_AddCloth(&other, sheet, NULL);
    World_Step(&other, 2);
    Refuse(&other, good, size);
    assert_int_equal(svSim_LoadState(NULL, good, size), SV_ERROR_ARGUMENT);
    assert_int_equal(svSim_LoadState(world.sim, NULL, size), SV_ERROR_ARGUMENT);
    assert_int_equal(svSim_LoadState(world.sim, good, size), SV_OK);
    World_Step(&world, 5);
    free(good);
    free(bad);
    World_Close(&other);
    World_Close(&world);
}

// Everything from svSim_Create to some steps; the status of the first call that fails. What fails
// is tried again with memory where `again` says so, and must then work.
static svStatus TryAll(TestAllocator* allocator, svContext* context, bool again) {
    svSimDef simDef = svDefaultSimDef();
    svSim* sim = NULL;
    svStatus status = svSim_Create(context, &simDef, &sim), first = status;
    if (status != SV_OK) {
        assert_null(sim);
        return status;
    }
    Shape sheet = Shape_Grid(4, 4, 0.5), ball = Shape_Ball(0.1, 3);
    Shape_Move(&sheet, 0.01, 0, 0.11);
    const svMotionKey keys[2] = {{0}, {.time = 1, .move = {0, 0, 1}, .turn = {0, 0, 2}}};
    svObstacleDef obstacle = svDefaultObstacleDef();
    obstacle.triangles = ball.list.triangles;
    obstacle.triangleCount = ball.list.triangleCount;
    obstacle.positions = svPositions_Double(ball.x[0], ball.list.vertexCount);
    obstacle.keys = keys;
    obstacle.keyCount = 2;
    svClothDef cloth = svDefaultClothDef();
    cloth.triangles = sheet.list.triangles;
    cloth.triangleCount = sheet.list.triangleCount;
    cloth.positions = svPositions_Double(sheet.x[0], 16);
    cloth.columns = cloth.rows = 4;
    for (int call = 0; call < 10; ++call) {
        for (int attempt = 0; attempt < 2; ++attempt) {
            uint32_t index = 77;
            status = call == 0   ? svSim_AddObstacle(sim, &obstacle, &index)
                     : call == 1 ? svSim_AddCloth(sim, &cloth, &index)
                     : call == 2 ? svSim_Start(sim)
                                 : svSim_Step(sim, NULL);
            if (call < 2) {
                assert_int_equal(index, status == SV_OK ? 0 : 77);
            }
            if (call == 2 || (call > 2 && attempt == 1)) {
                svIntersections found;
                if (svSim_Intersect(sim, &found) == SV_OK) {
                    assert_false(found.found);
                }
            }
            if (status == SV_OK) {
                break;
            }
            first = first == SV_OK ? status : first;
            assert_true(attempt == 0);
            if (!again) {
                break;
            }
            allocator->failAt = SIZE_MAX;
        }
        if (status != SV_OK) {
            break;
        }
    }
    svSim_Destroy(sim);
    Shape_Free(&sheet);
    Shape_Free(&ball);
    return first;
}

static void EveryAllocationMayFail(void** state) {
    (void)state;
    for (int mode = 0; mode < 3; ++mode) { // for good; once; for good, and tried again
        svStatus status = SV_ERROR_MEMORY;
        for (size_t n = 0; status != SV_OK; ++n) {
            TestAllocator allocator = TestAllocator_Make();
            svContext* context = TestAllocator_NewContext(&allocator);
            TestAllocator_FailNth(&allocator, n, mode == 1);
            status = TryAll(&allocator, context, mode > 0);
            if (status != SV_OK) {
                assert_int_equal(status, SV_ERROR_MEMORY);
            }
            assert_int_equal(svContext_BytesInUse(context), 0);
            allocator.failAt = SIZE_MAX;
            svContext_Destroy(context);
            assert_int_equal(allocator.live, 0);
            assert_false(allocator.misaligned);
        }
    }
}

// Cloth that has come to rest on a ball: every step is as the one before, and needs no more memory.
static void CalmStepsAllocateNothing(void** state) {
    (void)state;
    World world;
    svSimDef simDef = svDefaultSimDef();
    simDef.airDamping = 8;
    simDef.friction = 1; // else it creeps off the ball
    World_Open(&world, "calm", &simDef, 1);
    Shape sheet = Shape_Grid(8, 8, 0.5);
    Shape_Move(&sheet, 0.01, 0.02, 0.23);
    World_AddCloth(&world, sheet, NULL);
    World_AddObstacle(&world, Shape_Ball(0.2, 6), NULL, 0);
    int calm = 0; // steps in a row
    for (int i = 0; calm < 20; ++i) {
        assert_true(i < 1000);
        World_Step(&world, 1);
        calm = world.stats.kineticEnergy < 1e-11 ? calm + 1 : 0;
    }
    const size_t attempts = world.allocator.attempts;
    World_Step(&world, STEPS);
    assert_true(world.stats.nearPairs > 0);
    assert_int_equal(world.allocator.attempts, attempts);
    World_Close(&world);
}

// ---- defs that make no sense

static void ExpectRefusal(svContext* context, svStatus seen, svStatus expected,
                          const char* member) {
    if (seen != expected || strstr(svContext_LastError(context), member) == NULL) {
        fail_msg("%s: %s, \"%s\"", member, svStatus_Text(seen), svContext_LastError(context));
    }
}

typedef struct Member {
    const char* name;
    double* value;
    double bad[2]; // besides NaN and infinities
} Member;

static const double NOT_FINITE[3] = {(double)NAN, (double)INFINITY, -(double)INFINITY};

static void BadSimDefs(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    svSimDef def = svDefaultSimDef();
    const Member members[] = {
        {"timeStep", &def.timeStep, {0, -1}},
        {"gravity.x", &def.gravity[0], {1e300, -1e300}},
        {"gravity.y", &def.gravity[1], {1e300, -1e300}},
        {"gravity.z", &def.gravity[2], {1e300, -1e300}},
        {"airDamping", &def.airDamping, {-1e-9, 1e300}},
        {"wind.x", &def.wind[0], {1e300, -1e300}},
        {"wind.y", &def.wind[1], {1e300, -1e300}},
        {"wind.z", &def.wind[2], {1e300, -1e300}},
        {"gusts", &def.gusts, {-0.1, 1.1}},
        {"windPressure", &def.windPressure, {-1, 1e300}},
        {"thickness", &def.thickness, {-1e-9, 1e300}},
        {"friction", &def.friction, {-0.1, 1e300}},
        {"solverTolerance", &def.solverTolerance, {0, 1.5}},
        {"solverAccuracy", &def.solverAccuracy, {0, 1.5}},
        {"stepSeconds", &def.stepSeconds, {-1, 1e300}},
    };
    svSim* sim = NULL;
    for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); ++i) {
        const double good = *members[i].value;
        for (int k = 0; k < 5; ++k) {
            *members[i].value = k < 3 ? NOT_FINITE[k] : members[i].bad[k - 3];
            ExpectRefusal(context, svSim_Create(context, &def, &sim), SV_ERROR_ARGUMENT,
                          members[i].name);
            assert_null(sim);
        }
        *members[i].value = good;
    }
    def.solverIterations = 0;
    ExpectRefusal(context, svSim_Create(context, &def, &sim), SV_ERROR_ARGUMENT,
                  "solverIterations");
    def = svDefaultSimDef();
    def.integrator = SV_INTEGRATOR_ENUM_COUNT;
    ExpectRefusal(context, svSim_Create(context, &def, &sim), SV_ERROR_ARGUMENT, "integrator");
    def = svDefaultSimDef();
    def.structSize = 0;
    ExpectRefusal(context, svSim_Create(context, &def, &sim), SV_ERROR_ARGUMENT, "svDefaultSimDef");
    def = svDefaultSimDef();
    def.scene.structSize = 0;
    ExpectRefusal(context, svSim_Create(context, &def, &sim), SV_ERROR_ARGUMENT,
                  "svDefaultSceneDef");
    def = svDefaultSimDef();
    assert_int_equal(svSim_Create(NULL, &def, &sim), SV_ERROR_ARGUMENT);
    assert_int_equal(svSim_Create(context, NULL, &sim), SV_ERROR_ARGUMENT);
    assert_int_equal(svSim_Create(context, &def, NULL), SV_ERROR_ARGUMENT);
    assert_null(sim);
    assert_int_equal(svContext_BytesInUse(context), 0);
    assert_string_equal(svIntegrator_Name(SV_INTEGRATOR_ENUM_COUNT), "unknown");
    svSim_Destroy(NULL);
    svContext_Destroy(context);
    assert_int_equal(allocator.live, 0);
}

// A simulation, and defs that would do.
typedef struct Bench {
    World world;
    Shape shape;
    svClothDef cloth;
    svObstacleDef obstacle;
} Bench;

static void OpenBench(Bench* bench) {
    World_Open(&bench->world, "defs", NULL, 1);
    bench->shape = Shape_Grid(3, 3, 1);
    bench->cloth = svDefaultClothDef();
    bench->cloth.triangles = bench->shape.list.triangles;
    bench->cloth.triangleCount = bench->shape.list.triangleCount;
    bench->cloth.positions = svPositions_Double(bench->shape.x[0], 9);
    bench->obstacle = svDefaultObstacleDef();
    bench->obstacle.triangles = bench->shape.list.triangles;
    bench->obstacle.triangleCount = bench->shape.list.triangleCount;
    bench->obstacle.positions = bench->cloth.positions;
}

static void CloseBench(Bench* bench) {
    Shape_Free(&bench->shape);
    World_Close(&bench->world);
}

static void RefuseCloth(const Bench* bench, const svClothDef* def, svStatus expected,
                        const char* member) {
    uint32_t index = 77;
    ExpectRefusal(bench->world.context, svSim_AddCloth(bench->world.sim, def, &index), expected,
                  member);
    assert_int_equal(index, 77);
    assert_int_equal(svSim_ClothCount(bench->world.sim), 0);
}

static void BadClothNumbers(void** state) {
    (void)state;
    Bench bench;
    OpenBench(&bench);
    svClothDef def = bench.cloth;
    const Member members[] = {
        {"density", &def.density, {0, -1}},
        {"stretchStiffness", &def.stretchStiffness, {-1, 1e300}},
        {"shearStiffness", &def.shearStiffness, {-1, 1e300}},
        {"bendStiffness", &def.bendStiffness, {-1, 1e300}},
        {"damping", &def.damping, {-1, 1e300}},
        {"strainLimit", &def.strainLimit, {-1, 1e300}},
        {"velocity.x", &def.velocity[0], {1e300, -1e300}},
        {"velocity.y", &def.velocity[1], {1e300, -1e300}},
        {"velocity.z", &def.velocity[2], {1e300, -1e300}},
    };
    for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); ++i) {
        const double good = *members[i].value;
        for (int k = 0; k < 5; ++k) {
            *members[i].value = k < 3 ? NOT_FINITE[k] : members[i].bad[k - 3];
            RefuseCloth(&bench, &def, SV_ERROR_ARGUMENT, members[i].name);
        }
        *members[i].value = good;
    }
    for (int i = 0; i < 27; ++i) { // every coordinate, also beyond the floats
        double* p = &bench.shape.x[i / 3][i % 3];
        const double good = *p;
        for (int k = 0; k < 5; ++k) {
            const char axis[2] = {"xyz"[i % 3], 0};
            *p = k < 3 ? NOT_FINITE[k] : k < 4 ? 1e39 : -1e300;
            RefuseCloth(&bench, &def, SV_ERROR_NOT_FINITE, axis);
        }
        *p = good;
    }
    CloseBench(&bench);
}

static void BadClothDefs(void** state) {
    (void)state;
    Bench bench;
    OpenBench(&bench);
    svClothDef def = bench.cloth;
    def.structSize = 1;
    RefuseCloth(&bench, &def, SV_ERROR_ARGUMENT, "svDefaultClothDef");
    def = bench.cloth;
    def.name = NULL;
    RefuseCloth(&bench, &def, SV_ERROR_ARGUMENT, "name");
    def = bench.cloth;
    def.triangles = NULL;
    RefuseCloth(&bench, &def, SV_ERROR_ARGUMENT, "triangles");
    def = bench.cloth;
    def.positions.data = NULL;
    RefuseCloth(&bench, &def, SV_ERROR_ARGUMENT, "positions");
    def = bench.cloth;
    def.positions.stride = 1;
    RefuseCloth(&bench, &def, SV_ERROR_ARGUMENT, "positions");
    def = bench.cloth;
    def.positions.count = 0;
    RefuseCloth(&bench, &def, SV_ERROR_ARGUMENT, "vertices");
    def = bench.cloth;
    def.positions.count = 8;
    RefuseCloth(&bench, &def, SV_ERROR_MESH, "out of range");
    def = bench.cloth;
    def.rest = svPositions_Double(bench.shape.x[0], 8);
    RefuseCloth(&bench, &def, SV_ERROR_ARGUMENT, "rest");
    def = bench.cloth;
    def.columns = 3;
    RefuseCloth(&bench, &def, SV_ERROR_ARGUMENT, "columns");
    def.rows = 4;
    RefuseCloth(&bench, &def, SV_ERROR_ARGUMENT, "rows");
    def = bench.cloth;
    def.pinCount = 1;
    RefuseCloth(&bench, &def, SV_ERROR_ARGUMENT, "pins");
    const svPin pins[2] = {{9, SV_NONE, 0}, {0, 0, 0}};
    def.pins = &pins[0];
    RefuseCloth(&bench, &def, SV_ERROR_ARGUMENT, "vertex");
    def.pins = &pins[1];
    RefuseCloth(&bench, &def, SV_ERROR_ARGUMENT, "obstacle");
    assert_int_equal(svSim_AddCloth(NULL, &bench.cloth, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(svSim_AddCloth(bench.world.sim, NULL, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(svSim_AddCloth(bench.world.sim, &bench.cloth, NULL), SV_OK);
    assert_int_equal(svSim_Step(bench.world.sim, NULL), SV_OK);
    ExpectRefusal(bench.world.context, svSim_AddCloth(bench.world.sim, &bench.cloth, NULL),
                  SV_ERROR_ARGUMENT, "started");
    ExpectRefusal(bench.world.context, svSim_AddObstacle(bench.world.sim, &bench.obstacle, NULL),
                  SV_ERROR_ARGUMENT, "started");
    CloseBench(&bench);
}

static void RefuseObstacle(const Bench* bench, const svObstacleDef* def, svStatus expected,
                           const char* member) {
    uint32_t index = 77;
    ExpectRefusal(bench->world.context, svSim_AddObstacle(bench->world.sim, def, &index), expected,
                  member);
    assert_int_equal(index, 77);
    assert_int_equal(svSim_ObstacleCount(bench->world.sim), 0);
}

static void BadObstacleDefs(void** state) {
    (void)state;
    Bench bench;
    OpenBench(&bench);
    svObstacleDef def = bench.obstacle;
    svMotionKey keys[2] = {{.time = 0}, {.time = 1}};
    def.keys = keys;
    def.keyCount = 2;
    const Member members[] = {
        {"pivot.x", &def.pivot[0], {1e300, -1e300}},
        {"pivot.y", &def.pivot[1], {1e300, -1e300}},
        {"pivot.z", &def.pivot[2], {1e300, -1e300}},
        {"time", &keys[1].time, {1e300, -1e300}},
        {"move.x", &keys[0].move[0], {1e300, -1e300}},
        {"move.y", &keys[0].move[1], {1e300, -1e300}},
        {"move.z", &keys[1].move[2], {1e300, -1e300}},
        {"turn.x", &keys[1].turn[0], {1e300, -1e300}},
        {"turn.y", &keys[0].turn[1], {1e300, -1e300}},
        {"turn.z", &keys[0].turn[2], {1e300, -1e300}},
    };
    for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); ++i) {
        const double good = *members[i].value;
        for (int k = 0; k < 5; ++k) {
            *members[i].value = k < 3 ? NOT_FINITE[k] : members[i].bad[k - 3];
            RefuseObstacle(&bench, &def, SV_ERROR_ARGUMENT, members[i].name);
        }
        *members[i].value = good;
    }
    keys[1].time = 0;
    RefuseObstacle(&bench, &def, SV_ERROR_ARGUMENT, "ascend");
    def.keys = NULL;
    RefuseObstacle(&bench, &def, SV_ERROR_ARGUMENT, "keys");
    def = bench.obstacle;
    def.structSize = 0;
    RefuseObstacle(&bench, &def, SV_ERROR_ARGUMENT, "svDefaultObstacleDef");
    def = bench.obstacle;
    def.name = NULL;
    RefuseObstacle(&bench, &def, SV_ERROR_ARGUMENT, "name");
    def = bench.obstacle;
    def.triangles = NULL;
    RefuseObstacle(&bench, &def, SV_ERROR_ARGUMENT, "triangles");
    def = bench.obstacle;
    def.positions.scalar = (svScalar)7;
    RefuseObstacle(&bench, &def, SV_ERROR_ARGUMENT, "positions");
    def = bench.obstacle;
    def.positions.count = 5;
    RefuseObstacle(&bench, &def, SV_ERROR_MESH, "out of range");
    bench.shape.x[4][1] = (double)NAN;
    RefuseObstacle(&bench, &bench.obstacle, SV_ERROR_NOT_FINITE, "vertex 4");
    assert_int_equal(svSim_AddObstacle(NULL, &bench.obstacle, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(svSim_AddObstacle(bench.world.sim, NULL, NULL), SV_ERROR_ARGUMENT);
    CloseBench(&bench);
}

// What may be asked before the beginning, after one that failed, and of meshes that are not there.
static void AskedTooEarly(void** state) {
    (void)state;
    Bench bench;
    svIntersections found;
    OpenBench(&bench);
    svSim* sim = bench.world.sim;
    assert_int_equal(svSim_Start(NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(svSim_Step(NULL, NULL), SV_ERROR_ARGUMENT);
    assert_null(svSim_GetCloth(sim, 0).positions.data);
    assert_null(svSim_GetObstacle(sim, 0).positions.data);
    assert_int_equal(svSim_AddObstacle(sim, &bench.obstacle, NULL), SV_OK);
    assert_int_equal(svSim_AddCloth(sim, &bench.cloth, NULL), SV_OK);
    assert_int_equal(svSim_GetCloth(sim, 0).positions.count, 9);
    assert_null(svSim_GetCloth(sim, 1).positions.data);
    // The same place: all intersects, and that is told before a start and after one that failed.
    assert_int_equal(svSim_Intersect(sim, &found), SV_OK);
    assert_true(found.found);
    ExpectRefusal(bench.world.context, svSim_Start(sim), SV_ERROR_OVERLAP, "obstacle");
    assert_int_equal(svSim_GetObstacle(sim, 0).positions.count, 9);
    // More comes: the arrays move.
    for (int i = 0; i < 40; ++i) {
        assert_int_equal(svSim_AddObstacle(sim, &bench.obstacle, NULL), SV_OK);
        assert_int_equal(svSim_AddCloth(sim, &bench.cloth, NULL), SV_OK);
    }
    const svSimMesh view = svSim_GetObstacle(sim, 20);
    if (view.positions.data != NULL) {
        assert_int_equal(svPositions_FindNotFinite(&view.positions), 9);
    }
    assert_int_equal(svSim_Intersect(sim, &found), SV_OK);
    assert_true(found.found);
    assert_int_equal(svSim_Step(sim, NULL), SV_ERROR_OVERLAP);
    assert_int_equal(svSim_StepCount(sim), 0);
    CloseBench(&bench);
}

// Nothing in it, or nothing that has a face.
static void EmptySimulations(void** state) {
    (void)state;
    for (int i = 0; i < 4; ++i) {
        Bench bench;
        OpenBench(&bench);
        bench.cloth.triangleCount = 0;
        bench.obstacle.triangleCount = 0;
        bench.obstacle.positions.count = i == 3 ? 0 : 9;
        if (i % 2 > 0) {
            assert_int_equal(svSim_AddObstacle(bench.world.sim, &bench.obstacle, NULL), SV_OK);
        }
        if (i > 1) {
            assert_int_equal(svSim_AddCloth(bench.world.sim, &bench.cloth, NULL), SV_OK);
        }
        World_Step(&bench.world, 5);
        assert_int_equal(svSim_StepCount(bench.world.sim), 5);
        CloseBench(&bench);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ThreadsGiveTheSameBytes),
        cmocka_unit_test(LoadedStateGoesOnWithTheSameBytes),
        cmocka_unit_test(BadStatesAreRefused),
        cmocka_unit_test(EveryAllocationMayFail),
        cmocka_unit_test(CalmStepsAllocateNothing),
        cmocka_unit_test(BadSimDefs),
        cmocka_unit_test(BadClothNumbers),
        cmocka_unit_test(BadClothDefs),
        cmocka_unit_test(BadObstacleDefs),
        cmocka_unit_test(AskedTooEarly),
        cmocka_unit_test(EmptySimulations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
