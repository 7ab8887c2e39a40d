#include "predicates/polynomial.h"

// Short names for the formulas of this file; every value lives in the arena `m` (memory).
static svInteger Add(svIntegerArena* m, svInteger a, svInteger b) {
    return svInteger_Add(m, a, b);
}

static svInteger Sub(svIntegerArena* m, svInteger a, svInteger b) {
    return svInteger_Subtract(m, a, b);
}

static svInteger Mul(svIntegerArena* m, svInteger a, svInteger b) {
    return svInteger_Multiply(m, a, b);
}

static svInteger Scale(svIntegerArena* m, svInteger a, int32_t k) {
    return svInteger_Scale(m, a, k);
}

static int Sign(svInteger a) {
    return svInteger_Sign(a);
}

// A positive number that a root is compared with: the rational p/q, or a root of the quadratic g.
typedef struct Number {
    bool rational;
    svInteger p, q;     // rational: p >= 0, q > 0
    const svInteger* g; // else: g = c + b x + a x^2 with a > 0 and real roots,
    int which;          // -1 the smaller root, +1 the larger, 0 a double root
} Number;

// The sign of f (four coefficients) at p/q: f's homogeneous form by Horner's rule.
static int SignAtRational(svIntegerArena* m, const svInteger f[4], svInteger p, svInteger q) {
    svInteger value = f[3], power = q;
    for (int i = 2; i >= 0; --i) {
        value = Add(m, Mul(m, value, p), Mul(m, f[i], power));
        if (i > 0) {
            power = Mul(m, power, q);
        }
    }
    return Sign(value);
}

svInteger svPolynomial_Discriminant2(svIntegerArena* m, const svInteger p[3]) {
    return Sub(m, Mul(m, p[1], p[1]), Scale(m, Mul(m, p[0], p[2]), 4));
}

// The sign of f (four coefficients) at a root r of g. Reducing f modulo g gives
//   2 a^3 f(r) = S +- alpha sqrt(D),  D = b^2 - 4ac.
// Where S and +-alpha do not oppose each other that is the sign; else the larger square decides.
static int SignAtQuadraticRoot(svIntegerArena* m, const svInteger f[4], const svInteger g[3],
                               int which) {
    const svInteger a = g[2], b = g[1], c = g[0];
    const svInteger aa = Mul(m, a, a), ab = Mul(m, a, b), ac = Mul(m, a, c), bb = Mul(m, b, b);
    // S = 2a^3 f0 - a^2 b f1 + a(b^2 - 2ac) f2 - b(b^2 - 3ac) f3
    svInteger s = Scale(m, Mul(m, Mul(m, aa, a), f[0]), 2);
    s = Sub(m, s, Mul(m, Mul(m, aa, b), f[1]));
    s = Add(m, s, Mul(m, Mul(m, a, Sub(m, bb, Scale(m, ac, 2))), f[2]));
    s = Sub(m, s, Mul(m, Mul(m, b, Sub(m, bb, Scale(m, ac, 3))), f[3]));
    if (which == 0) {
        return Sign(s);
    }
    // alpha = a^2 f1 - ab f2 + (b^2 - ac) f3
    svInteger alpha = Sub(m, Mul(m, aa, f[1]), Mul(m, ab, f[2]));
    alpha = Add(m, alpha, Mul(m, Sub(m, bb, ac), f[3]));
    const int signS = Sign(s), signAlpha = which * Sign(alpha);
    if (signS * signAlpha >= 0) {
        return signS != 0 ? signS : signAlpha;
    }
    const svInteger discriminant = svPolynomial_Discriminant2(m, g);
    const int larger = svInteger_Compare(Mul(m, s, s), Mul(m, Mul(m, alpha, alpha), discriminant));
    return larger > 0 ? signS : larger < 0 ? signAlpha : 0;
}

static int SignAt(svIntegerArena* m, const svInteger f[4], const Number* x) {
    svLimb* const mark = m->next;
    const int sign =
        x->rational ? SignAtRational(m, f, x->p, x->q) : SignAtQuadraticRoot(m, f, x->g, x->which);
    m->next = mark;
    return sign;
}

