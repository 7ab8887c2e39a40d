// Built-in scenes with another integrator or without collisions, for the papers' tables.
#ifndef SELVAGE_PAPERS_SCENES_SCENE_VARIANT_H
#define SELVAGE_PAPERS_SCENES_SCENE_VARIANT_H

#include "selvage/sim.h"

typedef struct SceneVariant {
    svIntegrator integrator; // SV_INTEGRATOR_ENUM_COUNT: as the scene says
    bool collisions;         // false: neither found nor handled; true: as the scene says
    // The springs of the first cloth are soft, and Provot's limit keeps them from stretching, as in
    // his paper of 1995 and ding2013: so explicit steps may be some half a millisecond long, where
    // springs as stiff as cloth ask for microseconds, and the cloth drapes.
    bool soft;
} SceneVariant;

// Reads the built-in scene `name` with the changes. An explicit integrator gets the power of two of
// substeps that makes it stable. Fails like svSimScene_ReadMemory; SV_ERROR_ARGUMENT: no such
// scene.
svStatus SceneVariant_Open(svContext* context, const char* name, const SceneVariant* variant,
                           svSimScene* scene);

// A copy of a JSON object without its top-level members `keys`, and with `members` ("\"a\": 1,
// \"b\": 2", not empty) in front. From malloc; null if out of memory.
char* SceneVariant_Edit(const char* text, const char* const* keys, int keyCount,
                        const char* members);

#endif
