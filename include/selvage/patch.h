/// Selvage: does a piece of surface certainly not meet itself?
///
/// The surface-normal and contour test of Volino and Magnenat-Thalmann (1994), completed so that
/// its yes is a proof, at an instant and over a time step, for any set of triangles. It is the
/// reference of the library's own culling and of the published methods in the laboratory: every
/// decision is certified against rounding, and what is uncertain is *not apart*.
///
/// The patch is seen along a direction V. It does not meet itself (no two of its triangles have a
/// point in common beyond the vertices and edges that they share) if
///  (a) every edge has at most two of its triangles, and those run along it in opposite directions;
///  (b) every triangle has a positive area as seen along V;
///  (c) its contour, the edges with one triangle, passes no vertex twice;
///  (d) the contour does not touch itself as seen along V;
///  (e) exactly one of its loops runs counter-clockwise as seen along V.
/// For (b) makes the number of points seen at one place the number of times that the contour winds
/// around it, (c) to (e) make that at most one, and two points seen at one place would, by (b), be
/// the middles of open sets that are seen at one place. Over a step all of it has to hold at every
/// time with one V; (e) then holds at all times if it does at t0.
///
/// (a) and (c) are properties of the triangles alone: the *shape* of a patch, found once. The rest
/// depends on the positions and is tested without allocating. Leaving out any of the five loses
/// collisions (tests/cull/test_patch_cases.c has examples).
#ifndef SELVAGE_PATCH_H
#define SELVAGE_PATCH_H

#include "selvage/base.h"
#include "selvage/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The answer and, where it is not apart, the first condition that is missing.
typedef enum svPatchVerdict {
    SV_PATCH_APART,     ///< the patch certainly does not meet itself
    SV_PATCH_EDGE,      ///< (a) fails, or a triangle repeats a vertex: never apart
    SV_PATCH_PINCH,     ///< (c) fails: never apart
    SV_PATCH_CLOSED,    ///< there is no contour, so that (b) fails for any V: never apart
    SV_PATCH_DIRECTION, ///< no direction was found
    SV_PATCH_NORMAL,    ///< (b) is not certain
    SV_PATCH_CONTOUR,   ///< (d) is not certain
    SV_PATCH_LOOPS,     ///< (e) is not certain
    SV_PATCH_VERDICT_COUNT
} svPatchVerdict;

/// One or two words: "apart", "pinch"... Never null.
SV_API const char* svPatchVerdict_Name(svPatchVerdict verdict);

/// Where V comes from. It is only a proposal: (b) is certified for the V that is used.
typedef enum svPatchDirection {
    SV_PATCH_AREA,         ///< the mean vector area over the step, from the contour alone (default)
    SV_PATCH_GIVEN,        ///< svPatchDef::given
    SV_PATCH_CONE_PROVOT,  ///< the axis of a cone around all normals, merged as Provot does,
    SV_PATCH_CONE_TIGHT,   ///< or as Han et al. (2021) do,
    SV_PATCH_CONE_OPTIMAL, ///< or the narrowest there is (cone.h)
    SV_PATCH_MASK26, ///< that of 26 fixed directions which suits all normals and is nearest to AREA
    SV_PATCH_MASK64, ///< the same of 64
    SV_PATCH_DIRECTION_COUNT
} svPatchDirection;

/// "area", "given", "provot", "tight", "optimal", "mask26", "mask64"; "unknown" for other values.
SV_API const char* svPatchDirection_Name(svPatchDirection direction);

/// How (d) and (e) are shown.
typedef enum svPatchContour {
    /// Every two edges of the contour that have no common vertex are apart: one fixed line of the
    /// plane of view separates them, at t0 and at t1, on the same side. Where there is such a line
    /// it is found, but for rounding. Boxes around runs of edges keep the number of pairs small.
    SV_PATCH_PAIRS,
    /// Seen from one (moving) point, the contour turns counter-clockwise all along, and once in
    /// all. Linear time, but jagged contours do not.
    SV_PATCH_STAR,
    /// Runs of the contour whose binormals lie in one cone do not touch themselves; runs against
    /// each other as PAIRS. Finds all that PAIRS finds, and over a step a little more.
    SV_PATCH_BINORMAL,
    SV_PATCH_CONTOUR_COUNT
} svPatchContour;

/// "pairs", "star", "binormal"; "unknown" for other values.
SV_API const char* svPatchContour_Name(svPatchContour contour);

