// The filter of leaf pairs for features (ccd_filter.h). In: a leaf pair of the broad phase. Out:
// candidate pairs, vertex-face and edge-edge, appended to the queues. A kernel: compiled once per
// instruction set (math/target.h).

#include "filter/ccd_filter.h"

#include "dispatch/kernels.h"
#include "filter/cell_bounds.h"

#include <float.h>

// ---- tables ----------------------------------------------------------------------------------

SV_INLINE void BoundEdges(const svLeaf* leaf, int times, svFeatureTables* t) {
    const svShortLanes start = svShortLanes_Load(leaf->edgeVertices[0]);
    const svShortLanes end = svShortLanes_Load(leaf->edgeVertices[1]);
    for (int r = 0; r < 9 * times; ++r) {
        const svShorts x0 = svShorts_Lookup(t->vertices.of[r], start);
        const svShorts way = svShorts_Sub(svShorts_Lookup(t->vertices.of[r], end), x0);
        const svShorts none = svShorts_Set(0);
        svShorts_Store(t->edgeLower.of[r], svShorts_Add(x0, svShorts_Min(way, none)));
        svShorts_Store(t->edgeUpper.of[r], svShorts_Add(x0, svShorts_Max(way, none)));
    }
}

SV_INLINE void UnpackFeatures(const svFilterInput* input, uint32_t index, float cells, int times,
                              svFeatureTables* t) {
    const svLeaf* leaf = &input->leaves[index];
    UnpackVertices(input, index, cells, times, t->vertices.of, &t->all);
    BoundEdges(leaf, times, t);
    BoundFaces(leaf, times, (const CellRow*)t->vertices.of, t->faceLower.of, t->faceUpper.of);
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

typedef struct FeatureLeafPair {
    LeafSide a, b;
    Limits limits;
    Common common;
    bool diagonals;
} FeatureLeafPair;

SV_INLINE const svFeatureTables* CachedFeatures(svCcdFilter* filter, uint32_t leaf, uint32_t slot,
                                                int times) {
    if (ClaimSlot(filter->tags, slot, leaf)) {
        UnpackFeatures(&filter->input, leaf, filter->input.cells, times, &filter->tables[slot]);
    }
    return &filter->tables[slot];
}

// Sets the tables of both leaves, and the limits for features nearer than `distance`.
SV_INLINE void SetFeatures(svCcdFilter* filter, FeatureLeafPair* pair, float reach, double distance,
                           int times) {
    LeafSide *a = &pair->a, *b = &pair->b;
    const float cells = CellsOfPair(&filter->input, a, b, reach, distance);
    if (cells == filter->input.cells) {
        const Slots slots = SlotsOf(a->index, b->index, SV_TABLE_CACHE + 1);
        a->features = CachedFeatures(filter, a->index, slots.a, times);
        b->features = CachedFeatures(filter, b->index, slots.b, times);
    } else {
        UnpackFeatures(&filter->input, a->index, cells, times, &filter->loose[0]);
        UnpackFeatures(&filter->input, b->index, cells, times, &filter->loose[1]);
        a->features = &filter->loose[0];
        b->features = &filter->loose[1];
    }
    pair->limits = CellLimits(cells, distance);
}

// ---- rows against lanes ----------------------------------------------------------------------

// Features of one leaf, row by row, against the lanes of the other.
typedef struct Block {
    Comparison compared;
    uint32_t rowsLeft, lanesLeft; // not culled yet
    const svLeafReach* others;    // AABB of the leaf of the lanes
} Block;

// The rows that overlap the AABB of the other leaf.
SV_INLINE uint32_t RowsNear(const Block* block, int times) {
    return block->rowsLeft & NearLanes(block->compared.limits, BoundOfAll(block->others),
                                       block->compared.rows, times);
}

// Candidates, the number of overlapping AABBs, and how many of those share a vertex.
typedef struct Found {
    uint32_t boxes, incident;
    Candidates list;
} Found;

static inline void CountCandidates(svCcdFilter* filter, svPairKind kind, const Found* found) {
    filter->boxPairs[kind] += found->boxes;
    filter->incident[kind] += found->incident;
    filter->culled[kind] += found->boxes - found->incident - found->list.count;
}

SV_INLINE uint32_t LanesNear(const Block* block, uint32_t row, int times) {
    return block->lanesLeft & NearLanes(block->compared.limits, BoundOf(block->compared.rows, row),
                                        block->compared.lanes, times);
}

// Counts the lanes that overlap a row, and adds those that share no vertex with it.
static inline void AddNearLanes(NearRows* nearRows, uint32_t row, uint32_t near, uint32_t incident,
                                Found* found) {
    found->boxes += CountLanes(near);
    found->incident += CountLanes(near & incident);
    AddNearRow(nearRows, row, near & ~incident);
}

// ---- edges against edges ---------------------------------------------------------------------

// The lanes of b's edges that share a vertex with edge i of a.
static inline uint32_t IncidentEdges(const FeatureLeafPair* pair, uint32_t i) {
    const uint8_t(*ends)[SV_WIDTH] = pair->a.leaf->edgeVertices;
    const uint8_t* ofB = pair->common.ofB;
    const uint32_t common = 1u << ofB[ends[0][i]] | 1u << ofB[ends[1][i]];
    return svBits_Lookup(common, pair->b.leaf->edgeVertices[0]) |
           svBits_Lookup(common, pair->b.leaf->edgeVertices[1]);
}

static inline void QueueEdges(svQueue* queue, const Candidates* list, const LeafSide* a,
                              const LeafSide* b) {
    const uint32_t *edgesA = a->leaf->edges, *edgesB = b->leaf->edges, count = list->count;
    const uint64_t *pointsA = a->features->edgePoints, *pointsB = b->features->edgePoints;
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

// The lanes of b's edges that edge i of a is tested with.
static inline uint32_t PartnersOf(const FeatureLeafPair* pair, uint32_t i) {
    const uint32_t isMinor = pair->a.minorEdges >> i & 1;
    return ~(pair->b.minorEdges & (0 - isMinor));
}

SV_INLINE void PairEdges(svCcdFilter* filter, const FeatureLeafPair* pair, int times) {
    const LeafSide *a = &pair->a, *b = &pair->b;
    const Block block = {
        .compared = {pair->limits,
                     {(const CellRow*)a->features->edgeLower.of,
                      (const CellRow*)a->features->edgeUpper.of},
                     {(const CellRow*)b->features->edgeLower.of,
                      (const CellRow*)b->features->edgeUpper.of},
                     pair->diagonals},
        .rowsLeft = a->edges,
        .lanesLeft = b->edges,
        .others = &b->features->all,
    };
    const uint32_t self = a->index == b->index ? ALL_LANES : 0; // each pair once: higher lanes only
    Found found;
    NearRows nearRows;
    nearRows.count = found.boxes = found.incident = found.list.count = 0;
    for (uint32_t rows = RowsNear(&block, times); rows != 0; rows &= rows - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(rows);
        const uint32_t partners = times == 1 ? PartnersOf(pair, i) : ALL_LANES;
        const uint32_t near = LanesNear(&block, i, times) & partners & ~(FirstLanes(i + 1) & self);
        AddNearLanes(&nearRows, i, near, pair->common.lanes != 0 ? IncidentEdges(pair, i) : 0,
                     &found);
    }
    ListPairs(&block.compared, &nearRows, times, &found.list);
    CountCandidates(filter, SV_EDGE_EDGE, &found);
    QueueEdges(&filter->queues[SV_EDGE_EDGE], &found.list, a, b);
}

// ---- vertices against faces ------------------------------------------------------------------

// The lanes of b's faces that have vertex i of a.
static inline uint32_t IncidentFaces(const LeafSide* a, const LeafSide* b, uint32_t i) {
    const uint32_t common = svIds_Equal(b->leaf->vertices, a->leaf->vertices[i]);
    return svBits_Lookup(common, b->leaf->faceVertices[0]) |
           svBits_Lookup(common, b->leaf->faceVertices[1]) |
           svBits_Lookup(common, b->leaf->faceVertices[2]);
}

static inline void QueueVertexFaces(svCcdFilter* filter, const Candidates* list, const LeafSide* a,
                                    const LeafSide* b) {
    svQueue* queue = &filter->queues[SV_VERTEX_FACE];
    const uint32_t *vertices = a->leaf->vertices, *faces = b->leaf->faces, count = list->count;
    const uint32_t(*facePoints)[3] = b->features->facePoints;
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
SV_INLINE void PairVertexFaces(svCcdFilter* filter, const FeatureLeafPair* pair, const LeafSide* a,
                               const LeafSide* b, int times) {
    const CellRow* points = (const CellRow*)a->features->vertices.of;
    const Block block = {
        .compared = {pair->limits,
                     {points, points},
                     {(const CellRow*)b->features->faceLower.of,
                      (const CellRow*)b->features->faceUpper.of},
                     pair->diagonals},
        .rowsLeft = a->vertices,
        .lanesLeft = b->faces,
        .others = &b->features->all,
    };
    Found found;
    NearRows nearRows;
    nearRows.count = found.boxes = found.incident = found.list.count = 0;
    for (uint32_t rows = RowsNear(&block, times); rows != 0; rows &= rows - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(rows);
        const uint32_t near = LanesNear(&block, i, times);
        AddNearLanes(&nearRows, i, near, pair->common.lanes != 0 ? IncidentFaces(a, b, i) : 0,
                     &found);
    }
    ListPairs(&block.compared, &nearRows, times, &found.list);
    CountCandidates(filter, SV_VERTEX_FACE, &found);
    QueueVertexFaces(filter, &found.list, a, b);
}

// Called for both directions, so not inlined into either kernel.
static __attribute__((noinline)) void PairVertexFacesStep(svCcdFilter* filter,
                                                          const FeatureLeafPair* pair,
                                                          const LeafSide* a, const LeafSide* b) {
    PairVertexFaces(filter, pair, a, b, 2);
}

static __attribute__((noinline)) void PairVertexFacesInstant(svCcdFilter* filter,
                                                             const FeatureLeafPair* pair,
                                                             const LeafSide* a, const LeafSide* b) {
    PairVertexFaces(filter, pair, a, b, 1);
}

// ---- all of a pair ---------------------------------------------------------------------------

// Drops what the roles of a query leave out.
static inline void TakeRoles(const svFilterInput* input, LeafSide* side) {
    const svLeafRoles* roles = &input->roles[side->index];
    side->vertices &= roles->vertices;
    side->edges &= roles->edges;
    side->minorEdges = roles->minorEdges;
}

// Drops minor edges where the other leaf has no others: mostly all of them.
static inline void DropMinorEdges(LeafSide* a, LeafSide* b) {
    const bool minorA = (a->edges & ~a->minorEdges) == 0;
    const bool minorB = (b->edges & ~b->minorEdges) == 0;
    a->edges &= minorB ? ~a->minorEdges : ALL_LANES;
    b->edges &= minorA ? ~b->minorEdges : ALL_LANES;
}

static inline bool AreEdgesLeft(const FeatureLeafPair* pair) {
    return pair->a.edges != 0 && pair->b.edges != 0;
}

static inline bool AreVertexFacesLeft(const LeafSide* a, const LeafSide* b) {
    return a->vertices != 0 && b->faces != 0;
}

SV_INLINE void FilterLeaves(svCcdFilter* filter, uint32_t a, uint32_t b, int times) {
    const svFilterInput* input = &filter->input;
    void (*const pairVertexFaces)(svCcdFilter*, const FeatureLeafPair*, const LeafSide*,
                                  const LeafSide*) =
        times == 2 ? PairVertexFacesStep : PairVertexFacesInstant;
    ++filter->leafPairs;
    const double margins = (double)input->motions[a].margin + (double)input->motions[b].margin;
    // Summed in double: the inflation covers the rounding many times over.
    const double distance = (margins + (double)filter->distance) * (1 + 0x1p-19);
    const float gap = distance < (double)FLT_MAX ? (float)distance : FLT_MAX;
    if (a != b && input->diagonals && AreDiagonallySeparated(input, a, b, gap, times)) {
        return;
    }
    FeatureLeafPair pair;
    pair.diagonals = input->diagonals;
    SetSide(input, a, &pair.a);
    SetSide(input, b, &pair.b);
    if (times == 1 && input->roles != NULL) {
        TakeRoles(input, &pair.a);
        TakeRoles(input, &pair.b);
    }
    const float reach = SetOffsets(&pair.a, &pair.b, times);
    const Mode mode = {.times = times, .facesOnly = false};
    if (a != b && input->slabs && !CrossSlabs(&pair.a, &pair.b, reach, gap, mode)) {
        return;
    }
    ++filter->leafPairsNear;
    if (times == 1) {
        DropMinorEdges(&pair.a, &pair.b);
    }
    SetFeatures(filter, &pair, reach, distance, times);
    FindCommon(pair.a.leaf, pair.b.leaf, &pair.common);
    if (AreEdgesLeft(&pair)) {
        PairEdges(filter, &pair, times);
    }
    if (AreVertexFacesLeft(&pair.a, &pair.b)) {
        pairVertexFaces(filter, &pair, &pair.a, &pair.b);
    }
    if (a != b && AreVertexFacesLeft(&pair.b, &pair.a)) {
        pairVertexFaces(filter, &pair, &pair.b, &pair.a);
    }
}

void SV_KERNEL(filterStep)(svCcdFilter* filter, uint32_t a, uint32_t b) {
    FilterLeaves(filter, a, b, 2);
}

void SV_KERNEL(filterInstant)(svCcdFilter* filter, uint32_t a, uint32_t b) {
    FilterLeaves(filter, a, b, 1);
}
