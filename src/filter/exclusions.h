// Collision filtering by rule: pairs excluded by mesh (groups, mesh exclusions) and by vertex
// (n-rings, vertex exclusions).
#ifndef SELVAGE_FILTER_EXCLUSIONS_H
#define SELVAGE_FILTER_EXCLUSIONS_H

#include "hierarchy/leaf.h"

// How one mesh takes part; as in svSceneMeshDef.
typedef struct svMeshRule {
    uint32_t group, mask;
    bool self;
    uint32_t ring;
} svMeshRule;

// Zeroed: nothing is excluded.
typedef struct svExclusions {
    // The rules of the meshes, null at first.
    svMeshRule* rules;
    size_t ruleCapacity;
    uint32_t ruleCount;

    // Pairs of meshes a <= b as a << 32 | b, sorted, each once.
    uint64_t* meshPairs;
    size_t meshPairCapacity, meshPairCount;

    // Excluded pairs of vertices in the numbering of the scene, both ways, sorted, each once.
    uint64_t* vertexPairs;
    size_t vertexPairCapacity, vertexPairCount;

    // The vertices within `ring` edges of each vertex, ascending, itself not included: those of
    // vertex v are ringVertices[ringStart[v]] up to ringStart[v + 1]. Null while no mesh has a
    // ring.
    size_t* ringStart;
    size_t ringStartCapacity;
    uint32_t* ringVertices;
    size_t ringVertexCapacity;

    bool byMesh;   // some pair of meshes may be excluded
    bool byVertex; // some pair of vertices may be: rings or vertex pairs exist
} svExclusions;

// All of these: SV_OK or SV_ERROR_MEMORY; a failure leaves everything as it was.
svStatus svExclusions_SetRule(svContext* context, svExclusions* exclusions, uint32_t mesh,
                              const svMeshRule* rule);
svStatus svExclusions_AddMeshPair(svContext* context, svExclusions* exclusions, uint32_t a,
                                  uint32_t b);
svStatus svExclusions_AddVertexPairs(svContext* context, svExclusions* exclusions,
                                     const uint64_t* pairs, size_t count);

// Builds the rings of all meshes that have one; call after rules or meshes changed.
svStatus svExclusions_BuildRings(svContext* context, svExclusions* exclusions,
                                 const svSceneTopology* meshes, uint32_t meshCount);

// Frees everything and zeroes the struct.
void svExclusions_Destroy(svContext* context, svExclusions* exclusions);

// Whether features of the two meshes (maybe the same) are tested against each other.
bool svExclusions_AllowMeshes(const svExclusions* exclusions, uint32_t a, uint32_t b);

// Whether a vertex of the first set is excluded with a vertex of the second: within the ring, or an
// excluded pair. Scene numbering; counts are 1 to 3. (A vertex in both sets is ignored here.)
bool svExclusions_ExcludeVertices(const svExclusions* exclusions, const uint32_t* a, int countA,
                                  const uint32_t* b, int countB);

#endif
