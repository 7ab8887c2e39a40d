// The operations of math/simd.h for test_floats.c. Compiled once per instruction set
// (math/target.h).

#include "floats_operations.h"

#include "math/simd.h"

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

int SV_TARGET_JOIN(FloatsOperations, SV_TARGET_SUFFIX)(const FloatsInput* input,
                                                       FloatsResult* result) {
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
