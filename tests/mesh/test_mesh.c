// The mesh object: what it copies, what it refuses, its motion, its summary.
#include "selvage/mesh.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/allocator.h"
#include "support/meshes.h"
#include "support/test.h"

typedef struct Messages {
    int count;
    char text[8][256];
} Messages;

static void Receive(svSeverity severity, const char* text, void* user) {
    Messages* const messages = user;
    assert_true(messages->count < 8);
    snprintf(messages->text[messages->count++], sizeof(messages->text[0]), "%c %s",
             severity == SV_ERROR ? 'E' : 'W', text);
}

static svContext* NewContext(TestAllocator* allocator, Messages* messages) {
    *allocator = TestAllocator_Make();
    svContextDef def = svDefaultContextDef();
    def.allocator = TestAllocator_Hooks(allocator);
    if (messages != NULL) {
        *messages = (Messages){0};
        def.message = Receive;
        def.messageUser = messages;
    }
    svContext* context = NULL;
    assert_int_equal(svContext_Create(&def, &context), SV_OK);
    return context;
}

static void CloseContext(svContext* context, const TestAllocator* allocator) {
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
    assert_int_equal(allocator->live, 0);
}

// Makes a mesh and frees the list that it was made from: the mesh must have its own.
static svMesh* NewMesh(svContext* context, TestMesh list) {
    svMeshDef def = svDefaultMeshDef();
    def.triangles = list.triangles;
    def.triangleCount = list.triangleCount;
    def.vertexCount = list.vertexCount;
    svMesh* mesh = NULL;
    assert_int_equal(svMesh_Create(context, &def, &mesh), SV_OK);
    memset(list.triangles, 0xff, (size_t)3 * list.triangleCount * sizeof(*list.triangles));
    TestMesh_Free(&list);
    return mesh;
}

static void TestCreate(void** state) {
    TestAllocator allocator;
    Messages messages;
    svContext* context = NewContext(&allocator, &messages);
    (void)state;
    svMesh* mesh = NewMesh(context, TestMesh_Cube());
    const svTopology* const topology = svMesh_GetTopology(mesh);
    assert_int_equal(topology->triangleCount, 12);
    assert_int_equal(topology->vertexCount, 8);
    assert_int_equal(topology->edgeCount, 18);
    assert_int_equal(topology->triangles[1], 2);
    assert_string_equal(svMesh_Name(mesh), "");
    assert_null(svMesh_UserData(mesh));
    assert_ptr_equal(svMesh_GetContext(mesh), context);
    assert_int_equal(messages.count, 0);
    svMesh_Destroy(mesh);
    svMesh_Destroy(NULL);

    svMeshDef def = svDefaultMeshDef();
    char name[] = "nothing";
    def.name = name;
    def.user = &def;
    assert_int_equal(svMesh_Create(context, &def, &mesh), SV_OK);
    name[0] = 'x';
    assert_string_equal(svMesh_Name(mesh), "nothing");
    assert_ptr_equal(svMesh_UserData(mesh), &def);
    assert_int_equal(svMesh_GetTopology(mesh)->triangleCount, 0);
    svMesh_Destroy(mesh);
    CloseContext(context, &allocator);
}

static void TestCreateRefuses(void** state) {
    TestAllocator allocator;
    svContext* context = NewContext(&allocator, NULL);
    const uint32_t triangles[6] = {0, 1, 2, 2, 600, 601};
    svMesh* const untouched = (svMesh*)&allocator;
    svMesh* mesh = untouched;
    svMeshDef def = svDefaultMeshDef();
    (void)state;
    assert_int_equal(svMesh_Create(NULL, &def, &mesh), SV_ERROR_ARGUMENT);
    assert_int_equal(svMesh_Create(context, NULL, &mesh), SV_ERROR_ARGUMENT);
    assert_int_equal(svMesh_Create(context, &def, NULL), SV_ERROR_ARGUMENT);
    def.structSize = 0;
    assert_int_equal(svMesh_Create(context, &def, &mesh), SV_ERROR_ARGUMENT);
    def = svDefaultMeshDef();
    def.triangleCount = 2;
    assert_int_equal(svMesh_Create(context, &def, &mesh), SV_ERROR_ARGUMENT);
    def.triangles = triangles;
#if SIZE_MAX > UINT32_MAX
    def.vertexCount = (size_t)UINT32_MAX + 1;
    assert_int_equal(svMesh_Create(context, &def, &mesh), SV_ERROR_ARGUMENT);
#endif
    def.vertexCount = 600;
    def.triangleCount = SIZE_MAX;
    assert_int_equal(svMesh_Create(context, &def, &mesh), SV_ERROR_ARGUMENT);
    def.triangleCount = 2;
    assert_int_equal(svMesh_Create(context, &def, &mesh), SV_ERROR_MESH);
    assert_string_equal(svContext_LastError(context),
                        "face 1: vertex index 600 is out of range (mesh has 600 vertices); 2 such "
                        "faults in all");
    def.name = "cloth";
    assert_int_equal(svMesh_Create(context, &def, &mesh), SV_ERROR_MESH);
    assert_memory_equal(svContext_LastError(context), "cloth: face 1: ", 15);
    assert_ptr_equal(mesh, untouched);
    CloseContext(context, &allocator);
}

