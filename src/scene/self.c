// Nodes that certainly do not meet themselves (pair/self_test.h), found between the update and the
// search.

#include "scene/scene.h"

#include "base/clock.h"

// Sides of faces are numbered in 32 bits.
#define MOST_FACES (UINT32_MAX / 3)

typedef struct Testing {
    svSelfRun run;
    svWorkers* workers;
    uint32_t level;
    svSelfCounts counts;
} Testing;

static svStatus Build(svScene* scene, svWorkers* workers) {
    const svSelfDef def = {
        .meshes = scene->topologies,
        .meshCount = scene->memberCount,
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

static void TestNodes(uint32_t worker, size_t first, size_t end, void* work) {
    Testing* testing = work;
    svSelfCounts counts = {0, 0};
    svSelfRun_Test(&testing->run, testing->level, (uint32_t)first, (uint32_t)end, worker, &counts);
    svWorkers_Lock(testing->workers);
    testing->counts.tested += counts.tested;
    testing->counts.apart += counts.apart;
    svWorkers_Unlock(testing->workers);
}

static uint32_t CountLeaves(const svScene* scene) {
    uint32_t leaves = 0;
    for (uint32_t node = 0; node < scene->tree.levels[0].nodeCount; ++node) {
        leaves += scene->apart[0][node] != 0 ? svTree_ChildCount(&scene->tree.levels[0], node) : 0;
    }
    return leaves;
}

svStatus svScene_TestSelf(svScene* scene, svWorkers* workers, int instant, svSceneStats* stats) {
    if (scene->def.selfCulling == SV_SELF_CULLING_OFF || scene->faceCount > MOST_FACES ||
        scene->tree.levelCount == 0) {
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
                .reading = &reading,
                .kernel = svSelfKernel_Choose(scene->def.isa),
                .patient = scene->def.selfCulling == SV_SELF_CULLING_AUTO},
        .workers = workers,
    };
    svWorkers_For(workers, scene->tree.levels[0].nodeCount, 64, SumLeaves, &testing);
    svSelfRun_SumNodes(&testing.run);
    for (uint32_t level = scene->tree.levelCount; level-- > 0;) {
        testing.level = level;
        svWorkers_For(workers, scene->tree.levels[level].nodeCount, 16, TestNodes, &testing);
    }
    scene->apart = scene->apartLevels;
    stats->selfTested = testing.counts.tested;
    stats->selfApart = testing.counts.apart;
    stats->leavesApart = CountLeaves(scene);
    return SV_OK;
}
