// The culling sequence as printed, and what it shares with the corrected one.
#ifndef SELVAGE_PAPERS_METHODS_SIMPLE_CULLING_PRINTED_H
#define SELVAGE_PAPERS_METHODS_SIMPLE_CULLING_PRINTED_H

#include "simple_culling.h"

uint32_t SimpleCull_Printed(const TrianglePair* pair, CullForm form, uint32_t steps);

static inline uint32_t SimpleCull_EdgePair(int i, int j) {
    return 1u << (PAIR_VF + 3 * i + j);
}

// Edge i of the first triangle with all edges of the second.
static inline uint32_t SimpleCull_EdgeRow(int i) {
    return 7u << (PAIR_VF + 3 * i);
}

// All edges of the first triangle with edge j of the second.
static inline uint32_t SimpleCull_EdgeColumn(int j) {
    return 73u << (PAIR_VF + j);
}

// Corollary 4.3, from the sides (+1, -1, 0 unknown) of the other face on which the corners of
// triangle `side` stay.
static inline void SimpleCull_VerticesBySides(const int sides[3], int side, uint32_t steps,
                                              uint32_t* left) {
    for (int i = 0; i < 3 && (steps & CULL_COR_4_3) != 0; ++i) {
        *left &= sides[i] != 0 ? ~(1u << (3 * side + i)) : ~0u;
    }
}

// Corollary 6.1: edges whose ends stay on the same side.
static inline void SimpleCull_EdgesBySides(int sides[2][3], uint32_t steps, uint32_t* left) {
    for (int i = 0; i < 3 && (steps & CULL_COR_6_1) != 0; ++i) {
        const int next = (i + 1) % 3;
        if (sides[0][i] != 0 && sides[0][i] == sides[0][next]) {
            *left &= ~SimpleCull_EdgeRow(i);
        }
        if (sides[1][i] != 0 && sides[1][i] == sides[1][next]) {
            *left &= ~SimpleCull_EdgeColumn(i);
        }
    }
}

// n_P of a face at t=0, not unit.
static inline svVec3 SimpleCull_FaceNormal(const TrianglePair* pair, int face) {
    return svVec3_Cross(TrianglePair_Edge(pair, face, face + 1),
                        TrianglePair_Edge(pair, face, face + 2));
}

// n_C of Lemma 4.4, not unit: from the centre of a circle around the face to the vertex, within the
// plane of the face. The centre is the centroid; the paper leaves it open.
svVec3 SimpleCull_CircleToVertex(const TrianglePair* pair, int face, int vertex);

// n_C of Lemma 5.2, not unit: from the middle of one edge to that of the other, across the common
// perpendicular.
svVec3 SimpleCull_CircleToCircle(const TrianglePair* pair, int a0, int a1, int b0, int b1);

#endif
