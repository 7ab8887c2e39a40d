// The smallest distance of a moving pair against a given one, by exact branch and bound.
//
// At a dyadic time the squared distance is an exact rational. Between times the distance changes by
// at most speed * dt, speed being the greatest relative speed of a point of the first feature to
// one of the second (points of features are convex combinations of vertices). So a distance at the
// middle of an interval of length h that exceeds d + speed * h/2 proves that it exceeds d on all of
// it, and one that is at most d anywhere proves the opposite.
#include "support/oracle.h"
#include "support/oracle_integer.h"

#include <float.h>
#include <gmp.h>
#include <math.h>
#include <stdint.h>

// Coordinates and distance as integers in one unit.
typedef struct Motion {
    oracleKind kind;
    oracleVector x0[4], x1[4];
    mpz_t distance;
    mpz_t speed; // an upper bound
} Motion;

// Returns the binary exponent of the unit.
static int InitMotion(Motion* motion, oracleKind kind, const svMovingPair* pair, double distance) {
    double values[25];
    mpz_t integers[25];
    for (int i = 0; i < 12; ++i) {
        values[i] = pair->x0[i / 3][i % 3];
        values[12 + i] = pair->x1[i / 3][i % 3];
    }
    values[24] = distance;
    for (int i = 0; i < 25; ++i) {
        mpz_init(integers[i]);
    }
    const int exponent = oracleIntegers(values, 25, integers);
    motion->kind = kind;
    for (int i = 0; i < 12; ++i) {
        motion->x0[i / 3].k[i % 3][0] = integers[i][0];
        motion->x1[i / 3].k[i % 3][0] = integers[12 + i][0];
    }
    motion->distance[0] = integers[24][0];
    mpz_init(motion->speed);
    return exponent;
}

static void ClearMotion(Motion* motion) {
    oracleVectors_Clear(motion->x0, 4);
    oracleVectors_Clear(motion->x1, 4);
    mpz_clear(motion->distance);
    mpz_clear(motion->speed);
}

// speed = ceiling of the greatest |(x1[i] - x0[i]) - (x1[j] - x0[j])|, i of the first feature and j
// of the second.
static void FindSpeed(Motion* motion) {
    int split = motion->kind == ORACLE_VERTEX_FACE ? 1 : 2;
    oracleVector v[3];
    mpz_t square;
    oracleVectors_Init(v, 3);
    mpz_init(square);
    for (int i = 0; i < split; ++i) {
        for (int j = split; j < 4; ++j) {
            oracleVector_Subtract(&v[0], &motion->x1[i], &motion->x0[i]);
            oracleVector_Subtract(&v[1], &motion->x1[j], &motion->x0[j]);
            oracleVector_Subtract(&v[2], &v[0], &v[1]);
            oracleVector_Dot(square, &v[2], &v[2]);
            mpz_sqrt(square, square);
            mpz_add_ui(square, square, 1);
            if (mpz_cmp(square, motion->speed) > 0) {
                mpz_swap(square, motion->speed);
            }
        }
    }
    oracleVectors_Clear(v, 3);
    mpz_clear(square);
}

static void KeepLess(mpq_t best, const mpz_t numerator, const mpz_t denominator) {
    mpq_t value;
    mpq_init(value);
    mpz_set(mpq_numref(value), numerator);
    mpz_set(mpq_denref(value), denominator);
    mpq_canonicalize(value);
    if (mpq_sgn(best) < 0 || mpq_cmp(value, best) < 0) {
        mpq_swap(best, value);
    }
    mpq_clear(value);
}

