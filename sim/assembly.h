// How the numbers of a matrix get to where the sweeps read them: the loops of svSolver_Assemble and
// svMultigrid_Update that take most of their time. They are compiled once per instruction set, with
// the same bytes from each.
#ifndef SELVAGE_SIM_ASSEMBLY_H
#define SELVAGE_SIM_ASSEMBLY_H

#include "multigrid.h"

// The rows of a level, when its edgeBlocks, rowBlocks and own are set; the former two may be left
// to it for the finest level, whose blocks of a range are then still in the cache when slots take
// them.
typedef struct svRowWork {
    const svLevel* level;
    svMembraneSums* membranes;   // null: edgeBlocks are set
    const svEdgeBlock* contacts; // by coupling, and a zero after the last
    const bool* held;            // null: nothing is
} svRowWork;

// For svContext_For. The last two in ranges of SWEEP_RANGE, one after the other: outer rows of a
// range take the blocks of other ones.
typedef struct svAssembly {
    svRangeFn membranes; // svMembraneSums, in ranges of edges
    svRangeFn coarsen;   // svLevel: the edgeBlocks of the next level, in ranges of its edges
    svRangeFn slots;     // svRowWork
    svRangeFn diagonals; // svRowWork: outer rows, and the inverses of diagonals
} svAssembly;

#endif
