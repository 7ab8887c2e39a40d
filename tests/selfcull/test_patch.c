// The patch test piece by piece: shapes, flat sheets of all sizes, holes, long contours, and what
// must not matter. (test_patch_cases.c: counterexamples; test_patch_random.c: brute force.)

#include "selvage/patch.h"
#include "support/allocator.h"
#include "support/folded_meshes.h"
#include "support/generate_numbers.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

typedef struct Fixture {
    TestAllocator allocator;
    svContext* context;
    svPatchTester* tester;
} Fixture;

static void open(Fixture* fixture) {
    fixture->allocator = TestAllocator_Make();
    fixture->context = TestAllocator_NewContext(&fixture->allocator);
    assert_int_equal(svPatchTester_Create(fixture->context, &fixture->tester), SV_OK);
}

static void close(Fixture* fixture) {
    svPatchTester_Destroy(fixture->tester);
    assert_int_equal(svContext_BytesInUse(fixture->context), 0);
    svContext_Destroy(fixture->context);
}

static svPatchShape findShape(Fixture* fixture, const TestMesh* list) {
    svPatchShape shape;
    assert_int_equal(
        svPatchTester_FindShape(fixture->tester, list->triangles, list->triangleCount, &shape),
        SV_OK);
    return shape;
}

static svPatchResult test(Fixture* fixture, const TestMesh* list, const svPatchDef* def) {
    const svPatchShape shape = findShape(fixture, list);
    svPatchResult result;
    assert_int_equal(svPatchTester_Test(fixture->tester, &shape, def, &result), SV_OK);
    assert_int_equal(result.apart, result.verdict == SV_PATCH_APART);
    return result;
}

// ---- shapes ----------------------------------------------------------------------------------

static void expectShape(Fixture* fixture, TestMesh list, svPatchVerdict fault, uint32_t loops,
                        uint32_t edges) {
    const svPatchShape shape = findShape(fixture, &list);
    assert_int_equal(shape.fault, fault);
    assert_int_equal(shape.loopCount, loops);
    assert_int_equal(shape.contourCount, edges);
    TestMesh_Free(&list);
}

static void knownShapes(void** state) {
    (void)state;
    static const uint32_t bowTie[6] = {0, 1, 2, 0, 3, 4};
    static const uint32_t twice[6] = {0, 1, 2, 1, 2, 0};
    static const uint32_t collapsed[6] = {0, 1, 2, 2, 2, 3};
    Fixture fixture;
    open(&fixture);
    expectShape(&fixture, TestMesh_Copy(bowTie, 0, 0), SV_PATCH_APART, 0, 0);
    expectShape(&fixture, TestMesh_Copy(bowTie, 1, 3), SV_PATCH_APART, 1, 3);
    expectShape(&fixture, TestMesh_Copy(bowTie, 2, 5), SV_PATCH_PINCH, 0, 0);
    expectShape(&fixture, TestMesh_Copy(twice, 2, 3), SV_PATCH_EDGE, 0, 0);
    expectShape(&fixture, TestMesh_Copy(collapsed, 2, 4), SV_PATCH_EDGE, 0, 0);
    expectShape(&fixture, TestMesh_Grid(7, 3), SV_PATCH_APART, 1, 20);
    expectShape(&fixture, TestMesh_Annulus(7, 3), SV_PATCH_APART, 2, 14);
    expectShape(&fixture, TestMesh_Moebius(7, 3), SV_PATCH_EDGE, 0, 0);
    expectShape(&fixture, TestMesh_Torus(7, 3), SV_PATCH_CLOSED, 0, 0);
    expectShape(&fixture, TestMesh_Tetrahedron(), SV_PATCH_CLOSED, 0, 0);
    expectShape(&fixture, TestMesh_Book(3), SV_PATCH_EDGE, 0, 0);
    expectShape(&fixture, TestMesh_Fan(5, true), SV_PATCH_APART, 1, 5);
    close(&fixture);
}

