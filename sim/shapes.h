// What the shape generators share.
#ifndef SELVAGE_SIM_SHAPES_H
#define SELVAGE_SIM_SHAPES_H

#include "selvage/shapes.h"

// A mesh under construction.
typedef struct svShapeBuilder {
    svMeshData mesh;
    size_t vertices, triangles; // so far
} svShapeBuilder;

// Room for exactly so many. Counts that no mesh may have are SV_ERROR_ARGUMENT.
svStatus svShapeBuilder_Make(svContext* context, uint64_t vertexCount, uint64_t triangleCount,
                             svShapeBuilder* builder);

// Returns the index of the vertex.
uint32_t svShapeBuilder_Vertex(svShapeBuilder* builder, double x, double y, double z);
void svShapeBuilder_Triangle(svShapeBuilder* builder, uint32_t a, uint32_t b, uint32_t c);
// The quad a b c d, counter-clockwise, cut along a-c or, `other`, along b-d.
void svShapeBuilder_Quad(svShapeBuilder* builder, const uint32_t corners[4], bool other);

// Sends "a shape's WHAT" and returns SV_ERROR_ARGUMENT.
svStatus svShape_Refuse(svContext* context, const char* what);

// Finite and greater than 0.
bool svShape_IsLength(double x);

#endif
