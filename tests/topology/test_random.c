// Random meshes against the brute-force oracle.
#include "topology/topology.h"

#include <string.h>

#include "support/allocator.h"
#include "support/meshes.h"
#include "support/test.h"
#include "support/topology_oracle.h"

static void BuildAndCheck(svContext* context, const TestMesh* mesh) {
    svTopology topology;
    assert_int_equal(svTopology_Build(context, mesh->triangles, mesh->triangleCount,
                                      mesh->vertexCount, &topology),
                     SV_OK);
    CheckTopology(mesh, &topology);
    svTopology_Destroy(context, &topology);
    assert_int_equal(svContext_BytesInUse(context), 0);
}

static void TestSoups(void** state) {
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    (void)state;
    uint64_t random = 1;
    for (int i = 0; i < 20000; ++i) {
        TestMesh mesh = TestMesh_Random(&random, 10, 3 + (uint32_t)i % 8);
        BuildAndCheck(context, &mesh);
        TestMesh_Free(&mesh);
    }
    for (int i = 0; i < 500; ++i) {
        TestMesh mesh = TestMesh_Random(&random, 60, 30);
        BuildAndCheck(context, &mesh);
        TestMesh_Free(&mesh);
    }
    svContext_Destroy(context);
}

// A surface with some faces turned over, some removed, some collapsed or doubled, and two vertices
// now and then merged: near-manifold places that soups seldom hit.
static void Damage(uint64_t* random, TestMesh* mesh) {
    const uint32_t rate = 1 + TestRandom(random, 6);
    for (uint32_t t = 0; t < mesh->triangleCount; ++t) {
        uint32_t* const corners = mesh->triangles + 3 * (size_t)t;
        const uint32_t rotated[3] = {corners[1], corners[2], corners[0]};
        memcpy(corners, rotated, TestRandom(random, 2) * sizeof(rotated));
        if (TestRandom(random, 8) >= rate) {
            continue;
        }
        const uint32_t other = TestRandom(random, mesh->triangleCount);
        uint32_t swap = corners[1];
        switch (TestRandom(random, 4)) {
        case 0:
            corners[1] = corners[2];
            corners[2] = swap;
            break;
        case 1:
            corners[TestRandom(random, 3)] = corners[TestRandom(random, 3)];
            break;
        case 2:
            memcpy(corners, mesh->triangles + 3 * (size_t)other, 3 * sizeof(*corners));
            break;
        default:
            --mesh->triangleCount;
            memcpy(corners, mesh->triangles + 3 * (size_t)mesh->triangleCount,
                   3 * sizeof(*corners));
            break;
        }
    }
    if (TestRandom(random, 2) == 0) {
        const uint32_t from = TestRandom(random, mesh->vertexCount);
        const uint32_t to = TestRandom(random, mesh->vertexCount);
        for (uint32_t i = 0; i < 3 * mesh->triangleCount; ++i) {
            mesh->triangles[i] = mesh->triangles[i] == from ? to : mesh->triangles[i];
        }
    }
}

static void TestDamagedSurfaces(void** state) {
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    (void)state;
    uint64_t random = 2;
    for (int i = 0; i < 3000; ++i) {
        const uint32_t columns = 3 + TestRandom(&random, 3);
        const uint32_t rows = 1 + TestRandom(&random, 4);
        const uint32_t form = TestRandom(&random, 4);
        TestMesh mesh = form == 0   ? TestMesh_Grid(columns, rows)
                        : form == 1 ? TestMesh_Annulus(columns, rows)
                        : form == 2 ? TestMesh_Moebius(columns, 1 + rows % 2)
                                    : TestMesh_Torus(columns, 2 + rows);
        Damage(&random, &mesh);
        BuildAndCheck(context, &mesh);
        TestMesh_Free(&mesh);
    }
    svContext_Destroy(context);
}

// Large buckets take another sort than small ones: fans and books of some hundred faces around a
// vertex 0, in random order of vertices and faces.
static void TestLargeFans(void** state) {
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    (void)state;
    uint64_t random = 3;
    for (uint32_t count = 20; count < 100; count += 3) {
        TestMesh mesh = count % 2 == 0 ? TestMesh_Fan(count, true) : TestMesh_Book(count);
        for (uint32_t t = mesh.triangleCount - 1; t > 0; --t) {
            uint32_t swap[3];
            uint32_t* const a = mesh.triangles + 3 * (size_t)t;
            uint32_t* const b = mesh.triangles + 3 * (size_t)TestRandom(&random, t + 1);
            memcpy(swap, a, sizeof(swap));
            memmove(a, b, sizeof(swap));
            memcpy(b, swap, sizeof(swap));
        }
        BuildAndCheck(context, &mesh);
        TestMesh_Free(&mesh);
    }
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestSoups),
        cmocka_unit_test(TestDamagedSurfaces),
        cmocka_unit_test(TestLargeFans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
