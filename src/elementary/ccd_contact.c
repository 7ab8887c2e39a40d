// Weights and normal of a first contact, rounded, at the middle of its bracket.
//
// The sign of the normal: n . v = f'(t) at a contact, where v is the velocity of the first
// feature's contact point relative to the second's, because the parts of f' that turn n cancel
// against the weights. A simple zero with f' < 0 was approached from f > 0, the side to which n
// points; so the normal that points to where the first feature was is the one against v.

#include "elementary/ccd_contact.h"

#include "elementary/distance.h"

#include <math.h>

// A cross product of vectors of length a and b carries a rounding error of about 2^-52 ab: below
// 2^-46 ab its direction says little.
#define DIRECTION_LOST 0x1p-46

// The normal where the features leave it open: against the relative motion, perpendicular to the
// line they lie on as far as there is one.
static svVec3 OpenNormal(svVec3 line, svVec3 velocity) {
    svVec3 normal = svMul(-1, velocity);
    const double lineLength2 = svDot(line, line);
    if (lineLength2 > 0) {
        normal = svSub(normal, svMul(svDot(normal, line) / lineLength2, line));
    }
    if (svLength(normal) > DIRECTION_LOST * svLength(velocity)) {
        return normal;
    }
    if (lineLength2 == 0) {
        return (svVec3){0, 0, 1};
    }
    // Across the line, in the plane of the axis that is most nearly perpendicular to it.
    const double x = fabs(line.x), y = fabs(line.y), z = fabs(line.z);
    const svVec3 axis = {x <= y && x <= z, y < x && y <= z, z < x && z < y};
    return svCross(line, axis);
}

static svVec3 Velocity(const svMovingPair* pair, svPairKind kind, int exponent,
                       const double weights[4]) {
    const int split = kind == SV_EDGE_EDGE ? 2 : 1;
    svVec3 start[4], end[4], velocity = {0, 0, 0};
    svMovingPair_At(pair, 0, exponent, start);
    svMovingPair_At(pair, 1, exponent, end);
    for (int i = 0; i < 4; ++i) {
        const double weight = i < split ? weights[i] : -weights[i];
        velocity = svAdd(velocity, svMul(weight, svSub(end[i], start[i])));
    }
    return velocity;
}

// The side of the second feature on which the first one starts: the sign of f(0), 0 if it is lost
// in rounding.
static int StartSide(const svMovingPair* pair, svPairKind kind, int exponent) {
    svVec3 x[4];
    svMovingPair_At(pair, 0, exponent, x);
    const bool ee = kind == SV_EDGE_EDGE;
    const svVec3 u = ee ? svSub(x[1], x[0]) : svSub(x[2], x[1]);
    const svVec3 w = ee ? svSub(x[3], x[2]) : svSub(x[3], x[1]);
    const svVec3 q = svSub(x[0], ee ? x[2] : x[1]);
    const double f = svDot(svCross(u, w), q);
    const double lost = DIRECTION_LOST * svLength(u) * svLength(w) * svLength(q);
    return (f > lost) - (f < -lost);
}

void svCcdContact_Describe(const svMovingPair* pair, svPairKind kind, svCcdResult* result) {
    const int exponent = svMovingPair_Exponent(pair);
    svVec3 x[4];
    svMovingPair_At(pair, 0.5 * (result->tLo + result->tHi), exponent, x);
    const svClosest closest = svClosest_Points(x, kind);
    for (int i = 0; i < 4; ++i) {
        result->weights[i] = closest.weights[i];
    }
    const bool ee = kind == SV_EDGE_EDGE;
    const svVec3 u = ee ? svSub(x[1], x[0]) : svSub(x[2], x[1]);
    const svVec3 w = ee ? svSub(x[3], x[2]) : svSub(x[3], x[1]);
    const svVec3 velocity = Velocity(pair, kind, exponent, closest.weights);
    svVec3 normal = svCross(u, w);
    if (svLength(normal) <= DIRECTION_LOST * svLength(u) * svLength(w)) {
        normal = OpenNormal(svDot(u, u) > svDot(w, w) ? u : w, velocity);
    } else {
        const double along = svDot(normal, velocity);
        const double lost = DIRECTION_LOST * svLength(normal) * svLength(velocity);
        const bool grazing = fabs(along) <= lost;
        if (grazing ? StartSide(pair, kind, exponent) < 0 : along > 0) {
            normal = svMul(-1, normal);
        }
    }
    normal = svUnit(normal);
    result->normal[0] = normal.x;
    result->normal[1] = normal.y;
    result->normal[2] = normal.z;
}
