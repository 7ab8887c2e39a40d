// The source of the wide kernels. A file per instruction set chooses a wide header, defines
// KERNEL(name) and includes this one.

#include "elementary/ccd_coefficients.h"
#include "elementary/ccd_kernel.h"

#define LANES ((uint32_t)SV_WIDE_LANES)

// Loads the queries list[start], list[start+1], ... of the block; null: start, start+1, ...
// Lanes past `count` repeat the last query. Returns the mask of the lanes that are queries.
static inline unsigned LoadGroup(const svCcdBlock* block, const uint32_t* list, uint32_t start,
                                 uint32_t count, svCcdPoints* p) {
    uint32_t ids[4][SV_WIDE_LANES];
    for (uint32_t lane = 0; lane < LANES; ++lane) {
        const uint32_t at = start + lane < count ? start + lane : count - 1;
        const size_t query = block->first + (list == NULL ? at : list[at]);
        for (uint32_t c = 0; c < 4; ++c) {
            ids[c][lane] =
                block->points == NULL ? (uint32_t)(4 * query + c) : block->points[4 * query + c];
        }
    }
    for (int c = 0; c < 4; ++c) {
        svWide_LoadPoints(block->x0, ids[c], p->x[0][c]);
        svWide_LoadPoints(block->x1, ids[c], p->x[1][c]);
    }
    const uint32_t used = count - start < LANES ? count - start : LANES;
    return (1u << used) - 1;
}

static inline uint32_t CountBits(unsigned bits) {
    return (uint32_t)__builtin_popcount(bits);
}

// Stage 1: separating axes and coplanarity. Writes the queries that remain to `list`.
static inline uint32_t Stage1(svCcdBlock* block, svPairKind kind, uint32_t* list) {
    uint32_t kept = 0;
    for (uint32_t start = 0; start < block->count; start += LANES) {
        svCcdPoints p;
        const unsigned lanes = LoadGroup(block, NULL, start, block->count, &p);
        const svWideMask apart =
            svWideMask_Or(svWideMask_Or(svCcd_Separated(&p, kind, 0), svCcd_Separated(&p, kind, 1)),
                          svCcd_Separated(&p, kind, 2));
        const unsigned near = lanes & ~svWideMask_Bits(apart);
        block->separated += CountBits(lanes & ~near);
        if (near == 0) {
            continue;
        }
        svCcdVectors v;
        svCcdCubic cubic;
        svCcd_Vectors(&p, kind, &v);
        svCcd_Cubic(&v, &cubic);
        const unsigned aside =
            near & svWideMask_Bits(svWideMask_And(svCcd_NeverCoplanar(&cubic), svCcd_Bounded(&v)));
        block->aside += CountBits(aside);
        for (unsigned rest = near & ~aside; rest != 0; rest &= rest - 1) {
            list[kept++] = start + (uint32_t)__builtin_ctz(rest);
        }
    }
    return kept;
}

// Lanes that are outside (some axis has weights of certainly opposite sign) and lanes inside at
// every coplanar time (some axis has all weights certainly of one sign).
static inline void Classify(const svCcdVectors* v, svPairKind kind, unsigned* outside,
                            unsigned* inside) {
    *outside = *inside = 0;
    for (int k = 0; k < 3; ++k) {
        svCcdWeights weights;
        svCcd_Weights(v, kind, k, &weights);
        const svWide minus = svWide_Set(0) - weights.error;
        unsigned anyUp = 0, anyDown = 0, allUp = ~0u, allDown = ~0u;
        for (int i = 0; i < svCcd_WeightCount(kind); ++i) {
            const svWide* b = weights.b[i];
            const svWide low = svWide_Min(svWide_Min(b[0], b[1]), b[2]);
            const svWide high = svWide_Max(svWide_Max(b[0], b[1]), b[2]);
            const unsigned up = svWideMask_Bits(svWide_Less(weights.error, low));
            const unsigned down = svWideMask_Bits(svWide_Less(high, minus));
            anyUp |= up;
            anyDown |= down;
            allUp &= up;
            allDown &= down;
        }
        *outside |= anyUp & anyDown;
        *inside |= allUp | allDown;
    }
}

// Stage 2, on the queries that stage 1 left: the weights over the whole step.
static inline void Stage2(svCcdBlock* block, svPairKind kind, const uint32_t* list,
                          uint32_t count) {
    for (uint32_t start = 0; start < count; start += LANES) {
        svCcdPoints p;
        svCcdVectors v;
        svCcdCubic cubic;
        const unsigned lanes = LoadGroup(block, list, start, count, &p);
        svCcd_Vectors(&p, kind, &v);
        svCcd_Cubic(&v, &cubic);
        const unsigned bounded = lanes & svWideMask_Bits(svCcd_Bounded(&v));
        unsigned outside, inside;
        Classify(&v, kind, &outside, &inside);
        outside &= bounded;
        inside &= block->wantTimes ? 0 : bounded & svWideMask_Bits(svCcd_Crosses(&cubic));
        block->outside += CountBits(outside);
        block->inside += CountBits(inside);
        for (unsigned rest = inside; rest != 0; rest &= rest - 1) {
            block->hits[list[start + (uint32_t)__builtin_ctz(rest)]] = 1;
        }
        for (unsigned rest = lanes & ~outside & ~inside; rest != 0; rest &= rest - 1) {
            block->undecided[block->undecidedCount++] = list[start + (uint32_t)__builtin_ctz(rest)];
        }
    }
}

static inline void Run(svCcdBlock* block, svPairKind kind) {
    uint32_t list[SV_CCD_BLOCK];
    const uint32_t kept = Stage1(block, kind, list);
    Stage2(block, kind, list, kept);
}

void KERNEL(svCcdKernel_VertexFace)(svCcdBlock* block) {
    Run(block, SV_VERTEX_FACE);
}

void KERNEL(svCcdKernel_EdgeEdge)(svCcdBlock* block) {
    Run(block, SV_EDGE_EDGE);
}
