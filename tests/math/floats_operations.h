// What test_floats.c asks of every floats header: the operations on tables of sixteen, into plain
// arrays. A source includes one floats header, defines FLOATS_OPERATIONS as the name of its
// function, and then includes this.
#ifndef SELVAGE_TESTS_FLOATS_OPERATIONS_H
#define SELVAGE_TESTS_FLOATS_OPERATIONS_H

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

// Returns the number of lanes, 0 if the header is not for this machine's kind.
typedef int FloatsFunction(const FloatsInput* input, FloatsResult* result);
FloatsFunction FloatsScalar, FloatsAvx2, FloatsAvx512, FloatsNeon;

#endif

#ifdef FLOATS_OPERATIONS
#ifdef SV_FLOAT_LANES
static void OperateOnRows(const FloatsInput* input, FloatsResult* result) {
    const double *x = input->rows[0], *y = input->rows[1];
    const svRow a = svRow_Load(x, x + 4), b = svRow_Load(y, y + 4);
    svRow_Store(result->rows[0], svRow_Set(x[0]));
    svRow_Store(result->rows[1], svRow_Load(y, x + 4));
    svRow_Store(result->rows[2], svRow_LoadThree(x, y + 4));
    svRow_Store(result->rows[3], svRow_Add(a, b));
    svRow_Store(result->rows[4], svRow_Sub(a, b));
    svRow_Store(result->rows[5], svRow_Mul(a, b));
    svRow_Store(result->rows[6], svRow_Min(a, b));
    svRow_Store(result->rows[7], svRow_Max(a, b));
    svRow_Store(result->rows[8], svRow_LoadThreeFloats(input->x + 1, input->y + 2));
    svRow_Round(a, result->rounded);
    svRow_Difference(x, y, result->difference);
}

static void TurnRows(const FloatsInput* input, FloatsResult* result) {
    for (int at = 0; at < FLOATS_TABLE; at += SV_FLOAT_LANES) {
        const float* rows[SV_FLOAT_LANES];
        svFloats columns[6];
        for (int lane = 0; lane < SV_FLOAT_LANES; ++lane) {
            rows[lane] = FloatsInput_Row(input, at + lane);
        }
        svRows_LoadFrom(rows, columns);
        for (int k = 0; k < 6; ++k) {
            svFloats_Store(result->columns[k] + at, columns[k]);
        }
    }
}

int FLOATS_OPERATIONS(const FloatsInput* input, FloatsResult* result) {
    result->less = result->other = result->both = result->either = 0;
    for (int at = 0; at < FLOATS_TABLE; at += SV_FLOAT_LANES) {
        const svFloats x = svFloats_Load(input->x + at), y = svFloats_Load(input->y + at);
        const svFloats z = svFloats_Load(input->z + at);
        const svLanes lanes = svLanes_Load(input->indices + at);
        svFloats_Store(result->values[FLOATS_SET] + at, svFloats_Set(input->x[0]));
        svFloats_Store(result->values[FLOATS_LOAD] + at, x);
        svFloats_Store(result->values[FLOATS_MIN] + at, svFloats_Min(x, y));
        svFloats_Store(result->values[FLOATS_MAX] + at, svFloats_Max(x, y));
        svFloats_Store(result->values[FLOATS_ABS] + at, svFloats_Abs(x));
        svFloats_Store(result->values[FLOATS_SUM] + at, x + y);
        svFloats_Store(result->values[FLOATS_DIFFERENCE] + at, x - y);
        svFloats_Store(result->values[FLOATS_PRODUCT] + at, x * y);
        svFloats_Store(result->values[FLOATS_MUL_ADD] + at, svFloats_MulAdd(x, y, z));
        svFloats_Store(result->values[FLOATS_MUL_SUB] + at, svFloats_MulSub(x, y, z));
        svFloats_Store(result->values[FLOATS_LOOKUP] + at, svFloats_Lookup(input->x, lanes));
        const svLanes byBytes = svLanes_LoadByte(input->words + at, 2);
        svFloats_Store(result->values[FLOATS_LOOKUP_BYTE] + at, svFloats_Lookup(input->x, byBytes));
        svFloats_Store(result->values[FLOATS_QUOTIENT] + at, x / y);
        svFloats_Store(result->values[FLOATS_ROOT] + at, svFloats_Sqrt(x));
        const svFloatsMask less = svFloats_Less(x, y), other = svFloats_Less(z, y);
        result->less |= svFloatsMask_Bits(less) << at;
        result->other |= svFloatsMask_Bits(other) << at;
        result->both |= svFloatsMask_Bits(svFloatsMask_And(less, other)) << at;
        result->either |= svFloatsMask_Bits(svFloatsMask_Or(less, other)) << at;
    }
    result->listed = 0;
    for (int at = 0; at < FLOATS_TABLE; at += SV_FLOAT_LANES) {
        const uint32_t bits = input->bits >> at & (uint32_t)((1ull << SV_FLOAT_LANES) - 1);
        svBits_List(result->list + result->listed, 100 + (uint32_t)at, bits);
        result->listed += (uint32_t)__builtin_popcount(bits);
    }
    result->found = svBits_Lookup(input->bits, input->indices);
    result->equal = svIds_Equal(input->words, input->words[3]);
    const uint32_t p = input->words[0], q = input->words[1];
    result->between = svIds_Between(input->words, p < q ? p : q, p < q ? q : p);
    svFloats sum = svFloats_Load(input->x), least = sum, most = sum;
    for (int at = SV_FLOAT_LANES; at < FLOATS_TABLE; at += SV_FLOAT_LANES) {
        const svFloats x = svFloats_Load(input->x + at);
        sum = sum + x;
        least = svFloats_Min(least, x);
        most = svFloats_Max(most, x);
    }
    result->sumLanes = svFloats_SumLanes(sum);
    result->minLane = svFloats_MinLane(least);
    result->maxLane = svFloats_MaxLane(most);
    OperateOnRows(input, result);
    TurnRows(input, result);
    return SV_FLOAT_LANES;
}
#else
int FLOATS_OPERATIONS(const FloatsInput* input, FloatsResult* result) {
    (void)input;
    (void)result;
    return 0;
}
#endif
#endif
