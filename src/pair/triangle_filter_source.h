// The source of the filter of triangle pairs (see triangle_filter.h). A file per instruction set
// chooses a floats header, defines KERNEL(name) and includes this one.

#include "pair/triangle_filter.h"

typedef svTriangleFilter Filter;
typedef svTriangleTables Tables;
#define TIMES 1
#include "pair/leaf_pair.h"

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

static inline void Unpack(const Filter* filter, uint32_t leaf, Tables* tables) {
    UnpackFaces(&filter->leaves[leaf], &filter->motions[leaf], tables);
    UnpackIncidence(&filter->leaves[leaf], tables);
}

// ---- a pair of leaves ------------------------------------------------------------------------

typedef struct Pair {
    Side a, b;
    float reach;  // R of leaf_pair.h, rounded up
    float margin; // of boxes
    // Of vertex i of a: which vertex of b it is, and the triangles of b at it; none where it is no
    // vertex of b.
    bool sharing;
    uint8_t sharedVertex[SV_WIDTH];
    uint16_t sharedFaces[SV_WIDTH];
} Pair;

static inline void DropWithin(Side* side, uint32_t vertices) {
    side->faces &= ~FacesWithin(side->leaf, vertices);
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

static inline void MoveBoxes(const Pair* pair, Moved* moved) {
    const Side* a = &pair->a;
    const svFloats margin = svFloats_Set(pair->margin);
    for (int k = 0; k < 3; ++k) {
        const svFloats move = svFloats_Set(a->toOther[k]);
        for (int c = 0; c < SV_WIDTH; c += LANES) {
            svFloats_Store(moved->lower[k] + c,
                           svFloats_Load(a->tables->lower[k] + c) - move - margin);
            svFloats_Store(moved->upper[k] + c,
                           svFloats_Load(a->tables->upper[k] + c) - move + margin);
        }
    }
}

static inline void MovePoints(const Side* side, svTable3 from, float to[3][SV_WIDTH]) {
    for (int k = 0; k < 3; ++k) {
        const svFloats move = svFloats_Set(side->toOther[k]);
        for (int c = 0; c < SV_WIDTH; c += LANES) {
            svFloats_Store(to[k] + c, svFloats_Load(from[k] + c) - move);
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

// Fills the last group of lanes: lane 0 will do.
static inline void Pad(Candidates* list) {
    memset(list->row + list->count, 0, LANES);
    memset(list->lane + list->count, 0, LANES);
}

// The vertices that matter of a list of pairs, a byte each.
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
static inline uint32_t UsedLanes(const Candidates* list, uint32_t first) {
    const uint32_t used = list->count - first;
    return FirstLanes(used < LANES ? used : LANES);
}

// Queues the candidates from `first` on that are among the bits `left`.
static inline void QueueLeft(svTriangleQueue* queue, const Pair* pair, const Candidates* list,
                             uint32_t first, uint32_t left) {
    for (left &= UsedLanes(list, first); left != 0; left &= left - 1) {
        const uint32_t at = first + (uint32_t)__builtin_ctz(left);
        Queue(queue, pair, list->row[at], list->lane[at]);
    }
}

// Keeps of a list the lanes `left` of the group from p on, in `rest`.
static inline void KeepLeft(const Candidates* list, uint32_t p, uint32_t left, Candidates* rest) {
    for (left &= UsedLanes(list, p); left != 0; left &= left - 1) {
        const uint32_t at = p + (uint32_t)__builtin_ctz(left);
        rest->row[rest->count] = list->row[at];
        rest->lane[rest->count++] = list->lane[at];
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

// Lanes that the plane of a or that of b separates.
static inline svFloatsMask SeparatedByPlanes(const Triangles* t, svFloats error, Determinants* d) {
    const svFloats zero = svFloats_Set(0);
    SetDeterminants(t, d);
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

static inline Triangles LoadTriangles(const Pair* pair, const Moved* moved, const Candidates* list,
                                      uint32_t first) {
    const svTriangleTables *ta = pair->a.tables, *tb = pair->b.tables;
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

static inline void FilterApart(svTriangleFilter* filter, const Pair* pair, const Moved* moved,
                               Candidates* list, const Errors* errors) {
    Pad(list);
    for (uint32_t p = 0; p < list->count; p += LANES) {
        const Triangles t = LoadTriangles(pair, moved, list, p);
        QueueLeft(&filter->apart, pair, list, p, RemainApart(&t, errors));
    }
}

// ---- triangles with one common vertex --------------------------------------------------------

// The middle one of 0, x and y.
static inline svFloats Middle0(svFloats x, svFloats y) {
    return svFloats_Max(svFloats_Min(x, y), svFloats_Min(svFloats_Max(x, y), svFloats_Set(0)));
}

// Lanes in which two vertices of a lie above all of b and two of b below all of a, along the
// direction between the centres. None of the four is the common vertex, which is in both; so the
// direction has it in between, and it is the only common point. Projections are off like those of
// SeparatedAlong.
static inline svFloatsMask CornerSeparated(const Triangles* t, svFloats error) {
    const svFloats3 sides = svFloats3_Sub(svFloats3_Add(t->u1, t->u2), svFloats3_Add(t->w1, t->w2));
    const svFloats3 q2 = svFloats3_Add(t->q, t->q);
    const svFloats3 m = svFloats3_Sub(sides, svFloats3_Add(q2, t->q));
    const svFloats u1 = svFloats3_Dot(m, t->u1), u2 = svFloats3_Dot(m, t->u2);
    const svFloats w1 = svFloats3_Dot(m, t->w1), w2 = svFloats3_Dot(m, t->w2);
    const svFloats q = svFloats3_Dot(m, t->q);
    const svFloats gapA = Middle0(u1, u2) - (q + Max0(w1, w2));
    const svFloats gapB = Min0(u1, u2) - (q + Middle0(w1, w2));
    const svFloats bound = svFloats_MulAdd(svFloats3_Norm1(m), error, svFloats_Set(TINY));
    return svFloats_Less(bound, svFloats_Min(gapA, gapB));
}

// Lanes in which two vertices of one are strictly on one side of the plane of the other. Neither is
// the common vertex, which is then the only common point. Heights are sums of two determinants.
static inline svFloatsMask CornerAside(const Triangles* t, svFloats error) {
    Determinants d;
    SetDeterminants(t, &d);
    const svFloats ofB = svFloats_Abs(d.a0 + Middle0(d.a1, d.a2));
    const svFloats ofA = svFloats_Abs(Middle0(d.b1, d.b2) - d.b0);
    return svFloats_Less(error + error, svFloats_Max(ofA, ofB));
}

// Two triangles by the vertices after the common one, in the order of corners and relative to it.
typedef struct Corner {
    svFloats3 a1, a2, b1, b2;
} Corner;

// Lanes in which both cross the plane of the other and leave the common vertex in opposite
// directions: the intervals that they cut out of the common line of the planes start there and run
// the same way only if the sides of a1 and b1 differ (elementary/triangle.c, MeetAtVertex).
static inline svFloatsMask CornerOpposite(const Corner* t, svFloats error) {
    const svFloats zero = svFloats_Set(0);
    const svFloats3 normalA = svFloats3_Cross(t->a1, t->a2);
    const svFloats3 normalB = svFloats3_Cross(t->b1, t->b2);
    const svFloats a1 = svFloats3_Dot(normalB, t->a1), a2 = svFloats3_Dot(normalB, t->a2);
    const svFloats b1 = svFloats3_Dot(normalA, t->b1), b2 = svFloats3_Dot(normalA, t->b2);
    const svFloats up = svFloats_Min(svFloats_Min(a1, b1), zero - svFloats_Max(a2, b2));
    const svFloats down = svFloats_Min(svFloats_Min(a2, b2), zero - svFloats_Max(a1, b1));
    return svFloats_Less(error, svFloats_Max(up, down));
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
        const svFloats bound = svFloats_MulAdd(svFloats3_Norm1(m), error, svFloats_Set(TINY));
        const svFloats nearA = svFloats_Min(svFloats3_Dot(m, t->a1), svFloats3_Dot(m, t->a2));
        const svFloats nearB = svFloats_Max(svFloats3_Dot(m, t->b1), svFloats3_Dot(m, t->b2));
        const svFloats gap = svFloats_Min(nearA, svFloats_Set(0) - nearB);
        apart |= svFloatsMask_Bits(svFloats_Less(bound, gap));
    }
    return apart;
}

// Which of three bytes is equal to `value`: 8 times its number, 24 if none is. The lowest byte that
// is zero in the exclusive or is the first to borrow when one is taken from each.
static inline uint32_t ByteOf(uint64_t bytes, uint32_t value) {
    const uint32_t zero = (uint32_t)bytes ^ value * 0x010101u;
    const uint32_t borrows = (zero - 0x010101u) & ~zero & 0x808080u;
    return (uint32_t)__builtin_ctz(borrows | 1u << 31) & ~7u;
}

// The vertices of b that the corners of a triangle of a are, in the order of `corners`; SV_WIDTH
// for one that is none.
static inline uint64_t SharedCorners(const Pair* pair, uint32_t row) {
    const uint64_t corners = pair->a.tables->corners[row];
    const uint64_t s0 = pair->sharedVertex[corners & 0xff];
    const uint64_t s1 = pair->sharedVertex[corners >> 8 & 0xff];
    const uint64_t s2 = pair->sharedVertex[corners >> 16 & 0xff];
    return s0 | s1 << 8 | s2 << 16 | s0 << 24 | s1 << 32;
}

// Words of the common vertex and the two after it: of b, of a.
static inline void TurnCorners(const Pair* pair, const Candidates* list, Words* words) {
    for (uint32_t at = 0; at < list->count; ++at) {
        const uint32_t i = list->row[at], j = list->lane[at];
        const uint64_t ofA = pair->a.tables->corners[i], ofB = pair->b.tables->corners[j];
        const uint64_t shared = SharedCorners(pair, i);
        uint32_t turnA = 0, turnB = ByteOf(ofB, shared & 0xff);
        for (uint32_t corner = 1; corner < 3; ++corner) {
            const uint32_t turn = ByteOf(ofB, shared >> (8 * corner) & 0xff);
            turnA = turn < 24 ? 8 * corner : turnA;
            turnB = turn < 24 ? turn : turnB;
        }
        words->of[0][at] = (uint32_t)(ofB >> turnB);
        words->of[1][at] = (uint32_t)(ofA >> turnA);
    }
    PadWords(words, list->count);
}

static inline void FilterTurned(svTriangleFilter* filter, const Pair* pair, const Moved* moved,
                                const Candidates* list, const Errors* errors) {
    const svTable3 ofA = (svTable3)moved->x, ofB = pair->b.motion->x;
    Words words;
    TurnCorners(pair, list, &words);
    for (uint32_t p = 0; p < list->count; p += LANES) {
        const uint32_t *wordsB = words.of[0] + p, *wordsA = words.of[1] + p;
        const svFloats3 s = svFloats3_Lookup(ofB, svLanes_LoadByte(wordsB, 0));
        const svFloats3 b1 = svFloats3_Lookup(ofB, svLanes_LoadByte(wordsB, 1));
        const svFloats3 b2 = svFloats3_Lookup(ofB, svLanes_LoadByte(wordsB, 2));
        const svFloats3 a1 = svFloats3_Lookup(ofA, svLanes_LoadByte(wordsA, 1));
        const svFloats3 a2 = svFloats3_Lookup(ofA, svLanes_LoadByte(wordsA, 2));
        const Corner t = {svFloats3_Sub(a1, s), svFloats3_Sub(a2, s), svFloats3_Sub(b1, s),
                          svFloats3_Sub(b2, s)};
        uint32_t left = FirstLanes(LANES) & ~svFloatsMask_Bits(CornerOpposite(&t, errors->triple));
        if (left != 0) {
            left &= ~CornerSeparatedInGap(&t, errors->axis);
        }
        QueueLeft(&filter->sharing, pair, list, p, left);
    }
}

static inline void FilterCorners(svTriangleFilter* filter, const Pair* pair, Moved* moved,
                                 Candidates* list, const Errors* errors) {
    Candidates rest;
    rest.count = 0;
    Pad(list);
    for (uint32_t p = 0; p < list->count; p += LANES) {
        const Triangles t = LoadTriangles(pair, moved, list, p);
        uint32_t left = UsedLanes(list, p) & ~svFloatsMask_Bits(CornerSeparated(&t, errors->axis));
        if (left == 0) {
            continue;
        }
        left &= ~svFloatsMask_Bits(CornerAside(&t, errors->triple));
        KeepLeft(list, p, left, &rest);
    }
    if (rest.count > 0) {
        MovePoints(&pair->a, pair->a.motion->x, moved->x);
        FilterTurned(filter, pair, moved, &rest, errors);
    }
}

// ---- triangles with a common edge ------------------------------------------------------------

// With the edge u from p to q, and c and d from p to the third vertices. They lie on opposite sides
// of the edge if (u x c).(u x d) < 0: the parts of c and d across the edge then point apart. Else
// they meet only in one plane. u is scaled by 1 / l, up to a rounding: at most 1 and off by d/l +
// u; a component of u x c is at most 2 l, off by 4 d + 8 u l with its roundings; the sum of three
// products of two of those by 12 l (4 d + 8 u l) + 36 u l l. (No errors times errors: each is
// multiplied by the true one of two factors or by the computed one, whichever is known to be within
// l.) Where 1 / l is infinite, the components of `unit` are infinite or NaN, and one of u x c is
// NaN, for of three signs two are equal: the sum is NaN and says nothing.
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

// Words of the ends of the edge, the third vertex of b and that of a.
static inline void TurnHinges(const Pair* pair, const Candidates* list, Words* words) {
    for (uint32_t at = 0; at < list->count; ++at) {
        const uint32_t i = list->row[at], j = list->lane[at];
        const uint64_t ofA = pair->a.tables->corners[i], ofB = pair->b.tables->corners[j];
        const uint64_t shared = SharedCorners(pair, i);
        // The corner of a that is not shared, and the two after it.
        const uint32_t isSecond = ByteOf(ofB, shared >> 8 & 0xff) == 24;
        const uint32_t isThird = ByteOf(ofB, shared >> 16 & 0xff) == 24;
        const uint32_t turn = 8 * isSecond + 16 * isThird;
        const uint32_t edge = (uint32_t)(shared >> (turn + 8)) & 0xffff;
        const uint32_t third = ((uint32_t)(ofB >> 40) ^ edge ^ edge >> 8) & 0xff;
        words->of[0][at] = edge | third << 16 | (uint32_t)(ofA >> turn) << 24;
    }
    PadWords(words, list->count);
}

static inline void FilterFlatHinges(svTriangleFilter* filter, const Pair* pair, const Moved* moved,
                                    const Candidates* list, const Errors* errors) {
    const svTable3 ofA = (svTable3)moved->x, ofB = pair->b.motion->x;
    Words words;
    TurnHinges(pair, list, &words);
    for (uint32_t p = 0; p < list->count; p += LANES) {
        const uint32_t* at = words.of[0] + p;
        const svFloats3 p0 = svFloats3_Lookup(ofB, svLanes_LoadByte(at, 0));
        const svFloats3 p1 = svFloats3_Lookup(ofB, svLanes_LoadByte(at, 1));
        const svFloats3 d = svFloats3_Lookup(ofB, svLanes_LoadByte(at, 2));
        const svFloats3 c = svFloats3_Lookup(ofA, svLanes_LoadByte(at, 3));
        const uint32_t left =
            RemainHinge(svFloats3_Sub(p1, p0), svFloats3_Sub(c, p0), svFloats3_Sub(d, p0), errors);
        QueueLeft(&filter->sharing, pair, list, p, left);
    }
}

// The lanes, as bits, in which the two may be in one plane: a vertex of b off the plane of a is the
// third one, the others being common. Heights are sums of two determinants.
static inline uint32_t RemainFlat(const Triangles* t, svFloats error) {
    const svFloats3 normal = svFloats3_Cross(t->u1, t->u2);
    const svFloats a0 = svFloats3_Dot(normal, t->q);
    const svFloats a1 = svFloats3_Dot(normal, t->w1), a2 = svFloats3_Dot(normal, t->w2);
    const svFloats most = a0 + Max0(a1, a2), least = a0 + Min0(a1, a2);
    const svFloats height = svFloats_Max(most, svFloats_Set(0) - least);
    return FirstLanes(LANES) & ~svFloatsMask_Bits(svFloats_Less(error + error, height));
}

static inline void FilterHinges(svTriangleFilter* filter, const Pair* pair, Moved* moved,
                                Candidates* list, const Errors* errors) {
    Candidates rest;
    rest.count = 0;
    Pad(list);
    for (uint32_t p = 0; p < list->count; p += LANES) {
        const Triangles t = LoadTriangles(pair, moved, list, p);
        KeepLeft(list, p, RemainFlat(&t, errors->triple), &rest);
    }
    if (rest.count > 0) {
        MovePoints(&pair->a, pair->a.motion->x, moved->x);
        FilterFlatHinges(filter, pair, moved, &rest, errors);
    }
}

// ---- rows ------------------------------------------------------------------------------------

// Takes out of `near` the lanes that share a vertex with row i, and puts them where they belong.
static inline uint32_t SplitShared(svTriangleFilter* filter, const Pair* pair, uint32_t i,
                                   uint32_t near, Lists* lists) {
    const svTriangleTables *ta = pair->a.tables, *tb = pair->b.tables;
    const uint64_t corners = ta->corners[i];
    const uint32_t has0 = near & pair->sharedFaces[corners & 0xff];
    const uint32_t has1 = near & pair->sharedFaces[corners >> 8 & 0xff];
    const uint32_t has2 = near & pair->sharedFaces[corners >> 16 & 0xff];
    const uint32_t any = has0 | has1 | has2;
    if (any == 0) {
        return near;
    }
    filter->incident += CountLanes(any);
    const uint32_t listed = (0u - (ta->repeating >> i & 1u)) | tb->repeating;
    const uint32_t two = (has0 & has1) | (has1 & has2) | (has2 & has0);
    const uint32_t odd = any & ((has0 & has1 & has2) | listed);
    for (uint32_t rest = odd; rest != 0; rest &= rest - 1) {
        Queue(&filter->sharing, pair, i, (uint32_t)__builtin_ctz(rest));
    }
    Append(&lists->hinge, i, two & ~odd);
    Append(&lists->corner, i, any & ~two & ~odd);
    return near & ~any;
}

static inline void ShareAll(Pair* pair) {
    for (uint32_t v = 0; v < SV_WIDTH; ++v) {
        pair->sharedVertex[v] = (uint8_t)v;
        pair->sharedFaces[v] = pair->b.tables->vertexFaces[v];
    }
    pair->sharing = true;
}

// Only vertices of a between the least and the greatest of b can be vertices of b, and those are
// few: points are numbered in the order of the leaves.
static inline void FindShared(Pair* pair) {
    const svLeaf *a = pair->a.leaf, *b = pair->b.leaf;
    const svTriangleTables* tb = pair->b.tables;
    const uint32_t vertices = FirstLanes(b->vertexCount);
    uint32_t any = 0;
    uint32_t rest = svIds_Between(a->vertices, tb->firstVertex, tb->lastVertex);
    pair->sharing = false;
    if (rest == 0) {
        return;
    }
    memset(pair->sharedVertex, SV_WIDTH, sizeof(pair->sharedVertex));
    memset(pair->sharedFaces, 0, sizeof(pair->sharedFaces));
    for (rest &= FirstLanes(a->vertexCount); rest != 0; rest &= rest - 1) {
        const uint32_t v = (uint32_t)__builtin_ctz(rest);
        const uint32_t lanes = svIds_Equal(b->vertices, a->vertices[v]) & vertices;
        const uint32_t vertex = (uint32_t)__builtin_ctz(lanes | 1u << SV_WIDTH);
        any |= lanes;
        pair->sharedVertex[v] = (uint8_t)vertex;
        pair->sharedFaces[v] = tb->vertexFaces[vertex];
    }
    pair->sharing = any != 0;
}

// Lays the rows of a against the lanes of b; returns how many boxes overlap.
static inline uint32_t FillLists(svTriangleFilter* filter, const Pair* pair, const Moved* moved,
                                 bool sharing, Lists* lists) {
    const uint32_t self = pair->a.index == pair->b.index ? ALL_LANES : 0;
    uint32_t found = 0;
    for (uint32_t rows = pair->a.faces; rows != 0; rows &= rows - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(rows);
        const Box row = {&moved->lower[0][i], &moved->upper[0][i], SV_WIDTH};
        uint32_t near = pair->b.faces & NearLanes(row, pair->b.tables);
        near &= ~(FirstLanes(i + 1) & self);
        found += CountLanes(near);
        if (sharing) {
            near = SplitShared(filter, pair, i, near, lists);
        }
        Append(&lists->apart, i, near);
    }
    return found;
}

static inline void PairFaces(svTriangleFilter* filter, Pair* pair) {
    Lists lists;
    lists.apart.count = lists.corner.count = lists.hinge.count = 0;
    Moved moved;
    MoveBoxes(pair, &moved);
    if (pair->a.index == pair->b.index) {
        ShareAll(pair);
    } else {
        FindShared(pair);
    }
    const uint32_t before = filter->apart.count + filter->sharing.count;
    const uint32_t found = pair->sharing ? FillLists(filter, pair, &moved, true, &lists)
                                         : FillLists(filter, pair, &moved, false, &lists);
    filter->boxPairs += found;
    if (found == 0) {
        return;
    }
    const Errors errors = ErrorsOf(pair);
    MovePoints(&pair->a, pair->a.tables->start, moved.start);
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
    pair.reach = SetOffsets(&pair.a, &pair.b);
    pair.margin = 4 * UNIT * pair.reach; // a coordinate moved into the other frame
    ++filter->leafPairs;
    if (a == b) {
        SetTables(filter, &pair.a, &pair.b);
    } else {
        if (!CrossSlabs(&pair.a, &pair.b, pair.reach)) {
            return;
        }
        SetTables(filter, &pair.a, &pair.b);
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