// How many triangles have this side.
static int countSides(const TestMesh* list, uint32_t from, uint32_t to) {
    int count = 0;
    for (uint32_t s = 0; s < 3 * list->triangleCount; ++s) {
        count += list->triangles[s] == from && list->triangles[svNextSide(s)] == to;
    }
    return count;
}

// The fault by the definitions; the sides of the contour are counted.
static svPatchVerdict judgeShape(const TestMesh* list, uint32_t* contour) {
    bool edge = false, pinch = false;
    uint32_t leaving[16] = {0};
    *contour = 0;
    for (uint32_t s = 0; s < 3 * list->triangleCount; ++s) {
        const uint32_t from = list->triangles[s], to = list->triangles[svNextSide(s)];
        edge |= from == to || countSides(list, from, to) > 1;
        if (countSides(list, to, from) == 0) {
            ++*contour;
            pinch |= ++leaving[from] > 1;
        }
    }
    return edge                                       ? SV_PATCH_EDGE
           : *contour == 0 && list->triangleCount > 0 ? SV_PATCH_CLOSED
           : pinch                                    ? SV_PATCH_PINCH
                                                      : SV_PATCH_APART;
}

static void checkContour(const TestMesh* list, const svPatchShape* shape) {
    for (uint32_t k = 0; k < shape->loopCount; ++k) {
        const uint32_t first = shape->loopStart[k], end = shape->loopStart[k + 1];
        assert_true(end - first >= 3);
        for (uint32_t i = first; i < end; ++i) {
            const uint32_t from = shape->contour[i];
            const uint32_t to = shape->contour[i + 1 == end ? first : i + 1];
            assert_int_equal(countSides(list, from, to), 1);
            assert_int_equal(countSides(list, to, from), 0);
        }
    }
}

static void randomShapes(void** state) {
    (void)state;
    Fixture fixture;
    uint64_t random = 5;
    int counts[SV_PATCH_VERDICT_ENUM_COUNT] = {0};
    open(&fixture);
    for (int i = 0; i < 20000; ++i) {
        TestMesh list = TestMesh_Random(&random, 6, 12);
        const svPatchShape shape = findShape(&fixture, &list);
        uint32_t contour;
        assert_int_equal(shape.fault, judgeShape(&list, &contour));
        if (shape.fault == SV_PATCH_APART) {
            assert_int_equal(shape.contourCount, contour);
            checkContour(&list, &shape);
        }
        ++counts[shape.fault];
        TestMesh_Free(&list);
    }
    assert_true(counts[SV_PATCH_APART] > 1000 && counts[SV_PATCH_EDGE] > 1000);
    assert_true(counts[SV_PATCH_PINCH] > 500);
    close(&fixture);
}

// ---- sheets ----------------------------------------------------------------------------------

// A grid in the plane z = 0 with cells of size 1, turned anyhow by the exact matrix of a rotation
// times 9.
static double (*flatGrid(uint32_t columns, uint32_t rows))[3] {
    static const double matrix[3][2] = {{8, 1}, {1, -8}, {4, -4}};
    double(*x)[3] = calloc((size_t)(columns + 1) * (rows + 1), sizeof *x);
    assert_non_null(x);
    for (uint32_t i = 0; i < (columns + 1) * (rows + 1); ++i) {
        const uint32_t column = i % (columns + 1), row = i / (columns + 1);
        for (int k = 0; k < 3; ++k) {
            x[i][k] = matrix[k][0] * column + matrix[k][1] * row;
        }
    }
    return x;
}

