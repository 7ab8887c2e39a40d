// Rest shapes of triangles by themselves, as panels in UV space have them: sizes, fibres, masses
// and angles follow them, and scene files name them.
#include "state.h"

#include "support/files.h"
#include "support/sim_measure.h"
#include "support/sim_world.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double GRAVITY = 9.81;

// Thick air, so that cloth comes to rest soon; nothing touches anything.
static svSimDef CalmDef(void) {
    svSimDef def = svDefaultSimDef();
    def.airDamping = 20;
    def.windPressure = 0;
    def.collisions = false;
    def.solverTolerance = 1e-7;
    memset(def.gravity, 0, sizeof(def.gravity));
    return def;
}

// The corners of all triangles of a shape in the xy plane, scaled; `turn` in radians. From malloc.
static double* CornersOf(const Shape* shape, double scale, double turn) {
    const size_t count = 3 * (size_t)shape->list.triangleCount;
    double* corners = malloc(3 * count * sizeof(double));
    for (size_t i = 0; i < count; ++i) {
        const double* p = shape->x[shape->list.triangles[i]];
        corners[3 * i] = scale * (cos(turn) * p[0] - sin(turn) * p[1]);
        corners[3 * i + 1] = scale * (sin(turn) * p[0] + cos(turn) * p[1]);
        corners[3 * i + 2] = 0;
    }
    return corners;
}

static double Size(const svSim* sim, int axis) {
    const svSimMesh mesh = svSim_GetCloth(sim, 0);
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (size_t i = 0; i < mesh.positions.count; ++i) {
        double p[3];
        svPositions_Get(&mesh.positions, i, p);
        low = fmin(low, p[axis]);
        high = fmax(high, p[axis]);
    }
    return high - low;
}

// Every triangle is 10 % larger by itself, and lies elsewhere, turned and mirrored as charts are:
// together they make the sheet 10 % larger, with the mass of that.
static void GrowsToItsPanels(void** state) {
    (void)state;
    const svSimDef def = CalmDef();
    World world;
    World_Open(&world, "panels", &def, 1);
    Shape sheet = Shape_Grid(9, 9, 0.5);
    sheet.columns = sheet.rows = 0;
    double* corners = CornersOf(&sheet, 1.1, 0);
    Random random = {7};
    for (uint32_t t = 0; t < sheet.list.triangleCount; ++t) {
        const double turn = 3 * Random_Signed(&random), mirror = t % 3 == 0 ? -1 : 1;
        for (size_t k = 0; k < 3; ++k) {
            double* p = corners + 9 * (size_t)t + 3 * k;
            const double x = p[0], y = mirror * p[1];
            p[0] = cos(turn) * x - sin(turn) * y + t;
            p[1] = sin(turn) * x + cos(turn) * y - 2.0 * t;
        }
    }
    svClothDef cloth = svDefaultClothDef();
    cloth.restCorners = svPositions_Double(corners, 3 * (size_t)sheet.list.triangleCount);
    World_AddCloth(&world, sheet, &cloth);
    double mass = 0;
    for (uint32_t i = 0; i < 81; ++i) {
        mass += world.sim->mass[i];
    }
    assert_true(fabs(mass - 0.2 * 0.55 * 0.55) < 1e-9);
    World_Step(&world, 200);
    for (int axis = 0; axis < 2; ++axis) {
        if (!(fabs(Size(world.sim, axis) - 0.55) < 0.01 * 0.05)) {
            fail_msg("axis %d: %g m", axis, Size(world.sim, axis));
        }
    }
    assert_true(world.stats.elasticEnergy < 1e-6);
    World_Close(&world);
    free(corners);
}

