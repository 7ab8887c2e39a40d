// The live demo: nothing a visitor does makes surfaces intersect, bad values are refused, and the
// same calls give the same bytes.

#include "script.h"

#include "selvage/scene.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

#define TRIANGLES 800
#ifdef TEST_SANITIZED
#define STEPS 160
#define CALLS 120
#else
#define STEPS SCRIPT_STEPS
#define CALLS 400
#endif

static Demo* MakeDemo(int scene, uint32_t triangles, uint32_t workers) {
    Demo* demo = Demo_Create(scene, triangles, workers);
    assert_non_null(demo);
    assert_int_equal(Demo_Status(demo), SV_OK);
    return demo;
}

// The meshes of a demo in a scene of our own.
typedef struct Judge {
    svContext* context;
    svScene* scene;
    svMesh* meshes[8];
    float* x;
    size_t count;
    float* before[8]; // positions of the step before
} Judge;

static Judge Judge_Make(const Demo* demo) {
    Judge judge = {0};
    const svContextDef contextDef = svDefaultContextDef();
    assert_int_equal(svContext_Create(&contextDef, &judge.context), SV_OK);
    const svSceneDef sceneDef = svDefaultSceneDef();
    assert_int_equal(svScene_Create(judge.context, &sceneDef, &judge.scene), SV_OK);
    for (uint32_t i = 0; i < Demo_MeshCount(demo); ++i) {
        size_t numbers = 0, indices = 0;
        svMeshDef def = svDefaultMeshDef();
        Demo_Positions(demo, i, &numbers);
        def.triangles = Demo_Triangles(demo, i, &indices);
        def.triangleCount = indices / 3;
        def.vertexCount = numbers / 3;
        assert_int_equal(svMesh_Create(judge.context, &def, &judge.meshes[i]), SV_OK);
        assert_int_equal(svScene_Add(judge.scene, judge.meshes[i], NULL, NULL), SV_OK);
        judge.before[i] = svContext_Allocate(judge.context, numbers * sizeof(float));
        for (uint32_t j = 1; j <= i; ++j) {
            assert_int_equal(svScene_ExcludeMeshes(judge.scene, j, i), SV_OK);
        }
    }
    Demo_Positions(demo, 0, &judge.count);
    judge.x = svContext_Allocate(judge.context, judge.count * sizeof(float));
    return judge;
}

// Intersecting pairs of triangles, exactly, with the cloth `lower` by so much.
static uint64_t Judge_Count(Judge* judge, const Demo* demo, float lower) {
    for (uint32_t i = 0; i < Demo_MeshCount(demo); ++i) {
        size_t numbers = 0;
        const float* x = Demo_Positions(demo, i, &numbers);
        if (i == 0) {
            memcpy(judge->x, x, numbers * sizeof(float));
            for (size_t k = 2; k < numbers; k += 3) {
                judge->x[k] -= lower;
            }
            x = judge->x;
        }
        const svPositions view = svPositions_Float(x, numbers / 3);
        assert_int_equal(svMesh_SetMotion(judge->meshes[i], &view, &view), SV_OK);
    }
    svIntersections found;
    assert_int_equal(svScene_Intersect(judge->scene, NULL, &found), SV_OK);
    return found.total;
}

static void Judge_Keep(Judge* judge, const Demo* demo) {
    for (uint32_t i = 0; i < Demo_MeshCount(demo); ++i) {
        size_t numbers = 0;
        const float* x = Demo_Positions(demo, i, &numbers);
        memcpy(judge->before[i], x, numbers * sizeof(float));
    }
}

// Contacts on the straight way from what was kept to now.
static uint64_t Judge_Contacts(Judge* judge, const Demo* demo) {
    for (uint32_t i = 0; i < Demo_MeshCount(demo); ++i) {
        size_t numbers = 0;
        const float* x = Demo_Positions(demo, i, &numbers);
        const svPositions x0 = svPositions_Float(judge->before[i], numbers / 3);
        const svPositions x1 = svPositions_Float(x, numbers / 3);
        assert_int_equal(svMesh_SetMotion(judge->meshes[i], &x0, &x1), SV_OK);
    }
    const svDetectDef def = svDefaultDetectDef();
    svContacts found;
    assert_int_equal(svScene_Detect(judge->scene, &def, &found), SV_OK);
    return found.vf.total + found.ee.total;
}

static void Judge_Free(Judge* judge) {
    for (int i = 0; i < 8; ++i) {
        svContext_Release(judge->context, judge->before[i]);
    }
    svContext_Release(judge->context, judge->x);
    svScene_Destroy(judge->scene);
    for (int i = 0; i < 8; ++i) {
        svMesh_Destroy(judge->meshes[i]);
    }
    svContext_Destroy(judge->context);
}

