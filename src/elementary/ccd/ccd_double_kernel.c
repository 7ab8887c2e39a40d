// CCD filter in double precision: a block of queries in (ccd_block.h), certified hits with their
// time brackets, certified misses and undecided queries out. Separating axes and coplanarity first,
// then the weights over the whole step, then the zeros of the cubic one by one (ccd_zero.h); behind
// the single-precision pass only the last. A kernel: compiled once per instruction set
// (math/target.h).

#include "dispatch/kernels.h"
#include "elementary/ccd/ccd_block.h"
#include "elementary/ccd/ccd_zero.h"
#include "math/bits.h"

#include <assert.h>
#include <string.h>

#define LANES ((uint32_t)SV_WIDE_LANES)
static_assert(SV_WIDE_LANES <= SV_CCD_MOST_LANES, "svCcdZeros has room for a group more");

// Loads the queries list[start], list[start+1], ... of the block; null: start, start+1, ...
// Lanes past `count` repeat the last query. Returns the mask of the lanes that are queries.
SV_FN unsigned LoadQueries(const svCcdBlock* block, const uint32_t* list, uint32_t start,
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

// Culls by separating axes and coplanarity. Writes the surviving queries to `list`.
SV_FN uint32_t CullSeparated(svCcdBlock* block, svPairKind kind, uint32_t* list) {
    uint32_t kept = 0;
    for (uint32_t start = 0; start < block->count; start += LANES) {
        svCcdPoints p;
        const unsigned lanes = LoadQueries(block, NULL, start, block->count, &p);
        const svWideMask separated =
            svWideMask_Or(svWideMask_Or(svCcd_Separated(&p, kind, 0), svCcd_Separated(&p, kind, 1)),
                          svCcd_Separated(&p, kind, 2));
        const unsigned near = lanes & ~svWideMask_Bits(separated);
        block->separated += svBits_Count(lanes & ~near);
        if (near == 0) {
            continue;
        }
        svCcdVectors v;
        svCcdCubic cubic;
        svCcd_Vectors(&p, kind, &v);
        svCcd_Cubic(&v, &cubic);
        const unsigned aside =
            near & svWideMask_Bits(svWideMask_And(svCcd_NeverCoplanar(&cubic), svCcd_Bounded(&v)));
        block->aside += svBits_Count(aside);
        for (unsigned rest = near & ~aside; rest != 0; rest &= rest - 1) {
            list[kept++] = start + svBits_Lowest(rest);
        }
    }
    return kept;
}

// A group of queries, one per lane, and their polynomials.
typedef struct Group {
    unsigned lanes;   // those that are queries
    unsigned bounded; // those whose error bounds hold
    svCcdVectors vectors;
    svCcdCubic cubic;
} Group;

SV_FN void MakeGroup(const svCcdBlock* block, svPairKind kind, const uint32_t* list, uint32_t start,
                     uint32_t count, Group* group) {
    svCcdPoints p;
    group->lanes = LoadQueries(block, list, start, count, &p);
    svCcd_Vectors(&p, kind, &group->vectors);
    group->bounded = group->lanes & svWideMask_Bits(svCcd_Bounded(&group->vectors));
    svCcd_Cubic(&group->vectors, &group->cubic);
}

SV_FN void MarkHits(const svCcdBlock* block, const uint32_t* list, unsigned lanes) {
    for (; lanes != 0; lanes &= lanes - 1) {
        block->hits[list[svBits_Lowest(lanes)]] = 1;
    }
}

// Lanes whose hit is complete: no times are requested, or the piece that strictly encloses the zero
// lies in one bracket (svCcd_Width), which is written here.
SV_FN unsigned FinishTimes(const svCcdBlock* block, const uint32_t* list, unsigned lanes,
                           const svCcdPiece* piece) {
    if (block->times == NULL || lanes == 0) {
        return lanes;
    }
    const double width = block->width, brackets = 1 / width;
    double from[SV_WIDE_LANES], to[SV_WIDE_LANES], before[SV_WIDE_LANES];
    svWide_Store(from, piece->lo);
    svWide_Store(to, piece->hi);
    svWide_Store(before, piece->before);
    unsigned finished = 0;
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1) {
        const uint32_t lane = svBits_Lowest(rest);
        const int64_t j = (int64_t)(from[lane] * brackets);
        if (j != (int64_t)(to[lane] * brackets)) {
            continue;
        }
        finished |= 1u << lane;
        block->times[list[lane]] = (svInterval){(double)j * width, (double)(j + 1) * width};
        if (block->sides != NULL) {
            block->sides[list[lane]] = before[lane] > 0 ? 1 : -1;
        }
    }
    return finished;
}

