// The BVH: built when meshes came, went or deformed too far, refitted at every query.
//
// In: points of this step. Out: svSceneBvh. Leaves and the order of the tree stay while they are
// good; bounds are always fresh. Bounds are kinetic: those at t0 and those at t1 are kept apart, so
// that what one direction separates at both times is separated throughout (motion is linear). That
// is tighter than the AABB of the swept volume.

#include "scene/scene.h"

#include "base/clock.h"

#include <float.h>
#include <math.h>
#include <string.h>

// ---- build -----------------------------------------------------------------------------------

// Clusters triangles into leaves, orders them, and allocates what is refitted.
static svStatus BuildLeavesAndTree(svScene* scene) {
    svContext* context = scene->context;
    svStatus status =
        svLeaves_Build(&scene->bvh.scratch, scene->numbering.topologies, scene->memberCount,
                       scene->input.points, scene->input.scale, &scene->bvh.leaves);
    if (status == SV_OK) {
        status = svTree_OrderLeaves(&scene->bvh.scratch, scene->def.builder, scene->input.points,
                                    scene->input.scale, &scene->bvh.leaves);
    }
    if (status == SV_OK) {
        status =
            svTree_Shape(context, scene->def.volume, scene->bvh.leaves.count, &scene->bvh.tree);
    }
    if (status == SV_OK) {
        status = svContext_Grow(context, (void**)&scene->bvh.motions, &scene->bvh.motionCapacity,
                                scene->bvh.leaves.count, sizeof(svLeafMotion));
    }
    if (status == SV_OK) {
        status = svContext_Grow(context, (void**)&scene->bvh.leafDiagonals,
                                &scene->bvh.leafDiagonalsCapacity, scene->bvh.leaves.count,
                                sizeof(svLeafDiagonals));
    }
    if (status == SV_OK) {
        status =
            svContext_Grow(context, (void**)&scene->bvh.leafNormals, &scene->bvh.leafNormalCapacity,
                           scene->bvh.leaves.count, sizeof(*scene->bvh.leafNormals));
    }
    if (scene->def.rebuild != SV_REBUILD_ALWAYS) {
        svArena_Destroy(&scene->bvh.scratch);
    }
    scene->stale = status != SV_OK;
    return status == SV_OK ? SV_OK : svScene_OutOfMemory(scene);
}

typedef struct Fitting {
    svScene* scene;
    const svUpdate* update;
    svLeafReading reading;
    svCullingRun* culling; // null: not to be begun
} Fitting;

static double LargestOfExtent(const svLeafExtent* extent) {
    double largest = 0;
    for (int i = 0; i < 8; ++i) {
        largest = fmax(largest, fmax(fabs(extent->lower[i]), fabs(extent->upper[i])));
    }
    return largest;
}

// Half the thickness of the thickest vertex of a leaf with the slack of the tests, scaled and
// rounded up.
static float LeafMargin(const Fitting* fitting, const svLeaf* leaf, const svLeafExtent* extent) {
    const svScene* scene = fitting->scene;
    const svUpdate* update = fitting->update;
    const bool thick = update->thick && scene->input.thick;
    if (!thick && !update->distant) {
        return 0;
    }
    double thickness = 0;
    for (int v = 0; thick && v < leaf->vertexCount; ++v) {
        thickness = fmax(thickness,
                         scene->input.thickness[scene->numbering.vertexOfPoint[leaf->vertices[v]]]);
    }
    // Halved first, with the same rounding of denormal numbers as svScene_PairThickness.
    const double margin = 0.5 * thickness * scene->input.scale * (1 + update->slack);
    const double slack = 0x1p-40 * LargestOfExtent(extent);
    return (float)fmin((margin + slack) * (1 + 0x1p-20) + 0x1p-140, (double)FLT_MAX);
}

// Volumes are around coordinates relative to the scene's centre. Rounding is monotone: AABBs that
// are separated after that translation are separated; other volumes are inflated for the rounding.
static void FitVolume(const Fitting* fitting, const svLeaf* leaf, svLeafExtent* extent,
                      double margin, float* column) {
    const svScene* scene = fitting->scene;
    if (scene->bvh.tree.volume == SV_VOLUME_BOX) {
        for (int i = 0; i < 8; ++i) {
            const double center = i % 4 < 3 ? scene->input.center[i % 4] : 0;
            extent->lower[i] -= center;
            extent->upper[i] -= center;
        }
        svBox_Fit(extent->lower, extent->upper, margin, column);
    } else {
        svLeafPoints points;
        svLeafPoints_Read(&fitting->reading, leaf, scene->input.center, &points);
        svVolume_Fit(scene->bvh.tree.volume, &points, margin, column);
    }
}