static void RunStep(Demo* demo, int step) {
    size_t numbers = 0;
    Demo_Positions(demo, 0, &numbers);
    ScriptCommand commands[SCRIPT_MOST];
    const int count = Script_Before(step, (uint32_t)(numbers / 3), commands);
    for (int i = 0; i < count; ++i) {
        assert_int_equal(Script_Do(demo, &commands[i]), SV_OK);
    }
    assert_int_equal(Demo_Step(demo), SV_OK);
}

// What is read after a step fits together. Returns the contacts.
static double CheckArrays(const Demo* demo) {
    static const size_t widths[] = {6, 4, 18};
    size_t points = 0, normals = 0, times = 0, missed = 0, bounds = 0, states = 0;
    Demo_Array(demo, DEMO_CONTACT_POINTS, &points);
    const float* normal = Demo_Array(demo, DEMO_CONTACT_NORMALS, &normals);
    const float* time = Demo_Array(demo, DEMO_CONTACT_TIMES, &times);
    Demo_Array(demo, DEMO_MISSED_POINTS, &missed);
    Demo_Array(demo, DEMO_BOUNDS, &bounds);
    const uint8_t* state = Demo_Array(demo, DEMO_STATES, &states);
    const double contacts = Demo_Number(demo, DEMO_VF) + Demo_Number(demo, DEMO_EE);
    assert_true((double)times == contacts && points == 3 * times && normals == points);
    for (size_t i = 0; i < times; ++i) {
        assert_true(time[i] >= 0 && time[i] <= 1);
        assert_true(fabsf(hypotf(hypotf(normal[3 * i], normal[3 * i + 1]), normal[3 * i + 2]) - 1) <
                    1e-5f);
    }
    assert_true(missed == 3 * (size_t)Demo_Number(demo, DEMO_METHOD_MISSED));
    assert_true(Demo_Number(demo, DEMO_METHOD_MISSED) <= Demo_Number(demo, DEMO_METHOD_ALL));
    assert_true(bounds == states * widths[(int)Demo_Get(demo, DEMO_VOLUME)]);
    assert_true((states > 0) == (Demo_Get(demo, DEMO_LEVEL) >= 0));
    for (size_t i = 0; i < states; ++i) {
        assert_true(state[i] <= 3);
    }
    return contacts;
}

// No frame of the script has an intersection and no step taken whole a contact, judged by queries
// of our own.
static void ScriptStaysClean(void** state) {
    (void)state;
    Demo* demo = MakeDemo(DEMO_DRAPE, TRIANGLES, 1);
    Judge judge = Judge_Make(demo);
    double contacts = 0;
    int whole = 0;
    for (int step = 0; step < STEPS; ++step) {
        Judge_Keep(&judge, demo);
        RunStep(demo, step);
        assert_int_equal(Judge_Count(&judge, demo, 0), 0);
        if (Demo_Number(demo, DEMO_PARTS) == 1) {
            assert_int_equal(Judge_Contacts(&judge, demo), 0);
            ++whole;
        }
        contacts += CheckArrays(demo);
    }
    assert_true(contacts > 1000);
    assert_true(whole > STEPS / 2);
    assert_true(Judge_Count(&judge, demo, 0.1f) > 0); // it would tell
    for (size_t i = 2; i < judge.count; i += 3) {
        judge.before[0][i] -= 0.5f; // as if the cloth had come through floor and ball
    }
    assert_true(Judge_Contacts(&judge, demo) > 0);
    assert_true(Demo_Number(demo, DEMO_STEPS) == STEPS);
    assert_true(Demo_Number(demo, DEMO_FAILED) == 0);
    assert_true(Demo_Number(demo, DEMO_INTERSECTIONS) == 0);
    assert_true(Demo_Number(demo, DEMO_PASSED) == 0);
    Judge_Free(&judge);
    Demo_Destroy(demo);
}

static bool SameNumbers(const Demo* a, const Demo* b) {
    static const int numbers[] = {DEMO_HASH_LOW,   DEMO_HASH_HIGH, DEMO_SHAPE_LOW,
                                  DEMO_SHAPE_HIGH, DEMO_VF,        DEMO_EE};
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); ++i) {
        if (Demo_Number(a, numbers[i]) != Demo_Number(b, numbers[i])) {
            return false;
        }
    }
    return true;
}

