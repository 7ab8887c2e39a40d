// The topology of a patch. In: triangles. Out: conditions (a) and (c), and the contour in loop
// order. A side is on the contour if it has no opposite side.

#include "base/context.h"
#include "selfcull/patch.h"

#include <string.h>

// A table of keys that are not 0, open addressing, at most half full.
typedef struct Table {
    uint64_t* slots;
    size_t mask;
    int shift;
} Table;

static Table Table_Make(uint64_t* slots, size_t capacity) {
    Table table = {slots, capacity - 1, 64};
    for (size_t n = capacity; n > 1; n /= 2) {
        --table.shift;
    }
    memset(slots, 0, capacity * sizeof(*slots));
    return table;
}

// Where the key is or would be, keys being compared in the bits of `compared`.
static uint64_t* Table_Find(const Table* table, uint64_t key, uint64_t compared) {
    size_t i = (size_t)((key & compared) * UINT64_C(0x9e3779b97f4a7c15) >> table->shift);
    while (table->slots[i] != 0 && ((table->slots[i] ^ key) & compared) != 0) {
        i = (i + 1) & table->mask;
    }
    return &table->slots[i];
}

static uint64_t SideKey(uint32_t from, uint32_t to) {
    return (uint64_t)from << 32 | to; // not 0, for from != to
}

// Condition (a): no side occurs twice in the same direction.
static bool EnterSides(const Table* table, const uint32_t* triangles, size_t count) {
    for (size_t t = 0; t < count; ++t) {
        const uint32_t* v = triangles + 3 * t;
        if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) {
            return false;
        }
        for (size_t k = 0; k < 3; ++k) {
            const uint64_t key = SideKey(v[k], v[(k + 1) % 3]);
            uint64_t* slot = Table_Find(table, key, UINT64_MAX);
            if (*slot != 0) {
                return false;
            }
            *slot = key;
        }
    }
    return true;
}

static uint32_t ListContour(const Table* table, const uint32_t* triangles, size_t count,
                            uint32_t (*sides)[2]) {
    uint32_t found = 0;
    for (size_t t = 0; t < count; ++t) {
        const uint32_t* v = triangles + 3 * t;
        for (size_t k = 0; k < 3; ++k) {
            const uint32_t from = v[k], to = v[(k + 1) % 3];
            if (*Table_Find(table, SideKey(to, from), UINT64_MAX) == 0) {
                sides[found][0] = from;
                sides[found][1] = to;
                ++found;
            }
        }
    }
    return found;
}

// A vertex of the contour is entered with the side that leaves it: the vertex in the high half, the
// number of the side, counted from 1, in the low half. Condition (c): there is one such side. As
// many sides end at a vertex as leave it, so that all loops close.
static bool EnterVertices(const Table* table, uint32_t (*sides)[2], uint32_t count) {
    const uint64_t vertexBits = UINT64_C(0xffffffff00000000);
    for (uint32_t i = 0; i < count; ++i) {
        const uint64_t key = (uint64_t)sides[i][0] << 32 | (i + 1);
        uint64_t* slot = Table_Find(table, key, vertexBits);
        if (*slot != 0) {
            return false;
        }
        *slot = key;
    }
    return true;
}

// Follows the sides; those that are done have both ends equal.
static void OrderContour(svPatchTester* tester, const Table* table, svPatchShape* shape) {
    const uint64_t vertexBits = UINT64_C(0xffffffff00000000);
    uint32_t length = 0;
    for (uint32_t first = 0; length < shape->contourCount; ++first) {
        uint32_t side = first;
        while (tester->sides[side][0] != tester->sides[side][1]) {
            const uint32_t to = tester->sides[side][1];
            tester->contour[length++] = tester->sides[side][0];
            tester->sides[side][1] = tester->sides[side][0];
            side = (uint32_t)*Table_Find(table, (uint64_t)to << 32, vertexBits) - 1;
        }
        if (length > tester->loopStart[shape->loopCount]) {
            tester->loopStart[++shape->loopCount] = length;
        }
    }
}

static svStatus ReserveShape(svPatchTester* tester, size_t tableSize, size_t sideCount) {
    svContext* context = tester->context;
    svStatus status = svContext_Grow(context, (void**)&tester->table, &tester->tableCapacity,
                                     tableSize, sizeof(*tester->table));
    if (status == SV_OK) {
        status = svContext_Grow(context, (void**)&tester->sides, &tester->sideCapacity, sideCount,
                                sizeof(*tester->sides));
    }
    if (status == SV_OK) {
        status = svContext_Grow(context, (void**)&tester->contour, &tester->contourCapacity,
                                sideCount, sizeof(*tester->contour));
    }
    if (status == SV_OK) {
        status = svContext_Grow(context, (void**)&tester->loopStart, &tester->loopCapacity,
                                sideCount + 1, sizeof(*tester->loopStart));
    }
    return status;
}

static size_t TableSize(size_t keys) {
    size_t size = 16;
    while (size < 2 * keys) {
        size *= 2;
    }
    return size;
}

static svPatchVerdict FindContour(svPatchTester* tester, svPatchShape* shape) {
    const size_t sideCount = 3 * shape->triangleCount;
    const Table sides = Table_Make(tester->table, TableSize(sideCount));
    if (!EnterSides(&sides, shape->triangles, shape->triangleCount)) {
        return SV_PATCH_EDGE;
    }
    const uint32_t found =
        ListContour(&sides, shape->triangles, shape->triangleCount, tester->sides);
    if (found == 0 && sideCount > 0) {
        return SV_PATCH_CLOSED;
    }
    const Table vertices = Table_Make(tester->table, TableSize(found));
    if (!EnterVertices(&vertices, tester->sides, found)) {
        return SV_PATCH_PINCH;
    }
    shape->contourCount = found;
    OrderContour(tester, &vertices, shape);
    return SV_PATCH_APART;
}

svStatus svPatchTester_FindShape(svPatchTester* tester, const uint32_t* triangles, size_t count,
                                 svPatchShape* shape) {
    if (tester == NULL || shape == NULL || (triangles == NULL && count > 0) ||
        count > SV_MAX_TRIANGLES) {
        return SV_ERROR_ARGUMENT;
    }
    const svStatus status = ReserveShape(tester, TableSize(3 * count), 3 * count);
    if (status != SV_OK) {
        return status;
    }
    tester->loopStart[0] = 0;
    svPatchShape found = {.triangles = triangles,
                          .triangleCount = count,
                          .contour = tester->contour,
                          .loopStart = tester->loopStart};
    for (size_t i = 0; i < 3 * count; ++i) {
        if (triangles[i] == SV_NONE) { // one more must be a number
            return svContext_Fail(tester->context, SV_ERROR_ARGUMENT,
                                  "a vertex index of a patch is too large");
        }
        found.vertexCount =
            triangles[i] >= found.vertexCount ? triangles[i] + 1 : found.vertexCount;
    }
    found.fault = FindContour(tester, &found);
    *shape = found;
    return SV_OK;
}
