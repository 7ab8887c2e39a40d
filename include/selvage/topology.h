/// Selvage: the topology of a triangle mesh, as plain arrays.
///
/// Made from the vertex indices alone; positions play no part. Any list of triangles has one:
/// degenerate, duplicate and non-manifold faces are described, not refused.
///
/// Side s = 3*t + k is side k of triangle t: it runs from corner k to corner k+1 (mod 3), that is
/// from vertex triangles[s] to vertex triangles[svNextSide(s)]. Several sides may lie on one edge.
///
/// A face that repeats a vertex index is *collapsed*: it is the segment or the point of its
/// distinct vertices. (a,a,b) has the one edge ab, once, and (a,a,a) has none. A collapsed face
/// takes part in edges, adjacency, connection and ownership, but it is no piece of surface: it
/// makes no edge manifold, non-manifold or bounded, and no vertex a pinch.
#ifndef SELVAGE_TOPOLOGY_H
#define SELVAGE_TOPOLOGY_H

#include "selvage/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// No edge, no side, no face, no vertex.
#define SV_NONE UINT32_MAX

/// The most triangles that a mesh may have: 2 * 3 * count still fits into 32 bits.
#define SV_MAX_TRIANGLES 715827882u

/// What the surface does at an edge; sides of collapsed faces do not count.
typedef enum svEdgeKind {
    SV_EDGE_WIRE,         ///< no side: only collapsed faces have it
    SV_EDGE_BOUNDARY,     ///< one side
    SV_EDGE_INNER,        ///< two sides that run in opposite directions
    SV_EDGE_MISWOUND,     ///< two sides that run in the same direction
    SV_EDGE_NON_MANIFOLD, ///< three sides or more
    SV_EDGE_KIND_COUNT
} svEdgeKind;

/// Bits of svTopology::triangleBits.
#define SV_OWNS_VERTEX(k) (1u << (k)) ///< the triangle owns the vertex at its corner k
#define SV_OWNS_EDGE(k) (8u << (k))   ///< the triangle owns the edge of its side k
#define SV_COLLAPSED 64u              ///< the triangle repeats a vertex index

/// Triangles that hang together through shared edges, of any kind and of collapsed faces too.
typedef struct svComponent {
    uint32_t firstTriangle; ///< the lowest-numbered
    uint32_t triangleCount; ///< collapsed ones included
    uint32_t faceCount;     ///< collapsed ones not included
    uint32_t vertexCount;   ///< a vertex where components touch counts in each
    uint32_t edgeCounts[SV_EDGE_KIND_COUNT];
    uint32_t loopCount; ///< boundary loops
    uint32_t island;    ///< components that touch at vertices are of one island
    int64_t euler;      ///< vertices - edges + faces
    bool closed;        ///< at least one face and no boundary edge
    bool consistent;    ///< no edge is miswound
    bool orientable;    ///< turning some of the faces over would make it consistent
} svComponent;

/// Everything is in the mesh's memory and valid as long as the mesh. An array `xStart` of n+1
/// numbers belongs to an array `x`: the entries of i are x[xStart[i]] up to x[xStart[i+1]-1].
typedef struct svTopology {
    uint32_t vertexCount;
    uint32_t triangleCount;
    uint32_t edgeCount;
    uint32_t loopCount;
    uint32_t componentCount;
    uint32_t islandCount;
    uint32_t pinchVertexCount;
    uint32_t isolatedVertexCount; ///< vertices of no triangle
    uint32_t collapsedCount;      ///< triangles that repeat a vertex index
    uint32_t edgeKindCounts[SV_EDGE_KIND_COUNT];

    const uint32_t* triangles;   ///< three vertex indices each
    const uint8_t* triangleBits; ///< SV_OWNS_VERTEX, SV_OWNS_EDGE, SV_COLLAPSED

    /// Edges: two vertices each, the lower first, in lexicographic order.
    const uint32_t* edges;
    const uint8_t* edgeKinds; ///< svEdgeKind of each

    /// The edge of each side; SV_NONE for a side from a vertex to itself.
    const uint32_t* sideEdges;

    /// The other side on the side's edge if the edge is inner or miswound, else SV_NONE.
    const uint32_t* sideTwins;

    /// The sides on each edge, ascending; a collapsed face has one of its two sides listed, the
    /// lower. A side s runs from the edge's lower vertex to its upper one if
    /// triangles[s] < triangles[svNextSide(s)].
    const uint32_t* edgeSideStart;
    const uint32_t* edgeSides;

    /// The triangles of each vertex, ascending, each once.
    const uint32_t* vertexTriangleStart;
    const uint32_t* vertexTriangles;

    /// Closed loops along the rim of the surface. The surface is first cut open along its
    /// non-manifold edges; then every boundary side, and every side on a non-manifold edge, is in
    /// exactly one loop. At a vertex a loop goes on along the same fan of triangles, so that a
    /// pinch vertex may occur several times, in one loop or in several. Loops are ordered by their
    /// lowest side, begin there and run in its direction; loopVertices holds where each step
    /// starts: it differs from triangles[loopSides[i]] where winding is inconsistent and the loop
    /// runs against its triangle.
    const uint32_t* loopStart;
    const uint32_t* loopSides;
    const uint32_t* loopVertices;

    /// Vertices whose faces do not hang together through edges of that vertex, ascending, and into
    /// how many fans the faces fall.
    const uint32_t* pinchVertices;
    const uint32_t* pinchFanCounts;

    const svComponent* components;      ///< ordered by their first triangle
    const uint32_t* triangleComponents; ///< the component of each triangle
} svTopology;

/// The side after s in its triangle.
static inline uint32_t svNextSide(uint32_t s) {
    return s % 3 == 2 ? s - 2 : s + 1;
}

/// The side before s in its triangle.
static inline uint32_t svPreviousSide(uint32_t s) {
    return s % 3 == 0 ? s + 2 : s - 1;
}

#ifdef __cplusplus
}
#endif

#endif
