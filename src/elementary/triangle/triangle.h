// Triangle-triangle at an instant: what its files share. triangle.c opens with the method.
#ifndef SELVAGE_ELEMENTARY_TRIANGLE_TRIANGLE_H
#define SELVAGE_ELEMENTARY_TRIANGLE_TRIANGLE_H

#include "selvage/elementary.h"

// Two triangles in place. The vertices that they share come first in both, in the same order.
typedef struct svTriangles {
    const double* a[3];
    const double* b[3];
} svTriangles;

// On which side of the plane of b each vertex of a lies, and the reverse: signs of svOrient3d. All
// zero where the other triangle is degenerate, or both lie in one plane.
typedef struct svTriangleSides {
    int a[3], b[3];
} svTriangleSides;

// The interval in which a triangle cuts the intersection line of the two planes. Its ends lie on
// the edges apex-lo and apex-hi, which cross the other plane or end in it; `lo` and `hi` are along
// the direction normal(a) x normal(b).
typedef struct svTriangleSpan {
    int apex, lo, hi;
    int above; // +1 if the apex lies above the other two (by the other plane's normal), -1 if below
    bool crosses; // some vertex lies strictly above and some strictly below the other plane
} svTriangleSpan;

// The convex hull of at most three points: a triangle as the triangle, segment or point that it is.
typedef struct svPointSet {
    const double* point[3];
    int count;
} svPointSet;

// How a pair intersects: the result of svTrianglePair_Meet.
typedef struct svTriangleOutcome {
    svTriangleMeeting meeting;
    int shared; // vertices that both have, by their ids
    bool exact; // the filter left a side undecided, or did not apply
    // The triangles rotated so that the shared vertices come first, and their sides; for
    // svTriangles_Segment.
    svTriangles triangles;
    svTriangleSides sides;
} svTriangleOutcome;

// triangle.c

// svTriangleTriangle without the segment, for coordinates that are known to be finite.
svStatus svTrianglePair_Meet(const svTrianglePair* pair, svTriangleOutcome* outcome);

// Two triangles whose first `shared` (0 to 3) vertices are shared, by the filter alone: true if
// certainly separated. Coordinates may be infinite or NaN; then it is false. Undecided sides are 0.
bool svTriangles_FilterApart(const svTriangles* triangles, int shared, svTriangleSides* sides);

// How they intersect, for finite coordinates, after the filter has set the sides. Where they do
// without lying in one plane and neither is degenerate, the sides are exact; else those of one
// triangle are all zero, or the triangles are coplanar.
svTriangleMeeting svTriangles_MeetUnfiltered(const svTriangles* triangles, int shared,
                                             svTriangleSides* sides);

svTriangleSpan svTriangleSpan_OfA(const svTriangleSides* sides);
svTriangleSpan svTriangleSpan_OfB(const svTriangleSides* sides);

// triangle_flat.c

// How they intersect where every vertex of b lies in the plane of a, or a is degenerate.
svTriangleMeeting svTriangles_MeetFlat(const svTriangles* triangles, int shared);

// The same for vertex lists, of which one is degenerate or names less than three vertices.
svTriangleMeeting svPointSets_Meet(const svPointSet* a, const svPointSet* b, int shared);

// Whether two triangles with the common edge pq and the opposite vertices r and s intersect: r and
// s in one plane on the same side of pq, or one triangle is degenerate.
bool svTriangles_Fold(const double p[3], const double q[3], const double r[3], const double s[3]);

// Without the points that the others make redundant: repeated ones, the middle one of three in
// line.
svPointSet svPointSet_Reduce(svPointSet set);

// For reduced sets in one plane: an axis along which their plane projects one to one; -1 where all
// points are collinear.
int svPointSets_Axis(const svPointSet* a, const svPointSet* b);

// Whether two such sets have a common point.
bool svPointSets_MeetFlat(const svPointSet* a, const svPointSet* b, int axis);

// The order of points by x, then y, then z; 0 where they coincide. On a line it is the order along
// the line.
int svComparePoints(const double p[3], const double q[3]);

// svOrient2d of the points projected along an axis.
int svOrientAlong(int axis, const double p[3], const double q[3], const double r[3]);

// triangle_segment.c

// The ends of the intersection of two triangles that intersect, rounded. The same bytes for any
// order of the vertices and of the triangles.
void svTriangles_Segment(const svTriangles* triangles, svTriangleMeeting meeting,
                         const svTriangleSides* sides, double segment[2][3]);

#endif
