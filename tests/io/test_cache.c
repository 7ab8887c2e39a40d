// Reading caches: PC2 and MDD from bytes assembled by hand, numbered files in the order of their
// numbers.
#include "selvage/io.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "support/files.h"
#include "support/test.h"

// Two frames of two vertices: 1 2 3, 4 5 6, then 0.5 -2 0, 0 0 1. Floats as their bytes.
static const uint8_t pc2[80] = {
    'P',  'O',  'I',  'N',  'T', 'C',  'A',  'C',  'H', 'E',  '2',  0,    1,
    0,    0,    0,    2,    0,   0,    0,    0,    0,   0x20, 0x41, // start 10
    0,    0,    0,    0x3f,                                         // rate 0.5
    2,    0,    0,    0,    0,   0,    0x80, 0x3f, 0,   0,    0,    0x40, 0,
    0,    0x40, 0x40, 0,    0,   0x80, 0x40, 0,    0,   0xa0, 0x40, 0,    0,
    0xc0, 0x40, 0,    0,    0,   0x3f, 0,    0,    0,   0xc0, 0,    0,    0,
    0,    0,    0,    0,    0,   0,    0,    0,    0,   0,    0,    0x80, 0x3f};
static const uint8_t mdd[64] = {
    0,    0,    0, 2, 0,    0,    0, 2, 0x3f, 0,    0, 0, 0x40, 0x20, 0, 0, // times 0.5 and 2.5
    0x3f, 0x80, 0, 0, 0x40, 0,    0, 0, 0x40, 0x40, 0, 0, 0x40, 0x80, 0, 0,
    0x40, 0xa0, 0, 0, 0x40, 0xc0, 0, 0, 0x3f, 0,    0, 0, 0xc0, 0,    0, 0,
    0,    0,    0, 0, 0,    0,    0, 0, 0,    0,    0, 0, 0x3f, 0x80, 0, 0};
static const double frames[2][6] = {{1, 2, 3, 4, 5, 6}, {0.5, -2, 0, 0, 0, 1}};

static void ExpectFrames(svCache* cache, double time0, double time1) {
    assert_int_equal(svCache_FrameCount(cache), 2);
    assert_int_equal(svCache_VertexCount(cache), 2);
    assert_int_equal(svCache_Scalar(cache), SV_FLOAT);
    assert_null(svCache_FramePath(cache, 0));
    for (int i = 1; i >= 0; --i) { // any order
        double xyz[6];
        float floats[6];
        double time;
        assert_int_equal(svCache_ReadFrame(cache, (size_t)i, xyz), SV_OK);
        assert_memory_equal(xyz, frames[i], sizeof(xyz));
        assert_int_equal(svCache_ReadFrameFloat(cache, (size_t)i, floats), SV_OK);
        for (int k = 0; k < 6; ++k) {
            assert_true((double)floats[k] == frames[i][k]);
        }
        assert_int_equal(svCache_FrameTime(cache, (size_t)i, &time), SV_OK);
        assert_true(time == (i == 0 ? time0 : time1));
    }
    double xyz[6];
    assert_int_equal(svCache_ReadFrame(cache, 2, xyz), SV_ERROR_ARGUMENT);
}

