// See mini_cmocka.h. A test that fails or is skipped jumps back to the loop over the tests.

#include "wasm/mini_cmocka.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

typedef enum Outcome { PASSED, FAILED, SKIPPED } Outcome;

static jmp_buf backToGroup;

void print_message(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}

void print_error(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
}

void MiniCmocka_Fail(const char* file, int line) {
    print_error("[   LINE   ] --- %s:%d: error: Failure!\n", file, line);
    longjmp(backToGroup, FAILED);
}

void MiniCmocka_Skip(const char* file, int line) {
    (void)file;
    (void)line;
    longjmp(backToGroup, SKIPPED);
}

void MiniCmocka_True(bool holds, const char* what, const char* file, int line) {
    if (!holds) {
        print_error("%s\n", what);
        MiniCmocka_Fail(file, line);
    }
}

void MiniCmocka_Integers(bool equal, uintmax_t a, uintmax_t b, const char* file, int line) {
    if ((a == b) != equal) {
        print_error("%#" PRIxMAX " %s %#" PRIxMAX "\n", a, equal ? "!=" : "==", b);
        MiniCmocka_Fail(file, line);
    }
}

void MiniCmocka_Strings(bool equal, const char* a, const char* b, const char* file, int line) {
    if ((strcmp(a, b) == 0) != equal) {
        print_error("\"%s\" %s \"%s\"\n", a, equal ? "!=" : "==", b);
        MiniCmocka_Fail(file, line);
    }
}

static Outcome RunTest(const struct CMUnitTest* test) {
    void* state = test->state;
    switch (setjmp(backToGroup)) {
    case 0:
        test->run(&state);
        return PASSED;
    case SKIPPED:
        return SKIPPED;
    default:
        return FAILED;
    }
}

int MiniCmocka_RunGroup(const struct CMUnitTest* tests, size_t count) {
    static const char* const labels[] = {"       OK ", "  FAILED  ", "  SKIPPED "};
    int failures = 0;
    printf("[==========] Running %zu test(s).\n", count);
    for (size_t i = 0; i < count; ++i) {
        printf("[ RUN      ] %s\n", tests[i].name);
        const Outcome outcome = RunTest(&tests[i]);
        failures += outcome == FAILED;
        printf("[%s] %s\n", labels[outcome], tests[i].name);
    }
    printf("[==========] %zu test(s) run, %d failed.\n", count, failures);
    return failures;
}
