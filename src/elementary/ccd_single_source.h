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

// Queries with the rows that belong to them, and room for a last group.
typedef struct Rest {
    uint32_t count;
    uint32_t query[SV_CCD_BLOCK];
    svCcdRows rows[SV_CCD_BLOCK + SV_WIDE_LANES];
} Rest;

static inline void Keep(const Rest* from, uint32_t start, unsigned lanes, Rest* to) {
    for (; lanes != 0; lanes &= lanes - 1) {
        const uint32_t at = start + (uint32_t)__builtin_ctz(lanes);
        to->query[to->count] = from->query[at];
        if (to != from || at != to->count) {
            memcpy(&to->rows[to->count], &from->rows[at], sizeof(to->rows[0]));
        }
        ++to->count;
    }
}

// Fills the last group up with repetitions.
static inline void Pad(Rest* rest) {
    for (uint32_t i = 0; rest->count > 0 && i < LANES; ++i) {
        memcpy(&rest->rows[rest->count + i], &rest->rows[rest->count - 1], sizeof(rest->rows[0]));
    }
}

// Stage 1: coplanarity.
static inline void KeepCoplanar(svCcdBlock* block, svPairKind kind, Rest* rest) {
    rest->count = 0;
    for (uint32_t start = 0; start < block->count; start += LANES) {
        const uint32_t used = block->count - start < LANES ? block->count - start : LANES;
        // Read to where they stay if they do.
        svCcdRows* group = rest->rows + rest->count;
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
        for (unsigned left = lanes & ~aside; left != 0; left &= left - 1) {
            const uint32_t lane = (uint32_t)__builtin_ctz(left);
            if (rest->rows + rest->count != &group[lane]) {
                memcpy(&rest->rows[rest->count], &group[lane], sizeof(*group));
            }
            rest->query[rest->count++] = start + lane;
        }
    }
    Pad(rest);
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

static inline void Append(const uint32_t* queries, unsigned lanes, svCcdLeft* left) {
    for (; lanes != 0; lanes &= lanes - 1) {
        left->queries[left->count++] = queries[__builtin_ctz(lanes)];
    }
}

// Stage 2: the weights over the whole step. In place: what remains moves to the front.
// Returns how many have coordinates that are too large for this pass, in `unbounded`.
static inline uint32_t Locate(svCcdBlock* block, svPairKind kind, Rest* rest, Rest* single,
                              uint32_t* unbounded) {
    uint32_t unboundedCount = 0;
    const uint32_t count = rest->count;
    rest->count = 0;
    for (uint32_t start = 0; start < count; start += LANES) {
        Group g;
        MakeGroup(rest->rows + start, kind, count - start, &g);
        const svCcdPlace place = svCcd_Locate(g.weights, kind);
        const unsigned outside = g.bounded & svWideMask_Bits(place.outside);
        block->outside += CountBits(outside);
        const unsigned one = g.bounded & ~outside & svWideMask_Bits(svCcd_HasOneZero(&g.cubic));
        Keep(rest, start, one, single);
        for (unsigned lanes = g.lanes & ~g.bounded; lanes != 0; lanes &= lanes - 1) {
            unbounded[unboundedCount++] = rest->query[start + (uint32_t)__builtin_ctz(lanes)];
        }
        Keep(rest, start, g.bounded & ~outside & ~one, rest);
    }
    return unboundedCount;
}

// Stage 3: the weights around each zero. `pieces` as in ccd_kernel_source.h.
static inline void DecideZeros(svCcdBlock* block, svPairKind kind, Rest* rest, int pieces,
                               svCcdLeft* left) {
    Pad(rest);
    for (uint32_t start = 0; start < rest->count; start += LANES) {
        Group g;
        MakeGroup(rest->rows + start, kind, rest->count - start, &g);
        svWide ends[4] = {svWide_Set(0), svWide_Set(1), svWide_Set(1), svWide_Set(1)};
        if (pieces > 1) {
            svCcd_CriticalPoints(&g.cubic, ends + 1);
        }
        unsigned missed = g.lanes;
        for (int i = 0; i < pieces && missed != 0; ++i) {
            const svCcdPiece piece =
                svCcd_DecidePiece(&g.cubic, g.weights, kind, ends[i], ends[i + 1]);
            missed &= svWideMask_Bits(piece.no);
        }
        block->missed += CountBits(missed);
        Append(rest->query + start, g.lanes & ~missed, left);
    }
}

// Inlined into both kernels below, so that the kind is a constant throughout.
static inline __attribute__((always_inline)) void Run(svCcdBlock* block, svPairKind kind,
                                                      svCcdLeft* left) {
    Rest rest, single;
    uint32_t unbounded[SV_CCD_BLOCK];
    single.count = left->count = 0;
    KeepCoplanar(block, kind, &rest);
    const uint32_t unboundedCount = Locate(block, kind, &rest, &single, unbounded);
    DecideZeros(block, kind, &single, 1, left);
    left->singleCount = left->count;
    DecideZeros(block, kind, &rest, 3, left);
    for (uint32_t i = 0; i < unboundedCount; ++i) {
        left->queries[left->count++] = unbounded[i];
    }
}

void KERNEL(svCcdSingle_VertexFace)(svCcdBlock* block, svCcdLeft* left) {
    Run(block, SV_VERTEX_FACE, left);
}

void KERNEL(svCcdSingle_EdgeEdge)(svCcdBlock* block, svCcdLeft* left) {
    Run(block, SV_EDGE_EDGE, left);
}
