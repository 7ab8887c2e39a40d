// The source of the filter of leaf pairs (see ccd_filter.h). A file per instruction set chooses a
// floats and a shorts header, defines KERNEL(name), and TIMES as 1 if the filter is for an instant,
// and includes this one.

#include "filter/ccd_filter.h"

#include <float.h>

typedef svCcdFilter Filter;
typedef svLeafTables Tables;
typedef svCells Cells;
#ifndef TIMES
#define TIMES 2
#endif
#include "filter/cell_bounds.h"

// ---- tables ----------------------------------------------------------------------------------

static inline void BoundEdges(const svLeaf* leaf, svLeafTables* t) {
    const svShortLanes start = svShortLanes_Load(leaf->edgeVertices[0]);
    const svShortLanes end = svShortLanes_Load(leaf->edgeVertices[1]);
    for (int r = 0; r < CELL_ROWS; ++r) {
        const svShorts x0 = svShorts_Lookup(t->vertices.of[r], start);
        const svShorts way = svShorts_Sub(svShorts_Lookup(t->vertices.of[r], end), x0);
        const svShorts none = svShorts_Set(0);
        svShorts_Store(t->edgeLower.of[r], svShorts_Add(x0, svShorts_Min(way, none)));
        svShorts_Store(t->edgeUpper.of[r], svShorts_Add(x0, svShorts_Max(way, none)));
    }
}

static inline void UnpackInCells(const Filter* filter, uint32_t index, float cells, Tables* t) {
    const svLeaf* leaf = &filter->leaves[index];
    UnpackVertices(filter, index, cells, &t->vertices, t);
    BoundEdges(leaf, t);
    BoundFaces(leaf, &t->vertices, &t->faceLower, &t->faceUpper);
    for (int e = 0; e < leaf->edgeCount; ++e) {
        const uint32_t points[2] = {leaf->vertices[leaf->edgeVertices[0][e]],
                                    leaf->vertices[leaf->edgeVertices[1][e]]};
        memcpy(&t->edgePoints[e], points, sizeof(points));
    }
    for (int f = 0; f < leaf->faceCount; ++f) {
        for (int corner = 0; corner < 3; ++corner) {
            t->facePoints[f][corner] = leaf->vertices[leaf->faceVertices[corner][f]];
        }
    }
}

// ---- a pair of leaves ------------------------------------------------------------------------

typedef struct Pair {
    Side a, b;
    Limits limits;
    Common common;
    bool diagonals;
} Pair;

// Of the lanes of edges, those whose vertices are both in the set.
static inline uint32_t EdgesWithin(const svLeaf* leaf, uint32_t vertices) {
    return svBits_Lookup(vertices, leaf->edgeVertices[0]) &
           svBits_Lookup(vertices, leaf->edgeVertices[1]);
}

static inline void DropWithin(Side* side, uint32_t vertices) {
    side->edges &= ~EdgesWithin(side->leaf, vertices);
    side->faces &= ~FacesWithin(side->leaf, vertices);
    side->vertices &= ~vertices;
}

// ---- rows against lanes ----------------------------------------------------------------------

// Features of one leaf, row by row, against the lanes of the other.
typedef struct Block {
    LaneBounds rows, lanes;
    uint32_t rowsLeft, lanesLeft; // that are still in question
    const svLeafTables* others;   // of the leaf of the lanes
} Block;

// The rows that reach into the box of the other leaf.
static inline uint32_t RowsNear(const Pair* pair, const Block* block) {
    return block->rowsLeft & NearLanes(pair->limits, BoundOfAll(block->others), block->rows);
}

// What was found, and how many boxes were near and how many of those share a vertex.
typedef struct Found {
    uint32_t boxes, incident;
    Candidates list;
} Found;

static inline void Count(svCcdFilter* filter, svPairKind kind, const Found* found) {
    filter->boxPairs[kind] += found->boxes;
    filter->incident[kind] += found->incident;
    filter->culled[kind] += found->boxes - found->incident - found->list.count;
}

static inline uint32_t LanesNear(const Pair* pair, const Block* block, uint32_t row) {
    return block->lanesLeft & NearLanes(pair->limits, BoundOf(block->rows, row), block->lanes);
}

// Counts the lanes near a row, and adds it with those that share no vertex with it.
static inline void AddNear(NearRows* nearRows, uint32_t row, uint32_t near, uint32_t incident,
                           Found* found) {
    found->boxes += CountLanes(near);
    found->incident += CountLanes(near & incident);
    AddRow(nearRows, row, near & ~incident);
}

// ---- edges against edges ---------------------------------------------------------------------

// The lanes of b's edges that share a vertex with edge i of a.
static inline uint32_t IncidentEdges(const Pair* pair, uint32_t i) {
    const uint8_t(*ends)[SV_WIDTH] = pair->a.leaf->edgeVertices;
    const uint8_t* ofB = pair->common.ofB;
    const uint32_t common = 1u << ofB[ends[0][i]] | 1u << ofB[ends[1][i]];
    return svBits_Lookup(common, pair->b.leaf->edgeVertices[0]) |
           svBits_Lookup(common, pair->b.leaf->edgeVertices[1]);
}

static inline void QueueEdges(svQueue* queue, const Candidates* list, const Side* a,
                              const Side* b) {
    const uint32_t *edgesA = a->leaf->edges, *edgesB = b->leaf->edges, count = list->count;
    const uint64_t *pointsA = a->tables->edgePoints, *pointsB = b->tables->edgePoints;
    uint32_t(*points)[4] = queue->points + queue->count;
    uint32_t(*features)[2] = queue->features + queue->count;
    for (uint32_t k = 0; k < count; ++k) {
        const uint32_t i = list->row[k], j = list->lane[k];
        features[k][0] = edgesA[i];
        features[k][1] = edgesB[j];
        memcpy(points[k], &pointsA[i], sizeof(pointsA[i]));
        memcpy(points[k] + 2, &pointsB[j], sizeof(pointsB[j]));
    }
    queue->count += count;
}

