// Merging what the workers found: sorted, each pair named by mesh and number.

#include "scene/results.h"

#include <string.h>

// The buffers of a list in svScene::results.
enum { BUFFER_KEYS, BUFFER_SCRATCH, BUFFER_PAIRS, BUFFER_DATA, BUFFERS_PER_LIST = 6 };

static svStatus Reserve(svScene* scene, svBuffer* buffer, size_t count, size_t size) {
    // The unit of the capacity is a byte, as the buffers serve several types.
    if (count > SIZE_MAX / size) {
        return SV_ERROR_MEMORY;
    }
    return svContext_Grow(scene->context, &buffer->data, &buffer->capacity, count * size, 1);
}

// Turns a feature of the scene into one of its mesh, which is returned.
static uint32_t NameVertex(const svScene* scene, uint32_t* vertex) {
    const uint32_t mesh = svScene_MeshOfVertex(scene, *vertex);
    *vertex -= scene->topologies[mesh].firstVertex;
    return mesh;
}

static uint32_t NameEdge(const svScene* scene, uint32_t* edge) {
    const uint32_t mesh = svScene_MeshOfEdge(scene, *edge);
    *edge -= scene->topologies[mesh].firstEdge;
    return mesh;
}

static uint32_t NameFace(const svScene* scene, uint32_t* face) {
    const uint32_t mesh = svScene_MeshOfFace(scene, *face);
    *face -= scene->topologies[mesh].firstFace;
    return mesh;
}

static svFeaturePair NamePair(const svScene* scene, svListKind kind, uint64_t key) {
    svFeaturePair pair = {0, (uint32_t)(key >> 32), 0, (uint32_t)key};
    if (scene->memberCount < 2) {
        return pair; // all numbers start at 0
    }
    pair.meshA = kind == SV_LIST_VERTEX_FACE ? NameVertex(scene, &pair.a)
                 : kind == SV_LIST_EDGE_EDGE ? NameEdge(scene, &pair.a)
                                             : NameFace(scene, &pair.a);
    pair.meshB = kind == SV_LIST_EDGE_EDGE ? NameEdge(scene, &pair.b) : NameFace(scene, &pair.b);
    return pair;
}

svFeaturePair svFound_Count(const svSceneWorker* worker, svFound* found, svListKind kind,
                            uint64_t key) {
    const svFeaturePair pair = NamePair(worker->search->scene, kind, key);
    found->total += 1;
    found->hash += svHashPair((uint32_t)kind, pair.meshA, pair.a, pair.meshB, pair.b);
    return pair;
}

// All workers' keys one after another; records are numbered through.
static svStatus Gather(svSearch* search, int list, size_t total, svBuffer* buffers) {
    svScene* scene = search->scene;
    if (total > UINT32_MAX ||
        Reserve(scene, &buffers[BUFFER_KEYS], total, sizeof(svKeyed)) != SV_OK ||
        Reserve(scene, &buffers[BUFFER_SCRATCH], total, sizeof(svKeyed)) != SV_OK) {
        return SV_ERROR_MEMORY;
    }
    svKeyed* keys = buffers[BUFFER_KEYS].data;
    uint32_t base = 0;
    for (uint32_t w = 0; w < scene->workerCount; ++w) {
        const svFound* found = &scene->workers[w]->found[list];
        for (size_t i = 0; i < found->count; ++i) {
            keys[base + i] = (svKeyed){found->keys[i].key, base + found->keys[i].record};
        }
        base += (uint32_t)found->count;
    }
    return SV_OK;
}

// One kind of data in the order of the sorted keys.
static svStatus GatherData(svSearch* search, int list, int which, const svKeyed* keys, size_t count,
                           svBuffer* buffer) {
    svScene* scene = search->scene;
    const size_t size = scene->workers[0]->found[list].dataSize[which];
    if (Reserve(scene, buffer, count, size) != SV_OK) {
        return SV_ERROR_MEMORY;
    }
    char* to = buffer->data;
    for (size_t i = 0; i < count; ++i) {
        uint32_t record = keys[i].record, w = 0;
        while (record >= scene->workers[w]->found[list].count) {
            record -= (uint32_t)scene->workers[w]->found[list].count;
            ++w;
        }
        const char* from = scene->workers[w]->found[list].data[which].data;
        memcpy(to + i * size, from + record * size, size);
    }
    return SV_OK;
}

// Which worker finds what is chance, and with the next query it may be another one. Room for all of
// a short list, or for twice its share of a long one, lets a repeated step allocate nothing.
#define SHORT_LIST 1024

static svStatus LevelRoom(svScene* scene, int list, size_t total) {
    const size_t workers = scene->workerCount > 0 ? scene->workerCount : 1;
    const size_t share = total / workers * 2;
    const size_t ample = share > SHORT_LIST ? share : SHORT_LIST;
    const size_t room = total < ample ? total : ample;
    svStatus status = SV_OK;
    for (uint32_t w = 0; w < scene->workerCount && status == SV_OK; ++w) {
        svFound* found = &scene->workers[w]->found[list];
        status = svContext_Grow(scene->context, (void**)&found->keys, &found->keyCapacity, room,
                                sizeof(svKeyed));
        for (int d = 0; d < 3 && status == SV_OK; ++d) {
            status = found->dataSize[d] > 0
                         ? Reserve(scene, &found->data[d], room, found->dataSize[d])
                         : SV_OK;
        }
    }
    return status;
}

svStatus svScene_Collect(svSearch* search, svListKind kind, svCollected* out) {
    const size_t most = svQueryDef_MaxStored(search->query);
    svScene* scene = search->scene;
    const int list = kind == SV_LIST_EDGE_EDGE ? 1 : 0;
    svBuffer* buffers = &scene->results[list * BUFFERS_PER_LIST];
    *out = (svCollected){0};
    size_t count = 0;
    for (uint32_t w = 0; w < scene->workerCount; ++w) {
        const svFound* found = &scene->workers[w]->found[list];
        out->total += found->total;
        out->hash += found->hash;
        count += found->count;
    }
    svStatus status = LevelRoom(scene, list, count);
    if (status == SV_OK) {
        status = Gather(search, list, count, buffers);
    }
    if (status != SV_OK) {
        return svContext_Fail(scene->context, status, "scene: out of memory");
    }
    const svKeyed* keys =
        svSortKeys(buffers[BUFFER_KEYS].data, buffers[BUFFER_SCRATCH].data, count);
    out->keys = keys;
    out->count = count < most ? count : most;
    status = Reserve(scene, &buffers[BUFFER_PAIRS], out->count, sizeof(svFeaturePair));
    for (int d = 0; d < 3 && status == SV_OK; ++d) {
        if (scene->workers[0]->found[list].dataSize[d] > 0) {
            status = GatherData(search, list, d, keys, out->count, &buffers[BUFFER_DATA + d]);
            out->data[d] = buffers[BUFFER_DATA + d].data;
        }
    }
    if (status != SV_OK) {
        return svContext_Fail(scene->context, status, "scene: out of memory");
    }
    svFeaturePair* pairs = buffers[BUFFER_PAIRS].data;
    for (size_t i = 0; i < out->count; ++i) {
        pairs[i] = NamePair(scene, kind, keys[i].key);
    }
    out->pairs = pairs;
    return SV_OK;
}
