/// \file
/// Selvage: scenes. Broad phase and narrow phase over all meshes, self-collision included.
///
/// A scene holds meshes that are tested together. Each query reads their motion afresh and refits
/// the BVH (or rebuilds it), so moving the vertices is all there is to the next step. Broad phase
/// and filters are conservative, the elementary tests exact: the result is the exact set of pairs,
/// sorted, independent of the number of workers, the instruction set, the bounding volume and the
/// builder.
///
/// Vertices, edges and faces are numbered per mesh, as in svTopology. Only what belongs to a face
/// takes part: a vertex of no face is not part of the surface. (A single particle is the collapsed
/// face v v v, a wire the collapsed face a a b.)
///
/// Results belong to the scene and are valid until its next query or its destruction.
#ifndef SELVAGE_SCENE_H
#define SELVAGE_SCENE_H

#include "selvage/elementary.h"
#include "selvage/hierarchy.h"
#include "selvage/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Options of a scene. Start from svDefaultSceneDef(). They affect time, never results.
typedef struct svSceneDef {
    size_t structSize;         ///< set by svDefaultSceneDef(); do not change
    svVolume volume;           ///< default SV_VOLUME_BOX
    svBuilder builder;         ///< default SV_BUILDER_PATCHES
    svRebuild rebuild;         ///< default SV_REBUILD_AUTO
    svSelfCulling selfCulling; ///< default SV_SELF_CULLING_AUTO
    uint32_t filters;          ///< bits of svFilter; default SV_FILTER_ALL
    svIsa isa;                 ///< instruction set of the kernels; default SV_ISA_BEST
} svSceneDef;

/// Returns the default options: AABBs, the patch builder, rebuilt when it pays, automatic
/// self-collision culling, all filters, the best instruction set.
SV_API svSceneDef svDefaultSceneDef(void);

/// Meshes that are tested together. Belongs to its context, and with it to one thread at a time.
typedef struct svScene svScene;

/// Creates an empty scene; destroy it before its context. `*scene` is set on success only.
/// SV_ERROR_ARGUMENT: a null pointer, a def that is not from svDefaultSceneDef, a value outside its
/// range, an instruction set that this machine does not have. SV_ERROR_MEMORY.
SV_API svStatus svScene_Create(svContext* context, const svSceneDef* def, svScene** scene);

/// Frees the scene and its results, not the meshes. Null is allowed.
SV_API void svScene_Destroy(svScene* scene);

/// How a mesh takes part in a scene. Start from svDefaultSceneMeshDef().
typedef struct svSceneMeshDef {
    size_t structSize; ///< set by svDefaultSceneMeshDef(); do not change

    /// Collision group, as bits; default 1. Two meshes are tested against each other if the group
    /// of each has a bit in the mask of the other.
    uint32_t group;
    uint32_t mask; ///< groups that the mesh collides with; default all bits
    /// Whether the mesh is tested for self-collision; default true. Groups play no part in it.
    bool self;

    /// Thickness of the surface, half of it on either side; default 0. The separation of two
    /// features is half the sum of their thicknesses: svScene_Proximity finds pairs that are
    /// closer, and svScene_Detect takes it as their minimum separation.
    double thickness;
    /// The thickness at each vertex, as many as the mesh has vertices, copied; null (default):
    /// `thickness` everywhere. An edge or a face is as thick as its thickest vertex.
    const double* vertexThickness;

    /// n-ring exclusion. 0 (default): all pairs of features without a common vertex are tested.
    /// n > 0: a pair of this mesh is excluded if one feature has a vertex within n edges of a
    /// vertex of the other. At most 8.
    uint32_t ring;
} svSceneMeshDef;

/// Returns the default options: group 1, all masks, self-collision, no thickness, no ring.
SV_API svSceneMeshDef svDefaultSceneMeshDef(void);

