// Every kind of fault, at its place and with its words, and nothing else.
#include "mesh/faults.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/allocator.h"
#include "support/meshes.h"
#include "support/test.h"

#define MAX_EXPECTED 8

// Points of which no three are collinear: on the curve (t, t^2, t^3).
static void CurvePoints(double* xyz, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const double t = (double)i;
        xyz[3 * i] = t;
        xyz[3 * i + 1] = t * t;
        xyz[3 * i + 2] = t * t * t;
    }
}

typedef struct Case {
    const char* what;
    uint32_t triangles[12];
    uint32_t triangleCount;
    uint32_t vertexCount;
    struct {
        svFaultKind kind;
        uint32_t face, otherFace, vertex, otherVertex, count;
        uint8_t corner;
        const char* text;
    } expected[MAX_EXPECTED];
} Case;

#define NO SV_NONE

static const Case cases[] = {
    {"empty", {0}, 0, 0, {{0}}},
    {"clean", {0, 1, 2, 1, 0, 3}, 2, 4, {{0}}},
    {"one index out of range",
     {0, 1, 2, 1, 0, 4},
     2,
     4,
     {{SV_FAULT_INDEX, 1, NO, 4, NO, 4, 2,
       "face 1: vertex index 4 is out of range (mesh has 4 vertices)"},
      {SV_FAULT_ISOLATED_VERTEX, NO, NO, 3, NO, 0, 0, "vertex 3: no face has it"}}},
    {"two indices of one face out of range; its third vertex is not isolated",
     {0, 1, 2, 900, 3, 4294967295u},
     2,
     4,
     {{SV_FAULT_INDEX, 1, NO, 900, NO, 4, 0,
       "face 1: vertex index 900 is out of range (mesh has 4 vertices)"},
      {SV_FAULT_INDEX, 1, NO, 4294967295u, NO, 4, 2,
       "face 1: vertex index 4294967295 is out of range (mesh has 4 vertices)"}}},
    {"a segment",
     {0, 1, 2, 3, 0, 3},
     2,
     4,
     {{SV_FAULT_REPEATED_VERTEX, 1, NO, 3, NO, 1, 0,
       "face 1: vertex 3 is repeated, the face is a segment"}}},
    {"a point",
     {0, 1, 2, 3, 3, 3},
     2,
     4,
     {{SV_FAULT_REPEATED_VERTEX, 1, NO, 3, NO, 0, 0,
       "face 1: vertex 3 is repeated, the face is a point"}}},
    {"a duplicate with the same winding, rotated",
     {0, 1, 2, 2, 0, 1},
     2,
     3,
     {{SV_FAULT_DUPLICATE_FACE, 1, 0, NO, NO, 0, 0, "face 1: has the same vertices as face 0"},
      {SV_FAULT_WINDING, 0, 1, 0, 1, 2, 0,
       "edge (0, 1): faces 0 and 1 are wound against each other"},
      {SV_FAULT_WINDING, 0, 1, 0, 2, 2, 0,
       "edge (0, 2): faces 0 and 1 are wound against each other"},
      {SV_FAULT_WINDING, 0, 1, 1, 2, 2, 0,
       "edge (1, 2): faces 0 and 1 are wound against each other"}}},
    {"a duplicate with the opposite winding",
     {0, 1, 2, 2, 1, 0},
     2,
     3,
     {{SV_FAULT_DUPLICATE_FACE, 1, 0, NO, NO, 0, 0, "face 1: has the same vertices as face 0"}}},
    {"duplicate segments",
     {0, 1, 1, 1, 0, 0},
     2,
     2,
     {{SV_FAULT_REPEATED_VERTEX, 0, NO, 1, NO, 1, 0,
       "face 0: vertex 1 is repeated, the face is a segment"},
      {SV_FAULT_REPEATED_VERTEX, 1, NO, 0, NO, 1, 0,
       "face 1: vertex 0 is repeated, the face is a segment"},
      {SV_FAULT_DUPLICATE_FACE, 1, 0, NO, NO, 0, 0, "face 1: has the same vertices as face 0"}}},
    {"a book of three pages",
     {0, 1, 2, 1, 0, 3, 0, 1, 4},
     3,
     5,
     {{SV_FAULT_NON_MANIFOLD_EDGE, 0, 1, 0, 1, 3, 0,
       "edge (0, 1): is non-manifold, 3 faces meet there"}}},
    {"two faces wound against each other",
     {2, 3, 0, 2, 3, 1},
     2,
     4,
     {{SV_FAULT_WINDING, 0, 1, 2, 3, 2, 0,
       "edge (2, 3): faces 0 and 1 are wound against each other"}}},
    {"isolated vertices",
     {4, 1, 2},
     1,
     5,
     {{SV_FAULT_ISOLATED_VERTEX, NO, NO, 0, NO, 0, 0, "vertex 0: no face has it"},
      {SV_FAULT_ISOLATED_VERTEX, NO, NO, 3, NO, 0, 0, "vertex 3: no face has it"}}},
    {"a bow tie",
     {0, 1, 2, 2, 3, 4},
     2,
     5,
     {{SV_FAULT_PINCH_VERTEX, NO, NO, 2, NO, 2, 0,
       "vertex 2: its faces fall into 2 fans that share only this vertex"}}},
    // Faces 0 and 2 are broken: places are named by the caller's numbers all the same.
    {"numbers behind broken faces",
     {9, 0, 1, 0, 1, 2, 0, 8, 1, 1, 0, 2},
     4,
     3,
     {{SV_FAULT_INDEX, 0, NO, 9, NO, 3, 0,
       "face 0: vertex index 9 is out of range (mesh has 3 vertices)"},
      {SV_FAULT_INDEX, 2, NO, 8, NO, 3, 1,
       "face 2: vertex index 8 is out of range (mesh has 3 vertices)"},
      {SV_FAULT_DUPLICATE_FACE, 3, 1, NO, NO, 0, 0, "face 3: has the same vertices as face 1"}}},
};

