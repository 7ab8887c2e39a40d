// The source of the filter of leaf pairs (see ccd_filter.h). A file per instruction set chooses a
// floats header, defines KERNEL(name) and includes this one.

#include "pair/ccd_filter.h"
#include "pair/wide_vector.h"

#include <string.h>

#define LANES SV_FLOAT_LANES
#define ALL_LANES 0xffffu
#define TINY 0x1p-126f
#define UNIT 0x1p-24f

// ---- tables ----------------------------------------------------------------------------------

static inline void UnpackEdges(const svLeaf* leaf, const svLeafMotion* motion, svLeafTables* t) {
    for (int c = 0; c < SV_WIDTH; c += LANES) {
        const svLanes start = svLanes_Load(leaf->edgeVertices[0] + c);
        const svLanes end = svLanes_Load(leaf->edgeVertices[1] + c);
        for (int k = 0; k < 6; ++k) {
            const svFloats x0 = svFloats_Lookup(motion->x[k], start);
            const svFloats x1 = svFloats_Lookup(motion->x[k], end);
            svFloats_Store(t->edgeLower[k] + c, svFloats_Min(x0, x1));
            svFloats_Store(t->edgeUpper[k] + c, svFloats_Max(x0, x1));
        }
    }
    for (int e = 0; e < leaf->edgeCount; ++e) {
        const uint32_t points[2] = {leaf->vertices[leaf->edgeVertices[0][e]],
                                    leaf->vertices[leaf->edgeVertices[1][e]]};
        memcpy(&t->edgePoints[e], points, sizeof(points));
    }
}

static inline void UnpackFaces(const svLeaf* leaf, const svLeafMotion* motion, svLeafTables* t) {
    for (int c = 0; c < SV_WIDTH; c += LANES) {
        const svLanes corner0 = svLanes_Load(leaf->faceVertices[0] + c);
        const svLanes corner1 = svLanes_Load(leaf->faceVertices[1] + c);
        const svLanes corner2 = svLanes_Load(leaf->faceVertices[2] + c);
        for (int k = 0; k < 6; ++k) {
            const svFloats x0 = svFloats_Lookup(motion->x[k], corner0);
            const svFloats x1 = svFloats_Lookup(motion->x[k], corner1);
            const svFloats x2 = svFloats_Lookup(motion->x[k], corner2);
            svFloats_Store(t->faceLower[k] + c, svFloats_Min(x0, svFloats_Min(x1, x2)));
            svFloats_Store(t->faceUpper[k] + c, svFloats_Max(x0, svFloats_Max(x1, x2)));
        }
    }
    for (int f = 0; f < leaf->faceCount; ++f) {
        for (int corner = 0; corner < 3; ++corner) {
            t->facePoints[f][corner] = leaf->vertices[leaf->faceVertices[corner][f]];
        }
    }
}

// The tables of a leaf; they must not take the place of those of `other`.
static inline const svLeafTables* TablesOf(svCcdFilter* filter, uint32_t leaf, uint32_t other) {
    const bool taken = leaf != other && leaf % SV_TABLE_CACHE == other % SV_TABLE_CACHE;
    const uint32_t slot = taken ? SV_TABLE_CACHE : leaf % SV_TABLE_CACHE;
    svLeafTables* tables = &filter->tables[slot];
    if (filter->tags[slot] != leaf) {
        filter->tags[slot] = leaf;
        UnpackEdges(&filter->leaves[leaf], &filter->motions[leaf], tables);
        UnpackFaces(&filter->leaves[leaf], &filter->motions[leaf], tables);
    }
    return tables;
}

// ---- a pair of leaves ------------------------------------------------------------------------

// One leaf of a pair. `edges`, `faces` and `vertices` are the lanes that are still in question.
typedef struct Side {
    uint32_t index;
    const svLeaf* leaf;
    const svLeafMotion* motion;
    const svLeafTables* tables;
    float toOther[6]; // the other leaf's centre minus this one's
    uint32_t edges, faces, vertices;
} Side;

