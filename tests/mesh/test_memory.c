// Out of memory at every allocation of every call: a status, nothing leaked, outputs untouched.
#include "selvage/mesh.h"

#include <string.h>

#include "support/allocator.h"
#include "support/meshes.h"
#include "support/test.h"

static void Ignore(svSeverity severity, const char* text, void* user) {
    (void)severity;
    (void)text;
    (void)user;
}

// With a message function, so that svMesh_Create looks for warnings too.
static svContext* NewContext(TestAllocator* allocator) {
    *allocator = TestAllocator_Make();
    svContextDef def = svDefaultContextDef();
    def.allocator = TestAllocator_Hooks(allocator);
    def.message = Ignore;
    svContext* context = NULL;
    assert_int_equal(svContext_Create(&def, &context), SV_OK);
    return context;
}

// A mesh with many faults of several kinds, so that the report grows more than once.
static TestMesh NewFaultyMesh(void) {
    TestMesh mesh = TestMesh_Grid(40, 30);
    for (uint32_t i = 0; i < 3 * mesh.triangleCount; i += 7) {
        mesh.triangles[i] = (i * 31) % mesh.vertexCount;
    }
    return mesh;
}

// An allocation that fails: the n-th of the call, and all after it unless `once`.
typedef struct Failure {
    size_t n;
    bool once;
} Failure;

// Returns whether the call succeeded.
typedef bool (*Attempt)(svContext* context, TestAllocator* allocator, const TestMesh* list,
                        Failure failure);

static bool Create(svContext* context, TestAllocator* allocator, const TestMesh* list,
                   Failure failure) {
    svMeshDef def = svDefaultMeshDef();
    def.triangles = list->triangles;
    def.triangleCount = list->triangleCount;
    def.vertexCount = list->vertexCount;
    def.name = "faulty";
    svMesh* mesh = NULL;
    TestAllocator_FailNth(allocator, failure.n, failure.once);
    const svStatus status = svMesh_Create(context, &def, &mesh);
    if (status == SV_OK) {
        svMesh_Destroy(mesh);
    } else {
        assert_int_equal(status, SV_ERROR_MEMORY);
        assert_null(mesh);
        assert_non_null(strstr(svContext_LastError(context), "memory"));
    }
    return status == SV_OK;
}

static bool Validate(svContext* context, TestAllocator* allocator, const TestMesh* list,
                     Failure failure) {
    svValidateDef def = svDefaultValidateDef();
    def.triangles = list->triangles;
    def.triangleCount = list->triangleCount;
    def.vertexCount = list->vertexCount - 1; // some indices are out of range now
    svMeshReport report = {0};
    TestAllocator_FailNth(allocator, failure.n, failure.once);
    const svStatus status = svValidateMesh(context, &def, &report);
    assert_int_equal(status, status == SV_OK ? SV_OK : SV_ERROR_MEMORY);
    if (status == SV_OK) {
        assert_true(report.counts[SV_FAULT_INDEX] > 0);
        assert_true(report.faultCount > 64);
    } else {
        assert_null(report.faults);
        assert_int_equal(report.errorCount, 0);
    }
    svMeshReport_Destroy(context, &report);
    return status == SV_OK;
}

static bool GetInfo(svContext* context, TestAllocator* allocator, const TestMesh* list,
                    Failure failure) {
    svMeshDef def = svDefaultMeshDef();
    def.triangles = list->triangles;
    def.triangleCount = list->triangleCount;
    def.vertexCount = list->vertexCount;
    svMesh* mesh = NULL;
    assert_int_equal(svMesh_Create(context, &def, &mesh), SV_OK);
    svMeshInfo info = {0};
    TestAllocator_FailNth(allocator, failure.n, failure.once);
    const size_t before = svContext_BytesInUse(context);
    const svStatus status = svMesh_GetInfo(mesh, &info);
    assert_int_equal(status, status == SV_OK ? SV_OK : SV_ERROR_MEMORY);
    assert_int_equal(info.triangleCount, status == SV_OK ? list->triangleCount : 0);
    assert_int_equal(svContext_BytesInUse(context), before);
    svMesh_Destroy(mesh);
    return status == SV_OK;
}

static void FailEverywhere(Attempt attempt, bool once, size_t leastAllocations) {
    TestMesh list = NewFaultyMesh();
    size_t n = 0;
    for (bool done = false; !done; ++n) {
        TestAllocator allocator;
        svContext* context = NewContext(&allocator);
        done = attempt(context, &allocator, &list, (Failure){n, once});
        assert_int_equal(svContext_BytesInUse(context), 0);
        svContext_Destroy(context);
        assert_int_equal(allocator.live, 0);
        assert_int_equal(allocator.liveBytes, 0);
    }
    assert_true(n > leastAllocations);
    TestMesh_Free(&list);
}

static void TestCreate(void** state) {
    (void)state;
    FailEverywhere(Create, false, 20);
    FailEverywhere(Create, true, 20);
}

static void TestValidate(void** state) {
    (void)state;
    FailEverywhere(Validate, false, 20);
    FailEverywhere(Validate, true, 20);
}

static void TestInfo(void** state) {
    (void)state;
    FailEverywhere(GetInfo, false, 1);
    FailEverywhere(GetInfo, true, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestCreate),
        cmocka_unit_test(TestValidate),
        cmocka_unit_test(TestInfo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