// One line per kind, with the first place and the number of others.
static void TestWarnings(void** state) {
    TestAllocator allocator;
    Messages messages;
    svContext* context = NewContext(&allocator, &messages);
    const uint32_t triangles[] = {0, 1, 2, 1, 0, 3, 0, 1, 4, 4, 4, 2, 4, 4, 4};
    svMeshDef def = svDefaultMeshDef();
    def.triangles = triangles;
    def.triangleCount = 5;
    def.vertexCount = 6;
    def.name = "shirt";
    svMesh* mesh = NULL;
    (void)state;
    assert_int_equal(svMesh_Create(context, &def, &mesh), SV_OK);
    assert_int_equal(messages.count, 3);
    assert_string_equal(messages.text[0],
                        "W shirt: face 3: vertex 4 is repeated, the face is a segment; 1 more of "
                        "this kind (repeated vertex)");
    assert_string_equal(messages.text[1],
                        "W shirt: edge (0, 1): is non-manifold, 3 faces meet there");
    assert_string_equal(messages.text[2], "W shirt: vertex 5: no face has it");
    svMesh_Destroy(mesh);
    CloseContext(context, &allocator);
}

static void ExpectMotionRefused(svMesh* mesh, const svPositions* x0, const svPositions* x1,
                                svStatus status, const char* part) {
    svPositions before[2] = {{0}, {0}};
    svPositions after[2] = {{0}, {0}};
    svMesh_GetMotion(mesh, &before[0], &before[1]);
    assert_int_equal(svMesh_SetMotion(mesh, x0, x1), status);
    assert_non_null(strstr(svContext_LastError(svMesh_GetContext(mesh)), part));
    svMesh_GetMotion(mesh, &after[0], &after[1]);
    for (int i = 0; i < 2; ++i) {
        assert_ptr_equal(after[i].data, before[i].data);
        assert_int_equal(after[i].stride, before[i].stride);
    }
}

