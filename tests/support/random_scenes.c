#include "support/random_scenes.h"
#include "support/test.h"

typedef struct RandomScenes {
    LiveContexts contexts;
    SceneMode mode;
    uint64_t maxScenes, maxPairs;
} RandomScenes;

static void RandomScenesEqualBruteForce(void** state) {
    const RandomScenes* random = *state;
    SceneComparison all = {0};
    for (int f = 0; f < sceneFamilyCount; ++f) {
        SceneComparison comparison = {0};
        compareFamily(&random->contexts, random->mode, f, random->maxScenes, random->maxPairs,
                      &comparison);
        print_message("%-13s %4u scenes %7u pairs\n", sceneFamilies[f].name,
                      (unsigned)comparison.scenes, (unsigned)comparison.pairs);
        assert_int_equal(comparison.mismatches, 0);
        all.scenes += comparison.scenes;
#ifndef TEST_SANITIZED
        assert_true(comparison.pairs > 0);
#endif
    }
#ifndef TEST_SANITIZED
    assert_true(all.scenes >= 1000);
#endif
}

static void AllChoicesGiveTheSameBytes(void** state) {
    const RandomScenes* random = *state;
    for (int f = 0; f < sceneFamilyCount; ++f) {
        SceneComparison comparison = {0};
        compareAllChoices(&random->contexts, random->mode, f, 1000 + (uint64_t)f, &comparison);
        assert_int_equal(comparison.mismatches, 0);
    }
}

int runRandomScenes(SceneMode mode, uint64_t maxScenes, uint64_t maxPairs) {
    RandomScenes random = {.mode = mode, .maxScenes = maxScenes, .maxPairs = maxPairs};
    if (!LiveContexts_Open(&random.contexts)) {
        return 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(RandomScenesEqualBruteForce, &random),
        cmocka_unit_test_prestate(AllChoicesGiveTheSameBytes, &random),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    LiveContexts_Close(&random.contexts);
    return failed;
}
