// One worker of a query, and what it has found so far.
#ifndef SELVAGE_SCENE_WORKER_H
#define SELVAGE_SCENE_WORKER_H

#include "scene/scene.h"

typedef struct svQuery svQuery;       // query.h
typedef struct svWatching svWatching; // watch.h

// What a query found, on one worker: keys in the numbering of the scene, and for each, at the same
// place, further data in arrays of the query's own choice.
typedef struct svFound {
    uint64_t* keys;
    size_t keyCapacity;
    size_t count;
    svBuffer data[SV_SORT_DATA];   // dataSize bytes per key; their capacity is in bytes
    size_t dataSize[SV_SORT_DATA]; // 0: not used, as with a new query
    uint64_t total;                // counted, stored or not
    uint64_t hash;
} svFound;

// A pair, for SV_WANT_FIRST. Where pairs have no times, all have the same.
typedef struct svFirst {
    double time;
    svPairKind kind;
    uint64_t key;
} svFirst;

struct svSceneWorker {
    svQuery* query;
    svStatus status;
    size_t task, taskEnd; // of the broad phase: the current task, and the end of those taken
    bool walking;         // below that task
    svWalk walk;
    svFound found[2]; // by svPairKind; [0] for faces
    svSceneStats stats;
    bool any;           // found something
    svFirst first;      // of all so far
    double testSeconds; // spent in elementary tests
    double seconds;     // in all
    void* state;        // of the query; kept for the next one
    size_t stateBytes;
    svWatching* watching;    // null: nobody watches
    svWatching* watchMemory; // what it points to, kept from query to query
};

// Makes a worker's struct and state for each of `count` workers, or keeps those that there are.
// SV_ERROR_MEMORY.
svStatus svSceneWorkers_Prepare(svQuery* query, uint32_t count, size_t stateBytes);
void svSceneWorkers_Destroy(svScene* scene);

// Forgets what this worker has found, but for its having found something.
void svSceneWorker_Forget(svSceneWorker* worker);

// For SV_WANT_FIRST: whether the pair is the first so far; then what this worker had is dropped.
bool svSceneWorker_IsFirst(svSceneWorker* worker, svFirst first);

// For SV_WANT_FIRST: drops all pairs but the first of all workers. Else nothing.
void svSceneWorkers_KeepFirst(const svQuery* query);

// Drops the pairs of all workers, but not their number.
void svSceneWorkers_DropPairs(const svScene* scene);

// Makes room for `more` pairs and their data behind those that are there; the caller writes them
// and adds to `count`. Surplus beyond what the query keeps is discarded now and then.
// SV_ERROR_MEMORY.
svStatus svFound_Reserve(svSceneWorker* worker, svFound* found, size_t more);

#endif
