// Checks that several tests of the elementary room share. They stop the cmocka test that calls.
#ifndef SELVAGE_TESTS_CHECK_H
#define SELVAGE_TESTS_CHECK_H

#include "support/oracle.h"

// A pair whose answer is known by hand: no contact, or a first contact in [lo, hi].
typedef struct MovingCase {
    const char* name;
    svMovingPair pair;
    bool hit;
    double lo, hi;
} MovingCase;

// The oracle, the single test, brackets of several widths and every batch must know the answers.
void checkMovingCases(oracleKind kind, const MovingCase* cases, size_t count);

// `count` random pairs of every family (fewer of the families that the oracle is slow at).
void checkMovingFamilies(oracleKind kind, int count);

// NaN and infinity in every coordinate, null pointers, defs out of range: refused with the right
// status and without touching the outputs.
void checkMovingRefusals(oracleKind kind);

#endif
