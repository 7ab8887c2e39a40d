// Roots and signs, in exact integers (polynomial.h). Every sign is that of a sum of monomials:
// decided by the leading digits where their error bound certifies it, else evaluated in full.

#include "predicates/polynomial.h"

#include <limits.h>
#include <math.h>

static int Sign(svInteger a) {
    return svInteger_Sign(a);
}

// Every formula of this file is a sum of monomials k * f[0] * f[1] * ...; unused factors are null.
typedef struct Monomial {
    int32_t k;
    const svInteger* f[4];
} Monomial;

static svInteger Evaluate(svIntegerArena* m, const Monomial* terms, int count) {
    svInteger sum = svInteger_Zero();
    for (int i = 0; i < count; ++i) {
        svInteger product = *terms[i].f[0];
        for (int j = 1; j < 4 && terms[i].f[j] != NULL; ++j) {
            product = svInteger_Multiply(m, product, *terms[i].f[j]);
        }
        if (terms[i].k != 1) {
            product = svInteger_Scale(m, product, terms[i].k);
        }
        sum = svInteger_Add(m, sum, product);
    }
    return sum;
}

// A sum from the leading digits of its factors: value * 2^exponent, off by at most error *
// 2^exponent.
typedef struct Estimate {
    double value, error;
    int exponent;
} Estimate;

static Estimate EstimateSum(const Monomial* terms, int count) {
    double product[8];
    int exponent[8], largest = INT_MIN;
    for (int i = 0; i < count; ++i) {
        product[i] = terms[i].k;
        exponent[i] = 0;
        for (int j = 0; j < 4 && terms[i].f[j] != NULL; ++j) {
            int e;
            product[i] *= svInteger_Sign(*terms[i].f[j]) * svInteger_Leading(*terms[i].f[j], &e);
            exponent[i] += e;
        }
        if (product[i] != 0 && exponent[i] > largest) {
            largest = exponent[i];
        }
    }
    double value = 0, magnitude = 0;
    for (int i = 0; i < count; ++i) {
        if (product[i] != 0) {
            const double term = ldexp(product[i], exponent[i] - largest);
            value += term;
            magnitude += fabs(term);
        }
    }
    // Four factors off by 2^-52, four products and eight sums of 2^-53 each; and what ldexp
    // flushes to zero is far below any term that stays.
    return (Estimate){value, 0x1p-48 * magnitude, largest};
}

// The sign of a sum: by the leading digits where they suffice.
static int SignOfSum(svIntegerArena* m, const Monomial* terms, int count) {
    const Estimate e = EstimateSum(terms, count);
    if (fabs(e.value) > e.error) {
        return e.value > 0 ? 1 : -1;
    }
    svLimb* const mark = m->next;
    const int sign = Sign(Evaluate(m, terms, count));
    m->next = mark;
    return sign;
}

// A positive number that a root is compared with: the rational p/q, or a root of the quadratic g.
typedef struct Number {
    bool rational;
    svInteger p, q;     // rational: p >= 0, q > 0
    const svInteger* g; // else: g = c + b x + a x^2 with a > 0 and two real roots,
    int which;          // -1 the smaller root, +1 the larger
} Number;

// The sign of f (four coefficients) at p/q, from its homogeneous form.
static int SignAtRational(svIntegerArena* m, const svInteger f[4], svInteger p, svInteger q) {
    const Monomial sum[4] = {{1, {&f[3], &p, &p, &p}},
                             {1, {&f[2], &p, &p, &q}},
                             {1, {&f[1], &p, &q, &q}},
                             {1, {&f[0], &q, &q, &q}}};
    return SignOfSum(m, sum, 4);
}

// b^2 - 4ac for p = c + b x + a x^2.
#define DISCRIMINANT2(p)                                                                           \
    {                                                                                              \
        {1, {&(p)[1], &(p)[1]}}, {                                                                 \
            -4, {                                                                                  \
                &(p)[0], &(p)[2]                                                                   \
            }                                                                                      \
        }                                                                                          \
    }

