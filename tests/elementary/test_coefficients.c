// The error bounds of the floating-point filter: every coefficient that it computes is within its
// bound of the exact one (GMP), and the bounds are exercised, not merely large.

#include "math/simd_scalar.h"

#include "elementary/ccd/ccd_zero.h"

#include "support/generate.h"
#include "support/test.h"

#include <gmp.h>
#include <math.h>
#include <stdio.h>

// A polynomial in t, exact: the Bernstein coefficients on [0,1].
typedef struct Exact {
    mpq_t b[4];
    int degree;
} Exact;

static void Exact_Init(Exact* p, int degree) {
    p->degree = degree;
    for (int i = 0; i < 4; ++i) {
        mpq_init(p->b[i]);
    }
}

static void Exact_Clear(Exact* p) {
    for (int i = 0; i < 4; ++i) {
        mpq_clear(p->b[i]);
    }
}

// The difference x_to - x_from on one axis: linear in t.
static void Exact_SetDifference(Exact* p, const svMovingPair* pair, const int ends[2], int axis) {
    mpq_t from;
    mpq_init(from);
    p->degree = 1;
    for (int time = 0; time < 2; ++time) {
        const double(*x)[3] = time == 0 ? pair->x0 : pair->x1;
        mpq_set_d(p->b[time], x[ends[1]][axis]);
        mpq_set_d(from, x[ends[0]][axis]);
        mpq_sub(p->b[time], p->b[time], from);
    }
    mpq_clear(from);
}

// sum += sign * p * q, with degree(p) + degree(q) = degree(sum).
static void Exact_AddProduct(Exact* sum, int sign, const Exact* p, const Exact* q) {
    static const int binomial[4][4] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}};
    mpq_t term, weight;
    mpq_init(term);
    mpq_init(weight);
    for (int i = 0; i <= p->degree; ++i) {
        for (int j = 0; j <= q->degree; ++j) {
            mpq_set_si(weight, sign * binomial[p->degree][i] * binomial[q->degree][j],
                       (unsigned long)binomial[sum->degree][i + j]);
            mpq_canonicalize(weight);
            mpq_mul(term, p->b[i], q->b[j]);
            mpq_mul(term, term, weight);
            mpq_add(sum->b[i + j], sum->b[i + j], term);
        }
    }
    mpq_clear(term);
    mpq_clear(weight);
}

// The value of the polynomial's blossom at `degree` arguments: by de Casteljau's scheme.
static void Exact_Blossom(const Exact* p, const double* arguments, mpq_t value) {
    mpq_t b[4], t, s, one;
    mpq_inits(t, s, one, NULL);
    mpq_set_si(one, 1, 1);
    for (int i = 0; i < 4; ++i) {
        mpq_init(b[i]);
        mpq_set(b[i], p->b[i]);
    }
    for (int level = 0; level < p->degree; ++level) {
        mpq_set_d(t, arguments[level]);
        mpq_sub(s, one, t);
        for (int i = 0; i < p->degree - level; ++i) {
            mpq_mul(b[i], b[i], s);
            mpq_mul(value, b[i + 1], t);
            mpq_add(b[i], b[i], value);
        }
    }
    mpq_set(value, b[0]);
    for (int i = 0; i < 4; ++i) {
        mpq_clear(b[i]);
    }
    mpq_clears(t, s, one, NULL);
}

// |computed - exact| / bound.
static double Ratio(double computed, mpq_t exact, double bound) {
    mpq_t difference, limit;
    mpq_inits(difference, limit, NULL);
    mpq_set_d(difference, computed);
    mpq_sub(difference, difference, exact);
    mpq_set_d(limit, bound);
    mpq_div(difference, difference, limit);
    const double ratio = fabs(mpq_get_d(difference));
    mpq_clears(difference, limit, NULL);
    return ratio;
}

// u, w, q by axis, and the quadratics of one axis.
typedef struct ExactPair {
    Exact u[3], w[3], q[3];
} ExactPair;

static void ExactPair_Init(ExactPair* e, const svMovingPair* pair, svPairKind kind) {
    static const int ends[2][3][2] = {{{1, 2}, {1, 3}, {1, 0}}, {{0, 1}, {2, 3}, {0, 2}}};
    for (int k = 0; k < 3; ++k) {
        Exact* const all[3] = {&e->u[k], &e->w[k], &e->q[k]};
        for (int i = 0; i < 3; ++i) {
            Exact_Init(all[i], 1);
            Exact_SetDifference(all[i], pair, ends[kind][i], k);
        }
    }
}

static void ExactPair_Clear(ExactPair* e) {
    for (int k = 0; k < 3; ++k) {
        Exact_Clear(&e->u[k]);
        Exact_Clear(&e->w[k]);
        Exact_Clear(&e->q[k]);
    }
}

// out += sign * (x x y)_k.
static void AddCross(Exact* out, int sign, const Exact x[3], const Exact y[3], int k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    Exact_AddProduct(out, sign, &x[i], &y[j]);
    Exact_AddProduct(out, -sign, &x[j], &y[i]);
}

typedef struct Worst {
    double cubic, restricted, weights, weightsAt, spreadWeights;
} Worst;

