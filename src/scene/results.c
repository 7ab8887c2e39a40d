// Results. In: the keys and data of all workers, in any order. Out: one sorted list of pairs, each
// named by mesh and feature, and a hash that is a sum over pairs and so independent of the order.

#include "scene/results.h"

#include <string.h>

// The buffers of a list in svScene::results.
enum {
    BUFFER_KEYS,
    BUFFER_PAIRS,
    BUFFER_PARTED,
    BUFFER_DATA = BUFFER_PARTED + SV_SORT_DATA,
    BUFFERS_PER_LIST = BUFFER_DATA + SV_SORT_DATA
};

static int ListOf(svListKind kind) {
    return kind == SV_LIST_EDGE_EDGE ? 1 : 0;
}

// The buffers of a list among those of the scene; vertex-face and faces share the first set.
static svBuffer* BuffersOf(svScene* scene, svListKind kind) {
    _Static_assert(sizeof(scene->results.merged) / sizeof(scene->results.merged[0]) >=
                       2 * BUFFERS_PER_LIST,
                   "room for two lists");
    return &scene->results.merged[ListOf(kind) * BUFFERS_PER_LIST];
}

// Makes room for `count` items of a size.
static svStatus GrowBuffer(svScene* scene, svBuffer* buffer, size_t count, size_t size) {
    // The unit of the capacity is a byte, as the buffers serve several types.
    if (count > SIZE_MAX / size) {
        return SV_ERROR_MEMORY;
    }
    return svContext_Grow(scene->context, &buffer->data, &buffer->capacity, count * size, 1);
}

// ---- names ---------------------------------------------------------------------------------

// The features of a mesh: `count` from `first` on.
typedef struct MeshRange {
    uint32_t mesh, first, count;
} MeshRange;

static MeshRange RangeOfVertex(const svScene* scene, uint32_t vertex) {
    const uint32_t mesh = svNumbering_MeshOfVertex(&scene->numbering, vertex);
    const svSceneTopology* here = &scene->numbering.topologies[mesh];
    const uint32_t end =
        mesh + 1 < scene->memberCount ? here[1].firstVertex : scene->numbering.vertexCount;
    return (MeshRange){mesh, here->firstVertex, end - here->firstVertex};
}

static MeshRange RangeOfEdge(const svScene* scene, uint32_t edge) {
    const uint32_t mesh = svNumbering_MeshOfEdge(&scene->numbering, edge);
    const svSceneTopology* here = &scene->numbering.topologies[mesh];
    const uint32_t end =
        mesh + 1 < scene->memberCount ? here[1].firstEdge : scene->numbering.edgeCount;
    return (MeshRange){mesh, here->firstEdge, end - here->firstEdge};
}

static MeshRange RangeOfFace(const svScene* scene, uint32_t face) {
    const uint32_t mesh = svNumbering_MeshOfFace(&scene->numbering, face);
    const svSceneTopology* here = &scene->numbering.topologies[mesh];
    const uint32_t end =
        mesh + 1 < scene->memberCount ? here[1].firstFace : scene->numbering.faceCount;
    return (MeshRange){mesh, here->firstFace, end - here->firstFace};
}

// Turns keys into pairs of features of meshes. Caches the meshes of the last pair: neighbours in a
// list mostly have the same.
typedef struct Namer {
    const svScene* scene;
    svListKind kind;
    MeshRange a, b;
} Namer;

static Namer MakeNamer(const svScene* scene, svListKind kind) {
    Namer namer = {.scene = scene, .kind = kind};
    if (scene->memberCount < 2) { // all numbers start at 0
        namer.a.count = namer.b.count = UINT32_MAX;
    }
    return namer;
}

