// Shapes: how many parts they have, that they are sound, and what is refused.
#include "selvage/selvage.h"
#include "selvage/shapes.h"

#include <math.h>
#include <string.h>

#include "support/allocator.h"
#include "support/files.h"
#include "support/test.h"

typedef struct Expected {
    size_t vertices, triangles;
    size_t loops;  // boundary loops
    int64_t euler; // of the one component
} Expected;

// No two vertices at one place, after rounding to floats as a simulation does.
static void ExpectDistinct(const svMeshData* mesh) {
    // Vertices of one place would be contacts of each other: few shapes are large.
    for (size_t i = 0; mesh->vertexCount < 3000 && i < mesh->vertexCount; ++i) {
        for (size_t j = 0; j < i; ++j) {
            bool same = true;
            for (int axis = 0; axis < 3; ++axis) {
                same = same && (float)mesh->positions[3 * i + (size_t)axis] ==
                                   (float)mesh->positions[3 * j + (size_t)axis];
            }
            assert_false(same);
        }
    }
}

static void ExpectNoIntersection(svContext* context, svMesh* mesh) {
    const svSceneDef def = svDefaultSceneDef();
    svScene* scene = NULL;
    svIntersections found;
    assert_int_equal(svScene_Create(context, &def, &scene), SV_OK);
    assert_int_equal(svScene_Add(scene, mesh, NULL, NULL), SV_OK);
    assert_int_equal(svScene_Intersect(scene, NULL, &found), SV_OK);
    assert_false(found.found);
    svScene_Destroy(scene);
}

// Sound, as many parts as expected, and free of intersections. Frees the mesh.
static void ExpectSound(svContext* context, svMeshData* data, Expected expected) {
    assert_int_equal(data->scalar, SV_DOUBLE);
    assert_int_equal(data->vertexCount, expected.vertices);
    assert_int_equal(data->triangleCount, expected.triangles);
    svMeshDef def = svDefaultMeshDef();
    def.triangles = data->triangles;
    def.triangleCount = data->triangleCount;
    def.vertexCount = data->vertexCount;
    svMesh* mesh = NULL;
    assert_int_equal(svMesh_Create(context, &def, &mesh), SV_OK);
    const svPositions positions = svPositions_Double(data->positions, data->vertexCount);
    assert_int_equal(svMesh_SetMotion(mesh, &positions, &positions), SV_OK);
    svMeshReport report;
    assert_int_equal(svMesh_Validate(mesh, 10, &report), SV_OK);
    assert_int_equal(report.errorCount + report.warningCount, 0);
    svMeshReport_Destroy(context, &report);
    svMeshInfo info;
    assert_int_equal(svMesh_GetInfo(mesh, &info), SV_OK);
    assert_int_equal(info.loopCount, expected.loops);
    assert_int_equal(info.componentCount, 1);
    assert_int_equal(info.euler, expected.euler);
    assert_int_equal(info.closed, expected.loops == 0);
    assert_true(info.manifold && info.consistent);
    ExpectNoIntersection(context, mesh);
    ExpectDistinct(data);
    svMesh_Destroy(mesh);
    svMeshData_Destroy(context, data);
}

// Six times the volume that a closed mesh encloses; positive where it is wound outwards.
static double SixVolumes(const svMeshData* mesh) {
    double sum = 0;
    for (size_t t = 0; t < mesh->triangleCount; ++t) {
        const double* p = mesh->positions + 3 * mesh->triangles[3 * t];
        const double* q = mesh->positions + 3 * mesh->triangles[3 * t + 1];
        const double* r = mesh->positions + 3 * mesh->triangles[3 * t + 2];
        sum += p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) +
               p[2] * (q[0] * r[1] - q[1] * r[0]);
    }
    return sum;
}