static void CheckCubic(const ExactPair* e, const svCcdCubic* cubic, const double range[2],
                       Worst* worst) {
    Exact f, n;
    mpq_t value;
    Exact_Init(&f, 3);
    mpq_init(value);
    for (int k = 0; k < 3; ++k) {
        Exact_Init(&n, 2);
        AddCross(&n, 1, e->u, e->w, k);
        Exact_AddProduct(&f, 1, &n, &e->q[k]);
        Exact_Clear(&n);
    }
    const svCcdCubic part = svCcd_Restrict(cubic, range[0], range[1]);
    for (int i = 0; i < 4; ++i) {
        worst->cubic = fmax(worst->cubic, Ratio(cubic->b[i], f.b[i], cubic->error));
        const double arguments[3] = {range[i > 2], range[i > 1], range[i > 0]};
        Exact_Blossom(&f, arguments, value);
        worst->restricted = fmax(worst->restricted, Ratio(part.b[i], value, part.error));
    }
    mpq_clear(value);
    Exact_Clear(&f);
}

// Weight i of the axis: A, B, and what they leave of n_k (svCcd_Weights).
static void ExactWeight(const ExactPair* e, svPairKind kind, int k, int i, Exact* out) {
    const bool ee = kind == SV_EDGE_EDGE;
    Exact_Init(out, 2);
    if (i >= 2) {
        AddCross(out, 1, e->u, e->w, k);
    }
    if (i == 0 || i == 2) {
        AddCross(out, i == 0 ? 1 : -1, e->q, e->w, k);
    }
    if (i == 1 || (i == 2 && !ee) || (i == 3 && ee)) {
        AddCross(out, i == 1 ? 1 : -1, ee ? e->q : e->u, ee ? e->u : e->q, k);
    }
}

static void CheckWeights(const ExactPair* e, svPairKind kind, const svCcdVectors* v,
                         const double range[2], Worst* worst) {
    mpq_t value;
    mpq_init(value);
    svCcdInstant at;
    svCcd_At(v, range[0], &at);
    for (int k = 0; k < 3; ++k) {
        svCcdWeights weights;
        double starts[4];
        svCcd_Weights(v, kind, k, &weights);
        svCcd_WeightsAt(&at, kind, k, starts);
        for (int i = 0; i < svCcd_WeightCount(kind); ++i) {
            Exact exact;
            ExactWeight(e, kind, k, i, &exact);
            Exact_Blossom(&exact, (double[2]){range[0], range[0]}, value);
            worst->weightsAt = fmax(worst->weightsAt, Ratio(starts[i], value, weights.error));
            const double spread = svCcd_WeightSpread(range[1] - range[0]);
            for (int c = 0; c < 3; ++c) {
                worst->weights =
                    fmax(worst->weights, Ratio(weights.b[i][c], exact.b[c], weights.error));
                const double arguments[2] = {range[c > 1], range[c > 0]};
                Exact_Blossom(&exact, arguments, value);
                worst->spreadWeights =
                    fmax(worst->spreadWeights, Ratio(starts[i], value, spread * weights.error));
            }
            Exact_Clear(&exact);
        }
    }
    mpq_clear(value);
}

static void CheckPair(const svMovingPair* pair, svPairKind kind, const double range[2],
                      Worst* worst) {
    svCcdPoints p;
    for (int i = 0; i < 12; ++i) {
        p.x[0][i / 3][i % 3] = pair->x0[i / 3][i % 3];
        p.x[1][i / 3][i % 3] = pair->x1[i / 3][i % 3];
    }
    svCcdVectors v;
    svCcd_Vectors(&p, kind, &v);
    if (!svCcd_Bounded(&v)) {
        return;
    }
    svCcdCubic cubic;
    svCcd_Cubic(&v, &cubic);
    ExactPair e;
    ExactPair_Init(&e, pair, kind);
    CheckCubic(&e, &cubic, range, worst);
    CheckWeights(&e, kind, &v, range, worst);
    ExactPair_Clear(&e);
}

// Coordinates whose products underflow: scaled to where the absolute terms matter.
static void ScaleToUnderflow(Random* random, svMovingPair* pair) {
    const int exponent = -250 - Random_Below(random, 250);
    for (int i = 0; i < 12; ++i) {
        pair->x0[i / 3][i % 3] = ldexp(pair->x0[i / 3][i % 3], exponent);
        pair->x1[i / 3][i % 3] = ldexp(pair->x1[i / 3][i % 3], exponent);
    }
}

static void CoefficientsAreWithinTheirBounds(void** state) {
    Worst worst = {0};
    (void)state;
    for (int f = 0; f < movingFamilyCount; ++f) {
        Random random = {(uint64_t)f + 900};
        for (int n = 0; n < 120; ++n) {
            const svPairKind kind = n % 2 == 0 ? SV_VERTEX_FACE : SV_EDGE_EDGE;
            svMovingPair pair;
            movingFamilies[f].make(&random, (oracleKind)(n % 2), &pair);
            if (n % 8 >= 6) {
                ScaleToUnderflow(&random, &pair);
            }
            const double a = 0.5 + 0.5 * Random_Signed(&random);
            const double b = 0.5 + 0.5 * Random_Signed(&random);
            const double range[2] = {fmin(a, b), fmax(a, b)};
            CheckPair(&pair, kind, range, &worst);
        }
    }
    printf("largest error / bound: cubic %.3f, restricted %.3f; weights %.3f, at a time %.3f, "
           "restricted %.3f\n",
           worst.cubic, worst.restricted, worst.weights, worst.weightsAt, worst.spreadWeights);
    assert_true(worst.cubic <= 1 && worst.restricted <= 1);
    assert_true(worst.weights <= 1 && worst.weightsAt <= 1 && worst.spreadWeights <= 1);
    // A bound a twelfth as large would be seen to fail.
    assert_true(worst.cubic > 1.0 / 12 && worst.restricted > 1.0 / 12);
    assert_true(worst.weights > 1.0 / 12 && worst.weightsAt > 1.0 / 12);
    assert_true(worst.spreadWeights > 1.0 / 12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(CoefficientsAreWithinTheirBounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
