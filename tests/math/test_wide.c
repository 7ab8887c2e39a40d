// Every operation of every wide header, lane by lane: the bytes of the scalar twin, and the scalar
// twin those of plain C. Special values against each other, and points at any stride up to the last
// byte of their memory.

#include "operations.h"

#include "support/random.h"
#include "support/test.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t BitsOf(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof(bits));
    return bits;
}

static void ExpectBits(const char* what, double actual, double expected) {
    if (BitsOf(actual) != BitsOf(expected)) {
        fail_msg("%s: %a instead of %a", what, actual, expected);
    }
}

// Arithmetic makes a NaN of some sign and payload; IEEE leaves open which.
static void ExpectValue(const char* what, double actual, double expected) {
    if (!(isnan(actual) && isnan(expected))) {
        ExpectBits(what, actual, expected);
    }
}

static void CheckLane(const WideResult* wide, int lane, const WideResult* scalar) {
    const unsigned bit = 1u << lane;
    for (int k = 0; k < 3; ++k) {
        ExpectBits("LoadPoints", wide->points[k][lane], scalar->points[k][0]);
    }
    ExpectBits("Min", wide->minimum[lane], scalar->minimum[0]);
    ExpectBits("Max", wide->maximum[lane], scalar->maximum[0]);
    ExpectBits("Abs", wide->absolute[lane], scalar->absolute[0]);
    ExpectBits("Select", wide->select[lane], scalar->select[0]);
    ExpectValue("Sqrt", wide->root[lane], scalar->root[0]);
    ExpectValue("+", wide->sum[lane], scalar->sum[0]);
    ExpectValue("-", wide->difference[lane], scalar->difference[0]);
    ExpectValue("*", wide->product[lane], scalar->product[0]);
    ExpectValue("/", wide->quotient[lane], scalar->quotient[0]);
    ExpectValue("Fused", wide->fused[lane], scalar->fused[0]);
    ExpectBits("Load", wide->load[lane], scalar->load[0]);
    assert_int_equal((wide->lessEqual & bit) != 0, scalar->lessEqual);
    assert_int_equal((wide->less & bit) != 0, scalar->less);
    assert_int_equal((wide->other & bit) != 0, scalar->other);
    assert_int_equal((wide->both & bit) != 0, scalar->both);
    assert_int_equal((wide->either & bit) != 0, scalar->either);
}

static void CheckPlain(const WideResult* scalar) {
    const double x = scalar->points[0][0], y = scalar->points[1][0], z = scalar->points[2][0];
    ExpectBits("Set", scalar->set[0], x);
    ExpectBits("Min", scalar->minimum[0], x < y ? x : y);
    ExpectBits("Max", scalar->maximum[0], x > y ? x : y);
    ExpectBits("Abs", scalar->absolute[0], copysign(x, 1.0));
    ExpectBits("Select", scalar->select[0], x < y ? x : y);
    ExpectValue("Sqrt", scalar->root[0], sqrt(x));
    ExpectBits("Load", scalar->load[0], x);
    ExpectValue("Fused", scalar->fused[0], fma(x, y, z));
    assert_int_equal(scalar->lessEqual, x <= y);
    assert_int_equal(scalar->less, x < y);
    assert_int_equal(scalar->other, z < y);
    assert_int_equal(scalar->both, x < y && z < y);
    assert_int_equal(scalar->either, x < y || z < y);
}

static void CheckIds(WideFunction* function, const svPositions* view, const uint32_t* ids) {
    WideResult wide, first;
    memset(&wide, 0, sizeof(wide));
    const int lanes = function(view, ids, &wide);
    assert_true(lanes >= 1 && lanes <= WIDE_MAX_LANES);
    for (int lane = 0; lane < lanes; ++lane) {
        WideResult scalar;
        assert_int_equal(OperationsOf(SV_ISA_SCALAR)->wide(view, ids + lane, &scalar), 1);
        CheckPlain(&scalar);
        CheckLane(&wide, lane, &scalar);
        first = lane == 0 ? scalar : first;
        ExpectBits("Set", wide.set[lane], first.set[0]);
    }
    // No mask has bits beyond the lanes.
    assert_int_equal((wide.less | wide.lessEqual | wide.other | wide.either) >> lanes, 0);
}

