// What test_shorts.c asks of the shorts header of every instruction set: its operations on all
// lanes at once, into plain arrays (shorts_operations.c).
#ifndef SELVAGE_TESTS_SHORTS_OPERATIONS_H
#define SELVAGE_TESTS_SHORTS_OPERATIONS_H

#include "math/target.h"
#include "selvage/base.h"

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

typedef void ShortsFunction(const ShortsInput* input, ShortsResult* result);

ShortsFunction SV_TARGET_JOIN(ShortsOperations, SV_TARGET_SUFFIX);

#endif
