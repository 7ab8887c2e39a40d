// Powers of five, rounded down to 128 bits with a bound on the error.
#ifndef SELVAGE_IO_POWER5_H
#define SELVAGE_IO_POWER5_H

#include <stdint.h>

// 5^e lies in [mantissa, mantissa + slack] * 2^exponent, where the mantissa is high:low with its
// top bit set. Slack 0: exactly.
typedef struct svPower5 {
    uint64_t high, low;
    int exponent;
    uint32_t slack;
} svPower5;

#define SV_POWER5_MIN (-351)
#define SV_POWER5_MAX 350

// For e from SV_POWER5_MIN to SV_POWER5_MAX.
svPower5 svPower5_Make(int e);

// The product of two words: returns its high word.
static inline uint64_t svMultiplyWords(uint64_t a, uint64_t b, uint64_t* low) {
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 Wide;
    const Wide product = (Wide)a * b;
    *low = (uint64_t)product;
    return (uint64_t)(product >> 64);
#else
    const uint64_t a0 = (uint32_t)a, a1 = a >> 32;
    const uint64_t b0 = (uint32_t)b, b1 = b >> 32;
    const uint64_t p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0;
    const uint64_t middle = p10 + (p00 >> 32) + (uint32_t)p01;
    *low = middle << 32 | (uint32_t)p00;
    return a1 * b1 + (middle >> 32) + (p01 >> 32);
#endif
}

#endif
