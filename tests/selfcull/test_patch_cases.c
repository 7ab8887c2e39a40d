// Surfaces that look harmless and are not: every triangle faces up, or the contour crosses nothing,
// and yet two triangles collide. Each of the conditions of selvage/patch.h is needed for one of
// them.

#include "selvage/io.h"
#include "selvage/patch.h"
#include "support/files.h"
#include "support/self_cases.h"
#include "support/test.h"
#include "support/triangles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Of the counterexamples, seen from above, by pairs.
static const svPatchVerdict verdicts[CASE_COUNT] = {
    [CASE_DISCONNECTED] = SV_PATCH_LOOPS, [CASE_PINCH] = SV_PATCH_PINCH,
    [CASE_ANNULUS] = SV_PATCH_LOOPS,      [CASE_WOUND_TWICE] = SV_PATCH_CONTOUR,
    [CASE_FLIPPED] = SV_PATCH_EDGE,       [CASE_NON_MANIFOLD] = SV_PATCH_EDGE,
    [CASE_DISK] = SV_PATCH_CONTOUR,
};

static svContext* NewContext(void) {
    const svContextDef def = svDefaultContextDef();
    svContext* context;
    assert_int_equal(svContext_Create(&def, &context), SV_OK);
    return context;
}

// How many pairs of triangles meet.
static int countMeetings(const double* xyz, const uint32_t* triangles, size_t count) {
    int meetings = 0;
    for (size_t a = 0; a < count; ++a) {
        for (size_t b = a + 1; b < count; ++b) {
            double points[6][8] = {{0}};
            uint32_t ids[2][3];
            for (size_t k = 0; k < 6; ++k) {
                const uint32_t* v = triangles + 3 * (k < 3 ? a : b) + k % 3;
                memcpy(points[k], xyz + 3 * (size_t)*v, sizeof(double[3]));
                ids[k / 3][k % 3] = (uint32_t)k;
                for (size_t j = 0; j < 3 && k >= 3; ++j) {
                    ids[1][k % 3] = triangles[3 * a + j] == *v ? (uint32_t)j : ids[1][k % 3];
                }
            }
            meetings += TrianglesMeet(points[0], ids[0], ids[1]);
        }
    }
    return meetings;
}

// No direction and no kind of contour test calls it apart, at the instant or at rest over a step.
static void neverApart(svContext* context, const double* xyz, size_t vertexCount,
                       const uint32_t* triangles, size_t triangleCount) {
    svPatchDef def = svDefaultPatchDef();
    svPatchResult result;
    def.x0 = svPositions_Double(xyz, vertexCount);
    def.given[2] = 1;
    for (int k = 0; k < 2 * SV_PATCH_DIRECTION_ENUM_COUNT * SV_PATCH_CONTOUR_ENUM_COUNT; ++k) {
        def.x1 = k % 2 == 0 ? (svPositions){0} : def.x0;
        def.direction = (svPatchDirection)(k / 2 % SV_PATCH_DIRECTION_ENUM_COUNT);
        def.contour = (svPatchContour)(k / 2 / SV_PATCH_DIRECTION_ENUM_COUNT);
        assert_int_equal(svPatch_Test(context, triangles, triangleCount, &def, &result), SV_OK);
        assert_false(result.apart);
        assert_int_not_equal(result.verdict, SV_PATCH_APART);
    }
}

static bool facesUp(const double (*x)[3], const uint32_t v[3]) {
    const double *p = x[v[0]], *q = x[v[1]], *r = x[v[2]];
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]) > 0;
}

