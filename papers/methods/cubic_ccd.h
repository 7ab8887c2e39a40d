// The cubic solver: when are the four points of a pair of features in one plane, and are the
// features inside each other then?
//
// X. Provot, "Collision and self-collision handling in cloth model dedicated to design garments",
// 1997; R. Bridson, R. Fedkiw, J. Anderson, 2002; as in OpenCCD (D. Kim et al., "HPCCD", 2009),
// which zhang2012 compares itself with. Roots in floating point, the inside test with a tolerance.
//
// **Not exact**: a root that rounding takes away is a contact that is missed, and pairs that stay
// in one plane have no root at all.
#ifndef SELVAGE_PAPERS_METHODS_CUBIC_CCD_H
#define SELVAGE_PAPERS_METHODS_CUBIC_CCD_H

#include "triangle_pair.h"

// Weights may be that far outside [0,1] and still count as inside.
#define CUBIC_TOLERANCE 1e-6

// Those of `features` one after the other, no later than the earliest contact so far.
PairContact CubicCcd_Features(const TrianglePair* pair, uint32_t features);

#endif
