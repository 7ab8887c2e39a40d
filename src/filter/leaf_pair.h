// What both filters of leaf pairs share: the two leaves, slabs, diagonals, common vertices, and
// lists of candidate lanes. `times` is a compile-time constant: 2 over a step (positions at t0 and
// at t1), 1 at an instant.
//
// Rounding. u = 2^-24, R = size(a) + size(b) + |offset|, where the offset is that between the
// leaves' centres. Local coordinates are off by u size(a) and u size(b), the offset by u |offset|:
// u R together. To move a coordinate of one leaf into the frame of the other rounds a number up to
// R once, and so does its difference to a coordinate there: 3 u R in all, and 4 u R covers the
// terms of higher order. Underflow adds less than 2^-126 to anything computed here.
#ifndef SELVAGE_FILTER_LEAF_PAIR_H
#define SELVAGE_FILTER_LEAF_PAIR_H

#include "filter/filter_input.h"
#include "math/bits.h"
#include "math/floats3.h"

#include <string.h>

#define ALL_LANES 0xffffu

static inline uint32_t CountLanes(uint32_t lanes) {
    return (uint32_t)__builtin_popcount(lanes);
}

// ---- two leaves ------------------------------------------------------------------------------

// One leaf of a pair. `edges`, `faces` and `vertices` are the lanes that are not culled yet; a
// filter uses those it tests.
typedef struct LeafSide {
    uint32_t index;
    const svLeaf* leaf;
    const svLeafMotion* motion;
    // The tables of the filter at work: one of the two is set.
    const svFeatureTables* features;
    const svTriangleTables* triangles;
    // The other leaf's centre minus this one's: x y z 0 at t0, the same at t1.
    _Alignas(32) float toOther[8];
    uint32_t edges, faces, vertices;
    uint32_t minorEdges; // not tested with those of the other leaf
} LeafSide;

static inline void SetSide(const svFilterInput* input, uint32_t leaf, LeafSide* side) {
    side->index = leaf;
    side->leaf = &input->leaves[leaf];
    side->motion = &input->motions[leaf];
    side->edges = FirstLanes(side->leaf->edgeCount);
    side->faces = FirstLanes(side->leaf->faceCount);
    side->vertices = FirstLanes(side->leaf->ownedVertexCount);
    side->minorEdges = 0;
}

// Sets the offsets and returns R, rounded up. Non-negative floats are ordered like their bits, and
// a maximum of integers vectorises.
SV_INLINE float SetOffsets(LeafSide* a, LeafSide* b, int times) {
    svRow_Difference(a->motion->center, b->motion->center, a->toOther);
    uint32_t bits[8], largestBits = 0;
    memcpy(bits, a->toOther, sizeof(bits));
    for (int k = 0; k < 4 * times; ++k) {
        b->toOther[k] = -a->toOther[k];
        const uint32_t magnitude = bits[k] & 0x7fffffffu;
        largestBits = magnitude > largestBits ? magnitude : largestBits;
    }
    float largest;
    memcpy(&largest, &largestBits, sizeof(largest));
    return (a->motion->size + b->motion->size + largest) * (1 + 0x1p-20f) + TINY;
}

// ---- cached tables ---------------------------------------------------------------------------

// Direct-mapped cache of unpacked leaves: the slot is the leaf's number modulo the size; the last
// slot is for a leaf whose slot the other one of the pair takes.
typedef struct Slots {
    uint32_t a, b;
} Slots;

static inline Slots SlotsOf(uint32_t a, uint32_t b, uint32_t slotCount) {
    const uint32_t most = slotCount - 1, slotA = a % most, slotB = b % most;
    return (Slots){slotA, slotA == slotB && a != b ? most : slotB};
}

// Gives the slot to a leaf; false on a cache hit.
static inline bool ClaimSlot(uint32_t* tags, uint32_t slot, uint32_t leaf) {
    const bool other = tags[slot] != leaf;
    tags[slot] = leaf;
    return other;
}

