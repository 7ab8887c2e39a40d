// Contacts over a step (CCD): svScene_Detect and svScene_SafeStep.
//
// Read it from the end: RunDetection has the stages in their order, DetectOnWorker those of one
// worker. Leaf pairs of the broad phase become queues of vertex-face and edge-edge candidates
// (features.h); a full queue goes through the narrow phase (TestContactQueue), and contacts, with
// their times of impact, are counted, stored or streamed.

#include "base/clock.h"
#include "elementary/ccd/ccd_batch.h"
#include "elementary/ccd/ccd_contact.h"
#include "elementary/proximity/proximity.h"
#include "scene/features.h"
#include "scene/results.h"
#include "scene/watch.h"

#include <string.h>

// What is kept of a contact: the data of svFound.
enum { DATA_TIMES, DATA_SIDE };

// One worker's state.
typedef struct DetectState {
    svFeatureState features;
    uint8_t hits[SV_QUEUE_CAPACITY];
    uint16_t places[SV_QUEUE_CAPACITY]; // in the queue, of the hits
    svInterval times[SV_QUEUE_CAPACITY];
    int sides[SV_QUEUE_CAPACITY];
    bool overlapped; // SV_OVERLAP_ERROR: a pair overlaps, and from then on only such pairs count
    // A block of the stream.
    svFeaturePair pairs[SV_QUEUE_CAPACITY];
    svInterval streamTimes[SV_QUEUE_CAPACITY];
    svContactShape shapes[SV_QUEUE_CAPACITY];
} DetectState;

typedef struct Detection {
    svQuery query; // first: a worker's query is this
    const svDetectDef* def;
    bool distant; // some mesh has a thickness
    bool timed;   // times of impact are needed
    bool shaped;  // weights and normals are
    bool plain;   // fast path: all contacts are stored as they are, none streamed or tested again
} Detection;

static Detection* DetectionOf(const svSceneWorker* worker) {
    return (Detection*)(void*)worker->query;
}

svDetectDef svDefaultDetectDef(void) {
    svDetectDef def = {0};
    def.structSize = sizeof(def);
    def.query.maxPairs = SIZE_MAX;
    def.detail = SV_DETAIL_TIMES;
    const svCcdDef ccd = svDefaultCcdDef();
    def.tolerance = ccd.tolerance;
    def.separationTolerance = ccd.separationTolerance;
    return def;
}

// ---- narrow phase ----------------------------------------------------------------------------

// The single-pair test with the settings of the query and the separation of this pair.
static svCcdDef PairDef(Detection* detection, svPairKind kind, const uint32_t points[4]) {
    svCcdDef def = svDefaultCcdDef();
    def.tolerance = detection->def->tolerance;
    def.separationTolerance = detection->def->separationTolerance;
    def.minSeparation = svScene_PairThickness(detection->query.scene, kind, points);
    def.allocator = svQuery_Allocator(&detection->query);
    return def;
}

static svStatus TestPair(const svMovingPair* pair, svPairKind kind, const svCcdDef* def,
                         svCcdResult* result) {
    return kind == SV_EDGE_EDGE ? svEdgeEdge_Ccd(pair, def, result)
                                : svVertexFace_Ccd(pair, def, result);
}

// Pairs with a thickness, one by one. Edges in canonical order: the result may depend on it.
static svStatus TestThickPairs(svSceneWorker* worker, svPairKind kind) {
    DetectState* state = worker->state;
    svQueue* queue = &state->features.filter.queues[kind];
    svCcdStats* stats = &worker->stats.ccd[kind];
    for (uint32_t i = 0; i < queue->count; ++i) {
        if (kind == SV_EDGE_EDGE) {
            svQueue_OrderEdges(queue, i);
        }
        const svCcdDef def = PairDef(DetectionOf(worker), kind, queue->points[i]);
        svMovingPair pair;
        svCcdResult result;
        svScene_GetPair(worker->query->scene, queue->points[i], &pair);
        const svStatus status = TestPair(&pair, kind, &def, &result);
        if (status != SV_OK) {
            return status;
        }
        state->hits[i] = result.hit;
        state->times[i] = (svInterval){result.tLo, result.tHi};
        state->sides[i] = 0;
        ++stats->queries;
        stats->filtered += !result.exact;
        stats->exact += result.exact;
        stats->hits += result.hit;
    }
    return SV_OK;
}

