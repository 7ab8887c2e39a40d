// Variants of built-in scenes: only the object's own keys are changed, and the scene says the rest.

#include "papers/scenes/scene_variant.h"

#include "support/test.h"

#include <stdlib.h>

static void checkEdit(const char* text, const char* expected) {
    const char* const keys[2] = {"a", "long key"};
    char* edited = SceneVariant_Edit(text, keys, 2, "\"new\": 1");
    assert_non_null(edited);
    assert_string_equal(edited, expected);
    free(edited);
}

static void changesOwnKeysOnly(void** state) {
    (void)state;
    checkEdit("{}", "{\"new\": 1}");
    checkEdit("{\"a\": 2}", "{\"new\": 1}");
    checkEdit(" {\n \"a\": 2, \"b\": 3}\n", "{\"new\": 1,\n\"b\": 3}");
    checkEdit("{\"b\": {\"a\": 1, \"c\": [1, {\"a\": 2}]}, \"a\": [1, 2], \"d\": \"x\"}",
              "{\"new\": 1,\n\"b\": {\"a\": 1, \"c\": [1, {\"a\": 2}]},\n\"d\": \"x\"}");
    checkEdit("{\"b\": \"a, } \\\" {\", \"long key\": \"]\", \"ab\": 1}",
              "{\"new\": 1,\n\"b\": \"a, } \\\" {\",\n\"ab\": 1}");
    // What is no object is for the reader of scenes to complain about.
    checkEdit("{\"b\": \"open", "{\"new\": 1,\n\"b\": \"open}");
    checkEdit("nothing", "{\"new\": 1}");
}

static void opensVariants(void** state) {
    (void)state;
    const SceneVariant variants[4] = {{SV_INTEGRATOR_ENUM_COUNT, true},
                                      {SV_INTEGRATOR_IMPLICIT, false},
                                      {SV_INTEGRATOR_EULER, false},
                                      {SV_INTEGRATOR_VERLET, true}};
    const svContextDef def = svDefaultContextDef();
    svContext* context = NULL;
    assert_int_equal(svContext_Create(&def, &context), SV_OK);
    for (int i = 0; i < 4; ++i) {
        svSimScene scene = {0};
        assert_int_equal(SceneVariant_Open(context, "singularity", &variants[i], &scene), SV_OK);
        const svSimMesh cloth = svSim_GetCloth(scene.sim, 0);
        assert_int_equal(cloth.positions.count, 225);
        // An explicit integrator had to take more steps.
        assert_int_equal(scene.substeps > 1, i >= 2);
        assert_int_equal(svSim_Step(scene.sim, NULL), SV_OK);
        svSim_Destroy(scene.sim);
    }
    svSimScene scene;
    assert_int_equal(SceneVariant_Open(context, "no such scene", &variants[0], &scene),
                     SV_ERROR_ARGUMENT);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changesOwnKeysOnly),
        cmocka_unit_test(opensVariants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
