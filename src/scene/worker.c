// What one worker of a query has found. In: pairs from the narrow phase. Out: growing arrays of
// keys and data (svFound), truncated to what the query keeps.

#include "scene/worker.h"

#include "scene/query.h"
#include "scene/watch.h"

#include <float.h>
#include <string.h>

// Surplus pairs a worker gathers beyond svQueryDef::maxPairs before it discards them.
#define FOUND_SPARE 65536

// ---- structs and states ----------------------------------------------------------------------

void svSceneWorkers_Destroy(svScene* scene) {
    for (uint32_t i = 0; i < scene->workerCount; ++i) {
        svSceneWorker* worker = scene->workers[i];
        for (int kind = 0; kind < 2; ++kind) {
            svContext_Release(scene->context, worker->found[kind].keys);
            for (int d = 0; d < SV_SORT_DATA; ++d) {
                svContext_Release(scene->context, worker->found[kind].data[d].data);
            }
        }
        svContext_Release(scene->context, worker->state);
        svContext_Release(scene->context, worker->watchMemory);
        svContext_Release(scene->context, worker);
    }
    svContext_Release(scene->context, scene->workers);
    scene->workers = NULL;
    scene->workerCount = 0;
}

// Structs are kept from query to query; new ones only where there are more workers than ever.
static svStatus MakeWorkers(svScene* scene, uint32_t count) {
    if (scene->workers == NULL) {
        scene->workers = svContext_AllocateArray(scene->context, count, sizeof(svSceneWorker*));
        if (scene->workers == NULL) {
            return SV_ERROR_MEMORY;
        }
    }
    while (scene->workerCount < count) {
        svSceneWorker* worker = svContext_Allocate(scene->context, sizeof(*worker));
        if (worker == NULL) {
            return SV_ERROR_MEMORY;
        }
        memset(worker, 0, sizeof(*worker));
        scene->workers[scene->workerCount++] = worker;
    }
    return SV_OK;
}

// Grows a worker's state, which is kept from query to query.
static svStatus MakeState(svScene* scene, svSceneWorker* worker, size_t bytes) {
    if (worker->stateBytes < bytes) {
        void* state = svContext_Allocate(scene->context, bytes);
        if (state == NULL) {
            return SV_ERROR_MEMORY;
        }
        svContext_Release(scene->context, worker->state);
        worker->state = state;
        worker->stateBytes = bytes;
    }
    return SV_OK;
}

void svSceneWorker_Forget(svSceneWorker* worker) {
    worker->first = (svFirst){DBL_MAX, SV_EDGE_EDGE, UINT64_MAX};
    for (int kind = 0; kind < 2; ++kind) {
        svFound* found = &worker->found[kind];
        found->count = 0;
        found->total = found->hash = 0;
    }
}

// A new query: nothing found, nothing counted, no data kept beside keys.
static void ResetWorker(svSceneWorker* worker, svQuery* query) {
    worker->query = query;
    worker->status = SV_OK;
    worker->any = false;
    worker->task = worker->taskEnd = 0;
    worker->walking = false;
    worker->testSeconds = worker->seconds = 0;
    worker->stats = (svSceneStats){0};
    for (int kind = 0; kind < 2; ++kind) {
        memset(worker->found[kind].dataSize, 0, sizeof(worker->found[kind].dataSize));
    }
    svSceneWorker_Forget(worker);
}

svStatus svSceneWorkers_Prepare(svQuery* query, uint32_t count, size_t stateBytes) {
    svScene* scene = query->scene;
    svStatus status = MakeWorkers(scene, count);
    for (uint32_t i = 0; i < scene->workerCount && status == SV_OK; ++i) {
        status = MakeState(scene, scene->workers[i], stateBytes);
        ResetWorker(scene->workers[i], query);
        status = status == SV_OK ? svWatching_Begin(scene->workers[i]) : status;
    }
    return status;
}

// ---- pairs -----------------------------------------------------------------------------------

// svContext_Grow from inside a worker.
static svStatus GrowLocked(svSceneWorker* worker, void** data, size_t* capacity, size_t count,
                           size_t elementSize) {
    if (count <= *capacity) {
        return SV_OK;
    }
    svQuery* query = worker->query;
    svWorkers_Lock(query->workers);
    const svStatus status =
        svContext_Grow(query->scene->context, data, capacity, count, elementSize);
    svWorkers_Unlock(query->workers);
    return status;
}