static void TestPacked(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    const TestFolder folder = TestFolder_Make();
    svCache* cache = NULL;
    // PC2 is known by its first bytes, MDD by its name or because the caller says so.
    TestFile_Write(TestFolder_Path(&folder, "any.name"), pc2, sizeof(pc2));
    assert_int_equal(svCache_Open(context, TestFolder_Path(&folder, "any.name"), NULL, &cache),
                     SV_OK);
    ExpectFrames(cache, 10, 10.5);
    svCache_Close(cache);
    TestFile_Write(TestFolder_Path(&folder, "a.mdd"), mdd, sizeof(mdd));
    assert_int_equal(svCache_Open(context, TestFolder_Path(&folder, "a.mdd"), NULL, &cache), SV_OK);
    ExpectFrames(cache, 0.5, 2.5);
    svCache_Close(cache);
    TestFolder_Remove(&folder);

    assert_int_equal(svCache_OpenMemory(context, NULL, pc2, sizeof(pc2), NULL, &cache), SV_OK);
    ExpectFrames(cache, 10, 10.5);
    svCache_Close(cache);
    svCacheDef def = svDefaultCacheDef();
    def.format = SV_CACHE_MDD;
    assert_int_equal(svCache_OpenMemory(context, "m", mdd, sizeof(mdd), &def, &cache), SV_OK);
    ExpectFrames(cache, 0.5, 2.5);
    svCache_Close(cache);
    assert_int_equal(svCache_OpenMemory(context, "m", mdd, sizeof(mdd), NULL, &cache),
                     SV_ERROR_FORMAT);
    assert_int_equal(svContext_BytesInUse(context), 0);
    assert_int_equal(messages.warnings, 0);
    svContext_Destroy(context);
}

// Every shorter file is refused; a longer one is read with a warning.
static void TestLengths(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svCache* cache = NULL;
    for (size_t size = 0; size < sizeof(pc2); ++size) {
        assert_int_equal(svCache_OpenMemory(context, "a.pc2", pc2, size, NULL, &cache),
                         SV_ERROR_FORMAT);
    }
    for (size_t size = 0; size < sizeof(mdd); ++size) {
        assert_int_equal(svCache_OpenMemory(context, "a.mdd", mdd, size, NULL, &cache),
                         SV_ERROR_FORMAT);
    }
    uint8_t longer[sizeof(pc2) + 3] = {0};
    memcpy(longer, pc2, sizeof(pc2));
    assert_int_equal(svCache_OpenMemory(context, "a.pc2", longer, sizeof(longer), NULL, &cache),
                     SV_OK);
    assert_string_equal(messages.warning, "a.pc2: byte 80: bytes after the last frame");
    ExpectFrames(cache, 10, 10.5);
    svCache_Close(cache);
    svContext_Destroy(context);
}

