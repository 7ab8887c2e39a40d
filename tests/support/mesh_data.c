#include "support/mesh_data.h"

#include <stdlib.h>
#include <string.h>

#include "support/test.h"

svMeshData TestMesh_ReadBytes(svContext* context, const char* name, const void* bytes,
                              size_t size) {
    // A copy of exactly this size lets the address sanitizer see a read beyond the end.
    char* copy = malloc(size > 0 ? size : 1);
    memcpy(copy, bytes, size);
    svMeshData mesh = {0};
    const svStatus status = svReadMeshMemory(context, name, copy, size, NULL, &mesh);
    free(copy);
    if (status != SV_OK) {
        fail_msg("%s: %s", svStatus_Text(status), svContext_LastError(context));
    }
    return mesh;
}

svMeshData TestMesh_ReadText(svContext* context, const char* name, const char* text) {
    return TestMesh_ReadBytes(context, name, text, strlen(text));
}

void TestMesh_Expect(const svMeshData* mesh, const double* positions, size_t vertexCount,
                     const uint32_t* triangles, size_t triangleCount) {
    assert_int_equal(mesh->vertexCount, vertexCount);
    assert_int_equal(mesh->triangleCount, triangleCount);
    if (vertexCount > 0) {
        assert_memory_equal(mesh->positions, positions, 3 * vertexCount * sizeof(double));
    }
    if (triangleCount > 0) {
        assert_memory_equal(mesh->triangles, triangles, 3 * triangleCount * sizeof(uint32_t));
    }
}
