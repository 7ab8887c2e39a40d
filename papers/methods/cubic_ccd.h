// The cubic solver: when are the four points of a feature pair coplanar, and do the features
// overlap then (inside test)?
//
// X. Provot, "Collision and self-collision handling in cloth model dedicated to design garments",
// 1997; R. Bridson, R. Fedkiw, J. Anderson, 2002; as in OpenCCD (D. Kim et al., "HPCCD", 2009),
// which zhang2012 compares itself with. Roots in floating point, the inside test with a tolerance.
//
// **Not exact**: a root lost to rounding is a missed contact, and pairs that stay coplanar have no
// root.
#ifndef SELVAGE_PAPERS_METHODS_CUBIC_CCD_H
#define SELVAGE_PAPERS_METHODS_CUBIC_CCD_H

#include "triangle_pair.h"

// Barycentric weights may be this far outside [0,1] and count as inside.
#define CUBIC_TOLERANCE 1e-6

// The roots of c[0] + c[1] t + c[2] t^2 + c[3] t^3 in [0, limit] at which its sign changes, in
// order; returns how many.
int CubicCcd_Roots(const double c[4], double limit, double roots[3]);

// Each pair of `features`, only up to the earliest contact so far.
PairContact CubicCcd_Features(const TrianglePair* pair, uint32_t features);

#endif
