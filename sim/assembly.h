// How the numbers of a matrix get to where the sweeps read them: the loops of svSolver_Assemble and
// svMultigrid_Update that take most of their time. They are compiled once per instruction set, with
// the same bytes from each.
#ifndef SELVAGE_SIM_ASSEMBLY_H
#define SELVAGE_SIM_ASSEMBLY_H

#include "membrane.h"
#include "multigrid.h"

// An element's part of the block of an edge: the factors of the matrices of its state.
typedef struct svMembraneShare {
    uint32_t membrane;
    float u, v, c, twist;
} svMembraneShare;

// The blocks of the finest edges: of each the sum of its shares, and its weight of bending.
typedef struct svMembraneSums {
    const uint32_t* start; // by edge
    const svMembraneShare* shares;
    const svMembraneState* states;
    const float* bends;
    svEdgeBlock* blocks;
} svMembraneSums;

// The rows of a level, when its edgeBlocks, rowBlocks and own are set.
typedef struct svRowWork {
    const svLevel* level;
    const svEdgeBlock* contacts; // by coupling, and a zero after the last
    const bool* held;            // null: nothing is
} svRowWork;

// For svContext_For: in any ranges, but for `rows`, which has those of SWEEP_RANGE.
typedef struct svAssembly {
    svRangeFn membranes; // svMembraneSums, in ranges of edges
    svRangeFn coarsen;   // svLevel: the edgeBlocks of the next level, in ranges of its edges
    svRangeFn rows;      // svRowWork
} svAssembly;

#endif
