// Contacts over a step: the pairs, their times and shapes are those of brute force on random
// scenes, the same in all ways of finding it.
#include "support/compare_scenes.h"
#include "support/test.h"

#include <stdlib.h>

// 1,000 scenes and more in all.
enum { MAX_SCENES = 240, MAX_PAIRS = 5500 };

static int Open(void** state) {
    *state = malloc(sizeof(LiveContexts));
    return *state != NULL && LiveContexts_Open(*state) ? 0 : -1;
}

static int Close(void** state) {
    LiveContexts_Close(*state);
    free(*state);
    return 0;
}

static void RandomScenesEqualBruteForce(void** state) {
    SceneComparison all = {0};
    for (int f = 0; f < sceneFamilyCount; ++f) {
        SceneComparison comparison = {0};
        compareFamily(*state, SCENE_DETECT, f, MAX_SCENES, MAX_PAIRS, &comparison);
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
    for (int f = 0; f < sceneFamilyCount; ++f) {
        SceneComparison comparison = {0};
        compareAllChoices(*state, SCENE_DETECT, f, 1000 + (uint64_t)f, &comparison);
        assert_int_equal(comparison.mismatches, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(RandomScenesEqualBruteForce),
        cmocka_unit_test(AllChoicesGiveTheSameBytes),
    };
    return cmocka_run_group_tests(tests, Open, Close);
}
