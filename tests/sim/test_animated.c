// Animated bodies: obstacles of scene files that deform as a cache says. What is wrong with a cache
// is told with its place; cloth keeps off a body that bends and swells, and off one that does what
// no body does, or the step is refused.
#include "../../sim/scene_spec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/allocator.h"
#include "support/files.h"
#include "support/meshes.h"
#include "support/test.h"

#ifdef TEST_SANITIZED
enum { STEPS = 30, NASTY = 4 };
#else
enum { STEPS = 60, NASTY = 10 };
#endif

// A tube with closed ends along z, one metre long: the body.
static svMeshData Tube(svContext* context) {
    const double profile[][2] = {{0, -0.5}, {0.1, -0.45}, {0.1, 0.45}, {0, 0.5}};
    svRevolutionDef def = svDefaultRevolutionDef();
    def.profile = profile;
    def.count = 4;
    def.segments = 20;
    def.rows = 24;
    svMeshData mesh = {0};
    assert_int_equal(svShape_Revolution(context, &def, &mesh), SV_OK);
    return mesh;
}

// Where a vertex of the body is at a time, in seconds.
typedef void Motion(double time, const double from[3], double to[3]);

// Bends to and fro by a quarter turn each way, and breathes.
static void Bend(double time, const double from[3], double to[3]) {
    const double swell = 1 + 0.25 * sin(5 * time), curve = 1.6 * sin(4 * time) + 1e-9;
    const double radius = 1 / curve - swell * from[0], angle = curve * from[2];
    to[0] = 1 / curve - radius * cos(angle);
    to[1] = swell * from[1];
    to[2] = radius * sin(angle);
}

static void Rise(double time, const double from[3], double to[3]) {
    to[0] = from[0];
    to[1] = from[1] + 30 * time;
    to[2] = from[2];
}

// Turns about its own axis, a turn and a half in a second, and about another.
static void Spin(double time, const double from[3], double to[3]) {
    const double a = 9.4 * time, b = 3 * time;
    const double x = from[0] * cos(a) - from[1] * sin(a);
    to[1] = from[0] * sin(a) + from[1] * cos(a);
    to[0] = x * cos(b) - from[2] * sin(b);
    to[2] = x * sin(b) + from[2] * cos(b);
}

// Every vertex elsewhere in every frame: nothing but spikes that intersect.
static void Jump(double time, const double from[3], double to[3]) {
    for (int k = 0; k < 3; ++k) {
        uint64_t state;
        memcpy(&state, &from[k], sizeof(state));
        state += (uint64_t)(1000 * time);
        to[k] = from[k] + (time > 0 ? (double)TestRandom(&state, 1000) / 10000 - 0.05 : 0);
    }
}

// Out and back to one point, through itself: inside out.
static void Invert(double time, const double from[3], double to[3]) {
    for (int k = 0; k < 3; ++k) {
        to[k] = from[k] * cos(10 * time);
    }
}

// Folds flat along its length, so that it intersects itself, and opens again.
static void Pleat(double time, const double from[3], double to[3]) {
    to[0] = from[0] + 0.3 * sin(9 * time) * sin(40 * from[2]);
    to[1] = from[1] * (1 + 0.9 * sin(7 * time));
    to[2] = from[2] * cos(5 * time);
}

// Away and back, 30 metres in a frame.
static void Dash(double time, const double from[3], double to[3]) {
    const bool away = (int)(time * 30 + 0.5) % 2 == 1;
    to[0] = from[0] + (away ? 30 : 0);
    to[1] = from[1] + (away ? 3 : 0);
    to[2] = from[2] - (away ? 5 : 0);
}

// Ten times as thick within a second.
static void Burst(double time, const double from[3], double to[3]) {
    for (int k = 0; k < 3; ++k) {
        to[k] = from[k] * (k < 2 ? 1 + 10 * time : 1);
    }
}

static void Lose(double time, const double from[3], double to[3]) {
    memcpy(to, from, 3 * sizeof(double));
    to[0] += time > 0 ? (double)NAN : 0;
}

