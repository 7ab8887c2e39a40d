#include "support/oracle_integer.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>

// value = mantissa * 2^exponent, the mantissa odd or zero.
static int64_t Decompose(double value, int* exponent) {
    int64_t mantissa = (int64_t)ldexp(frexp(value, exponent), 53);
    *exponent -= 53;
    while (mantissa != 0 && mantissa % 2 == 0) {
        mantissa /= 2;
        ++*exponent;
    }
    return mantissa;
}

int oracleIntegers(const double* values, int count, mpz_t* out) {
    enum { MAX_COUNT = 32 };
    int64_t mantissas[MAX_COUNT];
    int exponents[MAX_COUNT];
    int least = INT_MAX;
    assert(count <= MAX_COUNT);
    for (int i = 0; i < count; ++i) {
        mantissas[i] = Decompose(values[i], &exponents[i]);
        if (mantissas[i] != 0 && exponents[i] < least) {
            least = exponents[i];
        }
    }
    for (int i = 0; i < count; ++i) {
        mpz_set_d(out[i], (double)mantissas[i]); // exact: a long may have 32 bits only
        if (mantissas[i] != 0) {
            mpz_mul_2exp(out[i], out[i], (mp_bitcnt_t)(exponents[i] - least));
        }
    }
    return least == INT_MAX ? 0 : least;
}

void oracleVectors_Init(oracleVector* vectors, int count) {
    for (int i = 0; i < 3 * count; ++i) {
        mpz_init(vectors[i / 3].k[i % 3]);
    }
}

void oracleVectors_Clear(oracleVector* vectors, int count) {
    for (int i = 0; i < 3 * count; ++i) {
        mpz_clear(vectors[i / 3].k[i % 3]);
    }
}

void oracleVector_Subtract(oracleVector* r, const oracleVector* a, const oracleVector* b) {
    for (int k = 0; k < 3; ++k) {
        mpz_sub(r->k[k], a->k[k], b->k[k]);
    }
}

void oracleVector_Cross(oracleVector* r, const oracleVector* a, const oracleVector* b) {
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        mpz_mul(r->k[k], a->k[i], b->k[j]);
        mpz_submul(r->k[k], a->k[j], b->k[i]);
    }
}

void oracleVector_Dot(mpz_t r, const oracleVector* a, const oracleVector* b) {
    mpz_t sum;
    mpz_init(sum);
    for (int k = 0; k < 3; ++k) {
        mpz_addmul(sum, a->k[k], b->k[k]);
    }
    mpz_swap(r, sum);
    mpz_clear(sum);
}

int oracleVector_IsZero(const oracleVector* a) {
    return mpz_sgn(a->k[0]) == 0 && mpz_sgn(a->k[1]) == 0 && mpz_sgn(a->k[2]) == 0;
}