typedef struct Pair {
    Side a, b;
    float reach;  // R of ccd_filter.h, rounded up
    float margin; // of boxes
    // shared[i]: the vertices of b that are vertex i of a
    bool sharing;
    uint16_t shared[SV_WIDTH];
} Pair;

static inline uint32_t FirstLanes(uint32_t count) {
    return (1u << count) - 1;
}

static inline void SetSide(svCcdFilter* filter, uint32_t leaf, Side* side) {
    side->index = leaf;
    side->leaf = &filter->leaves[leaf];
    side->motion = &filter->motions[leaf];
    side->edges = FirstLanes(side->leaf->edgeCount);
    side->faces = FirstLanes(side->leaf->faceCount);
    side->vertices = FirstLanes(side->leaf->ownedVertexCount);
}

static inline void SetOffsets(svCcdFilter* filter, Pair* pair) {
    const svLeafMotion *a = pair->a.motion, *b = pair->b.motion;
    float largest = 0;
    for (int k = 0; k < 6; ++k) {
        const float offset = (float)(b->center[k] - a->center[k]);
        pair->a.toOther[k] = offset;
        pair->b.toOther[k] = -offset;
        const float magnitude = __builtin_fabsf(offset);
        largest = magnitude > largest ? magnitude : largest;
    }
    pair->reach = (a->size + b->size + largest) * (1 + 0x1p-20f) + TINY;
    // Roundings of a coordinate moved into the other frame, and those of this sum.
    pair->margin =
        4 * UNIT * pair->reach + (a->margin + b->margin + filter->distance) * (1 + 0x1p-20f);
}

static inline void SetTables(svCcdFilter* filter, Pair* pair) {
    pair->a.tables = TablesOf(filter, pair->a.index, pair->a.index);
    pair->b.tables = TablesOf(filter, pair->b.index, pair->a.index);
}

// ---- slabs -----------------------------------------------------------------------------------

// The vertices of `side` that lie above, and those that lie below, all of the other leaf along the
// other leaf's normal, at t0 and at t1 and so in between. A projection is off by sqrt(3) times the
// error of the coordinates, and by four roundings of sums up to sqrt(3) R: 24 u R.
static inline void SlabSides(const Pair* pair, const Side* side, const Side* other, uint32_t* above,
                             uint32_t* below) {
    const float* n = other->motion->normal;
    const svFloats3 normal = {svFloats_Set(n[0]), svFloats_Set(n[1]), svFloats_Set(n[2])};
    const float error = 24 * UNIT * pair->reach + TINY;
    uint32_t up = ALL_LANES, down = ALL_LANES;
    for (int time = 0; time < 2; ++time) {
        const float(*x)[SV_WIDTH] = side->motion->x + 3 * time;
        const float* move = side->toOther + 3 * time;
        const float moved = n[0] * move[0] + n[1] * move[1] + n[2] * move[2];
        const svFloats upper = svFloats_Set(other->motion->slabUpper[time] + moved + error);
        const svFloats lower = svFloats_Set(other->motion->slabLower[time] + moved - error);
        uint32_t isUp = 0, isDown = 0;
        for (int c = 0; c < SV_WIDTH; c += LANES) {
            const svFloats3 at = {svFloats_Load(x[0] + c), svFloats_Load(x[1] + c),
                                  svFloats_Load(x[2] + c)};
            const svFloats height = svFloats3_Dot(normal, at);
            isUp |= svFloatsMask_Bits(svFloats_Less(upper, height)) << c;
            isDown |= svFloatsMask_Bits(svFloats_Less(height, lower)) << c;
        }
        up &= isUp;
        down &= isDown;
    }
    *above = up;
    *below = down;
}

// Of the lanes of edges or faces, those whose vertices are all in the set.
static inline uint32_t EdgesWithin(const svLeaf* leaf, svLaneSet set) {
    return svLaneSet_Lookup(set, leaf->edgeVertices[0]) &
           svLaneSet_Lookup(set, leaf->edgeVertices[1]);
}

