/// \file
/// Selvage: options of the broad phase.
///
/// A scene keeps one bounding volume hierarchy (BVH) over all its meshes: leaves of up to sixteen
/// triangles, sixteen children per node, refitted at every query. These enums say how it is built
/// and what is culled with it. No result depends on them, only time does.
#ifndef SELVAGE_HIERARCHY_H
#define SELVAGE_HIERARCHY_H

#include "selvage/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bounding volumes of the BVH. A node keeps two of them, around its triangles at t0 and at t1: two
/// nodes that one fixed direction separates at both times, on the same side, stay apart in between,
/// since motion is linear. That is tighter than one volume around the whole sweep.
typedef enum svVolume {
    SV_VOLUME_BOX,       ///< axis-aligned bounding box (AABB)
    SV_VOLUME_SPHERE,    ///< bounding sphere: looser, smaller
    SV_VOLUME_DOP18,     ///< 18-DOP, nine slabs: the axes and the diagonals between two of them
    SV_VOLUME_ENUM_COUNT ///< number of values, not a volume
} svVolume;

/// How the BVH is built.
typedef enum svBuilder {
    SV_BUILDER_MEDIAN,  ///< median split along the longest axis
    SV_BUILDER_MORTON,  ///< along a Morton curve: fastest to build
    SV_BUILDER_SAH,     ///< binned surface area heuristic: slowest to build, fastest to traverse
    SV_BUILDER_PATCHES, ///< connected pieces of surface (default): best with self-collision culling
    SV_BUILDER_ENUM_COUNT ///< number of values, not a builder
} svBuilder;

/// When the BVH is rebuilt. Otherwise its volumes are refitted, at every query.
typedef enum svRebuild {
    SV_REBUILD_AUTO,      ///< when refitting has made the tree clearly worse than it was when built
    SV_REBUILD_ALWAYS,    ///< at every query
    SV_REBUILD_NEVER,     ///< only when meshes are added or removed
    SV_REBUILD_ENUM_COUNT ///< number of values, not a mode
} svRebuild;

/// Self-collision culling: subtrees that are proven free of self-contact are not tested against
/// themselves. Smooth cloth consists mostly of such pieces, and their neighbouring triangles, close
/// but harmless, are what a self-collision query spends its time on. The proof is that of patch.h;
/// svSceneStats counts tests and successes.
typedef enum svSelfCulling {
    /// Tests where it is likely to pay (default): not in a BVH that the query itself built; a
    /// subtree that failed rests for 1, 3, 7, 15, then 31 queries; queries at an instant skip
    /// subtrees of four leaves.
    SV_SELF_CULLING_AUTO,
    SV_SELF_CULLING_ON,        ///< tests every subtree at every query
    SV_SELF_CULLING_OFF,       ///< tests none
    SV_SELF_CULLING_ENUM_COUNT ///< number of values, not a mode
} svSelfCulling;

/// The filters between broad phase and elementary tests, as bits of svSceneDef::filters. Each is
/// conservative: it rejects only pairs that certainly do not touch (SV_FILTER_COPLANAR also accepts
/// pairs that certainly do). Switching one off shows what it is worth.
typedef enum svFilter {
    SV_FILTER_SLABS = 1,     ///< two leaves: a slab along one leaf's normal separates the other
    SV_FILTER_DIAGONALS = 2, ///< two features: one of six fixed directions separates them
    SV_FILTER_COPLANAR = 4,  ///< in single precision: never coplanar, or coplanar only outside
    SV_FILTER_STARS = 8,     ///< svScene_Intersect: triangles side by side around a common vertex
    SV_FILTER_ALL = 15       ///< all of them (default)
} svFilter;

/// Returns "box", "sphere" or "dop18"; "unknown" for other values.
SV_API const char* svVolume_Name(svVolume volume);

/// Returns "median", "morton", "sah" or "patches"; "unknown" for other values.
SV_API const char* svBuilder_Name(svBuilder builder);

/// Returns "auto", "always" or "never"; "unknown" for other values.
SV_API const char* svRebuild_Name(svRebuild rebuild);

/// Returns "auto", "on" or "off"; "unknown" for other values.
SV_API const char* svSelfCulling_Name(svSelfCulling culling);

#ifdef __cplusplus
}
#endif

#endif
