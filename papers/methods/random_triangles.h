// Random pairs of moving triangles.
#ifndef SELVAGE_PAPERS_METHODS_RANDOM_TRIANGLES_H
#define SELVAGE_PAPERS_METHODS_RANDOM_TRIANGLES_H

#include "triangle_pair.h"

// Placement of the second triangle; the paper leaves it open.
typedef enum RandomPlace {
    RANDOM_ANYWHERE, // its middle is uniform in a cube of side 6 around that of the first
    RANDOM_BOXES, // in a cube of side 3, with overlapping swept AABBs: candidates of a broad phase
    RANDOM_PLACE_COUNT
} RandomPlace;

// Corners are uniform in a cube of side 1 around the triangle's middle. Every corner moves by a
// vector uniform in a cube of side 2 * motion, the triangle by another one. `state` is any seed.
void RandomTriangles_Make(uint64_t* state, double motion, RandomPlace place, PairCorners* pair);

#endif
