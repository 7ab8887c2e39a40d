// The certified root filter of CCD: encloses the zeros of the coplanarity cubic, candidates for the
// time of impact, and tests the weights there.
//
// Over svWide like ccd_coefficients.h, whose error bounds cover what is computed here. A step is
// decided in pieces, the polynomials restricted to each (blossoming of the original coefficients,
// so that errors do not pile up):
//   - the cubic certainly without zero, or two weights certainly of opposite sign on an axis: no
//     contact in the piece (the latter also where the face or the edges degenerate, for at a
//     contact every weight's numerator is that weight times n_k);
//   - certainly one variation of sign: the one zero is polished by Halley's method, enclosed in a
//     short interval with certain signs at its ends, and the weights are tested there: all
//     certainly of one sign on an axis means contact;
//   - else the piece is unsure.
// Between the critical points of a cubic its control polygon is monotone, so cutting the step there
// leaves pieces with one variation or none: three pieces settle every cubic that is not within
// rounding of a multiple zero.
#ifndef SELVAGE_ELEMENTARY_CCD_CCD_ZERO_H
#define SELVAGE_ELEMENTARY_CCD_CCD_ZERO_H

#include "elementary/ccd/ccd_coefficients.h"

// Halley's method triples the digits with every step, so the step after one of length HALLEY_STOP
// is smaller than an ulp unless the zero is nearly a multiple one. Bisection alone would take 26
// steps (8 in single precision) to get there. A time in [0,1] is rounded a few times by 2^-53
// (2^-24); an enclosure is no shorter than TIME_ROUNDING to each side.
#ifdef SV_WIDE_SINGLE
#define SV_CCD_HALLEY_STOP 0x1p-8
#define SV_CCD_HALLEY_STEPS 10
#define SV_CCD_TIME_ROUNDING 0x1p-21
#else
#define SV_CCD_HALLEY_STOP 0x1p-26
#define SV_CCD_HALLEY_STEPS 40
#define SV_CCD_TIME_ROUNDING 0x1p-50
#endif

// Groups of lanes solved side by side, to hide latency: each step depends on the one before.
#define SV_CCD_ABREAST 2

// Between the critical points of a cubic.
#define SV_CCD_PIECES 3

SV_FN svWideMask svWide_Above(svWide x, svWide error) {
    return svWide_Less(error, x);
}

SV_FN svWideMask svWide_Below(svWide x, svWide error) {
    return svWide_Less(x, svWide_Set(0) - error);
}

SV_FN svWide svCcd_Evaluate(const svWide b[4], svWide t) {
    const svWide three = svWide_Set(3), s = svWide_Set(1) - t;
    return s * s * (s * b[0] + three * t * b[1]) + t * t * (three * s * b[2] + t * b[3]);
}

// The cubic on [lo,hi].
SV_FN svCcdCubic svCcd_Restrict(const svCcdCubic* cubic, svWide lo, svWide hi) {
    const svWide* b = cubic->b;
    const svWide two = svWide_Set(2), a = svWide_Set(1) - lo, d = svWide_Set(1) - hi;
    const svWide x0 = a * a, x1 = two * a * lo, x2 = lo * lo;
    const svWide y0 = d * d, y1 = two * d * hi, y2 = hi * hi;
    svCcdCubic part;
    part.b[0] = svCcd_Evaluate(b, lo);
    part.b[1] = d * (x0 * b[0] + x1 * b[1] + x2 * b[2]) + hi * (x0 * b[1] + x1 * b[2] + x2 * b[3]);
    part.b[2] = a * (y0 * b[0] + y1 * b[1] + y2 * b[2]) + lo * (y0 * b[1] + y1 * b[2] + y2 * b[3]);
    part.b[3] = svCcd_Evaluate(b, hi);
    part.error = cubic->error;
    return part;
}

// Over an interval: lanes certainly not in contact, and lanes certainly in contact whenever
// coplanar.
typedef struct svCcdPlace {
    svWideMask outside; // an axis has two weights of certainly opposite sign
    svWideMask inside;  // an axis has all weights certainly of one sign
} svCcdPlace;

// The certain signs of the weights of one axis over an interval.
typedef struct svCcdSigns {
    svWideMask anyUp, anyDown, allUp, allDown;
} svCcdSigns;

SV_FN void svCcd_AddSigns(svWideMask up, svWideMask down, bool first, svCcdSigns* signs) {
    signs->anyUp = first ? up : svWideMask_Or(signs->anyUp, up);
    signs->anyDown = first ? down : svWideMask_Or(signs->anyDown, down);
    signs->allUp = first ? up : svWideMask_And(signs->allUp, up);
    signs->allDown = first ? down : svWideMask_And(signs->allDown, down);
}

