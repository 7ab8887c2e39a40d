// Writing a mesh: checks, the choice of format, and what the text formats share.

#include "formats.h"

#include <math.h>

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

static svMeshFormat FormatOfName(const char* path) {
    static const struct {
        const char* extension;
        svMeshFormat format;
    } names[] = {
        {".obj", SV_MESH_OBJ}, {".ply", SV_MESH_PLY}, {".stl", SV_MESH_STL}, {".off", SV_MESH_OFF}};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
        if (svHasExtension(path, names[i].extension)) {
            return names[i].format;
        }
    }
    return SV_MESH_AUTO;
}

static svStatus CheckDef(svContext* context, const char* path, const svWriteMeshDef* def,
                         const svMeshView* mesh) {
    if (def->format < SV_MESH_OBJ || def->format > SV_MESH_OFF) {
        return svFailArgument(context, path, "the name does not end in .obj, .ply, .stl or .off");
    }
    const bool extras =
        def->vertexColors != NULL || def->faceColors != NULL || def->faceContacts != NULL;
    if (def->format != SV_MESH_PLY && (extras || def->scalar != SV_FILE_SCALAR_AS_GIVEN)) {
        return svFailArgument(context, path,
                              "colours, contacts and a scalar type can be chosen for PLY only");
    }
    if (def->format == SV_MESH_STL && def->ascii) {
        return svFailArgument(context, path, "STL is written in binary only");
    }
    if (def->format == SV_MESH_STL && mesh->triangleCount > UINT32_MAX) {
        return svFailArgument(context, path, "more triangles than an STL file can hold");
    }
    if (mesh->positions.count > SV_MAX_VERTICES) {
        return svFailArgument(context, path, "more vertices than a 32-bit index can name");
    }
    return SV_OK;
}

static svStatus CheckTriangles(svContext* context, const char* path, const svMeshView* mesh) {
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

static svStatus WriteFile(svContext* context, const char* path, const svWriteMeshDef* def,
                          const svMeshView* mesh, svScalar scalar) {
    svOutput output;
    const svStatus status = svOutput_Open(context, path, &output);
    if (status != SV_OK) {
        return status;
    }
    switch (def->format) {
    case SV_MESH_OBJ:
        svWriteObj(&output, mesh);
        break;
    case SV_MESH_OFF:
        svWriteOff(&output, mesh);
        break;
    case SV_MESH_STL:
        svWriteStl(&output, mesh);
        break;
    default:
        svWritePly(&output, mesh, def, scalar);
        break;
    }
    return svOutput_Commit(&output);
}

// The type of the coordinates in the file.
static svScalar FileScalar(const svWriteMeshDef* def, const svMeshView* mesh) {
    if (def->format == SV_MESH_STL) {
        return SV_FLOAT;
    }
    if (def->format != SV_MESH_PLY) {
        return SV_DOUBLE;
    }
    return def->scalar == SV_FILE_SCALAR_AS_GIVEN ? mesh->positions.scalar
           : def->scalar == SV_FILE_SCALAR_FLOAT  ? SV_FLOAT
                                                  : SV_DOUBLE;
}

svStatus svWriteMeshAs(svContext* context, const char* path, const char* name,
                       const svWriteMeshDef* def, const svMeshView* mesh) {
    svWriteMeshDef taken = def == NULL ? svDefaultWriteMeshDef() : *def;
    taken.format = taken.format == SV_MESH_AUTO ? FormatOfName(name) : taken.format;
    svStatus status = CheckDef(context, name, &taken, mesh);
    if (status == SV_OK) {
        status = CheckTriangles(context, name, mesh);
    }
    const svScalar scalar = FileScalar(&taken, mesh);
    size_t rounded = 0;
    if (status == SV_OK && scalar == SV_FLOAT) {
        status = svCheckRounding(context, name, &mesh->positions, &rounded);
    }
    if (status == SV_OK) {
        status = WriteFile(context, path, &taken, mesh, scalar);
    }
    if (status == SV_OK && rounded > 0) {
        svContext_Message(context, SV_WARNING, "%s: %zu coordinates were rounded to float",
                          svShortName(name), rounded);
    }
    return status;
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
    return svWriteMeshAs(context, path, path, def, mesh);
}
