// Numbers features mesh by mesh, and points by the leaves that own them: close in space, close in
// memory.

#include "input/numbering.h"

#include "base/context.h"

void svNumbering_Clear(svNumbering* numbering) {
    numbering->meshCount = 0;
    numbering->vertexCount = numbering->edgeCount = numbering->faceCount = 0;
}

void svNumbering_Destroy(svContext* context, svNumbering* numbering) {
    svContext_Release(context, numbering->topologies);
    svContext_Release(context, numbering->pointOfVertex);
    svContext_Release(context, numbering->vertexOfPoint);
    *numbering = (svNumbering){0};
}

svStatus svNumbering_AddMesh(svContext* context, svNumbering* numbering,
                             const svTopology* topology) {
    if (svContext_Grow(context, (void**)&numbering->topologies, &numbering->topologyCapacity,
                       (size_t)numbering->meshCount + 1, sizeof(svSceneTopology)) != SV_OK) {
        return SV_ERROR_MEMORY;
    }
    numbering->topologies[numbering->meshCount++] = (svSceneTopology){
        topology, numbering->vertexCount, numbering->edgeCount, numbering->faceCount};
    numbering->vertexCount += topology->vertexCount;
    numbering->edgeCount += topology->edgeCount;
    numbering->faceCount += topology->triangleCount;
    return SV_OK;
}

svStatus svNumbering_AddPoints(svContext* context, svNumbering* numbering) {
    if (svContext_Grow(context, (void**)&numbering->pointOfVertex,
                       &numbering->pointOfVertexCapacity, numbering->vertexCount,
                       sizeof(uint32_t)) != SV_OK ||
        svContext_Grow(context, (void**)&numbering->vertexOfPoint,
                       &numbering->vertexOfPointCapacity, numbering->vertexCount,
                       sizeof(uint32_t)) != SV_OK) {
        return SV_ERROR_MEMORY;
    }
    svNumbering_LikeVertices(numbering);
    return SV_OK;
}

void svNumbering_LikeVertices(svNumbering* numbering) {
    for (uint32_t v = 0; v < numbering->vertexCount; ++v) {
        numbering->pointOfVertex[v] = numbering->vertexOfPoint[v] = v;
    }
    numbering->ordered = false;
}

void svNumbering_ByLeaf(svNumbering* numbering, svLeaves* leaves) {
    uint32_t next = 0;
    for (uint32_t v = 0; v < numbering->vertexCount; ++v) {
        numbering->pointOfVertex[v] = SV_NONE;
    }
    for (uint32_t i = 0; i < leaves->count; ++i) {
        const svLeaf* leaf = &leaves->leaves[i];
        for (uint32_t v = 0; v < leaf->ownedVertexCount; ++v) {
            numbering->pointOfVertex[leaf->vertices[v]] = next++;
        }
    }
    for (uint32_t v = 0; v < numbering->vertexCount; ++v) {
        if (numbering->pointOfVertex[v] == SV_NONE) {
            numbering->pointOfVertex[v] = next++;
        }
        numbering->vertexOfPoint[numbering->pointOfVertex[v]] = v;
    }
    for (uint32_t i = 0; i < leaves->count; ++i) {
        svLeaf* leaf = &leaves->leaves[i];
        for (uint32_t v = 0; v < SV_WIDTH; ++v) {
            leaf->vertices[v] = numbering->pointOfVertex[leaf->vertices[v]];
        }
        svLeaf_SetRanges(leaf);
    }
    numbering->ordered = true;
}

typedef enum Numbered { VERTICES, EDGES, FACES } Numbered;

static uint32_t FirstOf(const svSceneTopology* mesh, Numbered what) {
    return what == VERTICES ? mesh->firstVertex : what == EDGES ? mesh->firstEdge : mesh->firstFace;
}

static uint32_t MeshOf(const svNumbering* numbering, Numbered what, uint32_t feature) {
    uint32_t low = 0, high = numbering->meshCount;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (FirstOf(&numbering->topologies[middle], what) <= feature) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

uint32_t svNumbering_MeshOfVertex(const svNumbering* numbering, uint32_t vertex) {
    return MeshOf(numbering, VERTICES, vertex);
}

uint32_t svNumbering_MeshOfEdge(const svNumbering* numbering, uint32_t edge) {
    return MeshOf(numbering, EDGES, edge);
}

uint32_t svNumbering_MeshOfFace(const svNumbering* numbering, uint32_t face) {
    return MeshOf(numbering, FACES, face);
}
