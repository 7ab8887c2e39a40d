// PLY: both byte orders and text, every type, properties and elements that are passed over.
#include "selvage/io.h"

#include <math.h>
#include <string.h>

#include "support/files.h"
#include "support/mesh_data.h"
#include "support/test.h"

// Bytes of a file under construction.
typedef struct Bytes {
    uint8_t data[4096];
    size_t size;
    bool big;
} Bytes;

static void Text(Bytes* bytes, const char* text) {
    memcpy(bytes->data + bytes->size, text, strlen(text));
    bytes->size += strlen(text);
}

// The low bytes of a number in the file's order.
static void Put(Bytes* bytes, uint64_t value, int count) {
    for (int i = 0; i < count; ++i) {
        bytes->data[bytes->size++] = (uint8_t)(value >> 8 * (bytes->big ? count - 1 - i : i));
    }
}

static void PutFloat(Bytes* bytes, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof(bits));
    Put(bytes, bits, 4);
}

static void PutDouble(Bytes* bytes, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof(bits));
    Put(bytes, bits, 8);
}

typedef enum Kind { INTEGER, FLOAT, DOUBLE } Kind;

static void PutAs(Bytes* bytes, double value, Kind kind, int size) {
    if (kind == FLOAT) {
        PutFloat(bytes, (float)value);
    } else if (kind == DOUBLE) {
        PutDouble(bytes, value);
    } else {
        Put(bytes, (uint64_t)(int64_t)value, size);
    }
}

static const struct {
    const char* name;
    Kind kind;
    int size;
    bool isSigned;
    svScalar scalar;
} types[] = {{"char", INTEGER, 1, true, SV_FLOAT},    {"int8", INTEGER, 1, true, SV_FLOAT},
             {"uchar", INTEGER, 1, false, SV_FLOAT},  {"uint8", INTEGER, 1, false, SV_FLOAT},
             {"short", INTEGER, 2, true, SV_FLOAT},   {"int16", INTEGER, 2, true, SV_FLOAT},
             {"ushort", INTEGER, 2, false, SV_FLOAT}, {"uint16", INTEGER, 2, false, SV_FLOAT},
             {"int", INTEGER, 4, true, SV_DOUBLE},    {"int32", INTEGER, 4, true, SV_DOUBLE},
             {"uint", INTEGER, 4, false, SV_DOUBLE},  {"uint32", INTEGER, 4, false, SV_DOUBLE},
             {"float", FLOAT, 4, true, SV_FLOAT},     {"float32", FLOAT, 4, true, SV_FLOAT},
             {"double", DOUBLE, 8, true, SV_DOUBLE},  {"float64", DOUBLE, 8, true, SV_DOUBLE}};
enum { typeCount = sizeof(types) / sizeof(types[0]) };

static void Header(Bytes* bytes, const char* format, const char* coordinate, const char* count,
                   const char* index) {
    char text[600];
    snprintf(text, sizeof(text),
             "ply\nformat %s 1.0\ncomment a test\nelement vertex 4\nproperty %s x\nproperty %s y\n"
             "property %s z\nelement face 2\nproperty list %s %s vertex_indices\nend_header\n",
             format, coordinate, coordinate, coordinate, count, index);
    Text(bytes, text);
}

