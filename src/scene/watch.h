// What svQueryDef::watch sees of a query (selvage/inspect.h): the pairs that a stage passes on, in
// blocks. Each worker gathers node pairs and leaf pairs in small buffers of its own; candidates are
// shown queue by queue. Where nobody watches there are no buffers, and a stage pays one branch for
// a node pair, a block of leaf pairs or a queue.
#ifndef SELVAGE_SCENE_WATCH_H
#define SELVAGE_SCENE_WATCH_H

#include "filter/queue.h"
#include "scene/worker.h"

// Whether the functions below may read this; null is allowed.
bool svWatch_IsValid(const svWatch* watch);

// For a new query: makes the worker's buffers if it is watched. SV_ERROR_MEMORY.
svStatus svWatching_Begin(svSceneWorker* worker);

// For svTraversal: the worker's node pairs. Null where they are not watched.
const svVisitor* svWatching_Visitor(const svSceneWorker* worker);

// The worker goes on with these leaf pairs, or tests the candidates of this queue. Only where
// worker->watching is not null.
void svWatching_TakeLeaves(svSceneWorker* worker, const svLeafPairs* pairs);
void svWatching_TakeFeatures(svSceneWorker* worker, svPairKind kind, const svQueue* queue);
void svWatching_TakeTriangles(svSceneWorker* worker, const svTriangleQueue* queue);

// Shows what is left in the worker's buffers.
void svWatching_End(svSceneWorker* worker);

#endif
