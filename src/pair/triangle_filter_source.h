// The source of the filter of triangle pairs (see triangle_filter.h). A file per instruction set
// chooses a floats header, defines KERNEL(name) and includes this one.

#include "pair/triangle_filter.h"
#include "pair/wide_vector.h"

#include <string.h>

#define LANES SV_FLOAT_LANES
#define ALL_LANES 0xffffu
#define TINY 0x1p-126f
#define UNIT 0x1p-24f

// ---- tables ----------------------------------------------------------------------------------

static inline void UnpackFaces(const svLeaf* leaf, const svLeafMotion* motion,
                               svTriangleTables* t) {
    for (int c = 0; c < SV_WIDTH; c += LANES) {
        const svLanes corner0 = svLanes_Load(leaf->faceVertices[0] + c);
        const svLanes corner1 = svLanes_Load(leaf->faceVertices[1] + c);
        const svLanes corner2 = svLanes_Load(leaf->faceVertices[2] + c);
        for (int k = 0; k < 3; ++k) {
            const float* x = motion->x[k];
            const svFloats x0 = svFloats_Lookup(x, corner0), x1 = svFloats_Lookup(x, corner1);
            const svFloats x2 = svFloats_Lookup(x, corner2);
            svFloats_Store(t->start[k] + c, x0);
            svFloats_Store(t->side1[k] + c, x1 - x0);
            svFloats_Store(t->side2[k] + c, x2 - x0);
            svFloats_Store(t->lower[k] + c, svFloats_Min(x0, svFloats_Min(x1, x2)));
            svFloats_Store(t->upper[k] + c, svFloats_Max(x0, svFloats_Max(x1, x2)));
        }
    }
}

static inline void UnpackIncidence(const svLeaf* leaf, svTriangleTables* t) {
    uint32_t repeating = 0;
    memset(t->vertexFaces, 0, sizeof(t->vertexFaces));
    for (int f = 0; f < leaf->faceCount; ++f) {
        const uint16_t bit = (uint16_t)(1u << f);
        const uint64_t v0 = leaf->faceVertices[0][f], v1 = leaf->faceVertices[1][f];
        const uint64_t v2 = leaf->faceVertices[2][f];
        t->vertexFaces[v0] |= bit;
        t->vertexFaces[v1] |= bit;
        t->vertexFaces[v2] |= bit;
        t->corners[f] = v0 | v1 << 8 | v2 << 16 | v0 << 24 | v1 << 32 | (v0 ^ v1 ^ v2) << 40;
        repeating |= (uint32_t)((v0 == v1) | (v1 == v2) | (v2 == v0)) << f;
    }
    t->repeating = (uint16_t)repeating;
    t->firstVertex = t->lastVertex = leaf->vertices[0];
    for (int v = 1; v < SV_WIDTH; ++v) {
        const uint32_t vertex = leaf->vertices[v];
        t->firstVertex = vertex < t->firstVertex ? vertex : t->firstVertex;
        t->lastVertex = vertex > t->lastVertex ? vertex : t->lastVertex;
    }
}

// ---- a pair of leaves ------------------------------------------------------------------------

// One leaf of a pair. `faces` are the lanes that are still in question.
typedef struct Side {
    uint32_t index;
    const svLeaf* leaf;
    const svLeafMotion* motion;
    const svTriangleTables* tables;
    float toOther[3]; // the other leaf's centre minus this one's
    uint32_t faces;
} Side;

typedef struct Pair {
    Side a, b;
    float reach;  // R of ccd_filter.h, rounded up
    float margin; // of boxes
    // Of vertex i of a: which vertex of b it is, and the triangles of b at it; none where it is no
    // vertex of b.
    bool sharing;
    uint8_t sharedVertex[SV_WIDTH];
    uint16_t sharedFaces[SV_WIDTH];
} Pair;

static inline uint32_t FirstLanes(uint32_t count) {
    return (1u << count) - 1;
}

static inline uint32_t CountLanes(uint32_t lanes) {
    return (uint32_t)__builtin_popcount(lanes);
}

static inline void SetSide(svTriangleFilter* filter, uint32_t leaf, Side* side) {
    side->index = leaf;
    side->leaf = &filter->leaves[leaf];
    side->motion = &filter->motions[leaf];
    side->faces = FirstLanes(side->leaf->faceCount);
}

static inline void SetOffsets(Pair* pair) {
    const svLeafMotion *a = pair->a.motion, *b = pair->b.motion;
    float largest = 0;
    for (int k = 0; k < 3; ++k) {
        const float offset = (float)(b->center[k] - a->center[k]);
        pair->a.toOther[k] = offset;
        pair->b.toOther[k] = -offset;
        const float magnitude = __builtin_fabsf(offset);
        largest = magnitude > largest ? magnitude : largest;
    }
    pair->reach = (a->size + b->size + largest) * (1 + 0x1p-20f) + TINY;
    pair->margin = 4 * UNIT * pair->reach; // a coordinate moved into the other frame
}

