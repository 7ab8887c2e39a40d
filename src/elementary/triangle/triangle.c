// Whether two triangles intersect at an instant, and how: exactly, for any finite coordinates.
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
// triangle is one vertex. The faces of a triangle are itself, its edges and its vertices. Two
// triangles intersect if a face of one and a face of the other that share no vertex have a common
// point: every vertex-face and edge-edge contact is an intersection, and so is an edge that passes
// through a triangle. Spelled out:
//   no vertex shared   the two closed triangles have a common point;
//   one shared         the edge opposite to it, of either, has a common point with the other;
//   two shared         with the common edge pq and the opposite vertices r and s: r lies in the
//                      triangle pqs, s in pqr, pr intersects qs or qr intersects ps. That is: the
//                      triangles are folded flat onto each other, r and s strictly on one side of
//                      pq in one plane; or one of them is degenerate: then r (or s) lies on pq, or
//                      a side covers an end of pq, or p and q coincide;
//   the same vertices  here no such faces need exist, and the triangles overlap by definition.
// Of those that intersect, COPLANAR are all whose vertices lie in one plane, PROPER those whose
// relative interiors cross (both are non-degenerate then), TOUCHING all others.
//
// Every decision is the sign of an orientation or a comparison of coordinates; hence the class
// cannot depend on the order of the vertices or of the triangles.

#include "elementary/triangle/triangle.h"

#include "predicates/orient.h"
#include "selvage/predicates.h"

#include <string.h>

// Whether the vertices from `first` on lie strictly on one side.
static bool AllOnOneSide(const int side[3], int first) {
    const int last = side[2];
    bool same = last != 0;
    for (int i = first; i < 2; ++i) {
        same &= side[i] == last;
    }
    return same;
}

static bool AllZero(const int side[3]) {
    return (side[0] | side[1] | side[2]) == 0;
}

// The filter's sides of the vertices from `first` on; those before are in the plane.
static void FilterSides(const double* const plane[3], const double* const vertex[3], int first,
                        int side[3]) {
    const svPlaneFilter filter = svPlaneFilter_Make(plane[0], plane[1], plane[2]);
    for (int i = 0; i < 3; ++i) {
        side[i] = i < first ? 0 : svPlaneFilter_Side(&filter, vertex[i]);
    }
}

// Decides exactly what the filter left undecided.
static void ResolveSides(const double* const plane[3], const double* const vertex[3], int first,
                         int side[3]) {
    for (int i = first; i < 3; ++i) {
        if (side[i] == 0) {
            side[i] = svOrient3d_Exact(plane[0], plane[1], plane[2], vertex[i]);
        }
    }
}

