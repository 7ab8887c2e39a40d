// Sorting by key against qsort, for keys of every shape and lists of several workers; the hash of a
// pair as a hash should be.

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

typedef struct Item {
    uint64_t key;
    uint64_t place;
} Item;

// By key, then by where it was.
static int CompareItems(const void* x, const void* y) {
    const Item *a = x, *b = y;
    if (a->key != b->key) {
        return a->key < b->key ? -1 : 1;
    }
    return (a->place > b->place) - (a->place < b->place);
}

static Item items[MOST];
static uint64_t given[MOST], keys[MOST + 1], scratch[2 * MOST + 1];

static void MakeItems(Random* random, Shape shape, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        given[i] = MakeKey(random, shape, i);
        items[i] = (Item){given[i], i};
    }
    qsort(items, count, sizeof(*items), CompareItems);
}

static void CheckSort(Random* random, Shape shape, size_t count) {
    static uint64_t order[MOST + 1];
    MakeItems(random, shape, count);
    memcpy(keys, given, count * sizeof(*keys));
    keys[count] = order[count] = scratch[count] = 7;
    svSortKeys(keys, order, scratch, count);
    for (size_t i = 0; i < count; ++i) {
        assert_int_equal(keys[i], items[i].key);
        assert_int_equal(order[i], items[i].place);
    }
    assert_true(keys[count] == 7 && order[count] == 7 && scratch[count] == 7);
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

// ---- lists of several workers ------------------------------------------------------------------

enum { LISTS = 5, SHAPE_BYTES = 7 };

static struct Parted {
    uint8_t small[MOST];
    double wide[MOST][2];
    char odd[MOST][SHAPE_BYTES];
} from, parted, sorted;

static uint8_t visits[MOST];

static void TakeSorted(size_t first, size_t end, const uint64_t* order, void* work) {
    (void)work;
    const size_t count = end - first;
    svGather(sorted.small + first, parted.small + first, order, count, sizeof(parted.small[0]));
    svGather(sorted.wide + first, parted.wide + first, order, count, sizeof(parted.wide[0]));
    svGather(sorted.odd + first, parted.odd + first, order, count, sizeof(parted.odd[0]));
    for (size_t i = first; i < end; ++i) {
        ++visits[i];
    }
    memset(scratch + 2 * first, 0xff, 2 * count * sizeof(*scratch)); // free by now
}

static void CheckData(size_t i, size_t place) {
    assert_int_equal(visits[i], 1);
    assert_int_equal(sorted.small[i], from.small[place]);
    assert_memory_equal(sorted.wide[i], from.wide[place], sizeof(sorted.wide[i]));
    assert_memory_equal(sorted.odd[i], from.odd[place], sizeof(sorted.odd[i]));
}

// The keys dealt out to lists of any length, some of them empty.
static void CheckLists(svWorkers* workers, Random* random, Shape shape, size_t count) {
    static svKeyList lists[LISTS];
    uint32_t mostA = 0, mostB = 0;
    size_t first = 0;
    MakeItems(random, shape, count);
    for (size_t i = 0; i < count; ++i) {
        mostA = (uint32_t)(given[i] >> 32) > mostA ? (uint32_t)(given[i] >> 32) : mostA;
        mostB = (uint32_t)given[i] > mostB ? (uint32_t)given[i] : mostB;
        from.small[i] = (uint8_t)Random_Bits(random);
        from.wide[i][0] = from.wide[i][1] = (double)i;
        memset(from.odd[i], (int)(i % 101), SHAPE_BYTES);
    }
    for (int l = 0; l < LISTS; ++l) {
        const size_t left = count - first;
        const size_t here = l == LISTS - 1 ? left
                            : l == 1       ? 0
                                           : (size_t)Random_Below(random, (int)left + 1);
        lists[l].keys = given + first;
        lists[l].count = here;
        lists[l].data[0] = from.small + first;
        lists[l].data[1] = from.wide + first;
        lists[l].data[2] = from.odd + first;
        first += here;
    }
    memset(visits, 0, sizeof(visits));
    keys[count] = scratch[2 * count] = 7;
    const svSortDef def = {.lists = lists,
                           .listCount = LISTS,
                           .greatest = svKey(mostA, mostB),
                           .keys = keys,
                           .scratch = scratch,
                           .dataSize = {1, sizeof(from.wide[0]), SHAPE_BYTES},
                           .parted = {parted.small, parted.wide, parted.odd},
                           .sorted = TakeSorted};
    svSortLists(workers, &def);
    for (size_t i = 0; i < count; ++i) {
        assert_int_equal(keys[i], items[i].key);
        CheckData(i, (size_t)items[i].place);
    }
    assert_true(keys[count] == 7 && scratch[2 * count] == 7);
}

static void TestLists(void** state) {
    (void)state;
    static const size_t counts[] = {0, 1, 15, 16, 17, 600, 1025, 4097, MOST};
    Random random = {43};
    for (uint32_t workerCount = 1; workerCount <= 4; workerCount += 3) {
        svContextDef contextDef = svDefaultContextDef();
        contextDef.workerCount = workerCount;
        svContext* context;
        svWorkers* workers;
        assert_int_equal(svContext_Create(&contextDef, &context), SV_OK);
        assert_int_equal(svWorkers_Get(context, &workers), SV_OK);
        for (int shape = 0; shape < SHAPE_COUNT; ++shape) {
            for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); ++i) {
                CheckLists(workers, &random, (Shape)shape, counts[i]);
            }
        }
        svContext_Destroy(context);
    }
}

// ---- the hash ----------------------------------------------------------------------------------

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
    const uint64_t pairs[2] = {svKey(3, UINT32_MAX), svKey(UINT32_MAX, 5)};
    assert_true(svHashKeys(2, pairs, 2) ==
                svHashPair(2, 0, 3, 0, UINT32_MAX) + svHashPair(2, 0, UINT32_MAX, 0, 5));
    assert_true(svHashKeys(2, NULL, 0) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestSort),
        cmocka_unit_test(TestLists),
        cmocka_unit_test(TestEveryBitMatters),
        cmocka_unit_test(TestNoTwoAlike),
        cmocka_unit_test(TestSetsDiffer),
        cmocka_unit_test(TestIsFixed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
