#include "support/oracle_poly.h"

#include <assert.h>
#include <math.h>

void Poly_Init(Poly* p) {
    p->degree = -1;
    for (int i = 0; i <= POLY_MAX_DEGREE; ++i) {
        mpz_init(p->c[i]);
    }
}

void Poly_Clear(Poly* p) {
    for (int i = 0; i <= POLY_MAX_DEGREE; ++i) {
        mpz_clear(p->c[i]);
    }
}

static void Trim(Poly* p, int degree) {
    while (degree >= 0 && mpz_sgn(p->c[degree]) == 0) {
        --degree;
    }
    p->degree = degree;
}

void Poly_Set(Poly* p, const Poly* a) {
    for (int i = 0; i <= a->degree; ++i) {
        mpz_set(p->c[i], a->c[i]);
    }
    p->degree = a->degree;
}

void Poly_SetLinear(Poly* p, const mpz_t start, const mpz_t end) {
    mpz_set(p->c[0], start);
    mpz_sub(p->c[1], end, start);
    Trim(p, 1);
}

static void AddSigned(Poly* r, const Poly* a, const Poly* b, int sign) {
    int degree = a->degree > b->degree ? a->degree : b->degree;
    for (int i = 0; i <= degree; ++i) {
        if (i > a->degree) {
            mpz_set(r->c[i], b->c[i]);
            mpz_mul_si(r->c[i], r->c[i], sign);
        } else if (i > b->degree) {
            mpz_set(r->c[i], a->c[i]);
        } else if (sign > 0) {
            mpz_add(r->c[i], a->c[i], b->c[i]);
        } else {
            mpz_sub(r->c[i], a->c[i], b->c[i]);
        }
    }
    Trim(r, degree);
}

void Poly_Add(Poly* r, const Poly* a, const Poly* b) {
    AddSigned(r, a, b, 1);
}

void Poly_Subtract(Poly* r, const Poly* a, const Poly* b) {
    AddSigned(r, a, b, -1);
}

// Makes r the zero polynomial with clean coefficients up to `degree`.
static void CleanUpTo(Poly* r, int degree) {
    assert(degree <= POLY_MAX_DEGREE);
    for (int i = 0; i <= degree; ++i) {
        mpz_set_ui(r->c[i], 0);
    }
}

static void AddProduct(Poly* r, const Poly* a, const Poly* b, int sign) {
    for (int i = 0; i <= a->degree; ++i) {
        for (int j = 0; j <= b->degree; ++j) {
            if (sign > 0) {
                mpz_addmul(r->c[i + j], a->c[i], b->c[j]);
            } else {
                mpz_submul(r->c[i + j], a->c[i], b->c[j]);
            }
        }
    }
}

static int ProductDegree(const Poly* a, const Poly* b) {
    return a->degree < 0 || b->degree < 0 ? -1 : a->degree + b->degree;
}

void Poly_Multiply(Poly* r, const Poly* a, const Poly* b) {
    int degree = ProductDegree(a, b);
    CleanUpTo(r, degree);
    AddProduct(r, a, b, 1);
    Trim(r, degree);
}

void Poly_Cross(Poly r[3], const Poly a[3], const Poly b[3]) {
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        int ij = ProductDegree(&a[i], &b[j]), ji = ProductDegree(&a[j], &b[i]);
        int degree = ij > ji ? ij : ji;
        CleanUpTo(&r[k], degree);
        AddProduct(&r[k], &a[i], &b[j], 1);
        AddProduct(&r[k], &a[j], &b[i], -1);
        Trim(&r[k], degree);
    }
}

void Poly_Dot(Poly* r, const Poly a[3], const Poly b[3]) {
    int degree = -1;
    for (int k = 0; k < 3; ++k) {
        int d = ProductDegree(&a[k], &b[k]);
        degree = d > degree ? d : degree;
    }
    CleanUpTo(r, degree);
    for (int k = 0; k < 3; ++k) {
        AddProduct(r, &a[k], &b[k], 1);
    }
    Trim(r, degree);
}

// value = 2^(degree * scale) p(numerator / 2^scale).
static void Evaluate(mpz_t value, const Poly* p, const mpz_t numerator, unsigned long scale) {
    mpz_t shifted;
    mpz_init(shifted);
    mpz_set_ui(value, 0);
    for (int i = p->degree; i >= 0; --i) {
        mpz_mul(value, value, numerator);
        mpz_mul_2exp(shifted, p->c[i], (mp_bitcnt_t)(p->degree - i) * scale);
        mpz_add(value, value, shifted);
    }
    mpz_clear(shifted);
}

