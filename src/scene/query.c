// The frame of a query around its workers. In: an updated scene. Out: leaf pairs of the broad phase
// for each worker, then the sums of their stats. The queries themselves (detect.c, intersect.c,
// proximity.c) read from top to bottom; this is what they share.

#include "scene/query.h"

#include "base/clock.h"
#include "filter/cells.h"
#include "scene/watch.h"

bool svQueryDef_IsValid(const svQueryDef* query) {
    return (unsigned)query->want < SV_WANT_ENUM_COUNT &&
           (query->stream == NULL || query->want == SV_WANT_ALL) && svWatch_IsValid(query->watch);
}

size_t svQueryDef_MaxStored(const svQueryDef* query) {
    return query->stream != NULL ? SIZE_MAX : query->maxPairs;
}

svStatus svQueryDef_Limit(const svQueryDef* query, uint64_t total, size_t count) {
    return svQueryDef_StoresAll(query) && total > count ? SV_LIMIT : SV_OK;
}

// ---- begin -----------------------------------------------------------------------------------

svFilterInput svScene_FilterInput(const svScene* scene) {
    return (svFilterInput){
        .leaves = scene->bvh.leaves.leaves,
        .motions = scene->bvh.motions,
        .leafDiagonals = scene->bvh.leafDiagonals,
        .center = {scene->input.center[0], scene->input.center[1], scene->input.center[2]},
        .cells = svCellsOfLeaves(scene->bvh.motions, scene->bvh.leaves.count),
        .slabs = (scene->def.filters & SV_FILTER_SLABS) != 0,
        .diagonals = (scene->def.filters & SV_FILTER_DIAGONALS) != 0,
    };
}

svStatus svQuery_Begin(svQuery* query, size_t stateBytes) {
    svScene* scene = query->scene;
    if (svWorkers_Get(scene->context, &query->workers) != SV_OK ||
        svSceneWorkers_Prepare(query, svWorkers_Count(query->workers), stateBytes) != SV_OK) {
        return svScene_OutOfMemory(scene);
    }
    const double start = svClock_Seconds();
    query->traversal = (svTraversal){&scene->bvh.tree, scene->kernels, query->instant >= 0,
                                     scene->culling.apart, svWatching_Visitor(scene->workers[0])};
    if (svTraversal_Split(scene->context, &query->traversal, &scene->tasks) != SV_OK) {
        return svScene_OutOfMemory(scene);
    }
    // Small enough for load balance: the last worker to finish is not far behind the others.
    query->grain = 1 + scene->tasks.count / (64 * (size_t)scene->workerCount);
    query->splitSeconds = svClock_Seconds() - start;
    return SV_OK;
}

// ---- the broad phase, on a worker ------------------------------------------------------------

// Calls the progress function now and then; it may cancel the query. Under the lock.
static void ReportProgress(svQuery* query) {
    const svQueryDef* def = query->def;
    const double done = (double)query->tasksDone / (double)query->scene->tasks.count;
    if (!query->stopped && def->progress != NULL && done >= query->reported + 0.005) {
        query->reported = done;
        if (!def->progress(done, def->user)) {
            query->stopped = query->cancelled = true;
        }
    }
}

// Dynamic scheduling: the worker's next task, from a fresh batch where it has none; false if none
// are left or the query has been stopped.
static bool NextTask(svSceneWorker* worker) {
    svQuery* query = worker->query;
    const size_t count = query->scene->tasks.count;
    if (count == 0) {
        return false;
    }
    svWorkers_Lock(query->workers);
    if (worker->task < worker->taskEnd) {
        ++worker->task;
        ++query->tasksDone;
    }
    ReportProgress(query);
    if (!query->stopped && worker->task == worker->taskEnd) {
        const size_t left = count - query->tasksTaken;
        worker->task = query->tasksTaken;
        query->tasksTaken += left < query->grain ? left : query->grain;
        worker->taskEnd = query->tasksTaken;
    }
    const bool stopped = query->stopped;
    svWorkers_Unlock(query->workers);
    return !stopped && worker->task < worker->taskEnd;
}