static void TestGrid(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    for (uint32_t columns = 2; columns < 40; columns = 2 * columns + 1) {
        for (uint32_t rows = 2; rows < 40; rows = 2 * rows + 1) {
            svMeshData mesh = {0};
            const double size[2] = {0.1 * columns, 3};
            assert_int_equal(svShape_Grid(context, size, columns, rows, &mesh), SV_OK);
            const double* last = mesh.positions + 3 * (columns * rows - 1);
            assert_true(last[0] == size[0] / 2 && last[1] == 1.5 && last[2] == 0);
            assert_true(mesh.positions[0] == -size[0] / 2 && mesh.positions[1] == -1.5);
            assert_true(mesh.positions[3 * (columns - 1)] == size[0] / 2);
            ExpectSound(context, &mesh,
                        (Expected){columns * rows, 2 * (columns - 1) * (rows - 1), 1, 1});
        }
    }
    svContext_Destroy(context);
}

static void TestBall(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    for (uint32_t cells = 1; cells < 20; cells += 1 + cells / 4) {
        svMeshData mesh = {0};
        assert_int_equal(svShape_Ball(context, 0.7, cells, &mesh), SV_OK);
        for (size_t i = 0; i < mesh.vertexCount; ++i) {
            const double* p = mesh.positions + 3 * i;
            assert_true(fabs(sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) - 0.7) < 1e-15);
        }
        const double full = 8 * acos(-1.0) * 0.343;
        const double volume = SixVolumes(&mesh);
        assert_true(volume < full && volume > full * (1 - 0.6 / cells / cells));
        const size_t square = (size_t)cells * cells;
        ExpectSound(context, &mesh, (Expected){10 * square + 2, 20 * square, 0, 2});
    }
    svContext_Destroy(context);
}

static void TestBox(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svMeshData mesh = {0};
    assert_int_equal(svShape_Box(context, (double[]){1, 2, 4}, &mesh), SV_OK);
    assert_true(SixVolumes(&mesh) == 48);
    ExpectSound(context, &mesh, (Expected){8, 12, 0, 2});
    svContext_Destroy(context);
}

static void TestRevolution(void** state) {
    (void)state;
    static const double tube[2][2] = {{1, 0}, {1, 2}};
    static const double cone[2][2] = {{1, 0}, {0, 2}};
    static const double spindle[4][2] = {{0, -1}, {1, -0.5}, {1, 0.5}, {0, 1}};
    static const double ring[4][2] = {{1, 0}, {2, 0}, {2, 1}, {1, 1}};
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    for (uint32_t segments = 3; segments < 60; segments = 2 * segments + 1) {
        svRevolutionDef def = svDefaultRevolutionDef();
        svMeshData mesh = {0};
        def.segments = segments;
        def.profile = tube;
        def.count = 2;
        assert_int_equal(svShape_Revolution(context, &def, &mesh), SV_OK);
        ExpectSound(context, &mesh, (Expected){2 * segments, 2 * segments, 2, 0});
        def.rows = 7;
        def.ruffles = segments / 4;
        def.ruffleDepth = 0.9;
        assert_int_equal(svShape_Revolution(context, &def, &mesh), SV_OK);
        ExpectSound(context, &mesh, (Expected){8 * segments, 14 * segments, 2, 0});
        def.profile = cone;
        assert_int_equal(svShape_Revolution(context, &def, &mesh), SV_OK);
        ExpectSound(context, &mesh, (Expected){7 * segments + 1, 13 * segments, 1, 1});
        def = svDefaultRevolutionDef();
        def.segments = segments;
        def.profile = spindle;
        def.count = 4;
        assert_int_equal(svShape_Revolution(context, &def, &mesh), SV_OK);
        assert_true(SixVolumes(&mesh) > 0);
        ExpectSound(context, &mesh, (Expected){2 * segments + 2, 4 * segments, 0, 2});
        def.profile = ring;
        def.closed = true;
        assert_int_equal(svShape_Revolution(context, &def, &mesh), SV_OK);
        assert_true(SixVolumes(&mesh) > 0);
        ExpectSound(context, &mesh, (Expected){4 * segments, 8 * segments, 0, 0});
        def.rows = 10; // each piece has a quarter of the length: 2.5, rounded up
        assert_int_equal(svShape_Revolution(context, &def, &mesh), SV_OK);
        ExpectSound(context, &mesh, (Expected){12 * segments, 24 * segments, 0, 0});
    }
    svContext_Destroy(context);
}

