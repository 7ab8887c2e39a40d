// Two moving triangles and their fifteen feature pairs, as the elementary methods take them.
#ifndef SELVAGE_PAPERS_METHODS_TRIANGLE_PAIR_H
#define SELVAGE_PAPERS_METHODS_TRIANGLE_PAIR_H

#include "vectors.h"

#include <stdbool.h>
#include <stdint.h>

enum { PAIR_VF = 6, PAIR_FEATURES = 15, PAIR_ALL_FEATURES = (1 << PAIR_FEATURES) - 1 };

// The points of each pair of features: 0 1 2 are the corners of the first triangle, 3 4 5 those of
// the second. Six vertex-face pairs v f0 f1 f2, then nine edge-edge pairs a0 a1 b0 b1, of which
// pair 6 + 3i + j is edge i of the first triangle with edge j of the second; edge i runs from
// corner i to the next.
extern const uint8_t pairFeatures[PAIR_FEATURES][4];

typedef struct PairCorners {
    double x[2][6][3]; // at t=0 and t=1; of the first triangle, then of the second
} PairCorners;

typedef struct TrianglePair {
    // The corners by axis, six at t=0 and six at t=1: vectorises well.
    double along[3][12];
    // The largest magnitude, or any bound on it, which a broad phase has.
    double largest;
    uint32_t features; // bit f: the features of pair f have no common vertex
} TrianglePair;

static inline svVec3 TrianglePair_At0(const TrianglePair* pair, int corner) {
    return (svVec3){pair->along[0][corner], pair->along[1][corner], pair->along[2][corner]};
}

// Displacement of a corner from t=0 to t=1.
static inline svVec3 TrianglePair_Velocity(const TrianglePair* pair, int corner) {
    const int end = 6 + corner;
    return (svVec3){pair->along[0][end] - pair->along[0][corner],
                    pair->along[1][end] - pair->along[1][corner],
                    pair->along[2][end] - pair->along[2][corner]};
}

// From one corner to another at t=0.
static inline svVec3 TrianglePair_Edge(const TrianglePair* pair, int from, int to) {
    return (svVec3){pair->along[0][to] - pair->along[0][from],
                    pair->along[1][to] - pair->along[1][from],
                    pair->along[2][to] - pair->along[2][from]};
}

// Equal ids: a common vertex; null: none.
TrianglePair TrianglePair_Make(const PairCorners* corners, const uint32_t* ids);

// Answer of a method for a pair.
typedef struct PairContact {
    bool hit;
    double time;       // of the first contact
    uint32_t distance; // distances computed
    uint32_t tested;   // feature pairs tested, or triangle pairs
} PairContact;

#endif
