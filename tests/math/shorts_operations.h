// What test_shorts.c asks of every shorts header: the operations on tables of sixteen. A source
// includes one of them, defines SHORTS_OPERATIONS as the name of its function, and then includes
// this.
#ifndef SELVAGE_TESTS_SHORTS_OPERATIONS_H
#define SELVAGE_TESTS_SHORTS_OPERATIONS_H

#include <stdbool.h>
#include <stdint.h>

enum { SHORTS_TABLE = 16 };

typedef struct ShortsInput {
    _Alignas(64) int16_t x[SHORTS_TABLE];
    _Alignas(64) int16_t y[SHORTS_TABLE];
    _Alignas(64) float floats[SHORTS_TABLE];
    float factor, shift;
    uint8_t indices[SHORTS_TABLE];
} ShortsInput;

typedef struct ShortsResult {
    _Alignas(64) int16_t set[SHORTS_TABLE]; // of x[0]
    int16_t load[SHORTS_TABLE];
    int16_t sum[SHORTS_TABLE];
    int16_t difference[SHORTS_TABLE];
    int16_t min[SHORTS_TABLE];
    int16_t max[SHORTS_TABLE];
    int16_t lookup[SHORTS_TABLE]; // in x
    int16_t round[SHORTS_TABLE];
    uint32_t above; // x above y[0]
} ShortsResult;

// False if the header is not for this machine's kind.
typedef bool ShortsFunction(const ShortsInput* input, ShortsResult* result);
ShortsFunction ShortsScalar, ShortsAvx2, ShortsAvx512, ShortsNeon;

#endif

#ifdef SHORTS_OPERATIONS
#ifdef SELVAGE_MATH_SHORTS_H
bool SHORTS_OPERATIONS(const ShortsInput* input, ShortsResult* result) {
    const svShorts x = svShorts_Load(input->x), y = svShorts_Load(input->y);
    svShorts_Store(result->set, svShorts_Set(input->x[0]));
    svShorts_Store(result->load, x);
    svShorts_Store(result->sum, svShorts_Add(x, y));
    svShorts_Store(result->difference, svShorts_Sub(x, y));
    svShorts_Store(result->min, svShorts_Min(x, y));
    svShorts_Store(result->max, svShorts_Max(x, y));
    svShorts_Store(result->lookup, svShorts_Lookup(input->x, svShortLanes_Load(input->indices)));
    svShorts_Store(result->round, svShorts_Round(input->floats, input->factor, input->shift));
    result->above = svShorts_Above(x, input->y[0]);
    return true;
}
#else
bool SHORTS_OPERATIONS(const ShortsInput* input, ShortsResult* result) {
    (void)input;
    (void)result;
    return false;
}
#endif
#endif
