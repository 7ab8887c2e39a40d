// The source of the filter of leaf pairs (see ccd_filter.h). A file per instruction set chooses a
// floats header, defines KERNEL(name) and includes this one.

#include "pair/ccd_filter.h"

#include <math.h>

typedef svCcdFilter Filter;
typedef svLeafTables Tables;
#define TIMES 2
#include "pair/leaf_pair.h"

// ---- tables ----------------------------------------------------------------------------------

// What brings local coordinates along one axis into cells: a fraction and, modulo 2^16, a whole
// number of cells.
typedef struct Place {
    float fraction;
    int16_t whole;
} Place;

static inline Place PlaceOf(const svCcdFilter* filter, const svLeafMotion* motion, int k,
                            float cells) {
    const double place = (motion->center[k] - filter->center[k % 3]) * (double)cells;
    const int64_t whole = (int64_t)place; // towards zero: fractions may be negative
    return (Place){(float)(place - (double)whole), (int16_t)(uint16_t)(uint64_t)whole};
}

static inline int16_t AddWhole(int32_t cell, Place place) {
    return (int16_t)(uint16_t)((uint32_t)cell + (uint32_t)place.whole);
}

// The vertices, and how far they reach, with up to two cells to spare.
static inline void UnpackVertices(const svCcdFilter* filter, const svLeafMotion* motion,
                                  float cells, svLeafTables* t) {
    for (int k = 0; k < SV_CELL_AXES; ++k) {
        const Place place = PlaceOf(filter, motion, k, cells);
        const svShorts local = svShorts_Round(motion->x[k], cells, place.fraction);
        svShorts_Store(t->vertices.of[k], svShorts_Add(local, svShorts_Set(place.whole)));
        t->lower[k] = AddWhole((int32_t)(cells * motion->lower[k] + place.fraction) - 1, place);
        t->upper[k] = AddWhole((int32_t)(cells * motion->upper[k] + place.fraction) + 1, place);
    }
    for (int time = 0; time < 2; ++time) {
        int16_t(*axes)[SV_WIDTH] = t->vertices.of + 3 * time;
        int16_t(*diagonals)[SV_WIDTH] = t->vertices.of + SV_CELL_AXES + 6 * time;
        const svShorts x = svShorts_Load(axes[0]), y = svShorts_Load(axes[1]);
        const svShorts z = svShorts_Load(axes[2]);
        svShorts_Store(diagonals[0], svShorts_Add(x, y));
        svShorts_Store(diagonals[1], svShorts_Add(x, z));
        svShorts_Store(diagonals[2], svShorts_Add(y, z));
        svShorts_Store(diagonals[3], svShorts_Sub(x, y));
        svShorts_Store(diagonals[4], svShorts_Sub(x, z));
        svShorts_Store(diagonals[5], svShorts_Sub(y, z));
    }
}

// Places on a circle have no order, but their ways from a first one have: a leaf is short enough.
static inline void UnpackEdges(const svLeaf* leaf, svLeafTables* t) {
    const svShortLanes start = svShortLanes_Load(leaf->edgeVertices[0]);
    const svShortLanes end = svShortLanes_Load(leaf->edgeVertices[1]);
    for (int r = 0; r < SV_CELL_ROWS; ++r) {
        const svShorts x0 = svShorts_Lookup(t->vertices.of[r], start);
        const svShorts way = svShorts_Sub(svShorts_Lookup(t->vertices.of[r], end), x0);
        const svShorts none = svShorts_Set(0);
        svShorts_Store(t->edgeLower.of[r], svShorts_Add(x0, svShorts_Min(way, none)));
        svShorts_Store(t->edgeUpper.of[r], svShorts_Add(x0, svShorts_Max(way, none)));
    }
    for (int e = 0; e < leaf->edgeCount; ++e) {
        const uint32_t points[2] = {leaf->vertices[leaf->edgeVertices[0][e]],
                                    leaf->vertices[leaf->edgeVertices[1][e]]};
        memcpy(&t->edgePoints[e], points, sizeof(points));
    }
}

