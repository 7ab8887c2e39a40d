// Proximity in SIMD lanes: proximity.c, lane by lane, with the same operations in the same order,
// so that the derivation there holds here and the results are the same bytes. A block of pairs in,
// the near ones with closest points out. A kernel: compiled once per instruction set
// (math/target.h).
//
// Interiors first: the plane or the lines show that a pair is too far, or that the interiors
// contain the closest points. The others, compacted into full lanes, are closest at an edge or an
// end. Finally the directions of all near pairs are normalised.
//
// Left to svNear_Test: extents that must be scaled; pairs that touch at an edge or an end, whose
// normal is that of the frame; and heights so short that products with them may underflow.

#include "dispatch/kernels.h"
#include "elementary/proximity/near_batch.h"
#include "math/wide3.h"

#define LANES ((uint32_t)SV_WIDE_LANES)

// |axis| >= |height| >= 2^-300 and a gap of 2^-44 2^-200 or more: the triple product is far above
// what underflows.
#define HEIGHT_SQUARE_MIN 0x1p-600

// Lane by lane svVec3_Normalize.
static inline svWide3 UnitLanes(svWide3 a) {
    const svWide largest =
        svWide_Max(svWide_Abs(a.x), svWide_Max(svWide_Abs(a.y), svWide_Abs(a.z)));
    const svWide3 b = {a.x / largest, a.y / largest, a.z / largest};
    return svWide3_Scale(svWide_Set(1) / svWide_Sqrt(svWide3_Dot(b, b)), b);
}

// ---- loading and storing -----------------------------------------------------------------------

// Which pairs of a block: those of a list from `start` on; null: start, start + 1, ...
typedef struct Span {
    const uint32_t* list;
    uint32_t start, count;
} Span;

static inline uint32_t PairAt(const Span* span, uint32_t lane) {
    const uint32_t at = span->start + lane;
    return span->list == NULL ? at : span->list[at];
}

// Lanes past the end repeat the last pair. Returns the mask of the lanes that are pairs.
static inline unsigned LoadPairs(const svNearBlock* block, const Span* span, svWide3 x[4]) {
    const uint32_t left = span->count - span->start, used = left < LANES ? left : LANES;
    uint32_t ids[4][SV_WIDE_LANES];
    for (uint32_t lane = 0; lane < LANES; ++lane) {
        const uint32_t* points =
            block->points[block->first + PairAt(span, lane < used ? lane : used - 1)];
        for (int c = 0; c < 4; ++c) {
            ids[c][lane] = points[c];
        }
    }
    for (int c = 0; c < 4; ++c) {
        svWide at[3];
        svWide_LoadPoints(block->x, ids[c], at);
        x[c] = (svWide3){at[0], at[1], at[2]};
    }
    return (1u << used) - 1;
}

// Closest points of near pairs; the direction is not normalised yet.
typedef struct Shape {
    svWide weights[4];
    svWide3 direction;
    svWide square; // of the distance
} Shape;

static inline void EmitNear(svNearBlock* block, const Span* span, unsigned lanes,
                            const Shape* shape) {
    double rows[8][SV_WIDE_LANES];
    if (block->near != NULL) {
        for (int i = 0; i < 4; ++i) {
            svWide_Store(rows[i], shape->weights[i]);
        }
        svWide_Store(rows[4], shape->direction.x);
        svWide_Store(rows[5], shape->direction.y);
        svWide_Store(rows[6], shape->direction.z);
        svWide_Store(rows[7], svWide_Sqrt(shape->square));
    }
    for (; lanes != 0; lanes &= lanes - 1) {
        const uint32_t lane = (uint32_t)__builtin_ctz(lanes), at = block->nearCount++;
        block->which[at] = block->first + PairAt(span, lane);
        if (block->near != NULL) {
            block->near[at] = (svNear){{rows[0][lane], rows[1][lane], rows[2][lane], rows[3][lane]},
                                       {rows[4][lane], rows[5][lane], rows[6][lane]},
                                       rows[7][lane]};
        }
    }
}

