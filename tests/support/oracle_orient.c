// The orientation determinants, expanded in integers.
#include "support/oracle.h"
#include "support/oracle_integer.h"

int oracleOrient2d(const double a[2], const double b[2], const double c[2]) {
    double values[6] = {a[0], a[1], b[0], b[1], c[0], c[1]};
    mpz_t x[6], determinant;
    mpz_init(determinant);
    for (int i = 0; i < 6; ++i) {
        mpz_init(x[i]);
    }
    oracleIntegers(values, 6, x);
    // a x b + b x c + c x a: twice the area, without a difference.
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3;
        mpz_addmul(determinant, x[2 * i], x[2 * j + 1]);
        mpz_submul(determinant, x[2 * i + 1], x[2 * j]);
    }
    int sign = mpz_sgn(determinant);
    for (int i = 0; i < 6; ++i) {
        mpz_clear(x[i]);
    }
    mpz_clear(determinant);
    return sign;
}

int oracleOrient3d(const double a[3], const double b[3], const double c[3], const double d[3]) {
    const double* points[4] = {a, b, c, d};
    double values[12];
    oracleVector v[4], r[4];
    mpz_t determinant;
    mpz_init(determinant);
    oracleVectors_Init(v, 4);
    oracleVectors_Init(r, 4);
    for (int i = 0; i < 12; ++i) {
        values[i] = points[i / 3][i % 3];
    }
    oracleIntegers(values, 12, &v[0].k[0]);
    for (int i = 0; i < 3; ++i) {
        oracleVector_Subtract(&r[i], &v[i + 1], &v[0]);
    }
    oracleVector_Cross(&r[3], &r[0], &r[1]);
    oracleVector_Dot(determinant, &r[3], &r[2]);
    int sign = mpz_sgn(determinant);
    oracleVectors_Clear(v, 4);
    oracleVectors_Clear(r, 4);
    mpz_clear(determinant);
    return sign;
}
