/// \file
/// Selvage: self-collision culling of a patch, a piece of surface.
///
/// The normal and contour test of Volino and Magnenat-Thalmann (1994), completed so that its yes is
/// a proof that the patch is free of self-contact, at an instant or over a time step, for any set
/// of triangles. It is the reference for the culling inside svScene and for the published methods:
/// every decision is certified against rounding, and an uncertain patch is *not apart*.
///
/// The patch is projected along a direction V. It is free of self-contact, or *apart* (no two of
/// its triangles have a point in common beyond the vertices and edges that they share), if
///  (a) every edge has at most two of its triangles, and those run along it in opposite directions;
///  (b) every triangle has a positive area in the projection;
///  (c) its contour, the edges with one triangle, passes no vertex twice;
///  (d) the contour does not touch itself in the projection;
///  (e) exactly one loop of the contour runs counter-clockwise in the projection.
///
/// Proof in short: by (b) the number of points that project to one place is the winding number of
/// the contour around it, and (c) to (e) make that at most one; two points that project to one
/// place would, by (b), be inner points of open sets that project to one place. Over a step all of
/// it has to hold at every time with one V; (e) then holds at all times if it holds at t0.
///
/// (a) and (c) are properties of the triangles alone: the *shape* of a patch, computed once. The
/// rest depends on the positions and is tested without allocating. Dropping any of the five
/// conditions loses collisions; the tests of the patch have an example for each.
#ifndef SELVAGE_PATCH_H
#define SELVAGE_PATCH_H

#include "selvage/base.h"
#include "selvage/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The answer and, if it is not "apart", the first condition that fails.
typedef enum svPatchVerdict {
    SV_PATCH_APART,             ///< proven free of self-contact
    SV_PATCH_EDGE,              ///< (a) fails, or a triangle repeats a vertex: never apart
    SV_PATCH_PINCH,             ///< (c) fails: never apart
    SV_PATCH_CLOSED,            ///< there is no contour, so that (b) fails for any V: never apart
    SV_PATCH_DIRECTION,         ///< no direction was found
    SV_PATCH_NORMAL,            ///< (b) is not certain
    SV_PATCH_CONTOUR,           ///< (d) is not certain
    SV_PATCH_LOOPS,             ///< (e) is not certain
    SV_PATCH_VERDICT_ENUM_COUNT ///< number of values, not a verdict
} svPatchVerdict;

/// Returns the verdict in one or two words: "apart", "pinch"... Never null.
SV_API const char* svPatchVerdict_Name(svPatchVerdict verdict);

/// Where the direction V comes from. It is only a guess: (b) is certified for the V that is used.
typedef enum svPatchDirection {
    SV_PATCH_AREA,         ///< the mean vector area over the step, from the contour alone (default)
    SV_PATCH_GIVEN,        ///< svPatchDef::given
    SV_PATCH_CONE_PROVOT,  ///< the axis of the normal cone, merged as by Provot (1997)
    SV_PATCH_CONE_TIGHT,   ///< the axis of the normal cone, merged as by Han et al. (2021)
    SV_PATCH_CONE_OPTIMAL, ///< the axis of the narrowest normal cone (svCone_Optimal)
    SV_PATCH_MASK26,       ///< of 26 fixed directions in front of all normals, the closest to AREA
    SV_PATCH_MASK64,       ///< the same of 64 fixed directions
    SV_PATCH_DIRECTION_ENUM_COUNT ///< number of values, not a direction
} svPatchDirection;

/// Returns "area", "given", "provot", "tight", "optimal", "mask26" or "mask64"; "unknown" for other
/// values.
SV_API const char* svPatchDirection_Name(svPatchDirection direction);

/// How (d) and (e) are proven.
typedef enum svPatchContour {
    /// Every two contour edges without a common vertex are separated by one fixed line of the
    /// projection plane, at t0 and at t1, on the same side (default). If there is such a line it is
    /// found, up to rounding. AABBs around runs of edges keep the number of pairs small.
    SV_PATCH_PAIRS,
    /// The contour is star-shaped: seen from one (moving) point it turns counter-clockwise all
    /// along,
    /// and once in all. Linear time, but fails on jagged contours.
    SV_PATCH_STAR,
    /// Runs of the contour whose binormals lie in one cone do not touch themselves; two runs are
    /// tested as in PAIRS. Proves whatever PAIRS proves, and over a step a little more.
    SV_PATCH_BINORMAL,
    SV_PATCH_CONTOUR_ENUM_COUNT ///< number of values, not a method
} svPatchContour;

/// Returns "pairs", "star" or "binormal"; "unknown" for other values.
SV_API const char* svPatchContour_Name(svPatchContour contour);

