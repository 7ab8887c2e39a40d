#include "support/tree_scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/test.h"
#include "topology/topology.h"

TreeScene TreeScene_Make(svContext* context) {
    TreeScene scene = {.context = context, .scale = 1};
    return scene;
}

void TreeScene_Free(TreeScene* scene) {
    for (uint32_t i = 0; i < scene->meshCount; ++i) {
        svTopology_Destroy(scene->context, scene->topologies + i);
        TestMesh_Free(scene->lists + i);
    }
    free(scene->points);
    *scene = (TreeScene){0};
}

void TreeScene_Add(TreeScene* scene, TestMesh list) {
    const uint32_t i = scene->meshCount++;
    assert_true(i < TREE_SCENE_MAX_MESHES);
    scene->lists[i] = list;
    assert_int_equal(svTopology_Build(scene->context, list.triangles, list.triangleCount,
                                      list.vertexCount, scene->topologies + i),
                     SV_OK);
    scene->meshes[i] =
        (svSceneTopology){NULL, scene->vertexCount, scene->edgeCount, scene->faceCount};
    scene->vertexCount += list.vertexCount;
    scene->edgeCount += scene->topologies[i].edgeCount;
    scene->faceCount += list.triangleCount;
    double* points = realloc(scene->points, ((size_t)scene->vertexCount + 1) * 8 * sizeof(*points));
    assert_non_null(points);
    scene->points = points;
    memset(points, 0, (size_t)scene->vertexCount * 8 * sizeof(*points));
}

static void PlaceVertex(Random* random, TreePlacement placement, uint32_t vertex, double* at) {
    const uint32_t rowNumber = vertex / 101;
    const double row = rowNumber, column = vertex % 101;
    const double sheet[3] = {column, row, 4 * sin(0.2 * column) * cos(0.15 * row)};
    for (int k = 0; k < 3; ++k) {
        const double moved = Random_Signed(random);
        double x = Random_Signed(random);
        switch (placement) {
        case TREE_TRIANGLES:
            x = vertex % 3 == 0 ? x : at[k - 8] + 0.03 * x;
            break;
        case TREE_SHEET:
            x = sheet[k];
            break;
        case TREE_HUGE:
            x *= 0x1p1023;
            break;
        case TREE_TINY:
            x *= 0x1p-1060;
            break;
        case TREE_COINCIDENT:
            x = 0.375;
            break;
        case TREE_LATTICE:
            x = k == 2 ? 0.25 : floor(4 * x);
            break;
        default:
            break;
        }
        at[k] = x;
        at[4 + k] = placement == TREE_SHEET        ? x + 0.3 * moved
                    : placement >= TREE_COINCIDENT ? x
                                                   : x + 0.1 * moved * fabs(x);
    }
}

void TreeScene_Place(TreeScene* scene, TreePlacement placement, uint64_t seed) {
    Random random = {seed};
    double largest = 0;
    for (uint32_t i = 0; i < scene->meshCount; ++i) {
        for (uint32_t v = 0; v < scene->lists[i].vertexCount; ++v) {
            double* const at = scene->points + 8 * ((size_t)scene->meshes[i].firstVertex + v);
            PlaceVertex(&random, placement, v, at);
            for (int k = 0; k < 8; ++k) {
                largest = fmax(largest, fabs(at[k]));
            }
        }
    }
    int exponent = 0;
    frexp(largest, &exponent);
    // Beyond 2^1023 there is no power of two; what is left is small enough.
    scene->scale = ldexp(1.0, -exponent < 1023 ? -exponent : 1023);
    // The topologies lie in the scene itself, which may have moved.
    for (uint32_t i = 0; i < scene->meshCount; ++i) {
        scene->meshes[i].topology = scene->topologies + i;
    }
}

static TestMesh Soup(uint32_t triangleCount) {
    uint32_t* list = malloc((size_t)3 * triangleCount * sizeof(*list));
    assert_non_null(list);
    for (uint32_t i = 0; i < 3 * triangleCount; ++i) {
        list[i] = i;
    }
    TestMesh mesh = TestMesh_Copy(list, triangleCount, 3 * triangleCount);
    free(list);
    return mesh;
}

static void AddRandom(TreeScene* scene, uint64_t seed, uint32_t count) {
    uint64_t state = seed;
    for (uint32_t i = 0; i < count; ++i) {
        TreeScene_Add(scene, TestMesh_Random(&state, 60, 1 + TestRandom(&state, 40)));
    }
}

bool TreeScene_MakeNumber(svContext* context, uint32_t number, TreeScene* scene) {
    static const uint32_t collapsed[] = {0, 0, 0, 1, 1, 2, 2, 3, 2, 3, 3, 3, 0, 1, 2, 0, 1, 2};
    *scene = TreeScene_Make(context);
    switch (number) {
    case 0: // nothing at all
        break;
    case 1:
        TreeScene_Add(scene, TestMesh_Copy(collapsed, 0, 0));
        TreeScene_Add(scene, TestMesh_Copy(collapsed, 0, 7));
        break;
    case 2:
        TreeScene_Add(scene, TestMesh_Copy(collapsed + 15, 1, 3));
        break;
    case 3:
        TreeScene_Add(scene, TestMesh_Copy(collapsed, 6, 5));
        break;
    case 4:
        TreeScene_Add(scene, TestMesh_Grid(100, 60));
        break;
    case 5:
        TreeScene_Add(scene, Soup(1000));
        break;
    case 6:
        TreeScene_Add(scene, TestMesh_Book(300));
        TreeScene_Add(scene, TestMesh_Copy(collapsed, 0, 3));
        TreeScene_Add(scene, TestMesh_Fan(200, true));
        break;
    case 7:
        AddRandom(scene, 77, 30);
        break;
    case 8:
        TreeScene_Add(scene, TestMesh_Torus(20, 30));
        TreeScene_Add(scene, TestMesh_Moebius(25, 4));
        TreeScene_Add(scene, Soup(17));
        TreeScene_Add(scene, TestMesh_Cube());
        break;
    case 9:
        AddRandom(scene, 1234567, 40);
        break;
    default:
        return false;
    }
    return true;
}

svLeafPoints TreeScene_LeafPoints(const TreeScene* scene, const svLeaf* leaf) {
    svLeafPoints points;
    for (size_t time = 0; time < 2; ++time) {
        for (size_t k = 0; k < 3; ++k) {
            for (size_t i = 0; i < SV_WIDTH; ++i) {
                points.x[time][k][i] =
                    scene->points[8 * (size_t)leaf->vertices[i] + 4 * time + k] * scene->scale;
            }
        }
    }
    return points;
}

svStatus TreeScene_BuildLeaves(const TreeScene* scene, svLeaves* leaves) {
    svArena scratch;
    svArena_Init(&scratch, scene->context);
    const svStatus status = svLeaves_Build(&scratch, scene->meshes, scene->meshCount, scene->points,
                                           scene->scale, leaves);
    svArena_Destroy(&scratch);
    return status;
}

svStatus TreeScene_OrderLeaves(svContext* context, svBuilder builder, const double* points,
                               double scale, svLeaves* leaves) {
    svArena scratch;
    svArena_Init(&scratch, context);
    const svStatus status = svTree_OrderLeaves(&scratch, builder, points, scale, leaves);
    svArena_Destroy(&scratch);
    return status;
}
