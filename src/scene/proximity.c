// Features near each other at an instant: svScene_Proximity.
//
// As detect.c: leaf pairs of the broad phase, all bounds inflated by distance and thicknesses,
// become queues of candidates; the narrow phase computes distances (svNearBatch_Test).

#include "base/clock.h"
#include "elementary/proximity/near_batch.h"
#include "scene/features.h"
#include "scene/results.h"
#include "scene/roles.h"
#include "scene/watch.h"

#include <float.h>
#include <string.h>

// What is kept of a pair: the data of svFound.
enum { DATA_SHAPE, DATA_DISTANCE };

// One worker's state.
typedef struct NearState {
    svFeatureState features;
    // Of a queue.
    double distances[SV_QUEUE_CAPACITY + SV_NEAR_PAD];
    uint32_t which[SV_QUEUE_CAPACITY]; // are near
    svNear near[SV_QUEUE_CAPACITY];
    // A block of the stream.
    svFeaturePair pairs[SV_QUEUE_CAPACITY];
    svContactShape shapes[SV_QUEUE_CAPACITY];
    double streamed[SV_QUEUE_CAPACITY];
} NearState;

typedef struct Nearness {
    svQuery query; // first: a worker's query is this
    const svProximityDef* def;
    bool described; // closest points are wanted
} Nearness;

static const Nearness* NearnessOf(const svSceneWorker* worker) {
    return (const Nearness*)(const void*)worker->query;
}

svProximityDef svDefaultProximityDef(void) {
    svProximityDef def = {0};
    def.structSize = sizeof(def);
    def.query.maxPairs = SIZE_MAX;
    return def;
}

// ---- narrow phase ----------------------------------------------------------------------------

// Distance tests of a queue: sets state->which and state->near; returns how many are near.
static uint32_t TestNearBatch(const svSceneWorker* worker, svPairKind kind) {
    const Nearness* nearness = NearnessOf(worker);
    const svScene* scene = worker->query->scene;
    NearState* state = worker->state;
    const svQueue* queue = &state->features.filter.queues[kind];
    for (uint32_t i = 0; kind == SV_EDGE_EDGE && i < queue->count; ++i) {
        svQueue_OrderEdges(&state->features.filter.queues[kind], i);
    }
    for (uint32_t i = 0; i < queue->count + SV_NEAR_PAD; ++i) {
        state->distances[i] = nearness->def->distance;
    }
    for (uint32_t i = 0; scene->input.thick && i < queue->count; ++i) {
        state->distances[i] += svScene_PairThickness(scene, kind, queue->points[i]);
    }
    const svNearBatch batch = {.x = {scene->input.points + 4 * nearness->def->time,
                                     scene->numbering.vertexCount, 8 * sizeof(double), SV_DOUBLE},
                               .points = queue->points,
                               .distances = state->distances,
                               .count = queue->count,
                               .kernels = scene->kernels,
                               .crossing = nearness->def->crossing,
                               .which = state->which,
                               .near = nearness->described ? state->near : NULL};
    return svNearBatch_Test(&batch, kind);
}

// The key of the i-th pair that was found near.
static uint64_t KeyOf(const NearState* state, svPairKind kind, uint32_t i) {
    const uint32_t* features = state->features.filter.queues[kind].features[state->which[i]];
    return svKey(features[0], features[1]);
}

// Splits what the test found into the arrays of a result.
static void CopyShapes(const svNear* near, size_t count, svContactShape* shapes,
                       double* distances) {
    for (size_t i = 0; i < count; ++i) {
        memcpy(shapes[i].weights, near[i].weights, sizeof(shapes[i].weights));
        memcpy(shapes[i].normal, near[i].normal, sizeof(shapes[i].normal));
        distances[i] = near[i].distance;
    }
}

// Counts pairs and names them in the block of the stream.
static void CountNearPairs(svSceneWorker* worker, svPairKind kind, uint32_t count) {
    NearState* state = worker->state;
    for (uint32_t i = 0; i < count; ++i) {
        state->pairs[i] =
            svFound_Count(worker, &worker->found[kind], (svListKind)kind, KeyOf(state, kind, i));
    }
}

// Hands the pairs of a queue that are near to the caller's stream.
static void SendNearPairs(svSceneWorker* worker, svPairKind kind, uint32_t count) {
    NearState* state = worker->state;
    CountNearPairs(worker, kind, count);
    CopyShapes(state->near, count, state->shapes, state->streamed);
    const svContactBlock block = {.kind = kind,
                                  .count = count,
                                  .pairs = state->pairs,
                                  .shapes = state->shapes,
                                  .distances = state->streamed};
    svQuery_Send(worker->query, &block);
}