/// Adds a mesh; `def` may be null for the defaults. The mesh is not copied: it must outlive the
/// scene, or svScene_Clear. It may be in many scenes, but only once in each. `*index` (may be null)
/// is the number by which results and the functions below name it: 0, 1, 2 in the order of adding.
/// SV_ERROR_ARGUMENT: a null pointer, a mesh of another context, a value outside its range, a mesh
/// that is in the scene already, or more than 2^32-1 vertices, edges or faces in all.
/// SV_ERROR_MEMORY.
SV_API svStatus svScene_Add(svScene* scene, svMesh* mesh, const svSceneMeshDef* def,
                            uint32_t* index);

/// Changes how mesh `index` takes part. SV_ERROR_ARGUMENT: a null pointer, no such mesh, or a value
/// outside its range. SV_ERROR_MEMORY. On failure nothing changes.
SV_API svStatus svScene_SetMeshDef(svScene* scene, uint32_t index, const svSceneMeshDef* def);

/// Removes all meshes and exclusions from the scene. Does not destroy the meshes.
SV_API void svScene_Clear(svScene* scene);

/// Returns how many meshes the scene has.
SV_API uint32_t svScene_MeshCount(const svScene* scene);

/// Returns mesh `index`, null if there is none.
SV_API svMesh* svScene_GetMesh(const svScene* scene, uint32_t index);

/// Excludes all pairs of two meshes from every query; a == b excludes self-collision of one mesh.
/// SV_ERROR_ARGUMENT: no such mesh. SV_ERROR_MEMORY.
SV_API svStatus svScene_ExcludeMeshes(svScene* scene, uint32_t a, uint32_t b);

/// Two vertices that count as one, because they are stitched together, say.
typedef struct svVertexPair {
    uint32_t meshA; ///< mesh of the first vertex
    uint32_t a;     ///< the first vertex
    uint32_t meshB; ///< mesh of the second vertex
    uint32_t b;     ///< the second vertex
} svVertexPair;

/// Excludes every pair of features of which one has the first vertex and the other the second, as
/// if it were a common vertex. svScene_Intersect excludes pairs of triangles with such vertices
/// altogether. Adds to earlier exclusions; the pairs are copied. SV_ERROR_ARGUMENT: no such mesh or
/// vertex. SV_ERROR_MEMORY.
SV_API svStatus svScene_ExcludeVertices(svScene* scene, const svVertexPair* pairs, size_t count);

/// What a query returns.
typedef enum svWant {
    SV_WANT_ALL,       ///< every pair
    SV_WANT_FIRST,     ///< the first pair: by tLo, then in the order of the result
    SV_WANT_ANY,       ///< only whether there is one: returns no pairs, and ends early
    SV_WANT_ENUM_COUNT ///< number of values, not a mode
} svWant;

/// A block of pairs, as svQueryDef::stream receives it.
typedef struct svContactBlock svContactBlock;

/// Watches the stages of a query: selvage/inspect.h.
typedef struct svWatch svWatch;

/// Options that all queries have in common.
typedef struct svQueryDef {
    svWant want; ///< default SV_WANT_ALL

    /// The most pairs of each kind to store; default SIZE_MAX. If there are more, the first ones in
    /// the order of the result are stored, all are counted and hashed, and the query returns
    /// SV_LIMIT.
    size_t maxPairs;

    /// Called now and then with the fraction of the work done, 0 to 1; from any worker, but never
    /// from two at once. Returning false cancels the query (SV_CANCELLED). May be null.
    bool (*progress)(double done, void* user);

    /// Receives the pairs block by block, as they are found, instead of their being stored; only
    /// with SV_WANT_ALL. In no particular order; count and hash of the result are those of all
    /// pairs. Called from any worker, but never from two at once. May be null.
    void (*stream)(const svContactBlock* block, void* user);

    void* user; ///< passed to `progress` and `stream`

    /// Receives what the stages of the query pass on (selvage/inspect.h). Null (default): nobody
    /// watches.
    const svWatch* watch;
} svQueryDef;

