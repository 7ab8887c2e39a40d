#include "support/scenes.h"

#include "support/generate_numbers.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Between lo and hi, and now and then four times as many: a few scenes need several levels of a
// tree.
static uint32_t Some(TestScene* scene, int lo, int hi) {
    const int count = Random_Between(&scene->random, lo, hi);
    return (uint32_t)(Random_Below(&scene->random, 50) == 0 ? 4 * count : count);
}

static double Small(Random* random) {
    return GridNumber(random, 2);
}

// All coordinates at one time.
static void Fill(TestScene* scene, SceneMesh* mesh, int time, double (*number)(Random*)) {
    for (uint32_t i = 0; i < 3 * mesh->list.vertexCount; ++i) {
        mesh->x[time][i / 3][i % 3] = number(&scene->random);
    }
}

// A motion from t0 to t1 in a scene of about size 1: none, together, each on its own, large.
static void Move(TestScene* scene, SceneMesh* mesh) {
    Random* random = &scene->random;
    const int way = Random_Below(random, 7);
    const double noises[7] = {0.0, 0.0, 0.3, 0.05, 0.0, 8.0, 0.3};
    double shift[3];
    for (int k = 0; k < 3; ++k) {
        shift[k] = way == 0 || way == 6 ? 0.0 : Random_Signed(random);
    }
    for (uint32_t i = 0; i < 3 * mesh->list.vertexCount; ++i) {
        const double x = mesh->x[0][i / 3][i % 3];
        mesh->x[1][i / 3][i % 3] =
            way == 4 ? -x : x + shift[i % 3] + noises[way] * Random_Signed(random);
    }
}

// Triangles that share nothing.
static TestMesh SoupList(uint32_t triangleCount) {
    TestMesh list = TestMesh_Book(triangleCount);
    list.vertexCount = 3 * triangleCount;
    for (uint32_t i = 0; i < 3 * triangleCount; ++i) {
        list.triangles[i] = i;
    }
    return list;
}

// Triangles of one size around points of a cube, close enough to meet now and then.
static void PlaceSoup(TestScene* scene, SceneMesh* mesh, double size) {
    Random* random = &scene->random;
    for (uint32_t v = 0; v < mesh->list.vertexCount; ++v) {
        for (int k = 0; k < 3; ++k) {
            const double centre =
                v % 3 == 0 ? 0.5 * Random_Signed(random) : mesh->x[0][v - v % 3][k];
            mesh->x[0][v][k] = centre + size * Random_Signed(random);
        }
    }
}

static void MakeSoup(TestScene* scene) {
    for (int n = Random_Between(&scene->random, 1, 3); n > 0; --n) {
        SceneMesh* mesh = TestScene_Add(scene, SoupList(Some(scene, 3, 18)));
        PlaceSoup(scene, mesh, 0.1 + 0.5 * Random_Unit(&scene->random));
        Move(scene, mesh);
    }
}

// A sheet of about size 2, folded like an accordion, its layers `gap` apart.
typedef struct Folds {
    double count, gap, noise, slope;
} Folds;

static Folds SomeFolds(Random* random) {
    static const double gaps[4] = {0.0, 0.001, 0.05, 0.3};
    static const double noises[4] = {0.0, 0.0, 0.01, 0.2};
    return (Folds){Random_Between(random, 1, 4), gaps[Random_Below(random, 4)],
                   noises[Random_Below(random, 4)], Random_Below(random, 2) * 0.25};
}

static void PlaceSheet(TestScene* scene, SceneMesh* mesh, uint32_t columns, int time, Folds folds) {
    const uint32_t rows = mesh->list.vertexCount / (columns + 1) - 1;
    for (uint32_t v = 0; v < mesh->list.vertexCount; ++v) {
        const uint32_t column = v % (columns + 1), row = v / (columns + 1);
        const double s = (double)column / columns * folds.count;
        const double layer = fmin(floor(s), folds.count - 1.0), along = s - layer;
        const bool back = fmod(layer, 2.0) == 1.0;
        const double x[3] = {2.0 * (back ? 1.0 - along : along) - 1.0,
                             2.0 * (double)row / rows - 1.0,
                             folds.gap * (layer + along) + folds.slope * along};
        for (int k = 0; k < 3; ++k) {
            mesh->x[time][v][k] = x[k] + folds.noise * Random_Signed(&scene->random);
        }
    }
}