// Apart at t0, and over a step in which the sheet moves, grows and shears a little.
static svPatchResult testFlat(Fixture* fixture, uint32_t columns, uint32_t rows, uint32_t triangles,
                              svPatchContour contour) {
    TestMesh list = TestMesh_Grid(columns, rows);
    double(*x0)[3] = flatGrid(columns, rows);
    double(*x1)[3] = flatGrid(columns, rows);
    svPatchDef def = svDefaultPatchDef();
    for (uint32_t i = 0; i < list.vertexCount; ++i) {
        x1[i][0] = 1.1 * x1[i][0] + 0.1 * x1[i][2] + 100;
        x1[i][2] += 0.2 * x0[i][1];
    }
    list.triangleCount = triangles < list.triangleCount ? triangles : list.triangleCount;
    def.contour = contour;
    def.x0 = svPositions_Double(x0[0], list.vertexCount);
    assert_true(test(fixture, &list, &def).apart);
    def.x1 = svPositions_Double(x1[0], list.vertexCount);
    const svPatchResult result = test(fixture, &list, &def);
    assert_true(result.apart);
    assert_int_equal(result.normalTests, list.triangleCount);
    TestMesh_Free(&list);
    free(x0);
    free(x1);
    return result;
}

static void flatSheets(void** state) {
    (void)state;
    Fixture fixture;
    open(&fixture);
    for (uint32_t count = 1; count <= 10000; count += 1 + count / 3) {
        uint32_t side = 1;
        while (2 * side * side < count) {
            ++side;
        }
        testFlat(&fixture, side, side, count, SV_PATCH_PAIRS);
        testFlat(&fixture, side, side, count, SV_PATCH_BINORMAL);
        testFlat(&fixture, side, side, 2 * side * side, SV_PATCH_STAR);
    }
    testFlat(&fixture, 100, 50, 10000, SV_PATCH_PAIRS);
    close(&fixture);
}

// The number of pairs grows about linearly with the contour.
static void longContours(void** state) {
    (void)state;
    Fixture fixture;
    open(&fixture);
    for (uint32_t length = 10; length <= 10000; length *= 10) {
        for (uint32_t rows = 1; rows <= 10; rows += 9) {
            const svPatchResult pairs =
                testFlat(&fixture, length, rows, UINT32_MAX, SV_PATCH_PAIRS);
            const svPatchResult binormal =
                testFlat(&fixture, length, rows, UINT32_MAX, SV_PATCH_BINORMAL);
            assert_int_equal(pairs.contourCount, 2 * (length + rows));
            assert_true(pairs.edgePairs <= pairs.contourCount);
            assert_true(pairs.runPairs <= 8 * pairs.contourCount);
            assert_true(binormal.runPairs < pairs.runPairs);
        }
    }
    close(&fixture);
}

// ---- holes -----------------------------------------------------------------------------------

// A triangle with a triangular hole, one corner of which moves towards the opposite edge until the
// hole has `size` times its height. All triangles keep facing up, onto the edge and through it.
static void testHole(Fixture* fixture, double size, bool apart) {
    static const uint32_t ring[18] = {0, 1, 4, 0, 4, 3, 1, 2, 4, 2, 5, 4, 2, 0, 3, 2, 3, 5};
    double x[2][6][3] = {
        {{-30, -20, 0}, {30, -20, 0}, {0, 40, 1}, {-3, -2, 0}, {3, -2, 0}, {0, 4, 0}}};
    FoldedMesh mesh = {.list = TestMesh_Copy(ring, 6, 6), .x = {x[0], x[1]}};
    memcpy(x[1], x[0], sizeof x[1]);
    x[1][5][1] = -2 + 6 * size;
    svPatchDef def = svDefaultPatchDef();
    def.x0 = svPositions_Double(x[0][0], 6);
    assert_true(test(fixture, &mesh.list, &def).apart);
    def.x1 = svPositions_Double(x[1][0], 6);
    for (int k = 0; k < SV_PATCH_DIRECTION_ENUM_COUNT * SV_PATCH_CONTOUR_ENUM_COUNT; ++k) {
        def.direction = (svPatchDirection)(k % SV_PATCH_DIRECTION_ENUM_COUNT);
        def.contour = (svPatchContour)(k / SV_PATCH_DIRECTION_ENUM_COUNT);
        def.given[2] = 1;
        const svPatchResult result = test(fixture, &mesh.list, &def);
        assert_int_equal(result.apart, apart && def.contour != SV_PATCH_STAR);
        assert_int_equal(result.loopCount, 2);
    }
    assert_int_equal(FoldedMesh_CountContacts(&mesh) == 0, apart);
    TestMesh_Free(&mesh.list);
}