static inline const svTriangleTables* Unpack(svTriangleFilter* filter, uint32_t leaf,
                                             uint32_t slot) {
    svTriangleTables* tables = &filter->tables[slot];
    if (filter->tags[slot] != leaf) {
        filter->tags[slot] = leaf;
        UnpackFaces(&filter->leaves[leaf], &filter->motions[leaf], tables);
        UnpackIncidence(&filter->leaves[leaf], tables);
    }
    return tables;
}

// The tables of both; where they would share a slot, one has the spare one.
static inline void SetTables(svTriangleFilter* filter, Side* a, Side* b) {
    const uint32_t slotA = a->index % SV_TRIANGLE_TABLE_CACHE;
    const uint32_t slotB = b->index % SV_TRIANGLE_TABLE_CACHE;
    a->tables = Unpack(filter, a->index, slotA);
    b->tables = Unpack(filter, b->index,
                       slotA == slotB && a->index != b->index ? SV_TRIANGLE_TABLE_CACHE : slotB);
}

// ---- slabs -----------------------------------------------------------------------------------

// The vertices of `side` that lie above, and those that lie below, all of the other leaf along the
// other leaf's normal. A projection is off by sqrt(3) times the error of the coordinates, and by
// four roundings of sums up to sqrt(3) R: 24 u R.
static inline void SlabSides(const Pair* pair, const Side* side, const Side* other, uint32_t* above,
                             uint32_t* below) {
    const float* n = other->motion->normal[0];
    const float(*x)[SV_WIDTH] = side->motion->x;
    const float* move = side->toOther;
    const float error = 24 * UNIT * pair->reach + TINY;
    const svFloats upper = svFloats_Set(other->motion->slabUpper[0] + error);
    const svFloats lower = svFloats_Set(other->motion->slabLower[0] - error);
    const svFloats3 normal = {svFloats_Set(n[0]), svFloats_Set(n[1]), svFloats_Set(n[2])};
    uint32_t up = 0, down = 0;
    for (int c = 0; c < SV_WIDTH; c += LANES) {
        const svFloats3 at = {svFloats_Load(x[0] + c) - svFloats_Set(move[0]),
                              svFloats_Load(x[1] + c) - svFloats_Set(move[1]),
                              svFloats_Load(x[2] + c) - svFloats_Set(move[2])};
        const svFloats height = svFloats3_Dot(normal, at);
        up |= svFloatsMask_Bits(svFloats_Less(upper, height)) << c;
        down |= svFloatsMask_Bits(svFloats_Less(height, lower)) << c;
    }
    *above = up;
    *below = down;
}

// Drops the triangles whose vertices are all in `outside`.
static inline void DropFaces(Side* side, uint32_t outside) {
    const uint8_t(*corners)[SV_WIDTH] = side->leaf->faceVertices;
    side->faces &= ~(svBits_Lookup(outside, corners[0]) & svBits_Lookup(outside, corners[1]) &
                     svBits_Lookup(outside, corners[2]));
}

// False if a slab separates the leaves. Drops the triangles that one separates from all of the
// other.
static inline bool CrossSlabs(svTriangleFilter* filter, Pair* pair) {
    uint32_t upA, downA, upB, downB;
    SlabSides(pair, &pair->b, &pair->a, &upB, &downB);
    if (upB == ALL_LANES || downB == ALL_LANES) {
        return false;
    }
    SlabSides(pair, &pair->a, &pair->b, &upA, &downA);
    if (upA == ALL_LANES || downA == ALL_LANES) {
        return false;
    }
    SetTables(filter, &pair->a, &pair->b);
    DropFaces(&pair->a, upA);
    DropFaces(&pair->a, downA);
    DropFaces(&pair->b, upB);
    DropFaces(&pair->b, downB);
    return true;
}

// ---- boxes -----------------------------------------------------------------------------------

// A box: its ends by axis, `stride` floats apart.
typedef struct Box {
    const float *lower, *upper;
    int stride;
} Box;

// The lanes from c on whose box is separated from `box` along an axis.
static inline svFloatsMask Separated(Box box, const svTriangleTables* lanes, int axis, int c) {
    const svFloats lower = svFloats_Set(box.lower[axis * box.stride]);
    const svFloats upper = svFloats_Set(box.upper[axis * box.stride]);
    return svFloatsMask_Or(svFloats_Less(upper, svFloats_Load(lanes->lower[axis] + c)),
                           svFloats_Less(svFloats_Load(lanes->upper[axis] + c), lower));
}

// The lanes whose box overlaps `box`.
static inline uint32_t NearLanes(Box box, const svTriangleTables* lanes) {
    uint32_t apart = 0;
    for (int c = 0; c < SV_WIDTH; c += LANES) {
        const svFloatsMask separated = svFloatsMask_Or(
            svFloatsMask_Or(Separated(box, lanes, 0, c), Separated(box, lanes, 1, c)),
            Separated(box, lanes, 2, c));
        apart |= svFloatsMask_Bits(separated) << c;
    }
    return ALL_LANES & ~apart;
}

