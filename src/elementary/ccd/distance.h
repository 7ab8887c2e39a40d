// Closest points of static features, rounded. They guide and describe; they decide nothing.
#ifndef SELVAGE_ELEMENTARY_CCD_DISTANCE_H
#define SELVAGE_ELEMENTARY_CCD_DISTANCE_H

#include "elementary/ccd/ccd_exact.h"
#include "selvage/vec3.h"

// Closest points of a pair whose coordinates are scaled to about one.
typedef struct svClosest {
    double weights[4]; // as in svCcdResult
    svVec3 gap;        // from the point on the second feature to the point on the first
} svClosest;

// The closest points of the vertex and face, or of the two edges, made of four points. Degenerate
// features are handled; the weights are in [0,1] and sum to one on each feature.
svClosest svClosest_Points(const svVec3 x[4], svPairKind kind);

// The pair's points at time t, times 2^-exponent.
void svMovingPair_At(const svMovingPair* pair, double t, int exponent, svVec3 x[4]);

// The least exponent with |coordinate| < 2^exponent for every coordinate of the pair; 0 if all are
// zero. Scaling by it keeps squares and products from overflowing and underflowing.
int svMovingPair_Exponent(const svMovingPair* pair);

#endif
