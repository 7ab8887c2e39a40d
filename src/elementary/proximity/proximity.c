// Proximity of a vertex-face or edge-edge pair at an instant: four points and a distance in,
// verdict and closest points out, with an error bound small enough to decide by.
//
// Interiors first. VF: let z be the face's longest side, p its shorter other side, both from one
// corner, and h = p - along z, perpendicular to z. With q from that corner to the vertex, the foot
// of the vertex in the plane is t z + y h with t = q.z / z.z and y = q.h / h.h: a point of the face
// if y >= 0, t - y along >= 0 and 1 - t - y (1 - along) >= 0. EE: let u be the longer edge, w the
// shorter one, h = w - along u, c from the start of u to that of w. The lines are closest at
// r = -c.h / h.h on w and at the foot of that point on u. If the interiors do not contain the
// closest points, an edge of the face, or an end of an edge, does.
//
// Every candidate is a pair of points of the two features, so the least distance D of all
// candidates is not below the true one but for the rounding of the gap; how far can it be above?
// e = 2^-53, R the extent. Differences of the given coordinates are off by e relative to
// themselves, and at most sqrt(3) R long.
//   Point and segment. q.d is off by 5e |q||d|, d.d by 5e d.d: the foot is off by 11e |q| along the
//   segment, the gap by 5e |q| more: 16e |q| in all.
//   h. In plain arithmetic it is off by 16e |p|, which is 64e |h| where |h| >= |p| / 4. Below that
//   it is computed anew with the exact differences and products of p - along z, which leaves e |h|
//   and terms in e^2 |p|, and once more made perpendicular to z, leaving 7e |h| (|h| > 2^-48 |p|).
//   VF inside. The foot along h is off by 2 * 64e |q| + 5e |q|, along z by 22e |q|; the gap by less
//   than 170e |q|. If rounding takes a foot inside for one outside or the other way round, it is
//   that near to an edge.
//   EE inside. r is off by 140e |c| / |h|. Off by dr from its best place on w, the distance to the
//   line u grows by at most dr |h|: 140e |c|. If it leaves w or u by that, the end is that near.
//   |h| <= 2^-48 |p|: an end or edge is no farther than the interior by more than |h|.
// All are below 170 sqrt(3) e R + few e R < 2^-44 R; TOLERANCE is twice that, so D <= d + TOLERANCE
// R for every pair within d, and every pair that is accepted is within d + 2 TOLERANCE R.
//
// The plane of the face, and the line of the edge, bound the distance from below: where the gap to
// them exceeds d + TOLERANCE R, the edges and ends need not be tested.
//
// Products: R is brought between 2^-200 and 2^200 by a power of two. |h|^2 is then a normal number
// if |h| >= 2^-450, and what is shorter is nothing against e R. Segments so short that their square
// underflows are, wherever on them the foot is said to be, nothing against e R as well.

#include "elementary/proximity/proximity.h"

#include "math/min_max.h"

typedef struct ScaledPair {
    svVec3 x[4];
    double scale; // of differences, a power of two
    double extent;
    double limit; // distance + tolerance, squared
    int split;    // points before it belong to the first feature
} ScaledPair;

typedef struct Best {
    double square; // of the gap
    svVec3 gap;    // from the second feature to the first
    double weights[4];
    bool inside; // perpendicular to the face, or to both edges
} Best;

// `height` is perpendicular to `axis`: other - along * axis.
typedef struct Frame {
    svVec3 axis, height;
    double axisSquare, heightSquare, along;
    bool valid; // the height is long enough to divide by
} Frame;

static svVec3 ScaledDifference(const ScaledPair* pair, int to, int from) {
    return svVec3_Scale(pair->scale, svVec3_Sub(pair->x[to], pair->x[from]));
}

static double Larger(double a, double b) {
    return a > b ? a : b;
}

static double Smaller(double a, double b) {
    return a < b ? a : b;
}

static double Span(double a, double b, double c, double d) {
    return Larger(Larger(a, b), Larger(c, d)) - Smaller(Smaller(a, b), Smaller(c, d));
}

