// Every instruction set has a table of its own, whole, and the best is the widest that is
// available. Results are the same with all of them, so nothing else would notice a table that is
// never used.

#include "dispatch/kernels.h"

#include "support/test.h"

#include <string.h>

static const void* const* Members(const svKernels* kernels) {
    return (const void* const*)(const void*)kernels;
}

static void TablesAreWhole(void** state) {
    (void)state;
    enum { KERNEL_COUNT = sizeof(svKernels) / sizeof(void*) };
    for (int isa = SV_ISA_SCALAR; isa < SV_ISA_ENUM_COUNT; ++isa) {
        for (int i = 0; svIsa_Available((svIsa)isa) && i < KERNEL_COUNT; ++i) {
            assert_non_null(Members(svKernels_Of((svIsa)isa))[i]);
        }
    }
}

static void TablesDiffer(void** state) {
    (void)state;
    for (int a = SV_ISA_SCALAR; a < SV_ISA_ENUM_COUNT; ++a) {
        for (int b = a + 1; b < SV_ISA_ENUM_COUNT; ++b) {
            if (svIsa_Available((svIsa)a) && svIsa_Available((svIsa)b)) {
                const svKernels *first = svKernels_Of((svIsa)a), *second = svKernels_Of((svIsa)b);
                assert_true(first != second);
                assert_true(first->filterStep != second->filterStep);
            }
        }
    }
}

static void BestIsTheWidest(void** state) {
    (void)state;
    svIsa widest = SV_ISA_SCALAR;
    for (int isa = SV_ISA_SCALAR; isa < SV_ISA_ENUM_COUNT; ++isa) {
        widest = svIsa_Available((svIsa)isa) ? (svIsa)isa : widest;
    }
    print_message("%s\n", svIsa_Name(widest));
    assert_true(svKernels_Of(SV_ISA_BEST) == svKernels_Of(widest));
}

// What the compiler says of the machine, the library does not overlook.
static void MachineIsRecognised(void** state) {
    (void)state;
    assert_true(svIsa_Available(SV_ISA_BEST) && svIsa_Available(SV_ISA_SCALAR));
#if defined(__x86_64__)
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                      __builtin_cpu_supports("bmi2");
    assert_int_equal(svIsa_Available(SV_ISA_AVX2), avx2);
    assert_true(!__builtin_cpu_supports("avx512bw") || svIsa_Available(SV_ISA_AVX512));
    assert_false(svIsa_Available(SV_ISA_NEON));
#elif defined(__aarch64__)
    assert_true(svIsa_Available(SV_ISA_NEON));
#elif defined(__wasm__)
    assert_true(svIsa_Available(SV_ISA_WASM));
#endif
    assert_false(svIsa_Available(SV_ISA_ENUM_COUNT));
}

static void NamesAreKnown(void** state) {
    (void)state;
    assert_string_equal(svIsa_Name(SV_ISA_BEST), "best");
    assert_string_equal(svIsa_Name(SV_ISA_AVX512), "avx512");
    assert_string_equal(svIsa_Name(SV_ISA_WASM), "wasm");
    assert_string_equal(svIsa_Name(SV_ISA_ENUM_COUNT), "unknown");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TablesAreWhole),  cmocka_unit_test(TablesDiffer),
        cmocka_unit_test(BestIsTheWidest), cmocka_unit_test(MachineIsRecognised),
        cmocka_unit_test(NamesAreKnown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
