// A mesh in numbers, and the faults of one that exists.

#include "base/context.h"
#include "mesh/faults.h"
#include "mesh/mesh.h"

#include <math.h>

svStatus svMesh_Validate(const svMesh* mesh, size_t maxFaultsPerKind, svMeshReport* report) {
    if (mesh == NULL || report == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    svValidateDef def = svDefaultValidateDef();
    def.triangles = mesh->triangles;
    def.triangleCount = mesh->topology.triangleCount;
    def.vertexCount = mesh->topology.vertexCount;
    def.maxFaultsPerKind = maxFaultsPerKind;
    if (mesh->hasMotion) {
        def.x0 = &mesh->x0;
        def.x1 = &mesh->x1;
    }
    return svValidateTopology(mesh->context, &def, &mesh->topology, report);
}

static void FindBounds(const svTopology* topology, const svPositions* positions, double lower[3],
                       double upper[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        lower[axis] = HUGE_VAL;
        upper[axis] = -HUGE_VAL;
    }
    for (size_t v = 0; v < topology->vertexCount; ++v) {
        if (topology->vertexTriangleStart[v] == topology->vertexTriangleStart[v + 1]) {
            continue;
        }
        double point[3];
        svPositions_Get(positions, v, point);
        for (int axis = 0; axis < 3; ++axis) {
            lower[axis] = point[axis] < lower[axis] ? point[axis] : lower[axis];
            upper[axis] = point[axis] > upper[axis] ? point[axis] : upper[axis];
        }
    }
}

static void CountTopology(const svTopology* topology, svMeshInfo* info) {
    info->vertexCount = topology->vertexCount;
    info->triangleCount = topology->triangleCount;
    info->edgeCount = topology->edgeCount;
    info->boundaryEdgeCount = topology->edgeKindCounts[SV_EDGE_BOUNDARY];
    info->loopCount = topology->loopCount;
    info->componentCount = topology->componentCount;
    info->islandCount = topology->islandCount;
    info->euler = (int64_t)topology->vertexCount - topology->isolatedVertexCount -
                  topology->edgeCount + topology->triangleCount - topology->collapsedCount;
    info->closed = topology->componentCount > 0;
    info->consistent = true;
    info->orientable = true;
    for (uint32_t i = 0; i < topology->componentCount; ++i) {
        info->closed = info->closed && topology->components[i].closed;
        info->consistent = info->consistent && topology->components[i].consistent;
        info->orientable = info->orientable && topology->components[i].orientable;
    }
    info->manifold = topology->edgeKindCounts[SV_EDGE_NON_MANIFOLD] == 0 &&
                     topology->edgeKindCounts[SV_EDGE_WIRE] == 0 && topology->pinchVertexCount == 0;
}

svStatus svMesh_GetInfo(const svMesh* mesh, svMeshInfo* info) {
    if (mesh == NULL || info == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    svMeshReport report;
    const svStatus status = svMesh_Validate(mesh, 0, &report);
    if (status != SV_OK) {
        return status;
    }
    *info = (svMeshInfo){0};
    CountTopology(&mesh->topology, info);
    for (int kind = 0; kind < SV_FAULT_KIND_ENUM_COUNT; ++kind) {
        info->faultCounts[kind] = report.counts[kind];
    }
    svMeshReport_Destroy(mesh->context, &report);
    info->hasBounds = mesh->hasMotion && mesh->topology.triangleCount > 0;
    if (info->hasBounds) {
        FindBounds(&mesh->topology, &mesh->x0, info->lower0, info->upper0);
        FindBounds(&mesh->topology, &mesh->x1, info->lower1, info->upper1);
    }
    return SV_OK;
}
