// CCD filter in single precision, which decides most queries: a block in, certified misses dropped,
// certified hits with an enclosure of the time of impact and undecided queries out (svCcdZeros). A
// kernel: compiled once per instruction set (math/target.h).
//
// The differences of points are taken in double and rounded once, so that the error bounds of
// ccd_coefficients.h hold with e = 2^-24 wherever the pair lies. What this pass culls is
// certified separated, what it accepts is certified in contact: double precision only brackets the
// times of that, and tests everything else again. Its stages:
//   1. the sign of the cubic: never coplanar over the step;
//   2. the weights around the zero of a cubic that has exactly one (DecideSingle), or around each
//      of those it may have (DecideSeveral);
//   3. only where such a zero is not certain: the weights over the whole step.
// Queries whose differences are too large for the bounds are passed on at once. Between stages 1
// and 2 the survivors are compacted, so that lanes are full.

#define SV_WIDE_SINGLE // svWide is of floats in this file

#include "dispatch/kernels.h"
#include "elementary/ccd/ccd_block.h"
#include "elementary/ccd/ccd_zero.h"
#include "math/bits.h"

#include <assert.h>
#include <stdalign.h>

#define LANES ((uint32_t)SV_WIDE_LANES)

// The differences of the query of those four points, all three negated, for then fewer points are
// loaded: the cubic changes its sign, the weights do not.
SV_FN void ReadDifferences(const double* both, svPairKind kind, const uint32_t ids[4],
                           svCcdRows* rows) {
    const double* p0 = both + 8 * (size_t)ids[0];
    const double* p1 = both + 8 * (size_t)ids[1];
    const double* p2 = both + 8 * (size_t)ids[2];
    const double* p3 = both + 8 * (size_t)ids[3];
    if (kind == SV_EDGE_EDGE) {
        svRow_Difference(p1, p0, rows->difference[0]);
        svRow_Difference(p3, p2, rows->difference[1]);
        svRow_Difference(p2, p0, rows->difference[2]);
    } else {
        svRow_Difference(p2, p1, rows->difference[0]);
        svRow_Difference(p3, p1, rows->difference[1]);
        svRow_Difference(p0, p1, rows->difference[2]);
    }
}

// The largest of each component over both times, at least SV_CCD_LEAST, which covers its rounding.
SV_FN void FindMaxima(const svWide x0[3], const svWide x1[3], svWide maxima[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        const svWide both = svWide_Max(svWide_Abs(x0[axis]), svWide_Abs(x1[axis]));
        maxima[axis] = svWide_Max(both, svWide_Set(SV_CCD_LEAST));
    }
}

SV_FN void CompleteVectors(svCcdVectors* v) {
    FindMaxima(v->u[0], v->u[1], v->maxU);
    FindMaxima(v->w[0], v->w[1], v->maxW);
    FindMaxima(v->q[0], v->q[1], v->maxQ);
}

// Turns the differences of LANES queries into columns.
SV_FN void LoadVectors(const svCcdRows* const rows[SV_WIDE_LANES], svCcdVectors* v) {
    for (int which = 0; which < 3; ++which) {
        const float* each[SV_WIDE_LANES];
        for (uint32_t lane = 0; lane < LANES; ++lane) {
            each[lane] = rows[lane]->difference[which];
        }
        svWide columns[6];
        svRows_LoadFrom(each, columns);
        svWide(*to)[3] = which == 0 ? v->u : which == 1 ? v->w : v->q;
        for (int i = 0; i < 6; ++i) {
            to[i / 3][i % 3] = columns[i];
        }
    }
    CompleteVectors(v);
}

// Prefetch distance in queries: points are scattered in memory, and out-of-order execution alone
// covers a few queries only. One point per feature will do: its others are close in memory.
#define AHEAD 16

// Reads the queries from `first` to `end` of the block. Past the last one, a group of rows repeats
// it.
SV_FN void ReadQueries(const svCcdBlock* block, svPairKind kind, uint32_t first, uint32_t end,
                       svCcdRows* rows) {
    const uint32_t* ids = block->points + 4 * (block->first + first);
    for (uint32_t i = first; i < end; ++i) {
        const uint32_t* ahead = ids + (i + AHEAD < block->count ? 4 * AHEAD : 0);
        ReadDifferences(block->both, kind, ids, &rows[i]);
        svPrefetch(block->both + 8 * (size_t)ahead[0]);
        svPrefetch(block->both + 8 * (size_t)ahead[2]);
        ids += 4;
    }
    for (uint32_t lane = 0; end == block->count && lane < LANES; ++lane) {
        rows[end + lane] = rows[end - 1];
    }
}

