/// Selvage: scenes. Every contact of deforming meshes with themselves and with each other.
///
/// A scene holds meshes that are tested together. Each query reads their motion afresh, so moving
/// the vertices is all there is to a next step: no tree is ever stale. The result is the exact set
/// of pairs, sorted, and does not depend on the number of workers, the instruction set, the
/// bounding volume or the builder.
///
/// Vertices, edges and faces are numbered per mesh, as in svTopology. Only what belongs to a face
/// takes part: a vertex of no face is no part of the surface. (A single particle is the collapsed
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

typedef struct svSceneDef {
    size_t structSize;
    svVolume volume;
    svBuilder builder;
    svRebuild rebuild;
    svSelfCulling selfCulling;
    uint32_t filters; ///< bits of svFilter
    svIsa isa;
} svSceneDef;

/// Boxes, patches, rebuilt when it pays, self-culling automatic, all filters, the best
/// instruction set.
SV_API svSceneDef svDefaultSceneDef(void);

/// Belongs to its context, and to one thread at a time with it.
typedef struct svScene svScene;

/// SV_ERROR_ARGUMENT: a null pointer, a def that is not from svDefaultSceneDef, a value outside its
/// range, an instruction set that this machine does not have. SV_ERROR_MEMORY.
SV_API svStatus svScene_Create(svContext* context, const svSceneDef* def, svScene** scene);

/// Frees the scene with its results, not the meshes. Null is allowed.
SV_API void svScene_Destroy(svScene* scene);

/// How a mesh takes part in a scene.
typedef struct svSceneMeshDef {
    size_t structSize;

    /// Two meshes are tested with each other if each one's group has a bit in the other one's mask.
    uint32_t group; ///< default 1
    uint32_t mask;  ///< default all bits
    /// Whether the mesh is tested with itself; default true. Groups and masks play no part in it.
    bool self;

    /// The surface is a layer of this thickness, half of it on either side; default 0. Two features
    /// are near each other when their distance is at most half the sum of their thicknesses.
    /// svScene_Proximity finds those pairs, and svScene_Detect then tests with that separation.
    double thickness;
    /// The thickness at each vertex, as many as the mesh has vertices, copied; null (default):
    /// `thickness` everywhere. An edge or a face is as thick as its thickest vertex.
    const double* vertexThickness;

    /// 0 (default): all features that share no vertex are tested. n > 0: pairs of features of this
    /// mesh are left out if one has a vertex within n edges of a vertex of the other. At most 8.
    uint32_t ring;
} svSceneMeshDef;

/// The defaults that the members tell.
SV_API svSceneMeshDef svDefaultSceneMeshDef(void);

/// Adds a mesh; `def` may be null for the defaults. The mesh must outlive the scene, or
/// svScene_Clear; it may be in many scenes, but only once in each. `*index` (may be null) is the
/// number by which results and the functions below name it: 0, 1, 2 in the order of adding.
/// SV_ERROR_ARGUMENT: a null pointer, a mesh of another context, a value outside its range, a mesh
/// that is in the scene already, or more than 2^32-1 vertices, edges or faces in all.
SV_API svStatus svScene_Add(svScene* scene, svMesh* mesh, const svSceneMeshDef* def,
                            uint32_t* index);

/// Changes how a mesh takes part.
SV_API svStatus svScene_SetMeshDef(svScene* scene, uint32_t index, const svSceneMeshDef* def);

/// Takes all meshes and exclusions out of the scene.
SV_API void svScene_Clear(svScene* scene);

SV_API uint32_t svScene_MeshCount(const svScene* scene);
/// Null if there is no such mesh.
SV_API svMesh* svScene_GetMesh(const svScene* scene, uint32_t index);

/// Leaves pairs of these two meshes out (of one mesh with itself: a == b).
SV_API svStatus svScene_ExcludeMeshes(svScene* scene, uint32_t a, uint32_t b);

/// Two vertices that count as one: stitched together, say.
typedef struct svVertexPair {
    uint32_t meshA, a, meshB, b;
} svVertexPair;

/// Leaves out every pair of features of which one has the first vertex and the other the second:
/// what shares a vertex is no pair. Adds to earlier exclusions. In svScene_Intersect, too, pairs of
/// triangles that have such vertices are left out altogether.
SV_API svStatus svScene_ExcludeVertices(svScene* scene, const svVertexPair* pairs, size_t count);

/// What is wanted of a query.
typedef enum svWant {
    SV_WANT_ALL,   ///< every pair
    SV_WANT_FIRST, ///< the first pair: by tLo, then in the order of the result
    SV_WANT_ANY,   ///< only whether there is one: no pairs are returned, and the search ends early
    SV_WANT_COUNT
} svWant;

