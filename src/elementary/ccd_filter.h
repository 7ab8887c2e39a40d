// The certified floating-point decision for one moving pair.
#ifndef SELVAGE_ELEMENTARY_CCD_FILTER_H
#define SELVAGE_ELEMENTARY_CCD_FILTER_H

#include "elementary/ccd_exact.h"

typedef enum svVerdict { SV_NO, SV_YES, SV_UNSURE } svVerdict;

// Whether the pair is in contact for some t in [0,1], with proof, or SV_UNSURE. Where `times` is
// not null and the verdict is SV_YES, the first contact lies in *times.
svVerdict svCcdFilter(const svMovingPair* pair, svPairKind kind, svInterval* times);

#endif
