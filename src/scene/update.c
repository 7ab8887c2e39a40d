// The stages before the broad phase: positions read, BVH built or refitted, self-collision culled.
// In: the meshes as the caller moved them. Out: svSceneInput and svSceneBvh (svSceneCulling:
// cull_self.c), valid for this query. svScene_Update, at the end, has them in their order.
//
// Positions are read at every query: vertices may be moved in place without notice. Leaves and the
// order of the tree stay while they are good; bounds are always fresh. Bounds are kinetic: those at
// t0 and those at t1 are kept apart, so that what one direction separates at both times is
// separated throughout (motion is linear). That is tighter than the AABB of the swept volume.

#include "scene/scene.h"

#include "base/clock.h"
#include "input/points.h"
#include "mesh/mesh.h"

#include <float.h>
#include <math.h>
#include <string.h>

// A refitted BVH is kept until traversing it is expected to cost this much more than a new one.
#define REBUILD_AT 1.5

svStatus svScene_OutOfMemory(svScene* scene) {
    return svContext_Fail(scene->context, SV_ERROR_MEMORY, "scene: out of memory");
}

// ---- once, when meshes or options change -----------------------------------------------------

// Features of all meshes one after another, points like vertices until there are leaves.
static svStatus NumberFeatures(svScene* scene) {
    svNumbering_Clear(&scene->numbering);
    for (uint32_t i = 0; i < scene->memberCount; ++i) {
        const svTopology* topology = svMesh_GetTopology(scene->members[i].mesh);
        if (svNumbering_AddMesh(scene->context, &scene->numbering, topology) != SV_OK) {
            return svScene_OutOfMemory(scene);
        }
    }
    // One more, so that it is never null.
    const size_t rows = (size_t)scene->numbering.vertexCount + 1;
    if (svNumbering_AddPoints(scene->context, &scene->numbering) != SV_OK ||
        svContext_Grow(scene->context, (void**)&scene->input.points, &scene->input.pointCapacity,
                       8 * rows, sizeof(double)) != SV_OK) {
        return svScene_OutOfMemory(scene);
    }
    return SV_OK;
}

// Thickness per vertex, where any mesh has one.
static svStatus SpreadThickness(svScene* scene) {
    scene->input.thick = false;
    for (uint32_t i = 0; i < scene->memberCount; ++i) {
        const svSceneMember* member = &scene->members[i];
        scene->input.thick |= member->vertexThickness != NULL || member->def.thickness > 0;
    }
    if (!scene->input.thick) {
        return SV_OK;
    }
    if (svContext_Grow(scene->context, (void**)&scene->input.thickness,
                       &scene->input.thicknessCapacity, (size_t)scene->numbering.vertexCount + 1,
                       sizeof(double)) != SV_OK) {
        return SV_ERROR_MEMORY; // one more, so that it is never null
    }
    for (uint32_t i = 0; i < scene->memberCount; ++i) {
        const svSceneMember* member = &scene->members[i];
        double* to = scene->input.thickness + scene->numbering.topologies[i].firstVertex;
        for (uint32_t v = 0; v < scene->numbering.topologies[i].topology->vertexCount; ++v) {
            to[v] = member->vertexThickness != NULL ? member->vertexThickness[v]
                                                    : member->def.thickness;
        }
    }
    return SV_OK;
}

// What follows from the meshes' options: rings for the exclusions, a thickness for each vertex.
static svStatus ApplyRules(svScene* scene) {
    svStatus status = svExclusions_BuildRings(scene->context, &scene->exclusions,
                                              scene->numbering.topologies, scene->memberCount);
    if (status == SV_OK) {
        status = SpreadThickness(scene);
    }
    scene->rulesStale = status != SV_OK;
    return status == SV_OK ? SV_OK : svScene_OutOfMemory(scene);
}

// ---- at every query --------------------------------------------------------------------------

typedef struct Extent {
    double lower[3], upper[3];
} Extent;

typedef struct Reading {
    svScene* scene;
    svWorkers* workers;
    uint32_t mesh;
    Extent extent;
    size_t notFinite; // the first vertex that is not, of this mesh
} Reading;

