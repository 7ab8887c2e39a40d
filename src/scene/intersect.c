// Triangles that intersect at an instant (DCD): svScene_Intersect.
//
// As detect.c: leaf pairs of the broad phase become queues of candidate triangle pairs, those
// without a common vertex and the others; the narrow phase is exact (triangle_batch.h).

#include "base/clock.h"
#include "elementary/triangle/triangle_batch.h"
#include "filter/triangle_filter.h"
#include "scene/results.h"
#include "scene/watch.h"

#include <string.h>

// What is kept of a pair: the data of svFound.
enum { DATA_MEETING, DATA_SHARED };

// One worker's state.
typedef struct IntersectState {
    svTriangleFilter filter;
    uint8_t meetings[SV_TRIANGLE_QUEUE_CAPACITY];
    uint8_t shared[SV_TRIANGLE_QUEUE_CAPACITY];
    uint16_t places[SV_TRIANGLE_QUEUE_CAPACITY]; // in the queue, of those that intersect
    // A block of the stream.
    svFeaturePair pairs[SV_TRIANGLE_QUEUE_CAPACITY];
    uint8_t streamMeetings[SV_TRIANGLE_QUEUE_CAPACITY];
} IntersectState;

typedef struct Intersection {
    svQuery query; // first: a worker's query is this
    const svIntersectDef* def;
} Intersection;

svIntersectDef svDefaultIntersectDef(void) {
    svIntersectDef def = {0};
    def.structSize = sizeof(def);
    def.query.maxPairs = SIZE_MAX;
    return def;
}

// ---- narrow phase ----------------------------------------------------------------------------

// Drops the pairs that rings and vertex exclusions exclude. A ring of any width contains the vertex
// itself, which only triangles can share.
static void DropExcludedTriangles(svSceneWorker* worker, svTriangleQueue* queue) {
    const IntersectState* state = worker->state;
    const svScene* scene = worker->query->scene;
    const svExclusions* exclusions = &scene->exclusions;
    const bool sharing = queue == &state->filter.sharing;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < queue->count; ++i) {
        uint32_t vertices[6];
        for (int k = 0; k < 6; ++k) {
            vertices[k] = scene->numbering.vertexOfPoint[queue->vertices[k][i]];
        }
        const uint32_t mesh =
            sharing ? svNumbering_MeshOfFace(&scene->numbering, queue->faces[0][i]) : 0;
        if ((sharing && scene->members[mesh].def.ring > 0) ||
            svExclusions_ExcludeVertices(exclusions, vertices, 3, vertices + 3, 3)) {
            continue;
        }
        queue->faces[0][kept] = queue->faces[0][i];
        queue->faces[1][kept] = queue->faces[1][i];
        for (int k = 0; k < 6; ++k) {
            queue->vertices[k][kept] = queue->vertices[k][i];
        }
        ++kept;
    }
    worker->stats.excluded[0] += queue->count - kept;
    queue->count = kept;
}

// The exact test of all candidates of a queue, padded for full lanes.
static void TestTrianglePairs(svSceneWorker* worker, svTriangleQueue* queue) {
    IntersectState* state = worker->state;
    const svQuery* query = worker->query;
    const svScene* scene = query->scene;
    const double* points = scene->input.points + (query->instant == 1 ? 4 : 0);
    svTriangleBatch batch = {
        .x = {points, scene->numbering.vertexCount, 8 * sizeof(double), SV_DOUBLE},
        .count = queue->count,
        .sharing = queue == &state->filter.sharing,
        .kernels = scene->kernels,
        .meetings = state->meetings,
        .shared = state->shared,
    };
    for (int k = 0; k < 6; ++k) {
        for (uint32_t i = 0; i < SV_TRIANGLE_PAD; ++i) {
            queue->vertices[k][queue->count + i] = queue->vertices[k][0];
        }
        batch.vertices[k] = queue->vertices[k];
    }
    worker->stats.tested += queue->count;
    worker->stats.exact += svTriangleBatch_Meet(&batch);
}

// ---- what becomes of an intersecting pair ------------------------------------------------------

