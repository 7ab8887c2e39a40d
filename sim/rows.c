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

// Slots without couplings yet.
static void ClearSlots(svRows* rows) {
    uint32_t group = 0;
    for (size_t first = 0; first < rows->count; first += SWEEP_RANGE) {
        const size_t end = first + SWEEP_RANGE < rows->count ? first + SWEEP_RANGE : rows->count;
        for (size_t t = 0; t < GroupsOfRange(end - first); ++t, ++group) {
            const svGroup g = Group_Of(first, end, t);
            for (uint32_t s = rows->start[group]; s < rows->start[group + 1]; ++s) {
                memcpy(rows->neighbours[s], g.rows, sizeof(g.rows));
            }
        }
    }
    const size_t slots = rows->start[group];
    if (slots > 0) {
        memset(rows->blocks, 0, slots * sizeof(*rows->blocks));
    }
}

// Counts the slots of each group and the entries of each row, and makes room for them.
static svStatus CountEntries(svContext* context, svRows* rows, const svPairs* pairs) {
    memset(rows->filled, 0, (size_t)rows->count * sizeof(uint32_t));
    memset(rows->outerStart, 0, ((size_t)rows->count + 2) * sizeof(uint32_t));
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
    rows->outerRowCount = 0;
    for (uint32_t i = 0; i < rows->count; ++i) {
        if (rows->outerStart[i + 2] > 0) {
            rows->outerRows[rows->outerRowCount++] = i;
        }
        rows->outerStart[i + 2] += rows->outerStart[i + 1];
    }
    const size_t slots = rows->start[GroupCount(rows->count)];
    size_t capacity = rows->capacity, outerCapacity = rows->outerCapacity;
    svStatus status = svContext_Grow(context, (void**)&rows->neighbours, &capacity, slots,
                                     sizeof(*rows->neighbours));
    if (status == SV_OK) {
        status = svContext_Grow(context, (void**)&rows->blocks, &rows->capacity, slots,
                                sizeof(*rows->blocks));
    }
    if (status == SV_OK) {
        status = svContext_Grow(context, (void**)&rows->outerNeighbours, &outerCapacity, outside,
                                sizeof(uint32_t));
    }
    return status != SV_OK
               ? status
               : svContext_Grow(context, (void**)&rows->outerBlocks, &rows->outerCapacity, outside,
                                sizeof(*rows->outerBlocks));
}

// Allocates what depends on the number of rows alone, where a call before has not.
static svStatus AllocateStarts(svContext* context, svRows* rows, uint32_t count) {
    uint32_t** const arrays[4] = {&rows->start, &rows->filled, &rows->outerStart, &rows->outerRows};
    const size_t counts[4] = {(size_t)GroupCount(count) + 1, count, (size_t)count + 2, count};
    for (int k = 0; k < 4; ++k) {
        if (*arrays[k] == NULL) {
            *arrays[k] = svContext_Allocate(context, counts[k] * sizeof(uint32_t));
        }
        if (*arrays[k] == NULL) {
            return SV_ERROR_MEMORY;
        }
    }
    rows->count = count;
    return SV_OK;
}

svStatus svRows_Make(svContext* context, svRows* rows, uint32_t count, const svPairs* pairs,
                     svSlots* slots) {
    svStatus status = AllocateStarts(context, rows, count);
    if (status == SV_OK) {
        status = CountEntries(context, rows, pairs);
    }
    if (status != SV_OK) {
        return status;
    }
    ClearSlots(rows);
    memset(rows->filled, 0, (size_t)rows->count * sizeof(uint32_t));
    for (size_t i = 0; i < pairs->count; ++i) {
        const uint32_t* pair = Pairs_At(pairs, i);
        const int later = LaterOf(rows, pair);
        slots[i] = (svSlots){SV_NONE, 0, {SV_NONE, SV_NONE}};
        if (later >= 0) {
            const svPlace place = RowPlace(count, pair[later]);
            slots[i].slot = rows->start[place.group] + rows->filled[pair[later]]++;
            slots[i].lane = place.lane;
            rows->neighbours[slots[i].slot][place.lane] = pair[1 - later];
            continue;
        }
        for (int k = 0; k < 2; ++k) {
            slots[i].outside[k] = rows->outerStart[pair[k] + 1]++;
            rows->outerNeighbours[slots[i].outside[k]] = pair[1 - k];
        }
    }
    return SV_OK;
}

void svRows_Destroy(svContext* context, svRows* rows) {
    void* const memory[] = {rows->start,       rows->neighbours, rows->blocks,
                            rows->filled,      rows->outerStart, rows->outerNeighbours,
                            rows->outerBlocks, rows->outerRows};
    for (size_t i = 0; i < sizeof(memory) / sizeof(memory[0]); ++i) {
        svContext_Release(context, memory[i]);
    }
    *rows = (svRows){0};
}
