// Two moving triangles in, feature pairs not culled out: the corrected form. Each step tests, for
// one direction n of the paper, whether it separates two point sets on the same side at t=0 and at
// t=1 by more than rounding. Motion is linear, so it then separates them at all times, whatever n
// is. The circles of Lemmas 4.4 and 5.2 are not needed; if d_C > r they prove that n_C separates.
//
// Error bound: a height n.x is three products and two sums, off by at most 3e |n|_1 S (1 + 3e),
// with S the largest coordinate and e = 2^-53; the difference of two by 6e |n|_1 S. Adding the
// margin rounds by e |n|_1 S more: 8e |n|_1 S pays for that and for the four roundings of the
// margin itself. Products below the normal numbers are off by 2^-1075 each, less than DBL_MIN
// together; coordinates below 2^200 do not overflow, and larger ones are never culled.

#include "simple_culling.h"

#include "simple_culling_printed.h"

#include <float.h>
#include <math.h>

#define MARGIN (8 * 0x1p-53)
#define LARGEST 0x1p200

const char* CullForm_Name(CullForm form) {
    return form == CULL_LITERAL ? "literal" : form == CULL_PRINTED ? "printed" : "corrected";
}

// Projections onto a direction: six corners at t=0, six at t=1.
typedef struct Heights {
    double h[12], margin;
} Heights;

static Heights HeightsAlong(const TrianglePair* pair, svVec3 n) {
    Heights heights;
    for (int i = 0; i < 12; ++i) {
        heights.h[i] = n.x * pair->along[0][i] + n.y * pair->along[1][i] + n.z * pair->along[2][i];
    }
    heights.margin = MARGIN * ((fabs(n.x) + fabs(n.y) + fabs(n.z)) * pair->largest) + DBL_MIN;
    return heights;
}

// +1 if the points p, q are above the points r, s, u at both times, -1 below, 0 neither. Points may
// be repeated.
static int SideOfPoints(const Heights* heights, int p, int q, int r, int s, int u) {
    bool above = true, below = true;
    for (int t = 0; t < 2; ++t) {
        const double* h = heights->h + 6 * t;
        const double low = Lab_Least(h[p], h[q]), high = Lab_Most(h[p], h[q]);
        above = above && low > Lab_Most(Lab_Most(h[r], h[s]), h[u]) + heights->margin;
        below = below && high + heights->margin < Lab_Least(Lab_Least(h[r], h[s]), h[u]);
    }
    return above ? 1 : below ? -1 : 0;
}

// Extent of three heights.
typedef struct Span {
    double low, high;
} Span;

static Span SpanOfHeights(const double h[3]) {
    return (Span){Lab_Least(Lab_Least(h[0], h[1]), h[2]), Lab_Most(Lab_Most(h[0], h[1]), h[2])};
}

// Corollaries 4.3 and 6.2: on which side of the other face's plane the corners from `own` on stay.
// True: all on the same side, tested first with one branch, since most pairs end here.
static bool SidesOfFace(const TrianglePair* pair, int own, int sides[3]) {
    const int other = 3 - own;
    const Heights heights = HeightsAlong(pair, SimpleCull_FaceNormal(pair, other));
    const double *h0 = heights.h, *h1 = heights.h + 6, margin = heights.margin;
    const Span a0 = SpanOfHeights(h0 + own), a1 = SpanOfHeights(h1 + own);
    const Span b0 = SpanOfHeights(h0 + other), b1 = SpanOfHeights(h1 + other);
    const double gap0 = b0.high + margin, gap1 = b1.high + margin;
    const double end0 = b0.low - margin, end1 = b1.low - margin;
    if (((a0.low > gap0) & (a1.low > gap1)) | ((a0.high < end0) & (a1.high < end1))) {
        sides[0] = sides[1] = sides[2] = a0.low > gap0 ? 1 : -1;
        return true;
    }
    for (int i = own; i < own + 3; ++i) {
        sides[i - own] = (h0[i] > gap0 && h1[i] > gap1) - (h0[i] < end0 && h1[i] < end1);
    }
    return false;
}

// Lemma 5.1 and Corollary 6.3 for edge i of the first and edge j of the second triangle.
static uint32_t CullEdgesByPerpendicular(const TrianglePair* pair, int i, int j, uint32_t steps) {
    const int p = i, q = (i + 1) % 3, r = 3 + j, s = 3 + (j + 1) % 3, u = 3 + (j + 2) % 3;
    const svVec3 n = svVec3_Cross(TrianglePair_Edge(pair, p, q), TrianglePair_Edge(pair, r, s));
    const Heights heights = HeightsAlong(pair, n);
    if ((steps & CULL_COR_6_3) != 0 && SideOfPoints(&heights, p, q, r, s, u) != 0) {
        return SimpleCull_EdgeRow(i) | 1u << p | 1u << q;
    }
    return SideOfPoints(&heights, p, q, r, s, s) != 0 ? SimpleCull_EdgePair(i, j) : 0;
}

// Lemma 4.4 for a corner and the other face.
static bool CullVertexOutsideFace(const TrianglePair* pair, int corner) {
    const int face = corner < 3 ? 3 : 0;
    const Heights heights = HeightsAlong(pair, SimpleCull_CircleToVertex(pair, face, corner));
    return SideOfPoints(&heights, corner, corner, face, face + 1, face + 2) != 0;
}

// Lemma 5.2.
static bool CullEdgesBeside(const TrianglePair* pair, int i, int j) {
    const int p = i, q = (i + 1) % 3, r = 3 + j, s = 3 + (j + 1) % 3;
    const Heights heights = HeightsAlong(pair, SimpleCull_CircleToCircle(pair, p, q, r, s));
    return SideOfPoints(&heights, p, q, r, s, s) != 0;
}

static uint32_t CullCorrected(const TrianglePair* pair, uint32_t steps) {
    uint32_t left = pair->features;
    int sides[2][3];
    if (!(pair->largest < LARGEST)) {
        return left;
    }
    for (int side = 0; side < 2; ++side) {
        if (SidesOfFace(pair, 3 * side, sides[side]) && (steps & CULL_COR_6_2) != 0) {
            return 0;
        }
        SimpleCull_VerticesBySides(sides[side], side, steps, &left);
    }
    SimpleCull_EdgesBySides(sides, steps, &left);
    for (int f = PAIR_VF; f < PAIR_FEATURES && (steps & CULL_LEMMA_5_1) != 0; ++f) {
        if ((left >> f & 1) != 0) {
            left &= ~CullEdgesByPerpendicular(pair, (f - PAIR_VF) / 3, (f - PAIR_VF) % 3, steps);
        }
    }
    for (int f = 0; f < PAIR_VF && (steps & CULL_LEMMA_4_4) != 0; ++f) {
        if ((left >> f & 1) != 0 && CullVertexOutsideFace(pair, f)) {
            left &= ~(1u << f);
        }
    }
    for (int f = PAIR_VF; f < PAIR_FEATURES && (steps & CULL_LEMMA_5_2) != 0; ++f) {
        if ((left >> f & 1) != 0 && CullEdgesBeside(pair, (f - PAIR_VF) / 3, (f - PAIR_VF) % 3)) {
            left &= ~(1u << f);
        }
    }
    return left;
}

uint32_t SimpleCull_Features(const TrianglePair* pair, CullForm form, uint32_t steps) {
    return form == CULL_CORRECTED ? CullCorrected(pair, steps)
                                  : SimpleCull_Printed(pair, form, steps);
}
