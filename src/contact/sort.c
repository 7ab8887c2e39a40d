// The order of results, and their hash: keys of contact pairs as the workers found them in, one
// sorted list out, the same for any number of workers.
//
// Sorting: keys are scattered to buckets by their leading bits, and their data with them. Runs of
// buckets that fit into a second-level cache, the parts, are then sorted independently, by any
// worker, with radix sort from the least significant digit up (Knuth, The Art of Computer
// Programming, volume 3, 5.2.5). There a key and its place share a word: the two numbers of the key
// without the bits in which no key of the part differs, and the place below them.
//
// Memory is the bottleneck, not arithmetic: the results of a large scene have left the caches by
// the time they are sorted. They are read and written in order but for the buckets, whose ends are
// few enough to stay in a cache.

#include "contact/sort.h"

#include <assert.h>
#include <string.h>

#define DIGIT_BITS 11 // 2048 counters: a quarter of a first-level cache
#define DIGIT_COUNT (1u << DIGIT_BITS)
#define FEW 48 // below this the counters cost more than they save

#define PART_MOST 4096 // with data and scratch some 200 KiB: less than a second-level cache
#define PART_LEAST 512 // less is not worth a task

// Places are computed for some keys before these are moved: neighbours often share a digit, so that
// a counter is read right after it was written, and an unresolved store of a key in between would
// stall that load.
#define AHEAD 16

// ---- one part ------------------------------------------------------------------------------

// The least of the first and of the second numbers, and the bits that their offsets from it take.
typedef struct KeyRange {
    uint32_t leastA, leastB;
    uint32_t bitsA, bitsB;
} KeyRange;

static uint32_t BitsFor(uint32_t most) {
    return most == 0 ? 0 : 32 - (uint32_t)__builtin_clz(most);
}

// Both numbers of the keys lie between those of two keys.
static KeyRange RangeBetween(uint64_t least, uint64_t most) {
    const uint32_t leastA = (uint32_t)(least >> 32), leastB = (uint32_t)least;
    return (KeyRange){leastA, leastB, BitsFor((uint32_t)(most >> 32) - leastA),
                      BitsFor((uint32_t)most - leastB)};
}

static KeyRange RangeOfKeys(const uint64_t* keys, size_t count) {
    uint32_t leastA = UINT32_MAX, leastB = UINT32_MAX, mostA = 0, mostB = 0;
    for (size_t i = 0; i < count; ++i) {
        const uint32_t a = (uint32_t)(keys[i] >> 32), b = (uint32_t)keys[i];
        leastA = a < leastA ? a : leastA;
        leastB = b < leastB ? b : leastB;
        mostA = a > mostA ? a : mostA;
        mostB = b > mostB ? b : mostB;
    }
    return RangeBetween(svKey(leastA, leastB), svKey(mostA, mostB));
}

static void InsertionSort(uint64_t* keys, uint64_t* order, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const uint64_t key = keys[i];
        size_t at = i;
        for (; at > 0 && keys[at - 1] > key; --at) {
            keys[at] = keys[at - 1];
            order[at] = order[at - 1];
        }
        keys[at] = key;
        order[at] = i;
    }
}

static void SortByDigit(const uint64_t* from, uint64_t* to, size_t count, uint32_t shift,
                        uint32_t width) {
    uint32_t places[DIGIT_COUNT];
    const uint32_t values = 1u << width;
    memset(places, 0, values * sizeof(places[0]));
    for (size_t i = 0; i < count; ++i) {
        ++places[from[i] >> shift & (values - 1)];
    }
    uint32_t first = 0;
    for (uint32_t value = 0; value < values; ++value) {
        const uint32_t here = places[value];
        places[value] = first;
        first += here;
    }
    size_t i = 0;
    for (; i + AHEAD <= count; i += AHEAD) {
        uint32_t place[AHEAD];
        for (uint32_t k = 0; k < AHEAD; ++k) {
            place[k] = places[from[i + k] >> shift & (values - 1)]++;
        }
        for (uint32_t k = 0; k < AHEAD; ++k) {
            to[place[k]] = from[i + k];
        }
    }
    for (; i < count; ++i) {
        to[places[from[i] >> shift & (values - 1)]++] = from[i];
    }
}

// Sorts by the `bits` bits from `shift` up. Returns where the sorted words are: one of the two.
static uint64_t* SortByBits(uint64_t* words, uint64_t* scratch, size_t count, uint32_t shift,
                            uint32_t bits) {
    // As few digits as will do, all of about the same width.
    for (uint32_t left = (bits + DIGIT_BITS - 1) / DIGIT_BITS; left > 0; --left) {
        const uint32_t width = (bits + left - 1) / left;
        SortByDigit(words, scratch, count, shift, width);
        shift += width;
        bits -= width;
        uint64_t* const sorted = scratch;
        scratch = words;
        words = sorted;
    }
    return words;
}

