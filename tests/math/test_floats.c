// Every operation of every floats header, lane by lane, against plain C: the same bytes, but for
// the multiply-adds, which round once or twice. With TEST_EMULATED_AVX512 (tests/emulation) AVX-512
// alone, on any machine.

#include "operations.h"

#include "selvage/base.h"
#include "support/random.h"
#include "support/test.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

static bool SameBits(float a, float b) {
    return memcmp(&a, &b, sizeof(a)) == 0;
}

// IEEE leaves open which NaN an operation makes.
static bool SameValue(float a, float b) {
    return SameBits(a, b) || (isnan(a) && isnan(b));
}

static void Expect(const char* what, bool right, int lane) {
    if (!right) {
        fail_msg("%s: lane %d differs", what, lane);
    }
}

static void CheckLane(const FloatsInput* in, const FloatsResult* r, int lane) {
    const float x = in->x[lane], y = in->y[lane], z = in->z[lane];
    float value[FLOATS_OPERATION_COUNT];
    for (int i = 0; i < FLOATS_OPERATION_COUNT; ++i) {
        value[i] = r->values[i][lane];
    }
    Expect("Set", SameBits(value[FLOATS_SET], in->x[0]), lane);
    Expect("Load", SameBits(value[FLOATS_LOAD], x), lane);
    Expect("Min", SameBits(value[FLOATS_MIN], x < y ? x : y), lane);
    Expect("Max", SameBits(value[FLOATS_MAX], x > y ? x : y), lane);
    Expect("Abs", SameBits(value[FLOATS_ABS], copysignf(x, 1.0f)), lane);
    Expect("+", SameValue(value[FLOATS_SUM], x + y), lane);
    Expect("-", SameValue(value[FLOATS_DIFFERENCE], x - y), lane);
    Expect("*", SameValue(value[FLOATS_PRODUCT], x * y), lane);
    Expect("MulAdd",
           SameValue(value[FLOATS_MUL_ADD], x * y + z) ||
               SameValue(value[FLOATS_MUL_ADD], fmaf(x, y, z)),
           lane);
    Expect("MulSub",
           SameValue(value[FLOATS_MUL_SUB], z - x * y) ||
               SameValue(value[FLOATS_MUL_SUB], fmaf(-x, y, z)),
           lane);
    Expect("Lookup", SameBits(value[FLOATS_LOOKUP], in->x[in->indices[lane]]), lane);
    Expect("LoadByte", SameBits(value[FLOATS_LOOKUP_BYTE], in->x[in->words[lane] >> 16 & 15]),
           lane);
    Expect("/", SameValue(value[FLOATS_QUOTIENT], x / y), lane);
    Expect("Sqrt", SameValue(value[FLOATS_ROOT], sqrtf(x)), lane);
    Expect("bits", (r->found >> lane & 1) == (in->bits >> in->indices[lane] & 1), lane);
    Expect("Equal", (r->equal >> lane & 1) == (in->words[lane] == in->words[3]), lane);
    const uint32_t p = in->words[0], q = in->words[1], word = in->words[lane];
    const bool between = word >= (p < q ? p : q) && word <= (p < q ? q : p);
    Expect("Between", (r->between >> lane & 1) == between, lane);
    Expect("Less", (r->less >> lane & 1) == (x < y), lane);
    Expect("Less", (r->other >> lane & 1) == (z < y), lane);
    Expect("And", (r->both >> lane & 1) == (x < y && z < y), lane);
    Expect("Or", (r->either >> lane & 1) == (x < y || z < y), lane);
}

// Where all lanes are numbers; sums of sixteen are off by at most fifteen roundings of the largest
// partial sum.
static void CheckLanesTogether(const FloatsInput* in, const FloatsResult* r) {
    float least = in->x[0], most = in->x[0];
    double sum = 0, size = 0;
    for (int lane = 0; lane < FLOATS_TABLE; ++lane) {
        if (!isfinite(in->x[lane])) {
            return;
        }
        least = fminf(least, in->x[lane]);
        most = fmaxf(most, in->x[lane]);
        sum += (double)in->x[lane];
        size += fabs((double)in->x[lane]);
    }
    assert_true(r->minLane == least);
    assert_true(r->maxLane == most);
    assert_true(size > (double)FLT_MAX ||
                fabs((double)r->sumLanes - sum) <= 15 * 0x1p-24 * (1 + 0x1p-10) * size);
}

static void CheckList(const FloatsInput* in, const FloatsResult* r) {
    uint32_t count = 0;
    for (int lane = 0; lane < FLOATS_TABLE; ++lane) {
        if ((in->bits >> lane & 1) != 0) {
            Expect("List", r->list[count] == 100 + (uint32_t)lane, lane);
            ++count;
        }
    }
    assert_int_equal(r->listed, count);
}