static SceneMesh* AddSheet(TestScene* scene, uint32_t* columns) {
    *columns = Some(scene, 2, 6);
    return TestScene_Add(scene,
                         TestMesh_Grid(*columns, (uint32_t)Random_Between(&scene->random, 2, 5)));
}

static void MakeFolded(TestScene* scene) {
    uint32_t columns;
    SceneMesh* mesh = AddSheet(scene, &columns);
    PlaceSheet(scene, mesh, columns, 0, SomeFolds(&scene->random));
    if (Coin(&scene->random)) {
        PlaceSheet(scene, mesh, columns, 1, SomeFolds(&scene->random));
    } else {
        Move(scene, mesh);
    }
}

static void MakeCrumpled(TestScene* scene) {
    uint32_t columns;
    for (int n = Random_Between(&scene->random, 1, 2); n > 0; --n) {
        SceneMesh* mesh = AddSheet(scene, &columns);
        const double noise = 0.1 + Random_Unit(&scene->random);
        PlaceSheet(scene, mesh, columns, 0, (Folds){1.0, 0.0, noise, 0.0});
        if (Coin(&scene->random)) {
            PlaceSheet(scene, mesh, columns, 1, (Folds){1.0, 0.0, noise, 0.0});
        } else {
            Move(scene, mesh);
        }
    }
}

static void Translate(SceneMesh* mesh, int time, const double shift[3]) {
    for (uint32_t v = 0; v < mesh->list.vertexCount; ++v) {
        for (int k = 0; k < 3; ++k) {
            mesh->x[time][v][k] += shift[k];
        }
    }
}

// Sheets that pass through each other, or lie close to each other.
static void MakeSheets(TestScene* scene) {
    static const double heights[5] = {0.0, 0.01, 0.1, 0.5, 1.5};
    Random* random = &scene->random;
    uint32_t columns;
    for (int n = Random_Between(random, 2, 3); n > 0; --n) {
        SceneMesh* mesh = AddSheet(scene, &columns);
        const double noise = Coin(random) ? 0.0 : 0.05;
        for (int time = 0; time < 2; ++time) {
            const double height = heights[Random_Below(random, 5)];
            const double shift[3] = {0.0, 0.0, Coin(random) ? height : -height};
            PlaceSheet(scene, mesh, columns, time, (Folds){1.0, 0.0, noise, 0.0});
            Translate(mesh, time, shift);
        }
        if (Coin(random)) { // on edge
            for (uint32_t v = 0; v < mesh->list.vertexCount; ++v) {
                for (int time = 0; time < 2; ++time) {
                    const double y = mesh->x[time][v][1];
                    mesh->x[time][v][1] = mesh->x[time][v][2];
                    mesh->x[time][v][2] = y;
                }
            }
        }
    }
}

static void PlaceTorus(SceneMesh* mesh, uint32_t columns, double radius) {
    const double turn = 6.283185307179586;
    const uint32_t rows = mesh->list.vertexCount / columns;
    for (uint32_t v = 0; v < mesh->list.vertexCount; ++v) {
        const uint32_t column = v % columns, row = v / columns;
        const double u = turn * column / columns, w = turn * row / rows;
        mesh->x[0][v][0] = radius * (1.0 + 0.4 * cos(w)) * cos(u);
        mesh->x[0][v][1] = radius * (1.0 + 0.4 * cos(w)) * sin(u);
        mesh->x[0][v][2] = radius * 0.4 * sin(w);
    }
}

// An octahedron: wound outwards, vertices -x +x -y +y -z +z.
static SceneMesh* AddOctahedron(TestScene* scene, double radius) {
    static const uint32_t list[24] = {1, 3, 5, 3, 0, 5, 0, 2, 5, 2, 1, 5,
                                      3, 1, 4, 0, 3, 4, 2, 0, 4, 1, 2, 4};
    SceneMesh* mesh = TestScene_Add(scene, TestMesh_Copy(list, 8, 6));
    for (int v = 0; v < 6; ++v) {
        mesh->x[0][v][v / 2] = v % 2 == 0 ? -radius : radius;
    }
    return mesh;
}