static void ExpectText(const svMeshFault* fault, const char* expected) {
    char text[200];
    assert_int_equal(svMeshFault_Text(fault, text, sizeof(text)), strlen(expected));
    assert_string_equal(text, expected);
    // A buffer that is too short is not overrun, and the whole length is returned.
    memset(text, '#', sizeof(text));
    assert_int_equal(svMeshFault_Text(fault, text, 9), strlen(expected));
    assert_memory_equal(text, expected, 8);
    assert_int_equal(text[8], '\0');
    assert_int_equal(text[9], '#');
    assert_int_equal(svMeshFault_Text(fault, NULL, 0), strlen(expected));
}

static void CheckCase(svContext* context, const Case* c) {
    double xyz[3 * 8];
    CurvePoints(xyz, 8);
    const svPositions positions = svPositions_Double(xyz, c->vertexCount);
    svValidateDef def = svDefaultValidateDef();
    def.triangles = c->triangles;
    def.triangleCount = c->triangleCount;
    def.vertexCount = c->vertexCount;
    def.x0 = &positions;
    svMeshReport report;
    assert_int_equal(svValidateMesh(context, &def, &report), SV_OK);
    size_t count = 0;
    for (; count < MAX_EXPECTED && c->expected[count].text != NULL; ++count) {
        assert_true(count < report.faultCount);
        const svMeshFault* const fault = &report.faults[count];
        assert_int_equal(fault->kind, c->expected[count].kind);
        assert_int_equal(fault->severity, svFaultKind_Severity(fault->kind));
        assert_int_equal(fault->face, c->expected[count].face);
        assert_int_equal(fault->otherFace, c->expected[count].otherFace);
        assert_int_equal(fault->vertex, c->expected[count].vertex);
        assert_int_equal(fault->otherVertex, c->expected[count].otherVertex);
        assert_int_equal(fault->count, c->expected[count].count);
        assert_int_equal(fault->corner, c->expected[count].corner);
        ExpectText(fault, c->expected[count].text);
    }
    assert_int_equal(report.faultCount, count);
    assert_int_equal(report.errorCount + report.warningCount, count);
    assert_int_equal(report.errorCount, report.counts[SV_FAULT_INDEX]);
    svMeshReport_Destroy(context, &report);
    assert_null(report.faults);
}

static void TestCases(void** state) {
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
        print_message("%s\n", cases[i].what);
        CheckCase(context, &cases[i]);
        assert_int_equal(svContext_BytesInUse(context), 0);
    }
    svContext_Destroy(context);
}