/// What follows from the triangles alone. A plain view: svPatchTester_FindShape fills it with
/// pointers into memory of the tester; to keep shapes, as for the nodes of a tree, copy `contour`
/// and `loopStart` into arrays of your own, one after another, and let the pointers point there.
typedef struct svPatchShape {
    const uint32_t* triangles; ///< three vertex indices each: the caller's, not copied
    size_t triangleCount;
    /// The contour in loop order: the vertices of loop k are contour[loopStart[k]] up to
    /// contour[loopStart[k+1]-1], the surface on the left. Edge i runs from contour[i] to the next
    /// vertex of its loop. Empty where `fault` is not SV_PATCH_APART.
    const uint32_t* contour;
    const uint32_t* loopStart; ///< loopCount + 1 numbers, the first of them 0
    uint32_t contourCount;     ///< vertices, and edges, of all loops
    uint32_t loopCount;
    uint32_t vertexCount; ///< all vertex indices are below
    svPatchVerdict fault; ///< SV_PATCH_APART, or why the patch can never be shown to be
} svPatchShape;

typedef struct svPatchDef {
    size_t structSize;
    svPositions x0; ///< at t0
    svPositions x1; ///< at t1; data null (default): the patch at the instant t0
    svPatchDirection direction;
    double given[3]; ///< for SV_PATCH_GIVEN: any length but 0
    svPatchContour contour;
    /// (b) need not be tested: the caller knows, from the cones of a tree for example, that the
    /// three control normals of every triangle (E0xG0, E0xG1+E1xG0, E1xG1 of its edges E
    /// and G; at an instant the one) are not zero and form with `given` an angle of less than a
    /// right one by at least SV_PATCH_MARGIN. For SV_PATCH_GIVEN only.
    bool normalsKnown;
} svPatchDef;

/// In radians: V differs from `given` by less.
#define SV_PATCH_MARGIN 0x1p-40

/// No positions; SV_PATCH_AREA, SV_PATCH_PAIRS.
SV_API svPatchDef svDefaultPatchDef(void);

typedef struct svPatchResult {
    bool apart;
    svPatchVerdict verdict;
    double direction[3]; ///< V up to rounding, of length 1; 0 if none was found
    /// NORMAL: the triangle. CONTOUR: the two edges (PAIRS, BINORMAL) or the edge and SV_NONE
    /// (STAR). Else SV_NONE.
    uint32_t place[2];
    uint32_t contourCount, loopCount; ///< as in the shape
    uint64_t normalTests;             ///< triangles looked at
    uint64_t runPairs;                ///< pairs of runs of the contour whose boxes were compared
    uint64_t edgePairs;               ///< pairs of single edges
} svPatchResult;

/// Memory for shapes and tests; for one thread at a time.
typedef struct svPatchTester svPatchTester;

/// SV_ERROR_ARGUMENT: a null pointer; SV_ERROR_MEMORY.
SV_API svStatus svPatchTester_Create(svContext* context, svPatchTester** tester);
SV_API void svPatchTester_Destroy(svPatchTester* tester); ///< null is allowed

/// The shape of `count` triangles, in time linear in their number. Any list is allowed; one that
/// can never be apart has its fault named. The shape is valid until the next call with this tester,
/// and as long as the triangles are there. SV_ERROR_ARGUMENT: a null pointer or more than
/// SV_MAX_TRIANGLES; SV_ERROR_MEMORY.
SV_API svStatus svPatchTester_FindShape(svPatchTester* tester, const uint32_t* triangles,
                                        size_t count, svPatchShape* shape);

/// Whether the patch is apart at the positions of `def`. Allocates only where the contour is longer
/// (for SV_PATCH_CONE_OPTIMAL: the patch is larger) than any before. Positions that are not finite
/// are uncertain like any others: not apart. An empty patch is apart. SV_ERROR_ARGUMENT: a null
/// pointer, a wrong structSize, views that make no sense (svPositions_IsValid) or have fewer than
/// shape->vertexCount positions, an unknown kind, `normalsKnown` without SV_PATCH_GIVEN;
/// SV_ERROR_MEMORY.
SV_API svStatus svPatchTester_Test(svPatchTester* tester, const svPatchShape* shape,
                                   const svPatchDef* def, svPatchResult* result);

/// Both at once, for a single patch: the shape of `count` triangles and the test. Returns what they
/// do.
SV_API svStatus svPatch_Test(svContext* context, const uint32_t* triangles, size_t count,
                             const svPatchDef* def, svPatchResult* result);

#ifdef __cplusplus
}
#endif

#endif