static void MakeClosed(TestScene* scene) {
    Random* random = &scene->random;
    for (int n = Random_Between(random, 2, 6); n > 0; --n) {
        const int shape = Random_Below(random, 4);
        const double radius = 0.3 + 0.4 * Random_Unit(random);
        SceneMesh* mesh;
        if (shape == 0) {
            mesh = AddOctahedron(scene, radius);
        } else if (shape == 1) {
            mesh = TestScene_Add(scene, TestMesh_Torus(4, 3));
            PlaceTorus(mesh, 4, radius);
        } else { // the tetrahedron takes four corners of the cube
            mesh = TestScene_Add(scene, shape == 2 ? TestMesh_Cube() : TestMesh_Tetrahedron());
            for (uint32_t v = 0; v < mesh->list.vertexCount; ++v) {
                for (uint32_t k = 0; k < 3; ++k) {
                    mesh->x[0][v][k] = (shape == 2 ? v : v * 3) >> k & 1 ? radius : -radius;
                }
            }
        }
        const double shift[3] = {0.7 * Random_Signed(random), 0.7 * Random_Signed(random),
                                 0.7 * Random_Signed(random)};
        Translate(mesh, 0, shift);
        Move(scene, mesh);
    }
}

// Some faces of the list a second time, some of them turned.
static void Duplicate(TestScene* scene, TestMesh* list) {
    for (uint32_t t = 0; t + 1 < list->triangleCount; ++t) {
        if (Random_Below(&scene->random, 4) == 0) {
            const size_t turn = (size_t)Random_Below(&scene->random, 3);
            for (size_t k = 0; k < 3; ++k) {
                list->triangles[(size_t)3 * t + k] =
                    list->triangles[(size_t)3 * (t + 1) + (k + turn) % 3];
            }
        }
    }
}

static TestMesh NonManifoldList(TestScene* scene) {
    TestMesh list;
    switch (Random_Below(&scene->random, 3)) {
    case 0:
        list = TestMesh_Book(Some(scene, 2, 20));
        break;
    case 1: // several fans around vertex 0, every third blade left out
        list = TestMesh_Fan(Some(scene, 6, 20), Coin(&scene->random));
        for (uint32_t t = 0; t < list.triangleCount; t += 3) {
            list.triangles[(size_t)3 * t + 2] = list.triangles[(size_t)3 * t + 1];
        }
        break;
    default:
        list = TestMesh_Moebius(5, (uint32_t)Random_Between(&scene->random, 1, 3));
        break;
    }
    if (Coin(&scene->random)) {
        Duplicate(scene, &list);
    }
    return list;
}

static void MakeNonManifold(TestScene* scene) {
    for (int n = Random_Between(&scene->random, 1, 2); n > 0; --n) {
        SceneMesh* mesh = TestScene_Add(scene, NonManifoldList(scene));
        Fill(scene, mesh, 0, Coin(&scene->random) ? Small : Random_Signed);
        Move(scene, mesh);
    }
}

static TestMesh RandomList(TestScene* scene, uint32_t maxTriangles, uint32_t maxVertices) {
    uint64_t state = Random_Bits(&scene->random) | 1;
    return TestMesh_Random(&state, maxTriangles, maxVertices);
}

// Repeated indices, duplicates and isolated vertices of all kinds.
static void MakeCollapsed(TestScene* scene) {
    for (int n = Random_Between(&scene->random, 1, 4); n > 0; --n) {
        SceneMesh* mesh =
            TestScene_Add(scene, RandomList(scene, Some(scene, 4, 14), Some(scene, 3, 12)));
        Fill(scene, mesh, 0, Coin(&scene->random) ? Small : Random_Signed);
        Move(scene, mesh);
    }
}

