// Bounds of features in cells: coordinates of the scene times a power of two, rounded to the
// nearest integer, of which the lowest 16 bits are kept. So a register of AVX2 holds all sixteen
// lanes, and tables are small. Differences wrap around: they are right as long as any two vertices
// of the two leaves, and what counts as near, are within SV_CELL_WINDOW < 2^14 cells along every
// axis, and so within 2^15 along a diagonal. Leaves that are too large or too far from each other
// for that in the cells of the scene are unpacked for their pair alone, in larger cells.
//
// Rounding. A vertex is less than 2^14 cells from the centre of its leaf along an axis, and the
// leaf at most 2^36 from that of the scene. Its coordinate is computed from a local one (off by
// 2^-24 2^14) and the fraction of the leaf's place (off by 2^-53 2^36 and 2^-25), rounded (2^-25
// 2^14): off by less than 2^-8, and by 1/2 more when it becomes a cell. Between two bounds with a
// difference of n cells there are more than n - 1 - 2^-7 cells: n > 1 separates, and n > 2 along a
// diagonal, the sum of two coordinates.
#ifndef SELVAGE_FILTER_CELLS_H
#define SELVAGE_FILTER_CELLS_H

#include "input/leaf_motion.h"

#define SV_CELL_WINDOW 0x1.fp13

// One value of each of sixteen lanes: x y z at t0, x y z at t1, then the six diagonals x+y x+z y+z
// x-y x-z y-z at t0 and at t1.
typedef struct svCells {
    _Alignas(64) int16_t of[18][SV_WIDTH];
} svCells;

// The same at t0 alone.
typedef struct svInstantCells {
    _Alignas(64) int16_t of[9][SV_WIDTH];
} svInstantCells;

// Cells per unit of scaled coordinates, powers of two: for leaves of the usual size, with one to
// two thousand cells from the centre of a leaf to its end; and so many that a length is not longer
// than SV_CELL_WINDOW.
float svCellsOfLeaves(const svLeafMotion* motions, uint32_t leafCount);
float svCellsOfWindow(double length);

#endif
