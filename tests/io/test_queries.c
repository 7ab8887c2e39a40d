// Query and contact files: exact rationals of any length, and every file of the ground truth.
#include "selvage/io.h"

#include <gmp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/files.h"
#include "support/random.h"
#include "support/test.h"

// Eight rows, of which the first has this x coordinate.
static svStatus ReadOne(svContext* context, const char* numerator, const char* denominator,
                        double* value) {
    static char text[20000];
    int length = snprintf(text, sizeof(text), "%s,%s,0,1,5,2,1\n", numerator, denominator);
    for (int i = 0; i < 7; ++i) {
        length += snprintf(text + length, sizeof(text) - (size_t)length, "0,1,-1,4,7,1,1\n");
    }
    svQueryData queries = {0};
    const svStatus status = svReadQueriesMemory(context, "one.csv", text, (size_t)length, &queries);
    if (status == SV_OK) {
        assert_int_equal(queries.count, 1);
        assert_int_equal(queries.answers[0], 1);
        assert_true(queries.pairs[0].x0[0][2] == 2.5);
        assert_true(queries.pairs[0].x0[1][1] == -0.25);
        assert_true(queries.pairs[0].x1[3][2] == 7.0);
        *value = queries.pairs[0].x0[0][0];
    }
    svQueryData_Destroy(context, &queries);
    return status;
}

// A rational num/den times common factors, against GMP: read if and only if it is a double.
static void TestRationals(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    Random random = {41};
    mpz_t n, d, factor;
    mpq_t q, back;
    mpz_inits(n, d, factor, NULL);
    mpq_inits(q, back, NULL);
    int exactCount = 0;
    int refusedCount = 0;
    for (int i = 0; i < 6000; ++i) {
        // A double of any exponent, sometimes with one bit too many, as a fraction.
        const uint64_t bits =
            Random_Bits(&random) >> (i % 3 == 0 ? 9 : 11 + Random_Below(&random, 50));
        mpz_import(n, 1, -1, sizeof(bits), 0, 0, &bits);
        mpz_set_ui(d, 1);
        const int exponent =
            i % 4 == 0 ? Random_Between(&random, -60, 60) : Random_Between(&random, -1130, 1030);
        mpz_mul_2exp(exponent < 0 ? d : n, exponent < 0 ? d : n, (mp_bitcnt_t)abs(exponent));
        mpz_set_ui(factor, 1 + (unsigned long)(Random_Bits(&random) % 1000));
        mpz_pow_ui(factor, factor, (unsigned long)Random_Below(&random, 40));
        mpz_mul(n, n, factor);
        mpz_mul(d, d, factor);
        if (i % 10 == 0) {
            mpz_add_ui(d, d, 1);
        }
        mpq_set_num(q, n);
        mpq_set_den(q, d);
        mpq_canonicalize(q);
        const double expected = mpq_get_d(q);
        mpq_set_d(back, isfinite(expected) ? expected : 0);
        const bool exact = isfinite(expected) && mpq_equal(back, q) != 0;
        char* numerator = mpz_get_str(NULL, 10, n);
        char* denominator = mpz_get_str(NULL, 10, d);
        char negative[2000];
        snprintf(negative, sizeof(negative), "-%s", numerator);
        double value = -1;
        const svStatus status =
            ReadOne(context, i % 2 == 0 ? negative : numerator, denominator, &value);
        assert_int_equal(status, exact ? SV_OK : SV_ERROR_FORMAT);
        if (exact) {
            assert_true(value == (i % 2 == 0 ? -expected : expected));
        } else {
            assert_non_null(strstr(messages.error, "one.csv:1: column 1: expected a rational"));
        }
        exactCount += exact ? 1 : 0;
        refusedCount += exact ? 0 : 1;
        free(numerator);
        free(denominator);
    }
    assert_true(exactCount > 1000 && refusedCount > 1000);
    mpz_clears(n, d, factor, NULL);
    mpq_clears(q, back, NULL);
    svContext_Destroy(context);
}

