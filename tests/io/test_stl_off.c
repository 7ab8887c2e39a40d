// STL and OFF: which form it is, welding, and the variants of the header.
#include "selvage/io.h"

#include <math.h>
#include <string.h>

#include "support/files.h"
#include "support/mesh_data.h"
#include "support/test.h"

static const double soup[18] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
static const double welded[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
static const uint32_t soupTriangles[6] = {0, 1, 2, 3, 4, 5};
static const uint32_t weldedTriangles[6] = {0, 1, 2, 1, 3, 2};

// Two triangles as binary STL, little endian by hand.
static size_t BinaryStl(const char* header, uint8_t bytes[200]) {
    memset(bytes, 0, 200);
    memcpy(bytes, header, strlen(header) + 1);
    bytes[80] = 2;
    for (int i = 0; i < 18; ++i) {
        // 1.0f is 0x3f800000.
        uint8_t* to = bytes + 84 + 50 * (i / 9) + 12 + 4 * (i % 9);
        to[2] = soup[i] != 0 ? 0x80 : 0;
        to[3] = soup[i] != 0 ? 0x3f : 0;
    }
    return 84 + 2 * 50;
}

static void TestBinaryStl(void** state) {
    (void)state;
    static const char* const headers[] = {"binary", "solid binary\nfacet normal", "solid"};
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    for (int i = 0; i < 3; ++i) {
        uint8_t bytes[200];
        const size_t size = BinaryStl(headers[i], bytes);
        // By its size also without the extension.
        svMeshData mesh = TestMesh_ReadBytes(context, i == 0 ? "mesh" : "mesh.stl", bytes, size);
        TestMesh_Expect(&mesh, welded, 4, weldedTriangles, 2);
        assert_int_equal(mesh.scalar, SV_FLOAT);
        svMeshData_Destroy(context, &mesh);
        svReadMeshDef def = svDefaultReadMeshDef();
        assert_true(def.weld);
        def.weld = false;
        assert_int_equal(svReadMeshMemory(context, "mesh.stl", bytes, size, &def, &mesh), SV_OK);
        TestMesh_Expect(&mesh, soup, 6, soupTriangles, 2);
        svMeshData_Destroy(context, &mesh);
    }
    assert_int_equal(messages.warnings, 0);
    uint8_t bytes[200];
    const size_t size = BinaryStl("solid with a tail", bytes);
    svMeshData mesh = TestMesh_ReadBytes(context, "mesh.stl", bytes, size + 7);
    TestMesh_Expect(&mesh, welded, 4, weldedTriangles, 2);
    assert_string_equal(messages.warning, "mesh.stl: byte 184: bytes after the last triangle");
    svMeshData_Destroy(context, &mesh);
    svContext_Destroy(context);
}

static void TestTextStl(void** state) {
    (void)state;
    static const char* const text =
        "solid two words\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n"
        "   vertex 0 1e0 0\n  endloop\n endfacet\nendsolid two words\n"
        "SOLID\r\nFacet Normal nan -nan(ind) 0\r\nouter loop\r\nvertex 1.0 -0 0\r\nvertex 1 1 0\r\n"
        "vertex 0 1 -0.0\r\nendloop\r\nendfacet\r\nendsolid";
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svMeshData mesh = TestMesh_ReadText(context, "text", text);
    // -0 and 0 are one position, and the first of them stands.
    TestMesh_Expect(&mesh, welded, 4, weldedTriangles, 2);
    assert_int_equal(mesh.scalar, SV_DOUBLE);
    svMeshData_Destroy(context, &mesh);
    mesh = TestMesh_ReadText(context, "empty.stl", "solid\nendsolid\n");
    TestMesh_Expect(&mesh, NULL, 0, NULL, 0);
    // A loop of four corners is a fan; on one line is as good as on many.
    mesh = TestMesh_ReadText(context, "quad.stl",
                             "solid q\nfacet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0\n"
                             "vertex 0 1 0 vertex 1 1 0 endloop endfacet endsolid\n");
    static const uint32_t quad[6] = {0, 1, 2, 0, 2, 3};
    TestMesh_Expect(&mesh, welded, 4, quad, 2);
    svMeshData_Destroy(context, &mesh);
    svContext_Destroy(context);
}

// NaN is identical with itself, bit by bit; a difference in the last bit is one.
static void TestWeldBits(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svMeshData mesh = TestMesh_ReadText(
        context, "nan.stl",
        "solid\nfacet normal 0 0 0\nouter loop\nvertex nan 0 0\nvertex nan 0 0\nvertex 1 0 0\n"
        "vertex 1.0000000000000002 0 0\nvertex 0.1 0 0\nvertex 0.10000000000000001 0 0\nendloop\n"
        "endfacet\nendsolid\n");
    assert_int_equal(mesh.vertexCount, 4);
    assert_true(isnan(mesh.positions[0]));
    static const uint32_t expected[12] = {0, 0, 1, 0, 1, 2, 0, 2, 3, 0, 3, 3};
    assert_int_equal(mesh.triangleCount, 4);
    assert_memory_equal(mesh.triangles, expected, sizeof(expected));
    svMeshData_Destroy(context, &mesh);
    svContext_Destroy(context);
}

static void TestOff(void** state) {
    (void)state;
    static const char* const texts[] = {
        "OFF\n4 2 0\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n3 0 1 2\n3 1 3 2\n",
        "OFF 4 2 0\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n3 0 1 2\n3 1 3 2",
        "OFF 4 2\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n3 0 1 2\n3 1 3 2",
        "# first\nOFF # keyword\n\n# counts\n4 2 5 # and edges\n0 0 0\n\n1 0 0 # right\n# up\n"
        "0 1 0\n1 1 0\n3 0 1 2 # a\n#\n3 1 3 2\n# end",
        "OFF\r\n4 2 0\r\n0 0 0\r\n1 0 0\r\n0 1 0\r\n1 1 0\r\n3 0 1 2\r\n3 1 3 2\r\n",
        "COFF\n4 2 0\n0 0 0 255 0 0 255\n1 0 0 0 0 0 0\n0 1 0 .5 .5 .5 1\n1 1 0 1 1 1 1\n"
        "3 0 1 2 255 0 0\n3 1 3 2 7\n",
        "NOFF\n4 2 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n0 1 0 0 0 1\n1 1 0 0 0 1\n3 0 1 2\n3 1 3 2\n",
        "STCNOFF\n4 2 0\n0 0 0 1\n1 0 0 1\n0 1 0 1\n1 1 0 1\n3 0 1 2\n3 1 3 2\n"};
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); ++i) {
        svMeshData mesh = TestMesh_ReadText(context, "mesh", texts[i]);
        TestMesh_Expect(&mesh, welded, 4, weldedTriangles, 2);
        assert_int_equal(mesh.scalar, SV_DOUBLE);
        svMeshData_Destroy(context, &mesh);
    }
    assert_int_equal(messages.warnings, 0);
    // Without the keyword, the name decides; a polygon is a fan; more lines are worth a warning.
    svMeshData mesh = TestMesh_ReadText(
        context, "mesh.off", "4 1 0\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n4 3 2 0 1 9\n3 0 1 2\n");
    static const uint32_t fan[6] = {3, 2, 0, 3, 0, 1};
    TestMesh_Expect(&mesh, welded, 4, fan, 2);
    assert_string_equal(messages.warning, "mesh.off:7: more lines than the counts at the top say");
    svMeshData_Destroy(context, &mesh);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(TestBinaryStl),
                                       cmocka_unit_test(TestTextStl),
                                       cmocka_unit_test(TestWeldBits), cmocka_unit_test(TestOff)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
