// OBJ: index forms, polygons, joined lines, line ends, and what is passed over.
#include "selvage/io.h"

#include <string.h>

#include "support/files.h"
#include "support/mesh_data.h"
#include "support/test.h"

static const double square[12] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
static const uint32_t fan[6] = {0, 1, 2, 0, 2, 3};

static void ExpectSquare(const char* text, int warnings) {
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svMeshData mesh = TestMesh_ReadText(context, "square.obj", text);
    TestMesh_Expect(&mesh, square, 4, fan, 2);
    assert_int_equal(mesh.scalar, SV_DOUBLE);
    assert_int_equal(messages.warnings, warnings);
    assert_int_equal(messages.errors, 0);
    svMeshData_Destroy(context, &mesh);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

#define VERTICES "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"

static void TestIndexForms(void** state) {
    (void)state;
    ExpectSquare(VERTICES "f 1 2 3 4\n", 0);
    ExpectSquare(VERTICES "f 1/7 2/8 3/9 4/9\n", 0);
    ExpectSquare(VERTICES "f 1//7 2//8 3//9 4//9\n", 0);
    ExpectSquare(VERTICES "f 1/1/1 2/2/2 3/3/3 4/4/4\n", 0);
    ExpectSquare(VERTICES "f 1/ 2/ 3/ 4/\n", 0);
    ExpectSquare(VERTICES "f -4 -3 -2 -1\n", 0);
    ExpectSquare(VERTICES "f -4//-1 -3/-1 -2/-1/-1 -1\n", 0);
    ExpectSquare(VERTICES "f 1 2 3\nf 1 3 4\n", 0);
    ExpectSquare("f 1 2 3 4\n" VERTICES, 0); // vertices may come later
    // Negative indices count back from the vertices read so far.
    ExpectSquare("v 0 0 0\nv 1 0 0\nv 1 1 0\nf -3 -2 -1\nv 0 1 0\nf -4 -2 -1\n", 0);
}

static void TestLayout(void** state) {
    (void)state;
    ExpectSquare("# top\r\nv 0 0 0\r\nv 1 0 0\r\nv 1 1 0\r\nv 0 1 0\r\nf 1 2 3 4\r\n", 0);
    ExpectSquare("v 0 0 0\rv 1 0 0\rv 1 1 0\rv 0 1 0\rf 1 2 3 4\r", 0);
    ExpectSquare(VERTICES "f 1 2 3 4", 0); // no line end at the end
    ExpectSquare("\n\n  \t v\t0 0   0 \nv 1 0 0 # right\nv 1 1 0\nv 0 1 0\n\tf  1 2  3 4 #f\n", 0);
    ExpectSquare(VERTICES "f 1 2 \\\n 3 4\n", 0);
    ExpectSquare(VERTICES "f 1 2 \\\r\n3 4\r\n", 0);
    ExpectSquare("v 0 \\\n0 \\\n0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1\\\n 2 3 4\n", 0);
    ExpectSquare("v 0 0 0 1.0\nv 1 0 0 1 0 0\nv 1 1 0 0.5\nv 0 1 0\nf 1 2 3 4\n", 0);
    // A comment is not joined to the next line: Windows paths end in backslashes.
    ExpectSquare("# c:\\meshes\\\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n", 0);
}

static void TestOtherStatements(void** state) {
    (void)state;
    ExpectSquare(
        "mtllib a.mtl\no square\ng a b c\ns off\nusemtl m\nvn 0 0 1\nvt 0 0\nvp 1\n" VERTICES
        "l 1 2\np 1\ncurv 0 1 \\\n 1 2 \\\n 3\nf 1 2 3 4\n",
        0);
    ExpectSquare(VERTICES "frobnicate 1 2 3\nxyzzy\nf 1 2 3 4\n", 1);
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svMeshData mesh = TestMesh_ReadText(context, "odd.obj", VERTICES "frobnicate\nxyzzy\n");
    assert_string_equal(messages.warning, "odd.obj:5: unknown OBJ statement (2 in all)");
    svMeshData_Destroy(context, &mesh);
    svContext_Destroy(context);
}

// Not known by its name: recognised by its first statement.
static void TestRecognised(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svMeshData mesh = TestMesh_ReadText(context, "mesh", "# comment\n\n" VERTICES "f 1 2 3 4\n");
    TestMesh_Expect(&mesh, square, 4, fan, 2);
    svMeshData_Destroy(context, &mesh);
    mesh = TestMesh_ReadText(context, NULL, VERTICES);
    TestMesh_Expect(&mesh, square, 4, NULL, 0);
    svMeshData_Destroy(context, &mesh);
    // Comments alone are an empty mesh.
    mesh = TestMesh_ReadText(context, "none.obj", "# nothing\n");
    TestMesh_Expect(&mesh, NULL, 0, NULL, 0);
    svContext_Destroy(context);
}

// Lines of a million characters, and an error after them with the right line.
static void TestLongLines(void** state) {
    (void)state;
    enum { size = 1 << 20 };
    static char text[size + 100];
    memset(text, ' ', size);
    text[0] = '#';
    snprintf(text + size, sizeof(text) - size, "\n" VERTICES "f 1 2 3 9\n");
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svMeshData mesh = {0};
    assert_int_equal(svReadMeshMemory(context, "long.obj", text, strlen(text), NULL, &mesh),
                     SV_ERROR_FORMAT);
    assert_string_equal(messages.error, "long.obj:6: face 0: vertex index 9 is out of range "
                                        "(the file has 4 vertices)");
    // One word of a million letters: the message is short all the same.
    memset(text, 'a', size);
    text[0] = 'v';
    text[1] = ' ';
    assert_int_equal(svReadMeshMemory(context, "long.obj", text, strlen(text), NULL, &mesh),
                     SV_ERROR_FORMAT);
    assert_string_equal(messages.error, "long.obj:1: expected the x coordinate, found "
                                        "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaa...\"");
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

static void TestArguments(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svMeshData mesh = {0};
    svReadMeshDef def = svDefaultReadMeshDef();
    def.structSize = 0;
    assert_int_equal(svReadMeshMemory(context, "a.obj", "v 0 0 0", 7, &def, &mesh),
                     SV_ERROR_ARGUMENT);
    assert_int_equal(svReadMesh(context, NULL, NULL, &mesh), SV_ERROR_ARGUMENT);
    assert_int_equal(svReadMesh(context, "a.obj", NULL, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(svReadMesh(NULL, "a.obj", NULL, &mesh), SV_ERROR_ARGUMENT);
    // The format can be forced against name and contents.
    def = svDefaultReadMeshDef();
    def.format = SV_MESH_OFF;
    assert_int_equal(svReadMeshMemory(context, "a.obj", "v 0 0 0", 7, &def, &mesh),
                     SV_ERROR_FORMAT);
    assert_string_equal(messages.error, "a.obj:1: expected the number of vertices, found \"v\"");
    svContext_Destroy(context);
}

static void TestUnreadable(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    const TestFolder folder = TestFolder_Make();
    svMeshData mesh = {0};
    assert_int_equal(svReadMesh(context, folder.path, NULL, &mesh), SV_ERROR_FILE);
    assert_non_null(strstr(messages.error, folder.path));
    assert_non_null(strstr(messages.error, "Is a directory"));
    assert_int_equal(svReadMesh(context, TestFolder_Path(&folder, "none.obj"), NULL, &mesh),
                     SV_ERROR_FILE);
    assert_non_null(strstr(messages.error, "none.obj: cannot open: No such file"));
    assert_int_equal(svContext_BytesInUse(context), 0);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

static svStatus ReadLabelled(svContext* context, const char* text, svMeshData* mesh) {
    svReadMeshDef def = svDefaultReadMeshDef();
    def.uvs = def.groups = true;
    return svReadMeshMemory(context, "a.obj", text, strlen(text), &def, mesh);
}

// Texture coordinates follow the fan of a polygon; those of a corner may be missing, come later or
// be counted backwards. Nobody who does not ask for them gets them.
static void TestTextureCoordinates(void** state) {
    (void)state;
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
                               "vt 0.5\nvt 2 0.25 7\nf 1/2 2/-2/1 3/3 4/4\nf 1//1 2 3/1\n"
                               "vt 3 4\nvt -5 6\n";
    static const double expected[12] = {2, 0.25, 0.5, 0, 3, 4, 2, 0.25, 3, 4, -5, 6};
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svMeshData mesh = {0};
    assert_int_equal(ReadLabelled(context, text, &mesh), SV_OK);
    assert_int_equal(mesh.triangleCount, 3);
    assert_non_null(mesh.uvs);
    assert_memory_equal(mesh.uvs, expected, sizeof(expected));
    for (int i = 12; i < 16; ++i) {
        assert_true(mesh.uvs[i] != mesh.uvs[i]);
    }
    assert_true(mesh.uvs[16] == 0.5 && mesh.uvs[17] == 0);
    assert_true(mesh.groups == NULL && mesh.groupCount == 0);
    svMeshData_Destroy(context, &mesh);
    assert_int_equal(svReadMeshMemory(context, "a.obj", text, strlen(text), NULL, &mesh), SV_OK);
    assert_null(mesh.uvs);
    svMeshData_Destroy(context, &mesh);
    static const char* const bad[][2] = {
        {"v 0 0 0\nvt 0 0\nf 1/1 1/2 1/1\n",
         "a.obj:3: face 0: texture index 2 is out of range (the file has 1 vt)"},
        {"v 0 0 0\nvt 0 0\nf 1/1 1/-2 1/1\n",
         "a.obj:3: face 0: texture index -2 is out of range (1 vt so far)"},
        {"v 0 0 0\nvt x\n", "a.obj:2: expected the u coordinate, found \"x\""},
        {"v 0 0 0\nvt 0 y\n", "a.obj:2: expected the v coordinate, found \"y\""}};
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(ReadLabelled(context, bad[i][0], &mesh), SV_ERROR_FORMAT);
        assert_string_equal(messages.error, bad[i][1]);
    }
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

// Runs of triangles: of a group until the next g, of an object until the next o; two names at once;
// a name twice; none of triangles that have no name, and no run without triangles.
static void TestGroups(void** state) {
    (void)state;
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
                               "f 1 2 3\no shirt\ng waist hem\nf 1 2 3 4\ng\nf 1 2 3\n"
                               "g empty\ng waist\nf 1 2 4\no trousers\nf 2 3 4\n";
    static const struct {
        const char* name;
        size_t first, count;
    } expected[] = {
        {"shirt", 1, 4}, {"waist", 1, 2}, {"hem", 1, 2}, {"waist", 4, 2}, {"trousers", 5, 1}};
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svMeshData mesh = {0};
    assert_int_equal(ReadLabelled(context, text, &mesh), SV_OK);
    assert_int_equal(mesh.triangleCount, 6);
    assert_null(mesh.uvs);
    assert_int_equal(mesh.groupCount, 5);
    for (size_t i = 0; i < 5; ++i) {
        assert_string_equal(mesh.groups[i].name, expected[i].name);
        assert_int_equal(mesh.groups[i].firstTriangle, expected[i].first);
        assert_int_equal(mesh.groups[i].triangleCount, expected[i].count);
    }
    svMeshData_Destroy(context, &mesh);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestIndexForms),      cmocka_unit_test(TestLayout),
        cmocka_unit_test(TestOtherStatements), cmocka_unit_test(TestRecognised),
        cmocka_unit_test(TestLongLines),       cmocka_unit_test(TestArguments),
        cmocka_unit_test(TestUnreadable),      cmocka_unit_test(TestTextureCoordinates),
        cmocka_unit_test(TestGroups)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
