/// \file
/// Selvage: the elementary tests of the narrow phase, exact.
///
/// Continuous collision detection (CCD) of vertex-face and edge-edge pairs and of two triangles
/// over a time step, and triangle-triangle intersection at an instant. For any finite coordinates
/// the boolean is the mathematically exact one: no false negatives, no false positives, degenerate
/// features included. Pure functions, callable from any thread. They need round-to-nearest and
/// denormal numbers enabled, the state in which a C program starts.
///
/// Motion is linear: each point of a pair moves on the straight line from x0[i] at t=0 to x1[i] at
/// t=1. A vertex-face pair is v, f0, f1, f2 and is in contact at t if v(t) lies in the closed
/// triangle f(t). An edge-edge pair is a0, a1, b0, b1 and is in contact at t if the two closed
/// segments share a point. Degenerate faces and edges are the segments or points they are.
#ifndef SELVAGE_ELEMENTARY_H
#define SELVAGE_ELEMENTARY_H

#include "selvage/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Four points in linear motion: v f0 f1 f2 for a vertex and a face, a0 a1 b0 b1 for two edges.
typedef struct svMovingPair {
    double x0[4][3]; ///< at t=0
    double x1[4][3]; ///< at t=1
} svMovingPair;

/// The first contact of a moving pair.
typedef struct svCcdResult {
    bool exact; ///< the floating-point filter could not decide, exact arithmetic did
    bool hit;   ///< the pair is in contact for some t in [0,1]; if not, all members below are zero

    /// Lower end of the bracket of the time of impact: no contact lies before it. The first contact
    /// lies in [tLo, tHi], whose width is at most the requested tolerance and at most 2^-30.
    /// Without minSeparation, and with w the greatest power of two not above either, the bracket is
    /// [j w, (j+1) w], or j w twice if the contact begins exactly then: so a pair has the same
    /// bracket alone, in a batch and in a scene.
    double tLo;
    double tHi; ///< upper end of the bracket: the pair is in contact at or before it

    /// Weight of each point in its own feature at tLo, rounded, in [0,1]. Vertex-face: 1 for the
    /// vertex, then the barycentric coordinates in f0 f1 f2. Edge-edge: weights of a0 a1 (sum 1)
    /// and of b0 b1 (sum 1).
    double weights[4];

    /// Unit contact normal at tLo, rounded: perpendicular to the face, or to both edges. It points
    /// from the second feature (face, edge b) to the first (vertex, edge a), towards the side where
    /// the first one was just before the contact; if they are in contact at t=0 already, against
    /// the relative motion. Where the motion leaves the side open (at rest, or within one plane) it
    /// has the sign of (f1-f0) x (f2-f0), or of (a1-a0) x (b1-b0). Where the features leave the
    /// direction open (a degenerate face, parallel edges) it is perpendicular to them and against
    /// the relative motion, as far as there is any. With minSeparation, and if the features do not
    /// touch, it is the direction of the shortest connection.
    double normal[3];

    /// With minSeparation only: the distance at tLo is at most minSeparation + separationSlack (and
    /// tHi = tLo: whether and when it falls to minSeparation itself is not computed). Infinite
    /// where the distance exceeds the range of doubles.
    double separationSlack;
} svCcdResult;

/// Options of a CCD query. Start from svDefaultCcdDef().
typedef struct svCcdDef {
    size_t structSize; ///< set by svDefaultCcdDef(); do not change

    /// Greatest width of [tLo, tHi]; from 2^-50 to 1, default 2^-30.
    double tolerance;

    /// 0 (default): exact contact. d > 0: the pair is in contact when its distance is at most d.
    /// Conservative: no false negatives; may report a pair whose smallest distance exceeds d by at
    /// most svCcdResult::separationSlack.
    double minSeparation;

    /// The slack to aim at, relative to minSeparation; from 1e-6 to 1, default 1e-3, but not below
    /// 2^-43 of the largest coordinate. The slack of a result is larger where the pair moves so far
    /// and so close that reaching the aim would exceed the bounded number of steps.
    double separationTolerance;

    /// Memory for coordinates that differ by more than some 150 binary orders of magnitude on one
    /// axis; everything else is decided on the stack. Both functions null: malloc and free.
    svAllocator allocator;
} svCcdDef;

