// The JSON reader: what it takes, where everything is, and what it says of everything else.
#include "../../sim/json_text.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/allocator.h"
#include "support/files.h"
#include "support/test.h"

// From a copy of its own, so that sanitizers see a step beyond the end.
static svStatus Read(svContext* context, const char* text, size_t size, svJson* json) {
    char* copy = malloc(size + 1);
    memcpy(copy, text, size);
    char* exact = realloc(copy, size > 0 ? size : 1);
    const svStatus status = svJson_Read(context, "t.json", exact, size, json);
    free(exact);
    return status;
}

static void TestTree(void** state) {
    (void)state;
    static const char text[] = "\xef\xbb\xbf{\r\n"
                               "  \"a\": [1, -2.5e+1, 0.125E2, 1e-3],\n"
                               "  \"b\" : {\"c\": \"x\\n\\u00e9\\ud83d\\ude00\\/\", \"d\": null},\r"
                               "  \"e\": [true, false, [], {}]\n}\n";
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svJson json;
    assert_int_equal(Read(context, text, sizeof(text) - 1, &json), SV_OK);
    assert_int_equal(json.nodes[0].kind, SV_JSON_OBJECT);
    assert_int_equal(json.nodes[0].count, 3);
    const uint32_t a = svJson_Find(&json, 0, "a"), b = svJson_Find(&json, 0, "b");
    const uint32_t e = svJson_Find(&json, 0, "e");
    assert_int_equal(svJson_Find(&json, 0, "c"), SV_NONE);
    assert_int_equal(json.nodes[a].line, 2);
    assert_int_equal(json.nodes[a].column, 3);
    assert_int_equal(json.nodes[b].line, 3);
    assert_int_equal(json.nodes[e].line, 4);
    const double numbers[] = {1, -25, 12.5, 1e-3};
    uint32_t node = json.nodes[a].first;
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(json.nodes[node].kind, SV_JSON_NUMBER);
        assert_true(json.nodes[node].number == numbers[i]);
        assert_int_equal(json.nodes[node].position, i);
        node = json.nodes[node].next;
    }
    assert_int_equal(node, SV_NONE);
    const uint32_t c = svJson_Find(&json, b, "c");
    assert_string_equal(json.nodes[c].text, "x\n\xc3\xa9\xf0\x9f\x98\x80/");
    assert_int_equal(json.nodes[svJson_Find(&json, b, "d")].kind, SV_JSON_NULL);
    char path[SV_JSON_PATH_CHARS];
    svJson_Path(&json, c, path);
    assert_string_equal(path, "b.c");
    svJson_Path(&json, json.nodes[json.nodes[a].first].next, path);
    assert_string_equal(path, "a[1]");
    svJson_Path(&json, 0, path);
    assert_string_equal(path, "");
    svJson_Destroy(&json);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

// Numbers as strtod reads them, in every locale.
static void TestNumbers(void** state) {
    (void)state;
    static const char* const numbers[] = {"0",
                                          "-0",
                                          "0.1",
                                          "123456789.123456789e-5",
                                          "4.9e-324",
                                          "1.7976931348623157e308",
                                          "1e-400",
                                          "0.00000000000000000000000000000000000000000000000000001",
                                          "9007199254740993",
                                          "2e0"};
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    static const char* const locales[] = {"C", "de_DE.UTF-8", "de_DE", "fr_FR.UTF-8"};
    for (int l = 0; l < 4; ++l) {
        for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); ++i) {
            setlocale(LC_ALL, "C");
            const double expected = strtod(numbers[i], NULL);
            setlocale(LC_ALL, locales[l]); // where there is no such locale, "C" once more
            svJson json;
            assert_int_equal(Read(context, numbers[i], strlen(numbers[i]), &json), SV_OK);
            assert_memory_equal(&json.nodes[0].number, &expected, sizeof(expected));
            svJson_Destroy(&json);
        }
    }
    setlocale(LC_ALL, "C");
    svContext_Destroy(context);
}

