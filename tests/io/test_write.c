// Writers: what is written reads back bit for bit, and a file is there complete or not at all.
#include "selvage/io.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/files.h"
#include "support/mesh_data.h"
#include "support/random.h"
#include "support/test.h"

enum { vertexCount = 500, triangleCount = 900 };

typedef struct Sample {
    double points[3 * vertexCount];
    float floats[3 * vertexCount];
    double widened[3 * vertexCount]; // the floats
    uint32_t triangles[3 * triangleCount];
} Sample;

static void FillSample(Sample* sample) {
    Random random = {21};
    for (int i = 0; i < 3 * vertexCount; ++i) {
        const int exponent = Random_Between(&random, -300, 300);
        sample->points[i] =
            i % 4 == 0 ? ldexp(Random_Signed(&random), exponent) : 10 * Random_Signed(&random);
        sample->floats[i] = (float)ldexp(Random_Signed(&random), exponent / 3);
        sample->widened[i] = (double)sample->floats[i];
    }
    sample->points[0] = -0.0;
    sample->points[1] = (double)INFINITY;
    sample->points[2] = 5e-324;
    for (int i = 0; i < 3 * triangleCount; ++i) {
        sample->triangles[i] = (uint32_t)Random_Below(&random, vertexCount);
    }
}

static svWriteMeshDef PlyDef(bool ascii, svFileScalar scalar) {
    svWriteMeshDef def = svDefaultWriteMeshDef();
    def.ascii = ascii;
    def.scalar = scalar;
    return def;
}

