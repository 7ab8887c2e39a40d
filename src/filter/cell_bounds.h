// Bounds of features in cells (see cells.h): how leaves are unpacked into them, and which lanes lie
// near a bound. The includer has chosen a floats and a shorts header, and defines what leaf_pair.h
// asks for and
//   Cells: svCells or svInstantCells, by the number of TIMES
// Its Filter has `motions`, `center` and `cells`, and tables `loose` for a pair of leaves that does
// not fit; its Tables have `lower` and `upper`, how far all of a leaf reaches.
#ifndef SELVAGE_FILTER_CELL_BOUNDS_H
#define SELVAGE_FILTER_CELL_BOUNDS_H

#include "filter/cells.h"
#include "filter/leaf_pair.h"

#include <math.h>

enum { CELL_AXES = 3 * TIMES, CELL_ROWS = 9 * TIMES };

// ---- unpacking -------------------------------------------------------------------------------

// What brings local coordinates along one axis into cells: a fraction and, modulo 2^16, a whole
// number of cells.
typedef struct Place {
    float fraction;
    int16_t whole;
} Place;

static inline double CenterOf(const svLeafMotion* motion, int time, int axis) {
    return motion->center[4 * time + axis];
}

static inline Place PlaceOf(const Filter* filter, const svLeafMotion* motion, int k, float cells) {
    const int time = k / 3, axis = k % 3;
    const double place = (CenterOf(motion, time, axis) - filter->center[axis]) * (double)cells;
    const int64_t whole = (int64_t)place; // towards zero: fractions may be negative
    return (Place){(float)(place - (double)whole), (int16_t)(uint16_t)(uint64_t)whole};
}

static inline int16_t AddWhole(int32_t cell, Place place) {
    return (int16_t)(uint16_t)((uint32_t)cell + (uint32_t)place.whole);
}

