/// Selvage: the elementary collision tests, exact.
///
/// Vertex-face and edge-edge over a time step, triangle-triangle at an instant. For any finite
/// coordinates the boolean is the mathematically exact one: nothing missed, nothing invented,
/// degenerate features included. Pure functions: no state, callable from any thread. They need
/// round-to-nearest and denormal numbers enabled, the state in which a C program starts.
///
/// Motion: each of the four points of a pair moves on the straight line from x0[i] at t=0 to x1[i]
/// at t=1. A vertex-face pair is v, f0, f1, f2 and is in contact at t if v(t) lies in the closed
/// triangle f(t). An edge-edge pair is a0, a1, b0, b1 and is in contact at t if the closed segments
/// share a point. Degenerate faces and edges count as the segments or points they are.
#ifndef SELVAGE_ELEMENTARY_H
#define SELVAGE_ELEMENTARY_H

#include "selvage/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Four moving points: vertex-face v f0 f1 f2, edge-edge a0 a1 b0 b1.
typedef struct svMovingPair {
    double x0[4][3]; ///< at t=0
    double x1[4][3]; ///< at t=1
} svMovingPair;

/// The first contact of a moving pair.
typedef struct svCcdResult {
    bool exact; ///< the floating-point filter could not decide and exact arithmetic did
    bool hit;   ///< the pair is in contact for some t in [0,1]; all below is zero if it is not

    /// The first contact lies in [tLo, tHi]; no contact lies before tLo. tHi - tLo is at most the
    /// tolerance that was asked for, and at most 2^-30. Without minSeparation, and with w the
    /// greatest power of two that is no more than either, they are j w and (j+1) w, or j w twice
    /// if the contact begins exactly then: so the same pair has the same bracket alone, in a batch
    /// and in a scene.
    double tLo, tHi;

    /// Weight of each point in its own feature at tLo, rounded: vertex-face 1
    /// for the vertex and barycentric weights of f0 f1 f2; edge-edge weights of a0 a1 (sum 1) and
    /// b0 b1 (sum 1). All in [0,1].
    double weights[4];

    /// Unit normal of the contact, rounded: perpendicular to the face, or to both edges, at tLo.
    /// It points from the second feature (face, edge b) to the first (vertex,
    /// edge a), to the side on which the first one was just before the contact; in contact at t=0
    /// already, against the relative motion. Where the motion leaves the side open (at rest, or
    /// within one plane) it has the sign of (f1-f0) x (f2-f0), or of (a1-a0) x (b1-b0). Where the
    /// features leave the direction open (a degenerate face, parallel edges) it is perpendicular to
    /// them and against the relative motion as far as there is one. With minSeparation, and apart
    /// from each other, it is the direction of the shortest way between them.
    double normal[3];

    /// With minSeparation only: the distance at tLo is at most minSeparation + separationSlack (and
    /// tHi = tLo: whether and when it falls to minSeparation itself is not told). Infinite where
    /// the distance exceeds the range of doubles.
    double separationSlack;
} svCcdResult;

typedef struct svCcdDef {
    size_t structSize;

    /// Greatest width of [tLo, tHi]; from 2^-50 to 1, default 2^-30.
    double tolerance;

    /// 0 (default): contact is contact, decided exactly. d > 0: the pair is in contact when its
    /// distance is at most d. Conservative: never misses; may report a pair whose smallest distance
    /// is greater than d by at most separationSlack (of the result).
    double minSeparation;

    /// The slack to aim at, relative to minSeparation; from 1e-6 to 1, default 1e-3, but not below
    /// 2^-43 of the largest coordinate. The slack of a result is larger where the pair moves so far
    /// and so close that reaching the aim would take more than a bounded number of steps.
    double separationTolerance;

    /// Memory for coordinates that differ by more than some 150 binary orders of magnitude on one
    /// axis; everything else is decided on the stack. Both functions null: malloc and free.
    svAllocator allocator;
} svCcdDef;

/// The defaults that the members tell.
SV_API svCcdDef svDefaultCcdDef(void);

/// Whether the pair is in contact for some t in [0,1], and nothing more.
/// SV_ERROR_NOT_FINITE: a coordinate is NaN or infinite. SV_ERROR_MEMORY: see svCcdDef; this
/// function uses malloc and free there.
SV_API svStatus svVertexFace_Test(const svMovingPair* pair, bool* hit);
SV_API svStatus svEdgeEdge_Test(const svMovingPair* pair, bool* hit);

