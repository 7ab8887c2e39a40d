// CCD with minimum separation: the first time at which a pair may be closer than minSeparation.
#ifndef SELVAGE_ELEMENTARY_CCD_SEPARATION_H
#define SELVAGE_ELEMENTARY_CCD_SEPARATION_H

#include "elementary/ccd/ccd_exact.h"

// Sets hit, and on a hit tLo = tHi and separationSlack, of the result. The coordinates must be
// finite and def->minSeparation positive.
void svSeparation_Ccd(const svMovingPair* pair, svPairKind kind, const svCcdDef* def,
                      svCcdResult* result);

#endif
