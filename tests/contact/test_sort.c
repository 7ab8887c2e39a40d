// Sorting by key against qsort, for keys of every shape; the hash of a pair as a hash should be.

#include "contact/sort.h"

#include "support/random.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 20000 };

typedef enum Shape { PAIRS, ANY, UPPER, FEW_VALUES, EQUAL, SORTED, REVERSED, SHAPE_COUNT } Shape;

static uint64_t MakeKey(Random* random, Shape shape, size_t i) {
    switch (shape) {
    case PAIRS:
        return svKey((uint32_t)Random_Below(random, 200000), (uint32_t)Random_Below(random, 70000));
    case UPPER:
        return Random_Bits(random) << 53;
    case FEW_VALUES:
        return (uint64_t)Random_Below(random, 3) << 31;
    case EQUAL:
        return 0x8000000000000001u;
    case SORTED:
        return i * i;
    case REVERSED:
        return UINT64_MAX - 3 * i;
    default:
        return Random_Bits(random);
    }
}

static int CompareItems(const void* x, const void* y) {
    const svKeyed *a = x, *b = y;
    if (a->key != b->key) {
        return a->key < b->key ? -1 : 1;
    }
    return (a->record > b->record) - (a->record < b->record);
}

static void CheckSort(Random* random, Shape shape, size_t count) {
    static svKeyed items[MOST + 1], scratch[MOST + 1], expected[MOST];
    for (size_t i = 0; i < count; ++i) {
        items[i] = (svKeyed){MakeKey(random, shape, i), (uint32_t)i};
    }
    const svKeyed guard = {7, 7};
    items[count] = scratch[count] = guard;
    memcpy(expected, items, count * sizeof(*items));
    qsort(expected, count, sizeof(*expected), CompareItems);
    svKeyed* const sorted = svSortKeys(items, scratch, count);
    assert_true(sorted == items || sorted == scratch);
    for (size_t i = 1; i < count; ++i) {
        assert_true(sorted[i - 1].key <= sorted[i].key);
    }
    // Each item once, its record still with its key: equal keys in any order.
    qsort(sorted, count, sizeof(*sorted), CompareItems);
    for (size_t i = 0; i < count; ++i) {
        assert_int_equal(sorted[i].key, expected[i].key);
        assert_int_equal(sorted[i].record, expected[i].record);
    }
    assert_true(items[count].key == guard.key && scratch[count].key == guard.key);
}

static void TestSort(void** state) {
    (void)state;
    Random random = {41};
    for (int shape = 0; shape < SHAPE_COUNT; ++shape) {
        for (size_t count = 0; count < 150; ++count) {
            CheckSort(&random, (Shape)shape, count);
        }
        CheckSort(&random, (Shape)shape, 3001);
        CheckSort(&random, (Shape)shape, MOST);
    }
}

// Every single bit of the input, however alike the inputs are.
static void TestEveryBitMatters(void** state) {
    (void)state;
    Random random = {42};
    int flips[5][32] = {{0}};
    enum { ROUNDS = 400 };
    for (int round = 0; round < ROUNDS; ++round) {
        uint32_t in[5];
        for (int k = 0; k < 5; ++k) {
            in[k] = (uint32_t)Random_Below(&random, k == 2 || k == 4 ? 100000 : 3);
        }
        const uint64_t hash = svHashPair(in[0], in[1], in[2], in[3], in[4]);
        for (int k = 0; k < 5; ++k) {
            for (int bit = 0; bit < 32; ++bit) {
                in[k] ^= 1u << bit;
                const uint64_t other = svHashPair(in[0], in[1], in[2], in[3], in[4]);
                in[k] ^= 1u << bit;
                flips[k][bit] += __builtin_popcountll(hash ^ other);
            }
        }
    }
    // The mean of ROUNDS counts of 64 fair coins: 32, with a standard deviation of 4 / 20.
    for (int k = 0; k < 5; ++k) {
        for (int bit = 0; bit < 32; ++bit) {
            const double mean = (double)flips[k][bit] / ROUNDS;
            assert_true(mean > 31 && mean < 33);
        }
    }
}

static int CompareNumbers(const void* x, const void* y) {
    const uint64_t a = *(const uint64_t*)x, b = *(const uint64_t*)y;
    return (a > b) - (a < b);
}

static void TestNoTwoAlike(void** state) {
    (void)state;
    enum { SIDE = 8, COUNT = 3 * SIDE * SIDE * SIDE * SIDE };
    static uint64_t hashes[COUNT];
    size_t count = 0;
    for (uint32_t i = 0; i < COUNT; ++i) {
        hashes[count++] =
            svHashPair(i % 3, i / 3 % SIDE, i / 24 % SIDE, i / 192 % SIDE, i / 1536 % SIDE);
    }
    qsort(hashes, count, sizeof(*hashes), CompareNumbers);
    assert_true(hashes[0] != 0);
    for (size_t i = 1; i < count; ++i) {
        assert_true(hashes[i - 1] != hashes[i]);
    }
}

// Sums of hashes: partners exchanged, kinds exchanged, sides exchanged.
static void TestSetsDiffer(void** state) {
    (void)state;
    for (uint32_t i = 0; i < 1000; ++i) {
        const uint64_t straight = svHashPair(0, 0, i, 0, i + 1) + svHashPair(0, 0, i + 2, 0, i + 3);
        const uint64_t crossed = svHashPair(0, 0, i, 0, i + 3) + svHashPair(0, 0, i + 2, 0, i + 1);
        assert_true(straight != crossed);
        assert_true(svHashPair(0, 0, i, 0, i + 1) + svHashPair(1, 0, i, 0, i + 2) !=
                    svHashPair(1, 0, i, 0, i + 1) + svHashPair(0, 0, i, 0, i + 2));
        assert_true(svHashPair(0, 0, i, 1, i + 1) != svHashPair(0, 1, i + 1, 0, i));
    }
}

// Hashes are kept in files: a change of the function is a change of them all.
static void TestIsFixed(void** state) {
    (void)state;
    assert_true(svHashPair(0, 0, 0, 0, 0) == 0x568a9b0b1a2c05ecu);
    assert_true(svHashPair(1, 2, 3, 4, 5) == 0xf6e478fdc10d50d6u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestSort),       cmocka_unit_test(TestEveryBitMatters),
        cmocka_unit_test(TestNoTwoAlike), cmocka_unit_test(TestSetsDiffer),
        cmocka_unit_test(TestIsFixed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
