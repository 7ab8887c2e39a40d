// Self-collision culling. In: the refitted BVH. Out: svSceneCulling, the parts (subtrees) certified
// free of self-contact over the step (selfcull/self_test.h), which the broad phase skips; at an
// instant also the stars and leaves that are spread (selfcull/star.h). Begun while leaves are
// refitted and in the cache, ended before the broad phase.

#include "scene/scene.h"

#include "base/clock.h"

// Sides of faces are numbered in 32 bits.
#define MOST_FACES (UINT32_MAX / 3)

// At an instant, stars (selfcull/star.h) have made neighbours cheap: four leaves are not worth a
// test.
#define SMALLEST_AT_INSTANT 1

// Finds the contours of all parts, for a new BVH.
static svStatus BuildSelfTests(svScene* scene, svWorkers* workers) {
    const svSelfDef def = {
        .meshes = scene->numbering.topologies,
        .leaves = &scene->bvh.leaves,
        .tree = &scene->bvh.tree,
        .pointOfVertex = scene->numbering.pointOfVertex,
        .vertexCount = scene->numbering.vertexCount,
        .faceCount = scene->numbering.faceCount,
        .workerCount = svWorkers_Count(workers),
    };
    const svStatus status = svSelfTests_Build(&scene->bvh.scratch, &def, &scene->culling.selfTests);
    if (scene->def.rebuild != SV_REBUILD_ALWAYS) {
        svArena_Destroy(&scene->bvh.scratch);
    }
    for (uint32_t level = 0; status == SV_OK && level < scene->culling.selfTests.levelCount;
         ++level) {
        scene->culling.apartLevels[level] = scene->culling.selfTests.levels[level].apart;
    }
    scene->culling.selfStale = status != SV_OK;
    return status;
}

static void AddSelfCounts(svCullingRun* culling, const svSelfCounts* counts) {
    if (counts->tested == 0) {
        return;
    }
    svWorkers_Lock(culling->workers);
    culling->counts.tested += counts->tested;
    culling->counts.apart += counts->apart;
    svWorkers_Unlock(culling->workers);
}

void svCullingRun_BeginNodes(svCullingRun* culling, uint32_t first, uint32_t end, uint32_t worker) {
    svSelfCounts counts = {0, 0};
    svSelfRun_BeginNodes(&culling->run, first, end, culling->early, worker, &counts);
    AddSelfCounts(culling, &counts);
}

static void BeginNodes(uint32_t worker, size_t first, size_t end, void* work) {
    svCullingRun_BeginNodes(work, (uint32_t)first, (uint32_t)end, worker);
}

// Subtrees of one level, on a worker: those that a larger one does not cover yet.
static void TestParts(uint32_t worker, size_t first, size_t end, void* work) {
    svCullingRun* culling = work;
    svSelfCounts counts = {0, 0};
    svSelfRun_TestParts(&culling->run, culling->level, (uint32_t)first, (uint32_t)end, worker,
                        &counts);
    AddSelfCounts(culling, &counts);
}

// The lowest subtrees that are still open, on a worker.
static void EndNodes(uint32_t worker, size_t first, size_t end, void* work) {
    svCullingRun* culling = work;
    svSelfCounts counts = {0, 0};
    svSelfRun_EndNodes(&culling->run, (uint32_t)first, (uint32_t)end, worker, &counts);
    AddSelfCounts(culling, &counts);
}

// Leaves in parts that are culled.
static uint32_t CountCulledLeaves(const svScene* scene) {
    const svSelfLevel* smallest = &scene->culling.selfTests.levels[0];
    uint32_t leaves = 0;
    for (uint32_t part = 0; part < smallest->partCount; ++part) {
        const uint32_t rest = scene->bvh.leaves.count - part * SV_PART_FAN;
        leaves += smallest->apart[part] == 0 ? 0 : rest < SV_PART_FAN ? rest : SV_PART_FAN;
    }
    return leaves;
}

// What all tests of this query read. At an instant the smallest subtrees are left to stars.
static void SetSelfRun(svScene* scene, const svUpdate* update, svCullingRun* culling) {
    const bool patient = scene->def.selfCulling == SV_SELF_CULLING_AUTO;
    culling->reading = (svLeafReading){scene->input.points, scene->input.scale, update->instant};
    culling->run = (svSelfRun){
        .tests = &scene->culling.selfTests,
        .leaves = &scene->bvh.leaves,
        .motions = scene->bvh.motions,
        .leafNormals = (const float(*)[3])scene->bvh.leafNormals,
        .reading = &culling->reading,
        .kernels = scene->kernels,
        .smallest = patient && update->instant >= 0 ? SMALLEST_AT_INSTANT : 0,
        .patient = patient,
    };
}

