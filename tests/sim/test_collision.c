// Cloth never goes through anything: after every step of every scene the exact test finds nothing.
#include "state.h"

#include "support/sim_world.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

#ifdef TEST_SANITIZED
enum { STEPS = 25, SHORT = 10 };
#else
enum { STEPS = 90, SHORT = 25 };
#endif

static const double DOWN[3] = {0, 0, -1}, UP[3] = {0, 0, 1}, STILL[3] = {0, 0, 0};

static svSimDef SimDef(double unit) {
    svSimDef def = svDefaultSimDef();
    def.thickness *= unit;
    return def;
}

// A sheet that lies above the origin, a little tilted and turned.
static Shape Sheet(uint32_t cells, double size, double height) {
    Shape shape = Shape_Grid(cells, cells, size);
    const double turn[3] = {0.05, 0.11, 0.3};
    Shape_Turn(&shape, turn);
    Shape_Move(&shape, 0.013, 0.007, height);
    return shape;
}

// Where nothing moves but cloth, it does not get faster than falling makes it. (Its springs do hold
// more than that for a while: what is stopped by a contact is run into by what comes behind.)
static void CloseCalm(World* world) {
    if (!(world->mostEnergy <= 0.02 * world->firstEnergy)) {
        fail_msg("%s: %g J, and then %g J more", world->name, world->firstEnergy,
                 world->mostEnergy);
    }
    World_Close(world);
}

static void FallsOnBall(void** state) {
    (void)state;
    World world;
    World_Open(&world, "ball", NULL, 1);
    World_AddCloth(&world, Sheet(12, 1, 0.4), NULL);
    World_AddObstacle(&world, Shape_Ball(0.25, 8), NULL, 0);
    World_Step(&world, STEPS);
    assert_true(world.contacts > 0 || world.stats.nearPairs > 0);
    assert_true(world.worstStretch < 0.1);
    CloseCalm(&world);
}

static void FallsOnFloor(void** state) {
    (void)state;
    World world;
    World_Open(&world, "floor", NULL, 1);
    Shape sheet = Sheet(10, 1, 0.4);
    const double turn[3] = {0.9, 0.4, 0};
    Shape_Turn(&sheet, turn);
    Shape_Move(&sheet, 0, 0, 0.4);
    World_AddCloth(&world, sheet, NULL);
    World_AddObstacle(&world, Shape_Floor(8), NULL, 0);
    World_Step(&world, STEPS);
    assert_true(world.worstStretch < 0.1);
    CloseCalm(&world);
}

static void FallsOnSpike(void** state) {
    (void)state;
    World world;
    World_Open(&world, "spike", NULL, 1);
    World_AddCloth(&world, Sheet(9, 1, 0.2), NULL);
    World_AddObstacle(&world, Shape_Spike(0.02, 1), NULL, 0);
    World_Step(&world, STEPS);
    CloseCalm(&world);
    World_Open(&world, "rising spike", NULL, 1);
    World_AddCloth(&world, Sheet(9, 1, 0.2), NULL);
    World_AddMoving(&world, Shape_Spike(0.001, 1), UP, NULL);
    World_Step(&world, STEPS);
    World_Close(&world);
}

static void FallsOnEdgeOfBox(void** state) {
    (void)state;
    World world;
    World_Open(&world, "box", NULL, 1);
    World_AddCloth(&world, Sheet(11, 1, 0.35), NULL);
    Shape box = Shape_Box(0.3, 0.3, 0.3);
    const double turn[3] = {0.78, 0, 0.2};
    Shape_Turn(&box, turn);
    World_AddObstacle(&world, box, NULL, 0);
    World_AddObstacle(&world, Shape_Floor(8), NULL, 0);
    svMotionKey keys[2] = {{.time = 0}, {.time = 1, .turn = {0, 0, 3}}};
    World_AddObstacle(&world, Shape_Spike(0.02, 0.05), keys, 2);
    World_Step(&world, STEPS);
    World_Close(&world);
}

