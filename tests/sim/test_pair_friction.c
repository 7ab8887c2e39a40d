// Friction of pairs: two sheets alike lie on one plane, and each does as its own friction says.
//
// On a slope of angle a, a sheet stays if tan(a) < mu, else it slides with the acceleration
// g (sin(a) - mu cos(a)); backward Euler from rest moves it by h^2 n (n + 1) / 2 times that in n
// steps.
#include "../../sim/scene_spec.h"
#include "state.h"

#include "support/files.h"
#include "support/sim_measure.h"
#include "support/sim_world.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

static const double RADIANS = 3.14159265358979323846 / 180;
static const double GRAVITY = 9.81, THICKNESS = 0.004, ANGLE = 30;
static const double SLIDE_ERROR = 0.03; // of the way
static const double STAY_ERROR = 1e-3;  // metres

enum { STEPS = 30 };

// A sheet of 0.3 m on the plane through the origin, `aside` along y, and `above` its thickness.
static Shape SheetOnPlane(double along, double aside, double above) {
    const double turn[3] = {0, ANGLE * RADIANS, 0}, askew[3] = {0, 0, 0.1};
    Shape sheet = Shape_Grid(9, 9, 0.3);
    Shape_Turn(&sheet, askew);
    Shape_Move(&sheet, along, aside, THICKNESS + above);
    Shape_Turn(&sheet, turn);
    return sheet;
}

// How far a cloth has come down the slope since it was at `from`.
static double WayDown(const svSim* sim, uint32_t cloth, const double from[3]) {
    double mean[3];
    Measure_Mean(sim, cloth, mean);
    return (mean[0] - from[0]) * cos(ANGLE * RADIANS) - (mean[2] - from[2]) * sin(ANGLE * RADIANS);
}

static void OpenSlope(World* world, double friction) {
    const double turn[3] = {0, ANGLE * RADIANS, 0};
    svSimDef def = svDefaultSimDef();
    def.airDamping = def.windPressure = 0;
    def.friction = friction;
    def.thickness = THICKNESS;
    World_Open(world, "slope", &def, 1);
    Shape plane = Shape_Floor(4);
    Shape_Turn(&plane, turn);
    World_AddObstacle(world, plane, NULL, 0);
}

// tan(30 degrees) = 0.577: with 0.8 the first stays, with 0.2 the second slides, and the third has
// the 0.4 of the simulation.
static void EachSheetHasItsOwn(void** state) {
    (void)state;
    static const double frictions[] = {0.8, 0.2, 0.4};
    World world;
    OpenSlope(&world, 0.4);
    double from[3][3];
    for (uint32_t i = 0; i < 3; ++i) {
        World_AddCloth(&world, SheetOnPlane(-0.3, 0.5 * i - 0.5, 0), NULL);
        Measure_Mean(world.sim, i, from[i]);
        if (i < 2) { // replaces what was set before
            assert_int_equal(svSim_SetObstacleFriction(world.sim, i, 0, 7), SV_OK);
            assert_int_equal(svSim_SetObstacleFriction(world.sim, i, 0, frictions[i]), SV_OK);
        }
    }
    World_Step(&world, STEPS);
    const double h = svDefaultSimDef().timeStep, a = ANGLE * RADIANS;
    for (uint32_t i = 0; i < 3; ++i) {
        const double pull = fmax(0, GRAVITY * (sin(a) - frictions[i] * cos(a)));
        const double expected = pull * h * h * STEPS * (STEPS + 1) / 2;
        const double way = WayDown(world.sim, i, from[i]);
        if (!(fabs(way - expected) < fmax(SLIDE_ERROR * expected, STAY_ERROR))) {
            fail_msg("mu %g: slides %.5f m, expected %.5f", frictions[i], way, expected);
        }
    }
    World_Close(&world);
}

