#include "sample.h"

#include "report/terminal.h"

#include <stdlib.h>

Sample Sample_Make(size_t most) {
    Sample sample = {.most = most, .below = UINT64_MAX};
    sample.items = Terminal_Allocate(2 * most, sizeof(*sample.items));
    return sample;
}

void Sample_Destroy(Sample* sample) {
    free(sample->items);
    *sample = (Sample){0};
}

// The finaliser of splitmix64 (Steele, Lea, Flood 2014).
static uint64_t MixBits(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t HashItem(const SampleItem* item) {
    const svFeaturePair* pair = &item->pair;
    const uint64_t meshes = ((uint64_t)pair->meshA << 32 | pair->meshB) + item->kind;
    return MixBits(MixBits(meshes + 1) ^ MixBits((uint64_t)pair->a << 32 | pair->b));
}

static int CompareHashes(const void* a, const void* b) {
    const SampleItem *x = a, *y = b;
    return x->hash < y->hash ? -1 : x->hash > y->hash;
}

static int ComparePairsOf(const void* a, const void* b) {
    const SampleItem *x = a, *y = b;
    const uint32_t left[5] = {x->kind, x->pair.meshA, x->pair.meshB, x->pair.a, x->pair.b};
    const uint32_t right[5] = {y->kind, y->pair.meshA, y->pair.meshB, y->pair.a, y->pair.b};
    for (int i = 0; i < 5; ++i) {
        if (left[i] != right[i]) {
            return left[i] < right[i] ? -1 : 1;
        }
    }
    return 0;
}

static void KeepLeast(Sample* sample) {
    if (sample->count > sample->most) {
        qsort(sample->items, sample->count, sizeof(*sample->items), CompareHashes);
        sample->below = sample->items[sample->most].hash;
        sample->count = sample->most;
    }
}

void Sample_Add(Sample* sample, const SampleItem* item) {
    const uint64_t hash = HashItem(item);
    ++sample->total;
    if (hash >= sample->below) {
        return;
    }
    if (sample->count == 2 * sample->most) {
        KeepLeast(sample);
    }
    sample->items[sample->count] = *item;
    sample->items[sample->count++].hash = hash;
}

void Sample_End(Sample* sample) {
    KeepLeast(sample);
    if (sample->count > 1) {
        qsort(sample->items, sample->count, sizeof(*sample->items), ComparePairsOf);
    }
}
