// The mesh object: triangles and topology once, motion every step.

#include "mesh/mesh.h"

#include "base/context.h"
#include "mesh/faults.h"
#include "topology/topology.h"

#include <math.h>
#include <string.h>

svMeshDef svDefaultMeshDef(void) {
    svMeshDef def = {0};
    def.structSize = sizeof(def);
    return def;
}

svStatus svCheckTriangles(svContext* context, const uint32_t* triangles, size_t triangleCount,
                          size_t vertexCount) {
    if (triangleCount > SV_MAX_TRIANGLES) {
        svContext_Message(context, SV_ERROR, "mesh has %zu triangles, the most is %u",
                          triangleCount, SV_MAX_TRIANGLES);
        return SV_ERROR_ARGUMENT;
    }
    if (vertexCount > UINT32_MAX) {
        svContext_Message(context, SV_ERROR, "mesh has %zu vertices, the most is %u", vertexCount,
                          UINT32_MAX);
        return SV_ERROR_ARGUMENT;
    }
    if (triangles == NULL && triangleCount > 0) {
        svContext_Message(context, SV_ERROR, "mesh has %zu triangles, but the pointer is null",
                          triangleCount);
        return SV_ERROR_ARGUMENT;
    }
    return SV_OK;
}

svStatus svCheckPositions(svContext* context, const svPositions* positions, size_t vertexCount,
                          int time) {
    if (positions->count != vertexCount) {
        svContext_Message(context, SV_ERROR, "%zu positions at t%d for %zu vertices",
                          positions->count, time, vertexCount);
        return SV_ERROR_ARGUMENT;
    }
    if (svPositions_IsValid(positions)) {
        return SV_OK;
    }
    if (positions->data == NULL && vertexCount > 0) {
        svContext_Message(context, SV_ERROR, "positions at t%d: the pointer is null", time);
    } else {
        svContext_Message(context, SV_ERROR,
                          "positions at t%d: the address, the stride of %zu bytes or the scalar "
                          "type %d does not suit points of three scalars",
                          time, positions->stride, (int)positions->scalar);
    }
    return SV_ERROR_ARGUMENT;
}

bool svSamePositions(const svPositions* a, const svPositions* b) {
    return a->data == b->data && a->count == b->count && a->stride == b->stride &&
           a->scalar == b->scalar;
}

// Opens a message about a mesh: "name: ", or nothing.
static const char* Colon(const char* name) {
    return name[0] == '\0' ? "" : ": ";
}

// SV_ERROR_MESH with a message that names the first index out of range.
static svStatus CheckIndices(svContext* context, const svMeshDef* def) {
    size_t first = 0, count = 0;
    for (size_t i = 0; i < 3 * def->triangleCount; ++i) {
        if (def->triangles[i] >= def->vertexCount && count++ == 0) {
            first = i;
        }
    }
    if (count == 0) {
        return SV_OK;
    }
    const svMeshFault fault = svMeshFault_OfIndex(def->triangles, first, def->vertexCount);
    char text[256];
    svMeshFault_Text(&fault, text, sizeof(text));
    const char* const name = def->name == NULL ? "" : def->name;
    svContext_Message(context, SV_ERROR, "%s%s%s; %zu such faults in all", name, Colon(name), text,
                      count);
    return SV_ERROR_MESH;
}

// One warning per kind of fault: the first place, and how many there are.
static svStatus SendWarnings(svMesh* mesh) {
    svMeshReport report;
    const svStatus status = svMesh_Validate(mesh, 1, &report);
    if (status != SV_OK) {
        return status;
    }
    for (size_t i = 0; i < report.faultCount; ++i) {
        char text[256];
        svMeshFault_Text(&report.faults[i], text, sizeof(text));
        const size_t more = report.counts[report.faults[i].kind] - 1;
        if (more == 0) {
            svContext_Message(mesh->context, SV_WARNING, "%s%s%s", mesh->name, Colon(mesh->name),
                              text);
        } else {
            svContext_Message(mesh->context, SV_WARNING, "%s%s%s; %zu more of this kind (%s)",
                              mesh->name, Colon(mesh->name), text, more,
                              svFaultKind_Text(report.faults[i].kind));
        }
    }
    svMeshReport_Destroy(mesh->context, &report);
    return SV_OK;
}

