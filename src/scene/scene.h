// What the files of the scene share. Order of a query:
//   scene.c      meshes, their options, exclusions
//   numbering.c  of features and points
//   update.c     positions, leaves, tree
//   self.c       parts that do not meet themselves
//   search.c     workers walk the tree; a query says what to do with pairs of leaves
//   detect.c, intersect.c, proximity.c    the queries
//   results.c    merging, sorting and numbering what the workers found
#ifndef SELVAGE_SCENE_SCENE_H
#define SELVAGE_SCENE_SCENE_H

#include "base/arena.h"
#include "base/context.h"
#include "contact/sort.h"
#include "filter/exclusions.h"
#include "input/leaf_motion.h"
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

typedef struct svSceneMember {
    svMesh* mesh;
    svSceneMeshDef def;
    double* vertexThickness; // a copy, or null
} svSceneMember;

typedef struct svSceneWorker svSceneWorker; // search.h

struct svScene {
    svContext* context;
    svSceneDef def;
    const svKernels* kernels; // of def.isa

    svSceneMember* members;
    size_t memberCapacity;
    uint32_t memberCount;
    svExclusions exclusions;

    // The numbering of the scene: the features of all meshes one after another.
    svSceneTopology* topologies;
    size_t topologyCapacity;
    uint32_t vertexCount, edgeCount, faceCount;

    // Eight doubles per point: x y z 0 at t0, x y z 0 at t1. Points are the vertices in the order
    // of the leaves, so that what is near in space is near in memory, whatever the order of the
    // mesh.
    double* points;
    size_t pointCapacity;
    uint32_t* pointOfVertex; // from the numbering of the scene
    uint32_t* vertexOfPoint; // and back
    size_t pointOfVertexCapacity, vertexOfPointCapacity;
    bool ordered;      // points have their own order; else that of the vertices
    double* thickness; // of each vertex; null while no mesh has any
    size_t thicknessCapacity;
    bool thick; // some mesh has a thickness

    double scale;      // a power of two; scaled coordinates are coordinates times scale
    double center[3];  // of the scene, scaled
    double extentArea; // of the scene's box, scaled

    svArena scratch; // of the builders; empty between queries but with SV_REBUILD_ALWAYS
    svLeaves leaves;
    svLeafMotion* motions;
    svLeafDiagonals* leafDiagonals;
    size_t motionCapacity, leafDiagonalsCapacity;
    float (*leafNormals)[3]; // svLeafMotion::normal again, for who wants nothing else
    size_t leafNormalCapacity;
    svTree tree;
    svTasks tasks;
    svStars stars;         // of the leaves and points as they are, once a query has asked for them
    bool starsSet;         // by the last update
    bool starsStale;       // leaves or points changed
    svSelfTests selfTests; // the same for parts of the tree
    bool selfStale;
    // Of the last update: svSelfLevel::apart by level, or null if parts were not tested.
    const uint8_t* const* apart;
    const uint8_t* apartLevels[SV_PART_LEVELS];
    bool stale;       // meshes came or went: leaves and tree must be made anew
    bool rulesStale;  // options or meshes changed: rings and thicknesses must be made anew
    double builtCost; // of the tree when it was built, relative to the scene's area

    svSceneWorker** workers; // one each
    uint32_t workerCount;

    svBuffer results[16]; // results.c: what the last query returned
    svBuffer lists;       // of the workers' keys, while they are sorted
    svBuffer shapes[2];   // of its contacts
    svBuffer segments;    // of its pairs of faces
};

// search.c
void svSceneWorkers_Destroy(svScene* scene);

// update.c

// What a query looks at.
typedef struct svUpdate {
    int instant;     // -1: the whole step; 0 or 1: the positions at that time
    double distance; // added to the thicknesses
    bool thick;      // thicknesses count

    bool distant; // distances count even if there is no thickness

    bool stars; // the query is about an instant and wants to know which stars are spread

    bool self; // the query is about contact alone: parts of the tree may be tested for not meeting
               // themselves

    // The tests at a distance accept pairs that are a little farther away than that. Bounds must
    // not tell those apart, or the result would depend on them: so they hold all pairs up to
    // 1 + `slack` times their thickness, and 2^-40 of their coordinates beyond.
    double slack;
} svUpdate;

// Reads the motion of all meshes and brings leaves and tree up to date. Sets the build and update
// parts of the stats.
svStatus svScene_Update(svScene* scene, const svUpdate* update, svSceneStats* stats);

// self.c

// The tests of the parts of the tree at one query.
typedef struct svSelfTesting {
    svSelfRun run;
    svLeafReading reading;
    svWorkers* workers;
    bool early;     // begun while leaves are read
    uint32_t level; // that is being tested
    svSelfCounts counts;
} svSelfTesting;

// Before leaves are read: whether nodes can be begun.
void svScene_BeginSelf(svScene* scene, svWorkers* workers, const svUpdate* update,
                       svSelfTesting* testing);
// The leaves of these nodes have been read.
void svSelfTesting_BeginNodes(svSelfTesting* testing, uint32_t first, uint32_t end,
                              uint32_t worker);
// All leaves have been read: sets svScene::apart, if parts are to be tested, and its part of the
// stats.
svStatus svScene_EndSelf(svScene* scene, const svUpdate* update, svSelfTesting* testing,
                         svSceneStats* stats);

// numbering.c

// Numbers the features of all meshes, and points like vertices, and makes room for points.
// SV_ERROR_MEMORY.
svStatus svScene_Number(svScene* scene);
// What building leaves asks for.
void svScene_NumberPointsLikeVertices(svScene* scene);
// Numbers the points as the leaves own them; vertices of no face come last. The leaves, which knew
// vertices, know points then.
void svScene_NumberPointsByLeaf(svScene* scene);

// The mesh of a feature of the scene: the last one whose first feature is not beyond it.
uint32_t svScene_MeshOfVertex(const svScene* scene, uint32_t vertex);
uint32_t svScene_MeshOfEdge(const svScene* scene, uint32_t edge);
uint32_t svScene_MeshOfFace(const svScene* scene, uint32_t face);

#endif
