#include "rows.h"

#include <string.h>

static bool IsInside(const uint32_t pair[2]) {
    return pair[0] / SWEEP_RANGE == pair[1] / SWEEP_RANGE;
}

// Which of the two a forward sweep visits later.
static int LaterOf(const svRows* rows, const uint32_t pair[2]) {
    return SweepPlace(rows->stride, pair[1]) > SweepPlace(rows->stride, pair[0]);
}

// Counts the entries of each row, and makes room for them.
static svStatus CountEntries(svContext* context, svRows* rows, const svPairs* pairs) {
    const size_t starts = ((size_t)rows->count + 2) * sizeof(uint32_t);
    memset(rows->start, 0, starts);
    memset(rows->outerStart, 0, starts);
    size_t inside = 0;
    for (size_t i = 0; i < pairs->count; ++i) {
        const uint32_t* pair = Pairs_At(pairs, i);
        if (IsInside(pair)) {
            ++rows->start[pair[LaterOf(rows, pair)] + 2];
            ++inside;
        } else {
            ++rows->outerStart[pair[0] + 2];
            ++rows->outerStart[pair[1] + 2];
        }
    }
    for (uint32_t i = 0; i < rows->count; ++i) {
        rows->start[i + 2] += rows->start[i + 1];
        rows->outerStart[i + 2] += rows->outerStart[i + 1];
    }
    const size_t outside = 2 * (pairs->count - inside);
    const size_t size = rows->weighted ? sizeof(float) : sizeof(svBlock);
    void** values = rows->weighted ? (void**)&rows->weights : (void**)&rows->blocks;
    void** outer = rows->weighted ? (void**)&rows->outerWeights : (void**)&rows->outerBlocks;
    size_t capacity = rows->capacity, outerCapacity = rows->outerCapacity;
    svStatus status =
        svContext_Grow(context, (void**)&rows->neighbours, &capacity, inside, sizeof(uint32_t));
    if (status == SV_OK) {
        status = svContext_Grow(context, values, &rows->capacity, inside, size);
    }
    if (status == SV_OK) {
        status = svContext_Grow(context, (void**)&rows->outerNeighbours, &outerCapacity, outside,
                                sizeof(uint32_t));
    }
    return status != SV_OK ? status
                           : svContext_Grow(context, outer, &rows->outerCapacity, outside, size);
}

svStatus svRows_Make(svContext* context, svRows* rows, uint32_t count, const svPairs* pairs,
                     svSlots* slots) {
    uint32_t** const starts[2] = {&rows->start, &rows->outerStart};
    for (int k = 0; k < 2; ++k) { // a call that failed may have left one of them
        if (*starts[k] == NULL) {
            *starts[k] = svContext_Allocate(context, ((size_t)count + 2) * sizeof(uint32_t));
        }
        if (*starts[k] == NULL) {
            return SV_ERROR_MEMORY;
        }
    }
    rows->count = count;
    rows->stride = SweepStride(count);
    const svStatus status = CountEntries(context, rows, pairs);
    for (size_t i = 0; i < pairs->count && status == SV_OK; ++i) {
        const uint32_t* pair = Pairs_At(pairs, i);
        slots[i] = (svSlots){SV_NONE, {SV_NONE, SV_NONE}};
        if (IsInside(pair)) {
            const int later = LaterOf(rows, pair);
            slots[i].entry = rows->start[pair[later] + 1]++;
            rows->neighbours[slots[i].entry] = pair[1 - later];
            continue;
        }
        for (int k = 0; k < 2; ++k) {
            slots[i].outside[k] = rows->outerStart[pair[k] + 1]++;
            rows->outerNeighbours[slots[i].outside[k]] = pair[1 - k];
        }
    }
    return status;
}

void svRows_Destroy(svContext* context, svRows* rows) {
    void* const memory[] = {rows->start,       rows->neighbours,  rows->blocks,
                            rows->weights,     rows->outerStart,  rows->outerNeighbours,
                            rows->outerBlocks, rows->outerWeights};
    for (size_t i = 0; i < sizeof(memory) / sizeof(memory[0]); ++i) {
        svContext_Release(context, memory[i]);
    }
    *rows = (svRows){0};
}

void svRows_SetWeight(const svRows* rows, const svSlots* slots, float weight) {
    if (slots->entry != SV_NONE) {
        rows->weights[slots->entry] = weight;
        return;
    }
    rows->outerWeights[slots->outside[0]] = rows->outerWeights[slots->outside[1]] = weight;
}