// Keeps one pair, unless only the first is wanted and this is not it.
static svStatus StoreIntersection(svSceneWorker* worker, uint64_t key, uint8_t meeting,
                                  uint8_t shared) {
    const svQueryDef* query = worker->query->def;
    svFound* found = &worker->found[0];
    if (query->want == SV_WANT_FIRST && !svSceneWorker_IsFirst(worker, (svFirst){.key = key})) {
        return SV_OK;
    }
    const svStatus status = svFound_Reserve(worker, found, 1);
    if (status != SV_OK) {
        return status;
    }
    const size_t at = found->count++;
    found->keys[at] = key;
    ((uint8_t*)found->data[DATA_MEETING].data)[at] = meeting;
    ((uint8_t*)found->data[DATA_SHARED].data)[at] = shared;
    return SV_OK;
}

// Counts and stores the first `count` pairs of state->places.
static svStatus StoreIntersections(svSceneWorker* worker, const svTriangleQueue* queue,
                                   uint32_t count) {
    const IntersectState* state = worker->state;
    svFound* found = &worker->found[0];
    const svStatus status = svFound_Reserve(worker, found, count);
    if (status != SV_OK || count == 0) {
        return status;
    }
    uint64_t* keys = found->keys + found->count;
    uint8_t* meetings = (uint8_t*)found->data[DATA_MEETING].data + found->count;
    uint8_t* shared = (uint8_t*)found->data[DATA_SHARED].data + found->count;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t place = state->places[i];
        keys[i] = svKey(queue->faces[0][place], queue->faces[1][place]);
        meetings[i] = state->meetings[place];
        shared[i] = state->shared[place];
    }
    svFound_Keep(worker, found, SV_LIST_FACES, count);
    worker->any = true;
    return SV_OK;
}

// Hands the stream's block, `count` pairs, to the caller.
static void SendIntersections(svSceneWorker* worker, size_t count) {
    const IntersectState* state = worker->state;
    const svContactBlock block = {
        .count = count, .pairs = state->pairs, .meetings = state->streamMeetings};
    svQuery_Send(worker->query, &block);
}

// Counts, stores or streams the intersecting pairs of a queue.
static svStatus TakeIntersections(svSceneWorker* worker, const svTriangleQueue* queue) {
    IntersectState* state = worker->state;
    const svQueryDef* query = worker->query->def;
    svFound* found = &worker->found[0];
    _Static_assert(SV_TRIANGLES_APART == 0, "any other meeting is a mark");
    const uint32_t count = svFindMarks(state->meetings, queue->count, state->places);
    if (svQueryDef_StoresAll(query)) {
        return StoreIntersections(worker, queue, count);
    }
    svStatus status = SV_OK;
    size_t streamed = 0;
    for (uint32_t k = 0; k < count && status == SV_OK; ++k) {
        const uint32_t i = state->places[k];
        worker->any = true;
        if (query->want == SV_WANT_ANY) {
            svQuery_Stop(worker->query);
            return SV_OK;
        }
        const uint64_t key = svKey(queue->faces[0][i], queue->faces[1][i]);
        const svFeaturePair pair = svFound_Count(worker, found, SV_LIST_FACES, key);
        if (query->stream != NULL) {
            state->pairs[streamed] = pair;
            state->streamMeetings[streamed++] = state->meetings[i];
        } else {
            status = StoreIntersection(worker, key, state->meetings[i], state->shared[i]);
        }
    }
    if (streamed > 0) {
        SendIntersections(worker, streamed);
    }
    return status;
}

// ---- one worker ------------------------------------------------------------------------------

// The narrow phase of a queue, which is empty afterwards.
static svStatus TestTriangleQueue(svSceneWorker* worker, svTriangleQueue* queue) {
    if (worker->query->scene->exclusions.byVertex) {
        DropExcludedTriangles(worker, queue);
    }
    if (queue->count == 0) {
        return SV_OK;
    }
    if (worker->watching != NULL) {
        svWatching_TakeTriangles(worker, queue);
    }
    const double start = svClock_Seconds();
    TestTrianglePairs(worker, queue);
    const svStatus status = TakeIntersections(worker, queue);
    worker->testSeconds += svClock_Seconds() - start;
    queue->count = 0;
    return status;
}

