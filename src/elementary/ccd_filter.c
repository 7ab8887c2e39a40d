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

#include "elementary/ccd_coefficients.h"

#include <math.h>

#define MAX_SPLITS 6

typedef struct Filter {
    svCcdCubic cubic;
    svCcdWeights weights[3];
    int weightCount;
    bool wantTimes;
} Filter;

typedef enum Place { OUTSIDE, OPEN, INSIDE } Place;

// Where the pair is over [lo,hi] with respect to the weights.
static Place Locate(const Filter* f, double lo, double hi) {
    const double a = 1 - lo, b = 1 - hi;
    const double first[3] = {a * a, 2 * a * lo, lo * lo};
    const double middle[3] = {a * b, a * hi + lo * b, lo * hi};
    const double last[3] = {b * b, 2 * b * hi, hi * hi};
    bool inside = false;
    for (int k = 0; k < 3; ++k) {
        const double error = f->weights[k].error;
        int up = 0, down = 0;
        for (int i = 0; i < f->weightCount; ++i) {
            const double* g = f->weights[k].b[i];
            const double x = first[0] * g[0] + first[1] * g[1] + first[2] * g[2];
            const double y = middle[0] * g[0] + middle[1] * g[1] + middle[2] * g[2];
            const double z = last[0] * g[0] + last[1] * g[1] + last[2] * g[2];
            up += svWide_Min(svWide_Min(x, y), z) > error;
            down += svWide_Max(svWide_Max(x, y), z) < -error;
        }
        if (up > 0 && down > 0) {
            return OUTSIDE;
        }
        inside = inside || up == f->weightCount || down == f->weightCount;
    }
    return inside ? INSIDE : OPEN;
}

static double Evaluate(const double b[4], double t) {
    const double s = 1 - t;
    return s * s * (s * b[0] + 3 * t * b[1]) + t * t * (3 * s * b[2] + t * b[3]);
}

// The Bernstein coefficients of the cubic on [lo,hi].
static void Restrict(const double b[4], double lo, double hi, double out[4]) {
    const double a = 1 - lo, d = 1 - hi;
    const double x0 = a * a, x1 = 2 * a * lo, x2 = lo * lo;
    const double y0 = d * d, y1 = 2 * d * hi, y2 = hi * hi;
    out[0] = Evaluate(b, lo);
    out[1] = d * (x0 * b[0] + x1 * b[1] + x2 * b[2]) + hi * (x0 * b[1] + x1 * b[2] + x2 * b[3]);
    out[2] = a * (y0 * b[0] + y1 * b[1] + y2 * b[2]) + lo * (y0 * b[1] + y1 * b[2] + y2 * b[3]);
    out[3] = Evaluate(b, hi);
}

// An approximation of the zero in [0,1] of a cubic with opposite signs at the ends: Newton's method
// kept inside a shrinking bracket. Nothing is certified here.
static double ApproximateZero(const double c[4], double* slope) {
    const double k1 = 3 * (c[1] - c[0]), k2 = 3 * (c[2] - 2 * c[1] + c[0]);
    const double k3 = c[3] - 3 * c[2] + 3 * c[1] - c[0];
    double lo = 0, hi = 1, s = c[0] / (c[0] - c[3]);
    for (int i = 0; i < 40; ++i) {
        const double value = ((k3 * s + k2) * s + k1) * s + c[0];
        *slope = (3 * k3 * s + 2 * k2) * s + k1;
        if ((value < 0) == (c[0] < 0)) {
            lo = s;
        } else {
            hi = s;
        }
        double next = s - value / *slope;
        if (!(next > lo && next < hi)) {
            next = 0.5 * (lo + hi);
        }
        const double step = fabs(next - s);
        s = next;
        if (step < 0x1p-47) {
            break;
        }
    }
    return s;
}

static bool CertainSign(double value, double error, bool positive) {
    return positive ? value > error : value < -error;
}

// Exactly one zero, simple, in [lo,hi], where the restricted cubic is c: encloses it and decides.
static svVerdict DecideZero(const Filter* f, double lo, double hi, const double c[4],
                            svInterval* times) {
    const double error = f->cubic.error;
    const bool falls = c[0] > 0;
    double slope;
    const double t = lo + (hi - lo) * ApproximateZero(c, &slope);
    // The zero is off by about error / |f'|; widen until the signs at the ends are certain.
    double radius = 2 * error * (hi - lo) / fabs(slope) + 0x1p-50;
    for (int i = 0; i < 16; ++i, radius *= 8) {
        const double a = t - radius > lo ? t - radius : lo;
        const double b = t + radius < hi ? t + radius : hi;
        if ((a > lo && !CertainSign(Evaluate(f->cubic.b, a), error, falls)) ||
            (b < hi && !CertainSign(Evaluate(f->cubic.b, b), error, !falls))) {
            continue;
        }
        const Place place = Locate(f, a, b);
        *times = (svInterval){a, b};
        return place == INSIDE ? SV_YES : place == OUTSIDE ? SV_NO : SV_UNSURE;
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
    double c[4];
    Restrict(f->cubic.b, lo, hi, c);
    const double least = svWide_Min(svWide_Min(c[0], c[1]), svWide_Min(c[2], c[3]));
    const double most = svWide_Max(svWide_Max(c[0], c[1]), svWide_Max(c[2], c[3]));
    if (least > error || most < -error) {
        return SV_NO;
    }
    const Place place = Locate(f, lo, hi);
    if (place == OUTSIDE) {
        return SV_NO;
    }
    if (least >= -error && most <= error) {
        return SV_UNSURE; // zero throughout, as far as these bounds can tell
    }
    const bool falls = c[0] > 0;
    const bool crosses = CertainSign(c[0], error, falls) && CertainSign(c[3], error, !falls);
    if (crosses && place == INSIDE && !f->wantTimes) {
        return SV_YES;
    }
    // One variation of sign, whatever the sign of the remaining coefficient.
    if (crosses && (CertainSign(c[1], error, falls) || CertainSign(c[2], error, !falls))) {
        return DecideZero(f, lo, hi, c, times);
    }
    svVerdict verdict = SV_UNSURE;
    if (depth < MAX_SPLITS) {
        const double split = lo + (hi - lo) * SplitPoint(c);
        verdict = SearchHalves(f, (svInterval){lo, hi}, split, depth, times);
    }
    if (verdict == SV_UNSURE && crosses && place == INSIDE) {
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
    Filter f = {.weightCount = svCcd_WeightCount(kind), .wantTimes = times != NULL};
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