// CCD of all candidates of a queue: hits, times of impact and sides.
static svStatus TestCandidates(svSceneWorker* worker, svPairKind kind) {
    DetectState* state = worker->state;
    const Detection* detection = DetectionOf(worker);
    const svScene* scene = worker->query->scene;
    const svQueue* queue = &state->features.filter.queues[kind];
    if (detection->distant) {
        return TestThickPairs(worker, kind);
    }
    svCcdBatchDef def = svDefaultCcdBatchDef();
    def.x0 = (svPositions){scene->input.points, scene->numbering.vertexCount, 8 * sizeof(double),
                           SV_DOUBLE};
    def.x1 = (svPositions){scene->input.points + 4, scene->numbering.vertexCount,
                           8 * sizeof(double), SV_DOUBLE};
    def.points = queue->points[0];
    def.count = queue->count;
    def.tolerance = detection->def->tolerance;
    def.trusted = true;
    def.isa = scene->def.isa;
    def.allocator = svQuery_Allocator(worker->query);
    const svCcdBatchOut out = {state->hits, detection->timed ? state->times : NULL,
                               detection->shaped ? state->sides : NULL,
                               (scene->def.filters & SV_FILTER_COPLANAR) != 0 ? scene->input.points
                                                                              : NULL};
    return svCcdBatch_Run(&def, kind, &out, &worker->stats.ccd[kind]);
}

// ---- what becomes of a contact ---------------------------------------------------------------

// Whether the pair is in contact, or nearer than its thickness, at t0.
static svStatus OverlapsAtStart(svSceneWorker* worker, svPairKind kind, const uint32_t points[4],
                                bool* overlaps) {
    const svCcdDef def = PairDef(DetectionOf(worker), kind, points);
    svMovingPair pair;
    svCcdResult result;
    svScene_GetPair(worker->query->scene, points, &pair);
    if (def.minSeparation > 0) {
        // Not by CCD: the slack of its times would report pairs that are a little beyond the
        // distance.
        svVec3 x[4];
        for (int i = 0; i < 4; ++i) {
            x[i] = svVec3_From(pair.x0[i]);
        }
        *overlaps = svNear_Test(x, kind, def.minSeparation, NULL);
        return SV_OK;
    }
    memcpy(pair.x1, pair.x0, sizeof(pair.x1));
    const svStatus status = TestPair(&pair, kind, &def, &result);
    *overlaps = status == SV_OK && result.hit;
    return status;
}

// Weights and normal of a contact.
static svStatus DescribeContact(Detection* detection, svPairKind kind, const uint32_t points[4],
                                svInterval times, int side, svContactShape* shape) {
    svMovingPair pair;
    svCcdResult result = {.hit = true, .tLo = times.lo, .tHi = times.hi};
    svScene_GetPair(detection->query.scene, points, &pair);
    if (detection->distant) {
        const svCcdDef def = PairDef(detection, kind, points);
        const svStatus status = TestPair(&pair, kind, &def, &result);
        if (status != SV_OK) {
            return status;
        }
    } else {
        svCcdContact_Describe(&pair, kind, side, &result);
    }
    for (int i = 0; i < 4; ++i) {
        shape->weights[i] = result.weights[i];
    }
    for (int axis = 0; axis < 3; ++axis) {
        shape->normal[axis] = result.normal[axis];
    }
    return SV_OK;
}

// Stores contact i of the queue.
static svStatus StoreContact(svSceneWorker* worker, svPairKind kind, uint32_t i, bool overlaps) {
    DetectState* state = worker->state;
    const svQueryDef* query = worker->query->def;
    const svQueue* queue = &state->features.filter.queues[kind];
    svFound* found = &worker->found[kind];
    const uint64_t key = svKey(queue->features[i][0], queue->features[i][1]);
    // Others may have lo = 0 too, but where overlaps are an error the first of them is wanted.
    if (query->want == SV_WANT_FIRST &&
        !svSceneWorker_IsFirst(worker, (svFirst){overlaps ? -1 : state->times[i].lo, kind, key})) {
        return SV_OK;
    }
    const svStatus status = svFound_Reserve(worker, found, 1);
    if (status != SV_OK) {
        return status;
    }
    const size_t at = found->count++;
    found->keys[at] = key;
    if (found->dataSize[DATA_TIMES] > 0) {
        ((svInterval*)found->data[DATA_TIMES].data)[at] = state->times[i];
    }
    if (found->dataSize[DATA_SIDE] > 0) {
        ((int*)found->data[DATA_SIDE].data)[at] = state->sides[i];
    }
    return SV_OK;
}

