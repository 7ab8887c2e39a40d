// The elementary tests of ding2013, sections 2.1 and 2.2: the times at which four points are
// coplanar, then barycentric coordinates at one of them.
//
// F. Ding, "Rapid Cloth Collision Detection using Bounding Sphere Trees", 2013. Roots in floating
// point, weights in [0, 1] without tolerance.
#ifndef SELVAGE_PAPERS_METHODS_FIRST_ROOT_H
#define SELVAGE_PAPERS_METHODS_FIRST_ROOT_H

#include <stdbool.h>

typedef enum RootRule {
    // UNSAFE, letter by letter: AP(t) = P0 + t VP - A0 + t VA, which has A move the other way, and
    // AB and AC alike (section 2.1; section 2.2 has only words); then as ROOT_FIRST.
    ROOT_PRINTED,
    // UNSAFE, with the sign mended: "if multiple valid t_c values exist, we take the smallest", and
    // where the point is not in the triangle then, "we reject t_c" and with it the pair.
    ROOT_FIRST,
    // Each time in turn until one is accepted. Misses what rounding hides and motion in one plane.
    ROOT_ALL,
    ROOT_RULE_COUNT
} RootRule;

// Vertex points[0] against the face of the others; edge 0-1 against edge 2-3. True: a collision
// during the step, for t from 0 to 1.
bool FirstRoot_VertexFace(RootRule rule, const double x0[4][3], const double x1[4][3]);
bool FirstRoot_EdgeEdge(RootRule rule, const double x0[4][3], const double x1[4][3]);

#endif
