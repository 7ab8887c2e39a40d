// The filter of leaf pairs for triangles (triangle_filter.h). In: a leaf pair of the broad phase.
// Out: candidate triangle pairs, appended to the queues. A kernel: compiled once per instruction
// set (math/target.h). Reading order: triangle_filter_pair.h, this file, then the tests of pairs
// with no, one and two common vertices: _apart.h, _corner.h, _hinge.h.

#include "dispatch/kernels.h"
#include "filter/triangle_filter_apart.h"
#include "filter/triangle_filter_corner.h"
#include "filter/triangle_filter_hinge.h"

// ---- tables ----------------------------------------------------------------------------------

static inline void UnpackFaces(const svLeaf* leaf, const svLeafMotion* motion,
                               svTriangleTables* t) {
    for (int c = 0; c < SV_WIDTH; c += LANES) {
        const svLanes corner0 = svLanes_Load(leaf->faceVertices[0] + c);
        const svLanes corner1 = svLanes_Load(leaf->faceVertices[1] + c);
        const svLanes corner2 = svLanes_Load(leaf->faceVertices[2] + c);
        for (int k = 0; k < 3; ++k) {
            const float* x = motion->x[k];
            const svFloats x0 = svFloats_Lookup(x, corner0), x1 = svFloats_Lookup(x, corner1);
            const svFloats x2 = svFloats_Lookup(x, corner2);
            svFloats_Store(t->start[k] + c, x0);
            svFloats_Store(t->side1[k] + c, x1 - x0);
            svFloats_Store(t->side2[k] + c, x2 - x0);
        }
    }
}

static inline void UnpackIncidence(const svLeaf* leaf, svTriangleTables* t) {
    uint32_t repeating = 0;
    memset(t->vertexFaces, 0, sizeof(t->vertexFaces));
    for (int f = 0; f < leaf->faceCount; ++f) {
        const uint16_t bit = (uint16_t)(1u << f);
        const uint64_t v0 = leaf->faceVertices[0][f], v1 = leaf->faceVertices[1][f];
        const uint64_t v2 = leaf->faceVertices[2][f];
        t->vertexFaces[v0] |= bit;
        t->vertexFaces[v1] |= bit;
        t->vertexFaces[v2] |= bit;
        t->corners[f] = v0 | v1 << 8 | v2 << 16 | v0 << 24 | v1 << 32 | (v0 ^ v1 ^ v2) << 40;
        repeating |= (uint32_t)((v0 == v1) | (v1 == v2) | (v2 == v0)) << f;
    }
    t->repeating = (uint16_t)repeating;
}

static inline void UnpackTriangles(const svFilterInput* input, uint32_t leaf, float cells,
                                   svTriangleTables* tables) {
    svInstantCells vertices;
    UnpackVertices(input, leaf, cells, 1, vertices.of, &tables->all);
    BoundFaces(&input->leaves[leaf], 1, (const CellRow*)vertices.of, tables->faceLower.of,
               tables->faceUpper.of);
    UnpackFaces(&input->leaves[leaf], &input->motions[leaf], tables);
    UnpackIncidence(&input->leaves[leaf], tables);
}

static inline const svTriangleTables* CachedTriangles(svTriangleFilter* filter, uint32_t leaf,
                                                      uint32_t slot) {
    if (ClaimSlot(filter->tags, slot, leaf)) {
        UnpackTriangles(&filter->input, leaf, filter->input.cells, &filter->tables[slot]);
    }
    return &filter->tables[slot];
}

// Sets the tables of both leaves and returns the limits of separation.
static inline Limits SetTriangles(svTriangleFilter* filter, LeafSide* a, LeafSide* b, float reach) {
    const float cells = CellsOfPair(&filter->input, a, b, reach, 0);
    if (cells == filter->input.cells) {
        const Slots slots = SlotsOf(a->index, b->index, SV_TRIANGLE_TABLE_CACHE + 1);
        a->triangles = CachedTriangles(filter, a->index, slots.a);
        b->triangles = CachedTriangles(filter, b->index, slots.b);
    } else {
        UnpackTriangles(&filter->input, a->index, cells, &filter->loose[0]);
        UnpackTriangles(&filter->input, b->index, cells, &filter->loose[1]);
        a->triangles = &filter->loose[0];
        b->triangles = &filter->loose[1];
    }
    return CellLimits(cells, 0);
}

