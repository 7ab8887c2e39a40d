// Options of a scene in, scene definition out; counters and times of a query as JSON.

#include "scene_options.h"

#include "report/terminal.h"

#include <inttypes.h>

bool SceneOptions_Parse(const Arguments* arguments, SceneOptions* options) {
    const char* volumes[SV_VOLUME_ENUM_COUNT];
    const char* builders[SV_BUILDER_ENUM_COUNT];
    const char* cullings[SV_SELF_CULLING_ENUM_COUNT];
    for (int i = 0; i < SV_VOLUME_ENUM_COUNT; ++i) {
        volumes[i] = svVolume_Name((svVolume)i);
    }
    for (int i = 0; i < SV_BUILDER_ENUM_COUNT; ++i) {
        builders[i] = svBuilder_Name((svBuilder)i);
    }
    for (int i = 0; i < SV_SELF_CULLING_ENUM_COUNT; ++i) {
        cullings[i] = svSelfCulling_Name((svSelfCulling)i);
    }
    *options = (SceneOptions){0};
    uint64_t threads = 0, ring = 0;
    int volume = SV_VOLUME_BOX, builder = SV_BUILDER_PATCHES, culling = SV_SELF_CULLING_AUTO;
    const bool good =
        Arguments_GetCount(arguments, SCENE_THREADS, 0, 256, &threads) &&
        Arguments_GetName(arguments, SCENE_VOLUME, volumes, SV_VOLUME_ENUM_COUNT, &volume) &&
        Arguments_GetName(arguments, SCENE_BUILDER, builders, SV_BUILDER_ENUM_COUNT, &builder) &&
        Arguments_GetName(arguments, SCENE_SELF_CULLING, cullings, SV_SELF_CULLING_ENUM_COUNT,
                          &culling) &&
        Arguments_GetIsa(arguments, SCENE_ISA, &options->isa) &&
        Arguments_GetNumber(arguments, SCENE_THICKNESS, &options->thickness) &&
        Arguments_GetCount(arguments, SCENE_RING, 0, 8, &ring);
    options->threads = (uint32_t)threads;
    options->ring = (uint32_t)ring;
    options->volume = (svVolume)volume;
    options->builder = (svBuilder)builder;
    options->selfCulling = (svSelfCulling)culling;
    return good;
}

static void PrintWarningOverProgress(svSeverity severity, const char* text, void* user) {
    (void)user;
    if (severity == SV_WARNING) { // errors are printed once, by the command
        Terminal_Progress(NULL);
        Terminal_Complain("warning: %s", text);
    }
}

svContext* SceneOptions_CreateContext(const SceneOptions* options, bool messages) {
    svContextDef def = svDefaultContextDef();
    def.workerCount = options->threads;
    def.message = messages ? PrintWarningOverProgress : NULL;
    svContext* context = NULL;
    const svStatus status = svContext_Create(&def, &context);
    if (status != SV_OK) {
        Terminal_Complain("%s", svStatus_Text(status));
        return NULL;
    }
    return context;
}

void SceneOptions_Write(const SceneOptions* options, Json* json) {
    Json_Count(json, "threads", options->threads);
    Json_Text(json, "volume", svVolume_Name(options->volume));
    Json_Text(json, "builder", svBuilder_Name(options->builder));
    Json_Text(json, "self_culling", svSelfCulling_Name(options->selfCulling));
    Json_Text(json, "isa", svIsa_Name(Command_ResolveIsa(options->isa)));
    Json_Number(json, "thickness", options->thickness);
    Json_Count(json, "ring", options->ring);
}

static void WriteTwo(Json* json, const char* key, const uint64_t values[2]) {
    Json_BeginObject(json, key);
    Json_Count(json, "vf", values[SV_VERTEX_FACE]);
    Json_Count(json, "ee", values[SV_EDGE_EDGE]);
    Json_EndObject(json);
}

static void WriteCcd(Json* json, const char* key, const svCcdStats* stats) {
    Json_BeginObject(json, key);
    Json_Count(json, "queries", stats->queries);
    Json_Count(json, "separated", stats->separated);
    Json_Count(json, "aside", stats->aside);
    Json_Count(json, "outside", stats->outside);
    Json_Count(json, "inside", stats->inside);
    Json_Count(json, "filtered", stats->filtered);
    Json_Count(json, "exact", stats->exact);
    Json_Count(json, "hits", stats->hits);
    Json_EndObject(json);
}

void SceneStats_WriteCounters(const svSceneStats* stats, Json* json) {
    Json_BeginObject(json, "counters");
    Json_Count(json, "leaves", stats->leafCount);
    Json_Count(json, "leaves_apart", stats->leavesApart);
    Json_Count(json, "parts_tested", stats->selfTested);
    Json_Count(json, "parts_apart", stats->selfApart);
    Json_Count(json, "node_pairs", stats->nodePairs);
    Json_Count(json, "leaf_pairs", stats->leafPairs);
    Json_Count(json, "leaf_pairs_near", stats->leafPairsNear);
    WriteTwo(json, "box_pairs", stats->boxPairs);
    WriteTwo(json, "incident", stats->incident);
    WriteTwo(json, "culled", stats->culled);
    WriteTwo(json, "excluded", stats->excluded);
    WriteCcd(json, "tests_vf", &stats->ccd[SV_VERTEX_FACE]);
    WriteCcd(json, "tests_ee", &stats->ccd[SV_EDGE_EDGE]);
    Json_Count(json, "tested", stats->tested);
    Json_Count(json, "exact", stats->exact);
    Json_Count(json, "overlaps", stats->overlaps);
    Json_Number(json, "quality", stats->quality);
    Json_EndObject(json);
}

void SceneStats_Write(const svSceneStats* stats, Json* json) {
    SceneStats_WriteCounters(stats, json);
    Json_BeginObject(json, "ms");
    Json_Number(json, "build", 1e3 * stats->buildSeconds);
    Json_Number(json, "update", 1e3 * stats->updateSeconds);
    Json_Number(json, "search", 1e3 * stats->searchSeconds);
    Json_Number(json, "test", 1e3 * stats->testSeconds);
    Json_Number(json, "sort", 1e3 * stats->sortSeconds);
    Json_Number(json, "total", 1e3 * stats->totalSeconds);
    Json_EndObject(json);
}

void Hash_Text(uint64_t hash, char text[HASH_TEXT]) {
    snprintf(text, HASH_TEXT, "%016" PRIx64, hash);
}
