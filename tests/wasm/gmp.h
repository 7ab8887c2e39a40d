// <gmp.h> of the WebAssembly tests: mini-gmp, the one-file subset that GMP's sources contain
// (tests/wasm/CMakeLists.txt says where it comes from), with the calls on several variables that it
// lacks.
#ifndef SELVAGE_TESTS_WASM_GMP_H
#define SELVAGE_TESTS_WASM_GMP_H

#include <mini-gmp.h>
#include <mini-mpq.h>

#include <stdarg.h>
#include <stddef.h>

// Calls `each` on all arguments up to NULL.
#define MINI_GMP_SEVERAL(name, pointer, each)                                                      \
    static inline void name(pointer first, ...) {                                                  \
        va_list rest;                                                                              \
        va_start(rest, first);                                                                     \
        for (pointer x = first; x != NULL; x = va_arg(rest, pointer)) {                            \
            each(x);                                                                               \
        }                                                                                          \
        va_end(rest);                                                                              \
    }

MINI_GMP_SEVERAL(mpz_inits, mpz_ptr, mpz_init)
MINI_GMP_SEVERAL(mpz_clears, mpz_ptr, mpz_clear)
MINI_GMP_SEVERAL(mpq_inits, mpq_ptr, mpq_init)
MINI_GMP_SEVERAL(mpq_clears, mpq_ptr, mpq_clear)

#undef MINI_GMP_SEVERAL

#endif