// Sets all vertices to multiples of one vector (rank 1) or to combinations of two (rank 2), plus a
// common point.
static void Flatten(TestScene* scene, SceneMesh* mesh, int time, int rank) {
    Random* random = &scene->random;
    double (*number)(Random*) = Coin(random) ? Small : Random_Signed;
    double base[3][3];
    for (int i = 0; i < 9; ++i) {
        base[i / 3][i % 3] = i < 3 && Coin(random) ? 0.0 : Small(random);
    }
    for (uint32_t v = 0; v < mesh->list.vertexCount; ++v) {
        const double s = rank > 0 ? number(random) : 0.0, t = rank > 1 ? number(random) : 0.0;
        for (int k = 0; k < 3; ++k) {
            mesh->x[time][v][k] = base[0][k] + s * base[1][k] + t * base[2][k];
        }
    }
}

// All vertices in one place, on a line or in a plane, at t0, at t1 or at both.
static void MakeDegenerate(TestScene* scene) {
    Random* random = &scene->random;
    for (int n = Random_Between(random, 1, 3); n > 0; --n) {
        SceneMesh* mesh = TestScene_Add(scene, Coin(random) ? RandomList(scene, 12, 10)
                                                            : TestMesh_Grid(3, Some(scene, 1, 2)));
        Flatten(scene, mesh, 0, Random_Below(random, 3));
        if (Coin(random)) {
            Flatten(scene, mesh, 1, Random_Below(random, 4));
        } else {
            Move(scene, mesh);
        }
    }
}

// Small integers: everything touches, is coplanar, or happens at the same time.
static void MakeLattice(TestScene* scene) {
    Random* random = &scene->random;
    for (int n = Random_Between(random, 1, 4); n > 0; --n) {
        const int radius = Random_Between(random, 1, 4);
        const int shape = Random_Below(random, 3);
        SceneMesh* mesh = TestScene_Add(scene, shape == 0   ? SoupList(Some(scene, 2, 8))
                                               : shape == 1 ? RandomList(scene, 12, 12)
                                                            : TestMesh_Grid(2, Some(scene, 1, 3)));
        const bool moves = Random_Below(random, 4) != 0;
        for (uint32_t i = 0; i < 3 * mesh->list.vertexCount; ++i) {
            const double x = GridNumber(random, radius);
            mesh->x[0][i / 3][i % 3] = x;
            mesh->x[1][i / 3][i % 3] = moves ? GridNumber(random, radius) : x;
        }
    }
}

static void MakeTiny(TestScene* scene) {
    Random* random = &scene->random;
    const double size = 0.1 + 0.3 * Random_Unit(random);
    for (int n = Random_Between(random, 10, 60); n > 0; --n) {
        const uint32_t triangleCount = (uint32_t)Random_Between(random, 1, 3);
        SceneMesh* mesh = TestScene_Add(scene, Coin(random) ? SoupList(triangleCount)
                                                            : TestMesh_Fan(triangleCount, false));
        PlaceSoup(scene, mesh, size);
        Move(scene, mesh);
    }
}

// Empty meshes, vertices of no face, single triangles, wires and particles.
static void MakeSparse(TestScene* scene) {
    static const uint32_t faces[5][3] = {{0, 1, 2}, {0, 0, 1}, {2, 2, 2}, {4, 1, 3}, {3, 4, 3}};
    Random* random = &scene->random;
    for (int n = Random_Between(random, 1, 12); n > 0; --n) {
        const uint32_t count = (uint32_t)Random_Below(random, 4);
        uint32_t list[9] = {0};
        for (uint32_t t = 0; t < count; ++t) {
            memcpy(list + (size_t)3 * t, faces[Random_Below(random, 5)], sizeof faces[0]);
        }
        const uint32_t vertexCount = count > 0 ? 7 : (uint32_t)Random_Below(random, 2) * 3;
        SceneMesh* mesh = TestScene_Add(scene, TestMesh_Copy(list, count, vertexCount));
        Fill(scene, mesh, 0, Coin(random) ? Small : Random_Signed);
        Move(scene, mesh);
    }
}

