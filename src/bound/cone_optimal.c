// The narrowest cone around directions: the smallest cap of the unit sphere that holds them.
//
// It is determined by the two or three directions on its rim. Starting from any direction, the one
// farthest from the axis joins those that determine the cap so far, and of these four at most the
// smallest cap is found by trying all pairs and triples. Each cap is larger than the one before, so
// this ends; it takes few rounds because the farthest direction is taken (B. Gaertner, "Fast and
// robust smallest enclosing balls", 1999; the caps narrower than a half-space are the cuts of the
// sphere with the smallest balls of E. Welzl, 1991). G. Barequet and G. Elber, "Optimal bounding
// cones of vectors in three dimensions", 2005, build a hull instead.
//
// Rounding only decides how good the axis is. The angle is that of the farthest direction from the
// axis that came out, so the cone is conservative whatever happened before. Distances are lengths
// of differences of unit vectors: unlike dot products they resolve small angles.

#include <float.h>
#include <math.h>

#include "bound/cone_angle.h"
#include "selvage/cone.h"
#include "selvage/vec3.h"

// The farthest direction is at most pi/2 away, and so is the axis: its computed distance s is at
// most sqrt(2) and off by 20 u (the lengths 8 u, s^2 4.5 u, roots and order likewise); angles are
// 2 asin(s/2), of slope at most sqrt(2). With svAngleOf and the roundings of the directions less
// than 64 u.
#define MEASURE_SLACK 0x1p-47

enum { SUPPORT = 3 };

typedef struct Cap {
    svVec3 axis;
    double reach; // the square of the distance from the axis to its farthest direction
    svVec3 support[SUPPORT];
    int count;
} Cap;

static double SquaredDistance(svVec3 a, svVec3 b) {
    const svVec3 d = svVec3_Sub(a, b);
    return svVec3_Dot(d, d);
}

static double CapReach(svVec3 axis, const svVec3* points, int count) {
    double reach = 0;
    for (int i = 0; i < count; ++i) {
        reach = fmax(reach, SquaredDistance(axis, points[i]));
    }
    return reach;
}

// The points on the rim of a candidate cap; k is -1 where there are two.
typedef struct Rim {
    int i, j, k;
} Rim;

// Takes the cap around an axis if it is smaller than the best so far.
static void TryAxis(const svVec3* points, int count, Rim rim, svVec3 axis, Cap* best) {
    if (svVec3_Dot(axis, points[rim.i]) <= 0) {
        axis = svVec3_Scale(-1, axis);
    }
    const double length = svVec3_Length(axis);
    if (!(length > 0 && length <= DBL_MAX)) {
        return;
    }
    axis = svVec3_Scale(1 / length, axis);
    const double reach = CapReach(axis, points, count);
    if (reach < best->reach) {
        *best = (Cap){axis, reach, {points[rim.i], points[rim.j]}, 2};
        if (rim.k >= 0) {
            best->support[best->count++] = points[rim.k];
        }
    }
}

// The axis through three points is the normal of their plane, and it goes through the centre of
// their circle. The normal is the better one for wide caps; for narrow ones its error, u over the
// angle, is greater than the cap.
static void TryRim(const svVec3* points, int count, Rim rim, Cap* best) {
    const svVec3 a = points[rim.i], p = svVec3_Sub(points[rim.j], a);
    if (rim.k < 0) {
        TryAxis(points, count, rim, svVec3_Add(a, points[rim.j]), best);
        return;
    }
    const svVec3 q = svVec3_Sub(points[rim.k], a), normal = svVec3_Cross(p, q);
    const svVec3 across =
        svVec3_Sub(svVec3_Scale(svVec3_Dot(p, p), q), svVec3_Scale(svVec3_Dot(q, q), p));
    const svVec3 centre =
        svVec3_Add(a, svVec3_Scale(0.5 / svVec3_Dot(normal, normal), svVec3_Cross(across, normal)));
    TryAxis(points, count, rim, normal, best);
    TryAxis(points, count, rim, centre, best);
}

// The smallest cap around the support of a cap and one more direction.
static Cap Grown(const Cap* cap, svVec3 farthest) {
    svVec3 points[SUPPORT + 1];
    int count = 0;
    for (; count < cap->count; ++count) {
        points[count] = cap->support[count];
    }
    points[count++] = farthest;
    Cap best = {.reach = HUGE_VAL};
    for (int i = 0; i < count; ++i) {
        for (int j = i + 1; j < count; ++j) {
            for (int k = -1; k < count; k = k < 0 ? j + 1 : k + 1) {
                TryRim(points, count, (Rim){i, j, k}, &best);
            }
        }
    }
    return best;
}

static svVec3 FarthestDirection(svVec3 axis, const double (*directions)[3], size_t count) {
    svVec3 farthest = axis;
    double most = -1;
    for (size_t i = 0; i < count; ++i) {
        const svCone cone = svCone_OfDirection(directions[i]);
        const svVec3 d = svVec3_From(cone.axis);
        const double distance = SquaredDistance(axis, d);
        if (distance > most) {
            most = distance;
            farthest = d;
        }
    }
    return farthest;
}

svCone svCone_Optimal(const double (*directions)[3], size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const svCone cone = svCone_OfDirection(directions[i]);
        if (!svCone_HasHalfSpace(&cone)) {
            return svCone_Full();
        }
    }
    if (count == 0) {
        return svCone_Full();
    }
    const svVec3 first = svVec3_From(svCone_OfDirection(directions[0]).axis);
    Cap cap = {.axis = first, .support = {first}, .count = 1};
    svVec3 farthest = FarthestDirection(cap.axis, directions, count);
    while (SquaredDistance(cap.axis, farthest) > cap.reach) {
        const Cap grown = Grown(&cap, farthest);
        if (grown.reach >= 2) { // squared: a right angle
            return svCone_Full();
        }
        if (grown.reach <= cap.reach) { // no more than rounding is left
            break;
        }
        cap = grown;
        farthest = FarthestDirection(cap.axis, directions, count);
    }
    const double s = svVec3_Length(svVec3_Sub(cap.axis, farthest)),
                 c = svVec3_Length(svVec3_Add(cap.axis, farthest));
    const svCone cone = {{cap.axis.x, cap.axis.y, cap.axis.z}, 2 * svAngleOf(s, c) + MEASURE_SLACK};
    return svCone_HasHalfSpace(&cone) ? cone : svCone_Full();
}