SV_FN void svCcd_AddAxis(const svCcdSigns* signs, bool first, svCcdPlace* place) {
    const svWideMask outside = svWideMask_And(signs->anyUp, signs->anyDown);
    const svWideMask inside = svWideMask_Or(signs->allUp, signs->allDown);
    place->outside = first ? outside : svWideMask_Or(place->outside, outside);
    place->inside = first ? inside : svWideMask_Or(place->inside, inside);
}

// Tests the weights over the whole step.
SV_FN svCcdPlace svCcd_Locate(const svCcdWeights weights[3], svPairKind kind) {
    svCcdPlace place;
    for (int k = 0; k < 3; ++k) {
        svCcdSigns signs;
        for (int i = 0; i < svCcd_WeightCount(kind); ++i) {
            const svWide *b = weights[k].b[i], error = weights[k].error;
            const svWide low = svWide_Min(svWide_Min(b[0], b[1]), b[2]);
            const svWide high = svWide_Max(svWide_Max(b[0], b[1]), b[2]);
            svCcd_AddSigns(svWide_Above(low, error), svWide_Below(high, error), i == 0, &signs);
        }
        svCcd_AddAxis(&signs, k == 0, &place);
    }
    return place;
}

// Factor on the error bound of a numerator over a short interval of that length, when evaluated at
// the start. It changes by at most the length times twice the largest difference of its
// coefficients: at most 4 times the magnitude of which the bound is SV_CCD_WEIGHT_ERROR times.
SV_FN svWide svCcd_WeightSpread(svWide length) {
    return svWide_Set(1) + svWide_Set((1 + 0x1p-20) * 4 / SV_CCD_WEIGHT_ERROR) * length;
}

// Tests the weights over the short interval [lo,hi].
SV_FN svCcdPlace svCcd_LocateIn(const svCcdVectors* v, svPairKind kind, svWide lo, svWide hi) {
    const svWide spread = svCcd_WeightSpread(hi - lo);
    svCcdInstant at;
    svCcdPlace place;
    svCcd_At(v, lo, &at);
    for (int k = 0; k < 3; ++k) {
        const svWide error = spread * svCcd_WeightError(v, k);
        svWide weights[4];
        svCcdSigns signs;
        svCcd_WeightsAt(&at, kind, k, weights);
        for (int i = 0; i < svCcd_WeightCount(kind); ++i) {
            svCcd_AddSigns(svWide_Above(weights[i], error), svWide_Below(weights[i], error), i == 0,
                           &signs);
        }
        svCcd_AddAxis(&signs, k == 0, &place);
    }
    return place;
}

// Lanes with certainly opposite signs at the ends and certainly one variation of sign in between,
// hence exactly one zero, a simple one: the second coefficient has the sign of the first, or the
// third that of the last, so the remaining one does not matter.
SV_FN svWideMask svCcd_HasOneZero(const svCcdCubic* cubic) {
    const svWide *c = cubic->b, error = cubic->error;
    const svWideMask falls =
        svWideMask_And(svWideMask_And(svWide_Above(c[0], error), svWide_Below(c[3], error)),
                       svWideMask_Or(svWide_Above(c[1], error), svWide_Below(c[2], error)));
    const svWideMask rises =
        svWideMask_And(svWideMask_And(svWide_Below(c[0], error), svWide_Above(c[3], error)),
                       svWideMask_Or(svWide_Below(c[1], error), svWide_Above(c[2], error)));
    return svWideMask_Or(falls, rises);
}

// The search for the zeros of a group of lanes.
typedef struct svCcdSolver {
    svWide k0, k1, k2, k3; // the cubic in powers
    svWide direction;      // its sign at 0
    svWide lo, hi, s, slope;
    svWideMask active;
} svCcdSolver;

SV_FN void svCcd_StartSolver(const svWide c[4], svWideMask active, svCcdSolver* solver) {
    const svWide zero = svWide_Set(0), two = svWide_Set(2), three = svWide_Set(3);
    solver->k0 = c[0];
    solver->k1 = three * (c[1] - c[0]);
    solver->k2 = three * (c[2] - two * c[1] + c[0]);
    solver->k3 = c[3] - three * c[2] + three * c[1] - c[0];
    solver->direction = svWide_Select(svWide_Less(c[0], zero), svWide_Set(-1), svWide_Set(1));
    solver->lo = zero;
    solver->hi = svWide_Set(1);
    solver->s = c[0] / (c[0] - c[3]);
    solver->slope = solver->hi;
    solver->active = active;
}

