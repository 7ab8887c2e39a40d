// Decimal numbers: reading rounds as strtod and strtof of the C locale do, writing is the shortest
// text that reads back as the same bits.
#include "selvage/io.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/files.h"
#include "support/random.h"
#include "support/test.h"

static uint64_t Bits(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static double FromBits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

// Reads one number as the x coordinate of an OBJ vertex (double) or of a PLY property float.
static svStatus ReadNumber(svContext* context, const char* number, svScalar scalar, double* value) {
    static char text[20000];
    const char* header = "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\n"
                         "property float y\nproperty float z\nend_header\n";
    const int length =
        snprintf(text, sizeof(text), "%s%s 0 0\n", scalar == SV_FLOAT ? header : "v ", number);
    assert_true(length > 0 && length < (int)sizeof(text));
    svMeshData mesh = {0};
    const svStatus status = svReadMeshMemory(context, scalar == SV_FLOAT ? "n.ply" : "n.obj", text,
                                             (size_t)length, NULL, &mesh);
    if (status == SV_OK) {
        assert_int_equal(mesh.vertexCount, 1);
        *value = mesh.positions[0];
    }
    svMeshData_Destroy(context, &mesh);
    return status;
}

static void CheckNumber(svContext* context, const char* number) {
    double value = 0;
    const double expected = strtod(number, NULL);
    svStatus status = ReadNumber(context, number, SV_DOUBLE, &value);
    if (isinf(expected)) {
        assert_int_equal(status, SV_ERROR_FORMAT);
    } else if (status != SV_OK || Bits(value) != Bits(expected)) {
        fail_msg("%s: status %d, read %a, expected %a", number, (int)status, value, expected);
    }
    const float expectedFloat = strtof(number, NULL);
    status = ReadNumber(context, number, SV_FLOAT, &value);
    if (isinf(expectedFloat)) {
        assert_int_equal(status, SV_ERROR_FORMAT);
    } else if (status != SV_OK || Bits(value) != Bits((double)expectedFloat)) {
        fail_msg("%s: status %d, read %a, expected float %a", number, (int)status, value,
                 (double)expectedFloat);
    }
}

// Halfway cases, the ends of both ranges, long digits, long exponents.
static const char* const hardNumbers[] = {
    "0",
    "-0",
    "+1",
    "1.",
    ".5",
    "-.5e1",
    "00001.50000",
    "1e0",
    "1E+2",
    "1e-2",
    "123456789012345678",
    "1234567890123456789",
    "12345678901234567890",
    "9007199254740992",
    "9007199254740993",
    "9007199254740994",
    "9007199254740995",
    "9007199254740993.00000000000000000000000000000000000000000001",
    "9007199254740992.99999999999999999999999999999999999999999999",
    "1.7976931348623157e308",
    "1.7976931348623158e308",
    "1.7976931348623159e308",
    "179769313486231580793728971405301e276",
    "2e308",
    "1e309",
    "1e400",
    "1e99999999999999999999",
    "4.9406564584124654e-324",
    "2.4703282292062327e-324",
    "2.4703282292062328e-324",
    "2.2250738585072014e-308",
    "2.2250738585072011e-308",
    "2.225073858507201e-308",
    "1e-400",
    "1e-99999999999999999999",
    "0e99999999999999999999",
    "0.0000000000000000000000000000e9999",
    "1.00000017881393432617187499",
    "1.00000017881393432617187500",
    "1.00000017881393432617187501",
    "3.4028235677973366e38",
    "3.4028235677973365e38",
    "3.4028234e38",
    "1.4e-45",
    "7.006492321624085e-46",
    "7.0064923216240854e-46",
    "1.1754943508222875e-38",
    "1.17549429e-38",
    "1.0000000596046447753906249999999",
    "1.0000000596046447753906250000001",
    "8388609.5",
    "16777217",
    "16777219",
    "33554433",
    "0.1",
    "0.3",
    "1e22",
    "1e23",
    "8.41e21",
    "3.141592653589793238462643383279502884197169399375105820974944592307816406286",
    "6.0221407600000000000e23",
    "1e-5",
    "1e-27",
    "1e-28",
    "123e27",
    "123e28",
    "5e-324",
    "1234567890123456789012345678901234567890e-60",
    "0.000000000000000000000000000000000000001",
    "61703280e-17",
    "5.0e-0000000000000000000000000000000001",
    "1e+0000000000000000000000000000000000005"};

static void TestHardCases(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    for (size_t i = 0; i < sizeof(hardNumbers) / sizeof(hardNumbers[0]); ++i) {
        CheckNumber(context, hardNumbers[i]);
    }
    svContext_Destroy(context);
}

// Halfway between two doubles, with nothing, a zero tail or a one far behind it.
static void TestHalfway(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    Random random = {11};
    for (int i = 0; i < 3000; ++i) {
        const uint64_t bits = Random_Bits(&random) & UINT64_C(0x7fefffffffffffff);
        // %.1100f writes every digit of a long double, and so of the halfway point, exactly.
        const long double half =
            ((long double)FromBits(bits) + (long double)FromBits(bits + 1)) / 2;
        char text[3000];
        int length = snprintf(text, sizeof(text) - 4, "%.*Le", i % 2 == 0 ? 800 : 1200, half);
        assert_true(length > 0 && length < (int)sizeof(text) - 4);
        CheckNumber(context, text);
        char* tail = strchr(text, 'e') - 1;
        *tail = '1';
        CheckNumber(context, text);
    }
    svContext_Destroy(context);
}

static void TestRandomNumbers(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    Random random = {12};
    for (int i = 0; i < 60000; ++i) {
        char text[2000];
        const double value = FromBits(Random_Bits(&random));
        const uint64_t pick = Random_Bits(&random);
        if (i % 3 == 0 && isfinite(value)) {
            snprintf(text, sizeof(text), "%.*e", (int)(pick % 25), value);
        } else {
            // Digits at random, with a point and an exponent anywhere.
            size_t length = 0;
            const size_t digits = 1 + (i % 50 == 1 ? pick % 1000 : pick % 30);
            const size_t point = (pick >> 20) % (digits + 1);
            for (size_t k = 0; k < digits; ++k) {
                if (k == point) {
                    text[length++] = '.';
                }
                text[length++] = (char)('0' + Random_Bits(&random) % 10);
            }
            const int exponent =
                (int)((pick >> 32) % (i % 2 == 0 ? 60 : 700)) - (i % 2 == 0 ? 30 : 350);
            snprintf(text + length, sizeof(text) - length, "e%d", exponent);
        }
        CheckNumber(context, text);
    }
    svContext_Destroy(context);
}

static void TestSpecials(void** state) {
    (void)state;
    static const char* const good[] = {"nan", "NaN", "-nan", "nan(ind)", "inf", "-INF", "Infinity"};
    static const char* const bad[] = {"nano",  "in",    "infinit", "--1",  "+-1",
                                      "e5",    ".",     "-",       "1e+",  "1.5.2",
                                      "1_000", "0x1p3", "1f",      "nan(", "inf(1)"};
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); ++i) {
        double value = 0;
        assert_int_equal(ReadNumber(context, good[i], SV_DOUBLE, &value), SV_OK);
        assert_true(i < 4 ? isnan(value) : isinf(value) && (value < 0) == (i == 5));
    }
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
        double value = 0;
        assert_int_equal(ReadNumber(context, bad[i], SV_DOUBLE, &value), SV_ERROR_FORMAT);
        assert_non_null(strstr(messages.error, "n.obj:1: expected the x coordinate, found"));
        assert_non_null(strstr(messages.error, bad[i]));
    }
    svContext_Destroy(context);
}

