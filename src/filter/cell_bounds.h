// Kinetic AABBs and diagonals of features in cells (cells.h): unpacks leaves into them, and tests
// one bound against sixteen lanes. `times` is a constant, as in leaf_pair.h; rows of cells are x y
// z of each time, then the six diagonals of each time.
#ifndef SELVAGE_FILTER_CELL_BOUNDS_H
#define SELVAGE_FILTER_CELL_BOUNDS_H

#include "filter/cells.h"
#include "filter/leaf_pair.h"
#include "math/simd.h"

#include <math.h>

// Rows of sixteen lanes: of svCells or of svInstantCells.
typedef int16_t CellRow[SV_WIDTH];

// ---- unpacking -------------------------------------------------------------------------------

// Translation of local coordinates along one axis into cells: a fraction and, modulo 2^16, a whole
// number of cells.
typedef struct Place {
    float fraction;
    int16_t whole;
} Place;

static inline double LeafCenter(const svLeafMotion* motion, int time, int axis) {
    return motion->center[4 * time + axis];
}

static inline Place PlaceOf(const svFilterInput* input, const svLeafMotion* motion, int k,
                            float cells) {
    const int time = k / 3, axis = k % 3;
    const double place = (LeafCenter(motion, time, axis) - input->center[axis]) * (double)cells;
    const int64_t whole = (int64_t)place; // towards zero: fractions may be negative
    return (Place){(float)(place - (double)whole), (int16_t)(uint16_t)(uint64_t)whole};
}

static inline int16_t AddWhole(int32_t cell, Place place) {
    return (int16_t)(uint16_t)((uint32_t)cell + (uint32_t)place.whole);
}

// The vertices of a leaf, and its AABB, up to two cells larger than needed.
SV_INLINE void UnpackVertices(const svFilterInput* input, uint32_t leaf, float cells, int times,
                              CellRow* vertices, svLeafReach* all) {
    const svLeafMotion* motion = &input->motions[leaf];
    for (int k = 0; k < 3 * times; ++k) {
        const Place place = PlaceOf(input, motion, k, cells);
        const svShorts local = svShorts_Round(motion->x[k], cells, place.fraction);
        svShorts_Store(vertices[k], svShorts_Add(local, svShorts_Set(place.whole)));
        all->lower[k] = AddWhole((int32_t)(cells * motion->lower[k] + place.fraction) - 1, place);
        all->upper[k] = AddWhole((int32_t)(cells * motion->upper[k] + place.fraction) + 1, place);
    }
    for (int time = 0; time < times; ++time) {
        CellRow* axes = vertices + 3 * time;
        CellRow* diagonals = vertices + 3 * times + 6 * time;
        const svShorts x = svShorts_Load(axes[0]), y = svShorts_Load(axes[1]);
        const svShorts z = svShorts_Load(axes[2]);
        svShorts_Store(diagonals[0], svShorts_Add(x, y));
        svShorts_Store(diagonals[1], svShorts_Add(x, z));
        svShorts_Store(diagonals[2], svShorts_Add(y, z));
        svShorts_Store(diagonals[3], svShorts_Sub(x, y));
        svShorts_Store(diagonals[4], svShorts_Sub(x, z));
        svShorts_Store(diagonals[5], svShorts_Sub(y, z));
    }
}

// Cells modulo 2^16 have no order, but their differences to a first one do: a leaf is short enough.
SV_INLINE void BoundFaces(const svLeaf* leaf, int times, const CellRow* vertices, CellRow* lower,
                          CellRow* upper) {
    const svShortLanes corner0 = svShortLanes_Load(leaf->faceVertices[0]);
    const svShortLanes corner1 = svShortLanes_Load(leaf->faceVertices[1]);
    const svShortLanes corner2 = svShortLanes_Load(leaf->faceVertices[2]);
    for (int r = 0; r < 9 * times; ++r) {
        const svShorts x0 = svShorts_Lookup(vertices[r], corner0);
        const svShorts way1 = svShorts_Sub(svShorts_Lookup(vertices[r], corner1), x0);
        const svShorts way2 = svShorts_Sub(svShorts_Lookup(vertices[r], corner2), x0);
        const svShorts none = svShorts_Set(0);
        const svShorts least = svShorts_Min(svShorts_Min(way1, way2), none);
        const svShorts most = svShorts_Max(svShorts_Max(way1, way2), none);
        svShorts_Store(lower[r], svShorts_Add(x0, least));
        svShorts_Store(upper[r], svShorts_Add(x0, most));
    }
}

// ---- a pair of leaves ------------------------------------------------------------------------

// Bounds with more cells than this between them are separated.
typedef struct Limits {
    int16_t axis, diagonal;
} Limits;

