// cmocka needs these before it.
#ifndef SELVAGE_TESTS_CMOCKA_H
#define SELVAGE_TESTS_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
