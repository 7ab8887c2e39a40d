// The workers of a query: each walks its share of the tree and keeps what it finds.

#include "scene/search.h"

#include "base/clock.h"
#include "filter/cells.h"

#include <float.h>
#include <string.h>

// How many pairs more than asked for a worker gathers before it throws the surplus away.
#define FOUND_SPARE 65536

svFilterInput svScene_FilterInput(const svScene* scene) {
    return (svFilterInput){
        .leaves = scene->leaves.leaves,
        .motions = scene->motions,
        .leafDiagonals = scene->leafDiagonals,
        .center = {scene->center[0], scene->center[1], scene->center[2]},
        .cells = svCellsOfLeaves(scene->motions, scene->leaves.count),
        .slabs = (scene->def.filters & SV_FILTER_SLABS) != 0,
        .diagonals = (scene->def.filters & SV_FILTER_DIAGONALS) != 0,
    };
}

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
        svContext_Release(scene->context, worker);
    }
    svContext_Release(scene->context, scene->workers);
    scene->workers = NULL;
    scene->workerCount = 0;
}

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

static void ResetWorker(svSceneWorker* worker, svSearch* search, uint32_t index) {
    worker->search = search;
    worker->index = index;
    worker->status = SV_OK;
    worker->any = false;
    worker->testSeconds = worker->seconds = 0;
    worker->stats = (svSceneStats){0};
    for (int kind = 0; kind < 2; ++kind) {
        memset(worker->found[kind].dataSize, 0, sizeof(worker->found[kind].dataSize));
    }
    svSceneWorker_Forget(worker);
}

// Makes the workers' structs and states; they are kept for the next query.
static svStatus Prepare(svSearch* search) {
    svScene* scene = search->scene;
    svStatus status = svWorkers_Get(scene->context, &search->workers);
    if (status == SV_OK) {
        status = MakeWorkers(scene, svWorkers_Count(search->workers));
    }
    for (uint32_t i = 0; i < scene->workerCount && status == SV_OK; ++i) {
        status = MakeState(scene, scene->workers[i], search->stateBytes);
        ResetWorker(scene->workers[i], search, i);
    }
    if (status != SV_OK) {
        return svContext_Fail(scene->context, status, "scene: out of memory");
    }
    return SV_OK;
}

// ---- memory from inside a worker ---------------------------------------------------------------

svStatus svSceneWorker_Grow(svSceneWorker* worker, void** data, size_t* capacity, size_t count,
                            size_t elementSize) {
    if (count <= *capacity) {
        return SV_OK;
    }
    svSearch* search = worker->search;
    svWorkers_Lock(search->workers);
    const svStatus status =
        svContext_Grow(search->scene->context, data, capacity, count, elementSize);
    svWorkers_Unlock(search->workers);
    return status;
}

static void* LockedAllocate(size_t bytes, size_t alignment, void* user) {
    svSearch* search = user;
    (void)alignment; // the context's memory is aligned to a cache line
    svWorkers_Lock(search->workers);
    void* memory = svContext_Allocate(search->scene->context, bytes);
    svWorkers_Unlock(search->workers);
    return memory;
}

static void LockedRelease(void* memory, size_t bytes, void* user) {
    svSearch* search = user;
    (void)bytes;
    svWorkers_Lock(search->workers);
    svContext_Release(search->scene->context, memory);
    svWorkers_Unlock(search->workers);
}

svAllocator svSearch_Allocator(svSearch* search) {
    return (svAllocator){LockedAllocate, LockedRelease, search};
}

// One kind of data in a new order, `count` of them.
static svStatus Rearrange(svSceneWorker* worker, svFound* found, int which, const uint64_t* order,
                          size_t count) {
    svBuffer ordered = {NULL, 0};
    const svStatus status = svSceneWorker_Grow(worker, &ordered.data, &ordered.capacity,
                                               found->data[which].capacity, 1);
    if (status != SV_OK || ordered.data == NULL) {
        return status;
    }
    svGather(ordered.data, found->data[which].data, order, count, found->dataSize[which]);
    LockedRelease(found->data[which].data, 0, worker->search);
    found->data[which] = ordered;
    return SV_OK;
}

