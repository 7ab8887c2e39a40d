// The library against brute force on random scenes, in every mode and in many ways.
#ifndef SELVAGE_TESTS_SUPPORT_COMPARE_SCENES_H
#define SELVAGE_TESTS_SUPPORT_COMPARE_SCENES_H

#include "support/live_scene.h"

typedef struct SceneComparison {
    uint64_t scenes;     // steps of moving scenes count as scenes
    uint64_t pairs;      // found by brute force, those that need not be reported included
    uint64_t optional;   // those, left out by the library
    uint64_t mismatches; // scenes with one
} SceneComparison;

// Makes the scene of that family and seed, and compares everything that the library says about it
// with brute force and with itself: two random ways of finding the answer, streams, caps, first,
// any, cancelled queries, safe steps; and, every few scenes, over some steps of motion with meshes
// added and filters changed in between. Prints the first difference of a scene.
void compareScene(const LiveContexts* contexts, SceneMode mode, int family, uint64_t seed,
                  SceneComparison* comparison);

// Scenes of a family from seed 1 on, until there are so many of them, or a sixteenth of that with
// so many pairs: many small scenes and some large ones. A sixteenth of it all under sanitizers.
void compareFamily(const LiveContexts* contexts, SceneMode mode, int family, uint64_t maxScenes,
                   uint64_t maxPairs, SceneComparison* comparison);

// The same answer, as bytes, for all ways of finding it: about a scene with some pairs, from that
// seed on.
void compareAllChoices(const LiveContexts* contexts, SceneMode mode, int family, uint64_t seed,
                       SceneComparison* comparison);

// Whether an answer is what brute force says. Prints the first difference.
bool compareWithBrute(const LiveScene* live, const SceneQuery* query, const LiveResult* result,
                      SceneComparison* comparison);

#endif