// Where key and place are too long for one word: first by the second numbers, then by the first.
static void SortLong(uint64_t* keys, uint64_t* order, uint64_t* scratch, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        order[i] = keys[i] << 32 | i;
    }
    uint64_t* words = SortByBits(order, scratch, count, 32, 32);
    for (size_t i = 0; i < count; ++i) {
        const uint64_t place = words[i] & UINT32_MAX;
        words[i] = (keys[place] >> 32 << 32) | place;
    }
    words = SortByBits(words, words == order ? scratch : order, count, 32, 32);
    for (size_t i = 0; i < count; ++i) {
        order[i] = words[i] & UINT32_MAX;
    }
    svGather(scratch, keys, order, count, sizeof(*keys));
    memcpy(keys, scratch, count * sizeof(*keys));
}

static void SortInRange(const KeyRange* range, uint64_t* keys, uint64_t* order, uint64_t* scratch,
                        size_t count) {
    if (count < FEW) {
        InsertionSort(keys, order, count);
        return;
    }
    const uint32_t bits = range->bitsA + range->bitsB, placeBits = BitsFor((uint32_t)count - 1);
    if (bits + placeBits > 63) { // shifts by 64 are none
        SortLong(keys, order, scratch, count);
        return;
    }
    const uint32_t shiftA = range->bitsB + placeBits;
    for (size_t i = 0; i < count; ++i) {
        const uint64_t a = (keys[i] >> 32) - range->leastA, b = (uint32_t)keys[i] - range->leastB;
        order[i] = a << shiftA | b << placeBits | i;
    }
    const uint64_t* words = SortByBits(order, scratch, count, placeBits, bits);
    const uint64_t placeMask = ((uint64_t)1 << placeBits) - 1;
    const uint64_t maskB = ((uint64_t)1 << range->bitsB) - 1;
    for (size_t i = 0; i < count; ++i) {
        const uint64_t word = words[i];
        keys[i] = svKey((uint32_t)(word >> shiftA) + range->leastA,
                        (uint32_t)(word >> placeBits & maskB) + range->leastB);
        order[i] = word & placeMask;
    }
}

void svSortKeys(uint64_t* keys, uint64_t* order, uint64_t* scratch, size_t count) {
    assert(count <= UINT32_MAX);
    const KeyRange range = RangeOfKeys(keys, count);
    SortInRange(&range, keys, order, scratch, count);
}

// ---- data ----------------------------------------------------------------------------------

// Calls copy(..., size); sizes that the compiler knows make a copy a few moves.
#define COPY_BY_SIZE(copy, size, ...)                                                              \
    switch (size) {                                                                                \
    case 1:                                                                                        \
        copy(__VA_ARGS__, 1);                                                                      \
        break;                                                                                     \
    case 4:                                                                                        \
        copy(__VA_ARGS__, 4);                                                                      \
        break;                                                                                     \
    case 8:                                                                                        \
        copy(__VA_ARGS__, 8);                                                                      \
        break;                                                                                     \
    case 16:                                                                                       \
        copy(__VA_ARGS__, 16);                                                                     \
        break;                                                                                     \
    case 56:                                                                                       \
        copy(__VA_ARGS__, 56);                                                                     \
        break;                                                                                     \
    default:                                                                                       \
        copy(__VA_ARGS__, size);                                                                   \
    }

static inline void GatherElements(char* to, const char* from, const uint64_t* order, size_t count,
                                  size_t size) {
    for (size_t i = 0; i < count; ++i) {
        memcpy(to + i * size, from + order[i] * size, size);
    }
}

void svGather(void* to, const void* from, const uint64_t* order, size_t count, size_t size) {
    COPY_BY_SIZE(GatherElements, size, to, from, order, count)
}

static inline void ScatterElements(char* to, const uint32_t* places, const char* from, size_t count,
                                   size_t size) {
    for (size_t i = 0; i < count; ++i) {
        memcpy(to + places[i] * size, from + i * size, size);
    }
}

static void ScatterData(void* to, const uint32_t* places, const void* from, size_t count,
                        size_t size) {
    COPY_BY_SIZE(ScatterElements, size, to, places, from, count)
}

// ---- lists of keys -------------------------------------------------------------------------

typedef struct ListSort {
    const svSortDef* def;
    uint32_t shift;                      // the bits from here up are the bucket
    uint32_t parts[SV_SORT_BUCKETS + 1]; // where they begin, and the end
} ListSort;

static void CountBuckets(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const ListSort* sort = work;
    for (size_t l = first; l < end; ++l) {
        svKeyList* list = &sort->def->lists[l];
        const uint64_t* keys = list->keys;
        memset(list->places, 0, sizeof(list->places));
        for (size_t i = 0; i < list->count; ++i) {
            ++list->places[keys[i] >> sort->shift];
        }
    }
}

