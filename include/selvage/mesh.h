/// \file
/// Selvage: triangle meshes, their motion, and validation.
///
/// An svMesh is a list of triangles with its topology, created once, and views of its vertex
/// positions at t0 and t1, set every step. Degenerate, duplicate and non-manifold faces are
/// accepted and handled; only an index out of range or a coordinate that is not finite is refused.
/// svValidateMesh lists every fault of any list of triangles, broken ones included.
#ifndef SELVAGE_MESH_H
#define SELVAGE_MESH_H

#include "selvage/base.h"
#include "selvage/topology.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Kinds of mesh faults. The first two are errors: detection would be undefined. All others are
/// warnings: the mesh is accepted, and detection on it is exact.
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
    SV_FAULT_KIND_ENUM_COUNT    ///< number of values, not a fault
} svFaultKind;

/// Returns the kind in a few words, for tables and reports: "duplicate face". Never null.
SV_API const char* svFaultKind_Text(svFaultKind kind);

/// Returns SV_ERROR for the first two kinds, SV_WARNING for all others.
SV_API svSeverity svFaultKind_Severity(svFaultKind kind);

/// One fault and its place. Indices that do not apply to the kind are SV_NONE, the rest 0.
typedef struct svMeshFault {
    svFaultKind kind;    ///< what is wrong
    svSeverity severity; ///< of that kind

    /// The face, for faults of faces; at an edge, the lowest-numbered face.
    uint32_t face;

    /// DUPLICATE_FACE: the first face with these vertices. WINDING, NON_MANIFOLD_EDGE: the second
    /// face at the edge.
    uint32_t otherFace;

    /// The vertex, for faults of vertices; at an edge, the lower one; REPEATED_VERTEX: the one that
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
/// has 600 vertices)", without a full stop or newline. Writes at most `capacity` bytes, the closing
/// zero included; returns the length of the whole sentence, like snprintf.
SV_API size_t svMeshFault_Text(const svMeshFault* fault, char* text, size_t capacity);

/// What svValidateMesh found. Its memory belongs to the context until svMeshReport_Destroy.
typedef struct svMeshReport {
    /// The faults, sorted by kind, then by place; of each kind at most
    /// svValidateDef::maxFaultsPerKind.
    svMeshFault* faults;
    size_t faultCount; ///< stored

    size_t counts[SV_FAULT_KIND_ENUM_COUNT]; ///< found of each kind, stored or not
    size_t errorCount;                       ///< found of the kinds that are errors
    size_t warningCount;                     ///< found of the kinds that are warnings
} svMeshReport;

/// Frees the faults and zeroes the struct. A zeroed struct is allowed.
SV_API void svMeshReport_Destroy(svContext* context, svMeshReport* report);

/// What svValidateMesh looks at. Start from svDefaultValidateDef(). Nothing is copied or kept.
typedef struct svValidateDef {
    size_t structSize;         ///< set by svDefaultValidateDef(); do not change
    const uint32_t* triangles; ///< three vertex indices each; null if there are none
    size_t triangleCount;      ///< at most SV_MAX_TRIANGLES
    size_t vertexCount;        ///< at most UINT32_MAX

    const svPositions* x0; ///< positions of the vertices at t0; null: not checked
    const svPositions* x1; ///< positions of the vertices at t1; null: not checked

    /// How many faults of each kind to store at most; default 1000. All are counted.
    size_t maxFaultsPerKind;
} svValidateDef;

/// Returns default options: an empty mesh without positions, 1000 faults of each kind. The caller
/// sets the rest.
SV_API svValidateDef svDefaultValidateDef(void);

/// Finds every fault of a list of triangles. Faults are not a failure of the call: it returns
/// SV_OK, and the report lists them; the caller destroys it. If an index is out of range, the other
/// kinds are those of the remaining faces. On SV_ERROR_ARGUMENT and SV_ERROR_MEMORY the report is
/// untouched.
SV_API svStatus svValidateMesh(svContext* context, const svValidateDef* def, svMeshReport* report);

/// Options of a mesh. Start from svDefaultMeshDef().
typedef struct svMeshDef {
    size_t structSize;         ///< set by svDefaultMeshDef(); do not change
    const uint32_t* triangles; ///< three vertex indices each, copied; null if there are none
    size_t triangleCount;      ///< at most SV_MAX_TRIANGLES
    size_t vertexCount;        ///< at most UINT32_MAX
    const char* name;          ///< copied; prefix of messages about this mesh. May be null
    void* user;                ///< for svMesh_UserData; never dereferenced
} svMeshDef;

/// Returns default options: an empty mesh without a name. The caller sets the rest.
SV_API svMeshDef svDefaultMeshDef(void);

/// A triangle mesh. Belongs to its context, and with it to one thread at a time.
typedef struct svMesh svMesh;

/// Creates a mesh: copies the triangles and builds the topology. `*mesh` is set on success only;
/// destroy it before its context. SV_ERROR_ARGUMENT: a null pointer, a def that is not from
/// svDefaultMeshDef, or more triangles or vertices than allowed. SV_ERROR_MESH: an index is out of
/// range; the context's message names the first place. SV_ERROR_MEMORY. Other faults go to the
/// context's message callback as warnings, one line per kind with the first place and the count;
/// without a callback they are not searched for (svMesh_Validate finds them at any time).
SV_API svStatus svMesh_Create(svContext* context, const svMeshDef* def, svMesh** mesh);

/// Frees the mesh and its topology, not the caller's positions. Null is allowed. The mesh must not
/// be in a scene any more.
SV_API void svMesh_Destroy(svMesh* mesh);

/// Sets the positions of the vertices at t0 and at t1; each vertex moves on the straight line in
/// between. The views are kept, not copied: their memory must stay valid until the motion is set
/// again or the mesh is destroyed, and every query reads it afresh. The coordinates may change
/// between queries, which moves the mesh without another call. (A coordinate that became NaN or
/// infinite is found by the next query of a scene.) Passing the same view twice (equal data, stride
/// and scalar type) makes the mesh static. SV_ERROR_ARGUMENT: a null pointer, a count that differs
/// from the mesh's, or a malformed view (svPositions_IsValid). SV_ERROR_NOT_FINITE: the message
/// names vertex, axis and time. On failure the motion stays what it was.
SV_API svStatus svMesh_SetMotion(svMesh* mesh, const svPositions* x0, const svPositions* x1);

/// Reads the views of the motion. Returns false, and writes nothing, if none has been set.
SV_API bool svMesh_GetMotion(const svMesh* mesh, svPositions* x0, svPositions* x1);

/// Returns whether a motion has been set that has the same view at t0 and at t1.
SV_API bool svMesh_IsStatic(const svMesh* mesh);

/// Returns the topology of the mesh, valid as long as the mesh. Never null.
SV_API const svTopology* svMesh_GetTopology(const svMesh* mesh);

/// Returns the name that the mesh was created with; "" if there was none. Valid as long as the
/// mesh.
SV_API const char* svMesh_Name(const svMesh* mesh);

/// Returns svMeshDef::user as the mesh was created with it.
SV_API void* svMesh_UserData(const svMesh* mesh);

/// Returns the context that the mesh was created with.
SV_API svContext* svMesh_GetContext(const svMesh* mesh);

/// Runs svValidateMesh on the mesh, with its motion if one is set.
SV_API svStatus svMesh_Validate(const svMesh* mesh, size_t maxFaultsPerKind, svMeshReport* report);

/// Counts and properties of a mesh.
typedef struct svMeshInfo {
    size_t vertexCount;       ///< vertices, isolated ones included
    size_t triangleCount;     ///< triangles, collapsed ones included
    size_t edgeCount;         ///< edges of all kinds
    size_t boundaryEdgeCount; ///< edges with one face
    size_t loopCount;         ///< boundary loops
    size_t componentCount;    ///< components connected through edges
    size_t islandCount;       ///< components connected through vertices
    int64_t euler;            ///< used vertices - edges + faces that are not collapsed
    bool closed;              ///< there is a component and each one is closed
    bool consistent;          ///< each component is wound consistently
    bool orientable;          ///< each component could be
    bool manifold;            ///< no edge is non-manifold or wire, no vertex is a pinch
    size_t faultCounts[SV_FAULT_KIND_ENUM_COUNT]; ///< faults of each kind

    /// Whether the bounds below are set: the mesh has a motion and a face. Else they are zero. They
    /// are the tight AABB around the vertices that faces use.
    bool hasBounds;
    double lower0[3]; ///< lower corner of the AABB at t0
    double upper0[3]; ///< upper corner of the AABB at t0
    double lower1[3]; ///< lower corner of the AABB at t1
    double upper1[3]; ///< upper corner of the AABB at t1
} svMeshInfo;

/// Computes counts, properties and bounds of the mesh. Searches for all faults, so it costs as much
/// as svMesh_Validate. SV_ERROR_ARGUMENT: a null pointer. SV_ERROR_MEMORY: no memory for the
/// search. On failure `info` is untouched.
SV_API svStatus svMesh_GetInfo(const svMesh* mesh, svMeshInfo* info);

#ifdef __cplusplus
}
#endif

#endif
