// Distances of features at an instant, in plain floating point: what conservative advancement is
// made of, and what zhang2012's Figures 5 and 6 compare.
#ifndef SELVAGE_PAPERS_METHODS_FEATURE_DISTANCE_H
#define SELVAGE_PAPERS_METHODS_FEATURE_DISTANCE_H

#include "lab_vec.h"

// A vector from the nearest point of the first to that of the second; its length is the distance.
LabVec Distance_FaceToVertex(LabVec f0, LabVec f1, LabVec f2, LabVec v);
LabVec Distance_EdgeToEdge(LabVec a0, LabVec a1, LabVec b0, LabVec b1);

// The same for two triangles, corners a then b; zero where they meet.
LabVec Distance_TriangleToTriangle(const LabVec x[6]);

// To the plane of the face, to the line of the edge: signed, in the direction of the normal of Eqs.
// 1 and 12.
double Distance_HeightOver(LabVec f0, LabVec normal, LabVec v); // the normal is there, and unit
double Distance_PlaneToVertex(LabVec f0, LabVec f1, LabVec f2, LabVec v);
double Distance_LineToLine(LabVec a0, LabVec a1, LabVec b0, LabVec b1);

#endif
