// A node's boundary and a direction in; whether its projection self-intersects out: sweep and
// prune, then moving 2D segments by quadratics in floating point.

#include "self_contour.h"

#include "vectors.h"

#include <stdlib.h>
#include <string.h>

// An edge projected to the plane of view.
typedef struct ContourEdge {
    double box[2][2];       // swept AABB
    double points[2][2][2]; // [time][end]
    uint32_t vertices[2];
} ContourEdge;

svStatus SelfContour_Create(svContext* context, const SelfTree* tree, SelfContour* contour) {
    const size_t longest = SelfTree_LongestBoundary(tree);
    SelfContour made = {.edges = svContext_Allocate(context, longest * sizeof(ContourEdge))};
    if (made.edges == NULL) {
        return SV_ERROR_MEMORY;
    }
    *contour = made;
    return SV_OK;
}

void SelfContour_Destroy(svContext* context, SelfContour* contour) {
    svContext_Release(context, contour->edges);
    *contour = (SelfContour){0};
}

// Two unit directions perpendicular to the axis and to each other.
static void MakePlane(const double axis[3], double plane[2][3]) {
    int least = 0;
    for (int d = 1; d < 3; ++d) {
        least = fabs(axis[d]) < fabs(axis[least]) ? d : least;
    }
    double unit[3] = {0, 0, 0};
    unit[least] = 1;
    for (int k = 0; k < 2; ++k) {
        Lab_Cross(axis, k == 0 ? unit : plane[0], plane[k]);
        const double length = Lab_Length(plane[k]);
        for (int d = 0; d < 3; ++d) {
            plane[k][d] /= length;
        }
    }
}

static int CompareContourEdges(const void* a, const void* b) {
    const ContourEdge *x = a, *y = b;
    if (x->box[0][0] != y->box[0][0]) {
        return x->box[0][0] < y->box[0][0] ? -1 : 1;
    }
    return (x->vertices[0] > y->vertices[0]) - (x->vertices[0] < y->vertices[0]);
}

static void ProjectContourEdge(ContourEdge* edge, double plane[2][3], bool step,
                               const double (*const x[2])[3]) {
    for (int t = 0; t < 2; ++t) {
        const double(*at)[3] = x[step ? t : 0];
        for (int end = 0; end < 2; ++end) {
            edge->points[t][end][0] = Lab_Dot(at[edge->vertices[end]], plane[0]);
            edge->points[t][end][1] = Lab_Dot(at[edge->vertices[end]], plane[1]);
        }
    }
    for (int d = 0; d < 2; ++d) {
        double lower = edge->points[0][0][d], upper = lower;
        for (int i = 1; i < 4; ++i) {
            const double value = edge->points[i / 2][i % 2][d];
            lower = value < lower ? value : lower;
            upper = value > upper ? value : upper;
        }
        edge->box[0][d] = lower;
        edge->box[1][d] = upper;
    }
}

void SelfContour_Load(SelfContour* contour, const SelfTree* tree, uint32_t node, bool whole,
                      const double axis[3], const double (*const x[2])[3]) {
    const SelfNode* of = &tree->nodes[node];
    double plane[2][3];
    MakePlane(axis, plane);
    contour->step = x[1] != NULL;
    for (int q = 0; q < 5; ++q) {
        contour->quarters[q] = of->quarters[whole && q > 0 ? 4 : q] - of->quarters[0];
    }
    for (uint32_t i = 0; i < contour->quarters[4]; ++i) {
        const uint32_t side = tree->sides[of->quarters[0] + i];
        contour->edges[i].vertices[0] = tree->topology->triangles[side];
        contour->edges[i].vertices[1] = tree->topology->triangles[svNextSide(side)];
        ProjectContourEdge(&contour->edges[i], plane, contour->step, x);
    }
    for (int q = 0; q < 4; ++q) {
        qsort(contour->edges + contour->quarters[q],
              contour->quarters[q + 1] - contour->quarters[q], sizeof(ContourEdge),
              CompareContourEdges);
    }
}

static double Orient(const double a[2], const double b[2], const double c[2]) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static bool OneSide(double a, double b) {
    return (a > 0 && b > 0) || (a < 0 && b < 0);
}

static bool IntervalsOverlap(double a0, double a1, double b0, double b1) {
    return fmin(a0, a1) <= fmax(b0, b1) && fmin(b0, b1) <= fmax(a0, a1);
}

// Closed segments; collinear ones intersect if their boxes overlap.
static bool SegmentsIntersect(const double a[2][2], const double b[2][2]) {
    return IntervalsOverlap(a[0][0], a[1][0], b[0][0], b[1][0]) &&
           IntervalsOverlap(a[0][1], a[1][1], b[0][1], b[1][1]) &&
           !OneSide(Orient(a[0], a[1], b[0]), Orient(a[0], a[1], b[1])) &&
           !OneSide(Orient(b[0], b[1], a[0]), Orient(b[0], b[1], a[1]));
}

// Whether the point projects into the segment at time t; the segment is extended at both ends to
// cover the rounding of t.
static bool IsBeside(const ContourEdge* edge, const ContourEdge* other, int end, double t) {
    static const double slack = 0x1p-40;
    double to[2][2], along = 0, length = 0;
    for (int d = 0; d < 2; ++d) {
        const double a = (1 - t) * edge->points[0][0][d] + t * edge->points[1][0][d];
        const double b = (1 - t) * edge->points[0][1][d] + t * edge->points[1][1][d];
        const double c = (1 - t) * other->points[0][end][d] + t * other->points[1][end][d];
        to[0][d] = b - a;
        to[1][d] = c - a;
        along += to[0][d] * to[1][d];
        length += to[0][d] * to[0][d];
    }
    return along >= -slack * length && along <= (1 + slack) * length;
}

