// A pair of leaves in the filter of triangles, its candidate lists and queues, and what the tests
// of pairs with no, one and two common vertices share (triangle_filter.h).
#ifndef SELVAGE_FILTER_TRIANGLE_FILTER_PAIR_H
#define SELVAGE_FILTER_TRIANGLE_FILTER_PAIR_H

#include "filter/cell_bounds.h"
#include "filter/triangle_filter.h"

typedef struct TriangleLeafPair {
    const LeafSide *a, *b;
    float reach; // R of leaf_pair.h, rounded up
    Limits limits;
    // Common vertices. Of vertex i of a: the triangles of b at it, if it is a vertex of b with a
    // spread star; and if it is one without, those and which vertex of b it is. None else.
    bool common, sharing; // there are any; there are some whose star is not spread
    uint8_t sharedVertex[SV_WIDTH];
    uint16_t besideFaces[SV_WIDTH], sharedFaces[SV_WIDTH];
} TriangleLeafPair;

// What the tests need of a: vertices and corners in the frame of b.
typedef struct Moved {
    _Alignas(64) float x[3][SV_WIDTH];
    float start[3][SV_WIDTH];
} Moved;

static inline void MovePoints(const LeafSide* side, svTable3 from, float to[3][SV_WIDTH]) {
    for (int k = 0; k < 3; ++k) {
        const svFloats move = svFloats_Set(side->toOther[k]);
        for (int c = 0; c < SV_WIDTH; c += LANES) {
            svFloats_Store(to[k] + c, svFloats_Load(from[k] + c) - move);
        }
    }
}

// ---- queues ----------------------------------------------------------------------------------

static inline void QueueTriangles(svTriangleQueue* queue, const TriangleLeafPair* pair, uint32_t i,
                                  uint32_t j) {
    const svLeaf *a = pair->a->leaf, *b = pair->b->leaf;
    const uint32_t faceA = a->faces[i], faceB = b->faces[j];
    const uint32_t first = faceA < faceB ? 0 : 1;
    const uint32_t at = queue->count++;
    queue->faces[first][at] = faceA;
    queue->faces[1 - first][at] = faceB;
    for (uint32_t corner = 0; corner < 3; ++corner) {
        queue->vertices[3 * first + corner][at] = a->vertices[a->faceVertices[corner][i]];
        queue->vertices[3 - 3 * first + corner][at] = b->vertices[b->faceVertices[corner][j]];
    }
}

// Pads the last group of lanes with a valid pair: lane 0.
static inline void PadCandidates(Candidates* list) {
    memset(list->row + list->count, 0, LANES);
    memset(list->lane + list->count, 0, LANES);
}

// Vertices of a list of pairs, packed a byte each.
typedef struct Words {
    _Alignas(64) uint32_t of[2][LIST_CAPACITY];
} Words;

static inline void PadWords(Words* words, uint32_t count) {
    memset(words->of[0] + count, 0, LANES * sizeof(uint32_t));
    memset(words->of[1] + count, 0, LANES * sizeof(uint32_t));
}

typedef struct Lists {
    Candidates apart, corner, hinge; // no common vertex, one, two
} Lists;

// The bits of a group of lanes that starts at `first`.
static inline uint32_t GroupLanes(const Candidates* list, uint32_t first) {
    const uint32_t used = list->count - first;
    return FirstLanes(used < LANES ? used : LANES);
}

// Queues the candidates from `first` on that are among the bits `left`.
static inline void QueueRemaining(svTriangleQueue* queue, const TriangleLeafPair* pair,
                                  const Candidates* list, uint32_t first, uint32_t left) {
    for (left &= GroupLanes(list, first); left != 0; left &= left - 1) {
        const uint32_t at = first + (uint32_t)__builtin_ctz(left);
        QueueTriangles(queue, pair, list->row[at], list->lane[at]);
    }
}

// Keeps of a list the lanes `left` of the group from p on, in `rest`.
static inline void KeepRemaining(const Candidates* list, uint32_t p, uint32_t left,
                                 Candidates* rest) {
    for (left &= GroupLanes(list, p); left != 0; left &= left - 1) {
        const uint32_t at = p + (uint32_t)__builtin_ctz(left);
        rest->row[rest->count] = list->row[at];
        rest->lane[rest->count++] = list->lane[at];
    }
}

// ---- pairs of triangles -----------------------------------------------------------------------

