// Filter first, exact arithmetic where it is unsure: the decision that the single and the batch
// functions share.
#ifndef SELVAGE_ELEMENTARY_CCD_DECIDE_H
#define SELVAGE_ELEMENTARY_CCD_DECIDE_H

#include "elementary/ccd_exact.h"

typedef struct svCcdAnswer {
    bool hit;
    bool exact;       // the exact path was needed
    svInterval times; // of the first contact, if asked for
} svCcdAnswer;

// `tolerance` > 0 asks for the times with that width, 0 for the boolean alone. The coordinates must
// be finite.
svStatus svCcdDecide(const svMovingPair* pair, svPairKind kind, const svAllocator* allocator,
                     double tolerance, svCcdAnswer* answer);

// The range of tolerances.
#define SV_CCD_LEAST_TOLERANCE 0x1p-50
#define SV_CCD_DEFAULT_TOLERANCE 0x1p-30

#endif
