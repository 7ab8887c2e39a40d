// The judge of scenes judged: known answers, exact arithmetic, and what the random scenes are like.
#include "support/brute.h"
#include "support/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Two triangles, apart by `gap` in z at t0; the upper one falls through the lower one if it moves.
static TestScene* TwoTriangles(double gap, bool moves) {
    static const uint32_t face[3] = {0, 1, 2};
    static const double lower[3][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    static const double upper[3][3] = {{1, 1, 0}, {9, 1, 0}, {1, 9, 0}};
    TestScene* scene = test_calloc(1, sizeof *scene);
    scene->family = "two triangles";
    for (int m = 0; m < 2; ++m) {
        SceneMesh* mesh = TestScene_Add(scene, TestMesh_Copy(face, 1, 3));
        for (int time = 0; time < 2; ++time) {
            memcpy(mesh->x[time], m == 0 ? lower : upper, sizeof lower);
            for (int v = 0; v < 3 && m == 1; ++v) {
                mesh->x[time][v][2] = time == 1 && moves ? -1.0 : gap;
            }
        }
    }
    return scene;
}

static void FreeTwo(TestScene* scene) {
    for (uint32_t m = 0; m < scene->meshCount; ++m) {
        free(scene->meshes[m].x[0]);
        free(scene->meshes[m].x[1]);
        TestMesh_Free(&scene->meshes[m].list);
    }
    test_free(scene);
}

// The number of pairs, and of vertex-face ones among them (Intersect: all).
static size_t Count(const TestScene* scene, const SceneQuery* query, size_t* first) {
    BruteResult result;
    bruteRun(scene, query, &result);
    const size_t count = result.lists[0].count + result.lists[1].count;
    *first = result.lists[0].count;
    bruteFree(&result);
    return count;
}

static void KnowsTwoTriangles(void** state) {
    SceneQuery detect = SceneQuery_Make(SCENE_DETECT);
    SceneQuery intersect = SceneQuery_Make(SCENE_INTERSECT);
    SceneQuery proximity = SceneQuery_Make(SCENE_PROXIMITY);
    size_t first;
    (void)state;
    TestScene* scene = TwoTriangles(1.0, true);
    // The corner (1,1) falls into the lower face; the two edges at it cross its long edge.
    assert_int_equal(Count(scene, &detect, &first), 3);
    assert_int_equal(first, 1);
    assert_int_equal(Count(scene, &intersect, &first), 0);
    assert_int_equal(Count(scene, &proximity, &first), 0);
    proximity.proximity.distance = 1.0; // the corner, and the crossing edges, are 1 apart
    assert_int_equal(Count(scene, &proximity, &first), 3);
    proximity.proximity.distance = nextafter(1.0, 0.0);
    BruteResult result;
    bruteRun(scene, &proximity, &result);
    for (int k = 0; k < 2; ++k) {
        for (size_t i = 0; i < result.lists[k].count; ++i) {
            assert_false(result.lists[k].rows[i].must); // within the slack
        }
    }
    bruteFree(&result);
    scene->meshes[0].def.mask = 2; // the other one's group is 1
    assert_int_equal(Count(scene, &detect, &first), 0);
    scene->meshes[0].def.mask = 3;
    scene->excludedVertices[scene->excludedVertexCount++] = (svVertexPair){1, 0, 0, 1};
    assert_int_equal(Count(scene, &detect, &first), 0); // all three have one and the other
    FreeTwo(scene);
}

static void KnowsOverlaps(void** state) {
    SceneQuery detect = SceneQuery_Make(SCENE_DETECT);
    BruteResult result;
    (void)state;
    TestScene* scene = TwoTriangles(0.0, true);
    for (int policy = 0; policy < SV_OVERLAP_ENUM_COUNT; ++policy) {
        const bool ignore = policy == SV_OVERLAP_IGNORE;
        detect.detect.overlap = (svOverlap)policy;
        bruteRun(scene, &detect, &result);
        assert_int_equal(result.status, policy == SV_OVERLAP_ERROR ? SV_ERROR_OVERLAP : SV_OK);
        assert_int_equal(result.lists[0].count, ignore ? 0 : 1);
        assert_int_equal(result.lists[1].count, ignore ? 0 : 2);
        assert_int_equal(result.overlaps, ignore ? 3 : 0);
        bruteFree(&result);
    }
    FreeTwo(scene);
}

// A grid: ring n leaves out what is n edges or fewer away.
static void KnowsRings(void** state) {
    SceneQuery proximity = SceneQuery_Make(SCENE_PROXIMITY);
    size_t before = SIZE_MAX, first;
    (void)state;
    proximity.proximity.distance = 100.0; // everything is near
    TestScene* scene = test_calloc(1, sizeof *scene);
    SceneMesh* mesh = TestScene_Add(scene, TestMesh_Grid(4, 1));
    for (int v = 0; v < 10; ++v) {
        const int column = v % 5, row = v / 5;
        mesh->x[0][v][0] = mesh->x[1][v][0] = column;
        mesh->x[0][v][1] = mesh->x[1][v][1] = row;
    }
    // 10 vertices, 8 faces of 3 corners: 80 - 24 pairs without filters.
    Count(scene, &proximity, &first);
    assert_int_equal(first, 56);
    for (uint32_t ring = 1; ring <= 4; ++ring) {
        mesh->def.ring = ring;
        const size_t count = Count(scene, &proximity, &first);
        assert_true(count < before && (ring < 4 || count == 0) && (ring > 2 || count > 0));
        before = count;
    }
    FreeTwo(scene);
}

// The single-pair functions are proven elsewhere; this proves that brute force hands them the right
// points: every pair of edges, and of vertices and faces, of some scenes, straight to the oracle.
static void AgreesWithOracle(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 3; ++seed) {
        for (int f = 0; f < sceneFamilyCount; ++f) {
            SceneQuery query = SceneQuery_Make(SCENE_DETECT);
            BruteResult result;
            TestScene* scene = TestScene_New(f, seed);
            bruteRun(scene, &query, &result);
            for (int k = 0; k < 2; ++k) {
                for (size_t i = 0; i < result.lists[k].count; i += 16) {
                    const BruteRow* row = &result.lists[k].rows[i];
                    assert_true(row->separation > 0.0 ||
                                oracleContact((oracleKind)k, &row->points));
                }
            }
            bruteFree(&result);
            TestScene_Free(scene);
        }
    }
}