/// Returns the default options: exact contact, a tolerance of 2^-30, malloc and free.
SV_API svCcdDef svDefaultCcdDef(void);

/// Decides whether a vertex and a face are in contact for some t in [0,1], and nothing more.
/// SV_ERROR_ARGUMENT: a null pointer. SV_ERROR_NOT_FINITE: a coordinate is NaN or infinite.
/// SV_ERROR_MEMORY: see svCcdDef::allocator; this function uses malloc and free there.
SV_API svStatus svVertexFace_Test(const svMovingPair* pair, bool* hit);

/// Decides whether two edges are in contact for some t in [0,1], and nothing more. Fails like
/// svVertexFace_Test.
SV_API svStatus svEdgeEdge_Test(const svMovingPair* pair, bool* hit);

/// Finds the first contact of a vertex and a face: time of impact, weights and normal.
/// SV_ERROR_ARGUMENT: a null pointer or a value of `def` outside its range. SV_ERROR_NOT_FINITE: a
/// coordinate is NaN or infinite. SV_ERROR_MEMORY: see svCcdDef::allocator.
SV_API svStatus svVertexFace_Ccd(const svMovingPair* pair, const svCcdDef* def,
                                 svCcdResult* result);

/// Finds the first contact of two edges: time of impact, weights and normal. Fails like
/// svVertexFace_Ccd.
SV_API svStatus svEdgeEdge_Ccd(const svMovingPair* pair, const svCcdDef* def, svCcdResult* result);

/// A closed interval of time, in [0,1].
typedef struct svInterval {
    double lo; ///< lower end
    double hi; ///< upper end
} svInterval;

/// Many queries over shared positions. Start from svDefaultCcdBatchDef().
typedef struct svCcdBatchDef {
    size_t structSize; ///< set by svDefaultCcdBatchDef(); do not change
    svPositions x0;    ///< at t=0; not copied
    svPositions x1;    ///< at t=1, as many as x0; not copied
    /// Four point indices per query, in the order of svMovingPair; null: query i consists of the
    /// points 4i to 4i+3. Not copied.
    const uint32_t* points;
    size_t count;     ///< queries
    double tolerance; ///< of the times, as in svCcdDef
    /// The caller guarantees that every position is finite and every index in range; otherwise the
    /// batch checks all of them first.
    bool trusted;
    svIsa isa;             ///< instruction set of the kernels; default SV_ISA_BEST
    svAllocator allocator; ///< as in svCcdDef
} svCcdBatchDef;

/// How many queries each stage of the filter decided. `queries` is the sum of the six that follow.
typedef struct svCcdStats {
    uint64_t queries;   ///< all
    uint64_t separated; ///< no: one axis separates the pair at both times, on the same side
    uint64_t aside;     ///< no: never coplanar
    uint64_t outside;   ///< no: coplanar only while outside each other
    uint64_t inside;    ///< yes: inside each other whenever coplanar, and they cross
    uint64_t filtered;  ///< yes or no, by the floating-point root filter
    uint64_t exact;     ///< yes or no, by exact arithmetic
    uint64_t hits;      ///< pairs in contact, whichever stage decided
} svCcdStats;

/// Adds the counts of `stats` to `sum`.
SV_API void svCcdStats_Add(svCcdStats* sum, const svCcdStats* stats);

/// Returns default options without positions or queries: the default tolerance, the best
/// instruction set, malloc and free.
SV_API svCcdBatchDef svDefaultCcdBatchDef(void);

