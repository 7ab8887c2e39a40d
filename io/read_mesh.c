// Reading a mesh: the public functions.

#include "mesh_format.h"

svReadMeshDef svDefaultReadMeshDef(void) {
    svReadMeshDef def = {0};
    def.structSize = sizeof(def);
    def.format = SV_MESH_AUTO;
    def.weld = true;
    return def;
}

static svStatus ReadMeshFormat(const svSource* source, const svReadMeshDef* def,
                               svMeshBuilder* builder, svScalar* scalar) {
    const svMeshFormat format =
        def->format == SV_MESH_AUTO ? svMeshFormat_Recognise(source) : def->format;
    const svMeshFormatInfo* info = svMeshFormat_Info(format);
    if (info == NULL) {
        char names[SV_FORMAT_LIST_ROOM];
        svMeshFormat_List(SV_LIST_NAMES, names);
        return svSource_Fail(source, 0, "expected an %s file, found none of them", names);
    }
    return info->read(source, def, builder, scalar);
}

static svStatus ReadMeshSource(const svSource* source, const svReadMeshDef* def, svMeshData* mesh) {
    if (source->size == 0) {
        return svSource_Fail(source, 0, "expected a mesh, found an empty file");
    }
    svMeshBuilder builder = svMeshBuilder_Make(source);
    svScalar scalar = SV_DOUBLE;
    const svStatus status = ReadMeshFormat(source, def, &builder, &scalar);
    if (status == SV_OK) {
        svMeshBuilder_Finish(&builder, scalar, mesh);
    }
    svMeshBuilder_Discard(&builder);
    return status;
}

// The caller's options, checked, or the defaults.
static bool TakeReadDef(const svReadMeshDef* def, svReadMeshDef* taken) {
    if (def != NULL && def->structSize != sizeof(*def)) {
        return false;
    }
    *taken = def == NULL ? svDefaultReadMeshDef() : *def;
    return (unsigned)taken->format < SV_MESH_FORMAT_ENUM_COUNT;
}

svStatus svReadMesh(svContext* context, const char* path, const svReadMeshDef* def,
                    svMeshData* mesh) {
    svReadMeshDef taken;
    if (context == NULL || path == NULL || mesh == NULL || !TakeReadDef(def, &taken)) {
        return SV_ERROR_ARGUMENT;
    }
    svSource source;
    svStatus status = svSource_Load(context, path, &source);
    if (status == SV_OK) {
        status = ReadMeshSource(&source, &taken, mesh);
        svSource_Unload(&source);
    }
    return status;
}

svStatus svReadMeshMemory(svContext* context, const char* name, const void* bytes, size_t size,
                          const svReadMeshDef* def, svMeshData* mesh) {
    svReadMeshDef taken;
    if (context == NULL || (bytes == NULL && size > 0) || mesh == NULL ||
        !TakeReadDef(def, &taken)) {
        return SV_ERROR_ARGUMENT;
    }
    const svSource source = svSource_Memory(context, name, bytes, size);
    return ReadMeshSource(&source, &taken, mesh);
}
