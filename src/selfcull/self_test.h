// Self-collision culling: parts of the BVH that are certified free of self-contact over the step,
// so that the broad phase skips all leaf pairs within them. Parts are 4, 16, 64, ... consecutive
// leaves: a node of the tree, or a quarter of one. The more leaves, the more a test saves for what
// it costs; but on folded cloth often four leaves look the same way where sixteen do not.
//
// The test is that of Volino and Magnenat-Thalmann ("Efficient self-collision detection on smoothly
// discretized surface animations using geometrical shape regularity", 1994), made rigorous and
// extended to a step. Take two vectors U and W and project the surface S of a part along V = U x W:
// a point p to (U.p, W.p). If
//   (a) every edge has at most two triangles of S, which run along it in opposite directions,
//   (b) every triangle has a positive area at every time,
//   (c) the contour of S, the sides without an opposite side in S, is closed loops that visit no
//       vertex twice,
//   (d) no two sides of the contour that share no vertex touch at any time,
//   (e) one loop alone runs around its inside in the positive sense,
// then S has no self-contact. For as the areas are positive, a point is covered as often as the
// loops wind around it; loops that neither cross nor touch themselves or each other wind around it
// 0 or +1 times, 0 or -1 times; so with one positive loop it is covered at most once. Two places of
// S at one point would cover points nearby twice, because a surface of positive triangles covers
// all points near one of its own (near one on the contour, all on one side of it; and (d) says that
// nothing else comes near there). Features in contact would be such places: so there is no contact
// in S, nor do two triangles intersect beyond what they share. Every condition is needed:
// tests/support/self_cases.h has self-intersecting meshes that miss one condition each. "All
// normals in a half space" alone is far from enough, and nothing follows from it for two nodes.
//
// (a) and (c) are topological, and tested once. Over a step, the area of a moving triangle with
// sides E(t) and G(t) is a quadratic in t with the Bernstein coefficients E0xG0, (E0xG1 + E1xG0) /
// 2, E1xG1: all positive, so is the area. (The middle coefficient is of the sides themselves:
// normals of unit length do not do.) Two sides stay separated if one direction separates them on
// the same side at t0 and at t1. (e) cannot change while the contour does not touch itself, and
// follows from (b) if there is one loop.
//
// By Binet and Cauchy the area of the projections is exactly ((q-p) x (r-p)).(U x W): whatever U
// and W are, as floats, (b) and (d) are about the same projection, and only the error of projected
// points counts.
#ifndef SELVAGE_SELFCULL_SELF_TEST_H
#define SELVAGE_SELFCULL_SELF_TEST_H

#include "hierarchy/tree.h"
#include "selfcull/self_kernel.h"

// The topology of a part.
typedef struct svSelfShape {
    uint32_t first, count;         // of svSelfTests::contour
    uint32_t firstLoop, loopCount; // of svSelfTests::loopEnds
    bool sound; // (a) and (c) hold, few loops, not too long; else it is never tested
} svSelfShape;

// Back-off of a part that failed at earlier queries.
typedef struct svSelfMemory {
    uint8_t rest;     // queries before it is tested again
    uint8_t patience; // how long the next failure makes it wait
} svSelfMemory;

// The parts of 4^(level + 1) leaves.
typedef struct svSelfLevel {
    uint32_t partCount;
    svSelfShape* shapes;
    svSelfMemory* memories;
    float (*normals)[3]; // sums of the leaves' normals
    svSelfView* views;   // of parts that passed when they were last tested themselves
    // Culled: the part, or a larger one around it, is free of self-contact.
    uint8_t* apart;
} svSelfLevel;

// All parts of a tree. Rebuilt with the leaves.
typedef struct svSelfTests {
    svSelfLevel levels[SV_PART_LEVELS]; // two for each of the tree
    uint32_t levelCount;
    // Where each side starts: points, loop by loop; for each part room for svContour::stride,
    // filled with its last one.
    uint32_t* contour;
    uint32_t* loopEnds; // of each loop, counted from the part's first side
    size_t contourCapacity, loopCapacity;
    uint32_t mostSides; // of a contour
    // Of nodes, the parts of level 1, what is known at this query already. 0: nothing; 1: they and
    // their quarters are tested; a higher level: their faces are positive, as the view of the part
    // of that level has it.
    uint8_t* nodeKnown;
    void* memory; // of all but contours, loops and rows
    size_t capacity;
    float* rows; // of all workers: the contour that each tests
    size_t rowCapacity;
} svSelfTests;

typedef struct svSelfDef {
    const svSceneTopology* meshes;
    const svLeaves* leaves; // their vertices are points
    const svTree* tree;
    const uint32_t* pointOfVertex; // from the numbering of the scene
    uint32_t vertexCount, faceCount, workerCount;
} svSelfDef;

// self_shape.c: finds the contours of all parts, and forgets what was known. The arena is for
// scratch and is rewound. SV_ERROR_MEMORY.
svStatus svSelfTests_Build(svArena* scratch, const svSelfDef* def, svSelfTests* tests);
// The floats that a worker needs of svSelfTests::rows.
size_t svSelfTests_RowsOfWorker(const svSelfTests* tests);
void svSelfTests_Destroy(svContext* context, svSelfTests* tests);

// How parts are tested at one query.
typedef struct svSelfRun {
    svSelfTests* tests;
    const svLeaves* leaves;
    const svLeafMotion* motions;
    const float (*leafNormals)[3]; // packed copy of svLeafMotion::normal
    const svLeafReading* reading;
    const svKernels* kernels;
    uint32_t smallest; // the lowest level that is tested, unless it is all there is
    bool patient;      // back-off: parts that failed rest for a while
} svSelfRun;

// How many parts were tested, and how many of them were culled.
typedef struct svSelfCounts {
    uint64_t tested, apart;
} svSelfCounts;

// A query tests the parts from the largest to the smallest, as a culled part settles all within.
// But memory is slow: what can be done while the leaves of a node are refitted, and in the cache,
// is done then. If no larger part was culled at the last query, the node is tested. If one was, the
// faces are tested for it, with its last view: if they pass, only its contour is left.

// Sums the normals of the leaves of nodes. `early`: also does the tests that belong to the refit.
void svSelfRun_BeginNodes(const svSelfRun* run, uint32_t first, uint32_t end, bool early,
                          uint32_t worker, svSelfCounts* counts);

// Whether a node is within a larger part that was culled at the last query; before parts are
// tested.
bool svSelfRun_WasCulled(const svSelfRun* run, uint32_t node);

// The sums of larger parts, all of them, once nodes are begun.
void svSelfRun_SumParts(const svSelfRun* run);

// Tests larger parts of a level, from 2 on, once those of the level above are done.
void svSelfRun_TestParts(const svSelfRun* run, uint32_t level, uint32_t first, uint32_t end,
                         uint32_t worker, svSelfCounts* counts);

// Tests the nodes that are left, once larger parts are done.
void svSelfRun_EndNodes(const svSelfRun* run, uint32_t first, uint32_t end, uint32_t worker,
                        svSelfCounts* counts);

#endif
