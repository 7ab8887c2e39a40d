// Numbers that look random and are the same on every machine (splitmix64).
#ifndef SELVAGE_BENCH_RANDOM_H
#define SELVAGE_BENCH_RANDOM_H

#include <stdint.h>

typedef struct Random {
    uint64_t state;
} Random;

static inline uint64_t Random_Bits(Random* random) {
    uint64_t z = random->state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

// Uniform in [-1, 1), a multiple of 2^-52.
static inline double Random_Signed(Random* random) {
    return (double)(int64_t)(Random_Bits(random) >> 11) * 0x1p-52 - 1.0;
}

// Uniform integer from least to most.
static inline int Random_Integer(Random* random, int least, int most) {
    return least + (int)(Random_Bits(random) % (uint64_t)(most - least + 1));
}

#endif
