// Random moving volumes for the tests of this room, and what overlap means for them.
//
// Numbers are multiples of 2^-12 below 2^3 and times multiples of 2^-3, so that doubles judge
// without an error.
#ifndef SELVAGE_TESTS_TRAVERSE_VOLUMES_H
#define SELVAGE_TESTS_TRAVERSE_VOLUMES_H

#include "traverse/traverse.h"

#include "support/random.h"

#include <string.h>

#define GRID 0x1p-12
enum { TIMES = 8 }; // samples of a step, both ends besides

// A column by itself.
typedef struct Volume {
    float rows[SV_VOLUME_MAX_ROWS];
} Volume;

static inline int RowsOf(svVolume volume) {
    return (int)svVolume_Rows(volume);
}

static inline int AxesOf(svVolume volume) {
    return RowsOf(volume) / 4; // lower and upper ends at t0 and at t1
}

static inline void Volume_Store(const Volume* v, svVolume volume, float* column) {
    for (int row = 0; row < RowsOf(volume); ++row) {
        column[row * SV_WIDTH] = v->rows[row];
    }
}

static inline Volume Volume_Load(svVolume volume, const float* column) {
    Volume v = {{0}};
    for (int row = 0; row < RowsOf(volume); ++row) {
        v.rows[row] = column[row * SV_WIDTH];
    }
    return v;
}

// The length of x along a direction of a slab (bound/volume.h).
static inline double Along(int axis, const double x[3]) {
    static const int k[9][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2},
                                {1, 2}, {0, 1}, {0, 2}, {1, 2}};
    const double first = x[k[axis][0]], second = x[k[axis][1]];
    return axis < 3 ? first : axis < 6 ? first + second : first - second;
}

static inline double GridNumber(Random* random, int size) {
    return GRID * Random_Between(random, -size, size);
}

// Four points around `centre`, or a ball there, of at most `size` grid steps at t0 and t1 each; the
// centre moves by at most `motion`.
static inline Volume Volume_Random(Random* random, svVolume volume, const double centre[3],
                                   int size, int motion) {
    Volume v;
    double c[3] = {centre[0], centre[1], centre[2]};
    for (int time = 0; time < 2; ++time) {
        float* const rows = v.rows + time * RowsOf(volume) / 2;
        const int axes = AxesOf(volume);
        for (int point = 0; point < 4; ++point) {
            double x[3];
            for (int k = 0; k < 3; ++k) {
                x[k] = c[k] + GridNumber(random, size);
            }
            for (int axis = 0; axis < axes && volume != SV_VOLUME_SPHERE; ++axis) {
                const float at = (float)Along(axis, x);
                rows[axis] = point == 0 || at < rows[axis] ? at : rows[axis];
                rows[axes + axis] = point == 0 || at > rows[axes + axis] ? at : rows[axes + axis];
            }
        }
        for (int k = 0; k < 3; ++k) {
            if (volume == SV_VOLUME_SPHERE) {
                rows[k] = (float)c[k];
                rows[3] = (float)(GRID * Random_Between(random, 0, size));
            }
            c[k] += GridNumber(random, motion);
        }
    }
    return v;
}

static inline double RowAt(const Volume* v, svVolume volume, int row, double t) {
    return (1 - t) * (double)v->rows[row] + t * (double)v->rows[RowsOf(volume) / 2 + row];
}

// All slabs meet, or the balls do, at one time.
static inline bool Volume_OverlapAt(const Volume* a, const Volume* b, svVolume volume, double t) {
    if (volume == SV_VOLUME_SPHERE) {
        double squared = 0;
        for (int k = 0; k < 3; ++k) {
            const double q = RowAt(b, volume, k, t) - RowAt(a, volume, k, t);
            squared += q * q;
        }
        const double radii = RowAt(a, volume, 3, t) + RowAt(b, volume, 3, t);
        return squared <= radii * radii;
    }
    const int axes = AxesOf(volume);
    for (int axis = 0; axis < axes; ++axis) {
        if (RowAt(a, volume, axes + axis, t) < RowAt(b, volume, axis, t) ||
            RowAt(b, volume, axes + axis, t) < RowAt(a, volume, axis, t)) {
            return false;
        }
    }
    return true;
}

static inline bool Volume_Overlap(const Volume* a, const Volume* b, svVolume volume, bool instant) {
    for (int i = 0; i <= (instant ? 0 : TIMES); ++i) {
        if (Volume_OverlapAt(a, b, volume, (double)i / TIMES)) {
            return true;
        }
    }
    return false;
}

// The definition for slabs: one of them is on the same side at both times.
static inline bool Volume_SlabsApart(const Volume* a, const Volume* b, svVolume volume,
                                     bool instant) {
    const int axes = AxesOf(volume), later = instant ? 0 : 2 * axes;
    for (int axis = 0; axis < axes; ++axis) {
        const int lower = axis, upper = axes + axis;
        const bool below =
            a->rows[upper] < b->rows[lower] && a->rows[later + upper] < b->rows[later + lower];
        const bool above =
            b->rows[upper] < a->rows[lower] && b->rows[later + upper] < a->rows[later + lower];
        if (below || above) {
            return true;
        }
    }
    return false;
}

#endif
