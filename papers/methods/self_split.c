// Triangles of a node in, two halves out: object median, spatial middle, or along the surface.

#include "self_split.h"

#include "vectors.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

// A triangle or a connected part, with its sort key.
typedef struct SplitItem {
    double center[3];
    double key;
    uint32_t index; // the triangle; of parts: the first one in the queue
    uint32_t count; // triangles
} SplitItem;

svStatus SelfSplitter_Create(svContext* context, const svTopology* topology, const double (*x)[3],
                             SelfSplitter* splitter) {
    const size_t count = topology->triangleCount;
    SelfSplitter made = {.topology = topology, .x = x};
    made.items = svContext_Allocate(context, count * sizeof(SplitItem));
    made.marks = svContext_Allocate(context, count * sizeof(uint32_t));
    made.queue = svContext_Allocate(context, count * sizeof(uint32_t));
    if (made.items == NULL || made.marks == NULL || made.queue == NULL) {
        SelfSplitter_Destroy(context, &made);
        return SV_ERROR_MEMORY;
    }
    memset(made.marks, 0, count * sizeof(uint32_t));
    *splitter = made;
    return SV_OK;
}

void SelfSplitter_Destroy(svContext* context, SelfSplitter* splitter) {
    svContext_Release(context, splitter->items);
    svContext_Release(context, splitter->marks);
    svContext_Release(context, splitter->queue);
    *splitter = (SelfSplitter){0};
}

static int LongestBoxAxis(double box[2][3]) {
    int longest = 0;
    for (int d = 1; d < 3; ++d) {
        if (box[1][d] - box[0][d] > box[1][longest] - box[0][longest]) {
            longest = d;
        }
    }
    return longest;
}

static void TriangleCentroid(const SelfSplitter* splitter, uint32_t triangle, double center[3]) {
    const uint32_t* corners = splitter->topology->triangles + (size_t)3 * triangle;
    for (int d = 0; d < 3; ++d) {
        center[d] =
            (splitter->x[corners[0]][d] + splitter->x[corners[1]][d] + splitter->x[corners[2]][d]) /
            3;
    }
}

static void ListTriangleItems(SelfSplitter* splitter, const uint32_t* triangles, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        splitter->items[i] = (SplitItem){.index = triangles[i], .count = 1};
        TriangleCentroid(splitter, triangles[i], splitter->items[i].center);
    }
}

static int CompareItems(const void* a, const void* b) {
    const SplitItem *x = a, *y = b;
    return x->key != y->key ? (x->key > y->key) - (x->key < y->key)
                            : (x->index > y->index) - (x->index < y->index);
}

// Sorts the items along the longest axis of the box around their centres.
static void SortItems(SelfSplitter* splitter, uint32_t count) {
    double box[2][3] = {{DBL_MAX, DBL_MAX, DBL_MAX}, {-DBL_MAX, -DBL_MAX, -DBL_MAX}};
    for (uint32_t i = 0; i < count; ++i) {
        Lab_ExtendBox(box, splitter->items[i].center);
    }
    const int axis = LongestBoxAxis(box);
    for (uint32_t i = 0; i < count; ++i) {
        splitter->items[i].key = splitter->items[i].center[axis];
    }
    qsort(splitter->items, count, sizeof(SplitItem), CompareItems);
}

uint32_t SelfSplit_Median(uint32_t* triangles, uint32_t count, void* user) {
    SelfSplitter* splitter = user;
    ListTriangleItems(splitter, triangles, count);
    SortItems(splitter, count);
    for (uint32_t i = 0; i < count; ++i) {
        triangles[i] = splitter->items[i].index;
    }
    return count / 2;
}

uint32_t SelfSplit_Middle(uint32_t* triangles, uint32_t count, void* user) {
    SelfSplitter* splitter = user;
    double box[2][3] = {{DBL_MAX, DBL_MAX, DBL_MAX}, {-DBL_MAX, -DBL_MAX, -DBL_MAX}};
    for (uint32_t i = 0; i < count; ++i) {
        for (size_t k = 0; k < 3; ++k) {
            Lab_ExtendBox(box,
                          splitter->x[splitter->topology->triangles[(size_t)3 * triangles[i] + k]]);
        }
    }
    const int axis = LongestBoxAxis(box);
    const double middle = box[0][axis] + (box[1][axis] - box[0][axis]) / 2;
    uint32_t lower = 0, upper = 0;
    for (uint32_t i = 0; i < count; ++i) {
        double center[3];
        TriangleCentroid(splitter, triangles[i], center);
        if (center[axis] < middle) {
            triangles[lower++] = triangles[i];
        } else {
            splitter->queue[upper++] = triangles[i];
        }
    }
    memcpy(triangles + lower, splitter->queue, upper * sizeof(uint32_t));
    return lower > 0 && upper > 0 ? lower : SelfSplit_Median(triangles, count, splitter);
}

