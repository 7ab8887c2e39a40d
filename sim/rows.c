#include "rows.h"

#include <string.h>

// Which of the two a forward sweep visits later; -1 if they are outside of each other's range.
static int LaterOf(const svRows* rows, const uint32_t pair[2]) {
    if (pair[0] / SWEEP_RANGE != pair[1] / SWEEP_RANGE) {
        return -1;
    }
    const uint32_t a = RowPlace(rows->count, pair[0]).group,
                   b = RowPlace(rows->count, pair[1]).group;
    return a == b ? -1 : b > a;
}

// The slots of each group: as many as the row needs that needs most.
static void CountSlots(svRows* rows) {
    uint32_t slots = 0, group = 0;
    for (size_t first = 0; first < rows->count; first += SWEEP_RANGE) {
        const size_t end = first + SWEEP_RANGE < rows->count ? first + SWEEP_RANGE : rows->count;
        for (size_t t = 0; t < GroupsOfRange(end - first); ++t) {
            const svGroup g = Group_Of(first, end, t);
            uint32_t most = 0;
            for (int k = 0; k < SWEEP_LANES; ++k) {
                most = rows->filled[g.rows[k]] > most ? rows->filled[g.rows[k]] : most;
            }
            rows->start[group++] = slots;
            slots += most;
        }
    }
    rows->start[group] = slots;
}

// Slots without couplings yet; `none` is a source of zeros.
static void ClearSlots(svRows* rows, uint32_t none) {
    uint32_t group = 0;
    for (size_t first = 0; first < rows->count; first += SWEEP_RANGE) {
        const size_t end = first + SWEEP_RANGE < rows->count ? first + SWEEP_RANGE : rows->count;
        for (size_t t = 0; t < GroupsOfRange(end - first); ++t, ++group) {
            const svGroup g = Group_Of(first, end, t);
            for (uint32_t s = rows->start[group]; s < rows->start[group + 1]; ++s) {
                memcpy(rows->neighbours[s], g.rows, sizeof(g.rows));
                for (int k = 0; k < SWEEP_LANES; ++k) {
                    rows->sources[s][k] = none;
                }
            }
        }
    }
}

// Makes room for so many slots and entries outside.
static svStatus Reserve(svContext* context, svRows* rows, size_t slots, size_t outside) {
    const struct {
        void** array;
        size_t count, size;
        size_t* capacity; // of all arrays with as many
    } arrays[] = {
        {(void**)&rows->neighbours, slots, sizeof(*rows->neighbours), &rows->capacity},
        {(void**)&rows->sources, slots, sizeof(*rows->sources), &rows->capacity},
        {(void**)&rows->blocks, slots, sizeof(*rows->blocks), &rows->capacity},
        {(void**)&rows->outerNeighbours, outside, sizeof(uint32_t), &rows->outerCapacity},
        {(void**)&rows->outerSources, outside, sizeof(uint32_t), &rows->outerCapacity},
        {(void**)&rows->outerBlocks, outside, sizeof(*rows->outerBlocks), &rows->outerCapacity}};
    const size_t before[2] = {rows->capacity, rows->outerCapacity};
    for (size_t i = 0; i < 6; ++i) {
        *arrays[i].capacity = before[i / 3];
        const svStatus status = svContext_Grow(context, arrays[i].array, arrays[i].capacity,
                                               arrays[i].count, arrays[i].size);
        if (status != SV_OK) {
            *arrays[i].capacity = before[i / 3];
            return status;
        }
    }
    return SV_OK;
}

