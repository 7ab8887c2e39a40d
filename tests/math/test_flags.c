// One rounding per written operation: -ffp-contract=off took effect, no fast-math, and the
// floating-point state is what the error bounds assume. Compiled for processors with fused
// multiply-add (tests/CMakeLists.txt), so that the compiler could fuse if it were allowed to.

#include "support/test.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

// a*b + c with a*b = 1 - 2^-104 exactly: rounded twice it is 0, fused -2^-104.
static void ProductsAreNotFused(void** state) {
    (void)state;
    volatile double a = 1 + 0x1p-52, b = 1 - 0x1p-52, c = -1;
    const double x = a, y = b, z = c;
    assert_true(x * y + z == 0);
    assert_true(fma(x, y, z) == -0x1p-104); // the two differ, so the line above can fail
}

static void SumsAreNotReordered(void** state) {
    (void)state;
    volatile double big = 0x1p60, one = 1;
    const double x = big, y = one;
    assert_true((x + y) - x == 0);
    assert_true(x + (y - x) == 0);
    assert_true((x - x) + y == 1);
}

static void NoNumbersAreExceptional(void** state) {
    (void)state;
    volatile double zero = 0, tiny = DBL_TRUE_MIN, small = DBL_MIN;
    const double nan = zero / zero;
    assert_false(nan == nan);   // -ffinite-math-only would say true
    assert_true(1 / -zero < 0); // -fno-signed-zeros
    assert_true(tiny > 0);      // denormals are not flushed to zero
    assert_true(small / 2 * 2 == small);
}

static void RoundsToNearestEven(void** state) {
    (void)state;
    volatile double one = 1, half = 0x1p-53;
    assert_true(one + half == 1);
    assert_true(one + 3 * half == 1 + 0x1p-51);
    assert_true(-one - half == -1);
    assert_int_equal(FLT_EVAL_METHOD, 0);
}

int main(void) {
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("fma")) {
        puts("skipped: this processor has no fused multiply-add");
        return 0;
    }
#endif
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ProductsAreNotFused),
        cmocka_unit_test(SumsAreNotReordered),
        cmocka_unit_test(NoNumbersAreExceptional),
        cmocka_unit_test(RoundsToNearestEven),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
