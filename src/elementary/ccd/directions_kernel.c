// The separating directions (see directions.h). A kernel: compiled once per instruction set
// (math/target.h).
//
// Error bound. All points are taken relative to one of them: y = x - o, rounded once. A projection
// n.y has a product and two sums more, so with S the largest |y_k| it is off by at most
// 4e |n|_1 S (1 + 4e), e = 2^-53. The difference of two projections must therefore exceed 8e |n|_1
// S; adding the margin to one of them rounds once more, by e |n|_1 S at most: a margin of 10 e
// |n|_1 S pays for that and for its own four roundings. Products too small to be normal numbers are
// off by 2^-1075 each: DBL_MIN is more than all of them together. Below 2^232 nothing overflows;
// larger ones are not separated here.

#include "elementary/ccd/directions.h"

#include "dispatch/kernels.h"
#include "math/wide.h"

#include <float.h>

#define LANES ((uint32_t)SV_WIDE_LANES)
#define MARGIN (10 * 0x1p-53)
#define LARGEST 0x1p232

typedef struct Wide3 {
    svWide x, y, z;
} Wide3;

// Corners of a, then of b, at t=0 and t=1.
typedef struct Motion {
    Wide3 p[2][6];
    svWide size; // S
    svWideMask bounded;
} Motion;