/// A pair of features, sorted by meshA, a, meshB, b. Vertex-face: `a` is the vertex and `b` the
/// face. Edge-edge, and two faces: (meshA, a) comes before (meshB, b).
typedef struct svFeaturePair {
    uint32_t meshA; ///< mesh of the first feature
    uint32_t a;     ///< the first feature
    uint32_t meshB; ///< mesh of the second feature
    uint32_t b;     ///< the second feature
} svFeaturePair;

/// Where and how two features touch.
typedef struct svContactShape {
    double weights[4]; ///< as in svCcdResult
    double normal[3];  ///< as in svCcdResult
} svContactShape;

/// Contacts of one kind, as parallel arrays of `count`. Owned by the scene.
typedef struct svContactList {
    const svFeaturePair* pairs;   ///< the features
    const svInterval* times;      ///< brackets of the time of impact; null below SV_DETAIL_TIMES
    const svContactShape* shapes; ///< weights and normals; null below SV_DETAIL_SHAPE
    size_t count;                 ///< stored
    uint64_t total;               ///< found, stored or not
} svContactList;

/// How much is computed for each contact.
typedef enum svDetail {
    SV_DETAIL_PAIRS,     ///< which features
    SV_DETAIL_TIMES,     ///< and the bracket of the time of impact
    SV_DETAIL_SHAPE,     ///< and weights and normal
    SV_DETAIL_ENUM_COUNT ///< number of values, not a level of detail
} svDetail;

/// What to do about pairs that are in contact (closer than their separation) at t0 already.
typedef enum svOverlap {
    SV_OVERLAP_REPORT,    ///< report them like other contacts, with tLo = 0
    SV_OVERLAP_ERROR,     ///< return SV_ERROR_OVERLAP with a result that holds only them
    SV_OVERLAP_IGNORE,    ///< drop them, until they start a step out of contact
    SV_OVERLAP_ENUM_COUNT ///< number of values, not a mode
} svOverlap;

/// Options of svScene_Detect and svScene_SafeStep. Start from svDefaultDetectDef().
typedef struct svDetectDef {
    size_t structSize;          ///< set by svDefaultDetectDef(); do not change
    svQueryDef query;           ///< what to return, and callbacks
    svDetail detail;            ///< default SV_DETAIL_TIMES
    svOverlap overlap;          ///< default SV_OVERLAP_REPORT
    double tolerance;           ///< greatest width of the times, as in svCcdDef
    double separationTolerance; ///< as in svCcdDef, for meshes with a thickness
} svDetectDef;

/// Work counters and times of a query, stage by stage. Counters do not depend on the number of
/// workers.
typedef struct svSceneStats {
    uint64_t nodePairs;     ///< broad phase: pairs of BVH nodes visited
    uint64_t leafPairs;     ///< broad phase: pairs of leaves whose volumes overlap
    uint64_t leafPairsNear; ///< of those, pairs that neither diagonals nor slabs separate
    uint64_t boxPairs[2];   ///< feature pairs (by svPairKind; faces: [0]) whose AABBs overlap
    uint64_t incident[2];   ///< of those, pairs that share a vertex
    uint64_t culled[2];     ///< of those, pairs culled by diagonals (faces: any axis, stars)
    uint64_t excluded[2];   ///< of those, pairs removed by rings and exclusions
    svCcdStats ccd[2];      ///< narrow phase over a step: the elementary tests, by svPairKind
    uint64_t tested;        ///< narrow phase at an instant: elementary tests (faces, proximity)
    uint64_t exact;         ///< of those, decided by exact arithmetic
    uint64_t overlaps;      ///< contacts at t0, unless SV_OVERLAP_REPORT

    uint64_t selfTested; ///< self-collision culling: subtrees tested
    uint64_t selfApart;  ///< of those, subtrees proven free of self-contact and skipped

    uint32_t leafCount;   ///< leaves of the BVH
    uint32_t leavesApart; ///< leaves in subtrees that were proven free of self-contact
    bool built;           ///< the query built the BVH anew
    double quality;       ///< cost of the refitted BVH over its cost when it was built

    double buildSeconds;  ///< numbering and building the BVH; 0 if it was kept
    double updateSeconds; ///< reading the motion and refitting
    double searchSeconds; ///< traversal and filters, mean over the workers
    double testSeconds;   ///< elementary tests, mean over the workers
    double sortSeconds;   ///< merging and sorting the results, weights and normals
    double totalSeconds;  ///< wall clock of the query, buildSeconds included
} svSceneStats;

