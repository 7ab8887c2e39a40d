// Exact CCD of one moving pair, for any finite coordinates.
#ifndef SELVAGE_ELEMENTARY_CCD_CCD_EXACT_H
#define SELVAGE_ELEMENTARY_CCD_CCD_EXACT_H

#include "selvage/elementary.h"

#include <math.h>

// Valid widths of a time bracket: at most 1, at least this.
#define SV_CCD_LEAST_TOLERANCE 0x1p-50
#define SV_CCD_DEFAULT_TOLERANCE 0x1p-30

// The width w of brackets: the greatest power of two that is not more than the tolerance. A first
// contact strictly between j w and (j+1) w has that bracket, one at j w has [j w, j w]: brackets
// depend on the pair and the tolerance alone, not on the stage that finds them. Exact arithmetic
// finds those of contacts at or very near some j w, all if w is the least. Weights and normal are
// those at tLo, so w is never more than the default.
static inline double svCcd_Width(double tolerance) {
    int exponent;
    frexp(tolerance < SV_CCD_DEFAULT_TOLERANCE ? tolerance : SV_CCD_DEFAULT_TOLERANCE, &exponent);
    return ldexp(1, exponent - 1);
}

// Whether every member is in its range.
bool svCcdDef_IsValid(const svCcdDef* def);

// The verdict on a pair.
typedef struct svCcdFound {
    bool hit;
    svInterval times; // of a hit: the first contact lies here
    // The sign of n.q (ccd_exact.c) just before the first contact: on which side the pair was. 0 in
    // contact at t=0 already, or moving in one plane.
    int side;
} svCcdFound;

// Decides whether the pair is in contact for some t in [0,1]. `width` > 0, a value of svCcd_Width,
// requests the bracket and the side, 0 the boolean alone. The coordinates must be finite.
// SV_ERROR_MEMORY only where coordinates of one axis differ so widely that the stack does not
// suffice; `allocator` serves those (null or null functions: malloc and free).
svStatus svCcdExact(const svMovingPair* pair, svPairKind kind, const svAllocator* allocator,
                    double width, svCcdFound* found);

#endif
