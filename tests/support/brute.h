// The judge of whole scenes: all pairs of features of all meshes, by the definitions of
// docs/definitions.md and scene.h, each decided by the single-pair functions, which are proven
// against exact arithmetic elsewhere; distances by exact arithmetic. No tree, no topology of the
// library, no sorting: the loops run in the order of the results.
#ifndef SELVAGE_TESTS_SUPPORT_BRUTE_H
#define SELVAGE_TESTS_SUPPORT_BRUTE_H

#include "support/oracle.h"
#include "support/scenes.h"

typedef enum SceneMode {
    SCENE_DETECT,
    SCENE_INTERSECT,
    SCENE_PROXIMITY,
    SCENE_MODE_COUNT
} SceneMode;

// "detect", "intersect" or "proximity".
const char* SceneMode_Name(SceneMode mode);

// A query of one of the modes; only that mode's def counts.
typedef struct SceneQuery {
    SceneMode mode;
    svDetectDef detect;
    svIntersectDef intersect;
    svProximityDef proximity;
} SceneQuery;

// The defaults of a mode.
SceneQuery SceneQuery_Make(SceneMode mode);

// What all defs have in common, of the one that counts.
svQueryDef* SceneQuery_Common(SceneQuery* query);

// All that a query can tell about a pair; what it does not tell is zero, padding included, so that
// rows can be compared as bytes.
typedef struct SceneRow {
    svFeaturePair pair;
    svInterval time;
    svContactShape shape;
    svSegment segment;
    double distance;
    uint8_t meeting, shared;
} SceneRow;

// A pair that a query reports, or may report.
typedef struct BruteRow {
    SceneRow row; // Proximity: the pair and its distance, rounded

    // Whether it must be reported. Where it need not, contact at a distance, or at t0, is a matter
    // of rounding.
    bool must;

    // Detect: half the sum of the thicknesses. If it is not zero, only pairs that are truly as near
    // as that must be reported, whatever `must` says; bruteIsNear tells.
    double separation;
    oracleKind kind;
    svMovingPair points;
} BruteRow;

// Vertex-face and edge-edge; pairs of faces are in the first list.
typedef struct BruteList {
    BruteRow* rows;
    size_t count, capacity;
} BruteList;

typedef struct BruteResult {
    svStatus status;   // SV_OK or SV_ERROR_OVERLAP
    bool open;         // whether there is overlap is a matter of rounding: status and rows are open
    uint64_t overlaps; // ignored ones
    bool overlapsOpen; // the number is a matter of rounding
    BruteList lists[2];
} BruteResult;

// What the query must find. The common part of the def is not looked at: everything, in order.
void bruteRun(const TestScene* scene, const SceneQuery* query, BruteResult* result);
void bruteFree(BruteResult* result);

// Whether the pair of the row is proven to come as near as its separation.
bool bruteIsNear(const BruteRow* row);

// The distance of a pair at t0 from above and below: upper - lower is at most 2^-44 of the largest
// coordinate. Floating point where that proves it, else exact arithmetic.
typedef struct BruteDistance {
    long double lower, upper;
} BruteDistance;
BruteDistance bruteDistance(oracleKind kind, const svMovingPair* pair);

// Whether it is at most `bound`, exactly.
bool bruteWithin(oracleKind kind, const svMovingPair* pair, double bound);

// The largest coordinate of the pair at t0, in magnitude.
double bruteLargest(const svMovingPair* pair);

#endif
