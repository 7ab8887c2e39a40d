// The library against the oracles, on pairs of the generators' families.
#ifndef SELVAGE_TESTS_COMPARE_H
#define SELVAGE_TESTS_COMPARE_H

#include "support/generate.h"

typedef struct Comparison {
    uint64_t queries;
    uint64_t contacts;
    uint64_t exact;    // decided by the library's exact path
    uint64_t brackets; // first contacts and segments that were checked
    uint64_t mismatches;
} Comparison;

// Makes `count` pairs and compares everything that the library says about them: the single tests,
// the batches with each instruction set, and for every `every`-th contact the bracket of its time,
// its weights and its normal. Adds to the comparison; prints its first mismatch with the pair.
void compareMoving(const MovingFamily* family, oracleKind kind, Random* random, int count,
                   int every, Comparison* comparison);

// The same for triangle pairs: the meeting, and for every `every`-th one that meets its segment
// (0: for none).
void compareTriangles(const TriangleFamily* family, Random* random, int count, int every,
                      Comparison* comparison);

#endif
