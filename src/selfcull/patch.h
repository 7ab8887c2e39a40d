// The stages of the patch test (selvage/patch.h states and proves what it decides), and the bounds
// of its rounding errors. u = 2^-53.
//
// Scale. Positions are taken relative to one vertex of the patch at each time (all conditions are
// about differences at one time) and multiplied by a power of two that brings the contour below 1.
// A difference has relative error u; the multiplication is exact but for underflow, which loses at
// most 2^-1075.
//
// Plane. Let P and Q be any two vectors of doubles and V = P x Q, exactly. Then for all A and B
//     (A x B) . V = (A.P)(B.Q) - (A.Q)(B.P)
// (Binet and Cauchy): seen along V, areas are those of the plane points (P.x, Q.x), whatever P and
// Q are. So V itself is never computed, and only the rounding of plane points counts. P and Q are
// unit vectors up to a few u; the sum of magnitudes of each is less than M = 1.7321 > sqrt 3.
//
// Contour points are off by at most e = 8u in each plane coordinate: three products and their sum,
// ((1+u)^4 - 1) M + some 2^-1073 < 7u. Their coordinates are less than 1.74, and differences of two
// less than 3.48.
// - Products with an axis n: n.p is off by |n|_1 (e + 2u 1.74) < 11.5u |n|_1 (|n|_1 the sum of
//   magnitudes), the difference of two by less than 27u |n|_1. For the difference of two points
//   first and n after it: 2e + 3u 3.48 < 27u. We require SV_PATCH_GAP = 32u = 4e.
// - Cross products A x B of differences: each component of A is off by 2e + u|A|, so the computed
//   one by less than 2e(1+u) L + 8e^2 + 5u S, with L the sum of the magnitudes of the four
//   components and S = |AxBy| + |AyBx| <= L 3.48 / 2: less than 3.1e L + 9e^2. The sum of two such
//   adds u(S + S'). We require 4e L + 9e^2.
// Both get DBL_MIN for underflow where n may be small; 9e^2 is far larger.
//
// Triangles are not bounded by the contour, so they have bounds of their own. With a and b the
// largest components of the edges A and B in space: plane coordinates are off by 4.1u M a, a
// product of two by 9.3u MM ab, A x B by 21u MM ab < 64u ab, the sum of two by 72u ab in all. We
// require 128u (a + DBL_MIN)(b + DBL_MIN) + DBL_MIN: DBL_MIN beside a pays for the underflow of B,
// which enters multiplied by a: 2^-1071 a < 56u DBL_MIN a. What overflows is infinite or NaN in the
// bound as well, and then no comparison holds.
#ifndef SELVAGE_SELFCULL_PATCH_H
#define SELVAGE_SELFCULL_PATCH_H

#include "math/min_max.h"
#include "selvage/patch.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define SV_PATCH_POINT_ERROR 0x1p-50    // e
#define SV_PATCH_GAP 0x1p-48            // 4e
#define SV_PATCH_TRIANGLE_ERROR 0x1p-46 // 128u

// The positions of a patch: relative to a base, scaled.
typedef struct svPatchMotion {
    const svPositions* x[2];
    bool moving;       // a step, not an instant: there is a t1
    double base[2][3]; // of each time
    double scale;
} svPatchMotion;

// Vertex v at time t. As svPositions_Get, inline: a test does little else than to read.
static inline void svPatchMotion_Read(const svPatchMotion* motion, uint32_t v, int t, double x[3]) {
    const svPositions* view = motion->x[t];
    const char* at = (const char*)view->data + v * view->stride;
    if (view->scalar == SV_DOUBLE) {
        memcpy(x, at, sizeof(double[3]));
        return;
    }
    float f[3];
    memcpy(f, at, sizeof(f));
    for (int k = 0; k < 3; ++k) {
        x[k] = (double)f[k];
    }
}