static int SignAt(const Poly* p, const mpz_t numerator, unsigned long scale) {
    mpz_t value;
    mpz_init(value);
    Evaluate(value, p, numerator, scale);
    int sign = mpz_sgn(value);
    mpz_clear(value);
    return sign;
}

static void ShiftByOne(mpz_t* c, int degree) {
    for (int i = 0; i < degree; ++i) {
        for (int j = degree - 1; j >= i; --j) {
            mpz_add(c[j], c[j], c[j + 1]);
        }
    }
}

// r(x) = p((numerator + x) / 2^scale) times a power of two: the interval becomes [0,1].
static void ToInterval(Poly* r, const Poly* p, const mpz_t numerator, unsigned long scale) {
    int degree = p->degree;
    for (int i = 0; i <= degree; ++i) {
        mpz_mul_2exp(r->c[i], p->c[i], (mp_bitcnt_t)(degree - i) * scale);
    }
    for (int i = 0; i < degree && mpz_sgn(numerator) != 0; ++i) {
        for (int j = degree - 1; j >= i; --j) {
            mpz_addmul(r->c[j], r->c[j + 1], numerator);
        }
    }
    r->degree = degree;
}

// Descartes: the number of roots in the open interval (0,1) is at most the number of sign
// variations of (1+x)^n p(1/(1+x)), and differs from it by an even number. `sign` is the sign of
// the first non-zero coefficient, which is that of p just left of 1.
static int Variations(const Poly* p, int* sign) {
    mpz_t c[POLY_MAX_DEGREE + 1];
    int count = 0, last = 0;
    for (int i = 0; i <= p->degree; ++i) {
        mpz_init_set(c[i], p->c[p->degree - i]);
    }
    ShiftByOne(c, p->degree);
    for (int i = 0; i <= p->degree; ++i) {
        int s = mpz_sgn(c[i]);
        if (s != 0 && last == 0) {
            *sign = s;
        }
        count += s != 0 && last == -s;
        last = s != 0 ? s : last;
        mpz_clear(c[i]);
    }
    return count;
}

static void RemoveContent(Poly* p) {
    mpz_t content;
    mpz_init(content);
    for (int i = 0; i <= p->degree; ++i) {
        mpz_gcd(content, content, p->c[i]);
    }
    for (int i = 0; i <= p->degree && mpz_cmp_ui(content, 1) > 0; ++i) {
        mpz_divexact(p->c[i], p->c[i], content);
    }
    mpz_clear(content);
}

// a = the remainder of a by b, times some non-zero integer.
static void PseudoRemainder(Poly* a, const Poly* b) {
    mpz_t lead;
    mpz_init(lead);
    while (a->degree >= b->degree) {
        int shift = a->degree - b->degree;
        mpz_set(lead, a->c[a->degree]);
        for (int i = 0; i <= a->degree; ++i) {
            mpz_mul(a->c[i], a->c[i], b->c[b->degree]);
            if (i >= shift) {
                mpz_submul(a->c[i], lead, b->c[i - shift]);
            }
        }
        Trim(a, a->degree - 1);
    }
    mpz_clear(lead);
}

// The greatest common divisor up to a constant factor, without content. Neither is zero.
static void Gcd(Poly* r, const Poly* a, const Poly* b) {
    Poly other;
    Poly_Init(&other);
    Poly_Set(r, a);
    Poly_Set(&other, b);
    RemoveContent(r);
    RemoveContent(&other);
    while (other.degree >= 0) {
        PseudoRemainder(r, &other);
        RemoveContent(r);
        Poly swap = *r;
        *r = other;
        other = swap;
    }
    Poly_Clear(&other);
}

// p = p / d, up to a constant factor, where d without content divides p.
static void DivideExactly(Poly* p, const Poly* d) {
    Poly quotient;
    Poly_Init(&quotient);
    RemoveContent(p);
    quotient.degree = p->degree - d->degree;
    for (int q = quotient.degree; q >= 0; --q) {
        mpz_divexact(quotient.c[q], p->c[q + d->degree], d->c[d->degree]);
        for (int i = 0; i <= d->degree; ++i) {
            mpz_submul(p->c[q + i], quotient.c[q], d->c[i]);
        }
    }
    Poly_Set(p, &quotient);
    Poly_Clear(&quotient);
}

static void MakeSquareFree(Poly* p) {
    Poly derivative, common;
    Poly_Init(&derivative);
    Poly_Init(&common);
    for (int i = 1; i <= p->degree; ++i) {
        mpz_mul_ui(derivative.c[i - 1], p->c[i], (unsigned long)i);
    }
    derivative.degree = p->degree - 1;
    if (derivative.degree >= 0) {
        Gcd(&common, p, &derivative);
        DivideExactly(p, &common);
    }
    Poly_Clear(&derivative);
    Poly_Clear(&common);
}

