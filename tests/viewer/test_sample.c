// Some of very many pairs: as many as wanted, spread over all, whatever order they come in.

#include "viewer/sample.h"

#include "support/test.h"

#include <stdlib.h>

enum { MOST = 100, PAIRS = 50000 };

static void AddPair(Sample* sample, uint32_t i) {
    Sample_Add(sample, &(SampleItem){.kind = i % 2, .pair = {i % 3, i, i % 5, 7 * i}, .time = i});
}

static void AnyOrder(void** state) {
    (void)state;
    Sample up = Sample_Make(MOST), down = Sample_Make(MOST);
    for (uint32_t i = 0; i < PAIRS; ++i) {
        AddPair(&up, i);
        AddPair(&down, PAIRS - 1 - i);
    }
    Sample_End(&up);
    Sample_End(&down);
    assert_int_equal(up.total, PAIRS);
    assert_int_equal(up.count, MOST);
    assert_int_equal(down.count, MOST);
    uint32_t lower = 0;
    for (size_t i = 0; i < MOST; ++i) {
        const SampleItem *a = &up.items[i], *b = &down.items[i];
        assert_int_equal(a->pair.a, b->pair.a);
        assert_int_equal(a->pair.b, 7 * a->pair.a); // what belongs together stays together
        assert_true(a->time == a->pair.a && a->kind == a->pair.a % 2);
        assert_true(i == 0 || up.items[i - 1].kind <= a->kind);
        lower += a->pair.a < PAIRS / 2;
    }
    assert_true(lower > MOST / 4 && lower < 3 * MOST / 4); // from all over
    Sample_Destroy(&up);
    Sample_Destroy(&down);
}

static void Few(void** state) {
    (void)state;
    for (uint32_t count = 0; count <= MOST; count += MOST / 4) {
        Sample sample = Sample_Make(MOST);
        for (uint32_t i = 0; i < count; ++i) {
            AddPair(&sample, i);
        }
        Sample_End(&sample);
        assert_int_equal(sample.count, count);
        assert_int_equal(sample.total, count);
        Sample_Destroy(&sample);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(AnyOrder),
        cmocka_unit_test(Few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