// A report of one triangle at these positions.
static svMeshReport ValidateTriangle(svContext* context, const svPositions* x0,
                                     const svPositions* x1) {
    static const uint32_t triangle[3] = {0, 1, 2};
    svValidateDef def = svDefaultValidateDef();
    def.triangles = triangle;
    def.triangleCount = 1;
    def.vertexCount = 3;
    def.x0 = x0;
    def.x1 = x1;
    svMeshReport report;
    assert_int_equal(svValidateMesh(context, &def, &report), SV_OK);
    return report;
}

static void TestNotFinite(void** state) {
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    double a[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    float b[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const svPositions x0 = svPositions_Double(a, 3);
    const svPositions x1 = svPositions_Float(b, 3);
    (void)state;
    svMeshReport report = ValidateTriangle(context, &x0, &x1);
    assert_int_equal(report.faultCount, 0);
    svMeshReport_Destroy(context, &report);

    a[4] = -HUGE_VAL;
    a[5] = HUGE_VAL;
    b[6] = NAN;
    report = ValidateTriangle(context, &x0, &x1);
    assert_int_equal(report.faultCount, 3);
    assert_int_equal(report.counts[SV_FAULT_NOT_FINITE], 3);
    assert_int_equal(report.errorCount, 3);
    ExpectText(&report.faults[0], "vertex 1: y at t0 is -infinity");
    ExpectText(&report.faults[1], "vertex 1: z at t0 is infinity");
    ExpectText(&report.faults[2], "vertex 2: x at t1 is NaN");
    assert_int_equal(report.faults[2].time, 1);
    assert_int_equal(report.faults[2].axis, 0);
    assert_true(isnan(report.faults[2].value));
    svMeshReport_Destroy(context, &report);

    // The same view twice is looked at once; t1 alone is looked at too.
    report = ValidateTriangle(context, &x0, &x0);
    assert_int_equal(report.faultCount, 2);
    svMeshReport_Destroy(context, &report);
    report = ValidateTriangle(context, NULL, &x1);
    assert_int_equal(report.faultCount, 1);
    assert_int_equal(report.faults[0].time, 1);
    svMeshReport_Destroy(context, &report);
    svContext_Destroy(context);
    assert_int_equal(allocator.live, 0);
}

static void ExpectZeroArea(svContext* context, const double* xyz, const char* text) {
    const svPositions positions = svPositions_Double(xyz, 3);
    svMeshReport report = ValidateTriangle(context, &positions, NULL);
    assert_int_equal(report.faultCount, text != NULL);
    if (text != NULL) {
        assert_int_equal(report.faults[0].kind, SV_FAULT_ZERO_AREA);
        assert_int_equal(report.faults[0].face, 0);
        ExpectText(&report.faults[0], text);
    }
    svMeshReport_Destroy(context, &report);
}

// Decided exactly: nothing that is thin, tiny or far away is taken for degenerate.
static void TestZeroArea(void** state) {
    static const char* const line = "face 0: has zero area at t0, its vertices lie on one line";
    static const char* const point = "face 0: has zero area at t0, its vertices coincide";
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    (void)state;
    ExpectZeroArea(context, (const double[]){0, 0, 0, 1, 2, 3, 2, 4, 6}, line);
    ExpectZeroArea(context, (const double[]){5, 5, 5, 5, 5, 5, 1, 2, 3}, line);
    ExpectZeroArea(context, (const double[]){1, 2, 3, 5, 5, 5, 5, 5, 5}, line);
    ExpectZeroArea(context, (const double[]){5, 5, 5, 1, 2, 3, 5, 5, 5}, line);
    ExpectZeroArea(context, (const double[]){5, 5, -0.0, 5, 5, 0, 5, 5, 0}, point);
    // One place of the last digit off the line, in each coordinate.
    ExpectZeroArea(context, (const double[]){0, 0, 0, 1, 1, 1, 3, 3, 3 + 4e-16}, NULL);
    ExpectZeroArea(context, (const double[]){0, 0, 0, 1, 1, 1, 3, 3 + 4e-16, 3}, NULL);
    ExpectZeroArea(context, (const double[]){0, 0, 0, 1, 1, 1, 3 + 4e-16, 3, 3}, NULL);
    // Products that underflow or overflow in doubles.
    const double s = DBL_TRUE_MIN;
    const double m = DBL_MAX;
    ExpectZeroArea(context, (const double[]){0, 0, 0, s, 0, 0, 0, s, 0}, NULL);
    ExpectZeroArea(context, (const double[]){0, 0, 0, s, s, 0, 2 * s, 2 * s, 0}, line);
    ExpectZeroArea(context, (const double[]){-m, -m, -m, m, m, m, 1, 1, 1}, line);
    ExpectZeroArea(context, (const double[]){-m, -m, -m, m, m, m, 1, 1, 1 + DBL_EPSILON}, NULL);
    svContext_Destroy(context);
}

// Collinear points by construction, and small integer points against integer arithmetic.
static void TestCollinear(void** state) {
    uint64_t random = 11;
    (void)state;
    size_t collinear = 0;
    for (int i = 0; i < 200000; ++i) {
        int p[3][3];
        double d[3][3];
        for (int k = 0; k < 9; ++k) {
            const int coordinate = (int)TestRandom(&random, 4) - 2;
            p[k / 3][k % 3] = coordinate;
            d[k / 3][k % 3] = ldexp(coordinate, 40 - i % 80);
        }
        int cross = 0;
        for (int axis = 0; axis < 3; ++axis) {
            const int u = (axis + 1) % 3;
            const int v = (axis + 2) % 3;
            cross |= (p[1][u] - p[0][u]) * (p[2][v] - p[0][v]) -
                     (p[1][v] - p[0][v]) * (p[2][u] - p[0][u]);
        }
        assert_int_equal(svCollinear(d[0], d[1], d[2]), cross == 0);
        collinear += cross == 0;
    }
    assert_true(collinear > 5000);
}

// Of each kind the first few are stored, in order, and all are counted.
static void TestCap(void** state) {
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    const uint32_t triangles[] = {0, 0, 1, 1, 1, 2, 0, 0, 2, 5, 5, 5, 60, 61, 62};
    svValidateDef def = svDefaultValidateDef();
    def.triangles = triangles;
    def.triangleCount = 5;
    def.vertexCount = 50;
    (void)state;
    for (size_t cap = 0; cap < 60; cap += cap < 5 ? 1 : 27) {
        def.maxFaultsPerKind = cap;
        svMeshReport report;
        assert_int_equal(svValidateMesh(context, &def, &report), SV_OK);
        assert_int_equal(report.counts[SV_FAULT_INDEX], 3);
        assert_int_equal(report.counts[SV_FAULT_REPEATED_VERTEX], 4);
        assert_int_equal(report.counts[SV_FAULT_ISOLATED_VERTEX], 46);
        assert_int_equal(report.errorCount, 3);
        assert_int_equal(report.warningCount, 50);
        const size_t indexCount = cap < 3 ? cap : 3;
        const size_t repeatedCount = cap < 4 ? cap : 4;
        assert_int_equal(report.faultCount, indexCount + repeatedCount + (cap < 46 ? cap : 46));
        for (size_t i = 0; i < report.faultCount; ++i) {
            const svMeshFault* const fault = &report.faults[i];
            if (i < indexCount) {
                assert_int_equal(fault->vertex, 60 + i);
            } else if (i < indexCount + repeatedCount) {
                assert_int_equal(fault->face, i - indexCount);
            } else {
                assert_int_equal(fault->kind, SV_FAULT_ISOLATED_VERTEX);
            }
        }
        svMeshReport_Destroy(context, &report);
    }
    svContext_Destroy(context);
    assert_int_equal(allocator.live, 0);
}

static bool SameVertexSet(const uint32_t* a, const uint32_t* b) {
    for (int i = 0; i < 3; ++i) {
        if ((a[i] != b[0] && a[i] != b[1] && a[i] != b[2]) ||
            (b[i] != a[0] && b[i] != a[1] && b[i] != a[2])) {
            return false;
        }
    }
    return true;
}

// Duplicate faces of random soups against a look at all pairs.
static void TestDuplicates(void** state) {
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    uint64_t random = 12;
    size_t found = 0;
    (void)state;
    for (int i = 0; i < 5000; ++i) {
        TestMesh mesh = TestMesh_Random(&random, 20, 6);
        svValidateDef def = svDefaultValidateDef();
        def.triangles = mesh.triangles;
        def.triangleCount = mesh.triangleCount;
        def.vertexCount = mesh.vertexCount;
        svMeshReport report;
        assert_int_equal(svValidateMesh(context, &def, &report), SV_OK);
        const size_t foundBefore = found;
        size_t at = 0;
        while (at < report.faultCount && report.faults[at].kind != SV_FAULT_DUPLICATE_FACE) {
            ++at;
        }
        for (uint32_t t = 0; t < mesh.triangleCount; ++t) {
            uint32_t first = 0;
            while (!SameVertexSet(mesh.triangles + 3 * first, mesh.triangles + 3 * t)) {
                ++first;
            }
            if (first < t) {
                assert_true(at < report.faultCount);
                assert_int_equal(report.faults[at].kind, SV_FAULT_DUPLICATE_FACE);
                assert_int_equal(report.faults[at].face, t);
                assert_int_equal(report.faults[at].otherFace, first);
                ++at;
                ++found;
            }
        }
        assert_int_equal(found - foundBefore, report.counts[SV_FAULT_DUPLICATE_FACE]);
        svMeshReport_Destroy(context, &report);
        TestMesh_Free(&mesh);
    }
    assert_true(found > 1000);
    svContext_Destroy(context);
}

static void TestRefusals(void** state) {
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    const uint32_t triangle[3] = {0, 1, 2};
    const double xyz[9] = {0};
    const svPositions positions = svPositions_Double(xyz, 2);
    svMeshReport report;
    memset(&report, 0x5a, sizeof(report));
    const svMeshReport untouched = report;
    (void)state;
    svValidateDef def = svDefaultValidateDef();
    assert_int_equal(svValidateMesh(NULL, &def, &report), SV_ERROR_ARGUMENT);
    assert_int_equal(svValidateMesh(context, NULL, &report), SV_ERROR_ARGUMENT);
    assert_int_equal(svValidateMesh(context, &def, NULL), SV_ERROR_ARGUMENT);
    def.structSize = 0;
    assert_int_equal(svValidateMesh(context, &def, &report), SV_ERROR_ARGUMENT);
    def = svDefaultValidateDef();
    def.triangleCount = 1;
    assert_int_equal(svValidateMesh(context, &def, &report), SV_ERROR_ARGUMENT);
    assert_non_null(strstr(svContext_LastError(context), "null"));
    def.triangles = triangle;
    def.triangleCount = (size_t)SV_MAX_TRIANGLES + 1;
    assert_int_equal(svValidateMesh(context, &def, &report), SV_ERROR_ARGUMENT);
    def.triangleCount = 1;
#if SIZE_MAX > UINT32_MAX
    def.vertexCount = (size_t)UINT32_MAX + 1;
    assert_int_equal(svValidateMesh(context, &def, &report), SV_ERROR_ARGUMENT);
#endif
    def.vertexCount = 3;
    def.x1 = &positions;
    assert_int_equal(svValidateMesh(context, &def, &report), SV_ERROR_ARGUMENT);
    assert_string_equal(svContext_LastError(context), "2 positions at t1 for 3 vertices");
    assert_memory_equal(&report, &untouched, sizeof(report));
    svContext_Destroy(context);
}

static void TestKindTexts(void** state) {
    (void)state;
    for (int i = 0; i < SV_FAULT_KIND_ENUM_COUNT; ++i) {
        assert_string_not_equal(svFaultKind_Text((svFaultKind)i), "unknown fault");
        const bool error = i == SV_FAULT_INDEX || i == SV_FAULT_NOT_FINITE;
        assert_int_equal(svFaultKind_Severity((svFaultKind)i), error ? SV_ERROR : SV_WARNING);
    }
    assert_string_equal(svFaultKind_Text(SV_FAULT_KIND_ENUM_COUNT), "unknown fault");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestCases),    cmocka_unit_test(TestNotFinite),
        cmocka_unit_test(TestZeroArea), cmocka_unit_test(TestCollinear),
        cmocka_unit_test(TestCap),      cmocka_unit_test(TestDuplicates),
        cmocka_unit_test(TestRefusals), cmocka_unit_test(TestKindTexts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
