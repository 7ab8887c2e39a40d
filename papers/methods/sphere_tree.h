// The bounding sphere tree of ding2013, section 3: a grid recursively divided in four in texture
// space, with a sphere around each part.
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
    uint32_t leafParticles; // most particles of a leaf
    SphereNode* nodes;      // the root first, level by level
    double (*boxes)[2][3];  // of each node, for refitting
    double (*points)[3];    // room for the particles of a node at t0 and t1
    uint32_t nodeCount;
    uint32_t extended; // nodes whose printed radius was too small in the last build
} SphereTree;

// Allocates; the tree is empty until it is built. SV_ERROR_MEMORY. The grid must outlive it.
svStatus SphereTree_Create(svContext* context, const ClothGrid* grid, uint32_t leafParticles,
                           SphereTree* tree);
void SphereTree_Destroy(svContext* context, SphereTree* tree);

// As printed: top-down, every sphere from the particles. The root is centred at the AABB with half
// its diagonal as radius; children are centred at their middle particle with half the parent's
// radius; where that does not contain the particles, the sphere of their AABB replaces it. Every
// sphere bounds its particles at t0 and t1, and so in between.
void SphereTree_Build(SphereTree* tree, const double (*x0)[3], const double (*x1)[3]);

// Ours: refits the same nodes bottom-up, tighter spheres in linear time. The tree must have been
// built.
void SphereTree_Refit(SphereTree* tree, const double (*x0)[3], const double (*x1)[3]);

// What the paper left out for want of time: refits the same nodes with the smallest spheres around
// their particles (Welzl 1991, smallest_ball.h). The tree must have been built.
void SphereTree_Shrink(SphereTree* tree, const double (*x0)[3], const double (*x1)[3]);

// The nodes of one level together.
typedef struct SphereLevel {
    uint32_t nodes;
    double volume; // sum of the spheres'; where they overlap it counts twice
    double meanRadius;
    uint32_t outside; // particles outside of the sphere of their node
} SphereLevel;
enum { SPHERE_LEVELS = 16 };

// Returns the number of levels; the root is the first. A leaf counts in the levels below it, too:
// each level covers the whole cloth.
int SphereTree_Levels(const SphereTree* tree, const double (*x)[3],
                      SphereLevel levels[SPHERE_LEVELS]);

// Nodes whose children have less volume together than they have, and nodes with children.
void SphereTree_CountSmaller(const SphereTree* tree, uint32_t* smaller, uint32_t* parents);

// Conservative overlap test of two spheres.
static inline bool SphereNode_Overlap(const SphereNode* a, const SphereNode* b) {
    const double d[3] = {a->center[0] - b->center[0], a->center[1] - b->center[1],
                         a->center[2] - b->center[2]};
    const double reach = a->radius + b->radius;
    // Eight roundings in all, each relative by at most 2^-53.
    return d[0] * d[0] + d[1] * d[1] + d[2] * d[2] <= reach * reach * (1 + 0x1p-49);
}

#endif
