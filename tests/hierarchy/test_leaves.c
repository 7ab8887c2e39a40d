// Leaves: every feature is owned once, the tables say what the topology says, the limits hold, and
// leaves are full.
#include "hierarchy/tree.h"

#include <stdlib.h>
#include <string.h>

#include "selvage/io.h"
#include "support/allocator.h"
#include "support/files.h"
#include "support/test.h"
#include "support/tree_scenes.h"

typedef struct Owners {
    uint8_t *vertices, *edges, *faces; // how many leaves own each
} Owners;

static uint8_t* Zeros(size_t count) {
    uint8_t* zeros = calloc(count + 1, 1);
    assert_non_null(zeros);
    return zeros;
}

static void CheckVertices(const TreeScene* scene, const svLeaf* leaf, Owners* owners) {
    const svSceneTopology* const mesh = scene->meshes + leaf->mesh;
    assert_in_range(leaf->vertexCount, 1, SV_WIDTH);
    assert_true(leaf->ownedVertexCount <= leaf->vertexCount);
    for (uint32_t i = 0; i < leaf->vertexCount; ++i) {
        assert_in_range(leaf->vertices[i], mesh->firstVertex,
                        mesh->firstVertex + mesh->topology->vertexCount - 1);
        for (uint32_t j = 0; j < i; ++j) {
            assert_int_not_equal(leaf->vertices[i], leaf->vertices[j]);
        }
        if (i < leaf->ownedVertexCount) {
            ++owners->vertices[leaf->vertices[i]];
        }
    }
    for (uint32_t i = leaf->vertexCount; i < SV_WIDTH; ++i) {
        assert_int_equal(leaf->vertices[i], leaf->vertices[0]);
    }
}

static void CheckEdges(const TreeScene* scene, const svLeaf* leaf, Owners* owners) {
    const svSceneTopology* const mesh = scene->meshes + leaf->mesh;
    assert_true(leaf->edgeCount <= SV_WIDTH);
    for (uint32_t i = 0; i < SV_WIDTH; ++i) {
        if (i >= leaf->edgeCount) {
            assert_int_equal(leaf->edges[i], SV_NONE);
            assert_int_equal(leaf->edgeVertices[0][i] + leaf->edgeVertices[1][i], 0);
            continue;
        }
        const uint32_t edge = leaf->edges[i] - mesh->firstEdge;
        assert_true(edge < mesh->topology->edgeCount);
        ++owners->edges[leaf->edges[i]];
        for (uint32_t k = 0; k < 2; ++k) {
            assert_true(leaf->edgeVertices[k][i] < leaf->vertexCount);
            assert_int_equal(leaf->vertices[leaf->edgeVertices[k][i]],
                             mesh->firstVertex + mesh->topology->edges[2 * edge + k]);
        }
    }
}

static void CheckFaces(const TreeScene* scene, const svLeaf* leaf, Owners* owners) {
    const svSceneTopology* const mesh = scene->meshes + leaf->mesh;
    assert_in_range(leaf->faceCount, 1, SV_WIDTH);
    for (uint32_t i = 0; i < SV_WIDTH; ++i) {
        if (i >= leaf->faceCount) {
            assert_int_equal(leaf->faces[i], SV_NONE);
            assert_int_equal(
                leaf->faceVertices[0][i] + leaf->faceVertices[1][i] + leaf->faceVertices[2][i], 0);
            continue;
        }
        const uint32_t face = leaf->faces[i] - mesh->firstFace;
        assert_true(face < mesh->topology->triangleCount);
        ++owners->faces[leaf->faces[i]];
        for (uint32_t k = 0; k < 3; ++k) {
            assert_true(leaf->faceVertices[k][i] < leaf->vertexCount);
            assert_int_equal(leaf->vertices[leaf->faceVertices[k][i]],
                             mesh->firstVertex + mesh->topology->triangles[3 * face + k]);
        }
    }
}