static void TestMistakes(void** state) {
    (void)state;
    static const char* const cases[][2] = {
        {"", "t.json:1:1: expected a value, found the end"},
        {"{\n\"a\": NaN}", "t.json:2:6: a: expected a value, found 'NaN'"},
        {"{\"a\": {\"b\": [0,\n -Infinity]}}", "t.json:2:2: a.b[1]: expected a number"},
        {"{\n\n\"a\": 1e999}", "t.json:3:6: a: 1e999 is too large"},
        {"[1, -1e400]", "t.json:1:5: [1]: -1e400 is too large"},
        {"[1, 2,]", "t.json:1:7: [2]: expected a value, found ']'"},
        {"{\"a\": 1,}", "t.json:1:9: expected a key in quotes, found '}'"},
        {"{\"a\": 1 \"b\": 2}", "t.json:1:9: expected ',' or '}', found '\"'"},
        {"{a: 1}", "t.json:1:2: expected a key in quotes, found 'a'"},
        {"{\"a\" 1}", "t.json:1:6: a: expected ':' after the key"},
        {"{\"a\": 1,\n\"b\": 2,\n\"a\": 3}", "t.json:3:1: a: the key is there already, in line 1"},
        {"{\"a\": 1}\n x", "t.json:2:2: expected nothing more, found 'x'"},
        {"{\"a\": 1}}", "expected nothing more"},
        {"[1", "expected ',' or ']', found the end"},
        {"[01]", "must not begin with 0"},
        {"[-]", "expected a number"},
        {"[1.]", "decimal point"},
        {"[.5]", "expected a value"},
        {"[+1]", "expected a value"},
        {"[1e]", "after the e"},
        {"[0x10]", "expected ',' or ']'"},
        {"[tru]", "expected a value, found 'tru'"},
        {"[truth]", "expected a value, found 'truth'"},
        {"[\"a\nb\"]", "t.json:1:4: [0]: a text must end in its line"},
        {"[\"abc", "closing quote"},
        {"[\"\\x\"]", "no such escape"},
        {"[\"\\u12g4\"]", "hexadecimal"},
        {"[\"\\ud800\"]", "surrogate"},
        {"[\"\\ud800\\u0041\"]", "surrogate"},
        {"[\"\\udc00\"]", "surrogate"},
        {"[\"\\u0000\"]", "character 0"},
        {"[\"\xff\"]", "UTF-8"},
        {"[\"\xc0\xaf\"]", "UTF-8"},
        {"[\"\xed\xa0\x80\"]", "UTF-8"},
        {"[\"\xf4\x90\x80\x80\"]", "UTF-8"},
        {"[\"\xe2\x82\"]", "UTF-8"},
        {"// a comment\n1", "t.json:1:1: expected a value, found '//'"},
        {"[\x01]", "the byte 1"},
    };
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); ++i) {
        svJson json;
        assert_int_equal(Read(context, cases[i][0], strlen(cases[i][0]), &json), SV_ERROR_FORMAT);
        if (strstr(svContext_LastError(context), cases[i][1]) == NULL) {
            fail_msg("%s: %s", cases[i][0], svContext_LastError(context));
        }
        assert_int_equal(svContext_BytesInUse(context), 0);
    }
    svContext_Destroy(context);
}

static void TestLimits(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    char text[8000];
    svJson json;
    memset(text, '[', SV_JSON_DEPTH);
    memset(text + SV_JSON_DEPTH, ']', SV_JSON_DEPTH);
    assert_int_equal(Read(context, text, (size_t)2 * SV_JSON_DEPTH, &json), SV_OK);
    svJson_Destroy(&json);
    memset(text, '[', 1000);
    assert_int_equal(Read(context, text, 1000, &json), SV_ERROR_FORMAT);
    assert_non_null(strstr(svContext_LastError(context), "too many values within"));
    for (int extra = 0; extra < 2; ++extra) {
        size_t size = (size_t)sprintf(text, "{");
        for (int i = 0; i < SV_JSON_KEYS + extra; ++i) {
            size += (size_t)sprintf(text + size, "%s\"k%d\":0", i > 0 ? "," : "", i);
        }
        size += (size_t)sprintf(text + size, "}");
        const svStatus status = Read(context, text, size, &json);
        assert_int_equal(status, extra ? SV_ERROR_FORMAT : SV_OK);
        if (status == SV_OK) {
            svJson_Destroy(&json);
        }
    }
    assert_non_null(strstr(svContext_LastError(context), "more keys"));
    memset(text, '1', 4000);
    assert_int_equal(Read(context, text, 4000, &json), SV_ERROR_FORMAT);
    assert_non_null(strstr(svContext_LastError(context), "too many digits"));
    svContext_Destroy(context);
}

static void TestMemory(void** state) {
    (void)state;
    static const char text[] = "{\"a\": [1, 2, 3], \"b\": \"c\"}";
    svStatus status = SV_ERROR_MEMORY;
    for (size_t failAt = 0; status != SV_OK; ++failAt) {
        TestAllocator allocator = TestAllocator_Make();
        svContext* context = TestAllocator_NewContext(&allocator);
        TestAllocator_FailNth(&allocator, failAt, true);
        svJson json;
        status = Read(context, text, sizeof(text) - 1, &json);
        assert_int_equal(status, failAt < 2 ? SV_ERROR_MEMORY : SV_OK);
        if (status == SV_OK) {
            svJson_Destroy(&json);
        }
        assert_int_equal(svContext_BytesInUse(context), 0);
        svContext_Destroy(context);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(TestTree), cmocka_unit_test(TestNumbers),
                                       cmocka_unit_test(TestMistakes), cmocka_unit_test(TestLimits),
                                       cmocka_unit_test(TestMemory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