static void holes(void** state) {
    (void)state;
    Fixture fixture;
    open(&fixture);
    testHole(&fixture, 1.0, true);
    testHole(&fixture, 0.01, true);
    testHole(&fixture, 0.0, false);
    testHole(&fixture, -0.01, false);
    testHole(&fixture, -0.5, false);
    close(&fixture);
}

// ---- what must not matter --------------------------------------------------------------------

// All coordinates times a power of two; floats for doubles; another first corner of each triangle.
static void invariances(void** state) {
    (void)state;
    Fixture fixture;
    int apart = 0;
    open(&fixture);
    for (uint64_t seed = 1; seed <= 300; ++seed) {
        FoldedMesh mesh = FoldedMesh_Make((FoldedKind)(seed % FOLDED_KIND_COUNT), seed);
        const uint32_t count = mesh.list.vertexCount;
        float(*floats)[3] = calloc(2 * (size_t)count, sizeof *floats);
        assert_non_null(floats);
        double largest = 0;
        for (uint32_t i = 0; i < 6 * count; ++i) { // to floats that all views can hold
            double* value = &mesh.x[i / 3 / count][i / 3 % count][i % 3];
            largest = fmax(largest, fabs(*value));
        }
        const int exponent = largest > 0 ? -ilogb(largest) : 0;
        for (uint32_t i = 0; i < 6 * count; ++i) {
            double* value = &mesh.x[i / 3 / count][i / 3 % count][i % 3];
            floats[i / 3][i % 3] = (float)ldexp(*value, exponent);
            *value = ldexp((double)floats[i / 3][i % 3], (int)(seed % 1400) - 700);
        }
        svPatchDef def = svDefaultPatchDef();
        def.contour = (svPatchContour)(seed / FOLDED_KIND_COUNT % SV_PATCH_CONTOUR_ENUM_COUNT);
        def.x0 = svPositions_Double(mesh.x[0][0], count);
        def.x1 = svPositions_Double(mesh.x[1][0], count);
        const svPatchResult first = test(&fixture, &mesh.list, &def);
        def.x0 = svPositions_Float(floats[0], count);
        def.x1 = svPositions_Float(floats[count], count);
        const svPatchResult scaled = test(&fixture, &mesh.list, &def);
        assert_memory_equal(&first, &scaled, sizeof first);
        for (uint32_t t = 0; t < mesh.list.triangleCount; ++t) {
            uint32_t* v = mesh.list.triangles + (size_t)3 * t;
            const uint32_t turned[3] = {v[1], v[2], v[0]};
            memcpy(v, turned, sizeof turned);
        }
        assert_int_equal(test(&fixture, &mesh.list, &def).verdict, first.verdict);
        apart += first.apart;
        free(floats);
        FoldedMesh_Free(&mesh);
    }
    assert_true(apart > 60);
    close(&fixture);
}

