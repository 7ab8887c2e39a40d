#include "support/scenes.h"

#include "support/generate_numbers.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Float buffers hold only what is well inside their range.
static const double floatLimit = 1e30;

static void* Take(size_t bytes) {
    void* memory = calloc(bytes + 1, 1);
    if (memory == NULL) {
        fputs("scenes: out of memory\n", stderr);
        abort();
    }
    return memory;
}

SceneMesh* TestScene_Add(TestScene* scene, TestMesh list) {
    if (scene->meshCount == SCENE_MAX_MESHES) {
        TestMesh_Free(&list);
        return NULL;
    }
    SceneMesh* mesh = &scene->meshes[scene->meshCount++];
    *mesh = (SceneMesh){.list = list, .def = svDefaultSceneMeshDef()};
    for (int time = 0; time < 2; ++time) {
        mesh->x[time] = Take(list.vertexCount * sizeof *mesh->x[time]);
    }
    return mesh;
}

svPositions SceneMesh_View(const SceneMesh* mesh, int time) {
    const void* data = mesh->data[mesh->isStatic ? 0 : time];
    return (svPositions){data, mesh->list.vertexCount, mesh->stride, mesh->scalar};
}

// Writes the positions into the caller's buffer and reads back what became of them there.
static void Store(TestScene* scene, SceneMesh* mesh, int time) {
    for (uint32_t v = 0; v < mesh->list.vertexCount; ++v) {
        char* point = (char*)mesh->data[time] + v * mesh->stride;
        for (int k = 0; k < 3; ++k) {
            double* x = &mesh->x[time][v][k];
            if (*x == 0.0 && Random_Below(&scene->random, 4) == 0) {
                *x = -0.0;
            }
            if (mesh->scalar == SV_FLOAT) {
                const float single = (float)*x;
                *x = (double)single;
                memcpy(point + (size_t)k * sizeof single, &single, sizeof single);
            } else {
                memcpy(point + (size_t)k * sizeof *x, x, sizeof *x);
            }
        }
    }
}

static void StoreMotion(TestScene* scene, SceneMesh* mesh) {
    Store(scene, mesh, 0);
    if (mesh->isStatic) {
        memcpy(mesh->x[1], mesh->x[0], mesh->list.vertexCount * sizeof *mesh->x[0]);
    } else {
        Store(scene, mesh, 1);
    }
}

static double Largest(const SceneMesh* mesh) {
    double largest = 0.0;
    for (uint32_t i = 0; i < 3 * mesh->list.vertexCount; ++i) {
        largest = fmax(largest, fabs(mesh->x[0][i / 3][i % 3]));
        largest = fmax(largest, fabs(mesh->x[1][i / 3][i % 3]));
    }
    return largest;
}

// Floats or doubles, packed or with other data in between, moving or not.
static void ChooseLayout(TestScene* scene, SceneMesh* mesh, bool someStatic) {
    static const size_t paddings[6] = {0, 0, 0, 1, 2, 5};
    Random* random = &scene->random;
    mesh->scalar =
        Largest(mesh) < floatLimit && Random_Below(random, 3) == 0 ? SV_FLOAT : SV_DOUBLE;
    const size_t size = mesh->scalar == SV_FLOAT ? sizeof(float) : sizeof(double);
    mesh->stride = size * (3 + paddings[Random_Below(random, 6)]);
    mesh->isStatic = someStatic && Coin(random);
    for (int time = 0; time < 2; ++time) {
        mesh->data[time] = Take(mesh->list.vertexCount * mesh->stride);
    }
    StoreMotion(scene, mesh);
}

