// Out of memory at every allocation of every reader and writer: a status, no file, nothing leaked.
#include "selvage/io.h"

#include <stdlib.h>
#include <string.h>

#include "support/allocator.h"
#include "support/files.h"
#include "support/test.h"

// What is tried again and again, and the folder it may write into.
typedef svStatus (*Operation)(svContext* context, const TestFolder* folder, const char* name);

// Fails the n-th allocation for n = 0, 1, ... until the operation succeeds. Returns how many that
// took. `keeps`: the files that the operation leaves when it succeeds.
static size_t FailEverywhere(Operation operation, const TestFolder* folder, const char* name,
                             size_t keeps) {
    for (size_t failAt = 0;; ++failAt) {
        TestAllocator allocator = TestAllocator_Make();
        svContext* context = TestAllocator_NewContext(&allocator);
        const size_t liveBefore = allocator.live;
        const size_t filesBefore = TestFolder_Count(folder);
        allocator.failAt = allocator.allocations + failAt;
        const svStatus status = operation(context, folder, name);
        if (status != SV_OK) {
            assert_int_equal(status, SV_ERROR_MEMORY);
            assert_non_null(strstr(svContext_LastError(context), "out of memory"));
        }
        assert_int_equal(TestFolder_Count(folder), filesBefore + (status == SV_OK ? keeps : 0));
        assert_int_equal(svContext_BytesInUse(context), 0);
        assert_int_equal(allocator.live, liveBefore);
        svContext_Destroy(context);
        assert_false(allocator.misaligned);
        if (status == SV_OK) {
            return failAt;
        }
        assert_true(failAt < 1000);
    }
}

static svStatus ReadMesh(svContext* context, const TestFolder* folder, const char* name) {
    svMeshData mesh = {0};
    const svStatus status = svReadMesh(context, TestFolder_Path(folder, name), NULL, &mesh);
    assert_true(status == SV_OK || (mesh.positions == NULL && mesh.triangles == NULL));
    svMeshData_Destroy(context, &mesh);
    return status;
}

// With texture coordinates and groups, which the file must have.
static svStatus ReadLabelled(svContext* context, const TestFolder* folder, const char* name) {
    svMeshData mesh = {0};
    svReadMeshDef def = svDefaultReadMeshDef();
    def.uvs = def.groups = true;
    const svStatus status = svReadMesh(context, TestFolder_Path(folder, name), &def, &mesh);
    assert_true((status == SV_OK) == (mesh.uvs != NULL && mesh.groups != NULL));
    svMeshData_Destroy(context, &mesh);
    return status;
}

static svStatus ReadQueries(svContext* context, const TestFolder* folder, const char* name) {
    svQueryData queries = {0};
    const svStatus status = svReadQueries(context, TestFolder_Path(folder, name), &queries);
    svQueryData_Destroy(context, &queries);
    return status;
}

static svStatus ReadPairs(svContext* context, const TestFolder* folder, const char* name) {
    svIndexRows rows = {0};
    const svStatus status = svReadPairs(context, TestFolder_Path(folder, name), &rows);
    svIndexRows_Destroy(context, &rows);
    return status;
}

static svStatus ReadCache(svContext* context, const TestFolder* folder, const char* name) {
    svCache* cache = NULL;
    svStatus status = svCache_Open(context, TestFolder_Path(folder, name), NULL, &cache);
    if (status == SV_OK) {
        double* xyz = malloc(3 * sizeof(double) * svCache_VertexCount(cache));
        for (size_t i = 0; status == SV_OK && i < svCache_FrameCount(cache); ++i) {
            status = svCache_ReadFrame(cache, i, xyz);
        }
        free(xyz);
        svCache_Close(cache);
    }
    return status;
}

static const double points[15] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0.5, 2, 1, 0};
static const uint32_t triangles[9] = {0, 1, 2, 1, 3, 2, 3, 1, 4};

static svStatus WriteMesh(svContext* context, const TestFolder* folder, const char* name) {
    const svMeshView view = {svPositions_Double(points, 5), triangles, 3};
    return svWriteMesh(context, TestFolder_Path(folder, name), NULL, &view);
}

static svStatus WriteCache(svContext* context, const TestFolder* folder, const char* name) {
    svCacheWriterDef def = svDefaultCacheWriterDef();
    def.vertexCount = 5;
    def.triangles = triangles;
    def.triangleCount = 3;
    svCacheWriter* writer = NULL;
    svStatus status = svCacheWriter_Create(context, TestFolder_Path(folder, name), &def, &writer);
    if (status != SV_OK) {
        return status;
    }
    const svPositions positions = svPositions_Double(points, 5);
    for (int i = 0; i < 3 && status == SV_OK; ++i) {
        status = svCacheWriter_WriteFrame(writer, &positions);
    }
    const svStatus finished = svCacheWriter_Finish(writer);
    assert_int_equal(finished, status);
    return finished;
}