static inline void UnpackFaces(const svLeaf* leaf, svLeafTables* t) {
    const svShortLanes corner0 = svShortLanes_Load(leaf->faceVertices[0]);
    const svShortLanes corner1 = svShortLanes_Load(leaf->faceVertices[1]);
    const svShortLanes corner2 = svShortLanes_Load(leaf->faceVertices[2]);
    for (int r = 0; r < SV_CELL_ROWS; ++r) {
        const svShorts x0 = svShorts_Lookup(t->vertices.of[r], corner0);
        const svShorts way1 = svShorts_Sub(svShorts_Lookup(t->vertices.of[r], corner1), x0);
        const svShorts way2 = svShorts_Sub(svShorts_Lookup(t->vertices.of[r], corner2), x0);
        const svShorts none = svShorts_Set(0);
        const svShorts least = svShorts_Min(svShorts_Min(way1, way2), none);
        const svShorts most = svShorts_Max(svShorts_Max(way1, way2), none);
        svShorts_Store(t->faceLower.of[r], svShorts_Add(x0, least));
        svShorts_Store(t->faceUpper.of[r], svShorts_Add(x0, most));
    }
    for (int f = 0; f < leaf->faceCount; ++f) {
        for (int corner = 0; corner < 3; ++corner) {
            t->facePoints[f][corner] = leaf->vertices[leaf->faceVertices[corner][f]];
        }
    }
}

static inline void UnpackInCells(const svCcdFilter* filter, uint32_t leaf, float cells,
                                 svLeafTables* t) {
    UnpackVertices(filter, &filter->motions[leaf], cells, t);
    UnpackEdges(&filter->leaves[leaf], t);
    UnpackFaces(&filter->leaves[leaf], t);
}

static inline void Unpack(const Filter* filter, uint32_t leaf, Tables* tables) {
    UnpackInCells(filter, leaf, filter->cells, tables);
}

// ---- a pair of leaves ------------------------------------------------------------------------

typedef struct Pair {
    Side a, b;
    int16_t axisLimit, diagonalLimit; // more cells than that between two bounds separate them
    // shared[i]: the vertices of b that are vertex i of a
    bool sharing;
    uint16_t shared[SV_WIDTH];
} Pair;

// Of the lanes of edges, those whose vertices are both in the set.
static inline uint32_t EdgesWithin(const svLeaf* leaf, uint32_t vertices) {
    return svBits_Lookup(vertices, leaf->edgeVertices[0]) &
           svBits_Lookup(vertices, leaf->edgeVertices[1]);
}

static inline void DropWithin(Side* side, uint32_t vertices) {
    if (vertices == 0) {
        return;
    }
    side->edges &= ~EdgesWithin(side->leaf, vertices);
    side->faces &= ~FacesWithin(side->leaf, vertices);
    side->vertices &= ~vertices;
}

// ---- bounds ----------------------------------------------------------------------------------

// Chooses the cells of a pair and sets tables and limits. A leaf is up to twice its size long. A
// diagonal is longer than an axis by sqrt(2) < 1.4143.
static inline void SetCells(svCcdFilter* filter, Pair* pair, float reach) {
    Side *a = &pair->a, *b = &pair->b;
    const double margins = (double)a->motion->margin + (double)b->motion->margin;
    const double distance = (margins + (double)filter->distance) * (1 + 0x1p-19);
    const float larger = a->motion->size > b->motion->size ? a->motion->size : b->motion->size;
    const double window = (double)(reach > 2 * larger ? reach : 2 * larger) + distance;
    float cells = filter->cells;
    if (window * (double)cells <= SV_CELL_WINDOW) {
        SetTables(filter, a, b);
    } else {
        cells = svCellsOfWindow(window);
        UnpackInCells(filter, a->index, cells, &filter->loose[0]);
        UnpackInCells(filter, b->index, cells, &filter->loose[1]);
        a->tables = &filter->loose[0];
        b->tables = &filter->loose[1];
    }
    pair->axisLimit = (int16_t)(1 + ceil(distance * (double)cells));
    pair->diagonalLimit = (int16_t)(2 + ceil(1.4143 * distance * (double)cells));
}

// Bounds of one feature, a row after the other, `stride` apart.
typedef struct Bound {
    const int16_t *lower, *upper;
    int stride;
} Bound;

// Bounds of the features of a leaf.
typedef struct LaneBounds {
    const svCells *lower, *upper;
} LaneBounds;