// ---- diagonals -------------------------------------------------------------------------------

// The diagonals along which all of a, and `gap` more, comes before all of b.
SV_INLINE uint32_t LanesBefore(const svLeafDiagonals* a, const svLeafDiagonals* b, float gap,
                               int times) {
    uint32_t bits = 0;
    for (int c = 0; c < 8 * times; c += LANES) {
        const svFloats end = svFloats_Load(a->upper + c) + svFloats_Set(gap);
        bits |= svFloatsMask_Bits(svFloats_Less(end, svFloats_Load(b->lower + c))) << c;
    }
    return times == 1 ? bits & 0xff : bits & bits >> 8;
}

// Whether a diagonal separates two leaves by more than `distance`, on the same side at all times. A
// diagonal is longer than an axis by sqrt(2) < 1.4143.
SV_INLINE bool AreDiagonallySeparated(const svFilterInput* input, uint32_t a, uint32_t b,
                                      float distance, int times) {
    const svLeafDiagonals *ofA = &input->leafDiagonals[a], *ofB = &input->leafDiagonals[b];
    const float gap = 1.4143f * distance;
    return (LanesBefore(ofA, ofB, gap, times) | LanesBefore(ofB, ofA, gap, times)) != 0;
}

// ---- slabs -----------------------------------------------------------------------------------

// Vertices of a leaf that lie above, and those that lie below, all of the other leaf.
typedef struct Outside {
    uint32_t above, below;
} Outside;

// The vertices of `side` outside the other leaf along the other leaf's normal, at all times and so
// in between, and by more than `distance`. A projection is off by sqrt(3) times the error of the
// coordinates, and by five roundings of sums up to sqrt(3) R: 24 u R. The normal may be longer than
// 1 by 2 u, and the distance is rounded twice: callers inflate `distance` by 8 u.
SV_INLINE Outside SlabSides(const LeafSide* side, const LeafSide* other, float reach,
                            float distance, int times) {
    const float* n = other->motion->normal;
    const svFloats3 normal = {svFloats_Set(n[0]), svFloats_Set(n[1]), svFloats_Set(n[2])};
    const float error = (24 * UNIT * reach + TINY) + distance;
    Outside outside = {ALL_LANES, ALL_LANES};
    for (int time = 0; time < times; ++time) {
        const float(*x)[SV_WIDTH] = side->motion->x + 3 * time;
        const float* move = side->toOther + 4 * time;
        const float moved = n[0] * move[0] + n[1] * move[1] + n[2] * move[2];
        const svFloats upper = svFloats_Set(other->motion->slabUpper[time] + moved + error);
        const svFloats lower = svFloats_Set(other->motion->slabLower[time] + moved - error);
        uint32_t above = 0, below = 0;
        for (int c = 0; c < SV_WIDTH; c += LANES) {
            const svFloats3 at = {svFloats_Load(x[0] + c), svFloats_Load(x[1] + c),
                                  svFloats_Load(x[2] + c)};
            const svFloats height = svFloats3_Dot(normal, at);
            above |= svFloatsMask_Bits(svFloats_Less(upper, height)) << c;
            below |= svFloatsMask_Bits(svFloats_Less(height, lower)) << c;
        }
        outside.above &= above;
        outside.below &= below;
    }
    return outside;
}

static inline bool IsAllOutside(Outside outside) {
    return outside.above == ALL_LANES || outside.below == ALL_LANES;
}

// The lanes of faces whose vertices are all in the set.
static inline uint32_t FacesWithin(const svLeaf* leaf, uint32_t vertices) {
    return svBits_Lookup(vertices, leaf->faceVertices[0]) &
           svBits_Lookup(vertices, leaf->faceVertices[1]) &
           svBits_Lookup(vertices, leaf->faceVertices[2]);
}

// The lanes of edges whose vertices are both in the set.
static inline uint32_t EdgesWithin(const svLeaf* leaf, uint32_t vertices) {
    return svBits_Lookup(vertices, leaf->edgeVertices[0]) &
           svBits_Lookup(vertices, leaf->edgeVertices[1]);
}

