// A simulation written as PC2 and read back by a reader of its own, written from the description of
// the format alone: bit for bit the positions that the simulator had.
//
// PC2, all little endian: "POINTCACHE2" and a zero; int32 version, 1; int32 points; float32 first
// frame; float32 frames per sample; int32 samples; then per sample and point float32 x, y, z.
#include "selvage/io.h"
#include "selvage/sim.h"

#include <stdlib.h>
#include <string.h>

#include "support/files.h"
#include "support/test.h"

enum { SIDE = 12, POINTS = SIDE * SIDE, CELLS = (SIDE - 1) * (SIDE - 1), FRAMES = 40 };

static uint32_t Bits(const char* bytes) {
    const unsigned char* b = (const unsigned char*)bytes;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static float Float(const char* bytes) {
    const uint32_t bits = Bits(bytes);
    float value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

static uint64_t BitsOf(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

// A sheet of SIDE x SIDE vertices, a metre wide.
static void MakeSheet(double height, double* positions, uint32_t* triangles) {
    for (uint32_t i = 0; i < POINTS; ++i) {
        const uint32_t column = i % SIDE, row = i / SIDE;
        positions[3 * i] = column / (SIDE - 1.0) - 0.5;
        positions[3 * i + 1] = row / (SIDE - 1.0) - 0.5;
        positions[3 * i + 2] = height;
    }
    for (uint32_t c = 0; c < CELLS; ++c) {
        const uint32_t a = c / (SIDE - 1) * SIDE + c % (SIDE - 1);
        const uint32_t corners[6] = {a, a + 1, a + SIDE, a + 1, a + SIDE + 1, a + SIDE};
        memcpy(triangles + 6 * (size_t)c, corners, sizeof(corners));
    }
}

// Two cloths fall onto a tetrahedron that moves and turns.
static svSim* MakeSim(svContext* context) {
    static const double corners[12] = {-0.4, -0.4, 0, 0.4, -0.4, 0, 0, 0.4, 0, 0, 0, 0.5};
    static const uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    static const svMotionKey keys[2] = {{0, {0, 0, 0}, {0, 0, 0}}, {1, {0.2, 0, 0}, {0, 0, 1}}};
    double positions[3 * POINTS];
    uint32_t triangles[6 * CELLS];
    const svSimDef def = svDefaultSimDef();
    svSim* sim = NULL;
    assert_int_equal(svSim_Create(context, &def, &sim), SV_OK);
    svObstacleDef obstacle = svDefaultObstacleDef();
    obstacle.triangles = faces;
    obstacle.triangleCount = 4;
    obstacle.positions = svPositions_Double(corners, 4);
    obstacle.keys = keys;
    obstacle.keyCount = 2;
    assert_int_equal(svSim_AddObstacle(sim, &obstacle, NULL), SV_OK);
    for (int i = 0; i < 2; ++i) {
        MakeSheet(0.55 + 0.05 * i, positions, triangles);
        svClothDef cloth = svDefaultClothDef();
        cloth.triangles = triangles;
        cloth.triangleCount = 2 * (size_t)CELLS;
        cloth.positions = svPositions_Double(positions, POINTS);
        cloth.columns = SIDE;
        cloth.rows = SIDE;
        assert_int_equal(svSim_AddCloth(sim, &cloth, NULL), SV_OK);
    }
    assert_int_equal(svSim_Start(sim), SV_OK);
    return sim;
}

// Writes FRAMES frames of both cloths, and keeps what the simulator says of each coordinate.
static void Simulate(svContext* context, const char* const paths[2], double* kept[2]) {
    svSim* sim = MakeSim(context);
    svCacheWriter* writers[2];
    svCacheWriterDef def = svDefaultCacheWriterDef();
    def.vertexCount = POINTS;
    def.startTime = 3;
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(svCacheWriter_Create(context, paths[i], &def, &writers[i]), SV_OK);
    }
    for (size_t f = 0; f < FRAMES; ++f) {
        for (uint32_t i = 0; i < 2; ++i) {
            const svSimMesh mesh = svSim_GetCloth(sim, i);
            assert_int_equal(mesh.positions.count, POINTS);
            assert_int_equal(svCacheWriter_WriteFrame(writers[i], &mesh.positions), SV_OK);
            for (size_t v = 0; v < POINTS; ++v) {
                svPositions_Get(&mesh.positions, v, kept[i] + 3 * (f * POINTS + v));
            }
        }
        assert_int_equal(svSim_Step(sim, NULL), SV_OK);
    }
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(svCacheWriter_Finish(writers[i]), SV_OK);
    }
    svSim_Destroy(sim);
}

static void ExpectCache(const char* path, const double* kept) {
    size_t size;
    char* bytes = TestFile_Read(path, &size);
    assert_int_equal(size, 32 + (size_t)FRAMES * POINTS * 12);
    assert_memory_equal(bytes, "POINTCACHE2", 12);
    assert_int_equal(Bits(bytes + 12), 1);
    assert_int_equal(Bits(bytes + 16), POINTS);
    assert_true(Float(bytes + 20) == 3);
    assert_true(Float(bytes + 24) == 1);
    assert_int_equal(Bits(bytes + 28), FRAMES);
    for (size_t i = 0; i < (size_t)FRAMES * POINTS * 3; ++i) {
        const double read = (double)Float(bytes + 32 + 4 * i);
        if (BitsOf(read) != BitsOf(kept[i])) {
            fail_msg("value %zu: %a was written, %a is read", i, kept[i], read);
        }
    }
    free(bytes);
}

static void TestBitEqual(void** state) {
    (void)state;
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    const TestFolder folder = TestFolder_Make();
    const char* const paths[2] = {TestFolder_Path(&folder, "a.pc2"),
                                  TestFolder_Path(&folder, "b.pc2")};
    double* kept[2];
    for (int i = 0; i < 2; ++i) {
        kept[i] = malloc((size_t)FRAMES * POINTS * 3 * sizeof(double));
        assert_non_null(kept[i]);
    }
    Simulate(context, paths, kept);
    assert_int_equal(messages.warnings, 0); // nothing was rounded
    for (int i = 0; i < 2; ++i) {
        // It moved: no test of a cache that stands still.
        const size_t last = 3 * (size_t)POINTS * (FRAMES - 1);
        assert_true(memcmp(kept[i], kept[i] + last, 3 * POINTS * sizeof(double)) != 0);
        ExpectCache(paths[i], kept[i]);
        free(kept[i]);
    }
    TestFolder_Remove(&folder);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(TestBitEqual)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