// A strip rolled into a spiral that unrolls and falls onto itself.
static void FoldsOntoItself(void** state) {
    (void)state;
    World world;
    World_Open(&world, "spiral", NULL, 1);
    Shape strip = Shape_Grid(40, 5, 2);
    for (uint32_t i = 0; i < strip.list.vertexCount; ++i) {
        const double turn = 0.45 * (i % 40), radius = 0.05 + 0.006 * turn;
        strip.x[i][0] = radius * cos(turn);
        strip.x[i][2] = radius * sin(turn) + 0.3;
    }
    svClothDef def = svDefaultClothDef();
    def.bendStiffness = 0;
    World_AddCloth(&world, strip, &def);
    World_AddObstacle(&world, Shape_Floor(8), NULL, 0);
    World_Step(&world, STEPS);
    CloseCalm(&world);
    // A sheet that hangs by one row and is let fall edge on.
    World_Open(&world, "edge on", NULL, 1);
    Shape sheet = Sheet(12, 1, 0);
    const double upright[3] = {1.57, 0, 0};
    Shape_Turn(&sheet, upright);
    Shape_Move(&sheet, 0, 0, 0.9);
    World_AddCloth(&world, sheet, NULL);
    World_AddObstacle(&world, Shape_Floor(8), NULL, 0);
    World_Step(&world, STEPS);
    CloseCalm(&world);
}

static void StackOfCloths(void** state) {
    (void)state;
    World world;
    World_Open(&world, "stack", NULL, 1);
    for (int i = 0; i < 4; ++i) {
        Shape sheet = Sheet(8, 0.8, 0.3 + 0.05 * i);
        const double turn[3] = {0, 0, 0.4 * i};
        Shape_Turn(&sheet, turn);
        World_AddCloth(&world, sheet, NULL);
    }
    World_AddObstacle(&world, Shape_Ball(0.2, 6), NULL, 0);
    World_Step(&world, STEPS);
    CloseCalm(&world);
}

// A ball that goes several edges far in a step, at cloth that is pinned at its upper corners.
static void FastBall(void** state) {
    (void)state;
    const double speeds[] = {5, 20, 80};
    for (int i = 0; i < 3; ++i) {
        World world;
        World_Open(&world, "fast ball", NULL, 1);
        Shape sheet = Shape_Grid(10, 10, 1);
        const double upright[3] = {1.5707963, 0, 0};
        Shape_Turn(&sheet, upright);
        svClothDef def = svDefaultClothDef();
        const svPin pins[2] = {{90, SV_NONE, 0}, {99, SV_NONE, 0}};
        def.pins = pins;
        def.pinCount = 2;
        World_AddCloth(&world, sheet, &def);
        Shape ball = Shape_Ball(0.15, 6);
        Shape_Move(&ball, 0, -0.8, -0.1);
        const svMotionKey keys[2] = {{.time = 0}, {.time = 2 / speeds[i], .move = {0, 2, 0}}};
        World_AddObstacle(&world, ball, keys, 2);
        World_Step(&world, STEPS);
        World_Close(&world);
    }
}

static void SpinsWithFriction(void** state) {
    (void)state;
    World world;
    svSimDef simDef = SimDef(1);
    simDef.friction = 0.8;
    World_Open(&world, "spinning ball", &simDef, 1);
    World_AddCloth(&world, Sheet(12, 1, 0.3), NULL);
    const double spin[3] = {0, 0, 12};
    World_AddMoving(&world, Shape_Ball(0.25, 8), STILL, spin);
    World_AddObstacle(&world, Shape_Floor(8), NULL, 0);
    World_Step(&world, STEPS);
    World_Close(&world);
}

// Cloth that is wound around a bar: pinned to two boxes that turn differently, a bar between them.
static void PinsFollowObstacles(void** state) {
    (void)state;
    World world;
    World_Open(&world, "wringing", NULL, 1);
    const double left[3] = {3, 0, 0}, right[3] = {-3, 0, 0};
    for (int side = -1; side <= 1; side += 2) {
        Shape box = Shape_Box(0.1, 1.2, 0.1);
        Shape_Move(&box, 0.62 * side, 0, 0);
        World_AddMoving(&world, box, STILL, side < 0 ? left : right);
    }
    svPin pins[24];
    for (uint32_t i = 0; i < 24; ++i) {
        pins[i] = (svPin){i < 12 ? 12 * i : 12 * (i - 12) + 11, i < 12 ? 0 : 1, 0};
    }
    svClothDef def = svDefaultClothDef();
    def.pins = pins;
    def.pinCount = 24;
    World_AddCloth(&world, Shape_Grid(12, 12, 1), &def);
    World_Step(&world, STEPS);
    World_Close(&world);
}

