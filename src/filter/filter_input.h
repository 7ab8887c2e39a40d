// What the filters of leaf pairs read: the leaves of the scene as they move this step, and which
// tests are on. The same for feature pairs (ccd_filter.h) and triangle pairs (triangle_filter.h).
#ifndef SELVAGE_FILTER_FILTER_INPUT_H
#define SELVAGE_FILTER_FILTER_INPUT_H

#include "input/leaf_motion.h"

// The features of a leaf that a query tests, as lanes; of two minor edges, none is tested with the
// other.
typedef struct svLeafRoles {
    uint16_t vertices, edges, minorEdges;
} svLeafRoles;

typedef struct svFilterInput {
    const svLeaf* leaves;
    const svLeafMotion* motions;
    const svLeafDiagonals* leafDiagonals; // if `diagonals` is set
    const svLeafRoles* roles;             // of each leaf, at an instant; null: all are tested
    double center[3];                     // of the scene, scaled
    float cells;                          // per unit of scaled coordinates: svCellsOfLeaves
    bool slabs, diagonals;                // whether these tests are used
} svFilterInput;

// How far all of a leaf reaches, in cells: x y z at t0 and at t1.
typedef struct svLeafReach {
    int16_t lower[6], upper[6];
} svLeafReach;

// The features of leaves, unpacked for comparison: each filter has its own.
typedef struct svFeatureTables svFeatureTables;
typedef struct svTriangleTables svTriangleTables;

#endif
