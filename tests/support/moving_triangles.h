// Pairs of moving triangles for the elementary methods: random ones and those that rounding or
// touching makes hard; with or without common vertices.
#ifndef SELVAGE_TESTS_SUPPORT_MOVING_TRIANGLES_H
#define SELVAGE_TESTS_SUPPORT_MOVING_TRIANGLES_H

#include "papers/methods/triangle_pair.h"
#include "selvage/elementary.h"
#include "support/random.h"

typedef struct TestTriangles {
    PairCorners corners;
    uint32_t ids[6]; // equal where a vertex is shared
} TestTriangles;

typedef enum TestTrianglesFamily {
    TRIANGLES_NEAR, // anywhere near each other, any motion
    TRIANGLES_GRID, // small integers: touching, coplanar, degenerate, at rest
    TRIANGLES_FAR,  // the same, tiny and far from the origin: rounding everywhere
    TRIANGLES_WILD, // coordinates of any size
    TRIANGLES_FAMILY_COUNT
} TestTrianglesFamily;

// `shared`: up to three common vertices, else none.
void TestTriangles_Make(Random* random, TestTrianglesFamily family, bool shared,
                        TestTriangles* triangles);

svMovingTrianglePair TestTriangles_Pair(const TestTriangles* triangles);

// The fifteen pairs of features in the order of papers/methods/triangle_pair.h: whether the
// features of one have a vertex in common, and the pair itself.
bool TestTriangles_Shares(const TestTriangles* triangles, int feature);
svMovingPair TestTriangles_Feature(const TestTriangles* triangles, int feature);

// Bit f: pair f is in contact, by the exact tests of single pairs.
uint32_t TestTriangles_Contacts(const TestTriangles* triangles);

#endif
