// Options of every command that runs a scene, and its counters as JSON.
#ifndef SELVAGE_TOOL_SCENE_OPTIONS_H
#define SELVAGE_TOOL_SCENE_OPTIONS_H

#include "command.h"
#include "report/json.h"

#include "selvage/scene.h"

// The first options of each such command, at these indices.
enum {
    SCENE_THREADS,
    SCENE_VOLUME,
    SCENE_BUILDER,
    SCENE_SELF_CULLING,
    SCENE_ISA,
    SCENE_THICKNESS,
    SCENE_RING,
    SCENE_OPTION_COUNT
};

#define SCENE_OPTIONS                                                                              \
    [SCENE_THREADS] = {"threads", OPTION_ONE, "N", "threads to use (default 0: all)"},             \
    [SCENE_VOLUME] = {"volume", OPTION_ONE, "box|sphere|dop18", "bounding volume (default box)"},  \
    [SCENE_BUILDER] = {"builder", OPTION_ONE, "median|morton|sah|patches",                         \
                       "how the BVH is built (default patches)"},                                  \
    [SCENE_SELF_CULLING] = {"self-culling", OPTION_ONE, "auto|on|off",                             \
                            "skip subtrees proven free of self-collision (default auto)"},         \
    [SCENE_ISA] = {"isa", OPTION_ONE, "NAME",                                                      \
                   "instruction set: best (default), scalar, avx2, avx512, neon, wasm"},           \
    [SCENE_THICKNESS] = {"thickness", OPTION_ONE, "D",                                             \
                         "surfaces closer than D are in contact (default 0)"},                     \
    [SCENE_RING] = {"ring", OPTION_ONE, "N",                                                       \
                    "ignore pairs of one mesh with vertices within N edges of each other "         \
                    "(default 0, at most 8)"}

typedef struct SceneOptions {
    uint32_t threads; // 0: all
    svVolume volume;
    svBuilder builder;
    svSelfCulling selfCulling;
    svIsa isa;
    double thickness;
    uint32_t ring;
} SceneOptions;

// False after a complaint.
bool SceneOptions_Parse(const Arguments* arguments, SceneOptions* options);

// A context with options->threads workers. `messages`: warnings go to stderr. Null after a
// complaint.
svContext* SceneOptions_CreateContext(const SceneOptions* options, bool messages);

// The options as members of a JSON object.
void SceneOptions_Write(const SceneOptions* options, Json* json);

// The counters of a query, and its times in milliseconds, as two members of an object.
void SceneStats_Write(const svSceneStats* stats, Json* json);
void SceneStats_WriteCounters(const svSceneStats* stats, Json* json);

// 64 bits as sixteen hex digits: a JSON number is a double.
#define HASH_TEXT 17
void Hash_Text(uint64_t hash, char text[HASH_TEXT]);

#endif