// Enough vertices and faces for arrays to grow several times.
static void WriteGrid(const TestFolder* folder, const char* name) {
    enum { side = 40 };
    static double grid[3 * side * side];
    static uint32_t faces[6 * (side - 1) * (side - 1)];
    size_t f = 0;
    for (uint32_t i = 0; i < side; ++i) {
        for (uint32_t j = 0; j < side; ++j) {
            grid[3 * (i * side + j)] = i;
            grid[3 * (i * side + j) + 1] = j;
            const uint32_t v = i * side + j;
            if (i + 1 < side && j + 1 < side) {
                const uint32_t quad[6] = {v, v + 1, v + side, v + 1, v + side + 1, v + side};
                memcpy(faces + f, quad, sizeof(quad));
                f += 6;
            }
        }
    }
    const svMeshView view = {svPositions_Double(grid, side * side), faces, f / 3};
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    assert_int_equal(svWriteMesh(context, TestFolder_Path(folder, name), NULL, &view), SV_OK);
    svContext_Destroy(context);
}

static void TestMeshReaders(void** state) {
    (void)state;
    static const char* const names[] = {"a.obj", "a.ply", "a.stl", "a.off"};
    // The file, the arrays (grown or made once), what PLY and welding need.
    static const size_t least[] = {10, 4, 5, 3};
    const TestFolder folder = TestFolder_Make();
    for (int i = 0; i < 4; ++i) {
        WriteGrid(&folder, names[i]);
        assert_true(FailEverywhere(ReadMesh, &folder, names[i], 0) >= least[i]);
    }
    TestFolder_Remove(&folder);
}

static void TestLabels(void** state) {
    (void)state;
    const TestFolder folder = TestFolder_Make();
    FILE* file = fopen(TestFolder_Path(&folder, "a.obj"), "w");
    for (int i = 0; i < 200; ++i) {
        fprintf(file, "v %d 0 0\nv %d 1 0\nv %d 0 1\nvt %d 0\ng part%d\nf -3/-1 -2/-1 -1/-1\n", i,
                i, i, i, i);
    }
    fclose(file);
    // The file; vertices, triangles, vt, corners, names and runs, grown; what is returned.
    assert_true(FailEverywhere(ReadLabelled, &folder, "a.obj", 0) >= 15);
    TestFolder_Remove(&folder);
}

static void TestTables(void** state) {
    (void)state;
    const TestFolder folder = TestFolder_Make();
    FILE* file = fopen(TestFolder_Path(&folder, "q.csv"), "w");
    for (int i = 0; i < 8 * 200; ++i) {
        fprintf(file, "%d,1,%d,4,-7,1,1\n", i, i + 1);
    }
    fclose(file);
    assert_true(FailEverywhere(ReadQueries, &folder, "q.csv", 0) >= 7);
    file = fopen(TestFolder_Path(&folder, "p.csv"), "w");
    for (int i = 0; i < 1000; ++i) {
        fprintf(file, "%d,%d\n", i, i + 1);
    }
    fclose(file);
    assert_true(FailEverywhere(ReadPairs, &folder, "p.csv", 0) >= 7);
    TestFolder_Remove(&folder);
}

static void TestCaches(void** state) {
    (void)state;
    const TestFolder folder = TestFolder_Make();
    // Cache, name, output path, temporary name and buffer at least.
    assert_true(FailEverywhere(WriteCache, &folder, "a.pc2", 1) >= 4);
    assert_true(FailEverywhere(WriteCache, &folder, "a.mdd", 1) >= 4);
    assert_true(FailEverywhere(WriteCache, &folder, "f_###.obj", 3) >= 6);
    assert_true(FailEverywhere(ReadCache, &folder, "a.pc2", 0) >= 2);
    assert_true(FailEverywhere(ReadCache, &folder, "a.mdd", 0) >= 2);
    assert_true(FailEverywhere(ReadCache, &folder, "f_001.obj", 0) >= 9);
    assert_int_equal(TestFolder_Count(&folder), 5);
    TestFolder_Remove(&folder);
}

static void TestMeshWriters(void** state) {
    (void)state;
    static const char* const names[] = {"a.obj", "a.ply", "a.stl", "a.off"};
    const TestFolder folder = TestFolder_Make();
    for (int i = 0; i < 4; ++i) {
        assert_true(FailEverywhere(WriteMesh, &folder, names[i], 1) >= 3);
    }
    TestFolder_Remove(&folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(TestMeshReaders),
                                       cmocka_unit_test(TestLabels), cmocka_unit_test(TestTables),
                                       cmocka_unit_test(TestCaches),
                                       cmocka_unit_test(TestMeshWriters)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
