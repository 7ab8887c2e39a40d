/// \file
/// Selvage: the topology of a triangle mesh, as plain arrays.
///
/// Derived from the vertex indices alone; positions play no part. Any list of triangles has one:
/// degenerate, duplicate and non-manifold faces are described, not refused.
///
/// Side s = 3*t + k is side k of triangle t: it runs from corner k to corner k+1 (mod 3), that is
/// from vertex triangles[s] to vertex triangles[svNextSide(s)]. Several sides may lie on one edge.
///
/// A face that repeats a vertex index is *collapsed*: it is the segment or the point of its
/// distinct vertices. (a,a,b) has the one edge ab, once, and (a,a,a) has none. A collapsed face
/// takes part in edges, adjacency, connectivity and ownership, but it is no piece of surface: it
/// makes no edge manifold, non-manifold or boundary, and no vertex a pinch.
#ifndef SELVAGE_TOPOLOGY_H
#define SELVAGE_TOPOLOGY_H

#include "selvage/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Stands for no edge, no side, no face, no vertex.
#define SV_NONE UINT32_MAX

/// The most triangles a mesh may have: 2 * 3 * count still fits into 32 bits.
#define SV_MAX_TRIANGLES 715827882u

/// Kinds of edges, by the number of sides on them; sides of collapsed faces do not count.
typedef enum svEdgeKind {
    SV_EDGE_WIRE,           ///< no side: only collapsed faces have it
    SV_EDGE_BOUNDARY,       ///< one side
    SV_EDGE_INNER,          ///< two sides that run in opposite directions
    SV_EDGE_MISWOUND,       ///< two sides that run in the same direction
    SV_EDGE_NON_MANIFOLD,   ///< three sides or more
    SV_EDGE_KIND_ENUM_COUNT ///< number of values, not a kind
} svEdgeKind;

/// Bit of svTopology::triangleBits: the triangle owns the vertex at its corner k. Each feature is
/// owned by one of its triangles, so that it is tested once.
#define SV_OWNS_VERTEX(k) (1u << (k))
/// Bit of svTopology::triangleBits: the triangle owns the edge of its side k.
#define SV_OWNS_EDGE(k) (8u << (k))
/// Bit of svTopology::triangleBits: the triangle repeats a vertex index.
#define SV_COLLAPSED 64u

/// A connected component: triangles connected through shared edges, of any kind and of collapsed
/// faces too.
typedef struct svComponent {
    uint32_t firstTriangle; ///< the lowest-numbered
    uint32_t triangleCount; ///< collapsed ones included
    uint32_t faceCount;     ///< collapsed ones not included
    uint32_t vertexCount;   ///< a vertex where components touch counts in each
    uint32_t edgeCounts[SV_EDGE_KIND_ENUM_COUNT]; ///< edges of each kind
    uint32_t loopCount;                           ///< boundary loops
    uint32_t island; ///< components that touch at vertices are of one island
    int64_t euler;   ///< vertices - edges + faces
    bool closed;     ///< at least one face and no boundary edge
    bool consistent; ///< no edge is miswound
    bool orientable; ///< flipping some of its faces would make it consistent
} svComponent;

/// The topology of a mesh. The arrays belong to the mesh and are valid as long as it. An array
/// `xStart` of n+1 offsets belongs to an array `x`: the entries of i are x[xStart[i]] up to
/// x[xStart[i+1]-1].
typedef struct svTopology {
    uint32_t vertexCount;         ///< vertices, isolated ones included
    uint32_t triangleCount;       ///< triangles, collapsed ones included
    uint32_t edgeCount;           ///< edges of all kinds
    uint32_t loopCount;           ///< boundary loops
    uint32_t componentCount;      ///< components connected through edges
    uint32_t islandCount;         ///< components connected through vertices
    uint32_t pinchVertexCount;    ///< vertices whose faces fall into several fans
    uint32_t isolatedVertexCount; ///< vertices of no triangle
    uint32_t collapsedCount;      ///< triangles that repeat a vertex index
    uint32_t edgeKindCounts[SV_EDGE_KIND_ENUM_COUNT]; ///< edges of each kind

    const uint32_t* triangles;   ///< three vertex indices each
    const uint8_t* triangleBits; ///< SV_OWNS_VERTEX, SV_OWNS_EDGE, SV_COLLAPSED

    /// Edges: two vertices each, the lower first, in lexicographic order.
    const uint32_t* edges;
    const uint8_t* edgeKinds; ///< svEdgeKind of each

    /// The edge of each side; SV_NONE for a side from a vertex to itself.
    const uint32_t* sideEdges;

    /// The other side on the side's edge if the edge is inner or miswound, else SV_NONE.
    const uint32_t* sideTwins;

    const uint32_t* edgeSideStart; ///< offsets into edgeSides, by edge
    /// The sides on each edge, ascending; a collapsed face has one of its two sides listed, the
    /// lower. A side s runs from the edge's lower vertex to its upper one if
    /// triangles[s] < triangles[svNextSide(s)].
    const uint32_t* edgeSides;

    const uint32_t* vertexTriangleStart; ///< offsets into vertexTriangles, by vertex
    const uint32_t* vertexTriangles;     ///< the triangles of each vertex, ascending, each once

    const uint32_t* loopStart; ///< offsets into loopSides and loopVertices, by loop
    /// Boundary loops. The surface is first cut open along its non-manifold edges; then every
    /// boundary side, and every side on a non-manifold edge, is in exactly one loop. At a vertex a
    /// loop continues along the same fan of triangles, so that a pinch vertex may occur several
    /// times, in one loop or in several. Loops are sorted by their lowest side, begin there and run
    /// in its direction.
    const uint32_t* loopSides;
    /// The vertex at which each step of a loop starts. It differs from triangles[loopSides[i]]
    /// where winding is inconsistent and the loop runs against its triangle.
    const uint32_t* loopVertices;

    /// Vertices whose faces are not connected through edges of that vertex, ascending.
    const uint32_t* pinchVertices;
    const uint32_t* pinchFanCounts; ///< into how many fans the faces of each of them fall

    const svComponent* components;      ///< sorted by their first triangle
    const uint32_t* triangleComponents; ///< the component of each triangle
} svTopology;

/// Returns the side after s in its triangle.
static inline uint32_t svNextSide(uint32_t s) {
    return s % 3 == 2 ? s - 2 : s + 1;
}

/// Returns the side before s in its triangle.
static inline uint32_t svPreviousSide(uint32_t s) {
    return s % 3 == 0 ? s + 2 : s - 1;
}

#ifdef __cplusplus
}
#endif

#endif
