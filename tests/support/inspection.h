// What a query lets its caller see (selvage/inspect.h), gathered for tests: the pairs of all
// stages, and the BVH with its bounds.
#ifndef SELVAGE_TESTS_SUPPORT_INSPECTION_H
#define SELVAGE_TESTS_SUPPORT_INSPECTION_H

#include "selvage/inspect.h"
#include "support/live_scene.h"

typedef struct WatchedItems {
    uint32_t level, a, b;
} WatchedItems;

typedef struct WatchedCandidate {
    uint32_t kind;
    svFeaturePair pair;
} WatchedCandidate;

// What svWatch::take received.
typedef struct Watched {
    WatchedItems* items; // leaves too, which have level 0
    size_t itemCount, itemCapacity;
    WatchedCandidate* candidates;
    size_t candidateCount, candidateCapacity;
} Watched;

// An svWatch::take whose user is a Watched. Aborts where a block contradicts itself.
void Watched_Take(const svStageBlock* block, void* user);

// Sorts both lists, for the functions below. Each pair must be there once.
void Watched_Sort(Watched* watched);
bool Watched_HasItems(const Watched* watched, uint32_t level, uint32_t a, uint32_t b);
bool Watched_HasCandidate(const Watched* watched, uint32_t kind, const svFeaturePair* pair);
void Watched_Free(Watched* watched);

typedef struct SceneBvh {
    svBvhShape shape;
    uint32_t numbers;
    svBvhLeaf* leaves;
    double* bounds[2][SV_BVH_MAX_LEVELS];
    uint8_t* isFree[SV_BVH_MAX_LEVELS];
    uint32_t* leafOfFace[SCENE_MAX_MESHES];
} SceneBvh;

// Reads all of the BVH of the last query. Levels must fit each other, and every triangle be in one
// leaf.
void SceneBvh_Read(const LiveScene* live, SceneBvh* bvh);
void SceneBvh_Free(SceneBvh* bvh);

#endif