// The same relative to the base and scaled.
static inline void svPatchMotion_Get(const svPatchMotion* motion, uint32_t v, int t, double x[3]) {
    svPatchMotion_Read(motion, v, t, x);
    for (int k = 0; k < 3; ++k) {
        x[k] = (x[k] - motion->base[t][k]) * motion->scale;
    }
}

// The two edges of a triangle from its first corner, at each time.
typedef struct svPatchEdges {
    double a[2][3], b[2][3];
} svPatchEdges;

static inline void svPatchMotion_Edges(const svPatchMotion* motion, const uint32_t corners[3],
                                       svPatchEdges* edges) {
    for (int t = 0; t <= motion->moving; ++t) {
        double o[3], p[3], q[3];
        svPatchMotion_Read(motion, corners[0], t, o);
        svPatchMotion_Read(motion, corners[1], t, p);
        svPatchMotion_Read(motion, corners[2], t, q);
        for (int k = 0; k < 3; ++k) {
            edges->a[t][k] = (p[k] - o[k]) * motion->scale;
            edges->b[t][k] = (q[k] - o[k]) * motion->scale;
        }
    }
}

// P and Q.
typedef struct svPatchPlane {
    double p[3], q[3];
} svPatchPlane;

static inline void svPatchPlane_Project(const svPatchPlane* plane, const double x[3],
                                        double point[2]) {
    point[0] = plane->p[0] * x[0] + plane->p[1] * x[1] + plane->p[2] * x[2];
    point[1] = plane->q[0] * x[0] + plane->q[1] * x[1] + plane->q[2] * x[2];
}

// An edge of the contour in the plane, at each time. The ends of edge i are those of i and next.
typedef struct svContourEdge {
    double from[2][2], to[2][2]; // [time]
    uint32_t next;               // in its loop
} svContourEdge;

// The box around a run of edges, at each time.
typedef struct svContourBox {
    double lower[2][2], upper[2][2]; // [time]
} svContourBox;

typedef struct svContourRim {
    svContourEdge* edges;
    svContourBox* boxes; // of runs, patch_contour.c
    const uint32_t* loopStart;
    uint32_t count, loopCount;
    bool moving;
    bool binormal;
    svPatchResult* result; // where the counts go
} svContourRim;

struct svPatchTester {
    svContext* context;
    // Shapes: a hash table of sides, then of the vertices of the contour; sides of the contour, and
    // the contour in order.
    uint64_t* table;
    size_t tableCapacity;
    uint32_t (*sides)[2];
    size_t sideCapacity;
    uint32_t* contour;
    size_t contourCapacity;
    uint32_t* loopStart;
    size_t loopCapacity;
    // Tests.
    double (*points)[2][3]; // of the contour, relative and scaled [time]
    size_t pointCapacity;
    svContourEdge* edges;
    size_t edgeCapacity;
    svContourBox* boxes;
    size_t boxCapacity;
    double (*normals)[3]; // control normals, for SV_PATCH_CONE_OPTIMAL
    size_t normalCapacity;
};

// Proposes a direction for the patch; false if there is none. tester->points are those of its
// contour.
bool svPatch_FindDirection(svPatchTester* tester, const svPatchShape* shape, const svPatchDef* def,
                           const svPatchMotion* motion, double direction[3]);

// (d) and (e): SV_PATCH_APART, SV_PATCH_CONTOUR or SV_PATCH_LOOPS; the place goes into rim->result.
svPatchVerdict svContourRim_JudgeByPairs(svContourRim* rim);
svPatchVerdict svContourRim_JudgeByStar(const svContourRim* rim);

// A number and a bound of its error.
typedef struct svBoundedValue {
    double value, bound;
} svBoundedValue;

static inline svBoundedValue svContour_Cross(const double a[2], const double b[2]) {
    const double e = SV_PATCH_POINT_ERROR;
    const double size = fabs(a[0]) + fabs(a[1]) + fabs(b[0]) + fabs(b[1]);
    return (svBoundedValue){a[0] * b[1] - a[1] * b[0], 4 * e * size + 9 * e * e};
}

#endif
