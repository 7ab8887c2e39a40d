// Barycentric weights and normal of a hit, rounded, at tLo rather than later: past the contact a
// face that degenerates there may have flipped.
//
// The sign of the normal: f = n.q is positive where the vertex is on the side to which n = u x w
// points, or edge b as seen from edge a. So its sign just before the contact, which the filter and
// the exact path certify, tells on which side the first feature was. In contact at t=0 there is no
// before; then n.v = f' decides, where v is the velocity of the first feature's contact point
// relative to the second's (the parts of f' that turn n cancel against the weights): the normal
// against v.

#include "elementary/ccd/ccd_contact.h"

#include "elementary/ccd/distance.h"

#include <math.h>

// A cross product of vectors of length a and b, whose points were interpolated, carries an error of
// a few 2^-52 ab: below 2^-46 ab fewer than six bits of its direction are left. The normal is a
// rounded description; nothing is decided by it.
#define DIRECTION_LOST 0x1p-46

// The normal of degenerate contacts: against the relative motion, perpendicular to the line that
// the features lie on, if there is one.
static svVec3 OpenNormal(svVec3 line, svVec3 velocity) {
    svVec3 normal = svVec3_Scale(-1, velocity);
    const double lineLength2 = svVec3_Dot(line, line);
    if (lineLength2 > 0) {
        normal = svVec3_Sub(normal, svVec3_Scale(svVec3_Dot(normal, line) / lineLength2, line));
    }
    if (svVec3_Length(normal) > DIRECTION_LOST * svVec3_Length(velocity)) {
        return normal;
    }
    if (lineLength2 == 0) {
        return (svVec3){0, 0, 1};
    }
    // Across the line, in the plane of the axis that is most nearly perpendicular to it.
    const double x = fabs(line.x), y = fabs(line.y), z = fabs(line.z);
    const svVec3 axis = {x <= y && x <= z, y < x && y <= z, z < x && z < y};
    return svVec3_Cross(line, axis);
}

// A contact at the points x, with its weights there.
typedef struct Contact {
    const svMovingPair* pair;
    svPairKind kind;
    int exponent; // the points are scaled by 2^-exponent
    svVec3 x[4];
    svClosest closest;
} Contact;

static svVec3 RelativeVelocity(const Contact* contact) {
    const int split = contact->kind == SV_EDGE_EDGE ? 2 : 1;
    svVec3 start[4], end[4], velocity = {0, 0, 0};
    svMovingPair_At(contact->pair, 0, contact->exponent, start);
    svMovingPair_At(contact->pair, 1, contact->exponent, end);
    for (int i = 0; i < 4; ++i) {
        const double weight = contact->closest.weights[i];
        velocity = svVec3_Add(
            velocity, svVec3_Scale(i < split ? weight : -weight, svVec3_Sub(end[i], start[i])));
    }
    return velocity;
}

// u x w, or OpenNormal where its direction is lost; with the sign that result->normal promises.
static svVec3 ContactNormal(const Contact* contact, int side) {
    const bool ee = contact->kind == SV_EDGE_EDGE;
    const svVec3* x = contact->x;
    const svVec3 u = ee ? svVec3_Sub(x[1], x[0]) : svVec3_Sub(x[2], x[1]);
    const svVec3 w = ee ? svVec3_Sub(x[3], x[2]) : svVec3_Sub(x[3], x[1]);
    const svVec3 n = svVec3_Cross(u, w);
    const double length = svVec3_Length(n);
    if (length <= DIRECTION_LOST * svVec3_Length(u) * svVec3_Length(w)) {
        return OpenNormal(svVec3_Dot(u, u) > svVec3_Dot(w, w) ? u : w, RelativeVelocity(contact));
    }
    if (side != 0) {
        return svVec3_Scale((side > 0) != ee ? 1 : -1, n);
    }
    const svVec3 velocity = RelativeVelocity(contact);
    const bool along = svVec3_Dot(n, velocity) > DIRECTION_LOST * length * svVec3_Length(velocity);
    return along ? svVec3_Scale(-1, n) : n;
}

void svCcdContact_Describe(const svMovingPair* pair, svPairKind kind, int side,
                           svCcdResult* result) {
    Contact contact = {.pair = pair, .kind = kind, .exponent = svMovingPair_Exponent(pair)};
    svMovingPair_At(pair, result->tLo, contact.exponent, contact.x);
    contact.closest = svClosest_Points(contact.x, kind);
    for (int i = 0; i < 4; ++i) {
        result->weights[i] = contact.closest.weights[i];
    }
    const svVec3 normal = svVec3_Normalize(ContactNormal(&contact, side));
    result->normal[0] = normal.x;
    result->normal[1] = normal.y;
    result->normal[2] = normal.z;
}
