// Single coordinates for the generators.
#ifndef SELVAGE_TESTS_GENERATE_NUMBERS_H
#define SELVAGE_TESTS_GENERATE_NUMBERS_H

#include "support/random.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

static inline bool Coin(Random* random) {
    return Random_Below(random, 2) == 0;
}

// An integer from -radius to radius; 0 has either sign.
static inline double GridNumber(Random* random, int radius) {
    double value = Random_Between(random, -radius, radius);
    return value == 0.0 && Coin(random) ? -0.0 : value;
}

// A multiple of 2^-bits in [-1,1]: sums and small multiples of a few of them are exact.
static inline double ShortNumber(Random* random, int bits) {
    return ldexp(Random_Between(random, -(1 << bits), 1 << bits), -bits);
}

static inline double DecimalNumber(Random* random) {
    return 0.1 * Random_Between(random, -10, 10);
}

static inline double DenormalNumber(Random* random) {
    return ldexp(Random_Between(random, -8, 8), -1074);
}

static inline double TinyNumber(Random* random) {
    return ldexp(Random_Signed(random), Random_Between(random, -1074, -1015));
}

// Up to about DBL_MAX, so that differences overflow.
static inline double HugeNumber(Random* random) {
    if (Coin(random)) {
        return Random_Between(random, -2, 2) * 0x1.fffffffffffffp1022;
    }
    return Random_Signed(random) * 0x1.fffffffffffffp1023;
}

static inline double SpreadNumber(Random* random, int binades) {
    return ldexp(Random_Signed(random), binades / 2 - Random_Below(random, binades));
}

// Any finite double, by its bits.
static inline double AnyNumber(Random* random) {
    double value;
    do {
        uint64_t bits = Random_Bits(random);
        memcpy(&value, &bits, sizeof value);
    } while (!isfinite(value));
    return value;
}

// A neighbour of the number, one unit in the last place away.
static inline double Nudged(Random* random, double value) {
    return nextafter(value, Coin(random) ? HUGE_VAL : -HUGE_VAL);
}

#endif