// Neither the number of threads nor what is shown changes what is found.
static void SameBytes(void** state) {
    (void)state;
    Demo* one = MakeDemo(DEMO_RIBBON, 800, 1);
    Demo* three = MakeDemo(DEMO_RIBBON, 800, 3);
    assert_int_equal(Demo_Set(three, DEMO_VOLUME, 1), SV_OK);
    assert_int_equal(Demo_Set(three, DEMO_LEVEL, 0), SV_OK);
    assert_int_equal(Demo_Set(three, DEMO_METHOD, DEMO_WANG2018), SV_OK);
    assert_int_equal(Demo_Set(three, DEMO_PROOF, 0), SV_OK);
    for (int i = 0; i < 60; ++i) {
        assert_int_equal(Demo_Step(one), SV_OK);
        assert_int_equal(Demo_Step(three), SV_OK);
        assert_true(SameNumbers(one, three));
    }
    assert_int_equal(Demo_MoveBall(three, 0, 0, 0.2), SV_OK); // into the folds
    assert_int_equal(Demo_Step(one), SV_OK);
    assert_int_equal(Demo_Step(three), SV_OK);
    for (int i = 0; i < 40; ++i) {
        assert_int_equal(Demo_Step(one), SV_OK);
        assert_int_equal(Demo_Step(three), SV_OK);
    }
    assert_false(SameNumbers(one, three));
    Demo_Destroy(one);
    Demo_Destroy(three);
}

// Settings that make a new simulation keep the state: nothing jumps.
static void SettingsKeepTheState(void** state) {
    (void)state;
    Demo* demo = MakeDemo(DEMO_CURTAIN, 400, 1);
    for (int i = 0; i < 20; ++i) {
        assert_int_equal(Demo_Step(demo), SV_OK);
    }
    const double low = Demo_Number(demo, DEMO_SHAPE_LOW);
    assert_int_equal(Demo_Set(demo, DEMO_THICKNESS, 0.012), SV_OK);
    assert_int_equal(Demo_Set(demo, DEMO_FRICTION, 0.7), SV_OK);
    assert_true(Demo_Number(demo, DEMO_SHAPE_LOW) == low);
    assert_true(Demo_Number(demo, DEMO_STEPS) == 20);
    assert_int_equal(Demo_Step(demo), SV_OK);
    assert_true(Demo_Number(demo, DEMO_STEPS) == 21);
    Demo_Destroy(demo);
}

// A pulled vertex comes, a pinned one stays.
static void HandsWork(void** state) {
    (void)state;
    Demo* demo = MakeDemo(DEMO_CURTAIN, 400, 1);
    size_t numbers = 0, pinned = 0;
    const float* x = Demo_Positions(demo, 0, &numbers);
    const double corner[3] = {(double)x[0], (double)x[1], (double)x[2]};
    const uint32_t last = (uint32_t)(numbers / 3 - 1);
    const float held[3] = {x[3 * last], x[3 * last + 1], x[3 * last + 2]};
    assert_int_equal(Demo_Pull(demo, 0, corner[0], corner[1] + 0.3, corner[2] + 0.1), SV_OK);
    for (int i = 0; i < 60; ++i) {
        assert_int_equal(Demo_Step(demo), SV_OK);
    }
    x = Demo_Positions(demo, 0, &numbers);
    assert_true((double)x[1] > corner[1] + 0.25);
    assert_memory_equal(x + 3 * last, held, sizeof(held));
    assert_int_equal(Demo_Pin(demo, 0, 1), SV_OK);
    const float there[3] = {x[0], x[1], x[2]};
    Demo_Array(demo, DEMO_PINNED, &pinned);
    assert_int_equal(pinned, 6);
    for (int i = 0; i < 20; ++i) {
        assert_int_equal(Demo_Step(demo), SV_OK);
    }
    x = Demo_Positions(demo, 0, &numbers);
    assert_memory_equal(x, there, sizeof(there));
    assert_int_equal(Demo_Pin(demo, 0, 0), SV_OK);
    assert_int_equal(Demo_Pin(demo, last, 0), SV_OK);
    for (int i = 0; i < 20; ++i) {
        assert_int_equal(Demo_Step(demo), SV_OK);
    }
    x = Demo_Positions(demo, 0, &numbers);
    assert_true(x[1] < there[1] - 0.02f && x[3 * last + 2] < held[2] - 0.02f);
    Demo_Destroy(demo);
}

static void BadScenesAreRefused(void** state) {
    (void)state;
    static const struct {
        int scene;
        uint32_t triangles;
    } bad[] = {{-1, 400}, {DEMO_SCENE_COUNT, 400}, {0, 0}, {0, 63}, {0, UINT32_MAX}};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
        Demo* demo = Demo_Create(bad[i].scene, bad[i].triangles, 1);
        size_t count = 1;
        assert_non_null(demo);
        assert_int_equal(Demo_Status(demo), SV_ERROR_ARGUMENT);
        assert_true(Demo_Message(demo)[0] != '\0');
        assert_int_equal(Demo_Step(demo), SV_ERROR_ARGUMENT);
        assert_int_equal(Demo_Set(demo, DEMO_WIND, 1), SV_ERROR_ARGUMENT);
        assert_int_equal(Demo_Pin(demo, 0, 1), SV_ERROR_ARGUMENT);
        assert_int_equal(Demo_Pull(demo, 0, 0, 0, 0), SV_ERROR_ARGUMENT);
        assert_null(Demo_Positions(demo, 0, &count));
        assert_int_equal(count, 0);
        assert_null(Demo_Array(demo, DEMO_CONTACT_POINTS, &count));
        for (int number = 0; number < DEMO_NUMBER_COUNT; ++number) {
            Demo_Number(demo, number);
        }
        Demo_Destroy(demo);
    }
}

