// Conservative advancement of two deforming triangles, in plain floating point.
//
// B. Mirtich, 1996, for convex bodies; M. Tang, Y. J. Kim, D. Manocha, "Continuous collision
// detection for non-rigid contact computations using local advancement", 2010, for triangles; as
// zhang2012 (X. Zhang, Y. J. Kim, "Simple culling methods for continuous collision detection of
// deforming triangles", 2012) compares itself with it. With d the distance and mu the fastest
// approach along the direction in which it was found, nothing meets within d / mu: advance by that,
// until d is below a threshold, which is taken for contact, or the step is over.
//
// **Not exact**: what comes nearer than the threshold is a contact, and triangles that cross each
// other at t=0 are one to the triangle-level form though no features meet.
#ifndef SELVAGE_PAPERS_METHODS_ADVANCE_H
#define SELVAGE_PAPERS_METHODS_ADVANCE_H

#include "triangle_pair.h"

// The paper leaves its threshold open ("user-provided"). Ours, relative to the longest edge at t=0:
// larger than any rounding, far smaller than what cloth is thick. A larger one is faster.
#define ADVANCE_THRESHOLD 1e-4

// The longest edge at t=0 times that.
double Advance_Threshold(const TrianglePair* pair);

// Feature level: those of `features` one after the other, with temporal culling (X. Zhang et al.
// 2007): no later than the earliest contact so far.
PairContact Advance_Features(const TrianglePair* pair, uint32_t features);

// Triangle level: the distance of the triangles, the motion of all six corners. For triangles
// without a common vertex.
PairContact Advance_Triangles(const TrianglePair* pair);

#endif
