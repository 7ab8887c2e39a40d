// A mesh that grows while a file is read.

#include "mesh_builder.h"

#include <string.h>

svMeshBuilder svMeshBuilder_Make(const svSource* source) {
    svMeshBuilder builder = {0};
    builder.source = source;
    return builder;
}

void svMeshBuilder_Discard(svMeshBuilder* builder) {
    svContext_Release(builder->source->context, builder->positions);
    svContext_Release(builder->source->context, builder->triangles);
    svContext_Release(builder->source->context, builder->uvs);
    svContext_Release(builder->source->context, builder->groups);
    *builder = svMeshBuilder_Make(builder->source);
}

svStatus svMeshBuilder_ReserveVertices(svMeshBuilder* builder, size_t count) {
    svContext* context = builder->source->context;
    if (count > SV_MAX_VERTICES) {
        svContext_Message(context, SV_ERROR, "%s: more vertices than a 32-bit index can name",
                          svShortName(builder->source->name));
        return SV_ERROR_FORMAT;
    }
    void* data = builder->positions;
    if (svContext_Grow(context, &data, &builder->vertexCapacity, count, 3 * sizeof(double)) !=
        SV_OK) {
        return svSource_FailMemory(builder->source);
    }
    builder->positions = data;
    return SV_OK;
}

svStatus svMeshBuilder_ReserveTriangles(svMeshBuilder* builder, size_t count) {
    void* data = builder->triangles;
    if (svContext_Grow(builder->source->context, &data, &builder->triangleCapacity, count,
                       3 * sizeof(uint32_t)) != SV_OK) {
        return svSource_FailMemory(builder->source);
    }
    builder->triangles = data;
    return SV_OK;
}

// An array without its spare room; the array itself where there is little, or no memory to copy.
static void* Trim(svContext* context, void* data, size_t count, size_t capacity, size_t size) {
    if (count == 0) {
        svContext_Release(context, data);
        return NULL;
    }
    if (capacity - count <= count / 8) {
        return data;
    }
    void* exact = svContext_Allocate(context, count * size);
    if (exact == NULL) {
        return data;
    }
    memcpy(exact, data, count * size);
    svContext_Release(context, data);
    return exact;
}

void svMeshBuilder_Finish(svMeshBuilder* builder, svScalar scalar, svMeshData* mesh) {
    svContext* context = builder->source->context;
    mesh->positions = Trim(context, builder->positions, builder->vertexCount,
                           builder->vertexCapacity, 3 * sizeof(double));
    mesh->vertexCount = builder->vertexCount;
    mesh->triangles = Trim(context, builder->triangles, builder->triangleCount,
                           builder->triangleCapacity, 3 * sizeof(uint32_t));
    mesh->triangleCount = builder->triangleCount;
    mesh->scalar = scalar;
    mesh->uvs = builder->uvs;
    mesh->groups = builder->groups;
    mesh->groupCount = builder->groupCount;
    *builder = svMeshBuilder_Make(builder->source);
}
