// Mesh readers on any bytes. The first byte chooses the format ('0': by contents) and welding
// (the second half of the choices: without).
#include "selvage/io.h"

#include <string.h>

#include "bounded_allocator.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void Check(const svMeshData* mesh) {
    for (size_t i = 0; i < 3 * mesh->triangleCount; ++i) {
        if (mesh->triangles[i] >= mesh->vertexCount) {
            abort();
        }
    }
    // Every position can be read, and a float is one.
    for (size_t i = 0; i < 3 * mesh->vertexCount; ++i) {
        const double x = mesh->positions[i];
        if (mesh->scalar == SV_FLOAT && x == x && (double)(float)x != x) {
            abort();
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size == 0) {
        return 0;
    }
    BoundedAllocator allocator;
    svContext* context = NewBoundedContext(&allocator, size);
    svReadMeshDef def = svDefaultReadMeshDef();
    const unsigned choice = (unsigned)(data[0] - '0') % (2 * SV_MESH_FORMAT_ENUM_COUNT);
    def.format = (svMeshFormat)(choice % SV_MESH_FORMAT_ENUM_COUNT);
    def.weld = choice < SV_MESH_FORMAT_ENUM_COUNT;
    def.uvs = def.groups = def.weld; // of other formats
    svMeshData mesh = {0};
    const svStatus status = svReadMeshMemory(context, "fuzz", data + 1, size - 1, &def, &mesh);
    if (status == SV_OK) {
        Check(&mesh);
    } else if (status != SV_ERROR_FORMAT || svContext_LastError(context)[0] == '\0') {
        abort();
    }
    svMeshData_Destroy(context, &mesh);
    DestroyBoundedContext(context);
    return 0;
}
