// Small scenes of one mesh: the contacts of a step and the triangles that meet, by the pipeline
// with some choice of volume, builder and instruction set, against all pairs one by one.
//
// The first bytes choose, the next are vertex indices, the rest coordinates (small integers with a
// few ulps now and then, or any double).
#include "selvage/selvage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

#define VERTICES 10
#define TRIANGLES 10

typedef struct Input {
    const uint8_t* data;
    size_t size;
} Input;

static uint8_t NextByte(Input* input) {
    if (input->size == 0) {
        return 0;
    }
    --input->size;
    return *input->data++;
}

static double NextNumber(Input* input, bool any) {
    if (!any) {
        const uint8_t byte = NextByte(input);
        const int integer = (int8_t)byte / 32, ulps = (byte & 1) != 0 ? byte >> 1 & 7 : 0;
        return integer + 0x1p-50 * ulps;
    }
    uint8_t bytes[8];
    double value;
    for (int i = 0; i < 8; ++i) {
        bytes[i] = NextByte(input);
    }
    memcpy(&value, bytes, sizeof value);
    return value;
}

static void Require(bool condition, const char* what) {
    if (!condition) {
        fprintf(stderr, "%s\n", what);
        abort();
    }
}

typedef struct Positions {
    double x0[VERTICES][3], x1[VERTICES][3];
} Positions;

static bool Contact(const Positions* positions, const uint32_t points[4], svPairKind kind) {
    svMovingPair pair;
    bool hit = false;
    for (int i = 0; i < 4; ++i) {
        memcpy(pair.x0[i], positions->x0[points[i]], sizeof pair.x0[i]);
        memcpy(pair.x1[i], positions->x1[points[i]], sizeof pair.x1[i]);
    }
    Require((kind == SV_EDGE_EDGE ? svEdgeEdge_Test : svVertexFace_Test)(&pair, &hit) == SV_OK,
            "a single pair fails");
    return hit;
}

static size_t CountVertexFace(const svTopology* t, const Positions* positions) {
    size_t count = 0;
    for (uint32_t v = 0; v < t->vertexCount; ++v) {
        const bool used = t->vertexTriangleStart[v] < t->vertexTriangleStart[v + 1];
        for (uint32_t f = 0; used && f < t->triangleCount; ++f) {
            const uint32_t* c = t->triangles + 3 * (size_t)f;
            const uint32_t points[4] = {v, c[0], c[1], c[2]};
            count +=
                v != c[0] && v != c[1] && v != c[2] && Contact(positions, points, SV_VERTEX_FACE);
        }
    }
    return count;
}

static size_t CountEdgeEdge(const svTopology* t, const Positions* positions) {
    size_t count = 0;
    for (uint32_t i = 0; i < t->edgeCount; ++i) {
        for (uint32_t j = i + 1; j < t->edgeCount; ++j) {
            const uint32_t *a = t->edges + 2 * (size_t)i, *b = t->edges + 2 * (size_t)j;
            const uint32_t points[4] = {a[0], a[1], b[0], b[1]};
            count += a[0] != b[0] && a[0] != b[1] && a[1] != b[0] && a[1] != b[1] &&
                     Contact(positions, points, SV_EDGE_EDGE);
        }
    }
    return count;
}

static size_t CountTriangles(const svTopology* t, const Positions* positions) {
    size_t count = 0;
    for (uint32_t i = 0; i < t->triangleCount; ++i) {
        for (uint32_t j = i + 1; j < t->triangleCount; ++j) {
            svTrianglePair pair;
            svTriangleResult result;
            for (int c = 0; c < 3; ++c) {
                pair.aIds[c] = t->triangles[3 * (size_t)i + (size_t)c];
                pair.bIds[c] = t->triangles[3 * (size_t)j + (size_t)c];
                memcpy(pair.a[c], positions->x0[pair.aIds[c]], sizeof pair.a[c]);
                memcpy(pair.b[c], positions->x0[pair.bIds[c]], sizeof pair.b[c]);
            }
            Require(svTriangleTriangle(&pair, &result) == SV_OK, "a triangle pair fails");
            count += result.meeting != SV_TRIANGLES_APART;
        }
    }
    return count;
}

static void Check(svContext* context, svMesh* mesh, uint8_t choice, const Positions* positions) {
    svSceneDef def = svDefaultSceneDef();
    def.volume = (svVolume)(choice % SV_VOLUME_ENUM_COUNT);
    def.builder = (svBuilder)(choice / 3 % SV_BUILDER_ENUM_COUNT);
    def.isa = choice / 9 % 2 == 0 ? SV_ISA_BEST : SV_ISA_SCALAR;
    svScene* scene = NULL;
    svContacts contacts;
    svIntersections faces;
    Require(svScene_Create(context, &def, &scene) == SV_OK, "no scene");
    Require(svScene_Add(scene, mesh, NULL, NULL) == SV_OK, "the mesh is refused");
    Require(svScene_Detect(scene, NULL, &contacts) == SV_OK, "detection fails");
    const svTopology* t = svMesh_GetTopology(mesh);
    Require(contacts.vf.total == CountVertexFace(t, positions), "vertex-face contacts differ");
    Require(contacts.ee.total == CountEdgeEdge(t, positions), "edge-edge contacts differ");
    Require(svScene_Intersect(scene, NULL, &faces) == SV_OK, "intersection fails");
    Require(faces.total == CountTriangles(t, positions), "triangles that meet differ");
    svScene_Destroy(scene);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Input input = {data, size};
    const uint8_t choice = NextByte(&input);
    const bool any = NextByte(&input) % 4 == 0;
    uint32_t triangles[3 * TRIANGLES];
    const uint32_t count = 1 + NextByte(&input) % TRIANGLES;
    for (uint32_t i = 0; i < 3 * count; ++i) {
        triangles[i] = NextByte(&input) % VERTICES;
    }
    Positions positions;
    for (int v = 0; v < VERTICES; ++v) {
        for (int axis = 0; axis < 3; ++axis) {
            positions.x0[v][axis] = NextNumber(&input, any);
            positions.x1[v][axis] = NextNumber(&input, any);
        }
    }
    const svContextDef contextDef = svDefaultContextDef();
    svContext* context = NULL;
    svMesh* mesh = NULL;
    svMeshDef meshDef = svDefaultMeshDef();
    meshDef.triangles = triangles;
    meshDef.triangleCount = count;
    meshDef.vertexCount = VERTICES;
    Require(svContext_Create(&contextDef, &context) == SV_OK, "no context");
    Require(svMesh_Create(context, &meshDef, &mesh) == SV_OK, "no mesh");
    const svPositions x0 = svPositions_Double(positions.x0[0], VERTICES);
    const svPositions x1 = svPositions_Double(positions.x1[0], VERTICES);
    if (svMesh_SetMotion(mesh, &x0, &x1) == SV_OK) {
        Check(context, mesh, choice, &positions);
    }
    svMesh_Destroy(mesh);
    svContext_Destroy(context);
    return 0;
}