// Survivors of CullSeparated: culls by the weights over the whole step, and sorts the rest by the
// number of zeros.
SV_FN void CullByWeights(svCcdBlock* block, svPairKind kind, const uint32_t* list, uint32_t count,
                         svCcdZeros* zeros) {
    for (uint32_t start = 0; start < count; start += LANES) {
        Group g;
        svCcdWeights weights[3];
        MakeGroup(block, kind, list, start, count, &g);
        for (int k = 0; k < 3; ++k) {
            svCcd_Weights(&g.vectors, kind, k, &weights[k]);
        }
        const svCcdPlace place = svCcd_Locate(weights, kind);
        const unsigned outside = g.bounded & svWideMask_Bits(place.outside);
        unsigned inside = 0;
        if (block->times == NULL) {
            inside = g.bounded & ~outside & svWideMask_Bits(place.inside) &
                     svWideMask_Bits(svCcd_Crosses(&g.cubic));
        }
        block->outside += svBits_Count(outside);
        block->inside += svBits_Count(inside);
        MarkHits(block, list + start, inside);
        const unsigned rest = g.bounded & ~outside & ~inside;
        const unsigned single = rest & svWideMask_Bits(svCcd_HasOneZero(&g.cubic));
        svBits_Append(list + start, single, zeros->single, &zeros->singleCount);
        svBits_Append(list + start, rest & ~single, zeros->several, &zeros->severalCount);
        svBits_Append(list + start, g.lanes & ~g.bounded, block->undecided, &block->undecidedCount);
    }
}

// Verdicts of a group over the pieces so far.
typedef struct Verdict {
    unsigned hit, unsure, met;
} Verdict;

// The next piece of the group whose queries begin at `list`.
SV_FN void AddPiece(const svCcdBlock* block, const uint32_t* list, unsigned lanes,
                    const svCcdPiece* piece, Verdict* verdict) {
    const unsigned open = lanes & ~verdict->hit;
    const unsigned yes = open & svWideMask_Bits(piece->yes);
    // The first contact, unless an unsure piece precedes it: then only the hit is certified.
    const unsigned timed = block->times == NULL ? yes : yes & ~verdict->unsure;
    verdict->met |= FinishTimes(block, list, timed, piece);
    verdict->hit |= yes;
    verdict->unsure |= open & ~yes & ~svWideMask_Bits(piece->no);
}

SV_FN void FinishGroup(svCcdBlock* block, const uint32_t* list, unsigned lanes,
                       const Verdict* verdict) {
    const unsigned missed = lanes & ~verdict->hit & ~verdict->unsure;
    block->missed += svBits_Count(missed);
    block->met += svBits_Count(verdict->met);
    MarkHits(block, list, verdict->met);
    svBits_Append(list, lanes & ~missed & ~verdict->met, block->undecided, &block->undecidedCount);
}

// Queries with a single zero; what turns out to have possibly more joins those. Several groups are
// solved abreast to hide the latency of Halley's method.
SV_FN void SolveSingle(svCcdBlock* block, svPairKind kind, svCcdZeros* zeros) {
    const uint32_t* list = zeros->single;
    for (uint32_t start = 0; start < zeros->singleCount; start += SV_CCD_ABREAST * LANES) {
        Group g[SV_CCD_ABREAST];
        svCcdSolver solvers[SV_CCD_ABREAST];
        int groups = 0;
        for (; groups < SV_CCD_ABREAST; ++groups) {
            const uint32_t at = start + (uint32_t)groups * LANES;
            if (at >= zeros->singleCount) {
                break;
            }
            MakeGroup(block, kind, list, at, zeros->singleCount, &g[groups]);
            const svWideMask one = svCcd_HasOneZero(&g[groups].cubic);
            const unsigned bounded = g[groups].bounded, single = bounded & svWideMask_Bits(one);
            svBits_Append(list + at, bounded & ~single, zeros->several, &zeros->severalCount);
            svBits_Append(list + at, g[groups].lanes & ~bounded, block->undecided,
                          &block->undecidedCount);
            g[groups].lanes = single;
            svCcd_StartSolver(g[groups].cubic.b, one, &solvers[groups]);
        }
        svCcd_ApproximateZeros(solvers, groups);
        for (int i = 0; i < groups; ++i) {
            const uint32_t* queries = list + start + (uint32_t)i * LANES;
            svCcdPiece piece = svCcd_StartPiece(&g[i].cubic, svWide_Set(0), svWide_Set(1));
            Verdict verdict = {0, 0, 0};
            svCcd_DecideZero(&g[i].cubic, &g[i].cubic, &g[i].vectors, kind, &solvers[i], &piece);
            AddPiece(block, queries, g[i].lanes, &piece, &verdict);
            FinishGroup(block, queries, g[i].lanes, &verdict);
        }
    }
}