static inline void LeaveToScalar(svNearBlock* block, const Span* span, unsigned lanes) {
    for (; lanes != 0; lanes &= lanes - 1) {
        block->left[block->leftCount++] =
            block->first + PairAt(span, (uint32_t)__builtin_ctz(lanes));
    }
}

// ---- extents -----------------------------------------------------------------------------------

static inline svWide Spread4(svWide a, svWide b, svWide c, svWide d) {
    return svWide_Max(svWide_Max(a, b), svWide_Max(c, d)) -
           svWide_Min(svWide_Min(a, b), svWide_Min(c, d));
}

static inline svWide ExtentLanes(const svWide3 x[4]) {
    return svWide_Max(Spread4(x[0].x, x[1].x, x[2].x, x[3].x),
                      svWide_Max(Spread4(x[0].y, x[1].y, x[2].y, x[3].y),
                                 Spread4(x[0].z, x[1].z, x[2].z, x[3].z)));
}

// Squares of lengths.
typedef struct Limits {
    svWide distance; // with the tolerance
    svWide touching;
} Limits;

static inline Limits NearLimits(svWide extent, svWide distance) {
    const svWide limit = distance + svWide_Set(SV_NEAR_TOLERANCE) * extent;
    const svWide touching = svWide_Set(SV_NEAR_TOUCHING) * extent;
    return (Limits){limit * limit, touching * touching};
}

// ---- frames ------------------------------------------------------------------------------------

// The axis goes from `from` to `to`, the other side from `start` to `end`.
typedef struct Sides {
    svWide3 from, to, start, end;
    svWide axisSquare, otherSquare;
    svWideMask turned;
} Sides;

typedef struct Frame {
    svWide3 axis, other, height;
    svWide axisSquare, heightSquare, along;
    unsigned valid;
} Frame;

typedef struct Exact {
    svWide high, low;
} Exact;

static inline Exact TwoDifference(svWide a, svWide b) {
    const svWide d = a - b, back = a - d;
    return (Exact){d, (back - b) + (a - (d + back))};
}

static inline svWide ResidualLanes(Exact p, Exact z, svWide along) {
    const svWide product = along * z.high, productLow = svWide_Fused(along, z.high, -product);
    const svWide h = p.high - product, back = p.high - h;
    const svWide low = (back - product) + (p.high - (h + back));
    return h + (low + (p.low - productLow - along * z.low));
}

static inline svWide3 ExactHeightLanes(const Sides* s, svWide along) {
    return (svWide3){ResidualLanes(TwoDifference(s->end.x, s->start.x),
                                   TwoDifference(s->to.x, s->from.x), along),
                     ResidualLanes(TwoDifference(s->end.y, s->start.y),
                                   TwoDifference(s->to.y, s->from.y), along),
                     ResidualLanes(TwoDifference(s->end.z, s->start.z),
                                   TwoDifference(s->to.z, s->from.z), along)};
}

static inline Frame MakeFrameLanes(const Sides* sides) {
    Frame f = {.axis = svWide3_Sub(sides->to, sides->from),
               .other = svWide3_Sub(sides->end, sides->start)};
    f.axisSquare = sides->axisSquare;
    f.along = svWide3_Dot(f.other, f.axis) / f.axisSquare;
    f.height = svWide3_Sub(f.other, svWide3_Scale(f.along, f.axis));
    f.heightSquare = svWide3_Dot(f.height, f.height);
    const svWideMask low = svWide_Less(f.heightSquare, sides->otherSquare * svWide_Set(1.0 / 16));
    if (svWideMask_Bits(low) != 0) {
        const svWide3 exact = ExactHeightLanes(sides, f.along);
        const svWide more = svWide3_Dot(exact, f.axis) / f.axisSquare;
        const svWide3 height = svWide3_Sub(exact, svWide3_Scale(more, f.axis));
        f.height = svWide3_Select(low, height, f.height);
        f.along = svWide_Select(low, f.along + more, f.along);
        f.heightSquare = svWide_Select(low, svWide3_Dot(height, height), f.heightSquare);
    }
    f.valid = svWideMask_Bits(
        svWideMask_And(svWide_Less(svWide_Set(SV_NEAR_FLAT) * sides->otherSquare, f.heightSquare),
                       svWide_LessEqual(svWide_Set(SV_NEAR_SQUARE_MIN), f.heightSquare)));
    return f;
}

