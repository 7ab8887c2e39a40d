// Writing caches: the bytes of the formats, counts patched at the end, and nothing left by an
// abort.
#include "selvage/io.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/files.h"
#include "support/random.h"
#include "support/test.h"

static const float frames[2][6] = {{1, 2, 3, 4, 5, 6}, {0.5f, -2, 0, 0, 0, 1}};

static svCacheWriterDef Def(size_t vertexCount) {
    svCacheWriterDef def = svDefaultCacheWriterDef();
    def.vertexCount = vertexCount;
    return def;
}

static void WriteTwoFrames(svContext* context, const char* path, const svCacheWriterDef* def) {
    svCacheWriter* writer = NULL;
    assert_int_equal(svCacheWriter_Create(context, path, def, &writer), SV_OK);
    for (int i = 0; i < 2; ++i) {
        assert_false(TestFile_Exists(path));
        const svPositions positions = svPositions_Float(frames[i], 2);
        assert_int_equal(svCacheWriter_WriteFrame(writer, &positions), SV_OK);
    }
    assert_int_equal(svCacheWriter_Finish(writer), SV_OK);
    assert_int_equal(svContext_BytesInUse(context), 0);
}

static void ExpectBytes(const char* path, const void* expected, size_t size) {
    size_t actualSize;
    char* actual = TestFile_Read(path, &actualSize);
    assert_int_equal(actualSize, size);
    assert_memory_equal(actual, expected, size);
    free(actual);
}

