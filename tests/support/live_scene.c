#include "support/live_scene.h"

#include "contact/sort.h"
#include "support/generate_numbers.h"

#include <stdlib.h>
#include <string.h>

const uint32_t liveWorkerCounts[LIVE_WORKER_CHOICES] = {1, 2, 5};

bool LiveContexts_Open(LiveContexts* contexts) {
    *contexts = (LiveContexts){{NULL}};
    for (int i = 0; i < LIVE_WORKER_CHOICES; ++i) {
        svContextDef def = svDefaultContextDef();
        def.workerCount = liveWorkerCounts[i];
        if (svContext_Create(&def, &contexts->contexts[i]) != SV_OK) {
            return false;
        }
    }
    return true;
}

void LiveContexts_Close(LiveContexts* contexts) {
    for (int i = 0; i < LIVE_WORKER_CHOICES; ++i) {
        svContext_Destroy(contexts->contexts[i]);
    }
}

LiveChoice LiveChoice_Random(Random* random) {
    LiveChoice choice = {.workers = Random_Below(random, LIVE_WORKER_CHOICES),
                         .volume = (svVolume)Random_Below(random, SV_VOLUME_ENUM_COUNT),
                         .builder = (svBuilder)Random_Below(random, SV_BUILDER_ENUM_COUNT),
                         .rebuild = (svRebuild)Random_Below(random, SV_REBUILD_ENUM_COUNT),
                         .selfCulling =
                             (svSelfCulling)Random_Below(random, SV_SELF_CULLING_ENUM_COUNT)};
    // All of them in most scenes.
    choice.filtersOff = (uint32_t)Random_Below(random, 2 * (SV_FILTER_ALL + 1));
    choice.filtersOff = choice.filtersOff > SV_FILTER_ALL ? 0 : choice.filtersOff;
    do {
        choice.isa = (svIsa)Random_Below(random, SV_ISA_ENUM_COUNT);
    } while (choice.isa != SV_ISA_BEST && !svIsa_Available(choice.isa));
    return choice;
}

// The best is one of the others.
static int NextIsa(int isa) {
    do {
        ++isa;
    } while (isa < SV_ISA_ENUM_COUNT && !svIsa_Available((svIsa)isa));
    return isa;
}

bool LiveChoice_Next(LiveChoice* choice) {
    int digits[5] = {choice->workers, (int)choice->volume, (int)choice->builder,
                     (int)choice->rebuild, (int)choice->isa};
    static const int counts[5] = {LIVE_WORKER_CHOICES, SV_VOLUME_ENUM_COUNT, SV_BUILDER_ENUM_COUNT,
                                  SV_REBUILD_ENUM_COUNT, SV_ISA_ENUM_COUNT};
    int i = 0;
    for (; i < 5; ++i) {
        digits[i] = i == 4 ? NextIsa(digits[i]) : digits[i] + 1;
        if (digits[i] < counts[i]) {
            break;
        }
        digits[i] = 0;
    }
    const int sum = digits[1] + digits[2] + digits[3] + digits[4];
    *choice = (LiveChoice){digits[0],
                           (svVolume)digits[1],
                           (svBuilder)digits[2],
                           (svRebuild)digits[3],
                           (svSelfCulling)(sum % SV_SELF_CULLING_ENUM_COUNT),
                           (uint32_t)(7 * sum) & SV_FILTER_ALL,
                           (svIsa)digits[4]};
    return i < 5;
}

static svStatus SetMotion(LiveScene* live, uint32_t m) {
    const svPositions x0 = SceneMesh_View(&live->source->meshes[m], 0);
    const svPositions x1 = SceneMesh_View(&live->source->meshes[m], 1);
    return svMesh_SetMotion(live->meshes[m], &x0, &x1);
}

// Every other mesh shows its motion before it is added, the rest after it.
static svStatus AddMesh(LiveScene* live, uint32_t m) {
    const SceneMesh* source = &live->source->meshes[m];
    svStatus status = SV_OK;
    uint32_t index = UINT32_MAX;
    if (live->meshes[m] == NULL) {
        svMeshDef def = svDefaultMeshDef();
        def.triangles = source->list.triangles;
        def.triangleCount = source->list.triangleCount;
        def.vertexCount = source->list.vertexCount;
        status = svMesh_Create(live->context, &def, &live->meshes[m]);
    }
    if (status == SV_OK && m % 2 == 0) {
        status = SetMotion(live, m);
    }
    if (status == SV_OK) {
        status = svScene_Add(live->scene, live->meshes[m], &source->def, &index);
    }
    if (status == SV_OK && m % 2 == 1) {
        status = SetMotion(live, m);
    }
    return status == SV_OK && index != m ? SV_ERROR_MESH : status;
}

