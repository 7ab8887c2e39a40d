// Reads the caller's positions, at every query: vertices may be moved in place without notice. In:
// the position views of the meshes. Out: svSceneInput, points in the order of the leaves with the
// scene's scale and centre; and what follows once from meshes and options, the numbering, rings and
// thicknesses.

#include "scene/scene.h"

#include "input/points.h"
#include "mesh/mesh.h"

#include <float.h>
#include <math.h>

// ---- once, when meshes or options change -----------------------------------------------------

svStatus svScene_Number(svScene* scene) {
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

svStatus svScene_ApplyRules(svScene* scene) {
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

svStatus svScene_ReadPositions(svScene* scene, svWorkers* workers) {
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
