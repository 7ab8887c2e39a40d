// Scenes for the rooms bound and hierarchy: topologies and raw points, without the scene room.
#ifndef SELVAGE_TESTS_SUPPORT_TREE_SCENES_H
#define SELVAGE_TESTS_SUPPORT_TREE_SCENES_H

#include "hierarchy/tree.h"
#include "support/meshes.h"
#include "support/random.h"

#define TREE_SCENE_MAX_MESHES 40

typedef struct TreeScene {
    svContext* context;
    TestMesh lists[TREE_SCENE_MAX_MESHES];
    svTopology topologies[TREE_SCENE_MAX_MESHES];
    svSceneTopology meshes[TREE_SCENE_MAX_MESHES];
    uint32_t meshCount;
    uint32_t vertexCount, edgeCount, faceCount; // of all meshes
    double* points;                             // eight per vertex, from malloc
    double scale;                               // set by TreeScene_Place
} TreeScene;

TreeScene TreeScene_Make(svContext* context);
void TreeScene_Free(TreeScene* scene);

// Adds a mesh and takes its list over. All points stay or become zero.
void TreeScene_Add(TreeScene* scene, TestMesh list);

// Where vertices are.
typedef enum TreePlacement {
    TREE_RANDOM,     // anywhere
    TREE_TRIANGLES,  // three vertices in a row near each other: a soup
    TREE_SHEET,      // vertex i in row i / 101: a wavy sheet, moving
    TREE_HUGE,       // anywhere, near the largest doubles
    TREE_TINY,       // anywhere, denormal
    TREE_COINCIDENT, // all in one place
    TREE_LATTICE,    // on a few places of a plane, without motion
    TREE_PLACEMENT_COUNT
} TreePlacement;

void TreeScene_Place(TreeScene* scene, TreePlacement placement, uint64_t seed);

// Scenes of every kind; false if there is none with this number. Without its points.
bool TreeScene_MakeNumber(svContext* context, uint32_t number, TreeScene* scene);

// svLeaves_Build and svTree_OrderLeaves with scratch that lives as long as the call.
svStatus TreeScene_BuildLeaves(const TreeScene* scene, svLeaves* leaves);
svStatus TreeScene_OrderLeaves(svContext* context, svBuilder builder, const double* points,
                               double scale, svLeaves* leaves);

// The points of a leaf, scaled.
svLeafPoints TreeScene_LeafPoints(const TreeScene* scene, const svLeaf* leaf);

#endif
