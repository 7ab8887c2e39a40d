// The BVHs of bade2015: a cloth recursively divided in four, a sphere or a box around the particles
// of each part, traversed top-down against a moving ball.
//
// A. Bade, C. S. Ping, S. H. Tanalol, "Collision detection for cloth simulation using bounding
// sphere hierarchy", 2015.
//
// The test, as printed: R_ball = Pos_ball + radius of the ball (Eq. 3), Distance = |R_sphere +
// R_ball| (Eq. 4), a collision where Distance is smaller than the radius of the ball. A position
// plus a radius is neither, the centre of the sphere does not occur, and a sum of radii is no
// distance. Here: |center - ball| < r + R. A particle collides if |x - ball| < R.
#ifndef SELVAGE_PAPERS_METHODS_QUAD_TREE_H
#define SELVAGE_PAPERS_METHODS_QUAD_TREE_H

#include "selvage/base.h"

typedef enum QuadVolume {
    // UNSAFE, Figure 4 of the paper: the first radius is (longest + 1) / 2, longest the longer side
    // of the cloth, and every level halves it, whatever the cloth does. Half a side is less than
    // half a diagonal, so that even the corners of a flat cloth may be outside.
    QUAD_SPHERE_PRINTED,
    QUAD_SPHERE, // centred at the box of the particles, out to the farthest
    QUAD_BOX,    // axis-aligned
    QUAD_VOLUME_COUNT
} QuadVolume;

typedef struct QuadTreeDef {
    uint32_t columns, rows; // particles: row * columns + column
    uint32_t levels;        // the root is the first; 0: down to single particles
    QuadVolume volume;
    // Printed radii only: the longer side of the cloth, and the length that the 1 stands for (the
    // paper's ball has radius 1).
    double longest, unit;
} QuadTreeDef;

typedef struct QuadNode {
    double a[3];                         // center, or lower corner
    double b[3];                         // radius (b[0]), or upper corner
    uint32_t column, row, columns, rows; // particles
    uint32_t firstChild, childCount;     // 0: a leaf
} QuadNode;

typedef struct QuadTree {
    QuadTreeDef def;
    QuadNode* nodes; // the root first, level by level
    uint32_t nodeCount;
    uint32_t* hits; // of the last search
    uint32_t hitCount;
    uint64_t nodeTests, particleTests; // so far
} QuadTree;

// SV_ERROR_MEMORY. The tree is empty until it is built.
svStatus QuadTree_Create(svContext* context, const QuadTreeDef* def, QuadTree* tree);
void QuadTree_Destroy(svContext* context, QuadTree* tree);

// Top-down, every volume from its particles.
void QuadTree_Build(QuadTree* tree, const double (*x)[3]);

// Collects the particles inside the ball into `hits`, in traversal order.
void QuadTree_Search(QuadTree* tree, const double (*x)[3], const double ball[3], double radius);

// Number of particles outside a volume that should contain them.
uint32_t QuadTree_CountOutside(const QuadTree* tree, const double (*x)[3]);

// Whether a particle is inside the ball: the exact answer every BVH and brute force must agree on.
static inline bool Quad_IsInside(const double x[3], const double ball[3], double radius) {
    const double d[3] = {x[0] - ball[0], x[1] - ball[1], x[2] - ball[2]};
    return d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < radius * radius;
}

#endif
