// The coplanarity cubic and the weight quadratics of a moving pair (Provot 1997) in floating point,
// with certified error bounds.
//
// Written over svWide (math/simd.h), so that the kernels of every instruction set and of both
// precisions share these lines and their roundings.
//
// Notation as in ccd_exact.c: u, w, q are differences of the four points, f = (u x w).q is the
// coplanarity cubic and the weights' numerators are quadratics, all in Bernstein form on [0,1]. A
// polynomial whose Bernstein coefficients all exceed its error bound is positive on [0,1].
//
// Error bounds. e = 2^-53, or 2^-24 in single precision. A value that is a sum of products, each
// factor and partial result rounded at most k times on the way, is off by at most k e (1 + k e)
// times the sum of the products' magnitudes; the maxima over both times of |u_i|, |w_i|, |q_i|
// bound those magnitudes, since a Bernstein coefficient is an average of products of values at t=0
// and t=1.
//   cubic: differences 1, product 3, subtraction 4, middle coefficients of n 5, times q 7, sums 10,
//     times 1/3 12. Restricting it to [lo,hi] or evaluating it adds at most 9: 21 in all.
//   quadratics: difference 1, product 3, subtraction 4, middle 5, n-A-B 7.
//   their values at a time t: difference 1, times 1-t (1 itself) 3, sum u(t) 4,
//     product u(t) w(t) 9, subtraction 10, n-A-B 12; |u(t)| is no more than the maxima either.
// The bounds themselves are computed with at most 8 roundings: 24 and 16 cover that with room.
// Underflow: a product may be off by 2^-1075 more. In the cubic such a product u*w is multiplied
// once, by q < SV_CCD_LARGEST = 2^232, and some twenty of them are summed; in the quadratics at a
// time t a product (1-t)*u is multiplied once, by w(t) < 2^232, and some twenty-four are summed:
// below 2^-838, far under 2^-797. Larger differences go to the exact path. In single precision:
// 2^-150 more, the other factor < 2^30: below 2^-115; and the differences themselves, rounded from
// doubles, may be off by 2^-150, which the least value of their maxima (SV_CCD_LEAST) covers:
// 16 e 2^-126 is more.
#ifndef SELVAGE_ELEMENTARY_CCD_CCD_COEFFICIENTS_H
#define SELVAGE_ELEMENTARY_CCD_CCD_COEFFICIENTS_H

#include "elementary/ccd/ccd_exact.h"
#include "math/simd.h"

#ifdef SV_WIDE_SINGLE
#define SV_CCD_CUBIC_ERROR (24 * 0x1p-24)
#define SV_CCD_WEIGHT_ERROR (16 * 0x1p-24)
#define SV_CCD_UNDERFLOW 0x1p-112
#define SV_CCD_LARGEST 0x1p30
#define SV_CCD_LEAST 0x1p-126
#else
#define SV_CCD_CUBIC_ERROR (24 * 0x1p-53)
#define SV_CCD_WEIGHT_ERROR (16 * 0x1p-53)
#define SV_CCD_UNDERFLOW 0x1p-797
#define SV_CCD_LARGEST 0x1p232
#endif

// The four points of each lane's pair at t=0 and t=1.
typedef struct svCcdPoints {
    svWide x[2][4][3];
} svCcdPoints;

typedef struct svCcdVectors {
    svWide u[2][3], w[2][3], q[2][3];
    svWide maxU[3], maxW[3], maxQ[3]; // of the absolute values over both times
} svCcdVectors;

typedef struct svCcdCubic {
    svWide b[4];
    svWide error;
} svCcdCubic;

// The weights' numerators on one axis: three for vertex-face, four for edge-edge.
typedef struct svCcdWeights {
    svWide b[4][3];
    svWide error;
} svCcdWeights;

SV_FN int svCcd_WeightCount(svPairKind kind) {
    return kind == SV_EDGE_EDGE ? 4 : 3;
}

// Lanes whose pair an axis separates on the same side at both times, hence, motion being linear, in
// between. Comparisons only: exact.
SV_FN svWideMask svCcd_Separated(const svCcdPoints* p, svPairKind kind, int axis) {
    svWideMask below[2], above[2];
    for (int time = 0; time < 2; ++time) {
        const svWide x0 = p->x[time][0][axis], x1 = p->x[time][1][axis];
        const svWide x2 = p->x[time][2][axis], x3 = p->x[time][3][axis];
        const svWide lowB = svWide_Min(x2, x3), highB = svWide_Max(x2, x3);
        if (kind == SV_EDGE_EDGE) {
            below[time] = svWide_Less(svWide_Max(x0, x1), lowB);
            above[time] = svWide_Less(highB, svWide_Min(x0, x1));
        } else {
            below[time] = svWide_Less(x0, svWide_Min(x1, lowB));
            above[time] = svWide_Less(svWide_Max(x1, highB), x0);
        }
    }
    return svWideMask_Or(svWideMask_And(below[0], below[1]), svWideMask_And(above[0], above[1]));
}