// A key, two feature numbers of the scene, as mesh and feature of each.
static inline svFeaturePair NamePair(Namer* namer, uint64_t key) {
    const uint32_t a = (uint32_t)(key >> 32), b = (uint32_t)key;
    if (a - namer->a.first >= namer->a.count) { // or below the first
        namer->a = namer->kind == SV_LIST_VERTEX_FACE ? RangeOfVertex(namer->scene, a)
                   : namer->kind == SV_LIST_EDGE_EDGE ? RangeOfEdge(namer->scene, a)
                                                      : RangeOfFace(namer->scene, a);
    }
    if (b - namer->b.first >= namer->b.count) {
        namer->b = namer->kind == SV_LIST_EDGE_EDGE ? RangeOfEdge(namer->scene, b)
                                                    : RangeOfFace(namer->scene, b);
    }
    return (svFeaturePair){namer->a.mesh, a - namer->a.first, namer->b.mesh, b - namer->b.first};
}

void svScene_NamePairs(const svScene* scene, svListKind kind, const uint64_t* keys, size_t count,
                       svFeaturePair* pairs) {
    Namer namer = MakeNamer(scene, kind);
    for (size_t i = 0; i < count; ++i) {
        pairs[i] = NamePair(&namer, keys[i]);
    }
}

// What a pair adds to the hash of a result: a function of mesh and feature numbers alone.
static uint64_t HashOf(svListKind kind, svFeaturePair pair) {
    return svHashPair((uint32_t)kind, pair.meshA, pair.a, pair.meshB, pair.b);
}

svFeaturePair svFound_Count(const svSceneWorker* worker, svFound* found, svListKind kind,
                            uint64_t key) {
    Namer namer = MakeNamer(worker->query->scene, kind);
    const svFeaturePair pair = NamePair(&namer, key);
    found->total += 1;
    found->hash += HashOf(kind, pair);
    return pair;
}

void svFound_Keep(const svSceneWorker* worker, svFound* found, svListKind kind, size_t count) {
    const uint64_t* keys = found->keys + found->count;
    if (worker->query->scene->memberCount < 2) {
        found->hash += svHashKeys((uint32_t)kind, keys, count);
    } else {
        Namer namer = MakeNamer(worker->query->scene, kind);
        for (size_t i = 0; i < count; ++i) {
            found->hash += HashOf(kind, NamePair(&namer, keys[i]));
        }
    }
    found->total += count;
    found->count += count;
}

// ---- the arrays of a result ----------------------------------------------------------------

typedef struct Filling {
    const svScene* scene;
    svListKind kind;
    const svSortDef* sort;
    const svCollected* out;
    svFeaturePair* pairs;
} Filling;

// Called by the sort for each range that is in order: gathers data and names pairs.
static void FillRange(size_t first, size_t end, const uint64_t* order, void* work) {
    const Filling* filling = work;
    const svCollected* out = filling->out;
    end = end < out->count ? end : out->count;
    if (first >= end) {
        return; // more than the query wants
    }
    for (int d = 0; d < SV_SORT_DATA; ++d) {
        const size_t size = filling->sort->dataSize[d];
        if (size > 0) {
            svGather((char*)out->data[d] + first * size,
                     (const char*)filling->sort->parted[d] + first * size, order, end - first,
                     size);
        }
    }
    // Only now: the pairs take the place of the order.
    Namer namer = MakeNamer(filling->scene, filling->kind);
    for (size_t i = first; i < end; ++i) {
        filling->pairs[i] = NamePair(&namer, out->keys[i]);
    }
}

// Memory for `count` pairs that are found, and for those of them that the query wants.
static svStatus ReserveMerged(svScene* scene, svListKind kind, size_t count, svSortDef* sort,
                              svCollected* out) {
    const svFound* found = &scene->workers[0]->found[ListOf(kind)];
    svBuffer* buffers = BuffersOf(scene, kind);
    _Static_assert(sizeof(svFeaturePair) == 2 * sizeof(uint64_t), "pairs serve as scratch");
    if (count > UINT32_MAX ||
        GrowBuffer(scene, &scene->results.lists, scene->workerCount, sizeof(svKeyList)) != SV_OK ||
        GrowBuffer(scene, &buffers[BUFFER_KEYS], count, sizeof(uint64_t)) != SV_OK ||
        GrowBuffer(scene, &buffers[BUFFER_PAIRS], count, sizeof(svFeaturePair)) != SV_OK) {
        return SV_ERROR_MEMORY;
    }
    for (int d = 0; d < SV_SORT_DATA; ++d) {
        const size_t size = found->dataSize[d];
        svBuffer *parted = &buffers[BUFFER_PARTED + d], *data = &buffers[BUFFER_DATA + d];
        if (size > 0 && (GrowBuffer(scene, parted, count, size) != SV_OK ||
                         GrowBuffer(scene, data, out->count, size) != SV_OK)) {
            return SV_ERROR_MEMORY;
        }
        sort->dataSize[d] = size;
        sort->parted[d] = parted->data;
        out->data[d] = size > 0 ? data->data : NULL;
    }
    sort->lists = scene->results.lists.data;
    sort->keys = buffers[BUFFER_KEYS].data;
    sort->scratch = buffers[BUFFER_PAIRS].data;
    out->keys = sort->keys;
    out->pairs = buffers[BUFFER_PAIRS].data;
    return SV_OK;
}

