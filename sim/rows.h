// The off-diagonal part of a matrix, in the order of a Gauss-Seidel sweep.
//
// A matrix of the form of matrix.h is half its edges: the block B_ij stands once, in the row of the
// end that a forward sweep visits later, and serves both rows, as it is and transposed. So a sweep
// together with its residual, or a product, reads every block once: memory is what limits them.
#ifndef SELVAGE_SIM_ROWS_H
#define SELVAGE_SIM_ROWS_H

#include "matrix.h"

// Rows that a sweep visits one after the other. Between two ranges it is a Jacobi iteration: long
// ranges smooth better, short ones use more workers.
enum { SWEEP_RANGE = 1024 };

// A range is swept as two interleaved halves: 0, stride, 1, stride + 1 and so on. Neighbours in
// this order are far apart in the graph, so that a processor need not wait for one row before it
// begins the next.
enum { SWEEP_CHAINS = 2 };
static inline uint32_t SweepStride(uint32_t count) {
    return ((count < SWEEP_RANGE ? count : SWEEP_RANGE) + SWEEP_CHAINS - 1) / SWEEP_CHAINS;
}

// When a forward sweep of its range visits a row.
static inline uint32_t SweepPlace(uint32_t stride, uint32_t i) {
    const uint32_t at = i % SWEEP_RANGE;
    return at % stride * SWEEP_CHAINS + at / stride;
}

// Two vertices and where their coupling stands: at one entry of the row of the later one, or, if
// they are in different ranges, at two entries outside.
typedef struct svSlots {
    uint32_t entry;      // SV_NONE: outside
    uint32_t outside[2]; // of the first vertex, of the second
} svSlots;

// Couplings of vertices: blocks, or weights that stand for multiples of the identity.
typedef struct svRows {
    uint32_t count, stride;
    bool weighted;
    // Of each row: the vertices of its range that are visited before it.
    uint32_t* start; // count + 2
    uint32_t* neighbours;
    svBlock* blocks;
    float* weights;
    size_t capacity;
    // Of each row: the vertices of other ranges, both ends of each coupling.
    uint32_t* outerStart; // count + 2
    uint32_t* outerNeighbours;
    svBlock* outerBlocks;
    float* outerWeights;
    size_t outerCapacity;
} svRows;

// Pairs of vertices, `stride` bytes from one to the next.
typedef struct svPairs {
    const void* first;
    size_t stride, count;
} svPairs;

static inline const uint32_t* Pairs_At(const svPairs* pairs, size_t i) {
    return (const uint32_t*)((const char*)pairs->first + i * pairs->stride);
}

// Makes rows, empty at first or made before, for these couplings; `slots` has room for each.
svStatus svRows_Make(svContext* context, svRows* rows, uint32_t count, const svPairs* pairs,
                     svSlots* slots);
void svRows_Destroy(svContext* context, svRows* rows);

// Sets the coupling of a pair: B_ij for its first vertex i and second vertex j.
static inline void Rows_SetBlock(const svRows* rows, const uint32_t pair[2], const svSlots* slots,
                                 const svBlock* block) {
    if (slots->entry != SV_NONE) {
        const bool first = rows->neighbours[slots->entry] == pair[1];
        rows->blocks[slots->entry] = first ? *block : Block_Transpose(block);
        return;
    }
    rows->outerBlocks[slots->outside[0]] = *block;
    rows->outerBlocks[slots->outside[1]] = Block_Transpose(block);
}

// The same of weighted rows.
void svRows_SetWeight(const svRows* rows, const svSlots* slots, float weight);

#endif