/// What follows from the triangles alone. A plain view: svPatchTester_FindShape fills it with
/// pointers into the tester's memory. To keep shapes, for the nodes of a BVH say, copy `contour`
/// and `loopStart` into arrays of your own and let the pointers point there.
typedef struct svPatchShape {
    const uint32_t* triangles; ///< three vertex indices each: the caller's, not copied
    size_t triangleCount;      ///< triangles of the patch
    /// The contour in loop order: the vertices of loop k are contour[loopStart[k]] up to
    /// contour[loopStart[k+1]-1], with the surface on the left. Edge i runs from contour[i] to the
    /// next vertex of its loop. Empty if `fault` is not SV_PATCH_APART.
    const uint32_t* contour;
    const uint32_t* loopStart; ///< loopCount + 1 offsets, the first of them 0
    uint32_t contourCount;     ///< vertices, and edges, of all loops
    uint32_t loopCount;        ///< loops of the contour
    uint32_t vertexCount;      ///< all vertex indices are below
    svPatchVerdict fault;      ///< SV_PATCH_APART, or why the patch can never be proven apart
} svPatchShape;

/// Positions and methods of a patch test. Start from svDefaultPatchDef().
typedef struct svPatchDef {
    size_t structSize;          ///< set by svDefaultPatchDef(); do not change
    svPositions x0;             ///< at t0; not copied
    svPositions x1;             ///< at t1, not copied; data null (default): at the instant t0 only
    svPatchDirection direction; ///< default SV_PATCH_AREA
    double given[3];            ///< for SV_PATCH_GIVEN: any length but 0
    svPatchContour contour;     ///< default SV_PATCH_PAIRS
    /// For SV_PATCH_GIVEN only: skip (b), because the caller knows, from the normal cones of a BVH
    /// for example, that the control normals of every triangle (svControlNormals; at an instant the
    /// one) are not zero and form an angle with `given` that is smaller than a right one by at
    /// least SV_PATCH_MARGIN. Default false.
    bool normalsKnown;
} svPatchDef;

/// Bound on the angle between the V that is used and svPatchDef::given, in radians.
#define SV_PATCH_MARGIN 0x1p-40

/// Returns default options without positions: SV_PATCH_AREA, SV_PATCH_PAIRS.
SV_API svPatchDef svDefaultPatchDef(void);

/// What svPatchTester_Test found, and what it cost.
typedef struct svPatchResult {
    bool apart;             ///< the verdict is SV_PATCH_APART
    svPatchVerdict verdict; ///< the answer, or the first condition that fails
    double direction[3];    ///< V up to rounding, of length 1; 0 if none was found
    /// NORMAL: the triangle. CONTOUR: the two edges (PAIRS, BINORMAL) or the edge and SV_NONE
    /// (STAR). Else SV_NONE.
    uint32_t place[2];
    uint32_t contourCount; ///< as in the shape
    uint32_t loopCount;    ///< as in the shape
    uint64_t normalTests;  ///< triangles tested for (b)
    uint64_t runPairs;     ///< pairs of contour runs whose AABBs were compared
    uint64_t edgePairs;    ///< pairs of contour edges tested
} svPatchResult;

/// Memory for shapes and tests, kept from one to the next. Belongs to its context, and with it to
/// one thread at a time.
typedef struct svPatchTester svPatchTester;

/// Creates a tester; destroy it before its context. `*tester` is set on success only.
/// SV_ERROR_ARGUMENT: a null pointer. SV_ERROR_MEMORY.
SV_API svStatus svPatchTester_Create(svContext* context, svPatchTester** tester);

/// Frees a tester; the shapes that point into it are no longer valid. Null is allowed.
SV_API void svPatchTester_Destroy(svPatchTester* tester);

/// Computes the shape of `count` triangles, in linear time. Any list is allowed; if it can never be
/// apart, the shape's `fault` says why. The triangles are not copied; the shape is valid until the
/// next call with this tester and as long as the triangles are. SV_ERROR_ARGUMENT: a null pointer
/// or more than SV_MAX_TRIANGLES. SV_ERROR_MEMORY.
SV_API svStatus svPatchTester_FindShape(svPatchTester* tester, const uint32_t* triangles,
                                        size_t count, svPatchShape* shape);

/// Tests whether the patch is free of self-contact at the positions of `def`. Conservative: "not
/// apart" proves nothing. Allocates only if the contour is longer (for SV_PATCH_CONE_OPTIMAL: the
/// patch is larger) than any before. Positions that are not finite make the patch uncertain: not
/// apart. An empty patch is apart. SV_ERROR_ARGUMENT: a null pointer, a wrong structSize, views
/// that are malformed (svPositions_IsValid) or have fewer than shape->vertexCount positions, an
/// unknown enum value, `normalsKnown` without SV_PATCH_GIVEN. SV_ERROR_MEMORY.
SV_API svStatus svPatchTester_Test(svPatchTester* tester, const svPatchShape* shape,
                                   const svPatchDef* def, svPatchResult* result);

/// Computes the shape of `count` triangles and tests it, for a single patch. Keeps nothing; fails
/// like svPatchTester_FindShape and svPatchTester_Test.
SV_API svStatus svPatch_Test(svContext* context, const uint32_t* triangles, size_t count,
                             const svPatchDef* def, svPatchResult* result);

#ifdef __cplusplus
}
#endif

#endif