// Drops the pairs of leaves of meshes that are not tested with each other.
static void DropExcludedMeshes(const svScene* scene, svLeafPairs* pairs) {
    const svLeaf* leaves = scene->bvh.leaves.leaves;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < pairs->count; ++i) {
        const svNodePair pair = pairs->pairs[i];
        pairs->pairs[kept] = pair;
        kept +=
            svExclusions_AllowMeshes(&scene->exclusions, leaves[pair.a].mesh, leaves[pair.b].mesh);
    }
    pairs->count = kept;
}

bool svQuery_NextPairs(svSceneWorker* worker, svLeafPairs* pairs) {
    const svQuery* query = worker->query;
    const svScene* scene = query->scene;
    while (!worker->walking || !svWalk_Next(&worker->walk, pairs)) {
        if (worker->walking) {
            worker->stats.nodePairs += worker->walk.nodePairs;
        }
        worker->walking = NextTask(worker);
        if (!worker->walking) {
            return false;
        }
        svTraversal traversal = query->traversal;
        traversal.visitor = svWatching_Visitor(worker);
        svWalk_Start(&traversal, &scene->tasks, worker->task, &worker->walk);
    }
    if (scene->exclusions.byMesh) {
        DropExcludedMeshes(scene, pairs);
    }
    if (worker->watching != NULL) {
        svWatching_TakeLeaves(worker, pairs);
    }
    return true;
}

bool svQuery_IsCancelled(svQuery* query) {
    svWorkers_Lock(query->workers);
    const bool cancelled = query->cancelled;
    svWorkers_Unlock(query->workers);
    return cancelled;
}

void svQuery_Stop(svQuery* query) {
    svWorkers_Lock(query->workers);
    query->stopped = true;
    svWorkers_Unlock(query->workers);
}

void svQuery_Send(svQuery* query, const svContactBlock* block) {
    svWorkers_Lock(query->workers);
    query->def->stream(block, query->def->user);
    svWorkers_Unlock(query->workers);
}

static void* LockedAllocate(size_t bytes, size_t alignment, void* user) {
    svQuery* query = user;
    (void)alignment; // the context's memory is aligned to a cache line
    svWorkers_Lock(query->workers);
    void* memory = svContext_Allocate(query->scene->context, bytes);
    svWorkers_Unlock(query->workers);
    return memory;
}

static void LockedRelease(void* memory, size_t bytes, void* user) {
    svQuery* query = user;
    (void)bytes;
    svWorkers_Lock(query->workers);
    svContext_Release(query->scene->context, memory);
    svWorkers_Unlock(query->workers);
}

svAllocator svQuery_Allocator(svQuery* query) {
    return (svAllocator){LockedAllocate, LockedRelease, query};
}

// ---- end -------------------------------------------------------------------------------------

// Counters are summed over the workers, times averaged.
static void SumStats(const svQuery* query, svSceneStats* stats) {
    const svScene* scene = query->scene;
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

svStatus svQuery_End(svQuery* query, svSceneStats* stats) {
    svScene* scene = query->scene;
    stats->nodePairs += scene->tasks.nodePairs;
    stats->searchSeconds += query->splitSeconds;
    SumStats(query, stats);
    query->searched = svClock_Seconds();
    for (uint32_t i = 0; i < scene->workerCount; ++i) {
        svWatching_End(scene->workers[i]);
        query->found |= scene->workers[i]->any;
        if (scene->workers[i]->status != SV_OK) {
            return svContext_Fail(scene->context, scene->workers[i]->status,
                                  "scene: out of memory");
        }
    }
    if (query->cancelled) {
        svSceneWorkers_DropPairs(scene);
    }
    svSceneWorkers_KeepFirst(query);
    return SV_OK;
}

svStatus svQuery_Finish(const svQuery* query, svStatus collected, double start,
                        svSceneStats* stats) {
    stats->sortSeconds = svClock_Seconds() - query->searched;
    stats->totalSeconds = svClock_Seconds() - start;
    return svStatus_HasResult(collected) && query->cancelled ? SV_CANCELLED : collected;
}
