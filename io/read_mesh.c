// Reading a mesh: which format it is, and the public functions.

#include "formats.h"
#include "text.h"

#include <string.h>

svReadMeshDef svDefaultReadMeshDef(void) {
    svReadMeshDef def = {0};
    def.structSize = sizeof(def);
    def.format = SV_MESH_AUTO;
    def.weld = true;
    return def;
}

static bool IsPly(const svSource* source) {
    return source->size >= 4 && memcmp(source->bytes, "ply", 3) == 0 &&
           (source->bytes[3] == '\n' || source->bytes[3] == '\r');
}

// Whether the first word is one that OBJ files begin with.
static bool IsObj(const svSource* source) {
    static const char* const first[] = {"v", "vn", "vt", "f", "o", "g", "s", "mtllib", "usemtl"};
    svText text = svText_Make(source, 0);
    text.comments = true;
    svText_NextWordLine(&text);
    const svWord word = svText_Word(&text);
    for (size_t i = 0; i < sizeof(first) / sizeof(first[0]); ++i) {
        if (svWord_Is(word, first[i])) {
            return true;
        }
    }
    return false;
}

// Contents first, where they are unmistakable; then the name; then what the contents resemble.
static svMeshFormat Recognise(const svSource* source) {
    const char* name = source->name;
    if (IsPly(source)) {
        return SV_MESH_PLY;
    }
    if (svIsOff(source)) {
        return SV_MESH_OFF;
    }
    if (svHasExtension(name, ".obj")) {
        return SV_MESH_OBJ;
    }
    if (svHasExtension(name, ".stl") || svIsTextStl(source)) {
        return SV_MESH_STL;
    }
    if (svHasExtension(name, ".ply")) {
        return SV_MESH_PLY;
    }
    if (svHasExtension(name, ".off")) {
        return SV_MESH_OFF;
    }
    if (svIsBinaryStl(source)) {
        return SV_MESH_STL;
    }
    return IsObj(source) ? SV_MESH_OBJ : SV_MESH_AUTO;
}

static svStatus ReadFormat(const svSource* source, const svReadMeshDef* def, svMeshBuilder* builder,
                           svScalar* scalar) {
    const svMeshFormat format = def->format == SV_MESH_AUTO ? Recognise(source) : def->format;
    switch (format) {
    case SV_MESH_OBJ:
        return svReadObj(source, builder, scalar);
    case SV_MESH_PLY:
        return svReadPly(source, builder, scalar);
    case SV_MESH_STL:
        return svReadStl(source, def->weld, builder, scalar);
    case SV_MESH_OFF:
        return svReadOff(source, builder, scalar);
    default:
        return svSource_Fail(source, 0,
                             "expected an OBJ, PLY, STL or OFF file, found none of them");
    }
}

static svStatus ReadSource(const svSource* source, const svReadMeshDef* def, svMeshData* mesh) {
    if (source->size == 0) {
        return svSource_Fail(source, 0, "expected a mesh, found an empty file");
    }
    svMeshBuilder builder = svMeshBuilder_Make(source);
    svScalar scalar = SV_DOUBLE;
    const svStatus status = ReadFormat(source, def, &builder, &scalar);
    if (status == SV_OK) {
        svMeshBuilder_Finish(&builder, scalar, mesh);
    }
    svMeshBuilder_Discard(&builder);
    return status;
}

// The caller's options, checked, or the defaults.
static bool TakeDef(const svReadMeshDef* def, svReadMeshDef* taken) {
    if (def != NULL && def->structSize != sizeof(*def)) {
        return false;
    }
    *taken = def == NULL ? svDefaultReadMeshDef() : *def;
    return taken->format >= SV_MESH_AUTO && taken->format <= SV_MESH_OFF;
}

svStatus svReadMesh(svContext* context, const char* path, const svReadMeshDef* def,
                    svMeshData* mesh) {
    svReadMeshDef taken;
    if (context == NULL || path == NULL || mesh == NULL || !TakeDef(def, &taken)) {
        return SV_ERROR_ARGUMENT;
    }
    svSource source;
    svStatus status = svSource_Load(context, path, &source);
    if (status == SV_OK) {
        status = ReadSource(&source, &taken, mesh);
        svSource_Unload(&source);
    }
    return status;
}

svStatus svReadMeshMemory(svContext* context, const char* name, const void* bytes, size_t size,
                          const svReadMeshDef* def, svMeshData* mesh) {
    svReadMeshDef taken;
    if (context == NULL || (bytes == NULL && size > 0) || mesh == NULL || !TakeDef(def, &taken)) {
        return SV_ERROR_ARGUMENT;
    }
    const svSource source = svSource_Memory(context, name, bytes, size);
    return ReadSource(&source, &taken, mesh);
}