// Queue of the next stage, as offsets in the block.
typedef struct Waiting {
    uint32_t count;
    uint32_t query[SV_CCD_BLOCK + SV_WIDE_LANES];
} Waiting;

// Queues some lanes of the group whose first query is `first`.
SV_FN void PushWaiting(Waiting* waiting, uint32_t first, unsigned lanes) {
    svBits_List(waiting->query + waiting->count, first, lanes);
    waiting->count += svBits_Count(lanes);
}

// Fills the last group with the first query of the block.
SV_FN void PadWaiting(Waiting* waiting) {
    for (uint32_t lane = 0; lane < LANES; ++lane) {
        waiting->query[waiting->count + lane] = 0;
    }
}

// Loads the group of queued queries that starts there.
SV_FN void LoadWaiting(const Waiting* waiting, const svCcdRows* rows, uint32_t start,
                       svCcdVectors* v, svCcdCubic* cubic) {
    const svCcdRows* each[SV_WIDE_LANES];
    for (uint32_t lane = 0; lane < LANES; ++lane) {
        each[lane] = &rows[waiting->query[start + lane]];
    }
    LoadVectors(each, v);
    svCcd_Cubic(v, cubic);
}

// The lanes in use of the group that starts there.
SV_FN unsigned UsedQueryLanes(uint32_t start, uint32_t count) {
    return (unsigned)((1ull << (count - start < LANES ? count - start : LANES)) - 1);
}

// Certified hits: lanes whose first contact certainly lies in this piece.
SV_FN void AppendSure(const uint32_t* queries, unsigned lanes, const svCcdPiece* piece,
                      svCcdZeros* zeros) {
    alignas(64) float from[SV_WIDE_LANES], to[SV_WIDE_LANES];
    svFloats_Store(from, piece->lo);
    svFloats_Store(to, piece->hi);
    for (; lanes != 0; lanes &= lanes - 1) {
        const uint32_t lane = svBits_Lowest(lanes);
        const uint32_t at = zeros->sureCount++;
        zeros->sure[at] = queries[lane];
        zeros->from[at] = (double)from[lane];
        zeros->to[at] = (double)to[lane];
    }
}

// Queries with exactly one zero: the weights around it. Several groups are solved abreast.
SV_FN void DecideSingle(svCcdBlock* block, svPairKind kind, const Waiting* waiting,
                        const svCcdRows* rows, svCcdZeros* zeros) {
    const uint32_t count = waiting->count;
    for (uint32_t start = 0; start < count; start += SV_CCD_ABREAST * LANES) {
        svCcdVectors v[SV_CCD_ABREAST];
        svCcdCubic cubics[SV_CCD_ABREAST];
        svCcdSolver solvers[SV_CCD_ABREAST];
        int groups = 0;
        for (; groups < SV_CCD_ABREAST; ++groups) {
            const uint32_t at = start + (uint32_t)groups * LANES;
            if (at >= count) {
                break;
            }
            LoadWaiting(waiting, rows, at, &v[groups], &cubics[groups]);
            svCcd_StartSolver(cubics[groups].b, svCcd_HasOneZero(&cubics[groups]),
                              &solvers[groups]);
        }
        svCcd_ApproximateZeros(solvers, groups);
        for (int i = 0; i < groups; ++i) {
            const uint32_t at = start + (uint32_t)i * LANES;
            const unsigned lanes = UsedQueryLanes(at, count);
            svCcdPiece piece = svCcd_StartPiece(&cubics[i], svWide_Set(0), svWide_Set(1));
            svCcd_DecideZero(&cubics[i], &cubics[i], &v[i], kind, &solvers[i], &piece);
            const unsigned missed = lanes & svWideMask_Bits(piece.no);
            const unsigned sure = lanes & svWideMask_Bits(piece.yes);
            block->missed += svBits_Count(missed);
            AppendSure(waiting->query + at, sure, &piece, zeros);
            svBits_Append(waiting->query + at, lanes & ~missed & ~sure, zeros->single,
                          &zeros->singleCount);
        }
    }
}

// Lanes certainly separated whenever coplanar: outside each other over the whole step.
SV_FN unsigned StaysOutside(svPairKind kind, const svCcdVectors* v, unsigned lanes) {
    svCcdWeights weights[3];
    for (int k = 0; k < 3; ++k) {
        svCcd_Weights(v, kind, k, &weights[k]);
    }
    return lanes & svWideMask_Bits(svCcd_Locate(weights, kind).outside);
}

