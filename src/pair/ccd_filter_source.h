// The source of the filter of leaf pairs (see ccd_filter.h). A file per instruction set chooses a
// floats header, defines KERNEL(name) and includes this one.

#include "pair/ccd_filter.h"
#include "pair/wide_vector.h"

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
            const float* x = motion->x[k];
            const svFloats from = svFloats_Lookup(x, start), to = svFloats_Lookup(x, end);
            svFloats_Store(t->edgeStart[k] + c, from);
            svFloats_Store(t->edgeSide[k] + c, to - from);
            svFloats_Store(t->edgeLower[k] + c, svFloats_Min(from, to));
            svFloats_Store(t->edgeUpper[k] + c, svFloats_Max(from, to));
        }
    }
}

static inline void UnpackFaces(const svLeaf* leaf, const svLeafMotion* motion, svLeafTables* t) {
    for (int c = 0; c < SV_WIDTH; c += LANES) {
        const svLanes corner0 = svLanes_Load(leaf->faceVertices[0] + c);
        const svLanes corner1 = svLanes_Load(leaf->faceVertices[1] + c);
        const svLanes corner2 = svLanes_Load(leaf->faceVertices[2] + c);
        for (int k = 0; k < 6; ++k) {
            const float* x = motion->x[k];
            const svFloats x0 = svFloats_Lookup(x, corner0), x1 = svFloats_Lookup(x, corner1);
            const svFloats x2 = svFloats_Lookup(x, corner2);
            svFloats_Store(t->faceStart[k] + c, x0);
            svFloats_Store(t->faceSide1[k] + c, x1 - x0);
            svFloats_Store(t->faceSide2[k] + c, x2 - x0);
            svFloats_Store(t->faceLower[k] + c, svFloats_Min(x0, svFloats_Min(x1, x2)));
            svFloats_Store(t->faceUpper[k] + c, svFloats_Max(x0, svFloats_Max(x1, x2)));
        }
    }
}

