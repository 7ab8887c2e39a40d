// Parts of the tree that certainly do not meet themselves (selfcull/self_test.h), found while
// leaves are read and between that and the search.

#include "scene/scene.h"

#include "base/clock.h"

// Sides of faces are numbered in 32 bits.
#define MOST_FACES (UINT32_MAX / 3)

// At an instant, stars (selfcull/star.h) have made neighbours cheap: four leaves are not worth a
// test.
#define SMALLEST_AT_INSTANT 1

static svStatus Build(svScene* scene, svWorkers* workers) {
    const svSelfDef def = {
        .meshes = scene->topologies,
        .leaves = &scene->leaves,
        .tree = &scene->tree,
        .pointOfVertex = scene->pointOfVertex,
        .vertexCount = scene->vertexCount,
        .faceCount = scene->faceCount,
        .workerCount = svWorkers_Count(workers),
    };
    const svStatus status = svSelfTests_Build(&scene->scratch, &def, &scene->selfTests);
    if (scene->def.rebuild != SV_REBUILD_ALWAYS) {
        svArena_Destroy(&scene->scratch);
    }
    for (uint32_t level = 0; status == SV_OK && level < scene->selfTests.levelCount; ++level) {
        scene->apartLevels[level] = scene->selfTests.levels[level].apart;
    }
    scene->selfStale = status != SV_OK;
    return status;
}

static void AddCounts(svSelfTesting* testing, const svSelfCounts* counts) {
    if (counts->tested == 0) {
        return;
    }
    svWorkers_Lock(testing->workers);
    testing->counts.tested += counts->tested;
    testing->counts.apart += counts->apart;
    svWorkers_Unlock(testing->workers);
}

void svSelfTesting_BeginNodes(svSelfTesting* testing, uint32_t first, uint32_t end,
                              uint32_t worker) {
    svSelfCounts counts = {0, 0};
    svSelfRun_BeginNodes(&testing->run, first, end, testing->early, worker, &counts);
    AddCounts(testing, &counts);
}

static void BeginNodes(uint32_t worker, size_t first, size_t end, void* work) {
    svSelfTesting_BeginNodes(work, (uint32_t)first, (uint32_t)end, worker);
}

static void TestParts(uint32_t worker, size_t first, size_t end, void* work) {
    svSelfTesting* testing = work;
    svSelfCounts counts = {0, 0};
    svSelfRun_TestParts(&testing->run, testing->level, (uint32_t)first, (uint32_t)end, worker,
                        &counts);
    AddCounts(testing, &counts);
}

static void EndNodes(uint32_t worker, size_t first, size_t end, void* work) {
    svSelfTesting* testing = work;
    svSelfCounts counts = {0, 0};
    svSelfRun_EndNodes(&testing->run, (uint32_t)first, (uint32_t)end, worker, &counts);
    AddCounts(testing, &counts);
}

static uint32_t CountLeaves(const svScene* scene) {
    const svSelfLevel* smallest = &scene->selfTests.levels[0];
    uint32_t leaves = 0;
    for (uint32_t part = 0; part < smallest->partCount; ++part) {
        const uint32_t rest = scene->leaves.count - part * SV_PART_FAN;
        leaves += smallest->apart[part] == 0 ? 0 : rest < SV_PART_FAN ? rest : SV_PART_FAN;
    }
    return leaves;
}

static void SetRun(svScene* scene, const svUpdate* update, svSelfTesting* testing) {
    const bool patient = scene->def.selfCulling == SV_SELF_CULLING_AUTO;
    testing->reading = (svLeafReading){scene->points, scene->scale, update->instant};
    testing->run = (svSelfRun){
        .tests = &scene->selfTests,
        .leaves = &scene->leaves,
        .motions = scene->motions,
        .leafNormals = (const float(*)[3])scene->leafNormals,
        .reading = &testing->reading,
        .kernels = scene->kernels,
        .smallest = patient && update->instant >= 0 ? SMALLEST_AT_INSTANT : 0,
        .patient = patient,
    };
}

static bool IsWanted(const svScene* scene, const svUpdate* update) {
    return update->self && !(update->thick && scene->thick) &&
           scene->def.selfCulling != SV_SELF_CULLING_OFF && scene->faceCount <= MOST_FACES;
}

void svScene_BeginSelf(svScene* scene, svWorkers* workers, const svUpdate* update,
                       svSelfTesting* testing) {
    *testing = (svSelfTesting){.workers = workers};
    testing->early = IsWanted(scene, update) && !scene->selfStale && scene->tree.levelCount > 0;
    if (testing->early) {
        SetRun(scene, update, testing);
    }
}

svStatus svScene_EndSelf(svScene* scene, const svUpdate* update, svSelfTesting* testing,
                         svSceneStats* stats) {
    // A new hierarchy costs more than one query can win back.
    const bool patient = scene->def.selfCulling == SV_SELF_CULLING_AUTO;
    if (!IsWanted(scene, update) || (patient && stats->built) || scene->tree.levelCount == 0) {
        return SV_OK;
    }
    svWorkers* workers = testing->workers;
    if (scene->selfStale) {
        const double start = svClock_Seconds();
        if (Build(scene, workers) != SV_OK) {
            return svContext_Fail(scene->context, SV_ERROR_MEMORY, "scene: out of memory");
        }
        stats->buildSeconds += svClock_Seconds() - start;
        testing->early = false;
        testing->counts = (svSelfCounts){0, 0};
    }
    const svSelfTests* tests = &scene->selfTests;
    const uint32_t nodeCount = scene->tree.levels[0].nodeCount;
    if (!testing->early) {
        SetRun(scene, update, testing);
        svWorkers_For(workers, nodeCount, 64, BeginNodes, testing);
    }
    svSelfRun_SumParts(&testing->run);
    for (uint32_t level = tests->levelCount; level-- > 2;) {
        testing->level = level;
        svWorkers_For(workers, tests->levels[level].partCount, 16, TestParts, testing);
    }
    svWorkers_For(workers, nodeCount, 64, EndNodes, testing);
    scene->apart = scene->apartLevels;
    stats->selfTested = testing->counts.tested;
    stats->selfApart = testing->counts.apart;
    stats->leavesApart = CountLeaves(scene);
    return SV_OK;
}
