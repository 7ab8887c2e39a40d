/// Selvage: meshes, their motion, and what is wrong with them.
///
/// An svMesh is a list of triangles with its topology, made once, and the positions of its vertices
/// at t0 and t1, set every step. Degenerate, duplicate and non-manifold faces are accepted and
/// handled; only an index out of range or a coordinate that is not finite is refused.
/// svValidateMesh names every fault of a list of triangles, of a broken one too.
#ifndef SELVAGE_MESH_H
#define SELVAGE_MESH_H

#include "selvage/base.h"
#include "selvage/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Kinds of faults. The first two are errors: detection would be undefined. All others are
/// warnings: the mesh is accepted, and detection is exact on it.
typedef enum svFaultKind {
    SV_FAULT_INDEX,             ///< a face has a vertex index that is out of range
    SV_FAULT_NOT_FINITE,        ///< a coordinate is NaN or infinite
    SV_FAULT_REPEATED_VERTEX,   ///< a face repeats a vertex index: it is a segment or a point
    SV_FAULT_DUPLICATE_FACE,    ///< a face has the same set of vertices as an earlier one
    SV_FAULT_ZERO_AREA,         ///< the vertices of a face are collinear at t0, exactly
    SV_FAULT_NON_MANIFOLD_EDGE, ///< three faces or more meet at an edge
    SV_FAULT_WINDING,           ///< the two faces at an edge are wound against each other
    SV_FAULT_ISOLATED_VERTEX,   ///< no face has the vertex
    SV_FAULT_PINCH_VERTEX,      ///< the faces at a vertex fall into several fans
    SV_FAULT_KIND_COUNT
} svFaultKind;

/// The kind in a few words, for tables and reports: "duplicate face". Never null.
SV_API const char* svFaultKind_Text(svFaultKind kind);

/// SV_ERROR for the first two kinds, SV_WARNING for all others.
SV_API svSeverity svFaultKind_Severity(svFaultKind kind);

/// One fault and its place. Indices that do not apply to the kind are SV_NONE, the rest 0.
typedef struct svMeshFault {
    svFaultKind kind;
    svSeverity severity;

    /// The face of a fault of a face; at an edge, the lowest-numbered face.
    uint32_t face;

    /// DUPLICATE_FACE: the first face with these vertices. WINDING, NON_MANIFOLD_EDGE: the second
    /// face at the edge.
    uint32_t otherFace;

    /// The vertex of a fault of a vertex; at an edge, the lower one; REPEATED_VERTEX: the one that
    /// is repeated; INDEX: the index as it stands in the face.
    uint32_t vertex;

    /// At an edge, the upper vertex.
    uint32_t otherVertex;

    /// INDEX: the number of vertices. NON_MANIFOLD_EDGE: faces at the edge. PINCH_VERTEX: fans.
    /// REPEATED_VERTEX, ZERO_AREA: what is left of the face, 1 a segment, 0 a point.
    uint32_t count;

    uint8_t corner; ///< INDEX: which corner of the face
    uint8_t axis;   ///< NOT_FINITE: 0 x, 1 y, 2 z
    uint8_t time;   ///< NOT_FINITE: 0 at t0, 1 at t1
    double value;   ///< NOT_FINITE: the coordinate
} svMeshFault;

/// Writes a sentence that names the place, such as "face 12: vertex index 900 is out of range (mesh
/// has 600 vertices)", without a full stop or newline. At most `capacity` bytes are written, the
/// closing zero included; returns the length of the whole sentence, like snprintf.
SV_API size_t svMeshFault_Text(const svMeshFault* fault, char* text, size_t capacity);

/// What svValidateMesh found. Owned by the context.
typedef struct svMeshReport {
    /// The faults, ordered by kind, then by place; of each kind at most as many as were asked for.
    svMeshFault* faults;
    size_t faultCount;

    /// How many there are, stored or not.
    size_t counts[SV_FAULT_KIND_COUNT];
    size_t errorCount;
    size_t warningCount;
} svMeshReport;

/// Frees the faults and zeroes the struct. A zeroed struct is allowed.
SV_API void svMeshReport_Destroy(svContext* context, svMeshReport* report);

typedef struct svValidateDef {
    size_t structSize;
    const uint32_t* triangles; ///< three vertex indices each; null if there are none
    size_t triangleCount;      ///< at most SV_MAX_TRIANGLES
    size_t vertexCount;        ///< at most UINT32_MAX

    /// Positions of vertexCount vertices at t0 and at t1. Null: not looked at.
    const svPositions* x0;
    const svPositions* x1;

    /// How many faults of each kind to store; default 1000. All are counted.
    size_t maxFaultsPerKind;
} svValidateDef;

/// An empty mesh without positions, 1000 faults of each kind. The caller sets the rest.
SV_API svValidateDef svDefaultValidateDef(void);

