// Scenes: which meshes are tested together, and how. In: the caller's meshes, defs and exclusions.
// Out: svSceneMember and svExclusions; queries do the rest.

#include "scene/scene.h"

#include "mesh/mesh.h"
#include "scene/worker.h"

#include <float.h>
#include <string.h>

#define MAX_RING 8

svSceneDef svDefaultSceneDef(void) {
    svSceneDef def = {0};
    def.structSize = sizeof(def);
    def.builder = SV_BUILDER_PATCHES;
    def.filters = SV_FILTER_ALL;
    return def;
}

svSceneMeshDef svDefaultSceneMeshDef(void) {
    svSceneMeshDef def = {0};
    def.structSize = sizeof(def);
    def.group = 1;
    def.mask = UINT32_MAX;
    def.self = true;
    return def;
}

static bool IsValidSceneDef(const svSceneDef* def) {
    return def->structSize == sizeof(*def) && (unsigned)def->volume < SV_VOLUME_ENUM_COUNT &&
           (unsigned)def->builder < SV_BUILDER_ENUM_COUNT &&
           (unsigned)def->rebuild < SV_REBUILD_ENUM_COUNT &&
           (unsigned)def->selfCulling < SV_SELF_CULLING_ENUM_COUNT &&
           (def->filters & ~(uint32_t)SV_FILTER_ALL) == 0 && svIsa_Available(def->isa);
}