// How two leaves are tested, as constants: over a step (2 times) or at an instant (1), all features
// or faces alone.
typedef struct Mode {
    int times;
    bool facesOnly;
} Mode;

// Drops the features all of whose vertices are in a set.
SV_INLINE void DropWithin(LeafSide* side, uint32_t vertices, Mode mode) {
    if (!mode.facesOnly) {
        side->edges &= ~EdgesWithin(side->leaf, vertices);
        side->vertices &= ~vertices;
    }
    side->faces &= ~FacesWithin(side->leaf, vertices);
}

SV_INLINE void DropOutside(LeafSide* side, Outside outside, Mode mode) {
    if ((outside.above | outside.below) != 0) {
        DropWithin(side, outside.above, mode);
        DropWithin(side, outside.below, mode);
    }
}

// False if a slab separates the leaves by more than `distance`. Else culls the features that a slab
// so separates from all of the other leaf.
SV_INLINE bool CrossSlabs(LeafSide* a, LeafSide* b, float reach, float distance, Mode mode) {
    const Outside outsideB = SlabSides(b, a, reach, distance, mode.times);
    if (IsAllOutside(outsideB)) {
        return false;
    }
    const Outside outsideA = SlabSides(a, b, reach, distance, mode.times);
    if (IsAllOutside(outsideA)) {
        return false;
    }
    DropOutside(a, outsideA, mode);
    DropOutside(b, outsideB, mode);
    return true;
}

// ---- common vertices -------------------------------------------------------------------------

// Vertices that two leaves have in common: the lanes of a, and which lane of b each of them is,
// SV_WIDTH where it is none. `ofB` is set only if there are any.
typedef struct Common {
    uint32_t lanes;
    uint8_t ofB[SV_WIDTH];
} Common;

// Only vertices of a in the ranges of b's can be vertices of b, and those that a owns only if b has
// one in their range. Those are few: points are numbered in the order of the leaves that own them.
static inline void FindCommon(const svLeaf* a, const svLeaf* b, Common* common) {
    const uint32_t foreign = ~FirstLanes(a->ownedVertexCount) & FirstLanes(a->vertexCount);
    const uint32_t bOfA = svIds_Between(b->vertices, a->leastVertex[0], a->greatestVertex[0]);
    uint32_t rest = svIds_Between(a->vertices, b->leastVertex[0], b->greatestVertex[0]) |
                    svIds_Between(a->vertices, b->leastVertex[1], b->greatestVertex[1]);
    rest &= bOfA != 0 ? FirstLanes(a->vertexCount) : foreign;
    common->lanes = 0;
    if (rest == 0) {
        return;
    }
    memset(common->ofB, SV_WIDTH, sizeof(common->ofB));
    for (; rest != 0; rest &= rest - 1) {
        const uint32_t v = (uint32_t)__builtin_ctz(rest);
        const uint32_t lanes =
            svIds_Equal(b->vertices, a->vertices[v]) & FirstLanes(b->vertexCount);
        common->ofB[v] = (uint8_t)__builtin_ctz(lanes | 1u << SV_WIDTH);
        common->lanes |= (uint32_t)(lanes != 0) << v;
    }
}

// ---- pairs of lanes --------------------------------------------------------------------------

// There is room for a last group of lanes, and for what svLaneList_Write writes beyond.
#define LIST_CAPACITY (SV_WIDTH * SV_WIDTH + SV_WIDTH)
typedef struct Candidates {
    uint32_t count;
    uint8_t row[LIST_CAPACITY], lane[LIST_CAPACITY];
} Candidates;

static inline void AppendLanes(Candidates* list, uint32_t row, uint32_t lanes) {
    memset(list->row + list->count, (int)row, SV_WIDTH);
    svLaneList_Write(list->lane + list->count, lanes);
    list->count += CountLanes(lanes);
}

#endif
