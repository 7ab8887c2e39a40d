// The contact set does not depend on what is culled: self-culling on, automatic and off, every
// filter taken out, with every builder, on thousands of folded, wound and torn meshes, alone and
// many in one mesh, at the instant and over the step. And culling does cull.

#include "selvage/scene.h"
#include "support/folded_meshes.h"
#include "support/random.h"
#include "support/self_cases.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Per kind; there are thirteen.
#ifdef TEST_SANITIZED
enum { MESH_COUNT = 20 };
#else
enum { MESH_COUNT = 480 };
#endif
enum { LARGE_COUNT = 40 };

// A mesh to be looked at in many ways.
typedef struct Subject {
    uint32_t* triangles;
    uint32_t triangleCount, vertexCount;
    double (*x[2])[3];
} Subject;

// What a scene says of it.
typedef struct Answer {
    uint64_t hashes[2]; // instant, step
    uint64_t totals[3]; // pairs of triangles, vertex-face, edge-edge
    svSceneStats stats[2];
} Answer;

typedef struct Way {
    svSelfCulling selfCulling;
    svBuilder builder;
    uint32_t filters;
    int queries; // automatic self-culling learns
} Way;

static Answer Ask(svContext* context, const Subject* subject, const Way* way) {
    svSceneDef def = svDefaultSceneDef();
    svMeshDef meshDef = svDefaultMeshDef();
    svMesh* mesh;
    svScene* scene;
    Answer answer = {0};
    meshDef.triangles = subject->triangles;
    meshDef.triangleCount = subject->triangleCount;
    meshDef.vertexCount = subject->vertexCount;
    assert_int_equal(svMesh_Create(context, &meshDef, &mesh), SV_OK);
    const svPositions x0 = svPositions_Double(subject->x[0][0], subject->vertexCount);
    const svPositions x1 = svPositions_Double(subject->x[1][0], subject->vertexCount);
    assert_int_equal(svMesh_SetMotion(mesh, &x0, &x1), SV_OK);
    def.selfCulling = way->selfCulling;
    def.builder = way->builder;
    def.filters = way->filters;
    assert_int_equal(svScene_Create(context, &def, &scene), SV_OK);
    assert_int_equal(svScene_Add(scene, mesh, NULL, NULL), SV_OK);
    for (int i = 0; i < way->queries; ++i) {
        svIntersections pairs;
        svContacts contacts;
        assert_int_equal(svScene_Intersect(scene, NULL, &pairs), SV_OK);
        answer.hashes[0] = pairs.hash;
        answer.totals[0] = pairs.total;
        answer.stats[0] = pairs.stats;
        assert_int_equal(svScene_Detect(scene, NULL, &contacts), SV_OK);
        answer.hashes[1] = contacts.hash;
        answer.totals[1] = contacts.vf.total;
        answer.totals[2] = contacts.ee.total;
        answer.stats[1] = contacts.stats;
    }
    svScene_Destroy(scene);
    svMesh_Destroy(mesh);
    return answer;
}

typedef struct Tally {
    uint64_t meshes, colliding[2], apart[2]; // instant, step
} Tally;

static bool Same(const Answer* a, const Answer* b) {
    return memcmp(a->hashes, b->hashes, sizeof(a->hashes)) == 0 &&
           memcmp(a->totals, b->totals, sizeof(a->totals)) == 0;
}

// A few are too large for that.
static bool IsFinite(const Subject* subject) {
    for (uint32_t v = 0; v < subject->vertexCount; ++v) {
        for (int k = 0; k < 6; ++k) {
            if (!isfinite(subject->x[k / 3][v][k % 3])) {
                return false;
            }
        }
    }
    return true;
}

