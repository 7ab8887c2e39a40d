// The operations of all wide headers, a table per instruction set, for the tests of this folder.
#ifndef SELVAGE_TESTS_OPERATIONS_H
#define SELVAGE_TESTS_OPERATIONS_H

#include "floats_operations.h"
#include "shorts_operations.h"
#include "wide_operations.h"

typedef struct Operations {
    WideFunction* wide;
    FloatsFunction* floats;
    ShortsFunction* shorts;
} Operations;

// Of the target that this is compiled for.
extern const Operations SV_TARGET_JOIN(operations, SV_TARGET_SUFFIX);

#if defined(TEST_EMULATED_AVX512) // tests/emulation: AVX-512 alone, on any machine
enum { FIRST_ISA = SV_ISA_AVX512, LAST_ISA = SV_ISA_AVX512 };
#else
enum { FIRST_ISA = SV_ISA_SCALAR, LAST_ISA = SV_ISA_ENUM_COUNT - 1 };
#endif

// Null if this machine does not have the instruction set.
const Operations* OperationsOf(int isa);

#endif
