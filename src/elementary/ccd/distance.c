// Closest points of static features (see distance.h): every candidate of edges and interiors, the
// nearest taken.

#include "elementary/ccd/distance.h"

#include "math/min_max.h"

#include <float.h>
#include <math.h>

// The parameter of the point of segment ab that is closest to p.
static double ClosestOnSegment(svVec3 p, svVec3 a, svVec3 b) {
    const svVec3 d = svVec3_Sub(b, a);
    return svClamp01(svVec3_Dot(svVec3_Sub(p, a), d) / svVec3_Dot(d, d));
}

// The gap between the weighted points of the first feature (the points before `split`) and the
// rest.
static svVec3 GapOf(const svVec3 x[4], const double weights[4], int split) {
    svVec3 gap = {0, 0, 0};
    for (int i = 0; i < 4; ++i) {
        gap = svVec3_Add(gap, svVec3_Scale(i < split ? weights[i] : -weights[i], x[i]));
    }
    return gap;
}

// Keeps the candidate if it is closer.
static void TakeIfCloser(const svVec3 x[4], int split, const double weights[4], svClosest* best) {
    const svVec3 gap = GapOf(x, weights, split);
    if (svVec3_Dot(gap, gap) < svVec3_Dot(best->gap, best->gap)) {
        for (int i = 0; i < 4; ++i) {
            best->weights[i] = weights[i];
        }
        best->gap = gap;
    }
}

// The vertex against each edge of the face, then against its interior.
static void ClosestVertexFace(const svVec3 x[4], svClosest* best) {
    for (int i = 1; i <= 3; ++i) {
        const int j = i % 3 + 1;
        double weights[4] = {1, 0, 0, 0};
        weights[j] = ClosestOnSegment(x[0], x[i], x[j]);
        weights[i] = 1 - weights[j];
        TakeIfCloser(x, 1, weights, best);
    }
    const svVec3 u = svVec3_Sub(x[2], x[1]), w = svVec3_Sub(x[3], x[1]), q = svVec3_Sub(x[0], x[1]);
    const svVec3 n = svVec3_Cross(u, w);
    const double nn = svVec3_Dot(n, n);
    const double b = svVec3_Dot(svVec3_Cross(q, w), n) / nn,
                 c = svVec3_Dot(svVec3_Cross(u, q), n) / nn;
    const double a = 1 - b - c;
    if (a >= 0 && b >= 0 && c >= 0) {
        TakeIfCloser(x, 1, (double[4]){1, a, b, c}, best);
    }
}

// Each endpoint against the other edge, then the interiors.
static void ClosestEdgeEdge(const svVec3 x[4], svClosest* best) {
    for (int end = 0; end < 4; ++end) {
        const int from = end < 2 ? 2 : 0;
        double weights[4] = {0, 0, 0, 0};
        weights[end] = 1;
        weights[from + 1] = ClosestOnSegment(x[end], x[from], x[from + 1]);
        weights[from] = 1 - weights[from + 1];
        TakeIfCloser(x, 2, weights, best);
    }
    const svVec3 u = svVec3_Sub(x[1], x[0]), w = svVec3_Sub(x[3], x[2]), q = svVec3_Sub(x[2], x[0]);
    const svVec3 n = svVec3_Cross(u, w);
    const double nn = svVec3_Dot(n, n);
    const double s = svVec3_Dot(svVec3_Cross(q, w), n) / nn,
                 r = svVec3_Dot(svVec3_Cross(q, u), n) / nn;
    if (s >= 0 && s <= 1 && r >= 0 && r <= 1) {
        TakeIfCloser(x, 2, (double[4]){1 - s, s, 1 - r, r}, best);
    }
}

svClosest svClosest_Points(const svVec3 x[4], svPairKind kind) {
    svClosest best = {.gap = {HUGE_VAL, 0, 0}};
    if (kind == SV_EDGE_EDGE) {
        ClosestEdgeEdge(x, &best);
    } else {
        ClosestVertexFace(x, &best);
    }
    return best;
}

void svMovingPair_At(const svMovingPair* pair, double t, int exponent, svVec3 x[4]) {
    // For denormal numbers the factor may exceed the range of doubles; for all others the second
    // one is 1.
    const int most = -exponent < DBL_MAX_EXP - 1 ? -exponent : DBL_MAX_EXP - 1;
    const double scale = ldexp(1, most), rest = ldexp(1, -exponent - most);
    for (int i = 0; i < 4; ++i) {
        double at[3];
        for (int k = 0; k < 3; ++k) {
            at[k] = (1 - t) * (pair->x0[i][k] * scale * rest) + t * (pair->x1[i][k] * scale * rest);
        }
        x[i] = svVec3_From(at);
    }
}

int svMovingPair_Exponent(const svMovingPair* pair) {
    double largest = 0; // no fmax: its NaN semantics make it a call
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) {
            const double start = fabs(pair->x0[i][k]), end = fabs(pair->x1[i][k]);
            largest = start > largest ? start : largest;
            largest = end > largest ? end : largest;
        }
    }
    int exponent;
    frexp(largest, &exponent);
    return exponent;
}