// ---- interiors ---------------------------------------------------------------------------------

// The closest points of plane and point, or of two lines.
typedef struct Interior {
    svWideMask far;    // farther away than the limit, if the frame is valid
    svWideMask inside; // they lie on the features
    Shape shape;       // the gap as direction
} Interior;

static inline svWideMask Within01(svWide t) {
    return svWideMask_And(svWide_LessEqual(svWide_Set(0), t), svWide_LessEqual(t, svWide_Set(1)));
}

// The corners of a face by their roles, and where they come from.
typedef struct Corners {
    Sides sides;
    svWideMask first, second; // the corner opposite to the axis; neither: the third one
} Corners;

static inline svWide3 PickCorner(const Corners* c, svWide3 a, svWide3 b, svWide3 d) {
    return svWide3_Select(c->first, a, svWide3_Select(c->second, b, d));
}

static inline svWide PickWeight(const Corners* c, svWide a, svWide b, svWide d) {
    return svWide_Select(c->first, a, svWide_Select(c->second, b, d));
}

static inline Corners OrderCornerLanes(const svWide3 x[4]) {
    const svWide3 side1 = svWide3_Sub(x[2], x[3]), side2 = svWide3_Sub(x[3], x[1]),
                  side3 = svWide3_Sub(x[1], x[2]);
    const svWide s1 = svWide3_Dot(side1, side1), s2 = svWide3_Dot(side2, side2),
                 s3 = svWide3_Dot(side3, side3);
    Corners c;
    c.first = svWideMask_And(svWide_LessEqual(s2, s1), svWide_LessEqual(s3, s1));
    c.second = svWide_LessEqual(s3, s2);
    const svWide3 third = PickCorner(&c, x[1], x[2], x[3]), next = PickCorner(&c, x[2], x[3], x[1]);
    const svWide3 last = PickCorner(&c, x[3], x[1], x[2]);
    const svWide nextSquare = PickWeight(&c, s2, s3, s1), lastSquare = PickWeight(&c, s3, s1, s2);
    c.sides.turned = svWide_Less(nextSquare, lastSquare);
    c.sides.from = c.sides.start = svWide3_Select(c.sides.turned, last, next);
    c.sides.to = svWide3_Select(c.sides.turned, next, last);
    c.sides.end = third;
    c.sides.axisSquare = PickWeight(&c, s1, s2, s3);
    c.sides.otherSquare = svWide_Select(c.sides.turned, nextSquare, lastSquare);
    return c;
}

static inline Interior InFace(const svWide3 x[4], const Corners* c, const Frame* f, svWide limit) {
    Interior in;
    const svWide3 q = svWide3_Sub(x[0], c->sides.from);
    const svWide t = svWide3_Dot(q, f->axis) / f->axisSquare,
                 y = svWide3_Dot(q, f->height) / f->heightSquare;
    in.shape.direction =
        svWide3_Sub(svWide3_Sub(q, svWide3_Scale(t, f->axis)), svWide3_Scale(y, f->height));
    in.shape.square = svWide3_Dot(in.shape.direction, in.shape.direction);
    in.far = svWide_Less(limit, in.shape.square);
    const svWide none = svWide_Set(0), one = svWide_Set(1);
    const svWide to = t - y * f->along, from = one - y - to;
    in.inside =
        svWideMask_And(svWide_LessEqual(none, y),
                       svWideMask_And(svWide_LessEqual(none, to), svWide_LessEqual(none, from)));
    const svWide next = svWide_Select(c->sides.turned, to, from);
    const svWide last = svWide_Select(c->sides.turned, from, to);
    in.shape.weights[0] = one;
    in.shape.weights[1] = PickWeight(c, y, last, next);
    in.shape.weights[2] = PickWeight(c, next, y, last);
    in.shape.weights[3] = PickWeight(c, last, next, y);
    return in;
}