SV_FN void svCcd_Vectors(const svCcdPoints* p, svPairKind kind, svCcdVectors* v) {
    for (int axis = 0; axis < 3; ++axis) {
        for (int time = 0; time < 2; ++time) {
            const svWide x0 = p->x[time][0][axis], x1 = p->x[time][1][axis];
            const svWide x2 = p->x[time][2][axis], x3 = p->x[time][3][axis];
            if (kind == SV_EDGE_EDGE) {
                v->u[time][axis] = x1 - x0;
                v->w[time][axis] = x3 - x2;
                v->q[time][axis] = x2 - x0;
            } else {
                v->u[time][axis] = x2 - x1;
                v->w[time][axis] = x3 - x1;
                v->q[time][axis] = x0 - x1;
            }
        }
        v->maxU[axis] = svWide_Max(svWide_Abs(v->u[0][axis]), svWide_Abs(v->u[1][axis]));
        v->maxW[axis] = svWide_Max(svWide_Abs(v->w[0][axis]), svWide_Abs(v->w[1][axis]));
        v->maxQ[axis] = svWide_Max(svWide_Abs(v->q[0][axis]), svWide_Abs(v->q[1][axis]));
    }
}

// Lanes within the range in which the error bounds hold.
SV_FN svWideMask svCcd_Bounded(const svCcdVectors* v) {
    svWide largest = svWide_Max(svWide_Max(v->maxU[0], v->maxU[1]), v->maxU[2]);
    largest = svWide_Max(largest, svWide_Max(svWide_Max(v->maxW[0], v->maxW[1]), v->maxW[2]));
    largest = svWide_Max(largest, svWide_Max(svWide_Max(v->maxQ[0], v->maxQ[1]), v->maxQ[2]));
    return svWide_Less(largest, svWide_Set(SV_CCD_LARGEST));
}

SV_FN void svCcd_Cubic(const svCcdVectors* v, svCcdCubic* cubic) {
    const svWide *u0 = v->u[0], *u1 = v->u[1], *w0 = v->w[0], *w1 = v->w[1];
    const svWide *q0 = v->q[0], *q1 = v->q[1];
    svWide f0 = svWide_Set(0), f1 = f0, f2 = f0, f3 = f0, magnitude = f0;
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const svWide n0 = svWide_MulSub(u0[j], w0[i], u0[i] * w0[j]);
        const svWide n1 =
            svWide_MulSub(u0[j], w1[i], u0[i] * w1[j]) + svWide_MulSub(u1[j], w0[i], u1[i] * w0[j]);
        const svWide n2 = svWide_MulSub(u1[j], w1[i], u1[i] * w1[j]);
        f0 = svWide_MulAdd(n0, q0[k], f0);
        f1 = f1 + svWide_MulAdd(n0, q1[k], n1 * q0[k]);
        f2 = f2 + svWide_MulAdd(n2, q0[k], n1 * q1[k]);
        f3 = svWide_MulAdd(n2, q1[k], f3);
        const svWide uw = svWide_MulAdd(v->maxU[i], v->maxW[j], v->maxU[j] * v->maxW[i]);
        magnitude = svWide_MulAdd(v->maxQ[k], uw, magnitude);
    }
    const svWide third = svWide_Set(1.0 / 3.0);
    cubic->b[0] = f0;
    cubic->b[1] = f1 * third;
    cubic->b[2] = f2 * third;
    cubic->b[3] = f3;
    cubic->error = svWide_Set(SV_CCD_CUBIC_ERROR) * magnitude + svWide_Set(SV_CCD_UNDERFLOW);
}

// Lanes whose cubic has certainly no zero on [0,1].
SV_FN svWideMask svCcd_NeverCoplanar(const svCcdCubic* cubic) {
    const svWide* b = cubic->b;
    const svWide low = svWide_Min(svWide_Min(b[0], b[1]), svWide_Min(b[2], b[3]));
    const svWide high = svWide_Max(svWide_Max(b[0], b[1]), svWide_Max(b[2], b[3]));
    return svWideMask_Or(svWide_Less(cubic->error, low),
                         svWide_Less(high, svWide_Set(0) - cubic->error));
}