static void TestMotion(void** state) {
    TestAllocator allocator;
    svContext* context = NewContext(&allocator, NULL);
    svMesh* mesh = NewMesh(context, TestMesh_Tetrahedron());
    double a[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    float b[4][8] = {{0}};
    const svPositions x0 = svPositions_Double(a, 4);
    const svPositions x1 = {&b[0][2], 4, sizeof(b[0]), SV_FLOAT};
    svPositions y0;
    svPositions y1;
    (void)state;
    b[1][0] = NAN; // beside the positions
    assert_false(svMesh_GetMotion(mesh, &y0, &y1));
    assert_false(svMesh_IsStatic(mesh));
    assert_int_equal(svMesh_SetMotion(mesh, &x0, &x1), SV_OK);
    assert_false(svMesh_IsStatic(mesh));
    assert_true(svMesh_GetMotion(mesh, &y0, &y1));
    assert_ptr_equal(y0.data, a);
    assert_ptr_equal(y1.data, &b[0][2]);
    // Views, not copies.
    double point[3];
    a[4] = 7;
    svPositions_Get(&y0, 1, point);
    assert_true(point[1] == 7);
    assert_int_equal(svMesh_SetMotion(mesh, &x0, &x0), SV_OK);
    assert_true(svMesh_IsStatic(mesh));
    const svPositions copy = svPositions_Double(a, 4);
    assert_int_equal(svMesh_SetMotion(mesh, &x1, &x0), SV_OK);
    assert_false(svMesh_IsStatic(mesh));
    assert_int_equal(svMesh_SetMotion(mesh, &x0, &copy), SV_OK);
    assert_true(svMesh_IsStatic(mesh));
    svMesh_Destroy(mesh);
    CloseContext(context, &allocator);
}

static void TestMotionRefuses(void** state) {
    TestAllocator allocator;
    svContext* context = NewContext(&allocator, NULL);
    svMesh* mesh = NewMesh(context, TestMesh_Tetrahedron());
    double a[16] = {0};
    float b[16] = {0};
    const svPositions x0 = svPositions_Double(a, 4);
    const svPositions x1 = svPositions_Float(b, 4);
    svPositions bad = x0;
    (void)state;
    assert_int_equal(svMesh_SetMotion(NULL, &x0, &x1), SV_ERROR_ARGUMENT);
    ExpectMotionRefused(mesh, NULL, &x1, SV_ERROR_ARGUMENT, "null");
    ExpectMotionRefused(mesh, &x0, NULL, SV_ERROR_ARGUMENT, "null");
    assert_int_equal(svMesh_SetMotion(mesh, &x0, &x1), SV_OK);
    bad.count = 5;
    ExpectMotionRefused(mesh, &x0, &bad, SV_ERROR_ARGUMENT, "5 positions at t1 for 4 vertices");
    bad = x0;
    bad.data = NULL;
    ExpectMotionRefused(mesh, &bad, &x1, SV_ERROR_ARGUMENT, "positions at t0: the pointer is null");
    bad = x0;
    bad.stride = 16;
    ExpectMotionRefused(mesh, &bad, &x1, SV_ERROR_ARGUMENT, "stride of 16");
    bad.stride = 28;
    ExpectMotionRefused(mesh, &bad, &x1, SV_ERROR_ARGUMENT, "stride of 28");
    bad = x1;
    bad.data = (const char*)b + 2;
    ExpectMotionRefused(mesh, &x0, &bad, SV_ERROR_ARGUMENT, "address");
    bad = x0;
    bad.scalar = (svScalar)7;
    ExpectMotionRefused(mesh, &x0, &bad, SV_ERROR_ARGUMENT, "scalar type 7");
    a[7] = (double)NAN;
    ExpectMotionRefused(mesh, &x0, &x1, SV_ERROR_NOT_FINITE, "vertex 2: y at t0 is NaN");
    a[7] = 0;
    b[11] = -INFINITY;
    ExpectMotionRefused(mesh, &x0, &x1, SV_ERROR_NOT_FINITE, "vertex 3: z at t1 is -infinity");
    svMesh_Destroy(mesh);
    CloseContext(context, &allocator);
}

static void TestInfo(void** state) {
    TestAllocator allocator;
    svContext* context = NewContext(&allocator, NULL);
    // A cube and, touching nothing, a triangle of zero area and a vertex of its own.
    TestMesh cube = TestMesh_Cube();
    uint32_t list[13 * 3];
    memcpy(list, cube.triangles, 36 * sizeof(*list));
    list[36] = 8, list[37] = 9, list[38] = 10;
    TestMesh_Free(&cube);
    svMesh* mesh = NewMesh(context, TestMesh_Copy(list, 13, 12));
    (void)state;
    svMeshInfo info;
    assert_int_equal(svMesh_GetInfo(NULL, &info), SV_ERROR_ARGUMENT);
    assert_int_equal(svMesh_GetInfo(mesh, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(svMesh_GetInfo(mesh, &info), SV_OK);
    assert_int_equal(info.vertexCount, 12);
    assert_int_equal(info.triangleCount, 13);
    assert_int_equal(info.edgeCount, 21);
    assert_int_equal(info.boundaryEdgeCount, 3);
    assert_int_equal(info.loopCount, 1);
    assert_int_equal(info.componentCount, 2);
    assert_int_equal(info.islandCount, 2);
    assert_int_equal(info.euler, 3);
    assert_false(info.closed);
    assert_true(info.consistent && info.orientable && info.manifold);
    assert_false(info.hasBounds);
    assert_int_equal(info.faultCounts[SV_FAULT_ISOLATED_VERTEX], 1);
    assert_int_equal(info.faultCounts[SV_FAULT_ZERO_AREA], 0);

    float xyz[12][3];
    double moved[12][3];
    for (int i = 0; i < 12; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            xyz[i][axis] = i < 8 ? (float)(i >> axis & 1) : (float)(2 * i);
            moved[i][axis] = (double)xyz[i][axis] - 10.5 * axis;
        }
    }
    const svPositions x0 = svPositions_Float(&xyz[0][0], 12);
    const svPositions x1 = svPositions_Double(&moved[0][0], 12);
    assert_int_equal(svMesh_SetMotion(mesh, &x0, &x1), SV_OK);
    assert_int_equal(svMesh_GetInfo(mesh, &info), SV_OK);
    assert_true(info.hasBounds);
    for (int axis = 0; axis < 3; ++axis) {
        // Vertex 11 is in no face and does not count.
        assert_true(info.lower0[axis] == 0 && info.upper0[axis] == 20);
        assert_true(info.lower1[axis] == -10.5 * axis && info.upper1[axis] == 20 - 10.5 * axis);
    }
    assert_int_equal(info.faultCounts[SV_FAULT_ZERO_AREA], 1);
    svMesh_Destroy(mesh);
    CloseContext(context, &allocator);
}

static void TestInfoOfSurfaces(void** state) {
    TestAllocator allocator;
    svContext* context = NewContext(&allocator, NULL);
    svMeshInfo info;
    (void)state;
    svMesh* mesh = NewMesh(context, TestMesh_Torus(7, 5));
    assert_int_equal(svMesh_GetInfo(mesh, &info), SV_OK);
    assert_int_equal(info.euler, 0);
    assert_true(info.closed && info.consistent && info.orientable && info.manifold);
    svMesh_Destroy(mesh);
    mesh = NewMesh(context, TestMesh_Moebius(7, 2));
    assert_int_equal(svMesh_GetInfo(mesh, &info), SV_OK);
    assert_int_equal(info.loopCount, 1);
    assert_true(!info.closed && !info.consistent && !info.orientable && info.manifold);
    assert_int_equal(info.faultCounts[SV_FAULT_WINDING], 2);
    svMesh_Destroy(mesh);
    mesh = NewMesh(context, TestMesh_Book(3));
    assert_int_equal(svMesh_GetInfo(mesh, &info), SV_OK);
    assert_false(info.manifold);
    svMesh_Destroy(mesh);
    // A triangle with a segment on one of its edges.
    mesh = NewMesh(context, TestMesh_Copy((const uint32_t[]){0, 1, 2, 0, 0, 1}, 2, 3));
    assert_int_equal(svMesh_GetInfo(mesh, &info), SV_OK);
    assert_int_equal(info.euler, 1);
    assert_true(info.manifold);
    svMesh_Destroy(mesh);
    mesh = NewMesh(context, TestMesh_Copy((const uint32_t[]){0}, 0, 0));
    const svPositions none = svPositions_Double(NULL, 0);
    assert_int_equal(svMesh_SetMotion(mesh, &none, &none), SV_OK);
    assert_int_equal(svMesh_GetInfo(mesh, &info), SV_OK);
    assert_false(info.closed);
    assert_false(info.hasBounds);
    svMesh_Destroy(mesh);
    CloseContext(context, &allocator);
}

// svMesh_Validate knows the motion.
static void TestValidate(void** state) {
    TestAllocator allocator;
    svContext* context = NewContext(&allocator, NULL);
    svMesh* mesh = NewMesh(context, TestMesh_Book(3));
    double xyz[15] = {0};
    const svPositions x = svPositions_Double(xyz, 5);
    svMeshReport report;
    (void)state;
    assert_int_equal(svMesh_Validate(NULL, 1, &report), SV_ERROR_ARGUMENT);
    assert_int_equal(svMesh_Validate(mesh, 1, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(svMesh_Validate(mesh, 10, &report), SV_OK);
    assert_int_equal(report.faultCount, 1);
    svMeshReport_Destroy(context, &report);
    assert_int_equal(svMesh_SetMotion(mesh, &x, &x), SV_OK);
    assert_int_equal(svMesh_Validate(mesh, 2, &report), SV_OK);
    assert_int_equal(report.counts[SV_FAULT_ZERO_AREA], 3);
    assert_int_equal(report.faultCount, 3);
    assert_int_equal(report.faults[0].kind, SV_FAULT_ZERO_AREA);
    assert_int_equal(report.faults[0].count, 0);
    svMeshReport_Destroy(context, &report);
    svMesh_Destroy(mesh);
    CloseContext(context, &allocator);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestCreate),         cmocka_unit_test(TestCreateRefuses),
        cmocka_unit_test(TestWarnings),       cmocka_unit_test(TestMotion),
        cmocka_unit_test(TestMotionRefuses),  cmocka_unit_test(TestInfo),
        cmocka_unit_test(TestInfoOfSurfaces), cmocka_unit_test(TestValidate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
