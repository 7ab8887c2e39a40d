// Sorting in place: all lengths up to some dozens, few and many different keys.
#include "base/heap_sort.h"
#include "support/random.h"
#include "support/test.h"

enum { MAX_COUNT = 70 };

static void RandomKeysAscend(void** state) {
    Random random = {1};
    (void)state;
    for (size_t count = 0; count < MAX_COUNT; ++count) {
        for (int round = 0; round < 20; ++round) {
            const uint64_t mask = round % 2 == 0 ? UINT64_MAX : 7;
            uint64_t keys[MAX_COUNT], sum = 0;
            for (size_t i = 0; i < count; ++i) {
                keys[i] = Random_Bits(&random) & mask;
                sum += keys[i] * keys[i];
            }
            svHeapSort(keys, count);
            for (size_t i = 0; i < count; ++i) {
                assert_true(i == 0 || keys[i - 1] <= keys[i]);
                sum -= keys[i] * keys[i];
            }
            assert_true(sum == 0); // the same keys
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(RandomKeysAscend)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
