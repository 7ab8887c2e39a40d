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
    const SceneVariant variants[4] = {{SV_INTEGRATOR_ENUM_COUNT, true, false},
                                      {SV_INTEGRATOR_IMPLICIT, false, false},
                                      {SV_INTEGRATOR_EULER, false, false},
                                      {SV_INTEGRATOR_VERLET, true, false}};
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

// With soft springs, explicit steps are long enough for a cloth to drape within a test: it hangs
// from its middle, is stretched no further than Provot's limit allows (and a tenth of it more), and
// does not blow up.
static void softClothDrapes(void** state) {
    (void)state;
    const SceneVariant soft = {SV_INTEGRATOR_EULER, false, true};
    const SceneVariant stiff = {SV_INTEGRATOR_EULER, false, false};
    const svContextDef def = svDefaultContextDef();
    svContext* context = NULL;
    assert_int_equal(svContext_Create(&def, &context), SV_OK);
    svSimScene scenes[2];
    assert_int_equal(SceneVariant_Open(context, "singularity", &soft, &scenes[0]), SV_OK);
    assert_int_equal(SceneVariant_Open(context, "singularity", &stiff, &scenes[1]), SV_OK);
    assert_true(scenes[0].substeps <= 32 && scenes[1].substeps >= 512);
    svSimStats stats = {0};
    double worst = 0;
    for (uint32_t s = 0; s < 90 * scenes[0].substeps; ++s) {
        assert_int_equal(svSim_Step(scenes[0].sim, &stats), SV_OK);
        worst = stats.worstStretch > worst ? stats.worstStretch : worst;
    }
    const svSimMesh cloth = svSim_GetCloth(scenes[0].sim, 0);
    double lowest = 1, point[3];
    for (size_t i = 0; i < cloth.positions.count; ++i) {
        svPositions_Get(&cloth.positions, i, point);
        lowest = point[2] < lowest ? point[2] : lowest;
    }
    print_message("lowest particle %g m below the middle, strain up to %g\n", 1 - lowest, worst);
    assert_true(1 - lowest > 0.35 && 1 - lowest < 0.6); // half a diagonal is 0.495
    assert_true(worst < 0.12);
    for (int i = 0; i < 2; ++i) {
        svSim_Destroy(scenes[i].sim);
    }
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changesOwnKeysOnly),
        cmocka_unit_test(opensVariants),
        cmocka_unit_test(softClothDrapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