static void CheckOwners(const TreeScene* scene, const Owners* owners) {
    for (uint32_t m = 0; m < scene->meshCount; ++m) {
        const svTopology* const topology = scene->topologies + m;
        for (uint32_t v = 0; v < topology->vertexCount; ++v) {
            const bool isolated =
                topology->vertexTriangleStart[v] == topology->vertexTriangleStart[v + 1];
            assert_int_equal(owners->vertices[scene->meshes[m].firstVertex + v], isolated ? 0 : 1);
        }
    }
    for (uint32_t i = 0; i < scene->edgeCount; ++i) {
        assert_int_equal(owners->edges[i], 1);
    }
    for (uint32_t i = 0; i < scene->faceCount; ++i) {
        assert_int_equal(owners->faces[i], 1);
    }
}

static void CheckLeaves(const TreeScene* scene, const svLeaves* leaves) {
    Owners owners = {Zeros(scene->vertexCount), Zeros(scene->edgeCount), Zeros(scene->faceCount)};
    for (uint32_t i = 0; i < leaves->count; ++i) {
        assert_true(leaves->leaves[i].mesh < scene->meshCount);
        CheckVertices(scene, leaves->leaves + i, &owners);
        CheckEdges(scene, leaves->leaves + i, &owners);
        CheckFaces(scene, leaves->leaves + i, &owners);
    }
    CheckOwners(scene, &owners);
    free(owners.vertices);
    free(owners.edges);
    free(owners.faces);
}

static svStatus Build(const TreeScene* scene, svLeaves* leaves) {
    return TreeScene_BuildLeaves(scene, leaves);
}