static void WriteBody(svContext* context, const TestFolder* folder, const char* cache, int frames,
                      Motion* motion) {
    svMeshData tube = Tube(context);
    const svMeshView view = svMeshData_View(&tube);
    assert_int_equal(svWriteMesh(context, TestFolder_Path(folder, "body.obj"), NULL, &view), SV_OK);
    svCacheWriterDef def = svDefaultCacheWriterDef();
    def.vertexCount = tube.vertexCount;
    def.triangles = tube.triangles;
    def.triangleCount = tube.triangleCount;
    svCacheWriter* writer = NULL;
    assert_int_equal(svCacheWriter_Create(context, TestFolder_Path(folder, cache), &def, &writer),
                     SV_OK);
    float* xyz = malloc(3 * tube.vertexCount * sizeof(float));
    assert_non_null(xyz);
    for (int i = 0; i < frames; ++i) {
        for (size_t v = 0; v < tube.vertexCount; ++v) {
            double to[3];
            motion(i / 30.0, tube.positions + 3 * v, to);
            for (size_t k = 0; k < 3; ++k) {
                xyz[3 * v + k] = (float)to[k];
            }
        }
        const svPositions positions = svPositions_Float(xyz, tube.vertexCount);
        assert_int_equal(svCacheWriter_WriteFrame(writer, &positions), SV_OK);
    }
    assert_int_equal(svCacheWriter_Finish(writer), SV_OK);
    free(xyz);
    svMeshData_Destroy(context, &tube);
}

// A sleeve around the body, both along x; `cloth` and `body` are further keys.
static svStatus ReadSleeve(svContext* context, const TestFolder* folder, const char* cloth,
                           const char* body, svSimScene* scene) {
    char text[2000];
    snprintf(text, sizeof(text),
             "{\"name\": \"sleeve\", \"frames\": 60, \"thickness\": 0.006, \"cloths\": [\n"
             "{\"name\": \"sleeve\", \"shape\": \"revolution\", \"turnDegrees\": [0, 90, 0],\n"
             " \"profile\": [[0.15, -0.25], [0.15, 0.25]], \"segments\": 32, \"cells\": 14%s}],\n"
             "\"obstacles\": [{\"name\": \"body\", \"shape\": \"file\", \"path\": \"body.obj\",\n"
             " \"turnDegrees\": [0, 90, 0],\n"
             " %s}]}",
             cloth, body);
    TestFile_WriteText(TestFolder_Path(folder, "s.json"), text);
    return svSimScene_Read(context, TestFolder_Path(folder, "s.json"), NULL, scene);
}

// No step of it intersects; false: it ended with a step that has no way, which says so.
static bool Simulate(svContext* context, const char* name, svSimScene* scene, int steps) {
    bool good = true;
    for (int i = 0; i < steps && good; ++i) {
        const svStatus status = svSim_Step(scene->sim, NULL);
        good = status == SV_OK;
        if (!good && (status != SV_ERROR_STEP || svContext_LastError(context)[0] == '\0')) {
            fail_msg("%s, step %d: status %d, %s", name, i, (int)status,
                     svContext_LastError(context));
        }
        svIntersections found;
        assert_int_equal(svSim_Intersect(scene->sim, &found), SV_OK);
        if (found.found) {
            fail_msg("%s, step %d: %zu intersections", name, i, found.count);
        }
    }
    if (!good) {
        print_message("%s: %s\n", name, svContext_LastError(context));
    }
    svSim_Destroy(scene->sim);
    return good;
}