static inline LaneBounds FacesOf(const LeafSide* side) {
    return (LaneBounds){(const CellRow*)side->triangles->faceLower.of,
                        (const CellRow*)side->triangles->faceUpper.of};
}

// Keeps the triangles of `side` that overlap the AABB of the other leaf.
static inline void KeepNear(Limits limits, LeafSide* side, const LeafSide* other) {
    side->faces &= NearLanes(limits, BoundOfAll(&other->triangles->all), FacesOf(side), 1);
}

// ---- rows ------------------------------------------------------------------------------------

// Takes out of `near` the lanes that share a vertex with row i, and lists them by how many they
// share.
static inline uint32_t SplitShared(svTriangleFilter* filter, const TriangleLeafPair* pair,
                                   uint32_t i, uint32_t near, Lists* lists) {
    const svTriangleTables *ta = pair->a->triangles, *tb = pair->b->triangles;
    const uint64_t corners = ta->corners[i];
    const uint32_t has0 = near & pair->sharedFaces[corners & 0xff];
    const uint32_t has1 = near & pair->sharedFaces[corners >> 8 & 0xff];
    const uint32_t has2 = near & pair->sharedFaces[corners >> 16 & 0xff];
    const uint32_t any = has0 | has1 | has2;
    if (any == 0) {
        return near;
    }
    filter->incident += CountLanes(any);
    const uint32_t listed = (0u - (ta->repeating >> i & 1u)) | tb->repeating;
    const uint32_t two = (has0 & has1) | (has1 & has2) | (has2 & has0);
    const uint32_t odd = any & ((has0 & has1 & has2) | listed);
    for (uint32_t rest = odd; rest != 0; rest &= rest - 1) {
        QueueTriangles(&filter->sharing, pair, i, (uint32_t)__builtin_ctz(rest));
    }
    AppendLanes(&lists->hinge, i, two & ~odd);
    AppendLanes(&lists->corner, i, any & ~two & ~odd);
    return near & ~any;
}

static inline void ClearShared(TriangleLeafPair* pair) {
    memset(pair->besideFaces, 0, sizeof(pair->besideFaces));
    memset(pair->sharedFaces, 0, sizeof(pair->sharedFaces));
    memset(pair->sharedVertex, SV_WIDTH, sizeof(pair->sharedVertex));
}

// Vertex v of a is vertex w of b.
static inline void ShareLeafVertex(TriangleLeafPair* pair, uint32_t spread, uint32_t v,
                                   uint32_t w) {
    const uint16_t faces = pair->b->triangles->vertexFaces[w];
    if ((spread >> v & 1u) != 0) {
        pair->besideFaces[v] = faces;
    } else {
        pair->sharedVertex[v] = (uint8_t)w;
        pair->sharedFaces[v] = faces;
        pair->sharing = true;
    }
    pair->common = true;
}

static inline void ShareAllVertices(TriangleLeafPair* pair, uint32_t spread) {
    ClearShared(pair);
    for (uint32_t v = 0; v < pair->a->leaf->vertexCount; ++v) {
        ShareLeafVertex(pair, spread, v, v);
    }
}

static inline void ShareCommonVertices(TriangleLeafPair* pair, uint32_t spread) {
    Common common;
    FindCommon(pair->a->leaf, pair->b->leaf, &common);
    if (common.lanes == 0) {
        return;
    }
    ClearShared(pair);
    for (uint32_t rest = common.lanes; rest != 0; rest &= rest - 1) {
        const uint32_t v = (uint32_t)__builtin_ctz(rest);
        ShareLeafVertex(pair, spread, v, common.ofB[v]);
    }
}

// Culls the lanes beside row i: with a common vertex whose star is spread. Counted as overlapping
// AABBs, for both have that vertex.
static inline uint32_t DropBeside(svTriangleFilter* filter, const TriangleLeafPair* pair,
                                  uint32_t i, uint32_t lanes, uint32_t* found) {
    const uint64_t corners = pair->a->triangles->corners[i];
    const uint32_t beside =
        lanes & (pair->besideFaces[corners & 0xff] | pair->besideFaces[corners >> 8 & 0xff] |
                 pair->besideFaces[corners >> 16 & 0xff]);
    const uint32_t count = CountLanes(beside);
    filter->incident += count;
    *found += count;
    return lanes & ~beside;
}