// Keeps the first `count` pairs in the order of results.
static svStatus Truncate(svSceneWorker* worker, svFound* found, size_t count) {
    svBuffer room = {NULL, 0}; // for the order, and as much for the sort
    svStatus status =
        svSceneWorker_Grow(worker, &room.data, &room.capacity, found->count, 2 * sizeof(uint64_t));
    if (status != SV_OK) {
        return status;
    }
    uint64_t* order = room.data;
    svSortKeys(found->keys, order, order + found->count, found->count);
    for (int d = 0; d < SV_SORT_DATA && status == SV_OK; ++d) {
        status = found->dataSize[d] > 0 ? Rearrange(worker, found, d, order, count) : SV_OK;
    }
    LockedRelease(room.data, 0, worker->search);
    found->count = count;
    return status;
}

svStatus svFound_Reserve(svSceneWorker* worker, svFound* found, size_t more) {
    const size_t most = svQueryDef_MaxStored(worker->search->query);
    if (found->count > most && found->count - most > FOUND_SPARE) {
        const svStatus status = Truncate(worker, found, most);
        if (status != SV_OK) {
            return status;
        }
    }
    const size_t count = found->count + more;
    svStatus status = svSceneWorker_Grow(worker, (void**)&found->keys, &found->keyCapacity, count,
                                         sizeof(*found->keys));
    for (int d = 0; d < SV_SORT_DATA && status == SV_OK; ++d) {
        if (found->dataSize[d] > 0) {
            status = svSceneWorker_Grow(worker, &found->data[d].data, &found->data[d].capacity,
                                        count * found->dataSize[d], 1);
        }
    }
    // Places are numbered in 32 bits.
    return status == SV_OK && count > UINT32_MAX ? SV_ERROR_MEMORY : status;
}

// ---- the first pair --------------------------------------------------------------------------

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

