// Zeros of the coplanarity cubic and the weights around them, in floating point with certificates.
// Over svWide like ccd_coefficients.h, whose error bounds cover what is computed here.
#ifndef SELVAGE_ELEMENTARY_CCD_ZERO_H
#define SELVAGE_ELEMENTARY_CCD_ZERO_H

#include "elementary/ccd_coefficients.h"

static inline svWideMask svWide_Above(svWide x, svWide error) {
    return svWide_Less(error, x);
}

static inline svWideMask svWide_Below(svWide x, svWide error) {
    return svWide_Less(x, svWide_Set(0) - error);
}

static inline svWide svCcd_Evaluate(const svWide b[4], svWide t) {
    const svWide three = svWide_Set(3), s = svWide_Set(1) - t;
    return s * s * (s * b[0] + three * t * b[1]) + t * t * (three * s * b[2] + t * b[3]);
}

// The Bernstein coefficients of the cubic on [lo,hi], by blossoming.
static inline void svCcd_Restrict(const svWide b[4], svWide lo, svWide hi, svWide out[4]) {
    const svWide two = svWide_Set(2), a = svWide_Set(1) - lo, d = svWide_Set(1) - hi;
    const svWide x0 = a * a, x1 = two * a * lo, x2 = lo * lo;
    const svWide y0 = d * d, y1 = two * d * hi, y2 = hi * hi;
    out[0] = svCcd_Evaluate(b, lo);
    out[1] = d * (x0 * b[0] + x1 * b[1] + x2 * b[2]) + hi * (x0 * b[1] + x1 * b[2] + x2 * b[3]);
    out[2] = a * (y0 * b[0] + y1 * b[1] + y2 * b[2]) + lo * (y0 * b[1] + y1 * b[2] + y2 * b[3]);
    out[3] = svCcd_Evaluate(b, hi);
}

// Which lanes are certainly not in contact over the interval and which certainly are whenever
// coplanar there.
typedef struct svCcdPlace {
    svWideMask outside; // an axis has two weights of certainly opposite sign
    svWideMask inside;  // an axis has all weights certainly of one sign
} svCcdPlace;

// The certain signs of one weight's quadratic over an interval, gathered per axis.
typedef struct svCcdSigns {
    svWideMask anyUp, anyDown, allUp, allDown;
} svCcdSigns;

static inline void svCcd_AddSigns(const svWide b[3], svWide error, bool first, svCcdSigns* signs) {
    const svWide low = svWide_Min(svWide_Min(b[0], b[1]), b[2]);
    const svWide high = svWide_Max(svWide_Max(b[0], b[1]), b[2]);
    const svWideMask up = svWide_Above(low, error), down = svWide_Below(high, error);
    signs->anyUp = first ? up : svWideMask_Or(signs->anyUp, up);
    signs->anyDown = first ? down : svWideMask_Or(signs->anyDown, down);
    signs->allUp = first ? up : svWideMask_And(signs->allUp, up);
    signs->allDown = first ? down : svWideMask_And(signs->allDown, down);
}

static inline void svCcd_AddAxis(const svCcdSigns* signs, bool first, svCcdPlace* place) {
    const svWideMask outside = svWideMask_And(signs->anyUp, signs->anyDown);
    const svWideMask inside = svWideMask_Or(signs->allUp, signs->allDown);
    place->outside = first ? outside : svWideMask_Or(place->outside, outside);
    place->inside = first ? inside : svWideMask_Or(place->inside, inside);
}

// The place over the whole step.
static inline svCcdPlace svCcd_Locate(const svCcdWeights weights[3], svPairKind kind) {
    svCcdPlace place;
    for (int k = 0; k < 3; ++k) {
        svCcdSigns signs;
        for (int i = 0; i < svCcd_WeightCount(kind); ++i) {
            svCcd_AddSigns(weights[k].b[i], weights[k].error, i == 0, &signs);
        }
        svCcd_AddAxis(&signs, k == 0, &place);
    }
    return place;
}

// The place over [lo,hi].
static inline svCcdPlace svCcd_LocateIn(const svCcdWeights weights[3], svPairKind kind, svWide lo,
                                        svWide hi) {
    const svWide two = svWide_Set(2), a = svWide_Set(1) - lo, d = svWide_Set(1) - hi;
    const svWide x0 = a * a, x1 = two * a * lo, x2 = lo * lo;
    const svWide y0 = a * d, y1 = a * hi + lo * d, y2 = lo * hi;
    const svWide z0 = d * d, z1 = two * d * hi, z2 = hi * hi;
    svCcdPlace place;
    for (int k = 0; k < 3; ++k) {
        svCcdSigns signs;
        for (int i = 0; i < svCcd_WeightCount(kind); ++i) {
            const svWide* b = weights[k].b[i];
            const svWide part[3] = {x0 * b[0] + x1 * b[1] + x2 * b[2],
                                    y0 * b[0] + y1 * b[1] + y2 * b[2],
                                    z0 * b[0] + z1 * b[1] + z2 * b[2]};
            svCcd_AddSigns(part, weights[k].error, i == 0, &signs);
        }
        svCcd_AddAxis(&signs, k == 0, &place);
    }
    return place;
}