// The sign of s^2 - alpha^2 d, for d >= 0: by the leading digits where they suffice, else exactly.
static int CompareSquares(svIntegerArena* m, const Monomial s[6], const Monomial alpha[4],
                          const Monomial d[2]) {
    const Estimate es = EstimateSum(s, 6), ea = EstimateSum(alpha, 4), ed = EstimateSum(d, 2);
    const double leastS = fabs(es.value) - es.error, mostS = fabs(es.value) + es.error;
    const double leastA = fabs(ea.value) - ea.error, mostA = fabs(ea.value) + ea.error;
    const double leastD = ed.value - ed.error, mostD = ed.value + ed.error;
    if (leastS > 0 && leastA > 0 && leastD > 0) {
        // Both sides over 2^(2 es.exponent); the products take a few roundings more.
        const double slack = 1 + 0x1p-48;
        const int shift = 2 * ea.exponent + ed.exponent - 2 * es.exponent;
        if (leastS * leastS > ldexp(mostA * mostA * mostD * slack, shift)) {
            return 1;
        }
        if (mostS * mostS * slack < ldexp(leastA * leastA * leastD, shift)) {
            return -1;
        }
    }
    const svInteger exactS = Evaluate(m, s, 6), exactAlpha = Evaluate(m, alpha, 4);
    const svInteger square = svInteger_Multiply(m, exactAlpha, exactAlpha);
    return svInteger_Compare(svInteger_Multiply(m, exactS, exactS),
                             svInteger_Multiply(m, square, Evaluate(m, d, 2)));
}

// The sign of f (four coefficients) at a root r of g. Reducing f modulo g gives
//   2 a^3 f(r) = S +- alpha sqrt(D),  D = b^2 - 4ac,
//   S = 2a^3 f0 - a^2 b f1 + a(b^2 - 2ac) f2 - b(b^2 - 3ac) f3,
//   alpha = a^2 f1 - ab f2 + (b^2 - ac) f3.
// Where S and +-alpha do not oppose each other that is the sign; else the larger square decides.
static int SignAtQuadraticRoot(svIntegerArena* m, const svInteger f[4], const svInteger g[3],
                               int which) {
    const svInteger *a = &g[2], *b = &g[1], *c = &g[0];
    const svInteger ab = svInteger_Multiply(m, *a, *b), bb = svInteger_Multiply(m, *b, *b);
    const Monomial s[6] = {{2, {a, a, a, &f[0]}},  {-1, {a, &ab, &f[1]}}, {1, {&bb, a, &f[2]}},
                           {-2, {a, a, c, &f[2]}}, {-1, {&bb, b, &f[3]}}, {3, {&ab, c, &f[3]}}};
    const int signS = SignOfSum(m, s, 6);
    const Monomial alpha[4] = {
        {1, {a, a, &f[1]}}, {-1, {&ab, &f[2]}}, {1, {&bb, &f[3]}}, {-1, {a, c, &f[3]}}};
    const int signAlpha = which * SignOfSum(m, alpha, 4);
    if (signS * signAlpha >= 0) {
        return signS != 0 ? signS : signAlpha;
    }
    const Monomial discriminant[2] = DISCRIMINANT2(g);
    const int larger = CompareSquares(m, s, alpha, discriminant);
    return larger > 0 ? signS : larger < 0 ? signAlpha : 0;
}

static int SignOfDiscriminant2(svIntegerArena* m, const svInteger p[3]) {
    const Monomial sum[2] = DISCRIMINANT2(p);
    return SignOfSum(m, sum, 2);
}

// 18abcd - 4b^3 d + b^2 c^2 - 4a c^3 - 27a^2 d^2 for h = d + c x + b x^2 + a x^3.
static int SignOfDiscriminant3(svIntegerArena* m, const svInteger h[4]) {
    const svInteger *a = &h[3], *b = &h[2], *c = &h[1], *d = &h[0];
    const Monomial sum[5] = {{18, {a, b, c, d}},
                             {-4, {b, b, b, d}},
                             {1, {b, b, c, c}},
                             {-4, {a, c, c, c}},
                             {-27, {a, a, d, d}}};
    return SignOfSum(m, sum, 5);
}