static void OddMeshes(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 4; ++seed) {
        World world;
        World_Open(&world, "odd meshes", NULL, 1);
        world.seed = seed;
        Random random = {seed};
        Shape soup = Shape_Soup(&random, 12, 0.3);
        Shape_Move(&soup, -0.15, -0.15, 1.0);
        World_AddCloth(&world, soup, NULL);
        Shape book = Shape_Book(5, 0.3);
        Shape_Move(&book, 0.1, 0, 0.4);
        World_AddCloth(&world, book, NULL);
        Shape odd = Shape_Degenerate(0.3);
        Shape_Move(&odd, 0, 0.7, 0.3);
        World_AddCloth(&world, odd, NULL);
        World_AddObstacle(&world, Shape_Ball(0.2, 5), NULL, 0);
        Shape ground = Shape_Floor(8);
        Shape_Move(&ground, 0, 0, -0.3);
        World_AddObstacle(&world, ground, NULL, 0);
        World_Step(&world, STEPS / 2);
        World_Close(&world);
    }
}

static void Units(void** state) {
    (void)state;
    const double units[] = {1e-3, 1e3};
    for (int i = 0; i < 2; ++i) {
        const double unit = units[i];
        World world;
        svSimDef simDef = SimDef(unit);
        simDef.gravity[2] *= unit;
        World_Open(&world, unit < 1 ? "millimetres" : "kilometres", &simDef, 1);
        Shape sheet = Sheet(10, 1, 0.35), ball = Shape_Ball(0.25, 6);
        Shape_Scale(&sheet, unit);
        Shape_Scale(&ball, unit);
        svClothDef def = svDefaultClothDef();
        def.density *= 1 / (unit * unit); // the same masses, so that stiffness means the same
        World_AddCloth(&world, sheet, &def);
        World_AddObstacle(&world, ball, NULL, 0);
        World_Step(&world, STEPS);
        assert_true(world.worstStretch < 0.1);
        World_Close(&world);
    }
    // Nothing scaled but the sizes.
    for (int i = 0; i < 2; ++i) {
        World world;
        svSimDef simDef = SimDef(units[i]);
        World_Open(&world, units[i] < 1 ? "tiny" : "huge", &simDef, 1);
        Shape sheet = Sheet(10, 1, 0.35), ball = Shape_Ball(0.25, 6);
        Shape_Scale(&sheet, units[i]);
        Shape_Scale(&ball, units[i]);
        World_AddCloth(&world, sheet, NULL);
        World_AddObstacle(&world, ball, NULL, 0);
        World_Step(&world, STEPS / 2);
        World_Close(&world);
    }
}

// Without a thickness nothing is pushed apart before it meets.
static void NoThickness(void** state) {
    (void)state;
    World world;
    svSimDef simDef = SimDef(0);
    World_Open(&world, "no thickness", &simDef, 1);
    World_AddCloth(&world, Sheet(8, 1, 0.3), NULL);
    World_AddObstacle(&world, Shape_Ball(0.25, 6), NULL, 0);
    World_Step(&world, STEPS / 2);
    CloseCalm(&world);
}

static svVec3 Momentum(const svSim* sim) {
    svVec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < sim->clothParticles; ++i) {
        sum = svVec3_AddScaled(sum, sim->mass[i], svVec3_From(sim->v + 3 * (size_t)i));
    }
    return sum;
}

// Two sheets that fly into each other, by the fail-safe alone: what meets goes on as one, with the
// momentum of both, unless something holds it.
static void ZonesKeepMomentum(void** state) {
    (void)state;
    for (int pinned = 0; pinned < 2; ++pinned) {
        World world;
        svSimDef simDef = SimDef(0);
        simDef.gravity[2] = simDef.airDamping = simDef.windPressure = 0;
        simDef.solverTolerance = 1e-6;
        simDef.solverIterations = 1000;
        World_Open(&world, "two sheets", &simDef, 1);
        world.sim->roundMax = 0;
        svClothDef def = svDefaultClothDef();
        Shape upper = Shape_Grid(5, 5, 0.5);
        Shape_Move(&upper, 0.01, 0.02, 0.05);
        svPin pins[25];
        for (uint32_t i = 0; i < 25; ++i) {
            pins[i] = (svPin){i, SV_NONE, 0};
        }
        def.velocity[2] = pinned > 0 ? 0 : -1;
        def.pins = pins;
        def.pinCount = pinned > 0 ? 25 : 0;
        World_AddCloth(&world, upper, &def);
        def.pinCount = 0;
        def.velocity[2] = 2;
        def.velocity[0] = 1;
        World_AddCloth(&world, Shape_Grid(6, 6, 1), &def);
        assert_int_equal(svSim_Start(world.sim), SV_OK);
        world.sim->roundMax = 0; // the fail-safe at once
        const svVec3 before = Momentum(world.sim);
        uint64_t zoneParticles = 0;
        for (int i = 0; i < SHORT; ++i) {
            World_Step(&world, 1);
            zoneParticles += world.stats.zoneParticles;
            assert_true((world.stats.zones > 0) == (world.stats.zoneParticles > 0));
            if (pinned == 0) { // but for the tolerance of the solver
                assert_true(svVec3_Length(svVec3_Sub(Momentum(world.sim), before)) <
                            1e-4 * svVec3_Length(before));
            }
        }
        assert_true(zoneParticles > 0);
        World_Close(&world);
    }
}