// Counts the slots of each group and the entries of each row, and makes room for them.
static svStatus CountEntries(svContext* context, svRows* rows, const svPairs* pairs) {
    memset(rows->filled, 0, (size_t)rows->count * sizeof(uint32_t));
    size_t outside = 0;
    for (size_t i = 0; i < pairs->count; ++i) {
        const uint32_t* pair = Pairs_At(pairs, i);
        const int later = LaterOf(rows, pair);
        if (later >= 0) {
            ++rows->filled[pair[later]];
        } else {
            ++rows->outerStart[pair[0] + 2];
            ++rows->outerStart[pair[1] + 2];
            outside += 2;
        }
    }
    CountSlots(rows);
    for (uint32_t i = 0; i < rows->count; ++i) {
        if (rows->outerStart[i + 2] > 0) {
            rows->outerRows[rows->outerRowCount++] = i;
        }
        rows->outerStart[i + 2] += rows->outerStart[i + 1];
    }
    return Reserve(context, rows, rows->start[GroupCount(rows->count)], outside);
}

// Allocates what depends on the number of rows alone, where a call before has not.
static svStatus AllocateStarts(svContext* context, svRows* rows, uint32_t count) {
    const size_t groups = GroupCount(count);
    const struct {
        void** array;
        size_t size;
    } arrays[] = {{(void**)&rows->start, (groups + 1) * sizeof(uint32_t)},
                  {(void**)&rows->filled, count * sizeof(uint32_t)},
                  {(void**)&rows->outerStart, ((size_t)count + 2) * sizeof(uint32_t)},
                  {(void**)&rows->outerRows, count * sizeof(uint32_t)}};
    for (size_t k = 0; k < sizeof(arrays) / sizeof(arrays[0]); ++k) {
        if (*arrays[k].array == NULL) {
            *arrays[k].array = svContext_Allocate(context, arrays[k].size);
        }
        if (*arrays[k].array == NULL) {
            return SV_ERROR_MEMORY;
        }
    }
    rows->count = count;
    return SV_OK;
}

// Puts each coupling where it belongs: starts are known, `filled` is 0.
static void PlaceCouplings(svRows* rows, const svPairs* pairs) {
    for (size_t i = 0; i < pairs->count; ++i) {
        const uint32_t *pair = Pairs_At(pairs, i), source = 2 * (uint32_t)i;
        const int later = LaterOf(rows, pair);
        if (later >= 0) {
            const svPlace place = RowPlace(rows->count, pair[later]);
            const uint32_t slot = rows->start[place.group] + rows->filled[pair[later]]++;
            rows->neighbours[slot][place.lane] = pair[1 - later];
            rows->sources[slot][place.lane] = source + (uint32_t)later;
            continue;
        }
        for (uint32_t k = 0; k < 2; ++k) {
            const uint32_t entry = rows->outerStart[pair[k] + 1]++;
            rows->outerNeighbours[entry] = pair[1 - k];
            rows->outerSources[entry] = source + k;
        }
    }
}

svStatus svRows_Make(svContext* context, svRows* rows, uint32_t count, const svPairs* pairs) {
    svStatus status = AllocateStarts(context, rows, count);
    if (status != SV_OK) {
        return status;
    }
    memset(rows->outerStart, 0, ((size_t)count + 2) * sizeof(uint32_t));
    rows->outerRowCount = 0;
    if (pairs->count == 0) { // mostly, where rows are made anew
        memset(rows->start, 0, ((size_t)GroupCount(count) + 1) * sizeof(uint32_t));
        return SV_OK;
    }
    status = CountEntries(context, rows, pairs);
    if (status == SV_OK) {
        ClearSlots(rows, 2 * (uint32_t)pairs->count);
        memset(rows->filled, 0, (size_t)count * sizeof(uint32_t));
        PlaceCouplings(rows, pairs);
    }
    return status;
}

void svRows_Destroy(svContext* context, svRows* rows) {
    void* const memory[] = {rows->start,      rows->neighbours,      rows->sources,
                            rows->blocks,     rows->filled,          rows->outerStart,
                            rows->outerRows,  rows->outerNeighbours, rows->outerSources,
                            rows->outerBlocks};
    for (size_t i = 0; i < sizeof(memory) / sizeof(memory[0]); ++i) {
        svContext_Release(context, memory[i]);
    }
    *rows = (svRows){0};
}