// Queries with possibly several zeros: three pieces of the step, in order of time. What turns out
// to have a single one joins those.
SV_FN void SolveSeveral(svCcdBlock* block, svPairKind kind, svCcdZeros* zeros) {
    const uint32_t* list = zeros->several;
    for (uint32_t start = 0; start < zeros->severalCount; start += LANES) {
        Group g;
        MakeGroup(block, kind, list, start, zeros->severalCount, &g);
        const unsigned single = g.bounded & svWideMask_Bits(svCcd_HasOneZero(&g.cubic)),
                       lanes = g.bounded & ~single;
        svBits_Append(list + start, single, zeros->single, &zeros->singleCount);
        svBits_Append(list + start, g.lanes & ~g.bounded, block->undecided, &block->undecidedCount);
        if (lanes == 0) {
            continue;
        }
        svCcdPiece pieces[SV_CCD_PIECES];
        Verdict verdict = {0, 0, 0};
        svCcd_DecidePieces(&g.cubic, &g.vectors, kind, pieces);
        for (int i = 0; i < SV_CCD_PIECES; ++i) {
            AddPiece(block, list + start, lanes, &pieces[i], &verdict);
        }
        FinishGroup(block, list + start, lanes, &verdict);
    }
    zeros->severalCount = 0;
}

// Hits certified by the single-precision pass: only the time of impact is left to bracket. Where
// the zero is not enclosed, they join those with possibly several.
SV_FN void TimeSure(svCcdBlock* block, svPairKind kind, svCcdZeros* zeros) {
    const uint32_t *list = zeros->sure, count = zeros->sureCount;
    if (block->times == NULL) {
        for (uint32_t i = 0; i < count; ++i) {
            block->hits[list[i]] = 1;
        }
        block->met += count;
        return;
    }
    memset(zeros->from + count, 0, LANES * sizeof(double));
    memset(zeros->to + count, 0, LANES * sizeof(double));
    for (uint32_t start = 0; start < count; start += LANES) {
        Group g;
        MakeGroup(block, kind, list, start, count, &g);
        const svWide from = svWide_Load(zeros->from + start), to = svWide_Load(zeros->to + start);
        const svCcdPiece piece = svCcd_RefineZero(&g.cubic, from, to);
        const unsigned yes = g.bounded & svWideMask_Bits(piece.yes);
        const unsigned met = FinishTimes(block, list + start, yes, &piece);
        block->met += svBits_Count(met);
        MarkHits(block, list + start, met);
        svBits_Append(list + start, yes & ~met, block->undecided, &block->undecidedCount);
        svBits_Append(list + start, g.lanes & ~yes, zeros->several, &zeros->severalCount);
    }
}

// Inlined into both kernels below, so that the kind is a constant throughout.
SV_INLINE void FilterDouble(svCcdBlock* block, svPairKind kind) {
    svCcdZeros zeros;
    zeros.singleCount = zeros.severalCount = zeros.sureCount = 0;
    if (block->both != NULL) {
        if (kind == SV_EDGE_EDGE) {
            SV_KERNEL(ccdSingleEdgeEdge)(block, &zeros);
        } else {
            SV_KERNEL(ccdSingleVertexFace)(block, &zeros);
        }
    } else {
        uint32_t list[SV_CCD_BLOCK];
        const uint32_t kept = CullSeparated(block, kind, list);
        CullByWeights(block, kind, list, kept, &zeros);
    }
    TimeSure(block, kind, &zeros);
    // Each hands over what belongs to the other; nothing bounces back, since both evaluate the same
    // predicate on the same numbers. If it did, exact arithmetic would decide.
    SolveSeveral(block, kind, &zeros);
    SolveSingle(block, kind, &zeros);
    const uint32_t singles = zeros.singleCount;
    SolveSeveral(block, kind, &zeros);
    for (uint32_t i = singles; i < zeros.singleCount; ++i) {
        block->undecided[block->undecidedCount++] = zeros.single[i];
    }
}

SV_DEVICE void SV_KERNEL(ccdVertexFace)(svCcdBlock* block) {
    FilterDouble(block, SV_VERTEX_FACE);
}

SV_DEVICE void SV_KERNEL(ccdEdgeEdge)(svCcdBlock* block) {
    FilterDouble(block, SV_EDGE_EDGE);
}