// A sheet on another one, which is held: that one's friction with the plane does not matter, that
// of the two with each other does. It is two large triangles: nothing of it is near the border of
// the sheet.
static void ClothOnClothSlides(void** state) {
    (void)state;
    static const double frictions[] = {0.2, 0.8};
    for (int trial = 0; trial < 2; ++trial) {
        const double turn[3] = {0, ANGLE * RADIANS, 0};
        World world;
        OpenSlope(&world, 0.5);
        Shape held = Shape_Grid(2, 2, 1.5);
        Shape_Move(&held, 0, 0, THICKNESS);
        Shape_Turn(&held, turn);
        svPin pins[4];
        for (uint32_t i = 0; i < 4; ++i) {
            pins[i] = (svPin){i, SV_NONE, 0};
        }
        svClothDef def = svDefaultClothDef();
        def.pins = pins;
        def.pinCount = 4;
        // The second time the sheet that slides is the first cloth.
        const uint32_t above = trial == 0 ? 1 : 0;
        if (trial == 0) {
            World_AddCloth(&world, held, &def);
        }
        World_AddCloth(&world, SheetOnPlane(-0.3, 0, THICKNESS), NULL);
        if (trial == 1) {
            World_AddCloth(&world, held, &def);
        }
        double from[3];
        Measure_Mean(world.sim, above, from);
        assert_int_equal(svSim_SetClothFriction(world.sim, 1, 0, frictions[trial]), SV_OK);
        assert_int_equal(svSim_SetObstacleFriction(world.sim, 0, 0, 0), SV_OK);
        assert_int_equal(svSim_SetObstacleFriction(world.sim, 1, 0, 0), SV_OK);
        World_Step(&world, STEPS);
        const double h = svDefaultSimDef().timeStep, a = ANGLE * RADIANS;
        const double pull = fmax(0, GRAVITY * (sin(a) - frictions[trial] * cos(a)));
        const double expected = pull * h * h * STEPS * (STEPS + 1) / 2;
        const double way = WayDown(world.sim, above, from);
        if (!(fabs(way - expected) < fmax(SLIDE_ERROR * expected, STAY_ERROR))) {
            fail_msg("mu %g: slides %.5f m, expected %.5f", frictions[trial], way, expected);
        }
        World_Close(&world);
    }
}

// The same keys for a step of an explicit integrator: what grips falls behind what does not.
static void ExplicitStepsGripToo(void** state) {
    (void)state;
    svSimDef def = svDefaultSimDef();
    const double turn[3] = {0, ANGLE * RADIANS, 0};
    double way[2], from[2][3];
    def.integrator = SV_INTEGRATOR_EULER;
    def.timeStep = 2e-4;
    def.airDamping = def.windPressure = 0;
    def.friction = 0.3;
    World world;
    World_Open(&world, "euler", &def, 1);
    Shape plane = Shape_Floor(4);
    Shape_Turn(&plane, turn);
    World_AddObstacle(&world, plane, NULL, 0);
    svClothDef cloth = svDefaultClothDef();
    cloth.stretchStiffness = 20;
    cloth.shearStiffness = 5;
    cloth.damping = 0;
    for (uint32_t i = 0; i < 2; ++i) {
        World_AddCloth(&world, SheetOnPlane(-0.3, 0.5 * i, 0), &cloth);
        Measure_Mean(world.sim, i, from[i]);
        assert_int_equal(svSim_SetObstacleFriction(world.sim, i, 0, i == 0 ? 0 : 2), SV_OK);
    }
    World_Step(&world, 500);
    for (uint32_t i = 0; i < 2; ++i) {
        way[i] = WayDown(world.sim, i, from[i]);
    }
    const double free = GRAVITY * sin(ANGLE * RADIANS) * 0.1 * 0.1 / 2;
    assert_true(fabs(way[0] - free) < 0.05 * free);
    assert_true(way[1] < 0.5 * free);
    World_Close(&world);
}

