// Do two triangles meet, and how: exactly, for any finite coordinates.
//
// The generic case follows P. Guigue and O. Devillers, "Fast and robust triangle-triangle overlap
// test using orientation predicates", 2003: each triangle's vertices against the other's plane,
// then the two intervals that the triangles cut out of the common line of the planes, compared by
// orientations of four input points. We deviate where a vertex lies in the other plane: the spans
// below cover that too, so that only triangles in one plane and degenerate ones take another path
// (triangle_flat.c); and where a vertex is shared, where four sides decide without any comparison.
//
// Definitions. A triangle is the convex hull of its vertices, so a degenerate one is the segment or
// point that it looks like. Vertices are told apart by their ids alone; an id listed twice in one
// triangle is one vertex.
//   no vertex shared   they meet if the two closed sets have a common point;
//   one shared         if what is opposite to it in one triangle (an edge; a vertex, where the
//                      triangle names only two; nothing, where it names one) has a common point
//                      with the other closed triangle;
//   two shared         if they have a common point outside the closed common edge: folded flat onto
//                      each other, or, where both are degenerate, running beyond the same end of
//                      the common edge along one line. A triangle that names only these two
//                      vertices is the common edge and never counts;
//   the same vertices  they overlap.
// Of those that meet, COPLANAR are all whose vertices lie in one plane, PROPER those whose relative
// interiors cross (both are non-degenerate then), TOUCHING all others.
//
// Every decision is the sign of an orientation or a comparison of coordinates; hence the class
// cannot depend on the order of the vertices or of the triangles.

#include "elementary/triangle.h"

#include "predicates/orient.h"
#include "selvage/predicates.h"

#include <string.h>

static bool SameSide(const int side[3]) {
    return side[0] == side[1] && side[1] == side[2] && (side[0] == 1 || side[0] == -1);
}

static bool AllZero(const int side[3]) {
    return side[0] == 0 && side[1] == 0 && side[2] == 0;
}

// The filter's sides of the vertices from `first` on.
static void FilterSides(const double* const plane[3], const double* const vertex[3], int first,
                        int side[3]) {
    const svPlaneFilter filter = svPlaneFilter_Make(plane[0], plane[1], plane[2]);
    for (int i = first; i < 3; ++i) {
        side[i] = svPlaneFilter_Side(&filter, vertex[i]);
    }
}

// Decides exactly what the filter left open.
static void ResolveSides(const double* const plane[3], const double* const vertex[3], int side[3]) {
    for (int i = 0; i < 3; ++i) {
        if (side[i] == SV_SIGN_UNCERTAIN) {
            side[i] = svOrient3d_Exact(plane[0], plane[1], plane[2], vertex[i]);
        }
    }
}

// The apex is the vertex alone on its strict side or, where the others are on one strict side, the
// one in the plane. Sides neither all zero nor all on one strict side.
static svTriangleSpan FindApex(const int side[3]) {
    int above = 0, below = 0;
    for (int i = 0; i < 3; ++i) {
        above += side[i] > 0;
        below += side[i] < 0;
    }
    int apexSide = 0;
    if (above == 1) {
        apexSide = 1;
    } else if (below == 1) {
        apexSide = -1;
    }
    svTriangleSpan span = {.above = apexSide, .crosses = above > 0 && below > 0};
    if (apexSide == 0) {
        span.above = below > 0 ? 1 : -1;
    }
    while (side[span.apex] != apexSide) {
        ++span.apex;
    }
    return span;
}

// With D = normal(a) x normal(b): in the plane of a, seen from above, "above b" is to the right of
// D, so that going round from an apex above, the next vertex is the far one along D. In the plane
// of b, "above a" is to the left of D.
svTriangleSpan svTriangleSpan_OfA(const svTriangleSides* sides) {
    svTriangleSpan span = FindApex(sides->a);
    const int next = (span.apex + 1) % 3, previous = (span.apex + 2) % 3;
    span.hi = span.above > 0 ? next : previous;
    span.lo = span.above > 0 ? previous : next;
    return span;
}

svTriangleSpan svTriangleSpan_OfB(const svTriangleSides* sides) {
    svTriangleSpan span = FindApex(sides->b);
    const int next = (span.apex + 1) % 3, previous = (span.apex + 2) % 3;
    span.hi = span.above > 0 ? previous : next;
    span.lo = span.above > 0 ? next : previous;
    return span;
}

