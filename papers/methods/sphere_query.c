// A segment or a quadrilateral and a sphere in, whether they meet out.

#include "sphere_query.h"

#include "sphere.h"
#include "vectors.h"

#include <string.h>

// Distances are computed from differences of coordinates, each within 2^-53 of its size, in some
// thirty roundings: in units of the largest coordinate, this much is more than all of them.
static const double ROUNDING = 0x1p-46;

static void FinishSwept(SweptFeature* swept, double bulge) {
    double most = 0;
    memcpy(swept->low, swept->corners[0], sizeof(swept->low));
    memcpy(swept->high, swept->corners[0], sizeof(swept->high));
    for (int i = 0; i < swept->count; ++i) {
        for (int d = 0; d < 3; ++d) {
            const double x = swept->corners[i][d];
            swept->low[d] = Lab_Least(swept->low[d], x);
            swept->high[d] = Lab_Most(swept->high[d], x);
            most = Lab_Most(most, fabs(x));
        }
    }
    swept->slack = bulge * (1 + ROUNDING) + ROUNDING * most;
}

SweptFeature SweptFeature_OfPoint(const double x0[3], const double x1[3]) {
    SweptFeature swept = {.count = 2};
    memcpy(swept.corners[0], x0, sizeof(swept.corners[0]));
    memcpy(swept.corners[1], x1, sizeof(swept.corners[1]));
    FinishSwept(&swept, 0);
    return swept;
}

// On the triangles a0 b0 b1 and a0 b1 a1 the point of weights (s along the edge, t in time) is off
// by t (1 - s) or s (1 - t) times a0 - b0 + b1 - a1: at most a quarter, on the side of the diagonal
// where that is the product of less with more.
SweptFeature SweptFeature_OfEdge(const double a0[3], const double b0[3], const double a1[3],
                                 const double b1[3], bool bulging) {
    SweptFeature swept = {.count = 4};
    double twist[3], u[3], v[3], w[3];
    memcpy(swept.corners[0], a0, sizeof(swept.corners[0]));
    memcpy(swept.corners[1], b0, sizeof(swept.corners[1]));
    memcpy(swept.corners[2], b1, sizeof(swept.corners[2]));
    memcpy(swept.corners[3], a1, sizeof(swept.corners[3]));
    for (int d = 0; d < 3; ++d) {
        twist[d] = (a0[d] - b0[d]) + (b1[d] - a1[d]);
    }
    Lab_Subtract(b0, a0, u);
    Lab_Subtract(b1, a0, v);
    Lab_Subtract(a1, a0, w);
    Lab_Cross(u, v, swept.normals[0]);
    Lab_Cross(v, w, swept.normals[1]);
    FinishSwept(&swept, bulging ? 0.25 * Lab_Length(twist) : 0);
    return swept;
}

static double SquareToSegment(const double c[3], const double a[3], const double b[3]) {
    double along[3], from[3], d[3];
    Lab_Subtract(b, a, along);
    Lab_Subtract(c, a, from);
    const double square = Lab_Dot(along, along);
    const double t = square > 0 ? Lab_Clamp(Lab_Dot(from, along) / square) : 0;
    for (int k = 0; k < 3; ++k) {
        d[k] = from[k] - t * along[k];
    }
    return Lab_Dot(d, d);
}

// Squared distance to the plane of a triangle if the centre is over it; infinite if not, or if the
// triangle has no area: then its sides are nearest, or as near.
static double SquareOver(const double c[3], const double* const corners[3], const double n[3]) {
    const double square = Lab_Dot(n, n);
    if (!(square > 0)) {
        return (double)INFINITY;
    }
    for (int i = 0; i < 3; ++i) {
        double side[3], from[3], across[3];
        Lab_Subtract(corners[(i + 1) % 3], corners[i], side);
        Lab_Subtract(c, corners[i], from);
        Lab_Cross(side, from, across);
        if (Lab_Dot(across, n) < 0) {
            return (double)INFINITY;
        }
    }
    double from[3];
    Lab_Subtract(c, corners[0], from);
    const double height = Lab_Dot(from, n);
    return height * height / square;
}

bool SweptFeature_Meets(const SweptFeature* swept, const SphereNode* node) {
    const double* c = node->center;
    const double size = fabs(c[0]) + fabs(c[1]) + fabs(c[2]) + node->radius;
    const double reach = node->radius + swept->slack + ROUNDING * size;
    const double least = reach * reach;
    for (int d = 0; d < 3; ++d) { // most are far away
        if (c[d] < swept->low[d] - reach || c[d] > swept->high[d] + reach) {
            return false;
        }
    }
    const double(*x)[3] = swept->corners;
    if (swept->count == 2) {
        return SquareToSegment(c, x[0], x[1]) <= least;
    }
    for (int i = 0; i < 4; ++i) {
        if (SquareToSegment(c, x[i], x[(i + 1) % 4]) <= least) {
            return true;
        }
    }
    const double* const triangles[2][3] = {{x[0], x[1], x[2]}, {x[0], x[2], x[3]}};
    return SquareToSegment(c, x[0], x[2]) <= least ||
           SquareOver(c, triangles[0], swept->normals[0]) <= least ||
           SquareOver(c, triangles[1], swept->normals[1]) <= least;
}