// Filters leaf pairs into the queues, and tests those that are full.
static svStatus IntersectPairs(svSceneWorker* worker, const svLeafPairs* pairs) {
    IntersectState* state = worker->state;
    svTriangleFilter* filter = &state->filter;
    svFilterTrianglesFn* const run = worker->query->scene->kernels->filterTriangles;
    svStatus status = SV_OK;
    for (uint32_t i = 0; i < pairs->count && status == SV_OK; ++i) {
        if (i + 1 < pairs->count) {
            svTriangleFilter_Prefetch(filter, pairs->pairs[i + 1].b);
        }
        run(filter, pairs->pairs[i].a, pairs->pairs[i].b);
        if (filter->apart.count >= SV_TRIANGLE_QUEUE_FULL) {
            status = TestTriangleQueue(worker, &filter->apart);
        }
        if (filter->sharing.count >= SV_TRIANGLE_QUEUE_FULL && status == SV_OK) {
            status = TestTriangleQueue(worker, &filter->sharing);
        }
    }
    return status;
}

// Tests what is left in the queues.
static svStatus FlushTriangleQueues(svSceneWorker* worker) {
    IntersectState* state = worker->state;
    const svStatus status = TestTriangleQueue(worker, &state->filter.apart);
    return status == SV_OK ? TestTriangleQueue(worker, &state->filter.sharing) : status;
}

static void CountFiltered(svSceneWorker* worker) {
    const IntersectState* state = worker->state;
    const svTriangleFilter* filter = &state->filter;
    worker->stats.leafPairs = filter->leafPairs;
    worker->stats.leafPairsNear = filter->leafPairsNear;
    worker->stats.boxPairs[0] = filter->boxPairs;
    worker->stats.incident[0] = filter->incident;
    worker->stats.culled[0] = filter->culled;
}

// Everything that one worker does, as DetectOnWorker: leaf pairs, filter, narrow phase.
static void IntersectOnWorker(uint32_t thread, size_t first, size_t end, void* work) {
    (void)thread;
    Intersection* intersection = work;
    svQuery* query = &intersection->query;
    for (size_t i = first; i < end; ++i) {
        svSceneWorker* worker = query->scene->workers[i];
        const double start = svClock_Seconds();
        svLeafPairs pairs;
        while (worker->status == SV_OK && svQuery_NextPairs(worker, &pairs)) {
            worker->status = IntersectPairs(worker, &pairs);
        }
        if (worker->status == SV_OK && !svQuery_IsCancelled(query)) {
            worker->status = FlushTriangleQueues(worker);
        }
        if (worker->status != SV_OK) {
            svQuery_Stop(query);
        }
        CountFiltered(worker);
        worker->seconds += svClock_Seconds() - start;
    }
}

// ---- segments --------------------------------------------------------------------------------

typedef struct Segments {
    const svQuery* query;
    const uint64_t* keys;
    svSegment* out;
} Segments;

// The corners of a face, as point numbers and as positions at the time of the query.
static void LoadFace(const svQuery* query, uint32_t face, uint32_t ids[3], double x[3][3]) {
    const svScene* scene = query->scene;
    const svSceneTopology* mesh =
        &scene->numbering.topologies[svNumbering_MeshOfFace(&scene->numbering, face)];
    const uint32_t* corners = mesh->topology->triangles + 3 * (size_t)(face - mesh->firstFace);
    for (int i = 0; i < 3; ++i) {
        ids[i] = scene->numbering.pointOfVertex[mesh->firstVertex + corners[i]];
        const double* point =
            scene->input.points + 8 * (size_t)ids[i] + (query->instant == 1 ? 4 : 0);
        memcpy(x[i], point, sizeof(x[i]));
    }
}

static void CutSegmentRange(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Segments* segments = work;
    for (size_t i = first; i < end; ++i) {
        svTrianglePair pair;
        svTriangleResult result;
        LoadFace(segments->query, (uint32_t)(segments->keys[i] >> 32), pair.aIds, pair.a);
        LoadFace(segments->query, (uint32_t)segments->keys[i], pair.bIds, pair.b);
        // They intersect, so it cannot fail.
        if (svTriangleTriangle(&pair, &result) == SV_OK) {
            memcpy(segments->out[i].ends, result.segment, sizeof(result.segment));
        }
    }
}

