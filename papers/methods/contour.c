// A rectangle of cells and a direction of view in; whether its projected boundary is certified free
// of self-contact out. Directions P and Q with small integer components span the plane
// perpendicular to the view exactly, so every aP + bQ is a valid separating direction; only the
// projected coordinates are rounded, and the slack accounts for that.

#include "contour.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static uint32_t RimLength(GridCells cells) {
    return 2 * (cells.columns + cells.rows);
}

svStatus Contour_Create(svContext* context, const ClothGrid* grid, Contour* contour) {
    const size_t count = RimLength(ClothGrid_All(grid));
    Contour made = {.grid = grid};
    made.points[0] = svContext_Allocate(context, count * sizeof(double[2]));
    made.points[1] = svContext_Allocate(context, count * sizeof(double[2]));
    made.edges = svContext_Allocate(context, count * sizeof(RimEdge));
    if (made.points[0] == NULL || made.points[1] == NULL || made.edges == NULL) {
        Contour_Destroy(context, &made);
        return SV_ERROR_MEMORY;
    }
    *contour = made;
    return SV_OK;
}

void Contour_Destroy(svContext* context, Contour* contour) {
    svContext_Release(context, contour->points[0]);
    svContext_Release(context, contour->points[1]);
    svContext_Release(context, contour->edges);
    *contour = (Contour){0};
}

// Two integer vectors perpendicular to v and to each other; components up to 2.
static void SpanPlane(const int v[3], int p[3], int q[3]) {
    int axis = 0;
    for (int d = 1; d < 3; ++d) {
        axis = abs(v[d]) < abs(v[axis]) ? d : axis;
    }
    const int next = (axis + 1) % 3, last = (axis + 2) % 3;
    p[axis] = 0;
    p[next] = v[last];
    p[last] = -v[next];
    q[0] = v[1] * p[2] - v[2] * p[1];
    q[1] = v[2] * p[0] - v[0] * p[2];
    q[2] = v[0] * p[1] - v[1] * p[0];
}

// Particle i of the boundary, counter-clockwise from the first corner.
static uint32_t RimParticle(const ClothGrid* grid, GridCells cells, uint32_t i) {
    uint32_t column = cells.column, row = cells.row;
    if (i < cells.columns) {
        column += i;
    } else if (i < cells.columns + cells.rows) {
        column += cells.columns;
        row += i - cells.columns;
    } else if (i < 2 * cells.columns + cells.rows) {
        column += 2 * cells.columns + cells.rows - i;
        row += cells.rows;
    } else {
        row += RimLength(cells) - i;
    }
    return row * grid->columns + column;
}

// Projects the boundary. A coordinate is a sum of three exact products whose sizes add up to at
// most 4R, R the largest coordinate: two roundings, 8uR. Its product with a and the sum with the
// other one's are two more of at most 4R|a| each: an extent along (a, b) is off by less than
// 18uR(|a| + |b|), and the difference of two by less than 37uR(|a| + |b|). 64uR is the slack.
static void ProjectRim(Contour* contour, GridCells cells, const int direction[3],
                       const double (*x0)[3], const double (*x1)[3]) {
    int p[3], q[3];
    SpanPlane(direction, p, q);
    double largest = 0;
    for (uint32_t i = 0; i < contour->count; ++i) {
        const uint32_t particle = RimParticle(contour->grid, cells, i);
        for (int t = 0; t < 2; ++t) {
            const double* x = t == 0 ? x0[particle] : x1[particle];
            double* point = contour->points[t][i];
            point[0] = p[0] * x[0] + p[1] * x[1] + p[2] * x[2];
            point[1] = q[0] * x[0] + q[1] * x[1] + q[2] * x[2];
            largest = fmax(largest, fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2]))));
        }
    }
    contour->slack = 0x1p-47 * largest + DBL_MIN;
}

// The extent of an edge along (a, b) at time t.
static void RimEdgeExtent(const Contour* contour, uint32_t edge, int t, const double axis[2],
                          double reach[2]) {
    const double* from = contour->points[t][edge];
    const double* to = contour->points[t][edge + 1 == contour->count ? 0 : edge + 1];
    const double s[2] = {axis[0] * from[0] + axis[1] * from[1], axis[0] * to[0] + axis[1] * to[1]};
    reach[0] = fmin(s[0], s[1]);
    reach[1] = fmax(s[0], s[1]);
}

