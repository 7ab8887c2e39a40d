// Merging the identical positions of a triangle soup.

#include "mesh_format.h"

#include <string.h>

#define EMPTY UINT32_MAX

// The bits that decide identity: -0 counts as 0.
static void PointKey(const double* point, uint64_t key[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        const double value = point[axis] == 0.0 ? 0.0 : point[axis];
        memcpy(&key[axis], &value, sizeof(value));
    }
}

// Multiply and fold, so that every bit of the coordinates reaches every bit of the slot number.
static size_t HashPoint(const uint64_t key[3]) {
    uint64_t h = UINT64_C(0x9e3779b97f4a7c15);
    for (int axis = 0; axis < 3; ++axis) {
        h = (h ^ key[axis]) * UINT64_C(0xff51afd7ed558ccd);
        h ^= h >> 32;
    }
    return (size_t)h;
}

// The slot that holds a vertex at this point, or the empty one where it belongs.
static size_t FindSlot(const uint32_t* table, size_t slots, const double* positions,
                       const double* point) {
    uint64_t key[3];
    PointKey(point, key);
    size_t slot = HashPoint(key) & (slots - 1);
    while (table[slot] != EMPTY) {
        uint64_t other[3];
        PointKey(positions + 3 * (size_t)table[slot], other);
        if (memcmp(key, other, sizeof(key)) == 0) {
            break;
        }
        slot = (slot + 1) & (slots - 1);
    }
    return slot;
}

svStatus svWeld(svMeshBuilder* builder) {
    svContext* context = builder->source->context;
    size_t slots = 16;
    while (slots / 2 < builder->vertexCount) {
        slots *= 2;
    }
    uint32_t* table = svContext_Allocate(context, slots * sizeof(uint32_t));
    const size_t count = builder->vertexCount;
    uint32_t* merged = svContext_Allocate(context, count * sizeof(uint32_t));
    if (table == NULL || merged == NULL) {
        svContext_Release(context, table);
        svContext_Release(context, merged);
        return svSource_FailMemory(builder->source);
    }
    memset(table, 0xff, slots * sizeof(uint32_t));
    uint32_t unique = 0;
    for (size_t i = 0; i < count; ++i) {
        const double* point = builder->positions + 3 * i;
        const size_t slot = FindSlot(table, slots, builder->positions, point);
        if (table[slot] == EMPTY) {
            memmove(builder->positions + 3 * (size_t)unique, point, 3 * sizeof(double));
            table[slot] = unique++;
        }
        merged[i] = table[slot];
    }
    builder->vertexCount = unique;
    for (size_t i = 0; i < 3 * builder->triangleCount; ++i) {
        builder->triangles[i] = merged[builder->triangles[i]];
    }
    svContext_Release(context, table);
    svContext_Release(context, merged);
    return SV_OK;
}
