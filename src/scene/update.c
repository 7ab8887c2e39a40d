// Bringing a scene up to date: the positions of this step, leaves and tree.
//
// Positions are read at every query, so a caller who moves the vertices in place needs to say
// nothing. Leaves and the order of the tree stay while they are good; bounds are always fresh.

#include "scene/scene.h"

#include "base/clock.h"
#include "input/points.h"
#include "mesh/mesh.h"

#include <float.h>
#include <math.h>
#include <string.h>

// A refitted tree is kept until searching it is expected to cost this much more than a fresh one.
#define REBUILD_AT 1.5

static svStatus OutOfMemory(svScene* scene) {
    return svContext_Fail(scene->context, SV_ERROR_MEMORY, "scene: out of memory");
}

static svStatus SpreadThickness(svScene* scene) {
    scene->thick = false;
    for (uint32_t i = 0; i < scene->memberCount; ++i) {
        const svSceneMember* member = &scene->members[i];
        scene->thick |= member->vertexThickness != NULL || member->def.thickness > 0;
    }
    if (!scene->thick) {
        return SV_OK;
    }
    if (svContext_Grow(scene->context, (void**)&scene->thickness, &scene->thicknessCapacity,
                       (size_t)scene->vertexCount + 1, sizeof(double)) != SV_OK) {
        return SV_ERROR_MEMORY; // one more, so that it is never null
    }
    for (uint32_t i = 0; i < scene->memberCount; ++i) {
        const svSceneMember* member = &scene->members[i];
        double* to = scene->thickness + scene->topologies[i].firstVertex;
        for (uint32_t v = 0; v < scene->topologies[i].topology->vertexCount; ++v) {
            to[v] = member->vertexThickness != NULL ? member->vertexThickness[v]
                                                    : member->def.thickness;
        }
    }
    return SV_OK;
}

// What follows from the options of the meshes.
static svStatus ApplyRules(svScene* scene) {
    svStatus status = svExclusions_BuildRings(scene->context, &scene->exclusions, scene->topologies,
                                              scene->memberCount);
    if (status == SV_OK) {
        status = SpreadThickness(scene);
    }
    scene->rulesStale = status != SV_OK;
    return status == SV_OK ? SV_OK : OutOfMemory(scene);
}

// ---- positions -------------------------------------------------------------------------------

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

static void ReadRange(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    Reading* reading = work;
    const svScene* scene = reading->scene;
    const svMesh* mesh = scene->members[reading->mesh].mesh;
    svPointsReading points = {
        .x0 = mesh->x0,
        .x1 = mesh->x1,
        .places = scene->pointOfVertex + scene->topologies[reading->mesh].firstVertex,
        .rows = scene->points,
    };
    const size_t bad = scene->kernels->readPoints(&points, first, end);
    svWorkers_Lock(reading->workers);
    ExtendBy(&reading->extent, points.lower, points.upper);
    if (bad < end && bad < reading->notFinite) {
        reading->notFinite = bad;
    }
    svWorkers_Unlock(reading->workers);
}

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

// Reads the motion of all meshes.
static svStatus ReadPositions(svScene* scene, svWorkers* workers, Extent* extent) {
    *extent = EmptyExtent();
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
        ExtendBy(extent, reading.extent.lower, reading.extent.upper);
    }
    return SV_OK;
}

