// The part of cmocka that the tests use, for targets that have none (WebAssembly). The same names
// and the same output, so that a test and tests/run.sh see no difference; memory is not watched.
#ifndef SELVAGE_TESTS_SUPPORT_MINI_CMOCKA_H
#define SELVAGE_TESTS_SUPPORT_MINI_CMOCKA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest {
    const char* name;
    void (*run)(void** state);
    void* state; // handed to the test
};

#define cmocka_unit_test(f)                                                                        \
    { #f, f, NULL }
#define cmocka_unit_test_prestate(f, state)                                                        \
    { #f, f, state }

int MiniCmocka_RunGroup(const struct CMUnitTest* tests, size_t count);
// Groups have neither a set-up nor a tear-down here.
#define cmocka_run_group_tests(tests, setUp, tearDown)                                             \
    ((void)(setUp), (void)(tearDown),                                                              \
     MiniCmocka_RunGroup(tests, sizeof(tests) / sizeof((tests)[0])))

void print_message(const char* format, ...) __attribute__((format(printf, 1, 2)));
void print_error(const char* format, ...) __attribute__((format(printf, 1, 2)));

// Both end the test.
_Noreturn void MiniCmocka_Fail(const char* file, int line);
_Noreturn void MiniCmocka_Skip(const char* file, int line);
#define fail() MiniCmocka_Fail(__FILE__, __LINE__)
#define skip() MiniCmocka_Skip(__FILE__, __LINE__)
#define fail_msg(...) (print_error("ERROR: " __VA_ARGS__), print_error("\n"), fail())

void MiniCmocka_True(bool holds, const char* what, const char* file, int line);
void MiniCmocka_Integers(bool equal, uintmax_t a, uintmax_t b, const char* file, int line);
void MiniCmocka_Strings(bool equal, const char* a, const char* b, const char* file, int line);

#define assert_true(x) MiniCmocka_True((x) ? true : false, #x, __FILE__, __LINE__)
#define assert_false(x) MiniCmocka_True((x) ? false : true, "!(" #x ")", __FILE__, __LINE__)
#define assert_null(x) MiniCmocka_True((x) == NULL, #x " == NULL", __FILE__, __LINE__)
#define assert_non_null(x) MiniCmocka_True((x) != NULL, #x " != NULL", __FILE__, __LINE__)
#define assert_ptr_equal(a, b)                                                                     \
    MiniCmocka_Integers(true, (uintptr_t)(a), (uintptr_t)(b), __FILE__, __LINE__)
#define assert_int_equal(a, b)                                                                     \
    MiniCmocka_Integers(true, (uintmax_t)(a), (uintmax_t)(b), __FILE__, __LINE__)
#define assert_int_not_equal(a, b)                                                                 \
    MiniCmocka_Integers(false, (uintmax_t)(a), (uintmax_t)(b), __FILE__, __LINE__)
#define assert_in_range(x, least, most)                                                            \
    MiniCmocka_True((uintmax_t)(x) - (uintmax_t)(least) <= (uintmax_t)(most) - (uintmax_t)(least), \
                    #x " in " #least " ... " #most, __FILE__, __LINE__)
#define assert_float_equal(a, b, epsilon)                                                          \
    MiniCmocka_True(__builtin_fabsf((float)(a) - (float)(b)) <= (float)(epsilon), #a " near " #b,  \
                    __FILE__, __LINE__)
#define assert_string_equal(a, b) MiniCmocka_Strings(true, a, b, __FILE__, __LINE__)
#define assert_string_not_equal(a, b) MiniCmocka_Strings(false, a, b, __FILE__, __LINE__)
#define assert_memory_equal(a, b, bytes)                                                           \
    MiniCmocka_True(memcmp(a, b, bytes) == 0, #a " as " #b, __FILE__, __LINE__)
#define assert_memory_not_equal(a, b, bytes)                                                       \
    MiniCmocka_True(memcmp(a, b, bytes) != 0, #a " not as " #b, __FILE__, __LINE__)

#define test_malloc malloc
#define test_calloc calloc
#define test_free free

#endif
