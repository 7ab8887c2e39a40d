// The pass in single precision: most queries end here. A file per instruction set chooses a floats
// header, defines KERNEL(name) and includes this one.
//
// The differences of points are taken in double and rounded once, so that the error bounds of
// ccd_coefficients.h hold with e = 2^-24 wherever the pair lies. The stages are those of
// ccd_kernel_source.h; what this pass rejects is certainly apart, and what it leaves is looked at
// again in double precision.

#include "elementary/ccd_kernel.h"
#include "elementary/ccd_zero.h"

#include <string.h>

#define LANES ((uint32_t)SV_WIDE_LANES)

static inline uint32_t CountBits(unsigned bits) {
    return (uint32_t)__builtin_popcount(bits);
}

// The differences of one query.
static inline void ReadRows(const svCcdBlock* block, svPairKind kind, uint32_t query,
                            svCcdRows* rows) {
    const uint32_t* ids = block->points + 4 * (block->first + query);
    const double* p0 = block->both + 8 * (size_t)ids[0];
    const double* p1 = block->both + 8 * (size_t)ids[1];
    const double* p2 = block->both + 8 * (size_t)ids[2];
    const double* p3 = block->both + 8 * (size_t)ids[3];
    if (kind == SV_EDGE_EDGE) {
        svRow_Difference(p0, p1, rows->difference[0]);
        svRow_Difference(p2, p3, rows->difference[1]);
        svRow_Difference(p0, p2, rows->difference[2]);
    } else {
        svRow_Difference(p1, p2, rows->difference[0]);
        svRow_Difference(p1, p3, rows->difference[1]);
        svRow_Difference(p1, p0, rows->difference[2]);
    }
}

// One difference of LANES consecutive queries, and the largest of each component over both times,
// which is no less than what covers its rounding.
static inline void LoadDifference(const svCcdRows* rows, int which, svWide out[2][3],
                                  svWide maxima[3]) {
    svWide columns[6];
    svRows_Load(rows->difference[which], sizeof(svCcdRows) / sizeof(float), columns);
    const svWide least = svWide_Set(SV_CCD_LEAST);
    for (int axis = 0; axis < 3; ++axis) {
        const svWide x0 = columns[axis], x1 = columns[axis + 3];
        out[0][axis] = x0;
        out[1][axis] = x1;
        maxima[axis] = svWide_Max(svWide_Max(svWide_Abs(x0), svWide_Abs(x1)), least);
    }
}

static inline void LoadVectors(const svCcdRows* rows, svCcdVectors* v) {
    LoadDifference(rows, 0, v->u, v->maxU);
    LoadDifference(rows, 1, v->w, v->maxW);
    LoadDifference(rows, 2, v->q, v->maxQ);
}

// Stage 1: coplanarity. Keeps the rows of the queries that remain.
static inline uint32_t KeepCoplanar(svCcdBlock* block, svPairKind kind, uint32_t* list,
                                    svCcdRows* rows) {
    uint32_t kept = 0;
    for (uint32_t start = 0; start < block->count; start += LANES) {
        const uint32_t used = block->count - start < LANES ? block->count - start : LANES;
        svCcdRows group[SV_WIDE_LANES];
        for (uint32_t lane = 0; lane < LANES; ++lane) {
            ReadRows(block, kind, start + (lane < used ? lane : used - 1), &group[lane]);
        }
        svCcdVectors v;
        svCcdCubic cubic;
        LoadVectors(group, &v);
        svCcd_Cubic(&v, &cubic);
        const unsigned lanes = (unsigned)((1ull << used) - 1);
        const unsigned aside =
            lanes & svWideMask_Bits(svWideMask_And(svCcd_NeverCoplanar(&cubic), svCcd_Bounded(&v)));
        block->aside += CountBits(aside);
        for (unsigned rest = lanes & ~aside; rest != 0; rest &= rest - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctz(rest);
            memcpy(&rows[kept], &group[lane], sizeof(rows[kept]));
            list[kept++] = start + lane;
        }
    }
    // The last group is filled up with repetitions.
    for (uint32_t i = 0; kept > 0 && i < LANES; ++i) {
        memcpy(&rows[kept + i], &rows[kept - 1], sizeof(rows[0]));
    }
    return kept;
}