// A power of two that brings the scene's extent to between 1/2 and 1, or less where its coordinates
// would exceed 2^60 then. Along the axis of such coordinates the extent is zero, for it would be
// below their rounding; along the others it may not be, and what has become small against 1 is less
// well told apart, which costs time but no pair.
static void ChooseScale(svScene* scene, const Extent* extent) {
    double size = 0, largest = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const double lower = extent->lower[axis], upper = extent->upper[axis];
        // Halved, so that it cannot overflow.
        size = fmax(size, 0.5 * upper - 0.5 * lower);
        largest = fmax(largest, fmax(fabs(lower), fabs(upper)));
    }
    scene->scale = 1;
    int exponent = 0;
    if (largest > 0 && largest <= DBL_MAX) {
        int sizeExponent, largestExponent;
        frexp(largest, &largestExponent);
        frexp(size, &sizeExponent);
        exponent = size > 0 ? -(sizeExponent + 1) : -largestExponent;
        exponent = exponent > 60 - largestExponent ? 60 - largestExponent : exponent;
        exponent = exponent > 1000 ? 1000 : exponent; // denormal extents: small, but not zero
        scene->scale = ldexp(1, exponent);
    }
    double side[3] = {0, 0, 0};
    for (int axis = 0; axis < 3; ++axis) {
        const double lower = extent->lower[axis], upper = extent->upper[axis];
        const bool any = lower <= upper;
        scene->center[axis] = any ? 0.5 * (lower * scene->scale) + 0.5 * (upper * scene->scale) : 0;
        side[axis] = any ? upper * scene->scale - lower * scene->scale : 0;
    }
    scene->extentArea = side[0] * side[1] + side[1] * side[2] + side[2] * side[0];
}

// ---- leaves and tree -------------------------------------------------------------------------

static svStatus Build(svScene* scene) {
    svContext* context = scene->context;
    svStatus status = svLeaves_Build(&scene->scratch, scene->topologies, scene->memberCount,
                                     scene->points, scene->scale, &scene->leaves);
    if (status == SV_OK) {
        status = svTree_OrderLeaves(&scene->scratch, scene->def.builder, scene->points,
                                    scene->scale, &scene->leaves);
    }
    if (status == SV_OK) {
        status = svTree_Shape(context, scene->def.volume, scene->leaves.count, &scene->tree);
    }
    if (status == SV_OK) {
        status = svContext_Grow(context, (void**)&scene->motions, &scene->motionCapacity,
                                scene->leaves.count, sizeof(svLeafMotion));
    }
    if (status == SV_OK) {
        status =
            svContext_Grow(context, (void**)&scene->leafDiagonals, &scene->leafDiagonalsCapacity,
                           scene->leaves.count, sizeof(svLeafDiagonals));
    }
    if (status == SV_OK) {
        status = svContext_Grow(context, (void**)&scene->leafNormals, &scene->leafNormalCapacity,
                                scene->leaves.count, sizeof(*scene->leafNormals));
    }
    if (scene->def.rebuild != SV_REBUILD_ALWAYS) {
        svArena_Destroy(&scene->scratch);
    }
    scene->stale = status != SV_OK;
    return status == SV_OK ? SV_OK : OutOfMemory(scene);
}

typedef struct Fitting {
    svScene* scene;
    const svUpdate* update;
    svLeafReading reading;
    svSelfTesting* self; // null: not to be begun
} Fitting;

static double LargestCoordinate(const svLeafExtent* extent) {
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
    const bool thick = update->thick && scene->thick;
    if (!thick && !update->distant) {
        return 0;
    }
    double thickness = 0;
    for (int v = 0; thick && v < leaf->vertexCount; ++v) {
        thickness = fmax(thickness, scene->thickness[scene->vertexOfPoint[leaf->vertices[v]]]);
    }
    // Halved first, with the same rounding of denormal numbers as svScene_PairThickness.
    const double margin = 0.5 * thickness * scene->scale * (1 + update->slack);
    const double slack = 0x1p-40 * LargestCoordinate(extent);
    return (float)fmin((margin + slack) * (1 + 0x1p-20) + 0x1p-140, (double)FLT_MAX);
}

// Volumes are those of coordinates moved to the scene's centre. Rounding is monotone: what moved
// coordinates separate along an axis is separate; other volumes allow for the rounding.
static void FitVolume(const Fitting* fitting, const svLeaf* leaf, svLeafExtent* extent,
                      double margin, float* column) {
    const svScene* scene = fitting->scene;
    if (scene->tree.volume == SV_VOLUME_BOX) {
        for (int i = 0; i < 8; ++i) {
            const double center = i % 4 < 3 ? scene->center[i % 4] : 0;
            extent->lower[i] -= center;
            extent->upper[i] -= center;
        }
        svBox_Fit(extent->lower, extent->upper, margin, column);
    } else {
        svLeafPoints points;
        svLeafPoints_Read(&fitting->reading, leaf, scene->center, &points);
        svVolume_Fit(scene->tree.volume, &points, margin, column);
    }
}

