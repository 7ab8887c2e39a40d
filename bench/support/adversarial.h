// Queries that are hard for a collision test, made in quantity.
//
// Every set is deterministic. What makes a query hard is exact: the coordinates are chosen so that
// the points that ought to coincide, to be coplanar or to touch do so without rounding.
#ifndef SELVAGE_BENCH_ADVERSARIAL_H
#define SELVAGE_BENCH_ADVERSARIAL_H

#include "selvage/elementary.h"

typedef enum AdversarialKind { ADVERSARIAL_VF, ADVERSARIAL_EE } AdversarialKind;

// The sets, by index; null past the last.
const char* Adversarial_Name(int set);

// Fills `pairs` with `count` queries of the set.
void Adversarial_Fill(int set, AdversarialKind kind, svMovingPair* pairs, size_t count);

#endif
