// Scene files: any bytes as JSON, what is JSON as a scene, and what is a scene started. Meshes are
// small, and there are no files to be read.
#include "../sim/scene_spec.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void CheckTree(const svJson* json) {
    for (uint32_t i = 0; i < json->count; ++i) {
        const svJsonNode* node = &json->nodes[i];
        uint32_t count = 0;
        for (uint32_t k = node->first; k != SV_NONE; k = json->nodes[k].next) {
            if (json->nodes[k].parent != i || json->nodes[k].position != count++) {
                abort();
            }
        }
        const bool text = node->kind == SV_JSON_TEXT;
        if (count != node->count || (node->text != NULL) != text || node->line == 0 ||
            !(node->number - node->number == 0.0)) {
            abort();
        }
    }
}

// What is refused is refused with a message that names the file.
static void CheckFailure(const svContext* context, svStatus status) {
    const bool expected = status == SV_ERROR_FORMAT || status == SV_ERROR_FILE ||
                          status == SV_ERROR_OVERLAP || status == SV_ERROR_STEP;
    if (!expected || strncmp(svContext_LastError(context), "fuzz:", 5) != 0) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const svContextDef def = svDefaultContextDef();
    svContext* context = NULL;
    if (svContext_Create(&def, &context) != SV_OK) {
        abort();
    }
    const svSceneOptions options = {
        {sizeof(svSimSceneDef), .resolution = 1, .folder = "/nonexistent"}, .maxTriangles = 400};
    svSceneSpec spec;
    svStatus status = svSceneSpec_Read(context, "fuzz", (const char*)data, size, &spec);
    if (status == SV_OK) {
        CheckTree(&spec.json);
        bool files = false; // a path may also be absolute
        for (uint32_t i = 0; i < spec.partCount; ++i) {
            files = files || spec.parts[i].shape.kind == SV_SHAPE_FILE;
        }
        svSimScene scene = {0};
        status = files ? SV_OK : svSceneSpec_Build(&spec, &options, &scene);
        if (status != SV_OK) {
            CheckFailure(context, status);
        }
        svSim_Destroy(scene.sim);
        svSceneSpec_Destroy(&spec);
    } else {
        CheckFailure(context, status);
    }
    if (svContext_BytesInUse(context) != 0) {
        abort();
    }
    svContext_Destroy(context);
    return 0;
}