// The plain way, and two with culling: on, and in turn on in a random way, and automatic.
static bool AllWaysAgree(svContext* context, const Subject* subject, Random* random, Tally* tally) {
    const Way plain = {SV_SELF_CULLING_OFF, SV_BUILDER_MEDIAN, 0, 1};
    if (!IsFinite(subject)) {
        return true;
    }
    const Answer expected = Ask(context, subject, &plain);
    const Way ways[] = {
        {SV_SELF_CULLING_ON, SV_BUILDER_PATCHES, SV_FILTER_ALL, 1},
        {SV_SELF_CULLING_ON, (svBuilder)Random_Below(random, SV_BUILDER_ENUM_COUNT),
         (uint32_t)Random_Below(random, SV_FILTER_ALL + 1), 1},
        {SV_SELF_CULLING_AUTO, SV_BUILDER_MEDIAN, SV_FILTER_ALL, 2},
    };
    ++tally->meshes;
    tally->colliding[0] += expected.totals[0] > 0;
    tally->colliding[1] += expected.totals[1] + expected.totals[2] > 0;
    for (size_t i = 0; i < 3; i += i == 0 ? 1 + tally->meshes % 2 : 2) {
        const Answer answer = Ask(context, subject, &ways[i]);
        if (!Same(&answer, &expected)) {
            print_error(
                "way %zu: %llu, %llu, %llu pairs; expected %llu, %llu, %llu\n", i,
                (unsigned long long)answer.totals[0], (unsigned long long)answer.totals[1],
                (unsigned long long)answer.totals[2], (unsigned long long)expected.totals[0],
                (unsigned long long)expected.totals[1], (unsigned long long)expected.totals[2]);
            return false;
        }
        for (int mode = 0; mode < 2 && i == 0; ++mode) {
            tally->apart[mode] += answer.stats[mode].leavesApart > 0;
        }
    }
    return true;
}

static svContext* NewContext(uint32_t workerCount) {
    svContextDef def = svDefaultContextDef();
    svContext* context;
    def.workerCount = workerCount;
    assert_int_equal(svContext_Create(&def, &context), SV_OK);
    return context;
}

static void PrintTally(const Tally* tally) {
    print_message("%llu meshes, %llu meet themselves at t0, %llu over the step; parts are apart "
                  "in %llu and %llu\n",
                  (unsigned long long)tally->meshes, (unsigned long long)tally->colliding[0],
                  (unsigned long long)tally->colliding[1], (unsigned long long)tally->apart[0],
                  (unsigned long long)tally->apart[1]);
}

static void FoldedMeshesAlone(void** state) {
    (void)state;
    svContext* context = NewContext(1);
    Random random = {31};
    Tally tally = {0};
    for (int kind = 0; kind < FOLDED_KIND_COUNT; ++kind) {
        for (uint64_t seed = 1; seed <= MESH_COUNT; ++seed) {
            FoldedMesh mesh = FoldedMesh_Make((FoldedKind)kind, seed);
            const Subject subject = {mesh.list.triangles,
                                     mesh.list.triangleCount,
                                     mesh.list.vertexCount,
                                     {mesh.x[0], mesh.x[1]}};
            // Where all vertices meet in one point everything does, which takes long: some will do.
            const bool wanted = mesh.motion != FOLDED_COLLAPSE || seed % 64 == 0;
            if (wanted && !AllWaysAgree(context, &subject, &random, &tally)) {
                fail_msg("%s, %s, seed %llu", FoldedKind_Name(mesh.kind),
                         FoldedMotion_Name(mesh.motion), (unsigned long long)seed);
            }
            FoldedMesh_Free(&mesh);
        }
    }
    PrintTally(&tally);
    for (int mode = 0; mode < 2; ++mode) {
        assert_true(5 * tally.colliding[mode] > tally.meshes);
        assert_true(4 * tally.apart[mode] > tally.meshes);
    }
    svContext_Destroy(context);
}

// ---- large -----------------------------------------------------------------------------------

static Subject NewSubject(uint32_t triangleCount, uint32_t vertexCount) {
    Subject subject = {
        malloc(3 * sizeof(uint32_t) * triangleCount),
        triangleCount,
        vertexCount,
        {malloc(sizeof(double[3]) * vertexCount), malloc(sizeof(double[3]) * vertexCount)}};
    assert_non_null(subject.triangles);
    assert_non_null(subject.x[0]);
    assert_non_null(subject.x[1]);
    return subject;
}