static void DistancesAreExactEnough(void** state) {
    (void)state;
    for (int f = 0; f < sceneFamilyCount; ++f) {
        SceneQuery query = SceneQuery_Make(SCENE_PROXIMITY);
        TestScene* scene = TestScene_New(f, 7);
        BruteResult result;
        query.proximity.distance = 8.0 * scene->unit;
        bruteRun(scene, &query, &result);
        for (int k = 0; k < 2; ++k) {
            for (size_t i = 0; i < result.lists[k].count; i += 16) {
                const BruteRow* row = &result.lists[k].rows[i];
                const BruteDistance d = bruteDistance(row->kind, &row->points);
                const long double exact = oracleDistance(row->kind, &row->points);
                const long double largest = (long double)bruteLargest(&row->points);
                assert_true(d.lower <= exact * (1 + 0x1p-50L) && exact * (1 - 0x1p-50L) <= d.upper);
                assert_true(d.upper - d.lower <= 0x1p-44L * largest);
            }
        }
        bruteFree(&result);
        TestScene_Free(scene);
    }
}

// The scenes are what the tests need: not all alike, some with filters of each kind, none too
// large.
static void ScenesAreVaried(void** state) {
    int floats = 0, strided = 0, still = 0, rings = 0, thick = 0, excluded = 0, hidden = 0,
        many = 0;
    (void)state;
    for (int f = 0; f < sceneFamilyCount; ++f) {
        for (uint64_t seed = 1; seed <= 50; ++seed) {
            TestScene* scene = TestScene_New(f, seed);
            uint32_t triangleCount = 0;
            TestScene_Step(scene);
            for (uint32_t m = 0; m < scene->meshCount; ++m) {
                const SceneMesh* mesh = &scene->meshes[m];
                const svPositions views[2] = {SceneMesh_View(mesh, 0), SceneMesh_View(mesh, 1)};
                for (int time = 0; time < 2; ++time) {
                    assert_true(svPositions_IsValid(&views[time]));
                    assert_int_equal(svPositions_FindNotFinite(&views[time]),
                                     mesh->list.vertexCount);
                    for (uint32_t v = 0; v < mesh->list.vertexCount; ++v) {
                        double point[3];
                        svPositions_Get(&views[time], v, point);
                        assert_memory_equal(point, mesh->x[time][v], sizeof point);
                    }
                }
                triangleCount += mesh->list.triangleCount;
                floats += mesh->scalar == SV_FLOAT;
                strided += mesh->stride % 24 != 0;
                still += mesh->isStatic;
                rings += mesh->def.ring > 0;
                thick += mesh->def.thickness > 0.0;
            }
            excluded += scene->excludedVertexCount > 0;
            hidden += scene->hiddenCount > 0;
            many += scene->meshCount > 20;
            assert_true(triangleCount <= 250);
            TestScene_Free(scene);
        }
    }
    assert_true(floats > 50 && strided > 50 && still > 50 && rings > 50 && thick > 50);
    assert_true(excluded > 50 && hidden > 50 && many > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(KnowsTwoTriangles),
        cmocka_unit_test(KnowsOverlaps),
        cmocka_unit_test(KnowsRings),
        cmocka_unit_test(AgreesWithOracle),
        cmocka_unit_test(DistancesAreExactEnough),
        cmocka_unit_test(ScenesAreVaried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
