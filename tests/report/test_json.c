// The JSON writer: escapes, bytes that are no UTF-8, numbers that read back as the same bits.

#include "report/json.h"

#include "support/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// What `write` prints. The caller frees it.
static char* Written(void (*write)(Json*)) {
    FILE* stream = tmpfile();
    assert_non_null(stream);
    Json json = Json_Make(stream);
    write(&json);
    const long size = ftell(stream);
    rewind(stream);
    char* text = calloc((size_t)size + 1, 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, stream), size);
    fclose(stream);
    return text;
}

static void WriteNested(Json* json) {
    Json_BeginObject(json, NULL);
    Json_BeginArray(json, "empty");
    Json_EndArray(json);
    Json_BeginArray(json, "list");
    Json_Count(json, NULL, UINT64_MAX);
    Json_Flag(json, NULL, false);
    Json_Null(json, NULL);
    Json_EndArray(json);
    Json_EndObject(json);
}

static void Nested(void** state) {
    (void)state;
    char* text = Written(WriteNested);
    assert_string_equal(text, "{\n  \"empty\": [],\n  \"list\": [\n    18446744073709551615,\n"
                              "    false,\n    null\n  ]\n}\n");
    free(text);
}

static void WriteEscapes(Json* json) {
    Json_Text(json, NULL, "a\"b\\c\n\t\x01\x1F/");
}

static void Escapes(void** state) {
    (void)state;
    char* text = Written(WriteEscapes);
    assert_string_equal(text, "\"a\\\"b\\\\c\\n\\t\\u0001\\u001f/\"");
    free(text);
}

// Good: e acute, the euro sign, a musical clef, U+10FFFF. Bad: a lone continuation byte, an
// overlong slash, a surrogate, above U+10FFFF, a character that ends early.
static void WriteUtf8(Json* json) {
    Json_Text(json, NULL,
              "\xC3\xA9\xE2\x82\xAC\xF0\x9D\x84\x9E\xF4\x8F\xBF\xBF"
              "|\x80|\xC0\xAF|\xED\xA0\x80|\xF4\x90\x80\x80|\xE2\x82");
}

static void Utf8(void** state) {
    (void)state;
    char* text = Written(WriteUtf8);
    const char* bad = "\\ufffd";
    char expected[256];
    snprintf(expected, sizeof(expected),
             "\"\xC3\xA9\xE2\x82\xAC\xF0\x9D\x84\x9E\xF4\x8F\xBF\xBF"
             "|%s|%s%s|%s%s%s|%s%s%s%s|%s%s\"",
             bad, bad, bad, bad, bad, bad, bad, bad, bad, bad, bad, bad);
    assert_string_equal(text, expected);
    free(text);
}

static const double numbers[] = {0.1, 1.0 / 3, 0x1p-1074, 1.7976931348623157e308, 123456789, -0.5};
#define NUMBER_COUNT ((int)(sizeof(numbers) / sizeof(numbers[0])))

static void WriteNumbers(Json* json) {
    Json_Numbers(json, NULL, numbers, NUMBER_COUNT);
}

static void Numbers(void** state) {
    (void)state;
    char* text = Written(WriteNumbers);
    const char* at = text + 1;
    for (int i = 0; i < NUMBER_COUNT; ++i) {
        char* end = NULL;
        assert_true(strtod(at, &end) == numbers[i]);
        assert_true(end > at);
        at = end + 2;
    }
    assert_non_null(strstr(text, "[0.1, "));
    free(text);
}

static void WriteNotNumbers(Json* json) {
    const double values[3] = {(double)NAN, (double)INFINITY, (double)-INFINITY};
    Json_Numbers(json, NULL, values, 3);
}

static void NotNumbers(void** state) {
    (void)state;
    char* text = Written(WriteNotNumbers);
    assert_string_equal(text, "[null, null, null]");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(Nested),  cmocka_unit_test(Escapes),    cmocka_unit_test(Utf8),
        cmocka_unit_test(Numbers), cmocka_unit_test(NotNumbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