static inline uint32_t FacesWithin(const svLeaf* leaf, svLaneSet set) {
    return svLaneSet_Lookup(set, leaf->faceVertices[0]) &
           svLaneSet_Lookup(set, leaf->faceVertices[1]) &
           svLaneSet_Lookup(set, leaf->faceVertices[2]);
}

// Drops the features that lie in the set of vertices.
static inline void DropWithin(Side* side, uint32_t vertices) {
    if (vertices == 0) {
        return;
    }
    const svLaneSet set = svLaneSet_FromBits(vertices);
    side->edges &= ~EdgesWithin(side->leaf, set);
    side->faces &= ~FacesWithin(side->leaf, set);
    side->vertices &= ~vertices;
}

// False if a slab separates the leaves. Drops the features that one separates from all of the
// other.
static inline bool CrossSlabs(svCcdFilter* filter, Pair* pair) {
    uint32_t upA, downA, upB, downB;
    SlabSides(pair, &pair->b, &pair->a, &upB, &downB);
    if (upB == ALL_LANES || downB == ALL_LANES) {
        return false;
    }
    SlabSides(pair, &pair->a, &pair->b, &upA, &downA);
    if (upA == ALL_LANES || downA == ALL_LANES) {
        return false;
    }
    SetTables(filter, pair);
    DropWithin(&pair->a, upA);
    DropWithin(&pair->a, downA);
    DropWithin(&pair->b, upB);
    DropWithin(&pair->b, downB);
    return true;
}

// ---- boxes -----------------------------------------------------------------------------------

// Lower and upper ends of boxes, lane by lane: x y z at t0, x y z at t1.
typedef const float (*svTable)[SV_WIDTH];
typedef struct Boxes {
    svTable lower, upper;
} Boxes;

// A box: its ends by time and axis, `stride` floats apart.
typedef struct Box {
    const float *lower, *upper;
    int stride;
} Box;

// The lanes whose box is not separated from `box` along one axis at both times on the same side.
static inline uint32_t NearLanes(Box box, Boxes lanes) {
    uint32_t apart = 0;
    for (int c = 0; c < SV_WIDTH; c += LANES) {
        svFloatsMask separated = svFloats_Less(svFloats_Set(0), svFloats_Set(0));
        for (int axis = 0; axis < 3; ++axis) {
            const svFloats lower0 = svFloats_Set(box.lower[axis * box.stride]);
            const svFloats lower1 = svFloats_Set(box.lower[(axis + 3) * box.stride]);
            const svFloats upper0 = svFloats_Set(box.upper[axis * box.stride]);
            const svFloats upper1 = svFloats_Set(box.upper[(axis + 3) * box.stride]);
            const svFloatsMask below =
                svFloatsMask_And(svFloats_Less(upper0, svFloats_Load(lanes.lower[axis] + c)),
                                 svFloats_Less(upper1, svFloats_Load(lanes.lower[axis + 3] + c)));
            const svFloatsMask above =
                svFloatsMask_And(svFloats_Less(svFloats_Load(lanes.upper[axis] + c), lower0),
                                 svFloats_Less(svFloats_Load(lanes.upper[axis + 3] + c), lower1));
            separated = svFloatsMask_Or(separated, svFloatsMask_Or(below, above));
        }
        apart |= svFloatsMask_Bits(separated) << c;
    }
    return ALL_LANES & ~apart;
}

// Boxes of a leaf in the frame of the other, with the margin.
typedef struct Moved {
    _Alignas(64) float lower[6][SV_WIDTH];
    float upper[6][SV_WIDTH];
} Moved;

static inline void MoveBoxes(Boxes from, const Side* side, float margin, Moved* moved) {
    const svFloats inflate = svFloats_Set(margin);
    for (int k = 0; k < 6; ++k) {
        const svFloats move = svFloats_Set(side->toOther[k]);
        for (int c = 0; c < SV_WIDTH; c += LANES) {
            const svFloats lower = svFloats_Load(from.lower[k] + c) - move;
            const svFloats upper = svFloats_Load(from.upper[k] + c) - move;
            svFloats_Store(moved->lower[k] + c, lower - inflate);
            svFloats_Store(moved->upper[k] + c, upper + inflate);
        }
    }
}