SV_FN void svCcd_StepSolver(svCcdSolver* solver) {
    const svWide three = svWide_Set(3), s = solver->s;
    const svWide k3s = solver->k3 * s;
    const svWide value = ((k3s + solver->k2) * s + solver->k1) * s + solver->k0;
    const svWide derivative = (three * k3s + svWide_Set(2) * solver->k2) * s + solver->k1;
    const svWide bend = three * k3s + solver->k2; // half the second derivative
    const svWideMask before = svWide_Less(svWide_Set(0), value * solver->direction);
    solver->lo = svWide_Select(before, s, solver->lo);
    solver->hi = svWide_Select(before, solver->hi, s);
    svWide next = s - value * derivative / (derivative * derivative - value * bend);
    const svWideMask beyond =
        svWideMask_Or(svWide_Less(next, solver->lo), svWide_Less(solver->hi, next));
    next = svWide_Select(beyond, svWide_Set(0.5) * (solver->lo + solver->hi), next);
    const svWideMask moving = svWide_Less(svWide_Set(SV_CCD_HALLEY_STOP), svWide_Abs(next - s));
    solver->s = svWide_Select(solver->active, next, s);
    solver->slope = svWide_Select(solver->active, derivative, solver->slope);
    solver->active = svWideMask_And(solver->active, moving);
}

// Halley's method kept inside a shrinking bracket, on the lanes of `active`, whose cubic on [0,1]
// has opposite signs at the ends: the place of its zero and the slope there. Nothing is certified.
// A lane that has converged is frozen, so that its result does not depend on its neighbours.
SV_FN void svCcd_ApproximateZeros(svCcdSolver* solvers, int count) {
    for (int i = 0; i < SV_CCD_HALLEY_STEPS; ++i) {
        unsigned active = 0;
        for (int g = 0; g < count; ++g) {
            active |= svWideMask_Bits(solvers[g].active);
        }
        if (active == 0) {
            return;
        }
        for (int g = 0; g < count; ++g) {
            svCcd_StepSolver(&solvers[g]);
        }
    }
}

// Verdict on a piece of the step.
typedef struct svCcdPiece {
    svWideMask no;  // certainly no contact in it
    svWideMask yes; // certainly a contact, the first of the piece, in [lo,hi]
    svWide lo, hi;
    svWide before; // the cubic's value before it
} svCcdPiece;

// Narrows the piece, at whose ends the cubic certainly has opposite signs (`direction` is the
// first), to a zero less than the radius away from t. Returns the lanes where that is certain: the
// cubic has the one sign at the new piece->lo and the other at piece->hi. Where these are the ends
// of the old piece, that is known.
SV_FN svWideMask svCcd_Enclose(const svCcdCubic* cubic, svWide t, svWide radius, svWide direction,
                               svCcdPiece* piece) {
    const svWide lo = piece->lo, hi = piece->hi;
    piece->lo = svWide_Max(t - radius, lo);
    piece->hi = svWide_Min(t + radius, hi);
    const svWide atLo = direction * svCcd_Evaluate(cubic->b, piece->lo);
    const svWide atHi = direction * svCcd_Evaluate(cubic->b, piece->hi);
    const svWideMask certainLo =
        svWideMask_Or(svWide_Above(atLo, cubic->error), svWide_Less(t - radius, lo));
    const svWideMask certainHi =
        svWideMask_Or(svWide_Below(atHi, cubic->error), svWide_Less(hi, t + radius));
    return svWideMask_And(certainLo, certainHi);
}

// Encloses the zero of the lanes that have exactly one in the piece [lo,hi], where the cubic is
// `part` and the solver has found it, and tests the weights there.
SV_FN void svCcd_DecideZero(const svCcdCubic* cubic, const svCcdCubic* part, const svCcdVectors* v,
                            svPairKind kind, const svCcdSolver* solver, svCcdPiece* piece) {
    const svWide width = piece->hi - piece->lo, t = piece->lo + width * solver->s;
    // The zero is off by about error / |slope in t|, and by the rounding of t itself.
    const svWide radius = svWide_Set(2) * cubic->error * width / svWide_Abs(solver->slope) +
                          svWide_Set(SV_CCD_TIME_ROUNDING);
    const svWideMask certain = svWideMask_And(
        svCcd_Enclose(cubic, t, radius, solver->direction, piece), svCcd_HasOneZero(part));
    const svCcdPlace place = svCcd_LocateIn(v, kind, piece->lo, piece->hi);
    piece->no = svWideMask_Or(piece->no, svWideMask_And(certain, place.outside));
    piece->yes = svWideMask_And(certain, place.inside);
}

