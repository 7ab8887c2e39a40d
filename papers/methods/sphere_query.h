// What a point or an edge sweeps over a step against a sphere (ding2013, section 3): "for a point
// this becomes a line segment", "for an edge a quadrilateral of the form (A(t0), B(t0), B(t1),
// A(t1))".
//
// F. Ding, "Rapid Cloth Collision Detection using Bounding Sphere Trees", 2013.
#ifndef SELVAGE_PAPERS_METHODS_SPHERE_QUERY_H
#define SELVAGE_PAPERS_METHODS_SPHERE_QUERY_H

#include "sphere_tree.h"

#include <stdbool.h>

typedef struct SweptFeature {
    int count; // corners: 2, a segment, or 4, a quadrilateral
    double corners[4][3];
    // A segment, or the quadrilateral as two triangles 0-1-2 and 0-2-3: their normals.
    double normals[2][3];
    double slack;           // against rounding; and how far a swept edge may be from both triangles
    double low[3], high[3]; // box of the corners
} SweptFeature;

SweptFeature SweptFeature_OfPoint(const double x0[3], const double x1[3]);

// The four corners need not be in one plane. An edge between them is not on the two triangles then,
// but within a quarter of |a0 - b0 + b1 - a1| of one of them: with `bulging` that far away counts.
SweptFeature SweptFeature_OfEdge(const double a0[3], const double b0[3], const double a1[3],
                                 const double b1[3], bool bulging);

// Whether the sphere of the node meets it; never false but for what is said of bulging.
bool SweptFeature_Meets(const SweptFeature* swept, const SphereNode* node);

#endif
