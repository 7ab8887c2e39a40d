// What is left out: rules and pairs of meshes, pairs of vertices, rings against a walk of its own.
#include "filter/exclusions.h"

#include "support/allocator.h"
#include "support/meshes.h"
#include "support/random.h"
#include "support/test.h"
#include "topology/topology.h"

#include <stdlib.h>
#include <string.h>

#define MAX_MESHES 4

// Meshes numbered one after another, as a scene numbers them.
typedef struct Scene {
    TestMesh meshes[MAX_MESHES];
    svTopology built[MAX_MESHES];
    svSceneTopology topologies[MAX_MESHES];
    uint32_t meshCount, vertexCount;
} Scene;

static void AddMesh(svContext* context, Scene* scene, TestMesh mesh) {
    const uint32_t m = scene->meshCount++;
    scene->meshes[m] = mesh;
    assert_int_equal(svTopology_Build(context, mesh.triangles, mesh.triangleCount, mesh.vertexCount,
                                      &scene->built[m]),
                     SV_OK);
    scene->topologies[m] =
        (svSceneTopology){.topology = &scene->built[m], .firstVertex = scene->vertexCount};
    scene->vertexCount += mesh.vertexCount;
}

static void FreeScene(svContext* context, Scene* scene) {
    for (uint32_t m = 0; m < scene->meshCount; ++m) {
        svTopology_Destroy(context, &scene->built[m]);
        TestMesh_Free(&scene->meshes[m]);
    }
    *scene = (Scene){0};
}

static svMeshRule Rule(uint32_t group, uint32_t mask, bool self, uint32_t ring) {
    return (svMeshRule){group, mask, self, ring};
}

// The number of edges from v to each vertex of the mesh, by spreading over the corners of all
// triangles again and again; `ring` + 1 for more than `ring`.
static void Distances(const TestMesh* mesh, uint32_t v, uint32_t ring, uint32_t* distances) {
    for (uint32_t i = 0; i < mesh->vertexCount; ++i) {
        distances[i] = i == v ? 0 : ring + 1;
    }
    for (uint32_t step = 0; step < ring; ++step) {
        for (size_t side = 0; side < 3 * (size_t)mesh->triangleCount; ++side) {
            const uint32_t a = mesh->triangles[side],
                           b = mesh->triangles[svNextSide((uint32_t)side)];
            if (distances[a] == step && distances[b] > step + 1) {
                distances[b] = step + 1;
            }
            if (distances[b] == step && distances[a] > step + 1) {
                distances[a] = step + 1;
            }
        }
    }
}

static void CheckRingsOfMesh(const svExclusions* exclusions, const Scene* scene, uint32_t m,
                             uint32_t ring) {
    const TestMesh* const mesh = &scene->meshes[m];
    const uint32_t first = scene->topologies[m].firstVertex;
    uint32_t* distances = malloc((mesh->vertexCount + 1) * sizeof(*distances));
    assert_non_null(distances);
    for (uint32_t v = 0; v < mesh->vertexCount; ++v) {
        Distances(mesh, v, ring, distances);
        size_t at = exclusions->ringStart[first + v];
        for (uint32_t i = 0; i < mesh->vertexCount; ++i) {
            const bool within = i != v && distances[i] <= ring;
            const uint32_t a = first + v, b = first + i;
            assert_int_equal(svExclusions_ExcludeVertices(exclusions, &a, 1, &b, 1), within);
            if (within) {
                assert_true(at < exclusions->ringStart[first + v + 1]);
                assert_int_equal(exclusions->ringVertices[at], b);
                ++at;
            }
        }
        assert_int_equal(at, exclusions->ringStart[first + v + 1]);
    }
    free(distances);
}

// Builds the rings of a scene and checks every one of them.
static void CheckRings(svContext* context, const Scene* scene, const uint32_t rings[]) {
    svExclusions exclusions = {0};
    bool any = false;
    for (uint32_t m = 0; m < scene->meshCount; ++m) {
        const svMeshRule rule = Rule(1, UINT32_MAX, true, rings[m]);
        assert_int_equal(svExclusions_SetRule(context, &exclusions, m, &rule), SV_OK);
        any |= rings[m] > 0;
    }
    assert_int_equal(
        svExclusions_BuildRings(context, &exclusions, scene->topologies, scene->meshCount), SV_OK);
    assert_int_equal(exclusions.byVertex, any);
    assert_int_equal(exclusions.ringStart != NULL, any);
    assert_false(exclusions.byMesh);
    for (uint32_t m = 0; any && m < scene->meshCount; ++m) {
        CheckRingsOfMesh(&exclusions, scene, m, rings[m]);
    }
    svExclusions_Destroy(context, &exclusions);
}