// The cells for a pair of leaves in which features nearer than `distance` count: those of the
// scene, unless the leaves are too large or too far from each other. A leaf is up to twice its size
// long.
static inline float CellsOfPair(const svFilterInput* input, const LeafSide* a, const LeafSide* b,
                                float reach, double distance) {
    const float larger = a->motion->size > b->motion->size ? a->motion->size : b->motion->size;
    const double window = (double)(reach > 2 * larger ? reach : 2 * larger) + distance;
    return window * (double)input->cells <= SV_CELL_WINDOW ? input->cells : svCellsOfWindow(window);
}

// A diagonal is longer than an axis by sqrt(2) < 1.4143.
static inline Limits CellLimits(float cells, double distance) {
    return (Limits){(int16_t)(1 + ceil(distance * (double)cells)),
                    (int16_t)(2 + ceil(1.4143 * distance * (double)cells))};
}

// ---- bounds ----------------------------------------------------------------------------------

// Bounds of one feature, row after row, with a stride.
typedef struct Bound {
    const int16_t *lower, *upper;
    int stride;
} Bound;

// Bounds of the features of a leaf.
typedef struct LaneBounds {
    const CellRow *lower, *upper;
} LaneBounds;

static inline Bound BoundOf(LaneBounds bounds, uint32_t lane) {
    return (Bound){&bounds.lower[0][lane], &bounds.upper[0][lane], SV_WIDTH};
}

static inline Bound BoundOfAll(const svLeafReach* all) {
    return (Bound){all->lower, all->upper, 1};
}

// Gap in cells between the bound and each lane, along row r at t0 and row r + later at t1: the
// smaller of the two times, on the better of the two sides. Not positive where they overlap.
SV_INLINE svShorts CellsBetween(Bound bound, LaneBounds lanes, int r, int later, int times) {
    svShorts below =
        svShorts_Sub(svShorts_Load(lanes.lower[r]), svShorts_Set(bound.upper[r * bound.stride]));
    svShorts above =
        svShorts_Sub(svShorts_Set(bound.lower[r * bound.stride]), svShorts_Load(lanes.upper[r]));
    if (times == 2) {
        const int r1 = r + later;
        below = svShorts_Min(below, svShorts_Sub(svShorts_Load(lanes.lower[r1]),
                                                 svShorts_Set(bound.upper[r1 * bound.stride])));
        above = svShorts_Min(above, svShorts_Sub(svShorts_Set(bound.lower[r1 * bound.stride]),
                                                 svShorts_Load(lanes.upper[r1])));
    }
    return svShorts_Max(below, above);
}

// The lanes that no axis separates from the bound.
SV_INLINE uint32_t NearLanes(Limits limits, Bound bound, LaneBounds lanes, int times) {
    const svShorts xy = svShorts_Max(CellsBetween(bound, lanes, 0, 3, times), //
                                     CellsBetween(bound, lanes, 1, 3, times));
    const svShorts most = svShorts_Max(xy, CellsBetween(bound, lanes, 2, 3, times));
    return ALL_LANES & ~svShorts_Above(most, limits.axis);
}

// The lanes that no diagonal separates from the bound.
SV_INLINE uint32_t NearDiagonally(Limits limits, Bound bound, LaneBounds lanes, int times) {
    const int first = 3 * times;
    svShorts most = CellsBetween(bound, lanes, first, 6, times);
    for (int r = first + 1; r < first + 6; ++r) {
        most = svShorts_Max(most, CellsBetween(bound, lanes, r, 6, times));
    }
    return ALL_LANES & ~svShorts_Above(most, limits.diagonal);
}

// ---- rows against lanes ----------------------------------------------------------------------

// Rows that overlap some lanes. Collect first, test later: keeps this loop branch-free.
typedef struct NearRows {
    uint32_t count;
    uint8_t row[SV_WIDTH];
    uint32_t lanes[SV_WIDTH];
} NearRows;

// Adds a row with its lanes, if there are any.
static inline void AddNearRow(NearRows* near, uint32_t row, uint32_t lanes) {
    near->row[near->count] = (uint8_t)row;
    near->lanes[near->count] = lanes;
    near->count += lanes != 0;
}

// Bounds of one leaf as rows, of the other as lanes.
typedef struct Comparison {
    Limits limits;
    LaneBounds rows, lanes;
    bool diagonals; // whether they are tested as well
} Comparison;

// Lists the pairs that no diagonal separates.
SV_INLINE void ListPairs(const Comparison* compared, const NearRows* near, int times,
                         Candidates* list) {
    for (uint32_t k = 0; k < near->count; ++k) {
        const uint32_t row = near->row[k];
        uint32_t left = near->lanes[k];
        if (compared->diagonals) {
            left &= NearDiagonally(compared->limits, BoundOf(compared->rows, row), compared->lanes,
                                   times);
        }
        AppendLanes(list, row, left);
    }
}

#endif
