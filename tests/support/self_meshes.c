#include "support/self_meshes.h"

#include "support/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

void SelfMesh_Open(SelfMesh* mesh, const uint32_t* triangles, uint32_t triangleCount,
                   const double (*x0)[3], const double (*x1)[3], uint32_t vertexCount) {
    const svContextDef contextDef = svDefaultContextDef();
    *mesh = (SelfMesh){.vertexCount = vertexCount};
    assert_int_equal(svContext_Create(&contextDef, &mesh->context), SV_OK);
    svMeshDef def = svDefaultMeshDef();
    def.triangles = triangles;
    def.triangleCount = triangleCount;
    def.vertexCount = vertexCount;
    assert_int_equal(svMesh_Create(mesh->context, &def, &mesh->mesh), SV_OK);
    const double(*x[2])[3] = {x0, x1 != NULL ? x1 : x0};
    svPositions views[2];
    for (int t = 0; t < 2; ++t) {
        mesh->x[t] = malloc(vertexCount * sizeof(double[3]));
        memcpy(mesh->x[t], x[t], vertexCount * sizeof(double[3]));
        views[t] = svPositions_Double(mesh->x[t][0], vertexCount);
    }
    assert_int_equal(svMesh_SetMotion(mesh->mesh, &views[0], &views[1]), SV_OK);
    const svSceneDef sceneDef = svDefaultSceneDef();
    assert_int_equal(svScene_Create(mesh->context, &sceneDef, &mesh->scene), SV_OK);
    assert_int_equal(svScene_Add(mesh->scene, mesh->mesh, NULL, NULL), SV_OK);
}

void SelfMesh_Close(SelfMesh* mesh) {
    svScene_Destroy(mesh->scene);
    svMesh_Destroy(mesh->mesh);
    assert_int_equal(svContext_BytesInUse(mesh->context), 0);
    svContext_Destroy(mesh->context);
    free(mesh->x[0]);
    free(mesh->x[1]);
}

enum { MAX_COLUMNS = 24, MAX_ROWS = 8 };

// Cells in random halves; of each triangle a share is left out.
static uint32_t MakeCells(Random* random, uint32_t columns, uint32_t rows, double holes,
                          uint32_t* triangles) {
    uint32_t count = 0;
    for (uint32_t r = 0; r + 1 < rows; ++r) {
        for (uint32_t c = 0; c + 1 < columns; ++c) {
            const uint32_t a = r * columns + c, b = a + 1, d = a + columns, e = d + 1;
            const uint32_t halves[2][6] = {{a, b, e, a, e, d}, {a, b, d, b, e, d}};
            const uint32_t* half = halves[Random_Below(random, 2)];
            for (size_t t = 0; t < 2; ++t) {
                if (count == 0 || Random_Unit(random) >= holes) {
                    memcpy(triangles + (size_t)3 * count++, half + 3 * t, 3 * sizeof(uint32_t));
                }
            }
        }
    }
    return count;
}

static double Between(Random* random, double lower, double upper) {
    return lower + (upper - lower) * Random_Unit(random);
}

void SelfMesh_OpenRibbon(SelfMesh* mesh, Random* random) {
    static uint32_t triangles[6 * MAX_COLUMNS * MAX_ROWS];
    static double x[2][MAX_COLUMNS * MAX_ROWS][3];
    const uint32_t columns = (uint32_t)Random_Between(random, 8, 24);
    const uint32_t rows = (uint32_t)Random_Between(random, 2, 3);
    const double holes = Random_Below(random, 2) == 0 ? 0 : 0.3;
    const uint32_t count = MakeCells(random, columns, rows, holes, triangles);
    const double turns = Between(random, 0.6, 2), radius = Between(random, 100, 500);
    const double width = radius * Between(random, 0.1, 0.5);
    const double shift = radius * Between(random, -0.6, 0.6), height = Between(random, 5, 60);
    double waves[2], phases[2];
    for (int t = 0; t < 2; ++t) {
        waves[t] = Between(random, 0, 5);
        phases[t] = Between(random, 0, 2 * pi);
    }
    for (uint32_t c = 0; c < columns; ++c) {
        const double s = (double)c / (columns - 1), angle = 2 * pi * turns * s;
        const double center = radius * (1 + 0.1 * Random_Signed(random));
        for (uint32_t r = 0; r < rows; ++r) {
            const double away = center + width * ((double)r / (rows - 1) - 0.5);
            const uint32_t v = r * columns + c;
            for (int t = 0; t < 2; ++t) {
                x[t][v][0] = rint(away * cos(angle) + shift * s);
                x[t][v][1] = rint(-away * sin(angle));
                x[t][v][2] = rint(height * sin(2 * pi * waves[t] * s + phases[t]) +
                                  4 * Random_Signed(random));
            }
        }
    }
    SelfMesh_Open(mesh, triangles, count, (const double(*)[3])x[0], (const double(*)[3])x[1],
                  columns * rows);
}

void SelfMesh_OpenFold(SelfMesh* mesh, Random* random) {
    static uint32_t triangles[6 * MAX_COLUMNS * MAX_ROWS];
    static double x[2][MAX_COLUMNS * MAX_ROWS][3];
    const uint32_t columns = (uint32_t)Random_Between(random, 6, MAX_COLUMNS);
    const uint32_t rows = (uint32_t)Random_Between(random, 3, MAX_ROWS);
    const double holes = Random_Below(random, 2) == 0 ? 0 : 0.2;
    const uint32_t count = MakeCells(random, columns, rows, holes, triangles);
    const double length = Between(random, 10, 50), jitter = length * Between(random, 0, 0.4);
    for (int t = 0; t < 2; ++t) {
        const double waves = Between(random, 0.5, 4), phase = Between(random, 0, 2 * pi);
        const double steep = Between(random, 0.2, 170.0 / 180 * pi);
        double along = 0, up = 0;
        for (uint32_t c = 0; c < columns; ++c) {
            const double heading = steep * sin(2 * pi * waves * c / columns + phase);
            along += length * cos(heading);
            up += length * sin(heading);
            for (uint32_t r = 0; r < rows; ++r) {
                double* to = x[t][r * columns + c];
                to[0] = rint(along + jitter * Random_Signed(random));
                to[1] = rint(length * r + jitter * Random_Signed(random));
                to[2] = rint(up + jitter * Random_Signed(random));
            }
        }
    }
    SelfMesh_Open(mesh, triangles, count, (const double(*)[3])x[0], (const double(*)[3])x[1],
                  columns * rows);
}

svIntersections SelfMesh_Intersect(const SelfMesh* mesh) {
    svIntersections result;
    assert_int_equal(svScene_Intersect(mesh->scene, NULL, &result), SV_OK);
    return result;
}

svContacts SelfMesh_Detect(const SelfMesh* mesh) {
    svContacts result;
    assert_int_equal(svScene_Detect(mesh->scene, NULL, &result), SV_OK);
    return result;
}
