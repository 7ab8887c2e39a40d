// A cloth falls through a low table and into the floor. What is tested with what is said by groups;
// the cloth has a thickness; one of its corners is sewn to the table.

#include "selvage/selvage.h"

#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 10, VERTICES = (SIDE + 1) * (SIDE + 1), FACES = 2 * SIDE * SIDE };

// The table top and the floor: two triangles each.
static const uint32_t quad[2][3] = {{0, 1, 2}, {0, 2, 3}};
static const double table[4][3] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
static const double ground[4][3] = {{-2, -2, -0.15}, {2, -2, -0.15}, {2, 2, -0.15}, {-2, 2, -0.15}};

// A square of cloth over the table and beyond its far edges, its first corner on the table's.
static void Spread(double height, double x[VERTICES][3]) {
    for (int i = 0; i <= SIDE; ++i) {
        for (int j = 0; j <= SIDE; ++j) {
            double* point = x[i * (SIDE + 1) + j];
            point[0] = -1 + 2.2 * i / SIDE;
            point[1] = -1 + 2.2 * j / SIDE;
            point[2] = i + j == 0 ? 0 : height; // the corner stays
        }
    }
}

static void Triangulate(uint32_t triangles[FACES][3]) {
    for (uint32_t i = 0, f = 0; i < SIDE; ++i) {
        for (uint32_t j = 0; j < SIDE; ++j, f += 2) {
            const uint32_t v = i * (SIDE + 1) + j, right = v + SIDE + 1;
            triangles[f][0] = triangles[f + 1][0] = v;
            triangles[f][1] = right;
            triangles[f][2] = triangles[f + 1][1] = right + 1;
            triangles[f + 1][2] = v + 1;
        }
    }
}

static void Require(const svContext* context, svStatus status) {
    if (status != SV_OK) {
        fprintf(stderr, "%s: %s\n", svStatus_Text(status),
                context == NULL ? "" : svContext_LastError(context));
        exit(2);
    }
}

static svMesh* MakeMesh(svContext* context, const char* name, const uint32_t* triangles,
                        size_t triangleCount, size_t vertexCount) {
    svMeshDef def = svDefaultMeshDef();
    def.triangles = triangles;
    def.triangleCount = triangleCount;
    def.vertexCount = vertexCount;
    def.name = name;
    svMesh* mesh = NULL;
    Require(context, svMesh_Create(context, &def, &mesh));
    return mesh;
}

// How many contacts each pair of meshes has.
static void PrintByMesh(const svScene* scene, const svContacts* contacts) {
    size_t counts[3][3] = {{0}};
    const svContactList* lists[2] = {&contacts->vf, &contacts->ee};
    for (int k = 0; k < 2; ++k) {
        for (size_t i = 0; i < lists[k]->count; ++i) {
            const svFeaturePair pair = lists[k]->pairs[i];
            const uint32_t first = pair.meshA < pair.meshB ? pair.meshA : pair.meshB;
            ++counts[first][pair.meshA + pair.meshB - first];
        }
    }
    for (uint32_t a = 0; a < 3; ++a) {
        for (uint32_t b = a; b < 3; ++b) {
            if (counts[a][b] > 0) {
                printf("  %s - %s: %zu\n", svMesh_Name(svScene_GetMesh(scene, a)),
                       svMesh_Name(svScene_GetMesh(scene, b)), counts[a][b]);
            }
        }
    }
}

static void Detect(svContext* context, svScene* scene, const char* title) {
    svContacts contacts;
    Require(context, svScene_Detect(scene, NULL, &contacts));
    printf("%s: %zu contacts\n", title, contacts.vf.count + contacts.ee.count);
    PrintByMesh(scene, &contacts);
}

static void PrintNearest(svContext* context, svScene* scene) {
    svProximity near;
    Require(context, svScene_Proximity(scene, NULL, &near));
    const svNearList* list = &near.vf;
    size_t nearest = 0;
    for (size_t i = 1; i < list->count; ++i) {
        nearest = list->distances[i] < list->distances[nearest] ? i : nearest;
    }
    printf("nearer than the thickness at the start: %zu pairs\n", near.vf.count + near.ee.count);
    if (list->count > 0) {
        const svFeaturePair pair = list->pairs[nearest];
        const double* w = list->shapes[nearest].weights;
        printf("  vertex %u of %s is %.3f from face %u of %s, nearest at weights %.2f %.2f %.2f\n",
               pair.a, svMesh_Name(svScene_GetMesh(scene, pair.meshA)), list->distances[nearest],
               pair.b, svMesh_Name(svScene_GetMesh(scene, pair.meshB)), w[1], w[2], w[3]);
    }
}

int main(void) {
    static double x0[VERTICES][3], x1[VERTICES][3];
    static uint32_t triangles[FACES][3];
    Spread(0.015, x0);
    Spread(-0.2, x1);
    Triangulate(triangles);

    const svContextDef contextDef = svDefaultContextDef();
    svContext* context = NULL;
    Require(NULL, svContext_Create(&contextDef, &context));
    svMesh* const meshes[3] = {MakeMesh(context, "cloth", triangles[0], FACES, VERTICES),
                               MakeMesh(context, "table", quad[0], 2, 4),
                               MakeMesh(context, "floor", quad[0], 2, 4)};
    const svPositions from = svPositions_Double(x0[0], VERTICES);
    const svPositions to = svPositions_Double(x1[0], VERTICES);
    const svPositions tableTop = svPositions_Double(table[0], 4);
    const svPositions floorTop = svPositions_Double(ground[0], 4);
    Require(context, svMesh_SetMotion(meshes[0], &from, &to));
    Require(context, svMesh_SetMotion(meshes[1], &tableTop, &tableTop)); // twice the same: static
    Require(context, svMesh_SetMotion(meshes[2], &floorTop, &floorTop));

    // Group 1 is what moves, group 2 what stands. What stands is only tested with what moves.
    const svSceneDef sceneDef = svDefaultSceneDef();
    svScene* scene = NULL;
    Require(context, svScene_Create(context, &sceneDef, &scene));
    svSceneMeshDef moving = svDefaultSceneMeshDef();
    svSceneMeshDef standing = svDefaultSceneMeshDef();
    standing.group = 2;
    standing.mask = 1;
    standing.self = false;
    uint32_t cloth, board;
    Require(context, svScene_Add(scene, meshes[0], &moving, &cloth));
    Require(context, svScene_Add(scene, meshes[1], &standing, &board));
    Require(context, svScene_Add(scene, meshes[2], &standing, NULL));
    Detect(context, scene, "thin cloth");

    // The cloth's first vertex and the table's first one count as one: what has the one is no pair
    // with what has the other.
    const svVertexPair seam = {cloth, 0, board, 0};
    Require(context, svScene_ExcludeVertices(scene, &seam, 1));
    Detect(context, scene, "sewn to the table");

    // 4 cm in all, 2 cm to either side: contact is a distance of 2 cm to the (thin) table. Nothing
    // is to be told of neighbours in the cloth, which are nearer than that.
    moving.thickness = 0.04;
    moving.ring = 2;
    Require(context, svScene_SetMeshDef(scene, cloth, &moving));
    PrintNearest(context, scene);
    Detect(context, scene, "thick cloth");

    Require(context, svScene_ExcludeMeshes(scene, cloth, board));
    Detect(context, scene, "table left out");

    svScene_Destroy(scene);
    for (int i = 0; i < 3; ++i) {
        svMesh_Destroy(meshes[i]);
    }
    svContext_Destroy(context);
    return 0;
}