// How far a sheet slides down a slope of slope : 1 in so many steps.
static double Slide(double friction, double slope, int steps) {
    World world;
    svSimDef simDef = SimDef(1);
    simDef.friction = friction;
    simDef.airDamping = simDef.windPressure = 0;
    World_Open(&world, "slope", &simDef, 1);
    const double turn[3] = {0, atan(slope), 0};
    Shape plane = Shape_Floor(40), sheet = Shape_Grid(6, 6, 0.5);
    Shape_Move(&sheet, 0, 0, 0.004);
    Shape_Turn(&plane, turn);
    Shape_Turn(&sheet, turn);
    World_AddObstacle(&world, plane, NULL, 0);
    World_AddCloth(&world, sheet, NULL);
    World_Step(&world, steps);
    double way = 0;
    const svSimMesh cloth = svSim_GetCloth(world.sim, 0);
    for (uint32_t i = 0; i < 36; ++i) {
        double p[3];
        svPositions_Get(&cloth.positions, i, p);
        way += (p[0] * cos(turn[1]) - p[2] * sin(turn[1])) / 36;
    }
    World_Close(&world);
    return way;
}

// A sheet on a slope slides as fast as Coulomb says, g (sin - friction cos), or stays.
static void FrictionHoldsOnSlopes(void** state) {
    (void)state;
    const double slope = 0.5, angle = atan(slope), time = (double)STEPS / 60;
    const double drop = 9.81 * time * time / 2, frictions[] = {0, 0.1, 0.2, 0.3, 0.4, 0.6, 1};
    for (int i = 0; i < 7; ++i) {
        const double expected = drop * (sin(angle) - frictions[i] * cos(angle));
        const double way = Slide(frictions[i], slope, STEPS);
        if (expected > 0) {
            assert_true(way < 1.08 * expected && way > 0.92 * expected);
        } else {
            assert_true(fabs(way) < 0.01);
        }
    }
}

// A body that breathes: its vertices move on their own, from frame to frame.
static void DeformingObstacle(void** state) {
    (void)state;
    for (int pinned = 0; pinned < 2; ++pinned) {
        World world;
        World_Open(&world, "breathing", NULL, 1);
        enum { FRAMES = 8 };
        Shape shapes[FRAMES];
        svPositions frames[FRAMES];
        double times[FRAMES];
        for (int i = 0; i < FRAMES; ++i) {
            shapes[i] = Shape_Ball(0.2, 6);
            for (uint32_t v = 0; v < shapes[i].list.vertexCount; ++v) {
                for (int k = 0; k < 3; ++k) {
                    shapes[i].x[v][k] *= 1 + 0.3 * (i % 2) * (k == (i / 2) % 3 ? 1 : -0.5);
                }
            }
            frames[i] = svPositions_Double(shapes[i].x[0], shapes[i].list.vertexCount);
            times[i] = 0.2 * i;
        }
        svObstacleDef def = svDefaultObstacleDef();
        def.triangles = shapes[0].list.triangles;
        def.triangleCount = shapes[0].list.triangleCount;
        def.positions = frames[0];
        def.frames = frames;
        def.frameTimes = times;
        def.frameCount = FRAMES;
        assert_int_equal(svSim_AddObstacle(world.sim, &def, NULL), SV_OK);
        for (int i = 0; i < FRAMES; ++i) {
            Shape_Free(&shapes[i]);
        }
        svClothDef clothDef = svDefaultClothDef();
        const svPin pins[2] = {{0, 0, 0}, {99, 0, 0}};
        clothDef.pins = pins;
        clothDef.pinCount = pinned > 0 ? 2 : 0;
        World_AddCloth(&world, Sheet(10, 0.8, 0.28), &clothDef);
        World_Step(&world, 60);
        assert_true(world.stats.nearPairs > 0);
        World_Close(&world);
    }
}