static inline Wide3 Sub(Wide3 a, Wide3 b) {
    return (Wide3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline Wide3 Add(Wide3 a, Wide3 b) {
    return (Wide3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline svWide Dot(Wide3 a, Wide3 b) {
    return svWide_MulAdd(a.z, b.z, svWide_MulAdd(a.y, b.y, a.x * b.x));
}

static inline Wide3 Cross(Wide3 a, Wide3 b) {
    return (Wide3){svWide_MulSub(a.z, b.y, a.y * b.z), svWide_MulSub(a.x, b.z, a.z * b.x),
                   svWide_MulSub(a.y, b.x, a.x * b.y)};
}

static inline svWide Largest(Wide3 a) {
    return svWide_Max(svWide_Max(svWide_Abs(a.x), svWide_Abs(a.y)), svWide_Abs(a.z));
}

// Loads the queries list[start], list[start+1], ...; lanes past the last repeat it. Returns the
// mask of the lanes that are queries.
static inline unsigned Load(const svDirectionBlock* block, uint32_t start, Motion* m) {
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
            m->p[t][c] = (Wide3){x[t][0], x[t][1], x[t][2]};
        }
    }
    const uint32_t used = block->count - start < LANES ? block->count - start : LANES;
    return (1u << used) - 1;
}

static inline void Center(Motion* m) {
    const Wide3 origin = m->p[0][3];
    m->size = svWide_Set(0);
    for (int t = 0; t < 2; ++t) {
        for (int c = 0; c < 6; ++c) {
            m->p[t][c] = Sub(m->p[t][c], origin);
            m->size = svWide_Max(m->size, Largest(m->p[t][c]));
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

// Of the corners, along some direction.
typedef struct Heights {
    svWide at[2][6];
} Heights;

// Lanes in which there is more than the margin between the triangles, on the same side at both
// times.
static inline svWideMask Apart(const Heights* heights, svWide margin) {
    svWideMask above[2], below[2];
    for (int t = 0; t < 2; ++t) {
        const svWide* h = heights->at[t];
        above[t] = svWide_Less(Max3(h[3], h[4], h[5]) + margin, Min3(h[0], h[1], h[2]));
        below[t] = svWide_Less(Max3(h[0], h[1], h[2]) + margin, Min3(h[3], h[4], h[5]));
    }
    return svWideMask_Or(svWideMask_And(above[0], above[1]), svWideMask_And(below[0], below[1]));
}

// Comparisons of what was given: exact.
static inline svWideMask ApartOnAxes(const Motion* m) {
    Heights h[3];
    for (int t = 0; t < 2; ++t) {
        for (int c = 0; c < 6; ++c) {
            h[0].at[t][c] = m->p[t][c].x;
            h[1].at[t][c] = m->p[t][c].y;
            h[2].at[t][c] = m->p[t][c].z;
        }
    }
    const svWide none = svWide_Set(0);
    return svWideMask_Or(Apart(&h[0], none), svWideMask_Or(Apart(&h[1], none), Apart(&h[2], none)));
}

static inline svWideMask ApartAlong(const Motion* m, Wide3 n) {
    Heights h;
    for (int t = 0; t < 2; ++t) {
        for (int c = 0; c < 6; ++c) {
            h.at[t][c] = Dot(n, m->p[t][c]);
        }
    }
    const svWide length = svWide_Abs(n.x) + svWide_Abs(n.y) + svWide_Abs(n.z);
    const svWide margin = svWide_Set(MARGIN) * (length * m->size) + svWide_Set(DBL_MIN);
    return svWideMask_And(m->bounded, Apart(&h, margin));
}

// The normals of both faces at a time.
static inline svWideMask ApartByNormals(const Motion* m, int t) {
    const Wide3* p = m->p[t];
    const Wide3 ofB = Cross(Sub(p[4], p[3]), Sub(p[5], p[3]));
    const Wide3 ofA = Cross(Sub(p[1], p[0]), Sub(p[2], p[0]));
    return svWideMask_Or(ApartAlong(m, ofB), ApartAlong(m, ofA));
}

static inline Wide3 BetweenCenters(const Wide3 p[6]) {
    return Sub(Add(Add(p[0], p[1]), p[2]), Add(Add(p[3], p[4]), p[5]));
}

static inline svWideMask ApartByCenters(const Motion* m) {
    const Wide3 d0 = BetweenCenters(m->p[0]), d1 = BetweenCenters(m->p[1]);
    return svWideMask_Or(ApartAlong(m, Add(d0, d1)),
                         svWideMask_Or(ApartAlong(m, d0), ApartAlong(m, d1)));
}

// Perpendicular to an edge of each, at t=0; ends as soon as all of `lanes` are apart. (Those at t=1
// separate so few more that the features of the rest are tested as quickly.)
static inline unsigned ApartByEdges(const Motion* m, unsigned lanes) {
    const Wide3* p = m->p[0];
    unsigned apart = 0;
    for (int i = 0; i < 3; ++i) {
        const Wide3 u = Sub(p[(i + 1) % 3], p[i]);
        for (int j = 0; j < 3; ++j) {
            const Wide3 w = Sub(p[3 + (j + 1) % 3], p[3 + j]);
            apart |= svWideMask_Bits(ApartAlong(m, Cross(u, w)));
            if ((lanes & ~apart) == 0) {
                return lanes;
            }
        }
    }
    return apart & lanes;
}

// By a kind of svDirections; all but the axes need the motion centred.
static inline unsigned ApartBy(int kind, const Motion* m, unsigned lanes) {
    switch (kind) {
    case 0:
        return lanes & svWideMask_Bits(ApartOnAxes(m));
    case 1:
        return lanes & svWideMask_Bits(ApartByNormals(m, 0));
    case 2:
        return lanes & svWideMask_Bits(ApartByNormals(m, 1));
    case 3:
        return lanes & svWideMask_Bits(ApartByCenters(m));
    default:
        return ApartByEdges(m, lanes);
    }
}

// The kinds from `begin` to `end` on one load of the points, until no lane is left.
static inline void Pass(svDirectionBlock* block, int begin, int end) {
    uint32_t kept = 0;
    for (uint32_t start = 0; start < block->count; start += LANES) {
        Motion m;
        unsigned left = Load(block, start, &m);
        for (int kind = begin; kind < end && left != 0; ++kind) {
            if (kind == 1 || (kind > 1 && kind == begin)) {
                Center(&m);
            }
            if ((block->directions >> kind & 1) != 0) {
                const unsigned apart = ApartBy(kind, &m, left);
                block->separated[kind] += (uint32_t)__builtin_popcount(apart);
                left &= ~apart;
            }
        }
        for (; left != 0; left &= left - 1) {
            block->list[kept++] = block->list[start + (uint32_t)__builtin_ctz(left)];
        }
    }
    block->count = kept;
}

// Between the passes the list closes up, so that lanes stay full where directions are dear.
void SV_KERNEL(separateTriangles)(svDirectionBlock* block) {
    for (int kind = 0; kind < SV_DIRECTION_KINDS; ++kind) {
        block->separated[kind] = 0;
    }
    Pass(block, 0, 2);
    Pass(block, 2, 4);
    Pass(block, 4, 5);
}
