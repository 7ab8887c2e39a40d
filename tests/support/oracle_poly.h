// Integer polynomials of small degree, their real roots in [0,1], and signs at those roots.
//
// Roots are isolated by Descartes' rule of signs on halved intervals (the Vincent-Collins-Akritas
// method), refined by quadratic interval refinement (Abbott 2006), and a polynomial is known to
// vanish at a root when its gcd with the root's polynomial does.
#ifndef SELVAGE_TESTS_ORACLE_POLY_H
#define SELVAGE_TESTS_ORACLE_POLY_H

#include <gmp.h>
#include <stdbool.h>

enum { POLY_MAX_DEGREE = 4 };

typedef struct Poly {
    int degree;                   // -1: the zero polynomial
    mpz_t c[POLY_MAX_DEGREE + 1]; // c[i] belongs to t^i; those above the degree mean nothing
} Poly;

void Poly_Init(Poly* p);
void Poly_Clear(Poly* p);
void Poly_Set(Poly* p, const Poly* a);
// p = start + t (end - start).
void Poly_SetLinear(Poly* p, const mpz_t start, const mpz_t end);
void Poly_Add(Poly* r, const Poly* a, const Poly* b);
void Poly_Subtract(Poly* r, const Poly* a, const Poly* b);
// In these r is neither a nor b, nor one of their components.
void Poly_Multiply(Poly* r, const Poly* a, const Poly* b);
void Poly_Cross(Poly r[3], const Poly a[3], const Poly b[3]);
void Poly_Dot(Poly* r, const Poly a[3], const Poly b[3]);

// A real root: numerator / 2^scale itself (`exact`), or the only root of `poly`, a simple one, in
// the open interval from numerator / 2^scale to (numerator + 1) / 2^scale.
typedef struct Root {
    const Poly* poly;
    mpz_t numerator;
    unsigned long scale;
    int signLo;             // of poly just right of the interval's left end
    unsigned long gainBits; // what the next refinement tries
    bool exact;
} Root;

// The distinct roots of a polynomial in [0,1], ascending.
typedef struct RootSet {
    Poly poly; // the polynomial or its square-free part
    Root roots[POLY_MAX_DEGREE];
    int count;
} RootSet;

// `p` must not be zero. The set must not move while its roots are in use.
void RootSet_Init(RootSet* set, const Poly* p);
void RootSet_Clear(RootSet* set);

// The sign of g at the root. Refines the root as far as that takes.
int Root_SignOf(Root* root, const Poly* g);
// The sign of root - value, for a finite double.
int Root_Compare(const Root* root, double value);

#endif
