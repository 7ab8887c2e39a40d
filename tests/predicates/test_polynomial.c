// svPolynomial_Roots, svRoot_SignOf and svRoot_CompareTime against GMP: every root of random and of
// constructed polynomials, the sign before it, the signs of quadratics there (some share the root,
// some miss it by one unit of huge coefficients) and its order among dyadic times (some of which it
// is).

#include "predicates/polynomial.h"

#include "support/oracle_poly.h"
#include "support/random.h"
#include "support/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LIMBS = 64, ARENA = 1 << 15, ROUNDS = 30000, MAX_K = 62 };

static svLimb memory[ARENA];
static svLimb rootMemory[ARENA]; // the roots keep numbers in it
static Random source = {7};

static int Below(int n) {
    return Random_Below(&source, n);
}

// A polynomial in x = t/(1-t) in both worlds, coefficients from the lowest.
typedef struct Twin {
    int degree;
    mpz_t z[4];
    svLimb limbs[4][LIMBS];
    svInteger c[4];
    Poly inTime; // z[i] t^i (1-t)^(degree-i), summed
} Twin;

static void Twin_Init(Twin* twin) {
    for (int i = 0; i < 4; ++i) {
        mpz_init(twin->z[i]);
    }
    Poly_Init(&twin->inTime);
}

static void Twin_Clear(Twin* twin) {
    for (int i = 0; i < 4; ++i) {
        mpz_clear(twin->z[i]);
    }
    Poly_Clear(&twin->inTime);
}

// Sets the rest from the degree and z.
static void Twin_Update(Twin* twin) {
    static const int binomial[4][4] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}};
    const int n = twin->degree;
    twin->inTime.degree = -1;
    for (int m = 0; m <= n; ++m) {
        mpz_set_ui(twin->inTime.c[m], 0);
        for (int i = 0; i <= m; ++i) {
            const int k = binomial[n - i][m - i];
            if ((m - i) % 2 == 0) {
                mpz_addmul_ui(twin->inTime.c[m], twin->z[i], (unsigned long)k);
            } else {
                mpz_submul_ui(twin->inTime.c[m], twin->z[i], (unsigned long)k);
            }
        }
        if (mpz_sgn(twin->inTime.c[m]) != 0) {
            twin->inTime.degree = m;
        }
    }
    for (int i = 0; i <= n; ++i) {
        assert_true(mpz_sizeinbase(twin->z[i], 2) <= LIMBS * sizeof(svLimb) * 8);
        size_t count = 0;
        mpz_export(twin->limbs[i], &count, -1, sizeof(svLimb), 0, 0, twin->z[i]);
        twin->c[i] = (svInteger){twin->limbs[i], mpz_sgn(twin->z[i]) * (int32_t)count};
    }
}

static void RandomInteger(mpz_t z, int bits) {
    unsigned char bytes[64];
    for (int i = 0; i < (bits + 7) / 8; ++i) {
        bytes[i] = (unsigned char)Random_Bits(&source);
    }
    mpz_import(z, (size_t)((bits + 7) / 8), -1, 1, 0, 0, bytes);
    mpz_tdiv_r_2exp(z, z, (mp_bitcnt_t)bits);
    if (Below(2) == 0) {
        mpz_neg(z, z);
    }
}

// z *= (b x + a), one degree more.
static void MultiplyByLinear(Twin* twin, const mpz_t a, const mpz_t b) {
    mpz_set_ui(twin->z[++twin->degree], 0);
    for (int i = twin->degree; i >= 0; --i) {
        mpz_mul(twin->z[i], twin->z[i], a);
        if (i > 0) {
            mpz_addmul(twin->z[i], twin->z[i - 1], b);
        }
    }
}

// Small enough for roots at zero, infinity, dyadic times and for coincidences; or large.
static void RandomLinear(mpz_t a, mpz_t b) {
    const int bits = Below(4) == 0 ? 60 : 3;
    RandomInteger(a, bits);
    RandomInteger(b, bits);
    if (Below(8) > 0 && mpz_sgn(a) * mpz_sgn(b) > 0) {
        mpz_neg(a, a); // most roots are positive
    }
}

static void SetProduct(Twin* twin, int degree) {
    mpz_t a, b;
    mpz_inits(a, b, NULL);
    twin->degree = 0;
    mpz_set_si(twin->z[0], Below(2) == 0 ? 1 : -3);
    RandomLinear(a, b);
    while (twin->degree < degree) {
        MultiplyByLinear(twin, a, b); // double and triple roots are common
        if (Below(2) == 0) {
            RandomLinear(a, b);
        }
    }
    mpz_clears(a, b, NULL);
}

// (x^2 - s x + c) times a linear factor: irrational or complex roots.
static void SetSurd(Twin* twin, int degree) {
    twin->degree = 2;
    mpz_set_si(twin->z[0], Below(13) - 6);
    mpz_set_si(twin->z[1], Below(13) - 9);
    mpz_set_si(twin->z[2], 1 + Below(3));
    if (degree == 3) {
        mpz_t a, b;
        mpz_inits(a, b, NULL);
        RandomLinear(a, b);
        MultiplyByLinear(twin, a, b);
        mpz_clears(a, b, NULL);
    }
}

