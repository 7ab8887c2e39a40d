// The source of the filter of leaf pairs (see ccd_filter.h). A file per instruction set chooses a
// floats header, defines KERNEL(name) and includes this one.

#include "pair/ccd_filter.h"

typedef svCcdFilter Filter;
typedef svLeafTables Tables;
#define TIMES 2
#include "pair/leaf_pair.h"

// ---- tables ----------------------------------------------------------------------------------

// The roundings of a bound, and the distance at which pairs count.
typedef struct Widening {
    svFloats axis, diagonal;
} Widening;

static inline svFloats WideningOf(const Widening* widening, int row) {
    return row < SV_BOUND_AXES ? widening->axis : widening->diagonal;
}

// The vertices in the frame of the scene, without widening, in the lower bounds.
static inline void UnpackVertices(const svCcdFilter* filter, const svLeafMotion* motion,
                                  svLaneBounds* bounds) {
    float place[SV_BOUND_AXES];
    for (int k = 0; k < SV_BOUND_AXES; ++k) {
        place[k] = (float)(motion->center[k] - filter->center[k % 3]);
    }
    for (int c = 0; c < SV_WIDTH; c += LANES) {
        for (int time = 0; time < 2; ++time) {
            svFloats x[3];
            for (int axis = 0; axis < 3; ++axis) {
                const int k = 3 * time + axis;
                x[axis] = svFloats_Load(motion->x[k] + c) + svFloats_Set(place[k]);
                svFloats_Store(bounds->lower[k] + c, x[axis]);
            }
            float(*diagonals)[SV_WIDTH] = bounds->lower + SV_BOUND_AXES + 6 * time;
            svFloats_Store(diagonals[0] + c, x[0] + x[1]);
            svFloats_Store(diagonals[1] + c, x[0] + x[2]);
            svFloats_Store(diagonals[2] + c, x[1] + x[2]);
            svFloats_Store(diagonals[3] + c, x[0] - x[1]);
            svFloats_Store(diagonals[4] + c, x[0] - x[2]);
            svFloats_Store(diagonals[5] + c, x[1] - x[2]);
        }
    }
}

static inline void UnpackEdges(const svLeaf* leaf, const Widening* widening, svLeafTables* t) {
    for (int c = 0; c < SV_WIDTH; c += LANES) {
        const svLanes start = svLanes_Load(leaf->edgeVertices[0] + c);
        const svLanes end = svLanes_Load(leaf->edgeVertices[1] + c);
        for (int k = 0; k < SV_BOUND_ROWS; ++k) {
            const svFloats x0 = svFloats_Lookup(t->vertices.lower[k], start);
            const svFloats x1 = svFloats_Lookup(t->vertices.lower[k], end);
            const svFloats wide = WideningOf(widening, k);
            svFloats_Store(t->edges.lower[k] + c, svFloats_Min(x0, x1) - wide);
            svFloats_Store(t->edges.upper[k] + c, svFloats_Max(x0, x1) + wide);
        }
    }
    for (int e = 0; e < leaf->edgeCount; ++e) {
        const uint32_t points[2] = {leaf->vertices[leaf->edgeVertices[0][e]],
                                    leaf->vertices[leaf->edgeVertices[1][e]]};
        memcpy(&t->edgePoints[e], points, sizeof(points));
    }
}

static inline void UnpackFaces(const svLeaf* leaf, const Widening* widening, svLeafTables* t) {
    for (int c = 0; c < SV_WIDTH; c += LANES) {
        const svLanes corner0 = svLanes_Load(leaf->faceVertices[0] + c);
        const svLanes corner1 = svLanes_Load(leaf->faceVertices[1] + c);
        const svLanes corner2 = svLanes_Load(leaf->faceVertices[2] + c);
        for (int k = 0; k < SV_BOUND_ROWS; ++k) {
            const svFloats x0 = svFloats_Lookup(t->vertices.lower[k], corner0);
            const svFloats x1 = svFloats_Lookup(t->vertices.lower[k], corner1);
            const svFloats x2 = svFloats_Lookup(t->vertices.lower[k], corner2);
            const svFloats wide = WideningOf(widening, k);
            svFloats_Store(t->faces.lower[k] + c, svFloats_Min(x0, svFloats_Min(x1, x2)) - wide);
            svFloats_Store(t->faces.upper[k] + c, svFloats_Max(x0, svFloats_Max(x1, x2)) + wide);
        }
    }
    for (int f = 0; f < leaf->faceCount; ++f) {
        for (int corner = 0; corner < 3; ++corner) {
            t->facePoints[f][corner] = leaf->vertices[leaf->faceVertices[corner][f]];
        }
    }
}