/// Tests many vertex-face pairs: hits[i] is 1 if query i is in contact for some t in [0,1], else 0.
/// If `times` is not null, times[i] brackets the first contact (as in svCcdResult) of each hit and
/// is untouched for misses. `stats` may be null; counts are added to it, so that one can serve many
/// batches. SV_ERROR_ARGUMENT: a null pointer, a malformed view (svPositions_IsValid), views of
/// different counts, an index out of range, an instruction set that this machine does not have.
/// SV_ERROR_NOT_FINITE: svPositions_FindNotFinite names the place. SV_ERROR_MEMORY (see
/// svCcdDef::allocator): hits and times are partly written, stats is untouched.
SV_API svStatus svVertexFace_CcdBatch(const svCcdBatchDef* def, uint8_t* hits, svInterval* times,
                                      svCcdStats* stats);

/// Tests many edge-edge pairs. Outputs and failures as for svVertexFace_CcdBatch.
SV_API svStatus svEdgeEdge_CcdBatch(const svCcdBatchDef* def, uint8_t* hits, svInterval* times,
                                    svCcdStats* stats);

/// Two triangles at an instant. Equal ids mark a shared vertex; if none is shared, give six
/// different ids (coincident positions alone do not make a shared vertex).
typedef struct svTrianglePair {
    double a[3][3];   ///< corners of the first triangle
    double b[3][3];   ///< corners of the second triangle
    uint32_t aIds[3]; ///< vertex ids of the first triangle
    uint32_t bIds[3]; ///< vertex ids of the second triangle
} svTrianglePair;

/// How two triangles intersect. They do if a feature of one (the face, an edge, a vertex) and a
/// feature of the other without a common vertex share a point. So a shared vertex alone is no
/// intersection: the edge opposite to it, of either triangle, must reach the other triangle. With a
/// shared edge only a flat fold counts (coplanar and overlapping), or that one of the two is
/// degenerate. Triangles that share all three vertices intersect. docs/definitions.md has every
/// case.
typedef enum svTriangleMeeting {
    SV_TRIANGLES_APART,    ///< no intersection
    SV_TRIANGLES_TOUCHING, ///< they intersect, but only on the boundary of at least one
    SV_TRIANGLES_PROPER,   ///< their interiors cross
    SV_TRIANGLES_COPLANAR  ///< they intersect and lie in one plane
} svTriangleMeeting;

/// How, and where, two triangles intersect.
typedef struct svTriangleResult {
    svTriangleMeeting meeting; ///< exact
    /// The ends of the intersection segment, off by at most 2^-40 of the largest coordinate; a
    /// point twice where they touch in a point. Coplanar: two vertices of the common polygon that
    /// are farthest apart. Unset if there is no intersection. The same bytes for any order of the
    /// vertices and of the triangles.
    double segment[2][3];
} svTriangleResult;

/// Intersects two triangles at an instant. SV_ERROR_ARGUMENT: a null pointer, or an id with two
/// different positions. SV_ERROR_NOT_FINITE: a coordinate is NaN or infinite. Never allocates.
SV_API svStatus svTriangleTriangle(const svTrianglePair* pair, svTriangleResult* result);

/// Two triangles in linear motion. Equal ids mark a shared vertex, as in svTrianglePair.
typedef struct svMovingTrianglePair {
    double a0[3][3];  ///< corners of the first triangle at t=0
    double b0[3][3];  ///< corners of the second triangle at t=0
    double a1[3][3];  ///< corners of the first triangle at t=1
    double b1[3][3];  ///< corners of the second triangle at t=1
    uint32_t aIds[3]; ///< vertex ids of the first triangle
    uint32_t bIds[3]; ///< vertex ids of the second triangle
} svMovingTrianglePair;

/// The first contact of two moving triangles.
typedef struct svTriangleCcdResult {
    /// Contact of the feature pair below. Without a contact all is zero but `exact`, which stands
    /// for the fifteen pairs together.
    svCcdResult contact;
    svPairKind kind; ///< of the feature pair
    /// Its four points in the order of svMovingPair: 0 1 2 are the corners of a, 3 4 5 those of b.
    uint8_t points[4];
} svTriangleCcdResult;