static void counterexample(svContext* context, SelfCaseKind kind) {
    SelfMesh mesh;
    svPatchDef def = svDefaultPatchDef();
    svPatchResult result;
    SelfMesh_OpenCase(&mesh, kind);
    const double* xyz = mesh.x[0][0];
    const svTopology* topology = svMesh_GetTopology(mesh.mesh);
    const uint32_t* triangles = topology->triangles;
    const int meetings = countMeetings(xyz, triangles, topology->triangleCount);
    assert_true(meetings > 0);
    for (uint32_t t = 0; t < topology->triangleCount; ++t) {
        assert_true(facesUp(SELF_MESH_X(&mesh, 0), triangles + 3 * (size_t)t));
    }
    def.x0 = svPositions_Double(xyz, mesh.vertexCount);
    def.direction = SV_PATCH_GIVEN;
    def.given[2] = 1;
    assert_int_equal(svPatch_Test(context, triangles, topology->triangleCount, &def, &result),
                     SV_OK);
    if (result.verdict != verdicts[kind]) {
        print_error("%s: %s\n", SelfCase_Name(kind), svPatchVerdict_Name(result.verdict));
    }
    assert_int_equal(result.verdict, verdicts[kind]);
    neverApart(context, xyz, mesh.vertexCount, triangles, topology->triangleCount);
    if (kind == CASE_ANNULUS) {
        const uint32_t pair[6] = {5, 3, 1, 9, 0, 2}; // those that collide
        assert_int_equal(countMeetings(xyz, pair, 2), 1);
    }
    assert_true(kind != CASE_DISK || meetings == 4);
    SelfMesh_Close(&mesh);
}

static void counterexamples(void** state) {
    (void)state;
    svContext* context = NewContext();
    for (int kind = 0; kind < CASE_COUNT; ++kind) {
        counterexample(context, (SelfCaseKind)kind);
    }
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

// Meshes on which published methods were found to miss collisions.
static void casesOfPublishedMethods(void** state) {
    (void)state;
    static const int numbers[7] = {0, 1, 2, 3, 4, 6, 7};
    svContext* context = NewContext();
    const svReadMeshDef read = svDefaultReadMeshDef();
    for (int i = 0; i < 7; ++i) {
        char name[64];
        svMeshData mesh;
        snprintf(name, sizeof name, "cases/ce_alg%d.off", numbers[i]);
        const char* path = TestData_Path(name);
        if (path == NULL) {
            svContext_Destroy(context);
            skip();
        }
        assert_int_equal(svReadMesh(context, path, &read, &mesh), SV_OK);
        assert_true(countMeetings(mesh.positions, mesh.triangles, mesh.triangleCount) > 0);
        neverApart(context, mesh.positions, mesh.vertexCount, mesh.triangles, mesh.triangleCount);
        svMeshData_Destroy(context, &mesh);
    }
    svContext_Destroy(context);
}

// A triangle that collapses half-way and comes out turned over; its unit normals at both ends are
// equal, as is their mean. A second triangle at its side makes it a patch.
static void collapsesHalfWay(void** state) {
    (void)state;
    static const double x0[4][3] = {{0, 0, 0}, {.1, 0, 0}, {0, .1, 0}, {-.1, .05, 0}};
    static const double x1[4][3] = {{0, 0, 0}, {-.3, .4, 0}, {.2, -.3, 0}, {.3, -.3, 0}};
    static const uint32_t triangles[2][3] = {{0, 1, 2}, {0, 2, 3}};
    svContext* context = NewContext();
    svPatchDef def = svDefaultPatchDef();
    svPatchResult result;
    for (int k = 0; k < SV_PATCH_DIRECTION_ENUM_COUNT * SV_PATCH_CONTOUR_ENUM_COUNT; ++k) {
        def.direction = (svPatchDirection)(k % SV_PATCH_DIRECTION_ENUM_COUNT);
        def.contour = (svPatchContour)(k / SV_PATCH_DIRECTION_ENUM_COUNT);
        def.given[2] = 1;
        for (size_t count = 1; count <= 2; ++count) {
            // At each end it is apart, over the step it is not.
            def.x0 = svPositions_Double(x0[0], 4);
            def.x1 = (svPositions){0};
            assert_int_equal(svPatch_Test(context, triangles[0], count, &def, &result), SV_OK);
            assert_true(result.apart);
            def.x1 = svPositions_Double(x1[0], 4);
            assert_int_equal(svPatch_Test(context, triangles[0], count, &def, &result), SV_OK);
            assert_false(result.apart);
        }
    }
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counterexamples),
        cmocka_unit_test(casesOfPublishedMethods),
        cmocka_unit_test(collapsesHalfWay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