static void ReleaseLocked(svSceneWorker* worker, void* memory) {
    svWorkers_Lock(worker->query->workers);
    svContext_Release(worker->query->scene->context, memory);
    svWorkers_Unlock(worker->query->workers);
}

// One kind of data in a new order, `count` of them.
static svStatus ReorderData(svSceneWorker* worker, svFound* found, int which, const uint64_t* order,
                            size_t count) {
    svBuffer ordered = {NULL, 0};
    const svStatus status =
        GrowLocked(worker, &ordered.data, &ordered.capacity, found->data[which].capacity, 1);
    if (status != SV_OK || ordered.data == NULL) {
        return status;
    }
    svGather(ordered.data, found->data[which].data, order, count, found->dataSize[which]);
    ReleaseLocked(worker, found->data[which].data);
    found->data[which] = ordered;
    return SV_OK;
}

// Keeps the first `count` pairs in the order of results.
static svStatus TruncateFound(svSceneWorker* worker, svFound* found, size_t count) {
    svBuffer room = {NULL, 0}; // for the order, and as much for the sort
    svStatus status =
        GrowLocked(worker, &room.data, &room.capacity, found->count, 2 * sizeof(uint64_t));
    if (status != SV_OK) {
        return status;
    }
    uint64_t* order = room.data;
    svSortKeys(found->keys, order, order + found->count, found->count);
    for (int d = 0; d < SV_SORT_DATA && status == SV_OK; ++d) {
        status = found->dataSize[d] > 0 ? ReorderData(worker, found, d, order, count) : SV_OK;
    }
    ReleaseLocked(worker, room.data);
    found->count = count;
    return status;
}

svStatus svFound_Reserve(svSceneWorker* worker, svFound* found, size_t more) {
    const size_t most = svQueryDef_MaxStored(worker->query->def);
    if (found->count > most && found->count - most > FOUND_SPARE) {
        const svStatus status = TruncateFound(worker, found, most);
        if (status != SV_OK) {
            return status;
        }
    }
    const size_t count = found->count + more;
    svStatus status =
        GrowLocked(worker, (void**)&found->keys, &found->keyCapacity, count, sizeof(*found->keys));
    for (int d = 0; d < SV_SORT_DATA && status == SV_OK; ++d) {
        const size_t size = found->dataSize[d];
        if (size > 0 && count > SIZE_MAX / size) { // where size_t has 32 bits
            return SV_ERROR_MEMORY;
        }
        if (size > 0) {
            status =
                GrowLocked(worker, &found->data[d].data, &found->data[d].capacity, count * size, 1);
        }
    }
    // Places are numbered in 32 bits.
    return status == SV_OK && count > UINT32_MAX ? SV_ERROR_MEMORY : status;
}

// ---- the first pair --------------------------------------------------------------------------

// By time, then kind, then key: the same pair whichever worker finds it.
static bool IsEarlier(const svFirst* a, const svFirst* b) {
    if (a->time != b->time) {
        return a->time < b->time;
    }
    return a->kind != b->kind ? a->kind < b->kind : a->key < b->key;
}

static void DropPairs(svSceneWorker* worker) {
    worker->found[0].count = worker->found[1].count = 0;
}

bool svSceneWorker_IsFirst(svSceneWorker* worker, svFirst first) {
    if (!IsEarlier(&first, &worker->first)) {
        return false;
    }
    worker->first = first;
    DropPairs(worker);
    return true;
}

void svSceneWorkers_KeepFirst(const svQuery* query) {
    const svScene* scene = query->scene;
    if (query->def->want != SV_WANT_FIRST) {
        return;
    }
    uint32_t best = 0;
    for (uint32_t w = 1; w < scene->workerCount; ++w) {
        best = IsEarlier(&scene->workers[w]->first, &scene->workers[best]->first) ? w : best;
    }
    for (uint32_t w = 0; w < scene->workerCount; ++w) {
        if (w != best) {
            DropPairs(scene->workers[w]);
        }
    }
}

void svSceneWorkers_DropPairs(const svScene* scene) {
    for (uint32_t w = 0; w < scene->workerCount; ++w) {
        DropPairs(scene->workers[w]);
    }
}