// Leaves the first pair of all workers only.
static void KeepFirst(const svScene* scene) {
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

bool svQueryDef_IsValid(const svQueryDef* query) {
    return (unsigned)query->want < SV_WANT_COUNT &&
           (query->stream == NULL || query->want == SV_WANT_ALL);
}

size_t svQueryDef_MaxStored(const svQueryDef* query) {
    return query->stream != NULL ? SIZE_MAX : query->maxPairs;
}

svStatus svQueryDef_Limit(const svQueryDef* query, uint64_t total, size_t count) {
    return svQueryDef_StoresAll(query) && total > count ? SV_LIMIT : SV_OK;
}

void svSearch_Send(svSearch* search, const svContactBlock* block) {
    svWorkers_Lock(search->workers);
    search->query->stream(block, search->query->user);
    svWorkers_Unlock(search->workers);
}

// ---- the walk --------------------------------------------------------------------------------

void svSearch_Stop(svSearch* search) {
    svWorkers_Lock(search->workers);
    search->stopped = true;
    svWorkers_Unlock(search->workers);
}

// Between two tasks: reports progress; false if the search has ended.
static bool GoOn(svSearch* search, size_t tasksDone) {
    svWorkers_Lock(search->workers);
    search->tasksDone += tasksDone;
    const svQueryDef* query = search->query;
    const double done = (double)search->tasksDone / (double)search->scene->tasks.count;
    if (!search->stopped && query->progress != NULL && done >= search->reported + 0.005) {
        search->reported = done;
        if (!query->progress(done, query->user)) {
            search->stopped = search->cancelled = true;
        }
    }
    const bool stopped = search->stopped;
    svWorkers_Unlock(search->workers);
    return !stopped;
}

static void VisitLeafPair(uint32_t a, uint32_t b, void* user) {
    svSceneWorker* worker = user;
    const svSearch* search = worker->search;
    const svScene* scene = search->scene;
    if (worker->status != SV_OK) {
        return;
    }
    if (scene->exclusions.byMesh &&
        !svExclusions_AllowMeshes(&scene->exclusions, scene->leaves.leaves[a].mesh,
                                  scene->leaves.leaves[b].mesh)) {
        return;
    }
    worker->status = search->leafPair(worker, a, b);
}

static svTraversal TraversalOf(const svSearch* search) {
    return (svTraversal){&search->scene->tree, search->scene->kernels, search->instant >= 0,
                         search->scene->apart};
}

static void RunTasks(uint32_t index, size_t first, size_t end, void* work) {
    svSearch* search = work;
    svSceneWorker* worker = search->scene->workers[index];
    const svTraversal traversal = TraversalOf(search);
    const double start = svClock_Seconds();
    for (size_t task = first; task < end; ++task) {
        if (!GoOn(search, task == first ? 0 : 1)) {
            break;
        }
        svTraversal_Run(&traversal, &search->scene->tasks, task, VisitLeafPair, worker,
                        &worker->stats.nodePairs);
        if (worker->status != SV_OK) {
            svSearch_Stop(search);
        }
    }
    GoOn(search, 1);
    worker->seconds += svClock_Seconds() - start;
}

static void FlushWorkers(uint32_t index, size_t first, size_t end, void* work) {
    (void)index;
    svSearch* search = work;
    for (size_t i = first; i < end; ++i) {
        svSceneWorker* worker = search->scene->workers[i];
        const double start = svClock_Seconds();
        if (worker->status == SV_OK) {
            worker->status = search->flush(worker);
        }
        worker->seconds += svClock_Seconds() - start;
    }
}

static void SumStats(const svSearch* search, svSceneStats* stats) {
    const svScene* scene = search->scene;
    double seconds = 0, testSeconds = 0;
    for (uint32_t i = 0; i < scene->workerCount; ++i) {
        const svSceneWorker* worker = scene->workers[i];
        const svSceneStats* part = &worker->stats;
        stats->nodePairs += part->nodePairs;
        stats->leafPairs += part->leafPairs;
        stats->leafPairsNear += part->leafPairsNear;
        for (int kind = 0; kind < 2; ++kind) {
            stats->boxPairs[kind] += part->boxPairs[kind];
            stats->incident[kind] += part->incident[kind];
            stats->culled[kind] += part->culled[kind];
            stats->excluded[kind] += part->excluded[kind];
            svCcdStats_Add(&stats->ccd[kind], &part->ccd[kind]);
        }
        stats->tested += part->tested;
        stats->exact += part->exact;
        stats->overlaps += part->overlaps;
        seconds += worker->seconds;
        testSeconds += worker->testSeconds;
    }
    stats->searchSeconds += (seconds - testSeconds) / scene->workerCount;
    stats->testSeconds += testSeconds / scene->workerCount;
}

// Walks the tree and sets the search part of the stats.
static svStatus Run(svSearch* search, svSceneStats* stats) {
    svScene* scene = search->scene;
    const double start = svClock_Seconds();
    scene->tasks.nodePairs = 0;
    scene->tasks.count = 0;
    if (scene->tree.levelCount > 0) {
        const svTraversal traversal = TraversalOf(search);
        if (svTraversal_Split(scene->context, &traversal, &scene->tasks) != SV_OK) {
            return svContext_Fail(scene->context, SV_ERROR_MEMORY, "scene: out of memory");
        }
        stats->searchSeconds += svClock_Seconds() - start;
        // Small enough that the last worker to finish is not far behind the others.
        const size_t grain = 1 + scene->tasks.count / (64 * (size_t)scene->workerCount);
        svWorkers_For(search->workers, scene->tasks.count, grain, RunTasks, search);
    }
    if (!search->cancelled) {
        svWorkers_For(search->workers, scene->workerCount, 1, FlushWorkers, search);
    }
    stats->nodePairs += scene->tasks.nodePairs;
    SumStats(search, stats);
    for (uint32_t i = 0; i < scene->workerCount; ++i) {
        if (scene->workers[i]->status != SV_OK) {
            return svContext_Fail(scene->context, scene->workers[i]->status,
                                  "scene: out of memory");
        }
    }
    for (uint32_t i = 0; search->cancelled && i < scene->workerCount; ++i) {
        DropPairs(scene->workers[i]);
    }
    return search->cancelled ? SV_CANCELLED : SV_OK;
}

svStatus svSearch_Answer(svSearch* search, const svUpdate* update, svSceneStats* stats,
                         bool* found) {
    const double start = svClock_Seconds();
    svScene* scene = search->scene;
    svStatus status = svScene_Update(scene, update, stats);
    if (status == SV_OK) {
        status = Prepare(search);
    }
    if (status != SV_OK) {
        return status;
    }
    search->setUp(search);
    status = Run(search, stats);
    if (!svStatus_HasResult(status)) {
        return status;
    }
    const double searched = svClock_Seconds();
    if (search->query->want == SV_WANT_FIRST) {
        KeepFirst(scene);
    }
    const svStatus collected = search->collect(search);
    if (!svStatus_HasResult(collected)) {
        return collected;
    }
    for (uint32_t w = 0; w < scene->workerCount; ++w) {
        *found |= scene->workers[w]->any;
    }
    stats->sortSeconds = svClock_Seconds() - searched;
    stats->totalSeconds = svClock_Seconds() - start;
    return status == SV_OK ? collected : status;
}