// 2^floor of the mean binary logarithm of the lengths of the sides at t0, over 4.
static double FindUnit(const TestScene* scene) {
    double sum = 0.0, count = 0.0;
    for (uint32_t m = 0; m < scene->meshCount; ++m) {
        const SceneMesh* mesh = &scene->meshes[m];
        for (uint32_t s = 0; s < 3 * mesh->list.triangleCount; ++s) {
            const double* p = mesh->x[0][mesh->list.triangles[s]];
            const double* q = mesh->x[0][mesh->list.triangles[svNextSide(s)]];
            double length = 0.0;
            for (int k = 0; k < 3; ++k) {
                length = fmax(length, fabs(0.5 * p[k] - 0.5 * q[k]));
            }
            if (length > 0.0) {
                sum += 1.0 + log2(length);
                count += 1.0;
            }
        }
    }
    const int exponent = count > 0.0 ? (int)floor(sum / count) - 2 : 0;
    // Two halvings and four bits below the unit are doubles still.
    return ldexp(1.0, exponent < -1060 ? -1060 : exponent > 1000 ? 1000 : exponent);
}

static double SomeThickness(TestScene* scene) {
    static const int sixteenths[6] = {0, 0, 1, 3, 8, 16};
    return scene->unit / 16.0 * sixteenths[Random_Below(&scene->random, 6)];
}

static void ChooseThickness(TestScene* scene, SceneMesh* mesh) {
    Random* random = &scene->random;
    mesh->def.thickness = SomeThickness(scene);
    free(mesh->thickness);
    mesh->thickness = NULL;
    if (Random_Below(random, 3) == 0) {
        mesh->thickness = Take(mesh->list.vertexCount * sizeof *mesh->thickness);
        for (uint32_t v = 0; v < mesh->list.vertexCount; ++v) {
            mesh->thickness[v] = SomeThickness(scene);
        }
    }
    mesh->def.vertexThickness = mesh->thickness;
}

static void ChooseFilters(TestScene* scene, SceneMesh* mesh) {
    static const uint32_t rings[8] = {0, 0, 0, 0, 1, 1, 2, 3};
    Random* random = &scene->random;
    if (Coin(random)) {
        mesh->def.group = (uint32_t)Random_Below(random, 8);
        mesh->def.mask = Coin(random) ? UINT32_MAX : (uint32_t)Random_Below(random, 8);
    }
    mesh->def.self = Random_Below(random, 4) != 0;
    mesh->def.ring = rings[Random_Below(random, 8)];
}

void TestScene_ChangeDef(TestScene* scene, uint32_t index) {
    SceneMesh* mesh = &scene->meshes[index];
    mesh->def = svDefaultSceneMeshDef();
    ChooseFilters(scene, mesh);
    if (Coin(&scene->random)) {
        ChooseThickness(scene, mesh);
    } else {
        free(mesh->thickness);
        mesh->thickness = NULL;
    }
}

static void ChooseExclusions(TestScene* scene) {
    Random* random = &scene->random;
    const int meshCount = (int)scene->meshCount;
    scene->excludedMeshCount = (uint32_t)Random_Below(random, 3);
    for (uint32_t i = 0; i < scene->excludedMeshCount; ++i) {
        scene->excludedMeshes[i][0] = (uint32_t)Random_Below(random, meshCount);
        scene->excludedMeshes[i][1] = (uint32_t)Random_Below(random, meshCount);
    }
    for (int i = Random_Below(random, SCENE_MAX_EXCLUDED + 1); i > 0; --i) {
        const uint32_t meshA = (uint32_t)Random_Below(random, meshCount);
        const uint32_t meshB = (uint32_t)Random_Below(random, meshCount);
        const uint32_t countA = scene->meshes[meshA].list.vertexCount;
        const uint32_t countB = scene->meshes[meshB].list.vertexCount;
        if (countA > 0 && countB > 0) {
            const svVertexPair pair = {meshA, (uint32_t)Random_Below(random, (int)countA), meshB,
                                       (uint32_t)Random_Below(random, (int)countB)};
            if (pair.meshA != pair.meshB || pair.a != pair.b) {
                scene->excludedVertices[scene->excludedVertexCount++] = pair;
            }
        }
    }
}

