// The colour of a point of a scene as the eye sees it.
#ifndef SELVAGE_VIEWER_STILL_SHADE_H
#define SELVAGE_VIEWER_STILL_SHADE_H

#include "still_draw.h"

// Of a triangle where the ray through a place of the picture meets it.
Colour StillStage_Surface(const StillStage* stage, uint32_t triangle, double x, double y);

// Of what is behind all triangles: the backdrop, and on it the shadow on the ground.
Colour StillStage_Backdrop(const StillStage* stage, double x, double y);

#endif