// A file cut short after it was opened.
static void TestShrunk(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    const TestFolder folder = TestFolder_Make();
    const char* path = TestFolder_Path(&folder, "a.pc2");
    TestFile_Write(path, pc2, sizeof(pc2));
    svCache* cache = NULL;
    assert_int_equal(svCache_Open(context, path, NULL, &cache), SV_OK);
    TestFile_Write(path, pc2, sizeof(pc2) - 8);
    double xyz[6];
    assert_int_equal(svCache_ReadFrame(cache, 0, xyz), SV_OK);
    assert_int_equal(svCache_ReadFrame(cache, 1, xyz), SV_ERROR_FILE);
    assert_non_null(strstr(messages.error, "a.pc2: cannot read"));
    svCache_Close(cache);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

// Five gigabytes, of which the disk holds a few bytes: offsets beyond 32 bits.
static void TestSparse(void** state) {
    (void)state;
    enum { vertexCount = 1000, frameCount = 450000 };
    const TestFolder folder = TestFolder_Make();
    const char* path = TestFolder_Path(&folder, "huge.pc2");
    uint8_t header[32];
    memcpy(header, pc2, sizeof(header));
    const uint32_t counts[2] = {vertexCount, frameCount};
    for (int i = 0; i < 4; ++i) {
        header[16 + i] = (uint8_t)(counts[0] >> 8 * i);
        header[28 + i] = (uint8_t)(counts[1] >> 8 * i);
    }
    TestFile_Write(path, header, sizeof(header));
    const off_t last = 32 + (off_t)(frameCount - 1) * vertexCount * 12;
    FILE* file = fopen(path, "r+b");
    assert_non_null(file);
    if (truncate(path, last + vertexCount * 12) != 0 || fseeko(file, last, SEEK_SET) != 0) {
        fclose(file);
        TestFolder_Remove(&folder);
        print_message("no room for a sparse file of 5 GB: skipped\n");
        skip();
    }
    assert_int_equal(fwrite(pc2 + 32, 1, 48, file), 48);
    assert_int_equal(fclose(file), 0);
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svCache* cache = NULL;
    assert_int_equal(svCache_Open(context, path, NULL, &cache), SV_OK);
    assert_int_equal(svCache_FrameCount(cache), frameCount);
    assert_int_equal(messages.warnings, 0);
    static double xyz[3 * vertexCount];
    assert_int_equal(svCache_ReadFrame(cache, frameCount - 1, xyz), SV_OK);
    assert_memory_equal(xyz, frames, sizeof(frames));
    assert_true(xyz[12] == 0);
    assert_int_equal(svCache_ReadFrame(cache, 0, xyz), SV_OK);
    assert_true(xyz[0] == 0);
    svCache_Close(cache);
    svContext_Destroy(context);
    TestFolder_Remove(&folder);
}

// A triangle whose first x coordinate tells the frame.
static void WriteMember(const TestFolder* folder, const char* name, int value) {
    char text[100];
    snprintf(text, sizeof(text), "v %d 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", value);
    TestFile_WriteText(TestFolder_Path(folder, name), text);
}

static void ExpectOrder(const TestFolder* folder, const char* path, const char* const* names,
                        size_t count) {
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svCache* cache = NULL;
    const svStatus status = svCache_Open(context, path, NULL, &cache);
    if (status != SV_OK) {
        fail_msg("%s: %s", path, messages.error);
    }
    assert_int_equal(svCache_FrameCount(cache), count);
    assert_int_equal(svCache_VertexCount(cache), 3);
    assert_int_equal(svCache_Scalar(cache), SV_DOUBLE);
    for (size_t i = 0; i < count; ++i) {
        assert_string_equal(svCache_FramePath(cache, i), TestFolder_Path(folder, names[i]));
        double xyz[9];
        double time;
        assert_int_equal(svCache_ReadFrame(cache, i, xyz), SV_OK);
        assert_int_equal(svCache_FrameTime(cache, i, &time), SV_OK);
        assert_true(xyz[0] == time);
        float floats[9];
        assert_int_equal(svCache_ReadFrameFloat(cache, i, floats), SV_OK);
        assert_true((double)floats[0] == time);
    }
    svCache_Close(cache);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

static void TestNumberedFiles(void** state) {
    (void)state;
    const TestFolder folder = TestFolder_Make();
    WriteMember(&folder, "frame10.obj", 10);
    WriteMember(&folder, "frame2.obj", 2);
    WriteMember(&folder, "frame007.obj", 7);
    WriteMember(&folder, "frame1234.obj", 1234); // gaps are fine
    WriteMember(&folder, "frame.obj", -1);       // no number: not of the sequence
    WriteMember(&folder, "frame3.obj.bak", -1);
    WriteMember(&folder, "other3x.obj.txt", -1);
    static const char* const order[] = {"frame2.obj", "frame007.obj", "frame10.obj",
                                        "frame1234.obj"};
    ExpectOrder(&folder, TestFolder_Path(&folder, "frame10.obj"), order, 4);
    ExpectOrder(&folder, TestFolder_Path(&folder, "frame####.obj"), order, 4);
    ExpectOrder(&folder, TestFolder_Path(&folder, "frame%04d.obj"), order, 4);
    ExpectOrder(&folder, TestFolder_Path(&folder, "frame%d.obj"), order, 4);
    ExpectOrder(&folder, TestFolder_Path(&folder, "frame"), order, 4);
    ExpectOrder(&folder, folder.path, order, 4);
    ExpectOrder(&folder, TestFolder_Path(&folder, ""), order, 4);

    // Another sequence in the same folder: its own members are found, the folder is ambiguous.
    WriteMember(&folder, "cloth2_5_sim.obj", 5);
    WriteMember(&folder, "cloth2_11_sim.obj", 11);
    WriteMember(&folder, "cloth3_6_sim.obj", 6);
    static const char* const cloth[] = {"cloth2_5_sim.obj", "cloth2_11_sim.obj"};
    ExpectOrder(&folder, TestFolder_Path(&folder, "cloth2_11_sim.obj"), cloth, 2);
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svCache* cache = NULL;
    assert_int_equal(svCache_Open(context, folder.path, NULL, &cache), SV_ERROR_FILE);
    assert_non_null(strstr(messages.error, "are of different sequences"));
    // One file without a number is a cache of one frame.
    assert_int_equal(svCache_Open(context, TestFolder_Path(&folder, "frame.obj"), NULL, &cache),
                     SV_OK);
    assert_int_equal(svCache_FrameCount(cache), 1);
    svCache_Close(cache);
    assert_int_equal(svCache_Open(context, TestFolder_Path(&folder, "none_##.obj"), NULL, &cache),
                     SV_ERROR_FILE);
    assert_non_null(strstr(messages.error, "none_##.obj: no such file"));
    // Two names for one number.
    WriteMember(&folder, "frame7.obj", 7);
    assert_int_equal(svCache_Open(context, TestFolder_Path(&folder, "frame"), NULL, &cache),
                     SV_ERROR_FILE);
    assert_non_null(strstr(messages.error, "have the same number"));
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
    TestFolder_Remove(&folder);
}

// Numbers longer than any integer type, and many files.
static void TestNaturalOrder(void** state) {
    (void)state;
    enum { count = 300 };
    const TestFolder folder = TestFolder_Make();
    for (int i = 0; i < count; ++i) {
        char name[64];
        snprintf(name, sizeof(name), "n%d%s.obj", (i * 7919) % count + 1,
                 "00000000000000000000000000");
        WriteMember(&folder, name, i);
    }
    WriteMember(&folder, "n12.obj", 12);
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svCache* cache = NULL;
    assert_int_equal(svCache_Open(context, TestFolder_Path(&folder, "n12.obj"), NULL, &cache),
                     SV_OK);
    assert_int_equal(svCache_FrameCount(cache), count + 1);
    double last = 0;
    for (size_t i = 0; i <= count; ++i) {
        double time;
        assert_int_equal(svCache_FrameTime(cache, i, &time), SV_OK);
        assert_true(time > last);
        last = time;
    }
    svCache_Close(cache);
    svContext_Destroy(context);
    TestFolder_Remove(&folder);
}

static void TestMembersThatDiffer(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    const TestFolder folder = TestFolder_Make();
    WriteMember(&folder, "f1.obj", 1);
    TestFile_WriteText(TestFolder_Path(&folder, "f2.obj"), "v 0 0 0\nv 1 0 0\nf 1 2 1\n");
    TestFile_WriteText(TestFolder_Path(&folder, "f3.obj"), "v 3 0 0\nv 1 0 0\nv 0 1 0\nf 1 3 2\n");
    TestFile_WriteText(TestFolder_Path(&folder, "f4.obj"), "v 3 0\n");
    svCache* cache = NULL;
    assert_int_equal(svCache_Open(context, TestFolder_Path(&folder, "f1.obj"), NULL, &cache),
                     SV_OK);
    double xyz[9];
    assert_int_equal(svCache_ReadFrame(cache, 1, xyz), SV_ERROR_FORMAT);
    assert_non_null(
        strstr(messages.error, "f2.obj: expected 3 vertices as in the first file, found 2"));
    assert_int_equal(svCache_ReadFrame(cache, 2, xyz), SV_OK);
    assert_true(xyz[0] == 3);
    assert_non_null(strstr(messages.warning, "f3.obj: the triangles differ"));
    assert_int_equal(svCache_ReadFrame(cache, 3, xyz), SV_ERROR_FORMAT);
    assert_non_null(strstr(messages.error, "f4.obj:1: expected the z coordinate"));
    svCache_Close(cache);
    assert_int_equal(svContext_BytesInUse(context), 0);
    TestFolder_Remove(&folder);
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestPacked),           cmocka_unit_test(TestLengths),
        cmocka_unit_test(TestShrunk),           cmocka_unit_test(TestSparse),
        cmocka_unit_test(TestNumberedFiles),    cmocka_unit_test(TestNaturalOrder),
        cmocka_unit_test(TestMembersThatDiffer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