static inline void PairEdges(svCcdFilter* filter, const Pair* pair) {
    const Side *a = &pair->a, *b = &pair->b;
    const Block block = {.rows = {&a->tables->edgeLower, &a->tables->edgeUpper},
                         .lanes = {&b->tables->edgeLower, &b->tables->edgeUpper},
                         .rowsLeft = a->edges,
                         .lanesLeft = b->edges,
                         .others = b->tables};
    const uint32_t self = a->index == b->index ? ALL_LANES : 0; // a second edge has a higher lane
    Found found;
    NearRows nearRows;
    nearRows.count = found.boxes = found.incident = found.list.count = 0;
    for (uint32_t rows = RowsNear(pair, &block); rows != 0; rows &= rows - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(rows);
        const uint32_t near = LanesNear(pair, &block, i) & ~(FirstLanes(i + 1) & self);
        AddNear(&nearRows, i, near, pair->common.lanes != 0 ? IncidentEdges(pair, i) : 0, &found);
    }
    ListPairs(pair->limits, pair->diagonals, block.rows, block.lanes, &nearRows, &found.list);
    Count(filter, SV_EDGE_EDGE, &found);
    QueueEdges(&filter->queues[SV_EDGE_EDGE], &found.list, a, b);
}

// ---- vertices against faces ------------------------------------------------------------------

// The lanes of b's faces that have vertex i of a.
static inline uint32_t IncidentFaces(const Side* a, const Side* b, uint32_t i) {
    const uint32_t common = svIds_Equal(b->leaf->vertices, a->leaf->vertices[i]);
    return svBits_Lookup(common, b->leaf->faceVertices[0]) |
           svBits_Lookup(common, b->leaf->faceVertices[1]) |
           svBits_Lookup(common, b->leaf->faceVertices[2]);
}

static inline void QueueVertexFaces(svCcdFilter* filter, const Candidates* list, const Side* a,
                                    const Side* b) {
    svQueue* queue = &filter->queues[SV_VERTEX_FACE];
    const uint32_t *vertices = a->leaf->vertices, *faces = b->leaf->faces, count = list->count;
    const uint32_t(*facePoints)[3] = b->tables->facePoints;
    const uint32_t* vertexOfPoint = filter->vertexOfPoint;
    uint32_t(*points)[4] = queue->points + queue->count;
    uint32_t(*features)[2] = queue->features + queue->count;
    for (uint32_t k = 0; k < count; ++k) {
        const uint32_t j = list->lane[k], point = vertices[list->row[k]];
        features[k][0] = vertexOfPoint[point];
        features[k][1] = faces[j];
        points[k][0] = point;
        memcpy(points[k] + 1, facePoints[j], sizeof(facePoints[j]));
    }
    queue->count += count;
}

// The owned vertices of a against the faces of b.
static inline void PairVertexFaces(svCcdFilter* filter, const Pair* pair, const Side* a,
                                   const Side* b) {
    const Block block = {.rows = {&a->tables->vertices, &a->tables->vertices},
                         .lanes = {&b->tables->faceLower, &b->tables->faceUpper},
                         .rowsLeft = a->vertices,
                         .lanesLeft = b->faces,
                         .others = b->tables};
    Found found;
    NearRows nearRows;
    nearRows.count = found.boxes = found.incident = found.list.count = 0;
    for (uint32_t rows = RowsNear(pair, &block); rows != 0; rows &= rows - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(rows);
        const uint32_t near = LanesNear(pair, &block, i);
        AddNear(&nearRows, i, near, pair->common.lanes != 0 ? IncidentFaces(a, b, i) : 0, &found);
    }
    ListPairs(pair->limits, pair->diagonals, block.rows, block.lanes, &nearRows, &found.list);
    Count(filter, SV_VERTEX_FACE, &found);
    QueueVertexFaces(filter, &found.list, a, b);
}

// ---- all of a pair ---------------------------------------------------------------------------

void KERNEL(svCcdFilter_)(svCcdFilter* filter, uint32_t a, uint32_t b) {
    ++filter->leafPairs;
    const double margins = (double)filter->motions[a].margin + (double)filter->motions[b].margin;
    // The sums are in double: what is added covers their rounding many times over.
    const double distance = (margins + (double)filter->distance) * (1 + 0x1p-19);
    const float apart = distance < (double)FLT_MAX ? (float)distance : FLT_MAX;
    if (a != b && filter->diagonals && AreDiagonallyApart(filter, a, b, apart)) {
        return;
    }
    Pair pair;
    pair.diagonals = filter->diagonals;
    SetSide(filter, a, &pair.a);
    SetSide(filter, b, &pair.b);
    const float reach = SetOffsets(&pair.a, &pair.b);
    if (a != b && filter->slabs && !CrossSlabs(&pair.a, &pair.b, reach, apart)) {
        return;
    }
    ++filter->leafPairsNear;
    pair.limits = SetCells(filter, &pair.a, &pair.b, reach, distance);
    FindCommon(pair.a.leaf, pair.b.leaf, &pair.common);
    if (pair.a.edges != 0 && pair.b.edges != 0) {
        PairEdges(filter, &pair);
    }
    if (pair.a.vertices != 0 && pair.b.faces != 0) {
        PairVertexFaces(filter, &pair, &pair.a, &pair.b);
    }
    if (a != b && pair.b.vertices != 0 && pair.a.faces != 0) {
        PairVertexFaces(filter, &pair, &pair.b, &pair.a);
    }
}
