// Conservative advancement of two deforming triangles, in plain floating point.
//
// B. Mirtich, 1996, for convex bodies; M. Tang, Y. J. Kim, D. Manocha, "Continuous collision
// detection for non-rigid contact computations using local advancement", 2010, for triangles; as
// zhang2012 (X. Zhang, Y. J. Kim, "Simple culling methods for continuous collision detection of
// deforming triangles", 2012) compares itself with it. With d the distance and mu the fastest
// approach along its direction, there is no contact before d / mu: advance by that until d is below
// a threshold, which counts as contact, or the step is over.
//
// **Not exact**: closer than the threshold is a contact, and triangles that intersect at t=0 are
// one to the triangle-level form though no features touch.
#ifndef SELVAGE_PAPERS_METHODS_ADVANCE_H
#define SELVAGE_PAPERS_METHODS_ADVANCE_H

#include "triangle_pair.h"

// The paper leaves its threshold open ("user-provided"). Ours, relative to the longest edge at t=0:
// above rounding, far below the thickness of cloth. A larger one is faster.
#define ADVANCE_THRESHOLD 1e-4

// ADVANCE_THRESHOLD times the longest edge at t=0.
double Advance_Threshold(const TrianglePair* pair);

// Feature level: each pair of `features`, with temporal culling (X. Zhang et al. 2007): only up to
// the earliest contact so far.
PairContact Advance_Features(const TrianglePair* pair, uint32_t features);

// Triangle level: distance of the triangles, motion of all six corners. For triangles without a
// common vertex.
PairContact Advance_Triangles(const TrianglePair* pair);

#endif
