// Random scenes for the tests of svScene: small enough for brute force over all pairs, each family
// made for one way in which a pipeline goes wrong. The same seed gives the same scene everywhere.
#ifndef SELVAGE_TESTS_SUPPORT_SCENES_H
#define SELVAGE_TESTS_SUPPORT_SCENES_H

#include "selvage/scene.h"
#include "support/meshes.h"
#include "support/random.h"

// A mesh, its motion as the library sees it, and the caller's buffers that hold it.
typedef struct SceneMesh {
    TestMesh list;
    double (*x[2])[3]; // at t0 and t1
    void* data[2];     // the same numbers in the layout of the view
    size_t stride;
    svScalar scalar;
    bool isStatic; // the view of t0 twice
    svSceneMeshDef def;
    double* thickness; // what def.vertexThickness names, or null
} SceneMesh;

enum { SCENE_MAX_MESHES = 64, SCENE_MAX_EXCLUDED = 16 };

typedef struct TestScene {
    const char* family;
    uint64_t seed;
    Random random;
    SceneMesh meshes[SCENE_MAX_MESHES];
    uint32_t meshCount;   // those that take part now
    uint32_t hiddenCount; // after them: meshes that are still to be added
    uint32_t excludedMeshes[SCENE_MAX_EXCLUDED][2];
    uint32_t excludedMeshCount;
    svVertexPair excludedVertices[SCENE_MAX_EXCLUDED];
    uint32_t excludedVertexCount;
    /// A power of two of about the size of a quarter of the edges. All thicknesses are small
    /// multiples of unit/16, so that half of a sum of two is a double.
    double unit;
} TestScene;

typedef struct SceneFamily {
    const char* name;
    void (*make)(TestScene* scene);
} SceneFamily;

extern const SceneFamily sceneFamilies[];
extern const int sceneFamilyCount;

// A scene with everything but motion beyond its first step. Half of them have filters.
TestScene* TestScene_New(int family, uint64_t seed);
void TestScene_Free(TestScene* scene);

// The next step of the motion, written into the caller's buffers: t0 is where t1 was. A mesh may
// start or end being static.
void TestScene_Step(TestScene* scene);

// Other filters and thicknesses for one mesh.
void TestScene_ChangeDef(TestScene* scene, uint32_t mesh);

// Lets one of the hidden meshes take part.
void TestScene_Reveal(TestScene* scene);

// The view of the caller's buffer at t0 or t1.
svPositions SceneMesh_View(const SceneMesh* mesh, int time);

// For the families: adds a mesh (the list becomes the scene's) with all positions zero, null if the
// scene is full.
SceneMesh* TestScene_Add(TestScene* scene, TestMesh list);

#endif