// A strip of length L along x, held at its end, under a gravity g along x, is longer by
// density g L^2 / (2 k), with the stiffness k of the fibres that run along x: those of u.
static void WarpRunsAlongU(void** state) {
    (void)state;
    for (int trial = 0; trial < 2; ++trial) {
        svSimDef def = CalmDef();
        def.gravity[0] = GRAVITY;
        World world;
        World_Open(&world, "fibres", &def, 1);
        Shape strip = Shape_Grid(21, 3, 1);
        strip.columns = strip.rows = 0;
        double* corners = CornersOf(&strip, 1, trial * 1.5707963267948966);
        svClothDef cloth = svDefaultClothDef();
        const svPin pins[3] = {{0, SV_NONE, 0}, {21, SV_NONE, 0}, {42, SV_NONE, 0}};
        cloth.restCorners = svPositions_Double(corners, 3 * (size_t)strip.list.triangleCount);
        cloth.stretchStiffness = 200;
        cloth.weftStiffness = 50;
        cloth.strainLimit = 0;
        cloth.pins = pins;
        cloth.pinCount = 3;
        World_AddCloth(&world, strip, &cloth);
        World_Step(&world, 300);
        const double k = trial == 0 ? 200 : 50, expected = 0.2 * GRAVITY / (2 * k);
        const double longer = Size(world.sim, 0) - 1;
        if (!(fabs(longer - expected) < 0.01 * expected)) {
            fail_msg("u along %c: longer by %g m, expected %g", "xy"[trial], longer, expected);
        }
        World_Close(&world);
        free(corners);
    }
}

// A strip that lies on an arc of radius 0.3 m.
static Shape Arc(void) {
    Shape strip = Shape_Grid(17, 3, 0.6);
    strip.columns = strip.rows = 0;
    for (uint32_t i = 0; i < strip.list.vertexCount; ++i) {
        const double angle = strip.x[i][0] / 0.3;
        strip.x[i][0] = 0.3 * sin(angle);
        strip.x[i][2] = 0.3 * cos(angle);
    }
    return strip;
}

// What is cut flat becomes flat, unless the rest shape of the whole says the angles.
static void AnglesAreFlatUnlessGiven(void** state) {
    (void)state;
    for (int given = 0; given < 2; ++given) {
        const svSimDef def = CalmDef();
        World world;
        World_Open(&world, "arc", &def, 1);
        Shape flat = Shape_Grid(17, 3, 0.6), arc = Arc();
        // Chords are a little shorter than arcs.
        const double chord = 2 * 0.3 * sin(0.6 / 16 / 0.3 / 2) / (0.6 / 16);
        for (uint32_t i = 0; i < flat.list.vertexCount; ++i) {
            flat.x[i][0] *= chord;
        }
        double* corners = CornersOf(&flat, 1, 0);
        svClothDef cloth = svDefaultClothDef();
        cloth.restCorners = svPositions_Double(corners, 3 * (size_t)flat.list.triangleCount);
        cloth.bendStiffness = 1e-2;
        if (given) {
            cloth.rest = svPositions_Double(arc.x[0], arc.list.vertexCount);
        }
        const double height = 0.3 - 0.3 * cos(1);
        Shape shape = Arc();
        World_AddCloth(&world, shape, &cloth);
        assert_true(fabs(Size(world.sim, 2) - height) < 1e-6);
        World_Step(&world, 300);
        const double now = Size(world.sim, 2);
        if (!(given ? fabs(now - height) < 1e-4 : now < 0.01 * height)) {
            fail_msg("rest %s: %g m high, at the beginning %g", given ? "given" : "not given", now,
                     height);
        }
        World_Close(&world);
        Shape_Free(&flat);
        Shape_Free(&arc);
        free(corners);
    }
}