static int SignAt(svIntegerArena* m, const svInteger f[4], const Number* x) {
    svLimb* const mark = m->next;
    const int sign =
        x->rational ? SignAtRational(m, f, x->p, x->q) : SignAtQuadraticRoot(m, f, x->g, x->which);
    m->next = mark;
    return sign;
}

// The sign of root - x for one of three different real roots, from the signs of the cubic and its
// derivatives at x, which tell how many roots lie below x: h' < 0 holds just between the critical
// points; outside them h'' tells the side.
static int CompareAmongThree(svIntegerArena* m, const svRoot* root, int signH, const Number* x) {
    const svInteger* h = root->h;
    const svInteger zero = svInteger_Zero();
    const svInteger first[4] = {h[1], svInteger_Scale(m, h[2], 2), svInteger_Scale(m, h[3], 3),
                                zero};
    const svInteger second[4] = {h[2], svInteger_Scale(m, h[3], 3), zero, zero};
    const int slope = SignAt(m, first, x);
    const int bend = slope < 0 ? 0 : SignAt(m, second, x);
    if (signH == 0) { // x is the middle, the first or the last root
        const int at = slope < 0 ? 2 : bend < 0 ? 1 : 3;
        return (root->index > at) - (root->index < at);
    }
    const int below = slope < 0 ? (signH > 0 ? 1 : 2) : bend < 0 ? signH > 0 : 2 + (signH > 0);
    return root->index <= below ? -1 : 1;
}

// The sign of root - x for a root of a cubic.
static int CompareCubic(svIntegerArena* m, const svRoot* root, const Number* x) {
    svLimb* const mark = m->next;
    const int signH = SignAt(m, root->h, x);
    // A single positive root: h < 0 before it and h > 0 behind it.
    const int order = root->index == 0 ? -signH : CompareAmongThree(m, root, signH, x);
    m->next = mark;
    return order;
}

// The sign of g at a root of a cubic, by the place of that root among the positive roots of g.
// The coefficients of g have both signs.
static int SignAtCubicRoot(svIntegerArena* m, const svRoot* root, const svInteger g[3]) {
    const int lead = Sign(g[2]);
    if (lead == 0) {
        const int slope = Sign(g[1]);
        const Number zero = {.rational = true,
                             .p = slope > 0 ? svInteger_Negate(g[0]) : g[0],
                             .q = slope > 0 ? g[1] : svInteger_Negate(g[1])};
        return slope * CompareCubic(m, root, &zero);
    }
    svInteger k[3];
    for (int i = 0; i < 3; ++i) {
        k[i] = lead < 0 ? svInteger_Negate(g[i]) : g[i];
    }
    Number r = {.g = k, .which = 1};
    if (Sign(k[0]) <= 0) { // one positive root
        return lead * CompareCubic(m, root, &r);
    }
    const int discriminant = SignOfDiscriminant2(m, k);
    if (discriminant < 0) {
        return lead;
    }
    if (discriminant == 0) { // a double root, -k1 / 2 k2
        const Number vertex = {
            .rational = true, .p = svInteger_Negate(k[1]), .q = svInteger_Scale(m, k[2], 2)};
        return CompareCubic(m, root, &vertex) == 0 ? 0 : lead;
    }
    r.which = -1;
    const int order = CompareCubic(m, root, &r);
    if (order <= 0) {
        return order < 0 ? lead : 0;
    }
    r.which = 1;
    return lead * CompareCubic(m, root, &r);
}

static int SignAtLinearRoot(svIntegerArena* m, const svRoot* root, const svInteger g[3]) {
    const svInteger f[4] = {g[0], g[1], g[2], svInteger_Zero()};
    return SignAtRational(m, f, svInteger_Negate(root->h[0]), root->h[1]);
}

