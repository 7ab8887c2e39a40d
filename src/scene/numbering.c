// How features and points are numbered: features mesh by mesh, points as the leaves own them, so
// that what is near in space is near in memory.

#include "scene/scene.h"

#include "mesh/mesh.h"

void svScene_NumberPointsLikeVertices(svScene* scene) {
    for (uint32_t v = 0; v < scene->vertexCount; ++v) {
        scene->pointOfVertex[v] = scene->vertexOfPoint[v] = v;
    }
    scene->ordered = false;
}

void svScene_NumberPointsByLeaf(svScene* scene) {
    uint32_t next = 0;
    for (uint32_t v = 0; v < scene->vertexCount; ++v) {
        scene->pointOfVertex[v] = SV_NONE;
    }
    for (uint32_t i = 0; i < scene->leaves.count; ++i) {
        const svLeaf* leaf = &scene->leaves.leaves[i];
        for (uint32_t v = 0; v < leaf->ownedVertexCount; ++v) {
            scene->pointOfVertex[leaf->vertices[v]] = next++;
        }
    }
    for (uint32_t v = 0; v < scene->vertexCount; ++v) {
        if (scene->pointOfVertex[v] == SV_NONE) {
            scene->pointOfVertex[v] = next++;
        }
        scene->vertexOfPoint[scene->pointOfVertex[v]] = v;
    }
    for (uint32_t i = 0; i < scene->leaves.count; ++i) {
        svLeaf* leaf = &scene->leaves.leaves[i];
        for (uint32_t v = 0; v < SV_WIDTH; ++v) {
            leaf->vertices[v] = scene->pointOfVertex[leaf->vertices[v]];
        }
        svLeaf_SetRanges(leaf);
    }
    scene->ordered = true;
}

svStatus svScene_Number(svScene* scene) {
    if (svContext_Grow(scene->context, (void**)&scene->topologies, &scene->topologyCapacity,
                       scene->memberCount, sizeof(svSceneTopology)) != SV_OK) {
        return SV_ERROR_MEMORY;
    }
    uint32_t vertices = 0, edges = 0, faces = 0;
    for (uint32_t i = 0; i < scene->memberCount; ++i) {
        const svTopology* topology = svMesh_GetTopology(scene->members[i].mesh);
        scene->topologies[i] = (svSceneTopology){topology, vertices, edges, faces};
        vertices += topology->vertexCount;
        edges += topology->edgeCount;
        faces += topology->triangleCount;
    }
    scene->vertexCount = vertices;
    scene->edgeCount = edges;
    scene->faceCount = faces;
    // One more, so that it is never null.
    if (svContext_Grow(scene->context, (void**)&scene->points, &scene->pointCapacity,
                       8 * ((size_t)vertices + 1), sizeof(double)) != SV_OK ||
        svContext_Grow(scene->context, (void**)&scene->pointOfVertex, &scene->pointOfVertexCapacity,
                       vertices, sizeof(uint32_t)) != SV_OK ||
        svContext_Grow(scene->context, (void**)&scene->vertexOfPoint, &scene->vertexOfPointCapacity,
                       vertices, sizeof(uint32_t)) != SV_OK) {
        return SV_ERROR_MEMORY;
    }
    svScene_NumberPointsLikeVertices(scene);
    return SV_OK;
}

typedef enum Numbered { VERTICES, EDGES, FACES } Numbered;

static uint32_t FirstOf(const svSceneTopology* mesh, Numbered what) {
    return what == VERTICES ? mesh->firstVertex : what == EDGES ? mesh->firstEdge : mesh->firstFace;
}

static uint32_t MeshOf(const svScene* scene, Numbered what, uint32_t feature) {
    uint32_t low = 0, high = scene->memberCount;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (FirstOf(&scene->topologies[middle], what) <= feature) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

uint32_t svScene_MeshOfVertex(const svScene* scene, uint32_t vertex) {
    return MeshOf(scene, VERTICES, vertex);
}

uint32_t svScene_MeshOfEdge(const svScene* scene, uint32_t edge) {
    return MeshOf(scene, EDGES, edge);
}

uint32_t svScene_MeshOfFace(const svScene* scene, uint32_t face) {
    return MeshOf(scene, FACES, face);
}