// Counts and stores the first `count` contacts of state->places.
static svStatus StoreContacts(svSceneWorker* worker, svPairKind kind, uint32_t count) {
    const DetectState* state = worker->state;
    const svQueue* queue = &state->features.filter.queues[kind];
    svFound* found = &worker->found[kind];
    const svStatus status = svFound_Reserve(worker, found, count);
    if (status != SV_OK || count == 0) {
        return status;
    }
    uint64_t* keys = found->keys + found->count;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t a = queue->features[state->places[i]][0];
        const uint32_t b = queue->features[state->places[i]][1];
        const bool ordered = kind == SV_VERTEX_FACE || a < b; // as svQueue_OrderEdges does
        keys[i] = svKey(ordered ? a : b, ordered ? b : a);
    }
    if (found->dataSize[DATA_TIMES] > 0) {
        svInterval* times = (svInterval*)found->data[DATA_TIMES].data + found->count;
        for (uint32_t i = 0; i < count; ++i) {
            times[i] = state->times[state->places[i]];
        }
    }
    if (found->dataSize[DATA_SIDE] > 0) {
        int* sides = (int*)found->data[DATA_SIDE].data + found->count;
        for (uint32_t i = 0; i < count; ++i) {
            sides[i] = state->sides[state->places[i]];
        }
    }
    svFound_Keep(worker, found, (svListKind)kind, count);
    worker->any = true;
    return SV_OK;
}

// Contact i of the queue as entry `at` of the stream's block.
static svStatus StreamContact(svSceneWorker* worker, svPairKind kind, uint32_t i, size_t at) {
    DetectState* state = worker->state;
    Detection* detection = DetectionOf(worker);
    const svQueue* queue = &state->features.filter.queues[kind];
    state->streamTimes[at] = state->times[i];
    return detection->shaped ? DescribeContact(detection, kind, queue->points[i], state->times[i],
                                               state->sides[i], &state->shapes[at])
                             : SV_OK;
}

// Hands the stream's block, `count` contacts, to the caller.
static void SendContacts(svSceneWorker* worker, svPairKind kind, size_t count) {
    const DetectState* state = worker->state;
    const Detection* detection = DetectionOf(worker);
    const svContactBlock block = {
        .kind = kind,
        .count = count,
        .pairs = state->pairs,
        .times = detection->def->detail >= SV_DETAIL_TIMES ? state->streamTimes : NULL,
        .shapes = detection->shaped ? state->shapes : NULL,
    };
    svQuery_Send(worker->query, &block);
}

// Counts contact i of the queue, and stores or streams it, as the query wants overlaps at t0
// treated. `*streamed` is the length of the stream's block so far.
static svStatus TakeContact(svSceneWorker* worker, svPairKind kind, uint32_t i, size_t* streamed) {
    DetectState* state = worker->state;
    const Detection* detection = DetectionOf(worker);
    const svQueryDef* query = worker->query->def;
    const svQueue* queue = &state->features.filter.queues[kind];
    svFound* found = &worker->found[kind];
    bool overlaps = false;
    if (detection->def->overlap != SV_OVERLAP_REPORT &&
        (detection->distant || state->times[i].lo == 0)) {
        const svStatus status = OverlapsAtStart(worker, kind, queue->points[i], &overlaps);
        worker->stats.overlaps += overlaps;
        if (status != SV_OK || (overlaps && detection->def->overlap == SV_OVERLAP_IGNORE)) {
            return status;
        }
    }
    if (detection->def->overlap == SV_OVERLAP_ERROR && overlaps != state->overlapped) {
        if (!overlaps) {
            return SV_OK;
        }
        svSceneWorker_Forget(worker);
        state->overlapped = true;
    }
    const uint64_t key = svKey(queue->features[i][0], queue->features[i][1]);
    const svFeaturePair pair = svFound_Count(worker, found, (svListKind)kind, key);
    worker->any = true;
    if (query->want == SV_WANT_ANY) {
        svQuery_Stop(worker->query);
        return SV_OK;
    }
    if (query->stream != NULL && detection->def->overlap != SV_OVERLAP_ERROR) {
        state->pairs[*streamed] = pair;
        return StreamContact(worker, kind, i, (*streamed)++);
    }
    return StoreContact(worker, kind, i, overlaps);
}

