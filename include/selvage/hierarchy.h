/// Selvage: how the hierarchy of a scene is made.
#ifndef SELVAGE_HIERARCHY_H
#define SELVAGE_HIERARCHY_H

#include "selvage/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bounding volumes of the hierarchy. Each bounds its triangles at t0 and at t1; linear motion
/// keeps them inside in between.
typedef enum svVolume {
    SV_VOLUME_BOX,    ///< axis-aligned
    SV_VOLUME_SPHERE, ///< looser, smaller
    SV_VOLUME_DOP18,  ///< nine slabs: the axes and the diagonals between two of them
    SV_VOLUME_COUNT
} svVolume;

/// How the hierarchy is built.
typedef enum svBuilder {
    SV_BUILDER_MEDIAN, ///< halves along the longest axis
    SV_BUILDER_MORTON, ///< along a space-filling curve: the quickest to build
    SV_BUILDER_SAH, ///< least surface area (binned): the slowest to build, the quickest to search
    SV_BUILDER_PATCHES, ///< what hangs together as a surface (default): best with self-culling
    SV_BUILDER_COUNT
} svBuilder;

/// When the hierarchy is built anew. In between its bounds are refitted at every query.
typedef enum svRebuild {
    SV_REBUILD_AUTO,   ///< when the refitted bounds have become clearly worse than fresh ones were
    SV_REBUILD_ALWAYS, ///< at every query
    SV_REBUILD_NEVER,  ///< only when meshes are added or taken away
    SV_REBUILD_COUNT
} svRebuild;

/// Whether parts of the hierarchy are asked, before the search, if they certainly do not meet
/// themselves: smooth cloth is full of neighbours that are near each other and harmless. The result
/// is the same; svSceneStats tells how many parts were tested.
typedef enum svSelfCulling {
    /// Not in a hierarchy that the query built; parts that failed are left alone for 1, 3, 7, 15,
    /// then 31 queries; at an instant parts of four leaves are left out.
    SV_SELF_CULLING_AUTO,
    SV_SELF_CULLING_ON, ///< all parts at every query
    SV_SELF_CULLING_OFF,
    SV_SELF_CULLING_COUNT
} svSelfCulling;

/// The filters between the hierarchy and the elementary tests, as bits. Each rejects what certainly
/// stays apart (SV_FILTER_COPLANAR also tells what certainly meets), so the result does not depend
/// on them; taking one out shows what it is worth.
typedef enum svFilter {
    SV_FILTER_SLABS = 1,     ///< along the normal of a leaf, all of another lies on one side
    SV_FILTER_DIAGONALS = 2, ///< six fixed directions that separate two features
    SV_FILTER_COPLANAR = 4,  ///< in single precision: never coplanar, or not where they meet
    SV_FILTER_STARS = 8,     ///< svScene_Intersect: triangles that lie side by side around a vertex
    SV_FILTER_ALL = 15
} svFilter;

/// "box", "sphere", "dop18"; "median", "morton", "sah", "patches"; "auto", "always", "never";
/// "auto", "on", "off". "unknown" for other values.
SV_API const char* svVolume_Name(svVolume volume);
SV_API const char* svBuilder_Name(svBuilder builder);
SV_API const char* svRebuild_Name(svRebuild rebuild);
SV_API const char* svSelfCulling_Name(svSelfCulling culling);

#ifdef __cplusplus
}
#endif

#endif
