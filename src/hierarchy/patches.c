// The builder of connected patches. Two leaves are neighbours if they have two vertices in common:
// an edge, nearly always. A group of leaves is split as a Voronoi diagram of its two ends:
// breadth-first search from any leaf finds one end, the farthest leaf, and a second search from
// there the other; leaves are sorted by how much nearer they are to one end than to the other. A
// group that is not connected is laid out component by component along its longest axis instead.
//
// Connected nodes pay off where self-collision culling may prove them free of self-contact
// (selfcull/self_test.h): where their normals agree. Elsewhere, on crumpled cloth, a connected
// group may reach far: its nodes would be larger than those of a split in space, and overlap many
// others. There space decides, split by split.
//
// The tree is complete (order.c), so a group can be split only where the front part fills whole
// nodes.

#include "hierarchy/patches.h"

#include "hierarchy/morton.h"
#include "hierarchy/tree.h"

#include <math.h>
#include <string.h>

// A vertex with more leaves than this defines no neighbours: it would take too long.
#define MOST_AT_VERTEX 64

// More are dropped: the patches are most likely connected without them.
#define MOST_NEIGHBOURS 16

// Up to so many are sorted by insertion.
#define FEW 64

// Connected parts count as flat from here on: the length of the sum of their leaves' area vectors,
// relative to the sum of their lengths.
#define FLAT 0.6

// How much larger the AABBs of connected parts that are not flat may be than those of a split in
// space. Cloth crumpled into a ball, 92,000 triangles, then has 7,400 node pairs in the broad
// phase, and 35 % of its leaves are in parts that self-collision culling skips; split in space
// alone, 5,900 and 29 %; connected at all costs, 11,400 and 39 %. Smooth surfaces are nearly all
// flat.
#define MOST_LARGER 1.1

// The sum of the area vectors of a leaf's faces, at t0, and its length.
typedef struct LeafArea {
    double sum[3], length;
} LeafArea;

typedef struct Patches {
    const svLeaf* leaves;
    const double* centres;
    const svLeafBox* boxes;
    LeafArea* areas;
    uint32_t count;
    uint32_t (*neighbours)[MOST_NEIGHBOURS]; // of leaves; SV_NONE behind the last
    uint32_t* order;                         // the result, in work
    uint32_t* queue;                         // of a search, in the order of its visits
    uint32_t* distance;                      // of leaves, from where the search began
    uint32_t* visited;                       // of leaves: the last search that visited it
    uint32_t* group;                         // of leaves: the group that each is in
    uint32_t* connected;                     // a copy of a group's connected order
    uint32_t search;                         // the number of the last search
    uint32_t groupNumber;                    // of the last group
    svSortItem* items;                       // of a group that is being sorted
    svSortItem* scratch;
} Patches;

// ---- neighbours ------------------------------------------------------------------------------

// The leaves of each vertex: start[v] to start[v + 1] of `leaves`.
typedef struct VertexLeaves {
    uint32_t* start;
    uint32_t* leaves;
} VertexLeaves;

static uint32_t VertexCount(const Patches* patches) {
    uint32_t greatest = 0;
    for (uint32_t i = 0; i < patches->count; ++i) {
        for (uint32_t v = 0; v < patches->leaves[i].vertexCount; ++v) {
            const uint32_t vertex = patches->leaves[i].vertices[v];
            greatest = vertex > greatest ? vertex : greatest;
        }
    }
    return greatest + 1;
}

