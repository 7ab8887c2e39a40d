// svInteger against GMP on random sizes. test_integer_limb32.c compiles this file again, for limbs
// of 32 bits.

#include "predicates/integer.h"

#include "support/random.h"
#include "support/test.h"

#include <float.h>
#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LIMBS = 80, ROUNDS = 20000, ARENA = 4096 };

static svLimb memory[ARENA];

static Random source = {1};

static int Below(int n) {
    return Random_Below(&source, n);
}

// The same random integer in both worlds, its limbs in the given array. Bytes of all zeros and all
// ones are common in it: they make carries run.
static svInteger RandomInteger(svLimb limbs[LIMBS], mpz_t z) {
    unsigned char bytes[LIMBS * sizeof(svLimb)];
    const int length = Below(4) == 0 ? Below((int)sizeof(bytes)) : Below(40);
    const int plain = Below(4);
    for (int i = 0; i < length; ++i) {
        bytes[i] = Below(4) < plain ? (unsigned char)Random_Bits(&source)
                   : Below(2) == 0  ? 0
                                    : 0xff;
    }
    mpz_import(z, (size_t)length, -1, 1, 0, 0, bytes);
    size_t count;
    mpz_export(limbs, &count, -1, sizeof(svLimb), 0, 0, z);
    if (Below(2) == 0) {
        mpz_neg(z, z);
    }
    return (svInteger){limbs, mpz_sgn(z) * (int32_t)count};
}

static void AssertEqual(svInteger a, const mpz_t z) {
    assert_int_equal(svInteger_Sign(a), mpz_sgn(z));
    const size_t count = (size_t)abs(a.size);
    if (count > 0) {
        assert_true(a.limbs[count - 1] != 0);
    }
    mpz_t t;
    mpz_init(t);
    mpz_import(t, count, -1, sizeof(svLimb), 0, 0, a.limbs);
    assert_int_equal(mpz_cmpabs(t, z), 0);
    mpz_clear(t);
}

static svIntegerArena Fresh(void) {
    return svIntegerArena_Make(memory, ARENA);
}

static void TestArithmetic(void** state) {
    (void)state;
    mpz_t x, y, z;
    mpz_inits(x, y, z, NULL);
    for (int i = 0; i < ROUNDS; ++i) {
        svLimb limbsA[LIMBS], limbsB[LIMBS];
        svIntegerArena arena = Fresh();
        const svInteger a = RandomInteger(limbsA, x);
        svInteger b = RandomInteger(limbsB, y);
        if (Below(8) == 0) {
            b = a;
            mpz_set(y, x);
        }
        const int sign = mpz_cmp(x, y);
        assert_int_equal(svInteger_Compare(a, b), (sign > 0) - (sign < 0));
        mpz_add(z, x, y);
        AssertEqual(svInteger_Add(&arena, a, b), z);
        mpz_sub(z, x, y);
        AssertEqual(svInteger_Subtract(&arena, a, b), z);
        mpz_mul(z, x, y);
        AssertEqual(svInteger_Multiply(&arena, a, b), z);
        const int32_t k = Below(4) == 0 ? INT32_MIN : (int32_t)Random_Bits(&source);
        mpz_mul_si(z, x, k);
        AssertEqual(svInteger_Scale(&arena, a, k), z);
        assert_false(arena.exhausted);
    }
    mpz_clears(x, y, z, NULL);
}

static double RandomDouble(void) {
    switch (Below(5)) {
    case 0:
        return Below(2) == 0 ? 0.0 : -0.0;
    case 1:
        return Below(2) == 0 ? DBL_TRUE_MIN : -DBL_MAX;
    case 2:
        return Below(1000) - 500;
    default: {
        const uint64_t bits = Random_Bits(&source);
        double value;
        memcpy(&value, &bits, sizeof(value));
        return isfinite(value) ? value : 1;
    }
    }
}

