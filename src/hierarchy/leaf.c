// Clusters the triangles of every mesh into leaves: grow, join, then assign owners and turn the
// mesh's numbers into lanes and the scene's numbers.

#include "hierarchy/leaf.h"

#include <string.h>

#include "base/context.h"
#include "hierarchy/cluster.h"

void svLeaf_SetRanges(svLeaf* leaf) {
    for (int i = 0; i < 2; ++i) {
        leaf->leastVertex[i] = leaf->greatestVertex[i] = SV_NONE;
    }
    for (uint32_t v = 0; v < leaf->vertexCount; ++v) {
        const uint32_t vertex = leaf->vertices[v];
        uint32_t* least = &leaf->leastVertex[v < leaf->ownedVertexCount ? 0 : 1];
        uint32_t* greatest = &leaf->greatestVertex[v < leaf->ownedVertexCount ? 0 : 1];
        *least = vertex < *least ? vertex : *least;
        *greatest = *greatest == SV_NONE || vertex > *greatest ? vertex : *greatest;
    }
}

// Vertices that no earlier leaf owns come first and belong to this one.
static void OwnVertices(svLeaf* leaf, uint8_t* vertexOwned) {
    uint32_t list[SV_WIDTH];
    const uint32_t count = leaf->vertexCount;
    memcpy(list, leaf->vertices, sizeof(list));
    uint32_t owned = 0;
    for (uint32_t i = 0; i < count; ++i) {
        owned += vertexOwned[list[i]] == 0;
    }
    leaf->ownedVertexCount = (uint8_t)owned;
    uint32_t at[2] = {0, owned};
    for (uint32_t i = 0; i < count; ++i) {
        uint8_t* const taken = vertexOwned + list[i];
        leaf->vertices[at[*taken]++] = list[i];
        *taken = 1;
    }
}

// Turns lists of the mesh's numbers into tables of lanes and the scene's numbers. `lanes` has a
// place for every vertex of the mesh.
static void FinishLeaf(svLeaf* leaf, const svSceneTopology* mesh, uint8_t* lanes) {
    const svTopology* const topology = mesh->topology;
    for (uint32_t i = 0; i < leaf->vertexCount; ++i) {
        lanes[leaf->vertices[i]] = (uint8_t)i;
        leaf->vertices[i] += mesh->firstVertex;
    }
    for (uint32_t i = leaf->vertexCount; i < SV_WIDTH; ++i) {
        leaf->vertices[i] = leaf->vertices[0];
    }
    svLeaf_SetRanges(leaf);
    for (uint32_t i = 0; i < SV_WIDTH; ++i) {
        const bool used = i < leaf->edgeCount;
        const size_t edge = leaf->edges[i];
        for (size_t k = 0; k < 2; ++k) {
            leaf->edgeVertices[k][i] = used ? lanes[topology->edges[2 * edge + k]] : 0;
        }
        leaf->edges[i] = used ? leaf->edges[i] + mesh->firstEdge : SV_NONE;
    }
    for (uint32_t i = 0; i < SV_WIDTH; ++i) {
        const bool used = i < leaf->faceCount;
        const size_t face = leaf->faces[i];
        for (size_t k = 0; k < 3; ++k) {
            leaf->faceVertices[k][i] = used ? lanes[topology->triangles[3 * face + k]] : 0;
        }
        leaf->faces[i] = used ? leaf->faces[i] + mesh->firstFace : SV_NONE;
    }
}

static svStatus FinishMesh(const svClusters* clusters, const svSceneTopology* mesh) {
    const size_t vertexCount = clusters->topology->vertexCount;
    uint8_t* owned = svArena_Allocate(clusters->arena, vertexCount, sizeof(*owned));
    uint8_t* lanes = svArena_Allocate(clusters->arena, vertexCount, sizeof(*lanes));
    if (owned == NULL || lanes == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(owned, 0, vertexCount);
    for (uint32_t i = clusters->firstLeaf; i < clusters->leaves->count; ++i) {
        OwnVertices(clusters->leaves->leaves + i, owned);
        FinishLeaf(clusters->leaves->leaves + i, mesh, lanes);
    }
    return SV_OK;
}

static svStatus BuildMesh(svClusters* clusters, const svSceneTopology* mesh) {
    const size_t count = clusters->topology->triangleCount;
    clusters->leafOf = svArena_Allocate(clusters->arena, count, sizeof(*clusters->leafOf));
    if (clusters->leafOf == NULL) {
        return SV_ERROR_MEMORY;
    }
    memset(clusters->leafOf, 0xff, count * sizeof(*clusters->leafOf)); // SV_NONE
    svStatus status = svClusters_Grow(clusters);
    if (status == SV_OK) {
        status = svClusters_Join(clusters);
    }
    if (status == SV_OK) {
        status = FinishMesh(clusters, mesh);
    }
    return status;
}

svStatus svLeaves_Build(svArena* scratch, const svSceneTopology* meshes, uint32_t meshCount,
                        const double* points, double scale, svLeaves* leaves) {
    svContext* const context = scratch->context;
    const svArenaMark mark = svArena_GetMark(scratch);
    leaves->count = 0;
    svStatus status = SV_OK;
    for (uint32_t i = 0; i < meshCount && status == SV_OK; ++i) {
        if (meshes[i].topology->triangleCount == 0) {
            continue;
        }
        svClusters clusters = {
            .context = context,
            .arena = scratch,
            .topology = meshes[i].topology,
            .points = points + 8 * (size_t)meshes[i].firstVertex,
            .scale = scale,
            .mesh = i,
            .leaves = leaves,
            .firstLeaf = leaves->count,
        };
        status = BuildMesh(&clusters, meshes + i);
        svArena_Rewind(scratch, mark);
    }
    if (status != SV_OK) {
        leaves->count = 0;
        return svContext_Fail(context, status, "out of memory for the leaves of the scene");
    }
    return SV_OK;
}

void svLeaves_Destroy(svContext* context, svLeaves* leaves) {
    svContext_Release(context, leaves->leaves);
    *leaves = (svLeaves){0};
}