// The segments in which the pairs of a result intersect.
static svStatus CutSegments(const svQuery* query, const svCollected* collected,
                            svIntersections* out) {
    svScene* scene = query->scene;
    svBuffer* buffer = &scene->results.segments;
    const svStatus status = svContext_Grow(scene->context, &buffer->data, &buffer->capacity,
                                           collected->count, sizeof(svSegment));
    if (status != SV_OK) {
        return svScene_OutOfMemory(scene);
    }
    Segments segments = {query, collected->keys, buffer->data};
    svWorkers_For(query->workers, collected->count, 1024, CutSegmentRange, &segments);
    out->segments = buffer->data;
    return SV_OK;
}

// ---- the query -------------------------------------------------------------------------------

static svStatus CheckIntersectDef(svScene* scene, const svIntersectDef* def) {
    const bool ok = def->structSize == sizeof(*def) && svQueryDef_IsValid(&def->query) &&
                    (def->time == 0 || def->time == 1);
    return ok ? SV_OK
              : svContext_Fail(scene->context, SV_ERROR_ARGUMENT,
                               "intersect: the def is not from svDefaultIntersectDef, or has a "
                               "value outside its range");
}

// Resets the filters of all workers.
static void SetUpIntersection(const Intersection* intersection) {
    const svScene* scene = intersection->query.scene;
    const svFilterInput input = svScene_FilterInput(scene);
    for (uint32_t i = 0; i < scene->workerCount; ++i) {
        svSceneWorker* worker = scene->workers[i];
        IntersectState* state = worker->state;
        svTriangleFilter* filter = &state->filter;
        filter->input = input;
        filter->spread = scene->culling.starsSet ? scene->culling.stars.leaves : NULL;
        filter->leafPairs = filter->leafPairsNear = 0;
        filter->boxPairs = filter->incident = filter->culled = 0;
        filter->apart.count = filter->sharing.count = 0;
        memset(filter->tags, 0xff, sizeof(filter->tags)); // SV_NONE
        size_t* sizes = worker->found[0].dataSize;
        sizes[DATA_MEETING] = sizes[DATA_SHARED] = sizeof(uint8_t);
    }
}

// Merges what the workers found; segments are cut only now, for pairs that are reported.
static svStatus CollectIntersections(Intersection* intersection, svIntersections* out) {
    svQuery* query = &intersection->query;
    svCollected collected;
    svStatus status = svScene_Collect(query, SV_LIST_FACES, &collected);
    if (status == SV_OK && intersection->def->segments && collected.count > 0) {
        status = CutSegments(query, &collected, out);
    }
    if (status != SV_OK) {
        return status;
    }
    out->pairs = collected.pairs;
    out->meetings = collected.data[DATA_MEETING];
    out->shared = collected.data[DATA_SHARED];
    out->count = collected.count;
    out->total = collected.total;
    out->hash = collected.hash;
    return svQueryDef_Limit(query->def, out->total, out->count);
}

// The query, stage by stage, as RunDetection at an instant.
static svStatus RunIntersection(svScene* scene, const svIntersectDef* def,
                                svIntersections* intersections) {
    const double start = svClock_Seconds();
    svIntersections result = {0};
    Intersection intersection = {
        .query = {.scene = scene, .def = &def->query, .instant = def->time}, .def = def};
    svQuery* query = &intersection.query;
    const svUpdate update = {
        .instant = def->time, .stars = (scene->def.filters & SV_FILTER_STARS) != 0, .self = true};
    svStatus status = svScene_Update(scene, &update, &result.stats);
    if (status == SV_OK) {
        status = svQuery_Begin(query, sizeof(IntersectState));
    }
    if (status != SV_OK) {
        return status;
    }
    SetUpIntersection(&intersection);
    svWorkers_For(query->workers, scene->workerCount, 1, IntersectOnWorker, &intersection);
    status = svQuery_End(query, &result.stats);
    if (status == SV_OK) {
        status = CollectIntersections(&intersection, &result);
    }
    result.found = query->found;
    status = svQuery_Finish(query, status, start, &result.stats);
    if (svStatus_HasResult(status)) {
        *intersections = result;
    }
    return status;
}

svStatus svScene_Intersect(svScene* scene, const svIntersectDef* def,
                           svIntersections* intersections) {
    if (scene == NULL || intersections == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    const svIntersectDef chosen = def == NULL ? svDefaultIntersectDef() : *def;
    const svStatus status = CheckIntersectDef(scene, &chosen);
    return status == SV_OK ? RunIntersection(scene, &chosen, intersections) : status;
}