bool svTriangles_FilterApart(const svTriangles* triangles, int shared, svTriangleSides* sides) {
    const svTriangles* const t = triangles;
    FilterSides(t->a, t->b, shared, sides->b);
    if (AllOnOneSide(sides->b, shared)) {
        return true;
    }
    if (shared > 1) {
        return false; // the sides of a are those of b
    }
    FilterSides(t->b, t->a, shared, sides->a);
    return AllOnOneSide(sides->a, shared);
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
// intersection line of the planes, orient3d(p1, q1, p2, q2) = det(q1-p1, Y-X, q2-p2): the order of
// X and Y along D, times -1 for each of p1, p2 that lies below its q. (The components of q1-p1 and
// q2-p2 along D drop out, and the others are not zero because an apex and its neighbours are never
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
static svTriangleMeeting MeetAtVertex(const svTriangleSides* sides) {
    if (Heading(sides->a) * Heading(sides->b) >= 0) {
        return SV_TRIANGLES_APART;
    }
    const bool cross = sides->a[1] * sides->a[2] < 0 && sides->b[1] * sides->b[2] < 0;
    return cross ? SV_TRIANGLES_PROPER : SV_TRIANGLES_TOUCHING;
}

// At most one vertex is shared.
static svTriangleMeeting MeetBySides(const svTriangles* t, int shared, svTriangleSides* sides) {
    ResolveSides(t->a, t->b, shared, sides->b);
    if (AllOnOneSide(sides->b, shared)) {
        return SV_TRIANGLES_APART;
    }
    if (AllZero(sides->b)) {
        return svTriangles_MeetFlat(t, shared);
    }
    ResolveSides(t->b, t->a, shared, sides->a);
    if (AllOnOneSide(sides->a, shared)) {
        return SV_TRIANGLES_APART;
    }
    if (AllZero(sides->a)) {
        // b is not in the plane of a, and yet a in that of b: b has none.
        return svPointSets_Meet(&(svPointSet){{t->a[0], t->a[1], t->a[2]}, 3},
                                &(svPointSet){{t->b[0], t->b[1], t->b[2]}, 3}, shared);
    }
    return shared == 0 ? MeetTransversal(t, sides) : MeetAtVertex(sides);
}

svTriangleMeeting svTriangles_MeetUnfiltered(const svTriangles* triangles, int shared,
                                             svTriangleSides* sides) {
    const svTriangles* const t = triangles;
    if (shared < 2) {
        return MeetBySides(t, shared, sides);
    }
    const bool intersect = shared == 3 || svTriangles_Fold(t->a[0], t->a[1], t->a[2], t->b[2]);
    return intersect ? SV_TRIANGLES_COPLANAR : SV_TRIANGLES_APART;
}

// A double is infinite or NaN if its exponent bits are all ones: adding one to them carries into
// the sign bit, which the mask has cleared.
static bool IsTrianglePairFinite(const svTrianglePair* pair) {
    uint64_t bits[18];
    memcpy(bits, pair->a, sizeof(pair->a));
    memcpy(bits + 9, pair->b, sizeof(pair->b));
    uint64_t carry = 0;
    for (int i = 0; i < 18; ++i) {
        carry |= (bits[i] & (UINT64_C(0x7ff) << 52)) + (UINT64_C(1) << 52);
    }
    return carry >> 63 == 0;
}

// Which vertices have the same id: bit 3i+j for a[i] and b[j]. One word, because arrays here tempt
// compilers into vectorising at a loss.
static unsigned SharedMask(const uint32_t a[3], const uint32_t b[3]) {
    unsigned mask = 0;
    mask |= (unsigned)(a[0] == b[0]) << 0 | (unsigned)(a[0] == b[1]) << 1 |
            (unsigned)(a[0] == b[2]) << 2;
    mask |= (unsigned)(a[1] == b[0]) << 3 | (unsigned)(a[1] == b[1]) << 4 |
            (unsigned)(a[1] == b[2]) << 5;
    mask |= (unsigned)(a[2] == b[0]) << 6 | (unsigned)(a[2] == b[1]) << 7 |
            (unsigned)(a[2] == b[2]) << 8;
    return mask;
}

// Whether a triangle lists an id twice.
static bool Repeats(const uint32_t ids[3]) {
    return (ids[0] == ids[1]) | (ids[1] == ids[2]) | (ids[2] == ids[0]);
}

static bool IsSamePosition(const double p[3], const double q[3]) {
    return (p[0] == q[0]) & (p[1] == q[1]) & (p[2] == q[2]);
}

// Rotates the triangles, which list no id twice, so that the shared vertices come first, in the
// same order in both. Returns their number, or -1 where one has two positions.
static int ShareFirst(const svTrianglePair* pair, unsigned mask, svTriangles* t) {
    const unsigned row[3] = {mask & 7, mask >> 3 & 7, mask >> 6};
    int count = 0, differs = 0;
    for (int i = 0; i < 3; ++i) {
        // Branch-free: which of the three is shared is unpredictable. 1, 2, 4 -> 0, 1, 2.
        const int isShared = row[i] != 0;
        count += isShared;
        differs |= isShared & !IsSamePosition(pair->a[i], pair->b[row[i] >> 1]);
    }
    if (differs != 0) {
        return -1;
    }
    if (count == 3) {
        return 3;
    }
    // The first of a: the only shared one, or the one after the only one that is not shared.
    const bool two = count == 2;
    const unsigned alone = (unsigned)((row[1] != 0) != two) + 2 * (unsigned)((row[2] != 0) != two);
    const unsigned i = (alone + two) % 3;
    const unsigned j = row[i] >> 1;
    for (unsigned k = 0; k < 3; ++k) {
        t->a[k] = pair->a[(i + k) % 3];
        t->b[k] = pair->b[(j + k) % 3];
    }
    if (two && row[(i + 1) % 3] >> 1 != (j + 1) % 3) {
        const double* const q = t->b[1];
        t->b[1] = t->b[2];
        t->b[2] = q;
    }
    return count;
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
            return IsSamePosition(list->set.point[i], position);
        }
    }
    list->ids[list->set.count] = id;
    list->set.point[list->set.count++] = position;
    return true;
}