// Queries with possibly several zeros: the weights around each, or over the whole step where a zero
// is not certain, as in planar motion.
SV_FN void DecideSeveral(svCcdBlock* block, svPairKind kind, const Waiting* waiting,
                         const svCcdRows* rows, svCcdZeros* zeros) {
    const uint32_t count = waiting->count;
    for (uint32_t start = 0; start < count; start += LANES) {
        svCcdVectors v;
        svCcdCubic cubic;
        svCcdPiece pieces[SV_CCD_PIECES];
        LoadWaiting(waiting, rows, start, &v, &cubic);
        svCcd_DecidePieces(&cubic, &v, kind, pieces);
        // Lanes without contact so far; lanes in which an unsure piece came first.
        unsigned missed = UsedQueryLanes(start, count), unsure = 0;
        for (int i = 0; i < SV_CCD_PIECES; ++i) {
            const unsigned no = svWideMask_Bits(pieces[i].no);
            const unsigned yes = svWideMask_Bits(pieces[i].yes);
            AppendSure(waiting->query + start, missed & yes, &pieces[i], zeros);
            unsure |= missed & ~no & ~yes;
            missed &= no;
        }
        const unsigned outside = unsure != 0 ? StaysOutside(kind, &v, unsure) : 0;
        block->missed += svBits_Count(missed);
        block->outside += svBits_Count(outside);
        svBits_Append(waiting->query + start, unsure & ~outside, zeros->several,
                      &zeros->severalCount);
    }
}

// Stage 1 on the group that starts there: culls by coplanarity, queues the rest.
SV_FN void SiftCoplanar(svCcdBlock* block, uint32_t start, const svCcdRows* rows, Waiting* single,
                        Waiting* several, svCcdZeros* zeros) {
    const svCcdRows* each[SV_WIDE_LANES];
    svCcdVectors v;
    svCcdCubic cubic;
    for (uint32_t lane = 0; lane < LANES; ++lane) {
        each[lane] = &rows[start + lane];
    }
    LoadVectors(each, &v);
    svCcd_Cubic(&v, &cubic);
    const unsigned lanes = UsedQueryLanes(start, block->count);
    const unsigned bounded = lanes & svWideMask_Bits(svCcd_Bounded(&v));
    const unsigned aside = bounded & svWideMask_Bits(svCcd_NeverCoplanar(&cubic));
    const unsigned one = bounded & svWideMask_Bits(svCcd_HasOneZero(&cubic));
    block->aside += svBits_Count(aside);
    PushWaiting(single, start, one);
    PushWaiting(several, start, bounded & ~aside & ~one);
    for (unsigned rest = lanes & ~bounded; rest != 0; rest &= rest - 1) {
        zeros->several[zeros->severalCount++] = start + svBits_Lowest(rest);
    }
}

// Queries read before the first is tested: keeps many loads in flight, and the rows still fit into
// the L1 cache.
#define READ_AT_ONCE 64
static_assert(READ_AT_ONCE % SV_WIDE_LANES == 0, "whole groups");

// Inlined into both kernels below, so that the kind is a constant throughout.
SV_INLINE void FilterSingle(svCcdBlock* block, svPairKind kind, svCcdZeros* zeros) {
    svCcdRows rows[SV_CCD_BLOCK + SV_WIDE_LANES];
    Waiting single, several;
    single.count = several.count = 0;
    for (uint32_t first = 0; first < block->count; first += READ_AT_ONCE) {
        const uint32_t left = block->count - first;
        const uint32_t end = first + (left < READ_AT_ONCE ? left : READ_AT_ONCE);
        ReadQueries(block, kind, first, end, rows);
        for (uint32_t start = first; start < end; start += LANES) {
            SiftCoplanar(block, start, rows, &single, &several, zeros);
        }
    }
    PadWaiting(&single);
    PadWaiting(&several);
    DecideSingle(block, kind, &single, rows, zeros);
    DecideSeveral(block, kind, &several, rows, zeros);
}

SV_DEVICE void SV_KERNEL(ccdSingleVertexFace)(svCcdBlock* block, svCcdZeros* zeros) {
    FilterSingle(block, SV_VERTEX_FACE, zeros);
}

SV_DEVICE void SV_KERNEL(ccdSingleEdgeEdge)(svCcdBlock* block, svCcdZeros* zeros) {
    FilterSingle(block, SV_EDGE_EDGE, zeros);
}
