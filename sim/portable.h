// Logarithm, sine and cosine of plain operations, so that a simulation has the same bytes with
// every C library, WebAssembly's included: those of libm differ in the last place. Right to a few
// units there, which is what forces and placements need.
#ifndef SELVAGE_SIM_PORTABLE_H
#define SELVAGE_SIM_PORTABLE_H

#include <math.h>

// The natural logarithm of a positive, finite number: x = 2^e m with m from sqrt(1/2) to sqrt(2),
// log m = 2 artanh s, s = (m-1)/(m+1), |s| < 0.1716; the series is cut off below 2^-58.
static inline double svPortable_Log(double x) {
    int exponent;
    double m = frexp(x, &exponent);
    if (m < 0.7071067811865476) {
        m *= 2;
        --exponent;
    }
    const double s = (m - 1) / (m + 1), s2 = s * s;
    double sum = 1.0 / 23;
    for (int k = 21; k >= 1; k -= 2) {
        sum = sum * s2 + 1.0 / k;
    }
    // log 2 in two parts, the first with bits to spare: its product with the exponent is exact.
    return exponent * 6.93147180369123816490e-01 +
           (2 * s * sum + exponent * 1.90821492927058770002e-10);
}

// The sine of k pi + r, where pi is taken in three parts of which the first two have bits to spare;
// |r| <= pi/2, and the series is cut off below 2^-60.
static inline double svPortable_SineOf(double x, double k) {
    const double r = ((x - k * 3.14159265160560607910e+00) - k * 1.98418714791870343106e-09) -
                     k * 1.14423774522196636802e-17;
    const double r2 = r * r;
    double sum = 1;
    for (int n = 22; n >= 2; n -= 2) {
        sum = 1 - sum * r2 / (n * (n + 1));
    }
    const double whole = floor(k);
    return (whole * 0.5 == floor(whole * 0.5) ? r : -r) * sum;
}

// The sine of an angle up to some millions.
static inline double svPortable_Sin(double x) {
    return svPortable_SineOf(x, floor(x * 0.3183098861837907 + 0.5));
}

// The cosine: cos x = -sin(x - (k + 1/2) pi) for even k.
static inline double svPortable_Cos(double x) {
    return -svPortable_SineOf(x, floor(x * 0.3183098861837907) + 0.5);
}

#endif