static bool RimEdgesSeparatedAlong(const Contour* contour, uint32_t a, uint32_t b,
                                   const double axis[2]) {
    const double slack = contour->slack * (fabs(axis[0]) + fabs(axis[1])) + DBL_MIN;
    bool below = true, above = true;
    for (int t = 0; t < 2; ++t) {
        double first[2], second[2];
        RimEdgeExtent(contour, a, t, axis, first);
        RimEdgeExtent(contour, b, t, axis, second);
        below = below && second[0] - first[1] > slack;
        above = above && first[0] - second[1] > slack;
    }
    return below || above;
}

// Candidate directions: axes, between the midpoints, normals of both edges at t0 and t1.
static bool RimEdgesSeparated(const Contour* contour, uint32_t a, uint32_t b) {
    const uint32_t aEnd = a + 1 == contour->count ? 0 : a + 1;
    const uint32_t bEnd = b + 1 == contour->count ? 0 : b + 1;
    const double(*x0)[2] = (const double(*)[2])contour->points[0];
    const double(*x1)[2] = (const double(*)[2])contour->points[1];
    const double axes[7][2] = {
        {1, 0},
        {0, 1},
        {x0[a][0] + x0[aEnd][0] - x0[b][0] - x0[bEnd][0],
         x0[a][1] + x0[aEnd][1] - x0[b][1] - x0[bEnd][1]},
        {x0[a][1] - x0[aEnd][1], x0[aEnd][0] - x0[a][0]},
        {x0[b][1] - x0[bEnd][1], x0[bEnd][0] - x0[b][0]},
        {x1[a][1] - x1[aEnd][1], x1[aEnd][0] - x1[a][0]},
        {x1[b][1] - x1[bEnd][1], x1[bEnd][0] - x1[b][0]},
    };
    for (int k = 0; k < 7; ++k) {
        if (RimEdgesSeparatedAlong(contour, a, b, axes[k])) {
            return true;
        }
    }
    return false;
}

static int CompareRimEdges(const void* a, const void* b) {
    const RimEdge *x = a, *y = b;
    return (x->lower > y->lower) - (x->lower < y->lower);
}

// Sweep and prune along the diagonal of the boundary: no side of a flat cloth is perpendicular to
// it, so few edges overlap.
static void SortEdges(Contour* contour, GridCells cells, double* slack) {
    const double* corner = contour->points[0][0];
    const double* opposite = contour->points[0][cells.columns + cells.rows];
    const double axis[2] = {opposite[0] - corner[0], opposite[1] - corner[1]};
    for (uint32_t i = 0; i < contour->count; ++i) {
        double reach[2][2];
        RimEdgeExtent(contour, i, 0, axis, reach[0]);
        RimEdgeExtent(contour, i, 1, axis, reach[1]);
        contour->edges[i] =
            (RimEdge){fmin(reach[0][0], reach[1][0]), fmax(reach[0][1], reach[1][1]), i};
    }
    *slack = contour->slack * (fabs(axis[0]) + fabs(axis[1])) + DBL_MIN;
    qsort(contour->edges, contour->count, sizeof(RimEdge), CompareRimEdges);
}

bool Contour_IsSimple(Contour* contour, GridCells cells, const int direction[3],
                      const double (*x0)[3], const double (*x1)[3]) {
    double slack;
    contour->count = RimLength(cells);
    ProjectRim(contour, cells, direction, x0, x1);
    SortEdges(contour, cells, &slack);
    for (uint32_t i = 0; i < contour->count; ++i) {
        const RimEdge a = contour->edges[i];
        for (uint32_t j = i + 1; j < contour->count; ++j) {
            const RimEdge b = contour->edges[j];
            if (b.lower - a.upper > slack) {
                break;
            }
            const uint32_t apart = a.index > b.index ? a.index - b.index : b.index - a.index;
            if (apart == 1 || apart == contour->count - 1) {
                continue; // they have a common vertex
            }
            ++contour->tests;
            if (!RimEdgesSeparated(contour, a.index, b.index)) {
                return false;
            }
        }
    }
    return true;
}
