// Random numbers that are the same everywhere: splitmix64 (Steele, Lea, Flood 2014).
#ifndef SELVAGE_TESTS_RANDOM_H
#define SELVAGE_TESTS_RANDOM_H

#include <stdint.h>

typedef struct Random {
    uint64_t state;
} Random;

static inline uint64_t Random_Bits(Random* random) {
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

// From 0 to n - 1.
static inline int Random_Below(Random* random, int n) {
    return (int)(Random_Bits(random) % (uint64_t)n);
}

// From lo to hi, both included.
static inline int Random_Between(Random* random, int lo, int hi) {
    return lo + Random_Below(random, hi - lo + 1);
}

// In [0,1), a multiple of 2^-53.
static inline double Random_Unit(Random* random) {
    return (double)(Random_Bits(random) >> 11) * 0x1p-53;
}

// In [-1,1), a multiple of 2^-52.
static inline double Random_Signed(Random* random) {
    return 2.0 * Random_Unit(random) - 1.0;
}

#endif
