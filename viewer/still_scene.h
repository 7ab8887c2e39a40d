// The meshes of a still in one list of triangles, in coordinates of their own: what is looked at is
// in the unit sphere around the origin, and y points up.
#ifndef SELVAGE_VIEWER_STILL_SCENE_H
#define SELVAGE_VIEWER_STILL_SCENE_H

#include "still.h"

#include "selvage/vec3.h"

// What a triangle looks like: the number of a colour, with these bits.
enum {
    PAINT_COLOURS = 8,
    PAINT_BACKDROP = PAINT_COLOURS,
    PAINT_LARGE = 32,
    PAINT_WIRE = 64,
    PAINT_MARKED = 128
};

typedef struct StillScene {
    float (*x)[3];
    size_t vertexCount;
    // Of the corners of each triangle: of length 1, or 0 where it has no area.
    float (*normals)[3][3];
    uint32_t (*triangles)[3];
    uint8_t* paints;
    size_t triangleCount;
    svVec3* places;
    size_t placeCount;
    double low, high; // heights between which everything is

    bool* subject;    // of each mesh: whether it says where to look
    double centre[3]; // in the world, of what is looked at; and how it gets here
    double radius;
    bool zUp;
} StillScene;

StillScene StillScene_Make(const StillDef* def);
// Turns the outsides of meshes outwards, where they have one, else towards who looks from `from`;
// then finds the normals.
void StillScene_Orient(StillScene* scene, const StillDef* def, svVec3 from);
void StillScene_Free(StillScene* scene);

// A point of the world; a direction.
svVec3 StillScene_Point(const StillScene* scene, const double point[3]);
svVec3 StillScene_Direction(const StillScene* scene, const double direction[3]);

static inline svVec3 StillScene_Vertex(const StillScene* scene, uint32_t vertex) {
    const float* x = scene->x[vertex];
    return svVec3_Make((double)x[0], (double)x[1], (double)x[2]);
}

#endif
