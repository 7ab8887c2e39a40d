// Exact roots of polynomials of degree at most three, and signs at those roots.
//
// Time enters as x = t/(1-t), which maps [0,1] onto [0,inf]. A polynomial in t of degree n, divided
// by (1-t)^n, becomes a polynomial in x whose coefficients are the Bernstein coefficients times
// binomials. t=0 is x=0 and reads the constant term; t=1 is x=inf and reads the leading term; times
// in between are positive roots, which Descartes' rule counts by sign variations.
//
// No bisection, no gcd, no Sturm chains: every answer is the sign of a fixed integer expression, so
// the cost is bounded. The leading digits decide most of these signs; what they leave is evaluated
// in full.
#ifndef SELVAGE_PREDICATES_POLYNOMIAL_H
#define SELVAGE_PREDICATES_POLYNOMIAL_H

#include "predicates/integer.h"

typedef enum svRootKind {
    SV_ROOT_AT_ZERO,     // t = 0
    SV_ROOT_AT_INFINITY, // t = 1
    SV_ROOT_LINEAR,
    SV_ROOT_QUADRATIC,
    SV_ROOT_CUBIC
} svRootKind;

// One root in [0,inf]. Multiple roots are rational in the coefficients and come as SV_ROOT_LINEAR.
typedef struct svRoot {
    svRootKind kind;
    // Quadratic: -1 the smaller root, +1 the larger. Cubic: which of the three real roots in
    // ascending order, 1 to 3; 0 the only positive one.
    int index;
    // The sign of the polynomial just before the root; 0 for a root at zero.
    int before;
    // The root is a root of h, lowest coefficient first, the leading one positive: linear 2,
    // quadratic 3, cubic 4 coefficients; the rest are zero.
    svInteger h[4];
} svRoot;

#define SV_IDENTICALLY_ZERO (-1)
#define SV_MAX_ROOTS 5

// The roots in [0,inf] of p (degree + 1 coefficients, degree <= 3) in ascending order, each once,
// at most SV_MAX_ROOTS. Returns their number, or SV_IDENTICALLY_ZERO.
int svPolynomial_Roots(svIntegerArena* arena, const svInteger* p, int degree, svRoot* roots);

// The sign of the quadratic g (three coefficients) at a root. At infinity: of its leading term.
int svRoot_SignOf(svIntegerArena* arena, const svRoot* root, const svInteger g[3]);

// The sign of t - j/2^k, where t is the root's time: 0 <= j <= 2^k, k <= 62.
int svRoot_CompareTime(svIntegerArena* arena, const svRoot* root, int64_t j, int k);

#endif
