// Where two triangles meet, rounded.
//
// Which edges and vertices bound the intersection is decided by exact signs; only the coordinates
// are rounded. A point of an edge pq in a plane is interpolated by the heights of p and q over the
// plane, each trusted as far as it agrees with the exact sign, from the nearer end; so it never
// leaves the edge by more than its own rounding. It is then clamped to the boxes of both triangles,
// between which the true point lies. A vertex in the other triangle is passed on as it is.
//
// The vertices of each triangle and the two triangles are sorted by their coordinates first, hence
// every order of the input gives the same bytes.

#include "elementary/triangle.h"

#include "selvage/predicates.h"

#include <float.h>
#include <math.h>
#include <string.h>

// Coordinates within 2^-200 .. 2^200 are safe: heights are products of three differences.
#define SAFE_EXPONENT 200

typedef struct Work {
    svTriangles t;
    svTriangleSides sides;
    double scale;        // a power of two; heights are computed of scaled coordinates
    double lo[3], hi[3]; // common part of the boxes
} Work;

static void SwapVertices(const double** v, int* side, int i, int j) {
    const double* const p = v[i];
    const int s = side[i];
    v[i] = v[j], side[i] = side[j];
    v[j] = p, side[j] = s;
}

// Sorts the vertices of one triangle. An odd permutation turns its plane over.
static void SortVertices(const double* v[3], int side[3], int otherSide[3]) {
    int sense = 1;
    for (int pass = 0; pass < 3; ++pass) {
        const int i = pass % 2;
        if (svComparePoints(v[i], v[i + 1]) > 0) {
            SwapVertices(v, side, i, i + 1);
            sense = -sense;
        }
    }
    for (int i = 0; i < 3; ++i) {
        otherSide[i] *= sense;
    }
}

static void Sort(Work* work) {
    SortVertices(work->t.a, work->sides.a, work->sides.b);
    SortVertices(work->t.b, work->sides.b, work->sides.a);
    int order = 0;
    for (int i = 0; i < 3 && order == 0; ++i) {
        order = svComparePoints(work->t.a[i], work->t.b[i]);
    }
    if (order > 0) {
        const svTriangles t = work->t;
        const svTriangleSides sides = work->sides;
        memcpy(work->t.a, t.b, sizeof(t.a));
        memcpy(work->t.b, t.a, sizeof(t.b));
        memcpy(work->sides.a, sides.b, sizeof(sides.a));
        memcpy(work->sides.b, sides.a, sizeof(sides.b));
    }
}

static void Measure(Work* work) {
    double top = 0;
    for (int k = 0; k < 3; ++k) {
        double lo[2] = {DBL_MAX, DBL_MAX}, hi[2] = {-DBL_MAX, -DBL_MAX};
        for (int i = 0; i < 6; ++i) {
            const double x = i < 3 ? work->t.a[i][k] : work->t.b[i - 3][k];
            lo[i / 3] = x < lo[i / 3] ? x : lo[i / 3];
            hi[i / 3] = x > hi[i / 3] ? x : hi[i / 3];
            top = fabs(x) > top ? fabs(x) : top;
        }
        work->lo[k] = lo[0] > lo[1] ? lo[0] : lo[1];
        work->hi[k] = hi[0] < hi[1] ? hi[0] : hi[1];
    }
    work->scale = 1;
    if (top != 0 && !(top > ldexp(1, -SAFE_EXPONENT) && top < ldexp(1, SAFE_EXPONENT))) {
        int exponent;
        frexp(top, &exponent);
        // Both the scale and its inverse shall be normal numbers.
        exponent = exponent > 1000 ? 1000 : exponent < -1000 ? -1000 : exponent;
        work->scale = ldexp(1, -exponent);
    }
}

// p - q, scaled.
static void Difference(const Work* work, const double p[3], const double q[3], double d[3]) {
    for (int k = 0; k < 3; ++k) {
        d[k] = p[k] * work->scale - q[k] * work->scale;
    }
}

// Twice the area of q0 q1 p along the axis.
static double Area(const Work* work, int axis, const double* const q[2], const double p[3]) {
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    double u[3], w[3];
    Difference(work, q[1], q[0], u);
    Difference(work, p, q[0], w);
    return u[i] * w[j] - u[j] * w[i];
}

// Six times the volume of the triangle and p.
static double Height(const Work* work, const double* const triangle[3], const double p[3]) {
    double u[3], w[3], d[3];
    Difference(work, triangle[1], triangle[0], u);
    Difference(work, triangle[2], triangle[0], w);
    Difference(work, p, triangle[0], d);
    return d[0] * (u[1] * w[2] - u[2] * w[1]) + d[1] * (u[2] * w[0] - u[0] * w[2]) +
           d[2] * (u[0] * w[1] - u[1] * w[0]);
}

