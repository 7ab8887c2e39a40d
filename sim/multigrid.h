// A multigrid V-cycle as a preconditioner for the matrix of a step.
#ifndef SELVAGE_SIM_MULTIGRID_H
#define SELVAGE_SIM_MULTIGRID_H

#include "matrix.h"

enum { LEVEL_MAX = 16 };
// Rows that a sweep visits one after the other. Between two ranges it is a Jacobi iteration: long
// ranges smooth better, short ones use more workers.
enum { SWEEP_RANGE = 2048 };

// What one coarse quantity takes from the finer level: a sum of share * source.
typedef struct svShare {
    uint32_t source;
    float share;
} svShare;

// CSR of shares.
typedef struct svShares {
    uint32_t* start;
    svShare* list;
} svShares;

// The same of edges, with another share for the part that is not symmetric.
typedef struct svEdgeShare {
    uint32_t source;
    float share, twist;
} svEdgeShare;

typedef struct svEdgeShares {
    uint32_t* start;
    svEdgeShare* list;
} svEdgeShares;

typedef struct svLevel {
    uint32_t count; // vertices
    // Edges between vertices, the lower first, and where their blocks stand in the rows. Of the
    // finest level only those that have a membrane reach coarser ones, the first `edgeCount`.
    size_t edgeCount;
    uint32_t (*edges)[2];
    uint32_t (*slots)[2]; // of rows: row edges[0], and row edges[1]
    svEdgeBlock* edgeBlocks;
    svRows rows;
    // Two per row, of its entries: those that a forward sweep visits before it end at the first,
    // those after it at the second; the rest lies outside its range.
    uint32_t* inside;
    uint32_t stride;      // of the sweep, see SweepOrder
    svSymmetric* own;     // E
    svSymmetric* carried; // E as coarser levels see it: with the edges to what is held
    svBlock* inverses;    // of the diagonal
    // Contacts between cloths: further edges, found anew for each matrix.
    svRows contacts;
    size_t contactCapacity; // entries
    // To the next level.
    svShares parents;        // of each vertex: what it takes from coarse ones
    svShares children;       // of each coarse vertex: the transpose
    svEdgeShares edgeShares; // of each coarse edge: the fine edges it sums up
    // The iteration.
    svFloat4 *x, *b, *r;
} svLevel;

// A coupling of two vertices of the finest level.
typedef struct svCoupling {
    uint32_t a, b;
    svSymmetric block;
} svCoupling;

// A range is swept as two interleaved halves: 0, stride, 1, stride + 1 and so on. Neighbours in
// this order are far apart in the graph, so that a processor need not wait for one row before it
// begins the next.
enum { SWEEP_CHAINS = 2 };
static inline uint32_t SweepStride(uint32_t count) {
    return ((count < SWEEP_RANGE ? count : SWEEP_RANGE) + SWEEP_CHAINS - 1) / SWEEP_CHAINS;
}

// When a forward sweep of its range visits a row.
static inline uint32_t SweepPlace(const svLevel* level, uint32_t i) {
    const uint32_t at = i % SWEEP_RANGE;
    return at % level->stride * SWEEP_CHAINS + at / level->stride;
}

typedef struct svMultigrid {
    svContext* context;
    svLevel levels[LEVEL_MAX];
    uint32_t levelCount;
    double* factor;     // Cholesky factor of the coarsest level, row by row; null where it is large
    double* unknowns;   // of the coarsest level
    svCoupling* sorted; // scratch of svMultigrid_Update
    size_t sortedCapacity;
    uint32_t* sortStart;
} svMultigrid;

// Edges of the finest graph, the lower vertex first, ascending; the first `membraneCount` carry a
// membrane. `positions` are those at rest, three per vertex; vertices with held[i] are not unknown.
typedef struct svMultigridDef {
    uint32_t count;
    const uint32_t (*edges)[2];
    size_t edgeCount, membraneCount;
    const double* positions;
    const bool* held;
} svMultigridDef;

svStatus svMultigrid_Create(svMultigrid* multigrid, const svMultigridDef* def);
void svMultigrid_Destroy(svMultigrid* multigrid);

// Makes the coarser levels, when rows, own and edgeBlocks of the finest one are set. The couplings
// come on top of it; they are overwritten.
svStatus svMultigrid_Update(svMultigrid* multigrid, const bool* held, svCoupling* couplings,
                            size_t couplingCount);
// levels[0].x = about the inverse of the matrix times levels[0].b: one V(1,1) cycle, symmetric and
// positive definite. b is kept.
void svMultigrid_Cycle(svMultigrid* multigrid);

#endif