static inline Bound BoundOf(LaneBounds bounds, uint32_t lane) {
    return (Bound){&bounds.lower->of[0][lane], &bounds.upper->of[0][lane], SV_WIDTH};
}

// How many cells are between the bound and each lane, along row r at t0 and row r + later at t1, on
// the same side: the fewer of the two, on the better side. Not positive where they overlap.
static inline svShorts Gap(Bound bound, LaneBounds lanes, int r, int later) {
    const int r1 = r + later;
    const svShorts lower0 = svShorts_Set(bound.lower[r * bound.stride]);
    const svShorts lower1 = svShorts_Set(bound.lower[r1 * bound.stride]);
    const svShorts upper0 = svShorts_Set(bound.upper[r * bound.stride]);
    const svShorts upper1 = svShorts_Set(bound.upper[r1 * bound.stride]);
    const svShorts below = svShorts_Min(svShorts_Sub(svShorts_Load(lanes.lower->of[r]), upper0),
                                        svShorts_Sub(svShorts_Load(lanes.lower->of[r1]), upper1));
    const svShorts above = svShorts_Min(svShorts_Sub(lower0, svShorts_Load(lanes.upper->of[r])),
                                        svShorts_Sub(lower1, svShorts_Load(lanes.upper->of[r1])));
    return svShorts_Max(below, above);
}

// The lanes that no axis separates from the bound.
static inline uint32_t NearLanes(const Pair* pair, Bound bound, LaneBounds lanes) {
    const svShorts gap = svShorts_Max(
        svShorts_Max(Gap(bound, lanes, 0, 3), Gap(bound, lanes, 1, 3)), Gap(bound, lanes, 2, 3));
    return ALL_LANES & ~svShorts_Above(gap, pair->axisLimit);
}