// best = min(best, squared distance of p to the segment e0 e1); best < 0 stands for infinity.
static void PointSegment(mpq_t best, const oracleVector* p, const oracleVector* e0,
                         const oracleVector* e1) {
    oracleVector d, q;
    mpz_t dd, dq, qq, one;
    oracleVectors_Init(&d, 1);
    oracleVectors_Init(&q, 1);
    mpz_inits(dd, dq, qq, NULL);
    mpz_init_set_ui(one, 1);
    oracleVector_Subtract(&d, e1, e0);
    oracleVector_Subtract(&q, p, e0);
    oracleVector_Dot(dd, &d, &d);
    oracleVector_Dot(dq, &d, &q);
    oracleVector_Dot(qq, &q, &q);
    if (mpz_sgn(dq) <= 0) {
        KeepLess(best, qq, one);
    } else if (mpz_cmp(dq, dd) >= 0) {
        oracleVector_Subtract(&q, p, e1);
        oracleVector_Dot(qq, &q, &q);
        KeepLess(best, qq, one);
    } else { // q.q - (d.q)^2 / d.d
        mpz_mul(qq, qq, dd);
        mpz_submul(qq, dq, dq);
        KeepLess(best, qq, dd);
    }
    oracleVectors_Clear(&d, 1);
    oracleVectors_Clear(&q, 1);
    mpz_clears(dd, dq, qq, one, NULL);
}

// best = min(best, (n.q)^2 / n.n) where the closest points of the plane and v, or of the two lines,
// are inside the features.
static void Interiors(mpq_t best, oracleKind kind, const oracleVector x[4]) {
    bool vf = kind == ORACLE_VERTEX_FACE;
    oracleVector u, w, q, n, cross;
    mpz_t nn, a, b, nq;
    oracleVector* vectors[5] = {&u, &w, &q, &n, &cross};
    for (int i = 0; i < 5; ++i) {
        oracleVectors_Init(vectors[i], 1);
    }
    mpz_inits(nn, a, b, nq, NULL);
    oracleVector_Subtract(&u, &x[vf ? 2 : 1], &x[vf ? 1 : 0]);
    oracleVector_Subtract(&w, &x[3], &x[vf ? 1 : 2]);
    oracleVector_Subtract(&q, &x[vf ? 0 : 2], &x[vf ? 1 : 0]);
    oracleVector_Cross(&n, &u, &w);
    oracleVector_Dot(nn, &n, &n);
    oracleVector_Dot(nq, &n, &q);
    oracleVector_Cross(&cross, &q, &w);
    oracleVector_Dot(a, &cross, &n);
    oracleVector_Cross(&cross, vf ? &u : &q, vf ? &q : &u);
    oracleVector_Dot(b, &cross, &n);
    bool inside = mpz_sgn(nn) > 0 && mpz_sgn(a) >= 0 && mpz_sgn(b) >= 0;
    if (vf) {
        mpz_add(a, a, b);
    }
    if (inside && mpz_cmp(a, nn) <= 0 && mpz_cmp(b, nn) <= 0) {
        mpz_mul(nq, nq, nq);
        KeepLess(best, nq, nn);
    }
    for (int i = 0; i < 5; ++i) {
        oracleVectors_Clear(vectors[i], 1);
    }
    mpz_clears(nn, a, b, nq, NULL);
}

// The squared distance at t = numerator / 2^scale in units of 2^-scale.
static void SquaredDistance(mpq_t square, const Motion* motion, uint64_t numerator,
                            unsigned scale) {
    static const int segments[ORACLE_KIND_COUNT][4][3] = {
        {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}},
        {{0, 2, 3}, {1, 2, 3}, {2, 0, 1}, {3, 0, 1}},
    };
    oracleVector x[4];
    oracleVectors_Init(x, 4);
    mpz_t k0, k1; // exact as doubles: below 2^53
    mpz_init_set_d(k0, (double)((UINT64_C(1) << scale) - numerator));
    mpz_init_set_d(k1, (double)numerator);
    for (int i = 0; i < 12; ++i) {
        mpz_ptr r = x[i / 3].k[i % 3];
        mpz_mul(r, motion->x0[i / 3].k[i % 3], k0);
        mpz_addmul(r, motion->x1[i / 3].k[i % 3], k1);
    }
    mpz_clears(k0, k1, NULL);
    mpq_set_si(square, -1, 1);
    Interiors(square, motion->kind, x);
    for (int i = 0; i < 4; ++i) {
        const int* s = segments[motion->kind][i];
        PointSegment(square, &x[s[0]], &x[s[1]], &x[s[2]]);
    }
    oracleVectors_Clear(x, 4);
}

