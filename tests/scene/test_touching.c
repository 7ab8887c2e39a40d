// Features that touch where moving them to the centre of the scene rounds their coordinates.
#include "selvage/scene.h"

#include "support/allocator.h"
#include "support/random.h"
#include "support/test.h"

#include <math.h>

typedef double Point[3];

enum { MESHES = 3 };

typedef struct World {
    TestAllocator allocator;
    svContext* context;
    svScene* scene;
    svMesh* meshes[MESHES];
} World;

// One triangle each, at rest.
static void Open(World* world, svVolume volume, Point (*triangles)[3]) {
    static const uint32_t corners[3] = {0, 1, 2};
    *world = (World){.allocator = TestAllocator_Make()};
    world->context = TestAllocator_NewContext(&world->allocator);
    svSceneDef def = svDefaultSceneDef();
    def.volume = volume;
    assert_int_equal(svScene_Create(world->context, &def, &world->scene), SV_OK);
    svMeshDef meshDef = svDefaultMeshDef();
    meshDef.triangles = corners;
    meshDef.triangleCount = 1;
    meshDef.vertexCount = 3;
    for (int i = 0; i < MESHES; ++i) {
        const svPositions at = svPositions_Double(triangles[i][0], 3);
        assert_int_equal(svMesh_Create(world->context, &meshDef, &world->meshes[i]), SV_OK);
        assert_int_equal(svMesh_SetMotion(world->meshes[i], &at, &at), SV_OK);
        assert_int_equal(svScene_Add(world->scene, world->meshes[i], NULL, NULL), SV_OK);
    }
}

static void Close(World* world) {
    svScene_Destroy(world->scene);
    for (int i = 0; i < MESHES; ++i) {
        svMesh_Destroy(world->meshes[i]);
    }
    svContext_Destroy(world->context);
    assert_int_equal(world->allocator.live, 0);
}

// A corner on the middle of an edge, both in a plane y - x = gap that has one triangle on either
// side. Near 0 coordinates are finer than 2^-60, but the centre of the scene is at 0.4: moved there
// they are multiples of 2^-54, and the three points in the plane go different ways.
static void MakeTouching(Random* random, Point triangles[MESHES][3]) {
    const double gap = ldexp(Random_Below(random, 1000), -62);
    const double start = ldexp(Random_Below(random, 1 << 30), -46);
    const double middle = start + ldexp(1 + Random_Below(random, 1 << 30), -62);
    const double end = middle + (middle - start);
    const double x[3] = {start, end, middle};
    for (int i = 0; i < 3; ++i) {
        const double y = x[i] + gap;
        assert_true(y - x[i] == gap && y - gap == x[i]);
        Point* const point = i < 2 ? &triangles[0][i] : &triangles[1][0];
        (*point)[0] = x[i];
        (*point)[1] = y;
        (*point)[2] = 0.125;
    }
    const Point others[3] = {{0.125, -0.125, 0.125}, {-0.0625, 0.125, 0}, {0, 0.125, 0.25}};
    const Point far[3] = {{-0.125, -0.125, 0.875}, {0.925, 0.925, 0.875}, {0.5, 0.25, 0.90625}};
    for (int k = 0; k < 3; ++k) {
        triangles[0][2][k] = others[0][k];
        triangles[1][1][k] = others[1][k];
        triangles[1][2][k] = others[2][k];
        for (int i = 0; i < 3; ++i) {
            triangles[2][i][k] = far[i][k];
        }
    }
}

static void TouchingIsSeenByEveryVolume(void** state) {
    (void)state;
    Random random = {5};
    for (int n = 0; n < 500; ++n) {
        Point triangles[MESHES][3];
        MakeTouching(&random, triangles);
        for (int volume = 0; volume < SV_VOLUME_ENUM_COUNT; ++volume) {
            World world;
            svContacts contacts;
            svIntersections intersections;
            Open(&world, (svVolume)volume, triangles);
            assert_int_equal(svScene_Detect(world.scene, NULL, &contacts), SV_OK);
            assert_int_equal(contacts.vf.total, 1);
            assert_int_equal(contacts.ee.total, 2);
            assert_int_equal(svScene_Intersect(world.scene, NULL, &intersections), SV_OK);
            assert_int_equal(intersections.total, 1);
            Close(&world);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(TouchingIsSeenByEveryVolume)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