// What becomes of the contacts of a queue: the first `count` of state->places.
static svStatus TakeContacts(svSceneWorker* worker, svPairKind kind, uint32_t count) {
    DetectState* state = worker->state;
    svQueue* queue = &state->features.filter.queues[kind];
    if (DetectionOf(worker)->plain) {
        return StoreContacts(worker, kind, count);
    }
    for (uint32_t i = 0; kind == SV_EDGE_EDGE && i < count; ++i) {
        svQueue_OrderEdges(queue, state->places[i]);
    }
    svStatus status = SV_OK;
    size_t streamed = 0;
    for (uint32_t i = 0; i < count && status == SV_OK; ++i) {
        status = TakeContact(worker, kind, state->places[i], &streamed);
    }
    if (streamed > 0 && status == SV_OK) {
        SendContacts(worker, kind, streamed);
    }
    return status;
}

// ---- one worker ------------------------------------------------------------------------------

// The narrow phase of a queue, which is empty afterwards.
static svStatus TestContactQueue(svSceneWorker* worker, svPairKind kind) {
    DetectState* state = worker->state;
    svQueue* queue = svFeatureState_Queue(worker, kind);
    if (queue->count == 0) {
        return SV_OK;
    }
    if (worker->watching != NULL) {
        svWatching_TakeFeatures(worker, kind, queue);
    }
    const double start = svClock_Seconds();
    svStatus status = TestCandidates(worker, kind);
    if (status == SV_OK) {
        status = TakeContacts(worker, kind, svFindMarks(state->hits, queue->count, state->places));
    }
    worker->testSeconds += svClock_Seconds() - start;
    queue->count = 0;
    return status;
}

// Filters leaf pairs into the queues, and tests those that are full.
static svStatus DetectPairs(svSceneWorker* worker, const svLeafPairs* pairs) {
    DetectState* state = worker->state;
    svCcdFilter* filter = &state->features.filter;
    svStatus status = SV_OK;
    for (uint32_t i = 0; i < pairs->count && status == SV_OK; ++i) {
        state->features.run(filter, pairs->pairs[i].a, pairs->pairs[i].b);
        for (int kind = 0; kind < 2 && status == SV_OK; ++kind) {
            if (filter->queues[kind].count >= SV_QUEUE_FULL) {
                status = TestContactQueue(worker, (svPairKind)kind);
            }
        }
    }
    return status;
}

// Tests what is left in the queues.
static svStatus FlushContactQueues(svSceneWorker* worker) {
    const svStatus status = TestContactQueue(worker, SV_VERTEX_FACE);
    return status == SV_OK ? TestContactQueue(worker, SV_EDGE_EDGE) : status;
}

// Everything that one worker does: leaf pairs are pulled from the broad phase, filtered into queues
// of candidates, and a queue is tested when it is full; what is left in the queues, at the end. A
// worker is a set of buffers, not a thread: where threads are few or late, one runs several after
// another.
static void DetectOnWorker(uint32_t thread, size_t first, size_t end, void* work) {
    (void)thread;
    Detection* detection = work;
    svQuery* query = &detection->query;
    for (size_t i = first; i < end; ++i) {
        svSceneWorker* worker = query->scene->workers[i];
        const double start = svClock_Seconds();
        svLeafPairs pairs;
        while (worker->status == SV_OK && svQuery_NextPairs(worker, &pairs)) {
            worker->status = DetectPairs(worker, &pairs);
        }
        if (worker->status == SV_OK && !svQuery_IsCancelled(query)) {
            worker->status = FlushContactQueues(worker);
        }
        if (worker->status != SV_OK) {
            svQuery_Stop(query);
        }
        svFeatureState_Count(worker);
        worker->seconds += svClock_Seconds() - start;
    }
}

// ---- the query -------------------------------------------------------------------------------

