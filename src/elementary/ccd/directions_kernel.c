// Culls pairs of moving triangles by separating directions (Zhang and Kim 2012, see directions.h):
// a list of queries in, the survivors out. A kernel: compiled once per instruction set
// (math/target.h).
//
// Error bound. All points are taken relative to one of them: y = x - o, rounded once. A projection
// n.y has a product and two sums more, so with S the largest |y_k| it is off by at most
// 4e |n|_1 S (1 + 4e), e = 2^-53. The difference of two projections must therefore exceed 8e |n|_1
// S; adding the margin to one of them rounds once more, by e |n|_1 S at most: a margin of 10 e
// |n|_1 S pays for that and for its own four roundings. Products too small to be normal numbers are
// off by 2^-1075 each: DBL_MIN is more than all of them together. Below 2^232 nothing overflows;
// larger ones are never culled here.

#include "elementary/ccd/directions.h"

#include "dispatch/kernels.h"
#include "math/wide3.h"

#include <float.h>

#define LANES ((uint32_t)SV_WIDE_LANES)
#define MARGIN (10 * 0x1p-53)
#define LARGEST 0x1p232

// Corners of a, then of b, at t=0 and t=1.
typedef struct Motion {
    svWide3 p[2][6];
    svWide size; // S
    svWideMask bounded;
} Motion;

static inline svWide LargestComponent(svWide3 a) {
    return svWide_Max(svWide_Max(svWide_Abs(a.x), svWide_Abs(a.y)), svWide_Abs(a.z));
}

// Loads the queries list[start], list[start+1], ...; lanes past the last repeat it. Returns the
// mask of the lanes that are queries.
static inline unsigned LoadMotion(const svDirectionBlock* block, uint32_t start, Motion* m) {
    uint32_t ids[6][SV_WIDE_LANES];
    for (uint32_t lane = 0; lane < LANES; ++lane) {
        const uint32_t at = start + lane < block->count ? start + lane : block->count - 1;
        const size_t query = block->first + block->list[at];
        for (uint32_t c = 0; c < 6; ++c) {
            ids[c][lane] =
                block->points == NULL ? (uint32_t)(6 * query + c) : block->points[6 * query + c];
        }
    }
    for (int c = 0; c < 6; ++c) {
        svWide x[2][3];
        svWide_LoadPoints(block->x0, ids[c], x[0]);
        svWide_LoadPoints(block->x1, ids[c], x[1]);
        for (int t = 0; t < 2; ++t) {
            m->p[t][c] = (svWide3){x[t][0], x[t][1], x[t][2]};
        }
    }
    const uint32_t used = block->count - start < LANES ? block->count - start : LANES;
    return (1u << used) - 1;
}

static inline void CenterMotion(Motion* m) {
    const svWide3 origin = m->p[0][3];
    m->size = svWide_Set(0);
    for (int t = 0; t < 2; ++t) {
        for (int c = 0; c < 6; ++c) {
            m->p[t][c] = svWide3_Sub(m->p[t][c], origin);
            m->size = svWide_Max(m->size, LargestComponent(m->p[t][c]));
        }
    }
    m->bounded = svWide_Less(m->size, svWide_Set(LARGEST));
}

static inline svWide Min3(svWide a, svWide b, svWide c) {
    return svWide_Min(svWide_Min(a, b), c);
}

static inline svWide Max3(svWide a, svWide b, svWide c) {
    return svWide_Max(svWide_Max(a, b), c);
}

// Projections of the corners onto a direction.
typedef struct Heights {
    svWide at[2][6];
} Heights;

// Lanes in which the triangles are separated by more than the margin, on the same side at both
// times.
static inline svWideMask GapExceeds(const Heights* heights, svWide margin) {
    svWideMask above[2], below[2];
    for (int t = 0; t < 2; ++t) {
        const svWide* h = heights->at[t];
        above[t] = svWide_Less(Max3(h[3], h[4], h[5]) + margin, Min3(h[0], h[1], h[2]));
        below[t] = svWide_Less(Max3(h[0], h[1], h[2]) + margin, Min3(h[3], h[4], h[5]));
    }
    return svWideMask_Or(svWideMask_And(above[0], above[1]), svWideMask_And(below[0], below[1]));
}

// Comparisons of input coordinates: exact.
static inline svWideMask AxesSeparate(const Motion* m) {
    Heights h[3];
    for (int t = 0; t < 2; ++t) {
        for (int c = 0; c < 6; ++c) {
            h[0].at[t][c] = m->p[t][c].x;
            h[1].at[t][c] = m->p[t][c].y;
            h[2].at[t][c] = m->p[t][c].z;
        }
    }
    const svWide none = svWide_Set(0);
    return svWideMask_Or(GapExceeds(&h[0], none),
                         svWideMask_Or(GapExceeds(&h[1], none), GapExceeds(&h[2], none)));
}

