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

// A group of lanes between the steps of stage 2.
typedef struct Group {
    unsigned lanes;   // what is left of them
    unsigned bounded; // those whose error bounds hold
    unsigned single;  // those of both that certainly have exactly one zero
    svCcdCubic cubic;
    svCcdWeights weights[3];
} Group;

// The weights over the whole step.
static inline void Locate(svCcdBlock* block, svPairKind kind, const svCcdRows* rows, uint32_t count,
                          Group* group) {
    svCcdVectors v;
    LoadVectors(rows, &v);
    svCcd_Cubic(&v, &group->cubic);
    for (int k = 0; k < 3; ++k) {
        svCcd_Weights(&v, kind, k, &group->weights[k]);
    }
    const unsigned lanes = (unsigned)((1ull << (count < LANES ? count : LANES)) - 1);
    const unsigned bounded = lanes & svWideMask_Bits(svCcd_Bounded(&v));
    const svCcdPlace place = svCcd_Locate(group->weights, kind);
    const unsigned outside = bounded & svWideMask_Bits(place.outside);
    block->outside += CountBits(outside);
    group->lanes = lanes & ~outside;
    group->bounded = bounded;
    group->single = bounded & ~outside & svWideMask_Bits(svCcd_HasOneZero(&group->cubic));
}

// Those of the lanes whose cubic certainly has no zero between its critical points either.
static inline unsigned WithoutZero(const svCcdCubic* cubic, unsigned lanes) {
    svWide ends[4] = {svWide_Set(0), svWide_Set(1), svWide_Set(1), svWide_Set(1)};
    svCcd_CriticalPoints(cubic, ends + 1);
    for (int i = 0; i < 3 && lanes != 0; ++i) {
        const svCcdCubic part = svCcd_Restrict(cubic, ends[i], ends[i + 1]);
        lanes &= svWideMask_Bits(svCcd_NeverCoplanar(&part));
    }
    return lanes;
}

// Stage 2: the weights over the whole step and, where there is exactly one zero, those around it.
// Several groups go abreast.
static inline void DecideWeights(svCcdBlock* block, svPairKind kind, const Rest* rest,
                                 svCcdLeft* left) {
    for (uint32_t start = 0; start < rest->count; start += SV_CCD_ABREAST * LANES) {
        Group g[SV_CCD_ABREAST];
        svCcdSolver solvers[SV_CCD_ABREAST];
        int groups = 0;
        for (; groups < SV_CCD_ABREAST; ++groups) {
            const uint32_t at = start + (uint32_t)groups * LANES;
            if (at >= rest->count) {
                break;
            }
            Locate(block, kind, rest->rows + at, rest->count - at, &g[groups]);
            svCcd_StartSolver(g[groups].cubic.b, svCcd_HasOneZero(&g[groups].cubic),
                              &solvers[groups]);
        }
        svCcd_ApproximateZeros(solvers, groups);
        for (int i = 0; i < groups; ++i) {
            svCcdPiece piece = svCcd_StartPiece(&g[i].cubic, svWide_Set(0), svWide_Set(1));
            svCcd_DecideZero(&g[i].cubic, &g[i].cubic, g[i].weights, kind, &solvers[i], &piece);
            const unsigned several = g[i].bounded & g[i].lanes & ~g[i].single;
            const unsigned missed = (g[i].single & svWideMask_Bits(piece.no)) |
                                    (several != 0 ? WithoutZero(&g[i].cubic, several) : 0);
            block->missed += CountBits(missed);
            const uint32_t* queries = rest->query + start + (uint32_t)i * LANES;
            for (unsigned kept = g[i].lanes & ~missed; kept != 0; kept &= kept - 1) {
                left->queries[left->count++] = queries[__builtin_ctz(kept)];
            }
        }
    }
}

// Inlined into both kernels below, so that the kind is a constant throughout.
static inline __attribute__((always_inline)) void Run(svCcdBlock* block, svPairKind kind,
                                                      svCcdLeft* left) {
    Rest rest;
    left->count = 0;
    KeepCoplanar(block, kind, &rest);
    DecideWeights(block, kind, &rest, left);
}

void KERNEL(svCcdSingle_VertexFace)(svCcdBlock* block, svCcdLeft* left) {
    Run(block, SV_VERTEX_FACE, left);
}

void KERNEL(svCcdSingle_EdgeEdge)(svCcdBlock* block, svCcdLeft* left) {
    Run(block, SV_EDGE_EDGE, left);
}