static svStatus CheckDetectDef(svScene* scene, const svDetectDef* def) {
    const bool ok =
        def->structSize == sizeof(*def) && (unsigned)def->detail < SV_DETAIL_ENUM_COUNT &&
        (unsigned)def->overlap < SV_OVERLAP_ENUM_COUNT && svQueryDef_IsValid(&def->query) &&
        def->tolerance >= 0x1p-50 && def->tolerance <= 1 && def->separationTolerance >= 1e-6 &&
        def->separationTolerance <= 1;
    return ok ? SV_OK
              : svContext_Fail(scene->context, SV_ERROR_ARGUMENT,
                               "detect: the def is not from svDefaultDetectDef, or has a value "
                               "outside its range");
}

// Before the workers start: filters point at the BVH of this step, and pairs are kept with the data
// that the query wants (times; the side, from which shapes are made later).
static void SetUpDetection(Detection* detection) {
    const svScene* scene = detection->query.scene;
    detection->distant = scene->input.thick;
    svFeatureStates_Init(&detection->query, 0);
    for (uint32_t i = 0; i < scene->workerCount; ++i) {
        svSceneWorker* worker = scene->workers[i];
        DetectState* state = worker->state;
        state->overlapped = false;
        for (int kind = 0; kind < 2; ++kind) {
            size_t* sizes = worker->found[kind].dataSize;
            sizes[DATA_TIMES] = detection->def->detail >= SV_DETAIL_TIMES ? sizeof(svInterval) : 0;
            sizes[DATA_SIDE] = detection->shaped ? sizeof(int) : 0;
        }
    }
}

// Leaves only the contacts at t0.
static void KeepOverlaps(svScene* scene) {
    for (uint32_t w = 0; w < scene->workerCount; ++w) {
        const DetectState* state = scene->workers[w]->state;
        if (!state->overlapped) {
            svSceneWorker_Forget(scene->workers[w]);
        }
    }
}

typedef struct Describing {
    Detection* detection;
    svPairKind kind;
    const svCollected* collected;
    svContactShape* shapes;
    svStatus status;
} Describing;

static void DescribeRange(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    Describing* describing = work;
    const svQuery* query = &describing->detection->query;
    const svCollected* collected = describing->collected;
    const svInterval* times = collected->data[DATA_TIMES];
    const int* sides = collected->data[DATA_SIDE];
    for (size_t i = first; i < end; ++i) {
        uint32_t points[4];
        svScene_PointsOfKey(query->scene, describing->kind, collected->keys[i], points);
        const svStatus status = DescribeContact(describing->detection, describing->kind, points,
                                                times[i], sides[i], &describing->shapes[i]);
        if (status != SV_OK) {
            svWorkers_Lock(query->workers);
            describing->status = status;
            svWorkers_Unlock(query->workers);
        }
    }
}

// One kind of contacts, merged and sorted; weights and normals only now, for what is kept.
static svStatus CollectContactList(Detection* detection, svPairKind kind, svContactList* list,
                                   uint64_t* hash) {
    svQuery* query = &detection->query;
    svScene* scene = query->scene;
    svCollected collected;
    svStatus status = svScene_Collect(query, (svListKind)kind, &collected);
    if (status != SV_OK) {
        return status;
    }
    *list = (svContactList){collected.pairs, collected.data[DATA_TIMES], NULL, collected.count,
                            collected.total};
    *hash += collected.hash;
    if (detection->shaped && collected.count > 0) {
        svBuffer* buffer = &scene->results.shapes[kind];
        status = svContext_Grow(scene->context, &buffer->data, &buffer->capacity, collected.count,
                                sizeof(svContactShape));
        if (status != SV_OK) {
            return svScene_OutOfMemory(scene);
        }
        Describing describing = {detection, kind, &collected, buffer->data, SV_OK};
        svWorkers_For(query->workers, collected.count, 1024, DescribeRange, &describing);
        list->shapes = buffer->data;
        status = describing.status;
    }
    return status;
}

// Sends a stored list and forgets it.
static void StreamList(const svQueryDef* def, svPairKind kind, svContactList* list) {
    const svContactBlock block = {.kind = kind,
                                  .count = list->count,
                                  .pairs = list->pairs,
                                  .times = list->times,
                                  .shapes = list->shapes};
    if (list->count > 0) {
        def->stream(&block, def->user);
    }
    *list = (svContactList){.total = list->total};
}