static void FitLeaf(const Fitting* fitting, uint32_t index, float* column) {
    svScene* scene = fitting->scene;
    const svLeaf* leaf = &scene->leaves.leaves[index];
    svLeafMotion* motion = &scene->motions[index];
    svLeafExtent extent;
    scene->kernels->readLeaf(&fitting->reading, leaf, motion, &extent);
    memcpy(scene->leafNormals[index], motion->normal, sizeof(motion->normal));
    motion->margin = LeafMargin(fitting, leaf, &extent);
    // Halved last: half of a denormal distance could be rounded down.
    const double distance = 0.5 * (fitting->update->distance * scene->scale);
    FitVolume(fitting, leaf, &extent, (double)motion->margin + distance * (1 + 0x1p-20), column);
}

// Leaves within a larger part that was apart at the last query are unlikely to be looked at.
static void FitDiagonals(const Fitting* fitting, uint32_t node, uint32_t count) {
    const svScene* scene = fitting->scene;
    if ((scene->def.filters & SV_FILTER_DIAGONALS) == 0) {
        return;
    }
    const bool idle = fitting->self != NULL && svSelfRun_WasApart(&fitting->self->run, node);
    const int times = fitting->reading.instant < 0 ? 2 : 1;
    for (uint32_t i = node * SV_WIDTH; i < node * SV_WIDTH + count; ++i) {
        if (idle) {
            svLeafDiagonals_SetWide(&scene->leafDiagonals[i]);
        } else {
            scene->kernels->setDiagonals(&scene->motions[i], scene->center, times,
                                         &scene->leafDiagonals[i]);
        }
    }
}

static void FitNodes(uint32_t worker, size_t first, size_t end, void* work) {
    const Fitting* fitting = work;
    const svTree* tree = &fitting->scene->tree;
    for (size_t node = first; node < end; ++node) {
        float* bounds = svTree_Node(tree, 0, (uint32_t)node);
        const uint32_t count = svTree_ChildCount(&tree->levels[0], (uint32_t)node);
        for (uint32_t child = 0; child < count; ++child) {
            FitLeaf(fitting, (uint32_t)node * SV_WIDTH + child, bounds + child);
        }
        FitDiagonals(fitting, (uint32_t)node, count);
        if (fitting->self != NULL) {
            svSelfTesting_BeginNodes(fitting->self, (uint32_t)node, (uint32_t)node + 1, worker);
        }
    }
}

static void Fit(svScene* scene, svWorkers* workers, const svUpdate* update, svSelfTesting* self) {
    Fitting fitting = {
        .scene = scene,
        .update = update,
        .reading = {scene->points, scene->scale, update->instant},
        .self = self,
    };
    if (scene->tree.levelCount == 0) {
        return;
    }
    svWorkers_For(workers, scene->tree.levels[0].nodeCount, 16, FitNodes, &fitting);
    svTree_Refit(&scene->tree);
}

// The cost of the tree, whatever the size of the scene.
static double RelativeCost(const svScene* scene) {
    const double cost = svTree_Cost(&scene->tree);
    return scene->extentArea > 0 ? cost / scene->extentArea : 0;
}

static svStatus BuildAndFit(svScene* scene, svWorkers* workers, const svUpdate* update,
                            svSceneStats* stats) {
    const double start = svClock_Seconds();
    svStatus status = SV_OK;
    Extent extent;
    if (scene->ordered) {
        svScene_NumberPointsLikeVertices(scene);
        status = ReadPositions(scene, workers, &extent);
    }
    if (status == SV_OK) {
        status = Build(scene);
    }
    scene->starsStale = scene->selfStale = true;
    if (status == SV_OK) {
        svScene_NumberPointsByLeaf(scene);
        status = ReadPositions(scene, workers, &extent);
    }
    if (status != SV_OK) {
        scene->stale = true;
        return status;
    }
    stats->built = true;
    stats->buildSeconds += svClock_Seconds() - start;
    Fit(scene, workers, update, NULL);
    scene->builtCost = RelativeCost(scene);
    return SV_OK;
}