static void TestShirt(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    static const double heights[] = {0.1, 0.3, 0.6, 1, 4}, gaps[] = {1e-4, 3e-3, 0.1};
    for (uint32_t cells = 8; cells < 60; cells += 1 + cells / 3) {
        for (int i = 0; i < 15; ++i) {
            const double gap = gaps[i % 3];
            svMeshData mesh = {0};
            assert_int_equal(svShape_Shirt(context, 0.5, heights[i / 3], gap, cells, &mesh), SV_OK);
            double z[2] = {0};
            for (size_t k = 0; k < mesh.vertexCount; ++k) {
                z[0] = fmin(z[0], mesh.positions[3 * k + 2]);
                z[1] = fmax(z[1], mesh.positions[3 * k + 2]);
            }
            assert_true(z[0] == -gap / 2 && z[1] == gap / 2);
            // Whatever the counts are, they must agree with each other: a sphere with four holes.
            ExpectSound(context, &mesh, (Expected){mesh.vertexCount, mesh.triangleCount, 4, -2});
        }
    }
    svContext_Destroy(context);
}

static void ExpectRefused(svContext* context, svStatus status, const char* word) {
    assert_int_equal(status, SV_ERROR_ARGUMENT);
    assert_non_null(strstr(svContext_LastError(context), word));
}

static void TestRefusals(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    static const double bad[] = {0, -1, (double)NAN, HUGE_VAL};
    svMeshData mesh = {.vertexCount = 77};
    for (int i = 0; i < 4; ++i) {
        const double x = bad[i];
        const double sides[2][2] = {{x, 1}, {1, x}};
        ExpectRefused(context, svShape_Grid(context, sides[0], 2, 2, &mesh), "size");
        ExpectRefused(context, svShape_Grid(context, sides[1], 2, 2, &mesh), "size");
        ExpectRefused(context, svShape_Ball(context, x, 2, &mesh), "radius");
        for (int axis = 0; axis < 3; ++axis) {
            double size[3] = {1, 1, 1};
            size[axis] = x;
            ExpectRefused(context, svShape_Box(context, size, &mesh), "size");
            ExpectRefused(context, svShape_Shirt(context, size[0], size[1], size[2], 8, &mesh),
                          "shirt");
        }
    }
    const double size[2] = {1, 1};
    ExpectRefused(context, svShape_Grid(context, size, 1, 2, &mesh), "columns");
    ExpectRefused(context, svShape_Grid(context, size, 2, 1, &mesh), "rows");
    ExpectRefused(context, svShape_Grid(context, size, 1u << 16, 1u << 16, &mesh), "more vertices");
    ExpectRefused(context, svShape_Ball(context, 1, 0, &mesh), "cells");
    ExpectRefused(context, svShape_Ball(context, 1, 5001, &mesh), "cells");
    ExpectRefused(context, svShape_Shirt(context, 1, 1, 1, 7, &mesh), "cells");
    ExpectRefused(context, svShape_Shirt(context, 1e-300, 1e300, 1, 8, &mesh), "cells");
    assert_int_equal(svShape_Grid(NULL, size, 2, 2, &mesh), SV_ERROR_ARGUMENT);
    assert_int_equal(svShape_Grid(context, NULL, 2, 2, &mesh), SV_ERROR_ARGUMENT);
    assert_int_equal(svShape_Ball(context, 1, 2, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(mesh.vertexCount, 77);
    svContext_Destroy(context);
}

static void TestRevolutionRefusals(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    static const double tube[2][2] = {{1, 0}, {1, 2}};
    static const double axis[2][2] = {{0, 0}, {0, 2}};
    static const double waist[3][2] = {{1, 0}, {0, 1}, {1, 2}};
    static const double twice[3][2] = {{1, 0}, {1, 0}, {1, 2}};
    static const double left[2][2] = {{-1, 0}, {1, 2}};
    static const double loop[4][2] = {{1, 0}, {2, 0}, {2, 1}, {1, 0}};
    const struct {
        const double (*profile)[2];
        size_t count;
        uint32_t segments, ruffles;
        double depth;
        bool closed;
        const char* word;
    } cases[] = {
        {NULL, 2, 8, 0, 0, false, "at least 2"},      {tube, 1, 8, 0, 0, false, "at least 2"},
        {tube, 2, 8, 0, 0, true, "at least 3"},       {axis, 2, 8, 0, 0, false, "axis"},
        {waist, 3, 8, 0, 0, false, "radius 0"},       {waist, 3, 8, 0, 0, true, "radius 0"},
        {twice, 3, 8, 0, 0, false, "the same"},       {loop, 4, 8, 0, 0, true, "the same"},
        {left, 2, 8, 0, 0, false, "below 0"},         {tube, 2, 2, 0, 0, false, "segments"},
        {tube, 2, 8, 3, 0.1, false, "segments"},      {tube, 2, 8, 2, 1, false, "depth"},
        {tube, 2, 8, 2, (double)NAN, false, "depth"}, {loop, 3, 8, 2, 0.1, true, "ruffles"},
    };
    svMeshData mesh = {.vertexCount = 77};
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); ++i) {
        svRevolutionDef def = svDefaultRevolutionDef();
        def.profile = cases[i].profile;
        def.count = cases[i].count;
        def.segments = cases[i].segments;
        def.ruffles = cases[i].ruffles;
        def.ruffleDepth = cases[i].depth;
        def.closed = cases[i].closed;
        ExpectRefused(context, svShape_Revolution(context, &def, &mesh), cases[i].word);
    }
    svRevolutionDef zero = {.profile = tube, .count = 2, .segments = 8};
    assert_int_equal(svShape_Revolution(context, &zero, &mesh), SV_ERROR_ARGUMENT);
    assert_int_equal(mesh.vertexCount, 77);
    svContext_Destroy(context);
}