// The point between p and q at these heights of opposite sign.
static void Interpolate(const Work* work, const double* const edge[2], const double height[2],
                        double out[3]) {
    const double p = height[0] > 0 ? height[0] : 0, q = height[1] > 0 ? height[1] : 0;
    const int near = p <= q ? 0 : 1;
    const double t = p + q > 0 ? (near == 0 ? p : q) / (p + q) : 0.5;
    double d[3];
    Difference(work, edge[1 - near], edge[near], d);
    for (int k = 0; k < 3; ++k) {
        const double x = (edge[near][k] * work->scale + t * d[k]) / work->scale;
        const double atLeast = x > work->lo[k] ? x : work->lo[k];
        out[k] = (atLeast < work->hi[k] ? atLeast : work->hi[k]) + 0.0;
    }
}

static void CopyPoint(const double p[3], double out[3]) {
    for (int k = 0; k < 3; ++k) {
        out[k] = p[k] + 0.0; // no negative zero: it depends on which of two equal vertices is taken
    }
}

// Where an edge, with exact sides at its ends that are not both zero or equal, cuts a plane.
static void CutPlane(const Work* work, const double* const triangle[3], const double* const edge[2],
                     const int side[2], double out[3]) {
    if (side[0] == 0 || side[1] == 0) {
        CopyPoint(edge[side[0] == 0 ? 0 : 1], out);
        return;
    }
    const double height[2] = {side[0] * Height(work, triangle, edge[0]),
                              side[1] * Height(work, triangle, edge[1])};
    Interpolate(work, edge, height, out);
}

// An end of an interval on the common line: the edge from `apex` to `other`, of a or of b.
typedef struct End {
    bool ofB;
    int apex, other;
} End;

static bool IsVertex(const Work* work, End end) {
    const int* const side = end.ofB ? work->sides.b : work->sides.a;
    return side[end.apex] == 0 || side[end.other] == 0;
}

static void CutEnd(const Work* work, End end, double out[3]) {
    const double* const* const own = end.ofB ? work->t.b : work->t.a;
    const int* const side = end.ofB ? work->sides.b : work->sides.a;
    CutPlane(work, end.ofB ? work->t.a : work->t.b,
             (const double* const[2]){own[end.apex], own[end.other]},
             (const int[2]){side[end.apex], side[end.other]}, out);
}

// The end of b, where `order` puts it inside, else that of a; of coincident ones a vertex.
static End Inner(const Work* work, End a, End b, int order) {
    const bool takeB = order != 0 ? order > 0 : IsVertex(work, b) && !IsVertex(work, a);
    return takeB ? b : a;
}

// The order of ends along the common line, as in triangle.c.
static void TransversalSegment(const Work* work, double segment[2][3]) {
    const svTriangleSpan a = svTriangleSpan_OfA(&work->sides), b = svTriangleSpan_OfB(&work->sides);
    const double* const* const va = work->t.a;
    const double* const* const vb = work->t.b;
    const double *const pa = va[a.apex], *const pb = vb[b.apex];
    const int sense = a.above * b.above;
    const End loA = {false, a.apex, a.lo}, hiA = {false, a.apex, a.hi};
    const End loB = {true, b.apex, b.lo}, hiB = {true, b.apex, b.hi};
    End lo = Inner(work, loA, loB, sense * svOrient3d(pa, va[a.lo], pb, vb[b.lo]));
    End hi = Inner(work, hiA, hiB, -sense * svOrient3d(pa, va[a.hi], pb, vb[b.hi]));
    if (lo.ofB != hi.ofB &&
        svOrient3d(pa, va[lo.ofB ? a.hi : a.lo], pb, vb[lo.ofB ? b.lo : b.hi]) == 0) {
        lo = hi = lo.ofB ? Inner(work, hi, lo, 0) : Inner(work, lo, hi, 0);
    }
    CutEnd(work, lo, segment[0]);
    CutEnd(work, hi, segment[1]);
}

// A segment that reaches a triangle from outside of its plane.
static void PiercingPoint(const Work* work, const svPointSet* a, const svPointSet* b,
                          double segment[2][3]) {
    const svPointSet *const triangle = a->count == 3 ? a : b, *const other = a->count == 3 ? b : a;
    int side[2];
    for (int i = 0; i < 2; ++i) {
        side[i] =
            svOrient3d(triangle->point[0], triangle->point[1], triangle->point[2], other->point[i]);
    }
    CutPlane(work, triangle->point, other->point, side, segment[0]);
    memcpy(segment[1], segment[0], sizeof(segment[0]));
}

