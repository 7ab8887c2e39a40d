// A seed in, random pairs of moving triangles out, the same on every machine.

#include "random_triangles.h"

#include <stdbool.h>

// Uniform in [-1,1): splitmix64 (Steele, Lea, Flood 2014).
static double Signed(uint64_t* state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

static void MakeTriangle(uint64_t* state, const double middle[3], double motion, double x0[3][3],
                         double x1[3][3]) {
    double whole[3];
    for (int axis = 0; axis < 3; ++axis) {
        whole[axis] = motion * Signed(state);
    }
    for (int c = 0; c < 3; ++c) {
        for (int axis = 0; axis < 3; ++axis) {
            x0[c][axis] = middle[axis] + 0.5 * Signed(state);
            x1[c][axis] = x0[c][axis] + whole[axis] + motion * Signed(state);
        }
    }
}

// Swept extent of three corners along an axis.
static void Range(const PairCorners* pair, int first, int axis, double* low, double* high) {
    *low = *high = pair->x[0][first][axis];
    for (int t = 0; t < 2; ++t) {
        for (int c = first; c < first + 3; ++c) {
            const double x = pair->x[t][c][axis];
            *low = x < *low ? x : *low;
            *high = x > *high ? x : *high;
        }
    }
}

static bool BoxesOverlap(const PairCorners* pair) {
    for (int axis = 0; axis < 3; ++axis) {
        double low[2], high[2];
        Range(pair, 0, axis, &low[0], &high[0]);
        Range(pair, 3, axis, &low[1], &high[1]);
        if (high[0] < low[1] || high[1] < low[0]) {
            return false;
        }
    }
    return true;
}

void RandomTriangles_Make(uint64_t* state, double motion, RandomPlace place, PairCorners* pair) {
    const double reach = place == RANDOM_ANYWHERE ? 3 : 1.5;
    do {
        const double origin[3] = {0, 0, 0};
        double middle[3];
        for (int axis = 0; axis < 3; ++axis) {
            middle[axis] = reach * Signed(state);
        }
        MakeTriangle(state, origin, motion, pair->x[0], pair->x[1]);
        MakeTriangle(state, middle, motion, pair->x[0] + 3, pair->x[1] + 3);
    } while (place == RANDOM_BOXES && !BoxesOverlap(pair));
}