typedef struct Group {
    unsigned lanes;   // those that are queries
    unsigned bounded; // those whose error bounds hold
    svCcdCubic cubic;
    svCcdWeights weights[3];
} Group;

static inline void MakeGroup(const svCcdRows* rows, svPairKind kind, uint32_t used, Group* group) {
    svCcdVectors v;
    LoadVectors(rows, &v);
    group->lanes = (unsigned)((1ull << (used < LANES ? used : LANES)) - 1);
    group->bounded = group->lanes & svWideMask_Bits(svCcd_Bounded(&v));
    svCcd_Cubic(&v, &group->cubic);
    for (int k = 0; k < 3; ++k) {
        svCcd_Weights(&v, kind, k, &group->weights[k]);
    }
}

static inline uint32_t Append(const uint32_t* list, unsigned lanes, uint32_t* to, uint32_t count) {
    for (; lanes != 0; lanes &= lanes - 1) {
        to[count++] = list[__builtin_ctz(lanes)];
    }
    return count;
}

// Stage 2: the weights over the whole step, then those around each zero.
static inline void Decide(svCcdBlock* block, svPairKind kind, const uint32_t* list, uint32_t count,
                          const svCcdRows* rows, svCcdZeros* zeros) {
    for (uint32_t start = 0; start < count; start += LANES) {
        Group g;
        MakeGroup(rows + start, kind, count - start, &g);
        const svCcdPlace place = svCcd_Locate(g.weights, kind);
        const unsigned outside = g.bounded & svWideMask_Bits(place.outside);
        block->outside += CountBits(outside);
        const unsigned single = g.bounded & ~outside & svWideMask_Bits(svCcd_HasOneZero(&g.cubic));
        const unsigned several = g.bounded & ~outside & ~single;
        unsigned missed = 0;
        if (single != 0) {
            const svCcdPiece piece =
                svCcd_DecidePiece(&g.cubic, g.weights, kind, svWide_Set(0), svWide_Set(1));
            missed |= single & svWideMask_Bits(piece.no);
        }
        if (several != 0) {
            svWide ends[4] = {svWide_Set(0), svWide_Set(1), svWide_Set(1), svWide_Set(1)};
            svCcd_CriticalPoints(&g.cubic, ends + 1);
            unsigned none = several;
            for (int i = 0; i < 3 && none != 0; ++i) {
                const svCcdPiece piece =
                    svCcd_DecidePiece(&g.cubic, g.weights, kind, ends[i], ends[i + 1]);
                none &= svWideMask_Bits(piece.no);
            }
            missed |= none;
        }
        block->missed += CountBits(missed);
        const unsigned left = g.lanes & ~outside & ~missed;
        zeros->singleCount = Append(list + start, left & single, zeros->single, zeros->singleCount);
        zeros->severalCount =
            Append(list + start, left & ~single, zeros->several, zeros->severalCount);
    }
}

// Inlined into both kernels below, so that the kind is a constant throughout.
static inline __attribute__((always_inline)) void Run(svCcdBlock* block, svPairKind kind,
                                                      svCcdZeros* zeros) {
    uint32_t list[SV_CCD_BLOCK];
    svCcdRows rows[SV_CCD_BLOCK + SV_WIDE_LANES];
    const uint32_t kept = KeepCoplanar(block, kind, list, rows);
    Decide(block, kind, list, kept, rows, zeros);
}

void KERNEL(svCcdSingle_VertexFace)(svCcdBlock* block, svCcdZeros* zeros) {
    Run(block, SV_VERTEX_FACE, zeros);
}

void KERNEL(svCcdSingle_EdgeEdge)(svCcdBlock* block, svCcdZeros* zeros) {
    Run(block, SV_EDGE_EDGE, zeros);
}
