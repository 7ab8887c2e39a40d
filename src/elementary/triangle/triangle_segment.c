// Where two triangles intersect: two triangles and their exact sides in, the ends of the
// intersection segment out, rounded.
//
// Which edges and vertices bound the intersection is decided by exact signs; only the coordinates
// are rounded. A point of an edge pq in a plane is interpolated from the nearer end by the heights
// of p and q over the plane, which are exact where floating point cannot tell them well enough: it
// is off by a few units in the last place of p and q, and at most SV_HEIGHTS_ERROR of pq. It is
// then clamped to the intersection of the two AABBs, where the true point lies. A vertex in the
// other triangle is passed on as it is.
//
// The vertices of each triangle and the two triangles are sorted by their coordinates first, hence
// every order of the input gives the same bytes.

#include "elementary/triangle/triangle.h"

#include "predicates/orient.h"
#include "selvage/predicates.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct Work {
    svTriangles t;
    svTriangleSides sides;
    double lo[3], hi[3]; // intersection of the AABBs
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

static void SortTriangles(Work* work) {
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

static void CommonBox(Work* work) {
    for (int k = 0; k < 3; ++k) {
        double lo[2] = {DBL_MAX, DBL_MAX}, hi[2] = {-DBL_MAX, -DBL_MAX};
        for (int i = 0; i < 6; ++i) {
            const double x = i < 3 ? work->t.a[i][k] : work->t.b[i - 3][k];
            lo[i / 3] = x < lo[i / 3] ? x : lo[i / 3];
            hi[i / 3] = x > hi[i / 3] ? x : hi[i / 3];
        }
        work->lo[k] = lo[0] > lo[1] ? lo[0] : lo[1];
        work->hi[k] = hi[0] < hi[1] ? hi[0] : hi[1];
    }
}

// The point that divides an edge in the ratio of the heights of its ends.
static void Interpolate(const Work* work, const double* const edge[2], const double height[2],
                        double out[3]) {
    const int near = height[0] <= height[1] ? 0 : 1;
    const double *const p = edge[near], *const q = edge[1 - near];
    const double t = 2 * (height[near] / (height[0] + height[1]));
    for (int k = 0; k < 3; ++k) {
        // Half of the difference, which cannot overflow, times twice the weight, at most 1.
        const double x = p[k] + t * (0.5 * q[k] - 0.5 * p[k]);
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
    double height[2];
    svOrient3d_Heights(triangle, edge, height);
    Interpolate(work, edge, height, out);
}

// An end of an interval on the intersection line of the planes: the edge from `apex` to `other`, of
// a or of b.
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

// The innermost ends along the intersection line, ordered as in triangle.c.
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
    // The line of f as the plane through it along the axis, and e projected.
    double flat[4][3], above[3];
    for (int i = 0; i < 4; ++i) {
        CopyPoint(i < 2 ? e[i] : f[i - 2], flat[i]);
        flat[i][axis] = 0;
    }
    CopyPoint(flat[2], above);
    above[axis] = 1;
    double height[2];
    svOrient3d_Heights((const double* const[3]){flat[2], flat[3], above},
                       (const double* const[2]){flat[0], flat[1]}, height);
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

// Half of p - q, which cannot overflow.
static void HalfDifference(const double p[3], const double q[3], double d[3]) {
    for (int k = 0; k < 3; ++k) {
        d[k] = 0.5 * p[k] - 0.5 * q[k];
    }
}

// The farthest two corners; the first of equals.
static void FarthestCorners(const Corners* corners, double segment[2][3]) {
    double widest = 0;
    double d[3];
    for (int i = 1; i < corners->count; ++i) {
        HalfDifference(corners->point[i], corners->point[0], d);
        for (int k = 0; k < 3; ++k) {
            widest = fabs(d[k]) > widest ? fabs(d[k]) : widest;
        }
    }
    // Differences are measured in units of the widest, so that no square under- or overflows.
    int best[2] = {0, 0};
    double bestSquare = 0;
    for (int i = 0; i < corners->count && widest > 0; ++i) {
        for (int j = i + 1; j < corners->count; ++j) {
            HalfDifference(corners->point[j], corners->point[i], d);
            const double x = d[0] / widest, y = d[1] / widest, z = d[2] / widest;
            const double square = x * x + y * y + z * z;
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
    SortTriangles(&work);
    CommonBox(&work);
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
    FarthestCorners(&corners, segment);
}