static inline svWideMask DirectionSeparates(const Motion* m, svWide3 n) {
    Heights h;
    for (int t = 0; t < 2; ++t) {
        for (int c = 0; c < 6; ++c) {
            h.at[t][c] = svWide3_Dot(n, m->p[t][c]);
        }
    }
    const svWide length = svWide_Abs(n.x) + svWide_Abs(n.y) + svWide_Abs(n.z);
    const svWide margin = svWide_Set(MARGIN) * (length * m->size) + svWide_Set(DBL_MIN);
    return svWideMask_And(m->bounded, GapExceeds(&h, margin));
}

// Tries the normals of both faces at a time.
static inline svWideMask NormalsSeparate(const Motion* m, int t) {
    const svWide3* p = m->p[t];
    const svWide3 ofB = svWide3_Cross(svWide3_Sub(p[4], p[3]), svWide3_Sub(p[5], p[3]));
    const svWide3 ofA = svWide3_Cross(svWide3_Sub(p[1], p[0]), svWide3_Sub(p[2], p[0]));
    return svWideMask_Or(DirectionSeparates(m, ofB), DirectionSeparates(m, ofA));
}

static inline svWide3 BetweenCenters(const svWide3 p[6]) {
    return svWide3_Sub(svWide3_Add(svWide3_Add(p[0], p[1]), p[2]),
                       svWide3_Add(svWide3_Add(p[3], p[4]), p[5]));
}

static inline svWideMask CentersSeparate(const Motion* m) {
    const svWide3 d0 = BetweenCenters(m->p[0]), d1 = BetweenCenters(m->p[1]);
    return svWideMask_Or(DirectionSeparates(m, svWide3_Add(d0, d1)),
                         svWideMask_Or(DirectionSeparates(m, d0), DirectionSeparates(m, d1)));
}

// Tries cross products of edges at t=0, until all of `lanes` are separated. (Those at t=1 separate
// so few more that testing the features of the rest is as fast.)
static inline unsigned EdgesSeparate(const Motion* m, unsigned lanes) {
    const svWide3* p = m->p[0];
    unsigned separated = 0;
    for (int i = 0; i < 3; ++i) {
        const svWide3 u = svWide3_Sub(p[(i + 1) % 3], p[i]);
        for (int j = 0; j < 3; ++j) {
            const svWide3 w = svWide3_Sub(p[3 + (j + 1) % 3], p[3 + j]);
            separated |= svWideMask_Bits(DirectionSeparates(m, svWide3_Cross(u, w)));
            if ((lanes & ~separated) == 0) {
                return lanes;
            }
        }
    }
    return separated & lanes;
}

// Tries one kind of svDirections; all but the axes need the motion centred.
static inline unsigned KindSeparates(int kind, const Motion* m, unsigned lanes) {
    switch (kind) {
    case 0:
        return lanes & svWideMask_Bits(AxesSeparate(m));
    case 1:
        return lanes & svWideMask_Bits(NormalsSeparate(m, 0));
    case 2:
        return lanes & svWideMask_Bits(NormalsSeparate(m, 1));
    case 3:
        return lanes & svWideMask_Bits(CentersSeparate(m));
    default:
        return EdgesSeparate(m, lanes);
    }
}

// Tries the kinds from `begin` to `end` on one load of the points, until all lanes are culled.
static inline void CullByKinds(svDirectionBlock* block, int begin, int end) {
    uint32_t kept = 0;
    for (uint32_t start = 0; start < block->count; start += LANES) {
        Motion m;
        unsigned left = LoadMotion(block, start, &m);
        for (int kind = begin; kind < end && left != 0; ++kind) {
            if (kind == 1 || (kind > 1 && kind == begin)) {
                CenterMotion(&m);
            }
            if ((block->directions >> kind & 1) != 0) {
                const unsigned culled = KindSeparates(kind, &m, left);
                block->separated[kind] += (uint32_t)__builtin_popcount(culled);
                left &= ~culled;
            }
        }
        for (; left != 0; left &= left - 1) {
            block->list[kept++] = block->list[start + (uint32_t)__builtin_ctz(left)];
        }
    }
    block->count = kept;
}

// Three passes, the list compacted in between: lanes stay full for the expensive directions.
void SV_KERNEL(separateTriangles)(svDirectionBlock* block) {
    for (int kind = 0; kind < SV_DIRECTION_KINDS; ++kind) {
        block->separated[kind] = 0;
    }
    CullByKinds(block, 0, 2);
    CullByKinds(block, 2, 4);
    CullByKinds(block, 4, 5);
}
