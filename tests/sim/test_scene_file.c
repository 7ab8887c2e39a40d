// Scene files: what is wrong is told with its place, what is right becomes a simulation, the scenes
// that are built in run, and the documentation names every key.
#include "../../sim/scene_spec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/allocator.h"
#include "support/files.h"
#include "support/test.h"

// A scene that is right, in lines that cases replace.
static const char* const plain[] = {
    "{",
    " \"name\": \"test\", \"frames\": 10,",
    " \"thickness\": 0.01,",
    " \"cloths\": [",
    "  {\"name\": \"sheet\", \"shape\": \"grid\", \"size\": [1, 1],",
    "   \"cells\": [4, 4], \"move\": [0, 0, 1],",
    "   \"density\": 0.3,",
    "   \"pins\": [{\"corners\": [\"-x-y\"]}]}",
    " ],",
    " \"obstacles\": [",
    "  {\"name\": \"ball\", \"shape\": \"ball\", \"radius\": 0.3,",
    "   \"swing\": {\"period\": 1, \"move\": [1, 0, 0]}},",
    "  {\"name\": \"floor\", \"shape\": \"floor\", \"height\": -1}",
    " ]",
    "}",
};
enum { LINES = sizeof(plain) / sizeof(*plain) };

// The scene with one line (from 1; 0: none) replaced.
static void Compose(int line, const char* with, char text[4096]) {
    text[0] = '\0';
    for (int i = 0; i < LINES; ++i) {
        strcat(text, i + 1 == line ? with : plain[i]);
        strcat(text, "\n");
    }
}

static svStatus ReadText(svContext* context, const char* text, svSimScene* scene) {
    svSimSceneDef def = svDefaultSimSceneDef();
    def.folder = "/nonexistent";
    return svSimScene_ReadMemory(context, "s.json", text, strlen(text), &def, scene);
}

typedef struct BadScene {
    int line;
    const char* with;
    svStatus status;
    const char* message; // its beginning
} BadScene;