// Allocates and fills everything inside a mesh that is zero but for its context.
static svStatus FillMesh(svMesh* mesh, const svMeshDef* def) {
    const char* const name = def->name == NULL ? "" : def->name;
    const size_t nameSize = strlen(name) + 1;
    mesh->user = def->user;
    mesh->name = svContext_Allocate(mesh->context, nameSize);
    mesh->triangles =
        svContext_AllocateArray(mesh->context, def->triangleCount, 3 * sizeof(*mesh->triangles));
    if (mesh->name == NULL || mesh->triangles == NULL) {
        return SV_ERROR_MEMORY;
    }
    memcpy(mesh->name, name, nameSize);
    if (def->triangleCount > 0) {
        memcpy(mesh->triangles, def->triangles, 3 * def->triangleCount * sizeof(*def->triangles));
    }
    svStatus status = svTopology_Build(mesh->context, mesh->triangles, (uint32_t)def->triangleCount,
                                       (uint32_t)def->vertexCount, &mesh->topology);
    if (status == SV_OK && mesh->context->message != NULL) {
        status = SendWarnings(mesh);
    }
    return status;
}

svStatus svMesh_Create(svContext* context, const svMeshDef* def, svMesh** mesh) {
    if (context == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    if (def == NULL || mesh == NULL || def->structSize != sizeof(*def)) {
        return svContext_Fail(context, SV_ERROR_ARGUMENT,
                              "svMesh_Create: a null argument, or a def that does not come from "
                              "svDefaultMeshDef");
    }
    svStatus status =
        svCheckTriangles(context, def->triangles, def->triangleCount, def->vertexCount);
    if (status == SV_OK) {
        status = CheckIndices(context, def);
    }
    if (status != SV_OK) {
        return status;
    }
    svMesh* m = svContext_Allocate(context, sizeof(*m));
    if (m == NULL) {
        return svContext_Fail(context, SV_ERROR_MEMORY, "out of memory for a mesh");
    }
    *m = (svMesh){.context = context};
    status = FillMesh(m, def);
    if (status != SV_OK) {
        svMesh_Destroy(m);
        return svContext_Fail(context, status, "out of memory for the topology of a mesh");
    }
    *mesh = m;
    return SV_OK;
}

void svMesh_Destroy(svMesh* mesh) {
    if (mesh == NULL) {
        return;
    }
    svContext* const context = mesh->context;
    svTopology_Destroy(context, &mesh->topology);
    svContext_Release(context, mesh->triangles);
    svContext_Release(context, mesh->name);
    svContext_Release(context, mesh);
}

// SV_ERROR_NOT_FINITE with a message that names the first coordinate that is not finite.
static svStatus CheckFinite(const svMesh* mesh, const svPositions* positions, uint8_t time) {
    const size_t v = svPositions_FindNotFinite(positions);
    if (v == positions->count) {
        return SV_OK;
    }
    double point[3];
    svPositions_Get(positions, v, point);
    const uint8_t axis = !isfinite(point[0]) ? 0 : !isfinite(point[1]) ? 1 : 2;
    svMeshFault fault = svMeshFault_Make(SV_FAULT_NOT_FINITE);
    fault.vertex = (uint32_t)v;
    fault.axis = axis;
    fault.time = time;
    fault.value = point[axis];
    char text[256];
    svMeshFault_Text(&fault, text, sizeof(text));
    svContext_Message(mesh->context, SV_ERROR, "%s%s%s", mesh->name, Colon(mesh->name), text);
    return SV_ERROR_NOT_FINITE;
}

svStatus svMesh_SetMotion(svMesh* mesh, const svPositions* x0, const svPositions* x1) {
    if (mesh == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    if (x0 == NULL || x1 == NULL) {
        return svContext_Fail(mesh->context, SV_ERROR_ARGUMENT,
                              "svMesh_SetMotion: a null argument");
    }
    const size_t vertexCount = mesh->topology.vertexCount;
    const bool isStatic = svSamePositions(x0, x1);
    svStatus status = svCheckPositions(mesh->context, x0, vertexCount, 0);
    if (status == SV_OK) {
        status = svCheckPositions(mesh->context, x1, vertexCount, 1);
    }
    if (status == SV_OK) {
        status = CheckFinite(mesh, x0, 0);
    }
    if (status == SV_OK && !isStatic) {
        status = CheckFinite(mesh, x1, 1);
    }
    if (status != SV_OK) {
        return status;
    }
    mesh->x0 = *x0;
    mesh->x1 = *x1;
    mesh->isStatic = isStatic;
    mesh->hasMotion = true;
    return SV_OK;
}

bool svMesh_GetMotion(const svMesh* mesh, svPositions* x0, svPositions* x1) {
    if (mesh->hasMotion) {
        *x0 = mesh->x0;
        *x1 = mesh->x1;
    }
    return mesh->hasMotion;
}

bool svMesh_IsStatic(const svMesh* mesh) {
    return mesh->isStatic;
}

const svTopology* svMesh_GetTopology(const svMesh* mesh) {
    return &mesh->topology;
}

const char* svMesh_Name(const svMesh* mesh) {
    return mesh->name;
}

void* svMesh_UserData(const svMesh* mesh) {
    return mesh->user;
}

svContext* svMesh_GetContext(const svMesh* mesh) {
    return mesh->context;
}