// Times a huge number; one unit more or less then moves or splits the roots by next to nothing,
// which no leading digits show.
static void Blow(Twin* twin) {
    mpz_t k;
    mpz_init(k);
    RandomInteger(k, 1 + Below(400));
    mpz_setbit(k, 0);
    for (int i = 0; i <= twin->degree; ++i) {
        mpz_mul(twin->z[i], twin->z[i], k);
    }
    mpz_clear(k);
    if (Below(2) == 0) {
        mpz_t* const z = &twin->z[Below(twin->degree + 1)];
        if (Below(2) == 0) {
            mpz_add_ui(*z, *z, 1);
        } else {
            mpz_sub_ui(*z, *z, 1);
        }
    }
}

static void RandomTwin(Twin* twin, int degree) {
    const int kind = Below(8);
    if (kind < 3) {
        SetProduct(twin, degree);
    } else if (kind == 3 && degree >= 2) {
        SetSurd(twin, degree);
    } else {
        twin->degree = degree;
        const int bits = kind < 6 ? 2 : 1 + Below(300);
        for (int i = 0; i <= degree; ++i) {
            RandomInteger(twin->z[i], bits);
        }
    }
    if (Below(3) == 0) {
        Blow(twin);
    }
    Twin_Update(twin);
}

// A quadratic for the roots of p: related to it in every other case.
static void RandomQuadratic(Twin* g, const Twin* p) {
    const int kind = Below(8);
    if (kind < 4) {
        RandomTwin(g, 2);
        return;
    }
    g->degree = 2;
    for (int i = 0; i <= 2; ++i) {
        mpz_set_ui(g->z[i], 0);
        if (kind < 6 && i + 1 <= p->degree) { // p': shares the double roots
            mpz_mul_ui(g->z[i], p->z[i + 1], (unsigned long)i + 1);
        } else if (kind >= 6 && i <= p->degree) { // p itself where its degree is less than three
            mpz_set(g->z[i], p->z[i]);
        }
    }
    if (Below(3) == 0) {
        Blow(g);
    }
    Twin_Update(g);
}

// Whether an arena without memory was enough: the leading digits told.
typedef struct Paths {
    int leading, full;
} Paths;

static void CountPath(Paths* paths, bool exhausted) {
    ++*(exhausted ? &paths->full : &paths->leading);
}

static Paths signPaths, rootPaths;

static void CheckSigns(const svRoot* root, Root* expected, const Twin* p) {
    Twin g;
    Twin_Init(&g);
    for (int i = 0; i < 3; ++i) {
        RandomQuadratic(&g, p);
        svIntegerArena arena = svIntegerArena_Make(memory, ARENA);
        const int sign = g.inTime.degree < 0 ? 0 : Root_SignOf(expected, &g.inTime);
        assert_int_equal(svRoot_SignOf(&arena, root, g.c), sign);
        assert_false(arena.exhausted);
        if (root->kind == SV_ROOT_LINEAR) {
            svIntegerArena none = svIntegerArena_Make(memory, 0);
            const int leading = svRoot_SignOf(&none, root, g.c);
            CountPath(&signPaths, none.exhausted);
            assert_true(none.exhausted || leading == sign);
        }
    }
    Twin_Clear(&g);
}

// The time j/2^k: anywhere, or the root rounded down or up to 53 bits at most.
static int64_t RandomTime(const Root* near, int k) {
    const int bits = k < 53 ? k : 53;
    const int64_t whole = (int64_t)1 << bits;
    int64_t j = (int64_t)(Random_Bits(&source) % (uint64_t)(whole + 1));
    if (Below(4) > 0) {
        mpz_t z;
        mpz_init(z);
        mpz_mul_2exp(z, near->numerator, (mp_bitcnt_t)bits);
        mpz_fdiv_q_2exp(z, z, near->scale);
        j = (int64_t)mpz_get_si(z) + Below(2);
        mpz_clear(z);
        j = j > whole ? whole : j;
    }
    return j * ((int64_t)1 << (k - bits));
}

static int CheckTimes(const svRoot* root, const Root* expected) {
    int equal = 0;
    for (int i = 0; i < 6; ++i) {
        const int k = Below(2) == 0 ? Below(6) : Below(MAX_K + 1);
        const int64_t j = RandomTime(expected, k);
        svIntegerArena arena = svIntegerArena_Make(memory, ARENA);
        const int order = svRoot_CompareTime(&arena, root, j, k);
        assert_false(arena.exhausted);
        assert_int_equal(order, Root_Compare(expected, ldexp((double)j, -k)));
        equal += order == 0;
    }
    return equal;
}