static const BadScene badScenes[] = {
    {2, " \"name\": \"test\", \"frames\": 0,", SV_ERROR_FORMAT,
     "s.json:2: frames: must be a whole number of at least 1, not 0"},
    {2, " \"name\": \"test\", \"frames\": 1.5,", SV_ERROR_FORMAT,
     "s.json:2: frames: must be a whole number, not 1.5"},
    {2, " \"name\": \"test\", \"frame\": 10,", SV_ERROR_FORMAT,
     "s.json:2: frame: unknown key; did you mean \"frames\"?"},
    {2, " \"name\": \"a/b\", \"frames\": 10,", SV_ERROR_FORMAT, "s.json:2: name: must be a name"},
    {2, " \"frames\": 10,", SV_ERROR_FORMAT, "s.json:1: the key \"name\" is missing"},
    {3, " \"thickness\": -1,", SV_ERROR_FORMAT, "s.json:3: thickness: must be at least 0, not -1"},
    {3, " \"thickness\": \"thin\",", SV_ERROR_FORMAT,
     "s.json:3: thickness: must be a number, not a text"},
    {3, " \"thickness\": NaN,", SV_ERROR_FORMAT,
     "s.json:3:15: thickness: expected a value, found 'NaN'"},
    {3, " \"thickness\": 1e999,", SV_ERROR_FORMAT, "s.json:3:15: thickness: 1e999 is too large"},
    {3, " \"thickness\": null,", SV_ERROR_FORMAT,
     "s.json:3: thickness: must be a number, not null"},
    {3, " \"gravity\": [0, 0],", SV_ERROR_FORMAT,
     "s.json:3: gravity: must be a list of 3 numbers, not of 2"},
    {3, " \"gravity\": 9.81,", SV_ERROR_FORMAT,
     "s.json:3: gravity: must be a list of 3 numbers, not a number"},
    {3, " \"gravity\": [0, 0, 1e9],", SV_ERROR_FORMAT,
     "s.json:3: gravity[2]: must be at most 1000000, not"},
    {3, " \"integrator\": \"midpoint\",", SV_ERROR_FORMAT,
     "s.json:3: integrator: must be \"implicit\", \"euler\" or \"verlet\", not \"midpoint\""},
    {3, " \"integrator\": \"euler\",", SV_ERROR_STEP, "s.json:3: integrator: a time step of"},
    {3, " \"integrator\": \"euler\", \"substeps\": 2,", SV_ERROR_STEP,
     "s.json:3: substeps: a time"},
    {3, " \"gusts\": 2,", SV_ERROR_FORMAT, "s.json:3: gusts: must be at most 1, not 2"},
    {3, " \"windLift\": 1.5,", SV_ERROR_FORMAT, "s.json:3: windLift: must be at most 1, not 1.5"},
    {3, " \"collisions\": 1,", SV_ERROR_FORMAT,
     "s.json:3: collisions: must be true or false, not a number"},
    {3, " \"seed\": -1,", SV_ERROR_FORMAT, "s.json:3: seed: must be a whole number of at least 0"},
    {3, " \"solverTolerance\": 0,", SV_ERROR_FORMAT,
     "s.json:3: solverTolerance: must be greater than 0, not 0"},
    {3, " \"name\": \"again\",", SV_ERROR_FORMAT,
     "s.json:3:2: name: the key is there already, in line 2"},
    {3, " \"frictions\": [{\"between\": [\"sheet\", \"bal\"], \"friction\": 1}],", SV_ERROR_FORMAT,
     "s.json:3: frictions[0].between[1]: there is no cloth or obstacle \"bal\"; did you mean "
     "\"ball\"?"},
    {3, " \"frictions\": [{\"between\": [\"xyzzy\", \"ball\"], \"friction\": 1}],", SV_ERROR_FORMAT,
     "s.json:3: frictions[0].between[0]: there is no cloth or obstacle \"xyzzy\""},
    {3, " \"frictions\": [{\"between\": [\"floor\", \"ball\"], \"friction\": 1}],", SV_ERROR_FORMAT,
     "s.json:3: frictions[0].between: must name a cloth: obstacles do not touch"},
    {3, " \"frictions\": [{\"between\": [\"sheet\"], \"friction\": 1}],", SV_ERROR_FORMAT,
     "s.json:3: frictions[0].between: must be a list of two names"},
    {3, " \"frictions\": [{\"between\": [\"sheet\", 1], \"friction\": 1}],", SV_ERROR_FORMAT,
     "s.json:3: frictions[0].between[1]: must be the name of a cloth or an obstacle"},
    {3, " \"frictions\": [{\"between\": [\"sheet\", \"ball\"], \"friction\": -1}],",
     SV_ERROR_FORMAT, "s.json:3: frictions[0].friction: must be at least 0, not -1"},
    {3, " \"frictions\": [{\"between\": [\"sheet\", \"ball\"]}],", SV_ERROR_FORMAT,
     "s.json:3: frictions[0]: the key \"friction\" is missing"},
    {5, "  {\"name\": \"sheet\", \"shape\": \"grid\", \"size\": [1, -1],", SV_ERROR_FORMAT,
     "s.json:5: cloths[0].size[1]: must be greater than 0, not -1"},
    {5, "  {\"name\": \"sheet\", \"shape\": \"grid\",", SV_ERROR_FORMAT,
     "s.json:5: cloths[0]: the key \"size\" is missing"},
    {5, "  {\"name\": \"sheet\", \"size\": [1, 1],", SV_ERROR_FORMAT, "s.json:5: cloths[0]"},
    {5, "  {\"name\": \"sheet\", \"shape\": \"grit\", \"size\": [1, 1],", SV_ERROR_FORMAT,
     "s.json:5: cloths[0].shape: no such shape: \"grit\"; did you mean \"grid\"?"},
    {5, "  {\"name\": \"sheet\", \"shape\": \"ball\", \"size\": [1, 1],", SV_ERROR_FORMAT,
     "s.json:5: cloths[0].shape: no such shape: \"ball\"; a cloth has grid, revolution, shirt, "
     "file"},
    {5, "  {\"name\": \"ball\", \"shape\": \"grid\", \"size\": [1, 1],", SV_ERROR_FORMAT,
     "s.json:5: cloths[0].name: the name \"ball\" is taken by line 11"},
    {6, "   \"cells\": [4, 0], \"move\": [0, 0, 1],", SV_ERROR_FORMAT,
     "s.json:6: cloths[0].cells[1]: must be a whole number of at least 1, not 0"},
    {6, "   \"cells\": [100000, 100000], \"move\": [0, 0, 1],", SV_ERROR_FORMAT,
     "s.json:5: cloths[0]: too large: 2e+10 triangles; all together may have 2e+07"},
    {6, "   \"cells\": [4, 4], \"move\": [0, 0, 1], \"radius\": 1,", SV_ERROR_FORMAT,
     "s.json:6: cloths[0].radius: unknown key: the shape \"grid\" has none; \"ball\" has"},
    {6, "   \"cells\": [4, 4], \"move\": [0, 0, 0.2],", SV_ERROR_OVERLAP,
     "s.json:5: cloths[0]: sheet and ball (line 11) intersect at the beginning: faces"},
    {6,
     "   \"cells\": [2, 2], \"move\": [0, 0, 1]}, {\"shape\": \"grid\", \"size\": [1, 1], "
     "\"cells\": [1, 1], \"turnDegrees\": [0, 30, 0], \"move\": [0, 0, 1],",
     SV_ERROR_OVERLAP, "s.json:5: cloths[0]: sheet and cloth1 (line 6) intersect at the beginning"},
    {7, "   \"density\": 0,", SV_ERROR_FORMAT,
     "s.json:7: cloths[0].density: must be greater than 0, not 0"},
    {7, "   \"densty\": 1,", SV_ERROR_FORMAT,
     "s.json:7: cloths[0].densty: unknown key; did you mean \"density\"?"},
    {7, "   \"stretch\": 1,", SV_ERROR_FORMAT,
     "s.json:7: cloths[0].stretch: unknown key; did you mean \"stretchStiffness\"?"},
    {7, "   \"weftStiffness\": -1,", SV_ERROR_FORMAT,
     "s.json:7: cloths[0].weftStiffness: must be at least 0, not -1"},
    {7, "   \"pressure\": -1e7,", SV_ERROR_FORMAT,
     "s.json:7: cloths[0].pressure: must be at least -1000000, not -10000000"},
    {7, "   \"bendSpring\": -1,", SV_ERROR_FORMAT,
     "s.json:7: cloths[0].bendSpring: must be at least 0, not -1"},
    {7, "   \"material\": \"coton\",", SV_ERROR_FORMAT,
     "s.json:7: cloths[0].material: no such material: \"coton\"; did you mean \"cotton\"? There "
     "are cotton, silk, denim, jersey, leather"},
    {7, "   \"material\": \"xyzzyxyzzy\",", SV_ERROR_FORMAT,
     "s.json:7: cloths[0].material: no such material: \"xyzzyxyzzy\"; there are cotton, silk, "},
    {7, "   \"material\": 3,", SV_ERROR_FORMAT,
     "s.json:7: cloths[0].material: must be a text, not a number"},
    {7, "   \"xyzzy\": 1,", SV_ERROR_FORMAT, "s.json:7: cloths[0].xyzzy: unknown key"},
    {8, "   \"pins\": [{\"corners\": [\"-x-z\"]}]}", SV_ERROR_FORMAT,
     "s.json:8: cloths[0].pins[0].corners[0]: must be one of \"-x-y\""},
    {8, "   \"pins\": [{\"corners\": []}]}", SV_ERROR_FORMAT,
     "s.json:8: cloths[0].pins[0]: matches no vertex"},
    {8, "   \"pins\": [{\"box\": [[5, 5, 5], [6, 6, 6]]}]}", SV_ERROR_FORMAT,
     "s.json:8: cloths[0].pins[0]: matches no vertex"},
    {8, "   \"pins\": [{\"box\": [[5, 5, 5]]}]}", SV_ERROR_FORMAT,
     "s.json:8: cloths[0].pins[0].box: must be two corners"},
    {8, "   \"pins\": [{\"vertices\": [25]}]}", SV_ERROR_FORMAT,
     "s.json:8: cloths[0].pins[0].vertices[0]: must be a vertex of the cloth, 0 to 24"},
    {8, "   \"pins\": [{\"loops\": [1]}]}", SV_ERROR_FORMAT,
     "s.json:8: cloths[0].pins[0].loops[0]: must be a boundary loop of the cloth, 0 to 0"},
    {8, "   \"pins\": [{\"edges\": [\"-x\"], \"centre\": true}]}", SV_ERROR_FORMAT,
     "s.json:8: cloths[0].pins[0]: must have one of the keys"},
    {8, "   \"pins\": [{\"edges\": [\"-x\"], \"obstacle\": \"wall\"}]}", SV_ERROR_FORMAT,
     "s.json:8: cloths[0].pins[0].obstacle: there is no obstacle \"wall\""},
    {8, "   \"pins\": [{\"group\": \"waist\"}]}", SV_ERROR_FORMAT,
     "s.json:8: cloths[0].pins[0].group: only the shape \"file\" has groups"},
    {8, "   \"pins\": [7]}", SV_ERROR_FORMAT,
     "s.json:8: cloths[0].pins[0]: must be an object, not a number"},
    {8, "   \"pins\": []}, {\"shape\": \"file\", \"path\": \"none.obj\"}", SV_ERROR_FILE,
     "s.json:8: cloths[1].path: /nonexistent/none.obj: cannot open"},
    {8,
     "   \"pins\": []}, {\"shape\": \"shirt\", \"width\": 1, \"height\": 1, \"gap\": 0.1, "
     "\"cells\": 8, \"pins\": [{\"centre\": true}]}",
     SV_ERROR_FORMAT, "s.json:8: cloths[1].pins[0]: only the shape \"grid\" has"},
    {8, "   \"pins\": []}, {\"shape\": \"revolution\", \"profile\": [[1, 0], [1, 0]]}",
     SV_ERROR_FORMAT, "s.json:8: cloths[1].profile: shape: two points of a profile"},
    {8, "   \"pins\": []}, {\"shape\": \"revolution\", \"profile\": [[1, 0],\n3]}", SV_ERROR_FORMAT,
     "s.json:9: cloths[1].profile[1]: must be a list of 2 numbers"},
    {8, "   \"pins\": []}, 5", SV_ERROR_FORMAT, "s.json:8: cloths[1]: must be an object"},
    {11, "  {\"name\": \"ball\", \"shape\": \"ball\", \"radius\": -0.3,", SV_ERROR_FORMAT,
     "s.json:11: obstacles[0].radius: must be greater than 0, not -0.3"},
    {12, "   \"swing\": {\"period\": 0}},", SV_ERROR_FORMAT,
     "s.json:12: obstacles[0].swing.period: must be at least 0.1, not 0"},
    {12, "   \"swing\": {}},", SV_ERROR_FORMAT,
     "s.json:12: obstacles[0].swing: the key \"period\" is missing"},
    {12, "   \"keys\": [{\"time\": 1}, {\"time\": 1}]},", SV_ERROR_FORMAT,
     "s.json:12: obstacles[0].keys[1].time: must be later than the key before"},
    {12, "   \"velocity\": [0, 0, 1], \"keys\": []},", SV_ERROR_FORMAT,
     "s.json:12: obstacles[0].velocity: must not be there beside \"keys\""},
    {13, "  {\"name\": \"floor\", \"shape\": \"floor\", \"height\": -1}, {}", SV_ERROR_FORMAT,
     "s.json:13: obstacles[2]: the key \"shape\" is missing"},
    {14, " ", SV_ERROR_FORMAT, "s.json:15:1: obstacles: expected ',' or ']', found '}'"},
};

