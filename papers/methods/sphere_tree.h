// The bounding sphere tree of ding2013, section 3: a grid divided in four, again and again, in
// texture space, with a sphere around each part.
//
// F. Ding, "Rapid Cloth Collision Detection using Bounding Sphere Trees", 2013.
#ifndef SELVAGE_PAPERS_METHODS_SPHERE_TREE_H
#define SELVAGE_PAPERS_METHODS_SPHERE_TREE_H

#include "cloth_grid.h"

typedef struct SphereNode {
    double center[3];
    double radius;
    GridCells cells;
    uint32_t firstChild; // children follow one another
    uint32_t childCount; // 0: a leaf
} SphereNode;

typedef struct SphereTree {
    const ClothGrid* grid;
    uint32_t leafParticles; // a part with at most so many particles is a leaf
    SphereNode* nodes;      // the root first, level by level
    double (*boxes)[2][3];  // of each node, for refitting
    uint32_t nodeCount;
    uint32_t extended; // nodes whose printed radius was too small in the last build
} SphereTree;

// Makes room; the tree is empty until it is built. SV_ERROR_MEMORY. The grid must outlive it.
svStatus SphereTree_Create(svContext* context, const ClothGrid* grid, uint32_t leafParticles,
                           SphereTree* tree);
void SphereTree_Destroy(svContext* context, SphereTree* tree);

// As printed: from the root down, every sphere from the particles. The first one is around the
// middle of the axis-aligned box, half a diagonal wide; its parts are around the particle in their
// middle, half as wide as the sphere above; and where that does not hold the particles, the sphere
// of their box replaces it. Every sphere bounds its particles at t0 and at t1, and so in between.
void SphereTree_Build(SphereTree* tree, const double (*x0)[3], const double (*x1)[3]);

// Ours: the same parts, from the leaves up, tight spheres in time linear in the particles. The tree
// must have been built.
void SphereTree_Refit(SphereTree* tree, const double (*x0)[3], const double (*x1)[3]);

// Whether the spheres of two nodes may have a common point; never false where they have.
static inline bool SphereNode_Overlap(const SphereNode* a, const SphereNode* b) {
    const double d[3] = {a->center[0] - b->center[0], a->center[1] - b->center[1],
                         a->center[2] - b->center[2]};
    const double reach = a->radius + b->radius;
    // Eight roundings in all, each of at most 2^-53 of what it rounds.
    return d[0] * d[0] + d[1] * d[1] + d[2] * d[2] <= reach * reach * (1 + 0x1p-49);
}

#endif