// Moves the vertices that both lists have to the front of both, in the same order. Returns their
// number, or -1 where one has two positions.
static int VertexLists_ShareFirst(VertexList* a, VertexList* b) {
    int shared = 0;
    for (int i = 0; i < a->set.count; ++i) {
        for (int j = shared; j < b->set.count; ++j) {
            if (a->ids[i] != b->ids[j]) {
                continue;
            }
            const double *const pa = a->set.point[i], *const pb = b->set.point[j];
            if (!IsSamePosition(pa, pb)) {
                return -1;
            }
            a->set.point[i] = a->set.point[shared], a->ids[i] = a->ids[shared];
            b->set.point[j] = b->set.point[shared], b->ids[j] = b->ids[shared];
            a->set.point[shared] = pa;
            b->set.point[shared] = pb;
            ++shared;
            break;
        }
    }
    return shared;
}

// A pair in which a triangle lists an id twice.
static svStatus MeetLists(const svTrianglePair* pair, svTriangleOutcome* outcome) {
    VertexList a = {0}, b = {0};
    bool consistent = true;
    for (int i = 0; i < 3; ++i) {
        consistent &= VertexList_Add(&a, pair->aIds[i], pair->a[i]);
        consistent &= VertexList_Add(&b, pair->bIds[i], pair->b[i]);
    }
    const int shared = VertexLists_ShareFirst(&a, &b);
    if (!consistent || shared < 0) {
        return SV_ERROR_ARGUMENT;
    }
    outcome->shared = shared;
    outcome->meeting = svPointSets_Meet(&a.set, &b.set, shared);
    return SV_OK;
}

static bool AnyZero(const int side[3], int first) {
    bool any = false;
    for (int i = first; i < 3; ++i) {
        any |= side[i] == 0;
    }
    return any;
}

// The filter's verdict: true if separated, and then all coordinates are finite.
static bool FilterPair(const svTrianglePair* pair, bool repeats, svTriangleOutcome* outcome) {
    const unsigned mask = SharedMask(pair->aIds, pair->bIds);
    outcome->triangles =
        (svTriangles){{pair->a[0], pair->a[1], pair->a[2]}, {pair->b[0], pair->b[1], pair->b[2]}};
    outcome->sides = (svTriangleSides){{0}, {0}};
    outcome->meeting = SV_TRIANGLES_APART;
    outcome->shared = 0;
    outcome->exact = false;
    if (mask != 0 && !repeats) {
        outcome->shared = ShareFirst(pair, mask, &outcome->triangles);
    }
    return !repeats && outcome->shared >= 0 &&
           svTriangles_FilterApart(&outcome->triangles, outcome->shared, &outcome->sides);
}

// The rest, for finite coordinates.
static svStatus DecidePair(const svTrianglePair* pair, bool repeats, svTriangleOutcome* outcome) {
    const int shared = outcome->shared;
    if (repeats) {
        outcome->exact = true;
        return MeetLists(pair, outcome);
    }
    if (shared < 0) {
        return SV_ERROR_ARGUMENT;
    }
    outcome->exact =
        shared > 1 || AnyZero(outcome->sides.a, shared) || AnyZero(outcome->sides.b, shared);
    outcome->meeting = svTriangles_MeetUnfiltered(&outcome->triangles, shared, &outcome->sides);
    return SV_OK;
}

static bool EitherRepeats(const svTrianglePair* pair) {
    return Repeats(pair->aIds) || Repeats(pair->bIds);
}

svStatus svTrianglePair_Meet(const svTrianglePair* pair, svTriangleOutcome* outcome) {
    const bool repeats = EitherRepeats(pair);
    return FilterPair(pair, repeats, outcome) ? SV_OK : DecidePair(pair, repeats, outcome);
}

svStatus svTriangleTriangle(const svTrianglePair* pair, svTriangleResult* result) {
    if (pair == NULL || result == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    const bool repeats = EitherRepeats(pair);
    svTriangleOutcome outcome;
    if (FilterPair(pair, repeats, &outcome)) {
        result->meeting = SV_TRIANGLES_APART;
        return SV_OK;
    }
    if (!IsTrianglePairFinite(pair)) {
        return SV_ERROR_NOT_FINITE;
    }
    const svStatus status = DecidePair(pair, repeats, &outcome);
    if (status != SV_OK) {
        return status;
    }
    result->meeting = outcome.meeting;
    if (outcome.meeting != SV_TRIANGLES_APART) {
        svTriangles_Segment(&outcome.triangles, outcome.meeting, &outcome.sides, result->segment);
    }
    return SV_OK;
}