static void knownNormals(void** state) {
    (void)state;
    Fixture fixture;
    TestMesh list = TestMesh_Grid(4, 4);
    double(*x)[3] = flatGrid(4, 4);
    svPatchDef def = svDefaultPatchDef();
    svPatchResult result;
    open(&fixture);
    const svPatchShape shape = findShape(&fixture, &list);
    def.x0 = svPositions_Double(x[0], list.vertexCount);
    def.normalsKnown = true;
    assert_int_equal(svPatchTester_Test(fixture.tester, &shape, &def, &result), SV_ERROR_ARGUMENT);
    def.direction = SV_PATCH_GIVEN;
    assert_int_equal(svPatchTester_Test(fixture.tester, &shape, &def, &result), SV_OK);
    assert_int_equal(result.verdict, SV_PATCH_DIRECTION); // none was given
    def.given[0] = 28;                                    // (8, 1, 4) x (1, -8, -4)
    def.given[1] = 36;
    def.given[2] = -65;
    assert_int_equal(svPatchTester_Test(fixture.tester, &shape, &def, &result), SV_OK);
    assert_true(result.apart);
    assert_int_equal(result.normalTests, 0);
    // A vertex beyond an edge of the other side: the contour is still looked at.
    for (int k = 0; k < 3; ++k) {
        x[0][k] = 2 * x[22][k] - x[17][k];
    }
    assert_int_equal(svPatchTester_Test(fixture.tester, &shape, &def, &result), SV_OK);
    assert_int_equal(result.verdict, SV_PATCH_CONTOUR);
    close(&fixture);
    TestMesh_Free(&list);
    free(x);
}

// ---- faults ----------------------------------------------------------------------------------

static void notFinite(void** state) {
    (void)state;
    static const double wild[4] = {(double)NAN, HUGE_VAL, -HUGE_VAL, 1.7e308};
    Fixture fixture;
    TestMesh list = TestMesh_Grid(4, 4);
    open(&fixture);
    for (uint32_t i = 0; i < 3 * list.vertexCount * 4 * 2; ++i) {
        double(*x0)[3] = flatGrid(4, 4);
        double(*x1)[3] = flatGrid(4, 4);
        svPatchDef def = svDefaultPatchDef();
        double(*x)[3] = i % 2 == 0 ? x0 : x1;
        x[i / 8 / 3][i / 8 % 3] = wild[i / 2 % 4];
        x[list.vertexCount - 1 - i / 8 / 3][i / 8 % 3] = -wild[i / 2 % 4];
        def.x0 = svPositions_Double(x0[0], list.vertexCount);
        def.x1 = svPositions_Double(x1[0], list.vertexCount);
        for (int contour = 0; contour < SV_PATCH_CONTOUR_ENUM_COUNT; ++contour) {
            def.contour = (svPatchContour)contour;
            assert_false(test(&fixture, &list, &def).apart);
        }
        free(x0);
        free(x1);
    }
    TestMesh_Free(&list);
    close(&fixture);
}

