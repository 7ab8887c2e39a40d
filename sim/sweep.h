// What is done row by row with the matrix of a level: the loops of multigrid.c that take most of
// its time. They are compiled once per instruction set, with the same bytes from each.
#ifndef SELVAGE_SIM_SWEEP_H
#define SELVAGE_SIM_SWEEP_H

#include "multigrid.h"

// q = sum B_ij (p_j - p_i), contacts left out.
typedef struct svProductWork {
    const svLevel* level;
    const svFloat4* p;
    svFloat4* q;
} svProductWork;

// For svContext_For: in ranges of SWEEP_RANGE, but for `outer` and `residual`, which take any.
typedef struct svSweeps {
    svRangeFn forward; // svLevel, like the next three: see sweep_kernel.c
    svRangeFn outer;
    svRangeFn residual;
    svRangeFn backward;
    svRangeFn multiply; // svProductWork
} svSweeps;

#endif
