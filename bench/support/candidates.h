// The candidates of a step: every vertex-face and edge-edge pair whose swept boxes overlap.
//
// A feature's swept box is the box over its points at both times; boxes that touch overlap. A
// vertex of the face is no pair, edges with a common vertex are no pair; every other pair comes
// once.
#ifndef SELVAGE_BENCH_CANDIDATES_H
#define SELVAGE_BENCH_CANDIDATES_H

#include "support/scene.h"

typedef struct Candidates {
    uint32_t* points; // four vertices each, in the order of svMovingPair
    size_t count;
    size_t capacity;
} Candidates;

svStatus Candidates_VertexFace(svContext* context, const Scene* scene, Candidates* candidates);
svStatus Candidates_EdgeEdge(svContext* context, const Scene* scene, Candidates* candidates);
void Candidates_Destroy(svContext* context, Candidates* candidates);

#endif