static void arguments(void** state) {
    (void)state;
    static const uint32_t triangles[6] = {0, 1, 2, 0, 2, SV_NONE};
    static const double x[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    Fixture fixture;
    svPatchShape shape;
    svPatchResult result;
    open(&fixture);
    const svPatchDef good = {.structSize = sizeof good, .x0 = svPositions_Double(x, 3)};
    assert_int_equal(svPatchTester_Create(NULL, &fixture.tester), SV_ERROR_ARGUMENT);
    assert_int_equal(svPatchTester_Create(fixture.context, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(svPatchTester_FindShape(NULL, triangles, 1, &shape), SV_ERROR_ARGUMENT);
    assert_int_equal(svPatchTester_FindShape(fixture.tester, NULL, 1, &shape), SV_ERROR_ARGUMENT);
    assert_int_equal(svPatchTester_FindShape(fixture.tester, triangles, 1, NULL),
                     SV_ERROR_ARGUMENT);
    assert_int_equal(svPatchTester_FindShape(fixture.tester, triangles, 2, &shape),
                     SV_ERROR_ARGUMENT);
    assert_int_equal(
        svPatchTester_FindShape(fixture.tester, triangles, (size_t)SV_MAX_TRIANGLES + 1, &shape),
        SV_ERROR_ARGUMENT);
    assert_int_equal(svPatchTester_FindShape(fixture.tester, triangles, 1, &shape), SV_OK);
    svPatchDef bad[7];
    for (int i = 0; i < 7; ++i) {
        bad[i] = good;
    }
    bad[0].structSize = 0;
    bad[1].x0.count = 2;
    bad[2].x1 = svPositions_Double(x, 2);
    bad[3].x0.stride = 8;
    bad[4].direction = SV_PATCH_DIRECTION_ENUM_COUNT;
    bad[5].contour = SV_PATCH_CONTOUR_ENUM_COUNT;
    bad[6].normalsKnown = true;
    for (int i = 0; i < 7; ++i) {
        assert_int_equal(svPatchTester_Test(fixture.tester, &shape, &bad[i], &result),
                         SV_ERROR_ARGUMENT);
    }
    assert_int_equal(svPatchTester_Test(NULL, &shape, &good, &result), SV_ERROR_ARGUMENT);
    assert_int_equal(svPatchTester_Test(fixture.tester, NULL, &good, &result), SV_ERROR_ARGUMENT);
    assert_int_equal(svPatchTester_Test(fixture.tester, &shape, NULL, &result), SV_ERROR_ARGUMENT);
    assert_int_equal(svPatchTester_Test(fixture.tester, &shape, &good, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(svPatchTester_Test(fixture.tester, &shape, &good, &result), SV_OK);
    assert_true(result.apart);
    assert_string_equal(svPatchVerdict_Name(SV_PATCH_LOOPS), "loops");
    assert_string_equal(svPatchDirection_Name(SV_PATCH_MASK64), "mask64");
    assert_string_equal(svPatchContour_Name(SV_PATCH_BINORMAL), "binormal");
    assert_string_equal(svPatchVerdict_Name((svPatchVerdict)99), "unknown");
    assert_string_equal(svPatchDirection_Name((svPatchDirection)99), "unknown");
    assert_string_equal(svPatchContour_Name((svPatchContour)99), "unknown");
    svPatchTester_Destroy(NULL);
    close(&fixture);
}

// Every allocation fails once; a second test allocates nothing.
static void memory(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    TestMesh list = TestMesh_Grid(9, 9);
    double(*x)[3] = flatGrid(9, 9);
    svPatchDef def = svDefaultPatchDef();
    svPatchResult result;
    svStatus status = SV_ERROR_MEMORY;
    size_t failures = 0;
    def.x0 = svPositions_Double(x[0], list.vertexCount);
    def.direction = SV_PATCH_CONE_OPTIMAL;
    for (; status != SV_OK; ++failures) {
        TestAllocator_FailNth(&allocator, failures, true);
        status = svPatch_Test(context, list.triangles, list.triangleCount, &def, &result);
        assert_true(status == SV_OK || status == SV_ERROR_MEMORY);
        assert_int_equal(svContext_BytesInUse(context), 0);
    }
    assert_int_equal(failures, 10); // nine allocations: the tester, four of the shape, four more
    assert_true(result.apart);
    allocator.failAt = SIZE_MAX;
    svPatchTester* tester;
    svPatchShape shape;
    assert_int_equal(svPatchTester_Create(context, &tester), SV_OK);
    assert_int_equal(svPatchTester_FindShape(tester, list.triangles, list.triangleCount, &shape),
                     SV_OK);
    assert_int_equal(svPatchTester_Test(tester, &shape, &def, &result), SV_OK);
    const size_t attempts = allocator.attempts;
    assert_int_equal(svPatchTester_FindShape(tester, list.triangles, list.triangleCount, &shape),
                     SV_OK);
    assert_int_equal(svPatchTester_Test(tester, &shape, &def, &result), SV_OK);
    assert_int_equal(allocator.attempts, attempts);
    svPatchTester_Destroy(tester);
    svContext_Destroy(context);
    TestMesh_Free(&list);
    free(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knownShapes),  cmocka_unit_test(randomShapes),
        cmocka_unit_test(flatSheets),   cmocka_unit_test(longContours),
        cmocka_unit_test(holes),        cmocka_unit_test(invariances),
        cmocka_unit_test(knownNormals), cmocka_unit_test(notFinite),
        cmocka_unit_test(arguments),    cmocka_unit_test(memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
