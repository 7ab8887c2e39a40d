// Geometry of a contact: barycentric weights and normal.
#ifndef SELVAGE_ELEMENTARY_CCD_CCD_CONTACT_H
#define SELVAGE_ELEMENTARY_CCD_CCD_CONTACT_H

#include "elementary/ccd/ccd_exact.h"

// Fills weights and normal of a result at its tLo. `side` is svCcdFound's.
void svCcdContact_Describe(const svMovingPair* pair, svPairKind kind, int side,
                           svCcdResult* result);

#endif