// Keeps the triangles of `side` that reach into the box of the other leaf.
static inline void KeepNear(const Pair* pair, Side* side, const Side* other) {
    float lower[3], upper[3];
    for (int k = 0; k < 3; ++k) {
        lower[k] = other->motion->lower[k] - other->toOther[k] - pair->margin;
        upper[k] = other->motion->upper[k] - other->toOther[k] + pair->margin;
    }
    side->faces &= NearLanes((Box){lower, upper, 1}, side->tables);
}

// What the rows need of a: vertices and corners in the frame of b, boxes there with the margin.
typedef struct Moved {
    _Alignas(64) float x[3][SV_WIDTH];
    float start[3][SV_WIDTH];
    float lower[3][SV_WIDTH], upper[3][SV_WIDTH];
} Moved;

static inline void MoveRows(const Pair* pair, Moved* moved) {
    const Side* a = &pair->a;
    const svFloats margin = svFloats_Set(pair->margin);
    for (int k = 0; k < 3; ++k) {
        const svFloats move = svFloats_Set(a->toOther[k]);
        for (int c = 0; c < SV_WIDTH; c += LANES) {
            svFloats_Store(moved->x[k] + c, svFloats_Load(a->motion->x[k] + c) - move);
            svFloats_Store(moved->start[k] + c, svFloats_Load(a->tables->start[k] + c) - move);
            svFloats_Store(moved->lower[k] + c,
                           svFloats_Load(a->tables->lower[k] + c) - move - margin);
            svFloats_Store(moved->upper[k] + c,
                           svFloats_Load(a->tables->upper[k] + c) - move + margin);
        }
    }
}

// ---- queues ----------------------------------------------------------------------------------

