// Every fault of a mesh, by kind and place.
//
// Faces with an index out of range are set aside first; the topology of the others shows most of
// the rest. Each finder below reports one kind, in ascending order of place, and they run in the
// order of the kinds.

#include "base/arena.h"
#include "base/context.h"
#include "mesh/faults.h"
#include "mesh/mesh.h"
#include "selvage/predicates.h"
#include "topology/topology.h"

#include <math.h>
#include <string.h>

// One call of svValidateMesh.
typedef struct Validation {
    const svValidateDef* def;
    svContext* context;
    svArena* arena;
    const svTopology* topology;  // of the faces whose indices are in range
    const uint32_t* faceNumbers; // their numbers in def->triangles; null: the same

    svMeshReport report;
    void* faults;
    size_t capacity;
    svStatus status; // of the first failed allocation; faults after it are lost
} Validation;

static void AddFault(Validation* validation, svMeshFault fault) {
    svMeshReport* const report = &validation->report;
    ++*(fault.severity == SV_ERROR ? &report->errorCount : &report->warningCount);
    if (report->counts[fault.kind]++ >= validation->def->maxFaultsPerKind) {
        return;
    }
    const svStatus status =
        svContext_Grow(validation->context, &validation->faults, &validation->capacity,
                       report->faultCount + 1, sizeof(svMeshFault));
    if (status != SV_OK) {
        validation->status = status;
        return;
    }
    report->faults = validation->faults;
    report->faults[report->faultCount++] = fault;
}

// The caller's number of a triangle of the topology.
static uint32_t FaceNumber(const Validation* validation, uint32_t triangle) {
    return validation->faceNumbers == NULL ? triangle : validation->faceNumbers[triangle];
}

static bool FaceInRange(const svValidateDef* def, size_t face) {
    const uint32_t* const corners = def->triangles + 3 * face;
    return corners[0] < def->vertexCount && corners[1] < def->vertexCount &&
           corners[2] < def->vertexCount;
}

static void FindIndexFaults(Validation* validation) {
    const svValidateDef* const def = validation->def;
    for (size_t i = 0; i < 3 * def->triangleCount; ++i) {
        if (def->triangles[i] >= def->vertexCount) {
            AddFault(validation, svMeshFault_OfIndex(def->triangles, i, def->vertexCount));
        }
    }
}

static void FindNotFiniteFaults(Validation* validation, const svPositions* positions,
                                uint8_t time) {
    for (size_t v = 0; v < positions->count; ++v) {
        double point[3];
        svPositions_Get(positions, v, point);
        for (uint8_t axis = 0; axis < 3; ++axis) {
            if (!isfinite(point[axis])) {
                svMeshFault fault = svMeshFault_Make(SV_FAULT_NOT_FINITE);
                fault.vertex = (uint32_t)v;
                fault.axis = axis;
                fault.time = time;
                fault.value = point[axis];
                AddFault(validation, fault);
            }
        }
    }
}

static void FindRepeatedVertices(Validation* validation) {
    const svTopology* const topology = validation->topology;
    for (uint32_t t = 0; t < topology->triangleCount; ++t) {
        if ((topology->triangleBits[t] & SV_COLLAPSED) == 0) {
            continue;
        }
        const uint32_t* const corners = topology->triangles + (size_t)3 * t;
        svMeshFault fault = svMeshFault_Make(SV_FAULT_REPEATED_VERTEX);
        fault.face = FaceNumber(validation, t);
        fault.vertex =
            corners[0] == corners[1] || corners[0] == corners[2] ? corners[0] : corners[1];
        fault.count = corners[0] != corners[1] || corners[1] != corners[2];
        AddFault(validation, fault);
    }
}

static svStatus FindDuplicates(Validation* validation) {
    const svTopology* const topology = validation->topology;
    uint32_t* earlier =
        svArena_Allocate(validation->arena, topology->triangleCount, sizeof(*earlier));
    if (earlier == NULL) {
        return SV_ERROR_MEMORY;
    }
    const svStatus status = svFindDuplicateFaces(topology, validation->arena, earlier);
    if (status != SV_OK) {
        return status;
    }
    for (uint32_t t = 0; t < topology->triangleCount; ++t) {
        if (earlier[t] != SV_NONE) {
            svMeshFault fault = svMeshFault_Make(SV_FAULT_DUPLICATE_FACE);
            fault.face = FaceNumber(validation, t);
            fault.otherFace = FaceNumber(validation, earlier[t]);
            AddFault(validation, fault);
        }
    }
    return SV_OK;
}

