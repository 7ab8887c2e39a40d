// Scene files that pin by the names of groups.
#include "selvage/sim.h"

#include "support/files.h"
#include "support/test.h"

#include <string.h>

// Pins by the names that an OBJ file has for its faces.
static void TestPinGroups(void** state) {
    (void)state;
    const TestFolder folder = TestFolder_Make();
    // A strip of three squares; the first and the third are waist, all are the object shirt.
    TestFile_WriteText(TestFolder_Path(&folder, "a.obj"),
                       "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\nv 0 1 0\nv 1 1 0\nv 2 1 0\nv 3 1 0\n"
                       "v 4 0 0\nv 4 1 0\no shirt\ng waist\nf 1 2 6 5\ng off\nf 2 3 7 6\n"
                       "f 3 4 8 7\ng waist hem\nf 4 9 10 8\n");
    TestFile_WriteText(TestFolder_Path(&folder, "many.obj"),
                       "v 0 0 0\nv 1 0 0\nv 1 1 0\ng a1\nf 1 2 3\ng a1\nf 1 2 3\ng a2\nf 1 2 3\n"
                       "g a3\nf 1 2 3\ng a4\nf 1 2 3\ng a5\nf 1 2 3\ng a6\nf 1 2 3\ng a7\n"
                       "f 1 2 3\ng a8\nf 1 2 3\ng a9\nf 1 2 3\n");
    TestFile_WriteText(TestFolder_Path(&folder, "none.obj"),
                       "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n");
    static const struct {
        const char* file;
        const char* group;
        uint32_t held;       // vertices, as bits
        const char* message; // null: it is right
    } cases[] = {
        {"a.obj", "waist", 0x3bb, NULL},
        {"a.obj", "hem", 0x388, NULL},
        {"a.obj", "shirt", 0x3ff, NULL},
        {"a.obj", "wast", 0,
         "a.json:2: cloths[0].pins[0].group: a.obj has no group or object \"wast\"; there are "
         "\"shirt\", \"waist\", \"off\", \"hem\""},
        {"many.obj", "b", 0,
         "\"b\"; there are \"a1\", \"a2\", \"a3\", \"a4\", \"a5\", \"a6\", \"a7\", "
         "\"a8\", ..."},
        {"none.obj", "b", 0, "none.obj has no group or object \"b\", and no others"},
    };
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        char text[400];
        snprintf(text, sizeof(text),
                 "{\"name\": \"a\", \"frames\": 1, \"collisions\": false, \"cloths\": [\n"
                 "{\"shape\": \"file\", \"path\": \"%s\", \"pins\": [{\"group\": \"%s\"}]}]}",
                 cases[i].file, cases[i].group);
        TestFile_WriteText(TestFolder_Path(&folder, "a.json"), text);
        svSimScene scene = {0};
        const svStatus status =
            svSimScene_Read(context, TestFolder_Path(&folder, "a.json"), NULL, &scene);
        if (cases[i].message != NULL) {
            assert_int_equal(status, SV_ERROR_FORMAT);
            if (strstr(messages.error, cases[i].message) == NULL) {
                fail_msg("expected: %s\nsaid: %s", cases[i].message, messages.error);
            }
            continue;
        }
        assert_int_equal(status, SV_OK);
        assert_int_equal(svSim_Step(scene.sim, NULL), SV_OK);
        const svSimMesh cloth = svSim_GetCloth(scene.sim, 0);
        for (uint32_t v = 0; v < 10; ++v) { // what is held does not fall
            double p[3];
            svPositions_Get(&cloth.positions, v, p);
            assert_int_equal(p[2] == 0, cases[i].held >> v & 1);
        }
        svSim_Destroy(scene.sim);
    }
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
    TestFolder_Remove(&folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(TestPinGroups)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
