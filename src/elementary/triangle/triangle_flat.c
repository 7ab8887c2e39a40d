// Intersection of coplanar and of degenerate triangles, exactly: convex sets of one to three
// points.
//
// In a plane, two convex polygons are disjoint if and only if the line through an edge of one of
// them has the other strictly beyond it (the edges of the Minkowski difference are parallel to
// theirs); for a segment either side of its line is beyond. Points are projected along an axis in
// which the plane's normal has a non-zero component, decided exactly: no coordinate is computed, so
// every svOrient2d is exact. Collinear sets intersect if and only if their AABBs do.

#include "elementary/triangle/triangle.h"

#include "selvage/predicates.h"

#include <assert.h>
#include <math.h>

int svComparePoints(const double p[3], const double q[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        if (p[axis] != q[axis]) {
            return p[axis] < q[axis] ? -1 : 1;
        }
    }
    return 0;
}

int svOrientAlong(int axis, const double p[3], const double q[3], const double r[3]) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    return svOrient2d((const double[2]){p[u], p[v]}, (const double[2]){q[u], q[v]},
                      (const double[2]){r[u], r[v]});
}

// An axis along which the plane of three points projects one to one, -1 where they are collinear.
// The likeliest axis is tried first.
static int PlaneAxis(const double p[3], const double q[3], const double r[3]) {
    double size[3];
    for (int k = 0; k < 3; ++k) {
        const int u = (k + 1) % 3, v = (k + 2) % 3;
        size[k] = fabs((q[u] - p[u]) * (r[v] - p[v]) - (q[v] - p[v]) * (r[u] - p[u]));
    }
    int first = size[1] > size[0] ? 1 : 0;
    first = size[2] > size[first] ? 2 : first;
    for (int i = 0; i < 3; ++i) {
        const int axis = (first + i) % 3;
        if (svOrientAlong(axis, p, q, r) != 0) {
            return axis;
        }
    }
    return -1;
}

svPointSet svPointSet_Reduce(svPointSet set) {
    if (set.count == 3 && PlaneAxis(set.point[0], set.point[1], set.point[2]) >= 0) {
        return set;
    }
    const double *least = set.point[0], *greatest = set.point[0];
    for (int i = 1; i < set.count; ++i) {
        least = svComparePoints(set.point[i], least) < 0 ? set.point[i] : least;
        greatest = svComparePoints(set.point[i], greatest) > 0 ? set.point[i] : greatest;
    }
    if (set.count == 0 || svComparePoints(least, greatest) == 0) {
        return (svPointSet){{least}, set.count == 0 ? 0 : 1};
    }
    return (svPointSet){{least, greatest}, 2};
}

int svPointSets_Axis(const svPointSet* a, const svPointSet* b) {
    const svPointSet* const triangle = a->count == 3 ? a : b;
    if (triangle->count == 3) {
        return PlaneAxis(triangle->point[0], triangle->point[1], triangle->point[2]);
    }
    const svPointSet *const p = a->count == 2 ? a : b, *const q = p == a ? b : a;
    if (p->count < 2) {
        return -1;
    }
    // Two segments, or a segment and a point: collinear unless an end of q is off the line of p.
    int axis = PlaneAxis(p->point[0], p->point[1], q->point[0]);
    if (axis < 0 && q->count == 2) {
        axis = PlaneAxis(p->point[0], p->point[1], q->point[1]);
    }
    return axis;
}

static bool SetBoxesOverlap(const svPointSet* a, const svPointSet* b) {
    for (int axis = 0; axis < 3; ++axis) {
        double lo[2], hi[2];
        for (int k = 0; k < 2; ++k) {
            const svPointSet* const set = k == 0 ? a : b;
            lo[k] = hi[k] = set->point[0][axis];
            for (int i = 1; i < set->count; ++i) {
                const double x = set->point[i][axis];
                lo[k] = x < lo[k] ? x : lo[k];
                hi[k] = x > hi[k] ? x : hi[k];
            }
        }
        if (lo[0] > hi[1] || lo[1] > hi[0]) {
            return false;
        }
    }
    return true;
}

// Whether the line through some edge of a has all of b strictly beyond it.
static bool EdgeSeparates(const svPointSet* a, const svPointSet* b, int axis) {
    const int inside =
        a->count == 3 ? svOrientAlong(axis, a->point[0], a->point[1], a->point[2]) : 0;
    const int edges = a->count == 3 ? 3 : a->count - 1;
    for (int i = 0; i < edges; ++i) {
        const double *const p = a->point[i], *const q = a->point[(i + 1) % a->count];
        const int beyond = svOrientAlong(axis, p, q, b->point[0]);
        if (beyond == 0 || beyond == inside) {
            continue;
        }
        int k = 1;
        while (k < b->count && svOrientAlong(axis, p, q, b->point[k]) == beyond) {
            ++k;
        }
        if (k == b->count) {
            return true;
        }
    }
    return false;
}

bool svPointSets_MeetFlat(const svPointSet* a, const svPointSet* b, int axis) {
    return SetBoxesOverlap(a, b) &&
           (axis < 0 || (!EdgeSeparates(a, b, axis) && !EdgeSeparates(b, a, axis)));
}

// A segment whose ends are not both in the plane of the triangle, nor strictly on one side of it:
// its line passes the three edges on the same side or through them.
static bool Pierces(const svPointSet* segment, const svPointSet* triangle) {
    bool left = false, right = false;
    for (int i = 0; i < 3; ++i) {
        const int side = svOrient3d(segment->point[0], segment->point[1], triangle->point[i],
                                    triangle->point[(i + 1) % 3]);
        left |= side > 0;
        right |= side < 0;
    }
    return !(left && right);
}