/// Finds every fault of a list of triangles. Faults are no failure: SV_OK, and the report holds
/// them. Where an index is out of range, the other kinds are those of the remaining faces.
/// Fails with SV_ERROR_ARGUMENT or SV_ERROR_MEMORY and leaves the report untouched.
SV_API svStatus svValidateMesh(svContext* context, const svValidateDef* def, svMeshReport* report);

typedef struct svMeshDef {
    size_t structSize;
    const uint32_t* triangles; ///< three vertex indices each, copied; null if there are none
    size_t triangleCount;      ///< at most SV_MAX_TRIANGLES
    size_t vertexCount;        ///< at most UINT32_MAX
    const char* name;          ///< copied; opens the messages about this mesh. May be null
    void* user;                ///< for svMesh_UserData
} svMeshDef;

/// An empty mesh without a name. The caller sets the rest.
SV_API svMeshDef svDefaultMeshDef(void);

/// Belongs to its context, and to one thread at a time with it.
typedef struct svMesh svMesh;

/// Makes a mesh: copies the triangles and builds the topology. `*mesh` is set on success only;
/// destroy it before its context. SV_ERROR_ARGUMENT: a null pointer, a def that is not from
/// svDefaultMeshDef, or more triangles or vertices than allowed. SV_ERROR_MESH: an index is out of
/// range; the context's message names the first such place. Other faults are sent as warnings to
/// the context's message function, one line per kind that names the first place and how many there
/// are; without a message function they are not looked for (svMesh_Validate finds them at any
/// time).
SV_API svStatus svMesh_Create(svContext* context, const svMeshDef* def, svMesh** mesh);

/// Frees the mesh with its topology, not the positions that it was shown. Null is allowed.
SV_API void svMesh_Destroy(svMesh* mesh);

/// Sets where the vertices are at t0 and at t1; each moves on the straight line between. The views
/// are kept, not copied: their memory must stay until the motion is set anew or the mesh is
/// destroyed, and is read whenever something is asked about the mesh. Between two questions the
/// numbers in it may change: that moves the mesh without another call. (A coordinate that is not
/// finite is then found by the next query of a scene.) The same view twice (equal data, stride and
/// scalar type) makes the mesh static.
/// SV_ERROR_ARGUMENT: a count differs from the mesh's, the data is null or not aligned for its
/// scalar type, or the stride is no multiple of the scalar or shorter than three.
/// SV_ERROR_NOT_FINITE: the message names vertex, axis and time. A failure leaves the motion as it
/// was before.
SV_API svStatus svMesh_SetMotion(svMesh* mesh, const svPositions* x0, const svPositions* x1);

/// The views of the motion; false, and nothing written, if none has been set.
SV_API bool svMesh_GetMotion(const svMesh* mesh, svPositions* x0, svPositions* x1);

/// Whether a motion has been set that has the same view at t0 and at t1.
SV_API bool svMesh_IsStatic(const svMesh* mesh);

/// Valid as long as the mesh. Never null.
SV_API const svTopology* svMesh_GetTopology(const svMesh* mesh);

/// The name that the mesh was made with; "" if there was none.
SV_API const char* svMesh_Name(const svMesh* mesh);

/// The `user` that the mesh was made with; the library never looks behind it.
SV_API void* svMesh_UserData(const svMesh* mesh);

/// The context that the mesh was made with.
SV_API svContext* svMesh_GetContext(const svMesh* mesh);

/// svValidateMesh of the mesh with its motion, if it has one.
SV_API svStatus svMesh_Validate(const svMesh* mesh, size_t maxFaultsPerKind, svMeshReport* report);

/// A mesh in numbers.
typedef struct svMeshInfo {
    size_t vertexCount;
    size_t triangleCount;
    size_t edgeCount;
    size_t boundaryEdgeCount;
    size_t loopCount;      ///< boundary loops
    size_t componentCount; ///< connected through edges
    size_t islandCount;    ///< connected through vertices
    int64_t euler;         ///< used vertices - edges + faces that are not collapsed
    bool closed;           ///< there is a component and each one is closed
    bool consistent;       ///< each component is wound consistently
    bool orientable;       ///< each component could be
    bool manifold;         ///< no edge is non-manifold or wire, no vertex is a pinch
    size_t faultCounts[SV_FAULT_KIND_COUNT];

    /// The smallest box around the vertices that faces have, if hasBounds: a motion is set and
    /// there is a face. All zero else.
    bool hasBounds;
    double lower0[3], upper0[3]; ///< at t0
    double lower1[3], upper1[3]; ///< at t1
} svMeshInfo;

/// Counts, properties and bounds of the mesh; looks for all faults, so it costs as much as
/// svMesh_Validate. SV_ERROR_ARGUMENT: a null pointer. SV_ERROR_MEMORY: no room for the search.
/// A failure leaves `info` untouched.
SV_API svStatus svMesh_GetInfo(const svMesh* mesh, svMeshInfo* info);

#ifdef __cplusplus
}
#endif

#endif