// Thick surfaces are in contact with themselves at a distance: nothing is proven for them.
static bool IsCullingWanted(const svScene* scene, const svUpdate* update) {
    return update->self && !(update->thick && scene->input.thick) &&
           scene->def.selfCulling != SV_SELF_CULLING_OFF &&
           scene->numbering.faceCount <= MOST_FACES;
}

void svScene_BeginSelfCulling(svScene* scene, svWorkers* workers, const svUpdate* update,
                              svCullingRun* culling) {
    *culling = (svCullingRun){.workers = workers};
    culling->early = IsCullingWanted(scene, update) && !scene->culling.selfStale &&
                     scene->bvh.tree.levelCount > 0;
    if (culling->early) {
        SetSelfRun(scene, update, culling);
    }
}

// Tests the parts that are not done yet: larger ones top-down, then nodes and their quarters.
static svStatus TestSubtrees(svScene* scene, const svUpdate* update, svCullingRun* culling,
                             svSceneStats* stats) {
    // The contours of a new BVH cost more than one query wins back.
    const bool patient = scene->def.selfCulling == SV_SELF_CULLING_AUTO;
    if (!IsCullingWanted(scene, update) || (patient && stats->built) ||
        scene->bvh.tree.levelCount == 0) {
        return SV_OK;
    }
    svWorkers* workers = culling->workers;
    if (scene->culling.selfStale) {
        const double start = svClock_Seconds();
        if (BuildSelfTests(scene, workers) != SV_OK) {
            return svScene_OutOfMemory(scene);
        }
        stats->buildSeconds += svClock_Seconds() - start;
        culling->early = false;
        culling->counts = (svSelfCounts){0, 0};
    }
    const svSelfTests* tests = &scene->culling.selfTests;
    const uint32_t nodeCount = scene->bvh.tree.levels[0].nodeCount;
    if (!culling->early) {
        SetSelfRun(scene, update, culling);
        svWorkers_For(workers, nodeCount, 64, BeginNodes, culling);
    }
    svSelfRun_SumParts(&culling->run);
    for (uint32_t level = tests->levelCount; level-- > 2;) {
        culling->level = level;
        svWorkers_For(workers, tests->levels[level].partCount, 16, TestParts, culling);
    }
    svWorkers_For(workers, nodeCount, 64, EndNodes, culling);
    scene->culling.apart = scene->culling.apartLevels;
    stats->selfTested = culling->counts.tested;
    stats->selfApart = culling->counts.apart;
    stats->leavesApart = CountCulledLeaves(scene);
    return SV_OK;
}

// ---- triangles around a vertex, at an instant ------------------------------------------------

typedef struct Spreading {
    svScene* scene;
    svLeafReading reading;
} Spreading;

static void SpreadStars(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Spreading* spreading = work;
    svStars_Spread(&spreading->scene->culling.stars, &spreading->reading,
                   spreading->scene->kernels->spreadStars, first, end);
}

static void SpreadLeaves(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Spreading* spreading = work;
    svScene* scene = spreading->scene;
    svStars_SpreadLeaves(&scene->culling.stars, &scene->bvh.leaves, scene->bvh.motions,
                         scene->kernels->isLeafSpread, first, end);
}

// Finds the stars of a new BVH, then tests which stars and leaves are spread at this instant.
static svStatus UpdateStars(svScene* scene, svWorkers* workers, int instant, svSceneStats* stats) {
    svStars* stars = &scene->culling.stars;
    if (scene->culling.starsStale) {
        const double start = svClock_Seconds();
        const svStarsDef def = {
            scene->numbering.topologies,    &scene->bvh.leaves, scene->numbering.pointOfVertex,
            scene->numbering.vertexOfPoint, scene->memberCount, scene->numbering.vertexCount};
        if (svStars_Build(scene->context, &def, stars) != SV_OK) {
            return svScene_OutOfMemory(scene);
        }
        scene->culling.starsStale = false;
        stats->buildSeconds += svClock_Seconds() - start;
    }
    Spreading spreading = {scene, {scene->input.points, scene->input.scale, instant}};
    svWorkers_For(workers, stars->groupCount, 64, SpreadStars, &spreading);
    svWorkers_For(workers, scene->bvh.leaves.count, 1024, SpreadLeaves, &spreading);
    return SV_OK;
}

svStatus svScene_EndSelfCulling(svScene* scene, const svUpdate* update, svCullingRun* culling,
                                svSceneStats* stats) {
    svStatus status = TestSubtrees(scene, update, culling, stats);
    // Stars cull pairs of neighbours: not worth their cost where nearly all leaves are culled
    // already.
    const uint32_t leafCount = scene->bvh.leaves.count;
    const bool settled = leafCount - stats->leavesApart <= leafCount / 64;
    scene->culling.starsSet = status == SV_OK && update->stars && !settled;
    if (scene->culling.starsSet) {
        status = UpdateStars(scene, culling->workers, update->instant, stats);
    }
    return status;
}
