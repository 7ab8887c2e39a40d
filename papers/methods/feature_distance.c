// Distances between features of two triangles, and between their planes and lines.

#include "feature_distance.h"

#include <math.h>
#include <stdbool.h>

// Which part of the face is nearest: the regions of the plane that belong to its corners and its
// edges are told apart by products with the edges (C. Ericson, "Real-Time Collision Detection",
// 2005, section 5.1.5), with one division at most.
LabVec Distance_FaceToVertex(LabVec f0, LabVec f1, LabVec f2, LabVec v) {
    const LabVec u = LabVec_Sub(f1, f0), w = LabVec_Sub(f2, f0);
    const LabVec p0 = LabVec_Sub(v, f0);
    const double u0 = LabVec_Dot(u, p0), w0 = LabVec_Dot(w, p0);
    if (u0 <= 0 && w0 <= 0) {
        return p0;
    }
    const LabVec p1 = LabVec_Sub(v, f1);
    const double u1 = LabVec_Dot(u, p1), w1 = LabVec_Dot(w, p1);
    if (u1 >= 0 && w1 <= u1) {
        return p1;
    }
    const double area2 = u0 * w1 - u1 * w0; // times that of f2, and so on
    if (area2 <= 0 && u0 >= 0 && u1 <= 0 && u0 > u1) {
        return LabVec_Along(p0, -u0 / (u0 - u1), u);
    }
    const LabVec p2 = LabVec_Sub(v, f2);
    const double u2 = LabVec_Dot(u, p2), w2 = LabVec_Dot(w, p2);
    if (w2 >= 0 && u2 <= w2) {
        return p2;
    }
    const double area1 = u2 * w0 - u0 * w2;
    if (area1 <= 0 && w0 >= 0 && w2 <= 0 && w0 > w2) {
        return LabVec_Along(p0, -w0 / (w0 - w2), w);
    }
    const double area0 = u1 * w2 - u2 * w1;
    const double past1 = w1 - u1, past2 = u2 - w2;
    if (area0 <= 0 && past1 >= 0 && past2 >= 0 && past1 + past2 > 0) {
        return LabVec_Along(p1, -past1 / (past1 + past2), LabVec_Sub(w, u));
    }
    const double scale = 1 / (area0 + area1 + area2);
    return LabVec_Along(LabVec_Along(p0, -area1 * scale, u), -area2 * scale, w);
}

// The nearest points of the lines, clamped to one segment, then to the other, then again.
LabVec Distance_EdgeToEdge(LabVec a0, LabVec a1, LabVec b0, LabVec b1) {
    const LabVec u = LabVec_Sub(a1, a0), w = LabVec_Sub(b1, b0), r = LabVec_Sub(b0, a0);
    const double uu = LabVec_Dot(u, u), ww = LabVec_Dot(w, w), uw = LabVec_Dot(u, w);
    const double ur = LabVec_Dot(u, r), wr = LabVec_Dot(w, r);
    const double det = uu * ww - uw * uw;
    // Parallel, or no edge at all: any point will do to begin with, for b0 the nearest.
    double s = det > 0 ? Lab_Clamp((ur * ww - wr * uw) / det) : uu > 0 ? Lab_Clamp(ur / uu) : 0;
    double t = ww > 0 ? (s * uw - wr) / ww : 0;
    if (t < 0 || t > 1) {
        t = Lab_Clamp(t);
        s = uu > 0 ? Lab_Clamp((ur + t * uw) / uu) : 0;
    }
    return LabVec_Along(LabVec_Along(r, t, w), -s, u);
}

double Distance_HeightOver(LabVec f0, LabVec normal, LabVec v) {
    return LabVec_Dot(LabVec_Sub(v, f0), normal);
}

double Distance_PlaneToVertex(LabVec f0, LabVec f1, LabVec f2, LabVec v) {
    const LabVec n = LabVec_Cross(LabVec_Sub(f1, f0), LabVec_Sub(f2, f0));
    return LabVec_Dot(LabVec_Sub(v, f0), n) / sqrt(LabVec_Dot(n, n));
}

double Distance_LineToLine(LabVec a0, LabVec a1, LabVec b0, LabVec b1) {
    const LabVec n = LabVec_Cross(LabVec_Sub(a1, a0), LabVec_Sub(b1, b0));
    return LabVec_Dot(LabVec_Sub(b1, a0), n) / sqrt(LabVec_Dot(n, n));
}

static int Next(int corner) {
    return (corner + 1) % 3;
}

// Whether the slab across `d`, which joins the nearest points of edge i and edge j, has all of one
// triangle on one side and all of the other on the other: then no other points are nearer.
static bool SlabSeparates(const LabVec x[6], int i, int j, LabVec d) {
    const LabVec a = LabVec_Sub(x[Next(Next(i))], x[i]);
    const LabVec b = LabVec_Sub(x[3 + Next(Next(j))], x[3 + j]);
    const LabVec along = LabVec_Sub(x[Next(i)], x[i]),
                 across = LabVec_Sub(x[3 + Next(j)], x[3 + j]);
    // Where the nearest point is the other end of the edge, heights are counted from there.
    const double a0 = Lab_Most(LabVec_Dot(along, d), 0), b0 = Lab_Least(LabVec_Dot(across, d), 0);
    return LabVec_Dot(a, d) <= a0 && LabVec_Dot(b, d) >= b0;
}

LabVec Distance_TriangleToTriangle(const LabVec x[6]) {
    LabVec nearest = {0, 0, 0};
    double least = HUGE_VAL;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            const LabVec d = Distance_EdgeToEdge(x[i], x[Next(i)], x[3 + j], x[3 + Next(j)]);
            const double d2 = LabVec_Dot(d, d);
            if (d2 <= least) {
                least = d2;
                nearest = d;
                if (SlabSeparates(x, i, j, d)) {
                    return d;
                }
            }
        }
    }
    // No edges are nearest. A vertex over the other face is, or they meet: then some vertices of
    // each triangle are on either side of the other's plane.
    bool crossed = true;
    for (int side = 0; side < 2; ++side) {
        const LabVec* face = x + 3 * side;
        const LabVec* other = x + 3 * (1 - side);
        const LabVec n = LabVec_Cross(LabVec_Sub(face[1], face[0]), LabVec_Sub(face[2], face[0]));
        int above = 0, below = 0;
        for (int c = 0; c < 3; ++c) {
            const double height = LabVec_Dot(n, LabVec_Sub(other[c], face[0]));
            above += height > 0;
            below += height < 0;
            const LabVec d = Distance_FaceToVertex(face[0], face[1], face[2], other[c]);
            const double d2 = LabVec_Dot(d, d);
            if (d2 < least) {
                least = d2;
                nearest = side == 0 ? d : LabVec_Mul(-1, d);
            }
        }
        crossed = crossed && above < 3 && below < 3;
    }
    return crossed ? (LabVec){0, 0, 0} : nearest;
}