// Writes pairs behind what this worker found.
static svStatus WriteNearPairs(svSceneWorker* worker, svPairKind kind, uint32_t first,
                               uint32_t count) {
    const NearState* state = worker->state;
    svFound* found = &worker->found[kind];
    const svStatus status = svFound_Reserve(worker, found, count);
    if (status != SV_OK) {
        return status;
    }
    for (uint32_t i = 0; i < count; ++i) {
        found->keys[found->count + i] = KeyOf(state, kind, first + i);
    }
    CopyShapes(state->near + first, count,
               (svContactShape*)found->data[DATA_SHAPE].data + found->count,
               (double*)found->data[DATA_DISTANCE].data + found->count);
    return SV_OK;
}

// Counts and stores the first `count` pairs of state->which.
static svStatus StoreNearPairs(svSceneWorker* worker, svPairKind kind, uint32_t count) {
    const svStatus status = WriteNearPairs(worker, kind, 0, count);
    if (status == SV_OK) {
        svFound_Keep(worker, &worker->found[kind], (svListKind)kind, count);
    }
    return status;
}

// SV_WANT_FIRST: keeps the pair of the lowest kind and key.
static svStatus StoreFirstNear(svSceneWorker* worker, svPairKind kind, uint32_t count) {
    const NearState* state = worker->state;
    svFound* found = &worker->found[kind];
    svStatus status = SV_OK;
    for (uint32_t i = 0; i < count && status == SV_OK; ++i) {
        const uint64_t key = KeyOf(state, kind, i);
        svFound_Count(worker, found, (svListKind)kind, key);
        if (svSceneWorker_IsFirst(worker, (svFirst){.kind = kind, .key = key})) {
            status = WriteNearPairs(worker, kind, i, 1);
            found->count += status == SV_OK;
        }
    }
    return status;
}

// Narrow phase of a queue: counts, stores or streams the pairs that are near.
static svStatus TakeNearPairs(svSceneWorker* worker, svPairKind kind) {
    const NearState* state = worker->state;
    const Nearness* nearness = NearnessOf(worker);
    const svQueryDef* query = worker->query->def;
    worker->stats.tested += state->features.filter.queues[kind].count;
    const uint32_t count = TestNearBatch(worker, kind);
    if (count == 0) {
        return SV_OK;
    }
    worker->any = true;
    if (query->want == SV_WANT_ANY) {
        svQuery_Stop(worker->query);
        return SV_OK;
    }
    if (query->stream != NULL) {
        SendNearPairs(worker, kind, count);
        return SV_OK;
    }
    if (!nearness->described) {
        CountNearPairs(worker, kind, count);
        return SV_OK;
    }
    return query->want == SV_WANT_FIRST ? StoreFirstNear(worker, kind, count)
                                        : StoreNearPairs(worker, kind, count);
}

// ---- one worker ------------------------------------------------------------------------------

// The narrow phase of a queue, which is empty afterwards.
static svStatus TestNearQueue(svSceneWorker* worker, svPairKind kind) {
    svQueue* queue = svFeatureState_Queue(worker, kind);
    if (queue->count == 0) {
        return SV_OK;
    }
    if (worker->watching != NULL) {
        svWatching_TakeFeatures(worker, kind, queue);
    }
    const double start = svClock_Seconds();
    const svStatus status = TakeNearPairs(worker, kind);
    worker->testSeconds += svClock_Seconds() - start;
    queue->count = 0;
    return status;
}

// Filters leaf pairs into the queues, and tests those that are full.
static svStatus FindNearPairs(svSceneWorker* worker, const svLeafPairs* pairs) {
    NearState* state = worker->state;
    svCcdFilter* filter = &state->features.filter;
    svStatus status = SV_OK;
    for (uint32_t i = 0; i < pairs->count && status == SV_OK; ++i) {
        state->features.run(filter, pairs->pairs[i].a, pairs->pairs[i].b);
        for (int kind = 0; kind < 2 && status == SV_OK; ++kind) {
            if (filter->queues[kind].count >= SV_QUEUE_FULL) {
                status = TestNearQueue(worker, (svPairKind)kind);
            }
        }
    }
    return status;
}

// Tests what is left in the queues.
static svStatus FlushNearQueues(svSceneWorker* worker) {
    const svStatus status = TestNearQueue(worker, SV_VERTEX_FACE);
    return status == SV_OK ? TestNearQueue(worker, SV_EDGE_EDGE) : status;
}