// Every type as coordinate, as list length and as index, in both byte orders: a triangle and a
// quad.
static void TestBinaryTypes(void** state) {
    (void)state;
    static const uint32_t expected[9] = {3, 2, 1, 0, 1, 2, 0, 2, 3};
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    for (int t = 0; t < typeCount * 2; ++t) {
        const int i = t / 2;
        const int other = (i * 5 + 3) % typeCount;
        double points[12];
        for (int k = 0; k < 12; ++k) {
            points[k] = types[i].isSigned ? 5 - 11 * k : 200 - 11 * k;
        }
        Bytes bytes = {.big = t % 2 == 1};
        Header(&bytes, bytes.big ? "binary_big_endian" : "binary_little_endian", types[i].name,
               types[other].name, types[i].name);
        for (int k = 0; k < 12; ++k) {
            PutAs(&bytes, points[k], types[i].kind, types[i].size);
        }
        static const int faces[9] = {3, 3, 2, 1, 4, 0, 1, 2, 3};
        for (int k = 0; k < 9; ++k) {
            const int type = k == 0 || k == 4 ? other : i;
            PutAs(&bytes, faces[k], types[type].kind, types[type].size);
        }
        svMeshData mesh = TestMesh_ReadBytes(context, "types.ply", bytes.data, bytes.size);
        TestMesh_Expect(&mesh, points, 4, expected, 3);
        assert_int_equal(mesh.scalar, types[i].scalar);
        svMeshData_Destroy(context, &mesh);
    }
    assert_int_equal(messages.warnings, 0);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

static void TestAsciiTypes(void** state) {
    (void)state;
    static const uint32_t expected[9] = {3, 2, 1, 0, 1, 2, 0, 2, 3};
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    for (int i = 0; i < typeCount; ++i) {
        Bytes bytes = {0};
        Header(&bytes, "ascii", types[i].name, types[(i + 3) % typeCount].name,
               types[(i + 7) % typeCount].name);
        Text(&bytes, "0 1 2\n3 4 5\n6 7 8\n9 10 0.1\n3 3 2 1\n4 0 1 2 3\n");
        svMeshData mesh = TestMesh_ReadBytes(context, "types.ply", bytes.data, bytes.size);
        // A property float holds the float nearest to what is written.
        const double last = types[i].kind == FLOAT ? (double)0.1f : 0.1;
        const double points[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, last};
        TestMesh_Expect(&mesh, points, 4, expected, 3);
        assert_int_equal(mesh.scalar, types[i].scalar);
        svMeshData_Destroy(context, &mesh);
    }
    svContext_Destroy(context);
}

static const char* const busyHeader =
    "ply\r\nformat %s 1.0\r\ncomment one\r\nobj_info two\r\nelement camera 2\r\n"
    "property list uint double matrix\r\nproperty uchar id\r\nelement nothing 4000000000\r\n"
    "element face 1\r\nproperty uchar flags\r\nproperty list uchar float texcoord\r\n"
    "property list uint8 int32 vertex_index\r\nproperty double area\r\nelement vertex 3\r\n"
    "property uchar red\r\nproperty float z\r\nproperty list ushort short weights\r\n"
    "property double x\r\nproperty int y\r\nelement edge 1\r\nproperty int vertex1\r\n"
    "property int vertex2\r\nend_header\r\n";

// Faces before vertices, coordinates out of order among others, lists everywhere, CRLF.
static void TestBusyFile(void** state) {
    (void)state;
    static const double points[9] = {0.1, -1, 1, 0.2, -2, 2, 0.3, -3, 3};
    static const uint32_t triangle[3] = {2, 0, 1};
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    for (int form = 0; form < 3; ++form) {
        static const char* const names[3] = {"ascii", "binary_little_endian", "binary_big_endian"};
        Bytes bytes = {.big = form == 2};
        char header[800];
        snprintf(header, sizeof(header), busyHeader, names[form]);
        Text(&bytes, header);
        if (form == 0) {
            Text(&bytes, "3 1 2 3 7\r\n0 8\r\n");
            Text(&bytes, "1 2 0.5 0.5 3 2 0 1 99.5\r\n");
            Text(&bytes, "255 1 0 0.1 -1\r\n\r\n255 2 2 5 6 0.2 -2\r\n255 3 1 9 0.3 -3\r\n0 1\r\n");
        } else {
            Put(&bytes, 3, 4);
            for (int k = 0; k < 3; ++k) {
                PutDouble(&bytes, k);
            }
            Put(&bytes, 7, 1);
            Put(&bytes, 0, 4);
            Put(&bytes, 8, 1);
            Put(&bytes, 1, 1);
            Put(&bytes, 2, 1);
            PutFloat(&bytes, 0.5f);
            PutFloat(&bytes, 0.5f);
            Put(&bytes, 3, 1);
            for (int k = 0; k < 3; ++k) {
                Put(&bytes, triangle[k], 4);
            }
            PutDouble(&bytes, 99.5);
            for (int i = 0; i < 3; ++i) {
                Put(&bytes, 255, 1);
                PutFloat(&bytes, (float)points[3 * i + 2]);
                Put(&bytes, (uint64_t)i, 2);
                Put(&bytes, 0xabcdabcd, 2 * i);
                PutDouble(&bytes, points[3 * i]);
                Put(&bytes, (uint64_t)(int64_t)points[3 * i + 1], 4);
            }
            Put(&bytes, 0, 8);
        }
        svMeshData mesh = TestMesh_ReadBytes(context, "busy.ply", bytes.data, bytes.size);
        TestMesh_Expect(&mesh, points, 3, triangle, 1);
        assert_int_equal(mesh.scalar, SV_DOUBLE);
        assert_int_equal(messages.warnings, 0);
        svMeshData_Destroy(context, &mesh);
        // Every shorter file is refused, without a leak.
        for (size_t size = 4; size < bytes.size - (form == 0 ? 3 : 0); ++size) {
            svMeshData none = {0};
            const svStatus status =
                svReadMeshMemory(context, "busy.ply", bytes.data, size, NULL, &none);
            assert_int_equal(status, SV_ERROR_FORMAT);
            assert_int_equal(svContext_BytesInUse(context), 0);
        }
    }
    svContext_Destroy(context);
}

static void TestNotFinite(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    Bytes bytes = {0};
    Text(&bytes, "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty float x\n"
                 "property float y\nproperty float z\nend_header\n");
    PutFloat(&bytes, NAN);
    PutFloat(&bytes, INFINITY);
    PutFloat(&bytes, -INFINITY);
    svMeshData mesh = TestMesh_ReadBytes(context, "nan.ply", bytes.data, bytes.size);
    assert_true(isnan(mesh.positions[0]));
    assert_true(isinf(mesh.positions[1]) && mesh.positions[1] > 0);
    assert_true(isinf(mesh.positions[2]) && mesh.positions[2] < 0);
    assert_int_equal(mesh.triangleCount, 0);
    svMeshData_Destroy(context, &mesh);
    svContext_Destroy(context);
}

// More bytes than the header says: the mesh stands, with a warning.
static void TestTrailingBytes(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    Bytes bytes = {0};
    Header(&bytes, "ascii", "float", "uchar", "int");
    Text(&bytes, "0 1 2\n3 4 5\n6 7 8\n9 10 11\n3 3 2 1\n4 0 1 2 3\nmore\n");
    svMeshData mesh = TestMesh_ReadBytes(context, "more.ply", bytes.data, bytes.size);
    assert_int_equal(mesh.triangleCount, 3);
    assert_string_equal(messages.warning, "more.ply:17: more lines than the header says");
    svMeshData_Destroy(context, &mesh);
    svContext_Destroy(context);
}

// A hundred thousand elements are read in one pass and without much memory.
static void TestManyElements(void** state) {
    (void)state;
    enum { count = 100000 };
    static char text[count * 32];
    char* p = text + sprintf(text, "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\n"
                                   "property float y\nproperty float z\n");
    for (int i = 0; i < count; ++i) {
        p += sprintf(p, "element e%d 0\n", i);
    }
    snprintf(p, 32, "end_header\n1 2 3\n");
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svMeshData mesh = TestMesh_ReadText(context, "many.ply", text);
    assert_int_equal(mesh.vertexCount, 1);
    svMeshData_Destroy(context, &mesh);
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestBinaryTypes),   cmocka_unit_test(TestAsciiTypes),
        cmocka_unit_test(TestBusyFile),      cmocka_unit_test(TestNotFinite),
        cmocka_unit_test(TestTrailingBytes), cmocka_unit_test(TestManyElements)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