// Neither degenerate nor in one plane, and each reaches the other's plane. For X on the line
// through p1, q1 in the plane of a and Y on that through p2, q2 in the plane of b, both on the
// common line of the planes, orient3d(p1, q1, p2, q2) = det(q1-p1, Y-X, q2-p2): the order of X and
// Y along D, times -1 for each of p1, p2 that lies below its q. (The components of q1-p1 and q2-p2
// along D drop out, and the others are not zero because an apex and its neighbours are never
// level.)
static svTriangleMeeting MeetTransversal(const svTriangles* t, const svTriangleSides* sides) {
    const svTriangleSpan a = svTriangleSpan_OfA(sides), b = svTriangleSpan_OfB(sides);
    const double *const pa = t->a[a.apex], *const pb = t->b[b.apex];
    const int sense = a.above * b.above;
    const int gap = sense * svOrient3d(pa, t->a[a.hi], pb, t->b[b.lo]);
    if (gap > 0) {
        return SV_TRIANGLES_APART;
    }
    const int room = sense * svOrient3d(pa, t->a[a.lo], pb, t->b[b.hi]);
    if (room < 0) {
        return SV_TRIANGLES_APART;
    }
    const bool overlap = gap < 0 && room > 0;
    return overlap && a.crosses && b.crosses ? SV_TRIANGLES_PROPER : SV_TRIANGLES_TOUCHING;
}

static svTriangleMeeting MeetUnshared(const svTriangles* t, svTriangleSides* sides) {
    FilterSides(t->a, t->b, 0, sides->b);
    if (SameSide(sides->b)) {
        return SV_TRIANGLES_APART;
    }
    FilterSides(t->b, t->a, 0, sides->a);
    if (SameSide(sides->a)) {
        return SV_TRIANGLES_APART;
    }
    ResolveSides(t->a, t->b, sides->b);
    if (SameSide(sides->b)) {
        return SV_TRIANGLES_APART;
    }
    if (AllZero(sides->b)) {
        return svTriangles_MeetFlat(t, 0);
    }
    ResolveSides(t->b, t->a, sides->a);
    if (SameSide(sides->a)) {
        return SV_TRIANGLES_APART;
    }
    if (AllZero(sides->a)) {
        // b is not in the plane of a, and yet a in that of b: b has none.
        return svPointSets_Meet(&(svPointSet){{t->a[0], t->a[1], t->a[2]}, 3},
                                &(svPointSet){{t->b[0], t->b[1], t->b[2]}, 3}, 0);
    }
    return MeetTransversal(t, sides);
}

// Which way the interval runs from the shared vertex (vertex 0) along the common line: +1 along D
// in the plane of a (see svTriangleSpan_OfA), against it in that of b; 0 where it is that vertex
// only.
static int Heading(const int side[3]) {
    if (side[1] * side[2] > 0) {
        return 0;
    }
    return side[1] > 0 || side[2] < 0 ? 1 : -1;
}

// With a common vertex both intervals begin there: they overlap if they run the same way.
static svTriangleMeeting MeetAtVertex(const svTriangles* t, svTriangleSides* sides) {
    sides->a[0] = sides->b[0] = 0;
    FilterSides(t->a, t->b, 1, sides->b);
    if (sides->b[1] == sides->b[2] && sides->b[1] != SV_SIGN_UNCERTAIN) {
        return SV_TRIANGLES_APART;
    }
    FilterSides(t->b, t->a, 1, sides->a);
    if (sides->a[1] == sides->a[2] && sides->a[1] != SV_SIGN_UNCERTAIN) {
        return SV_TRIANGLES_APART;
    }
    ResolveSides(t->a, t->b, sides->b);
    if (AllZero(sides->b)) {
        return svTriangles_MeetFlat(t, 1);
    }
    ResolveSides(t->b, t->a, sides->a);
    if (AllZero(sides->a)) {
        return svPointSets_Meet(&(svPointSet){{t->a[0], t->a[1], t->a[2]}, 3},
                                &(svPointSet){{t->b[0], t->b[1], t->b[2]}, 3}, 1);
    }
    if (Heading(sides->a) * Heading(sides->b) >= 0) {
        return SV_TRIANGLES_APART;
    }
    const bool cross = sides->a[1] * sides->a[2] < 0 && sides->b[1] * sides->b[2] < 0;
    return cross ? SV_TRIANGLES_PROPER : SV_TRIANGLES_TOUCHING;
}

svTriangleMeeting svTriangles_Meet(const svTriangles* triangles, int shared,
                                   svTriangleSides* sides) {
    switch (shared) {
    case 0:
        return MeetUnshared(triangles, sides);
    case 1:
        return MeetAtVertex(triangles, sides);
    case 2:
        return svTriangles_Fold(triangles->a[0], triangles->a[1], triangles->a[2], triangles->b[2])
                   ? SV_TRIANGLES_COPLANAR
                   : SV_TRIANGLES_APART;
    default:
        return SV_TRIANGLES_COPLANAR;
    }
}