// Three points are collinear if and only if they are in each of the three coordinate planes.
bool svCollinear(const double a[3], const double b[3], const double c[3]) {
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        const double p[2] = {a[i], a[j]};
        const double q[2] = {b[i], b[j]};
        const double r[2] = {c[i], c[j]};
        if (svOrient2d(p, q, r) != 0) {
            return false;
        }
    }
    return true;
}

static bool PointsCoincide(const double a[3], const double b[3]) {
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static bool FinitePoint(const double a[3]) {
    return isfinite(a[0]) && isfinite(a[1]) && isfinite(a[2]);
}

static void FindZeroAreas(Validation* validation) {
    const svTopology* const topology = validation->topology;
    for (uint32_t t = 0; t < topology->triangleCount; ++t) {
        if (topology->triangleBits[t] & SV_COLLAPSED) {
            continue; // reported as a repeated vertex
        }
        double p[3][3];
        bool finite = true;
        for (uint32_t k = 0; k < 3; ++k) {
            svPositions_Get(validation->def->x0, topology->triangles[(size_t)3 * t + k], p[k]);
            finite = finite && FinitePoint(p[k]);
        }
        if (finite && svCollinear(p[0], p[1], p[2])) {
            svMeshFault fault = svMeshFault_Make(SV_FAULT_ZERO_AREA);
            fault.face = FaceNumber(validation, t);
            fault.count = !PointsCoincide(p[0], p[1]) || !PointsCoincide(p[1], p[2]);
            AddFault(validation, fault);
        }
    }
}

static void FindEdgeFaults(Validation* validation, svEdgeKind edgeKind, svFaultKind faultKind) {
    const svTopology* const topology = validation->topology;
    for (uint32_t edge = 0; edge < topology->edgeCount; ++edge) {
        if (topology->edgeKinds[edge] != edgeKind) {
            continue;
        }
        svMeshFault fault = svMeshFault_Make(faultKind);
        fault.vertex = topology->edges[2 * (size_t)edge];
        fault.otherVertex = topology->edges[2 * (size_t)edge + 1];
        for (uint32_t i = topology->edgeSideStart[edge]; i < topology->edgeSideStart[edge + 1];
             ++i) {
            const uint32_t t = topology->edgeSides[i] / 3;
            if (topology->triangleBits[t] & SV_COLLAPSED) {
                continue;
            }
            if (fault.count == 0) {
                fault.face = FaceNumber(validation, t);
            } else if (fault.count == 1) {
                fault.otherFace = FaceNumber(validation, t);
            }
            ++fault.count;
        }
        AddFault(validation, fault);
    }
}

// A vertex that only broken faces have is not isolated: the fault is theirs.
static svStatus FindIsolatedVertices(Validation* validation) {
    const svValidateDef* const def = validation->def;
    bool* used = svArena_Allocate(validation->arena, def->vertexCount, sizeof(*used));
    if (used == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(used, 0, def->vertexCount * sizeof(*used));
    for (size_t i = 0; i < 3 * def->triangleCount; ++i) {
        if (def->triangles[i] < def->vertexCount) {
            used[def->triangles[i]] = true;
        }
    }
    for (size_t v = 0; v < def->vertexCount; ++v) {
        if (!used[v]) {
            svMeshFault fault = svMeshFault_Make(SV_FAULT_ISOLATED_VERTEX);
            fault.vertex = (uint32_t)v;
            AddFault(validation, fault);
        }
    }
    return SV_OK;
}

static void FindPinchVertices(Validation* validation) {
    const svTopology* const topology = validation->topology;
    for (uint32_t i = 0; i < topology->pinchVertexCount; ++i) {
        svMeshFault fault = svMeshFault_Make(SV_FAULT_PINCH_VERTEX);
        fault.vertex = topology->pinchVertices[i];
        fault.count = topology->pinchFanCounts[i];
        AddFault(validation, fault);
    }
}

// All kinds but the errors.
static svStatus FindWarnings(Validation* validation) {
    FindRepeatedVertices(validation);
    svStatus status = FindDuplicates(validation);
    if (status != SV_OK) {
        return status;
    }
    if (validation->def->x0 != NULL) {
        FindZeroAreas(validation);
    }
    FindEdgeFaults(validation, SV_EDGE_NON_MANIFOLD, SV_FAULT_NON_MANIFOLD_EDGE);
    FindEdgeFaults(validation, SV_EDGE_MISWOUND, SV_FAULT_WINDING);
    status = FindIsolatedVertices(validation);
    if (status != SV_OK) {
        return status;
    }
    FindPinchVertices(validation);
    return validation->status;
}

// Sets aside the faces with an index out of range, then builds the topology and goes on.
static svStatus BuildAndFindWarnings(Validation* validation) {
    const svValidateDef* const def = validation->def;
    const uint32_t* triangles = def->triangles;
    uint32_t count = (uint32_t)def->triangleCount;
    if (validation->report.counts[SV_FAULT_INDEX] > 0) {
        uint32_t* kept = svArena_Allocate(validation->arena, def->triangleCount, 3 * sizeof(*kept));
        uint32_t* numbers =
            svArena_Allocate(validation->arena, def->triangleCount, sizeof(*numbers));
        if (kept == NULL || numbers == NULL) {
            return SV_ERROR_MEMORY;
        }
        count = 0;
        for (uint32_t face = 0; face < def->triangleCount; ++face) {
            if (FaceInRange(def, face)) {
                memcpy(kept + 3 * (size_t)count, triangles + 3 * (size_t)face, 3 * sizeof(*kept));
                numbers[count++] = face;
            }
        }
        triangles = kept;
        validation->faceNumbers = numbers;
    }
    svTopology topology;
    svStatus status = svTopology_Build(validation->context, triangles, count,
                                       (uint32_t)def->vertexCount, &topology);
    if (status != SV_OK) {
        return status;
    }
    validation->topology = &topology;
    status = FindWarnings(validation);
    validation->topology = NULL;
    svTopology_Destroy(validation->context, &topology);
    return status;
}

static svStatus CheckValidateDef(svContext* context, const svValidateDef* def) {
    svStatus status =
        svCheckTriangles(context, def->triangles, def->triangleCount, def->vertexCount);
    if (status == SV_OK && def->x0 != NULL) {
        status = svCheckPositions(context, def->x0, def->vertexCount, 0);
    }
    if (status == SV_OK && def->x1 != NULL) {
        status = svCheckPositions(context, def->x1, def->vertexCount, 1);
    }
    return status;
}

svStatus svValidateTopology(svContext* context, const svValidateDef* def,
                            const svTopology* topology, svMeshReport* report) {
    svStatus status = CheckValidateDef(context, def);
    if (status != SV_OK) {
        return status;
    }
    svArena arena;
    svArena_Init(&arena, context);
    Validation validation = {.def = def, .context = context, .arena = &arena, .topology = topology};
    if (topology == NULL) {
        FindIndexFaults(&validation);
    }
    if (def->x0 != NULL) {
        FindNotFiniteFaults(&validation, def->x0, 0);
    }
    if (def->x1 != NULL && (def->x0 == NULL || !svSamePositions(def->x0, def->x1))) {
        FindNotFiniteFaults(&validation, def->x1, 1);
    }
    status = validation.status;
    if (status == SV_OK) {
        status = topology != NULL ? FindWarnings(&validation) : BuildAndFindWarnings(&validation);
    }
    svArena_Destroy(&arena);
    if (status != SV_OK) {
        svContext_Release(context, validation.faults);
        return svContext_Fail(context, status, "out of memory while validating a mesh");
    }
    *report = validation.report;
    return SV_OK;
}

svValidateDef svDefaultValidateDef(void) {
    svValidateDef def = {0};
    def.structSize = sizeof(def);
    def.maxFaultsPerKind = 1000;
    return def;
}

svStatus svValidateMesh(svContext* context, const svValidateDef* def, svMeshReport* report) {
    if (context == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    if (def == NULL || report == NULL || def->structSize != sizeof(*def)) {
        return svContext_Fail(context, SV_ERROR_ARGUMENT,
                              "svValidateMesh: a null argument, or a def that does not come from "
                              "svDefaultValidateDef");
    }
    return svValidateTopology(context, def, NULL, report);
}

void svMeshReport_Destroy(svContext* context, svMeshReport* report) {
    svContext_Release(context, report->faults);
    *report = (svMeshReport){0};
}
