// The distance of two features at an instant. Any choice of weights bounds it from above, and any
// direction g from below: by the least of g.(x_i - x_j) over |g|, x_i of the first and x_j of the
// second feature. Candidates for both come from the feature pairs of which one is the closest; they
// need no proof of their own.
#include "support/brute.h"

#include <math.h>

typedef struct Vector {
    long double k[3];
} Vector;

// Long doubles have 64 bits or more here, so 2^-63 is the relative error of one operation. A
// candidate is a sum of three products of coordinates with weights off by nothing (they are taken
// as they are): differences, weights and dot products err by less than 32 of those, relative to the
// largest coordinate; g / |g| by less than 32 more.
#define ROUNDING (64 * 0x1p-63L)
// As good as the caller asks for.
#define GOOD_ENOUGH 0x1p-45L

static Vector Subtract(const Vector* a, const Vector* b) {
    return (Vector){{a->k[0] - b->k[0], a->k[1] - b->k[1], a->k[2] - b->k[2]}};
}

static long double Dot(const Vector* a, const Vector* b) {
    return a->k[0] * b->k[0] + a->k[1] * b->k[1] + a->k[2] * b->k[2];
}

static Vector Cross(const Vector* a, const Vector* b) {
    return (Vector){{a->k[1] * b->k[2] - a->k[2] * b->k[1], a->k[2] * b->k[0] - a->k[0] * b->k[2],
                     a->k[0] * b->k[1] - a->k[1] * b->k[0]}};
}

typedef struct Search {
    Vector x[4]; // divided by the largest coordinate
    int split;
    long double lower, upper;
} Search;

static void TryDirection(Search* search, const Vector* g) {
    const long double length = sqrtl(Dot(g, g));
    long double least = HUGE_VALL;
    if (!(length > 0)) {
        return;
    }
    for (int i = 0; i < search->split; ++i) {
        for (int j = search->split; j < 4; ++j) {
            const Vector d = Subtract(&search->x[i], &search->x[j]);
            least = fminl(least, Dot(g, &d) / length);
        }
    }
    search->lower = fmaxl(search->lower, least - ROUNDING);
}

static long double Clamp(long double w) {
    return w > 0 ? fminl(w, 1) : 0; // NaN: 0
}

// Weights of x1 over x0 on the first edge and of x3 over x2 on the second, or of x2 and x3 over x1.
static void TryWeights(Search* search, long double s, long double t) {
    Vector gap;
    for (int k = 0; k < 3; ++k) {
        const long double x0 = search->x[0].k[k], x1 = search->x[1].k[k];
        const long double x2 = search->x[2].k[k], x3 = search->x[3].k[k];
        gap.k[k] = search->split == 1 ? x0 - ((1 - s - t) * x1 + s * x2 + t * x3)
                                      : ((1 - s) * x0 + s * x1) - ((1 - t) * x2 + t * x3);
    }
    search->upper = fminl(search->upper, sqrtl(Dot(&gap, &gap)) + ROUNDING);
    TryDirection(search, &gap);
}

// Where on the segment a b the point p is closest.
static long double Along(const Vector* p, const Vector* a, const Vector* b) {
    const Vector d = Subtract(b, a), q = Subtract(p, a);
    return Clamp(Dot(&d, &q) / Dot(&d, &d));
}

// The closest points inside both features: the weights of docs/definitions.md.
static void TryInside(Search* search) {
    const bool vf = search->split == 1;
    const Vector* x = search->x;
    const Vector u = Subtract(&x[vf ? 2 : 1], &x[vf ? 1 : 0]), w = Subtract(&x[3], &x[vf ? 1 : 2]);
    const Vector q = Subtract(&x[vf ? 0 : 2], &x[vf ? 1 : 0]);
    const Vector n = Cross(&u, &w), qw = Cross(&q, &w), b = vf ? Cross(&u, &q) : Cross(&q, &u);
    const Vector back = {{-n.k[0], -n.k[1], -n.k[2]}};
    const long double s = Clamp(Dot(&qw, &n) / Dot(&n, &n));
    const long double t = Clamp(Dot(&b, &n) / Dot(&n, &n));
    if (!vf || s + t <= 1) {
        TryWeights(search, s, t);
    }
    TryDirection(search, &n);
    TryDirection(search, &back);
}

static void TryBoundary(Search* search) {
    const Vector* x = search->x;
    if (search->split == 1) {
        const long double r = Along(&x[0], &x[2], &x[3]);
        TryWeights(search, Along(&x[0], &x[1], &x[2]), 0);
        TryWeights(search, 0, Along(&x[0], &x[1], &x[3]));
        TryWeights(search, 1 - r, r);
    } else {
        TryWeights(search, 0, Along(&x[0], &x[2], &x[3]));
        TryWeights(search, 1, Along(&x[1], &x[2], &x[3]));
        TryWeights(search, Along(&x[2], &x[0], &x[1]), 0);
        TryWeights(search, Along(&x[3], &x[0], &x[1]), 1);
    }
}

double bruteLargest(const svMovingPair* pair) {
    double largest = 0.0;
    for (int i = 0; i < 12; ++i) {
        largest = fmax(largest, fabs(pair->x0[i / 3][i % 3]));
    }
    return largest;
}

BruteDistance bruteDistance(oracleKind kind, const svMovingPair* pair) {
    const long double largest = (long double)bruteLargest(pair);
    if (largest == 0) {
        return (BruteDistance){0, 0};
    }
    Search search = {.split = kind == ORACLE_VERTEX_FACE ? 1 : 2, .upper = HUGE_VALL};
    for (int i = 0; i < 12; ++i) {
        search.x[i / 3].k[i % 3] = (long double)pair->x0[i / 3][i % 3] / largest;
    }
    TryBoundary(&search);
    TryInside(&search);
    if (search.upper - search.lower <= GOOD_ENOUGH) {
        return (BruteDistance){largest * search.lower * (1 - ROUNDING),
                               largest * search.upper * (1 + ROUNDING)};
    }
    const long double exact = oracleDistance(kind, pair);
    return (BruteDistance){exact * (1 - 0x1p-50L), exact * (1 + 0x1p-50L)};
}

bool bruteWithin(oracleKind kind, const svMovingPair* pair, double bound) {
    svMovingPair still = *pair;
    for (int i = 0; i < 12; ++i) {
        still.x1[i / 3][i % 3] = still.x0[i / 3][i % 3];
    }
    // No step: only the distance at the ends, which is exact, is looked at.
    return oracleSeparation(kind, &still, bound, 0) < 0;
}
