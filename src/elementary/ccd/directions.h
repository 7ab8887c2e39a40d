// Separating directions of two moving triangles: culls the whole pair before any of its fifteen
// feature pairs is tested.
//
// X. Zhang, Y. J. Kim, "Simple culling methods for continuous collision detection of deforming
// triangles", 2012. Its Corollaries 4.3 and 6.1 to 6.3 and Lemma 5.1 all say that one fixed
// direction n has one point set on either side at t=0 and at t=1; motion is linear, so it has at
// all times. Any n will do, whichever way it was found or rounded; only the comparison must be
// strict and certified. The paper takes n from the faces at t=0 and from edges; here also from t=1,
// from the centres and from the axes.
#ifndef SELVAGE_ELEMENTARY_CCD_DIRECTIONS_H
#define SELVAGE_ELEMENTARY_CCD_DIRECTIONS_H

#include "dispatch/kernels.h"
#include "selvage/elementary.h"

#define SV_DIRECTION_BLOCK 512

struct svDirectionBlock {
    const svPositions* x0;
    const svPositions* x1;
    const uint32_t* points; // as in svTriangleCcdBatchDef, of the whole batch
    size_t first;           // query
    uint32_t directions;    // a sum of svDirections
    // In and out: queries, as offsets from the first; those that no direction separates survive.
    // None of them shares a vertex. Room for SV_DIRECTION_BLOCK.
    uint32_t* list;
    uint32_t count;
    uint32_t separated[SV_DIRECTION_KINDS]; // out: queries culled, by the first kind that did
};

#endif
