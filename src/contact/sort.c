// The order of results, and their hash.
//
// Sorting: radix sort from the least significant digit up (Knuth, The Art of Computer Programming,
// volume 3, 5.2.5). Digits begin at bits in which keys differ, so that the unused upper bits of the
// two numbers of a key cost nothing: four passes for two numbers below 2^22.

#include "contact/sort.h"

#define DIGIT_BITS 11 // 2048 counters: half of a first-level cache
#define DIGIT_COUNT (1u << DIGIT_BITS)
#define FEW 64 // below this the counters cost more than they save

static void InsertionSort(svKeyed* items, size_t count) {
    for (size_t i = 1; i < count; ++i) {
        const svKeyed item = items[i];
        size_t at = i;
        for (; at > 0 && items[at - 1].key > item.key; --at) {
            items[at] = items[at - 1];
        }
        items[at] = item;
    }
}

static uint64_t DifferingBits(const svKeyed* items, size_t count) {
    uint64_t bits = 0;
    for (size_t i = 1; i < count; ++i) {
        bits |= items[i].key ^ items[0].key;
    }
    return bits;
}

static void SortByDigit(const svKeyed* from, svKeyed* to, size_t count, uint32_t shift) {
    size_t places[DIGIT_COUNT] = {0};
    for (size_t i = 0; i < count; ++i) {
        ++places[from[i].key >> shift & (DIGIT_COUNT - 1)];
    }
    size_t first = 0;
    for (uint32_t digit = 0; digit < DIGIT_COUNT; ++digit) {
        const size_t here = places[digit];
        places[digit] = first;
        first += here;
    }
    for (size_t i = 0; i < count; ++i) {
        to[places[from[i].key >> shift & (DIGIT_COUNT - 1)]++] = from[i];
    }
}

svKeyed* svSortKeys(svKeyed* items, svKeyed* scratch, size_t count) {
    if (count < FEW) {
        InsertionSort(items, count);
        return items;
    }
    uint64_t differing = DifferingBits(items, count);
    while (differing != 0) {
        const uint32_t shift = (uint32_t)__builtin_ctzll(differing);
        SortByDigit(items, scratch, count, shift);
        differing &= ~((uint64_t)(DIGIT_COUNT - 1) << shift);
        svKeyed* const sorted = scratch;
        scratch = items;
        items = sorted;
    }
    return items;
}

// Shifts and multiplications that take turns, so that every bit of the input moves about half of
// those of the result: the finaliser of MurmurHash3 (Appleby 2011) with the constants of Stafford's
// "Better bit mixing" (2011), mix 13. A bijection.
static uint64_t Mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

// A chain and not a sum of the parts: sums over two sets of pairs would otherwise be equal as soon
// as their first and their second features are. The added constant (2^64 over the golden ratio)
// keeps the chain away from the fixed point 0 of the mix.
uint64_t svHashPair(uint32_t kind, uint32_t meshA, uint32_t a, uint32_t meshB, uint32_t b) {
    const uint64_t first = Mix(svKey(meshA, a) + (kind + (uint64_t)1) * 0x9e3779b97f4a7c15u);
    return Mix(Mix(first ^ svKey(meshB, b)) + 0x9e3779b97f4a7c15u);
}