// Tests the rows of a against the lanes of b; returns how many AABBs overlap.
static inline uint32_t FillLists(svTriangleFilter* filter, const TriangleLeafPair* pair,
                                 bool common, Lists* lists) {
    const uint32_t self = pair->a->index == pair->b->index ? ALL_LANES : 0;
    uint32_t found = 0;
    NearRows nearRows;
    nearRows.count = 0;
    for (uint32_t rows = pair->a->faces; rows != 0; rows &= rows - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(rows);
        uint32_t lanes = pair->b->faces & ~(FirstLanes(i + 1) & self);
        if (common) {
            lanes = DropBeside(filter, pair, i, lanes, &found);
            if (lanes == 0) {
                continue;
            }
        }
        const Bound row = BoundOf(FacesOf(pair->a), i);
        uint32_t near = lanes & NearLanes(pair->limits, row, FacesOf(pair->b), 1);
        found += CountLanes(near);
        if (common && pair->sharing) {
            near = SplitShared(filter, pair, i, near, lists);
        }
        AddNearRow(&nearRows, i, near);
    }
    const Comparison compared = {pair->limits, FacesOf(pair->a), FacesOf(pair->b),
                                 filter->input.diagonals};
    ListPairs(&compared, &nearRows, 1, &lists->apart);
    return found;
}

static inline void PairFaces(svTriangleFilter* filter, TriangleLeafPair* pair) {
    Lists lists;
    lists.apart.count = lists.corner.count = lists.hinge.count = 0;
    const uint32_t spread = filter->spread == NULL ? 0 : filter->spread[pair->a->index].stars;
    pair->common = pair->sharing = false;
    if (pair->a->index == pair->b->index) {
        ShareAllVertices(pair, spread);
    } else {
        ShareCommonVertices(pair, spread);
    }
    const uint32_t before = filter->apart.count + filter->sharing.count;
    const uint32_t found = pair->common ? FillLists(filter, pair, true, &lists)
                                        : FillLists(filter, pair, false, &lists);
    filter->boxPairs += found;
    if (lists.apart.count + lists.corner.count + lists.hinge.count > 0) {
        const Errors errors = ErrorsOf(pair);
        Moved moved;
        MovePoints(pair->a, pair->a->triangles->start, moved.start);
        FilterApart(filter, pair, &moved, &lists.apart, &errors);
        if (pair->sharing) {
            FilterCorners(filter, pair, &moved, &lists.corner, &errors);
            FilterHinges(filter, pair, &moved, &lists.hinge, &errors);
        }
    }
    filter->culled += found - (filter->apart.count + filter->sharing.count - before);
}

void SV_KERNEL(filterTriangles)(svTriangleFilter* filter, uint32_t a, uint32_t b) {
    const svFilterInput* input = &filter->input;
    ++filter->leafPairs;
    if (a == b && filter->spread != NULL && filter->spread[a].whole) {
        return;
    }
    if (a != b && input->diagonals && AreDiagonallySeparated(input, a, b, 0, 1)) {
        return;
    }
    LeafSide sideA, sideB;
    SetSide(input, a, &sideA);
    SetSide(input, b, &sideB);
    const float reach = SetOffsets(&sideA, &sideB, 1);
    TriangleLeafPair pair; // mostly set later, where needed
    pair.a = &sideA;
    pair.b = &sideB;
    pair.reach = reach;
    const Mode mode = {.times = 1, .facesOnly = true};
    if (a != b && input->slabs && !CrossSlabs(&sideA, &sideB, reach, 0, mode)) {
        return;
    }
    pair.limits = SetTriangles(filter, &sideA, &sideB, reach);
    if (a != b) {
        KeepNear(pair.limits, &sideA, &sideB);
        KeepNear(pair.limits, &sideB, &sideA);
        // Rows cost more than lanes: the smaller set is the rows.
        if (CountLanes(sideB.faces) < CountLanes(sideA.faces)) {
            pair.a = &sideB;
            pair.b = &sideA;
        }
    }
    ++filter->leafPairsNear;
    if (sideA.faces != 0 && sideB.faces != 0) {
        PairFaces(filter, &pair);
    }
}