// Lanes whose cubic has certainly opposite signs at t=0 and t=1.
SV_FN svWideMask svCcd_Crosses(const svCcdCubic* cubic) {
    const svWide minus = svWide_Set(0) - cubic->error;
    return svWideMask_Or(
        svWideMask_And(svWide_Less(cubic->error, cubic->b[0]), svWide_Less(cubic->b[3], minus)),
        svWideMask_And(svWide_Less(cubic->b[0], minus), svWide_Less(cubic->error, cubic->b[3])));
}

// The quadratic (x x y)_k in Bernstein form.
SV_FN void svCcd_CrossComponent(const svWide x[2][3], const svWide y[2][3], int k, svWide out[3]) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    out[0] = svWide_MulSub(x[0][j], y[0][i], x[0][i] * y[0][j]);
    out[1] = svWide_Set(0.5) * (svWide_MulSub(x[0][j], y[1][i], x[0][i] * y[1][j]) +
                                svWide_MulSub(x[1][j], y[0][i], x[1][i] * y[0][j]));
    out[2] = svWide_MulSub(x[1][j], y[1][i], x[1][i] * y[1][j]);
}

// Upper bound of |x_i y_j| + |x_j y_i|.
SV_FN svWide svCcd_CrossMagnitude(const svWide* maxX, const svWide* maxY, int k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    return svWide_MulAdd(maxX[i], maxY[j], maxX[j] * maxY[i]);
}

// Error bound of a numerator on axis k, as coefficient or as value at a time.
SV_FN svWide svCcd_WeightError(const svCcdVectors* v, int k) {
    const svWide magnitude = svCcd_CrossMagnitude(v->maxU, v->maxW, k) +
                             svCcd_CrossMagnitude(v->maxQ, v->maxW, k) +
                             svCcd_CrossMagnitude(v->maxQ, v->maxU, k);
    return svWide_Set(SV_CCD_WEIGHT_ERROR) * magnitude + svWide_Set(SV_CCD_UNDERFLOW);
}

SV_FN void svCcd_Weights(const svCcdVectors* v, svPairKind kind, int k, svCcdWeights* weights) {
    svWide n[3];
    svCcd_CrossComponent(v->u, v->w, k, n);
    svWide(*b)[3] = weights->b;
    svCcd_CrossComponent(v->q, v->w, k, b[0]);
    if (kind == SV_EDGE_EDGE) {
        svCcd_CrossComponent(v->q, v->u, k, b[1]);
        for (int i = 0; i < 3; ++i) {
            b[2][i] = n[i] - b[0][i];
            b[3][i] = n[i] - b[1][i];
        }
    } else {
        svCcd_CrossComponent(v->u, v->q, k, b[1]);
        for (int i = 0; i < 3; ++i) {
            b[2][i] = n[i] - b[0][i] - b[1][i];
        }
    }
    weights->error = svCcd_WeightError(v, k);
}

// u, w and q at a time.
typedef struct svCcdInstant {
    svWide u[3], w[3], q[3];
} svCcdInstant;

SV_FN void svCcd_At(const svCcdVectors* v, svWide t, svCcdInstant* at) {
    const svWide s = svWide_Set(1) - t;
    for (int axis = 0; axis < 3; ++axis) {
        at->u[axis] = svWide_MulAdd(t, v->u[1][axis], s * v->u[0][axis]);
        at->w[axis] = svWide_MulAdd(t, v->w[1][axis], s * v->w[0][axis]);
        at->q[axis] = svWide_MulAdd(t, v->q[1][axis], s * v->q[0][axis]);
    }
}

// The numerators on axis k at that time, ordered as in svCcd_Weights.
SV_FN void svCcd_WeightsAt(const svCcdInstant* at, svPairKind kind, int k, svWide out[4]) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const svWide *u = at->u, *w = at->w, *q = at->q;
    const svWide n = svWide_MulSub(u[j], w[i], u[i] * w[j]);
    out[0] = svWide_MulSub(q[j], w[i], q[i] * w[j]);
    if (kind == SV_EDGE_EDGE) {
        out[1] = svWide_MulSub(q[j], u[i], q[i] * u[j]);
        out[2] = n - out[0];
        out[3] = n - out[1];
    } else {
        out[1] = svWide_MulSub(u[j], q[i], u[i] * q[j]);
        out[2] = n - out[0] - out[1];
    }
}

#endif
