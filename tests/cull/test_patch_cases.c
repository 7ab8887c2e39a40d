// Surfaces that look harmless and are not: every triangle faces up, or the contour crosses nothing,
// and yet two triangles collide. Each of the conditions of selvage/patch.h is needed for one of
// them.

#include "selvage/io.h"
#include "selvage/patch.h"
#include "support/files.h"
#include "support/test.h"
#include "support/triangles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Case {
    const char* name;
    svPatchVerdict verdict; // seen from above, by pairs
    uint32_t vertexCount, triangleCount;
    double x[14][3];
    uint32_t triangles[16][3];
} Case;

// The coordinates are those under which these examples are known (E1 to E7).
static const Case cases[] = {
    {"two pieces",
     SV_PATCH_LOOPS,
     6,
     2,
     {{0, 0, 0}, {100, 0, 0}, {0, 100, 0}, {20, 20, -5}, {40, 20, 5}, {20, 40, 5}},
     {{0, 1, 2}, {3, 4, 5}}},
    {"two pieces at a vertex",
     SV_PATCH_PINCH,
     5,
     2,
     {{0, 0, 0}, {100, 0, 0}, {0, 100, 0}, {40, 10, 5}, {10, 40, -5}},
     {{0, 1, 2}, {0, 3, 4}}},
    {"an annulus over two branch points",
     SV_PATCH_LOOPS,
     12,
     16,
     {{-20, 0, 0},
      {20, 0, 0},
      {3, 0, 10},
      {0, 0, -10},
      {-40, 0, 10},
      {0, 40, 10},
      {40, 0, 10},
      {0, -40, 10},
      {-100, 0, 0},
      {0, 100, 0},
      {100, 0, 0},
      {0, -100, 0}},
     {{5, 4, 0},
      {5, 0, 3},
      {5, 3, 1},
      {5, 1, 6},
      {9, 8, 0},
      {9, 0, 2},
      {9, 2, 1},
      {9, 1, 10},
      {7, 6, 1},
      {7, 1, 2},
      {7, 2, 0},
      {7, 0, 4},
      {11, 10, 1},
      {11, 1, 3},
      {11, 3, 0},
      {11, 0, 8}}},
    {"a star that winds twice",
     SV_PATCH_CONTOUR,
     9,
     8,
     {{0, 0, 0},
      {10, 0, -3},
      {0, 10, -3},
      {-10, 0, -3},
      {0, -10, -3},
      {20, 0, 3},
      {0, 20, 3},
      {-20, 0, 3},
      {0, -20, 3}},
     {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}, {0, 5, 6}, {0, 6, 7}, {0, 7, 8}, {0, 8, 1}}},
    {"wound against each other",
     SV_PATCH_EDGE,
     5,
     3,
     {{0, 0, 0}, {100, 0, 0}, {0, 100, 0}, {30, 30, 20}, {20, 50, -10}},
     {{0, 1, 2}, {1, 2, 3}, {3, 2, 4}}},
    {"three triangles at an edge",
     SV_PATCH_EDGE,
     7,
     5,
     {{0, -100, 0},
      {0, 100, 0},
      {-100, 0, 0},
      {100, -80, 0},
      {100, 80, 0},
      {40, 0, 10},
      {80, 0, -10}},
     {{0, 1, 2}, {0, 3, 1}, {1, 3, 4}, {0, 5, 1}, {5, 6, 1}}},
    // a0 a1 a2 a3, b0 b1 b2 b3, i1 i2, o1 o2 o3 o4; S1, S2, S3, S4.
    {"a disk that passes the tests of wang2018",
     SV_PATCH_CONTOUR,
     14,
     14,
     {{10, 0, 0},
      {-10, 20, 0},
      {-10, -20, 0},
      {-10, 0, 0},
      {-5, 0, 4},
      {15, 20, -4},
      {15, -20, -4},
      {15, 0, -4},
      {-20, -60, 0},
      {25, -60, 0},
      {-80, 20, 0},
      {-80, -120, 0},
      {85, -120, 0},
      {85, 20, 0}},
     {{3, 0, 1},
      {7, 5, 4},
      {3, 2, 0},
      {7, 4, 6},
      {1, 10, 3},
      {3, 10, 2},
      {10, 11, 8},
      {9, 13, 6},
      {7, 13, 5},
      {6, 13, 7},
      {8, 12, 9},
      {10, 8, 2},
      {11, 12, 8},
      {9, 12, 13}}},
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
    for (int k = 0; k < 2 * SV_PATCH_DIRECTION_COUNT * SV_PATCH_CONTOUR_COUNT; ++k) {
        def.x1 = k % 2 == 0 ? (svPositions){0} : def.x0;
        def.direction = (svPatchDirection)(k / 2 % SV_PATCH_DIRECTION_COUNT);
        def.contour = (svPatchContour)(k / 2 / SV_PATCH_DIRECTION_COUNT);
        assert_int_equal(svPatch_Test(context, triangles, triangleCount, &def, &result), SV_OK);
        assert_false(result.apart);
        assert_int_not_equal(result.verdict, SV_PATCH_APART);
    }
}

static bool facesUp(const Case* c, const uint32_t v[3]) {
    const double *p = c->x[v[0]], *q = c->x[v[1]], *r = c->x[v[2]];
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]) > 0;
}

static void counterexamples(void** state) {
    (void)state;
    svContext* context = NewContext();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const Case* c = &cases[i];
        svPatchDef def = svDefaultPatchDef();
        svPatchResult result;
        assert_true(countMeetings(c->x[0], c->triangles[0], c->triangleCount) > 0);
        for (uint32_t t = 0; t < c->triangleCount; ++t) {
            assert_true(facesUp(c, c->triangles[t]));
        }
        def.x0 = svPositions_Double(c->x[0], c->vertexCount);
        def.direction = SV_PATCH_GIVEN;
        def.given[2] = 1;
        assert_int_equal(svPatch_Test(context, c->triangles[0], c->triangleCount, &def, &result),
                         SV_OK);
        if (result.verdict != c->verdict) {
            print_error("%s: %s\n", c->name, svPatchVerdict_Name(result.verdict));
        }
        assert_int_equal(result.verdict, c->verdict);
        neverApart(context, c->x[0], c->vertexCount, c->triangles[0], c->triangleCount);
    }
    // Triangles 2 and 5 of the annulus are those that collide.
    const uint32_t pair[6] = {5, 3, 1, 9, 0, 2};
    assert_int_equal(countMeetings(cases[2].x[0], pair, 2), 1);
    assert_int_equal(countMeetings(cases[6].x[0], cases[6].triangles[0], 14), 4);
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
    for (int k = 0; k < SV_PATCH_DIRECTION_COUNT * SV_PATCH_CONTOUR_COUNT; ++k) {
        def.direction = (svPatchDirection)(k % SV_PATCH_DIRECTION_COUNT);
        def.contour = (svPatchContour)(k / SV_PATCH_DIRECTION_COUNT);
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