// How many roots of a cubic with three real ones lie below x, and how many at it, from the signs of
// the cubic and its derivatives there. h' < 0 holds just between the critical points; outside them
// h'' tells the side.
static int CompareAmongThree(svIntegerArena* m, const svRoot* root, int signH, const Number* x) {
    const svInteger* h = root->h;
    const svInteger zero = svInteger_Zero();
    const svInteger first[4] = {h[1], Scale(m, h[2], 2), Scale(m, h[3], 3), zero};
    const svInteger second[4] = {h[2], Scale(m, h[3], 3), zero, zero};
    const int slope = SignAt(m, first, x);
    const int bend = slope < 0 ? 0 : SignAt(m, second, x);
    int below, at = 0;
    if (signH != 0) {
        below = slope < 0  ? (signH > 0 ? 1 : 2)
                : bend < 0 ? (signH > 0 ? 1 : 0)
                           : (signH > 0 ? 3 : 2);
    } else if (slope != 0) {
        at = 1;
        below = slope < 0 ? 1 : bend < 0 ? 0 : 2;
    } else {
        at = bend == 0 ? 3 : 2;
        below = bend > 0 ? 1 : 0;
    }
    return root->index <= below ? -1 : root->index <= below + at ? 0 : 1;
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
    const int discriminant = Sign(svPolynomial_Discriminant2(m, k));
    if (discriminant < 0) {
        return lead;
    }
    r.which = discriminant == 0 ? 0 : -1;
    const int order = CompareCubic(m, root, &r);
    if (order == 0) {
        return 0;
    }
    if (order < 0 || discriminant == 0) {
        return lead;
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
    const svInteger slopeOf[4] = {h[1], Scale(m, h[2], 2), zero, zero};
    const int slope = SignAt(m, slopeOf, x);
    if (root->index == 0) {
        return -slope;
    }
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

// 18abcd - 4b^3 d + b^2 c^2 - 4a c^3 - 27a^2 d^2 for h = d + c x + b x^2 + a x^3.
static svInteger Discriminant3(svIntegerArena* m, const svInteger h[4]) {
    const svInteger a = h[3], b = h[2], c = h[1], d = h[0];
    const svInteger ad = Mul(m, a, d), bc = Mul(m, b, c), bb = Mul(m, b, b), cc = Mul(m, c, c);
    svInteger sum = Scale(m, Mul(m, ad, bc), 18);
    sum = Sub(m, sum, Scale(m, Mul(m, bb, Mul(m, b, d)), 4));
    sum = Add(m, sum, Mul(m, bc, bc));
    sum = Sub(m, sum, Scale(m, Mul(m, cc, Mul(m, a, c)), 4));
    return Sub(m, sum, Scale(m, Mul(m, ad, ad), 27));
}

// The positive roots of h (constant and leading coefficient not zero, the latter positive), given
// its number of sign variations; returns the new number of roots.
static int AppendPositive(svIntegerArena* m, const svRoot* like, int degree, int variations,
                          svRoot* roots, int count) {
    svRoot root = *like;
    if (variations == 0) {
        return count;
    }
    if (degree == 1 || variations == 1) {
        root.kind = degree == 1 ? SV_ROOT_LINEAR : degree == 2 ? SV_ROOT_QUADRATIC : SV_ROOT_CUBIC;
        root.index = degree == 2 ? 1 : 0;
        roots[count++] = root;
        return count;
    }
    svLimb* const mark = m->next;
    const int discriminant =
        Sign(degree == 2 ? svPolynomial_Discriminant2(m, root.h) : Discriminant3(m, root.h));
    m->next = mark;
    if (degree == 2) {
        root.kind = SV_ROOT_QUADRATIC;
        for (root.index = -1; discriminant > 0 && root.index <= 1; root.index += 2) {
            roots[count++] = root;
        }
        if (discriminant == 0) {
            root.index = 0;
            roots[count++] = root;
        }
        return count;
    }
    root.kind = SV_ROOT_CUBIC;
    if (discriminant < 0) { // one real root, positive if the variations are odd
        root.index = 0;
        if (variations == 3) {
            roots[count++] = root;
        }
        return count;
    }
    // All roots real: as many positive ones as variations, and they are the last of the three.
    for (root.index = 4 - variations; root.index <= 3; ++root.index) {
        roots[count++] = root;
    }
    return count;
}

int svPolynomial_Roots(svIntegerArena* m, const svInteger* p, int degree, svRoot* roots) {
    int low = 0, high = degree, count = 0;
    while (low <= high && Sign(p[low]) == 0) {
        ++low;
    }
    if (low > high) {
        return SV_IDENTICALLY_ZERO;
    }
    while (Sign(p[high]) == 0) {
        --high;
    }
    svRoot root = {.kind = SV_ROOT_AT_ZERO};
    if (low > 0) {
        roots[count++] = root;
    }
    const bool flip = Sign(p[high]) < 0;
    int variations = 0, last = 1;
    for (int i = high; i >= low; --i) {
        root.h[i - low] = flip ? svInteger_Negate(p[i]) : p[i];
        const int sign = Sign(root.h[i - low]);
        if (sign * last < 0) {
            ++variations;
            last = sign;
        }
    }
    count = AppendPositive(m, &root, high - low, variations, roots, count);
    if (high < degree) {
        roots[count++] = (svRoot){.kind = SV_ROOT_AT_INFINITY};
    }
    return count;
}
