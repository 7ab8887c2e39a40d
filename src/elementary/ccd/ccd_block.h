// The certified floating-point filter of CCD, a block of queries at a time: it decides nearly all,
// the rest goes to exact arithmetic.
#ifndef SELVAGE_ELEMENTARY_CCD_CCD_BLOCK_H
#define SELVAGE_ELEMENTARY_CCD_CCD_BLOCK_H

#include "dispatch/kernels.h"
#include "elementary/ccd/ccd_exact.h"

#include <stdalign.h>

#define SV_CCD_BLOCK 512
#define SV_CCD_MOST_LANES 8 // of doubles, on any instruction set

// A block of consecutive queries of a batch, and the kernel's verdicts.
struct svCcdBlock {
    const svPositions* x0;
    const svPositions* x1;
    const uint32_t* points; // as in svCcdBatchDef, of the whole batch
    // Both views interleaved, eight doubles per point: x y z and padding at t0, the same at t1.
    // Enables the single-precision pass. Null: no such pass.
    const double* both;
    size_t first;
    uint32_t count;    // at most SV_CCD_BLOCK
    double width;      // of the times' brackets: svCcd_Width
    svInterval* times; // out: one per query of the block; null: not computed
    int* sides;        // out, with the times: svCcdFound's side; null: not computed

    uint8_t* hits;       // out: one per query of the block
    uint32_t* undecided; // out: offsets of undecided queries, unordered; room for SV_CCD_BLOCK
    uint32_t undecidedCount;
    uint32_t separated, aside, outside, inside; // out: decided by each stage, as in svCcdStats
    uint32_t missed, met;                       // out: misses and hits by the zero of the cubic
};

// Queries, as offsets in the block: cubic with exactly one zero, cubic with possibly several, and
// certified hits. Of the last, [from,to] encloses the time of impact: the cubic has exactly one
// zero in it, and certainly opposite signs at its ends.
struct svCcdZeros {
    uint32_t single[SV_CCD_BLOCK], several[SV_CCD_BLOCK], sure[SV_CCD_BLOCK];
    uint32_t singleCount, severalCount, sureCount;
    double from[SV_CCD_BLOCK + SV_CCD_MOST_LANES], to[SV_CCD_BLOCK + SV_CCD_MOST_LANES];
};

// The differences u, w and q of a query (ccd_coefficients.h) in single precision: x y z 0 at t0,
// x y z 0 at t1.
typedef struct svCcdRows {
    alignas(32) float difference[3][8];
} svCcdRows;

#endif
