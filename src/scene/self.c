// Parts of the tree that certainly do not meet themselves (pair/self_test.h), found between the
// update and the search.

#include "scene/scene.h"

#include "base/clock.h"

// Sides of faces are numbered in 32 bits.
#define MOST_FACES (UINT32_MAX / 3)

// At an instant, stars (pair/star.h) have made neighbours cheap: four leaves are not worth a test.
#define SMALLEST_AT_INSTANT 1

typedef struct Testing {
    svSelfRun run;
    svWorkers* workers;
    uint32_t level;
    svSelfCounts counts;
} Testing;

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

static void SumLeaves(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Testing* testing = work;
    svSelfRun_SumLeaves(&testing->run, (uint32_t)first, (uint32_t)end);
}

static void TestParts(uint32_t worker, size_t first, size_t end, void* work) {
    Testing* testing = work;
    svSelfCounts counts = {0, 0};
    svSelfRun_Test(&testing->run, testing->level, (uint32_t)first, (uint32_t)end, worker, &counts);
    svWorkers_Lock(testing->workers);
    testing->counts.tested += counts.tested;
    testing->counts.apart += counts.apart;
    svWorkers_Unlock(testing->workers);
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

svStatus svScene_TestSelf(svScene* scene, svWorkers* workers, int instant, svSceneStats* stats) {
    // A new hierarchy costs more than one query can win back.
    const bool patient = scene->def.selfCulling == SV_SELF_CULLING_AUTO;
    if (scene->def.selfCulling == SV_SELF_CULLING_OFF || (patient && stats->built) ||
        scene->faceCount > MOST_FACES || scene->tree.levelCount == 0) {
        return SV_OK;
    }
    if (scene->selfStale) {
        const double start = svClock_Seconds();
        if (Build(scene, workers) != SV_OK) {
            return svContext_Fail(scene->context, SV_ERROR_MEMORY, "scene: out of memory");
        }
        stats->buildSeconds += svClock_Seconds() - start;
    }
    const svLeafReading reading = {scene->points, scene->scale, instant};
    Testing testing = {
        .run = {.tests = &scene->selfTests,
                .leaves = &scene->leaves,
                .motions = scene->motions,
                .leafNormals = (const float(*)[3])scene->leafNormals,
                .reading = &reading,
                .kernel = svSelfKernel_Choose(scene->def.isa),
                .smallest = patient && instant >= 0 ? SMALLEST_AT_INSTANT : 0,
                .patient = patient},
        .workers = workers,
    };
    const svSelfTests* tests = &scene->selfTests;
    svWorkers_For(workers, tests->levels[0].partCount, 256, SumLeaves, &testing);
    svSelfRun_SumParts(&testing.run);
    for (uint32_t level = tests->levelCount; level-- > 0;) {
        testing.level = level;
        svWorkers_For(workers, tests->levels[level].partCount, 64, TestParts, &testing);
    }
    scene->apart = scene->apartLevels;
    stats->selfTested = testing.counts.tested;
    stats->selfApart = testing.counts.apart;
    stats->leavesApart = CountLeaves(scene);
    return SV_OK;
}