/// Finds the first contact of two moving triangles over their fifteen feature pairs: six
/// vertex-face and nine edge-edge pairs, without those that have a common vertex. Of several whose
/// brackets overlap it reports the one with the least tLo, then the least tHi, then the first in
/// that order. The result is that of svVertexFace_Ccd and svEdgeEdge_Ccd for each pair, but a
/// direction that separates the two triangles ends it at once. SV_ERROR_ARGUMENT: as there, or an
/// id with two different positions. SV_ERROR_NOT_FINITE: a coordinate is NaN or infinite.
/// SV_ERROR_MEMORY: see svCcdDef::allocator.
SV_API svStatus svTrianglePair_Ccd(const svMovingTrianglePair* pair, const svCcdDef* def,
                                   svTriangleCcdResult* result);

/// Separating directions that are tried on two moving triangles: if one fixed direction separates
/// them at t=0 and at t=1, on the same side, it does so at all times. Bits of
/// svTriangleCcdBatchDef::directions. Which ones are tried affects time, never the result.
typedef enum svDirections {
    SV_DIRECTIONS_NONE = 0,       ///< none: every pair goes to the feature tests
    SV_DIRECTIONS_AXES = 1,       ///< x, y and z
    SV_DIRECTIONS_NORMALS_T0 = 2, ///< the normals of both faces at t=0
    SV_DIRECTIONS_NORMALS_T1 = 4, ///< the normals of both faces at t=1
    SV_DIRECTIONS_CENTROIDS = 8,  ///< from one centroid to the other, at t=0 and t=1
    SV_DIRECTIONS_EDGES = 16,     ///< cross products of an edge of each, at t=0
    SV_DIRECTIONS_ALL = 31        ///< all of them (default)
} svDirections;

/// Sizes of arrays that are indexed by kind of direction.
enum {
    SV_DIRECTION_KINDS = 5 ///< how many bits svDirections has
};

/// Many pairs of triangles over shared positions. Start from svDefaultTriangleCcdBatchDef().
typedef struct svTriangleCcdBatchDef {
    size_t structSize; ///< set by svDefaultTriangleCcdBatchDef(); do not change
    svPositions x0;    ///< at t=0; not copied
    svPositions x1;    ///< at t=1, as many as x0; not copied
    /// Six point indices per query, three corners each; an index in both triangles is a shared
    /// vertex. Null: query i consists of the points 6i to 6i+5. Not copied.
    const uint32_t* points;
    size_t count;          ///< queries
    double tolerance;      ///< of the times, as in svCcdDef
    bool trusted;          ///< as in svCcdBatchDef
    uint32_t directions;   ///< bits of svDirections; default SV_DIRECTIONS_ALL
    svIsa isa;             ///< instruction set of the kernels; default SV_ISA_BEST
    svAllocator allocator; ///< as in svCcdDef
} svTriangleCcdBatchDef;

/// What became of the queries of svTrianglePair_CcdBatch.
typedef struct svTriangleCcdStats {
    uint64_t queries; ///< all
    uint64_t sharing; ///< with a common vertex, so that no direction can separate them
    /// Culled by a separating direction, by kind, in the order of svDirections.
    uint64_t separated[SV_DIRECTION_KINDS];
    uint64_t hits; ///< pairs of triangles in contact
    svCcdStats vf; ///< the vertex-face pairs of all that were not culled
    svCcdStats ee; ///< the edge-edge pairs of all that were not culled
} svTriangleCcdStats;

/// Returns default options without positions or queries: the default tolerance, all directions, the
/// best instruction set, malloc and free.
SV_API svTriangleCcdBatchDef svDefaultTriangleCcdBatchDef(void);

/// Runs svTrianglePair_Ccd for many pairs: hits[i] is 1 if a feature pair of query i is in contact
/// for some t in [0,1], else 0; times[i], if `times` is not null, brackets the first contact.
/// Outputs and failures otherwise as for svVertexFace_CcdBatch.
SV_API svStatus svTrianglePair_CcdBatch(const svTriangleCcdBatchDef* def, uint8_t* hits,
                                        svInterval* times, svTriangleCcdStats* stats);

#ifdef __cplusplus
}
#endif

#endif
