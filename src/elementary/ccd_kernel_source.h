// The source of the wide kernels. A file per instruction set chooses a wide header, defines
// KERNEL(name) and includes this one.

#include "elementary/ccd_kernel.h"
#include "elementary/ccd_zero.h"

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

// The lanes of a group that are settled, as bits.
typedef struct Settled {
    unsigned outside; // no: the weights' signs exclude it
    unsigned inside;  // yes: inside whenever coplanar, and crossing
    unsigned missed;  // no: outside around the one zero
    unsigned met;     // yes: inside around the one zero
} Settled;

// Encloses the zero of the lanes that have exactly one and looks at the weights there.
static inline void DecideZeros(const svCcdCubic* cubic, const svCcdWeights weights[3],
                               svPairKind kind, unsigned lanes, Settled* settled,
                               svCcdEnclosure* enclosure) {
    const unsigned candidates = lanes & svWideMask_Bits(svCcd_HasOneZero(cubic->b, cubic->error));
    if (candidates == 0) {
        return;
    }
    svCcdNewton newton = svCcd_StartNewton(cubic->b);
    svCcd_Newton(cubic->b, SV_CCD_NEWTON_STEPS, &newton);
    const svWide range[2] = {svWide_Set(0), svWide_Set(1)};
    const svWide radius = svCcd_Radius(cubic, newton.slope, svWide_Set(1));
    *enclosure = svCcd_Enclose(cubic, newton.s, radius, range, cubic->b[0]);
    const svCcdPlace place = svCcd_LocateIn(weights, kind, enclosure->lo, enclosure->hi);
    const unsigned certain = candidates & svWideMask_Bits(enclosure->certain);
    settled->missed = certain & svWideMask_Bits(place.outside);
    settled->met = certain & svWideMask_Bits(place.inside) & ~settled->missed;
}

static inline void StoreTimes(const svCcdBlock* block, const uint32_t* list, unsigned lanes,
                              const svCcdEnclosure* enclosure) {
    double lo[SV_WIDE_LANES], hi[SV_WIDE_LANES];
    svWide_Store(lo, enclosure->lo);
    svWide_Store(hi, enclosure->hi);
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        block->times[list[lane]] = (svInterval){lo[lane], hi[lane]};
    }
}

// Stage 2, on the queries that stage 1 left: the weights over the whole step, then around the zero.
static inline void Stage2(svCcdBlock* block, svPairKind kind, const uint32_t* list,
                          uint32_t count) {
    for (uint32_t start = 0; start < count; start += LANES) {
        svCcdPoints p;
        svCcdVectors v;
        svCcdCubic cubic;
        svCcdWeights weights[3];
        const unsigned lanes = LoadGroup(block, list, start, count, &p);
        svCcd_Vectors(&p, kind, &v);
        svCcd_Cubic(&v, &cubic);
        for (int k = 0; k < 3; ++k) {
            svCcd_Weights(&v, kind, k, &weights[k]);
        }
        const unsigned bounded = lanes & svWideMask_Bits(svCcd_Bounded(&v));
        const svCcdPlace place = svCcd_Locate(weights, kind);
        Settled settled = {.outside = bounded & svWideMask_Bits(place.outside)};
        if (block->times == NULL) {
            settled.inside = bounded & ~settled.outside & svWideMask_Bits(place.inside) &
                             svWideMask_Bits(svCcd_Crosses(&cubic));
        }
        svCcdEnclosure enclosure;
        DecideZeros(&cubic, weights, kind, bounded & ~settled.outside & ~settled.inside, &settled,
                    &enclosure);
        if (block->times != NULL && settled.met != 0) {
            const svWide width = enclosure.hi - enclosure.lo;
            settled.met &= ~svWideMask_Bits(svWide_Less(svWide_Set(block->tolerance), width));
            StoreTimes(block, list + start, settled.met, &enclosure);
        }
        block->outside += CountBits(settled.outside);
        block->inside += CountBits(settled.inside);
        block->missed += CountBits(settled.missed);
        block->met += CountBits(settled.met);
        for (unsigned rest = settled.inside | settled.met; rest != 0; rest &= rest - 1) {
            block->hits[list[start + (uint32_t)__builtin_ctz(rest)]] = 1;
        }
        const unsigned all = settled.outside | settled.inside | settled.missed | settled.met;
        for (unsigned rest = lanes & ~all; rest != 0; rest &= rest - 1) {
            block->undecided[block->undecidedCount++] = list[start + (uint32_t)__builtin_ctz(rest)];
        }
    }
}

// Inlined into both kernels below, so that the kind is a constant throughout.
static inline __attribute__((always_inline)) void Run(svCcdBlock* block, svPairKind kind) {
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