static inline Sides OrderEdges(const svWide3 x[4]) {
    const svWide3 a = svWide3_Sub(x[1], x[0]), b = svWide3_Sub(x[3], x[2]);
    const svWide aSquare = svWide3_Dot(a, a), bSquare = svWide3_Dot(b, b);
    Sides s;
    s.turned = svWide_Less(aSquare, bSquare);
    s.from = svWide3_Select(s.turned, x[2], x[0]);
    s.to = svWide3_Select(s.turned, x[3], x[1]);
    s.start = svWide3_Select(s.turned, x[0], x[2]);
    s.end = svWide3_Select(s.turned, x[1], x[3]);
    s.axisSquare = svWide_Select(s.turned, bSquare, aSquare);
    s.otherSquare = svWide_Select(s.turned, aSquare, bSquare);
    return s;
}

static inline Interior InEdges(const Sides* sides, const Frame* f, svWide limit) {
    Interior in;
    const svWide one = svWide_Set(1);
    const svWide3 c = svWide3_Sub(sides->start, sides->from);
    const svWide r = -svWide3_Dot(c, f->height) / f->heightSquare,
                 foot = svWide3_Dot(c, f->axis) / f->axisSquare;
    const svWide3 between =
        svWide3_Add(svWide3_Sub(c, svWide3_Scale(foot, f->axis)), svWide3_Scale(r, f->height));
    in.far = svWide_Less(limit, svWide3_Dot(between, between));
    const svWide3 point = svWide3_Add(c, svWide3_Scale(r, f->other));
    const svWide s = svWide3_Dot(point, f->axis) / f->axisSquare;
    in.inside = svWideMask_And(Within01(r), Within01(s));
    const svWide3 gap =
        svWide3_Sub(point, svWide3_Scale(s, f->axis)); // from the longer edge to the shorter one
    in.shape.square = svWide3_Dot(gap, gap);
    in.shape.direction = svWide3_Scale(svWide_Select(sides->turned, one, svWide_Set(-1)), gap);
    in.shape.weights[0] = svWide_Select(sides->turned, one - r, one - s);
    in.shape.weights[1] = svWide_Select(sides->turned, r, s);
    in.shape.weights[2] = svWide_Select(sides->turned, one - s, one - r);
    in.shape.weights[3] = svWide_Select(sides->turned, s, r);
    return in;
}

// The frame's normal, on the side of the gap. Where they do not touch, the gap is longer than 512e
// R and off the normal's direction by less than 170 sqrt(3) e R (proximity.c): the cosine is above
// 0.8, and the sign that of the scalar product with the unit vector, however both are rounded.
static inline svWide3 FrameNormal(const Frame* f, const Sides* sides, svWide3 gap,
                                  svWideMask touch) {
    const svWide one = svWide_Set(1), minus = svWide_Set(-1);
    const svWide3 normal = svWide3_Cross(f->axis, f->height);
    const svWide side =
        svWide_Select(touch, svWide_Select(sides->turned, minus, one), svWide3_Dot(normal, gap));
    return svWide3_Scale(svWide_Select(svWide_Less(side, svWide_Set(0)), minus, one), normal);
}

// Pairs that the interiors did not decide: closest at an edge or an end, if near at all.
typedef struct Outer {
    uint32_t count;
    uint32_t list[SV_NEAR_BLOCK + SV_NEAR_PAD];
    double distance[SV_NEAR_BLOCK + SV_NEAR_PAD], touching[SV_NEAR_BLOCK + SV_NEAR_PAD]; // Limits
} Outer;