static svStatus Exclude(LiveScene* live) {
    const TestScene* source = live->source;
    svStatus status = SV_OK;
    for (uint32_t i = 0; i < source->excludedMeshCount && status == SV_OK; ++i) {
        status = svScene_ExcludeMeshes(live->scene, source->excludedMeshes[i][0],
                                       source->excludedMeshes[i][1]);
    }
    // In two calls: the second adds to the first.
    const size_t count = source->excludedVertexCount, half = count / 2;
    if (status == SV_OK && count > 0) {
        status = svScene_ExcludeVertices(live->scene, source->excludedVertices, half);
    }
    if (status == SV_OK && count > 0) {
        status =
            svScene_ExcludeVertices(live->scene, source->excludedVertices + half, count - half);
    }
    return status;
}

svStatus LiveScene_AddNew(LiveScene* live) {
    svStatus status = SV_OK;
    while (live->meshCount < live->source->meshCount && status == SV_OK) {
        status = AddMesh(live, live->meshCount++);
    }
    return status;
}

svStatus LiveScene_Open(LiveScene* live, const LiveContexts* contexts, const TestScene* source,
                        LiveChoice choice) {
    svSceneDef def = svDefaultSceneDef();
    *live = (LiveScene){
        .source = source, .choice = choice, .context = contexts->contexts[choice.workers]};
    def.volume = choice.volume;
    def.builder = choice.builder;
    def.rebuild = choice.rebuild;
    def.selfCulling = choice.selfCulling;
    def.filters = SV_FILTER_ALL & ~choice.filtersOff;
    def.isa = choice.isa;
    svStatus status = svScene_Create(live->context, &def, &live->scene);
    if (status == SV_OK) {
        status = LiveScene_AddNew(live);
    }
    return status == SV_OK ? Exclude(live) : status;
}

void LiveScene_Close(LiveScene* live) {
    svScene_Destroy(live->scene);
    for (uint32_t m = 0; m < live->meshCount; ++m) {
        svMesh_Destroy(live->meshes[m]);
    }
}

svStatus LiveScene_SetMotion(LiveScene* live) {
    svStatus status = SV_OK;
    for (uint32_t m = 0; m < live->meshCount && status == SV_OK; ++m) {
        status = SetMotion(live, m);
    }
    return status;
}

svStatus LiveScene_SetDef(LiveScene* live, uint32_t mesh) {
    return svScene_SetMeshDef(live->scene, mesh, &live->source->meshes[mesh].def);
}

svStatus LiveScene_Refill(LiveScene* live) {
    svScene_Clear(live->scene);
    if (svScene_MeshCount(live->scene) != 0) {
        return SV_ERROR_MESH;
    }
    svStatus status = SV_OK;
    for (uint32_t m = 0; m < live->meshCount && status == SV_OK; ++m) {
        status = AddMesh(live, m);
    }
    return status == SV_OK ? Exclude(live) : status;
}

static SceneRow* AddRows(LiveResult* result, int list, size_t count) {
    const size_t total = result->counts[list] + count;
    if (total > result->capacities[list]) {
        result->capacities[list] = 2 * total;
        result->rows[list] = realloc(result->rows[list], 2 * total * sizeof(SceneRow));
        if (result->rows[list] == NULL) {
            abort();
        }
    }
    if (count == 0) {
        return NULL;
    }
    SceneRow* rows = result->rows[list] + result->counts[list];
    memset(rows, 0, count * sizeof *rows);
    result->counts[list] = total;
    return rows;
}

static void CopyContacts(const SceneQuery* query, const svContacts* contacts, LiveResult* result) {
    const svContactList* lists[2] = {&contacts->vf, &contacts->ee};
    for (int k = 0; k < 2; ++k) {
        const svContactList* list = lists[k];
        SceneRow* rows = AddRows(result, k, list->count);
        if (list->count > 0) {
            result->complete &=
                list->pairs != NULL &&
                (list->times != NULL) == (query->detect.detail >= SV_DETAIL_TIMES) &&
                (list->shapes != NULL) == (query->detect.detail >= SV_DETAIL_SHAPE);
        }
        for (size_t i = 0; i < list->count && result->complete; ++i) {
            rows[i].pair = list->pairs[i];
            if (list->times != NULL) {
                rows[i].time = list->times[i];
            }
            if (list->shapes != NULL) {
                rows[i].shape = list->shapes[i];
            }
        }
        result->totals[k] = list->total;
    }
    result->hash = contacts->hash;
    result->found = contacts->found;
    result->stats = contacts->stats;
}

static void CopyIntersections(const SceneQuery* query, const svIntersections* found,
                              LiveResult* result) {
    SceneRow* rows = AddRows(result, 0, found->count);
    if (found->count > 0) {
        result->complete = found->pairs != NULL && found->meetings != NULL &&
                           found->shared != NULL &&
                           (found->segments != NULL) == query->intersect.segments;
    }
    for (size_t i = 0; i < found->count && result->complete; ++i) {
        rows[i].pair = found->pairs[i];
        rows[i].meeting = found->meetings[i];
        rows[i].shared = found->shared[i];
        if (found->segments != NULL) {
            rows[i].segment = found->segments[i];
        }
    }
    result->totals[0] = found->total;
    result->hash = found->hash;
    result->found = found->found;
    result->stats = found->stats;
}