static double PairExtent(const svVec3 x[4]) {
    return Larger(
        Span(x[0].x, x[1].x, x[2].x, x[3].x),
        Larger(Span(x[0].y, x[1].y, x[2].y, x[3].y), Span(x[0].z, x[1].z, x[2].z, x[3].z)));
}

// Chooses a scale for an extreme extent. Returns what distances must be divided by beyond that:
// coordinates whose differences overflow are quartered, which loses bits only where the extent
// dwarfs them.
static double Rescale(ScaledPair* pair) {
    double quarter = 1;
    if (isinf(pair->extent)) {
        for (int i = 0; i < 4; ++i) {
            pair->x[i] = svVec3_Scale(0.25, pair->x[i]);
        }
        pair->extent = PairExtent(pair->x);
        quarter = 4;
    }
    int exponent;
    frexp(pair->extent, &exponent);
    exponent = exponent < -1000 ? -1000 : exponent > 1000 ? 1000 : exponent; // 1/scale is normal
    pair->scale = ldexp(1, -exponent);
    pair->extent *= pair->scale;
    return quarter;
}

// Point `p` against the segment of the other feature from `a` to `b`.
static void ConsiderSegment(const ScaledPair* pair, int p, int a, int b, Best* best) {
    const svVec3 d = ScaledDifference(pair, b, a), q = ScaledDifference(pair, p, a);
    const double t = svClamp01(svVec3_Dot(q, d) / svVec3_Dot(d, d));
    const svVec3 gap = svVec3_Sub(q, svVec3_Scale(t, d));
    const double square = svVec3_Dot(gap, gap);
    if (square < best->square) {
        *best = (Best){.square = square, .gap = p < pair->split ? gap : svVec3_Scale(-1, gap)};
        best->weights[p] = 1;
        best->weights[a] = 1 - t;
        best->weights[b] = t;
    }
}

// A difference of two coordinates, scaled, in two parts: exact but for underflow.
typedef struct Exact {
    double high, low;
} Exact;

static Exact ExactDifference(double a, double b, double scale) {
    // Two-sum (Knuth 1969).
    const double d = a - b, back = a - d;
    const double low = (back - b) + (a - (d + back));
    return (Exact){scale * d, scale * low};
}

// p - along z, rounded as if only once.
static double ExactResidual(Exact p, Exact z, double along) {
    const double product = along * z.high, productLow = fma(along, z.high, -product);
    const double h = p.high - product, back = p.high - h;
    const double low = (back - product) + (p.high - (h + back));
    return h + (low + (p.low - productLow - along * z.low));
}

static svVec3 ExactHeight(const svVec3* p1, const svVec3* p0, const svVec3* z1, const svVec3* z0,
                          double along, double scale) {
    return (svVec3){ExactResidual(ExactDifference(p1->x, p0->x, scale),
                                  ExactDifference(z1->x, z0->x, scale), along),
                    ExactResidual(ExactDifference(p1->y, p0->y, scale),
                                  ExactDifference(z1->y, z0->y, scale), along),
                    ExactResidual(ExactDifference(p1->z, p0->z, scale),
                                  ExactDifference(z1->z, z0->z, scale), along)};
}

// Along the axis from `from` to `axisEnd`, the side from `otherStart` to `otherEnd`.
static Frame MakeFrame(const ScaledPair* pair, int from, int axisEnd, int otherStart,
                       int otherEnd) {
    Frame frame = {.axis = ScaledDifference(pair, axisEnd, from)};
    const svVec3 other = ScaledDifference(pair, otherEnd, otherStart);
    const double otherSquare = svVec3_Dot(other, other);
    frame.axisSquare = svVec3_Dot(frame.axis, frame.axis);
    frame.along = svVec3_Dot(other, frame.axis) / frame.axisSquare;
    frame.height = svVec3_Sub(other, svVec3_Scale(frame.along, frame.axis));
    frame.heightSquare = svVec3_Dot(frame.height, frame.height);
    if (frame.heightSquare < otherSquare / 16) {
        frame.height = ExactHeight(&pair->x[otherEnd], &pair->x[otherStart], &pair->x[axisEnd],
                                   &pair->x[from], frame.along, pair->scale);
        const double more = svVec3_Dot(frame.height, frame.axis) / frame.axisSquare;
        frame.height = svVec3_Sub(frame.height, svVec3_Scale(more, frame.axis));
        frame.along += more;
        frame.heightSquare = svVec3_Dot(frame.height, frame.height);
    }
    frame.valid =
        frame.heightSquare > SV_NEAR_FLAT * otherSquare && frame.heightSquare >= SV_NEAR_SQUARE_MIN;
    return frame;
}