// A scene of another family, for those that change its coordinates.
static void MakeBase(TestScene* scene) {
    static void (*const makers[])(TestScene*) = {MakeSoup,   MakeFolded,      MakeCrumpled,
                                                 MakeSheets, MakeClosed,      MakeTiny,
                                                 MakeSparse, MakeNonManifold, MakeLattice};
    makers[Random_Below(&scene->random, (int)(sizeof makers / sizeof makers[0]))](scene);
}

typedef double (*ChangeFn)(double x, double amount);

static void Change(TestScene* scene, ChangeFn change, double amount) {
    for (uint32_t m = 0; m < scene->meshCount; ++m) {
        SceneMesh* mesh = &scene->meshes[m];
        for (uint32_t i = 0; i < 6 * mesh->list.vertexCount; ++i) {
            double* x = &mesh->x[i % 2][i / 6][i / 2 % 3];
            *x = fmax(-DBL_MAX, fmin(DBL_MAX, change(*x, amount)));
        }
    }
}

static double Scaled(double x, double exponent) {
    return ldexp(x, (int)exponent);
}

static double Shifted(double x, double offset) {
    return x + offset;
}

static void MakeHuge(TestScene* scene) {
    MakeBase(scene);
    Change(scene, Scaled, Coin(&scene->random) ? 996.0 : 1023.0);
}

static void MakeSmall(TestScene* scene) {
    static const double exponents[3] = {-996.0, -1030.0, -1072.0};
    MakeBase(scene);
    Change(scene, Scaled, exponents[Random_Below(&scene->random, 3)]);
}

// Little is left of the detail beside the offset.
static void MakeOffset(TestScene* scene) {
    static const double offsets[4] = {1000.1, 0x1p20, 0x1.8p40, 0x1p49};
    MakeBase(scene);
    Change(scene, Shifted, offsets[Random_Below(&scene->random, 4)]);
}

static void MakeOutlier(TestScene* scene) {
    static const double distances[4] = {1e3, 1e7, 1e20, 1e300};
    Random* random = &scene->random;
    MakeBase(scene);
    SceneMesh* mesh = &scene->meshes[Random_Below(random, (int)scene->meshCount)];
    if (mesh->list.vertexCount > 0) {
        const int v = Random_Below(random, (int)mesh->list.vertexCount);
        const double distance = distances[Random_Below(random, 4)];
        const int times = Random_Below(random, 3); // at t0, at t1, at both
        for (int time = 0; time < 2; ++time) {
            if (times == 2 || times == time) {
                mesh->x[time][v][Random_Below(random, 3)] = distance;
            }
        }
    }
}

static double Binades40(Random* random) {
    return SpreadNumber(random, 40);
}

static double Binades400(Random* random) {
    return SpreadNumber(random, 400);
}

// Coordinates of all magnitudes side by side.
static void MakeSpread(TestScene* scene) {
    Random* random = &scene->random;
    double (*number)(Random*) = Random_Below(random, 4) == 0 ? Binades400 : Binades40;
    for (int n = Random_Between(random, 1, 2); n > 0; --n) {
        SceneMesh* mesh = TestScene_Add(scene, Coin(random) ? SoupList(Some(scene, 2, 8))
                                                            : TestMesh_Grid(2, Some(scene, 1, 4)));
        Fill(scene, mesh, 0, number);
        Fill(scene, mesh, 1, number);
    }
}

const SceneFamily sceneFamilies[] = {
    {"soup", MakeSoup},           {"folded", MakeFolded},         {"crumpled", MakeCrumpled},
    {"sheets", MakeSheets},       {"closed", MakeClosed},         {"non-manifold", MakeNonManifold},
    {"collapsed", MakeCollapsed}, {"degenerate", MakeDegenerate}, {"lattice", MakeLattice},
    {"tiny-meshes", MakeTiny},    {"sparse", MakeSparse},         {"huge", MakeHuge},
    {"small", MakeSmall},         {"offset", MakeOffset},         {"outlier", MakeOutlier},
    {"spread", MakeSpread},
};
const int sceneFamilyCount = sizeof sceneFamilies / sizeof sceneFamilies[0];