static void RefusesAndTellsApart(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    Shape sheet = Shape_Grid(3, 3, 1);
    double* corners = CornersOf(&sheet, 1, 0);
    const size_t count = 3 * (size_t)sheet.list.triangleCount;
    svClothDef cloth = svDefaultClothDef();
    cloth.triangles = sheet.list.triangles;
    cloth.triangleCount = sheet.list.triangleCount;
    cloth.positions = svPositions_Double(sheet.x[0], sheet.list.vertexCount);
    svSimDef def = svDefaultSimDef();
    svSim* sims[3] = {NULL};
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(svSim_Create(context, &def, &sims[i]), SV_OK);
    }
    cloth.restCorners = svPositions_Double(corners, count - 1);
    assert_int_equal(svSim_AddCloth(sims[0], &cloth, NULL), SV_ERROR_ARGUMENT);
    assert_non_null(strstr(messages.error, "restCorners are not three for each triangle"));
    cloth.restCorners = svPositions_Double(corners, count);
    const double kept = corners[9];
    corners[9] = (double)NAN;
    assert_int_equal(svSim_AddCloth(sims[0], &cloth, NULL), SV_ERROR_NOT_FINITE);
    corners[9] = kept;
    double third[3];
    memcpy(third, corners + 15, sizeof(third));
    for (int k = 0; k < 3; ++k) { // of face 1, on its edge
        corners[15 + k] = (corners[9 + k] + corners[12 + k]) / 2;
    }
    assert_int_equal(svSim_AddCloth(sims[0], &cloth, NULL), SV_ERROR_MESH);
    assert_non_null(strstr(messages.error, "cloth: face 1: its restCorners span no area"));
    memcpy(corners + 15, third, sizeof(third));
    // The same, sheared: masses and springs are equal, the elements are not.
    assert_int_equal(svSim_AddCloth(sims[0], &cloth, NULL), SV_OK);
    assert_int_equal(svSim_AddCloth(sims[1], &cloth, NULL), SV_OK);
    for (size_t i = 0; i < count; ++i) {
        corners[3 * i] += 0.125 * corners[3 * i + 1];
    }
    assert_int_equal(svSim_AddCloth(sims[2], &cloth, NULL), SV_OK);
    const size_t size = svSim_StateSize(sims[0]);
    void* bytes = malloc(size);
    svSim_SaveState(sims[0], bytes);
    assert_int_equal(svSim_LoadState(sims[1], bytes, size), SV_OK);
    assert_int_equal(svSim_LoadState(sims[2], bytes, size), SV_ERROR_FORMAT);
    free(bytes);
    for (int i = 0; i < 3; ++i) {
        svSim_Destroy(sims[i]);
    }
    def.integrator = SV_INTEGRATOR_EULER;
    assert_int_equal(svSim_Create(context, &def, &sims[0]), SV_OK);
    assert_int_equal(svSim_AddCloth(sims[0], &cloth, NULL), SV_ERROR_ARGUMENT);
    assert_non_null(strstr(messages.error, "only implicit steps know restCorners"));
    svSim_Destroy(sims[0]);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
    Shape_Free(&sheet);
    free(corners);
}