/// The first contact of the pair with its time, weights and normal. SV_ERROR_ARGUMENT: a null
/// pointer or a value of def outside its range; SV_ERROR_NOT_FINITE; SV_ERROR_MEMORY, see svCcdDef.
SV_API svStatus svVertexFace_Ccd(const svMovingPair* pair, const svCcdDef* def,
                                 svCcdResult* result);
SV_API svStatus svEdgeEdge_Ccd(const svMovingPair* pair, const svCcdDef* def, svCcdResult* result);

typedef struct svInterval {
    double lo, hi;
} svInterval;

/// Many queries over shared positions.
typedef struct svCcdBatchDef {
    size_t structSize;
    svPositions x0; ///< at t=0
    svPositions x1; ///< at t=1; same count as x0
    /// Four point indices per query, in the order of svMovingPair; null: query i is made of the
    /// points 4i to 4i+3.
    const uint32_t* points;
    size_t count;     ///< queries
    double tolerance; ///< of the times, as in svCcdDef
    /// The caller has checked that every position is finite and every index in range; else the
    /// batch looks through all of them first.
    bool trusted;
    svIsa isa;
    svAllocator allocator; ///< as in svCcdDef
} svCcdBatchDef;

/// How many queries each stage decided. `queries` is the sum of the next six.
typedef struct svCcdStats {
    uint64_t queries;
    uint64_t separated; ///< no: one axis separates the pair at both ends, on the same side
    uint64_t aside;     ///< no: never coplanar
    uint64_t outside;   ///< no: coplanar only outside each other
    uint64_t inside;    ///< yes: inside each other whenever coplanar, and they cross
    uint64_t filtered;  ///< yes or no by the floating-point root filter
    uint64_t exact;     ///< yes or no by exact arithmetic
    uint64_t hits;
} svCcdStats;

/// Adds the counts of `stats` to `sum`.
SV_API void svCcdStats_Add(svCcdStats* sum, const svCcdStats* stats);

/// No positions and no queries yet; the default tolerance, the best instruction set, malloc and
/// free.
SV_API svCcdBatchDef svDefaultCcdBatchDef(void);

/// hits[i] = 1 if query i is in contact for some t in [0,1], else 0. Where `times` is not null,
/// times[i] is the bracket of the first contact (as in svCcdResult), untouched where there is none.
/// `stats` may be null; it is added to, so one can serve many batches.
/// SV_ERROR_ARGUMENT: a null pointer, a view that makes no sense (svPositions_IsValid), views of
/// different counts, an index out of range, an instruction set that this machine does not have.
/// SV_ERROR_NOT_FINITE: svPositions_FindNotFinite names the place. SV_ERROR_MEMORY (see svCcdDef):
/// hits and times are partly written, stats is not touched.
SV_API svStatus svVertexFace_CcdBatch(const svCcdBatchDef* def, uint8_t* hits, svInterval* times,
                                      svCcdStats* stats);
SV_API svStatus svEdgeEdge_CcdBatch(const svCcdBatchDef* def, uint8_t* hits, svInterval* times,
                                    svCcdStats* stats);

/// Two triangles at an instant. Equal ids mark a vertex that the triangles share; where nothing is
/// shared give six different ids (coincident positions alone do not make a shared vertex).
typedef struct svTrianglePair {
    double a[3][3], b[3][3];
    uint32_t aIds[3], bIds[3];
} svTrianglePair;

/// How two triangles meet: whether a face of one (itself, an edge, a vertex) and a face of the
/// other that have no vertex in common have a common point. With a shared vertex, the contact at
/// that vertex alone does not count: the edge opposite to it, of either triangle, must meet the
/// other triangle. With a shared edge only a flat fold counts, coplanar and overlapping, or that
/// one of the two is degenerate. Triangles that share all three vertices overlap.
typedef enum svTriangleMeeting {
    SV_TRIANGLES_APART,    ///< they do not meet
    SV_TRIANGLES_TOUCHING, ///< they meet, but only on the boundary of at least one
    SV_TRIANGLES_PROPER,   ///< their interiors cross
    SV_TRIANGLES_COPLANAR  ///< they meet and lie in one plane
} svTriangleMeeting;

typedef struct svTriangleResult {
    svTriangleMeeting meeting;
    /// The ends of the intersection, off by at most 2^-40 of the largest coordinate; a point twice
    /// where they touch in a point. Coplanar: two vertices of the common polygon that are farthest
    /// apart. Unset if they are apart. The same bytes for any order of the vertices and of the
    /// triangles.
    double segment[2][3];
} svTriangleResult;

