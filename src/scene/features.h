// What Detect and Proximity share: pairs of leaves become blocks of feature pairs.
#ifndef SELVAGE_SCENE_FEATURES_H
#define SELVAGE_SCENE_FEATURES_H

#include "filter/ccd_filter.h"
#include "scene/search.h"

// The head of a worker's state.
typedef struct svFeatureState {
    svCcdFilter filter;
    svFilterFeaturesFn* run;
    // Tests the pairs in the queue of a kind, all of which are wanted. The queue is emptied after.
    svStatus (*test)(svSceneWorker* worker, svPairKind kind);
} svFeatureState;

// Sets the workers' states up. `distance` is in the scene's units, beyond all thicknesses.
void svFeatureStates_Init(svSearch* search, double distance,
                          svStatus (*test)(svSceneWorker* worker, svPairKind kind));

// For svSearch.
svStatus svFeatureState_LeafPair(svSceneWorker* worker, uint32_t a, uint32_t b);
svStatus svFeatureState_Flush(svSceneWorker* worker);

// The positions of the points of a pair in the queue.
void svScene_GetPair(const svScene* scene, const uint32_t points[4], svMovingPair* pair);

// The points of a feature pair that is named by its key.
void svScene_PointsOfKey(const svScene* scene, svPairKind kind, uint64_t key, uint32_t points[4]);

// Half the sum of the thicknesses of the two features; 0 if the scene has none.
double svScene_PairThickness(const svScene* scene, svPairKind kind, const uint32_t points[4]);

#endif