static Root* AddRoot(RootSet* set, const mpz_t numerator, unsigned long scale) {
    Root* root = &set->roots[set->count++];
    root->poly = &set->poly;
    mpz_init_set(root->numerator, numerator);
    root->scale = scale;
    root->gainBits = 1;
    root->signLo = 0;
    root->exact = true;
    return root;
}

// Adds the roots of `local`, which is set->poly on the interval that starts at numerator / 2^scale
// and is 1 / 2^scale long, that lie inside it. False: deeper than maxScale.
static bool Isolate(RootSet* set, const Poly* local, const mpz_t numerator, unsigned long scale,
                    unsigned long maxScale) {
    int sign;
    int count = Variations(local, &sign);
    if (count == 0) {
        return true;
    }
    if (count == 1) {
        Root* root = AddRoot(set, numerator, scale);
        root->exact = false;
        root->signLo = -sign;
        return true;
    }
    if (scale >= maxScale) {
        return false;
    }
    Poly half;
    mpz_t start;
    Poly_Init(&half);
    mpz_init(start);
    for (int i = 0; i <= local->degree; ++i) {
        mpz_mul_2exp(half.c[i], local->c[i], (mp_bitcnt_t)(local->degree - i));
    }
    half.degree = local->degree;
    mpz_mul_2exp(start, numerator, 1);
    bool done = Isolate(set, &half, start, scale + 1, maxScale);
    mpz_add_ui(start, start, 1);
    ShiftByOne(half.c, half.degree);
    if (done && mpz_sgn(half.c[0]) == 0) {
        AddRoot(set, start, scale + 1);
    }
    done = done && Isolate(set, &half, start, scale + 1, maxScale);
    mpz_clear(start);
    Poly_Clear(&half);
    return done;
}

static bool FindRoots(RootSet* set, unsigned long maxScale) {
    mpz_t end;
    mpz_init(end);
    set->count = 0;
    if (mpz_sgn(set->poly.c[0]) == 0) {
        AddRoot(set, end, 0);
    }
    bool done = Isolate(set, &set->poly, end, 0, maxScale);
    mpz_set_ui(end, 1);
    if (done && SignAt(&set->poly, end, 0) == 0) {
        AddRoot(set, end, 0);
    }
    mpz_clear(end);
    return done;
}

static void ForgetRoots(RootSet* set) {
    for (int i = 0; i < set->count; ++i) {
        mpz_clear(set->roots[i].numerator);
    }
    set->count = 0;
}

void RootSet_Init(RootSet* set, const Poly* p) {
    // Deep enough for roots that are not multiple or nearly so; those pay for a gcd.
    const unsigned long casual = 8;
    assert(p->degree >= 0);
    Poly_Init(&set->poly);
    Poly_Set(&set->poly, p);
    if (!FindRoots(set, casual)) {
        ForgetRoots(set);
        MakeSquareFree(&set->poly);
        bool done = FindRoots(set, ~0ul);
        assert(done);
        (void)done;
    }
}

void RootSet_Clear(RootSet* set) {
    ForgetRoots(set);
    Poly_Clear(&set->poly);
}

static void SetExact(Root* root, const mpz_t numerator, unsigned long scale) {
    mpz_set(root->numerator, numerator);
    root->scale = scale;
    root->exact = true;
}

static void Bisect(Root* root) {
    mpz_t middle;
    mpz_init(middle);
    mpz_mul_2exp(middle, root->numerator, 1);
    mpz_add_ui(middle, middle, 1);
    int sign = SignAt(root->poly, middle, root->scale + 1);
    if (sign == 0) {
        SetExact(root, middle, root->scale + 1);
    } else {
        mpz_sub_ui(root->numerator, middle, sign != root->signLo);
        root->scale += 1;
    }
    mpz_clear(middle);
}

// The cell of the interval cut in 2^bits that the secant points at.
static void SecantCell(mpz_t cell, const Root* root, unsigned long bits) {
    mpz_t left, right;
    mpz_init(left);
    mpz_init(right);
    Evaluate(left, root->poly, root->numerator, root->scale);
    mpz_add_ui(right, root->numerator, 1);
    Evaluate(cell, root->poly, right, root->scale);
    mpz_sub(right, left, cell);
    mpz_mul_2exp(cell, left, bits);
    if (mpz_sgn(right) == 0) {
        mpz_set_ui(cell, 0);
    } else {
        mpz_fdiv_q(cell, cell, right);
    }
    mpz_set_ui(right, 1);
    mpz_mul_2exp(right, right, bits);
    mpz_sub_ui(right, right, 1);
    if (mpz_sgn(cell) < 0) {
        mpz_set_ui(cell, 0);
    } else if (mpz_cmp(cell, right) > 0) {
        mpz_set(cell, right);
    }
    mpz_clear(left);
    mpz_clear(right);
}

