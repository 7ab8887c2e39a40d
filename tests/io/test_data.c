// The real scenes under $SELVAGE_DATA: counts, exactness, caches of two frames, contact lists.
#include "selvage/io.h"

#include <stdlib.h>
#include <string.h>

#include "support/files.h"
#include "support/test.h"

static const struct {
    const char* folder;
    const char* first;
    const char* second;
    size_t vertexCount, triangleCount;
    svScalar scalar;
    size_t vf, ee, pairs;
} scenes[] = {
    {"cloth-ball", "cloth_ball92.ply", "cloth_ball93.ply", 46598, 92230, SV_FLOAT, 19032, 94822,
     61530 + 2072},
    {"cloth-funnel", "227.ply", "228.ply", 9450, 18484, SV_DOUBLE, 27, 107, 261 + 48},
    {"n-body-simulation", "balls16_18.ply", "balls16_19.ply", 73960, 146480, SV_FLOAT, 9459, 41031,
     4836 + 80},
};

// Writes the mesh in a format and expects the same arrays back.
static void RoundTrip(svContext* context, const svMeshData* mesh, const char* name, bool ascii) {
    const TestFolder folder = TestFolder_Make();
    const char* path = TestFolder_Path(&folder, name);
    const svMeshView view = svMeshData_View(mesh);
    svWriteMeshDef def = svDefaultWriteMeshDef();
    def.ascii = ascii;
    assert_int_equal(svWriteMesh(context, path, &def, &view), SV_OK);
    svMeshData back = {0};
    assert_int_equal(svReadMesh(context, path, NULL, &back), SV_OK);
    assert_int_equal(back.vertexCount, mesh->vertexCount);
    assert_int_equal(back.triangleCount, mesh->triangleCount);
    assert_memory_equal(back.positions, mesh->positions, 3 * sizeof(double) * mesh->vertexCount);
    assert_memory_equal(back.triangles, mesh->triangles,
                        3 * sizeof(uint32_t) * mesh->triangleCount);
    svMeshData_Destroy(context, &back);
    TestFolder_Remove(&folder);
}

static void TestScenes(void** state) {
    (void)state;
    if (TestData_Path("") == NULL) {
        skip();
    }
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    for (size_t i = 0; i < sizeof(scenes) / sizeof(scenes[0]); ++i) {
        char name[200];
        snprintf(name, sizeof(name), "scenes/%s/frames/%s", scenes[i].folder, scenes[i].first);
        svMeshData mesh = {0};
        assert_int_equal(svReadMesh(context, TestData_Path(name), NULL, &mesh), SV_OK);
        assert_int_equal(mesh.vertexCount, scenes[i].vertexCount);
        assert_int_equal(mesh.triangleCount, scenes[i].triangleCount);
        assert_int_equal(mesh.scalar, scenes[i].scalar);
        const svPositions positions = svPositions_Double(mesh.positions, mesh.vertexCount);
        assert_int_equal(svPositions_FindNotFinite(&positions), mesh.vertexCount);
        RoundTrip(context, &mesh, "a.obj", false);
        RoundTrip(context, &mesh, "a.off", false);
        RoundTrip(context, &mesh, "a.ply", true);
        RoundTrip(context, &mesh, "a.ply", false);
        svMeshData_Destroy(context, &mesh);
    }
    assert_int_equal(messages.warnings + messages.errors, 0);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

// Given one of the two frames, the other is found.
static void TestFrames(void** state) {
    (void)state;
    if (TestData_Path("") == NULL) {
        skip();
    }
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    for (size_t i = 0; i < sizeof(scenes) / sizeof(scenes[0]); ++i) {
        char name[200];
        snprintf(name, sizeof(name), "scenes/%s/frames/%s", scenes[i].folder, scenes[i].second);
        svCache* cache = NULL;
        assert_int_equal(svCache_Open(context, TestData_Path(name), NULL, &cache), SV_OK);
        assert_int_equal(svCache_FrameCount(cache), 2);
        assert_int_equal(svCache_VertexCount(cache), scenes[i].vertexCount);
        assert_string_equal(strrchr(svCache_FramePath(cache, 0), '/') + 1, scenes[i].first);
        double* xyz = malloc(2 * 3 * sizeof(double) * scenes[i].vertexCount);
        assert_int_equal(svCache_ReadFrame(cache, 0, xyz), SV_OK);
        assert_int_equal(svCache_ReadFrame(cache, 1, xyz + 3 * scenes[i].vertexCount), SV_OK);
        assert_memory_not_equal(xyz, xyz + 3 * scenes[i].vertexCount,
                                3 * sizeof(double) * scenes[i].vertexCount);
        free(xyz);
        svCache_Close(cache);
    }
    assert_int_equal(messages.warnings, 0);
    svContext_Destroy(context);
}

static void TestContacts(void** state) {
    (void)state;
    if (TestData_Path("") == NULL) {
        skip();
    }
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    for (size_t i = 0; i < sizeof(scenes) / sizeof(scenes[0]); ++i) {
        static const char* const names[] = {"vf", "triangles_t0", "ee"};
        const size_t counts[] = {scenes[i].vf, scenes[i].pairs, scenes[i].ee};
        for (size_t k = 0; k < 3; ++k) {
            char name[200];
            snprintf(name, sizeof(name), "scenes/%s/contacts/%s.csv", scenes[i].folder, names[k]);
            svIndexRows rows = {0};
            assert_int_equal(svReadPairs(context, TestData_Path(name), &rows), SV_OK);
            assert_int_equal(rows.columns, k + 2);
            assert_int_equal(rows.count, counts[k]);
            svIndexRows_Destroy(context, &rows);
        }
    }
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(TestScenes), cmocka_unit_test(TestFrames),
                                       cmocka_unit_test(TestContacts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
