/// \file
/// Selvage: a look inside a query. The BVH as the last query left it, what self-collision culling
/// proved, and the pairs that each stage passed on: for pictures, teaching and methods of your own.
///
/// Levels are counted from the leaves: level 0 has the leaves, of up to sixteen triangles of one
/// mesh each; item i of level l + 1 bounds the items 16 i to 16 i + 15 of level l, as far as there
/// are any. The last level has one item, the root.
#ifndef SELVAGE_INSPECT_H
#define SELVAGE_INSPECT_H

#include "selvage/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The most levels of a BVH, that of the leaves included.
#define SV_BVH_MAX_LEVELS 9

/// The shape of a BVH. Changes only when a query builds it anew (svSceneStats::built).
typedef struct svBvhShape {
    svVolume volume;                       ///< the bounding volume that queries test
    uint32_t levelCount;                   ///< levels, that of the leaves included; 0: no triangles
    uint32_t itemCount[SV_BVH_MAX_LEVELS]; ///< items of each level; beyond levelCount 0
} svBvhShape;

/// The BVH of the scene's last query. SV_ERROR_ARGUMENT: a null pointer, or no query has built one
/// yet (or meshes came or went since).
SV_API svStatus svScene_GetBvh(const svScene* scene, svBvhShape* shape);

/// A leaf: connected triangles of one mesh.
typedef struct svBvhLeaf {
    uint32_t mesh;      ///< the mesh
    uint32_t faceCount; ///< 1 to 16
    uint32_t faces[16]; ///< numbered as in the mesh
} svBvhLeaf;

/// Leaf `index`. SV_ERROR_ARGUMENT: a null pointer, no BVH, or no such leaf.
SV_API svStatus svScene_GetLeaf(const svScene* scene, uint32_t index, svBvhLeaf* leaf);

/// Numbers that describe a volume at one instant: 6 (box: lower x y z, upper x y z), 4 (sphere:
/// centre x y z, radius) or 18 (18-DOP: nine lower ends, then nine upper ends, along x, y, z, x+y,
/// x+z, y+z, x-y, x-z, y-z); 0 for other values.
SV_API uint32_t svVolume_Numbers(svVolume volume);

/// Bounds of `count` items of a level from item `first` on, in the scene's coordinates, as the last
/// query had them at t0 (`time` 0) or t1 (1); of a query at an instant both are the same. They
/// include thicknesses and distances and are rounded outwards, so that they may be infinite where
/// coordinates are near the greatest double. `bounds` has room for svVolume_Numbers(shape.volume)
/// doubles per item. Between t0 and t1 the bounds that are tested are those interpolated between
/// the two. SV_ERROR_ARGUMENT: a null pointer, no BVH, a level, a time or items that there are not.
SV_API svStatus svScene_GetBounds(const svScene* scene, uint32_t level, uint32_t first,
                                  uint32_t count, int time, double* bounds);

/// What self-collision culling knows of an item.
typedef enum svSelfFree {
    SV_SELF_OPEN,           ///< nothing, or it was not asked: the item was tested against itself
    SV_SELF_FREE,           ///< the triangles below are proven not to touch one another
    SV_SELF_FREE_GROUP,     ///< so are those of the four items 4 (i / 4) to 4 (i / 4) + 3 together:
                            ///< these were not tested against each other either
    SV_SELF_FREE_ENUM_COUNT ///< number of values, not one of them
} svSelfFree;

/// Sets `isFree` of `count` items of a level from item `first` on to svSelfFree, as of the last
/// query. What is below an item that is free is free. Fails like svScene_GetBounds.
SV_API svStatus svScene_GetSelfFree(const svScene* scene, uint32_t level, uint32_t first,
                                    uint32_t count, uint8_t* isFree);

/// A stage of a query whose pairs can be watched.
typedef enum svStage {
    SV_STAGE_NODES,      ///< broad phase: pairs of items above the leaves whose volumes overlap, as
                         ///< many as svSceneStats::nodePairs
    SV_STAGE_LEAVES,     ///< broad phase: pairs of leaves whose volumes overlap, as many as
                         ///< svSceneStats::leafPairs
    SV_STAGE_CANDIDATES, ///< pairs of features (triangles at an instant) left by all filters: what
                         ///< the narrow phase tests
    SV_STAGE_ENUM_COUNT  ///< number of values, not a stage
} svStage;

/// Pairs of one stage, valid during svWatch::take only.
typedef struct svStageBlock {
    svStage stage;                 ///< the stage that passes them on
    uint32_t level;                ///< of the items of `items`: 0 for leaves
    svPairKind kind;               ///< of candidates; of triangles SV_VERTEX_FACE
    size_t count;                  ///< pairs in this block
    const uint32_t (*items)[2];    ///< SV_STAGE_NODES, SV_STAGE_LEAVES: first the lower number; an
                                   ///< item is also paired with itself. Else null
    const svFeaturePair* features; ///< SV_STAGE_CANDIDATES; else null
} svStageBlock;

/// Watches the stages of a query (svQueryDef::watch). It costs time, and changes no result.
struct svWatch {
    uint32_t stages; ///< the stages to report: bits 1 << svStage
    /// Receives the pairs block by block, in no particular order, each once; from any worker, but
    /// never from two at once. It may call the functions above, but no query and nothing that
    /// changes the scene. Of a query that ends early it receives what was done until then.
    void (*take)(const svStageBlock* block, void* user);
    void* user; ///< passed to `take`
};

#ifdef __cplusplus
}
#endif

#endif
