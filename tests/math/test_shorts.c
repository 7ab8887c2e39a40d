// Every operation of every shorts header, lane by lane, against plain C. With TEST_EMULATED_AVX512
// (tests/emulation) AVX-512 alone, wherever it runs.

#include "operations.h"

#include "support/random.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

static int16_t Wrap(int32_t x) {
    return (int16_t)(uint16_t)(uint32_t)x;
}

static void CheckLane(const ShortsInput* in, const ShortsResult* r, int lane) {
    const int16_t x = in->x[lane], y = in->y[lane];
    assert_int_equal(r->set[lane], in->x[0]);
    assert_int_equal(r->load[lane], x);
    assert_int_equal(r->sum[lane], Wrap(x + y));
    assert_int_equal(r->difference[lane], Wrap(x - y));
    assert_int_equal(r->min[lane], x < y ? x : y);
    assert_int_equal(r->max[lane], x > y ? x : y);
    assert_int_equal(r->lookup[lane], in->x[in->indices[lane]]);
    const float product = in->factor * in->floats[lane];
    assert_int_equal(r->round[lane], (int)nearbyintf(product + in->shift));
    assert_int_equal(r->above >> lane & 1, x > in->y[0]);
}

// All sixteen bits, small numbers, and the ends of the range.
static int16_t MakeShort(Random* random) {
    switch (Random_Below(random, 4)) {
    case 0:
        return (int16_t)Random_Between(random, -2, 2);
    case 1:
        return Random_Below(random, 2) == 0 ? INT16_MIN : INT16_MAX;
    default:
        return Wrap(Random_Below(random, 65536));
    }
}

// Halves too, which are rounded to even, and what fits just so.
static void MakeFloats(Random* random, ShortsInput* in) {
    in->factor = ldexpf(1, Random_Between(random, -20, 20));
    in->shift = Random_Below(random, 2) == 0 ? 0 : (float)Random_Signed(random);
    for (int i = 0; i < SHORTS_TABLE; ++i) {
        const int form = Random_Below(random, 3);
        const float cell = form == 0   ? (float)Random_Between(random, -65534, 65532) / 2
                           : form == 1 ? (float)(32766 * Random_Signed(random))
                                       : (float)Random_Signed(random);
        in->floats[i] = cell / in->factor;
    }
}

static void AgreesWithPlainC(void** state) {
    Random random = {77};
    (void)state;
    for (int n = 0; n < 20000; ++n) {
        ShortsInput in;
        ShortsResult result;
        for (int i = 0; i < SHORTS_TABLE; ++i) {
            in.x[i] = MakeShort(&random);
            in.y[i] = MakeShort(&random);
            in.indices[i] = (uint8_t)Random_Below(&random, 16);
        }
        MakeFloats(&random, &in);
        for (int isa = FIRST_ISA; isa <= LAST_ISA; ++isa) {
            memset(&result, 0x5a, sizeof(result));
            if (OperationsOf(isa) != NULL) {
                OperationsOf(isa)->shorts(&in, &result);
                for (int lane = 0; lane < SHORTS_TABLE; ++lane) {
                    CheckLane(&in, &result, lane);
                }
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(AgreesWithPlainC)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