int svRoot_SignOf(svIntegerArena* m, const svRoot* root, const svInteger g[3]) {
    const int s0 = Sign(g[0]), s1 = Sign(g[1]), s2 = Sign(g[2]);
    if (root->kind == SV_ROOT_AT_ZERO) {
        return s0;
    }
    if (root->kind == SV_ROOT_AT_INFINITY) {
        return s2;
    }
    if (s0 >= 0 && s1 >= 0 && s2 >= 0) {
        return s0 | s1 | s2;
    }
    if (s0 <= 0 && s1 <= 0 && s2 <= 0) {
        return -1;
    }
    svLimb* const mark = m->next;
    const svInteger f[4] = {g[0], g[1], g[2], svInteger_Zero()};
    const int sign = root->kind == SV_ROOT_LINEAR ? SignAtLinearRoot(m, root, g)
                     : root->kind == SV_ROOT_QUADRATIC
                         ? SignAtQuadraticRoot(m, f, root->h, root->index)
                         : SignAtCubicRoot(m, root, g);
    m->next = mark;
    return sign;
}

// The sign of root - x for a root of a quadratic: outside its two roots h' tells the side.
static int CompareQuadratic(svIntegerArena* m, const svRoot* root, const Number* x) {
    const svInteger* h = root->h;
    const svInteger zero = svInteger_Zero();
    const svInteger slopeOf[4] = {h[1], svInteger_Scale(m, h[2], 2), zero, zero};
    const int slope = SignAt(m, slopeOf, x);
    if (slope * root->index < 0) { // x lies on the far side of the vertex
        return root->index;
    }
    return -root->index * SignAt(m, h, x);
}

int svRoot_CompareTime(svIntegerArena* m, const svRoot* root, int64_t j, int k) {
    const int64_t whole = (int64_t)1 << k;
    if (root->kind == SV_ROOT_AT_ZERO) {
        return j == 0 ? 0 : -1;
    }
    if (root->kind == SV_ROOT_AT_INFINITY) {
        return j == whole ? 0 : 1;
    }
    if (j == 0 || j == whole) { // the root lies strictly between
        return j == 0 ? 1 : -1;
    }
    svLimb* const mark = m->next;
    const Number x = {.rational = true,
                      .p = svInteger_FromShifted(m, j, 0),
                      .q = svInteger_FromShifted(m, whole - j, 0)};
    int order;
    if (root->kind == SV_ROOT_LINEAR) {
        order = -SignAt(m, root->h, &x);
    } else if (root->kind == SV_ROOT_QUADRATIC) {
        order = CompareQuadratic(m, root, &x);
    } else {
        order = CompareCubic(m, root, &x);
    }
    m->next = mark;
    return order;
}

// A list of roots under construction. `orientation` is the sign of the polynomial behind its last
// positive root.
typedef struct RootList {
    svRoot* roots;
    int count, orientation;
} RootList;

// Appends a root with `behind` roots behind it or at it, multiple ones counted.
static void AppendRoot(RootList* list, svRoot root, svRootKind kind, int index, int behind) {
    root.kind = kind;
    root.index = index;
    root.before = behind % 2 == 0 ? list->orientation : -list->orientation;
    list->roots[list->count++] = root;
}

// Appends the rational root p/q, q > 0, if it is positive.
static void AppendRational(RootList* list, svInteger p, svInteger q, int behind) {
    if (Sign(p) > 0) {
        AppendRoot(list, (svRoot){.h = {svInteger_Negate(p), q}}, SV_ROOT_LINEAR, 0, behind);
    }
}

