// What every test includes: cmocka with the headers that it wants before it.
#ifndef SELVAGE_TESTS_SUPPORT_TEST_H
#define SELVAGE_TESTS_SUPPORT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#if defined(TEST_MINI_CMOCKA)
#include "wasm/mini_cmocka.h"
#else
#include <cmocka.h>
#endif

#endif