// A double is infinite or NaN if its exponent bits are all ones: adding one to them carries into
// the sign bit, which the mask has cleared.
static bool AllFinite(const svTrianglePair* pair) {
    uint64_t bits[18];
    memcpy(bits, pair->a, sizeof(pair->a));
    memcpy(bits + 9, pair->b, sizeof(pair->b));
    uint64_t carry = 0;
    for (int i = 0; i < 18; ++i) {
        carry |= (bits[i] & (UINT64_C(0x7ff) << 52)) + (UINT64_C(1) << 52);
    }
    return carry >> 63 == 0;
}

static bool AnyIdTwice(const svTrianglePair* pair) {
    const uint32_t *const a = pair->aIds, *const b = pair->bIds;
    bool found = (a[0] == a[1]) | (a[1] == a[2]) | (a[2] == a[0]);
    found |= (b[0] == b[1]) | (b[1] == b[2]) | (b[2] == b[0]);
    for (int i = 0; i < 3; ++i) {
        found |= (a[i] == b[0]) | (a[i] == b[1]) | (a[i] == b[2]);
    }
    return found;
}

// The vertices of a triangle, each id once.
typedef struct VertexList {
    svPointSet set;
    uint32_t ids[3];
} VertexList;

// Appends a vertex unless its id is there. False where it is there with another position.
static bool VertexList_Add(VertexList* list, uint32_t id, const double* position) {
    for (int i = 0; i < list->set.count; ++i) {
        if (list->ids[i] == id) {
            return svComparePoints(list->set.point[i], position) == 0;
        }
    }
    list->ids[list->set.count] = id;
    list->set.point[list->set.count++] = position;
    return true;
}

// Moves the vertices that both lists have to the front of both, in the same order. False where one
// has two positions.
static bool ShareFirst(VertexList* a, VertexList* b, int* shared) {
    *shared = 0;
    for (int i = 0; i < a->set.count; ++i) {
        for (int j = *shared; j < b->set.count; ++j) {
            if (a->ids[i] != b->ids[j]) {
                continue;
            }
            const double *const pa = a->set.point[i], *const pb = b->set.point[j];
            if (svComparePoints(pa, pb) != 0) {
                return false;
            }
            a->set.point[i] = a->set.point[*shared], a->ids[i] = a->ids[*shared];
            b->set.point[j] = b->set.point[*shared], b->ids[j] = b->ids[*shared];
            a->set.point[*shared] = pa;
            b->set.point[*shared] = pb;
            ++*shared;
            break;
        }
    }
    return true;
}

// A pair in which an id occurs twice. Where shared vertices have to be moved to the front, `t` says
// to what order `sides` belongs.
static svStatus MeetById(const svTrianglePair* pair, svTriangles* t, svTriangleMeeting* meeting,
                         svTriangleSides* sides) {
    VertexList a = {0}, b = {0};
    bool consistent = true;
    for (int i = 0; i < 3; ++i) {
        consistent &= VertexList_Add(&a, pair->aIds[i], pair->a[i]);
        consistent &= VertexList_Add(&b, pair->bIds[i], pair->b[i]);
    }
    int shared;
    if (!consistent || !ShareFirst(&a, &b, &shared)) {
        return SV_ERROR_ARGUMENT;
    }
    if (a.set.count < 3 || b.set.count < 3) {
        *meeting = svPointSets_Meet(&a.set, &b.set, shared);
        return SV_OK;
    }
    memcpy(t->a, a.set.point, sizeof(t->a));
    memcpy(t->b, b.set.point, sizeof(t->b));
    *meeting = svTriangles_Meet(t, shared, sides);
    return SV_OK;
}

svStatus svTriangleTriangle(const svTrianglePair* pair, svTriangleResult* result) {
    if (pair == NULL || result == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    if (!AllFinite(pair)) {
        return SV_ERROR_NOT_FINITE;
    }
    svTriangles t = {{pair->a[0], pair->a[1], pair->a[2]}, {pair->b[0], pair->b[1], pair->b[2]}};
    svTriangleSides sides = {{0}, {0}};
    svTriangleMeeting meeting = SV_TRIANGLES_APART;
    if (!AnyIdTwice(pair)) {
        meeting = svTriangles_Meet(&t, 0, &sides);
    } else {
        const svStatus status = MeetById(pair, &t, &meeting, &sides);
        if (status != SV_OK) {
            return status;
        }
    }
    result->meeting = meeting;
    if (meeting != SV_TRIANGLES_APART) {
        svTriangles_Segment(&t, meeting, &sides, result->segment);
    }
    return SV_OK;
}