// Writes, reads, and expects these positions and this type.
static void RoundTrip(const char* name, const svWriteMeshDef* def, const svMeshView* view,
                      const double* expected, svScalar scalar) {
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    const TestFolder folder = TestFolder_Make();
    const char* path = TestFolder_Path(&folder, name);
    assert_int_equal(svWriteMesh(context, path, def, view), SV_OK);
    assert_int_equal(TestFolder_Count(&folder), 1);
    svMeshData mesh = {0};
    assert_int_equal(svReadMesh(context, path, NULL, &mesh), SV_OK);
    TestMesh_Expect(&mesh, expected, view->positions.count, view->triangles, view->triangleCount);
    assert_int_equal(mesh.scalar, scalar);
    assert_int_equal(messages.warnings, 0);
    svMeshData_Destroy(context, &mesh);
    assert_int_equal(svContext_BytesInUse(context), 0);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

static void TestRoundTrips(void** state) {
    (void)state;
    static Sample sample;
    FillSample(&sample);
    svMeshView view = {svPositions_Double(sample.points, vertexCount), sample.triangles,
                       triangleCount};
    const svWriteMeshDef text = PlyDef(true, SV_FILE_SCALAR_AS_GIVEN);
    const svWriteMeshDef textDouble = PlyDef(true, SV_FILE_SCALAR_DOUBLE);
    const svWriteMeshDef binaryDouble = PlyDef(false, SV_FILE_SCALAR_DOUBLE);
    const svWriteMeshDef textFloat = PlyDef(true, SV_FILE_SCALAR_FLOAT);
    const svWriteMeshDef binaryFloat = PlyDef(false, SV_FILE_SCALAR_FLOAT);
    RoundTrip("a.obj", NULL, &view, sample.points, SV_DOUBLE);
    RoundTrip("a.OFF", NULL, &view, sample.points, SV_DOUBLE);
    RoundTrip("a.ply", NULL, &view, sample.points, SV_DOUBLE);
    RoundTrip("a.ply", &text, &view, sample.points, SV_DOUBLE);
    RoundTrip("a.ply", &textDouble, &view, sample.points, SV_DOUBLE);
    // Doubles that are floats may be written as such.
    view.positions = svPositions_Double(sample.widened, vertexCount);
    RoundTrip("a.ply", &textFloat, &view, sample.widened, SV_FLOAT);
    RoundTrip("a.ply", &binaryFloat, &view, sample.widened, SV_FLOAT);
    view.positions = svPositions_Float(sample.floats, vertexCount);
    RoundTrip("a.obj", NULL, &view, sample.widened, SV_DOUBLE);
    RoundTrip("a.off", NULL, &view, sample.widened, SV_DOUBLE);
    RoundTrip("a.ply", NULL, &view, sample.widened, SV_FLOAT);
    RoundTrip("a.ply", &text, &view, sample.widened, SV_FLOAT);
    RoundTrip("a.ply", &binaryDouble, &view, sample.widened, SV_DOUBLE);
    const svMeshView empty = {svPositions_Double(NULL, 0), NULL, 0};
    RoundTrip("a.obj", NULL, &empty, NULL, SV_DOUBLE);
    RoundTrip("a.off", NULL, &empty, NULL, SV_DOUBLE);
    RoundTrip("a.ply", NULL, &empty, NULL, SV_DOUBLE);
    RoundTrip("a.ply", &textFloat, &empty, NULL, SV_FLOAT);
    RoundTrip("a.stl", NULL, &empty, NULL, SV_FLOAT);
}

// A sphere-like strip without repeated positions comes back from STL vertex by vertex.
static void TestStl(void** state) {
    (void)state;
    static const float points[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0.1f, 2, 1, 0};
    static const uint32_t triangles[9] = {0, 1, 2, 1, 3, 2, 3, 1, 4};
    double widened[15];
    for (int i = 0; i < 15; ++i) {
        widened[i] = (double)points[i];
    }
    const svMeshView view = {svPositions_Float(points, 5), triangles, 3};
    RoundTrip("a.stl", NULL, &view, widened, SV_FLOAT);

    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    const TestFolder folder = TestFolder_Make();
    const char* path = TestFolder_Path(&folder, "normal.stl");
    assert_int_equal(svWriteMesh(context, path, NULL, &view), SV_OK);
    size_t size;
    char* bytes = TestFile_Read(path, &size);
    assert_int_equal(size, 84 + 3 * 50);
    assert_memory_equal(bytes + 80, "\3\0\0\0", 4);
    assert_memory_equal(bytes + 84, "\0\0\0\0\0\0\0\0\0\0\x80\x3f", 12); // the normal 0 0 1
    free(bytes);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

static void TestRounding(void** state) {
    (void)state;
    double points[9] = {0.1, 0, 0, 1, 0.2, 0, 0, 1, 0};
    static const uint32_t triangle[3] = {0, 1, 2};
    const svMeshView view = {svPositions_Double(points, 3), triangle, 1};
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    const TestFolder folder = TestFolder_Make();
    const char* path = TestFolder_Path(&folder, "a.stl");
    assert_int_equal(svWriteMesh(context, path, NULL, &view), SV_OK);
    assert_int_equal(messages.warnings, 1);
    assert_non_null(strstr(messages.warning, "a.stl: 2 coordinates were rounded to float"));
    remove(path);
    points[4] = 1e39;
    assert_int_equal(svWriteMesh(context, path, NULL, &view), SV_ERROR_NOT_FINITE);
    assert_non_null(strstr(messages.error, "vertex 1: coordinate 1e+39 is beyond the range"));
    assert_int_equal(TestFolder_Count(&folder), 0);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

static void TestColors(void** state) {
    (void)state;
    static const double points[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const uint32_t triangle[3] = {0, 1, 2};
    static const uint8_t vertexColors[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    static const uint8_t faceColors[3] = {10, 20, 255};
    static const uint8_t faceContacts[1] = {1};
    const svMeshView view = {svPositions_Double(points, 3), triangle, 1};
    svWriteMeshDef def = PlyDef(true, SV_FILE_SCALAR_FLOAT);
    def.vertexColors = vertexColors;
    def.faceColors = faceColors;
    def.faceContacts = faceContacts;
    RoundTrip("a.ply", &def, &view, points, SV_FLOAT);
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    const TestFolder folder = TestFolder_Make();
    const char* path = TestFolder_Path(&folder, "color.ply");
    assert_int_equal(svWriteMesh(context, path, &def, &view), SV_OK);
    char* text = TestFile_Read(path, NULL);
    assert_string_equal(
        text, "ply\nformat ascii 1.0\ncomment Selvage\nelement vertex 3\nproperty float x\n"
              "property float y\nproperty float z\nproperty uchar red\nproperty uchar green\n"
              "property uchar blue\nelement face 1\nproperty list uchar int vertex_indices\n"
              "property uchar red\nproperty uchar green\nproperty uchar blue\n"
              "property uchar contact\nend_header\n"
              "0 0 0 1 2 3\n1 0 0 4 5 6\n0 1 0 7 8 9\n3 0 1 2 10 20 255 1\n");
    free(text);
    def.ascii = false;
    RoundTrip("a.ply", &def, &view, points, SV_FLOAT);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

static void TestStrided(void** state) {
    (void)state;
    typedef struct Vertex {
        float color;
        double position[3];
        int id;
    } Vertex;
    static const Vertex vertices[2] = {{1, {1, 2, 3}, 7}, {2, {4, 5, 6}, 8}};
    static const double expected[6] = {1, 2, 3, 4, 5, 6};
    const svMeshView view = {{vertices[0].position, 2, sizeof(Vertex), SV_DOUBLE}, NULL, 0};
    RoundTrip("a.ply", NULL, &view, expected, SV_DOUBLE);
    RoundTrip("a.obj", NULL, &view, expected, SV_DOUBLE);
}

static void TestArguments(void** state) {
    (void)state;
    static const double points[9] = {0};
    static const uint32_t good[3] = {0, 1, 2};
    static const uint32_t bad[6] = {0, 1, 2, 0, 1, 3};
    static const uint8_t colors[9] = {0};
    svMeshView view = {svPositions_Double(points, 3), bad, 2};
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    const TestFolder folder = TestFolder_Make();
    const char* obj = TestFolder_Path(&folder, "a.obj");
    assert_int_equal(svWriteMesh(context, obj, NULL, &view), SV_ERROR_MESH);
    assert_non_null(
        strstr(messages.error, "triangle 1: vertex index 3 is out of range (3 vertices)"));
    view.triangles = good;
    view.triangleCount = 1;
    svWriteMeshDef def = svDefaultWriteMeshDef();
    def.vertexColors = colors;
    assert_int_equal(svWriteMesh(context, obj, &def, &view), SV_ERROR_ARGUMENT);
    def = svDefaultWriteMeshDef();
    def.structSize = 0;
    assert_int_equal(svWriteMesh(context, obj, &def, &view), SV_ERROR_ARGUMENT);
    def = svDefaultWriteMeshDef();
    def.ascii = true;
    const char* stl = TestFolder_Path(&folder, "a.stl");
    assert_int_equal(svWriteMesh(context, stl, &def, &view), SV_ERROR_ARGUMENT);
    const char* odd = TestFolder_Path(&folder, "a.xyz");
    assert_int_equal(svWriteMesh(context, odd, NULL, &view), SV_ERROR_ARGUMENT);
    for (int i = 0; i < 4; ++i) {
        svMeshView nonsense = view;
        nonsense.positions.stride = i == 0 ? 0 : i == 1 ? 20 : 24;
        nonsense.positions.scalar = i == 2 ? (svScalar)7 : SV_DOUBLE;
        nonsense.positions.data = i == 3 ? (const char*)points + 4 : (const char*)points;
        assert_int_equal(svWriteMesh(context, obj, NULL, &nonsense), SV_ERROR_ARGUMENT);
        assert_non_null(strstr(messages.error, "a.obj: the positions are null, or their stride"));
    }
    def = svDefaultWriteMeshDef();
    def.format = SV_MESH_OFF;
    assert_int_equal(TestFolder_Count(&folder), 0);
    assert_int_equal(svWriteMesh(context, odd, &def, &view), SV_OK);
    assert_int_equal(TestFolder_Count(&folder), 1);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

// A full disk, played by a limit on the size of files: the old file stays as it was.
static void TestFullDisk(void** state) {
    (void)state;
    static Sample sample;
    FillSample(&sample);
    const svMeshView view = {svPositions_Double(sample.points, vertexCount), sample.triangles,
                             triangleCount};
    static const char* const names[] = {"a.obj", "a.ply", "a.off"};
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < 3; ++i) {
        TestMessages messages;
        svContext* context = TestMessages_NewContext(&messages);
        const TestFolder folder = TestFolder_Make();
        const char* path = TestFolder_Path(&folder, names[i]);
        TestFile_WriteText(path, "old");
        struct rlimit limit = before;
        limit.rlim_cur = 1000;
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        const svStatus status = svWriteMesh(context, path, NULL, &view);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        assert_int_equal(status, SV_ERROR_FILE);
        assert_int_equal(messages.errors, 1);
        assert_non_null(strstr(messages.error, names[i]));
        assert_non_null(strstr(messages.error, "cannot write: File too large"));
        assert_int_equal(TestFolder_Count(&folder), 1);
        char* text = TestFile_Read(path, NULL);
        assert_string_equal(text, "old");
        free(text);
        assert_int_equal(svContext_BytesInUse(context), 0);
        TestFolder_Remove(&folder);
        svContext_Destroy(context);
    }
    signal(SIGXFSZ, SIG_DFL);
}

static void TestUnwritable(void** state) {
    (void)state;
    static const double points[9] = {0};
    const svMeshView view = {svPositions_Double(points, 3), NULL, 0};
    svWriteMeshDef def = svDefaultWriteMeshDef();
    def.format = SV_MESH_OBJ;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    const TestFolder folder = TestFolder_Make();
    assert_int_equal(svWriteMesh(context, TestFolder_Path(&folder, "no/a.obj"), NULL, &view),
                     SV_ERROR_FILE);
    assert_non_null(strstr(messages.error, "no/a.obj: cannot create a file in this folder"));
    assert_int_equal(svWriteMesh(context, folder.path, &def, &view), SV_ERROR_FILE);
    assert_non_null(strstr(messages.error, "not a regular file"));
    // A device must not be replaced by a file.
    const char* fifo = TestFolder_Path(&folder, "pipe.obj");
    assert_int_equal(mkfifo(fifo, 0600), 0);
    assert_int_equal(svWriteMesh(context, fifo, NULL, &view), SV_ERROR_FILE);
    struct stat info;
    assert_int_equal(stat(fifo, &info), 0);
    assert_true(S_ISFIFO(info.st_mode));
    assert_int_equal(TestFolder_Count(&folder), 1);
    assert_int_equal(svContext_BytesInUse(context), 0);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestRoundTrips), cmocka_unit_test(TestStl),
        cmocka_unit_test(TestRounding),   cmocka_unit_test(TestColors),
        cmocka_unit_test(TestStrided),    cmocka_unit_test(TestArguments),
        cmocka_unit_test(TestFullDisk),   cmocka_unit_test(TestUnwritable)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