// Every special value against every other, each in every lane.
static void CheckValues(WideFunction* function) {
    static const double values[] = {
        0.0,      -0.0,         1.0,         -1.0,         1.0 + DBL_EPSILON, 3.0,     -1.5,
        DBL_MIN,  DBL_TRUE_MIN, DBL_MAX,     -DBL_MAX,     -DBL_TRUE_MIN,     0x1p-60, 0.1,
        HUGE_VAL, -HUGE_VAL,    (double)NAN, -(double)NAN, 0x1.8p+53,         2.0,     1e300};
    enum { COUNT = sizeof(values) / sizeof(values[0]) };
    static double points[COUNT * COUNT][3];
    for (int i = 0; i < COUNT; ++i) {
        for (int j = 0; j < COUNT; ++j) {
            double* p = points[COUNT * i + j];
            p[0] = values[i];
            p[1] = values[j];
            p[2] = values[(i + 2 * j + 1) % COUNT];
        }
    }
    const svPositions view = svPositions_Double(points[0], COUNT * COUNT);
    for (uint32_t first = 0; first < COUNT * COUNT; ++first) {
        uint32_t ids[WIDE_MAX_LANES];
        for (uint32_t lane = 0; lane < WIDE_MAX_LANES; ++lane) {
            ids[lane] = (first + 5 * lane) % (COUNT * COUNT);
        }
        CheckIds(function, &view, ids);
    }
}

static double RandomValue(Random* random) {
    double value;
    do {
        const uint64_t bits = Random_Bits(random);
        memcpy(&value, &bits, sizeof(value));
    } while (isnan(value));
    return Random_Below(random, 2) == 0 ? value : Random_Signed(random);
}

// The memory ends with the last point, so that a sanitizer sees a read beyond it.
static void CheckStride(WideFunction* function, Random* random, svScalar scalar, size_t gap) {
    enum { COUNT = 21 };
    const size_t size = scalar == SV_FLOAT ? sizeof(float) : sizeof(double);
    const size_t stride = (3 + gap) * size, bytes = (COUNT - 1) * stride + 3 * size;
    char* data = malloc(bytes);
    assert_non_null(data);
    for (size_t at = 0; at < bytes; at += size) {
        const double value = RandomValue(random);
        // Beyond the range of a float the conversion is not defined.
        const float single = fabs(value) <= (double)FLT_MAX ? (float)value : -0.0f;
        memcpy(data + at, scalar == SV_FLOAT ? (const void*)&single : (const void*)&value, size);
    }
    const svPositions view = {data, COUNT, stride, scalar};
    assert_true(svPositions_IsValid(&view));
    for (int round = 0; round < 200; ++round) {
        uint32_t ids[WIDE_MAX_LANES];
        for (int lane = 0; lane < WIDE_MAX_LANES; ++lane) {
            ids[lane] = (uint32_t)Random_Below(random, COUNT);
        }
        ids[Random_Below(random, WIDE_MAX_LANES)] = COUNT - 1;
        CheckIds(function, &view, ids);
    }
    free(data);
}

static void CheckOperations(WideFunction* function) {
    CheckValues(function);
    Random random = {3};
    for (size_t gap = 0; gap < 6; ++gap) {
        CheckStride(function, &random, SV_FLOAT, gap);
        CheckStride(function, &random, SV_DOUBLE, gap);
    }
}

static void AgreesWithPlainC(void** state) {
    (void)state;
    for (int isa = FIRST_ISA; isa <= LAST_ISA; ++isa) {
        if (OperationsOf(isa) != NULL) {
            print_message("%s\n", svIsa_Name((svIsa)isa));
            CheckOperations(OperationsOf(isa)->wide);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(AgreesWithPlainC)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