static void TestForms(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    double value = -1;
    assert_int_equal(ReadOne(context, "3", "3", &value), SV_OK);
    assert_true(value == 1);
    assert_int_equal(ReadOne(context, " +0021 ", " 0014", &value), SV_OK);
    assert_true(value == 1.5);
    assert_int_equal(ReadOne(context, "3", "-4", &value), SV_OK);
    assert_true(value == -0.75);
    assert_int_equal(ReadOne(context, "-0", "5", &value), SV_OK);
    assert_true(value == 0 && !signbit(value));
    assert_int_equal(ReadOne(context, "0", "123456789012345678901234567890", &value), SV_OK);
    assert_true(value == 0);
    // Six columns, CRLF, blank lines, no line end at the end.
    svQueryData queries = {0};
    static const char* const six =
        "\r\n1,1,2,1,3,1\r\n1,1,2,1,3,1\r\n1,1,2,1,3,1\r\n1,1,2,1,3,1\r\n\r\n"
        "1,1,2,1,3,1\r\n1,1,2,1,3,1\r\n1,1,2,1,3,1\r\n1,1,2,1,-3,8";
    assert_int_equal(svReadQueriesMemory(context, "six.csv", six, strlen(six), &queries), SV_OK);
    assert_int_equal(queries.count, 1);
    assert_int_equal(queries.answers[0], -1);
    assert_true(queries.pairs[0].x1[3][2] == -0.375);
    svQueryData_Destroy(context, &queries);
    svContext_Destroy(context);
}

static void TestPairs(void** state) {
    (void)state;
    static const struct {
        const char* text;
        size_t count, columns;
        uint32_t last;
    } cases[] = {{"1,2\n3,4\n", 2, 2, 4},
                 {"1,2,3,4294967295", 1, 4, UINT32_MAX},
                 {"1,2,0\n7,8,1\r\n\r\n", 2, 3, 1},
                 {"", 0, 0, 0},
                 {"\n\n", 0, 0, 0},
                 {" 1 , 2 \n00000000000000003,4", 2, 2, 4}};
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        svIndexRows rows = {0};
        assert_int_equal(
            svReadPairsMemory(context, "p.csv", cases[i].text, strlen(cases[i].text), &rows),
            SV_OK);
        assert_int_equal(rows.count, cases[i].count);
        assert_int_equal(rows.columns, cases[i].columns);
        if (rows.count > 0) {
            assert_int_equal(rows.values[rows.count * rows.columns - 1], cases[i].last);
        }
        svIndexRows_Destroy(context, &rows);
    }
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

// Every file of the ground truth, with the number of queries and of positive answers.
static void TestGroundTruth(void** state) {
    (void)state;
    static const char* const folders[] = {"erleben-cube-cliff-edges", "erleben-cube-internal-edges",
                                          "erleben-sliding-spike", "erleben-sliding-wedge",
                                          "unit-tests"};
    if (TestData_Path("") == NULL) {
        skip();
    }
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    size_t count = 0;
    for (int i = 0; i < 20; ++i) {
        char name[200];
        snprintf(name, sizeof(name), "queries/%s/%s/data_0_%d.csv", folders[i / 4],
                 i % 4 < 2 ? "edge-edge" : "vertex-face", i % 2);
        svQueryData queries = {0};
        assert_int_equal(svReadQueries(context, TestData_Path(name), &queries), SV_OK);
        for (size_t k = 0; k < queries.count; ++k) {
            assert_true(queries.answers[k] == 0 || queries.answers[k] == 1);
        }
        count += queries.count;
        svQueryData_Destroy(context, &queries);
    }
    assert_int_equal(count, 18592 / 8);
    static const char* const names[] = {"227ee", "227vf"};
    static const size_t expected[] = {107 + 156, 27 + 65};
    for (int i = 0; i < 2; ++i) {
        char name[200];
        snprintf(name, sizeof(name), "scenes/cloth-funnel/queries/%s.csv", names[i]);
        svQueryData queries = {0};
        assert_int_equal(svReadQueries(context, TestData_Path(name), &queries), SV_OK);
        assert_int_equal(queries.count, expected[i]);
        assert_int_equal(queries.answers[0], -1);
        svQueryData_Destroy(context, &queries);
    }
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(TestRationals), cmocka_unit_test(TestForms),
                                       cmocka_unit_test(TestPairs),
                                       cmocka_unit_test(TestGroundTruth)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
