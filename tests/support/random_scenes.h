// The tests of a query on random scenes: against brute force, and all ways of finding the answer
// against each other.
#ifndef SELVAGE_TESTS_SUPPORT_RANDOM_SCENES_H
#define SELVAGE_TESTS_SUPPORT_RANDOM_SCENES_H

#include "support/compare_scenes.h"

// Runs them as a cmocka program, what main returns; limits per family as in compareFamily, enough
// for 1,000 scenes in all.
int runRandomScenes(SceneMode mode, uint64_t maxScenes, uint64_t maxPairs);

#endif