svStatus svScene_Create(svContext* context, const svSceneDef* def, svScene** scene) {
    if (context == NULL || def == NULL || scene == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    if (!IsValidSceneDef(def)) {
        return svContext_Fail(
            context, SV_ERROR_ARGUMENT,
            "scene: the def is not from svDefaultSceneDef, or has a value outside "
            "its range or an instruction set that this machine does not have");
    }
    svScene* s = svContext_Allocate(context, sizeof(*s));
    if (s == NULL) {
        return svContext_Fail(context, SV_ERROR_MEMORY, "scene: out of memory");
    }
    memset(s, 0, sizeof(*s));
    s->context = context;
    s->def = *def;
    s->kernels = svKernels_Of(def->isa);
    s->stale = true;
    svArena_Init(&s->bvh.scratch, context);
    *scene = s;
    return SV_OK;
}

void svScene_Clear(svScene* scene) {
    for (uint32_t i = 0; i < scene->memberCount; ++i) {
        svContext_Release(scene->context, scene->members[i].vertexThickness);
    }
    scene->memberCount = 0;
    svExclusions_Destroy(scene->context, &scene->exclusions);
    scene->stale = true;
}

void svScene_Destroy(svScene* scene) {
    if (scene == NULL) {
        return;
    }
    svContext* context = scene->context;
    svScene_Clear(scene);
    svContext_Release(context, scene->members);
    svNumbering_Destroy(context, &scene->numbering);
    svContext_Release(context, scene->input.points);
    svContext_Release(context, scene->input.thickness);
    svLeaves_Destroy(context, &scene->bvh.leaves);
    svTree_Destroy(context, &scene->bvh.tree);
    svContext_Release(context, scene->bvh.motions);
    svContext_Release(context, scene->bvh.leafDiagonals);
    svContext_Release(context, scene->bvh.leafNormals);
    svArena_Destroy(&scene->bvh.scratch);
    svSelfTests_Destroy(context, &scene->culling.selfTests);
    svStars_Destroy(context, &scene->culling.stars);
    svContext_Release(context, scene->roles.leaves);
    svTasks_Destroy(context, &scene->tasks);
    svSceneWorkers_Destroy(scene);
    for (size_t i = 0; i < sizeof(scene->results.merged) / sizeof(scene->results.merged[0]); ++i) {
        svContext_Release(context, scene->results.merged[i].data);
    }
    svContext_Release(context, scene->results.lists.data);
    svContext_Release(context, scene->results.shapes[0].data);
    svContext_Release(context, scene->results.shapes[1].data);
    svContext_Release(context, scene->results.segments.data);
    svContext_Release(context, scene);
}

static svStatus CheckMeshDef(svContext* context, const svMesh* mesh, const svSceneMeshDef* def) {
    if (def->structSize != sizeof(*def)) {
        return svContext_Fail(context, SV_ERROR_ARGUMENT,
                              "scene: the mesh def is not from svDefaultSceneMeshDef");
    }
    if (!(def->thickness >= 0 && def->thickness <= DBL_MAX)) {
        svContext_Message(context, SV_ERROR, "scene: thickness %g is not a number from 0 on",
                          def->thickness);
        return SV_ERROR_ARGUMENT;
    }
    if (def->ring > MAX_RING) {
        svContext_Message(context, SV_ERROR, "scene: ring %u is more than %d", def->ring, MAX_RING);
        return SV_ERROR_ARGUMENT;
    }
    const size_t count = svMesh_GetTopology(mesh)->vertexCount;
    for (size_t v = 0; def->vertexThickness != NULL && v < count; ++v) {
        if (!(def->vertexThickness[v] >= 0 && def->vertexThickness[v] <= DBL_MAX)) {
            svContext_Message(context, SV_ERROR,
                              "scene: thickness %g of vertex %zu is not a number from 0 on",
                              def->vertexThickness[v], v);
            return SV_ERROR_ARGUMENT;
        }
    }
    return SV_OK;
}

// Puts a checked def into place.
static svStatus SetMember(svScene* scene, uint32_t index, const svSceneMeshDef* def) {
    svSceneMember* member = &scene->members[index];
    double* thickness = NULL;
    if (def->vertexThickness != NULL) {
        const size_t count = svMesh_GetTopology(member->mesh)->vertexCount;
        thickness = svContext_AllocateArray(scene->context, count, sizeof(double));
        if (thickness == NULL) {
            return svContext_Fail(scene->context, SV_ERROR_MEMORY, "scene: out of memory");
        }
        memcpy(thickness, def->vertexThickness, count * sizeof(double));
    }
    const svMeshRule rule = {def->group, def->mask, def->self, def->ring};
    const svStatus status = svExclusions_SetRule(scene->context, &scene->exclusions, index, &rule);
    if (status != SV_OK) {
        svContext_Release(scene->context, thickness);
        return svContext_Fail(scene->context, status, "scene: out of memory");
    }
    svContext_Release(scene->context, member->vertexThickness);
    member->vertexThickness = thickness;
    member->def = *def;
    member->def.vertexThickness = NULL;
    scene->rulesStale = true;
    return SV_OK;
}

svStatus svScene_Add(svScene* scene, svMesh* mesh, const svSceneMeshDef* def, uint32_t* index) {
    if (scene == NULL || mesh == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    svContext* context = scene->context;
    if (svMesh_GetContext(mesh) != context) {
        return svContext_Fail(context, SV_ERROR_ARGUMENT, "scene: the mesh is of another context");
    }
    const svTopology* topology = svMesh_GetTopology(mesh);
    uint64_t vertices = topology->vertexCount, edges = topology->edgeCount;
    uint64_t faces = topology->triangleCount;
    for (uint32_t i = 0; i < scene->memberCount; ++i) {
        if (scene->members[i].mesh == mesh) {
            svContext_Message(context, SV_ERROR, "scene: the mesh is in it already, as number %u",
                              i);
            return SV_ERROR_ARGUMENT;
        }
        topology = svMesh_GetTopology(scene->members[i].mesh);
        vertices += topology->vertexCount;
        edges += topology->edgeCount;
        faces += topology->triangleCount;
    }
    // The last number stands for none.
    if (vertices > UINT32_MAX || edges > UINT32_MAX || faces > UINT32_MAX ||
        scene->memberCount == UINT32_MAX) {
        return svContext_Fail(context, SV_ERROR_ARGUMENT,
                              "scene: more than 2^32-1 vertices, edges, faces or meshes");
    }
    const svSceneMeshDef chosen = def == NULL ? svDefaultSceneMeshDef() : *def;
    svStatus status = CheckMeshDef(context, mesh, &chosen);
    if (status != SV_OK) {
        return status;
    }
    status = svContext_Grow(context, (void**)&scene->members, &scene->memberCapacity,
                            (size_t)scene->memberCount + 1, sizeof(svSceneMember));
    if (status != SV_OK) {
        return svContext_Fail(context, status, "scene: out of memory");
    }
    scene->members[scene->memberCount] = (svSceneMember){.mesh = mesh};
    status = SetMember(scene, scene->memberCount, &chosen);
    if (status != SV_OK) {
        return status;
    }
    if (index != NULL) {
        *index = scene->memberCount;
    }
    ++scene->memberCount;
    scene->stale = true;
    return SV_OK;
}

static svStatus CheckIndex(svScene* scene, uint32_t index) {
    if (index < scene->memberCount) {
        return SV_OK;
    }
    svContext_Message(scene->context, SV_ERROR, "scene: there is no mesh %u (it has %u)", index,
                      scene->memberCount);
    return SV_ERROR_ARGUMENT;
}

svStatus svScene_SetMeshDef(svScene* scene, uint32_t index, const svSceneMeshDef* def) {
    if (scene == NULL || def == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    svStatus status = CheckIndex(scene, index);
    if (status == SV_OK) {
        status = CheckMeshDef(scene->context, scene->members[index].mesh, def);
    }
    return status == SV_OK ? SetMember(scene, index, def) : status;
}

uint32_t svScene_MeshCount(const svScene* scene) {
    return scene->memberCount;
}

svMesh* svScene_GetMesh(const svScene* scene, uint32_t index) {
    return index < scene->memberCount ? scene->members[index].mesh : NULL;
}

svStatus svScene_ExcludeMeshes(svScene* scene, uint32_t a, uint32_t b) {
    if (scene == NULL) {
        return SV_ERROR_ARGUMENT;
    }
    svStatus status = CheckIndex(scene, a);
    if (status == SV_OK) {
        status = CheckIndex(scene, b);
    }
    if (status != SV_OK) {
        return status;
    }
    status = svExclusions_AddMeshPair(scene->context, &scene->exclusions, a, b);
    return status == SV_OK ? SV_OK : svContext_Fail(scene->context, status, "scene: out of memory");
}

static svStatus CheckVertex(svScene* scene, size_t pair, uint32_t mesh, uint32_t vertex) {
    if (CheckIndex(scene, mesh) != SV_OK) {
        return SV_ERROR_ARGUMENT;
    }
    const uint32_t count = svMesh_GetTopology(scene->members[mesh].mesh)->vertexCount;
    if (vertex < count) {
        return SV_OK;
    }
    svContext_Message(scene->context, SV_ERROR,
                      "scene: vertex pair %zu: mesh %u has no vertex %u (it has %u)", pair, mesh,
                      vertex, count);
    return SV_ERROR_ARGUMENT;
}

// Checked pairs as keys in the numbering of the scene. It depends on the order of meshes alone, so
// it can be told before an update: `firsts` has room for the first vertex of each mesh.
static void NumberPairs(const svScene* scene, const svVertexPair* pairs, size_t count,
                        uint32_t* firsts, uint64_t* keys) {
    uint32_t first = 0;
    for (uint32_t i = 0; i < scene->memberCount; ++i) {
        firsts[i] = first;
        first += svMesh_GetTopology(scene->members[i].mesh)->vertexCount;
    }
    for (size_t i = 0; i < count; ++i) {
        keys[i] = svKey(firsts[pairs[i].meshA] + pairs[i].a, firsts[pairs[i].meshB] + pairs[i].b);
    }
}

svStatus svScene_ExcludeVertices(svScene* scene, const svVertexPair* pairs, size_t count) {
    if (scene == NULL || (pairs == NULL && count > 0)) {
        return SV_ERROR_ARGUMENT;
    }
    for (size_t i = 0; i < count; ++i) {
        svStatus status = CheckVertex(scene, i, pairs[i].meshA, pairs[i].a);
        if (status == SV_OK) {
            status = CheckVertex(scene, i, pairs[i].meshB, pairs[i].b);
        }
        if (status != SV_OK) {
            return status;
        }
    }
    svContext* context = scene->context;
    uint64_t* keys = svContext_AllocateArray(context, count, sizeof(uint64_t));
    uint32_t* firsts = svContext_AllocateArray(context, scene->memberCount, sizeof(uint32_t));
    svStatus status = SV_ERROR_MEMORY;
    if (keys != NULL && firsts != NULL) {
        NumberPairs(scene, pairs, count, firsts, keys);
        status = svExclusions_AddVertexPairs(context, &scene->exclusions, keys, count);
    }
    svContext_Release(context, keys);
    svContext_Release(context, firsts);
    return status == SV_OK ? SV_OK : svContext_Fail(scene->context, status, "scene: out of memory");
}
