// A multigrid V-cycle as a preconditioner for the matrix of a step.
#ifndef SELVAGE_SIM_MULTIGRID_H
#define SELVAGE_SIM_MULTIGRID_H

#include "membrane.h"
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

// A diagonal while it is added up: xx yy zz and what is added to all three, then xy xz yz and what
// the l1 rule adds.
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

// Couplings that are multiples of the identity.
typedef struct svWeights {
    svShares shares; // of each vertex
    uint32_t* edges; // that they are of, numbered from the first one
} svWeights;

typedef struct svLevel {
    uint32_t count; // vertices
    // Edges between vertices, the lower first. Of the finest level only those that have a membrane
    // reach coarser ones, the first `edgeCount`.
    size_t edgeCount, graphCount;
    uint32_t (*edges)[2];    // the whole graph
    uint32_t* rangeEdges;    // the first edge with its first end in each range; of the finest level
    svEdgeBlock* edgeBlocks; // as coarser levels see them
    svEdgeBlock* rowBlocks;  // as the rows have them, and a zero after the last; often the same
    svRows rows;
    // Of the finest level. They are part of the matrix, but not of the cycle: with them it took as
    // many iterations, from silk to leather on the finest of grids.
    svWeights weak;
    svRows contacts;  // between cloths: found anew for each matrix
    svSymmetric* own; // E
    svDiagonal* sums; // scratch of svAssembly
    // By group: the inverse of the diagonal with what the l1 rule adds to it; that; and E.
    svLaneSymmetric* inverses;
    svLaneNumbers* extra;
    svLaneSymmetric* owns;
    // To the next level.
    svShares parents;        // of each vertex: what it takes from coarse ones
    svShares children;       // of each coarse vertex: the transpose
    svEdgeShares edgeShares; // of each coarse edge: the fine edges it sums up
    svShares heldShares;     // of each coarse vertex: edges to what is held; null where nothing is
    // The iteration.
    svFloat4 *x, *b, *r;
} svLevel;

// A coupling of two vertices of the finest level.
typedef struct svCoupling {
    uint32_t a, b;
    svSymmetric block;
} svCoupling;

// The blocks of the finest edges: of each the sum of its shares, and its weight of bending.
typedef struct svMembraneSums {
    const uint32_t* start; // by edge
    const svMembraneShare* shares;
    const svMembraneState* states;
    const float* bends;
    svEdgeBlock* blocks;
} svMembraneSums;

typedef struct svMultigrid {
    svContext* context;
    const struct svSweeps* sweeps; // of the best instruction set
    const struct svAssembly* assembly;
    svLevel levels[LEVEL_MAX];
    uint32_t levelCount;
    double* factor;     // Cholesky factor of the coarsest level, row by row; null where it is large
    double* unknowns;   // of the coarsest level
    svCoupling* sorted; // scratch of svMultigrid_Update
    size_t sortedCapacity;
    svEdgeBlock* contactBlocks;
    size_t contactCapacity;
    uint32_t* sortStart;
} svMultigrid;

// Edges of the finest graph, the lower vertex first; the first `membraneCount` carry a membrane,
// the last `weakCount` a multiple of the identity alone. Where the others have `more` than
// membranes and such multiples, rowBlocks are another array than edgeBlocks. `positions` are those
// at rest, three per vertex; vertices with held[i] are not unknown.
typedef struct svMultigridDef {
    uint32_t count;
    const uint32_t (*edges)[2];
    size_t edgeCount, membraneCount, weakCount;
    bool more;
    const double* positions;
    const bool* held;
} svMultigridDef;

svStatus svMultigrid_Create(svMultigrid* multigrid, const svMultigridDef* def);
void svMultigrid_Destroy(svMultigrid* multigrid);

// Makes rows and diagonals of all levels, when own and the weights of the finest one are set, and
// edgeBlocks and rowBlocks unless `membranes` tell how to make them. The couplings come on top of
// it; they are overwritten.
svStatus svMultigrid_Update(svMultigrid* multigrid, svMembraneSums* membranes, const bool* held,
                            svCoupling* couplings, size_t couplingCount);
// Sets the weights of the last `weakCount` edges of the finest graph.
void svMultigrid_SetWeights(svMultigrid* multigrid, const float* weights);
// q = -sum B_ij (p_i - p_j) at every vertex i of the finest level, contacts left out.
void svMultigrid_Multiply(svMultigrid* multigrid, const svFloat4* p, svFloat4* q);
// Groups the vertices of the finest level into patches of some 64: those with the same ancestor on
// a coarser level, by their heaviest parents; SV_NONE for what is held. Returns how many there are.
uint32_t svMultigrid_GetPatches(const svMultigrid* multigrid, uint32_t* patches);
// levels[0].x = about the inverse of the matrix times levels[0].b: one V(1,1) cycle, symmetric and
// positive definite. b is kept.
void svMultigrid_Cycle(svMultigrid* multigrid);

#endif
