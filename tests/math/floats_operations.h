// What test_floats.c asks of the floats header of every instruction set: its operations on all
// lanes at once, into plain arrays (floats_operations.c).
#ifndef SELVAGE_TESTS_FLOATS_OPERATIONS_H
#define SELVAGE_TESTS_FLOATS_OPERATIONS_H

#include "math/target.h"
#include "selvage/base.h"

#include <stdint.h>

enum { FLOATS_TABLE = 16 };

typedef struct FloatsInput {
    _Alignas(64) float x[FLOATS_TABLE];
    _Alignas(64) float y[FLOATS_TABLE];
    _Alignas(64) float z[FLOATS_TABLE];
    uint8_t indices[FLOATS_TABLE];
    _Alignas(64) uint32_t words[FLOATS_TABLE]; // an index in the lowest four bits of each byte
    uint32_t bits;
    double rows[2][8];
} FloatsInput;

// One of the rows of eight floats in x and y, for each lane another.
static inline const float* FloatsInput_Row(const FloatsInput* input, int lane) {
    const int index = input->indices[lane];
    return (index % 4 < 2 ? input->x : input->y) + 8 * (index % 2);
}

// Members in the order of their names below; each table aligned as the inputs are.
typedef enum FloatsOperation {
    FLOATS_SET, // of x[0]
    FLOATS_LOAD,
    FLOATS_MIN,
    FLOATS_MAX,
    FLOATS_ABS,
    FLOATS_SUM,
    FLOATS_DIFFERENCE,
    FLOATS_PRODUCT,
    FLOATS_MUL_ADD,
    FLOATS_MUL_SUB,
    FLOATS_LOOKUP,      // in x
    FLOATS_LOOKUP_BYTE, // in x, by byte 2 of the words
    FLOATS_QUOTIENT,
    FLOATS_ROOT,
    FLOATS_OPERATION_COUNT
} FloatsOperation;

typedef struct FloatsResult {
    _Alignas(64) float values[FLOATS_OPERATION_COUNT][FLOATS_TABLE];
    uint32_t less, other, both, either; // x < y, z < y, and, or
    uint32_t found, equal;              // bits looked up; words equal to the fourth
    uint32_t between;                   // words from the lesser to the greater of the first two
    float sumLanes, minLane, maxLane;   // of x, groups of lanes taken together
    uint32_t listed;
    uint32_t list[2 * FLOATS_TABLE]; // 100 + lane where the bits are set
    // Of the rows: set (of the first double), loaded, three loaded, sum, difference, product, min,
    // max; three floats of x and of y.
    double rows[9][8];
    _Alignas(32) float rounded[8];    // the first row
    _Alignas(32) float difference[8]; // from the first row to the second
    // Of a row of eight floats for each lane: FloatsInput_Row.
    _Alignas(64) float columns[6][FLOATS_TABLE];
} FloatsResult;

// Returns the number of lanes.
typedef int FloatsFunction(const FloatsInput* input, FloatsResult* result);

FloatsFunction SV_TARGET_JOIN(FloatsOperations, SV_TARGET_SUFFIX);

#endif
