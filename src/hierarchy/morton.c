// Morton order and radix sort. Morton, "A computer oriented geodetic data base and a new technique
// in file sequencing", 1966: the bits of the three coordinates interleaved.

#include "hierarchy/morton.h"

#include <string.h>

#define AXIS_BITS 21 // three of them fill a key
#define DIGIT_BITS 11
#define DIGIT_COUNT 6 // 66 bits
#define DIGITS ((size_t)1 << DIGIT_BITS)

static size_t Digit(uint64_t key, unsigned digit) {
    return (size_t)(key >> (digit * DIGIT_BITS)) & (DIGITS - 1);
}

svSortItem* svSortItems(svSortItem* items, svSortItem* scratch, size_t count) {
    uint64_t varying = 0;
    for (size_t i = 1; i < count; ++i) {
        varying |= items[i].key ^ items[0].key;
    }
    for (unsigned digit = 0; digit < DIGIT_COUNT; ++digit) {
        if (Digit(varying, digit) == 0) {
            continue;
        }
        size_t start[DIGITS] = {0};
        for (size_t i = 0; i < count; ++i) {
            ++start[Digit(items[i].key, digit)];
        }
        size_t sum = 0;
        for (size_t d = 0; d < DIGITS; ++d) {
            const size_t here = start[d];
            start[d] = sum;
            sum += here;
        }
        for (size_t i = 0; i < count; ++i) {
            scratch[start[Digit(items[i].key, digit)]++] = items[i];
        }
        svSortItem* const sorted = scratch;
        scratch = items;
        items = sorted;
    }
    return items;
}

// Inserts two zeros before each of the lower 21 bits.
static uint64_t SpreadBits(uint64_t x) {
    x &= 0x1fffff;
    x = (x | x << 32) & 0x1f00000000ffff;
    x = (x | x << 16) & 0x1f0000ff0000ff;
    x = (x | x << 8) & 0x100f00f00f00f00f;
    x = (x | x << 4) & 0x10c30c30c30c30c3;
    x = (x | x << 2) & 0x1249249249249249;
    return x;
}

const svSortItem* svMortonOrder(svArena* arena, const double* points, size_t count) {
    svSortItem* items = svArena_Allocate(arena, count, sizeof(*items));
    svSortItem* scratch = svArena_Allocate(arena, count, sizeof(*scratch));
    if (items == NULL || scratch == NULL) {
        return NULL;
    }
    double lower[3] = {0}, extent = 0;
    for (size_t k = 0; k < 3 && count > 0; ++k) {
        double upper = points[k];
        lower[k] = upper;
        for (size_t i = 1; i < count; ++i) {
            const double x = points[3 * i + k];
            lower[k] = x < lower[k] ? x : lower[k];
            upper = x > upper ? x : upper;
        }
        extent = upper - lower[k] > extent ? upper - lower[k] : extent;
    }
    const double cells = (double)((1 << AXIS_BITS) - 1);
    for (size_t i = 0; i < count; ++i) {
        uint64_t key = 0;
        for (size_t k = 0; k < 3; ++k) {
            // The quotient first: it is at most 1 for any extent, denormal ones included.
            const double place = extent > 0 ? (points[3 * i + k] - lower[k]) / extent * cells : 0.0;
            key |= SpreadBits((uint64_t)place) << k;
        }
        items[i] = (svSortItem){key, (uint32_t)i};
    }
    return svSortItems(items, scratch, count);
}