static void CopyProximity(const svProximity* proximity, LiveResult* result) {
    const svNearList* lists[2] = {&proximity->vf, &proximity->ee};
    for (int k = 0; k < 2; ++k) {
        const svNearList* list = lists[k];
        SceneRow* rows = AddRows(result, k, list->count);
        if (list->count > 0) {
            result->complete &=
                list->pairs != NULL && list->shapes != NULL && list->distances != NULL;
        }
        for (size_t i = 0; i < list->count && result->complete; ++i) {
            rows[i].pair = list->pairs[i];
            rows[i].shape = list->shapes[i];
            rows[i].distance = list->distances[i];
        }
        result->totals[k] = list->total;
    }
    result->hash = proximity->hash;
    result->found = proximity->found;
    result->stats = proximity->stats;
}

static bool HasResult(svStatus status) {
    return status == SV_OK || status == SV_LIMIT || status == SV_CANCELLED ||
           status == SV_ERROR_OVERLAP;
}

void LiveScene_Run(LiveScene* live, const SceneQuery* query, LiveResult* result) {
    svContacts contacts = {0};
    svIntersections intersections = {0};
    svProximity proximity = {0};
    *result = (LiveResult){.complete = true};
    switch (query->mode) {
    case SCENE_DETECT:
        result->status = svScene_Detect(live->scene, &query->detect, &contacts);
        break;
    case SCENE_INTERSECT:
        result->status = svScene_Intersect(live->scene, &query->intersect, &intersections);
        break;
    default:
        result->status = svScene_Proximity(live->scene, &query->proximity, &proximity);
        break;
    }
    if (!HasResult(result->status)) {
        return;
    }
    if (query->mode == SCENE_DETECT) {
        CopyContacts(query, &contacts, result);
    } else if (query->mode == SCENE_INTERSECT) {
        CopyIntersections(query, &intersections, result);
    } else {
        CopyProximity(&proximity, result);
    }
}

typedef struct Stream {
    SceneMode mode;
    LiveResult result;
} Stream;

static void TakeBlock(const svContactBlock* block, void* user) {
    Stream* stream = user;
    const int list = stream->mode == SCENE_INTERSECT ? 0 : (int)block->kind;
    SceneRow* rows = AddRows(&stream->result, list, block->count);
    for (size_t i = 0; i < block->count; ++i) {
        rows[i].pair = block->pairs[i];
        if (block->times != NULL) {
            rows[i].time = block->times[i];
        }
        if (block->shapes != NULL) {
            rows[i].shape = block->shapes[i];
        }
        if (block->meetings != NULL) {
            rows[i].meeting = block->meetings[i];
        }
        if (block->distances != NULL) {
            rows[i].distance = block->distances[i];
        }
    }
}

static int CompareNumbers(uint32_t a, uint32_t b) {
    return (a > b) - (a < b);
}

static int CompareRows(const void* p, const void* q) {
    const svFeaturePair *a = &((const SceneRow*)p)->pair, *b = &((const SceneRow*)q)->pair;
    int order = CompareNumbers(a->meshA, b->meshA);
    order = order != 0 ? order : CompareNumbers(a->a, b->a);
    order = order != 0 ? order : CompareNumbers(a->meshB, b->meshB);
    return order != 0 ? order : CompareNumbers(a->b, b->b);
}

void LiveScene_Stream(LiveScene* live, const SceneQuery* query, LiveResult* result) {
    Stream stream = {query->mode, {.complete = true}};
    SceneQuery streamed = *query;
    SceneQuery_Common(&streamed)->stream = TakeBlock;
    SceneQuery_Common(&streamed)->user = &stream;
    LiveScene_Run(live, &streamed, result);
    // Nothing is stored beside the stream.
    result->complete = result->counts[0] == 0 && result->counts[1] == 0;
    for (int k = 0; k < 2; ++k) {
        free(result->rows[k]);
        result->rows[k] = stream.result.rows[k];
        result->counts[k] = stream.result.counts[k];
        result->capacities[k] = stream.result.capacities[k];
        if (result->counts[k] > 0) {
            qsort(result->rows[k], result->counts[k], sizeof(SceneRow), CompareRows);
        }
    }
}

void LiveResult_Free(LiveResult* result) {
    free(result->rows[0]);
    free(result->rows[1]);
    *result = (LiveResult){0};
}

uint64_t LiveResult_Hash(SceneMode mode, const LiveResult* result) {
    uint64_t hash = 0;
    for (uint32_t k = 0; k < 2; ++k) {
        for (size_t i = 0; i < result->counts[k]; ++i) {
            const svFeaturePair* pair = &result->rows[k][i].pair;
            hash += svHashPair(mode == SCENE_INTERSECT ? 2 : k, pair->meshA, pair->a, pair->meshB,
                               pair->b);
        }
    }
    return hash;
}