static void FreeSubject(Subject* subject) {
    free(subject->triangles);
    free(subject->x[0]);
    free(subject->x[1]);
}

// Rolled, folded and waved, with some noise; at t1 a little otherwise.
static void Bend(double u, double v, const double form[6], double noise, Random* random,
                 double x[3]) {
    const double angle = form[0] * u;
    const double radius = 1 + form[1] * u;
    const double wave = form[2] * sin(form[3] * u) * sin(form[4] * v + form[5]);
    x[0] = (radius + wave) * sin(angle) + noise * Random_Signed(random);
    x[1] = v + noise * Random_Signed(random);
    x[2] = (radius + wave) * cos(angle) + noise * Random_Signed(random);
}

// A sheet of several thousand triangles: a tree of three levels.
static Subject LargeSheet(Random* random) {
    const uint32_t columns = (uint32_t)Random_Between(random, 20, 70);
    const uint32_t rows = (uint32_t)Random_Between(random, 10, 50);
    TestMesh grid = TestMesh_Grid(columns, rows);
    Subject subject = NewSubject(grid.triangleCount, grid.vertexCount);
    memcpy(subject.triangles, grid.triangles, 3 * sizeof(uint32_t) * grid.triangleCount);
    TestMesh_Free(&grid);
    const double turns = Random_Below(random, 3) == 0 ? 8 : 2;
    double form[6] = {turns * Random_Unit(random), 0.2 * Random_Signed(random),
                      0.2 * Random_Unit(random),   20 * Random_Unit(random),
                      20 * Random_Unit(random),    6 * Random_Unit(random)};
    const double noise = Random_Below(random, 2) == 0 ? 0 : 0.3 * Random_Unit(random) / columns;
    for (int time = 0; time < 2; ++time) {
        for (uint32_t i = 0; i < subject.vertexCount; ++i) {
            const uint32_t column = i % (columns + 1), row = i / (columns + 1);
            const double u = (double)column / columns, v = (double)row / columns;
            Bend(u, v, form, noise, random, subject.x[time][i]);
        }
        for (int k = 0; k < 6; ++k) {
            form[k] *= 1 + 0.05 * Random_Signed(random);
        }
    }
    return subject;
}

// One that is neither huge nor tiny, and does not shrink to a point.
static FoldedMesh PlainFolded(Random* random) {
    for (;;) {
        FoldedMesh mesh = FoldedMesh_Make((FoldedKind)Random_Below(random, FOLDED_KIND_COUNT),
                                          1000 + (uint64_t)Random_Below(random, 100000));
        double most = 0;
        for (uint32_t i = 0; i < mesh.list.vertexCount; ++i) {
            for (int k = 0; k < 6; ++k) {
                most = fmax(most, fabs(mesh.x[k / 3][i][k % 3]));
            }
        }
        if (most > 0.5 && most < 50 && mesh.motion != FOLDED_COLLAPSE) {
            return mesh;
        }
        FoldedMesh_Free(&mesh);
    }
}

// Many folded meshes as one, each a little aside of the one before: parts mix them.
static Subject ManyInOne(Random* random) {
    enum { COUNT = 40 };
    FoldedMesh meshes[COUNT];
    uint32_t triangleCount = 0, vertexCount = 0;
    for (int i = 0; i < COUNT; ++i) {
        meshes[i] = PlainFolded(random);
        triangleCount += meshes[i].list.triangleCount;
        vertexCount += meshes[i].list.vertexCount;
    }
    Subject subject = NewSubject(triangleCount, vertexCount);
    uint32_t triangle = 0, vertex = 0;
    for (int i = 0; i < COUNT; ++i) {
        const TestMesh* list = &meshes[i].list;
        for (uint32_t k = 0; k < 3 * list->triangleCount; ++k) {
            subject.triangles[3 * (size_t)triangle + k] = list->triangles[k] + vertex;
        }
        for (int time = 0; time < 2; ++time) {
            for (uint32_t v = 0; v < list->vertexCount; ++v) {
                memcpy(subject.x[time][vertex + v], meshes[i].x[time][v], 3 * sizeof(double));
                subject.x[time][vertex + v][0] += 8 * i;
            }
        }
        triangle += list->triangleCount;
        vertex += list->vertexCount;
        FoldedMesh_Free(&meshes[i]);
    }
    return subject;
}

