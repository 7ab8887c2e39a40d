// The part that all queries share: the workers walk the tree, and each hands pairs of leaves to the
// query.
#ifndef SELVAGE_SCENE_SEARCH_H
#define SELVAGE_SCENE_SEARCH_H

#include "filter/filter_input.h"
#include "scene/scene.h"

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

typedef struct svSearch svSearch;

// A pair, for SV_WANT_FIRST. Where pairs have no times, all have the same.
typedef struct svFirst {
    double time;
    svPairKind kind;
    uint64_t key;
} svFirst;

struct svSceneWorker {
    svSearch* search;
    uint32_t index;
    svStatus status;
    svFound found[2]; // by svPairKind; [0] for faces
    svSceneStats stats;
    bool any;           // found something
    svFirst first;      // of all so far
    double testSeconds; // spent in elementary tests
    double seconds;     // in all
    void* state;        // of the query; kept for the next one
    size_t stateBytes;
};

// A query, from the point of view of the search. Its functions with a worker may be called by
// several threads at a time, each with its own worker.
struct svSearch {
    svScene* scene;
    svWorkers* workers;
    const svQueryDef* query;
    int instant;
    size_t stateBytes; // of each worker's state
    // Sets the workers' states up; the scene is up to date.
    void (*setUp)(svSearch* search);
    // Looks at two leaves that may be the same; meshes have been checked. An error ends the search.
    svStatus (*leafPair)(svSceneWorker* worker, uint32_t a, uint32_t b);
    // After the last pair of leaves of this worker.
    svStatus (*flush)(svSceneWorker* worker);
    // Makes a result of what the workers found.
    svStatus (*collect)(svSearch* search);
    void* user;

    // Set by the search, under the lock of the workers.
    bool stopped; // by an error, by the progress function, or because enough is found
    bool cancelled;
    size_t tasksDone;
    double reported; // the share of the work that was last reported
};

// Brings the scene up to date, walks the tree and collects. Sets the stats, and whether anything
// was found. Of a cancelled query no pairs are kept, only their number.
svStatus svSearch_Answer(svSearch* search, const svUpdate* update, svSceneStats* stats,
                         bool* found);

// What the filters of leaf pairs read.
svFilterInput svScene_FilterInput(const svScene* scene);

// Whether a query that ends with this status has a result.
static inline bool svStatus_HasResult(svStatus status) {
    return status == SV_OK || status == SV_LIMIT || status == SV_CANCELLED ||
           status == SV_ERROR_OVERLAP;
}

// All pairs are wanted, stored, not streamed.
static inline bool svQueryDef_StoresAll(const svQueryDef* query) {
    return query->want == SV_WANT_ALL && query->stream == NULL;
}

// SV_LIMIT if pairs are missing that the caller wanted.
svStatus svQueryDef_Limit(const svQueryDef* query, uint64_t total, size_t count);

// Hands a block to the caller's stream, one worker at a time.
void svSearch_Send(svSearch* search, const svContactBlock* block);

// For SV_WANT_FIRST: whether the pair is the first so far; then what this worker had is dropped.
bool svSceneWorker_IsFirst(svSceneWorker* worker, svFirst first);

// Forgets what this worker has found, but for its having found something.
void svSceneWorker_Forget(svSceneWorker* worker);

// How many pairs are kept for the result: what is stored for a stream is sent in the end, all of
// it.
size_t svQueryDef_MaxStored(const svQueryDef* query);

// Makes room for `more` pairs and their data behind those that are there: whoever writes them adds
// to `count`. What is far more than the query keeps is thrown away now and then.
svStatus svFound_Reserve(svSceneWorker* worker, svFound* found, size_t more);

bool svQueryDef_IsValid(const svQueryDef* query);

// For memory from inside a worker: svContext_Grow under the lock.
svStatus svSceneWorker_Grow(svSceneWorker* worker, void** data, size_t* capacity, size_t count,
                            size_t elementSize);

// An allocator that may be used by all workers at a time.
svAllocator svSearch_Allocator(svSearch* search);

// Ends the search early.
void svSearch_Stop(svSearch* search);

#endif