// The piece [lo,hi], decided only where it certainly has no zero.
SV_FN svCcdPiece svCcd_StartPiece(const svCcdCubic* part, svWide lo, svWide hi) {
    return (svCcdPiece){svCcd_NeverCoplanar(part), svWide_Less(lo, lo), lo, hi, part->b[0]};
}

// For certified hits, at the one zero that the cubic has between `from` and `to`, where it has
// opposite signs: a shorter piece around it, `yes` where that was found. The signs are certain in
// single precision, hence right in double precision. From the middle of an interval as short as
// single precision leaves it, one step of Halley's method is nearly always enough.
SV_FN svCcdPiece svCcd_RefineZero(const svCcdCubic* cubic, svWide from, svWide to) {
    const svWide zero = svWide_Set(0), one = svWide_Set(1), two = svWide_Set(2);
    const svWide before = svCcd_Evaluate(cubic->b, from);
    svCcdPiece piece = {svWide_Less(one, zero), svWide_Less(one, zero), from, to, before};
    svCcdSolver solver;
    svCcd_StartSolver(cubic->b, svWide_Less(zero, one), &solver);
    solver.direction = svWide_Select(svWide_Less(before, zero), zero - one, one);
    solver.lo = from;
    solver.hi = to;
    solver.s = svWide_Set(0.5) * (from + to);
    svCcd_StepSolver(&solver);
    const svWide radius =
        two * cubic->error / svWide_Abs(solver.slope) + svWide_Set(SV_CCD_TIME_ROUNDING);
    piece.yes = svCcd_Enclose(cubic, solver.s, radius, solver.direction, &piece);
    return piece;
}

// The critical points of the cubic, cut to [0,1], in ascending order; where there are none, other
// points that serve as well. Nothing is certified.
SV_FN void svCcd_CriticalPoints(const svCcdCubic* cubic, svWide points[2]) {
    const svWide *b = cubic->b, zero = svWide_Set(0), one = svWide_Set(1), two = svWide_Set(2);
    const svWide three = svWide_Set(3);
    const svWide p2 = b[3] - three * b[2] + three * b[1] - b[0];
    const svWide p1 = b[2] - two * b[1] + b[0], p0 = b[1] - b[0];
    const svWide root = svWide_Sqrt(svWide_Max(p1 * p1 - p2 * p0, zero));
    const svWide z = zero - (p1 + svWide_Select(svWide_Less(p1, zero), zero - root, root));
    // The second operand of Min is what a NaN (0/0) gives.
    const svWide x = svWide_Max(svWide_Min(z / p2, one), zero);
    const svWide y = svWide_Max(svWide_Min(p0 / z, one), zero);
    points[0] = svWide_Min(x, y);
    points[1] = svWide_Max(x, y);
}

// Cuts the step at the critical points and decides each piece, in order of time, where that is
// certain. Inlined, so that the kind is a constant.
SV_INLINE void svCcd_DecidePieces(const svCcdCubic* cubic, const svCcdVectors* v, svPairKind kind,
                                  svCcdPiece pieces[SV_CCD_PIECES]) {
    svWide ends[4] = {svWide_Set(0), svWide_Set(1), svWide_Set(1), svWide_Set(1)};
    svCcdCubic parts[SV_CCD_PIECES];
    svCcdSolver solvers[SV_CCD_PIECES];
    unsigned single[SV_CCD_PIECES];
    svCcd_CriticalPoints(cubic, ends + 1);
    for (int i = 0; i < SV_CCD_PIECES; ++i) {
        parts[i] = svCcd_Restrict(cubic, ends[i], ends[i + 1]);
        pieces[i] = svCcd_StartPiece(&parts[i], ends[i], ends[i + 1]);
        svCcd_StartSolver(parts[i].b, svCcd_HasOneZero(&parts[i]), &solvers[i]);
        single[i] = svWideMask_Bits(solvers[i].active);
    }
    svCcd_ApproximateZeros(solvers, SV_CCD_PIECES);
    for (int i = 0; i < SV_CCD_PIECES; ++i) {
        if (single[i] != 0) {
            svCcd_DecideZero(cubic, &parts[i], v, kind, &solvers[i], &pieces[i]);
        }
    }
}

#endif
