// Writing a mesh: checks against what the format can hold, and what the text formats share.

#include "write_mesh.h"

#include "mesh_format.h"

#include <math.h>
#include <stdio.h>

svWriteMeshDef svDefaultWriteMeshDef(void) {
    svWriteMeshDef def = {0};
    def.structSize = sizeof(def);
    def.format = SV_MESH_AUTO;
    def.scalar = SV_FILE_SCALAR_AS_GIVEN;
    return def;
}

void svWriteTextPoints(svOutput* output, const svPositions* positions, const char* prefix) {
    for (size_t i = 0; i < positions->count; ++i) {
        double point[3];
        svPositions_Get(positions, i, point);
        svOutput_Text(output, prefix);
        svOutput_Number(output, point[0], SV_DOUBLE);
        svOutput_Text(output, " ");
        svOutput_Number(output, point[1], SV_DOUBLE);
        svOutput_Text(output, " ");
        svOutput_Number(output, point[2], SV_DOUBLE);
        svOutput_Text(output, "\n");
    }
}

// `info` is null if no format was chosen and the name gave none.
static svStatus CheckWriteDef(svContext* context, const char* path, const svMeshFormatInfo* info,
                              const svWriteMeshDef* def, const svMeshView* mesh) {
    char formats[SV_FORMAT_LIST_ROOM];
    char why[2 * SV_FORMAT_LIST_ROOM] = "";
    const bool attributes =
        def->vertexColors != NULL || def->faceColors != NULL || def->faceContacts != NULL;
    if (info == NULL) {
        svMeshFormat_List(SV_LIST_EXTENSIONS, formats);
        snprintf(why, sizeof(why), "the name does not end in %s", formats);
    } else if ((attributes && !info->attributes) || (def->scalar != SV_FILE_SCALAR_AS_GIVEN &&
                                                     info->scalar != SV_FILE_SCALAR_AS_GIVEN)) {
        svMeshFormat_List(SV_LIST_WITH_ATTRIBUTES, formats);
        snprintf(why, sizeof(why), "colours, contacts and a scalar type can be chosen for %s only",
                 formats);
    } else if (info->binaryOnly && def->ascii) {
        snprintf(why, sizeof(why), "%s is written in binary only", info->name);
    } else if (info->maxTriangles > 0 && mesh->triangleCount > info->maxTriangles) {
        snprintf(why, sizeof(why), "more triangles than an %s file can hold", info->name);
    } else if (mesh->positions.count > SV_MAX_VERTICES) {
        snprintf(why, sizeof(why), "more vertices than a 32-bit index can name");
    }
    return why[0] == '\0' ? SV_OK : svFailArgument(context, path, why);
}

static svStatus CheckMeshTriangles(svContext* context, const char* path, const svMeshView* mesh) {
    for (size_t i = 0; i < 3 * mesh->triangleCount; ++i) {
        if (mesh->triangles[i] >= mesh->positions.count) {
            svContext_Message(context, SV_ERROR,
                              "%s: triangle %zu: vertex index %lu is out of range (%zu vertices)",
                              svShortName(path), i / 3, (unsigned long)mesh->triangles[i],
                              mesh->positions.count);
            return SV_ERROR_MESH;
        }
    }
    return SV_OK;
}

svStatus svCheckRounding(svContext* context, const char* path, const svPositions* positions,
                         size_t* rounded) {
    if (positions->scalar == SV_FLOAT) {
        return SV_OK;
    }
    for (size_t i = 0; i < positions->count; ++i) {
        double point[3];
        svPositions_Get(positions, i, point);
        for (int k = 0; k < 3; ++k) {
            const double kept = (double)(float)point[k];
            if (isinf(kept) && !isinf(point[k])) {
                svContext_Message(context, SV_ERROR,
                                  "%s: vertex %zu: coordinate %g is beyond the range of a float",
                                  svShortName(path), i, point[k]);
                return SV_ERROR_NOT_FINITE;
            }
            *rounded += kept != point[k] && !isnan(kept);
        }
    }
    return SV_OK;
}

// The type of the coordinates in the file.
static svScalar FileScalar(const svMeshFormatInfo* info, const svWriteMeshDef* def,
                           const svMeshView* mesh) {
    const svFileScalar scalar =
        info->scalar == SV_FILE_SCALAR_AS_GIVEN ? def->scalar : info->scalar;
    return scalar == SV_FILE_SCALAR_AS_GIVEN ? mesh->positions.scalar
           : scalar == SV_FILE_SCALAR_FLOAT  ? SV_FLOAT
                                             : SV_DOUBLE;
}

// Writes a mesh that was checked, and warns if coordinates were rounded.
static svStatus WriteChecked(svContext* context, const svMeshTarget* target,
                             const svMeshFormatInfo* info, const svWriteMeshDef* def,
                             const svMeshView* mesh) {
    const svScalar scalar = FileScalar(info, def, mesh);
    size_t rounded = 0;
    svStatus status = SV_OK;
    if (scalar == SV_FLOAT) {
        status = svCheckRounding(context, target->name, &mesh->positions, &rounded);
    }
    svOutput output;
    if (status == SV_OK) {
        status = svOutput_Open(context, target->path, &output);
    }
    if (status == SV_OK) {
        info->write(&output, mesh, def, scalar);
        status = svOutput_Commit(&output);
    }
    if (status == SV_OK && rounded > 0) {
        svContext_Message(context, SV_WARNING, "%s: %zu coordinates were rounded to float",
                          svShortName(target->name), rounded);
    }
    return status;
}

svStatus svWriteMeshAs(svContext* context, const svMeshTarget* target, const svWriteMeshDef* def,
                       const svMeshView* mesh) {
    const svWriteMeshDef taken = def == NULL ? svDefaultWriteMeshDef() : *def;
    const svMeshFormatInfo* info = svMeshFormat_Info(
        taken.format == SV_MESH_AUTO ? svMeshFormat_OfName(target->name) : taken.format);
    svStatus status = CheckWriteDef(context, target->name, info, &taken, mesh);
    if (status == SV_OK) {
        status = CheckMeshTriangles(context, target->name, mesh);
    }
    return status == SV_OK ? WriteChecked(context, target, info, &taken, mesh) : status;
}

svStatus svWriteMesh(svContext* context, const char* path, const svWriteMeshDef* def,
                     const svMeshView* mesh) {
    if (context == NULL || path == NULL || mesh == NULL ||
        (def != NULL && def->structSize != sizeof(*def)) ||
        (mesh->triangles == NULL && mesh->triangleCount > 0)) {
        return SV_ERROR_ARGUMENT;
    }
    if (!svPositions_IsValid(&mesh->positions)) {
        return svFailArgument(context, path, SV_NO_VIEW);
    }
    const svMeshTarget target = {path, path};
    return svWriteMeshAs(context, &target, def, mesh);
}
