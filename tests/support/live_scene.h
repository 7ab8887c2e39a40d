// Random scenes handed to the library, and its answers as rows.
#ifndef SELVAGE_TESTS_SUPPORT_LIVE_SCENE_H
#define SELVAGE_TESTS_SUPPORT_LIVE_SCENE_H

#include "support/brute.h"

enum { LIVE_WORKER_CHOICES = 3 };
extern const uint32_t liveWorkerCounts[LIVE_WORKER_CHOICES];

// Contexts with 1, 2 and 5 workers, kept for many scenes.
typedef struct LiveContexts {
    svContext* contexts[LIVE_WORKER_CHOICES];
} LiveContexts;

bool LiveContexts_Open(LiveContexts* contexts);
void LiveContexts_Close(LiveContexts* contexts);

// One way of finding the same answer.
typedef struct LiveChoice {
    int workers; // index of liveWorkerCounts
    svVolume volume;
    svBuilder builder;
    svRebuild rebuild;
    svSelfCulling selfCulling;
    uint32_t filtersOff; // bits of svFilter
    svIsa isa;
} LiveChoice;

LiveChoice LiveChoice_Random(Random* random);

// Counts through all choices that this machine has; false after the last one. Starts from a zeroed
// struct, which is the first. Self-culling and filters are not counted: the
// others take them in turn.
bool LiveChoice_Next(LiveChoice* choice);

// The meshes of a test scene in the library.
typedef struct LiveScene {
    const TestScene* source;
    LiveChoice choice;
    svContext* context;
    svScene* scene;
    svMesh* meshes[SCENE_MAX_MESHES];
    uint32_t meshCount;
} LiveScene;

// All of these return what the library's first call that failed returned.
svStatus LiveScene_Open(LiveScene* live, const LiveContexts* contexts, const TestScene* source,
                        LiveChoice choice);
void LiveScene_Close(LiveScene* live);

// Adds meshes that have been revealed since.
svStatus LiveScene_AddNew(LiveScene* live);
// Sets the motion of all meshes anew.
svStatus LiveScene_SetMotion(LiveScene* live);
// Sets the def of a mesh anew.
svStatus LiveScene_SetDef(LiveScene* live, uint32_t mesh);
// Takes all meshes out and adds them again.
svStatus LiveScene_Refill(LiveScene* live);

// An answer, copied.
typedef struct LiveResult {
    svStatus status;
    SceneRow* rows[2];
    size_t counts[2];
    size_t capacities[2];
    uint64_t totals[2];
    uint64_t hash;
    bool found;
    bool complete; // arrays that were asked for are there, others are not
    svSceneStats stats;
} LiveResult;

void LiveScene_Run(LiveScene* live, const SceneQuery* query, LiveResult* result);
// The same with a stream: the rows come from the blocks, sorted.
void LiveScene_Stream(LiveScene* live, const SceneQuery* query, LiveResult* result);
void LiveResult_Free(LiveResult* result);

// The hash that a set of rows has.
uint64_t LiveResult_Hash(SceneMode mode, const LiveResult* result);

#endif