static bool SameDouble(double a, double b) {
    return memcmp(&a, &b, sizeof(a)) == 0 || (isnan(a) && isnan(b));
}

static void CheckRows(const FloatsInput* in, const FloatsResult* r) {
    for (int i = 0; i < 8; ++i) {
        const double x = in->rows[0][i], y = in->rows[1][i];
        Expect("row Set", SameDouble(r->rows[0][i], in->rows[0][0]), i);
        Expect("row Load", SameDouble(r->rows[1][i], i < 4 ? y : x), i);
        Expect("row LoadThree", SameDouble(r->rows[2][i], i % 4 == 3 ? 0 : i < 4 ? x : y), i);
        Expect("row Add", SameDouble(r->rows[3][i], x + y), i);
        Expect("row Sub", SameDouble(r->rows[4][i], x - y), i);
        Expect("row Mul", SameDouble(r->rows[5][i], x * y), i);
        Expect("row Min", SameDouble(r->rows[6][i], x < y ? x : y), i);
        Expect("row Max", SameDouble(r->rows[7][i], x > y ? x : y), i);
        const float single = i < 4 ? in->x[1 + i] : in->y[2 + i - 4];
        Expect("row LoadThreeFloats", SameDouble(r->rows[8][i], i % 4 == 3 ? 0 : (double)single),
               i);
        Expect("row Round", SameValue(r->rounded[i], (float)x), i);
        Expect("row Difference", SameValue(r->difference[i], (float)(y - x)), i);
    }
}

static void CheckColumns(const FloatsInput* in, const FloatsResult* r) {
    for (int lane = 0; lane < FLOATS_TABLE; ++lane) {
        const float* row = FloatsInput_Row(in, lane);
        for (int k = 0; k < 6; ++k) {
            Expect("rows LoadFrom", SameValue(r->columns[k][lane], row[k < 3 ? k : k + 1]), lane);
        }
    }
}

static void CheckInput(FloatsFunction* function, const FloatsInput* input) {
    FloatsResult result;
    memset(&result, 0x5a, sizeof(result));
    const int lanes = function(input, &result);
    assert_true(lanes >= 1 && FLOATS_TABLE % lanes == 0);
    for (int lane = 0; lane < FLOATS_TABLE; ++lane) {
        CheckLane(input, &result, lane);
    }
    CheckLanesTogether(input, &result);
    CheckRows(input, &result);
    CheckColumns(input, &result);
    CheckList(input, &result);
    // No mask has bits beyond the lanes.
    assert_int_equal((result.less | result.other | result.either) >> FLOATS_TABLE, 0);
    assert_int_equal((result.found | result.equal | result.between) >> FLOATS_TABLE, 0);
}

// Special values half of the time.
static float RandomFloat(Random* random) {
    static const float values[] = {0.0f,      -0.0f,        1.0f,    -1.0f,    1.0f + FLT_EPSILON,
                                   3.0f,      -1.5f,        0.1f,    NAN,      FLT_MIN,
                                   -NAN,      FLT_TRUE_MIN, FLT_MAX, -FLT_MAX, INFINITY,
                                   -INFINITY, 2.0f,         0x1p-30f};
    if (Random_Below(random, 2) == 0) {
        return values[Random_Below(random, (int)(sizeof(values) / sizeof(values[0])))];
    }
    if (Random_Below(random, 2) == 0) {
        return (float)Random_Signed(random);
    }
    const uint32_t bits = (uint32_t)Random_Bits(random);
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

static void CheckFunction(FloatsFunction* function) {
    Random random = {5};
    for (int round = 0; round < 20000; ++round) {
        FloatsInput input;
        const bool tame = round % 4 == 0;
        for (int lane = 0; lane < FLOATS_TABLE; ++lane) {
            input.x[lane] = tame ? (float)Random_Signed(&random) : RandomFloat(&random);
            input.y[lane] = RandomFloat(&random);
            input.z[lane] = RandomFloat(&random);
            input.indices[lane] = (uint8_t)Random_Below(&random, FLOATS_TABLE);
            input.words[lane] = (uint32_t)Random_Bits(&random);
            input.rows[lane / 8][lane % 8] =
                tame ? Random_Signed(&random) : (double)RandomFloat(&random) * 1.1;
        }
        input.bits = (uint32_t)Random_Below(&random, 1 << FLOATS_TABLE);
        input.words[Random_Below(&random, FLOATS_TABLE)] = input.words[3];
        CheckInput(function, &input);
    }
}

static void AgreesWithPlainC(void** state) {
    (void)state;
    for (int isa = FIRST_ISA; isa <= LAST_ISA; ++isa) {
        if (OperationsOf(isa) != NULL) {
            print_message("%s\n", svIsa_Name((svIsa)isa));
            CheckFunction(OperationsOf(isa)->floats);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(AgreesWithPlainC)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