// The corners of the face: the longest side goes from `from` to `to`, `third` is nearer to `from`.
typedef struct Corners {
    int from, to, third;
    bool turned; // from, to, third run against the face
} Corners;

static Corners OrderCorners(const ScaledPair* pair) {
    double squares[4]; // of the side opposite to each corner
    for (int i = 1; i <= 3; ++i) {
        const svVec3 side = ScaledDifference(pair, i % 3 + 1, (i + 1) % 3 + 1);
        squares[i] = svVec3_Dot(side, side);
    }
    const int third = squares[1] >= squares[2] && squares[1] >= squares[3] ? 1
                      : squares[2] >= squares[3]                           ? 2
                                                                           : 3;
    const int next = third % 3 + 1, last = (third + 1) % 3 + 1;
    // The side from third to `next` is opposite to `last`.
    return squares[last] <= squares[next] ? (Corners){next, last, third, false}
                                          : (Corners){last, next, third, true};
}

// False: certainly beyond the limit.
static bool FindVertexFace(const ScaledPair* pair, Frame* frame, bool* turned, Best* best) {
    const Corners corners = OrderCorners(pair);
    *frame = MakeFrame(pair, corners.from, corners.to, corners.from, corners.third);
    *turned = corners.turned;
    if (frame->valid) {
        const svVec3 q = ScaledDifference(pair, 0, corners.from);
        const double t = svVec3_Dot(q, frame->axis) / frame->axisSquare;
        const double y = svVec3_Dot(q, frame->height) / frame->heightSquare;
        const svVec3 gap =
            svVec3_Sub(svVec3_Sub(q, svVec3_Scale(t, frame->axis)), svVec3_Scale(y, frame->height));
        const double square = svVec3_Dot(gap, gap);
        if (square > pair->limit) {
            return false;
        }
        const double to = t - y * frame->along, from = 1 - y - to;
        if (y >= 0 && to >= 0 && from >= 0) {
            *best = (Best){.square = square, .gap = gap, .weights = {1}, .inside = true};
            best->weights[corners.third] = y;
            best->weights[corners.to] = to;
            best->weights[corners.from] = from;
            return true;
        }
    }
    for (int i = 1; i <= 3; ++i) {
        ConsiderSegment(pair, 0, i, i % 3 + 1, best);
    }
    return best->square <= pair->limit;
}

// The closest points of the lines, if they lie on the edges. False: the lines are farther away than
// the limit. `u` and `w` are the starts of the longer and of the shorter edge.
static bool FindInteriors(const ScaledPair* pair, const Frame* frame, int u, int w, Best* best) {
    const svVec3 c = ScaledDifference(pair, w, u);
    const double r = -svVec3_Dot(c, frame->height) / frame->heightSquare;
    const double foot = svVec3_Dot(c, frame->axis) / frame->axisSquare;
    const svVec3 between =
        svVec3_Add(svVec3_Sub(c, svVec3_Scale(foot, frame->axis)), svVec3_Scale(r, frame->height));
    if (svVec3_Dot(between, between) > pair->limit) {
        return false;
    }
    if (!(r >= 0 && r <= 1)) {
        return true;
    }
    const svVec3 point = svVec3_Add(c, svVec3_Scale(r, ScaledDifference(pair, w + 1, w)));
    const double s = svVec3_Dot(point, frame->axis) / frame->axisSquare;
    if (s >= 0 && s <= 1) {
        const svVec3 gap = svVec3_Sub(point, svVec3_Scale(s, frame->axis)); // from u to w
        *best = (Best){.square = svVec3_Dot(gap, gap), .inside = true};
        best->gap = u == 0 ? svVec3_Scale(-1, gap) : gap;
        best->weights[u] = 1 - s;
        best->weights[u + 1] = s;
        best->weights[w] = 1 - r;
        best->weights[w + 1] = r;
    }
    return true;
}