// Writes every lane and advances by those that count: no unpredictable branch.
static inline void AppendOuter(Outer* outer, uint32_t start, unsigned lanes, const Limits* limits) {
    double distance[SV_WIDE_LANES], touching[SV_WIDE_LANES];
    svWide_Store(distance, limits->distance);
    svWide_Store(touching, limits->touching);
    for (uint32_t lane = 0; lane < LANES; ++lane) {
        outer->list[outer->count] = start + lane;
        outer->distance[outer->count] = distance[lane];
        outer->touching[outer->count] = touching[lane];
        outer->count += lanes >> lane & 1;
    }
}

static inline unsigned CrossingLanes(const svWide weights[4]) {
    const svWide least =
        svWide_Min(svWide_Min(weights[0], weights[1]), svWide_Min(weights[2], weights[3]));
    return svWideMask_Bits(svWide_Less(svWide_Set(0), least));
}

static inline __attribute__((always_inline)) void TestInteriors(svNearBlock* block, svPairKind kind,
                                                                Outer* outer) {
    for (uint32_t start = 0; start < block->count; start += LANES) {
        const Span span = {NULL, start, block->count};
        svWide3 x[4];
        const unsigned lanes = LoadPairs(block, &span, x);
        const svWide extent = ExtentLanes(x);
        const Limits limits =
            NearLimits(extent, svWide_Load(block->distances + block->first + start));
        const unsigned fit = svWideMask_Bits(
            svWideMask_And(svWide_LessEqual(svWide_Set(SV_NEAR_EXTENT_MIN), extent),
                           svWide_LessEqual(extent, svWide_Set(SV_NEAR_EXTENT_MAX))));
        Corners corners;
        if (kind == SV_EDGE_EDGE) {
            corners.sides = OrderEdges(x);
        } else {
            corners = OrderCornerLanes(x);
        }
        const Frame frame = MakeFrameLanes(&corners.sides);
        Interior in = kind == SV_EDGE_EDGE ? InEdges(&corners.sides, &frame, limits.distance)
                                           : InFace(x, &corners, &frame, limits.distance);
        const unsigned rest = lanes & fit & ~(svWideMask_Bits(in.far) & frame.valid);
        unsigned inside = rest & svWideMask_Bits(in.inside) & frame.valid;
        if (kind == SV_EDGE_EDGE && block->crossing) {
            inside &= CrossingLanes(in.shape.weights); // all others have an end as closest point
        } else {
            AppendOuter(outer, start, rest & ~inside, &limits);
        }
        // The interior points may exceed the limit although plane or lines do not.
        inside &= svWideMask_Bits(svWide_LessEqual(in.shape.square, limits.distance));
        const unsigned small = inside & svWideMask_Bits(svWide_Less(frame.heightSquare,
                                                                    svWide_Set(HEIGHT_SQUARE_MIN)));
        LeaveToScalar(block, &span, (lanes & ~fit) | small);
        inside &= ~small;
        if (inside == 0) {
            continue;
        }
        in.shape.direction = FrameNormal(&frame, &corners.sides, in.shape.direction,
                                         svWide_LessEqual(in.shape.square, limits.touching));
        EmitNear(block, &span, inside, &in.shape);
    }
}

// ---- edges and ends ----------------------------------------------------------------------------

// Point p against the segment from a to b of the other feature.
static inline void ConsiderSegmentLanes(const svWide3 x[4], int p, int a, int b, int split,
                                        Shape* best) {
    const svWide one = svWide_Set(1), none = svWide_Set(0);
    const svWide3 d = svWide3_Sub(x[b], x[a]), q = svWide3_Sub(x[p], x[a]);
    // NaN (0/0 on a degenerate edge) gives 0.
    const svWide t = svWide_Min(svWide_Max(svWide3_Dot(q, d) / svWide3_Dot(d, d), none), one);
    const svWide3 gap = svWide3_Sub(q, svWide3_Scale(t, d));
    const svWide square = svWide3_Dot(gap, gap);
    const svWideMask nearer = svWide_Less(square, best->square);
    best->square = svWide_Select(nearer, square, best->square);
    best->direction = svWide3_Select(nearer, p < split ? gap : svWide3_Scale(svWide_Set(-1), gap),
                                     best->direction);
    const svWide atStart = one - t;
    for (int i = 0; i < 4; ++i) {
        const svWide weight = i == p ? one : i == a ? atStart : i == b ? t : none;
        best->weights[i] = svWide_Select(nearer, weight, best->weights[i]);
    }
}

