// A scene: what each stage of a query writes, and the stages up to the broad phase.
//
// A query passes the stages in this order, one file each (src/README.md tells the whole story):
//   scene.c      the caller's meshes and options
//   update.c     reads the positions of all meshes, and builds or refits the BVH
//   cull_self.c  finds subtrees that are proven free of self-collision
//   query.c      starts the workers and splits the broad phase into tasks
//   detect.c, intersect.c, proximity.c
//                the queries: each takes leaf pairs from the broad phase, filters them, tests what
//                is left and collects the result
//   worker.c     what one worker has found so far
//   results.c    what all of them found, merged, sorted and named
//   watch.c, inspect.c
//                what callers may see of it (selvage/inspect.h)
#ifndef SELVAGE_SCENE_SCENE_H
#define SELVAGE_SCENE_SCENE_H

#include "base/arena.h"
#include "base/context.h"
#include "contact/sort.h"
#include "dispatch/kernels.h"
#include "filter/exclusions.h"
#include "filter/filter_input.h"
#include "input/leaf_motion.h"
#include "input/numbering.h"
#include "parallel/workers.h"
#include "selfcull/self_test.h"
#include "selfcull/star.h"
#include "selvage/scene.h"
#include "traverse/traverse.h"

// A growing array of the context; every element is plain data.
typedef struct svBuffer {
    void* data;
    size_t capacity;
} svBuffer;

// A mesh of the scene and its options. Written by scene.c.
typedef struct svSceneMember {
    svMesh* mesh;
    svSceneMeshDef def;
    double* vertexThickness; // a copy, or null
} svSceneMember;

// The positions of this step. Written by update.c.
typedef struct svSceneInput {
    // Eight doubles per point (input/numbering.h): x y z 0 at t0, x y z 0 at t1.
    double* points;
    size_t pointCapacity;
    double* thickness; // of each vertex; null while no mesh has any
    size_t thicknessCapacity;
    bool thick;        // some mesh has a thickness
    double scale;      // a power of two; scaled coordinates are coordinates times scale
    double center[3];  // of the scene, scaled
    double extentArea; // of the scene's box, scaled
} svSceneInput;

// The BVH: leaves of up to sixteen triangles, and the tree over them. Built now and then, refitted
// at every query. Written by update.c.
typedef struct svSceneBvh {
    svLeaves leaves;
    svTree tree;
    svLeafMotion* motions; // of each leaf: its vertices in single precision
    svLeafDiagonals* leafDiagonals;
    float (*leafNormals)[3]; // packed copy of svLeafMotion::normal, for cache-friendly sweeps
    size_t motionCapacity, leafDiagonalsCapacity, leafNormalCapacity;
    double builtCost; // of the tree when it was built, relative to the scene's area
    svArena scratch;  // of the builders; empty between queries but with SV_REBUILD_ALWAYS
} svSceneBvh;

// What is proven free of self-collision. Written by cull_self.c.
typedef struct svSceneCulling {
    svSelfTests selfTests; // of the subtrees, built by the first query that culls
    bool selfStale;        // leaves or points changed since
    // Of the last update: svSelfLevel::apart by level, or null if subtrees were not tested.
    const uint8_t* const* apart;
    const uint8_t* apartLevels[SV_PART_LEVELS];
    svStars stars;   // the same for the triangles around a vertex, at an instant
    bool starsStale; // leaves or points changed since
    bool starsSet;   // by the last update
} svSceneCulling;

// The arrays of the last result. Written by results.c and the queries.
typedef struct svSceneResults {
    svBuffer merged[16]; // results.c: keys, pairs and data of each list
    svBuffer lists;      // of the workers' keys, while they are sorted
    svBuffer shapes[2];  // of contacts, by svPairKind
    svBuffer segments;   // of triangle pairs
} svSceneResults;

// The roles of leaves in a proximity query that has roles. Written by roles.c.
typedef struct svSceneRoles {
    svLeafRoles* leaves;
    size_t capacity;
} svSceneRoles;

typedef struct svSceneWorker svSceneWorker; // worker.h

struct svScene {
    svContext* context;
    svSceneDef def;
    const svKernels* kernels; // of def.isa

    svSceneMember* members;
    size_t memberCapacity;
    uint32_t memberCount;
    svExclusions exclusions;
    bool stale;      // meshes came or went: numbering, leaves and tree must be rebuilt
    bool rulesStale; // options or meshes changed: rings and thicknesses must be rebuilt

    svNumbering numbering;
    svSceneInput input;
    svSceneBvh bvh;
    svSceneCulling culling;
    svSceneRoles roles;
    svTasks tasks;           // of the broad phase
    svSceneWorker** workers; // one each, kept from query to query
    uint32_t workerCount;
    svSceneResults results;
};

// What a query needs of the scene.
typedef struct svUpdate {
    int instant;     // -1: the whole step; 0 or 1: the positions at that time
    double distance; // added to the thicknesses
    bool thick;      // thicknesses count
    bool distant;    // distances count even if there is no thickness
    bool stars;      // the query is about an instant and wants to know which stars are spread
    bool self;       // the query is about contact alone: self-collision culling applies

    // The tests at a distance accept pairs that are a little farther away than that. Bounds must
    // not cull those, or the result would depend on the bounds: so they are inflated to keep all
    // pairs up to 1 + `slack` times their thickness, and 2^-40 of their coordinates beyond.
    double slack;
} svUpdate;

// update.c: reads the motion of all meshes, refits the BVH and culls what is free of
// self-collision. Sets the build and update parts of the stats.
svStatus svScene_Update(svScene* scene, const svUpdate* update, svSceneStats* stats);

// Says "scene: out of memory" and returns SV_ERROR_MEMORY.
svStatus svScene_OutOfMemory(svScene* scene);

// ---- cull_self.c -----------------------------------------------------------------------------

// Self-collision culling during one update: begun while leaves are refitted, and in the cache,
// ended when all are.
typedef struct svCullingRun {
    svSelfRun run;
    svLeafReading reading;
    svWorkers* workers;
    bool early;     // begun while leaves are refitted
    uint32_t level; // that is being tested
    svSelfCounts counts;
} svCullingRun;

// Before leaves are refitted: whether nodes can be begun meanwhile.
void svScene_BeginSelfCulling(svScene* scene, svWorkers* workers, const svUpdate* update,
                              svCullingRun* culling);
// The leaves of these nodes have been refitted.
void svCullingRun_BeginNodes(svCullingRun* culling, uint32_t first, uint32_t end, uint32_t worker);
// All leaves have been refitted: sets svSceneCulling::apart, if subtrees are tested, and stars, if
// the query wants them; and their part of the stats.
svStatus svScene_EndSelfCulling(svScene* scene, const svUpdate* update, svCullingRun* culling,
                                svSceneStats* stats);

#endif