// Whether an end of `other` hits `edge` during the step. The orientation of the three points is
// quadratic in t.
static bool PointHitsEdge(const ContourEdge* edge, const ContourEdge* other, int end) {
    double e[2][2], g[2][2];
    for (int t = 0; t < 2; ++t) {
        for (int d = 0; d < 2; ++d) {
            e[t][d] = edge->points[t][1][d] - edge->points[t][0][d];
            g[t][d] = other->points[t][end][d] - edge->points[t][0][d];
        }
    }
    const double c0 = e[0][0] * g[0][1] - e[0][1] * g[0][0];
    const double c2 = e[1][0] * g[1][1] - e[1][1] * g[1][0];
    const double c1 =
        (e[0][0] * g[1][1] - e[0][1] * g[1][0] + e[1][0] * g[0][1] - e[1][1] * g[0][0]) / 2;
    if ((c0 > 0 && c1 > 0 && c2 > 0) || (c0 < 0 && c1 < 0 && c2 < 0)) {
        return false;
    }
    // a t^2 + 2 b t + c0
    const double a = c0 - 2 * c1 + c2, b = c1 - c0, discriminant = b * b - a * c0;
    if (discriminant < 0) {
        return false;
    }
    const double q = -(b + copysign(sqrt(discriminant), b));
    if (q == 0) {
        // Collinear all the time, which counts as a hit; or a double root at 0.
        return a == 0 || IsBeside(edge, other, end, 0);
    }
    const double roots[2] = {a != 0 ? q / a : -1, c0 / q};
    for (int i = 0; i < 2; ++i) {
        if (roots[i] >= 0 && roots[i] <= 1 && IsBeside(edge, other, end, roots[i])) {
            return true;
        }
    }
    return false;
}

// One coordinate separates the edges at both ends of the step, on the same side.
static bool StaySeparated(const ContourEdge* a, const ContourEdge* b) {
    for (int d = 0; d < 2; ++d) {
        bool below = true, above = true;
        for (int t = 0; t < 2; ++t) {
            const double *a0 = a->points[t][0], *a1 = a->points[t][1];
            const double *b0 = b->points[t][0], *b1 = b->points[t][1];
            below = below && fmax(a0[d], a1[d]) < fmin(b0[d], b1[d]);
            above = above && fmin(a0[d], a1[d]) > fmax(b0[d], b1[d]);
        }
        if (below || above) {
            return true;
        }
    }
    return false;
}

// Two moving segments that are disjoint at t0 first touch when an end of one hits the other.
static bool CollideDuringStep(const ContourEdge* a, const ContourEdge* b) {
    if (StaySeparated(a, b)) {
        return false;
    }
    return PointHitsEdge(a, b, 0) || PointHitsEdge(a, b, 1) || PointHitsEdge(b, a, 0) ||
           PointHitsEdge(b, a, 1) || SegmentsIntersect(a->points[0], b->points[0]);
}

static bool ContourEdgesCollide(SelfContour* contour, const ContourEdge* a, const ContourEdge* b) {
    if (a->box[0][1] > b->box[1][1] || b->box[0][1] > a->box[1][1]) {
        return false;
    }
    for (int i = 0; i < 4; ++i) {
        if (a->vertices[i / 2] == b->vertices[i % 2]) {
            return false;
        }
    }
    ++contour->pairs;
    return contour->step ? CollideDuringStep(a, b) : SegmentsIntersect(a->points[0], b->points[0]);
}

// Whether the edge collides with one of a sorted range whose boxes begin at its own or after.
static bool CollidesWithRange(SelfContour* contour, const ContourEdge* edge,
                              const ContourEdge* first, const ContourEdge* end) {
    for (const ContourEdge* other = first; other < end && other->box[0][0] <= edge->box[1][0];
         ++other) {
        if (ContourEdgesCollide(contour, edge, other)) {
            return true;
        }
    }
    return false;
}

bool SelfContour_IsSimple(SelfContour* contour, int quarter) {
    const ContourEdge* end = contour->edges + contour->quarters[quarter + 1];
    ++contour->tests;
    for (const ContourEdge* e = contour->edges + contour->quarters[quarter]; e < end; ++e) {
        if (CollidesWithRange(contour, e, e + 1, end)) {
            return false;
        }
    }
    return true;
}

bool SelfContour_AreDisjoint(SelfContour* contour, int a, int b) {
    const ContourEdge *i = contour->edges + contour->quarters[a],
                      *iEnd = contour->edges + contour->quarters[a + 1];
    const ContourEdge *j = contour->edges + contour->quarters[b],
                      *jEnd = contour->edges + contour->quarters[b + 1];
    ++contour->tests;
    while (i < iEnd && j < jEnd) {
        const bool isFirst = i->box[0][0] <= j->box[0][0];
        if (isFirst ? CollidesWithRange(contour, i, j, jEnd)
                    : CollidesWithRange(contour, j, i, iEnd)) {
            return false;
        }
        isFirst ? ++i : ++j;
    }
    return true;
}