/// A block of pairs in a stream.
typedef struct svContactBlock svContactBlock;

/// What all queries have in common.
typedef struct svQueryDef {
    svWant want;

    /// The most pairs of each kind to store; default SIZE_MAX. Where there are more, the first ones
    /// in the order of the result are stored, all are counted and hashed, and the query returns
    /// SV_LIMIT.
    size_t maxPairs;

    /// Called now and then with the share of the work that is done, 0 to 1; never by two threads at
    /// a time, but maybe by different ones. Returning false ends the query with SV_CANCELLED. May
    /// be null.
    bool (*progress)(double done, void* user);

    /// Takes the pairs block by block, as they are found, instead of their being stored; only with
    /// SV_WANT_ALL. The order of pairs is open; count and hash of the result are those of all.
    /// Never called by two threads at a time, but maybe by different ones. May be null.
    void (*stream)(const svContactBlock* block, void* user);

    void* user;
} svQueryDef;

/// A pair of features. Vertex-face: `a` is the vertex and `b` the face. Edge-edge, and two faces:
/// (meshA, a) < (meshB, b). Sorted by meshA, a, meshB, b.
typedef struct svFeaturePair {
    uint32_t meshA, a, meshB, b;
} svFeaturePair;

/// Where and how a pair meets; the members are those of svCcdResult.
typedef struct svContactShape {
    double weights[4];
    double normal[3];
} svContactShape;

/// Pairs of one kind. Arrays of `count`; null where not asked for.
typedef struct svContactList {
    const svFeaturePair* pairs;
    const svInterval* times;
    const svContactShape* shapes;
    size_t count;   ///< stored
    uint64_t total; ///< found, stored or not
} svContactList;

/// What is told of each contact.
typedef enum svDetail {
    SV_DETAIL_PAIRS, ///< which features
    SV_DETAIL_TIMES, ///< and the bracket of the first contact
    SV_DETAIL_SHAPE, ///< and the weights and the normal
    SV_DETAIL_COUNT
} svDetail;

/// What to do about pairs that are in contact (nearer than their thickness) at t0 already.
typedef enum svOverlap {
    SV_OVERLAP_REPORT, ///< they are contacts like others, with tLo = 0
    SV_OVERLAP_ERROR,  ///< the query returns SV_ERROR_OVERLAP, and its result holds only them
    SV_OVERLAP_IGNORE, ///< they are left out until they start a step apart
    SV_OVERLAP_COUNT
} svOverlap;

typedef struct svDetectDef {
    size_t structSize;
    svQueryDef query;
    svDetail detail;            ///< default SV_DETAIL_TIMES
    svOverlap overlap;          ///< default SV_OVERLAP_REPORT
    double tolerance;           ///< greatest width of the times, as in svCcdDef
    double separationTolerance; ///< as in svCcdDef, for meshes with a thickness
} svDetectDef;

/// How the work went. Counts do not depend on the number of workers.
typedef struct svSceneStats {
    uint64_t nodePairs;     ///< pairs of tree nodes that were looked at
    uint64_t leafPairs;     ///< pairs of leaves whose bounds overlap
    uint64_t leafPairsNear; ///< of those, pairs that diagonals and normals do not separate
    uint64_t boxPairs[2];   ///< feature pairs (by svPairKind; faces: [0]) whose boxes overlap
    uint64_t incident[2];   ///< of those, pairs that share a vertex
    uint64_t culled[2];     ///< of those, pairs culled by diagonals (faces: any axis, stars)
    uint64_t excluded[2];   ///< of those, pairs left out by rings and exclusions
    svCcdStats ccd[2];      ///< the elementary tests over a step, by svPairKind
    uint64_t tested;        ///< elementary tests at an instant (faces, proximity)
    uint64_t exact;         ///< of those, decided by exact arithmetic
    uint64_t overlaps;      ///< contacts at t0, unless they are reported like others

    uint64_t selfTested; ///< parts that were asked whether they certainly do not meet themselves
    uint64_t selfApart;  ///< of those, parts that do not: no two leaves of them were looked at

    uint32_t leafCount;
    uint32_t leavesApart; ///< leaves of parts that do not meet themselves
    bool built;           ///< the hierarchy was built anew
    double quality;       ///< cost of the hierarchy over its cost when it was built

    double buildSeconds;  ///< topology of the scene and hierarchy; 0 if it was kept
    double updateSeconds; ///< reading the motion and fitting the bounds
    double searchSeconds; ///< traversal and filters, the mean over the workers
    double testSeconds;   ///< elementary tests, the mean over the workers
    double sortSeconds;   ///< merging, sorting, describing
    double totalSeconds;  ///< wall clock of the query, buildSeconds included
} svSceneStats;