// ---- edges against edges ---------------------------------------------------------------------

// The pairs of edge i of a with the edges of b in the lanes; of each pair the edge with the lower
// number comes first.
static inline void QueueEdges(svQueue* queue, const Side* a, uint32_t i, const Side* b,
                              uint32_t lanes) {
    const uint32_t edgeA = a->leaf->edges[i];
    const uint64_t pointsA = a->tables->edgePoints[i];
    uint32_t at = queue->count;
    for (; lanes != 0; lanes &= lanes - 1, ++at) {
        const uint32_t j = (uint32_t)__builtin_ctz(lanes), edgeB = b->leaf->edges[j];
        const uint64_t pointsB = b->tables->edgePoints[j];
        const bool inOrder = edgeA < edgeB;
        const uint64_t points[2] = {inOrder ? pointsA : pointsB, inOrder ? pointsB : pointsA};
        memcpy(queue->points[at], points, sizeof(points));
        queue->features[at][0] = inOrder ? edgeA : edgeB;
        queue->features[at][1] = inOrder ? edgeB : edgeA;
    }
    queue->count = at;
}

// The lanes of b's edges that share a vertex with edge i of a.
static inline uint32_t IncidentEdges(const Pair* pair, uint32_t i) {
    const uint8_t(*ends)[SV_WIDTH] = pair->a.leaf->edgeVertices;
    const uint32_t common = pair->shared[ends[0][i]] | (uint32_t)pair->shared[ends[1][i]];
    if (common == 0) {
        return 0;
    }
    const svLaneSet set = svLaneSet_FromBits(common);
    return svLaneSet_Lookup(set, pair->b.leaf->edgeVertices[0]) |
           svLaneSet_Lookup(set, pair->b.leaf->edgeVertices[1]);
}

static inline void PairEdges(svCcdFilter* filter, const Pair* pair) {
    const Side *a = &pair->a, *b = &pair->b;
    if (a->edges == 0 || b->edges == 0) {
        return;
    }
    const Boxes fromA = {a->tables->edgeLower, a->tables->edgeUpper};
    const Boxes lanes = {b->tables->edgeLower, b->tables->edgeUpper};
    const Box whole = {b->motion->lower, b->motion->upper, 1};
    Moved moved;
    MoveBoxes(fromA, a, pair->margin, &moved);
    const Boxes rowsOfA = {(svTable)moved.lower, (svTable)moved.upper};
    for (uint32_t rows = a->edges & NearLanes(whole, rowsOfA); rows != 0; rows &= rows - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(rows);
        const Box row = {&moved.lower[0][i], &moved.upper[0][i], SV_WIDTH};
        uint32_t near = b->edges & NearLanes(row, lanes);
        if (a->index == b->index) {
            near &= ~FirstLanes(i + 1);
        }
        filter->boxPairs[SV_EDGE_EDGE] += (uint32_t)__builtin_popcount(near);
        if (pair->sharing) {
            const uint32_t incident = near & IncidentEdges(pair, i);
            filter->incident[SV_EDGE_EDGE] += (uint32_t)__builtin_popcount(incident);
            near &= ~incident;
        }
        QueueEdges(&filter->queues[SV_EDGE_EDGE], a, i, b, near);
    }
}

// ---- vertices against faces ------------------------------------------------------------------

static inline void QueueVertexFaces(svCcdFilter* filter, const Side* a, uint32_t i, const Side* b,
                                    uint32_t lanes) {
    svQueue* queue = &filter->queues[SV_VERTEX_FACE];
    const uint32_t point = a->leaf->vertices[i], vertex = filter->vertexOfPoint[point];
    uint32_t at = queue->count;
    for (; lanes != 0; lanes &= lanes - 1, ++at) {
        const uint32_t j = (uint32_t)__builtin_ctz(lanes);
        queue->features[at][0] = vertex;
        queue->points[at][0] = point;
        queue->features[at][1] = b->leaf->faces[j];
        for (int corner = 0; corner < 3; ++corner) {
            queue->points[at][1 + corner] = b->tables->facePoints[j][corner];
        }
    }
    queue->count = at;
}