static bool ListVertexLeaves(svArena* arena, const Patches* patches, VertexLeaves* out) {
    const size_t vertexCount = VertexCount(patches);
    out->start = svArena_Allocate(arena, vertexCount + 1, sizeof(uint32_t));
    out->leaves = svArena_Allocate(arena, (size_t)patches->count * SV_WIDTH, sizeof(uint32_t));
    if (out->start == NULL || out->leaves == NULL) {
        return false;
    }
    memset(out->start, 0, (vertexCount + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < patches->count; ++i) {
        for (uint32_t v = 0; v < patches->leaves[i].vertexCount; ++v) {
            ++out->start[patches->leaves[i].vertices[v]];
        }
    }
    for (size_t v = 0; v < vertexCount; ++v) {
        out->start[v + 1] += out->start[v];
    }
    // From the back, so that each start ends up where it belongs.
    for (uint32_t i = patches->count; i-- > 0;) {
        for (uint32_t v = 0; v < patches->leaves[i].vertexCount; ++v) {
            out->leaves[--out->start[patches->leaves[i].vertices[v]]] = i;
        }
    }
    return true;
}

// Finds the neighbours of a leaf. `common` counts the vertices in common with each leaf, and is
// zero before and after.
static void FindNeighbours(const VertexLeaves* of, const svLeaf* leaf, uint32_t self,
                           uint8_t* common, uint32_t neighbours[MOST_NEIGHBOURS]) {
    uint32_t found = 0;
    for (int pass = 0; pass < 2; ++pass) {
        for (uint32_t v = 0; v < leaf->vertexCount; ++v) {
            const uint32_t start = of->start[leaf->vertices[v]];
            const uint32_t end = of->start[leaf->vertices[v] + 1];
            for (uint32_t i = start; end - start <= MOST_AT_VERTEX && i < end; ++i) {
                const uint32_t other = of->leaves[i];
                common[other] = pass == 0 ? (uint8_t)(common[other] + 1) : 0;
                if (common[other] == 2 && other != self && found < MOST_NEIGHBOURS) {
                    neighbours[found++] = other;
                }
            }
        }
    }
    for (; found < MOST_NEIGHBOURS; ++found) {
        neighbours[found] = SV_NONE;
    }
}

static bool ListNeighbours(svArena* arena, Patches* patches) {
    VertexLeaves of;
    uint8_t* common = svArena_Allocate(arena, patches->count, 1);
    patches->neighbours = svArena_Allocate(arena, patches->count, sizeof(*patches->neighbours));
    if (common == NULL || patches->neighbours == NULL || !ListVertexLeaves(arena, patches, &of)) {
        return false;
    }
    memset(common, 0, patches->count);
    for (uint32_t i = 0; i < patches->count; ++i) {
        FindNeighbours(&of, &patches->leaves[i], i, common, patches->neighbours[i]);
    }
    return true;
}

// ---- areas -----------------------------------------------------------------------------------

static LeafArea AreaOf(const svPatchOrderDef* def, const svLeaf* leaf) {
    LeafArea area = {{0, 0, 0}, 0};
    for (uint32_t f = 0; f < leaf->faceCount; ++f) {
        const double* corners[3];
        for (int corner = 0; corner < 3; ++corner) {
            corners[corner] =
                def->points + 8 * (size_t)leaf->vertices[leaf->faceVertices[corner][f]];
        }
        double e[3], g[3];
        for (int k = 0; k < 3; ++k) {
            e[k] = def->scale * corners[1][k] - def->scale * corners[0][k];
            g[k] = def->scale * corners[2][k] - def->scale * corners[0][k];
        }
        for (int k = 0; k < 3; ++k) {
            area.sum[k] += e[(k + 1) % 3] * g[(k + 2) % 3] - e[(k + 2) % 3] * g[(k + 1) % 3];
        }
    }
    const double* sum = area.sum;
    area.length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    return area;
}

// ---- splitting -------------------------------------------------------------------------------

// Breadth-first search from a leaf over its connected component within the group. Visited leaves
// are appended to the queue from `*end` on.
static void VisitConnected(Patches* patches, uint32_t start, uint32_t* end) {
    uint32_t at = *end;
    patches->queue[(*end)++] = start;
    patches->visited[start] = patches->search;
    patches->distance[start] = 0;
    for (; at < *end; ++at) {
        const uint32_t leaf = patches->queue[at];
        const uint32_t* neighbours = patches->neighbours[leaf];
        for (uint32_t i = 0; i < MOST_NEIGHBOURS && neighbours[i] != SV_NONE; ++i) {
            const uint32_t other = neighbours[i];
            if (patches->group[other] == patches->group[leaf] &&
                patches->visited[other] != patches->search) {
                patches->visited[other] = patches->search;
                patches->distance[other] = patches->distance[leaf] + 1;
                patches->queue[(*end)++] = other;
            }
        }
    }
}

// A new search. Returns how many leaves it reached.
static uint32_t SearchFrom(Patches* patches, uint32_t start) {
    uint32_t end = 0;
    ++patches->search;
    VisitConnected(patches, start, &end);
    return end;
}

// Radix sort would take longer for so few.
static const svSortItem* SortFew(svSortItem* items, uint32_t count) {
    for (uint32_t i = 1; i < count; ++i) {
        const svSortItem item = items[i];
        uint32_t at = i;
        for (; at > 0 && items[at - 1].key > item.key; --at) {
            items[at] = items[at - 1];
        }
        items[at] = item;
    }
    return items;
}

static void TakeSorted(Patches* patches, svLeafRange group) {
    const svSortItem* sorted = group.count <= FEW
                                   ? SortFew(patches->items, group.count)
                                   : svSortItems(patches->items, patches->scratch, group.count);
    for (uint32_t i = 0; i < group.count; ++i) {
        patches->order[group.first + i] = sorted[i].index;
    }
}

// Sorts a connected group by the difference of the distances to its two ends. The search that found
// it connected has just ended at one of them. False if a search does not reach all: dropped
// neighbours may make the graph one-way.
static bool SortBetweenEnds(Patches* patches, svLeafRange group) {
    const uint32_t near = patches->queue[group.count - 1];
    if (SearchFrom(patches, near) < group.count) {
        return false;
    }
    const uint32_t far = patches->queue[group.count - 1];
    const uint64_t most = patches->distance[far];
    for (uint32_t i = 0; i < group.count; ++i) {
        const uint32_t leaf = patches->queue[i];
        patches->items[i] = (svSortItem){most + patches->distance[leaf], leaf};
    }
    if (SearchFrom(patches, far) < group.count) {
        return false;
    }
    for (uint32_t i = 0; i < group.count; ++i) {
        patches->items[i].key -= patches->distance[patches->items[i].index];
    }
    TakeSorted(patches, group);
    return true;
}

static int LongestGroupAxis(const Patches* patches, svLeafRange group) {
    const double* start = patches->centres + 3 * (size_t)patches->order[group.first];
    double lower[3] = {start[0], start[1], start[2]}, upper[3] = {start[0], start[1], start[2]};
    for (uint32_t i = 1; i < group.count; ++i) {
        const double* centre = patches->centres + 3 * (size_t)patches->order[group.first + i];
        for (int k = 0; k < 3; ++k) {
            lower[k] = centre[k] < lower[k] ? centre[k] : lower[k];
            upper[k] = centre[k] > upper[k] ? centre[k] : upper[k];
        }
    }
    const double x = upper[0] - lower[0], y = upper[1] - lower[1], z = upper[2] - lower[2];
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

static void SortAlongAxis(Patches* patches, svLeafRange group) {
    const int axis = LongestGroupAxis(patches, group);
    for (uint32_t i = 0; i < group.count; ++i) {
        const uint32_t leaf = patches->order[group.first + i];
        patches->items[i] =
            (svSortItem){svOrderedBits(patches->centres[3 * (size_t)leaf + (size_t)axis]), leaf};
    }
    TakeSorted(patches, group);
}

// Sorts a group of several components: each stays together, in the order of a search from its first
// leaf along the axis.
static void SortComponents(Patches* patches, svLeafRange group) {
    SortAlongAxis(patches, group);
    uint32_t end = 0;
    ++patches->search;
    for (uint32_t i = 0; i < group.count; ++i) {
        const uint32_t leaf = patches->order[group.first + i];
        if (patches->visited[leaf] != patches->search) {
            VisitConnected(patches, leaf, &end);
        }
    }
    memcpy(patches->order + group.first, patches->queue, group.count * sizeof(uint32_t));
}

static void SortConnected(Patches* patches, svLeafRange group) {
    ++patches->groupNumber;
    for (uint32_t i = 0; i < group.count; ++i) {
        patches->group[patches->order[group.first + i]] = patches->groupNumber;
    }
    const bool connected = SearchFrom(patches, patches->order[group.first]) == group.count;
    if (!connected || !SortBetweenEnds(patches, group)) {
        SortComponents(patches, group);
    }
}

// The traversal cost of a split, by the surface area heuristic.
static double CostOf(const Patches* patches, svLeafRange group, uint32_t frontCount) {
    const uint32_t ends[3] = {0, frontCount, group.count};
    double cost = 0;
    for (int part = 0; part < 2; ++part) {
        svLeafBox box = svLeafBox_Empty();
        for (uint32_t i = ends[part]; i < ends[part + 1]; ++i) {
            svLeafBox_Enclose(&box, &patches->boxes[patches->order[group.first + i]]);
        }
        cost += (ends[part + 1] - ends[part]) * svLeafBox_Area(&box);
    }
    return cost;
}

// Whether the normals of each part agree, roughly.
static bool AreFlat(const Patches* patches, svLeafRange group, uint32_t frontCount) {
    const uint32_t ends[3] = {0, frontCount, group.count};
    double lengthOfSums = 0, sumOfLengths = 0;
    for (int part = 0; part < 2; ++part) {
        double sum[3] = {0, 0, 0};
        for (uint32_t i = ends[part]; i < ends[part + 1]; ++i) {
            const LeafArea* area = &patches->areas[patches->order[group.first + i]];
            for (int k = 0; k < 3; ++k) {
                sum[k] += area->sum[k];
            }
            sumOfLengths += area->length;
        }
        lengthOfSums += sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    }
    return lengthOfSums >= FLAT * sumOfLengths;
}

// Connected, unless a split in space is clearly cheaper. Within a node its quarters have no AABBs.
static void SortForSplit(Patches* patches, svLeafRange group, uint32_t frontCount) {
    SortConnected(patches, group);
    if (group.count <= SV_WIDTH || AreFlat(patches, group, frontCount)) {
        return;
    }
    uint32_t* order = patches->order + group.first;
    const double cost = CostOf(patches, group, frontCount);
    memcpy(patches->connected, order, group.count * sizeof(*order));
    SortAlongAxis(patches, group);
    if (cost <= MOST_LARGER * CostOf(patches, group, frontCount)) {
        memcpy(order, patches->connected, group.count * sizeof(*order));
    }
}

// Both parts of a split wait on the stack, the smaller one on top, so that the stack stays below
// the logarithm of the number of leaves.
#define MAX_GROUPS 40

static void SplitIntoPatches(Patches* patches, svLeafRange whole) {
    svLeafRange stack[MAX_GROUPS];
    uint32_t depth = 0;
    stack[depth++] = whole;
    while (depth > 0) {
        const svLeafRange group = stack[--depth];
        if (group.count <= SV_PART_FAN) {
            continue; // a quarter of a node: order does not matter
        }
        uint32_t unit = group.count <= SV_WIDTH ? SV_PART_FAN : SV_WIDTH;
        while (group.count > (uint64_t)unit * SV_WIDTH) {
            unit *= SV_WIDTH;
        }
        const uint32_t frontCount = svTree_HalfOf((group.count - 1) / unit + 1) * unit;
        SortForSplit(patches, group, frontCount);
        const svLeafRange front = {group.first, frontCount};
        const svLeafRange back = {group.first + frontCount, group.count - frontCount};
        stack[depth++] = front.count > back.count ? front : back;
        stack[depth++] = front.count > back.count ? back : front;
    }
}

bool svPatchOrder(svArena* arena, const svPatchOrderDef* def, uint32_t* order) {
    const uint32_t count = def->count;
    Patches patches = {
        .leaves = def->leaves, .centres = def->centres, .boxes = def->boxes, .count = count};
    patches.order = order;
    uint32_t** const arrays[] = {&patches.queue, &patches.distance, &patches.visited,
                                 &patches.group, &patches.connected};
    for (size_t i = 0; i < sizeof(arrays) / sizeof(arrays[0]); ++i) {
        *arrays[i] = svArena_Allocate(arena, count, sizeof(uint32_t));
        if (*arrays[i] == NULL) {
            return false;
        }
        memset(*arrays[i], 0, count * sizeof(uint32_t));
    }
    patches.areas = svArena_Allocate(arena, count, sizeof(LeafArea));
    patches.items = svArena_Allocate(arena, count, sizeof(svSortItem));
    patches.scratch = svArena_Allocate(arena, count, sizeof(svSortItem));
    if (patches.areas == NULL || patches.items == NULL || patches.scratch == NULL ||
        !ListNeighbours(arena, &patches)) {
        return false;
    }
    for (uint32_t i = 0; i < count && def->groupSize > SV_WIDTH; ++i) {
        patches.areas[i] = AreaOf(def, &def->leaves[i]);
    }
    for (uint32_t first = 0; first < count;) {
        const svLeafRange group = {first,
                                   count - first < def->groupSize ? count - first : def->groupSize};
        SplitIntoPatches(&patches, group);
        first += group.count;
    }
    return true;
}
