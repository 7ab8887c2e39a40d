// The roles that a caller gives the features of each mesh, as lanes of the leaves that own them:
// the filter of leaf pairs drops whole lanes.

#include "scene/roles.h"

// Leaves that a worker takes at a time: some microseconds of work.
#define ROLES_GRAIN 256

typedef struct RolesLoop {
    const svScene* scene;
    const svNearRoles* roles; // of each mesh
} RolesLoop;

static inline uint32_t NearRoleOf(const uint8_t* roles, uint32_t feature) {
    return roles == NULL ? SV_NEAR_FULL : roles[feature];
}

static svLeafRoles RolesOfLeaf(const RolesLoop* loop, const svLeaf* leaf) {
    const svNumbering* numbering = &loop->scene->numbering;
    const svSceneTopology* mesh = &numbering->topologies[leaf->mesh];
    const svNearRoles* roles = &loop->roles[leaf->mesh];
    uint32_t vertices = 0, edges = 0, minorEdges = 0;
    for (uint32_t i = 0; i < leaf->ownedVertexCount; ++i) {
        const uint32_t vertex = numbering->vertexOfPoint[leaf->vertices[i]] - mesh->firstVertex;
        vertices |= (uint32_t)(NearRoleOf(roles->vertices, vertex) < SV_NEAR_NONE) << i;
    }
    for (uint32_t i = 0; i < leaf->edgeCount; ++i) {
        const uint32_t role = NearRoleOf(roles->edges, leaf->edges[i] - mesh->firstEdge);
        edges |= (uint32_t)(role < SV_NEAR_NONE) << i;
        minorEdges |= (uint32_t)(role == SV_NEAR_MINOR) << i;
    }
    return (svLeafRoles){(uint16_t)vertices, (uint16_t)edges, (uint16_t)minorEdges};
}

static void SetLeafRoles(uint32_t thread, size_t first, size_t end, void* work) {
    (void)thread;
    const RolesLoop* loop = work;
    for (size_t i = first; i < end; ++i) {
        loop->scene->roles.leaves[i] = RolesOfLeaf(loop, &loop->scene->bvh.leaves.leaves[i]);
    }
}

svStatus svScene_SetRoles(const svQuery* query, const svNearRoles* roles,
                          const svLeafRoles** leaves) {
    svScene* scene = query->scene;
    const uint32_t count = scene->bvh.leaves.count;
    if (svContext_Grow(scene->context, (void**)&scene->roles.leaves, &scene->roles.capacity, count,
                       sizeof(svLeafRoles)) != SV_OK) {
        return svScene_OutOfMemory(scene);
    }
    RolesLoop loop = {scene, roles};
    svWorkers_For(query->workers, count, ROLES_GRAIN, SetLeafRoles, &loop);
    *leaves = scene->roles.leaves;
    return SV_OK;
}
