// The order of results, and their hash.
#ifndef SELVAGE_CONTACT_SORT_H
#define SELVAGE_CONTACT_SORT_H

#include "parallel/workers.h"
#include "selvage/base.h"

// The key of a pair: the order of keys is the order of results.
static inline uint64_t svKey(uint32_t a, uint32_t b) {
    return (uint64_t)a << 32 | b;
}

// Sorts fewer than 2^32 keys. `order` receives where each of the sorted keys was before; `scratch`
// has room for as many. Equal keys keep their order.
void svSortKeys(uint64_t* keys, uint64_t* order, uint64_t* scratch, size_t count);

// Gathers `count` elements of `size` bytes: to[i] = from[order[i]].
void svGather(void* to, const void* from, const uint64_t* order, size_t count, size_t size);

#define SV_SORT_DATA 3 // kinds of data that go with a key
#define SV_SORT_BUCKETS 1024

// Unsorted keys, as one worker found them.
typedef struct svKeyList {
    const uint64_t* keys;
    size_t count;
    const void* data[SV_SORT_DATA];   // one element for each key
    uint32_t places[SV_SORT_BUCKETS]; // scratch of svSortLists
} svKeyList;

// Keys [first, end) are sorted: the data of key first + i are in `parted`, at first + order[i].
typedef void (*svSortedFn)(size_t first, size_t end, const uint64_t* order, void* work);

typedef struct svSortDef {
    svKeyList* lists;
    uint32_t listCount;
    uint64_t greatest; // its two numbers bound those of every key
    uint64_t* keys;    // room for all
    // Room for twice as many; a range's part may be overwritten by `sorted` once it has read
    // `order`, which is there.
    uint64_t* scratch;
    size_t dataSize[SV_SORT_DATA]; // bytes of an element; 0: not used
    void* parted[SV_SORT_DATA];    // room for all
    svSortedFn sorted;             // called for ranges that together are all keys, on any worker
    void* work;
} svSortDef;

// Merges all lists into one sorted list of fewer than 2^32 keys, on all workers; the result does
// not depend on how many there are.
void svSortLists(svWorkers* workers, const svSortDef* def);

// The hash of a set is the sum of the hashes of its pairs, so that it does not depend on the order
// in which they are found. `kind`: vertex-face (0), edge-edge (1), two faces (2).
uint64_t svHashPair(uint32_t kind, uint32_t meshA, uint32_t a, uint32_t meshB, uint32_t b);

// The sum of the hashes of pairs of mesh 0, named by their keys.
uint64_t svHashKeys(uint32_t kind, const uint64_t* keys, size_t count);

#endif