static void TestSleeve(void** state) {
    (void)state;
    const TestFolder folder = TestFolder_Make();
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    WriteBody(context, &folder, "body.pc2", 60, Bend);
    static const char* const cloths[] = {
        "", ", \"pins\": [{\"loops\": [0, 1], \"obstacle\": \"body\"}], \"strainLimit\": 0",
        ", \"pins\": [{\"loops\": [0], \"obstacle\": \"body\"}]"};
    for (size_t i = 0; i < sizeof(cloths) / sizeof(*cloths); ++i) {
        svSimScene scene = {0};
        const svStatus status = ReadSleeve(context, &folder, cloths[i],
                                           "\"cache\": \"body.pc2\", \"cacheRate\": 30", &scene);
        if (status != SV_OK) {
            fail_msg("%s", svContext_LastError(context));
        }
        if (!Simulate(context, "sleeve", &scene, STEPS)) {
            fail_msg("%s: %s", cloths[i], svContext_LastError(context));
        }
    }
    assert_int_equal(svContext_BytesInUse(context), 0);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

// Bodies that do what no body does: what is simulated is clean, or ends with the reason.
static void TestNasty(void** state) {
    (void)state;
    static const struct {
        const char* name;
        Motion* motion;
        size_t cloths; // where it is pinned, some take minutes to find out that there is no room
    } bodies[] = {{"spin", Spin, 3},     {"burst", Burst, 1}, {"jump", Jump, 1},
                  {"invert", Invert, 1}, {"pleat", Pleat, 1}, {"dash", Dash, 1}};
    static const char* const cloths[] = {"", ", \"pins\": [{\"loops\": [0]}]",
                                         ", \"pins\": [{\"loops\": [0], \"obstacle\": \"body\"}]"};
    const TestFolder folder = TestFolder_Make();
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    for (size_t i = 0; i < sizeof(bodies) / sizeof(*bodies); ++i) {
        WriteBody(context, &folder, "body.pc2", 40, bodies[i].motion);
        for (size_t c = 0; c < bodies[i].cloths; ++c) {
            svSimScene scene = {0};
            const svStatus status = ReadSleeve(
                context, &folder, cloths[c], "\"cache\": \"body.pc2\", \"cacheRate\": 30", &scene);
            if (status != SV_OK) {
                fail_msg("%s: %s", bodies[i].name, svContext_LastError(context));
            }
            Simulate(context, bodies[i].name, &scene, NASTY);
        }
    }
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

// How far a vertex of the sleeve is from one of the body.
static double Distance(const svSimScene* scene, uint32_t vertex, uint32_t other) {
    const svSimMesh cloth = svSim_GetCloth(scene->sim, 0), body = svSim_GetObstacle(scene->sim, 0);
    double a[3], b[3];
    svPositions_Get(&cloth.positions, vertex, a);
    svPositions_Get(&body.positions, other, b);
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

// What is pinned to a body that turns and moves by frames stays where it is on it, as it would on
// one that moves by keys.
static void TestPinsFollow(void** state) {
    (void)state;
    const TestFolder folder = TestFolder_Make();
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    WriteBody(context, &folder, "body.pc2", 70, Spin);
    svSimScene scene = {0};
    assert_int_equal(ReadSleeve(context, &folder,
                                ", \"pins\": [{\"loops\": [0, 1], \"obstacle\": \"body\"}]",
                                "\"cache\": \"body.pc2\", \"cacheRate\": 30", &scene),
                     SV_OK);
    static const uint32_t ends[2] = {0, 501}; // of the body
    double before[8];
    for (uint32_t i = 0; i < 8; ++i) {
        before[i] = Distance(&scene, 7 * (i / 2), ends[i % 2]);
    }
    for (int step = 0; step < 120; ++step) {
        assert_int_equal(svSim_Step(scene.sim, NULL), SV_OK);
        for (uint32_t i = 0; i < 8 && step % 2 == 1; ++i) { // half-way between frames it is thinner
            const double now = Distance(&scene, 7 * (i / 2), ends[i % 2]);
            if (fabs(now - before[i]) > 1e-3) {
                fail_msg("step %d, vertex %u: %g, not %g", step, 7 * (i / 2), now, before[i]);
            }
        }
    }
    svSim_Destroy(scene.sim);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

// What a scene file says of its cache, and what is said of it.
typedef struct BadCache {
    const char* body; // keys of the obstacle
    svStatus status;
    const char* message;
} BadCache;

static void TestMistakes(void** state) {
    (void)state;
    const TestFolder folder = TestFolder_Make();
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    WriteBody(context, &folder, "body.pc2", 2, Bend);
    WriteBody(context, &folder, "none.pc2", 0, Bend);
    WriteBody(context, &folder, "lost.pc2", 2, Lose);
    size_t size = 0;
    char* bytes = TestFile_Read(TestFolder_Path(&folder, "body.pc2"), &size);
    TestFile_Write(TestFolder_Path(&folder, "short.pc2"), bytes, size - 1);
    bytes[16] = (char)(bytes[16] - 1); // vertices
    TestFile_Write(TestFolder_Path(&folder, "other.pc2"), bytes, size);
    free(bytes);
    TestFile_WriteText(TestFolder_Path(&folder, "text.pc2"), "a text");
    static const BadCache caches[] = {
        {"\"cache\": \"absent.pc2\"", SV_ERROR_FILE, "cache: "},
        {"\"cache\": \"absent_####.obj\"", SV_ERROR_FILE, "cache: "},
        {"\"cache\": \"text.pc2\"", SV_ERROR_FORMAT, "text.pc2:"},
        {"\"cache\": \"short.pc2\"", SV_ERROR_FORMAT, "short.pc2:"},
        {"\"cache\": \"other.pc2\"", SV_ERROR_FORMAT,
         "cache: the cache has 501 vertices, the mesh has 502"},
        {"\"cache\": \"none.pc2\"", SV_ERROR_FORMAT, "cache: the cache has no frames"},
        {"\"cache\": \"lost.pc2\"", SV_ERROR_FORMAT,
         "cache: frame 1, vertex 0: x is nan, which is no finite float"},
        {"\"cache\": 3", SV_ERROR_FORMAT, "cache: must be a text, not a number"},
        {"\"cacheRate\": 30", SV_ERROR_FORMAT, "cacheRate: must not be there without \"cache\""},
        {"\"cache\": \"body.pc2\", \"cacheRate\": 0", SV_ERROR_FORMAT,
         "cacheRate: must be at least 0.001, not 0"},
    };
    svSimScene scene = {0};
    for (size_t i = 0; i < sizeof(caches) / sizeof(*caches); ++i) {
        const svStatus status = ReadSleeve(context, &folder, "", caches[i].body, &scene);
        const char* said = svContext_LastError(context);
        if (status != caches[i].status || strstr(said, caches[i].message) == NULL ||
            strstr(said, "s.json:6: obstacles[0].cache") == NULL) {
            fail_msg("%s\nexpected: %s\nsaid: %s (status %d)", caches[i].body, caches[i].message,
                     said, (int)status);
        }
    }
    // Cloth is not animated, and other shapes have no cache.
    static const char* const cloths[][2] = {
        {"}, {\"shape\": \"file\", \"path\": \"body.obj\", \"cache\": \"body.pc2\"",
         "s.json:3: cloths[1].cache: unknown key: only obstacles have it"},
        {"}, {\"shape\": \"file\", \"path\": \"body.obj\", \"cacheRate\": 3",
         "s.json:3: cloths[1].cacheRate: unknown key: only obstacles have it"},
        {", \"cache\": \"body.pc2\"", "s.json:3: cloths[0].cache: unknown key: the shape "
                                      "\"revolution\" has none; \"file\" has"}};
    for (size_t i = 0; i < sizeof(cloths) / sizeof(*cloths); ++i) {
        assert_int_equal(ReadSleeve(context, &folder, cloths[i][0], "\"scale\": 1", &scene),
                         SV_ERROR_FORMAT);
        if (strstr(svContext_LastError(context), cloths[i][1]) == NULL) {
            fail_msg("expected: %s\nsaid: %s", cloths[i][1], svContext_LastError(context));
        }
    }
    assert_null(scene.sim);
    assert_int_equal(svContext_BytesInUse(context), 0);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

// A scene of two bodies with the same cache, which has `frames` frames.
static svStatus BuildPair(svContext* context, const TestFolder* folder, uint64_t maxCacheBytes,
                          svSimScene* scene) {
    static const char text[] =
        "{\"name\": \"a\", \"frames\": 1,\n"
        "\"cloths\": [{\"shape\": \"grid\", \"size\": [1, 1], \"cells\": [1, 1], \"move\": [9, 9, "
        "9]}],\n"
        "\"obstacles\": [{\"shape\": \"file\", \"path\": \"body.obj\", \"cache\": \"body.pc2\"},\n"
        "{\"shape\": \"file\", \"path\": \"body.obj\", \"cache\": \"body.pc2\"}]}";
    svSceneSpec spec;
    assert_int_equal(svSceneSpec_Read(context, "s.json", text, sizeof(text) - 1, &spec), SV_OK);
    svSceneOptions options = {svDefaultSimSceneDef(), 10000, maxCacheBytes};
    options.def.folder = folder->path;
    const svStatus status = svSceneSpec_Build(&spec, &options, scene);
    svSceneSpec_Destroy(&spec);
    return status;
}

static void TestLimit(void** state) {
    (void)state;
    const TestFolder folder = TestFolder_Make();
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    WriteBody(context, &folder, "body.pc2", 10, Bend);
    const uint64_t bytes = 10 * (502 * sizeof(float[3]) + sizeof(svPositions) + sizeof(double));
    svSimScene scene = {0};
    assert_int_equal(BuildPair(context, &folder, bytes - 1, &scene), SV_ERROR_FORMAT);
    assert_non_null(strstr(svContext_LastError(context),
                           "s.json:3: obstacles[0].cache: too large: 10 frames of 502 vertices"));
    assert_int_equal(BuildPair(context, &folder, 2 * bytes - 1, &scene), SV_ERROR_FORMAT);
    assert_non_null(
        strstr(svContext_LastError(context), "s.json:4: obstacles[1].cache: too large"));
    assert_int_equal(BuildPair(context, &folder, 2 * bytes, &scene), SV_OK);
    svSim_Destroy(scene.sim);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

// The first vertex of the body after so many steps.
static void FirstVertex(svContext* context, const TestFolder* folder, const char* body, int steps,
                        double xyz[3]) {
    svSimScene scene = {0};
    const svStatus status = ReadSleeve(context, folder, ", \"move\": [0, 0, 5]", body, &scene);
    if (status != SV_OK) {
        fail_msg("%s", svContext_LastError(context));
    }
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(svSim_Step(scene.sim, NULL), SV_OK);
    }
    const svSimMesh mesh = svSim_GetObstacle(scene.sim, 0);
    svPositions_Get(&mesh.positions, 0, xyz);
    svSim_Destroy(scene.sim);
}

// Frames come at their rate, in every format, placed as the mesh is. The first vertex is the lower
// end of the tube; turned, it points to -x.
static void TestTimes(void** state) {
    (void)state;
    const TestFolder folder = TestFolder_Make();
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    static const char* const caches[] = {"body.pc2", "body.mdd", "body_####.obj"};
    for (int i = 0; i < 3; ++i) {
        WriteBody(context, &folder, caches[i], 4, Rise); // by a metre each frame
        char body[200];
        double at[3];
        snprintf(body, sizeof(body), "\"cache\": \"%s\"", caches[i]); // 60 frames per second
        FirstVertex(context, &folder, body, 0, at);
        assert_true(fabs(at[0] + 0.5) < 1e-6 && fabs(at[1]) < 1e-6);
        FirstVertex(context, &folder, body, 2, at);
        assert_true(fabs(at[0] + 0.5) < 1e-6 && fabs(at[1] - 2) < 1e-6);
        FirstVertex(context, &folder, body, 5, at); // the last one stays
        assert_true(fabs(at[1] - 3) < 1e-6);
        snprintf(body, sizeof(body),
                 "\"cache\": \"%s\", \"cacheRate\": 30, \"scale\": 2, \"move\": [0, 0, 1]",
                 caches[i]);
        FirstVertex(context, &folder, body, 1, at); // half-way from 0 to 2
        assert_true(fabs(at[0] + 1) < 1e-6 && fabs(at[1] - 1) < 1e-6 && fabs(at[2] - 1) < 1e-6);
        snprintf(body, sizeof(body), "\"cache\": \"%s\", \"velocity\": [60, 0, 0]", caches[i]);
        FirstVertex(context, &folder, body, 2, at); // it moves, too
        assert_true(fabs(at[0] - 1.5) < 1e-5 && fabs(at[1] - 2) < 1e-6);
    }
    assert_int_equal(svContext_BytesInUse(context), 0);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

// A state belongs to the cache with which it was made.
static void TestState(void** state) {
    (void)state;
    const TestFolder folder = TestFolder_Make();
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    static const char body[] = "\"cache\": \"body.pc2\"";
    svSimScene scene = {0};
    WriteBody(context, &folder, "body.pc2", 4, Rise);
    assert_int_equal(ReadSleeve(context, &folder, ", \"move\": [0, 0, 5]", body, &scene), SV_OK);
    const size_t size = svSim_StateSize(scene.sim);
    char* bytes = malloc(size);
    assert_non_null(bytes);
    svSim_SaveState(scene.sim, bytes);
    assert_int_equal(svSim_LoadState(scene.sim, bytes, size), SV_OK);
    svSim_Destroy(scene.sim);
    WriteBody(context, &folder, "body.pc2", 3, Rise); // the same beginning
    assert_int_equal(ReadSleeve(context, &folder, ", \"move\": [0, 0, 5]", body, &scene), SV_OK);
    assert_int_equal(svSim_LoadState(scene.sim, bytes, size), SV_ERROR_FORMAT);
    svSim_Destroy(scene.sim);
    free(bytes);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

static void TestMemory(void** state) {
    (void)state;
    const TestFolder folder = TestFolder_Make();
    TestMessages messages;
    svContext* writing = TestMessages_NewContext(&messages);
    WriteBody(writing, &folder, "body.pc2", 3, Bend);
    svContext_Destroy(writing);
    svStatus status = SV_ERROR_MEMORY;
    for (size_t failAt = 0; status != SV_OK; ++failAt) {
        TestAllocator allocator = TestAllocator_Make();
        svContext* context = TestAllocator_NewContext(&allocator);
        TestAllocator_FailNth(&allocator, failAt, true);
        svSimScene scene = {0};
        status = ReadSleeve(context, &folder, "", "\"cache\": \"body.pc2\"", &scene);
        assert_true(status == SV_OK || status == SV_ERROR_MEMORY);
        svSim_Destroy(scene.sim);
        assert_int_equal(svContext_BytesInUse(context), 0);
        svContext_Destroy(context);
    }
    TestFolder_Remove(&folder);
}

// What ever moves is known before the first step, and whatever the time.
static void TestMoves(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    const svSimDef simDef = svDefaultSimDef();
    svSim* sim = NULL;
    assert_int_equal(svSim_Create(context, &simDef, &sim), SV_OK);
    const uint32_t triangle[3] = {0, 1, 2};
    const float shapes[2][9] = {{0, 0, 0, 1, 0, 0, 0, 1, 0}, {0, 0, 0, 1, 0, 0, 0, 1, 1}};
    const svPositions still[2] = {svPositions_Float(shapes[0], 3), svPositions_Float(shapes[0], 3)};
    const svPositions bends[2] = {svPositions_Float(shapes[0], 3), svPositions_Float(shapes[1], 3)};
    const double times[2] = {0, 1};
    const svMotionKey moved = {.time = 3, .move = {1, 2, 3}, .turn = {0, 1, 0}};
    svMotionKey rests[2] = {moved, moved}, moves[2] = {moved, moved}, turns[2] = {moved, moved};
    rests[1].time = moves[1].time = turns[1].time = 1000;
    moves[1].move[2] = 3.5;
    turns[1].turn[0] = 0.5;
    const struct {
        const svMotionKey* keys;
        size_t keyCount;
        const svPositions* frames;
        bool moves;
    } cases[] = {{NULL, 0, NULL, false},   {rests, 1, NULL, false}, {rests, 2, NULL, false},
                 {moves, 2, NULL, true},   {turns, 2, NULL, true},  {NULL, 0, still, false},
                 {rests, 2, still, false}, {NULL, 0, bends, true},  {moves, 2, still, true}};
    const uint32_t count = sizeof(cases) / sizeof(cases[0]);
    for (uint32_t i = 0; i < count; ++i) {
        svObstacleDef def = svDefaultObstacleDef();
        def.triangles = triangle;
        def.triangleCount = 1;
        def.positions = still[0];
        def.keys = cases[i].keys;
        def.keyCount = cases[i].keyCount;
        def.frames = cases[i].frames;
        def.frameTimes = times;
        def.frameCount = cases[i].frames != NULL ? 2 : 0;
        assert_int_equal(svSim_AddObstacle(sim, &def, NULL), SV_OK);
        assert_int_equal(svSim_ObstacleMoves(sim, i), cases[i].moves);
    }
    assert_false(svSim_ObstacleMoves(sim, count));
    svSim_Destroy(sim);
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestSleeve),     cmocka_unit_test(TestNasty),
        cmocka_unit_test(TestPinsFollow), cmocka_unit_test(TestMistakes),
        cmocka_unit_test(TestLimit),      cmocka_unit_test(TestTimes),
        cmocka_unit_test(TestState),      cmocka_unit_test(TestMemory),
        cmocka_unit_test(TestMoves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