/// The result of svScene_Detect. Owned by the scene.
typedef struct svContacts {
    svContactList vf; ///< vertex-face contacts
    svContactList ee; ///< edge-edge contacts
    /// Hash of the set of all pairs found, stored or not: independent of how they were found.
    uint64_t hash;
    bool found;         ///< there is a contact
    svSceneStats stats; ///< what it took
} svContacts;

/// A block of pairs of one kind, as parallel arrays of `count`, valid during svQueryDef::stream
/// only.
struct svContactBlock {
    svPairKind kind;              ///< for Detect and Proximity; Intersect streams pairs of faces
    size_t count;                 ///< pairs in this block
    const svFeaturePair* pairs;   ///< the features
    const svInterval* times;      ///< Detect, with SV_DETAIL_TIMES or more; else null
    const svContactShape* shapes; ///< with SV_DETAIL_SHAPE; else null
    const uint8_t* meetings;      ///< Intersect: svTriangleMeeting; else null
    const double* distances;      ///< Proximity; else null
};

/// Returns the default options: all contacts, with times, no callbacks.
SV_API svDetectDef svDefaultDetectDef(void);

/// Continuous collision detection: finds every vertex-face and edge-edge contact over the step.
/// `def` may be null for the defaults. Reads the meshes' positions, copies none of them. SV_LIMIT,
/// SV_CANCELLED and SV_ERROR_OVERLAP come with a result (of a cancelled query: what was found until
/// then, counted but not stored). SV_ERROR_ARGUMENT: a null pointer, a value outside its range, a
/// mesh without motion. SV_ERROR_NOT_FINITE: a coordinate became NaN or infinite after
/// svMesh_SetMotion; the message names the place. SV_ERROR_MEMORY.
SV_API svStatus svScene_Detect(svScene* scene, const svDetectDef* def, svContacts* contacts);

/// Computes the largest t in [0,1] such that no contact lies in [0,t): 1 if there is no contact, 0
/// if there is one at t0. Conservative by at most the tolerance, so it is also 0 if the first
/// contact begins earlier than that. `def` may be null; only `tolerance`, `separationTolerance`,
/// `overlap`, `query.progress` and `query.watch` are used. Fails like svScene_Detect.
SV_API svStatus svScene_SafeStep(svScene* scene, const svDetectDef* def, double* t);

/// Options of svScene_Intersect. Start from svDefaultIntersectDef().
typedef struct svIntersectDef {
    size_t structSize; ///< set by svDefaultIntersectDef(); do not change
    svQueryDef query;  ///< what to return, and callbacks
    bool segments;     ///< compute the intersection segments; default false
    int time;          ///< 0 (default): the positions at t0; 1: those at t1
} svIntersectDef;

/// A segment between two points.
typedef struct svSegment {
    double ends[2][3]; ///< the two points
} svSegment;

/// The result of svScene_Intersect: pairs of triangles, as parallel arrays of `count`. Owned by the
/// scene.
typedef struct svIntersections {
    const svFeaturePair* pairs; ///< the triangles
    const uint8_t* meetings;    ///< svTriangleMeeting of each pair
    const uint8_t* shared;      ///< how many vertices the two have in common
    const svSegment* segments;  ///< as in svTriangleResult; null unless requested
    size_t count;               ///< stored
    uint64_t total;             ///< found, stored or not
    uint64_t hash;              ///< of the set of all pairs found, as in svContacts
    bool found;                 ///< there is an intersection
    svSceneStats stats;         ///< what it took
} svIntersections;

