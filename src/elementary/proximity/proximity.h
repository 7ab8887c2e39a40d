// Proximity of two static features: whether their distance is within a limit, and the closest
// points.
#ifndef SELVAGE_ELEMENTARY_PROXIMITY_PROXIMITY_H
#define SELVAGE_ELEMENTARY_PROXIMITY_PROXIMITY_H

#include "selvage/elementary.h"
#include "selvage/vec3.h"

// For the derivation see proximity.c; near_kernel.c follows it.
#define SV_NEAR_TOLERANCE 0x1p-43
// A gap shorter than this, relative to the extent, has no reliable direction.
#define SV_NEAR_TOUCHING 0x1p-44
#define SV_NEAR_EXTENT_MIN 0x1p-200
#define SV_NEAR_EXTENT_MAX 0x1p200
#define SV_NEAR_SQUARE_MIN 0x1p-900 // of a height
#define SV_NEAR_FLAT 0x1p-96        // a height's square, relative to that of its side

// Closest points of a pair.
typedef struct svNear {
    double weights[4]; // of the closest points, as in svCcdResult
    // The unit direction from the closest point of the second feature to that of the first. Where
    // they touch (nearer than 2^-44 of the pair's extent) the normal of the face or of both edges,
    // with the sign of (f1-f0) x (f2-f0) or of (a1-a0) x (b1-b0). Where there is no such normal (a
    // face without area, parallel edges, or what is shorter than 2^-250 of the extent) a direction
    // perpendicular to its longest side, or to the longer edge; the x axis if that is a point.
    double normal[3];
    double distance; // off by at most 2^-43 of the extent; infinite beyond the range of doubles
} svNear;

// Whether the pair's distance is at most `distance` >= 0. True if it is; true or false if it
// exceeds `distance` by no more than 2^-42 of the pair's extent (the longest side of its box, at
// most twice its largest coordinate); false beyond that. The coordinates must be finite. `near` may
// be null, and is only written if true is returned.
bool svNear_Test(const svVec3 x[4], svPairKind kind, double distance, svNear* near);

#endif