// The lanes that no diagonal separates from the bound.
static inline uint32_t NearDiagonally(const Pair* pair, Bound bound, LaneBounds lanes) {
    svShorts gap = Gap(bound, lanes, SV_CELL_AXES, 6);
    for (int r = SV_CELL_AXES + 1; r < SV_CELL_AXES + 6; ++r) {
        gap = svShorts_Max(gap, Gap(bound, lanes, r, 6));
    }
    return ALL_LANES & ~svShorts_Above(gap, pair->diagonalLimit);
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
    const Bound whole = {block->others->lower, block->others->upper, 1};
    return block->rowsLeft & NearLanes(pair, whole, block->rows);
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

// Lays a row against the lanes that are near, those that share a vertex with it taken out.
static inline void AddRow(const Pair* pair, const Block* block, uint32_t row, uint32_t near,
                          uint32_t incident, Found* found) {
    found->boxes += CountLanes(near);
    found->incident += CountLanes(near & incident);
    near &= ~incident;
    if (near != 0) {
        near &= NearDiagonally(pair, BoundOf(block->rows, row), block->lanes);
        Append(&found->list, row, near);
    }
}

static inline uint32_t LanesNear(const Pair* pair, const Block* block, uint32_t row) {
    return block->lanesLeft & NearLanes(pair, BoundOf(block->rows, row), block->lanes);
}

// ---- edges against edges ---------------------------------------------------------------------

// The lanes of b's edges that share a vertex with edge i of a.
static inline uint32_t IncidentEdges(const Pair* pair, uint32_t i) {
    const uint8_t(*ends)[SV_WIDTH] = pair->a.leaf->edgeVertices;
    const uint32_t common = pair->shared[ends[0][i]] | (uint32_t)pair->shared[ends[1][i]];
    return svBits_Lookup(common, pair->b.leaf->edgeVertices[0]) |
           svBits_Lookup(common, pair->b.leaf->edgeVertices[1]);
}

// Of each pair the edge with the lower number comes first; without a branch, which would be a
// guess.
static inline void QueueEdges(svQueue* queue, const Candidates* list, const Side* a,
                              const Side* b) {
    uint32_t at = queue->count;
    for (uint32_t k = 0; k < list->count; ++k, ++at) {
        const uint32_t i = list->row[k], j = list->lane[k];
        const uint32_t edgeA = a->leaf->edges[i], edgeB = b->leaf->edges[j];
        const uint64_t pointsA = a->tables->edgePoints[i], pointsB = b->tables->edgePoints[j];
        const uint64_t turn = (pointsA ^ pointsB) & (0 - (uint64_t)(edgeB < edgeA));
        const uint64_t points[2] = {pointsA ^ turn, pointsB ^ turn};
        memcpy(queue->points[at], points, sizeof(points));
        queue->features[at][0] = edgeA < edgeB ? edgeA : edgeB;
        queue->features[at][1] = edgeA < edgeB ? edgeB : edgeA;
    }
    queue->count = at;
}

static inline void PairEdges(svCcdFilter* filter, const Pair* pair) {
    const Side *a = &pair->a, *b = &pair->b;
    const Block block = {{&a->tables->edgeLower, &a->tables->edgeUpper},
                         {&b->tables->edgeLower, &b->tables->edgeUpper},
                         a->edges,
                         b->edges,
                         b->tables};
    const uint32_t self = a->index == b->index ? ALL_LANES : 0; // a second edge has a higher lane
    Found found;
    found.boxes = found.incident = found.list.count = 0;
    for (uint32_t rows = RowsNear(pair, &block); rows != 0; rows &= rows - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(rows);
        const uint32_t near = LanesNear(pair, &block, i) & ~(FirstLanes(i + 1) & self);
        AddRow(pair, &block, i, near, pair->sharing ? IncidentEdges(pair, i) : 0, &found);
    }
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
    uint32_t at = queue->count;
    for (uint32_t k = 0; k < list->count; ++k, ++at) {
        const uint32_t j = list->lane[k], point = a->leaf->vertices[list->row[k]];
        queue->features[at][0] = filter->vertexOfPoint[point];
        queue->features[at][1] = b->leaf->faces[j];
        queue->points[at][0] = point;
        for (int corner = 0; corner < 3; ++corner) {
            queue->points[at][1 + corner] = b->tables->facePoints[j][corner];
        }
    }
    queue->count = at;
}

// The owned vertices of a against the faces of b.
static inline void PairVertexFaces(svCcdFilter* filter, const Pair* pair, const Side* a,
                                   const Side* b) {
    const Block block = {{&a->tables->vertices, &a->tables->vertices},
                         {&b->tables->faceLower, &b->tables->faceUpper},
                         a->vertices,
                         b->faces,
                         b->tables};
    Found found;
    found.boxes = found.incident = found.list.count = 0;
    for (uint32_t rows = RowsNear(pair, &block); rows != 0; rows &= rows - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(rows);
        const uint32_t near = LanesNear(pair, &block, i);
        AddRow(pair, &block, i, near, pair->sharing ? IncidentFaces(a, b, i) : 0, &found);
    }
    Count(filter, SV_VERTEX_FACE, &found);
    QueueVertexFaces(filter, &found.list, a, b);
}

// ---- all of a pair ---------------------------------------------------------------------------

// The vertices that a and b have in common. Only vertices of a between the least and the greatest
// of b can be vertices of b, and those are few: points are numbered in the order of the leaves.
static inline void FindShared(Pair* pair) {
    const svLeaf *a = pair->a.leaf, *b = pair->b.leaf;
    uint32_t rest = svIds_Between(a->vertices, b->firstVertex, b->lastVertex);
    pair->sharing = false;
    rest &= FirstLanes(a->vertexCount);
    if (rest == 0) {
        return;
    }
    memset(pair->shared, 0, sizeof(pair->shared));
    uint32_t any = 0;
    for (; rest != 0; rest &= rest - 1) {
        const uint32_t v = (uint32_t)__builtin_ctz(rest);
        const uint32_t lanes = svIds_Equal(b->vertices, a->vertices[v]);
        pair->shared[v] = (uint16_t)(lanes & FirstLanes(b->vertexCount));
        any |= pair->shared[v];
    }
    pair->sharing = any != 0;
}

void KERNEL(svCcdFilter_)(svCcdFilter* filter, uint32_t a, uint32_t b) {
    Pair pair;
    SetSide(filter, a, &pair.a);
    SetSide(filter, b, &pair.b);
    const float reach = SetOffsets(&pair.a, &pair.b);
    ++filter->leafPairs;
    if (a != b && !filter->distant && !CrossSlabs(&pair.a, &pair.b, reach)) {
        return;
    }
    ++filter->leafPairsNear;
    SetCells(filter, &pair, reach);
    FindShared(&pair);
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