// Whether the integers are proportional to the doubles: value * 2^1074 is an integer for each.
static void TestFromDoubles(void** state) {
    (void)state;
    mpz_t scaled[16], left, right;
    mpz_inits(left, right, NULL);
    for (int i = 0; i < 16; ++i) {
        mpz_init(scaled[i]);
    }
    for (int round = 0; round < ROUNDS / 10; ++round) {
        svIntegerArena arena = Fresh();
        double values[32];
        svInteger out[16];
        const int count = 1 + Below(16), stride = 1 + Below(2);
        for (int i = 0; i < 32; ++i) {
            values[i] = RandomDouble();
        }
        svInteger_FromDoubles(&arena, values, (size_t)stride, count, out);
        assert_false(arena.exhausted);
        int reference = -1;
        for (int i = 0; i < count; ++i) {
            int exponent;
            const double mantissa = frexp(values[i * stride], &exponent);
            mpz_set_d(scaled[i], ldexp(mantissa, 53));
            if (exponent + 1074 >= 53) {
                mpz_mul_2exp(scaled[i], scaled[i], (mp_bitcnt_t)(exponent + 1074 - 53));
            } else {
                mpz_tdiv_q_2exp(scaled[i], scaled[i], (mp_bitcnt_t)(53 - 1074 - exponent));
            }
            assert_int_equal(svInteger_Sign(out[i]), mpz_sgn(scaled[i]));
            reference = mpz_sgn(scaled[i]) != 0 ? i : reference;
        }
        for (int i = 0; i < count && reference >= 0; ++i) {
            // out[i] * scaled[reference] = out[reference] * scaled[i]
            mpz_import(left, (size_t)abs(out[i].size), -1, sizeof(svLimb), 0, 0, out[i].limbs);
            mpz_import(right, (size_t)abs(out[reference].size), -1, sizeof(svLimb), 0, 0,
                       out[reference].limbs);
            mpz_mul(left, left, scaled[reference]);
            mpz_mul(right, right, scaled[i]);
            assert_int_equal(mpz_cmpabs(left, right), 0);
        }
    }
    mpz_clears(left, right, NULL);
    for (int i = 0; i < 16; ++i) {
        mpz_clear(scaled[i]);
    }
}

// An arena that is too small says so, returns zero and never writes outside.
static void TestExhausted(void** state) {
    (void)state;
    for (size_t size = 0; size < 12; ++size) {
        memset(memory, 0x5a, sizeof(memory));
        svIntegerArena arena = svIntegerArena_Make(memory, size);
        const svInteger a = svInteger_FromShifted(&arena, INT64_MAX, 63);
        const svInteger b = svInteger_Multiply(&arena, a, a);
        const svInteger c = svInteger_Add(&arena, b, b);
        const svInteger d = svInteger_Subtract(&arena, c, a);
        assert_true(arena.exhausted || svInteger_Sign(d) > 0);
        for (size_t i = size; i < ARENA; ++i) {
            assert_true(memory[i] == (svLimb)UINT64_C(0x5a5a5a5a5a5a5a5a));
        }
    }
}

static void TestShifted(void** state) {
    (void)state;
    mpz_t z;
    mpz_init(z);
    static const int64_t edges[] = {0, 1, -1, INT64_MAX, INT64_MIN, INT64_C(1) << 32};
    for (unsigned shift = 0; shift < 300; ++shift) {
        for (size_t i = 0; i < sizeof(edges) / sizeof(edges[0]); ++i) {
            svIntegerArena arena = Fresh();
            const uint64_t size = edges[i] < 0 ? 0 - (uint64_t)edges[i] : (uint64_t)edges[i];
            mpz_import(z, 1, -1, sizeof(size), 0, 0, &size);
            if (edges[i] < 0) {
                mpz_neg(z, z);
            }
            mpz_mul_2exp(z, z, shift);
            AssertEqual(svInteger_FromShifted(&arena, edges[i], shift), z);
        }
    }
    mpz_clear(z);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestArithmetic),
        cmocka_unit_test(TestFromDoubles),
        cmocka_unit_test(TestExhausted),
        cmocka_unit_test(TestShifted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