// A press: the upper plate comes down on cloth that lies on the lower one, until they meet.
static void NoRoom(void** state) {
    (void)state;
    for (int i = 0; i < 4; ++i) {
        World world;
        svSimDef simDef = SimDef(1);
        World_Open(&world, "press", &simDef, 1);
        if (i == 3) {
            world.sim->roundMax = 0;
        }
        Shape lower = Shape_Box(1.5, 1.5, 0.1), upper = Shape_Box(1.5, 1.5, 0.1);
        const double turn[3] = {0.2, 0, 0.1};
        if (i == 1) {
            Shape_Turn(&upper, turn);
        }
        Shape_Move(&lower, 0, 0, -0.06);
        Shape_Move(&upper, 0, 0, 0.3);
        World_AddObstacle(&world, lower, NULL, 0);
        World_AddMoving(&world, upper, DOWN, NULL);
        World_AddCloth(&world, Sheet(i == 2 ? 16 : 8, 0.8, 0.1), NULL);
        svStatus status = SV_OK;
        for (int step = 0; step < 60 && status == SV_OK; ++step) {
            status = World_TryStep(&world);
        }
        const char* message = svContext_LastError(world.context);
        assert_int_equal(status, SV_ERROR_STEP);
        assert_non_null(strstr(message, "first"));
        assert_non_null(strstr(message, "second"));
        assert_non_null(strstr(message, "cloth"));
        assert_int_equal(World_TryStep(&world), SV_ERROR_STEP); // and again
        World_Close(&world);
    }
}

// A pinned corner between two plates: next to it contacts have all but a trace of their weight on
// what is pinned, and pushing the trace must not throw its particle out of the world.
static void NoRoomAtPin(void** state) {
    (void)state;
    static const char text[] =
        "{\"name\": \"press\", \"frames\": 60, \"cloths\": [{\"shape\": \"grid\", \"size\": [1, 1],"
        " \"cells\": [12, 12], \"move\": [0, 0, 0.5], \"pins\": [{\"corners\": [\"-x-y\"]}]}],"
        " \"obstacles\": [{\"shape\": \"box\", \"size\": [2, 2, 0.1], \"move\": [0, 0, 1],"
        " \"velocity\": [0, 0, -0.5]}, {\"shape\": \"box\", \"size\": [2, 2, 0.1],"
        " \"velocity\": [0, 0, 0.5]}]}";
    const svContextDef def = svDefaultContextDef();
    svContext* context = NULL;
    svSimScene scene;
    assert_int_equal(svContext_Create(&def, &context), SV_OK);
    assert_int_equal(svSimScene_ReadMemory(context, "press", text, sizeof(text) - 1, NULL, &scene),
                     SV_OK);
    svStatus status = SV_OK;
    for (uint32_t step = 0; step < scene.frameCount && status == SV_OK; ++step) {
        status = svSim_Step(scene.sim, NULL);
    }
    assert_int_equal(status, SV_ERROR_STEP);
    assert_non_null(strstr(svContext_LastError(context), "there is no room"));
    svSim_Destroy(scene.sim);
    svContext_Destroy(context);
}

// A thickness of half the cloth would pair nearly everything with everything: tens of millions of
// pairs, told in place of memory without end. The same of a coarse cloth is few enough.
static void TooThick(void** state) {
    (void)state;
    for (int fine = 0; fine < 2; ++fine) {
        World world;
        svSimDef def = SimDef(1);
        def.thickness = 0.5;
        World_Open(&world, "too thick", &def, 2);
        World_AddCloth(&world, Sheet(fine == 1 ? 70 : 8, 1, 0), NULL);
        assert_int_equal(World_TryStep(&world), fine == 1 ? SV_ERROR_STEP : SV_OK);
        if (fine == 1) {
            assert_non_null(strstr(svContext_LastError(world.context), "thickness of 0.5"));
        }
        World_Close(&world);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(FallsOnBall),
        cmocka_unit_test(FallsOnFloor),
        cmocka_unit_test(FallsOnSpike),
        cmocka_unit_test(FallsOnEdgeOfBox),
        cmocka_unit_test(FoldsOntoItself),
        cmocka_unit_test(StackOfCloths),
        cmocka_unit_test(FastBall),
        cmocka_unit_test(SpinsWithFriction),
        cmocka_unit_test(PinsFollowObstacles),
        cmocka_unit_test(OddMeshes),
        cmocka_unit_test(Units),
        cmocka_unit_test(NoThickness),
        cmocka_unit_test(ZonesKeepMomentum),
        cmocka_unit_test(NoRoom),
        cmocka_unit_test(NoRoomAtPin),
        cmocka_unit_test(TooThick),
        cmocka_unit_test(FrictionHoldsOnSlopes),
        cmocka_unit_test(DeformingObstacle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