// ---- stars -----------------------------------------------------------------------------------

typedef struct Spreading {
    svScene* scene;
    svLeafReading reading;
} Spreading;

static void SpreadStars(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Spreading* spreading = work;
    svStars_Spread(&spreading->scene->stars, &spreading->reading,
                   spreading->scene->kernels->spreadStars, first, end);
}

static void SpreadLeaves(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const Spreading* spreading = work;
    svScene* scene = spreading->scene;
    svStars_SpreadLeaves(&scene->stars, &scene->leaves, scene->motions,
                         scene->kernels->isLeafSpread, first, end);
}

static svStatus UpdateStars(svScene* scene, svWorkers* workers, int instant, svSceneStats* stats) {
    svStars* stars = &scene->stars;
    if (scene->starsStale) {
        const double start = svClock_Seconds();
        const svStarsDef def = {scene->topologies,    &scene->leaves,     scene->pointOfVertex,
                                scene->vertexOfPoint, scene->memberCount, scene->vertexCount};
        if (svStars_Build(scene->context, &def, stars) != SV_OK) {
            return OutOfMemory(scene);
        }
        scene->starsStale = false;
        stats->buildSeconds += svClock_Seconds() - start;
    }
    Spreading spreading = {scene, {scene->points, scene->scale, instant}};
    svWorkers_For(workers, stars->groupCount, 64, SpreadStars, &spreading);
    svWorkers_For(workers, scene->leaves.count, 1024, SpreadLeaves, &spreading);
    return SV_OK;
}

svStatus svScene_Update(svScene* scene, const svUpdate* update, svSceneStats* stats) {
    svWorkers* workers;
    if (svWorkers_Get(scene->context, &workers) != SV_OK) {
        return OutOfMemory(scene);
    }
    const double start = svClock_Seconds();
    svStatus status = SV_OK;
    if (scene->stale) {
        status = svScene_Number(scene) == SV_OK ? SV_OK : OutOfMemory(scene);
        scene->rulesStale = true;
    }
    if (status == SV_OK && scene->rulesStale) {
        status = ApplyRules(scene);
    }
    Extent extent;
    if (status == SV_OK) {
        status = ReadPositions(scene, workers, &extent);
    }
    if (status != SV_OK) {
        return status;
    }
    ChooseScale(scene, &extent);
    stats->quality = 1;
    svSelfTesting self = {.workers = workers};
    if (scene->stale || scene->def.rebuild == SV_REBUILD_ALWAYS) {
        status = BuildAndFit(scene, workers, update, stats);
    } else {
        svScene_BeginSelf(scene, workers, update, &self);
        Fit(scene, workers, update, self.early ? &self : NULL);
        stats->quality = scene->builtCost > 0 ? RelativeCost(scene) / scene->builtCost : 1;
        if (scene->def.rebuild == SV_REBUILD_AUTO && stats->quality > REBUILD_AT) {
            status = BuildAndFit(scene, workers, update, stats);
        }
    }
    scene->apart = NULL;
    if (status == SV_OK) {
        status = svScene_EndSelf(scene, update, &self, stats);
    }
    // Stars are for neighbours; where nearly all are settled already they are not worth their cost.
    const bool settled = scene->leaves.count - stats->leavesApart <= scene->leaves.count / 64;
    scene->starsSet = status == SV_OK && update->stars && !settled;
    if (scene->starsSet) {
        status = UpdateStars(scene, workers, update->instant, stats);
    }
    stats->leafCount = scene->leaves.count;
    stats->updateSeconds = svClock_Seconds() - start - stats->buildSeconds;
    return status;
}
