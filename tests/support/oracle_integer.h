// Doubles as integers over one common power of two, and vectors of integers.
#ifndef SELVAGE_TESTS_ORACLE_INTEGER_H
#define SELVAGE_TESTS_ORACLE_INTEGER_H

#include <gmp.h>

typedef struct oracleVector {
    mpz_t k[3];
} oracleVector;

// out[i] = values[i] / 2^e for the greatest e that makes all of them integers; returns e. The
// outputs must have been initialised.
int oracleIntegers(const double* values, int count, mpz_t* out);

void oracleVectors_Init(oracleVector* vectors, int count);
void oracleVectors_Clear(oracleVector* vectors, int count);
void oracleVector_Subtract(oracleVector* r, const oracleVector* a, const oracleVector* b);
// r is neither a nor b.
void oracleVector_Cross(oracleVector* r, const oracleVector* a, const oracleVector* b);
void oracleVector_Dot(mpz_t r, const oracleVector* a, const oracleVector* b);
int oracleVector_IsZero(const oracleVector* a);

#endif