// Whether all points of two reduced sets lie in one plane, and, where not, on which sides of the
// plane of the triangle (one is a triangle then, or both are segments) the other's points lie.
static bool InOnePlane(const svPointSet* triangle, const svPointSet* other, int side[3]) {
    if (triangle->count < 3) {
        side[0] = side[1] = side[2] = 1;
        return triangle->count < 2 || other->count < 2 ||
               svOrient3d(triangle->point[0], triangle->point[1], other->point[0],
                          other->point[1]) == 0;
    }
    bool flat = true;
    for (int i = 0; i < other->count; ++i) {
        side[i] =
            svOrient3d(triangle->point[0], triangle->point[1], triangle->point[2], other->point[i]);
        flat &= side[i] == 0;
    }
    return flat;
}

// Whether reduced sets, not two triangles across each other, have a common point.
static bool SetsIntersect(const svPointSet* a, const svPointSet* b) {
    if (a->count == 0 || b->count == 0 || !SetBoxesOverlap(a, b)) {
        return false;
    }
    const svPointSet *const triangle = a->count >= b->count ? a : b, *const other =
                                                                         a->count >= b->count ? b
                                                                                              : a;
    int side[3];
    if (InOnePlane(triangle, other, side)) {
        return svPointSets_MeetFlat(a, b, svPointSets_Axis(a, b));
    }
    assert(other->count < 3);
    return other->count == 2 && side[0] * side[1] <= 0 && Pierces(other, triangle);
}

bool svTriangles_Fold(const double p[3], const double q[3], const double r[3], const double s[3]) {
    if (svOrient3d(p, q, r, s) != 0) {
        return false;
    }
    const int axis = PlaneAxis(p, q, r);
    if (axis < 0) {
        return true;
    }
    return svOrientAlong(axis, p, q, r) * svOrientAlong(axis, p, q, s) >= 0;
}

// The points from `shared` on, that is those of one set only, and before them one shared point, if
// not null.
static svPointSet OwnPoints(const svPointSet* set, int shared, const double* with) {
    svPointSet own = {.count = 0};
    if (with != NULL) {
        own.point[own.count++] = with;
    }
    for (int i = shared; i < set->count; ++i) {
        own.point[own.count++] = set->point[i];
    }
    return svPointSet_Reduce(own);
}

// Whether two faces without a common vertex intersect, of sets of which one is degenerate: tests
// those pairs of faces that contain all others.
static bool FacesIntersect(const svPointSet* a, const svPointSet* b, int shared) {
    const svPointSet ra = svPointSet_Reduce(*a), rb = svPointSet_Reduce(*b);
    const svPointSet ownA = OwnPoints(a, shared, NULL), ownB = OwnPoints(b, shared, NULL);
    if (SetsIntersect(&ownA, &rb) || SetsIntersect(&ownB, &ra)) {
        return true;
    }
    for (int i = 0; shared == 2 && i < 2; ++i) {
        const svPointSet sideA = OwnPoints(a, shared, a->point[i]);
        const svPointSet sideB = OwnPoints(b, shared, b->point[1 - i]);
        if (SetsIntersect(&sideA, &sideB)) {
            return true;
        }
    }
    return false;
}

svTriangleMeeting svPointSets_Meet(const svPointSet* a, const svPointSet* b, int shared) {
    const bool same = shared == a->count && shared == b->count;
    if (!same && !FacesIntersect(a, b, shared)) {
        return SV_TRIANGLES_APART;
    }
    const svPointSet ra = svPointSet_Reduce(*a), rb = svPointSet_Reduce(*b);
    int side[3];
    const bool flat =
        ra.count >= rb.count ? InOnePlane(&ra, &rb, side) : InOnePlane(&rb, &ra, side);
    return flat ? SV_TRIANGLES_COPLANAR : SV_TRIANGLES_TOUCHING;
}

// Coplanar triangles that share their first vertex intersect elsewhere if and only if their sectors
// there have a common ray, and then one bounding ray lies in the other sector. Both sectors are
// narrower than a half turn, so that x is in that of u and w, counter-clockwise, if and only if it
// is not to the right of u nor to the left of w.
static bool SectorsOverlap(const svTriangles* t, int axis) {
    const double* const p = t->a[0];
    const int turnA = svOrientAlong(axis, p, t->a[1], t->a[2]);
    const int turnB = svOrientAlong(axis, p, t->b[1], t->b[2]);
    const int us = svOrientAlong(axis, p, t->a[1], t->b[1]);
    const int ut = svOrientAlong(axis, p, t->a[1], t->b[2]);
    const int ws = svOrientAlong(axis, p, t->a[2], t->b[1]);
    const int wt = svOrientAlong(axis, p, t->a[2], t->b[2]);
    return (turnA * us >= 0 && turnA * ws <= 0) || (turnA * ut >= 0 && turnA * wt <= 0) ||
           (turnB * us <= 0 && turnB * ut >= 0) || (turnB * ws <= 0 && turnB * wt >= 0);
}

svTriangleMeeting svTriangles_MeetFlat(const svTriangles* triangles, int shared) {
    const svTriangles* const t = triangles;
    const svPointSet a = {{t->a[0], t->a[1], t->a[2]}, 3};
    const svPointSet b = {{t->b[0], t->b[1], t->b[2]}, 3};
    const int axis = PlaneAxis(a.point[0], a.point[1], a.point[2]);
    if (axis < 0 || svOrientAlong(axis, b.point[0], b.point[1], b.point[2]) == 0) {
        return svPointSets_Meet(&a, &b, shared);
    }
    const bool intersect =
        shared == 1 ? SectorsOverlap(t, axis) : svPointSets_MeetFlat(&a, &b, axis);
    return intersect ? SV_TRIANGLES_COPLANAR : SV_TRIANGLES_APART;
}
