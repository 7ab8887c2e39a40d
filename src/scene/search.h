// The part that all queries share: the workers walk the tree, and each hands pairs of leaves to the
// query.
#ifndef SELVAGE_SCENE_SEARCH_H
#define SELVAGE_SCENE_SEARCH_H

#include "scene/scene.h"

// What a query found, on one worker: keys in the numbering of the scene, and for each the record of
// further data that belongs to it, in arrays of the query's own choice.
typedef struct svFound {
    svKeyed* keys;
    size_t keyCapacity;
    size_t count;
    svBuffer data[3];   // dataSize bytes per record; their capacity is in bytes
    size_t dataSize[3]; // 0: not used
    uint64_t total;     // counted, stored or not
    uint64_t hash;
} svFound;

typedef struct svSearch svSearch;

struct svSceneWorker {
    svSearch* search;
    uint32_t index;
    svStatus status;
    svFound found[2]; // by svPairKind; [0] for faces
    svSceneStats stats;
    bool any;           // found something
    double testSeconds; // spent in elementary tests
    double seconds;     // in all
    void* state;        // of the query; kept for the next one
    size_t stateBytes;
};

// A query, from the point of view of the search. Its functions may be called by several threads at
// a time, each with its own worker.
struct svSearch {
    svScene* scene;
    svWorkers* workers;
    const svQueryDef* query;
    int instant;
    // Looks at two leaves that may be the same; meshes have been checked. An error ends the search.
    svStatus (*leafPair)(svSceneWorker* worker, uint32_t a, uint32_t b);
    // After the last pair of leaves of this worker.
    svStatus (*flush)(svSceneWorker* worker);
    void* user;

    // Set by the search, under the lock of the workers.
    bool stopped; // by an error, by the progress function, or because enough is found
    bool cancelled;
    size_t tasksDone;
    double reported; // the share of the work that was last reported
};

// Makes the workers' structs and gives each `stateBytes` of memory; kept for the next query.
svStatus svSearch_Prepare(svSearch* search, size_t stateBytes);

// Walks the tree. Sets the search part of the stats (counts of all workers, seconds).
// SV_CANCELLED (then no pairs are kept, only their number), or the first error.
svStatus svSearch_Run(svSearch* search, svSceneStats* stats);

// Appends a pair; makes room for its data first. Returns the record through `record`.
svStatus svFound_Append(svSceneWorker* worker, svFound* found, uint64_t key, uint32_t* record);

// How many pairs more than asked for a worker gathers before it throws the surplus away.
#define SV_FOUND_SPARE 65536

// Keeps the first `count` pairs in the order of results.
svStatus svFound_Truncate(svSceneWorker* worker, svFound* found, size_t count);

bool svQueryDef_IsValid(const svQueryDef* query);

// For memory from inside a worker: svContext_Grow under the lock.
svStatus svSceneWorker_Grow(svSceneWorker* worker, void** data, size_t* capacity, size_t count,
                            size_t elementSize);

// An allocator that may be used by all workers at a time.
svAllocator svSearch_Allocator(svSearch* search);

// Ends the search early.
void svSearch_Stop(svSearch* search);

#endif
