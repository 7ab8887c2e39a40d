// The certified root filter: isolates the zeros of the coplanarity cubic and decides the weights'
// signs around each.
//
// Each step looks at an interval of time with the polynomials restricted to it (blossoming of the
// original coefficients, so errors do not pile up; bounds in ccd_coefficients.h):
//   - the cubic certainly without zero there, or two weights certainly of opposite sign on an axis:
//     no contact in the interval (the latter also where the face or the edges degenerate, for at a
//     contact every weight's numerator is that weight times n_k);
//   - the cubic certainly changes sign and all weights are certainly of one sign on an axis:
//   contact;
//   - exactly one sign variation is certain: the one zero is polished by Newton's method, enclosed
//   in
//     a short interval with certain signs at its ends, and the weights are looked at there;
//   - else the interval is split at a critical point of the cubic.
// What is still open after a few splits, or too close to a boundary, is unsure.

#include "elementary/ccd_filter.h"

#include "math/wide_scalar.h"

#include "elementary/ccd_zero.h"

#include <math.h>

#define MAX_SPLITS 6
// Where the first few steps of Newton's method were not enough.
#define MORE_NEWTON_STEPS 40
#define MAX_WIDENINGS 16

typedef struct Filter {
    svCcdCubic cubic;
    svCcdWeights weights[3];
    svPairKind kind;
    bool wantTimes;
} Filter;

// Exactly one zero, simple, in [lo,hi], where the restricted cubic is c: encloses it and decides.
// The first try is the one of the wide kernels (ccd_kernel_source.h), so that a query has the same
// times in a batch and alone.
static svVerdict DecideZero(const Filter* f, const double range[2], const double c[4],
                            svInterval* times) {
    const double length = range[1] - range[0];
    svCcdNewton newton = svCcd_StartNewton(c);
    svCcd_Newton(c, SV_CCD_NEWTON_STEPS, &newton);
    double radius = svCcd_Radius(&f->cubic, newton.slope, length);
    for (int i = 0; i < MAX_WIDENINGS; ++i, radius *= 8) {
        const double t = range[0] + length * newton.s;
        const svCcdEnclosure e = svCcd_Enclose(&f->cubic, t, radius, range, c[0]);
        if (e.certain) {
            const svCcdPlace place = svCcd_LocateIn(f->weights, f->kind, e.lo, e.hi);
            *times = (svInterval){e.lo, e.hi};
            return place.outside ? SV_NO : place.inside ? SV_YES : SV_UNSURE;
        }
        if (i == 0) {
            svCcd_Newton(c, MORE_NEWTON_STEPS, &newton);
        }
    }
    return SV_UNSURE;
}

// Where to split: at a critical point of the cubic well inside [0,1], else in the middle.
static double SplitPoint(const double c[4]) {
    const double a = c[3] - 3 * c[2] + 3 * c[1] - c[0];
    const double b = c[2] - 2 * c[1] + c[0];
    const double d = b * b - a * (c[1] - c[0]);
    double best = 0.5, distance = 0.48;
    if (d > 0) {
        const double z = -(b + copysign(sqrt(d), b));
        const double candidates[2] = {z / a, (c[1] - c[0]) / z};
        for (int i = 0; i < 2; ++i) {
            if (fabs(candidates[i] - 0.5) < distance) {
                best = candidates[i];
                distance = fabs(best - 0.5);
            }
        }
    }
    return best;
}

static svVerdict Search(const Filter* f, double lo, double hi, int depth, svInterval* times);

// Both parts of an interval, the earlier first.
static svVerdict SearchHalves(const Filter* f, svInterval all, double split, int depth,
                              svInterval* times) {
    svInterval left, right;
    const svVerdict first = Search(f, all.lo, split, depth + 1, &left);
    if (first == SV_YES) {
        *times = left;
        return SV_YES;
    }
    const svVerdict second = Search(f, split, all.hi, depth + 1, &right);
    if (second == SV_YES) {
        *times = (svInterval){first == SV_NO ? right.lo : all.lo, right.hi};
        return SV_YES;
    }
    return first == SV_NO && second == SV_NO ? SV_NO : SV_UNSURE;
}

static svVerdict Search(const Filter* f, double lo, double hi, int depth, svInterval* times) {
    const double error = f->cubic.error;
    svCcdCubic part = {.error = error};
    svCcd_Restrict(f->cubic.b, lo, hi, part.b);
    if (svCcd_NeverCoplanar(&part)) {
        return SV_NO;
    }
    const svCcdPlace place = svCcd_LocateIn(f->weights, f->kind, lo, hi);
    if (place.outside) {
        return SV_NO;
    }
    const double* c = part.b;
    if (fabs(c[0]) <= error && fabs(c[1]) <= error && fabs(c[2]) <= error && fabs(c[3]) <= error) {
        return SV_UNSURE; // zero throughout, as far as these bounds can tell
    }
    const bool contact = place.inside && svCcd_Crosses(&part);
    if (contact && !f->wantTimes) {
        return SV_YES;
    }
    if (svCcd_HasOneZero(c, error)) {
        return DecideZero(f, (double[2]){lo, hi}, c, times);
    }
    svVerdict verdict = SV_UNSURE;
    if (depth < MAX_SPLITS) {
        const double split = lo + (hi - lo) * SplitPoint(c);
        verdict = SearchHalves(f, (svInterval){lo, hi}, split, depth, times);
    }
    if (verdict == SV_UNSURE && contact) {
        *times = (svInterval){lo, hi}; // certain, though not where
        return SV_YES;
    }
    return verdict;
}

static void LoadPair(const svMovingPair* pair, svCcdPoints* p) {
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) {
            p->x[0][i][k] = pair->x0[i][k];
            p->x[1][i][k] = pair->x1[i][k];
        }
    }
}

svVerdict svCcdFilter(const svMovingPair* pair, svPairKind kind, svInterval* times) {
    svCcdPoints p;
    LoadPair(pair, &p);
    for (int axis = 0; axis < 3; ++axis) {
        if (svCcd_Separated(&p, kind, axis)) {
            return SV_NO;
        }
    }
    svCcdVectors v;
    svCcd_Vectors(&p, kind, &v);
    if (!svCcd_Bounded(&v)) {
        return SV_UNSURE;
    }
    Filter f = {.kind = kind, .wantTimes = times != NULL};
    svCcd_Cubic(&v, &f.cubic);
    if (svCcd_NeverCoplanar(&f.cubic)) {
        return SV_NO;
    }
    for (int k = 0; k < 3; ++k) {
        svCcd_Weights(&v, kind, k, &f.weights[k]);
    }
    svInterval unwanted;
    return Search(&f, 0, 1, 0, times == NULL ? &unwanted : times);
}
