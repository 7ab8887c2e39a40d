// Kinetic spheres: the part of volume.h that is theirs.
#ifndef SELVAGE_BOUND_SPHERE_H
#define SELVAGE_BOUND_SPHERE_H

#include "bound/volume.h"

#define SV_SPHERE_ROWS 4 // at one time

void svSphere_Fit(const svLeafPoints* points, double margin, float* column);
void svSphere_Merge(const float* node, uint32_t count, float* column);

// The square of the radius of the column at one time.
double svSphere_Area(const float* column);

#endif