// The sign of square - bound^2.
static int CompareSquare(const mpq_t square, const mpz_t bound) {
    mpq_t other;
    mpq_init(other);
    mpz_mul(mpq_numref(other), bound, bound);
    int order = mpq_cmp(square, other);
    mpq_clear(other);
    return order;
}

// On [numerator, numerator + 1] / 2^scale: -1, 0, +1 as in oracleSeparation.
static int Judge(const Motion* motion, uint64_t numerator, unsigned scale, int* steps) {
    const unsigned maxScale = 48;
    if (--*steps < 0 || scale >= maxScale) {
        return 0;
    }
    // The middle is (2 numerator + 1) / 2^(scale + 1); half the interval is one of those units.
    mpq_t square;
    mpz_t bound;
    mpq_init(square);
    mpz_init(bound);
    SquaredDistance(square, motion, 2 * numerator + 1, scale + 1);
    mpz_mul_2exp(bound, motion->distance, scale + 1);
    int verdict = CompareSquare(square, bound) <= 0 ? -1 : 0;
    mpz_add(bound, bound, motion->speed);
    if (verdict == 0 && CompareSquare(square, bound) > 0) {
        verdict = 1;
    }
    mpq_clear(square);
    mpz_clear(bound);
    if (verdict != 0) {
        return verdict;
    }
    int left = Judge(motion, 2 * numerator, scale + 1, steps);
    if (left < 0) {
        return left;
    }
    int right = Judge(motion, 2 * numerator + 1, scale + 1, steps);
    return right < 0 ? right : left * right;
}

int oracleSeparation(oracleKind kind, const svMovingPair* pair, double distance, int steps) {
    Motion motion;
    mpq_t square;
    InitMotion(&motion, kind, pair, distance);
    FindSpeed(&motion);
    mpq_init(square);
    int verdict = 0;
    for (uint64_t end = 0; end < 2 && verdict == 0; ++end) {
        SquaredDistance(square, &motion, end, 0);
        verdict = CompareSquare(square, motion.distance) <= 0 ? -1 : 0;
    }
    if (verdict == 0) {
        verdict = Judge(&motion, 0, 0, &steps);
    }
    mpq_clear(square);
    ClearMotion(&motion);
    return verdict;
}

// sqrt(square) = root 2^-shift, the root rounded down to an integer of at least 128 bits.
static unsigned RootOf(mpz_t root, mpq_t square) {
    enum { BITS = 128 };
    const size_t size = mpz_sizeinbase(mpq_denref(square), 2);
    const unsigned shift = (unsigned)size / 2 + BITS;
    mpz_mul_2exp(root, mpq_numref(square), 2 * (mp_bitcnt_t)shift);
    mpz_fdiv_q(root, root, mpq_denref(square));
    mpz_sqrt(root, root);
    return shift;
}

long double oracleDistance(oracleKind kind, const svMovingPair* pair) {
    Motion motion;
    mpq_t square;
    mpz_t root;
    const int unit = InitMotion(&motion, kind, pair, 0.0);
    mpq_init(square);
    mpz_init(root);
    SquaredDistance(square, &motion, 0, 0);
    const unsigned shift = RootOf(root, square);
    const size_t size = mpz_sizeinbase(root, 2);
    const unsigned surplus = size > DBL_MANT_DIG ? (unsigned)size - DBL_MANT_DIG : 0;
    mpz_fdiv_q_2exp(root, root, surplus);
    const double leading = mpz_get_d(root);
    mpz_clear(root);
    mpq_clear(square);
    ClearMotion(&motion);
    return ldexpl((long double)leading, (int)surplus - (int)shift + unit);
}