// False: certainly beyond the limit.
static bool FindEdgeEdge(const ScaledPair* pair, Frame* frame, bool* turned, Best* best) {
    const svVec3 a = ScaledDifference(pair, 1, 0), b = ScaledDifference(pair, 3, 2);
    const int u = svVec3_Dot(a, a) >= svVec3_Dot(b, b) ? 0 : 2, w = 2 - u;
    *frame = MakeFrame(pair, u, u + 1, w, w + 1);
    *turned = u == 2;
    if (frame->valid && !FindInteriors(pair, frame, u, w, best)) {
        return false;
    }
    if (isinf(best->square)) {
        for (int end = 0; end < 4; ++end) {
            const int from = end < 2 ? 2 : 0;
            ConsiderSegment(pair, end, from, from + 1, best);
        }
    }
    return best->square <= pair->limit;
}

// A unit vector perpendicular to v; the x axis if v is zero.
static svVec3 Perpendicular(svVec3 v) {
    const double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    if (x == 0 && y == 0 && z == 0) {
        return (svVec3){1, 0, 0};
    }
    const svVec3 axis = x <= y && x <= z ? (svVec3){1, 0, 0}
                        : y <= z         ? (svVec3){0, 1, 0}
                                         : (svVec3){0, 0, 1};
    return svVec3_Normalize(svVec3_Cross(svVec3_Normalize(v), axis));
}

// The gap, unless the features touch; in interiors the normal of the frame, which is more accurate.
static svVec3 NearDirection(const ScaledPair* pair, const Frame* frame, bool turned,
                            const Best* best) {
    const double touching = SV_NEAR_TOUCHING * pair->extent;
    const bool touch = best->square <= touching * touching;
    if (!touch && !best->inside) {
        return svVec3_Normalize(best->gap);
    }
    if (!frame->valid) {
        return Perpendicular(frame->axis);
    }
    const svVec3 normal = svVec3_Normalize(svVec3_Cross(frame->axis, frame->height));
    const bool against = touch ? turned : svVec3_Dot(normal, best->gap) < 0;
    return against ? svVec3_Scale(-1, normal) : normal;
}

bool svNear_Test(const svVec3 x[4], svPairKind kind, double distance, svNear* near) {
    ScaledPair pair = {.x = {x[0], x[1], x[2], x[3]}, .scale = 1};
    double quarter = 1;
    pair.split = kind == SV_EDGE_EDGE ? 2 : 1;
    pair.extent = PairExtent(x);
    if (!(pair.extent >= SV_NEAR_EXTENT_MIN && pair.extent <= SV_NEAR_EXTENT_MAX)) {
        quarter = Rescale(&pair);
    }
    const double limit = distance / quarter * pair.scale + SV_NEAR_TOLERANCE * pair.extent;
    pair.limit = limit * limit;
    Frame frame;
    bool turned;
    Best best = {.square = HUGE_VAL};
    if (!(kind == SV_EDGE_EDGE ? FindEdgeEdge(&pair, &frame, &turned, &best)
                               : FindVertexFace(&pair, &frame, &turned, &best))) {
        return false;
    }
    if (near != NULL) {
        const svVec3 normal = NearDirection(&pair, &frame, turned, &best);
        for (int i = 0; i < 4; ++i) {
            near->weights[i] = best.weights[i];
        }
        near->normal[0] = normal.x;
        near->normal[1] = normal.y;
        near->normal[2] = normal.z;
        near->distance = sqrt(best.square) / pair.scale * quarter;
    }
    return true;
}