static inline void Queue(svTriangleQueue* queue, const Pair* pair, uint32_t i, uint32_t j) {
    const svLeaf *a = pair->a.leaf, *b = pair->b.leaf;
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

// Pairs of lanes; of those with common vertices also the lanes of vertices, a byte each:
//   one common vertex  [0]: that vertex and the next two corners of b; [1]: the same of a
//   a common edge      [0]: its ends and the third vertex of b, then that of a
#define LIST_CAPACITY (SV_WIDTH * SV_WIDTH + SV_WIDTH)
typedef struct Candidates {
    _Alignas(64) uint32_t words[2][LIST_CAPACITY];
    uint8_t row[LIST_CAPACITY], lane[LIST_CAPACITY];
    uint32_t count;
} Candidates;

typedef struct Lists {
    Candidates apart, corner, hinge; // no common vertex, one, two
} Lists;

// Fills the last group of lanes: lane 0 will do.
static inline void PadLanes(Candidates* list) {
    memset(list->row + list->count, 0, LANES);
    memset(list->lane + list->count, 0, LANES);
}

static inline void PadWords(Candidates* list) {
    memset(list->words[0] + list->count, 0, LANES * sizeof(uint32_t));
    memset(list->words[1] + list->count, 0, LANES * sizeof(uint32_t));
}

// Queues the candidates from `first` on that are among the bits `left`.
static inline void QueueLeft(svTriangleQueue* queue, const Pair* pair, const Candidates* list,
                             uint32_t first, uint32_t left) {
    const uint32_t used = list->count - first;
    for (left &= used < LANES ? FirstLanes(used) : FirstLanes(LANES); left != 0; left &= left - 1) {
        const uint32_t at = first + (uint32_t)__builtin_ctz(left);
        Queue(queue, pair, list->row[at], list->lane[at]);
    }
}

// ---- triangles without a common vertex -------------------------------------------------------

// Bounds of errors for a pair of leaves. Sides are at most l in each component, differences of any
// two points at most r, all off by d = 4 u R.
//   triple: a determinant of two sides and a difference, six products: off by 6 d (l l + 2 l r),
//           and by at most six roundings in each product: 36 u l l r; 64 to pay for the sums below
//   hinge:  see Hinges
//   axis:   see SeparatedAlong
typedef struct Errors {
    svFloats triple, axis, hinge;
    svFloats inverse; // of l
} Errors;

static inline Errors ErrorsOf(const Pair* pair) {
    const float larger =
        pair->a.motion->side > pair->b.motion->side ? pair->a.motion->side : pair->b.motion->side;
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

// Lanes that the direction separates. The ends of the two projections are off by the differences'
// 4 u R three times over and by ten roundings, all times the direction's 1-norm: 32 u R covers it.
static inline svFloatsMask SeparatedAlong(const Triangles* t, svFloats3 direction, svFloats error) {
    const svFloats u1 = svFloats3_Dot(direction, t->u1), u2 = svFloats3_Dot(direction, t->u2);
    const svFloats w1 = svFloats3_Dot(direction, t->w1), w2 = svFloats3_Dot(direction, t->w2);
    const svFloats q = svFloats3_Dot(direction, t->q);
    const svFloats up = (q + Min0(w1, w2)) - Max0(u1, u2);
    const svFloats down = Min0(u1, u2) - (q + Max0(w1, w2));
    const svFloats bound = svFloats_MulAdd(svFloats3_Norm1(direction), error, svFloats_Set(TINY));
    return svFloats_Less(bound, svFloats_Max(up, down));
}

// The determinants that all separating axes are made of.
typedef struct Determinants {
    svFloats3 normalA, normalB;
    svFloats a0, a1, a2; // normalA times q, w1, w2
    svFloats b0, b1, b2; // normalB times q, u1, u2
    // The heights of b over the plane of a: the least and the greatest.
    svFloats least, most;
} Determinants;

// Lanes that the plane of a or that of b separates.
static inline svFloatsMask SeparatedByPlanes(const Triangles* t, svFloats error, Determinants* d) {
    const svFloats zero = svFloats_Set(0);
    d->normalA = svFloats3_Cross(t->u1, t->u2);
    d->normalB = svFloats3_Cross(t->w1, t->w2);
    d->a0 = svFloats3_Dot(d->normalA, t->q);
    d->a1 = svFloats3_Dot(d->normalA, t->w1);
    d->a2 = svFloats3_Dot(d->normalA, t->w2);
    d->b0 = svFloats3_Dot(d->normalB, t->q);
    d->b1 = svFloats3_Dot(d->normalB, t->u1);
    d->b2 = svFloats3_Dot(d->normalB, t->u2);
    d->least = d->a0 + Min0(d->a1, d->a2);
    d->most = d->a0 + Max0(d->a1, d->a2);
    // The heights of a over the plane of b are 0 - b0, b1 - b0, b2 - b0. Each height is a sum of
    // two determinants.
    const svFloats above = svFloats_Max(d->least, Min0(d->b1, d->b2) - d->b0);
    const svFloats below = svFloats_Min(d->most, Max0(d->b1, d->b2) - d->b0);
    const svFloats bound = error + error;
    return svFloatsMask_Or(svFloats_Less(bound, above), svFloats_Less(below, zero - bound));
}

// The farther of the two ways in which the axis e x f separates: with t = (e x f).q, b reaches from
// t over t + b, a from 0 over a.
static inline svFloats Gap(svFloats t, svFloats leastA, svFloats mostA, svFloats leastB,
                           svFloats mostB) {
    return svFloats_Max((t + leastB) - mostA, leastA - (t + mostB));
}

// Lanes that a product of an edge of a and one of b separates.
//
// With e one of u1, u2, u3 = u2 - u1 and f of w1, w2, w3: along e x f the ends of e coincide, and
// the third vertex of a lies det(e, f, side) away, which is normalA.f but for its sign; the same
// for b. So all nine axes come from four determinants with q, two with normalA and two with
// normalB. Errors, in units of one determinant's: (e x f).q has 1, 2 or 4, the other two 1 or 2
// each, as none, one or both of e and f are differences themselves: 3, 5 or 8 in all. The sums'
// roundings are at most 30, 60 and 132 u l l r (terms are at most 6 l l r), less than the 28 u l l
// r that each error has to spare, times 3, 5, 8.
static inline svFloatsMask SeparatedByEdges(const Triangles* t, const Determinants* d,
                                            svFloats error) {
    const svFloats zero = svFloats_Set(0);
    const svFloats3 c1 = svFloats3_Cross(t->q, t->u1), c2 = svFloats3_Cross(t->q, t->u2);
    const svFloats t11 = svFloats3_Dot(c1, t->w1), t12 = svFloats3_Dot(c1, t->w2);
    const svFloats t21 = svFloats3_Dot(c2, t->w1), t22 = svFloats3_Dot(c2, t->w2);
    const svFloats t31 = t21 - t11, t32 = t22 - t12, t13 = t12 - t11, t23 = t22 - t21;
    const svFloats t33 = t23 - t13;
    const svFloats a3 = d->a2 - d->a1, b3 = d->b2 - d->b1;
    const svFloats lowA1 = svFloats_Min(d->a1, zero), highA1 = svFloats_Max(d->a1, zero);
    const svFloats lowA2 = svFloats_Min(d->a2, zero), highA2 = svFloats_Max(d->a2, zero);
    const svFloats lowA3 = svFloats_Min(a3, zero), highA3 = svFloats_Max(a3, zero);
    const svFloats lowB1 = svFloats_Min(d->b1, zero), highB1 = svFloats_Max(d->b1, zero);
    const svFloats lowB2 = svFloats_Min(d->b2, zero), highB2 = svFloats_Max(d->b2, zero);
    const svFloats lowB3 = svFloats_Min(b3, zero), highB3 = svFloats_Max(b3, zero);
    // e = u1 sees the third vertex of a at -normalA.f, u2 and u3 at normalA.f; f = w1 that of b at
    // normalB.e, w2 and w3 at -normalB.e.
    svFloats gap = Gap(t11, zero - highA1, zero - lowA1, lowB1, highB1);
    gap = svFloats_Max(gap, Gap(t12, zero - highA2, zero - lowA2, zero - highB1, zero - lowB1));
    gap = svFloats_Max(gap, Gap(t21, lowA1, highA1, lowB2, highB2));
    gap = svFloats_Max(gap, Gap(t22, lowA2, highA2, zero - highB2, zero - lowB2));
    svFloats further = Gap(t13, zero - highA3, zero - lowA3, zero - highB1, zero - lowB1);
    further = svFloats_Max(further, Gap(t23, lowA3, highA3, zero - highB2, zero - lowB2));
    further = svFloats_Max(further, Gap(t31, lowA1, highA1, lowB3, highB3));
    further = svFloats_Max(further, Gap(t32, lowA2, highA2, zero - highB3, zero - lowB3));
    const svFloats last = Gap(t33, lowA3, highA3, zero - highB3, zero - lowB3);
    return svFloatsMask_Or(svFloats_Less(svFloats_Set(3) * error, gap),
                           svFloatsMask_Or(svFloats_Less(svFloats_Set(5) * error, further),
                                           svFloats_Less(svFloats_Set(8) * error, last)));
}

// Lanes that a normal of an edge, in the plane of its triangle, separates. Normals are scaled by
// 1 / l so that no product underflows for want of size alone; any direction is good.
static inline uint32_t SeparatedInPlane(const Triangles* t, const Determinants* d,
                                        const Errors* errors) {
    const svFloats s = errors->inverse;
    const svFloats3 na = {s * d->normalA.x, s * d->normalA.y, s * d->normalA.z};
    const svFloats3 nb = {s * d->normalB.x, s * d->normalB.y, s * d->normalB.z};
    const svFloats3 edges[6] = {t->u1, t->u2, svFloats3_Sub(t->u2, t->u1),
                                t->w1, t->w2, svFloats3_Sub(t->w2, t->w1)};
    uint32_t apart = 0;
    for (int i = 0; i < 6; ++i) {
        const svFloats3 direction = svFloats3_Cross(i < 3 ? na : nb, edges[i]);
        apart |= svFloatsMask_Bits(SeparatedAlong(t, direction, errors->axis));
    }
    return apart;
}

// The lanes, as bits, that remain.
static inline uint32_t RemainApart(const Triangles* t, const Errors* errors) {
    Determinants d;
    uint32_t left =
        FirstLanes(LANES) & ~svFloatsMask_Bits(SeparatedByPlanes(t, errors->triple, &d));
    if (left == 0) {
        return 0;
    }
    const svFloats3 sides = svFloats3_Sub(svFloats3_Add(t->w1, t->w2), svFloats3_Add(t->u1, t->u2));
    const svFloats3 q2 = svFloats3_Add(t->q, t->q);
    const svFloats3 between = svFloats3_Add(sides, svFloats3_Add(q2, t->q));
    left &= ~svFloatsMask_Bits(SeparatedAlong(t, between, errors->axis));
    if (left == 0) {
        return 0;
    }
    left &= ~svFloatsMask_Bits(SeparatedByEdges(t, &d, errors->triple));
    const svFloats deviation = svFloats_Max(d.most, svFloats_Set(0) - d.least);
    const svFloats bound = errors->triple + errors->triple;
    if ((left & ~svFloatsMask_Bits(svFloats_Less(bound, deviation))) != 0) {
        left &= ~SeparatedInPlane(t, &d, errors);
    }
    return left;
}

static inline void FilterApart(svTriangleFilter* filter, const Pair* pair, const Moved* moved,
                               Candidates* list, const Errors* errors) {
    const svTriangleTables *ta = pair->a.tables, *tb = pair->b.tables;
    PadLanes(list);
    for (uint32_t p = 0; p < list->count; p += LANES) {
        const svLanes i = svLanes_Load(list->row + p), j = svLanes_Load(list->lane + p);
        const Triangles t = {
            .u1 = svFloats3_Lookup(ta->side1, i),
            .u2 = svFloats3_Lookup(ta->side2, i),
            .w1 = svFloats3_Lookup(tb->side1, j),
            .w2 = svFloats3_Lookup(tb->side2, j),
            .q = svFloats3_Sub(svFloats3_Lookup(tb->start, j),
                               svFloats3_Lookup((svTable3)moved->start, i)),
        };
        QueueLeft(&filter->apart, pair, list, p, RemainApart(&t, errors));
    }
}

// ---- triangles with one common vertex --------------------------------------------------------

// Two triangles by the vertices other than the common one, relative to it.
typedef struct Corner {
    svFloats3 a1, a2, b1, b2;
} Corner;

// Lanes in which the direction m has a1 and a2 strictly on one side and b1 and b2 on the other; the
// common vertex is then the only common point. Projections are off like those of SeparatedAlong.
static inline svFloatsMask CornerSeparated(const Corner* t, svFloats3 m, svFloats error) {
    const svFloats bound = svFloats_MulAdd(svFloats3_Norm1(m), error, svFloats_Set(TINY));
    const svFloats nearA = svFloats_Min(svFloats3_Dot(m, t->a1), svFloats3_Dot(m, t->a2));
    const svFloats nearB = svFloats_Max(svFloats3_Dot(m, t->b1), svFloats3_Dot(m, t->b2));
    return svFloats_Less(bound, svFloats_Min(nearA, svFloats_Set(0) - nearB));
}

// Lanes in which b1 and b2 are strictly on one side of the plane of a, or the reverse: the common
// vertex is the only common point. Or both cross the plane of the other: the intervals that they
// cut out of the common line of the planes start in the common vertex and run the same way only if
// the sides of a1 and b1 differ (elementary/triangle.c, MeetAtVertex).
static inline svFloatsMask CornerAside(const Corner* t, svFloats error) {
    const svFloats zero = svFloats_Set(0);
    const svFloats3 normalA = svFloats3_Cross(t->a1, t->a2);
    const svFloats3 normalB = svFloats3_Cross(t->b1, t->b2);
    const svFloats a1 = svFloats3_Dot(normalB, t->a1), a2 = svFloats3_Dot(normalB, t->a2);
    const svFloats b1 = svFloats3_Dot(normalA, t->b1), b2 = svFloats3_Dot(normalA, t->b2);
    const svFloats above = svFloats_Max(svFloats_Min(a1, a2), svFloats_Min(b1, b2));
    const svFloats below = svFloats_Min(svFloats_Max(a1, a2), svFloats_Max(b1, b2));
    const svFloats firstUp = svFloats_Min(svFloats_Min(a1, b1), zero - svFloats_Max(a2, b2));
    const svFloats firstDown = svFloats_Min(svFloats_Min(a2, b2), zero - svFloats_Max(a1, b1));
    const svFloats most =
        svFloats_Max(svFloats_Max(above, zero - below), svFloats_Max(firstUp, firstDown));
    return svFloats_Less(error, most);
}

// Lanes that a plane in the middle of a gap between the two separates, if they lie side by side
// like neighbours in a flat mesh: one side of each, of length one, taken from the other. (A side of
// length zero makes NaN, which separates nothing.)
static inline uint32_t CornerSeparatedInGap(const Corner* t, svFloats error) {
    const svFloats3 sides[4] = {t->a1, t->a2, t->b1, t->b2};
    svFloats3 unit[4];
    for (int i = 0; i < 4; ++i) {
        const svFloats s = svFloats_Set(1) / svFloats_Sqrt(svFloats3_Dot(sides[i], sides[i]));
        unit[i] = (svFloats3){s * sides[i].x, s * sides[i].y, s * sides[i].z};
    }
    uint32_t apart = 0;
    for (int i = 0; i < 4; ++i) {
        const svFloats3 m = svFloats3_Sub(unit[i % 2], unit[2 + i / 2]);
        apart |= svFloatsMask_Bits(CornerSeparated(t, m, error));
    }
    return apart;
}

// The lanes, as bits, that remain.
static inline uint32_t RemainCorner(const Corner* t, const Errors* errors) {
    const svFloats3 m = svFloats3_Sub(svFloats3_Add(t->a1, t->a2), svFloats3_Add(t->b1, t->b2));
    uint32_t left = FirstLanes(LANES) & ~svFloatsMask_Bits(CornerSeparated(t, m, errors->axis));
    if (left == 0) {
        return 0;
    }
    left &= ~svFloatsMask_Bits(CornerAside(t, errors->triple));
    if (left == 0) {
        return 0;
    }
    return left & ~CornerSeparatedInGap(t, errors->axis);
}

static inline void FilterCorners(svTriangleFilter* filter, const Pair* pair, const Moved* moved,
                                 Candidates* list, const Errors* errors) {
    const svTable3 ofA = (svTable3)moved->x, ofB = pair->b.motion->x;
    PadWords(list);
    for (uint32_t p = 0; p < list->count; p += LANES) {
        const uint32_t *ofRow = list->words[1] + p, *ofLane = list->words[0] + p;
        const svFloats3 s = svFloats3_Lookup(ofB, svLanes_LoadByte(ofLane, 0));
        const svFloats3 b1 = svFloats3_Lookup(ofB, svLanes_LoadByte(ofLane, 1));
        const svFloats3 b2 = svFloats3_Lookup(ofB, svLanes_LoadByte(ofLane, 2));
        const svFloats3 a1 = svFloats3_Lookup(ofA, svLanes_LoadByte(ofRow, 1));
        const svFloats3 a2 = svFloats3_Lookup(ofA, svLanes_LoadByte(ofRow, 2));
        const Corner corner = {svFloats3_Sub(a1, s), svFloats3_Sub(a2, s), svFloats3_Sub(b1, s),
                               svFloats3_Sub(b2, s)};
        QueueLeft(&filter->sharing, pair, list, p, RemainCorner(&corner, errors));
    }
}

// ---- triangles with a common edge ------------------------------------------------------------

// With the edge u from p to q, and c and d from p to the third vertices. They lie on opposite sides
// of the edge if (u x c).(u x d) < 0: the parts of c and d across the edge then point apart. Else
// they meet only in one plane. u is scaled by 1 / l, up to a rounding: at most 1 and off by d/l +
// u; a component of u x c is at most 2 l, off by 4 d + 8 u l with its roundings; the sum of three
// products of two of those by 12 l (4 d + 8 u l) + 36 u l l.
static inline uint32_t RemainHinge(svFloats3 u, svFloats3 c, svFloats3 d, const Errors* errors) {
    const svFloats s = errors->inverse, zero = svFloats_Set(0);
    const svFloats3 unit = {s * u.x, s * u.y, s * u.z};
    const svFloats dot = svFloats3_Dot(svFloats3_Cross(unit, c), svFloats3_Cross(unit, d));
    const uint32_t left =
        FirstLanes(LANES) & ~svFloatsMask_Bits(svFloats_Less(dot, zero - errors->hinge));
    if (left == 0) {
        return 0;
    }
    const svFloats height = svFloats_Abs(svFloats3_Dot(svFloats3_Cross(u, d), c));
    return left & ~svFloatsMask_Bits(svFloats_Less(errors->triple, height));
}

static inline void FilterHinges(svTriangleFilter* filter, const Pair* pair, const Moved* moved,
                                Candidates* list, const Errors* errors) {
    const svTable3 ofA = (svTable3)moved->x, ofB = pair->b.motion->x;
    PadWords(list);
    for (uint32_t p = 0; p < list->count; p += LANES) {
        const uint32_t* words = list->words[0] + p;
        const svFloats3 from = svFloats3_Lookup(ofB, svLanes_LoadByte(words, 0));
        const svFloats3 to = svFloats3_Lookup(ofB, svLanes_LoadByte(words, 1));
        const svFloats3 d = svFloats3_Lookup(ofB, svLanes_LoadByte(words, 2));
        const svFloats3 c = svFloats3_Lookup(ofA, svLanes_LoadByte(words, 3));
        const uint32_t left = RemainHinge(svFloats3_Sub(to, from), svFloats3_Sub(c, from),
                                          svFloats3_Sub(d, from), errors);
        QueueLeft(&filter->sharing, pair, list, p, left);
    }
}

// ---- rows ------------------------------------------------------------------------------------

static inline void AppendApart(Candidates* list, uint32_t row, uint32_t lanes) {
    uint32_t count = list->count;
    for (; lanes != 0; lanes &= lanes - 1) {
        list->row[count] = (uint8_t)row;
        list->lane[count] = (uint8_t)__builtin_ctz(lanes);
        ++count;
    }
    list->count = count;
}

// A row: the three vertices of a triangle of a, which vertices of b they are (if they are), and the
// triangles of b that have them and are in question.
typedef struct Row {
    uint32_t index;
    uint64_t corners; // as in svTriangleTables
    uint64_t shared;  // vertices of b in the same order
    uint32_t has[3];
} Row;

// Which byte of three is equal to `value`, which one of them is: eight times its number. The lowest
// byte that is zero in the exclusive or is the first to borrow when one is taken from each.
static inline uint32_t ByteOf(uint64_t bytes, uint32_t value) {
    const uint32_t zero = (uint32_t)bytes ^ value * 0x010101u;
    return (uint32_t)__builtin_ctz((zero - 0x010101u) & ~zero & 0x808080u) & ~7u;
}

static inline void AppendCorners(Candidates* list, const svTriangleTables* b, const Row* row,
                                 uint32_t lanes) {
    uint32_t count = list->count;
    for (; lanes != 0; lanes &= lanes - 1) {
        const uint32_t j = (uint32_t)__builtin_ctz(lanes);
        const uint32_t turn = 8 * ((row->has[1] >> j & 1) + 2 * (row->has[2] >> j & 1));
        const uint32_t vertex = (uint32_t)(row->shared >> turn) & 0xff;
        list->row[count] = (uint8_t)row->index;
        list->lane[count] = (uint8_t)j;
        list->words[0][count] = (uint32_t)(b->corners[j] >> ByteOf(b->corners[j], vertex));
        list->words[1][count] = (uint32_t)(row->corners >> turn);
        ++count;
    }
    list->count = count;
}

static inline void AppendHinges(Candidates* list, const svTriangleTables* b, const Row* row,
                                uint32_t lanes) {
    uint32_t count = list->count;
    for (; lanes != 0; lanes &= lanes - 1) {
        const uint32_t j = (uint32_t)__builtin_ctz(lanes);
        // The corner of the row that is not shared, and the two after it.
        const uint32_t turn = 8 * ((~row->has[1] >> j & 1) + 2 * (~row->has[2] >> j & 1));
        const uint32_t edge = (uint32_t)(row->shared >> (turn + 8)) & 0xffff;
        const uint32_t third = ((uint32_t)(b->corners[j] >> 40) ^ edge ^ edge >> 8) & 0xff;
        list->row[count] = (uint8_t)row->index;
        list->lane[count] = (uint8_t)j;
        list->words[0][count] = edge | third << 16 | (uint32_t)(row->corners >> turn) << 24;
        ++count;
    }
    list->count = count;
}

// Takes out of `near` the lanes that share a vertex with row i, and puts them where they belong.
static inline uint32_t SplitShared(svTriangleFilter* filter, const Pair* pair, uint32_t i,
                                   uint32_t near, Lists* lists) {
    const svTriangleTables *ta = pair->a.tables, *tb = pair->b.tables;
    Row row = {.index = i, .corners = ta->corners[i]};
    const uint32_t v0 = row.corners & 0xff, v1 = row.corners >> 8 & 0xff;
    const uint32_t v2 = row.corners >> 16 & 0xff;
    row.has[0] = near & pair->sharedFaces[v0];
    row.has[1] = near & pair->sharedFaces[v1];
    row.has[2] = near & pair->sharedFaces[v2];
    const uint32_t any = row.has[0] | row.has[1] | row.has[2];
    if (any == 0) {
        return near;
    }
    const uint64_t s0 = pair->sharedVertex[v0], s1 = pair->sharedVertex[v1];
    row.shared = s0 | s1 << 8 | (uint64_t)pair->sharedVertex[v2] << 16 | s0 << 24 | s1 << 32;
    filter->incident += CountLanes(any);
    const uint32_t listed = (ta->repeating >> i & 1) != 0 ? ALL_LANES : tb->repeating;
    const uint32_t two =
        (row.has[0] & row.has[1]) | (row.has[1] & row.has[2]) | (row.has[2] & row.has[0]);
    const uint32_t odd = any & ((row.has[0] & row.has[1] & row.has[2]) | listed);
    for (uint32_t rest = odd; rest != 0; rest &= rest - 1) {
        Queue(&filter->sharing, pair, i, (uint32_t)__builtin_ctz(rest));
    }
    AppendHinges(&lists->hinge, tb, &row, two & ~odd);
    AppendCorners(&lists->corner, tb, &row, any & ~two & ~odd);
    return near & ~any;
}

static inline void FindShared(Pair* pair) {
    const svLeaf *a = pair->a.leaf, *b = pair->b.leaf;
    const svTriangleTables *ta = pair->a.tables, *tb = pair->b.tables;
    const uint32_t vertices = FirstLanes(b->vertexCount);
    uint32_t any = 0;
    pair->sharing = false;
    if (ta->lastVertex < tb->firstVertex || tb->lastVertex < ta->firstVertex) {
        return;
    }
    for (uint32_t v = 0; v < a->vertexCount; ++v) {
        const uint32_t lanes = svIds_Equal(b->vertices, a->vertices[v]) & vertices;
        const uint32_t vertex = (uint32_t)__builtin_ctz(lanes | 1u << SV_WIDTH);
        any |= lanes;
        pair->sharedVertex[v] = (uint8_t)vertex;
        pair->sharedFaces[v] = tb->vertexFaces[vertex];
    }
    pair->sharing = any != 0;
}

static inline void PairFaces(svTriangleFilter* filter, Pair* pair) {
    const bool self = pair->a.index == pair->b.index;
    Lists lists;
    lists.apart.count = lists.corner.count = lists.hinge.count = 0;
    Moved moved;
    MoveRows(pair, &moved);
    FindShared(pair);
    uint64_t found = 0;
    const uint32_t before = filter->apart.count + filter->sharing.count;
    for (uint32_t rows = pair->a.faces; rows != 0; rows &= rows - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(rows);
        const Box row = {&moved.lower[0][i], &moved.upper[0][i], SV_WIDTH};
        uint32_t near = pair->b.faces & NearLanes(row, pair->b.tables);
        if (self) {
            near &= ~FirstLanes(i + 1);
        }
        found += CountLanes(near);
        if (pair->sharing) {
            near = SplitShared(filter, pair, i, near, &lists);
        }
        AppendApart(&lists.apart, i, near);
    }
    filter->boxPairs += found;
    if (found == 0) {
        return;
    }
    const Errors errors = ErrorsOf(pair);
    FilterApart(filter, pair, &moved, &lists.apart, &errors);
    if (pair->sharing) {
        FilterCorners(filter, pair, &moved, &lists.corner, &errors);
        FilterHinges(filter, pair, &moved, &lists.hinge, &errors);
    }
    filter->culled += found - (filter->apart.count + filter->sharing.count - before);
}

void KERNEL(svTriangleFilter_)(svTriangleFilter* filter, uint32_t a, uint32_t b) {
    Pair pair;
    SetSide(filter, a, &pair.a);
    SetSide(filter, b, &pair.b);
    SetOffsets(&pair);
    ++filter->leafPairs;
    if (a == b) {
        SetTables(filter, &pair.a, &pair.b);
    } else {
        if (!CrossSlabs(filter, &pair)) {
            return;
        }
        KeepNear(&pair, &pair.a, &pair.b);
        KeepNear(&pair, &pair.b, &pair.a);
        // Rows cost more than lanes.
        if (CountLanes(pair.b.faces) < CountLanes(pair.a.faces)) {
            const Side other = pair.a;
            pair.a = pair.b;
            pair.b = other;
        }
    }
    ++filter->leafPairsNear;
    if (pair.a.faces != 0 && pair.b.faces != 0) {
        PairFaces(filter, &pair);
    }
}