// Flood fill over edges, breadth first, through triangles marked `from`, starting from the marked
// seeds in the queue: each triangle takes the mark of the seed that reaches it first. Returns the
// length of the queue, which is in order of distance.
static uint32_t Flood(SelfSplitter* splitter, uint32_t from, uint32_t length, uint32_t start) {
    const svTopology* topology = splitter->topology;
    for (uint32_t head = start; head < length; ++head) {
        const uint32_t triangle = splitter->queue[head];
        for (uint32_t s = 3 * triangle; s < 3 * triangle + 3; ++s) {
            const uint32_t edge = topology->sideEdges[s];
            if (edge == SV_NONE) {
                continue;
            }
            for (uint32_t i = topology->edgeSideStart[edge]; i < topology->edgeSideStart[edge + 1];
                 ++i) {
                const uint32_t next = topology->edgeSides[i] / 3;
                if (splitter->marks[next] == from) {
                    splitter->marks[next] = splitter->marks[triangle];
                    splitter->queue[length++] = next;
                }
            }
        }
    }
    return length;
}

// Connected components: triangles consecutive in the queue, an item for each component.
static uint32_t ListParts(SelfSplitter* splitter, const uint32_t* triangles, uint32_t count) {
    const uint32_t all = ++splitter->lastMark, taken = ++splitter->lastMark;
    for (uint32_t i = 0; i < count; ++i) {
        splitter->marks[triangles[i]] = all;
    }
    uint32_t parts = 0, length = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (splitter->marks[triangles[i]] != all) {
            continue;
        }
        const uint32_t start = length;
        splitter->marks[triangles[i]] = taken;
        splitter->queue[length++] = triangles[i];
        length = Flood(splitter, all, length, start);
        SplitItem* part = &splitter->items[parts++];
        *part = (SplitItem){.index = start, .count = length - start};
        for (uint32_t k = start; k < length; ++k) {
            double center[3];
            TriangleCentroid(splitter, splitter->queue[k], center);
            for (int d = 0; d < 3; ++d) {
                part->center[d] += center[d] / part->count;
            }
        }
    }
    return parts;
}

// Components are never cut: about half of the triangles to each side.
static uint32_t DivideParts(SelfSplitter* splitter, uint32_t parts, uint32_t* triangles,
                            uint32_t count) {
    SortItems(splitter, parts);
    uint32_t done = 0, first = 0;
    for (uint32_t p = 0; p < parts; ++p) {
        const SplitItem* part = &splitter->items[p];
        memcpy(triangles + done, splitter->queue + part->index, part->count * sizeof(uint32_t));
        if (p < parts - 1 && (p == 0 || done + part->count / 2 <= count / 2)) {
            first = done + part->count;
        }
        done += part->count;
    }
    return first;
}

// A triangle farthest from the given one: the last that the flood fill reaches.
static uint32_t FarthestTriangle(SelfSplitter* splitter, uint32_t triangle) {
    const uint32_t from = splitter->marks[triangle];
    splitter->marks[triangle] = ++splitter->lastMark;
    splitter->queue[0] = triangle;
    const uint32_t length = Flood(splitter, from, 1, 0);
    return splitter->queue[length - 1];
}

uint32_t SelfSplit_Patches(uint32_t* triangles, uint32_t count, void* user) {
    SelfSplitter* splitter = user;
    const uint32_t parts = ListParts(splitter, triangles, count);
    if (parts > 1) {
        return DivideParts(splitter, parts, triangles, count);
    }
    const uint32_t a = FarthestTriangle(splitter, triangles[0]);
    const uint32_t b = FarthestTriangle(splitter, a);
    const uint32_t from = splitter->marks[a];
    const uint32_t first = ++splitter->lastMark, second = ++splitter->lastMark;
    splitter->marks[a] = first;
    splitter->marks[b] = second;
    splitter->queue[0] = a;
    splitter->queue[1] = b;
    Flood(splitter, from, 2, 0);
    uint32_t lower = 0, upper = count;
    for (uint32_t i = 0; i < count; ++i) {
        const bool isFirst = splitter->marks[splitter->queue[i]] == first;
        triangles[isFirst ? lower++ : --upper] = splitter->queue[i];
    }
    return lower;
}