// The roots of h = d + c x + b x^2 + a x^3 with discriminant 0: with E = b^2 - 3ac >= 0,
// (9ad - bc) / 2E twice and (4abc - 9a^2 d - b^3) / aE, or, where E = 0, -b / 3a three times.
static void AppendMultiple(svIntegerArena* m, const svInteger h[4], RootList* list) {
    const svInteger *a = &h[3], *b = &h[2], *c = &h[1], *d = &h[0];
    const Monomial e[2] = {{1, {b, b}}, {-3, {a, c}}};
    const Monomial twice[2] = {{9, {a, d}}, {-1, {b, c}}};
    const Monomial once[3] = {{4, {a, b, c}}, {-9, {a, a, d}}, {-1, {b, b, b}}};
    const svInteger valueE = Evaluate(m, e, 2);
    if (Sign(valueE) == 0) {
        AppendRational(list, svInteger_Negate(*b), svInteger_Scale(m, *a, 3), 3);
        return;
    }
    const svInteger p2 = Evaluate(m, twice, 2), q2 = svInteger_Scale(m, valueE, 2);
    const svInteger p1 = Evaluate(m, once, 3), q1 = svInteger_Multiply(m, *a, valueE);
    const bool doubleFirst =
        svInteger_Compare(svInteger_Multiply(m, p2, q1), svInteger_Multiply(m, p1, q2)) < 0;
    if (doubleFirst) {
        AppendRational(list, p2, q2, 3);
        AppendRational(list, p1, q1, 1);
    } else {
        AppendRational(list, p1, q1, 3);
        AppendRational(list, p2, q2, 2);
    }
}

// Appends the positive roots of h, whose constant coefficient is not zero and whose leading one is
// positive, given its number of sign variations.
static void AppendPositive(svIntegerArena* m, const svRoot* h, int degree, int variations,
                           RootList* list) {
    if (variations == 0) {
        return;
    }
    if (variations == 1) {
        const svRootKind kind = degree == 1   ? SV_ROOT_LINEAR
                                : degree == 2 ? SV_ROOT_QUADRATIC
                                              : SV_ROOT_CUBIC;
        AppendRoot(list, *h, kind, degree == 2 ? 1 : 0, 1);
        return;
    }
    const int discriminant =
        degree == 2 ? SignOfDiscriminant2(m, h->h) : SignOfDiscriminant3(m, h->h);
    if (degree == 2) {
        if (discriminant == 0) {
            AppendRational(list, svInteger_Negate(h->h[1]), svInteger_Scale(m, h->h[2], 2), 2);
        } else if (discriminant > 0) {
            AppendRoot(list, *h, SV_ROOT_QUADRATIC, -1, 2);
            AppendRoot(list, *h, SV_ROOT_QUADRATIC, 1, 1);
        }
        return;
    }
    if (discriminant == 0) {
        AppendMultiple(m, h->h, list);
    } else if (discriminant > 0) {
        // All roots real: as many positive ones as variations, and they are the last of the three.
        for (int index = 4 - variations; index <= 3; ++index) {
            AppendRoot(list, *h, SV_ROOT_CUBIC, index, 4 - index);
        }
    } else if (variations == 3) { // one real root, positive if the variations are odd
        AppendRoot(list, *h, SV_ROOT_CUBIC, 0, 1);
    }
}

int svPolynomial_Roots(svIntegerArena* m, const svInteger* p, int degree, svRoot* roots) {
    int low = 0, high = degree;
    while (low <= high && Sign(p[low]) == 0) {
        ++low;
    }
    if (low > high) {
        return SV_IDENTICALLY_ZERO;
    }
    while (Sign(p[high]) == 0) {
        --high;
    }
    RootList list = {roots, 0, Sign(p[high])};
    if (low > 0) {
        roots[list.count++] = (svRoot){.kind = SV_ROOT_AT_ZERO};
    }
    svRoot root = {.kind = SV_ROOT_LINEAR};
    int variations = 0, last = 1;
    for (int i = high; i >= low; --i) {
        root.h[i - low] = list.orientation < 0 ? svInteger_Negate(p[i]) : p[i];
        const int sign = Sign(root.h[i - low]);
        if (sign * last < 0) {
            ++variations;
            last = sign;
        }
    }
    AppendPositive(m, &root, high - low, variations, &list);
    if (high < degree) {
        roots[list.count++] = (svRoot){.kind = SV_ROOT_AT_INFINITY, .before = list.orientation};
    }
    return list.count;
}