// The vertices of the common polygon: vertices of one set in the other, crossings of edges.
typedef struct Corners {
    double point[15][3];
    int count;
} Corners;

static void AddVertices(const svPointSet* from, const svPointSet* in, int axis, Corners* corners) {
    for (int i = 0; i < from->count; ++i) {
        if (svPointSets_MeetFlat(&(svPointSet){{from->point[i]}, 1}, in, axis)) {
            CopyPoint(from->point[i], corners->point[corners->count++]);
        }
    }
}

static void AddCrossing(const Work* work, int axis, const double* const e[2],
                        const double* const f[2], Corners* corners) {
    const int side[2] = {svOrientAlong(axis, f[0], f[1], e[0]),
                         svOrientAlong(axis, f[0], f[1], e[1])};
    if (side[0] * side[1] >= 0 ||
        svOrientAlong(axis, e[0], e[1], f[0]) * svOrientAlong(axis, e[0], e[1], f[1]) >= 0) {
        return;
    }
    const double height[2] = {side[0] * Area(work, axis, f, e[0]),
                              side[1] * Area(work, axis, f, e[1])};
    Interpolate(work, e, height, corners->point[corners->count++]);
}

static void AddCrossings(const Work* work, int axis, const svPointSet* a, const svPointSet* b,
                         Corners* corners) {
    const int edgesA = a->count == 3 ? 3 : a->count - 1, edgesB = b->count == 3 ? 3 : b->count - 1;
    for (int i = 0; i < edgesA; ++i) {
        const double* const e[2] = {a->point[i], a->point[(i + 1) % a->count]};
        for (int j = 0; j < edgesB; ++j) {
            const double* const f[2] = {b->point[j], b->point[(j + 1) % b->count]};
            AddCrossing(work, axis, e, f, corners);
        }
    }
}

// The two corners farthest apart; the first of equals.
static void Farthest(const Work* work, const Corners* corners, double segment[2][3]) {
    double widest = 0;
    double d[3];
    for (int i = 1; i < corners->count; ++i) {
        Difference(work, corners->point[i], corners->point[0], d);
        for (int k = 0; k < 3; ++k) {
            widest = fabs(d[k]) > widest ? fabs(d[k]) : widest;
        }
    }
    // Differences are measured in units of the widest, so that no square under- or overflows.
    int best[2] = {0, 0};
    double bestSquare = 0;
    for (int i = 0; i < corners->count; ++i) {
        for (int j = i + 1; j < corners->count; ++j) {
            Difference(work, corners->point[j], corners->point[i], d);
            double square = 0;
            for (int k = 0; k < 3; ++k) {
                const double part = widest > 0 ? d[k] / widest : 0;
                square += part * part;
            }
            if (square > bestSquare) {
                bestSquare = square;
                best[0] = i, best[1] = j;
            }
        }
    }
    for (int i = 0; i < 2; ++i) {
        memcpy(segment[i], corners->point[best[i]], sizeof(segment[i]));
    }
}

void svTriangles_Segment(const svTriangles* triangles, svTriangleMeeting meeting,
                         const svTriangleSides* sides, double segment[2][3]) {
    Work work = {.t = *triangles, .sides = *sides};
    Sort(&work);
    Measure(&work);
    bool crossA = false, crossB = false;
    for (int i = 0; i < 3; ++i) {
        crossA |= sides->a[i] != 0;
        crossB |= sides->b[i] != 0;
    }
    if (meeting != SV_TRIANGLES_COPLANAR && crossA && crossB) {
        TransversalSegment(&work, segment);
        return;
    }
    const svPointSet a =
        svPointSet_Reduce((svPointSet){{work.t.a[0], work.t.a[1], work.t.a[2]}, 3});
    const svPointSet b =
        svPointSet_Reduce((svPointSet){{work.t.b[0], work.t.b[1], work.t.b[2]}, 3});
    if (meeting != SV_TRIANGLES_COPLANAR) {
        PiercingPoint(&work, &a, &b, segment);
        return;
    }
    const int axis = svPointSets_Axis(&a, &b);
    Corners corners = {.count = 0};
    AddVertices(&a, &b, axis, &corners);
    AddVertices(&b, &a, axis, &corners);
    if (axis >= 0) {
        AddCrossings(&work, axis, &a, &b, &corners);
    }
    Farthest(&work, &corners, segment);
}
