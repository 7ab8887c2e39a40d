// Normal cones.
//
// Merging: X. Provot, "Collision and self-collision handling in cloth model dedicated to design
// garments", 1997; D.-H. Han, C.-J. Lee, S. Lee, H.-S. Ko, "Tight normal cone merging for efficient
// collision detection of thin deformable objects", 2021 (han2021), Eqs. 1-3 and 7-8. Control
// normals of a moving triangle: M. Tang, S. Curtis, S.-E. Yoon, D. Manocha, "ICCD: Interactive
// continuous collision detection between deformable models using connectivity-based culling", 2009,
// in the form that is right (cone.h).
//
// We deviate in how the axis is turned. The papers take the arc cosine of a1 . a2, which loses half
// of the digits of small angles, and slerp, which divides by the sine of the angle. With the
// bisector p = a1 + a2 and q = a2 - a1, perpendicular to it, half the angle between the axes is the
// angle of the point (|p|, |q|), accurate everywhere, and the axis at an angle x from the bisector
// towards a2 is p + tan(x) |p|/|q| q. That x is (angle2 - angle1) / 2 by Eq. 7, 0 by Eq. 2.
//
// Rounding. u = 2^-53, h is half the angle between the axes, l1 and l2 are the lengths of the axes
// as they are stored, within 8 u of 1 each.
// - h: |q|^2 = (l1-l2)^2 + 4 l1 l2 sin^2 h and |p|^2 = (l1-l2)^2 + 4 l1 l2 cos^2 h, so that the
//   lengths move the point (|p|, |q|), 2 away from the origin, by at most 16 u: the angle by 8.1 u.
//   s = |q| and c = |p| are computed with relative errors of 3.5 u each, which turn the point by
//   sin h cos h 7.1 u < 3.6 u; svAngleOf adds 6 u, and 0.045 (8 + 3.5) u as the lengths are not 1.
//   In all less than 19 u.
// - The axis: with m the true bisector and d perpendicular to it, p = (l1+l2) cos h m + (l2-l1)
//   sin h d: it is off by 8 u tan h. The part of k q along m should be 0 and is less than 12 u of
//   that of p. The part along d should be tan(x) times that of p, which is at most 1. Relative
//   errors are 6 u in the tangent, 3 u in the products and the quotient, 7.1 u in c/s and, by the
//   lengths, 8 u / cos h in |p|. That |q| is not 2 sin h but 2 sqrt(sin^2 h + (8 u)^2) shortens it
//   by tan(x) (1 - sin h / sqrt(sin^2 h + (8 u)^2)) < 33 u / cos h, as x < h + 32 u where neither
//   cone contains the other. Adding up k q and p and making it a unit vector turn it by 6 u at
//   most. In all the axis is off by less than 86 u / cos h.
// - The angle is the sum of three numbers less than 2, so its roundings are 2 u.
// As 1 / cos h <= 1 + tan h, (21 + 86) u (1 + tan h) pay for it all; MERGE_SLACK = 2^-46 is 128 u.
// Where q is shorter than SHORT its square may have underflowed and the axis is not turned; it
// should be, by less than 33 u.
//
// Both merges use the same h and the same slack; and as rounding keeps the order of numbers, the
// tight angle is never greater than Provot's, rounded or not.

#include "selvage/cone.h"

#include <float.h>
#include <math.h>

#include "bound/cone_angle.h"
#include "selvage/vec3.h"

#define MERGE_SLACK 0x1p-46
#define SHORT 0x1p-500
#define HALF_ANGLE_ERROR 0x1p-48 // 32 u

static void StoreAxis(svVec3 a, double axis[3]) {
    axis[0] = a.x;
    axis[1] = a.y;
    axis[2] = a.z;
}

const char* svConeMerge_Name(svConeMerge merge) {
    switch (merge) {
    case SV_CONE_PROVOT:
        return "provot";
    case SV_CONE_TIGHT:
        return "tight";
    case SV_CONE_MERGE_ENUM_COUNT:
        break;
    }
    return "unknown";
}