static Extent EmptyExtent(void) {
    return (Extent){{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
}

static void ExtendBy(Extent* extent, const double lower[3], const double upper[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        extent->lower[axis] = fmin(extent->lower[axis], lower[axis]);
        extent->upper[axis] = fmax(extent->upper[axis], upper[axis]);
    }
}

// Reads vertices of one mesh; merges their extent and the first that is not finite.
static void ReadRange(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    Reading* reading = work;
    const svScene* scene = reading->scene;
    const svMesh* mesh = scene->members[reading->mesh].mesh;
    svPointsReading points = {
        .x0 = mesh->x0,
        .x1 = mesh->x1,
        .places =
            scene->numbering.pointOfVertex + scene->numbering.topologies[reading->mesh].firstVertex,
        .rows = scene->input.points,
    };
    const size_t bad = scene->kernels->readPoints(&points, first, end);
    svWorkers_Lock(reading->workers);
    ExtendBy(&reading->extent, points.lower, points.upper);
    if (bad < end && bad < reading->notFinite) {
        reading->notFinite = bad;
    }
    svWorkers_Unlock(reading->workers);
}

// Names the coordinate that is not finite.
static svStatus ReportNotFinite(const svScene* scene, uint32_t index, size_t vertex) {
    const svMesh* mesh = scene->members[index].mesh;
    for (int time = 0; time < 2; ++time) {
        double point[3];
        svPositions_Get(time == 0 ? &mesh->x0 : &mesh->x1, vertex, point);
        for (int axis = 0; axis < 3; ++axis) {
            if (!isfinite(point[axis])) {
                svContext_Message(scene->context, SV_ERROR,
                                  "scene: mesh %u%s%s: vertex %zu: %c at t%d is %g", index,
                                  mesh->name[0] == '\0' ? "" : " ", mesh->name, vertex, "xyz"[axis],
                                  time, point[axis]);
                return SV_ERROR_NOT_FINITE;
            }
        }
    }
    return SV_ERROR_NOT_FINITE;
}

// A power of two that brings the scene's extent to between 1/2 and 1, or less where its coordinates
// would exceed 2^60 then. Along the axis of such coordinates the extent is zero, for it would be
// below their rounding; along the others it may not be, and extents that are small against 1 are
// separated less well, which costs time but no pair.
static void ChooseScale(svScene* scene, const Extent* extent) {
    double size = 0, largest = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const double lower = extent->lower[axis], upper = extent->upper[axis];
        // Halved, so that it cannot overflow.
        size = fmax(size, 0.5 * upper - 0.5 * lower);
        largest = fmax(largest, fmax(fabs(lower), fabs(upper)));
    }
    scene->input.scale = 1;
    int exponent = 0;
    if (largest > 0 && largest <= DBL_MAX) {
        int sizeExponent, largestExponent;
        frexp(largest, &largestExponent);
        frexp(size, &sizeExponent);
        exponent = size > 0 ? -(sizeExponent + 1) : -largestExponent;
        exponent = exponent > 60 - largestExponent ? 60 - largestExponent : exponent;
        exponent = exponent > 1000 ? 1000 : exponent; // denormal extents: small, but not zero
        scene->input.scale = ldexp(1, exponent);
    }
    double side[3] = {0, 0, 0};
    for (int axis = 0; axis < 3; ++axis) {
        const double lower = extent->lower[axis], upper = extent->upper[axis];
        const bool any = lower <= upper;
        scene->input.center[axis] =
            any ? 0.5 * (lower * scene->input.scale) + 0.5 * (upper * scene->input.scale) : 0;
        side[axis] = any ? upper * scene->input.scale - lower * scene->input.scale : 0;
    }
    scene->input.extentArea = side[0] * side[1] + side[1] * side[2] + side[2] * side[0];
}

// Every mesh's views into rows of doubles, in parallel, checked as they are read; then the scale
// that brings the scene to about 1, so that single precision neither overflows nor underflows.
static svStatus ReadPositions(svScene* scene, svWorkers* workers) {
    Extent extent = EmptyExtent();
    for (uint32_t i = 0; i < scene->memberCount; ++i) {
        const svMesh* mesh = scene->members[i].mesh;
        if (!mesh->hasMotion) {
            svContext_Message(scene->context, SV_ERROR,
                              "scene: mesh %u%s%s has no positions: svMesh_SetMotion", i,
                              mesh->name[0] == '\0' ? "" : " ", mesh->name);
            return SV_ERROR_ARGUMENT;
        }
        Reading reading = {scene, workers, i, EmptyExtent(), SIZE_MAX};
        svWorkers_For(workers, mesh->topology.vertexCount, 4096, ReadRange, &reading);
        if (reading.notFinite != SIZE_MAX) {
            return ReportNotFinite(scene, i, reading.notFinite);
        }
        ExtendBy(&extent, reading.extent.lower, reading.extent.upper);
    }
    ChooseScale(scene, &extent);
    return SV_OK;
}

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

// The lowest nodes, on a worker: leaves are read, bounded, and tested for self-collision while they
// are in the cache.
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

// Refits without touching the order of the leaves; returns how much slower the tree is than when it
// was built.
static double RefitBvh(svScene* scene, svWorkers* workers, const svUpdate* update,
                       svCullingRun* culling) {
    RefitTree(scene, workers, update, culling);
    return scene->bvh.builtCost > 0 ? RelativeCost(scene) / scene->bvh.builtCost : 1;
}

// Builds leaves and tree anew from the positions at hand, which are read once more in the order of
// the new leaves.
static svStatus BuildBvh(svScene* scene, svWorkers* workers, const svUpdate* update,
                         svSceneStats* stats) {
    const double start = svClock_Seconds();
    svStatus status = SV_OK;
    if (scene->numbering.ordered) {
        svNumbering_LikeVertices(&scene->numbering);
        status = ReadPositions(scene, workers);
    }
    if (status == SV_OK) {
        status = BuildLeavesAndTree(scene);
    }
    scene->culling.starsStale = scene->culling.selfStale = true;
    if (status == SV_OK) {
        svNumbering_ByLeaf(&scene->numbering, &scene->bvh.leaves);
        status = ReadPositions(scene, workers);
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

// ---- all in their order ---------------------------------------------------------------------

// Meshes and options, where they changed; then the positions.
static svStatus ReadMeshes(svScene* scene, svWorkers* workers) {
    svStatus status = SV_OK;
    if (scene->stale) {
        status = NumberFeatures(scene);
        scene->rulesStale = true;
    }
    if (status == SV_OK && scene->rulesStale) {
        status = ApplyRules(scene);
    }
    return status == SV_OK ? ReadPositions(scene, workers) : status;
}

// A new BVH where it must be or where the old one has become slow, else the old one refitted.
static svStatus UpdateBvh(svScene* scene, svWorkers* workers, const svUpdate* update,
                          svCullingRun* culling, svSceneStats* stats) {
    stats->quality = 1;
    if (scene->stale || scene->def.rebuild == SV_REBUILD_ALWAYS) {
        return BuildBvh(scene, workers, update, stats);
    }
    svScene_BeginSelfCulling(scene, workers, update, culling);
    stats->quality = RefitBvh(scene, workers, update, culling->early ? culling : NULL);
    if (scene->def.rebuild == SV_REBUILD_AUTO && stats->quality > REBUILD_AT) {
        return BuildBvh(scene, workers, update, stats);
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