static void LargeMeshes(void** state) {
    (void)state;
    svContext* context = NewContext(1);
    Random random = {32};
    Tally tally = {0};
    for (int i = 0; i < LARGE_COUNT; ++i) {
        Subject subject = i % 4 == 3 ? ManyInOne(&random) : LargeSheet(&random);
        if (!AllWaysAgree(context, &subject, &random, &tally)) {
            fail_msg("large mesh %d", i);
        }
        FreeSubject(&subject);
    }
    PrintTally(&tally);
    for (int mode = 0; mode < 2; ++mode) {
        assert_true(4 * tally.colliding[mode] > tally.meshes);
        assert_true(2 * tally.apart[mode] > tally.meshes);
    }
    svContext_Destroy(context);
}

// ---- given -----------------------------------------------------------------------------------

// Meshes on which published rules lose contacts (THEORY: E1 to E7): none of them is apart.
static void CounterexamplesAreSeen(void** state) {
    (void)state;
    svContext* context = NewContext(1);
    for (int kind = 0; kind < CASE_COUNT; ++kind) {
        SelfMesh mesh;
        SelfMesh_OpenCase(&mesh, (SelfCaseKind)kind);
        const svTopology* topology = svMesh_GetTopology(mesh.mesh);
        Subject subject = {(uint32_t*)topology->triangles,
                           topology->triangleCount,
                           topology->vertexCount,
                           {mesh.x[0], mesh.x[1]}};
        for (int builder = 0; builder < SV_BUILDER_ENUM_COUNT; ++builder) {
            const Way way = {SV_SELF_CULLING_ON, (svBuilder)builder, SV_FILTER_ALL, 1};
            const Answer answer = Ask(context, &subject, &way);
            assert_true(answer.totals[0] > 0);
            assert_true(answer.totals[1] + answer.totals[2] > 0);
            assert_int_equal(answer.stats[0].selfApart, 0);
            assert_int_equal(answer.stats[1].selfApart, 0);
        }
        SelfMesh_Close(&mesh);
    }
    svContext_Destroy(context);
}

// A sheet that is flat is one part, at every size, and nothing in it is looked at; automatically
// from the second query on.
static void FlatSheetsAreNotSearched(void** state) {
    (void)state;
    svContext* context = NewContext(1);
    Random random = {33};
    for (uint32_t cells = 1; cells <= 64; cells *= 2) {
        TestMesh grid = TestMesh_Grid(cells, cells);
        Subject subject = NewSubject(grid.triangleCount, grid.vertexCount);
        memcpy(subject.triangles, grid.triangles, 3 * sizeof(uint32_t) * grid.triangleCount);
        const double form[6] = {0.5, 0, 0.05, 6, 5, 1};
        for (int time = 0; time < 2; ++time) {
            for (uint32_t i = 0; i < grid.vertexCount; ++i) {
                const uint32_t column = i % (cells + 1), row = i / (cells + 1);
                const double u = (double)column / cells, v = (double)row / cells;
                Bend(u, v + 0.1 * time, form, 0, &random, subject.x[time][i]);
            }
        }
        for (int builder = 0; builder < SV_BUILDER_ENUM_COUNT; ++builder) {
            const Way on = {SV_SELF_CULLING_ON, (svBuilder)builder, SV_FILTER_ALL, 1};
            const Way automatic = {SV_SELF_CULLING_AUTO, (svBuilder)builder, SV_FILTER_ALL, 2};
            const Answer answers[2] = {Ask(context, &subject, &on),
                                       Ask(context, &subject, &automatic)};
            for (int i = 0; i < 4; ++i) {
                const svSceneStats* stats = &answers[i / 2].stats[i % 2];
                assert_int_equal(stats->leavesApart, stats->leafCount);
                assert_int_equal(stats->leafPairs, 0);
                assert_int_equal(stats->selfApart, 1);
            }
        }
        TestMesh_Free(&grid);
        FreeSubject(&subject);
    }
    svContext_Destroy(context);
}

