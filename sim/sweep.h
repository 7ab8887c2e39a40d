// What is done row by row with the matrix of a level: the loops of multigrid.c that take most of
// its time. They are compiled once per instruction set, with the same bytes from each.
#ifndef SELVAGE_SIM_SWEEP_H
#define SELVAGE_SIM_SWEEP_H

#include "multigrid.h"

// q = sum B_ij (p_j - p_i) within ranges.
typedef struct svProductWork {
    const svRows* rows;
    const svFloat4* p;
    svFloat4* q;
} svProductWork;

// What is outside of ranges, for some of the rows that have any: to += B from, or B times the
// difference to the row's own.
typedef struct svOuterWork {
    const svRows* rows;
    const svFloat4* from;
    svFloat4* to;
} svOuterWork;

// For svContext_For.
typedef struct svSweeps {
    svRangeFn forward;          // svLevel, in ranges of SWEEP_RANGE: see sweep_kernel.c
    svRangeFn backward;         // the same
    svRangeFn multiply;         // svProductWork, the same
    svRangeFn outer;            // svOuterWork, of rows->outerRows
    svRangeFn outerDifferences; // the same
} svSweeps;

// The kinds of rows that the cycle has on a level; those with entries, at most ROW_KINDS.
enum { ROW_KINDS = 2 };
typedef struct svRowList {
    const svRows* rows[ROW_KINDS];
    int count;
} svRowList;

static inline svRowList Level_ListRows(const svLevel* level) {
    const svRows* const kinds[ROW_KINDS] = {&level->rows, &level->contacts};
    svRowList list = {{NULL}, 0};
    for (int k = 0; k < ROW_KINDS; ++k) {
        // Contacts between cloths are often all outside of ranges, and mostly there are none.
        if (kinds[k]->start != NULL && (kinds[k]->start[GroupCount(level->count)] > 0 ||
                                        kinds[k]->outerStart[level->count] > 0)) {
            list.rows[list.count++] = kinds[k];
        }
    }
    return list;
}

#endif
