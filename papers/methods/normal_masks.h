// The normal masks of ding2013, section 4, as printed and corrected.
//
// Printed: 26 directions, from the centre of a cube to its corners, edges and faces. Bit k of a
// mask: direction k has a positive dot product with every normal of the node. Two nodes whose masks
// share a bit, at t0 and at t1, "may safely" be culled. THAT IS UNSAFE: normals say nothing about
// where the nodes are. A ribbon that winds around twice in one plane shares a direction everywhere,
// and lies on itself (tests/papers/test_normal_masks.c).
//
// Corrected: a node (never a pair of nodes) is free of self-contact over the step if
//  - one direction V has a positive dot product with the three control normals of every triangle.
//  The
//    normal of a moving triangle is quadratic in t; with E = b - a, G = c - a its Bernstein
//    coefficients are E0 x G0, (E0 x G1 + E1 x G0) / 2 and E1 x G1, so that V is on the front side
//    of the triangle at all times. Normals at t0 and t1 alone, as printed, leave the middle open;
//  - the rim of the node, projected along V, does not touch itself at any time (contour.h).
// The rim of a rectangle of cells is one closed loop, so the projection along V, a local
// homeomorphism whose degree is the winding number of the rim, is one to one (Volino and
// Magnenat-Thalmann 1994, who require the contour test that ding2013 omits).
#ifndef SELVAGE_PAPERS_METHODS_NORMAL_MASKS_H
#define SELVAGE_PAPERS_METHODS_NORMAL_MASKS_H

#include "sphere_tree.h"

enum { MASK_DIRECTION_COUNT = 26 };

// Direction k, not of unit length: the components are -1, 0 or 1. Direction k + 13 is its opposite.
void Mask_Direction(int k, int direction[3]);

// Of each node of a tree, in its order.
typedef struct NormalMasks {
    uint32_t (*printed)[2]; // at t0 and t1
    uint32_t* certain;      // over the whole step; set bits are certified against rounding
    double (*normals)[3];   // sum of the normals at t0 and t1: to choose a bit
    const SphereTree* tree;
} NormalMasks;

// Allocates the masks of a tree, which must outlive them. SV_ERROR_MEMORY.
svStatus NormalMasks_Create(svContext* context, const SphereTree* tree, NormalMasks* masks);
void NormalMasks_Destroy(svContext* context, NormalMasks* masks);

// After the tree is built: leaf masks from their triangles, inner ones by AND.
void NormalMasks_UpdatePrinted(NormalMasks* masks, const double (*x0)[3], const double (*x1)[3]);
void NormalMasks_UpdateCertain(NormalMasks* masks, const double (*x0)[3], const double (*x1)[3]);

// UNSAFE, as printed: whether the rule culls nodes a and b (a == b: the node itself).
static inline bool NormalMasks_SkipPrinted(const NormalMasks* masks, uint32_t a, uint32_t b) {
    const uint32_t common0 = masks->printed[a][0] & masks->printed[b][0];
    const uint32_t common1 = masks->printed[a][1] & masks->printed[b][1];
    return (common0 & common1) != 0;
}

// The direction of the node's certain mask that is nearest to its normals; -1 if the mask is empty.
int NormalMasks_Choose(const NormalMasks* masks, uint32_t node);

#endif