// Where parts fail, automatic self-culling asks less and less often; and it asks again.
static void FailuresAreRemembered(void** state) {
    (void)state;
    svContext* context = NewContext(1);
    Random random = {34};
    TestMesh grid = TestMesh_Grid(40, 40);
    svMeshDef meshDef = svDefaultMeshDef();
    svSceneDef def = svDefaultSceneDef();
    double(*x)[3] = malloc(sizeof(double[3]) * grid.vertexCount);
    svMesh* mesh;
    svScene* scene;
    assert_non_null(x);
    meshDef.triangles = grid.triangles;
    meshDef.triangleCount = grid.triangleCount;
    meshDef.vertexCount = grid.vertexCount;
    assert_int_equal(svMesh_Create(context, &meshDef, &mesh), SV_OK);
    // Waves that leaves follow, so that normals look alike; a vertex here and there is folded over.
    for (uint32_t i = 0; i < grid.vertexCount; ++i) {
        const bool folded = i % 17 == 5;
        const uint32_t column = i % 41, row = i / 41;
        x[i][0] = column + (folded ? 1.3 : 0);
        x[i][1] = row + 0.01 * Random_Signed(&random);
        x[i][2] = 0.02 * Random_Signed(&random);
    }
    const svPositions positions = svPositions_Double(x[0], grid.vertexCount);
    assert_int_equal(svMesh_SetMotion(mesh, &positions, &positions), SV_OK);
    assert_int_equal(svScene_Create(context, &def, &scene), SV_OK);
    assert_int_equal(svScene_Add(scene, mesh, NULL, NULL), SV_OK);
    uint64_t tested[80] = {0}, first = 0, last = 0;
    svContacts contacts;
    for (int i = 0; i < 80; ++i) {
        assert_int_equal(svScene_Detect(scene, NULL, &contacts), SV_OK);
        tested[i] = contacts.stats.selfTested - contacts.stats.selfApart;
    }
    for (int i = 0; i < 20; ++i) {
        first += tested[i];
        last += tested[60 + i];
    }
    assert_int_equal(tested[0], 0); // the hierarchy was new
    assert_true(tested[1] > 0);
    assert_int_equal(tested[2], 0);
    assert_true(last > 0 && 2 * last < first);
    svScene_Destroy(scene);
    svMesh_Destroy(mesh);
    TestMesh_Free(&grid);
    free(x);
    svContext_Destroy(context);
}

// A sheet of four levels of parts, another way at every step: flat; flat and crumpled here and
// there; wound around in its plane, once and a quarter, so that its ends meet although it looks one
// way. What was apart at one step is not at the next, and the other way round.
static void Place(double (*x)[3], uint32_t cells, Random* random) {
    const int kind = Random_Below(random, 3);
    const double center[2] = {cells * Random_Unit(random), cells * Random_Unit(random)};
    const double radius = kind == 1 ? cells * Random_Unit(random) : 0;
    const double noise = 2 * Random_Unit(random);
    for (uint32_t i = 0; i < (cells + 1) * (cells + 1); ++i) {
        const double column = i % (cells + 1), row = i / (cells + 1); // NOLINT: whole numbers
        const double angle = 7.85 * column / cells, away = row + 10;
        const double height = 0.1 * sin(0.3 * column);
        const double flat[3] = {column, row, height};
        const double wound[3] = {away * sin(angle), away * cos(angle), height};
        const bool moved = hypot(column - center[0], row - center[1]) < radius;
        for (int k = 0; k < 3; ++k) {
            x[i][k] =
                (kind == 2 ? wound[k] : flat[k]) + (moved ? noise * Random_Signed(random) : 0);
        }
    }
}