static void TestMistakes(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    for (size_t i = 0; i < sizeof(badScenes) / sizeof(*badScenes); ++i) {
        const BadScene* bad = &badScenes[i];
        char text[4096];
        Compose(bad->line, bad->with, text);
        svSimScene scene = {.substeps = 77};
        const svStatus status = ReadText(context, text, &scene);
        const char* said = svContext_LastError(context);
        if (status != bad->status || strncmp(said, bad->message, strlen(bad->message)) != 0) {
            fail_msg("%s\nexpected: %s\nsaid: %s (status %d)", bad->with, bad->message, said,
                     (int)status);
        }
        assert_true(scene.sim == NULL && scene.substeps == 77);
        assert_int_equal(svContext_BytesInUse(context), 0);
    }
    svContext_Destroy(context);
}

static void TestOwnCloth(void** state) {
    (void)state;
    // A cloth that intersects itself, and files that are no meshes.
    const TestFolder folder = TestFolder_Make();
    TestFile_WriteText(TestFolder_Path(&folder, "crossed.off"),
                       "OFF\n6 2 0\n-1 -1 0\n1 -1 0\n0 1 0\n0 0 -1\n0 0 1\n0 -3 0\n"
                       "3 0 1 2\n3 3 4 5\n");
    TestFile_WriteText(TestFolder_Path(&folder, "s.json"),
                       "{\"name\": \"a\", \"frames\": 1, \"cloths\": [\n"
                       " {\"shape\": \"file\", \"path\": \"crossed.off\"}]}\n");
    TestFile_WriteText(TestFolder_Path(&folder, "empty.off"), "OFF\n0 0 0\n");
    TestFile_WriteText(TestFolder_Path(&folder, "broken.off"), "OFF\n3 1 0\n0 0 0\n");
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svSimScene scene = {0};
    assert_int_equal(svSimScene_Read(context, TestFolder_Path(&folder, "s.json"), NULL, &scene),
                     SV_ERROR_OVERLAP);
    assert_non_null(strstr(svContext_LastError(context),
                           "s.json:2: cloths[0]: cloth0 intersects itself at the beginning: faces "
                           "0 and 1 at (0, -0.5, 0) (1 pair in all)"));
    static const char* const files[][2] = {{"empty.off", "the mesh has no triangles"},
                                           {"broken.off", "broken.off:"}};
    for (int i = 0; i < 2; ++i) {
        char text[200];
        snprintf(text, sizeof(text),
                 "{\"name\": \"a\", \"frames\": 1,\n\"cloths\": [{\"shape\": \"file\",\n"
                 "\"path\": \"%s\"}]}",
                 files[i][0]);
        TestFile_WriteText(TestFolder_Path(&folder, "s.json"), text);
        assert_int_equal(svSimScene_Read(context, TestFolder_Path(&folder, "s.json"), NULL, &scene),
                         SV_ERROR_FORMAT);
        assert_non_null(strstr(svContext_LastError(context), "s.json:3: cloths[0].path: "));
        assert_non_null(strstr(svContext_LastError(context), files[i][1]));
    }
    assert_int_equal(svSimScene_Read(context, TestFolder_Path(&folder, "none.json"), NULL, &scene),
                     SV_ERROR_FILE);
    assert_non_null(strstr(svContext_LastError(context), "none.json: cannot open"));
    assert_int_equal(svSimScene_Read(context, folder.path, NULL, &scene), SV_ERROR_FILE);
    assert_int_equal(svContext_BytesInUse(context), 0);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

static void TestPlain(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    char text[4096];
    Compose(0, NULL, text);
    svSimScene scene = {0};
    svSimSceneDef def = svDefaultSimSceneDef();
    for (int fine = 0; fine < 2; ++fine) {
        def.resolution = fine ? 2.5 : 1;
        def.frameCount = fine ? 7 : 0;
        assert_int_equal(svSimScene_ReadMemory(context, NULL, text, strlen(text), &def, &scene),
                         SV_OK);
        assert_string_equal(scene.name, "test");
        assert_int_equal(scene.frameCount, fine ? 7 : 10);
        assert_int_equal(scene.substeps, 1);
        assert_true(scene.frameRate == 60);
        assert_int_equal(svSim_ClothCount(scene.sim), 1);
        assert_int_equal(svSim_ObstacleCount(scene.sim), 2);
        const svSimMesh sheet = svSim_GetCloth(scene.sim, 0);
        assert_string_equal(sheet.name, "sheet");
        assert_int_equal(sheet.positions.count, fine ? 121 : 25);
        const svSimMesh floor = svSim_GetObstacle(scene.sim, 1);
        double low[3];
        svPositions_Get(&floor.positions, 0, low);
        assert_true(low[0] == -10 && low[1] == -10 && low[2] == -1);
        // Half a second: the ball has gone there. The pinned corner has stayed.
        for (int i = 0; i < 30; ++i) {
            assert_int_equal(svSim_Step(scene.sim, NULL), SV_OK);
        }
        double corner[3], ball[3];
        const svSimMesh now = svSim_GetCloth(scene.sim, 0), moved = svSim_GetObstacle(scene.sim, 0);
        svPositions_Get(&now.positions, 0, corner);
        assert_true(corner[0] == -0.5 && corner[1] == -0.5 && corner[2] == 1);
        double mean = 0;
        for (size_t i = 0; i < moved.positions.count; ++i) {
            svPositions_Get(&moved.positions, i, ball);
            mean += ball[0] / (double)moved.positions.count;
        }
        assert_true(fabs(mean - 1) < 1e-6);
        svSim_Destroy(scene.sim);
    }
    assert_int_equal(messages.warnings + messages.errors, 0);
    svContext_Destroy(context);
}

static void TestArguments(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    char text[4096];
    Compose(0, NULL, text);
    svSimScene scene = {0};
    svSimSceneDef def = svDefaultSimSceneDef();
    static const double bad[] = {0, -1, 1001};
    for (int i = 0; i < 4; ++i) {
        def.resolution = i < 3 ? bad[i] : (double)NAN;
        assert_int_equal(svSimScene_ReadMemory(context, "s", text, strlen(text), &def, &scene),
                         SV_ERROR_ARGUMENT);
        assert_non_null(strstr(svContext_LastError(context), "resolution"));
    }
    def = (svSimSceneDef){.resolution = 1};
    assert_int_equal(svSimScene_Read(context, "s", &def, &scene), SV_ERROR_ARGUMENT);
    assert_int_equal(svSimScene_Read(context, NULL, NULL, &scene), SV_ERROR_ARGUMENT);
    assert_int_equal(svSimScene_ReadMemory(context, "s", NULL, 0, NULL, &scene), SV_ERROR_ARGUMENT);
    svContext_Destroy(context);
}

// A thickness that makes neighbours push each other apart is worth a word.
static void TestThickness(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    char text[4096];
    Compose(3, " \"thickness\": 0.1,", text);
    svSimScene scene = {0};
    assert_int_equal(ReadText(context, text, &scene), SV_OK);
    svSim_Destroy(scene.sim);
    assert_int_equal(messages.warnings, 1);
    assert_non_null(strstr(messages.warning, "s.json:3: thickness: the thickness 0.1 is more than "
                                             "a third of the shortest edge of sheet (0.25)"));
    svContext_Destroy(context);
}

// How obstacles move: keys, speeds with their rise, swings; sampled at times that do not depend on
// the length of the scene.
static void TestMotion(void** state) {
    (void)state;
    static const char text[] =
        "{\"name\": \"m\", \"frames\": 60, \"cloths\": [{\"shape\": \"grid\", \"size\": [1, 1], "
        "\"cells\": [1, 1]}], \"obstacles\": [\n"
        "{\"shape\": \"floor\", \"velocity\": [1, 0, 0], \"spinDegrees\": [0, 0, 90]},\n"
        "{\"shape\": \"floor\", \"velocity\": [1, 0, 0], \"ease\": 2},\n"
        "{\"shape\": \"floor\", \"swing\": {\"period\": 1, \"move\": [0, 0, -2]}},\n"
        "{\"shape\": \"floor\", \"keys\": [{\"time\": 3, \"turnDegrees\": [180, 0, 0]}]},\n"
        "{\"shape\": \"floor\", \"move\": [1, 2, 3]},\n"
        "{\"shape\": \"floor\", \"swing\": {\"period\": 1, \"delay\": 2, \"move\": [0, 0, -2]}}]}";
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svSceneSpec spec;
    assert_int_equal(svSceneSpec_Read(context, "m", text, sizeof(text) - 1, &spec), SV_OK);
    svMotionKey* keys[6] = {NULL};
    size_t counts[6];
    for (uint32_t i = 0; i < 6; ++i) {
        assert_int_equal(svSceneSpec_MakeMotion(&spec, &spec.parts[i], 1, &keys[i], &counts[i]),
                         SV_OK);
    }
    assert_int_equal(counts[0], 2);
    assert_true(keys[0][0].time == 0 && keys[0][1].move[0] == keys[0][1].time);
    assert_true(fabs(keys[0][1].turn[2] - keys[0][1].time * acos(0.0)) < 1e-9);
    assert_int_equal(counts[1], 122); // two seconds of 60, and the end
    assert_true(fabs(keys[1][60].move[0] - 0.25) < 1e-12 && keys[1][60].time == 1);
    assert_true(fabs(keys[1][121].move[0] - (keys[1][121].time - 1)) < 1e-9);
    assert_int_equal(counts[2], 3601); // a minute
    assert_true(keys[2][0].move[2] == 0 && fabs(keys[2][30].move[2] + 2) < 1e-12);
    assert_true(fabs(keys[2][60].move[2]) < 1e-12);
    assert_int_equal(counts[3], 1);
    assert_true(fabs(keys[3][0].turn[0] - acos(-1.0)) < 1e-12);
    assert_int_equal(counts[4], 0);
    assert_true(spec.parts[4].pivot[0] == 1 && spec.parts[4].pivot[2] == 3);
    assert_true(keys[5][60].move[2] == 0 && keys[5][120].move[2] == 0); // it waits
    assert_true(fabs(keys[5][150].move[2] + 2) < 1e-12);
    for (int i = 0; i < 6; ++i) {
        svContext_Release(context, keys[i]);
    }
    svSceneSpec_Destroy(&spec);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

static size_t CountPins(svContext* context, const char* pins, uint32_t first, uint32_t obstacle) {
    char text[1000];
    snprintf(text, sizeof(text),
             "{\"name\": \"p\", \"frames\": 1, \"obstacles\": [{\"shape\": \"floor\", \"name\": "
             "\"f\"}], \"cloths\": [{\"shape\": \"grid\", \"size\": [4, 2], \"cells\": [4, 2], "
             "\"move\": [0, 0, 1], \"pins\": %s}]}",
             pins);
    svSceneSpec spec;
    assert_int_equal(svSceneSpec_Read(context, "p", text, strlen(text), &spec), SV_OK);
    svShapeLimits limits = {.resolution = 1, .limit = 1000};
    svMeshData mesh = {0};
    assert_int_equal(svSceneSpec_MakeShape(&spec, &spec.parts[1], &limits, &mesh), SV_OK);
    svPin* made = NULL;
    size_t count = 0;
    assert_int_equal(svSceneSpec_MakePins(&spec, &spec.parts[1], &mesh, &made, &count), SV_OK);
    assert_true(count > 0);
    assert_int_equal(made[0].vertex, first);
    assert_int_equal(made[0].obstacle, obstacle);
    svContext_Release(context, made);
    svMeshData_Destroy(context, &mesh);
    svSceneSpec_Destroy(&spec);
    return count;
}

static void TestPins(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    // Five columns, three rows.
    assert_int_equal(
        CountPins(context, "[{\"corners\": [\"+x-y\", \"-x+y\", \"+x+y\"]}]", 4, SV_NONE), 3);
    assert_int_equal(CountPins(context, "[{\"edges\": [\"+x\"]}]", 4, SV_NONE), 3);
    assert_int_equal(CountPins(context, "[{\"edges\": [\"-x\", \"+y\"]}]", 0, SV_NONE), 7);
    assert_int_equal(CountPins(context, "[{\"edges\": [\"-y\"]}]", 0, SV_NONE), 5);
    assert_int_equal(CountPins(context, "[{\"centre\": true}]", 7, SV_NONE), 1);
    assert_int_equal(CountPins(context, "[{\"loops\": [0], \"obstacle\": \"f\"}]", 0, 0), 12);
    assert_int_equal(CountPins(context, "[{\"box\": [[-1, -1, 1], [1, 0, 1]]}]", 1, SV_NONE), 6);
    assert_int_equal(CountPins(context, "[{\"vertices\": [3, 2, 3]}]", 2, SV_NONE), 2);
    // The later one counts.
    assert_int_equal(
        CountPins(context, "[{\"vertices\": [3]}, {\"vertices\": [3], \"obstacle\": \"f\"}]", 3, 0),
        1);
    svContext_Destroy(context);
}

// A material sets its members, wherever it stands; single keys replace them.
static void TestMaterials(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    assert_null(svMaterial_Get(svMaterial_Count()).name);
    for (size_t i = 0; i < svMaterial_Count(); ++i) {
        const svMaterial material = svMaterial_Get(i);
        char text[4096], line[200];
        snprintf(line, sizeof(line),
                 "   \"density\": 0.3, \"material\": \"%s\", \"weftBendStiffness\": 0,",
                 material.name);
        Compose(7, line, text);
        svSceneSpec spec;
        assert_int_equal(svSceneSpec_Read(context, "s", text, strlen(text), &spec), SV_OK);
        const svClothDef* made = &spec.parts[spec.obstacleCount].cloth;
        svClothDef def = svDefaultClothDef();
        svClothDef_SetMaterial(&def, &material);
        assert_true(def.density == material.density && def.damping == material.damping);
        def.density = 0.3;
        def.weftBendStiffness = 0;
        const double seen[] = {
            made->density,       made->stretchStiffness,  made->weftStiffness, made->shearStiffness,
            made->bendStiffness, made->weftBendStiffness, made->damping,       made->strainLimit};
        const double wanted[] = {def.density,        def.stretchStiffness, def.weftStiffness,
                                 def.shearStiffness, def.bendStiffness,    def.weftBendStiffness,
                                 def.damping,        def.strainLimit};
        assert_memory_equal(seen, wanted, sizeof(wanted));
        assert_true(made->bendStiffness == material.bendStiffness && made->bendSpring == 1);
        svSceneSpec_Destroy(&spec);
        svSimScene scene = {0};
        assert_int_equal(ReadText(context, text, &scene), SV_OK);
        for (int step = 0; step < 5; ++step) {
            assert_int_equal(svSim_Step(scene.sim, NULL), SV_OK);
        }
        svSim_Destroy(scene.sim);
    }
    svContext_Destroy(context);
}

static void TestBuiltIn(void** state) {
    (void)state;
    static const char* const names[] = {"singularity", "drape",  "bigsingularity", "ball",
                                        "twist",       "funnel", "shirt-in-box",   "skirt",
                                        "layers",      "dress",  "stack",          "flag",
                                        "towel",       "pile",   "spikes",         "sleeve"};
    const size_t count = sizeof(names) / sizeof(names[0]);
    assert_int_equal(svBuiltInScene_Count(), count);
    assert_null(svBuiltInScene_Get(count).name);
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    for (size_t i = 0; i < count; ++i) {
        const svBuiltInScene scene = svBuiltInScene_Get(i);
        assert_string_equal(scene.name, names[i]);
        assert_true(strlen(scene.about) > 10 && strchr(scene.about, '\n') == NULL);
        svSimScene made = {0};
        const svStatus status =
            svSimScene_ReadMemory(context, scene.name, scene.text, strlen(scene.text), NULL, &made);
        if (status != SV_OK) {
            fail_msg("%s", svContext_LastError(context));
        }
        assert_string_equal(made.name, scene.name);
        assert_true(made.frameCount >= 300);
        for (int step = 0; step < 3; ++step) {
            assert_int_equal(svSim_Step(made.sim, NULL), SV_OK);
        }
        svIntersections found;
        assert_int_equal(svSim_Intersect(made.sim, &found), SV_OK);
        assert_false(found.found);
        svSim_Destroy(made.sim);
    }
    // Not a word about thickness or anything else.
    assert_int_equal(messages.warnings + messages.errors, 0);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

// The keys of the tables in docs/simulator.md, under the headings that the tables name.
static void TestDocumentation(void** state) {
    (void)state;
    size_t size = 0;
    char* text = TestFile_Read(TestCorpus_Path("../../docs/simulator.md"), &size);
    for (size_t t = 0; t < SV_TABLE_COUNT; ++t) {
        const svFieldTable* table = svSceneTable(t);
        char heading[80];
        snprintf(heading, sizeof(heading), "\n### %s\n", table->name);
        const char* start = strstr(text, heading);
        if (start == NULL) {
            fail_msg("docs/simulator.md has no heading \"%s\"", table->name);
            break;
        }
        start += strlen(heading) - 1;
        const char* end = strstr(start, "\n#");
        end = end == NULL ? text + size : end;
        size_t rows = 0;
        for (const char* row = start; (row = strstr(row, "\n| `")) != NULL && row < end; ++row) {
            char key[64] = "";
            assert_int_equal(sscanf(row, "\n| `%63[^`]`", key), 1);
            if (!svFields_Has(table, key)) {
                fail_msg("docs/simulator.md, %s: the reader has no key %s", table->name, key);
            }
            ++rows;
        }
        if (rows != table->count) {
            fail_msg("docs/simulator.md, %s: %zu keys, the reader has %zu", table->name, rows,
                     table->count);
        }
    }
    free(text);
}

// The example of the documentation, without its comments, is a scene.
static void TestExample(void** state) {
    (void)state;
    size_t size = 0;
    char* text = TestFile_Read(TestCorpus_Path("../../docs/simulator.md"), &size);
    char* start = strstr(text, "```jsonc\n");
    assert_non_null(start);
    start += 9;
    char* end = strstr(start, "```");
    assert_non_null(end);
    for (char* at = start; at < end; ++at) {
        if (at[0] == '/' && at[1] == '/') {
            while (*at != '\n') {
                *at++ = ' ';
            }
        }
    }
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svSimScene scene = {0};
    const svStatus status = svSimScene_ReadMemory(context, "docs/simulator.md", start,
                                                  (size_t)(end - start), NULL, &scene);
    if (status != SV_OK) {
        fail_msg("%s", svContext_LastError(context));
    }
    assert_int_equal(messages.warnings, 0);
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(svSim_Step(scene.sim, NULL), SV_OK);
    }
    svSim_Destroy(scene.sim);
    svContext_Destroy(context);
    free(text);
}

static void TestMemory(void** state) {
    (void)state;
    static const char text[] =
        "{\"name\": \"m\", \"frames\": 60, \"cloths\": [{\"shape\": \"revolution\", \"profile\": "
        "[[1, 1], [2, 1]], \"segments\": 4, \"pins\": [{\"loops\": [0]}]}, {\"shape\": \"shirt\", "
        "\"width\": 1, \"height\": 1, \"gap\": 0.1, \"cells\": 8, \"move\": [0, 0, 3]}],"
        "\"obstacles\": [{\"shape\": \"floor\", \"swing\": {\"period\": 1}}]}";
    svStatus status = SV_ERROR_MEMORY;
    size_t failAt = 0;
    for (; status != SV_OK; ++failAt) {
        TestAllocator allocator = TestAllocator_Make();
        svContext* context = TestAllocator_NewContext(&allocator);
        TestAllocator_FailNth(&allocator, failAt, true);
        svSimScene scene = {0};
        status = svSimScene_ReadMemory(context, "m", text, sizeof(text) - 1, NULL, &scene);
        assert_true(status == SV_OK || status == SV_ERROR_MEMORY);
        if (status == SV_OK) {
            svSim_Destroy(scene.sim);
        }
        assert_int_equal(svContext_BytesInUse(context), 0);
        svContext_Destroy(context);
    }
    assert_true(failAt > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestMistakes),      cmocka_unit_test(TestOwnCloth),
        cmocka_unit_test(TestPlain),         cmocka_unit_test(TestArguments),
        cmocka_unit_test(TestThickness),     cmocka_unit_test(TestMotion),
        cmocka_unit_test(TestPins),          cmocka_unit_test(TestBuiltIn),
        cmocka_unit_test(TestDocumentation), cmocka_unit_test(TestExample),
        cmocka_unit_test(TestMemory),        cmocka_unit_test(TestMaterials)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
