// The frame of a query, shared by detect.c, intersect.c and proximity.c. Each of them goes
//   svScene_Update      positions, BVH, self-collision culling
//   svQuery_Begin       workers, and the broad phase split into tasks
//   svWorkers_For       each worker takes leaf pairs from the broad phase (svQuery_NextPairs),
//                       filters them into queues of candidates, and tests those (narrow phase)
//   svQuery_End         what the workers counted
//   svScene_Collect     what they found, sorted (results.h)
//   svQuery_Finish      times and status
#ifndef SELVAGE_SCENE_QUERY_H
#define SELVAGE_SCENE_QUERY_H

#include "filter/filter_input.h"
#include "scene/worker.h"

struct svQuery {
    svScene* scene;
    const svQueryDef* def;
    int instant; // as in svUpdate

    // Set by svQuery_Begin.
    svWorkers* workers;
    svTraversal traversal;
    size_t grain; // tasks that a worker takes at a time
    double splitSeconds;

    // Set by the workers, under their lock.
    bool stopped; // by an error, by the progress function, or because enough is found
    bool cancelled;
    size_t tasksTaken, tasksDone;
    double reported; // the share of the work that was last reported

    // Set by svQuery_End.
    bool found; // any pair, stored or not
    double searched;
};

bool svQueryDef_IsValid(const svQueryDef* def);

// All pairs are wanted, stored, not streamed.
static inline bool svQueryDef_StoresAll(const svQueryDef* def) {
    return def->want == SV_WANT_ALL && def->stream == NULL;
}

// How many pairs are stored for the result: for a stream all of them, to be sent at the end.
size_t svQueryDef_MaxStored(const svQueryDef* def);

// SV_LIMIT if pairs are missing that the caller wanted.
svStatus svQueryDef_Limit(const svQueryDef* def, uint64_t total, size_t count);

// Whether a query that ends with this status has a result.
static inline bool svStatus_HasResult(svStatus status) {
    return status == SV_OK || status == SV_LIMIT || status == SV_CANCELLED ||
           status == SV_ERROR_OVERLAP;
}

// ---- begin -----------------------------------------------------------------------------------

// Makes the workers' states, `stateBytes` each, and splits the broad phase of a scene that is up to
// date into scene->tasks. SV_ERROR_MEMORY.
svStatus svQuery_Begin(svQuery* query, size_t stateBytes);

// What the filters of leaf pairs read.
svFilterInput svScene_FilterInput(const svScene* scene);

// ---- on a worker -----------------------------------------------------------------------------

// The next leaf pairs of the broad phase for this worker, less those that groups and mesh
// exclusions drop; maybe none. False at the end: no tasks are left, or the query was cancelled,
// stopped or failed.
bool svQuery_NextPairs(svSceneWorker* worker, svLeafPairs* pairs);

// Whether the progress function has ended the query.
bool svQuery_IsCancelled(svQuery* query);

// Ends the query early on all workers.
void svQuery_Stop(svQuery* query);

// Hands a block to the caller's stream, one worker at a time.
void svQuery_Send(svQuery* query, const svContactBlock* block);

// An allocator that may be used by all workers at a time.
svAllocator svQuery_Allocator(svQuery* query);

// ---- end -------------------------------------------------------------------------------------

// Once the workers are done: sums their stats and keeps of their pairs what the query wants. Of a
// cancelled query no pairs are kept, only their number. The first worker's error, if any.
svStatus svQuery_End(svQuery* query, svSceneStats* stats);

// Sets the last times, since `start`, and returns the status of the query, whose result was
// collected with `collected`.
svStatus svQuery_Finish(const svQuery* query, svStatus collected, double start,
                        svSceneStats* stats);

#endif