// Lanes with certainly opposite signs at the ends and certainly one variation of sign in between,
// hence exactly one zero, a simple one: the second coefficient has the sign of the first or the
// third that of the last, so the remaining one does not matter.
static inline svWideMask svCcd_HasOneZero(const svWide c[4], svWide error) {
    const svWideMask falls =
        svWideMask_And(svWideMask_And(svWide_Above(c[0], error), svWide_Below(c[3], error)),
                       svWideMask_Or(svWide_Above(c[1], error), svWide_Below(c[2], error)));
    const svWideMask rises =
        svWideMask_And(svWideMask_And(svWide_Below(c[0], error), svWide_Above(c[3], error)),
                       svWideMask_Or(svWide_Below(c[1], error), svWide_Above(c[2], error)));
    return svWideMask_Or(falls, rises);
}

// Newton's method kept inside a shrinking bracket, on a cubic in Bernstein form on [0,1] with
// opposite signs at the ends. Nothing is certified here. The number of steps is fixed, so that a
// lane's result does not depend on its neighbours.
typedef struct svCcdNewton {
    svWide s;      // where the zero is thought to be
    svWide slope;  // of the cubic there
    svWide lo, hi; // the bracket
} svCcdNewton;

#define SV_CCD_NEWTON_STEPS 6

static inline svCcdNewton svCcd_StartNewton(const svWide c[4]) {
    return (svCcdNewton){c[0] / (c[0] - c[3]), svWide_Set(0), svWide_Set(0), svWide_Set(1)};
}

static inline void svCcd_Newton(const svWide c[4], int steps, svCcdNewton* n) {
    const svWide zero = svWide_Set(0), two = svWide_Set(2), three = svWide_Set(3);
    const svWide k1 = three * (c[1] - c[0]), k2 = three * (c[2] - two * c[1] + c[0]);
    const svWide k3 = c[3] - three * c[2] + three * c[1] - c[0];
    const svWide direction = svWide_Select(svWide_Less(c[0], zero), svWide_Set(-1), svWide_Set(1));
    for (int i = 0; i < steps; ++i) {
        const svWide s = n->s, value = ((k3 * s + k2) * s + k1) * s + c[0];
        n->slope = (three * k3 * s + two * k2) * s + k1;
        const svWideMask before = svWide_Less(zero, value * direction);
        n->lo = svWide_Select(before, s, n->lo);
        n->hi = svWide_Select(before, n->hi, s);
        const svWide next = s - value / n->slope;
        const svWideMask good = svWideMask_And(svWide_Less(n->lo, next), svWide_Less(next, n->hi));
        n->s = svWide_Select(good, next, svWide_Set(0.5) * (n->lo + n->hi));
    }
}

// An enclosure of the zero.
typedef struct svCcdEnclosure {
    svWide lo, hi;
    svWideMask certain; // the cubic's sign is certain at each end: the zero lies inside
} svCcdEnclosure;

// Tries [t-radius, t+radius], cut to [lo,hi], on whose ends the sign is certain already. `first` is
// the cubic's value at lo.
static inline svCcdEnclosure svCcd_Enclose(const svCcdCubic* cubic, svWide t, svWide radius,
                                           const svWide range[2], svWide first) {
    svCcdEnclosure e = {svWide_Max(t - radius, range[0]), svWide_Min(t + radius, range[1]),
                        svWide_Less(first, first)};
    const svWideMask falls = svWide_Less(svWide_Set(0), first);
    const svWide direction = svWide_Select(falls, svWide_Set(1), svWide_Set(-1));
    const svWide atLo = direction * svCcd_Evaluate(cubic->b, e.lo);
    const svWide atHi = direction * svCcd_Evaluate(cubic->b, e.hi);
    // At an end of the range the sign is known, though its value there may be rounded otherwise.
    const svWideMask okLo =
        svWideMask_Or(svWide_Above(atLo, cubic->error), svWide_Less(t - radius, e.lo));
    const svWideMask okHi =
        svWideMask_Or(svWide_Below(atHi, cubic->error), svWide_Less(e.hi, t + radius));
    e.certain = svWideMask_And(okLo, okHi);
    return e;
}

// The zero is off by about error / |slope|, where the slope is that over an interval of the given
// length; the rounding of t itself adds a few ulps.
static inline svWide svCcd_Radius(const svCcdCubic* cubic, svWide slope, svWide length) {
    return svWide_Set(2) * cubic->error * length / svWide_Abs(slope) + svWide_Set(0x1p-50);
}

#endif