static uint64_t randomState = 1;

static uint32_t Below(uint32_t bound) {
    randomState = randomState * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((randomState >> 33) % bound);
}

static double AnyNumber(void) {
    static const double odd[] = {0, -1, 1e300, -1e300, 5e-324, 1e6, 0.5, 3};
    const uint32_t choice = Below(16);
    return choice == 0   ? (double)NAN
           : choice == 1 ? (double)INFINITY
           : choice < 8  ? odd[Below(8)]
                         : Below(4000) / 1000.0 - 2;
}

static void CallAnything(Demo* demo) {
    size_t count = 0;
    const uint32_t vertex = Below(4) == 0 ? UINT32_MAX - Below(3) : Below(120);
    switch (Below(9)) {
    case 0:
        Demo_Set(demo, (int)Below(DEMO_SETTING_COUNT + 2) - 1, AnyNumber());
        break;
    case 1: // within its range
        Demo_Set(demo, (int)Below(DEMO_PROOF), Below(6));
        break;
    case 2:
        Demo_MoveBall(demo, AnyNumber(), AnyNumber(), AnyNumber());
        break;
    case 3:
        Demo_Pull(demo, vertex, AnyNumber(), AnyNumber(), AnyNumber());
        break;
    case 4:
        Demo_LetGo(demo);
        break;
    case 5:
        Demo_Pin(demo, vertex, (int)Below(2));
        break;
    case 6:
        Demo_Array(demo, (int)Below(DEMO_ARRAY_COUNT + 2) - 1, &count);
        Demo_Number(demo, (int)Below(DEMO_NUMBER_COUNT + 2) - 1);
        Demo_Positions(demo, Below(9), &count);
        Demo_Triangles(demo, Below(9), &count);
        break;
    default:
        Demo_Step(demo);
    }
}

// Whatever is called in whatever order: no crash, no intersection, every failure in words.
static void AnythingGoes(void** state) {
    (void)state;
    for (int scene = 0; scene < DEMO_SCENE_COUNT; ++scene) {
        Demo* demo = MakeDemo(scene, 150, 1);
        Judge judge = Judge_Make(demo);
        for (int i = 0; i < CALLS; ++i) {
            CallAnything(demo);
            assert_true((Demo_Status(demo) == SV_OK) == (Demo_Message(demo)[0] == '\0'));
        }
        assert_int_equal(Judge_Count(&judge, demo, 0), 0);
        assert_true(Demo_Number(demo, DEMO_PASSED) == 0);
        assert_true(Demo_Number(demo, DEMO_STEPS) > 10);
        Judge_Free(&judge);
        Demo_Destroy(demo);
    }
}

// Every name is there once, and none beyond the last.
static void NamesAreThere(void** state) {
    (void)state;
    const struct {
        const char* (*name)(int);
        int count;
    } lists[] = {{DemoScene_Name, DEMO_SCENE_COUNT},     {DemoMethod_Name, DEMO_METHOD_COUNT},
                 {DemoSetting_Name, DEMO_SETTING_COUNT}, {DemoArray_Name, DEMO_ARRAY_COUNT},
                 {DemoNumber_Name, DEMO_NUMBER_COUNT},   {DemoScene_About, DEMO_SCENE_COUNT},
                 {DemoMethod_About, DEMO_METHOD_COUNT}};
    for (size_t l = 0; l < sizeof(lists) / sizeof(lists[0]); ++l) {
        for (int i = 0; i < lists[l].count; ++i) {
            assert_true(lists[l].name(i) != NULL && lists[l].name(i)[0] != '\0');
            for (int j = 0; j < i; ++j) {
                assert_string_not_equal(lists[l].name(i), lists[l].name(j));
            }
        }
        assert_string_equal(lists[l].name(-1), "");
        assert_string_equal(lists[l].name(lists[l].count), "");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(NamesAreThere),   cmocka_unit_test(BadScenesAreRefused),
        cmocka_unit_test(HandsWork),       cmocka_unit_test(SettingsKeepTheState),
        cmocka_unit_test(SameBytes),       cmocka_unit_test(AnythingGoes),
        cmocka_unit_test(ScriptStaysClean)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