// The vertices of a leaf, and how far they reach, with up to two cells to spare.
static inline void UnpackVertices(const Filter* filter, uint32_t leaf, float cells, Cells* vertices,
                                  Tables* t) {
    const svLeafMotion* motion = &filter->motions[leaf];
    for (int k = 0; k < CELL_AXES; ++k) {
        const Place place = PlaceOf(filter, motion, k, cells);
        const svShorts local = svShorts_Round(motion->x[k], cells, place.fraction);
        svShorts_Store(vertices->of[k], svShorts_Add(local, svShorts_Set(place.whole)));
        t->lower[k] = AddWhole((int32_t)(cells * motion->lower[k] + place.fraction) - 1, place);
        t->upper[k] = AddWhole((int32_t)(cells * motion->upper[k] + place.fraction) + 1, place);
    }
    for (int time = 0; time < TIMES; ++time) {
        int16_t(*axes)[SV_WIDTH] = vertices->of + 3 * time;
        int16_t(*diagonals)[SV_WIDTH] = vertices->of + CELL_AXES + 6 * time;
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

// Places on a circle have no order, but their ways from a first one have: a leaf is short enough.
static inline void BoundFaces(const svLeaf* leaf, const Cells* vertices, Cells* lower,
                              Cells* upper) {
    const svShortLanes corner0 = svShortLanes_Load(leaf->faceVertices[0]);
    const svShortLanes corner1 = svShortLanes_Load(leaf->faceVertices[1]);
    const svShortLanes corner2 = svShortLanes_Load(leaf->faceVertices[2]);
    for (int r = 0; r < CELL_ROWS; ++r) {
        const svShorts x0 = svShorts_Lookup(vertices->of[r], corner0);
        const svShorts way1 = svShorts_Sub(svShorts_Lookup(vertices->of[r], corner1), x0);
        const svShorts way2 = svShorts_Sub(svShorts_Lookup(vertices->of[r], corner2), x0);
        const svShorts none = svShorts_Set(0);
        const svShorts least = svShorts_Min(svShorts_Min(way1, way2), none);
        const svShorts most = svShorts_Max(svShorts_Max(way1, way2), none);
        svShorts_Store(lower->of[r], svShorts_Add(x0, least));
        svShorts_Store(upper->of[r], svShorts_Add(x0, most));
    }
}

// Fills the tables of a leaf in cells of this size: defined by the includer.
static inline void UnpackInCells(const Filter* filter, uint32_t leaf, float cells, Tables* tables);

static inline void Unpack(const Filter* filter, uint32_t leaf, Tables* tables) {
    UnpackInCells(filter, leaf, filter->cells, tables);
}

// ---- a pair of leaves ------------------------------------------------------------------------

// More cells than that between two bounds separate them.
typedef struct Limits {
    int16_t axis, diagonal;
} Limits;

// Chooses the cells of a pair in which features nearer than a distance count, sets its tables and
// returns the limits. A leaf is up to twice its size long. A diagonal is longer than an axis by
// sqrt(2) < 1.4143.
static inline Limits SetCells(Filter* filter, Side* a, Side* b, float reach, double distance) {
    const float larger = a->motion->size > b->motion->size ? a->motion->size : b->motion->size;
    const double window = (double)(reach > 2 * larger ? reach : 2 * larger) + distance;
    float cells = filter->cells;
    if (window * (double)cells <= SV_CELL_WINDOW) {
        SetTables(filter, a, b);
    } else {
        cells = svCellsOfWindow(window);
        UnpackInCells(filter, a->index, cells, &filter->loose[0]);
        UnpackInCells(filter, b->index, cells, &filter->loose[1]);
        a->tables = &filter->loose[0];
        b->tables = &filter->loose[1];
    }
    return (Limits){(int16_t)(1 + ceil(distance * (double)cells)),
                    (int16_t)(2 + ceil(1.4143 * distance * (double)cells))};
}

// ---- bounds ----------------------------------------------------------------------------------

// Bounds of one feature, a row after the other, `stride` apart.
typedef struct Bound {
    const int16_t *lower, *upper;
    int stride;
} Bound;

// Bounds of the features of a leaf.
typedef struct LaneBounds {
    const Cells *lower, *upper;
} LaneBounds;

static inline Bound BoundOf(LaneBounds bounds, uint32_t lane) {
    return (Bound){&bounds.lower->of[0][lane], &bounds.upper->of[0][lane], SV_WIDTH};
}

static inline Bound BoundOfAll(const Tables* tables) {
    return (Bound){tables->lower, tables->upper, 1};
}

// How many cells are between the bound and each lane, along row r at t0 and row r + later at t1, on
// the same side: the fewer of the two, on the better side. Not positive where they overlap.
static inline svShorts CellsBetween(Bound bound, LaneBounds lanes, int r, int later) {
    svShorts below = svShorts_Sub(svShorts_Load(lanes.lower->of[r]),
                                  svShorts_Set(bound.upper[r * bound.stride]));
    svShorts above = svShorts_Sub(svShorts_Set(bound.lower[r * bound.stride]),
                                  svShorts_Load(lanes.upper->of[r]));
    if (TIMES == 2) {
        const int r1 = r + later;
        below = svShorts_Min(below, svShorts_Sub(svShorts_Load(lanes.lower->of[r1]),
                                                 svShorts_Set(bound.upper[r1 * bound.stride])));
        above = svShorts_Min(above, svShorts_Sub(svShorts_Set(bound.lower[r1 * bound.stride]),
                                                 svShorts_Load(lanes.upper->of[r1])));
    }
    return svShorts_Max(below, above);
}

// The lanes that no axis separates from the bound.
static inline uint32_t NearLanes(Limits limits, Bound bound, LaneBounds lanes) {
    const svShorts xy = svShorts_Max(CellsBetween(bound, lanes, 0, 3), //
                                     CellsBetween(bound, lanes, 1, 3));
    const svShorts most = svShorts_Max(xy, CellsBetween(bound, lanes, 2, 3));
    return ALL_LANES & ~svShorts_Above(most, limits.axis);
}

// The lanes that no diagonal separates from the bound.
static inline uint32_t NearDiagonally(Limits limits, Bound bound, LaneBounds lanes) {
    svShorts most = CellsBetween(bound, lanes, CELL_AXES, 6);
    for (int r = CELL_AXES + 1; r < CELL_AXES + 6; ++r) {
        most = svShorts_Max(most, CellsBetween(bound, lanes, r, 6));
    }
    return ALL_LANES & ~svShorts_Above(most, limits.diagonal);
}

// ---- rows against lanes ----------------------------------------------------------------------

// Rows that are near some lanes. They are all found before any is looked at more closely: no branch
// between one row and the next could be predicted.
typedef struct NearRows {
    uint32_t count;
    uint8_t row[SV_WIDTH];
    uint32_t lanes[SV_WIDTH];
} NearRows;

// Adds a row with its lanes, if there are any.
static inline void AddRow(NearRows* near, uint32_t row, uint32_t lanes) {
    near->row[near->count] = (uint8_t)row;
    near->lanes[near->count] = lanes;
    near->count += lanes != 0;
}

// Lists the rows with their lanes; with `diagonals` only those that none of them separates.
static inline void ListPairs(Limits limits, bool diagonals, LaneBounds rows, LaneBounds lanes,
                             const NearRows* near, Candidates* list) {
    for (uint32_t k = 0; k < near->count; ++k) {
        const uint32_t row = near->row[k];
        uint32_t left = near->lanes[k];
        if (diagonals) {
            left &= NearDiagonally(limits, BoundOf(rows, row), lanes);
        }
        Append(list, row, left);
    }
}

#endif
