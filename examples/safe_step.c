// A cloth falls on a pointed roof and is never let through: every step asks how far it is safe to
// go (svScene_SafeStep) and goes no farther, until the cloth rests on it.

#include "selvage/selvage.h"

#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 16, VERTICES = (SIDE + 1) * (SIDE + 1), FACES = 2 * SIDE * SIDE };

static const uint32_t roofFaces[4][3] = {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}};
static const double roof[5][3] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0.03, 0.01, 1}};

static void Spread(double x[VERTICES][3], uint32_t triangles[FACES][3]) {
    for (uint32_t i = 0, v = 0; i <= SIDE; ++i) {
        for (uint32_t j = 0; j <= SIDE; ++j, ++v) {
            x[v][0] = -0.8 + 1.6 * i / SIDE;
            x[v][1] = -0.8 + 1.6 * j / SIDE;
            x[v][2] = 2;
        }
    }
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

static svMesh* MakeMesh(svContext* context, const uint32_t* triangles, size_t triangleCount,
                        size_t vertexCount) {
    svMeshDef def = svDefaultMeshDef();
    def.triangles = triangles;
    def.triangleCount = triangleCount;
    def.vertexCount = vertexCount;
    svMesh* mesh = NULL;
    Require(context, svMesh_Create(context, &def, &mesh));
    return mesh;
}

int main(void) {
    static double x[VERTICES][3], next[VERTICES][3];
    static uint32_t triangles[FACES][3];
    Spread(x, triangles);

    const svContextDef contextDef = svDefaultContextDef();
    svContext* context = NULL;
    Require(NULL, svContext_Create(&contextDef, &context));
    svMesh* cloth = MakeMesh(context, triangles[0], FACES, VERTICES);
    svMesh* house = MakeMesh(context, roofFaces[0], 4, 5);
    const svSceneDef sceneDef = svDefaultSceneDef();
    svScene* scene = NULL;
    Require(context, svScene_Create(context, &sceneDef, &scene));
    svSceneMeshDef layer = svDefaultSceneMeshDef();
    layer.thickness = 0.01; // the cloth keeps half of that between itself and the thin roof
    layer.self = false;     // it stays flat here; a real cloth is tested with itself too
    Require(context, svScene_Add(scene, cloth, &layer, NULL));
    Require(context, svScene_Add(scene, house, NULL, NULL));

    // The views stay; only what they show changes from step to step.
    const svPositions from = svPositions_Double(x[0], VERTICES);
    const svPositions to = svPositions_Double(next[0], VERTICES);
    const svPositions still = svPositions_Double(roof[0], 5);
    for (int i = 0; i < VERTICES; ++i) {
        next[i][0] = x[i][0], next[i][1] = x[i][1], next[i][2] = x[i][2];
    }
    Require(context, svMesh_SetMotion(cloth, &from, &to));
    Require(context, svMesh_SetMotion(house, &still, &still));

    double speed = 0, t = 1;
    for (int step = 1; step <= 40 && t > 0.01; ++step) {
        speed += 0.06; // gravity
        for (int i = 0; i < VERTICES; ++i) {
            next[i][2] = x[i][2] - speed;
        }
        Require(context, svScene_SafeStep(scene, NULL, &t));
        // Not quite all of it: positions are rounded, and the next step should start apart.
        const double share = t < 1 ? 0.9 * t : 1;
        for (int i = 0; i < VERTICES; ++i) {
            x[i][2] += share * (next[i][2] - x[i][2]);
        }
        printf("step %2d: safe to t = %.6f, height %.6f\n", step, t, x[0][2]);
        if (t < 1) {
            speed *= 0.5; // it hit something
        }
    }

    svIntersections through;
    Require(context, svScene_Intersect(scene, NULL, &through));
    printf("%s, %zu pairs of triangles through each other\n",
           t <= 0.01 ? "the cloth rests" : "still falling", through.count);
    svScene_Destroy(scene);
    svMesh_Destroy(house);
    svMesh_Destroy(cloth);
    svContext_Destroy(context);
    return through.count == 0 ? 0 : 1;
}