// The motion of a leaf, and its volume as a column of its node.
static void FitLeafBounds(const Fitting* fitting, uint32_t index, float* column) {
    svScene* scene = fitting->scene;
    const svLeaf* leaf = &scene->bvh.leaves.leaves[index];
    svLeafMotion* motion = &scene->bvh.motions[index];
    svLeafExtent extent;
    scene->kernels->readLeaf(&fitting->reading, leaf, motion, &extent);
    memcpy(scene->bvh.leafNormals[index], motion->normal, sizeof(motion->normal));
    motion->margin = LeafMargin(fitting, leaf, &extent);
    // Halved last: half of a denormal distance could be rounded down.
    const double distance = 0.5 * (fitting->update->distance * scene->input.scale);
    FitVolume(fitting, leaf, &extent, (double)motion->margin + distance * (1 + 0x1p-20), column);
}

// Leaves within a larger part that was culled at the last query are unlikely to be tested: their
// diagonals are set to cull nothing, which is cheaper.
static void FitDiagonals(const Fitting* fitting, uint32_t node, uint32_t count) {
    const svScene* scene = fitting->scene;
    if ((scene->def.filters & SV_FILTER_DIAGONALS) == 0) {
        return;
    }
    const bool idle = fitting->culling != NULL && svSelfRun_WasCulled(&fitting->culling->run, node);
    const int times = idle ? 0 : fitting->reading.instant < 0 ? 2 : 1;
    for (uint32_t i = node * SV_WIDTH; i < node * SV_WIDTH + count; ++i) {
        scene->kernels->setDiagonals(&scene->bvh.motions[i], scene->input.center, times,
                                     &scene->bvh.leafDiagonals[i]);
    }
}

static void FitNodes(uint32_t worker, size_t first, size_t end, void* work) {
    const Fitting* fitting = work;
    const svTree* tree = &fitting->scene->bvh.tree;
    for (size_t node = first; node < end; ++node) {
        float* bounds = svTree_Node(tree, 0, (uint32_t)node);
        const uint32_t count = svTree_ChildCount(&tree->levels[0], (uint32_t)node);
        for (uint32_t child = 0; child < count; ++child) {
            FitLeafBounds(fitting, (uint32_t)node * SV_WIDTH + child, bounds + child);
        }
        FitDiagonals(fitting, (uint32_t)node, count);
        if (fitting->culling != NULL) {
            svCullingRun_BeginNodes(fitting->culling, (uint32_t)node, (uint32_t)node + 1, worker);
        }
    }
}

// Leaves and their nodes in parallel, then the levels above.
static void RefitTree(svScene* scene, svWorkers* workers, const svUpdate* update,
                      svCullingRun* culling) {
    Fitting fitting = {
        .scene = scene,
        .update = update,
        .reading = {scene->input.points, scene->input.scale, update->instant},
        .culling = culling,
    };
    if (scene->bvh.tree.levelCount == 0) {
        return;
    }
    svWorkers_For(workers, scene->bvh.tree.levels[0].nodeCount, 16, FitNodes, &fitting);
    svTree_Refit(&scene->bvh.tree);
}

// The cost of traversing the tree, independent of the size of the scene.
static double RelativeCost(const svScene* scene) {
    const double cost = svTree_Cost(&scene->bvh.tree);
    return scene->input.extentArea > 0 ? cost / scene->input.extentArea : 0;
}

double svScene_RefitBvh(svScene* scene, svWorkers* workers, const svUpdate* update,
                        svCullingRun* culling) {
    RefitTree(scene, workers, update, culling);
    return scene->bvh.builtCost > 0 ? RelativeCost(scene) / scene->bvh.builtCost : 1;
}

svStatus svScene_BuildBvh(svScene* scene, svWorkers* workers, const svUpdate* update,
                          svSceneStats* stats) {
    const double start = svClock_Seconds();
    svStatus status = SV_OK;
    if (scene->numbering.ordered) {
        svNumbering_LikeVertices(&scene->numbering);
        status = svScene_ReadPositions(scene, workers);
    }
    if (status == SV_OK) {
        status = BuildLeavesAndTree(scene);
    }
    scene->culling.starsStale = scene->culling.selfStale = true;
    if (status == SV_OK) {
        svNumbering_ByLeaf(&scene->numbering, &scene->bvh.leaves);
        status = svScene_ReadPositions(scene, workers);
    }
    if (status != SV_OK) {
        scene->stale = true;
        return status;
    }
    stats->built = true;
    stats->buildSeconds += svClock_Seconds() - start;
    RefitTree(scene, workers, update, NULL);
    scene->bvh.builtCost = RelativeCost(scene);
    return SV_OK;
}
