// AABBs and diagonals of features in cells: scene coordinates times a power of two, rounded to the
// nearest integer, of which the lowest 16 bits are kept. So one AVX2 register holds all sixteen
// lanes, and tables are small. Differences wrap around: they are correct as long as any two
// vertices of the two leaves, and the distance that counts as near, are within SV_CELL_WINDOW <
// 2^14 cells along every axis, and so within 2^15 along a diagonal. Leaves too large or too far
// from each other for the cells of the scene are unpacked for their pair alone, in larger cells.
//
// Rounding. A vertex is less than 2^14 cells from the centre of its leaf along an axis, and the
// leaf at most 2^36 from that of the scene. Its coordinate is computed from a local one (off by
// 2^-24 2^14) and the fraction of the leaf's position (off by 2^-53 2^36 and 2^-25), rounded (2^-25
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

// Cells per unit of scaled coordinates, a power of two. OfLeaves: one to two thousand cells from
// the centre of a leaf of the usual size to its end. OfWindow: a length is at most SV_CELL_WINDOW
// cells.
float svCellsOfLeaves(const svLeafMotion* motions, uint32_t leafCount);
float svCellsOfWindow(double length);

#endif