// Narrows the interval: to the secant's cell where the root lies in it, else to a half.
static void Refine(Root* root) {
    const unsigned long maxGain = 256;
    if (root->exact) {
        return;
    }
    if (root->gainBits == 1) {
        Bisect(root);
        root->gainBits = 2;
        return;
    }
    unsigned long bits = root->gainBits, scale = root->scale + bits;
    mpz_t left, right, end;
    mpz_init(left);
    mpz_init(right);
    mpz_init(end);
    SecantCell(left, root, bits);
    mpz_mul_2exp(end, root->numerator, bits); // the whole interval's left end
    mpz_add(left, left, end);
    mpz_add_ui(right, left, 1);
    int signLeft = mpz_cmp(left, end) == 0 ? root->signLo : SignAt(root->poly, left, scale);
    mpz_add_ui(end, root->numerator, 1);
    mpz_mul_2exp(end, end, bits); // its right end
    int signRight = mpz_cmp(right, end) == 0 ? -root->signLo : SignAt(root->poly, right, scale);
    if (signLeft == 0) {
        SetExact(root, left, scale);
    } else if (signRight == 0) {
        SetExact(root, right, scale);
    } else if (signLeft == root->signLo && signRight == -root->signLo) {
        mpz_set(root->numerator, left);
        root->scale = scale;
        root->gainBits = bits < maxGain ? 2 * bits : bits;
    } else {
        Bisect(root);
        root->gainBits = bits / 2 > 1 ? bits / 2 : 1;
    }
    mpz_clear(left);
    mpz_clear(right);
    mpz_clear(end);
}

// Whether g and the root's polynomial vanish there together. Inside the root's interval the gcd has
// no other root, and that one simple: it is there exactly if Descartes' count is odd.
static bool Vanishes(const Root* root, const Poly* g) {
    Poly common, local;
    int sign;
    Poly_Init(&common);
    Poly_Init(&local);
    Gcd(&common, root->poly, g);
    ToInterval(&local, &common, root->numerator, root->scale);
    bool zero = Variations(&local, &sign) % 2 == 1;
    Poly_Clear(&common);
    Poly_Clear(&local);
    return zero;
}

int Root_SignOf(Root* root, const Poly* g) {
    // A sign that is not zero shows after a few refinements as a rule, and the gcd is dearer; not
    // so where an earlier question has already made the interval narrow.
    const int casual = root->scale < 32 ? 4 : 0;
    if (g->degree <= 0) {
        return g->degree < 0 ? 0 : mpz_sgn(g->c[0]);
    }
    Poly local;
    int sign = 0;
    Poly_Init(&local);
    for (int round = 0;; ++round) {
        if (root->exact) {
            sign = SignAt(g, root->numerator, root->scale);
            break;
        }
        ToInterval(&local, g, root->numerator, root->scale);
        if (Variations(&local, &sign) == 0) {
            break;
        }
        if (round == casual && Vanishes(root, g)) {
            sign = 0;
            break;
        }
        Refine(root);
    }
    Poly_Clear(&local);
    return sign;
}

int Root_Compare(const Root* root, double value) {
    // value = whole / 2^scale, on a grid at least as fine as the root's.
    int exponent;
    double mantissa = ldexp(frexp(value, &exponent), 53);
    unsigned long scale = exponent - 53 < 0 ? (unsigned long)(53 - exponent) : 0;
    mpz_t whole, end;
    mpz_init_set_d(whole, mantissa);
    mpz_init(end);
    if (exponent > 53) {
        mpz_mul_2exp(whole, whole, (mp_bitcnt_t)(exponent - 53));
    }
    if (scale < root->scale) {
        mpz_mul_2exp(whole, whole, root->scale - scale);
        scale = root->scale;
    }
    mpz_mul_2exp(end, root->numerator, scale - root->scale);
    int order = mpz_cmp(end, whole); // of the left end and the value
    if (!root->exact && order < 0) {
        mpz_add_ui(end, root->numerator, 1);
        mpz_mul_2exp(end, end, scale - root->scale);
        if (mpz_cmp(end, whole) > 0) {
            order = SignAt(root->poly, whole, scale) * root->signLo;
        } else {
            order = -1;
        }
    } else if (!root->exact) {
        order = 1;
    }
    mpz_clear(whole);
    mpz_clear(end);
    return (order > 0) - (order < 0);
}
