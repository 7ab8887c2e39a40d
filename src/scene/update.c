// The stages before the broad phase, in their order. In: the meshes as the caller moved them. Out:
// svSceneInput (read.c), svSceneBvh (refit.c) and svSceneCulling (cull_self.c), valid for this
// query.

#include "scene/scene.h"

#include "base/clock.h"

// A refitted BVH is kept until traversing it is expected to cost this much more than a new one.
#define REBUILD_AT 1.5

svStatus svScene_OutOfMemory(svScene* scene) {
    return svContext_Fail(scene->context, SV_ERROR_MEMORY, "scene: out of memory");
}

// Meshes and options, where they changed; then the positions.
static svStatus ReadMeshes(svScene* scene, svWorkers* workers) {
    svStatus status = SV_OK;
    if (scene->stale) {
        status = svScene_Number(scene);
        scene->rulesStale = true;
    }
    if (status == SV_OK && scene->rulesStale) {
        status = svScene_ApplyRules(scene);
    }
    return status == SV_OK ? svScene_ReadPositions(scene, workers) : status;
}

// A new BVH where it must be or where the old one has become slow, else the old one refitted.
static svStatus UpdateBvh(svScene* scene, svWorkers* workers, const svUpdate* update,
                          svCullingRun* culling, svSceneStats* stats) {
    stats->quality = 1;
    if (scene->stale || scene->def.rebuild == SV_REBUILD_ALWAYS) {
        return svScene_BuildBvh(scene, workers, update, stats);
    }
    svScene_BeginSelfCulling(scene, workers, update, culling);
    stats->quality = svScene_RefitBvh(scene, workers, update, culling->early ? culling : NULL);
    if (scene->def.rebuild == SV_REBUILD_AUTO && stats->quality > REBUILD_AT) {
        return svScene_BuildBvh(scene, workers, update, stats);
    }
    return SV_OK;
}

svStatus svScene_Update(svScene* scene, const svUpdate* update, svSceneStats* stats) {
    svWorkers* workers;
    if (svWorkers_Get(scene->context, &workers) != SV_OK) {
        return svScene_OutOfMemory(scene);
    }
    const double start = svClock_Seconds();
    svStatus status = ReadMeshes(scene, workers);
    if (status != SV_OK) {
        return status;
    }
    svCullingRun culling = {.workers = workers};
    status = UpdateBvh(scene, workers, update, &culling, stats);
    scene->culling.apart = NULL;
    scene->culling.starsSet = false;
    if (status == SV_OK) {
        status = svScene_EndSelfCulling(scene, update, &culling, stats);
    }
    stats->leafCount = scene->bvh.leaves.count;
    stats->updateSeconds = svClock_Seconds() - start - stats->buildSeconds;
    return status;
}