static void WhatWasApartIsAskedAgain(void** state) {
    (void)state;
    enum { CELLS = 48, STEPS = 40, WAYS = 5 };
    static const Way ways[WAYS] = {
        {SV_SELF_CULLING_OFF, SV_BUILDER_MEDIAN, SV_FILTER_ALL, 1},
        {SV_SELF_CULLING_ON, SV_BUILDER_MEDIAN, SV_FILTER_ALL, 1},
        {SV_SELF_CULLING_AUTO, SV_BUILDER_MEDIAN, SV_FILTER_ALL, 1},
        {SV_SELF_CULLING_ON, SV_BUILDER_PATCHES, SV_FILTER_ALL, 1},
        {SV_SELF_CULLING_AUTO, SV_BUILDER_PATCHES, SV_FILTER_ALL, 1},
    };
    svContext* context = NewContext(2);
    Random random = {35};
    TestMesh grid = TestMesh_Grid(CELLS, CELLS);
    Subject subject = NewSubject(grid.triangleCount, grid.vertexCount);
    svMeshDef meshDef = svDefaultMeshDef();
    svMesh* mesh;
    svScene* scenes[WAYS];
    meshDef.triangles = grid.triangles;
    meshDef.triangleCount = grid.triangleCount;
    meshDef.vertexCount = grid.vertexCount;
    assert_int_equal(svMesh_Create(context, &meshDef, &mesh), SV_OK);
    for (int way = 0; way < WAYS; ++way) {
        svSceneDef def = svDefaultSceneDef();
        def.selfCulling = ways[way].selfCulling;
        def.builder = ways[way].builder;
        def.rebuild = SV_REBUILD_NEVER;
        assert_int_equal(svScene_Create(context, &def, &scenes[way]), SV_OK);
        assert_int_equal(svScene_Add(scenes[way], mesh, NULL, NULL), SV_OK);
    }
    uint32_t flat = 0, colliding = 0, mixed = 0;
    Place(subject.x[1], CELLS, &random);
    for (int step = 0; step < STEPS; ++step) {
        memcpy(subject.x[0], subject.x[1], sizeof(double[3]) * grid.vertexCount);
        Place(subject.x[1], CELLS, &random);
        const svPositions x0 = svPositions_Double(subject.x[0][0], grid.vertexCount);
        const svPositions x1 = svPositions_Double(subject.x[1][0], grid.vertexCount);
        assert_int_equal(svMesh_SetMotion(mesh, &x0, step % 8 != 7 ? &x0 : &x1), SV_OK);
        uint64_t hashes[2] = {0, 0};
        for (int way = 0; way < WAYS; ++way) {
            svContacts contacts;
            svIntersections intersections;
            assert_int_equal(svScene_Detect(scenes[way], NULL, &contacts), SV_OK);
            const svSceneStats stats = contacts.stats;
            const uint64_t hash = contacts.hash;
            assert_int_equal(svScene_Intersect(scenes[way], NULL, &intersections), SV_OK);
            hashes[0] = way == 0 ? hash : hashes[0];
            hashes[1] = way == 0 ? intersections.hash : hashes[1];
            assert_true(hash == hashes[0] && intersections.hash == hashes[1]);
            colliding += way == 0 && intersections.total > 0;
            flat += stats.leavesApart == stats.leafCount;
            mixed += stats.leavesApart > 0 && stats.leavesApart < stats.leafCount;
        }
    }
    print_message("%u of %u steps collide; of %u queries with self-culling %u flat, %u mixed\n",
                  colliding, (uint32_t)STEPS, (uint32_t)STEPS * (WAYS - 1), flat, mixed);
    assert_true(colliding > STEPS / 4 && flat > STEPS / 4 && mixed > STEPS / 4);
    for (int way = 0; way < WAYS; ++way) {
        svScene_Destroy(scenes[way]);
    }
    svMesh_Destroy(mesh);
    TestMesh_Free(&grid);
    FreeSubject(&subject);
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(FoldedMeshesAlone),      cmocka_unit_test(LargeMeshes),
        cmocka_unit_test(CounterexamplesAreSeen), cmocka_unit_test(FlatSheetsAreNotSearched),
        cmocka_unit_test(FailuresAreRemembered),  cmocka_unit_test(WhatWasApartIsAskedAgain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