/// SV_ERROR_NOT_FINITE: a coordinate is NaN or infinite. SV_ERROR_ARGUMENT: a null pointer, or an
/// id with two different positions.
SV_API svStatus svTriangleTriangle(const svTrianglePair* pair, svTriangleResult* result);

/// Two moving triangles: every corner moves on the straight line from its place at t=0 to that at
/// t=1. Equal ids mark a vertex that the triangles share, as in svTrianglePair.
typedef struct svMovingTrianglePair {
    double a0[3][3], b0[3][3]; ///< at t=0
    double a1[3][3], b1[3][3]; ///< at t=1
    uint32_t aIds[3], bIds[3];
} svMovingTrianglePair;

/// The first contact of two moving triangles.
typedef struct svTriangleCcdResult {
    /// Of the pair of features below; where nothing meets all is zero but `exact`, which is told
    /// for the fifteen together.
    svCcdResult contact;
    svPairKind kind;
    /// Its four points in the order of svMovingPair: 0 1 2 are the corners of a, 3 4 5 those of b.
    uint8_t points[4];
} svTriangleCcdResult;

/// The first contact of the features of two moving triangles: each vertex of one with the face of
/// the other and each edge with each edge, six and nine pairs, those with a common vertex left out.
/// Where several begin within each other's time bracket, the one with the least tLo is told, of
/// those the one with the least tHi, of equal ones the first in that order. The same as asking
/// svVertexFace_Ccd and svEdgeEdge_Ccd for each, but a direction that separates the triangles ends
/// it at once. SV_ERROR_ARGUMENT: as there, or an id with two different positions;
/// SV_ERROR_NOT_FINITE; SV_ERROR_MEMORY, see svCcdDef.
SV_API svStatus svTrianglePair_Ccd(const svMovingTrianglePair* pair, const svCcdDef* def,
                                   svTriangleCcdResult* result);

/// Directions along which two moving triangles may be apart at t=0 and at t=1, on the same side,
/// and so at all times. Which of them are tried changes the time it takes, never the result.
typedef enum svDirections {
    SV_DIRECTIONS_NONE = 0,
    SV_DIRECTIONS_AXES = 1,       ///< x, y and z
    SV_DIRECTIONS_NORMALS_T0 = 2, ///< of both faces at t=0
    SV_DIRECTIONS_NORMALS_T1 = 4, ///< of both faces at t=1
    SV_DIRECTIONS_CENTROIDS = 8,  ///< from one centre to the other, at t=0 and t=1
    SV_DIRECTIONS_EDGES = 16,     ///< perpendicular to an edge of each, at t=0
    SV_DIRECTIONS_ALL = 31
} svDirections;

enum { SV_DIRECTION_KINDS = 5 };

/// Many pairs of triangles over shared positions.
typedef struct svTriangleCcdBatchDef {
    size_t structSize;
    svPositions x0; ///< at t=0
    svPositions x1; ///< at t=1; same count as x0
    /// Six point indices per query, three corners each; an index in both triangles is a vertex that
    /// they share. Null: query i is made of the points 6i to 6i+5.
    const uint32_t* points;
    size_t count;        ///< queries
    double tolerance;    ///< of the times, as in svCcdDef
    bool trusted;        ///< as in svCcdBatchDef
    uint32_t directions; ///< a sum of svDirections, default all
    svIsa isa;
    svAllocator allocator; ///< as in svCcdDef
} svTriangleCcdBatchDef;

typedef struct svTriangleCcdStats {
    uint64_t queries;
    uint64_t sharing; ///< with a common vertex: directions cannot separate them
    /// Ended by a direction of each kind, in the order of svDirections.
    uint64_t separated[SV_DIRECTION_KINDS];
    uint64_t hits;
    svCcdStats vf, ee; ///< the pairs of features of all others
} svTriangleCcdStats;

/// No positions and no queries yet; the default tolerance, all directions, the best instruction
/// set, malloc and free.
SV_API svTriangleCcdBatchDef svDefaultTriangleCcdBatchDef(void);

/// svTrianglePair_Ccd for many: hits[i] = 1 if a pair of features of query i is in contact for some
/// t in [0,1], else 0; times[i], where wanted, brackets the first contact. Statuses and null
/// pointers as for svVertexFace_CcdBatch.
SV_API svStatus svTrianglePair_CcdBatch(const svTriangleCcdBatchDef* def, uint8_t* hits,
                                        svInterval* times, svTriangleCcdStats* stats);

#ifdef __cplusplus
}
#endif

#endif
