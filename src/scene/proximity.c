// Features near each other at an instant: svScene_Proximity.
//
// The filter of leaf pairs, with boxes inflated by distance and thicknesses, leaves the pairs that
// svNear_Test decides one by one.

#include "elementary/proximity.h"
#include "base/clock.h"
#include "scene/features.h"
#include "scene/results.h"

#include <float.h>
#include <string.h>

// What is kept of a pair: the data of svFound.
enum { DATA_SHAPE, DATA_DISTANCE };

// The first pair in the order of the result, for SV_WANT_FIRST.
typedef struct First {
    svPairKind kind;
    uint64_t key;
} First;

// One worker's state.
typedef struct NearState {
    svFeatureState features;
    First first; // so far
    // A block of the stream.
    svFeaturePair pairs[SV_QUEUE_CAPACITY];
    svContactShape shapes[SV_QUEUE_CAPACITY];
    double distances[SV_QUEUE_CAPACITY];
} NearState;

typedef struct Nearness {
    const svProximityDef* def;
    bool described; // closest points are wanted
} Nearness;

svProximityDef svDefaultProximityDef(void) {
    svProximityDef def = {0};
    def.structSize = sizeof(def);
    def.query.maxPairs = SIZE_MAX;
    return def;
}

// ---- tests of a block ------------------------------------------------------------------------

static bool TestPair(svSceneWorker* worker, svPairKind kind, const uint32_t points[4],
                     svNear* near) {
    const Nearness* nearness = worker->search->user;
    const svScene* scene = worker->search->scene;
    const double* positions = scene->points + 4 * nearness->def->time;
    svVec3 x[4];
    for (int i = 0; i < 4; ++i) {
        x[i] = svVec3_From(positions + 8 * (size_t)points[i]);
    }
    const double distance = nearness->def->distance + svScene_PairThickness(scene, kind, points);
    return svNear_Test(x, kind, distance, nearness->described ? near : NULL);
}

static svContactShape ShapeOf(const svNear* near) {
    svContactShape shape;
    memcpy(shape.weights, near->weights, sizeof(shape.weights));
    memcpy(shape.normal, near->normal, sizeof(shape.normal));
    return shape;
}

static bool IsEarlier(const First* a, const First* b) {
    return a->kind != b->kind ? a->kind < b->kind : a->key < b->key;
}

static svStatus Store(svSceneWorker* worker, svPairKind kind, uint64_t key, const svNear* near) {
    NearState* state = worker->state;
    const svQueryDef* query = worker->search->query;
    svFound* found = &worker->found[kind];
    if (query->want == SV_WANT_FIRST) {
        const First first = {kind, key};
        if (!IsEarlier(&first, &state->first)) {
            return SV_OK;
        }
        state->first = first;
        worker->found[0].count = worker->found[1].count = 0;
    }
    uint32_t record;
    const svStatus status = svFound_Append(worker, found, key, &record);
    if (status != SV_OK) {
        return status;
    }
    ((svContactShape*)found->data[DATA_SHAPE].data)[record] = ShapeOf(near);
    ((double*)found->data[DATA_DISTANCE].data)[record] = near->distance;
    return found->count >= query->maxPairs && found->count - query->maxPairs > SV_FOUND_SPARE
               ? svFound_Truncate(worker, found, query->maxPairs)
               : SV_OK;
}

static void SendBlock(svSceneWorker* worker, svPairKind kind, size_t count) {
    const NearState* state = worker->state;
    const svQueryDef* query = worker->search->query;
    const svContactBlock block = {.kind = kind,
                                  .count = count,
                                  .pairs = state->pairs,
                                  .shapes = state->shapes,
                                  .distances = state->distances};
    svWorkers_Lock(worker->search->workers);
    query->stream(&block, query->user);
    svWorkers_Unlock(worker->search->workers);
}

static svStatus TestQueue(svSceneWorker* worker, svPairKind kind) {
    NearState* state = worker->state;
    const Nearness* nearness = worker->search->user;
    const svQueryDef* query = worker->search->query;
    const svQueue* queue = &state->features.filter.queues[kind];
    svFound* found = &worker->found[kind];
    svStatus status = SV_OK;
    size_t streamed = 0;
    worker->stats.tested += queue->count;
    for (uint32_t i = 0; i < queue->count && status == SV_OK; ++i) {
        svNear near;
        if (!TestPair(worker, kind, queue->points[i], &near)) {
            continue;
        }
        worker->any = true;
        if (query->want == SV_WANT_ANY) {
            svSearch_Stop(worker->search);
            return SV_OK;
        }
        const uint64_t key = svKey(queue->features[i][0], queue->features[i][1]);
        const svFeaturePair pair = svScene_NamePair(worker->search->scene, (svListKind)kind, key);
        found->total += 1;
        found->hash += svScene_HashPair((svListKind)kind, &pair);
        if (query->stream != NULL) {
            state->pairs[streamed] = pair;
            state->shapes[streamed] = ShapeOf(&near);
            state->distances[streamed++] = near.distance;
        } else if (nearness->described) {
            status = Store(worker, kind, key, &near);
        }
    }
    if (streamed > 0) {
        SendBlock(worker, kind, streamed);
    }
    return status;
}

// ---- the query -------------------------------------------------------------------------------