typedef struct svContacts {
    svContactList vf, ee;
    /// Of the set of pairs (of all that were found): the same for any way of finding them.
    uint64_t hash;
    bool found; ///< there is a contact
    svSceneStats stats;
} svContacts;

struct svContactBlock {
    svPairKind kind; ///< of Detect and Proximity; pairs of faces otherwise
    size_t count;
    const svFeaturePair* pairs;
    const svInterval* times;      ///< Detect, with SV_DETAIL_TIMES or more; else null
    const svContactShape* shapes; ///< with SV_DETAIL_SHAPE; else null
    const uint8_t* meetings;      ///< Intersect: svTriangleMeeting; else null
    const double* distances;      ///< Proximity; else null
};

/// Everything, with times, no callbacks.
SV_API svDetectDef svDefaultDetectDef(void);

/// Every vertex-face and edge-edge contact over the step. `def` may be null for the defaults.
/// SV_LIMIT, SV_CANCELLED and SV_ERROR_OVERLAP come with a result (of a cancelled query: with what
/// was found until then, counted but not stored). SV_ERROR_ARGUMENT: a null pointer, a value
/// outside its range, a mesh without motion. SV_ERROR_NOT_FINITE: a coordinate became NaN or
/// infinite after svMesh_SetMotion; the message names the place. SV_ERROR_MEMORY.
SV_API svStatus svScene_Detect(svScene* scene, const svDetectDef* def, svContacts* contacts);

/// The largest t in [0,1] such that no contact lies in [0,t): 1 if there is none, 0 if there is
/// contact at t0. Conservative by at most the width of the times, so that it is 0 as well where the
/// first contact begins before that. Uses `tolerance`, `separationTolerance`, `overlap` (contacts
/// at t0 can be ignored) and the progress of the def.
SV_API svStatus svScene_SafeStep(svScene* scene, const svDetectDef* def, double* t);

typedef struct svIntersectDef {
    size_t structSize;
    svQueryDef query;
    bool segments; ///< where the triangles meet; default false
    int time;      ///< 0 (default): the positions at t0; 1: those at t1
} svIntersectDef;

typedef struct svSegment {
    double ends[2][3];
} svSegment;

/// Pairs of triangles that meet, in the sense of svTriangleMeeting.
typedef struct svIntersections {
    const svFeaturePair* pairs;
    const uint8_t* meetings;   ///< svTriangleMeeting of each
    const uint8_t* shared;     ///< how many vertices the two have in common
    const svSegment* segments; ///< as in svTriangleResult; null if not asked for
    size_t count;              ///< stored
    uint64_t total;            ///< found, stored or not
    uint64_t hash;
    bool found;
    svSceneStats stats;
} svIntersections;

SV_API svIntersectDef svDefaultIntersectDef(void);

/// Every pair of triangles that meet at an instant. `def` may be null. Fails like svScene_Detect.
SV_API svStatus svScene_Intersect(svScene* scene, const svIntersectDef* def,
                                  svIntersections* intersections);

typedef struct svProximityDef {
    size_t structSize;
    svQueryDef query;
    double distance; ///< added to half the sum of the thicknesses; default 0
    int time;        ///< 0 (default): the positions at t0; 1: those at t1
} svProximityDef;

/// Pairs nearer to each other than their thicknesses allow, with their closest points.
typedef struct svNearList {
    const svFeaturePair* pairs;
    /// Weights of the closest points, and the unit direction from the second to the first; where
    /// they touch, the normal of the face or of both edges.
    const svContactShape* shapes;
    const double* distances; ///< rounded
    size_t count;
    uint64_t total;
} svNearList;

typedef struct svProximity {
    svNearList vf, ee;
    uint64_t hash;
    bool found;
    svSceneStats stats;
} svProximity;

SV_API svProximityDef svDefaultProximityDef(void);

/// Every vertex-face and edge-edge pair whose distance is at most `distance` plus half the sum of
/// their thicknesses: conservative, none is missed; a pair farther away than that by less than
/// 2^-40 of the pair's largest coordinate may be among them. `def` may be null. Fails like
/// svScene_Detect.
SV_API svStatus svScene_Proximity(svScene* scene, const svProximityDef* def,
                                  svProximity* proximity);

#ifdef __cplusplus
}
#endif

#endif