svCone svCone_Full(void) {
    return (svCone){{0, 0, 1}, SV_CONE_FULL_ANGLE};
}

svCone svCone_OfDirection(const double direction[3]) {
    return svCone_OfUncertain(direction, 0);
}

// The common factor 1/length leaves the direction as it is, and the rounding of each component
// turns it by at most u (components that underflow are 2^-500 of the others). Vectors that are off
// by r of the length are turned by asin(r) <= pi/3 r for r <= 1/2; 1.05 also pays for the roundings
// of r.
svCone svCone_OfUncertain(const double direction[3], double error) {
    // Neither squares nor their sum may overflow or underflow.
    const double size = fabs(direction[0]) + fabs(direction[1]) + fabs(direction[2]);
    const double scale = size > 0x1p400 ? 0x1p-600 : size < 0x1p-400 ? 0x1p600 : 1;
    const svVec3 v = svVec3_Scale(scale, svVec3_From(direction));
    const double length = svVec3_Length(v), inverse = 1 / length, r = error * scale * inverse;
    if (!(length > 0 && length <= DBL_MAX && r <= 0.5)) {
        return svCone_Full();
    }
    svCone cone = {.angle = 0x1p-52 + 1.05 * r};
    StoreAxis(svVec3_Scale(inverse, v), cone.axis);
    return cone;
}

svCone svCone_Merge(const svCone* a, const svCone* b, svConeMerge merge) {
    if (!svCone_HasHalfSpace(a) || !svCone_HasHalfSpace(b)) {
        return svCone_Full();
    }
    const svVec3 a1 = svVec3_From(a->axis), a2 = svVec3_From(b->axis);
    const svVec3 p = svVec3_Add(a1, a2), q = svVec3_Sub(a2, a1);
    const double c = svVec3_Length(p), s = svVec3_Length(q);
    const double half = svAngleOf(s, c), slack = MERGE_SLACK * (1 + s / c);
    double turn = 0, spread;
    if (merge == SV_CONE_TIGHT) {
        turn = 0.5 * (b->angle - a->angle);
        spread = 0.5 * (a->angle + b->angle);
        if (fabs(turn) >= half + HALF_ANGLE_ERROR) { // one contains the other
            return turn > 0 ? *b : *a;
        }
    } else {
        spread = a->angle > b->angle ? a->angle : b->angle;
    }
    svCone cone = {.angle = half + spread + slack};
    if (!svCone_HasHalfSpace(&cone)) {
        return svCone_Full();
    }
    svVec3 axis = p;
    if (turn != 0 && s > SHORT) {
        const svTangent tangent = svTangentOf(turn);
        axis = svVec3_Add(p, svVec3_Scale(tangent.above * c / (tangent.below * s), q));
    }
    StoreAxis(svVec3_Scale(1 / svVec3_Length(axis), axis), cone.axis);
    return cone;
}

svCone svCone_OfTriangle(const svMovingTriangle* triangle, bool moving, svConeMerge merge) {
    const svControlNormals normals = svControlNormals_Of(triangle, moving);
    svCone cone = svCone_OfUncertain(normals.normal[0], normals.error[0]);
    for (int i = 1; i < normals.count; ++i) {
        const svCone next = svCone_OfUncertain(normals.normal[i], normals.error[i]);
        cone = svCone_Merge(&cone, &next, merge);
    }
    return cone;
}

// The angle is twice as far off as half of it, by 19 u, and the direction by u: less than 2^-47.
bool svCone_Contains(const svCone* cone, const double direction[3]) {
    const svCone other = svCone_OfDirection(direction);
    if (!svCone_HasHalfSpace(cone)) {
        return true;
    }
    if (!svCone_HasHalfSpace(&other)) {
        return false;
    }
    const svVec3 a = svVec3_From(cone->axis), d = svVec3_From(other.axis);
    return 2 * svAngleOf(svVec3_Length(svVec3_Sub(a, d)), svVec3_Length(svVec3_Add(a, d))) <=
           cone->angle;
}