static void TestTables(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    TreeScene scene;
    svLeaves leaves = {0};
    for (uint32_t number = 0; TreeScene_MakeNumber(context, number, &scene); ++number) {
        for (int placement = 0; placement < TREE_PLACEMENT_COUNT; ++placement) {
            TreeScene_Place(&scene, (TreePlacement)placement, 5);
            assert_int_equal(Build(&scene, &leaves), SV_OK);
            CheckLeaves(&scene, &leaves);
            for (int builder = 0; builder < SV_BUILDER_ENUM_COUNT; ++builder) {
                assert_int_equal(TreeScene_OrderLeaves(context, (svBuilder)builder, scene.points,
                                                       scene.scale, &leaves),
                                 SV_OK);
                CheckLeaves(&scene, &leaves);
            }
        }
        TreeScene_Free(&scene);
    }
    svLeaves_Destroy(context, &leaves);
    assert_null(leaves.leaves);
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

// The same bytes again, in a struct that has held other leaves, and with other neighbours in the
// scene.
static void TestSameAgain(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    TreeScene scene;
    svLeaves first = {0}, second = {0};
    for (uint32_t number = 0; TreeScene_MakeNumber(context, number, &scene); ++number) {
        TreeScene_Place(&scene, TREE_RANDOM, number);
        for (int builder = 0; builder < SV_BUILDER_ENUM_COUNT; ++builder) {
            assert_int_equal(Build(&scene, &first), SV_OK);
            assert_int_equal(Build(&scene, &second), SV_OK);
            assert_int_equal(first.count, second.count);
            TreeScene_OrderLeaves(context, (svBuilder)builder, scene.points, scene.scale, &first);
            TreeScene_OrderLeaves(context, (svBuilder)builder, scene.points, scene.scale, &second);
            if (first.count > 0) {
                assert_memory_equal(first.leaves, second.leaves,
                                    first.count * sizeof(*first.leaves));
            }
        }
        TreeScene_Free(&scene);
    }
    svLeaves_Destroy(context, &first);
    svLeaves_Destroy(context, &second);
    svContext_Destroy(context);
}

// A scale by a power of two of points and unit changes nothing.
static void TestScaled(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    TreeScene scene;
    svLeaves first = {0}, second = {0};
    assert_true(TreeScene_MakeNumber(context, 4, &scene));
    TreeScene_Place(&scene, TREE_SHEET, 1);
    assert_int_equal(Build(&scene, &first), SV_OK);
    for (size_t i = 0; i < 8 * (size_t)scene.vertexCount; ++i) {
        scene.points[i] *= 0x1p100;
    }
    scene.scale *= 0x1p-100;
    assert_int_equal(Build(&scene, &second), SV_OK);
    assert_int_equal(first.count, second.count);
    assert_memory_equal(first.leaves, second.leaves, first.count * sizeof(*first.leaves));
    svLeaves_Destroy(context, &first);
    svLeaves_Destroy(context, &second);
    TreeScene_Free(&scene);
    svContext_Destroy(context);
}

// Three edges for two faces: leaves of sixteen edges have 10.67 faces on the average at most.
static void CheckFull(const TreeScene* scene, double minFaces, double minEdges) {
    svLeaves leaves = {0};
    assert_int_equal(Build(scene, &leaves), SV_OK);
    CheckLeaves(scene, &leaves);
    double vertices = 0, owned = 0;
    for (uint32_t i = 0; i < leaves.count; ++i) {
        vertices += leaves.leaves[i].vertexCount;
        owned += leaves.leaves[i].ownedVertexCount;
    }
    const double faces = (double)scene->faceCount / leaves.count;
    const double edges = (double)scene->edgeCount / leaves.count;
    print_message("%u leaves; each has %.2f faces, %.2f edges, %.2f vertices (%.2f owned)\n",
                  leaves.count, faces, edges, vertices / leaves.count, owned / leaves.count);
    assert_true(faces >= minFaces);
    assert_true(edges >= minEdges);
    svLeaves_Destroy(scene->context, &leaves);
}

static void TestFull(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    TreeScene scene;
    assert_true(TreeScene_MakeNumber(context, 4, &scene));
    TreeScene_Place(&scene, TREE_SHEET, 1);
    CheckFull(&scene, 10, 15);
    TreeScene_Free(&scene);
    // Five triangles of a soup have fifteen edges and vertices.
    assert_true(TreeScene_MakeNumber(context, 5, &scene));
    TreeScene_Place(&scene, TREE_TRIANGLES, 1);
    CheckFull(&scene, 5, 15);
    TreeScene_Free(&scene);
    svContext_Destroy(context);
}

// Many triangles on one edge or around one vertex take time in proportion.
static void TestManySides(void** state) {
    (void)state;
    TestAllocator allocator = TestAllocator_Make();
    svContext* context = TestAllocator_NewContext(&allocator);
    TreeScene scene = TreeScene_Make(context);
    TreeScene_Add(&scene, TestMesh_Book(200000));
    TreeScene_Add(&scene, TestMesh_Fan(200000, false));
    TreeScene_Place(&scene, TREE_RANDOM, 3);
    CheckFull(&scene, 6, 12);
    TreeScene_Free(&scene);
    svContext_Destroy(context);
}

static void TestData(void** state) {
    (void)state;
    const char* path = TestData_Path("scenes/cloth-ball/frames/cloth_ball92.ply");
    if (path == NULL) {
        skip();
    }
    TestMessages messages;
    svContext* context = TestMessages_NewContext(&messages);
    svMeshData data = {0};
    assert_int_equal(svReadMesh(context, path, NULL, &data), SV_OK);
    TreeScene scene = TreeScene_Make(context);
    TreeScene_Add(&scene, TestMesh_Copy(data.triangles, (uint32_t)data.triangleCount,
                                        (uint32_t)data.vertexCount));
    TreeScene_Place(&scene, TREE_COINCIDENT, 1);
    for (size_t v = 0; v < data.vertexCount; ++v) {
        memcpy(scene.points + 8 * v, data.positions + 3 * v, 3 * sizeof(double));
        memcpy(scene.points + 8 * v + 4, data.positions + 3 * v, 3 * sizeof(double));
    }
    CheckFull(&scene, 10, 15);
    TreeScene_Free(&scene);
    svMeshData_Destroy(context, &data);
    svContext_Destroy(context);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestTables), cmocka_unit_test(TestSameAgain), cmocka_unit_test(TestScaled),
        cmocka_unit_test(TestFull),   cmocka_unit_test(TestManySides), cmocka_unit_test(TestData),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