// Bounds both halves of every key: tells the sort how many bits matter.
static uint64_t GreatestKey(const svScene* scene, svListKind kind) {
    const uint32_t a = kind == SV_LIST_VERTEX_FACE ? scene->numbering.vertexCount
                       : kind == SV_LIST_EDGE_EDGE ? scene->numbering.edgeCount
                                                   : scene->numbering.faceCount;
    const uint32_t b =
        kind == SV_LIST_EDGE_EDGE ? scene->numbering.edgeCount : scene->numbering.faceCount;
    return svKey(a, b);
}

// Which worker finds a pair depends on scheduling. Room for all of a short list, or for twice its
// share of a long one, lets a repeated step allocate nothing.
#define SHORT_LIST 1024

static svStatus ReserveWorkers(svScene* scene, int list, size_t total) {
    const size_t workers = scene->workerCount > 0 ? scene->workerCount : 1;
    const size_t share = total / workers * 2;
    const size_t ample = share > SHORT_LIST ? share : SHORT_LIST;
    const size_t room = total < ample ? total : ample;
    svStatus status = SV_OK;
    for (uint32_t w = 0; w < scene->workerCount && status == SV_OK; ++w) {
        svFound* found = &scene->workers[w]->found[list];
        status = svContext_Grow(scene->context, (void**)&found->keys, &found->keyCapacity, room,
                                sizeof(*found->keys));
        for (int d = 0; d < SV_SORT_DATA && status == SV_OK; ++d) {
            status = found->dataSize[d] > 0
                         ? GrowBuffer(scene, &found->data[d], room, found->dataSize[d])
                         : SV_OK;
        }
    }
    return status;
}

svStatus svScene_Collect(svQuery* query, svListKind kind, svCollected* out) {
    const size_t most = svQueryDef_MaxStored(query->def);
    svScene* scene = query->scene;
    const int list = ListOf(kind);
    *out = (svCollected){0};
    size_t count = 0;
    for (uint32_t w = 0; w < scene->workerCount; ++w) {
        const svFound* found = &scene->workers[w]->found[list];
        out->total += found->total;
        out->hash += found->hash;
        count += found->count;
    }
    out->count = count < most ? count : most;
    svSortDef sort = {.listCount = scene->workerCount, .greatest = GreatestKey(scene, kind)};
    if (ReserveWorkers(scene, list, count) != SV_OK ||
        ReserveMerged(scene, kind, count, &sort, out) != SV_OK) {
        return svContext_Fail(scene->context, SV_ERROR_MEMORY, "scene: out of memory");
    }
    for (uint32_t w = 0; w < scene->workerCount; ++w) {
        const svFound* found = &scene->workers[w]->found[list];
        sort.lists[w].keys = found->keys;
        sort.lists[w].count = found->count;
        for (int d = 0; d < SV_SORT_DATA; ++d) {
            sort.lists[w].data[d] = found->data[d].data;
        }
    }
    Filling filling = {scene, kind, &sort, out, BuffersOf(scene, kind)[BUFFER_PAIRS].data};
    sort.sorted = FillRange;
    sort.work = &filling;
    if (count > 0) {
        svSortLists(query->workers, &sort);
    }
    return SV_OK;
}