// The sign of p just before one of its roots: that of the first derivative which does not vanish at
// the root, times (-1)^(its order).
static int SignBefore(Root* root, const Poly* p) {
    Poly derivative;
    Poly_Init(&derivative);
    Poly_Set(&derivative, p);
    int sign = 0, power = 1;
    while (sign == 0) {
        for (int i = 0; i < derivative.degree; ++i) {
            mpz_mul_ui(derivative.c[i], derivative.c[i + 1], (unsigned long)i + 1);
        }
        --derivative.degree;
        power = -power;
        sign = Root_SignOf(root, &derivative);
    }
    Poly_Clear(&derivative);
    return power * sign;
}

// Finds the roots of p and checks their number and order, the signs before and at each, the times.
static int CheckRoots(const Twin* p) {
    svRoot roots[SV_MAX_ROOTS];
    svIntegerArena arena = svIntegerArena_Make(rootMemory, ARENA);
    const int count = svPolynomial_Roots(&arena, p->c, p->degree, roots);
    assert_false(arena.exhausted);
    if (p->inTime.degree < 0) {
        assert_int_equal(count, SV_IDENTICALLY_ZERO);
        return 0;
    }
    svRoot again[SV_MAX_ROOTS];
    svIntegerArena none = svIntegerArena_Make(memory, 0);
    const int leading = svPolynomial_Roots(&none, p->c, p->degree, again);
    CountPath(&rootPaths, none.exhausted);
    assert_true(none.exhausted || leading == count);

    RootSet set;
    RootSet_Init(&set, &p->inTime);
    assert_int_equal(count, set.count);
    int equal = 0;
    for (int i = 0; i < set.count; ++i) {
        Root* const expected = &set.roots[i];
        const int before = Root_Compare(expected, 0) == 0 ? 0 : SignBefore(expected, &p->inTime);
        assert_int_equal(roots[i].before, before);
        CheckSigns(&roots[i], expected, p);
        equal += CheckTimes(&roots[i], expected);
    }
    RootSet_Clear(&set);
    return equal;
}

static void TestAgainstOracle(void** state) {
    (void)state;
    Twin p;
    Twin_Init(&p);
    int equal = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        RandomTwin(&p, 1 + Below(3));
        equal += CheckRoots(&p);
    }
    Twin_Clear(&p);
    printf("leading digits told %d signs and %d discriminants, full evaluation %d and %d; "
           "%d roots at a given time\n",
           signPaths.leading, rootPaths.leading, signPaths.full, rootPaths.full, equal);
    assert_true(signPaths.leading > 100 && signPaths.full > 100);
    assert_true(rootPaths.leading > 100 && rootPaths.full > 100);
    assert_true(equal > 100);
}

typedef struct Known {
    int degree;
    int p[4];
    int count;
    int atQuarter[5]; // the sign of t - 1/4 for each root
} Known;

static void TestKnown(void** state) {
    (void)state;
    static const Known cases[] = {
        {3, {0, 0, 0, 0}, SV_IDENTICALLY_ZERO, {0}},
        {3, {5, 0, 0, 0}, 1, {1}},          // at infinity only
        {3, {0, 0, 0, -5}, 1, {-1}},        // at zero only
        {3, {0, 0, 7, 0}, 2, {-1, 1}},      // both
        {3, {0, 1, -3, 0}, 3, {-1, 0, 1}},  // zero, x = 1/3, infinity
        {2, {1, -6, 9}, 1, {0}},            // (3x - 1)^2
        {2, {1, 1, 1}, 0, {0}},             // complex
        {2, {1, -1, 1}, 0, {0}},            // complex, two variations
        {3, {-1, 9, -27, 27}, 1, {0}},      // (3x - 1)^3
        {3, {-1, 7, -15, 9}, 2, {0, 1}},    // (3x - 1)^2 (x - 1)
        {3, {1, 3, 3, 1}, 0, {0}},          // (x + 1)^3
        {3, {-2, 0, 0, 1}, 1, {1}},         // the cube root of 2
        {3, {-6, 11, -6, 1}, 3, {1, 1, 1}}, // 1, 2, 3
        {1, {-1, 3}, 1, {0}},               // 1/3
        {1, {1, 3}, 0, {0}},                // negative
    };
    Twin twin;
    Twin_Init(&twin);
    for (size_t c = 0; c < sizeof(cases) / sizeof(cases[0]); ++c) {
        twin.degree = cases[c].degree;
        for (int i = 0; i <= twin.degree; ++i) {
            mpz_set_si(twin.z[i], cases[c].p[i]);
        }
        Twin_Update(&twin);
        svRoot roots[SV_MAX_ROOTS];
        svIntegerArena arena = svIntegerArena_Make(memory, ARENA);
        assert_int_equal(svPolynomial_Roots(&arena, twin.c, twin.degree, roots), cases[c].count);
        for (int i = 0; i < cases[c].count; ++i) {
            assert_int_equal(svRoot_CompareTime(&arena, &roots[i], 1, 2), cases[c].atQuarter[i]);
        }
        CheckRoots(&twin);
    }
    Twin_Clear(&twin);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestKnown),
        cmocka_unit_test(TestAgainstOracle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