// Refused, with these words.
static void ExpectRefused(const World* world, svStatus status, const char* words) {
    assert_int_equal(status, SV_ERROR_ARGUMENT);
    if (strstr(svContext_LastError(world->context), words) == NULL) {
        fail_msg("expected: %s\nsaid: %s", words, svContext_LastError(world->context));
    }
}

static void RefusesWhatMakesNoSense(void** state) {
    (void)state;
    World world;
    OpenSlope(&world, 0.4);
    World_AddCloth(&world, SheetOnPlane(0, 0, 0), NULL);
    svSim* sim = world.sim;
    ExpectRefused(&world, svSim_SetObstacleFriction(sim, 1, 0, 1), "no cloth 1 (there are 1)");
    ExpectRefused(&world, svSim_SetObstacleFriction(sim, 0, 1, 1), "no obstacle 1 (there are 1)");
    ExpectRefused(&world, svSim_SetClothFriction(sim, 0, 2, 1), "no cloth 2 (there are 1)");
    ExpectRefused(&world, svSim_SetClothFriction(sim, 0, 0, -1), "friction is -1");
    ExpectRefused(&world, svSim_SetClothFriction(sim, 0, 0, (double)NAN), "friction is");
    assert_int_equal(svSim_SetClothFriction(NULL, 0, 0, 1), SV_ERROR_ARGUMENT);
    assert_int_equal(svSim_SetObstacleFriction(NULL, 0, 0, 1), SV_ERROR_ARGUMENT);
    assert_int_equal(svSim_SetClothFriction(sim, 0, 0, 0.1), SV_OK);
    World_Step(&world, 1);
    ExpectRefused(&world, svSim_SetClothFriction(sim, 0, 0, 1), "started already");
    World_Close(&world);
}

// What a scene file says reaches the pairs that it names, whichever way round, and no others.
static void SceneFilesNamePairs(void** state) {
    (void)state;
    static const char text[] =
        "{\"name\": \"m\", \"frames\": 1, \"friction\": 0.25, \"frictions\": [\n"
        "{\"between\": [\"ramp\", \"b\"], \"friction\": 0.75},\n"
        "{\"between\": [\"b\", \"a\"], \"friction\": 1},\n"
        "{\"between\": [\"a\", \"a\"], \"friction\": 0.5}],\n"
        "\"cloths\": [{\"name\": \"a\", \"shape\": \"grid\", \"size\": [1, 1], \"cells\": [2, 2]},"
        "{\"name\": \"b\", \"shape\": \"grid\", \"size\": [1, 1], \"cells\": [2, 2], "
        "\"move\": [0, 0, 1]}],\n"
        "\"obstacles\": [{\"name\": \"floor\", \"shape\": \"floor\", \"height\": -1},\n"
        "{\"name\": \"ramp\", \"shape\": \"floor\", \"height\": -2}]}";
    // Meshes by number: a, b, floor, ramp.
    static const double expected[2][4] = {{0.5, 1, 0.25, 0.25}, {1, 0.25, 0.25, 0.75}};
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svSimScene scene = {0};
    assert_int_equal(svSimScene_ReadMemory(context, "m", text, sizeof(text) - 1, NULL, &scene),
                     SV_OK);
    for (uint32_t a = 0; a < 2; ++a) {
        for (uint32_t b = 0; b < 4; ++b) {
            const svFeaturePair pair = {.meshA = a, .meshB = b}, swapped = {.meshA = b, .meshB = a};
            assert_true(svSim_PairFriction(scene.sim, &pair) == expected[a][b]);
            assert_true(svSim_PairFriction(scene.sim, &swapped) == expected[a][b]);
        }
    }
    svSim_Destroy(scene.sim);
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(EachSheetHasItsOwn),   cmocka_unit_test(ClothOnClothSlides),
        cmocka_unit_test(ExplicitStepsGripToo), cmocka_unit_test(RefusesWhatMakesNoSense),
        cmocka_unit_test(SceneFilesNamePairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
