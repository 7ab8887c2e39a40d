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
//
// The particle in column x of row y, as printed (Eq. 1): y times the particles of a row times x.
// Nothing of row 0 and of column 0 has a place of its own there, and 2 times 3 is 3 times 2. Here:
// y times the particles of a row, plus x.
#ifndef SELVAGE_PAPERS_METHODS_QUAD_TREE_H
#define SELVAGE_PAPERS_METHODS_QUAD_TREE_H

#include "selvage/base.h"

#include <stdbool.h>

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

// What the paper's text says: a volume is made, tested with the ball, and divided only where the
// ball hits it. The same hits as after QuadTree_Build, level by level; `nodes` are those that were
// made, the divided ones with children.
void QuadTree_SearchDividing(QuadTree* tree, const double (*x)[3], const double ball[3],
                             double radius);

// Whether the ball overlaps the volume of a node, conservatively: never false where a particle of
// the node is inside the ball.
bool QuadTree_BallOverlaps(const QuadTree* tree, const QuadNode* node, const double ball[3],
                           double radius);

// Number of particles outside a volume that should contain them.
uint32_t QuadTree_CountOutside(const QuadTree* tree, const double (*x)[3]);

// Whether a particle is inside the ball: the exact answer every BVH and brute force must agree on.
static inline bool Quad_IsInside(const double x[3], const double ball[3], double radius) {
    const double d[3] = {x[0] - ball[0], x[1] - ball[1], x[2] - ball[2]};
    return d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < radius * radius;
}

// Eq. 1 as printed: the place of a particle in the list. Right: row * columns + column.
static inline uint32_t Quad_PlaceAsPrinted(uint32_t column, uint32_t row, uint32_t columns) {
    return row * columns * column;
}

// UNSAFE, Eqs. 3 and 4 as printed, with the length of a vector as its "distance" and the radii
// added to each coordinate. Depends on where the origin is.
static inline bool Quad_CollidesAsPrinted(double sphereRadius, const double ball[3],
                                          double radius) {
    const double add = sphereRadius + radius;
    const double d[3] = {ball[0] + add, ball[1] + add, ball[2] + add};
    return d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < radius * radius;
}

#endif