/// Returns the default options: all pairs at t0, without segments, no callbacks.
SV_API svIntersectDef svDefaultIntersectDef(void);

/// Discrete collision detection: finds every pair of triangles that intersect at an instant, in the
/// sense of svTriangleMeeting. `def` may be null. Fails like svScene_Detect.
SV_API svStatus svScene_Intersect(svScene* scene, const svIntersectDef* def,
                                  svIntersections* intersections);

/// How a vertex or an edge takes part in svScene_Proximity. (Faces have no role: they are tested
/// with every vertex that has one.)
typedef enum svNearRole {
    SV_NEAR_FULL,      ///< with every other feature
    SV_NEAR_MINOR,     ///< of edges: not with other minor edges; of vertices: as SV_NEAR_FULL
    SV_NEAR_NONE,      ///< not at all: pairs with it are left out
    SV_NEAR_ENUM_COUNT ///< number of values, not a role
} svNearRole;

/// The roles of a mesh's features, a byte (svNearRole) each; other values are as SV_NEAR_NONE. Read
/// by the query, not copied.
typedef struct svNearRoles {
    const uint8_t* vertices; ///< as many as the mesh has vertices; null: all are SV_NEAR_FULL
    const uint8_t* edges;    ///< as many as it has edges; null: all are SV_NEAR_FULL
} svNearRoles;

/// Options of svScene_Proximity. Start from svDefaultProximityDef().
typedef struct svProximityDef {
    size_t structSize; ///< set by svDefaultProximityDef(); do not change
    svQueryDef query;  ///< what to return, and callbacks
    double distance;   ///< added to the separation of every pair; default 0
    int time;          ///< 0 (default): the positions at t0; 1: those at t1

    /// Features to leave out, such as edges inside a smooth surface, whose vertices and faces say
    /// all: as many as the scene has meshes, in their order. Pairs that the roles exclude are not
    /// looked for, which is much cheaper than to drop them from a result. Null (default): all
    /// features are SV_NEAR_FULL.
    const svNearRoles* roles;

    /// Leaves out the edge-edge pairs of which a weight is 0: where an edge is closest at one of
    /// its ends, pairs of that vertex tell as much. Default false.
    bool crossing;
} svProximityDef;

/// Pairs of one kind that are close to each other, as parallel arrays of `count`. Owned by the
/// scene.
typedef struct svNearList {
    const svFeaturePair* pairs; ///< the features
    /// Weights of the closest points, and the unit direction from the second to the first; if they
    /// touch, the normal of the face or of both edges.
    const svContactShape* shapes;
    const double* distances; ///< between the closest points, rounded
    size_t count;            ///< stored
    uint64_t total;          ///< found, stored or not
} svNearList;

/// The result of svScene_Proximity. Owned by the scene.
typedef struct svProximity {
    svNearList vf;      ///< vertex-face pairs
    svNearList ee;      ///< edge-edge pairs
    uint64_t hash;      ///< of the set of all pairs found, as in svContacts
    bool found;         ///< there is a pair
    svSceneStats stats; ///< what it took
} svProximity;

/// Returns the default options: all pairs at t0, no added distance, no callbacks.
SV_API svProximityDef svDefaultProximityDef(void);

/// Finds every vertex-face and edge-edge pair whose distance at an instant is at most `distance`
/// plus half the sum of their thicknesses, and that `roles` and `crossing` allow. Conservative:
/// none is missed, and a pair that is farther away by less than 2^-40 of its largest coordinate may
/// be reported. `def` may be null. Fails like svScene_Detect.
SV_API svStatus svScene_Proximity(svScene* scene, const svProximityDef* def,
                                  svProximity* proximity);

#ifdef __cplusplus
}
#endif

#endif
