// Whether two triangles meet, in rounded arithmetic: what people put into a collision callback.
//
// T. Moller, "A Fast Triangle-Triangle Intersection Test", Journal of Graphics Tools 2(2), 1997:
// each triangle's corners against the other's plane; if neither lies on one side, the planes'
// common line cuts an interval out of each, and the triangles meet if the intervals do. No
// tolerances: a triangle that only just touches may be taken either way. In the header, so that the
// callback has it inline.
#ifndef SELVAGE_BENCH_TRIANGLE_TEST_H
#define SELVAGE_BENCH_TRIANGLE_TEST_H

#include <math.h>
#include <stdbool.h>

static inline void TriangleTest_Cross(const double u[3], const double v[3], double w[3]) {
    w[0] = u[1] * v[2] - u[2] * v[1];
    w[1] = u[2] * v[0] - u[0] * v[2];
    w[2] = u[0] * v[1] - u[1] * v[0];
}

// The normal of `t`, and the sides that the corners of `other` are on, times its length.
static inline void TriangleTest_Plane(const double* const t[3], const double* const other[3],
                                      double normal[3], double side[3]) {
    double u[3], v[3];
    for (int d = 0; d < 3; ++d) {
        u[d] = t[1][d] - t[0][d];
        v[d] = t[2][d] - t[0][d];
    }
    TriangleTest_Cross(u, v, normal);
    for (int k = 0; k < 3; ++k) {
        const double* p = other[k];
        side[k] = normal[0] * (p[0] - t[0][0]) + normal[1] * (p[1] - t[0][1]) +
                  normal[2] * (p[2] - t[0][2]);
    }
}

static inline bool TriangleTest_OneSide(const double side[3]) {
    return (side[0] > 0 && side[1] > 0 && side[2] > 0) ||
           (side[0] < 0 && side[1] < 0 && side[2] < 0);
}

static inline int TriangleTest_LargestAxis(const double v[3]) {
    const double x = fabs(v[0]), y = fabs(v[1]), z = fabs(v[2]);
    return x >= y ? (x >= z ? 0 : 2) : (y >= z ? 1 : 2);
}

// Where the other plane cuts the triangle, along the axis. Not all sides are 0.
static inline void TriangleTest_Interval(const double* const t[3], const double side[3], int axis,
                                         double ends[2]) {
    int lone = 0; // the corner whose two sides are cut
    if (side[0] * side[1] > 0) {
        lone = 2;
    } else if (side[0] * side[2] > 0) {
        lone = 1;
    } else if (!(side[1] * side[2] > 0) && !(fabs(side[0]) > 0)) {
        lone = fabs(side[1]) > 0 ? 1 : 2;
    }
    const double apex = t[lone][axis];
    for (int k = 0; k < 2; ++k) {
        const int i = (lone + 1 + k) % 3;
        ends[k] = t[i][axis] + (apex - t[i][axis]) * side[i] / (side[i] - side[lone]);
    }
    if (ends[0] > ends[1]) {
        const double swap = ends[0];
        ends[0] = ends[1];
        ends[1] = swap;
    }
}

static inline double TriangleTest_Turn(const double* a, const double* b, const double* c, int x,
                                       int y) {
    return (b[x] - a[x]) * (c[y] - a[y]) - (b[y] - a[y]) * (c[x] - a[x]);
}

// Whether a line along an edge of `a` has all of `b` on its far side; two triangles of one plane
// that no such line separates meet.
static inline bool TriangleTest_EdgeSeparates(const double* const a[3], const double* const b[3],
                                              int x, int y) {
    for (int k = 0; k < 3; ++k) {
        const double *p = a[k], *q = a[(k + 1) % 3];
        const double inner = TriangleTest_Turn(p, q, a[(k + 2) % 3], x, y);
        const double sign = inner < 0 ? -1 : 1;
        if (sign * TriangleTest_Turn(p, q, b[0], x, y) < 0 &&
            sign * TriangleTest_Turn(p, q, b[1], x, y) < 0 &&
            sign * TriangleTest_Turn(p, q, b[2], x, y) < 0) {
            return true;
        }
    }
    return false;
}

static inline bool TriangleTest_Coplanar(const double* const a[3], const double* const b[3],
                                         const double normal[3]) {
    const int axis = TriangleTest_LargestAxis(normal);
    const int x = (axis + 1) % 3, y = (axis + 2) % 3;
    return !TriangleTest_EdgeSeparates(a, b, x, y) && !TriangleTest_EdgeSeparates(b, a, x, y);
}

static inline bool TriangleTest_Meet(const double* const a[3], const double* const b[3]) {
    double normalA[3], normalB[3], sideA[3], sideB[3], line[3];
    TriangleTest_Plane(b, a, normalB, sideA);
    if (TriangleTest_OneSide(sideA)) {
        return false;
    }
    TriangleTest_Plane(a, b, normalA, sideB);
    if (TriangleTest_OneSide(sideB)) {
        return false;
    }
    if (!(fabs(sideA[0]) > 0 || fabs(sideA[1]) > 0 || fabs(sideA[2]) > 0) ||
        !(fabs(sideB[0]) > 0 || fabs(sideB[1]) > 0 || fabs(sideB[2]) > 0)) {
        return TriangleTest_Coplanar(a, b, normalA);
    }
    TriangleTest_Cross(normalA, normalB, line);
    const int axis = TriangleTest_LargestAxis(line);
    double endsA[2], endsB[2];
    TriangleTest_Interval(a, sideA, axis, endsA);
    TriangleTest_Interval(b, sideB, axis, endsB);
    return endsA[0] <= endsB[1] && endsB[0] <= endsA[1];
}

#endif