// Everything that one worker does, as DetectOnWorker: leaf pairs, filter, narrow phase.
static void FindNearOnWorker(uint32_t thread, size_t first, size_t end, void* work) {
    (void)thread;
    Nearness* nearness = work;
    svQuery* query = &nearness->query;
    for (size_t i = first; i < end; ++i) {
        svSceneWorker* worker = query->scene->workers[i];
        const double start = svClock_Seconds();
        svLeafPairs pairs;
        while (worker->status == SV_OK && svQuery_NextPairs(worker, &pairs)) {
            worker->status = FindNearPairs(worker, &pairs);
        }
        if (worker->status == SV_OK && !svQuery_IsCancelled(query)) {
            worker->status = FlushNearQueues(worker);
        }
        if (worker->status != SV_OK) {
            svQuery_Stop(query);
        }
        svFeatureState_Count(worker);
        worker->seconds += svClock_Seconds() - start;
    }
}

// ---- the query -------------------------------------------------------------------------------

static svStatus CheckProximityDef(svScene* scene, const svProximityDef* def) {
    const bool ok = def->structSize == sizeof(*def) && svQueryDef_IsValid(&def->query) &&
                    def->distance >= 0 && def->distance <= DBL_MAX && (unsigned)def->time <= 1;
    return ok ? SV_OK
              : svContext_Fail(scene->context, SV_ERROR_ARGUMENT,
                               "proximity: the def is not from svDefaultProximityDef, or has a "
                               "value outside its range");
}

static void SetUpProximity(const Nearness* nearness, const svLeafRoles* roles) {
    const svScene* scene = nearness->query.scene;
    svFeatureStates_Init(&nearness->query, nearness->def->distance);
    for (uint32_t i = 0; i < scene->workerCount; ++i) {
        svSceneWorker* worker = scene->workers[i];
        NearState* state = worker->state;
        state->features.filter.input.roles = roles;
        for (int kind = 0; kind < 2; ++kind) {
            size_t* sizes = worker->found[kind].dataSize;
            sizes[DATA_SHAPE] = sizeof(svContactShape);
            sizes[DATA_DISTANCE] = sizeof(double);
        }
    }
}

static svStatus CollectNearList(svQuery* query, svPairKind kind, svNearList* list, uint64_t* hash) {
    svCollected collected;
    const svStatus status = svScene_Collect(query, (svListKind)kind, &collected);
    if (status == SV_OK) {
        *list = (svNearList){collected.pairs, collected.data[DATA_SHAPE],
                             collected.data[DATA_DISTANCE], collected.count, collected.total};
        *hash += collected.hash;
    }
    return status;
}

// Merges what the workers found into the two lists of the result.
static svStatus CollectProximity(svQuery* query, svProximity* proximity) {
    svStatus status = CollectNearList(query, SV_VERTEX_FACE, &proximity->vf, &proximity->hash);
    if (status == SV_OK) {
        status = CollectNearList(query, SV_EDGE_EDGE, &proximity->ee, &proximity->hash);
    }
    if (status != SV_OK) {
        return status;
    }
    return svQueryDef_Limit(query->def, proximity->vf.total + proximity->ee.total,
                            proximity->vf.count + proximity->ee.count);
}

// The query, stage by stage, as RunDetection at an instant and without self-collision culling: near
// is not in contact.
static svStatus RunProximity(svScene* scene, const svProximityDef* def, svProximity* proximity) {
    const double start = svClock_Seconds();
    svProximity result = {0};
    Nearness nearness = {
        .query = {.scene = scene, .def = &def->query, .instant = def->time},
        .def = def,
        .described = def->query.want != SV_WANT_ANY &&
                     (def->query.stream != NULL || def->query.maxPairs > 0),
    };
    svQuery* query = &nearness.query;
    // svNear_Test goes 2^-41 of the coordinates too far at most.
    const svUpdate update = {
        .instant = def->time, .distance = def->distance, .thick = true, .distant = true};
    svStatus status = svScene_Update(scene, &update, &result.stats);
    if (status == SV_OK) {
        status = svQuery_Begin(query, sizeof(NearState));
    }
    const svLeafRoles* roles = NULL;
    if (status == SV_OK && def->roles != NULL) {
        status = svScene_SetRoles(query, def->roles, &roles);
    }
    if (status != SV_OK) {
        return status;
    }
    SetUpProximity(&nearness, roles);
    svWorkers_For(query->workers, scene->workerCount, 1, FindNearOnWorker, &nearness);
    status = svQuery_End(query, &result.stats);
    if (status == SV_OK) {
        status = CollectProximity(query, &result);
    }
    result.found = query->found;
    status = svQuery_Finish(query, status, start, &result.stats);
    if (svStatus_HasResult(status)) {
        *proximity = result;
    }
    return status;
}

svStatus svScene_Proximity(svScene* scene, const svProximityDef* def, svProximity* proximity) {
    if (scene == NULL || proximity == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    const svProximityDef chosen = def == NULL ? svDefaultProximityDef() : *def;
    const svStatus status = CheckProximityDef(scene, &chosen);
    return status == SV_OK ? RunProximity(scene, &chosen, proximity) : status;
}
