// Pairs at rest that are hard to find the closest points of.
#ifndef SELVAGE_TESTS_GENERATE_NEAR_H
#define SELVAGE_TESTS_GENERATE_NEAR_H

#include "support/oracle.h"
#include "support/random.h"

// A thin face of any shape with a vertex anywhere near it, or two edges that are nearly parallel,
// crossing, touching or a bit apart; of any size and anywhere.
void ThinPair_Make(Random* random, oracleKind kind, svMovingPair* pair);

#endif
