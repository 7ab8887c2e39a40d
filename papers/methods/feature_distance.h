// Distances of features at an instant, in plain floating point: the core of conservative
// advancement, and what zhang2012's Figures 5 and 6 compare.
#ifndef SELVAGE_PAPERS_METHODS_FEATURE_DISTANCE_H
#define SELVAGE_PAPERS_METHODS_FEATURE_DISTANCE_H

#include "vectors.h"

// The vector from the closest point of the first to that of the second; its length is the distance.
svVec3 Distance_FaceToVertex(svVec3 f0, svVec3 f1, svVec3 f2, svVec3 v);
svVec3 Distance_EdgeToEdge(svVec3 a0, svVec3 a1, svVec3 b0, svVec3 b1);

// The same for two triangles, corners a then b; zero where they intersect.
svVec3 Distance_TriangleToTriangle(const svVec3 x[6]);

// Signed distance to the plane of the face, to the line of the edge, along the normals of Eqs. 1
// and 12.
double Distance_HeightOver(svVec3 f0, svVec3 normal, svVec3 v); // `normal` is unit
double Distance_PlaneToVertex(svVec3 f0, svVec3 f1, svVec3 f2, svVec3 v);
double Distance_LineToLine(svVec3 a0, svVec3 a1, svVec3 b0, svVec3 b1);

#endif