// The lanes of b's faces that have vertex i of a.
static inline uint32_t IncidentFaces(const Pair* pair, const Side* a, const Side* b, uint32_t i) {
    uint32_t common = 0;
    if (a == &pair->a) {
        common = pair->shared[i];
    } else {
        common = svIds_Equal(b->leaf->vertices, a->leaf->vertices[i]);
    }
    if (common == 0) {
        return 0;
    }
    const svLaneSet set = svLaneSet_FromBits(common);
    return svLaneSet_Lookup(set, b->leaf->faceVertices[0]) |
           svLaneSet_Lookup(set, b->leaf->faceVertices[1]) |
           svLaneSet_Lookup(set, b->leaf->faceVertices[2]);
}

// The owned vertices of a against the faces of b.
static inline void PairVertexFaces(svCcdFilter* filter, const Pair* pair, const Side* a,
                                   const Side* b) {
    if (a->vertices == 0 || b->faces == 0) {
        return;
    }
    const Boxes points = {a->motion->x, a->motion->x};
    const Boxes lanes = {b->tables->faceLower, b->tables->faceUpper};
    const Box whole = {b->motion->lower, b->motion->upper, 1};
    Moved moved;
    MoveBoxes(points, a, pair->margin, &moved);
    const Boxes rowsOfA = {(svTable)moved.lower, (svTable)moved.upper};
    for (uint32_t rows = a->vertices & NearLanes(whole, rowsOfA); rows != 0; rows &= rows - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(rows);
        const Box row = {&moved.lower[0][i], &moved.upper[0][i], SV_WIDTH};
        uint32_t near = b->faces & NearLanes(row, lanes);
        filter->boxPairs[SV_VERTEX_FACE] += (uint32_t)__builtin_popcount(near);
        if (pair->sharing) {
            const uint32_t incident = near & IncidentFaces(pair, a, b, i);
            filter->incident[SV_VERTEX_FACE] += (uint32_t)__builtin_popcount(incident);
            near &= ~incident;
        }
        QueueVertexFaces(filter, a, i, b, near);
    }
}

// ---- all of a pair ---------------------------------------------------------------------------

static inline void FindShared(Pair* pair) {
    uint32_t any = 0;
    pair->sharing = false;
    if (pair->a.leaf->mesh != pair->b.leaf->mesh) {
        return;
    }
    for (uint32_t v = 0; v < pair->a.leaf->vertexCount; ++v) {
        const uint32_t lanes = svIds_Equal(pair->b.leaf->vertices, pair->a.leaf->vertices[v]);
        pair->shared[v] = (uint16_t)(lanes & FirstLanes(pair->b.leaf->vertexCount));
        any |= pair->shared[v];
    }
    for (uint32_t v = pair->a.leaf->vertexCount; v < SV_WIDTH; ++v) {
        pair->shared[v] = 0;
    }
    pair->sharing = any != 0;
}

void KERNEL(svCcdFilter_)(svCcdFilter* filter, uint32_t a, uint32_t b) {
    Pair pair;
    SetSide(filter, a, &pair.a);
    SetSide(filter, b, &pair.b);
    SetOffsets(filter, &pair);
    ++filter->leafPairs;
    if (a == b || filter->distant) {
        SetTables(filter, &pair);
    } else if (!CrossSlabs(filter, &pair)) {
        return;
    }
    ++filter->leafPairsNear;
    FindShared(&pair);
    PairEdges(filter, &pair);
    PairVertexFaces(filter, &pair, &pair.a, &pair.b);
    if (a != b) {
        PairVertexFaces(filter, &pair, &pair.b, &pair.a);
    }
}