static void TestRingsOfSurfaces(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    for (uint32_t ring = 0; ring <= 8; ++ring) {
        Scene scene = {0};
        AddMesh(context, &scene, TestMesh_Grid(7, 9));
        AddMesh(context, &scene, TestMesh_Torus(6, 8));
        AddMesh(context, &scene, TestMesh_Book(6));
        AddMesh(context, &scene, TestMesh_Fan(70, true));
        CheckRings(context, &scene, (uint32_t[MAX_MESHES]){ring, ring, ring, ring});
        CheckRings(context, &scene, (uint32_t[MAX_MESHES]){ring, 0, 8 - ring, 1});
        FreeScene(context, &scene);
        AddMesh(context, &scene, TestMesh_Cube());
        AddMesh(context, &scene, TestMesh_Moebius(9, 2));
        AddMesh(context, &scene, TestMesh_Tetrahedron());
        CheckRings(context, &scene, (uint32_t[MAX_MESHES]){0, ring, 0});
        FreeScene(context, &scene);
    }
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

// Collapsed faces, vertices of no face, separate pieces, and every kind of edge.
static void TestRingsOfSoups(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    const uint32_t odd[] = {0, 1, 1, 1, 2, 2, 3, 3, 3, 5, 6, 7, 7, 6, 8, 2, 4, 2};
    Scene scene = {0};
    AddMesh(context, &scene, TestMesh_Copy(odd, 6, 12));
    AddMesh(context, &scene, TestMesh_Copy(odd, 0, 0));
    AddMesh(context, &scene, TestMesh_Copy(odd, 0, 3));
    for (uint32_t ring = 1; ring <= 4; ++ring) {
        CheckRings(context, &scene, (uint32_t[MAX_MESHES]){ring, ring, ring});
    }
    FreeScene(context, &scene);
    uint64_t random = 7;
    for (int i = 0; i < 400; ++i) {
        uint32_t rings[MAX_MESHES] = {0};
        for (uint32_t m = 0; m < MAX_MESHES; ++m) {
            AddMesh(context, &scene, TestMesh_Random(&random, 12, 3 + (uint32_t)i % 20));
            rings[m] = TestRandom(&random, 5);
        }
        CheckRings(context, &scene, rings);
        FreeScene(context, &scene);
    }
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

// Rings come and go with the rules; what was built before is replaced.
static void TestRingsChange(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    Scene scene = {0};
    AddMesh(context, &scene, TestMesh_Grid(5, 5));
    svExclusions exclusions = {0};
    const uint32_t rings[] = {2, 1, 0, 3};
    for (size_t i = 0; i < sizeof(rings) / sizeof(*rings); ++i) {
        const svMeshRule rule = Rule(1, UINT32_MAX, true, rings[i]);
        assert_int_equal(svExclusions_SetRule(context, &exclusions, 0, &rule), SV_OK);
        assert_int_equal(svExclusions_BuildRings(context, &exclusions, scene.topologies, 1), SV_OK);
        assert_int_equal(exclusions.byVertex, rings[i] > 0);
        if (rings[i] > 0) {
            CheckRingsOfMesh(&exclusions, &scene, 0, rings[i]);
        }
    }
    svExclusions_Destroy(context, &exclusions);
    FreeScene(context, &scene);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

static void TestRules(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    Random random = {11};
    for (int run = 0; run < 300; ++run) {
        svExclusions exclusions = {0};
        svMeshRule rules[6];
        bool excluded[6][6] = {{false}};
        const int count = Random_Between(&random, 1, 6);
        for (int step = 0; step < 12; ++step) {
            const int m = step < count ? step : Random_Below(&random, count);
            rules[m] = Rule(1u << Random_Below(&random, 3), UINT32_MAX, true, 0);
            if (Random_Below(&random, 3) == 0) {
                rules[m].mask = (uint32_t)Random_Below(&random, 8);
                rules[m].self = Random_Below(&random, 2) == 0;
            }
            assert_int_equal(svExclusions_SetRule(context, &exclusions, (uint32_t)m, &rules[m]),
                             SV_OK);
            if (step >= count && Random_Below(&random, 8) == 0) {
                const int a = Random_Below(&random, count), b = Random_Below(&random, count);
                excluded[a][b] = excluded[b][a] = true;
                assert_int_equal(
                    svExclusions_AddMeshPair(context, &exclusions, (uint32_t)a, (uint32_t)b),
                    SV_OK);
            }
            for (int i = 0; i < (step < count ? step + 1 : count); ++i) {
                for (int j = 0; j < (step < count ? step + 1 : count); ++j) {
                    const bool met = i == j ? rules[i].self
                                            : (rules[i].group & rules[j].mask) != 0 &&
                                                  (rules[j].group & rules[i].mask) != 0;
                    const bool allowed = met && !excluded[i][j];
                    assert_int_equal(
                        svExclusions_AllowMeshes(&exclusions, (uint32_t)i, (uint32_t)j), allowed);
                    assert_true(allowed || exclusions.byMesh);
                }
            }
        }
        svExclusions_Destroy(context, &exclusions);
    }
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

// What costs nothing must be seen to: the flag falls again when the last rule that matters goes.
static void TestNothingLeftOut(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    svExclusions exclusions = {0};
    assert_true(svExclusions_AllowMeshes(&exclusions, 3, 4));
    for (uint32_t m = 0; m < 5000; ++m) {
        const svMeshRule rule = Rule(1u << m % 32, UINT32_MAX, true, 0);
        assert_int_equal(svExclusions_SetRule(context, &exclusions, m, &rule), SV_OK);
    }
    assert_false(exclusions.byMesh);
    const svMeshRule alone = Rule(1, 1, false, 0), usual = Rule(1, UINT32_MAX, true, 0);
    assert_int_equal(svExclusions_SetRule(context, &exclusions, 17, &alone), SV_OK);
    assert_true(exclusions.byMesh);
    assert_int_equal(svExclusions_SetRule(context, &exclusions, 17, &usual), SV_OK);
    assert_false(exclusions.byMesh);
    assert_int_equal(svExclusions_SetRule(context, &exclusions, 6000, &usual), SV_OK); // with a gap
    assert_false(exclusions.byMesh);
    assert_true(svExclusions_AllowMeshes(&exclusions, 5500, 17));
    assert_int_equal(svExclusions_AddMeshPair(context, &exclusions, 9, 4), SV_OK);
    assert_int_equal(svExclusions_AddMeshPair(context, &exclusions, 4, 9), SV_OK);
    assert_int_equal(exclusions.meshPairCount, 1);
    assert_true(exclusions.byMesh);
    assert_false(svExclusions_AllowMeshes(&exclusions, 9, 4));
    svExclusions_Destroy(context, &exclusions);
    svContext_Destroy(context);
}

static void TestVertexPairs(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    Random random = {5};
    enum { COUNT = 40 };
    for (int run = 0; run < 50; ++run) {
        svExclusions exclusions = {0};
        bool excluded[COUNT][COUNT] = {{false}};
        for (int batch = 0; batch < 6; ++batch) {
            uint64_t pairs[30];
            const int count = Random_Below(&random, 30);
            for (int i = 0; i < count; ++i) {
                const int a = Random_Below(&random, COUNT), b = Random_Below(&random, COUNT);
                pairs[i] = (uint64_t)a << 32 | (uint64_t)b;
                excluded[a][b] = excluded[b][a] = a != b;
            }
            assert_int_equal(
                svExclusions_AddVertexPairs(context, &exclusions, pairs, (size_t)count), SV_OK);
            size_t total = 0;
            for (uint32_t a = 0; a < COUNT; ++a) {
                for (uint32_t b = 0; b < COUNT; ++b) {
                    assert_int_equal(svExclusions_ExcludeVertices(&exclusions, &a, 1, &b, 1),
                                     excluded[a][b]);
                    total += excluded[a][b];
                }
            }
            assert_int_equal(exclusions.vertexPairCount, total);
            assert_int_equal(exclusions.byVertex, total > 0);
            for (size_t i = 1; i < total; ++i) {
                assert_true(exclusions.vertexPairs[i - 1] < exclusions.vertexPairs[i]);
            }
        }
        svExclusions_Destroy(context, &exclusions);
    }
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

// Of several vertices, one excluded pair is enough.
static void TestSets(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    svExclusions exclusions = {0};
    const uint64_t pair = (uint64_t)5 << 32 | 900;
    assert_int_equal(svExclusions_AddVertexPairs(context, &exclusions, &pair, 1), SV_OK);
    const uint32_t vertex[] = {900}, face[] = {3, 4, 5}, other[] = {3, 4, 6}, edge[] = {900, 7};
    assert_true(svExclusions_ExcludeVertices(&exclusions, vertex, 1, face, 3));
    assert_true(svExclusions_ExcludeVertices(&exclusions, face, 3, edge, 2));
    assert_false(svExclusions_ExcludeVertices(&exclusions, vertex, 1, other, 3));
    assert_false(svExclusions_ExcludeVertices(&exclusions, edge, 2, edge, 2));
    svExclusions_Destroy(context, &exclusions);
    svContext_Destroy(context);
}

// Everything once; the first failure ends it. What was there before the failing call stays.
static svStatus DoAll(svContext* context, const Scene* scene, svExclusions* exclusions) {
    svStatus status = SV_OK;
    for (uint32_t m = 0; m < 70 && status == SV_OK; ++m) {
        const svMeshRule rule = Rule(1, 2, m % 2 == 0, m < scene->meshCount ? 2 : 0);
        status = svExclusions_SetRule(context, exclusions, m, &rule);
        assert_int_equal(exclusions->ruleCount, m + (status == SV_OK));
    }
    for (uint32_t m = 0; m < 70 && status == SV_OK; ++m) {
        status = svExclusions_AddMeshPair(context, exclusions, m, 70);
        assert_int_equal(exclusions->meshPairCount, m + (status == SV_OK));
    }
    for (uint32_t i = 0; i < 40 && status == SV_OK; ++i) {
        const uint64_t pairs[2] = {(uint64_t)(100 + 2 * i) << 32, (uint64_t)(101 + 2 * i) << 32};
        status = svExclusions_AddVertexPairs(context, exclusions, pairs, 2);
        assert_int_equal(exclusions->vertexPairCount, 4 * (i + (status == SV_OK)));
    }
    for (int again = 0; again < 2 && status == SV_OK; ++again) {
        const size_t* const before = exclusions->ringStart;
        status = svExclusions_BuildRings(context, exclusions, scene->topologies, scene->meshCount);
        if (status != SV_OK) {
            assert_ptr_equal(exclusions->ringStart, before);
        }
        if (exclusions->ringStart != NULL) {
            CheckRingsOfMesh(exclusions, scene, 0, 2);
        }
    }
    return status;
}

static size_t FailEverywhere(bool once) {
    TestAllocator plain = TestAllocator_Make();
    svContext* plainContext = TestAllocator_NewContext(&plain);
    Scene scene = {0};
    AddMesh(plainContext, &scene, TestMesh_Grid(4, 4));
    AddMesh(plainContext, &scene, TestMesh_Grid(90, 80)); // more than one block of scratch
    size_t failAt = 0;
    for (svStatus status = SV_ERROR_MEMORY; status != SV_OK; ++failAt) {
        TestAllocator allocator = TestAllocator_Make();
        svContext* context = TestAllocator_NewContext(&allocator);
        TestAllocator_FailNth(&allocator, failAt, once);
        svExclusions exclusions = {0};
        status = DoAll(context, &scene, &exclusions);
        assert_true(status == SV_OK || status == SV_ERROR_MEMORY);
        svExclusions_Destroy(context, &exclusions);
        assert_int_equal(svContext_BytesInUse(context), 0);
        svContext_Destroy(context);
        assert_int_equal(allocator.live, 0);
    }
    FreeScene(plainContext, &scene);
    svContext_Destroy(plainContext);
    return failAt;
}

static void TestOutOfMemory(void** state) {
    (void)state;
    assert_true(FailEverywhere(false) > 50);
    assert_true(FailEverywhere(true) > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestRingsOfSurfaces),
        cmocka_unit_test(TestRingsOfSoups),
        cmocka_unit_test(TestRingsChange),
        cmocka_unit_test(TestRules),
        cmocka_unit_test(TestNothingLeftOut),
        cmocka_unit_test(TestVertexPairs),
        cmocka_unit_test(TestSets),
        cmocka_unit_test(TestOutOfMemory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
