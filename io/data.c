// Freeing what the readers return.

#include "selvage/io.h"

#include <string.h>

void svMeshData_Destroy(svContext* context, svMeshData* mesh) {
    svContext_Release(context, mesh->positions);
    svContext_Release(context, mesh->triangles);
    svContext_Release(context, mesh->uvs);
    svContext_Release(context, mesh->groups); // their names are in the same block
    memset(mesh, 0, sizeof(*mesh));
}

void svQueryData_Destroy(svContext* context, svQueryData* queries) {
    svContext_Release(context, queries->pairs);
    svContext_Release(context, queries->answers);
    memset(queries, 0, sizeof(*queries));
}

void svIndexRows_Destroy(svContext* context, svIndexRows* rows) {
    svContext_Release(context, rows->values);
    memset(rows, 0, sizeof(*rows));
}

svMeshView svMeshData_View(const svMeshData* mesh) {
    svMeshView view = {0};
    view.positions = svPositions_Double(mesh->positions, mesh->vertexCount);
    view.triangles = mesh->triangles;
    view.triangleCount = mesh->triangleCount;
    return view;
}
