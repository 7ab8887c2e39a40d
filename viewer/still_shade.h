// The colour of a point of a scene as the eye sees it.
#ifndef SELVAGE_VIEWER_STILL_SHADE_H
#define SELVAGE_VIEWER_STILL_SHADE_H

#include "still_draw.h"

// What the sky sent to points seen a moment ago: it changes slowly, and takes longest to find. Of
// one block of pixels; to be emptied for the next one.
enum { SKY_KEPT = 6 };
typedef struct KeptSky {
    int count;
    svVec3 points[SKY_KEPT], normals[SKY_KEPT];
    SkyLight light[SKY_KEPT];
} KeptSky;

// Of a triangle where the ray through a place of the picture meets it.
Colour StillStage_Surface(const StillStage* stage, uint32_t triangle, double x, double y,
                          KeptSky* kept);

// Of what is behind all triangles: the backdrop, and on it the shadow on the ground.
Colour StillStage_Backdrop(const StillStage* stage, double x, double y, KeptSky* kept);

#endif