static inline void UnpackIncidence(const svLeaf* leaf, svLeafTables* t) {
    for (int v = 0; v < SV_WIDTH; ++v) {
        t->vertexEdges[v] = t->vertexFaces[v] = 0;
    }
    for (int e = 0; e < leaf->edgeCount; ++e) {
        t->vertexEdges[leaf->edgeVertices[0][e]] |= (uint16_t)(1u << e);
        t->vertexEdges[leaf->edgeVertices[1][e]] |= (uint16_t)(1u << e);
    }
    for (int f = 0; f < leaf->faceCount; ++f) {
        for (int corner = 0; corner < 3; ++corner) {
            t->vertexFaces[leaf->faceVertices[corner][f]] |= (uint16_t)(1u << f);
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
        UnpackIncidence(&filter->leaves[leaf], tables);
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
// other leaf's normal during the whole step. A projection is off by sqrt(3) times the error of the
// coordinates, and by four roundings of sums up to sqrt(3) R: 24 u R, the middle coefficient twice
// that.
static inline void SlabSides(const Pair* pair, const Side* side, const Side* other, uint32_t* above,
                             uint32_t* below) {
    const float(*n)[3] = other->motion->normal;
    const float error = 24 * UNIT * pair->reach + TINY;
    uint32_t up = 0, down = 0;
    for (int c = 0; c < SV_WIDTH; c += LANES) {
        svFloats3 x[2];
        for (int time = 0; time < 2; ++time) {
            const float(*from)[SV_WIDTH] = side->motion->x + 3 * time;
            const float* move = side->toOther + 3 * time;
            x[time] = (svFloats3){svFloats_Load(from[0] + c) - svFloats_Set(move[0]),
                                  svFloats_Load(from[1] + c) - svFloats_Set(move[1]),
                                  svFloats_Load(from[2] + c) - svFloats_Set(move[2])};
        }
        const svFloats3 n0 = {svFloats_Set(n[0][0]), svFloats_Set(n[0][1]), svFloats_Set(n[0][2])};
        const svFloats3 n1 = {svFloats_Set(n[1][0]), svFloats_Set(n[1][1]), svFloats_Set(n[1][2])};
        const svFloats k[3] = {svFloats3_Dot(n0, x[0]),
                               svFloats3_Dot(n0, x[1]) + svFloats3_Dot(n1, x[0]),
                               svFloats3_Dot(n1, x[1])};
        svFloatsMask isUp = svFloats_Less(svFloats_Set(other->motion->slabUpper[0] + error), k[0]);
        svFloatsMask isDown =
            svFloats_Less(k[0], svFloats_Set(other->motion->slabLower[0] - error));
        for (int i = 1; i < 3; ++i) {
            const float e = i == 1 ? 2 * error : error;
            isUp = svFloatsMask_And(
                isUp, svFloats_Less(svFloats_Set(other->motion->slabUpper[i] + e), k[i]));
            isDown = svFloatsMask_And(
                isDown, svFloats_Less(k[i], svFloats_Set(other->motion->slabLower[i] - e)));
        }
        up |= svFloatsMask_Bits(isUp) << c;
        down |= svFloatsMask_Bits(isDown) << c;
    }
    *above = up;
    *below = down;
}

// The lanes of features that have a vertex outside `within`.
static inline uint32_t NotWithin(const uint16_t features[SV_WIDTH], uint32_t within) {
    uint32_t lanes = 0;
    for (uint32_t rest = ALL_LANES & ~within; rest != 0; rest &= rest - 1) {
        lanes |= features[__builtin_ctz(rest)];
    }
    return lanes;
}

static inline void KeepFeatures(Side* side, uint32_t outside) {
    if (outside == 0) {
        return;
    }
    side->edges &= NotWithin(side->tables->vertexEdges, outside);
    side->faces &= NotWithin(side->tables->vertexFaces, outside);
    side->vertices &= ~outside;
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
    KeepFeatures(&pair->a, upA);
    KeepFeatures(&pair->a, downA);
    KeepFeatures(&pair->b, upB);
    KeepFeatures(&pair->b, downB);
    return true;
}

// ---- boxes -----------------------------------------------------------------------------------

// Lower and upper ends of boxes by time and axis, lane by lane.
typedef struct Boxes {
    const float (*lower)[SV_WIDTH]; // [2 * 3]
    const float (*upper)[SV_WIDTH];
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

// Coordinates of a leaf in the frame of the other, and boxes there with the margin.
typedef struct Moved {
    _Alignas(64) float start[6][SV_WIDTH];
    float lower[6][SV_WIDTH], upper[6][SV_WIDTH];
} Moved;

static inline void MoveStart(const float from[6][SV_WIDTH], const Side* side, Moved* moved) {
    for (int k = 0; k < 6; ++k) {
        const svFloats move = svFloats_Set(side->toOther[k]);
        for (int c = 0; c < SV_WIDTH; c += LANES) {
            svFloats_Store(moved->start[k] + c, svFloats_Load(from[k] + c) - move);
        }
    }
}

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

// Pairs of lanes, by row.
typedef struct Candidates {
    uint32_t count;
    uint8_t row[SV_WIDTH * SV_WIDTH + 2 * SV_WIDTH];
    uint8_t lane[SV_WIDTH * SV_WIDTH + 2 * SV_WIDTH];
} Candidates;

static inline void AppendRow(Candidates* list, uint32_t row, uint32_t lanes) {
    uint32_t count = list->count;
    for (; lanes != 0; lanes &= lanes - 1) {
        list->row[count] = (uint8_t)row;
        list->lane[count] = (uint8_t)__builtin_ctz(lanes);
        ++count;
    }
    list->count = count;
}

// Fills the last group of lanes with repetitions.
static inline void PadCandidates(Candidates* list) {
    for (int i = 0; i < LANES; ++i) {
        list->row[list->count + (uint32_t)i] = list->row[0];
        list->lane[list->count + (uint32_t)i] = list->lane[0];
    }
}

// ---- filters of feature pairs ----------------------------------------------------------------

// The differences that a pair is made of, as in elementary/ccd_coefficients.h, at t0 and t1:
// edges u, w and q from the start of the first to that of the second; sides u, w of a face and q
// from its first corner to the vertex.
typedef struct Vectors {
    svFloats3 u[2], w[2], q[2];
} Vectors;

// Lanes whose coplanarity cubic has no zero in the step; sets `normal` to four times u x w in the
// middle of the step.
//
// Three times a coefficient is a sum of 18 products of three differences, each off by d = 4 u R,
// and of at most eight roundings each: with L and M bounds of the sides and R of q, in error by at
// most 18 d (L M + (L + M) R) + 160 u L M R.
static inline svFloatsMask NeverCoplanar(const Vectors* v, svFloats error, svFloats3* normal) {
    const svFloats3 n0 = svFloats3_Cross(v->u[0], v->w[0]);
    const svFloats3 n2 = svFloats3_Cross(v->u[1], v->w[1]);
    const svFloats3 n1 = svFloats3_CrossAdd(v->u[0], v->w[1], svFloats3_Cross(v->u[1], v->w[0]));
    const svFloats three = svFloats_Set(3);
    const svFloats f0 = three * svFloats3_Dot(n0, v->q[0]);
    const svFloats f3 = three * svFloats3_Dot(n2, v->q[1]);
    const svFloats f1 = svFloats3_Dot(n1, v->q[0]) + svFloats3_Dot(n0, v->q[1]);
    const svFloats f2 = svFloats3_Dot(n2, v->q[0]) + svFloats3_Dot(n1, v->q[1]);
    const svFloats least = svFloats_Min(svFloats_Min(f0, f1), svFloats_Min(f2, f3));
    const svFloats most = svFloats_Max(svFloats_Max(f0, f1), svFloats_Max(f2, f3));
    *normal = svFloats3_Add(svFloats3_Add(n0, n2), n1);
    return svFloatsMask_Or(svFloats_Less(error, least),
                           svFloats_Less(most, svFloats_Set(0) - error));
}

static inline float CubicError(const Pair* pair, float sideA, float sideB) {
    const float d = 4 * UNIT * pair->reach;
    const float l = sideA + d, m = sideB + d, r = pair->reach + d;
    return 18 * d * (l * m + (l + m) * r) * (1 + 0x1p-20f) + 160 * UNIT * (l * m * r) + TINY;
}

// Lanes that the direction separates at both times on the same side. The ends of the two
// projections are off by the differences' 4 u R three times over and by ten roundings, all times
// the direction's 1-norm: 32 u R covers it.
static inline svFloatsMask SeparatedAlong(const Vectors* v, svPairKind kind, svFloats3 direction,
                                          svFloats error) {
    const svFloats zero = svFloats_Set(0);
    svFloats above = zero, below = zero;
    for (int time = 0; time < 2; ++time) {
        const svFloats u = svFloats3_Dot(direction, v->u[time]);
        const svFloats w = svFloats3_Dot(direction, v->w[time]);
        const svFloats q = svFloats3_Dot(direction, v->q[time]);
        svFloats up, down;
        if (kind == SV_EDGE_EDGE) {
            up = (q + svFloats_Min(w, zero)) - svFloats_Max(u, zero);
            down = svFloats_Min(u, zero) - (q + svFloats_Max(w, zero));
        } else {
            up = q - svFloats_Max(svFloats_Max(u, w), zero);
            down = svFloats_Min(svFloats_Min(u, w), zero) - q;
        }
        above = time == 0 ? up : svFloats_Min(above, up);
        below = time == 0 ? down : svFloats_Min(below, down);
    }
    const svFloats bound = svFloats_MulAdd(svFloats3_Norm1(direction), error, svFloats_Set(TINY));
    return svFloats_Less(bound, svFloats_Max(above, below));
}

// The lanes, as bits, that remain.
static inline uint32_t Remaining(const Vectors* v, svPairKind kind, svFloats cubicError,
                                 svFloats axisError) {
    const uint32_t all = FirstLanes(LANES);
    svFloats3 normal;
    uint32_t left = all & ~svFloatsMask_Bits(NeverCoplanar(v, cubicError, &normal));
    if (left == 0) {
        return 0;
    }
    const svFloats3 u = svFloats3_Add(v->u[0], v->u[1]), w = svFloats3_Add(v->w[0], v->w[1]);
    left &= ~svFloatsMask_Bits(SeparatedAlong(v, kind, svFloats3_Cross(normal, u), axisError));
    if (left == 0) {
        return 0;
    }
    left &= ~svFloatsMask_Bits(SeparatedAlong(v, kind, svFloats3_Cross(normal, w), axisError));
    if (left == 0 || kind == SV_EDGE_EDGE) {
        return left;
    }
    const svFloats3 third = svFloats3_Cross(normal, svFloats3_Sub(w, u));
    return left & ~svFloatsMask_Bits(SeparatedAlong(v, kind, third, axisError));
}

// ---- edges against edges ---------------------------------------------------------------------

static inline void QueueEdges(svQueue* queue, const Side* a, uint32_t i, const Side* b,
                              uint32_t j) {
    const uint32_t edgeA = a->leaf->edges[i], edgeB = b->leaf->edges[j];
    const uint32_t first = edgeA < edgeB ? 0 : 1;
    const uint32_t at = queue->count++;
    uint32_t* points = queue->points[at];
    queue->features[at][first] = edgeA;
    queue->features[at][1 - first] = edgeB;
    points[2 * first] = a->leaf->vertices[a->leaf->edgeVertices[0][i]];
    points[2 * first + 1] = a->leaf->vertices[a->leaf->edgeVertices[1][i]];
    points[2 - 2 * first] = b->leaf->vertices[b->leaf->edgeVertices[0][j]];
    points[3 - 2 * first] = b->leaf->vertices[b->leaf->edgeVertices[1][j]];
}

// The lanes of b's edges that share a vertex with edge i of a.
static inline uint32_t IncidentEdges(const Pair* pair, uint32_t i) {
    const svLeaf* leaf = pair->a.leaf;
    uint32_t lanes = 0;
    uint32_t common =
        pair->shared[leaf->edgeVertices[0][i]] | (uint32_t)pair->shared[leaf->edgeVertices[1][i]];
    for (; common != 0; common &= common - 1) {
        lanes |= pair->b.tables->vertexEdges[__builtin_ctz(common)];
    }
    return lanes;
}

static inline void FilterEdges(svCcdFilter* filter, const Pair* pair, const Moved* a,
                               Candidates* list) {
    svQueue* queue = &filter->queues[SV_EDGE_EDGE];
    const svLeafTables *ta = pair->a.tables, *tb = pair->b.tables;
    const svFloats cubicError =
        svFloats_Set(CubicError(pair, pair->a.motion->side, pair->b.motion->side));
    const svFloats axisError = svFloats_Set(32 * UNIT * pair->reach);
    const uint32_t before = queue->count;
    PadCandidates(list);
    for (uint32_t p = 0; p < list->count; p += LANES) {
        const uint32_t used = list->count - p < LANES ? list->count - p : LANES;
        const svLanes i = svLanes_Load(list->row + p), j = svLanes_Load(list->lane + p);
        Vectors v;
        for (int time = 0; time < 2; ++time) {
            v.u[time] = svFloats3_Lookup(ta->edgeSide + 3 * time, i);
            v.w[time] = svFloats3_Lookup(tb->edgeSide + 3 * time, j);
            v.q[time] = svFloats3_Sub(svFloats3_Lookup(tb->edgeStart + 3 * time, j),
                                      svFloats3_Lookup(a->start + 3 * time, i));
        }
        uint32_t left = FirstLanes(used) & Remaining(&v, SV_EDGE_EDGE, cubicError, axisError);
        for (; left != 0; left &= left - 1) {
            const uint32_t at = p + (uint32_t)__builtin_ctz(left);
            QueueEdges(queue, &pair->a, list->row[at], &pair->b, list->lane[at]);
        }
    }
    filter->culled[SV_EDGE_EDGE] += list->count - (queue->count - before);
}

static inline void PairEdges(svCcdFilter* filter, const Pair* pair) {
    const Side *a = &pair->a, *b = &pair->b;
    const bool self = a->index == b->index;
    const Boxes fromA = {a->tables->edgeLower, a->tables->edgeUpper};
    const Boxes lanes = {b->tables->edgeLower, b->tables->edgeUpper};
    Moved moved;
    MoveBoxes(fromA, a, pair->margin, &moved);
    const Box whole = {b->motion->lower, b->motion->upper, 1};
    const Boxes rowsOfA = {(svTable3)moved.lower, (svTable3)moved.upper};
    uint32_t rows = a->edges & NearLanes(whole, rowsOfA);
    if (rows == 0) {
        return;
    }
    Candidates list;
    list.count = 0;
    for (; rows != 0; rows &= rows - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(rows);
        const Box row = {&moved.lower[0][i], &moved.upper[0][i], SV_WIDTH};
        uint32_t near = b->edges & NearLanes(row, lanes);
        if (self) {
            near &= ~FirstLanes(i + 1);
        }
        filter->boxPairs[SV_EDGE_EDGE] += (uint32_t)__builtin_popcount(near);
        if (pair->sharing) {
            const uint32_t incident = near & IncidentEdges(pair, i);
            filter->incident[SV_EDGE_EDGE] += (uint32_t)__builtin_popcount(incident);
            near &= ~incident;
        }
        AppendRow(&list, i, near);
    }
    if (filter->distant) {
        for (uint32_t at = 0; at < list.count; ++at) {
            QueueEdges(&filter->queues[SV_EDGE_EDGE], a, list.row[at], b, list.lane[at]);
        }
    } else if (list.count > 0) {
        MoveStart(a->tables->edgeStart, a, &moved);
        FilterEdges(filter, pair, &moved, &list);
    }
}

// ---- vertices against faces ------------------------------------------------------------------

static inline void QueueVertexFace(svQueue* queue, const Side* a, uint32_t i, const Side* b,
                                   uint32_t j) {
    const uint32_t at = queue->count++;
    queue->features[at][0] = queue->points[at][0] = a->leaf->vertices[i];
    queue->features[at][1] = b->leaf->faces[j];
    for (int corner = 0; corner < 3; ++corner) {
        queue->points[at][1 + corner] = b->leaf->vertices[b->leaf->faceVertices[corner][j]];
    }
}

static inline void FilterVertexFaces(svCcdFilter* filter, const Pair* pair, const Side* a,
                                     const Side* b, const Moved* vertices, Candidates* list) {
    svQueue* queue = &filter->queues[SV_VERTEX_FACE];
    const svLeafTables* tb = b->tables;
    const svFloats cubicError = svFloats_Set(CubicError(pair, b->motion->side, b->motion->side));
    const svFloats axisError = svFloats_Set(32 * UNIT * pair->reach);
    const uint32_t before = queue->count;
    PadCandidates(list);
    for (uint32_t p = 0; p < list->count; p += LANES) {
        const uint32_t used = list->count - p < LANES ? list->count - p : LANES;
        const svLanes i = svLanes_Load(list->row + p), j = svLanes_Load(list->lane + p);
        Vectors v;
        for (int time = 0; time < 2; ++time) {
            v.u[time] = svFloats3_Lookup(tb->faceSide1 + 3 * time, j);
            v.w[time] = svFloats3_Lookup(tb->faceSide2 + 3 * time, j);
            v.q[time] = svFloats3_Sub(svFloats3_Lookup(vertices->start + 3 * time, i),
                                      svFloats3_Lookup(tb->faceStart + 3 * time, j));
        }
        uint32_t left = FirstLanes(used) & Remaining(&v, SV_VERTEX_FACE, cubicError, axisError);
        for (; left != 0; left &= left - 1) {
            const uint32_t at = p + (uint32_t)__builtin_ctz(left);
            QueueVertexFace(queue, a, list->row[at], b, list->lane[at]);
        }
    }
    filter->culled[SV_VERTEX_FACE] += list->count - (queue->count - before);
}

// The lanes of b's faces that have vertex i of a. `turned`: a and b are the pair's b and a.
static inline uint32_t IncidentFaces(const Pair* pair, const Side* b, uint32_t i, bool turned) {
    uint32_t lanes = 0;
    if (!turned) {
        for (uint32_t common = pair->shared[i]; common != 0; common &= common - 1) {
            lanes |= b->tables->vertexFaces[__builtin_ctz(common)];
        }
        return lanes;
    }
    for (uint32_t v = 0; v < SV_WIDTH; ++v) {
        if ((pair->shared[v] >> i & 1) != 0) {
            lanes |= b->tables->vertexFaces[v];
        }
    }
    return lanes;
}

// The owned vertices of a against the faces of b.
static inline void PairVertexFaces(svCcdFilter* filter, const Pair* pair, const Side* a,
                                   const Side* b, bool turned) {
    if (a->vertices == 0 || b->faces == 0) {
        return;
    }
    const Boxes points = {a->motion->x, a->motion->x};
    const Boxes lanes = {b->tables->faceLower, b->tables->faceUpper};
    Moved moved;
    MoveBoxes(points, a, pair->margin, &moved);
    const Box whole = {b->motion->lower, b->motion->upper, 1};
    const Boxes rowsOfA = {(svTable3)moved.lower, (svTable3)moved.upper};
    Candidates list;
    list.count = 0;
    for (uint32_t rows = a->vertices & NearLanes(whole, rowsOfA); rows != 0; rows &= rows - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(rows);
        const Box row = {&moved.lower[0][i], &moved.upper[0][i], SV_WIDTH};
        uint32_t near = b->faces & NearLanes(row, lanes);
        filter->boxPairs[SV_VERTEX_FACE] += (uint32_t)__builtin_popcount(near);
        if (pair->sharing) {
            const uint32_t incident = near & IncidentFaces(pair, b, i, turned);
            filter->incident[SV_VERTEX_FACE] += (uint32_t)__builtin_popcount(incident);
            near &= ~incident;
        }
        AppendRow(&list, i, near);
    }
    if (filter->distant) {
        for (uint32_t at = 0; at < list.count; ++at) {
            QueueVertexFace(&filter->queues[SV_VERTEX_FACE], a, list.row[at], b, list.lane[at]);
        }
    } else if (list.count > 0) {
        MoveStart(a->motion->x, a, &moved);
        FilterVertexFaces(filter, pair, a, b, &moved, &list);
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
    if (pair.a.edges != 0 && pair.b.edges != 0) {
        PairEdges(filter, &pair);
    }
    PairVertexFaces(filter, &pair, &pair.a, &pair.b, false);
    if (a != b) {
        PairVertexFaces(filter, &pair, &pair.b, &pair.a, true);
    }
}