// Prefix sum: from the counts of each list and bucket to places. Returns the number of parts, runs
// of buckets of `enough` keys or more.
static uint32_t PlaceBuckets(ListSort* sort, size_t enough) {
    uint32_t first = 0, parts = 0;
    sort->parts[0] = 0;
    for (uint32_t bucket = 0; bucket < SV_SORT_BUCKETS; ++bucket) {
        for (uint32_t l = 0; l < sort->def->listCount; ++l) {
            uint32_t* place = &sort->def->lists[l].places[bucket];
            const uint32_t here = *place;
            *place = first;
            first += here;
        }
        if (first - sort->parts[parts] >= enough) {
            sort->parts[++parts] = first;
        }
    }
    if (first > sort->parts[parts]) {
        sort->parts[++parts] = first;
    }
    return parts;
}

// Scatters keys [first, first + count) of a list, at most AHEAD, to their buckets.
static inline void ScatterSome(const ListSort* sort, svKeyList* list, size_t first, size_t count) {
    const svSortDef* def = sort->def;
    const uint64_t* keys = list->keys + first;
    uint32_t places[AHEAD];
    for (size_t k = 0; k < count; ++k) {
        places[k] = list->places[keys[k] >> sort->shift]++;
    }
    for (size_t k = 0; k < count; ++k) {
        def->keys[places[k]] = keys[k];
    }
    for (int d = 0; d < SV_SORT_DATA; ++d) {
        const size_t size = def->dataSize[d];
        if (size > 0) {
            ScatterData(def->parted[d], places, (const char*)list->data[d] + first * size, count,
                        size);
        }
    }
}

static void ScatterToBuckets(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const ListSort* sort = work;
    for (size_t l = first; l < end; ++l) {
        svKeyList* list = &sort->def->lists[l];
        size_t i = 0;
        for (; i + AHEAD <= list->count; i += AHEAD) {
            ScatterSome(sort, list, i, AHEAD);
        }
        ScatterSome(sort, list, i, list->count - i);
    }
}

// Bounds the keys of a part by its first and last bucket, without reading the others.
static KeyRange RangeOfPart(const ListSort* sort, uint32_t first, uint32_t end) {
    const svSortDef* def = sort->def;
    const uint64_t below = ((uint64_t)1 << sort->shift) - 1;
    const uint64_t least = def->keys[first] & ~below, most = def->keys[end - 1] | below;
    return RangeBetween(least >> 32 << 32, svKey((uint32_t)(most >> 32), (uint32_t)def->greatest));
}

static void SortBucketRuns(uint32_t worker, size_t first, size_t end, void* work) {
    (void)worker;
    const ListSort* sort = work;
    const svSortDef* def = sort->def;
    for (size_t part = first; part < end; ++part) {
        const uint32_t from = sort->parts[part], to = sort->parts[part + 1];
        const KeyRange range = RangeOfPart(sort, from, to);
        uint64_t* order = def->scratch + 2 * (size_t)from;
        SortInRange(&range, def->keys + from, order, order + (to - from), to - from);
        def->sorted(from, to, order, def->work);
    }
}

void svSortLists(svWorkers* workers, const svSortDef* def) {
    ListSort sort = {.def = def};
    size_t count = 0;
    for (uint32_t l = 0; l < def->listCount; ++l) {
        count += def->lists[l].count;
    }
    assert(count <= UINT32_MAX);
    while (def->greatest >> sort.shift >= SV_SORT_BUCKETS) {
        ++sort.shift;
    }
    // Several parts per worker, for balance.
    const size_t share = count / (4 * (size_t)svWorkers_Count(workers));
    const size_t enough = share < PART_LEAST ? PART_LEAST : share > PART_MOST ? PART_MOST : share;
    svWorkers_For(workers, def->listCount, 1, CountBuckets, &sort);
    const uint32_t parts = PlaceBuckets(&sort, enough);
    svWorkers_For(workers, def->listCount, 1, ScatterToBuckets, &sort);
    svWorkers_For(workers, parts, 1, SortBucketRuns, &sort);
}

// ---- the hash ------------------------------------------------------------------------------

// Shifts and multiplications that take turns, so that every bit of the input moves about half of
// those of the result: the finaliser of MurmurHash3 (Appleby 2011) with the constants of Stafford's
// "Better bit mixing" (2011), mix 13. A bijection.
static uint64_t HashMix(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

// A chain and not a sum of the parts: sums over two sets of pairs would otherwise be equal as soon
// as their first and their second features are. The added constant (2^64 over the golden ratio)
// keeps the chain away from the fixed point 0 of the mix.
uint64_t svHashPair(uint32_t kind, uint32_t meshA, uint32_t a, uint32_t meshB, uint32_t b) {
    const uint64_t first = HashMix(svKey(meshA, a) + (kind + (uint64_t)1) * 0x9e3779b97f4a7c15u);
    return HashMix(HashMix(first ^ svKey(meshB, b)) + 0x9e3779b97f4a7c15u);
}

uint64_t svHashKeys(uint32_t kind, const uint64_t* keys, size_t count) {
    uint64_t sum = 0;
    for (size_t i = 0; i < count; ++i) {
        sum += svHashPair(kind, 0, (uint32_t)(keys[i] >> 32), 0, (uint32_t)keys[i]);
    }
    return sum;
}
