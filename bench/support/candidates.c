// A uniform grid: every box is listed in the cells it covers; two boxes of a cell are compared if
// the cell is the one that holds the low corner of their common box, which makes each pair come
// once. No attempt at speed: it only feeds the benchmark.

#include "support/candidates.h"

#include <string.h>

typedef struct Box {
    double lo[3], hi[3];
} Box;

// Features of one kind: `size` vertices each.
typedef struct Features {
    const uint32_t* vertices; // null: feature i is vertex i
    size_t count;
    int size;
    Box* boxes;
    uint32_t* first; // of each cell, into items; one more than there are cells
    uint32_t* items;
} Features;

typedef struct Grid {
    double origin[3], cell;
    int counts[3];
    size_t cellCount;
} Grid;

static uint32_t VertexOf(const Features* features, size_t feature, int k) {
    return features->vertices == NULL
               ? (uint32_t)feature
               : features->vertices[(size_t)features->size * feature + (size_t)k];
}

static svStatus BuildBoxes(svContext* context, const Scene* scene, Features* features) {
    features->boxes = svContext_Allocate(context, features->count * sizeof(Box));
    if (features->boxes == NULL) {
        return SV_ERROR_MEMORY;
    }
    for (size_t i = 0; i < features->count; ++i) {
        Box* box = &features->boxes[i];
        for (int k = 0; k < 2 * features->size; ++k) {
            double p[3];
            svPositions_Get(k % 2 == 0 ? &scene->x0 : &scene->x1, VertexOf(features, i, k / 2), p);
            for (int d = 0; d < 3; ++d) {
                box->lo[d] = k == 0 || p[d] < box->lo[d] ? p[d] : box->lo[d];
                box->hi[d] = k == 0 || p[d] > box->hi[d] ? p[d] : box->hi[d];
            }
        }
    }
    return SV_OK;
}

static int CellAt(const Grid* grid, double x, int axis) {
    const double cell = (x - grid->origin[axis]) / grid->cell;
    const int last = grid->counts[axis] - 1;
    return cell <= 0 ? 0 : cell >= last ? last : (int)cell;
}

static size_t CellIndex(const Grid* grid, int x, int y, int z) {
    return ((size_t)z * (size_t)grid->counts[1] + (size_t)y) * (size_t)grid->counts[0] + (size_t)x;
}

// The box of everything, and the mean of the boxes' longest sides.
static double MeasureBoxes(const Features* features, double lo[3], double hi[3]) {
    double sum = 0;
    for (size_t i = 0; i < features->count; ++i) {
        const Box* box = &features->boxes[i];
        double longest = 0;
        for (int d = 0; d < 3; ++d) {
            const double side = box->hi[d] - box->lo[d];
            lo[d] = i == 0 || box->lo[d] < lo[d] ? box->lo[d] : lo[d];
            hi[d] = i == 0 || box->hi[d] > hi[d] ? box->hi[d] : hi[d];
            longest = side > longest ? side : longest;
        }
        sum += longest;
    }
    return sum / (double)features->count;
}

// Cells about as large as the mean box, but not more than a few per box.
static Grid ChooseGrid(const Features* features) {
    Grid grid = {{0}, 1, {1, 1, 1}, 1};
    double top[3] = {0};
    const double mean = MeasureBoxes(features, grid.origin, top);
    if (!(mean > 0)) {
        return grid; // points that do not move: one cell
    }
    for (grid.cell = mean;; grid.cell *= 1.25) {
        double cells = 1;
        for (int d = 0; d < 3; ++d) {
            cells *= (top[d] - grid.origin[d]) / grid.cell + 1;
        }
        if (cells <= 4.0 * (double)features->count + 8) {
            break;
        }
    }
    for (int d = 0; d < 3; ++d) {
        grid.counts[d] = (int)((top[d] - grid.origin[d]) / grid.cell) + 1;
        grid.cellCount *= (size_t)grid.counts[d];
    }
    return grid;
}

// For every cell that the box covers: ++next[cell], after items[next[cell]] = feature if there are
// items.
static void Visit(const Grid* grid, const Box* box, uint32_t* next, uint32_t* items,
                  uint32_t feature) {
    int lo[3], hi[3];
    for (int d = 0; d < 3; ++d) {
        lo[d] = CellAt(grid, box->lo[d], d);
        hi[d] = CellAt(grid, box->hi[d], d);
    }
    for (int z = lo[2]; z <= hi[2]; ++z) {
        for (int y = lo[1]; y <= hi[1]; ++y) {
            for (int x = lo[0]; x <= hi[0]; ++x) {
                uint32_t* at = &next[CellIndex(grid, x, y, z)];
                if (items != NULL) {
                    items[*at] = feature;
                }
                ++*at;
            }
        }
    }
}

