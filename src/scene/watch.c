// Stages of a query under watch. In: pairs as the stages number them. Out: blocks of pairs, named
// as the caller names them, one at a time for svWatch::take.

#include "scene/watch.h"

#include "scene/results.h"
#include "selvage/inspect.h"

#include <string.h>

// Pairs of items that a worker gathers before it shows them.
#define ITEM_BLOCK 256

// The first level is that of the leaves, level l + 1 has the nodes of level l of the tree.
typedef struct ItemBlock {
    uint32_t count;
    uint32_t items[ITEM_BLOCK][2];
} ItemBlock;

struct svWatching {
    const svWatch* watch;
    svVisitor visitor;
    ItemBlock levels[SV_BVH_MAX_LEVELS];
    uint64_t keys[SV_QUEUE_CAPACITY];
    svFeaturePair features[SV_QUEUE_CAPACITY];
};

_Static_assert(SV_BVH_MAX_LEVELS == SV_TREE_MAX_LEVELS + 1, "the leaves and the nodes");
_Static_assert(SV_TRIANGLE_QUEUE_CAPACITY <= SV_QUEUE_CAPACITY, "one buffer for both queues");

bool svWatch_IsValid(const svWatch* watch) {
    return watch == NULL || (watch->take != NULL && watch->stages < 1u << SV_STAGE_ENUM_COUNT);
}

static bool IsWatched(const svWatching* watching, svStage stage) {
    return (watching->watch->stages >> stage & 1) != 0;
}

static void ShowBlock(svSceneWorker* worker, const svStageBlock* block) {
    const svWatch* watch = worker->watching->watch;
    svWorkers_Lock(worker->query->workers);
    watch->take(block, watch->user);
    svWorkers_Unlock(worker->query->workers);
}

// ---- items of the BVH ------------------------------------------------------------------------

static void ShowItems(svSceneWorker* worker, uint32_t level) {
    ItemBlock* block = &worker->watching->levels[level];
    if (block->count > 0) {
        ShowBlock(worker, &(svStageBlock){
                              .stage = level == 0 ? SV_STAGE_LEAVES : SV_STAGE_NODES,
                              .level = level,
                              .count = block->count,
                              .items = (const uint32_t(*)[2])block->items,
                          });
    }
    block->count = 0;
}

static void AddItems(svSceneWorker* worker, uint32_t level, svNodePair pair) {
    ItemBlock* block = &worker->watching->levels[level];
    block->items[block->count][0] = pair.a;
    block->items[block->count][1] = pair.b;
    if (++block->count == ITEM_BLOCK) {
        ShowItems(worker, level);
    }
}

static void VisitNodes(uint32_t level, svNodePair pair, void* user) {
    AddItems(user, level + 1, pair);
}

const svVisitor* svWatching_Visitor(const svSceneWorker* worker) {
    const svWatching* watching = worker->watching;
    return watching != NULL && IsWatched(watching, SV_STAGE_NODES) ? &watching->visitor : NULL;
}

void svWatching_TakeLeaves(svSceneWorker* worker, const svLeafPairs* pairs) {
    if (IsWatched(worker->watching, SV_STAGE_LEAVES)) {
        for (uint32_t i = 0; i < pairs->count; ++i) {
            AddItems(worker, 0, pairs->pairs[i]);
        }
    }
}

// ---- candidates ------------------------------------------------------------------------------

// The first `count` of the worker's keys.
static void ShowCandidates(svSceneWorker* worker, svListKind kind, uint32_t count) {
    svWatching* watching = worker->watching;
    svScene_NamePairs(worker->query->scene, kind, watching->keys, count, watching->features);
    ShowBlock(worker, &(svStageBlock){
                          .stage = SV_STAGE_CANDIDATES,
                          .kind = kind == SV_LIST_EDGE_EDGE ? SV_EDGE_EDGE : SV_VERTEX_FACE,
                          .count = count,
                          .features = watching->features,
                      });
}

void svWatching_TakeFeatures(svSceneWorker* worker, svPairKind kind, const svQueue* queue) {
    svWatching* watching = worker->watching;
    if (!IsWatched(watching, SV_STAGE_CANDIDATES)) {
        return;
    }
    for (uint32_t i = 0; i < queue->count; ++i) {
        const uint32_t a = queue->features[i][0], b = queue->features[i][1];
        const bool ordered = kind == SV_VERTEX_FACE || a < b;
        watching->keys[i] = svKey(ordered ? a : b, ordered ? b : a);
    }
    ShowCandidates(worker, (svListKind)kind, queue->count);
}

void svWatching_TakeTriangles(svSceneWorker* worker, const svTriangleQueue* queue) {
    svWatching* watching = worker->watching;
    if (!IsWatched(watching, SV_STAGE_CANDIDATES)) {
        return;
    }
    for (uint32_t i = 0; i < queue->count; ++i) {
        watching->keys[i] = svKey(queue->faces[0][i], queue->faces[1][i]);
    }
    ShowCandidates(worker, SV_LIST_FACES, queue->count);
}

// ---- begin and end ---------------------------------------------------------------------------

svStatus svWatching_Begin(svSceneWorker* worker) {
    const svWatch* watch = worker->query->def->watch;
    worker->watching = NULL;
    if (watch == NULL) {
        return SV_OK;
    }
    if (worker->watchMemory == NULL) {
        worker->watchMemory = svContext_Allocate(worker->query->scene->context, sizeof(svWatching));
        if (worker->watchMemory == NULL) {
            return SV_ERROR_MEMORY;
        }
    }
    svWatching* watching = worker->watchMemory;
    watching->watch = watch;
    watching->visitor = (svVisitor){VisitNodes, worker};
    for (uint32_t level = 0; level < SV_BVH_MAX_LEVELS; ++level) {
        watching->levels[level].count = 0;
    }
    worker->watching = watching;
    return SV_OK;
}

void svWatching_End(svSceneWorker* worker) {
    for (uint32_t level = 0; worker->watching != NULL && level < SV_BVH_MAX_LEVELS; ++level) {
        ShowItems(worker, level);
    }
}