// Two triangles of a unit square, whose charts lie apart, and are 1.1 times as large after a scale.
static const char square[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
                             "vt 0 0\nvt 11 0\nvt 11 11\nvt 50 70\nvt 61 81\nvt 50 81\n";

static svStatus ReadScene(svContext* context, const TestFolder* folder, const char* keys,
                          svSimScene* scene) {
    char text[600];
    snprintf(text, sizeof(text),
             "{\"name\": \"a\", \"frames\": 1, \"gravity\": [0, 0, 0], \"airDamping\": 20,\n"
             "\"cloths\": [{\"name\": \"a\", \"shape\": \"file\", \"bendStiffness\": 0,\n"
             "\"path\": %s}]}",
             keys);
    TestFile_WriteText(TestFolder_Path(folder, "s.json"), text);
    return svSimScene_Read(context, TestFolder_Path(folder, "s.json"), NULL, scene);
}

static void ScenesTakeUvsAndMeshes(void** state) {
    (void)state;
    const TestFolder folder = TestFolder_Make();
    char text[400];
    snprintf(text, sizeof(text), "%sf 1/1 2/2 3/3\nf 1/4 3/5 4/6\n", square);
    TestFile_WriteText(TestFolder_Path(&folder, "uv.obj"), text);
    TestFile_WriteText(TestFolder_Path(&folder, "panels.obj"),
                       "v 0 0 0\nv 0 1.1 0\nv 0 1.1 1.1\nv 7 7 7\nv 7 8.1 8.1\nv 7 7 8.1\n"
                       "f 1 2 3\nf 4 5 6\n");
    static const char* const keys[] = {
        "\"uv.obj\", \"rest\": \"uv\", \"restScale\": 0.1",
        "\"uv.obj\", \"rest\": \"panels.obj\"",
    };
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    for (int i = 0; i < 2; ++i) {
        svSimScene scene = {0};
        if (ReadScene(context, &folder, keys[i], &scene) != SV_OK) {
            fail_msg("%s", svContext_LastError(context));
        }
        for (int step = 0; step < 200; ++step) {
            assert_int_equal(svSim_Step(scene.sim, NULL), SV_OK);
        }
        for (int axis = 0; axis < 2; ++axis) {
            if (!(fabs(Size(scene.sim, axis) - 1.1) < 0.001)) {
                fail_msg("%s: %g m", keys[i], Size(scene.sim, axis));
            }
        }
        svSim_Destroy(scene.sim);
    }
    assert_int_equal(messages.warnings, 0);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

static void ScenesTellWhatIsWrong(void** state) {
    (void)state;
    const TestFolder folder = TestFolder_Make();
    char text[400];
    snprintf(text, sizeof(text), "%sf 1/1 2/2 3/3\nf 1/4 3/5 4/6\n", square);
    TestFile_WriteText(TestFolder_Path(&folder, "uv.obj"), text);
    snprintf(text, sizeof(text), "%sf 1 2 3\nf 1 3 4\n", square);
    TestFile_WriteText(TestFolder_Path(&folder, "none.obj"), text);
    snprintf(text, sizeof(text), "%sf 1/1 2/2 3/3\nf 1/1 3/3 4\n", square);
    TestFile_WriteText(TestFolder_Path(&folder, "some.obj"), text);
    snprintf(text, sizeof(text), "%sf 1/1 2/2 3/3\nf 1/1 3/3 4/1\n", square);
    TestFile_WriteText(TestFolder_Path(&folder, "thin.obj"), text);
    TestFile_WriteText(TestFolder_Path(&folder, "one.obj"), "v 0 0 0\nv 0 1 0\nv 0 1 1\nf 1 2 3\n");
    static const char* const bad[][2] = {
        {"\"none.obj\", \"rest\": \"uv\"", "rest: none.obj has no texture coordinates"},
        {"\"some.obj\", \"rest\": \"uv\"",
         "rest: face 1 of some.obj has a corner without texture coordinates"},
        {"\"thin.obj\", \"rest\": \"uv\"", "cloths[0]: a: face 1: its restCorners span no area"},
        {"\"uv.obj\", \"rest\": \"one.obj\"",
         "rest: one.obj has 1 triangles, uv.obj has 2: they must be the same"},
        {"\"uv.obj\", \"rest\": \"absent.obj\"", "absent.obj: cannot open"},
        {"\"uv.obj\", \"restScale\": 2", "restScale: must not be there without \"rest\""},
        {"\"uv.obj\", \"rest\": \"uv\", \"restScale\": 0", "restScale: must be greater than 0"},
        {"\"uv.obj\"}], \"obstacles\": [{\"shape\": \"file\", \"path\": \"uv.obj\", "
         "\"rest\": \"uv\"",
         "obstacles[0].rest: unknown key: only cloths have it"},
    };
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
        svSimScene scene = {0};
        const svStatus status = ReadScene(context, &folder, bad[i][0], &scene);
        if (status == SV_OK || strstr(messages.error, "s.json:") == NULL ||
            strstr(messages.error, bad[i][1]) == NULL) {
            fail_msg("expected: %s\nsaid: %s", bad[i][1], messages.error);
        }
        assert_int_equal(svContext_BytesInUse(context), 0);
    }
    // A scale that was forgotten is worth a word: eleven times as long, 121 times the area.
    svSimScene scene = {0};
    const int before = messages.warnings;
    assert_int_equal(ReadScene(context, &folder, "\"uv.obj\", \"rest\": \"uv\"", &scene), SV_OK);
    assert_int_equal(messages.warnings, before + 1);
    assert_non_null(strstr(messages.warning, "rest: at rest a has 121 m2, at the beginning 1 m2: "
                                             "\"restScale\" of 0.0909 would"));
    svSim_Destroy(scene.sim);
    svContext_Destroy(context);
    TestFolder_Remove(&folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(GrowsToItsPanels),         cmocka_unit_test(WarpRunsAlongU),
        cmocka_unit_test(AnglesAreFlatUnlessGiven), cmocka_unit_test(RefusesAndTellsApart),
        cmocka_unit_test(ScenesTakeUvsAndMeshes),   cmocka_unit_test(ScenesTellWhatIsWrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
