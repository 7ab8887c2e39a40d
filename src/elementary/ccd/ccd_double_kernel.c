// The certified filter of moving pairs in double precision, block by block (see ccd_block.h). A
// kernel: compiled once per instruction set (math/target.h).

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
SV_FN unsigned LoadGroup(const svCcdBlock* block, const uint32_t* list, uint32_t start,
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

// Stage 1: separating axes and coplanarity. Writes the queries that remain to `list`.
SV_FN uint32_t Stage1(svCcdBlock* block, svPairKind kind, uint32_t* list) {
    uint32_t kept = 0;
    for (uint32_t start = 0; start < block->count; start += LANES) {
        svCcdPoints p;
        const unsigned lanes = LoadGroup(block, NULL, start, block->count, &p);
        const svWideMask apart =
            svWideMask_Or(svWideMask_Or(svCcd_Separated(&p, kind, 0), svCcd_Separated(&p, kind, 1)),
                          svCcd_Separated(&p, kind, 2));
        const unsigned near = lanes & ~svWideMask_Bits(apart);
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

// The polynomials of a group.
typedef struct Group {
    unsigned lanes;   // those that are queries
    unsigned bounded; // those whose error bounds hold
    svCcdVectors vectors;
    svCcdCubic cubic;
} Group;

SV_FN void MakeGroup(const svCcdBlock* block, svPairKind kind, const uint32_t* list, uint32_t start,
                     uint32_t count, Group* group) {
    svCcdPoints p;
    group->lanes = LoadGroup(block, list, start, count, &p);
    svCcd_Vectors(&p, kind, &group->vectors);
    group->bounded = group->lanes & svWideMask_Bits(svCcd_Bounded(&group->vectors));
    svCcd_Cubic(&group->vectors, &group->cubic);
}

SV_FN void MarkHits(const svCcdBlock* block, const uint32_t* list, unsigned lanes) {
    for (; lanes != 0; lanes &= lanes - 1) {
        block->hits[list[svBits_Lowest(lanes)]] = 1;
    }
}

SV_FN void Append(const uint32_t* list, unsigned lanes, uint32_t* to, uint32_t* count) {
    for (; lanes != 0; lanes &= lanes - 1) {
        to[(*count)++] = list[svBits_Lowest(lanes)];
    }
}

// Those of the lanes whose contact needs no closer look: the times are not wanted, or the piece,
// strictly inside which the zero is, lies in one bracket (svCcd_Width), which is written here.
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

// Stage 2, on the queries that stage 1 left: the weights over the whole step.
SV_FN void Stage2(svCcdBlock* block, svPairKind kind, const uint32_t* list, uint32_t count,
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
        Append(list + start, single, zeros->single, &zeros->singleCount);
        Append(list + start, rest & ~single, zeros->several, &zeros->severalCount);
        Append(list + start, g.lanes & ~g.bounded, block->undecided, &block->undecidedCount);
    }
}

// What the pieces of a group say so far.
typedef struct Verdict {
    unsigned hit, unsure, met;
} Verdict;

// The next piece of the group whose queries begin at `list`.
SV_FN void AddPiece(const svCcdBlock* block, const uint32_t* list, unsigned lanes,
                    const svCcdPiece* piece, Verdict* verdict) {
    const unsigned open = lanes & ~verdict->hit;
    const unsigned yes = open & svWideMask_Bits(piece->yes);
    // The first contact, unless an unsure piece came before; then contact alone is certain.
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
    Append(list, lanes & ~missed & ~verdict->met, block->undecided, &block->undecidedCount);
}

// Stage 3 for queries with a single zero; what turns out to have more joins those. Several groups
// go abreast.
SV_FN void Stage3Single(svCcdBlock* block, svPairKind kind, svCcdZeros* zeros) {
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
            Append(list + at, bounded & ~single, zeros->several, &zeros->severalCount);
            Append(list + at, g[groups].lanes & ~bounded, block->undecided, &block->undecidedCount);
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

// Stage 3 for queries with maybe several zeros: three pieces of the step, in order of time. What
// turns out to have a single one joins those.
SV_FN void Stage3Several(svCcdBlock* block, svPairKind kind, svCcdZeros* zeros) {
    const uint32_t* list = zeros->several;
    for (uint32_t start = 0; start < zeros->severalCount; start += LANES) {
        Group g;
        MakeGroup(block, kind, list, start, zeros->severalCount, &g);
        const unsigned single = g.bounded & svWideMask_Bits(svCcd_HasOneZero(&g.cubic)),
                       lanes = g.bounded & ~single;
        Append(list + start, single, zeros->single, &zeros->singleCount);
        Append(list + start, g.lanes & ~g.bounded, block->undecided, &block->undecidedCount);
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

// The queries that are certainly in contact: only their times are left to find. Where the zero is
// not found, they join those with maybe several.
SV_FN void FinishSure(svCcdBlock* block, svPairKind kind, svCcdZeros* zeros) {
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
        Append(list + start, yes & ~met, block->undecided, &block->undecidedCount);
        Append(list + start, g.lanes & ~yes, zeros->several, &zeros->severalCount);
    }
}

// Inlined into both kernels below, so that the kind is a constant throughout.
SV_INLINE void Run(svCcdBlock* block, svPairKind kind) {
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
        const uint32_t kept = Stage1(block, kind, list);
        Stage2(block, kind, list, kept, &zeros);
    }
    FinishSure(block, kind, &zeros);
    // Each takes out what belongs to the other; nothing goes to and fro, for both ask the same
    // question of the same numbers. If it did, exact arithmetic would decide.
    Stage3Several(block, kind, &zeros);
    Stage3Single(block, kind, &zeros);
    const uint32_t singles = zeros.singleCount;
    Stage3Several(block, kind, &zeros);
    for (uint32_t i = singles; i < zeros.singleCount; ++i) {
        block->undecided[block->undecidedCount++] = zeros.single[i];
    }
}

SV_DEVICE void SV_KERNEL(ccdVertexFace)(svCcdBlock* block) {
    Run(block, SV_VERTEX_FACE);
}

SV_DEVICE void SV_KERNEL(ccdEdgeEdge)(svCcdBlock* block) {
    Run(block, SV_EDGE_EDGE);
}