// Bounds of errors for a pair of leaves. Sides are at most l in each component, differences of any
// two points at most r, all off by d = 4 u R.
//   triple: a determinant of two sides and a difference, six products: off by 6 d (l l + 2 l r),
//           and by at most six roundings in each product: 36 u l l r; 64 to pay for the sums below
//   hinge:  see RemainHinge
//   axis:   see SeparatedAlong
typedef struct Errors {
    svFloats triple, axis, hinge;
    svFloats inverse; // of l
} Errors;

static inline Errors ErrorsOf(const TriangleLeafPair* pair) {
    const float larger = pair->a->motion->side > pair->b->motion->side ? pair->a->motion->side
                                                                       : pair->b->motion->side;
    const float d = 4 * UNIT * pair->reach;
    const float l = (larger + d) * (1 + 0x1p-20f), r = pair->reach + l;
    return (Errors){
        .triple = svFloats_Set(6 * d * (l * l + 2 * l * r) * (1 + 0x1p-20f) +
                               64 * UNIT * (l * l * r) + TINY),
        .axis = svFloats_Set(32 * UNIT * pair->reach),
        .hinge = svFloats_Set(50 * d * l + 160 * UNIT * (l * l) + TINY),
        .inverse = svFloats_Set(1 / l),
    };
}

// Two triangles by their sides from corner 0, and q from corner 0 of a to that of b.
typedef struct Triangles {
    svFloats3 u1, u2, w1, w2, q;
} Triangles;

static inline svFloats Min0(svFloats x, svFloats y) {
    return svFloats_Min(svFloats_Min(x, y), svFloats_Set(0));
}

static inline svFloats Max0(svFloats x, svFloats y) {
    return svFloats_Max(svFloats_Max(x, y), svFloats_Set(0));
}

// The determinants that all separating axes are made of.
typedef struct Determinants {
    svFloats3 normalA, normalB;
    svFloats a0, a1, a2; // normalA times q, w1, w2
    svFloats b0, b1, b2; // normalB times q, u1, u2
    // The heights of b over the plane of a: the least and the greatest.
    svFloats least, most;
} Determinants;

static inline void SetDeterminants(const Triangles* t, Determinants* d) {
    d->normalA = svFloats3_Cross(t->u1, t->u2);
    d->normalB = svFloats3_Cross(t->w1, t->w2);
    d->a0 = svFloats3_Dot(d->normalA, t->q);
    d->a1 = svFloats3_Dot(d->normalA, t->w1);
    d->a2 = svFloats3_Dot(d->normalA, t->w2);
    d->b0 = svFloats3_Dot(d->normalB, t->q);
    d->b1 = svFloats3_Dot(d->normalB, t->u1);
    d->b2 = svFloats3_Dot(d->normalB, t->u2);
}

static inline Triangles LoadTriangles(const TriangleLeafPair* pair, const Moved* moved,
                                      const Candidates* list, uint32_t first) {
    const svTriangleTables *ta = pair->a->triangles, *tb = pair->b->triangles;
    const svLanes i = svLanes_Load(list->row + first), j = svLanes_Load(list->lane + first);
    return (Triangles){
        .u1 = svFloats3_Lookup(ta->side1, i),
        .u2 = svFloats3_Lookup(ta->side2, i),
        .w1 = svFloats3_Lookup(tb->side1, j),
        .w2 = svFloats3_Lookup(tb->side2, j),
        .q = svFloats3_Sub(svFloats3_Lookup(tb->start, j),
                           svFloats3_Lookup((svTable3)moved->start, i)),
    };
}

// ---- vertices that are shared ------------------------------------------------------------------

// Which of three bytes is equal to `value`: 8 times its number, 24 if none is. The lowest byte that
// is zero in the exclusive or is the first to borrow when one is taken from each.
static inline uint32_t ByteOf(uint64_t bytes, uint32_t value) {
    const uint32_t zero = (uint32_t)bytes ^ value * 0x010101u;
    const uint32_t borrows = (zero - 0x010101u) & ~zero & 0x808080u;
    return (uint32_t)__builtin_ctz(borrows | 1u << 31) & ~7u;
}

// The vertices of b that the corners of a triangle of a are, in the order of `corners`; SV_WIDTH
// for one that is none.
static inline uint64_t SharedCorners(const TriangleLeafPair* pair, uint32_t row) {
    const uint64_t corners = pair->a->triangles->corners[row];
    const uint64_t s0 = pair->sharedVertex[corners & 0xff];
    const uint64_t s1 = pair->sharedVertex[corners >> 8 & 0xff];
    const uint64_t s2 = pair->sharedVertex[corners >> 16 & 0xff];
    return s0 | s1 << 8 | s2 << 16 | s0 << 24 | s1 << 32;
}

#endif