static svStatus FillGrid(svContext* context, const Grid* grid, Features* features) {
    const size_t bytes = (grid->cellCount + 1) * sizeof(uint32_t);
    features->first = svContext_Allocate(context, bytes);
    uint32_t* next = svContext_Allocate(context, bytes);
    if (features->first == NULL || next == NULL) {
        svContext_Release(context, next);
        return SV_ERROR_MEMORY;
    }
    memset(features->first, 0, bytes);
    for (size_t i = 0; i < features->count; ++i) {
        Visit(grid, &features->boxes[i], features->first + 1, NULL, 0);
    }
    for (size_t c = 0; c < grid->cellCount; ++c) {
        features->first[c + 1] += features->first[c];
    }
    const size_t itemCount = features->first[grid->cellCount];
    features->items = svContext_Allocate(context, itemCount * sizeof(uint32_t));
    if (features->items != NULL) {
        memcpy(next, features->first, bytes);
        for (size_t i = 0; i < features->count; ++i) {
            Visit(grid, &features->boxes[i], next, features->items, (uint32_t)i);
        }
    }
    svContext_Release(context, next);
    return features->items == NULL ? SV_ERROR_MEMORY : SV_OK;
}

static bool Overlap(const Box* a, const Box* b) {
    for (int d = 0; d < 3; ++d) {
        if (a->lo[d] > b->hi[d] || b->lo[d] > a->hi[d]) {
            return false;
        }
    }
    return true;
}

// Whether this cell holds the low corner of the common box.
static bool OwnsPair(const Grid* grid, size_t cell, const Box* a, const Box* b) {
    int at[3];
    for (int d = 0; d < 3; ++d) {
        at[d] = CellAt(grid, a->lo[d] > b->lo[d] ? a->lo[d] : b->lo[d], d);
    }
    return CellIndex(grid, at[0], at[1], at[2]) == cell;
}

static svStatus AddPair(svContext* context, const Features* a, size_t i, const Features* b,
                        size_t j, Candidates* candidates) {
    uint32_t points[4];
    for (int k = 0; k < 4; ++k) {
        points[k] = k < a->size ? VertexOf(a, i, k) : VertexOf(b, j, k - a->size);
    }
    for (int k = 0; k < a->size; ++k) {
        for (int l = a->size; l < 4; ++l) {
            if (points[k] == points[l]) {
                return SV_OK; // incident: no pair
            }
        }
    }
    const svStatus status =
        svContext_Grow(context, (void**)&candidates->points, &candidates->capacity,
                       candidates->count + 1, sizeof(points));
    if (status == SV_OK) {
        memcpy(candidates->points + 4 * candidates->count++, points, sizeof(points));
    }
    return status;
}

// Pairs of a and b in one cell; a == b: each unordered pair once.
static svStatus SearchCell(svContext* context, const Grid* grid, size_t cell, const Features* ab[2],
                           Candidates* candidates) {
    const Features *a = ab[0], *b = ab[1];
    for (uint32_t p = a->first[cell]; p < a->first[cell + 1]; ++p) {
        const uint32_t i = a->items[p];
        for (uint32_t q = a == b ? p + 1 : b->first[cell]; q < b->first[cell + 1]; ++q) {
            const uint32_t j = b->items[q];
            if (Overlap(&a->boxes[i], &b->boxes[j]) &&
                OwnsPair(grid, cell, &a->boxes[i], &b->boxes[j])) {
                const svStatus status = AddPair(context, a, i, b, j, candidates);
                if (status != SV_OK) {
                    return status;
                }
            }
        }
    }
    return SV_OK;
}

static svStatus Search(svContext* context, const Scene* scene, Features* a, Features* b,
                       Candidates* candidates) {
    memset(candidates, 0, sizeof(*candidates));
    if (a->count == 0 || b->count == 0) {
        return SV_OK;
    }
    svStatus status = BuildBoxes(context, scene, a);
    if (status == SV_OK && a != b) {
        status = BuildBoxes(context, scene, b);
    }
    if (status != SV_OK) {
        return status;
    }
    // The faces (or edges) decide the cells: vertices have the smaller boxes, inside of theirs.
    const Grid grid = ChooseGrid(b);
    status = FillGrid(context, &grid, b);
    if (status == SV_OK && a != b) {
        status = FillGrid(context, &grid, a);
    }
    const Features* ab[2] = {a, b};
    for (size_t cell = 0; cell < grid.cellCount && status == SV_OK; ++cell) {
        status = SearchCell(context, &grid, cell, ab, candidates);
    }
    return status;
}

static void DestroyFeatures(svContext* context, Features* features) {
    svContext_Release(context, features->boxes);
    svContext_Release(context, features->first);
    svContext_Release(context, features->items);
}

svStatus Candidates_VertexFace(svContext* context, const Scene* scene, Candidates* candidates) {
    Features vertices = {NULL, scene->x0.count, 1, NULL, NULL, NULL};
    Features faces = {scene->triangles, scene->triangleCount, 3, NULL, NULL, NULL};
    const svStatus status = Search(context, scene, &vertices, &faces, candidates);
    DestroyFeatures(context, &vertices);
    DestroyFeatures(context, &faces);
    return status;
}

svStatus Candidates_EdgeEdge(svContext* context, const Scene* scene, Candidates* candidates) {
    Features edges = {scene->edges, scene->edgeCount, 2, NULL, NULL, NULL};
    const svStatus status = Search(context, scene, &edges, &edges, candidates);
    DestroyFeatures(context, &edges);
    return status;
}

void Candidates_Destroy(svContext* context, Candidates* candidates) {
    svContext_Release(context, candidates->points);
    memset(candidates, 0, sizeof(*candidates));
}
