// A mesh that grows while a file is read.
#ifndef SELVAGE_IO_MESH_BUILDER_H
#define SELVAGE_IO_MESH_BUILDER_H

#include "selvage/io.h"
#include "source.h"

// The most vertices an index can name.
#define SV_MAX_VERTICES ((size_t)UINT32_MAX)

typedef struct svMeshBuilder {
    const svSource* source;
    double* positions;
    size_t vertexCount, vertexCapacity;
    uint32_t* triangles;
    size_t triangleCount, triangleCapacity;
    uint32_t fan[2]; // the first corner of the polygon, and the last one
    size_t corners;  // of the polygon so far
    // As in svMeshData, made by the readers that have them when all triangles are there.
    double* uvs;
    svMeshGroup* groups;
    size_t groupCount;
} svMeshBuilder;

svMeshBuilder svMeshBuilder_Make(const svSource* source);
void svMeshBuilder_Discard(svMeshBuilder* builder);

// Reserves room for `count` in all. The caller has checked that the size of the file justifies it.
svStatus svMeshBuilder_ReserveVertices(svMeshBuilder* builder, size_t count);
svStatus svMeshBuilder_ReserveTriangles(svMeshBuilder* builder, size_t count);

static inline svStatus svMeshBuilder_AddVertex(svMeshBuilder* builder, const double point[3]) {
    if (builder->vertexCount == builder->vertexCapacity) {
        const svStatus status = svMeshBuilder_ReserveVertices(builder, builder->vertexCount + 1);
        if (status != SV_OK) {
            return status;
        }
    }
    double* to = builder->positions + 3 * builder->vertexCount++;
    to[0] = point[0];
    to[1] = point[1];
    to[2] = point[2];
    return SV_OK;
}

static inline svStatus svMeshBuilder_AddTriangle(svMeshBuilder* builder, uint32_t a, uint32_t b,
                                                 uint32_t c) {
    if (builder->triangleCount == builder->triangleCapacity) {
        const svStatus status = svMeshBuilder_ReserveTriangles(builder, builder->triangleCount + 1);
        if (status != SV_OK) {
            return status;
        }
    }
    uint32_t* to = builder->triangles + 3 * builder->triangleCount++;
    to[0] = a;
    to[1] = b;
    to[2] = c;
    return SV_OK;
}

// A polygon corner by corner, cut into the fan of triangles around its first corner.
static inline void svMeshBuilder_BeginPolygon(svMeshBuilder* builder) {
    builder->corners = 0;
}

static inline svStatus svMeshBuilder_AddCorner(svMeshBuilder* builder, uint32_t vertex) {
    svStatus status = SV_OK;
    if (builder->corners >= 2) {
        status = svMeshBuilder_AddTriangle(builder, builder->fan[0], builder->fan[1], vertex);
    }
    builder->fan[builder->corners == 0 ? 0 : 1] = vertex;
    ++builder->corners;
    return status;
}

// Moves the arrays to `mesh`, without their spare capacity. The builder is empty afterwards.
void svMeshBuilder_Finish(svMeshBuilder* builder, svScalar scalar, svMeshData* mesh);

#endif
