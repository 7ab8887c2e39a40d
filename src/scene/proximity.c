// Features near each other at an instant: svScene_Proximity.
//
// The filter of leaf pairs, with boxes inflated by distance and thicknesses, leaves the pairs that
// svNear_Test decides one by one.

#include "elementary/proximity.h"
#include "scene/features.h"
#include "scene/results.h"

#include <float.h>
#include <string.h>

// What is kept of a pair: the data of svFound.
enum { DATA_SHAPE, DATA_DISTANCE };

// One worker's state.
typedef struct NearState {
    svFeatureState features;
    // A block of the stream.
    svFeaturePair pairs[SV_QUEUE_CAPACITY];
    svContactShape shapes[SV_QUEUE_CAPACITY];
    double distances[SV_QUEUE_CAPACITY];
} NearState;

typedef struct Nearness {
    const svProximityDef* def;
    svProximity* result;
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

static svStatus Store(svSceneWorker* worker, svPairKind kind, uint64_t key, const svNear* near) {
    const svQueryDef* query = worker->search->query;
    svFound* found = &worker->found[kind];
    if (query->want == SV_WANT_FIRST &&
        !svSceneWorker_IsFirst(worker, (svFirst){.kind = kind, .key = key})) {
        return SV_OK;
    }
    const svStatus status = svFound_Reserve(worker, found, 1);
    if (status != SV_OK) {
        return status;
    }
    const size_t at = found->count++;
    found->keys[at] = key;
    ((svContactShape*)found->data[DATA_SHAPE].data)[at] = ShapeOf(near);
    ((double*)found->data[DATA_DISTANCE].data)[at] = near->distance;
    return SV_OK;
}

static void SendBlock(svSceneWorker* worker, svPairKind kind, size_t count) {
    const NearState* state = worker->state;
    const svContactBlock block = {.kind = kind,
                                  .count = count,
                                  .pairs = state->pairs,
                                  .shapes = state->shapes,
                                  .distances = state->distances};
    svSearch_Send(worker->search, &block);
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
        const svFeaturePair pair = svFound_Count(worker, found, (svListKind)kind, key);
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

static void SetUp(svSearch* search) {
    const Nearness* nearness = search->user;
    const svScene* scene = search->scene;
    svFeatureStates_Init(search, nearness->def->distance, true, TestQueue);
    for (uint32_t i = 0; i < scene->workerCount; ++i) {
        svSceneWorker* worker = scene->workers[i];
        for (int kind = 0; kind < 2; ++kind) {
            size_t* sizes = worker->found[kind].dataSize;
            sizes[DATA_SHAPE] = sizeof(svContactShape);
            sizes[DATA_DISTANCE] = sizeof(double);
        }
    }
}

static svStatus CollectList(svSearch* search, svPairKind kind, svNearList* list, uint64_t* hash) {
    svCollected collected;
    const svStatus status = svScene_Collect(search, (svListKind)kind, &collected);
    if (status == SV_OK) {
        *list = (svNearList){collected.pairs, collected.data[DATA_SHAPE],
                             collected.data[DATA_DISTANCE], collected.count, collected.total};
        *hash += collected.hash;
    }
    return status;
}

static svStatus Collect(svSearch* search) {
    const Nearness* nearness = search->user;
    svProximity* proximity = nearness->result;
    svStatus status = CollectList(search, SV_VERTEX_FACE, &proximity->vf, &proximity->hash);
    if (status == SV_OK) {
        status = CollectList(search, SV_EDGE_EDGE, &proximity->ee, &proximity->hash);
    }
    if (status != SV_OK) {
        return status;
    }
    return svQueryDef_Limit(search->query, proximity->vf.total + proximity->ee.total,
                            proximity->vf.count + proximity->ee.count);
}

static svStatus FindNear(svScene* scene, const svProximityDef* def, svProximity* proximity) {
    svProximity result = {0};
    Nearness nearness = {def, &result,
                         def->query.want != SV_WANT_ANY &&
                             (def->query.stream != NULL || def->query.maxPairs > 0)};
    svSearch search = {.scene = scene,
                       .query = &def->query,
                       .instant = def->time,
                       .stateBytes = sizeof(NearState),
                       .setUp = SetUp,
                       .leafPair = svFeatureState_LeafPair,
                       .flush = svFeatureState_Flush,
                       .collect = Collect,
                       .user = &nearness};
    // svNear_Test goes 2^-41 of the coordinates too far at most.
    const svUpdate update = {
        .instant = def->time, .distance = def->distance, .thick = true, .distant = true};
    const svStatus status = svSearch_Answer(&search, &update, &result.stats, &result.found);
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
    const svStatus status = CheckDef(scene, &chosen);
    return status == SV_OK ? FindNear(scene, &chosen, proximity) : status;
}
