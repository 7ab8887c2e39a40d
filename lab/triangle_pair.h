// Two moving triangles and their fifteen pairs of features, as the elementary methods take them.
#ifndef SELVAGE_LAB_TRIANGLE_PAIR_H
#define SELVAGE_LAB_TRIANGLE_PAIR_H

#include "lab_vec.h"

#include <stdbool.h>
#include <stdint.h>

enum { LAB_VF = 6, LAB_FEATURES = 15, LAB_ALL_FEATURES = (1 << LAB_FEATURES) - 1 };

// The points of each pair of features: 0 1 2 are the corners of the first triangle, 3 4 5 those of
// the second. Six vertex-face pairs v f0 f1 f2, then nine edge-edge pairs a0 a1 b0 b1, of which
// pair 6 + 3i + j is edge i of the first triangle with edge j of the second; edge i runs from
// corner i to the next.
extern const uint8_t labFeatures[LAB_FEATURES][4];

typedef struct LabCorners {
    double x[2][6][3]; // at t=0 and t=1; of the first triangle, then of the second
} LabCorners;

typedef struct LabTriangles {
    // The corners axis by axis, six at t=0 and six at t=1: what compilers like to see.
    double along[3][12];
    // The largest of them in magnitude, or any bound on it: whoever made the boxes of a broad phase
    // knows one.
    double largest;
    uint32_t features; // bit f: the features of pair f have no common vertex
} LabTriangles;

static inline LabVec LabTriangles_At0(const LabTriangles* pair, int corner) {
    return (LabVec){pair->along[0][corner], pair->along[1][corner], pair->along[2][corner]};
}

// The velocity: where the corner is at t=1, seen from where it is at t=0.
static inline LabVec LabTriangles_Velocity(const LabTriangles* pair, int corner) {
    const int end = 6 + corner;
    return (LabVec){pair->along[0][end] - pair->along[0][corner],
                    pair->along[1][end] - pair->along[1][corner],
                    pair->along[2][end] - pair->along[2][corner]};
}

// From one corner to another at t=0.
static inline LabVec LabTriangles_Edge(const LabTriangles* pair, int from, int to) {
    return (LabVec){pair->along[0][to] - pair->along[0][from],
                    pair->along[1][to] - pair->along[1][from],
                    pair->along[2][to] - pair->along[2][from]};
}

// Equal ids are a common vertex; null: none is.
LabTriangles LabTriangles_Make(const LabCorners* corners, const uint32_t* ids);

// What a method says about a pair.
typedef struct LabContact {
    bool hit;
    double time;       // of the first contact
    uint32_t distance; // distances that were computed
    uint32_t tested;   // pairs of features that were tested, or pairs of triangles
} LabContact;

#endif