static inline void Unpack(const Filter* filter, uint32_t index, Tables* t) {
    const svLeaf* leaf = &filter->leaves[index];
    const svLeafMotion* motion = &filter->motions[index];
    // A diagonal is longer than an axis by sqrt(2) < 1.4143.
    const float distance = (motion->margin + 0.5f * filter->distance) * (1 + 0x1p-20f);
    const float widths[2] = {4 * UNIT + distance, 8 * UNIT + 1.4143f * distance};
    const Widening widening = {svFloats_Set(widths[0]), svFloats_Set(widths[1])};
    UnpackVertices(filter, motion, &t->vertices);
    UnpackEdges(leaf, &widening, t);
    UnpackFaces(leaf, &widening, t);
    for (int c = 0; c < SV_WIDTH; c += LANES) {
        for (int k = 0; k < SV_BOUND_ROWS; ++k) {
            const svFloats x = svFloats_Load(t->vertices.lower[k] + c);
            svFloats_Store(t->vertices.lower[k] + c, x - WideningOf(&widening, k));
            svFloats_Store(t->vertices.upper[k] + c, x + WideningOf(&widening, k));
        }
    }
    for (int k = 0; k < SV_BOUND_AXES; ++k) {
        const float place = (float)(motion->center[k] - filter->center[k % 3]);
        t->lower[k] = motion->lower[k] + place - widths[0];
        t->upper[k] = motion->upper[k] + place + widths[0];
    }
}

// ---- a pair of leaves ------------------------------------------------------------------------