static svStatus MakeOne(svContext* context, int shape, svMeshData* mesh) {
    static const double tube[2][2] = {{1, 0}, {1, 2}};
    svRevolutionDef def = svDefaultRevolutionDef();
    def.profile = tube;
    def.count = 2;
    switch (shape) {
    case 0:
        return svShape_Grid(context, (double[]){1, 1}, 3, 3, mesh);
    case 1:
        return svShape_Ball(context, 1, 3, mesh);
    case 2:
        return svShape_Box(context, (double[]){1, 1, 1}, mesh);
    case 3:
        return svShape_Revolution(context, &def, mesh);
    default:
        return svShape_Shirt(context, 1, 1, 0.1, 8, mesh);
    }
}

static void TestMemory(void** state) {
    (void)state;
    for (int shape = 0; shape < 5; ++shape) {
        svStatus status = SV_ERROR_MEMORY;
        for (size_t failAt = 0; status != SV_OK; ++failAt) {
            TestAllocator allocator = TestAllocator_Make();
            svContext* context = TestAllocator_NewContext(&allocator);
            TestAllocator_FailNth(&allocator, failAt, true);
            svMeshData mesh = {0};
            status = MakeOne(context, shape, &mesh);
            assert_true(status == SV_OK || status == SV_ERROR_MEMORY);
            assert_true(failAt < 4 && (failAt >= 2 || status == SV_ERROR_MEMORY));
            svMeshData_Destroy(context, &mesh);
            assert_int_equal(svContext_BytesInUse(context), 0);
            svContext_Destroy(context);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(TestGrid),
                                       cmocka_unit_test(TestBall),
                                       cmocka_unit_test(TestBox),
                                       cmocka_unit_test(TestRevolution),
                                       cmocka_unit_test(TestShirt),
                                       cmocka_unit_test(TestRefusals),
                                       cmocka_unit_test(TestRevolutionRefusals),
                                       cmocka_unit_test(TestMemory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
