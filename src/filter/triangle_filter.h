// First half of the narrow phase at an instant (DCD): from leaf pairs to candidate pairs of
// triangles that may intersect (docs/definitions.md).
//
// Tests all triangle pairs of two leaves. Conservative filters cull what certainly does not
// intersect, in this order:
//   1. a leaf that is spread (leaf_spread.h) is not tested against itself
//   2. the six diagonals between two axes: one separates the leaves
//   3. slabs: the other leaf, or some of its triangles, lies on one side of a leaf along its normal
//   4. stars: triangles with a common vertex whose star is spread (star.h) do not intersect
//   5. AABBs, row by row: first that of the other leaf, then those of its sixteen triangles
//   6. for triangles without a common vertex: the six diagonals again, row by row; then
//      separating axes: the two normals, the direction between their centres, and the nine cross
//      products of edges, complete for triangles that are not coplanar; where they almost are, the
//      six in-plane normals of edges
//   7. for one common vertex s: a plane through s between the two, or the other two vertices of one
//      strictly on one side of the other, or both cross and leave s in opposite directions
//   8. for a common edge: the two are not in one plane, or lie on opposite sides of it
// What is left is queued for the elementary test, and so are pairs with three common vertices, or
// with a common vertex and a triangle that lists a vertex twice.
//
// Positions are those at t0 of svLeafMotion: for an instant, both times hold the same.
//
// Rounding: boxes and diagonals of triangles are in cells (cells.h), all else in single precision;
// see leaf_pair.h for R and the 4 u R of a difference.
#ifndef SELVAGE_FILTER_TRIANGLE_FILTER_H
#define SELVAGE_FILTER_TRIANGLE_FILTER_H

#include "dispatch/kernels.h"
#include "filter/cells.h"
#include "filter/filter_input.h"
#include "filter/queue.h"
#include "selfcull/star.h"

// The triangles of a leaf lane by lane, unpacked from its vertices. Coordinates are local.
struct svTriangleTables {
    _Alignas(64) float start[3][SV_WIDTH];        // corner 0
    float side1[3][SV_WIDTH], side2[3][SV_WIDTH]; // corners 1 and 2 minus corner 0
    svInstantCells faceLower, faceUpper;
    svLeafReach all;
    // The vertices of each triangle, a byte each: corners 0, 1, 2, 0, 1, and the exclusive or of
    // all three.
    uint64_t corners[SV_WIDTH];
    uint16_t vertexFaces[SV_WIDTH]; // the lanes of the triangles at a vertex
    uint16_t repeating;             // those that list a vertex twice
};

#define SV_TRIANGLE_TABLE_CACHE 256

// One worker's filter.
struct svTriangleFilter {
    svFilterInput input;
    const svSpread* spread;              // of each leaf; null: nothing
    uint64_t leafPairs, leafPairsNear;   // as in svSceneStats
    uint64_t boxPairs, incident, culled; // incident ones may be culled too
    // The leaf of each table, SV_NONE at first; the last one is for a pair that shares a slot.
    uint32_t tags[SV_TRIANGLE_TABLE_CACHE + 1];
    svTriangleTables tables[SV_TRIANGLE_TABLE_CACHE + 1];
    svTriangleTables loose[2]; // of a pair of leaves that does not fit into the scene's cells
    // Pairs without a common vertex, and the others. After a call at most SV_TRIANGLE_QUEUE_FULL
    // may remain in each.
    svTriangleQueue apart, sharing;
};

// Fetches what a call will read of a leaf, a line of 64 bytes each.
static inline void svTriangleFilter_Prefetch(const svTriangleFilter* filter, uint32_t leaf) {
    const char* at = (const char*)&filter->input.leaves[leaf];
    for (size_t byte = 0; byte < sizeof(svLeaf); byte += 64) {
        __builtin_prefetch(at + byte);
    }
    at = (const char*)&filter->input.motions[leaf];
    for (size_t byte = 0; byte < sizeof(svLeafMotion); byte += 64) {
        __builtin_prefetch(at + byte);
    }
}

#endif