typedef struct Pair {
    Side a, b;
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

// One box or diagonal after the other, `stride` floats apart.
typedef struct Bound {
    const float *lower, *upper;
    int stride;
} Bound;

static inline Bound BoundOf(const svLaneBounds* bounds, uint32_t lane) {
    return (Bound){&bounds->lower[0][lane], &bounds->upper[0][lane], SV_WIDTH};
}

// Lanes, from c on, that row r separates from the bound at t0, and row r + later at t1, on the same
// side.
static inline svFloatsMask Separates(Bound bound, const svLaneBounds* lanes, int c, int r,
                                     int later) {
    const svFloats lower0 = svFloats_Set(bound.lower[r * bound.stride]);
    const svFloats lower1 = svFloats_Set(bound.lower[(r + later) * bound.stride]);
    const svFloats upper0 = svFloats_Set(bound.upper[r * bound.stride]);
    const svFloats upper1 = svFloats_Set(bound.upper[(r + later) * bound.stride]);
    const svFloatsMask below =
        svFloatsMask_And(svFloats_Less(upper0, svFloats_Load(lanes->lower[r] + c)),
                         svFloats_Less(upper1, svFloats_Load(lanes->lower[r + later] + c)));
    const svFloatsMask above =
        svFloatsMask_And(svFloats_Less(svFloats_Load(lanes->upper[r] + c), lower0),
                         svFloats_Less(svFloats_Load(lanes->upper[r + later] + c), lower1));
    return svFloatsMask_Or(below, above);
}

// The lanes that no axis separates from the bound.
static inline uint32_t NearLanes(Bound bound, const svLaneBounds* lanes) {
    uint32_t apart = 0;
    for (int c = 0; c < SV_WIDTH; c += LANES) {
        svFloatsMask separated = Separates(bound, lanes, c, 0, 3);
        separated = svFloatsMask_Or(separated, Separates(bound, lanes, c, 1, 3));
        separated = svFloatsMask_Or(separated, Separates(bound, lanes, c, 2, 3));
        apart |= svFloatsMask_Bits(separated) << c;
    }
    return ALL_LANES & ~apart;
}

// Of the lanes `near`, those that no diagonal separates from the bound.
static inline uint32_t NearDiagonally(Bound bound, const svLaneBounds* lanes, uint32_t near) {
    uint32_t apart = 0;
    for (int c = 0; c < SV_WIDTH; c += LANES) {
        if ((near >> c & FirstLanes(LANES)) == 0) {
            continue;
        }
        svFloatsMask separated = Separates(bound, lanes, c, SV_BOUND_AXES, 6);
        for (int r = SV_BOUND_AXES + 1; r < SV_BOUND_AXES + 6; ++r) {
            separated = svFloatsMask_Or(separated, Separates(bound, lanes, c, r, 6));
        }
        apart |= svFloatsMask_Bits(separated) << c;
    }
    return near & ~apart;
}

// ---- edges against edges ---------------------------------------------------------------------

// Of each pair the edge with the lower number comes first.
static inline void QueueEdges(svQueue* queue, const Candidates* list, const Side* a,
                              const Side* b) {
    uint32_t at = queue->count;
    for (uint32_t k = 0; k < list->count; ++k, ++at) {
        const uint32_t i = list->row[k], j = list->lane[k];
        const uint32_t edgeA = a->leaf->edges[i], edgeB = b->leaf->edges[j];
        const uint64_t pointsA = a->tables->edgePoints[i], pointsB = b->tables->edgePoints[j];
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
    return svBits_Lookup(common, pair->b.leaf->edgeVertices[0]) |
           svBits_Lookup(common, pair->b.leaf->edgeVertices[1]);
}

static inline void PairEdges(svCcdFilter* filter, const Pair* pair) {
    const Side *a = &pair->a, *b = &pair->b;
    const svLaneBounds *boundsA = &a->tables->edges, *boundsB = &b->tables->edges;
    const Bound whole = {b->tables->lower, b->tables->upper, 1};
    Candidates list;
    uint32_t boxes = 0, incident = 0;
    list.count = 0;
    for (uint32_t rows = a->edges & NearLanes(whole, boundsA); rows != 0; rows &= rows - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(rows);
        const Bound row = BoundOf(boundsA, i);
        uint32_t near = b->edges & NearLanes(row, boundsB);
        near &= a->index == b->index ? ~FirstLanes(i + 1) : ALL_LANES;
        boxes += CountLanes(near);
        if (pair->sharing) {
            const uint32_t common = near & IncidentEdges(pair, i);
            incident += CountLanes(common);
            near &= ~common;
        }
        if (near != 0) {
            Append(&list, i, NearDiagonally(row, boundsB, near));
        }
    }
    filter->boxPairs[SV_EDGE_EDGE] += boxes;
    filter->incident[SV_EDGE_EDGE] += incident;
    filter->culled[SV_EDGE_EDGE] += boxes - incident - list.count;
    QueueEdges(&filter->queues[SV_EDGE_EDGE], &list, a, b);
}

// ---- vertices against faces ------------------------------------------------------------------

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

// The lanes of b's faces that have vertex i of a.
static inline uint32_t IncidentFaces(const Side* a, const Side* b, uint32_t i) {
    const uint32_t common = svIds_Equal(b->leaf->vertices, a->leaf->vertices[i]);
    return svBits_Lookup(common, b->leaf->faceVertices[0]) |
           svBits_Lookup(common, b->leaf->faceVertices[1]) |
           svBits_Lookup(common, b->leaf->faceVertices[2]);
}

// The owned vertices of a against the faces of b.
static inline void PairVertexFaces(svCcdFilter* filter, const Pair* pair, const Side* a,
                                   const Side* b) {
    const svLaneBounds *boundsA = &a->tables->vertices, *boundsB = &b->tables->faces;
    const Bound whole = {b->tables->lower, b->tables->upper, 1};
    Candidates list;
    uint32_t boxes = 0, incident = 0;
    list.count = 0;
    for (uint32_t rows = a->vertices & NearLanes(whole, boundsA); rows != 0; rows &= rows - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(rows);
        const Bound row = BoundOf(boundsA, i);
        uint32_t near = b->faces & NearLanes(row, boundsB);
        boxes += CountLanes(near);
        if (pair->sharing) {
            const uint32_t common = near & IncidentFaces(a, b, i);
            incident += CountLanes(common);
            near &= ~common;
        }
        if (near != 0) {
            Append(&list, i, NearDiagonally(row, boundsB, near));
        }
    }
    filter->boxPairs[SV_VERTEX_FACE] += boxes;
    filter->incident[SV_VERTEX_FACE] += incident;
    filter->culled[SV_VERTEX_FACE] += boxes - incident - list.count;
    QueueVertexFaces(filter, &list, a, b);
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
    const float reach = SetOffsets(&pair.a, &pair.b);
    ++filter->leafPairs;
    if (a == b || filter->distant) {
        SetTables(filter, &pair.a, &pair.b);
    } else if (!CrossSlabs(filter, &pair.a, &pair.b, reach)) {
        return;
    }
    ++filter->leafPairsNear;
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