// Merges what the workers found into the two lists of the result. With SV_OVERLAP_ERROR and
// contacts at t0, only those are reported; what was stored for a stream is sent now.
static svStatus CollectContacts(Detection* detection, svContacts* contacts) {
    svScene* scene = detection->query.scene;
    const svQueryDef* def = detection->query.def;
    const bool overlap =
        detection->def->overlap == SV_OVERLAP_ERROR && contacts->stats.overlaps > 0;
    if (overlap) {
        KeepOverlaps(scene);
    }
    svStatus status = CollectContactList(detection, SV_VERTEX_FACE, &contacts->vf, &contacts->hash);
    if (status == SV_OK) {
        status = CollectContactList(detection, SV_EDGE_EDGE, &contacts->ee, &contacts->hash);
    }
    if (status != SV_OK) {
        return status;
    }
    if (def->stream != NULL) {
        // Only now it is known what to send (SV_OVERLAP_ERROR); else the lists are empty.
        StreamList(def, SV_VERTEX_FACE, &contacts->vf);
        StreamList(def, SV_EDGE_EDGE, &contacts->ee);
    }
    if (overlap) {
        svContext_Message(scene->context, SV_ERROR, "detect: %llu pairs are in contact at t0",
                          (unsigned long long)contacts->stats.overlaps);
        return SV_ERROR_OVERLAP;
    }
    return svQueryDef_Limit(def, contacts->vf.total + contacts->ee.total,
                            contacts->vf.count + contacts->ee.count);
}

// The query, stage by stage (src/README.md): each call is one stage or the frame around some.
static svStatus RunDetection(svScene* scene, const svDetectDef* def, svContacts* contacts) {
    const double start = svClock_Seconds();
    svContacts result = {0};
    Detection detection = {
        .query = {.scene = scene, .def = &def->query, .instant = -1},
        .def = def,
        .timed = def->detail >= SV_DETAIL_TIMES || def->overlap != SV_OVERLAP_REPORT ||
                 def->query.want == SV_WANT_FIRST,
        .shaped = def->detail >= SV_DETAIL_SHAPE,
        .plain = def->overlap == SV_OVERLAP_REPORT && svQueryDef_StoresAll(&def->query),
    };
    svQuery* query = &detection.query;
    const svUpdate update = {
        .instant = -1, .thick = true, .self = true, .slack = def->separationTolerance};
    // Stages 1 to 3: positions, BVH, self-collision culling.
    svStatus status = svScene_Update(scene, &update, &result.stats);
    if (status == SV_OK) { // stage 4, its upper levels: tasks for the workers
        status = svQuery_Begin(query, sizeof(DetectState));
    }
    if (status != SV_OK) {
        return status;
    }
    // Stages 4 to 8 on all workers: broad phase, filter, narrow phase.
    SetUpDetection(&detection);
    svWorkers_For(query->workers, scene->workerCount, 1, DetectOnWorker, &detection);
    // Stage 9: counted, merged, sorted, named.
    status = svQuery_End(query, &result.stats);
    if (status == SV_OK) {
        status = CollectContacts(&detection, &result);
    }
    result.found = query->found;
    status = svQuery_Finish(query, status, start, &result.stats);
    if (svStatus_HasResult(status)) {
        *contacts = result;
    }
    return status;
}

svStatus svScene_Detect(svScene* scene, const svDetectDef* def, svContacts* contacts) {
    if (scene == NULL || contacts == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    const svDetectDef chosen = def == NULL ? svDefaultDetectDef() : *def;
    const svStatus status = CheckDetectDef(scene, &chosen);
    return status == SV_OK ? RunDetection(scene, &chosen, contacts) : status;
}

svStatus svScene_SafeStep(svScene* scene, const svDetectDef* def, double* t) {
    if (scene == NULL || t == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    svDetectDef chosen = def == NULL ? svDefaultDetectDef() : *def;
    chosen.query.want = SV_WANT_FIRST;
    chosen.query.stream = NULL;
    chosen.query.maxPairs = SIZE_MAX;
    chosen.detail = SV_DETAIL_TIMES;
    svStatus status = CheckDetectDef(scene, &chosen);
    svContacts contacts = {0};
    if (status == SV_OK) {
        status = RunDetection(scene, &chosen, &contacts);
    }
    if (status != SV_OK && status != SV_ERROR_OVERLAP) {
        return status;
    }
    *t = contacts.vf.count > 0   ? contacts.vf.times[0].lo
         : contacts.ee.count > 0 ? contacts.ee.times[0].lo
                                 : 1;
    return status;
}