static inline Shape ClosestOuter(const svWide3 x[4], svPairKind kind) {
    const svWide none = svWide_Set(0);
    Shape best = {.weights = {none, none, none, none},
                  .direction = {none, none, none},
                  .square = svWide_Set(__builtin_huge_val())};
    if (kind == SV_EDGE_EDGE) {
        ConsiderSegmentLanes(x, 0, 2, 3, 2, &best);
        ConsiderSegmentLanes(x, 1, 2, 3, 2, &best);
        ConsiderSegmentLanes(x, 2, 0, 1, 2, &best);
        ConsiderSegmentLanes(x, 3, 0, 1, 2, &best);
    } else {
        ConsiderSegmentLanes(x, 0, 1, 2, 1, &best);
        ConsiderSegmentLanes(x, 0, 2, 3, 1, &best);
        ConsiderSegmentLanes(x, 0, 3, 1, 1, &best);
    }
    return best;
}

static inline __attribute__((always_inline)) void TestOuter(svNearBlock* block, svPairKind kind,
                                                            const Outer* outer) {
    for (uint32_t start = 0; start < outer->count; start += LANES) {
        const Span span = {outer->list, start, outer->count};
        svWide3 x[4];
        const unsigned lanes = LoadPairs(block, &span, x);
        const Shape best = ClosestOuter(x, kind);
        const svWide distance = svWide_Load(outer->distance + start);
        const unsigned near = lanes & svWideMask_Bits(svWide_LessEqual(best.square, distance));
        const unsigned touch =
            svWideMask_Bits(svWide_LessEqual(best.square, svWide_Load(outer->touching + start)));
        LeaveToScalar(block, &span, near & touch);
        EmitNear(block, &span, near & ~touch, &best);
    }
}

// ---- a block -----------------------------------------------------------------------------------

// Normalises the directions of the near pairs from `first` on.
static inline void NormalizeDirections(const svNearBlock* block, uint32_t first) {
    const svPositions view = {block->near->normal, block->nearCount, sizeof(svNear), SV_DOUBLE};
    for (uint32_t start = first; start < block->nearCount; start += LANES) {
        const uint32_t left = block->nearCount - start, used = left < LANES ? left : LANES;
        uint32_t ids[SV_WIDE_LANES];
        for (uint32_t lane = 0; lane < LANES; ++lane) {
            ids[lane] = start + (lane < used ? lane : used - 1);
        }
        svWide at[3];
        double rows[3][SV_WIDE_LANES];
        svWide_LoadPoints(&view, ids, at);
        const svWide3 unit = UnitLanes((svWide3){at[0], at[1], at[2]});
        svWide_Store(rows[0], unit.x);
        svWide_Store(rows[1], unit.y);
        svWide_Store(rows[2], unit.z);
        for (uint32_t lane = 0; lane < used; ++lane) {
            for (int k = 0; k < 3; ++k) {
                block->near[start + lane].normal[k] = rows[k][lane];
            }
        }
    }
}

// Inlined into both kernels below, so that the kind is a constant throughout.
static inline __attribute__((always_inline)) void TestNearBlock(svNearBlock* block,
                                                                svPairKind kind) {
    const uint32_t first = block->nearCount;
    Outer outer;
    outer.count = 0;
    TestInteriors(block, kind, &outer);
    TestOuter(block, kind, &outer);
    if (block->near != NULL) {
        NormalizeDirections(block, first);
    }
}

void SV_KERNEL(nearVertexFace)(svNearBlock* block) {
    TestNearBlock(block, SV_VERTEX_FACE);
}

void SV_KERNEL(nearEdgeEdge)(svNearBlock* block) {
    TestNearBlock(block, SV_EDGE_EDGE);
}
