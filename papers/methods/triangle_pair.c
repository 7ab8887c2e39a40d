// Corners of two moving triangles in, a TrianglePair out: axis-major, without pairs that share a
// vertex.

#include "triangle_pair.h"

#include <math.h>
#include <stddef.h>

const uint8_t pairFeatures[PAIR_FEATURES][4] = {
    {0, 3, 4, 5}, {1, 3, 4, 5}, {2, 3, 4, 5}, {3, 0, 1, 2}, {4, 0, 1, 2},
    {5, 0, 1, 2}, {0, 1, 3, 4}, {0, 1, 4, 5}, {0, 1, 5, 3}, {1, 2, 3, 4},
    {1, 2, 4, 5}, {1, 2, 5, 3}, {2, 0, 3, 4}, {2, 0, 4, 5}, {2, 0, 5, 3},
};

static bool Shares(int feature, const uint32_t* ids) {
    const uint8_t* points = pairFeatures[feature];
    const int split = feature < PAIR_VF ? 1 : 2;
    for (int i = 0; i < split; ++i) {
        for (int j = split; j < 4; ++j) {
            if (ids[points[i]] == ids[points[j]]) {
                return true;
            }
        }
    }
    return false;
}

TrianglePair TrianglePair_Make(const PairCorners* corners, const uint32_t* ids) {
    TrianglePair pair = {.largest = 0};
    for (int t = 0; t < 2; ++t) {
        for (int c = 0; c < 6; ++c) {
            for (int axis = 0; axis < 3; ++axis) {
                const double x = corners->x[t][c][axis];
                pair.along[axis][6 * t + c] = x;
                pair.largest = Lab_Most(pair.largest, fabs(x));
            }
        }
    }
    pair.features = PAIR_ALL_FEATURES;
    for (int f = 0; ids != NULL && f < PAIR_FEATURES; ++f) {
        if (Shares(f, ids)) {
            pair.features &= ~(1u << f);
        }
    }
    return pair;
}