// The least number of digits with which printf and strtod come back to the same double.
static int LeastDigits(double value) {
    for (int digits = 1;; ++digits) {
        char text[64];
        snprintf(text, sizeof(text), "%.*e", digits - 1, value);
        if (strtod(text, NULL) == value) {
            return digits;
        }
        assert_true(digits < 17);
    }
}

static int CountDigits(const char* text) {
    int count = 0;
    int zeros = 0; // at the end: they only place the point
    bool leading = true;
    for (; *text != '\0' && *text != 'e'; ++text) {
        leading &= *text < '1' || *text > '9';
        if (*text >= '0' && *text <= '9' && !leading) {
            ++count;
            zeros = *text == '0' ? zeros + 1 : 0;
        }
    }
    return count - zeros;
}

static void TestShortestText(void** state) {
    (void)state;
    enum { count = 30000 };
    static double values[count];
    Random random = {13};
    for (int i = 0; i < count; ++i) {
        const uint64_t bits = Random_Bits(&random);
        switch (i % 6) {
        case 0:
            values[i] = FromBits(bits);
            break;
        case 1:
            values[i] = (double)(int64_t)(bits % 20000001) / 10000.0 - 1000.0;
            break;
        case 2:
            values[i] = ldexp(1.0, (int)(bits % 2098) - 1074);
            break;
        case 3:
            values[i] = FromBits(bits % 100000); // subnormal
            break;
        case 4:
            values[i] = (double)(float)(ldexp((double)(bits >> 11), -53) * 100.0 - 50.0);
            break;
        default:
            values[i] = (double)(int64_t)(bits >> 20) * (bits % 2 == 0 ? 1.0 : 1e-9);
            break;
        }
        values[i] = isfinite(values[i]) ? values[i] : -0.0;
    }
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    const TestFolder folder = TestFolder_Make();
    const char* path = TestFolder_Path(&folder, "numbers.obj");
    const svMeshView view = {svPositions_Double(values, count / 3), NULL, 0};
    assert_int_equal(svWriteMesh(context, path, NULL, &view), SV_OK);
    svMeshData mesh = {0};
    assert_int_equal(svReadMesh(context, path, NULL, &mesh), SV_OK);
    assert_int_equal(mesh.vertexCount, count / 3);
    assert_memory_equal(mesh.positions, values, sizeof(values));
    svMeshData_Destroy(context, &mesh);

    char* text = TestFile_Read(path, NULL);
    char* word = strtok(text, "\n"); // the comment
    assert_string_equal(word, "# Selvage");
    for (int i = 0; i < count; ++i) {
        if (i % 3 == 0) {
            assert_string_equal(strtok(NULL, " \n"), "v");
        }
        word = strtok(NULL, " \n");
        // An independent reader agrees, and no shorter text would do.
        assert_true(Bits(strtod(word, NULL)) == Bits(values[i]));
        if (values[i] != 0.0 && CountDigits(word) > LeastDigits(values[i])) {
            fail_msg("%s has more than %d digits", word, LeastDigits(values[i]));
        }
    }
    free(text);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

// What a reader of the file sees.
static void TestLayout(void** state) {
    (void)state;
    static const struct {
        double value;
        const char* text;
    } cases[] = {{0.0, "0"},
                 {-0.0, "-0"},
                 {1.0, "1"},
                 {-1.5, "-1.5"},
                 {100.0, "100"},
                 {0.1, "0.1"},
                 {0.001, "0.001"},
                 {0.00001, "0.00001"},
                 {1e-6, "1e-6"},
                 {1.25e-7, "1.25e-7"},
                 {1e16, "10000000000000000"},
                 {1e17, "1e17"},
                 {1e22, "1e22"},
                 {5e-324, "5e-324"},
                 {1.7976931348623157e308, "1.7976931348623157e308"},
                 {2.0 / 3.0, "0.6666666666666666"},
                 {9007199254740993.0, "9007199254740992"},
                 {(double)NAN, "nan"},
                 {(double)INFINITY, "inf"},
                 {-(double)INFINITY, "-inf"}};
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    const TestFolder folder = TestFolder_Make();
    const char* path = TestFolder_Path(&folder, "layout.off");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        const double point[3] = {cases[i].value, 0, 0};
        const svMeshView view = {svPositions_Double(point, 1), NULL, 0};
        assert_int_equal(svWriteMesh(context, path, NULL, &view), SV_OK);
        char expected[80];
        snprintf(expected, sizeof(expected), "OFF\n1 0 0\n%s 0 0\n", cases[i].text);
        char* text = TestFile_Read(path, NULL);
        assert_string_equal(text, expected);
        free(text);
    }
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestHardCases),     cmocka_unit_test(TestHalfway),
        cmocka_unit_test(TestRandomNumbers), cmocka_unit_test(TestSpecials),
        cmocka_unit_test(TestShortestText),  cmocka_unit_test(TestLayout)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
