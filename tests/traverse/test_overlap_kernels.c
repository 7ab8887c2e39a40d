// The overlap kernels of every instruction set against the plain ones, on any numbers, sound
// volumes or not. With TEST_EMULATED_AVX512 (tests/emulation) AVX-512 alone, on any machine.
#include "support/kernels.h"
#include "support/random.h"
#include "support/test.h"

#include <math.h>

// From dense to sparse, and some values that no volume should have.
static float RandomValue(Random* random, int round) {
    static const float odd[] = {INFINITY, -INFINITY, NAN, 0.0f, -0.0f, 3e38f};
    if (round % 8 == 7 && Random_Below(random, 20) == 0) {
        return odd[Random_Below(random, 6)];
    }
    if (round % 2 == 0) {
        return (float)Random_Between(random, -4, 4);
    }
    return (float)ldexp(Random_Signed(random), -Random_Below(random, 1 + round % 24));
}

static void CheckKernels(const svKernels* kernels) {
    Random random = {22};
    size_t kept = 0, culled = 0;
    for (int round = 0; round < 20000; ++round) {
        _Alignas(64) float node[SV_VOLUME_MAX_ROWS * SV_WIDTH];
        float column[SV_VOLUME_MAX_ROWS * SV_WIDTH];
        for (int i = 0; i < SV_VOLUME_MAX_ROWS * SV_WIDTH; ++i) {
            node[i] = RandomValue(&random, round);
            column[i] = RandomValue(&random, round);
        }
        for (int way = 0; way < 2 * SV_VOLUME_ENUM_COUNT; ++way) {
            const svVolume volume = (svVolume)(way / 2);
            const bool instant = way % 2 != 0;
            const uint32_t plain = PlainKernels()->chooseOverlap(volume, instant)(column, node);
            assert_int_equal(kernels->chooseOverlap(volume, instant)(column, node), plain);
            kept += (size_t)__builtin_popcount(plain);
            culled += (size_t)__builtin_popcount(~plain & 0xffff);
        }
    }
    print_message("%zu kept, %zu culled\n", kept, culled);
    assert_true(kept > 100000 && culled > 100000);
}

static void KernelsAgree(void** state) {
    (void)state;
    for (int isa = FIRST_ISA; isa <= LAST_ISA; ++isa) {
        if (KernelsOf(isa) != NULL) {
            CheckKernels(KernelsOf(isa));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(KernelsAgree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