static void TestBytes(void** state) {
    (void)state;
    static const uint8_t pc2[80] = {
        'P', 'O', 'I',  'N',  'T', 'C', 'A',  'C',  'H', 'E', '2',  0,    1, 0, 0,    0,
        2,   0,   0,    0,    0,   0,   0x20, 0x41, 0,   0,   0,    0x3f, 2, 0, 0,    0,
        0,   0,   0x80, 0x3f, 0,   0,   0,    0x40, 0,   0,   0x40, 0x40, 0, 0, 0x80, 0x40,
        0,   0,   0xa0, 0x40, 0,   0,   0xc0, 0x40, 0,   0,   0,    0x3f, 0, 0, 0,    0xc0,
        0,   0,   0,    0,    0,   0,   0,    0,    0,   0,   0,    0,    0, 0, 0x80, 0x3f};
    static const uint8_t mdd[64] = {
        0,    0,    0, 2, 0,    0,    0, 2, 0x3f, 0,    0, 0, 0x40, 0x20, 0, 0,
        0x3f, 0x80, 0, 0, 0x40, 0,    0, 0, 0x40, 0x40, 0, 0, 0x40, 0x80, 0, 0,
        0x40, 0xa0, 0, 0, 0x40, 0xc0, 0, 0, 0x3f, 0,    0, 0, 0xc0, 0,    0, 0,
        0,    0,    0, 0, 0,    0,    0, 0, 0,    0,    0, 0, 0x3f, 0x80, 0, 0};
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    const TestFolder folder = TestFolder_Make();
    svCacheWriterDef def = Def(2);
    def.startTime = 10;
    def.timeStep = 0.5;
    WriteTwoFrames(context, TestFolder_Path(&folder, "a.pc2"), &def);
    ExpectBytes(TestFolder_Path(&folder, "a.pc2"), pc2, sizeof(pc2));
    def.startTime = 0.5;
    def.timeStep = 2;
    // The frame count known, unknown, too small and too great: the same file.
    static const size_t expected[4] = {2, 0, 1, 50};
    for (int i = 0; i < 4; ++i) {
        const char* path = TestFolder_Path(&folder, "a.mdd");
        def.expectedFrameCount = expected[i];
        WriteTwoFrames(context, path, &def);
        ExpectBytes(path, mdd, sizeof(mdd));
        remove(path);
    }
    assert_int_equal(TestFolder_Count(&folder), 1);
    assert_int_equal(messages.warnings + messages.errors, 0);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

// Larger than every buffer, the times of an MDD moved in front of the data; read back frame by
// frame.
static void TestLarge(void** state) {
    (void)state;
    enum { vertexCount = 9000, frameCount = 40 };
    static float written[3 * vertexCount];
    static double read[3 * vertexCount];
    static const char* const names[] = {"a.pc2", "a.mdd", "b.mdd"};
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    const TestFolder folder = TestFolder_Make();
    for (int n = 0; n < 3; ++n) {
        const char* path = TestFolder_Path(&folder, names[n]);
        svCacheWriterDef def = Def(vertexCount);
        def.expectedFrameCount = n == 2 ? 30000 : 0;
        svCacheWriter* writer = NULL;
        assert_int_equal(svCacheWriter_Create(context, path, &def, &writer), SV_OK);
        Random random = {31};
        for (int f = 0; f < frameCount; ++f) {
            for (int i = 0; i < 3 * vertexCount; ++i) {
                written[i] = (float)Random_Signed(&random);
            }
            const svPositions positions = svPositions_Float(written, vertexCount);
            assert_int_equal(svCacheWriter_WriteFrame(writer, &positions), SV_OK);
        }
        assert_int_equal(svCacheWriter_Finish(writer), SV_OK);
        svCache* cache = NULL;
        assert_int_equal(svCache_Open(context, path, NULL, &cache), SV_OK);
        assert_int_equal(svCache_FrameCount(cache), frameCount);
        // What a cache holds does not grow with its frames.
        assert_true(svContext_BytesInUse(context) < 10000);
        random = (Random){31};
        for (size_t f = 0; f < frameCount; ++f) {
            assert_int_equal(svCache_ReadFrame(cache, f, read), SV_OK);
            for (int i = 0; i < 3 * vertexCount; ++i) {
                if (read[i] != (double)(float)Random_Signed(&random)) {
                    fail_msg("%s: frame %zu differs", names[n], f);
                }
            }
            double time;
            assert_int_equal(svCache_FrameTime(cache, f, &time), SV_OK);
            assert_true(time == (double)f);
        }
        svCache_Close(cache);
    }
    assert_int_equal(messages.warnings, 0);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

static void TestNumberedFiles(void** state) {
    (void)state;
    static const double points[2][9] = {{0, 0, 0, 1, 0, 0, 0, 1, 0},
                                        {0, 0, 0.1, 1, 0, 0.1, 0, 1, 0}};
    static const uint32_t triangle[3] = {0, 1, 2};
    static const char* const patterns[] = {"f_###.obj", "f_%03d.obj", "f_#.ply"};
    static const char* const second[] = {"f_010.obj", "f_010.obj", "f_10.ply"};
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    const TestFolder folder = TestFolder_Make();
    for (int p = 0; p < 3; ++p) {
        svCacheWriterDef def = Def(3);
        def.triangles = triangle;
        def.triangleCount = 1;
        def.firstNumber = 9;
        svCacheWriter* writer = NULL;
        const char* pattern = TestFolder_Path(&folder, patterns[p]);
        assert_int_equal(svCacheWriter_Create(context, pattern, &def, &writer), SV_OK);
        for (int f = 0; f < 2; ++f) {
            const svPositions positions = svPositions_Double(points[f], 3);
            assert_int_equal(svCacheWriter_WriteFrame(writer, &positions), SV_OK);
            assert_false(TestFile_Exists(TestFolder_Path(&folder, second[p])));
        }
        assert_int_equal(svCacheWriter_Finish(writer), SV_OK);
        assert_int_equal(TestFolder_Count(&folder), 2);
        svCache* cache = NULL;
        assert_int_equal(svCache_Open(context, pattern, NULL, &cache), SV_OK);
        assert_int_equal(svCache_FrameCount(cache), 2);
        assert_string_equal(svCache_FramePath(cache, 1), TestFolder_Path(&folder, second[p]));
        double xyz[9];
        assert_int_equal(svCache_ReadFrame(cache, 1, xyz), SV_OK);
        assert_memory_equal(xyz, points[1], sizeof(xyz));
        svMeshData mesh = {0};
        assert_int_equal(svReadMesh(context, svCache_FramePath(cache, 0), NULL, &mesh), SV_OK);
        assert_memory_equal(mesh.triangles, triangle, sizeof(triangle));
        svMeshData_Destroy(context, &mesh);
        remove(svCache_FramePath(cache, 0));
        remove(svCache_FramePath(cache, 1));
        svCache_Close(cache);
    }
    assert_int_equal(svContext_BytesInUse(context), 0);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

static void TestAbort(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    const TestFolder folder = TestFolder_Make();
    const char* path = TestFolder_Path(&folder, "a.pc2");
    TestFile_WriteText(path, "old");
    const svCacheWriterDef def = Def(2);
    svCacheWriter* writer = NULL;
    assert_int_equal(svCacheWriter_Create(context, path, &def, &writer), SV_OK);
    const svPositions positions = svPositions_Float(frames[0], 2);
    assert_int_equal(svCacheWriter_WriteFrame(writer, &positions), SV_OK);
    const svPositions wrong = svPositions_Float(frames[0], 1);
    assert_int_equal(svCacheWriter_WriteFrame(writer, &wrong), SV_ERROR_ARGUMENT);
    assert_non_null(strstr(messages.error, "frame 1: expected 2 vertices, got 1"));
    svPositions nonsense = positions;
    nonsense.stride = 0;
    assert_int_equal(svCacheWriter_WriteFrame(writer, &nonsense), SV_ERROR_ARGUMENT);
    assert_non_null(strstr(messages.error, "a.pc2: the positions are null, or their stride"));
    nonsense = positions;
    nonsense.data = NULL;
    assert_int_equal(svCacheWriter_WriteFrame(writer, &nonsense), SV_ERROR_ARGUMENT);
    svCacheWriter_Abort(writer);
    assert_int_equal(TestFolder_Count(&folder), 1);
    ExpectBytes(path, "old", 3);
    assert_int_equal(svContext_BytesInUse(context), 0);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

// A writer of three frames over two files that are there already, f_0.obj and f_2.obj.
static svCacheWriter* BeginOverOldFiles(svContext* context, const TestFolder* folder) {
    TestFile_WriteText(TestFolder_Path(folder, "f_0.obj"), "old 0");
    TestFile_WriteText(TestFolder_Path(folder, "f_2.obj"), "old 2");
    const svCacheWriterDef def = Def(2);
    svCacheWriter* writer = NULL;
    const char* pattern = TestFolder_Path(folder, "f_#.obj");
    assert_int_equal(svCacheWriter_Create(context, pattern, &def, &writer), SV_OK);
    const svPositions positions = svPositions_Float(frames[0], 2);
    assert_int_equal(svCacheWriter_WriteFrame(writer, &positions), SV_OK);
    assert_int_equal(svCacheWriter_WriteFrame(writer, &positions), SV_OK);
    return writer;
}

static void ExpectOldFiles(const TestFolder* folder) {
    ExpectBytes(TestFolder_Path(folder, "f_0.obj"), "old 0", 5);
    ExpectBytes(TestFolder_Path(folder, "f_2.obj"), "old 2", 5);
    assert_int_equal(TestFolder_Count(folder), 2);
}

// Whatever ends a writer of numbered files but a Finish that succeeds: files that were there before
// it are as they were, and nothing is left beside them.
static void TestOldFilesStay(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    const TestFolder folder = TestFolder_Make();
    const svPositions positions = svPositions_Float(frames[0], 2);
    svCacheWriter_Abort(BeginOverOldFiles(context, &folder));
    ExpectOldFiles(&folder);
    // A frame that is refused: an index beyond its vertices.
    static const uint32_t triangle[3] = {0, 1, 2};
    svCacheWriterDef def = Def(2);
    def.triangles = triangle;
    def.triangleCount = 1;
    svCacheWriter* writer = NULL;
    const char* pattern = TestFolder_Path(&folder, "f_#.obj");
    assert_int_equal(svCacheWriter_Create(context, pattern, &def, &writer), SV_OK);
    assert_int_equal(svCacheWriter_WriteFrame(writer, &positions), SV_ERROR_MESH);
    assert_non_null(strstr(messages.error, "f_0.obj: triangle 0: vertex index 2"));
    assert_null(strstr(messages.error, ".tmp"));
    assert_int_equal(svCacheWriter_Finish(writer), SV_ERROR_MESH);
    ExpectOldFiles(&folder);
    // A name that is taken by a folder: before its frame, and after it.
    for (int after = 0; after < 2; ++after) {
        writer = BeginOverOldFiles(context, &folder);
        const char* taken = TestFolder_Path(&folder, after ? "f_1.obj" : "f_3.obj");
        assert_int_equal(svCacheWriter_WriteFrame(writer, &positions), SV_OK);
        assert_int_equal(mkdir(taken, 0777), 0);
        if (!after) {
            assert_int_equal(svCacheWriter_WriteFrame(writer, &positions), SV_ERROR_FILE);
        }
        assert_int_equal(svCacheWriter_Finish(writer), SV_ERROR_FILE);
        assert_non_null(strstr(messages.error, "not a regular file"));
        assert_int_equal(rmdir(taken), 0);
        ExpectOldFiles(&folder);
    }
    // And a Finish that succeeds replaces them, all three at once.
    writer = BeginOverOldFiles(context, &folder);
    assert_int_equal(svCacheWriter_WriteFrame(writer, &positions), SV_OK);
    ExpectBytes(TestFolder_Path(&folder, "f_2.obj"), "old 2", 5);
    assert_int_equal(svCacheWriter_Finish(writer), SV_OK);
    assert_int_equal(TestFolder_Count(&folder), 3);
    static const char* const names[] = {"f_0.obj", "f_1.obj", "f_2.obj"};
    for (int f = 0; f < 3; ++f) {
        size_t size;
        char* text = TestFile_Read(TestFolder_Path(&folder, names[f]), &size);
        assert_non_null(strstr(text, "v 1 2 3\nv 4 5 6\n"));
        free(text);
    }
    assert_int_equal(svContext_BytesInUse(context), 0);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

static void TestRounding(void** state) {
    (void)state;
    double points[6] = {0.1, 0, 0, 1, 0.2, 0};
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    const TestFolder folder = TestFolder_Make();
    const char* path = TestFolder_Path(&folder, "a.pc2");
    const svCacheWriterDef def = Def(2);
    const svPositions positions = svPositions_Double(points, 2);
    svCacheWriter* writer = NULL;
    assert_int_equal(svCacheWriter_Create(context, path, &def, &writer), SV_OK);
    assert_int_equal(svCacheWriter_WriteFrame(writer, &positions), SV_OK);
    assert_int_equal(svCacheWriter_Finish(writer), SV_OK);
    assert_non_null(strstr(messages.warning, "a.pc2: 2 coordinates were rounded to float"));
    remove(path);
    // Out of range: refused, and the writer ends without a file.
    points[0] = -1e300;
    assert_int_equal(svCacheWriter_Create(context, path, &def, &writer), SV_OK);
    assert_int_equal(svCacheWriter_WriteFrame(writer, &positions), SV_ERROR_NOT_FINITE);
    assert_int_equal(svCacheWriter_Finish(writer), SV_ERROR_NOT_FINITE);
    assert_int_equal(TestFolder_Count(&folder), 0);
    assert_int_equal(svContext_BytesInUse(context), 0);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

static void TestFullDisk(void** state) {
    (void)state;
    enum { vertexCount = 20000 };
    static float points[3 * vertexCount];
    static const char* const names[] = {"a.pc2", "a.mdd"};
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    for (int n = 0; n < 2; ++n) {
        TestMessages messages;
        svContext* context = TestMessages_NewContext(&messages);
        const TestFolder folder = TestFolder_Make();
        const svCacheWriterDef def = Def(vertexCount);
        svCacheWriter* writer = NULL;
        struct rlimit limit = before;
        limit.rlim_cur = 300000;
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        svStatus status =
            svCacheWriter_Create(context, TestFolder_Path(&folder, names[n]), &def, &writer);
        const svPositions positions = svPositions_Float(points, vertexCount);
        for (int f = 0; status == SV_OK && f < 4; ++f) {
            status = svCacheWriter_WriteFrame(writer, &positions);
        }
        const svStatus finished = svCacheWriter_Finish(writer);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        assert_int_equal(status, SV_ERROR_FILE);
        assert_int_equal(finished, SV_ERROR_FILE);
        assert_int_equal(messages.errors, 1);
        assert_non_null(strstr(messages.error, names[n]));
        assert_int_equal(TestFolder_Count(&folder), 0);
        assert_int_equal(svContext_BytesInUse(context), 0);
        TestFolder_Remove(&folder);
        svContext_Destroy(context);
    }
    signal(SIGXFSZ, SIG_DFL);
}

static void TestArguments(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svCacheWriter* writer = NULL;
    svCacheWriterDef def = Def(0);
    assert_int_equal(svCacheWriter_Create(context, "a.pc2", &def, &writer), SV_ERROR_ARGUMENT);
    def = Def(2);
    def.structSize = 0;
    assert_int_equal(svCacheWriter_Create(context, "a.pc2", &def, &writer), SV_ERROR_ARGUMENT);
    def = Def(2);
    def.mesh.structSize = 0;
    assert_int_equal(svCacheWriter_Create(context, "a#.obj", &def, &writer), SV_ERROR_ARGUMENT);
    def = Def(2);
    def.format = SV_CACHE_FORMAT_ENUM_COUNT;
    assert_int_equal(svCacheWriter_Create(context, "a.pc2", &def, &writer), SV_ERROR_ARGUMENT);
    def = Def(2);
    assert_int_equal(svCacheWriter_Create(context, "a.obj", &def, &writer), SV_ERROR_ARGUMENT);
    assert_non_null(strstr(messages.error, "expected a pattern"));
    assert_int_equal(svCacheWriter_Create(context, "no/such/folder/a.pc2", &def, &writer),
                     SV_ERROR_FILE);
    assert_null(writer);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svCacheWriter_Abort(NULL);
    svCache_Close(NULL);
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestBytes),         cmocka_unit_test(TestLarge),
        cmocka_unit_test(TestNumberedFiles), cmocka_unit_test(TestAbort),
        cmocka_unit_test(TestOldFilesStay),  cmocka_unit_test(TestRounding),
        cmocka_unit_test(TestFullDisk),      cmocka_unit_test(TestArguments)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