TestScene* TestScene_New(int family, uint64_t seed) {
    TestScene* scene = Take(sizeof *scene);
    scene->family = sceneFamilies[family].name;
    scene->seed = seed;
    // Mixed twice: nearby states of this generator are the same sequence, shifted.
    scene->random.state = seed;
    scene->random.state = Random_Bits(&scene->random) + (uint64_t)family * 1000;
    scene->random.state = Random_Bits(&scene->random);
    Random* random = &scene->random;
    sceneFamilies[family].make(scene);
    const bool someStatic = Random_Below(random, 4) == 0;
    for (uint32_t m = 0; m < scene->meshCount; ++m) {
        ChooseLayout(scene, &scene->meshes[m], someStatic);
    }
    scene->unit = FindUnit(scene);
    if (scene->meshCount > 1 && Random_Below(random, 3) == 0) {
        scene->hiddenCount = (uint32_t)Random_Below(random, (int)scene->meshCount);
        scene->meshCount -= scene->hiddenCount;
    }
    const bool filtered = Coin(random), thick = Random_Below(random, 3) == 0;
    for (uint32_t m = 0; m < scene->meshCount + scene->hiddenCount; ++m) {
        if (filtered) {
            ChooseFilters(scene, &scene->meshes[m]);
        }
        if (thick) {
            ChooseThickness(scene, &scene->meshes[m]);
        }
    }
    if (filtered && scene->meshCount > 0) {
        ChooseExclusions(scene);
    }
    return scene;
}

void TestScene_Free(TestScene* scene) {
    for (uint32_t m = 0; m < scene->meshCount + scene->hiddenCount; ++m) {
        SceneMesh* mesh = &scene->meshes[m];
        for (int time = 0; time < 2; ++time) {
            free(mesh->x[time]);
            free(mesh->data[time]);
        }
        free(mesh->thickness);
        TestMesh_Free(&mesh->list);
    }
    free(scene);
}

void TestScene_Reveal(TestScene* scene) {
    if (scene->hiddenCount > 0) {
        --scene->hiddenCount;
        ++scene->meshCount;
    }
}

// Where a coordinate goes next: nowhere, on a whole number of units, by noise, or mirrored.
static double Onwards(TestScene* scene, int way, double x, double shift) {
    Random* random = &scene->random;
    switch (way) {
    case 0:
        return x;
    case 1:
        return x + shift;
    case 2:
        return x + scene->unit * Random_Between(random, -4, 4);
    case 3:
        return x + shift + 4.0 * scene->unit * Random_Signed(random);
    case 4:
        return -x;
    default:
        return x + 40.0 * scene->unit * Random_Signed(random);
    }
}

static void MoveOn(TestScene* scene, SceneMesh* mesh) {
    const int way = Random_Below(&scene->random, 6);
    const double limit = mesh->scalar == SV_FLOAT ? floatLimit : DBL_MAX;
    double shift[3];
    for (int k = 0; k < 3; ++k) {
        shift[k] = 8.0 * scene->unit * Random_Signed(&scene->random);
    }
    for (uint32_t i = 0; i < 3 * mesh->list.vertexCount; ++i) {
        double* x0 = &mesh->x[0][i / 3][i % 3];
        double* x1 = &mesh->x[1][i / 3][i % 3];
        const double next = Onwards(scene, way, *x1, shift[i % 3]);
        *x0 = *x1;
        *x1 = fabs(next) <= limit ? next : *x0;
    }
}

void TestScene_Step(TestScene* scene) {
    for (uint32_t m = 0; m < scene->meshCount + scene->hiddenCount; ++m) {
        SceneMesh* mesh = &scene->meshes[m];
        if (Random_Below(&scene->random, 8) == 0) {
            mesh->isStatic = !mesh->isStatic;
        }
        MoveOn(scene, mesh);
        StoreMotion(scene, mesh);
    }
}