static svStatus CheckDef(svScene* scene, const svProximityDef* def) {
    const bool ok = def->structSize == sizeof(*def) && svQueryDef_IsValid(&def->query) &&
                    def->distance >= 0 && def->distance <= DBL_MAX && (unsigned)def->time <= 1;
    return ok ? SV_OK
              : svContext_Fail(scene->context, SV_ERROR_ARGUMENT,
                               "proximity: the def is not from svDefaultProximityDef, or has a "
                               "value outside its range");
}

static void SetUpWorkers(svScene* scene) {
    for (uint32_t i = 0; i < scene->workerCount; ++i) {
        svSceneWorker* worker = scene->workers[i];
        NearState* state = worker->state;
        state->first = (First){SV_EDGE_EDGE, UINT64_MAX};
        for (int kind = 0; kind < 2; ++kind) {
            size_t* sizes = worker->found[kind].dataSize;
            sizes[DATA_SHAPE] = sizeof(svContactShape);
            sizes[DATA_DISTANCE] = sizeof(double);
            sizes[2] = 0;
        }
    }
}

// Leaves nothing in the lists but the counts.
static void KeepNone(svScene* scene) {
    for (uint32_t w = 0; w < scene->workerCount; ++w) {
        scene->workers[w]->found[0].count = scene->workers[w]->found[1].count = 0;
    }
}

// Leaves the first pair of all workers only.
static void KeepFirst(svScene* scene) {
    uint32_t bestWorker = 0;
    for (uint32_t w = 1; w < scene->workerCount; ++w) {
        const NearState* state = scene->workers[w]->state;
        const NearState* best = scene->workers[bestWorker]->state;
        bestWorker = IsEarlier(&state->first, &best->first) ? w : bestWorker;
    }
    for (uint32_t w = 0; w < scene->workerCount; ++w) {
        if (w != bestWorker) {
            scene->workers[w]->found[0].count = scene->workers[w]->found[1].count = 0;
        }
    }
}

static svStatus CollectList(svSearch* search, svPairKind kind, svNearList* list, uint64_t* hash) {
    svCollected collected;
    const svStatus status =
        svScene_Collect(search, (svListKind)kind, search->query->maxPairs, &collected);
    if (status == SV_OK) {
        *list = (svNearList){collected.pairs, collected.data[DATA_SHAPE],
                             collected.data[DATA_DISTANCE], collected.count, collected.total};
        *hash += collected.hash;
    }
    return status;
}

static svStatus Collect(svSearch* search, svProximity* proximity) {
    const svQueryDef* query = search->query;
    if (search->cancelled) {
        KeepNone(search->scene);
    } else if (query->want == SV_WANT_FIRST) {
        KeepFirst(search->scene);
    }
    svStatus status = CollectList(search, SV_VERTEX_FACE, &proximity->vf, &proximity->hash);
    if (status == SV_OK) {
        status = CollectList(search, SV_EDGE_EDGE, &proximity->ee, &proximity->hash);
    }
    if (status != SV_OK) {
        return status;
    }
    const bool cut =
        query->want == SV_WANT_ALL && query->stream == NULL &&
        (proximity->vf.total > proximity->vf.count || proximity->ee.total > proximity->ee.count);
    return cut ? SV_LIMIT : SV_OK;
}

static svStatus FindNear(svScene* scene, const svProximityDef* def, svProximity* proximity) {
    const double start = svClock_Seconds();
    svProximity result = {0};
    // svNear_Test goes 2^-41 of the coordinates too far at most.
    const svUpdate update = {
        .instant = def->time, .distance = def->distance, .thick = true, .distant = true};
    svStatus status = svScene_Update(scene, &update, &result.stats);
    if (status != SV_OK) {
        return status;
    }
    Nearness nearness = {def, def->query.want != SV_WANT_ANY &&
                                  (def->query.stream != NULL || def->query.maxPairs > 0)};
    svSearch search = {.scene = scene,
                       .query = &def->query,
                       .instant = def->time,
                       .leafPair = svFeatureState_LeafPair,
                       .flush = svFeatureState_Flush,
                       .user = &nearness};
    status = svSearch_Prepare(&search, sizeof(NearState));
    if (status != SV_OK) {
        return status;
    }
    svFeatureStates_Init(&search, def->distance, true, TestQueue);
    SetUpWorkers(scene);
    status = svSearch_Run(&search, &result.stats);
    if (status != SV_OK && status != SV_CANCELLED) {
        return status;
    }
    const double searched = svClock_Seconds();
    const svStatus collected = Collect(&search, &result);
    if (status == SV_OK) {
        status = collected;
    }
    for (uint32_t w = 0; w < scene->workerCount; ++w) {
        result.found |= scene->workers[w]->any;
    }
    result.stats.sortSeconds = svClock_Seconds() - searched;
    result.stats.totalSeconds = svClock_Seconds() - start;
    *proximity = result;
    return status;
}

svStatus svScene_Proximity(svScene* scene, const svProximityDef* def, svProximity* proximity) {
    if (scene == NULL || proximity == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    const svProximityDef chosen = def == NULL ? svDefaultProximityDef() : *def;
    const svStatus status = CheckDef(scene, &chosen);
    return status == SV_OK ? FindNear(scene, &chosen, proximity) : status;
}
