// Hard inputs for the elementary tests: families of moving pairs and of triangle pairs, each made
// for one way in which an inexact test goes wrong. The same seed gives the same pairs everywhere.
#ifndef SELVAGE_TESTS_GENERATE_H
#define SELVAGE_TESTS_GENERATE_H

#include "support/oracle.h"
#include "support/random.h"

typedef struct MovingFamily {
    const char* name;
    void (*make)(Random* random, oracleKind kind, svMovingPair* pair);
    int share; // of a mixed run, in thousandths more or less: less for what the oracle is slow at
} MovingFamily;

extern const MovingFamily movingFamilies[];
extern const int movingFamilyCount;

typedef struct TriangleFamily {
    const char* name;
    void (*make)(Random* random, svTrianglePair* pair);
    int share;
} TriangleFamily;

extern const TriangleFamily triangleFamilies[];
extern const int triangleFamilyCount;

#endif
