// The exact decision for one moving pair, whatever its coordinates.
#ifndef SELVAGE_ELEMENTARY_CCD_EXACT_H
#define SELVAGE_ELEMENTARY_CCD_EXACT_H

#include "selvage/elementary.h"

typedef enum svPairKind { SV_VERTEX_FACE, SV_EDGE_EDGE } svPairKind;

// The widths of a time bracket that may be asked for: at most 1, at least this.
#define SV_CCD_LEAST_TOLERANCE 0x1p-50
#define SV_CCD_DEFAULT_TOLERANCE 0x1p-30

// Decides whether the pair is in contact for some t in [0,1]. Where it is and `times` is not null,
// the first contact lies in *times, at most `tolerance` wide. The coordinates must be
// finite. SV_ERROR_MEMORY only where coordinates of one axis differ so widely that the stack does
// not suffice; `allocator` serves those.
svStatus svCcdExact(const svMovingPair* pair, svPairKind kind, const svAllocator* allocator,
                    double tolerance, bool* hit, svInterval* times);

#endif
