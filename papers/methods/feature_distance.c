// Features of two triangles at an instant in, distance vectors out; distances of planes and lines.

#include "feature_distance.h"

#include <math.h>
#include <stdbool.h>

// Classifies the Voronoi regions of corners, edges and interior by dot products with the edges
// (C. Ericson, "Real-Time Collision Detection", 2005, section 5.1.5); one division at most.
svVec3 Distance_FaceToVertex(svVec3 f0, svVec3 f1, svVec3 f2, svVec3 v) {
    const svVec3 u = svVec3_Sub(f1, f0), w = svVec3_Sub(f2, f0);
    const svVec3 p0 = svVec3_Sub(v, f0);
    const double u0 = svVec3_Dot(u, p0), w0 = svVec3_Dot(w, p0);
    if (u0 <= 0 && w0 <= 0) {
        return p0;
    }
    const svVec3 p1 = svVec3_Sub(v, f1);
    const double u1 = svVec3_Dot(u, p1), w1 = svVec3_Dot(w, p1);
    if (u1 >= 0 && w1 <= u1) {
        return p1;
    }
    const double area2 = u0 * w1 - u1 * w0; // times that of f2, and so on
    if (area2 <= 0 && u0 >= 0 && u1 <= 0 && u0 > u1) {
        return svVec3_AddScaled(p0, -u0 / (u0 - u1), u);
    }
    const svVec3 p2 = svVec3_Sub(v, f2);
    const double u2 = svVec3_Dot(u, p2), w2 = svVec3_Dot(w, p2);
    if (w2 >= 0 && u2 <= w2) {
        return p2;
    }
    const double area1 = u2 * w0 - u0 * w2;
    if (area1 <= 0 && w0 >= 0 && w2 <= 0 && w0 > w2) {
        return svVec3_AddScaled(p0, -w0 / (w0 - w2), w);
    }
    const double area0 = u1 * w2 - u2 * w1;
    const double past1 = w1 - u1, past2 = u2 - w2;
    if (area0 <= 0 && past1 >= 0 && past2 >= 0 && past1 + past2 > 0) {
        return svVec3_AddScaled(p1, -past1 / (past1 + past2), svVec3_Sub(w, u));
    }
    const double scale = 1 / (area0 + area1 + area2);
    return svVec3_AddScaled(svVec3_AddScaled(p0, -area1 * scale, u), -area2 * scale, w);
}

// Closest points of the lines, clamped to one segment, then to the other, then again.
svVec3 Distance_EdgeToEdge(svVec3 a0, svVec3 a1, svVec3 b0, svVec3 b1) {
    const svVec3 u = svVec3_Sub(a1, a0), w = svVec3_Sub(b1, b0), r = svVec3_Sub(b0, a0);
    const double uu = svVec3_Dot(u, u), ww = svVec3_Dot(w, w), uw = svVec3_Dot(u, w);
    const double ur = svVec3_Dot(u, r), wr = svVec3_Dot(w, r);
    const double det = uu * ww - uw * uw;
    // Parallel or degenerate: start from any point, here the closest to b0.
    double s = det > 0 ? Lab_Clamp((ur * ww - wr * uw) / det) : uu > 0 ? Lab_Clamp(ur / uu) : 0;
    double t = ww > 0 ? (s * uw - wr) / ww : 0;
    if (t < 0 || t > 1) {
        t = Lab_Clamp(t);
        s = uu > 0 ? Lab_Clamp((ur + t * uw) / uu) : 0;
    }
    return svVec3_AddScaled(svVec3_AddScaled(r, t, w), -s, u);
}

double Distance_HeightOver(svVec3 f0, svVec3 normal, svVec3 v) {
    return svVec3_Dot(svVec3_Sub(v, f0), normal);
}

double Distance_PlaneToVertex(svVec3 f0, svVec3 f1, svVec3 f2, svVec3 v) {
    const svVec3 n = svVec3_Cross(svVec3_Sub(f1, f0), svVec3_Sub(f2, f0));
    return svVec3_Dot(svVec3_Sub(v, f0), n) / sqrt(svVec3_Dot(n, n));
}

double Distance_LineToLine(svVec3 a0, svVec3 a1, svVec3 b0, svVec3 b1) {
    const svVec3 n = svVec3_Cross(svVec3_Sub(a1, a0), svVec3_Sub(b1, b0));
    return svVec3_Dot(svVec3_Sub(b1, a0), n) / sqrt(svVec3_Dot(n, n));
}

static int Next(int corner) {
    return (corner + 1) % 3;
}

// Whether the slab perpendicular to `d`, which joins the closest points of edges i and j, separates
// the triangles: then no other points are closer.
static bool SlabSeparates(const svVec3 x[6], int i, int j, svVec3 d) {
    const svVec3 a = svVec3_Sub(x[Next(Next(i))], x[i]);
    const svVec3 b = svVec3_Sub(x[3 + Next(Next(j))], x[3 + j]);
    const svVec3 along = svVec3_Sub(x[Next(i)], x[i]),
                 across = svVec3_Sub(x[3 + Next(j)], x[3 + j]);
    // If the closest point is the other end of the edge, heights are measured from there.
    const double a0 = Lab_Most(svVec3_Dot(along, d), 0), b0 = Lab_Least(svVec3_Dot(across, d), 0);
    return svVec3_Dot(a, d) <= a0 && svVec3_Dot(b, d) >= b0;
}

svVec3 Distance_TriangleToTriangle(const svVec3 x[6]) {
    svVec3 nearest = {0, 0, 0};
    double least = HUGE_VAL;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            const svVec3 d = Distance_EdgeToEdge(x[i], x[Next(i)], x[3 + j], x[3 + Next(j)]);
            const double d2 = svVec3_Dot(d, d);
            if (d2 <= least) {
                least = d2;
                nearest = d;
                if (SlabSeparates(x, i, j, d)) {
                    return d;
                }
            }
        }
    }
    // No edge pair is closest: a vertex over the other face is, or the triangles intersect. Then
    // each has vertices on both sides of the other's plane.
    bool crossed = true;
    for (int side = 0; side < 2; ++side) {
        const svVec3* face = x + 3 * side;
        const svVec3* other = x + 3 * (1 - side);
        const svVec3 n = svVec3_Cross(svVec3_Sub(face[1], face[0]), svVec3_Sub(face[2], face[0]));
        int above = 0, below = 0;
        for (int c = 0; c < 3; ++c) {
            const double height = svVec3_Dot(n, svVec3_Sub(other[c], face[0]));
            above += height > 0;
            below += height < 0;
            const svVec3 d = Distance_FaceToVertex(face[0], face[1], face[2], other[c]);
            const double d2 = svVec3_Dot(d, d);
            if (d2 < least) {
                least = d2;
                nearest = side == 0 ? d : svVec3_Scale(-1, d);
            }
        }
        crossed = crossed && above < 3 && below < 3;
    }
    return crossed ? (svVec3){0, 0, 0} : nearest;
}
