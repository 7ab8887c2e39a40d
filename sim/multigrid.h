// A multigrid V-cycle as a preconditioner for the matrix of a step.
#ifndef SELVAGE_SIM_MULTIGRID_H
#define SELVAGE_SIM_MULTIGRID_H

#include "rows.h"

enum { LEVEL_MAX = 16 };
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

// A symmetric block: xx yy zz, and xy xz yz.
typedef struct svDiagonal {
    svFloat4 diagonal, sides;
} svDiagonal;

// Symmetric blocks, one in each lane: xx xy xz yy yz zz.
typedef struct svLaneSymmetric {
    float at[6][SWEEP_LANES];
} svLaneSymmetric;

// Numbers, one in each lane.
typedef struct svLaneNumbers {
    float at[SWEEP_LANES];
} svLaneNumbers;

typedef struct svLevel {
    uint32_t count; // vertices
    // Edges between vertices, the lower first, and where their blocks stand in the rows, or their
    // weights in `weak`. Of the finest level only those that have a membrane reach coarser ones,
    // the first `edgeCount`.
    size_t edgeCount, graphCount;
    uint32_t (*edges)[2]; // the whole graph
    svSlots* slots;
    svEdgeBlock* edgeBlocks;
    svRows rows;
    // Of the finest level: couplings of each vertex that are multiples of the identity. They are
    // part of the matrix, but not of the cycle: with them it took as many iterations, from silk to
    // leather on the finest of grids.
    svShares weak;
    svRows contacts;      // between cloths: found anew for each matrix
    svSymmetric* own;     // E
    svSymmetric* carried; // E as coarser levels see it: with the edges to what is held
    svDiagonal* sums;     // the diagonal
    float* norms;         // of what is outside
    // By group: the inverse of the diagonal with what the l1 rule adds to it; that; and E.
    svLaneSymmetric* inverses;
    svLaneNumbers* extra;
    svLaneSymmetric* owns;
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

typedef struct svMultigrid {
    svContext* context;
    const struct svSweeps* sweeps; // of the best instruction set
    svLevel levels[LEVEL_MAX];
    uint32_t levelCount;
    double* factor;     // Cholesky factor of the coarsest level, row by row; null where it is large
    double* unknowns;   // of the coarsest level
    svCoupling* sorted; // scratch of svMultigrid_Update
    size_t sortedCapacity;
    svSlots* contactSlots;
    size_t contactSlotCapacity;
    uint32_t* sortStart;
} svMultigrid;

// Edges of the finest graph, the lower vertex first; the first `membraneCount` carry a membrane,
// the last `weakCount` a multiple of the identity alone. `positions` are those at rest, three per
// vertex; vertices with held[i] are not unknown.
typedef struct svMultigridDef {
    uint32_t count;
    const uint32_t (*edges)[2];
    size_t edgeCount, membraneCount, weakCount;
    const double* positions;
    const bool* held;
} svMultigridDef;

svStatus svMultigrid_Create(svMultigrid* multigrid, const svMultigridDef* def);
void svMultigrid_Destroy(svMultigrid* multigrid);

// Makes the coarser levels, when rows, own and edgeBlocks of the finest one are set. The couplings
// come on top of it; they are overwritten.
svStatus svMultigrid_Update(svMultigrid* multigrid, const bool* held, svCoupling* couplings,
                            size_t couplingCount);
// The edge of a level has the block B_ij: i is its first vertex.
static inline void Level_SetBlock(const svLevel* level, size_t edge, const svBlock* block) {
    Rows_SetBlock(&level->rows, level->edges[edge], &level->slots[edge], block);
}
// The same of an edge in `weak`.
static inline void Level_SetWeight(const svLevel* level, size_t edge, float weight) {
    for (int k = 0; k < 2; ++k) {
        level->weak.list[level->slots[edge].outside[k]].share = weight;
    }
}
// q = -sum B_ij (p_i - p_j) at every vertex i of the finest level, contacts left out.
void svMultigrid_Multiply(svMultigrid* multigrid, const svFloat4* p, svFloat4* q);
// Groups the vertices of the finest level into patches of some 64: those with the same ancestor on
// a coarser level, by their heaviest parents; SV_NONE for what is held. Returns how many there are.
uint32_t svMultigrid_GetPatches(const svMultigrid* multigrid, uint32_t* patches);
// levels[0].x = about the inverse of the matrix times levels[0].b: one V(1,1) cycle, symmetric and
// positive definite. b is kept.
void svMultigrid_Cycle(svMultigrid* multigrid);

#endif
