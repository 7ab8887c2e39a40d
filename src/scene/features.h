// What contacts and proximity share: leaf pairs become queues of candidate feature pairs.
#ifndef SELVAGE_SCENE_FEATURES_H
#define SELVAGE_SCENE_FEATURES_H

#include "filter/ccd_filter.h"
#include "scene/query.h"

// The head of a worker's state in both queries.
typedef struct svFeatureState {
    svCcdFilter filter;
    svFilterFeaturesFn* run; // filters a leaf pair into the queues
} svFeatureState;

// Sets the workers' states up. `distance` is in the scene's units, beyond all thicknesses.
void svFeatureStates_Init(const svQuery* query, double distance);

// The queue of a kind, less the pairs that rings and vertex exclusions drop.
svQueue* svFeatureState_Queue(svSceneWorker* worker, svPairKind kind);

// Sets what the filter counted.
void svFeatureState_Count(svSceneWorker* worker);

// The positions of the points of a pair in the queue.
void svScene_GetPair(const svScene* scene, const uint32_t points[4], svMovingPair* pair);

// The points of a feature pair that is named by its key.
void svScene_PointsOfKey(const svScene* scene, svPairKind kind, uint64_t key, uint32_t points[4]);

// Half the sum of the thicknesses of the two features; 0 if the scene has none.
double svScene_PairThickness(const svScene* scene, svPairKind kind, const uint32_t points[4]);

#endif
