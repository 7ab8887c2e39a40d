// Layers of a thickness: hand-made scenes whose pairs and times are known.
#include "selvage/scene.h"

#include "support/allocator.h"
#include "support/meshes.h"
#include "support/test.h"

#include <float.h>
#include <math.h>

typedef double Point[3];

typedef struct World {
    TestAllocator allocator;
    svContext* context;
    svScene* scene;
    svMesh* meshes[2];
    uint32_t meshCount;
} World;

static void Open(World* world, svVolume volume) {
    *world = (World){.allocator = TestAllocator_Make()};
    world->context = TestAllocator_NewContext(&world->allocator);
    svSceneDef def = svDefaultSceneDef();
    def.volume = volume;
    assert_int_equal(svScene_Create(world->context, &def, &world->scene), SV_OK);
}

static void Close(World* world) {
    svScene_Destroy(world->scene);
    for (uint32_t i = 0; i < world->meshCount; ++i) {
        svMesh_Destroy(world->meshes[i]);
    }
    svContext_Destroy(world->context);
    assert_int_equal(world->allocator.live, 0);
}

// Adds a mesh that moves from x0 to x1; the positions must stay.
static void Add(World* world, const TestMesh* mesh, const Point* x0, const Point* x1,
                const svSceneMeshDef* how) {
    svMeshDef def = svDefaultMeshDef();
    def.triangles = mesh->triangles;
    def.triangleCount = mesh->triangleCount;
    def.vertexCount = mesh->vertexCount;
    svMesh** made = &world->meshes[world->meshCount++];
    assert_int_equal(svMesh_Create(world->context, &def, made), SV_OK);
    const svPositions at0 = svPositions_Double(x0[0], mesh->vertexCount);
    const svPositions at1 = svPositions_Double(x1[0], mesh->vertexCount);
    assert_int_equal(svMesh_SetMotion(*made, &at0, &at1), SV_OK);
    assert_int_equal(svScene_Add(world->scene, *made, how, NULL), SV_OK);
}

static svProximity Near(World* world, double distance, int time) {
    svProximityDef def = svDefaultProximityDef();
    svProximity result;
    def.distance = distance;
    def.time = time;
    assert_int_equal(svScene_Proximity(world->scene, &def, &result), SV_OK);
    return result;
}

static const uint32_t oneTriangle[3] = {0, 1, 2};
static const TestMesh triangle = {(uint32_t*)oneTriangle, 1, 3};
static const uint32_t onePoint[3] = {0, 0, 0};
static const TestMesh particle = {(uint32_t*)onePoint, 1, 1};

static const Point wide[3] = {{-8, -8, 0}, {8, -8, 0}, {0, 8, 0}};

static svSceneMeshDef Thick(double thickness) {
    svSceneMeshDef def = svDefaultSceneMeshDef();
    def.thickness = thickness;
    return def;
}

// Half of each thickness counts, and the distance on top.
static void ThicknessesAreHalved(void** state) {
    (void)state;
    const Point above[1] = {{0, 0, 1}}, higher[1] = {{0, 0, 1.125}};
    for (int volume = 0; volume < SV_VOLUME_ENUM_COUNT; ++volume) {
        World world;
        Open(&world, (svVolume)volume);
        const svSceneMeshDef half = Thick(0.5), whole = Thick(1);
        Add(&world, &triangle, wide, wide, &half);
        Add(&world, &particle, above, higher, &whole);
        assert_false(Near(&world, 0, 0).found);
        assert_false(Near(&world, 0.25 - 0x1p-30, 0).found);
        const svProximity near = Near(&world, 0.25, 0);
        assert_int_equal(near.vf.count, 1);
        assert_int_equal(near.ee.count, 0);
        assert_true(near.vf.distances[0] == 1);
        assert_int_equal(near.vf.pairs[0].meshA, 1);
        assert_int_equal(near.vf.pairs[0].meshB, 0);
        assert_true(near.vf.shapes[0].normal[2] == 1);
        assert_int_equal(near.stats.tested, 1);
        assert_false(Near(&world, 0.25, 1).found);
        assert_true(Near(&world, 0.375, 1).found);
        Close(&world);
    }
}

// An edge or a face is as thick as its thickest vertex.
static void VerticesHaveThicknesses(void** state) {
    (void)state;
    World world;
    Open(&world, SV_VOLUME_BOX);
    const double thickness[3] = {0, 0, 2};
    const Point below[3] = {{-8, -8, -1}, {8, -8, -1}, {0, 8, -1}};
    svSceneMeshDef def = svDefaultSceneMeshDef();
    def.vertexThickness = thickness;
    Add(&world, &triangle, wide, wide, &def);
    Add(&world, &triangle, below, below, NULL);
    // Of mesh 0: vertex 2 near the face of mesh 1, its face near all vertices of mesh 1, its edges
    // 0-2 and 1-2 near the edges below them and, at corners, near the others. Edge 0-1 is thin.
    const svProximity near = Near(&world, 0, 0);
    assert_int_equal(near.vf.count, 4);
    assert_int_equal(near.vf.pairs[0].a, 2);
    assert_int_equal(near.ee.count, 6);
    for (size_t i = 0; i < near.ee.count; ++i) {
        assert_true(near.ee.pairs[i].a != 0);
        assert_true(near.ee.distances[i] == 1);
    }
    // Set anew: thin all over, and then only touched by a distance.
    assert_int_equal(svScene_SetMeshDef(world.scene, 0, &(svSceneMeshDef){0}), SV_ERROR_ARGUMENT);
    const svSceneMeshDef thin = svDefaultSceneMeshDef();
    assert_int_equal(svScene_SetMeshDef(world.scene, 0, &thin), SV_OK);
    assert_false(Near(&world, 0, 0).found);
    assert_int_equal(Near(&world, 1, 0).vf.count, 6);
    Close(&world);
}

// The neighbours of a feature are always near; a ring leaves them out.
static void RingsLeaveNeighboursOut(void** state) {
    (void)state;
    enum { SIDE = 4 };
    TestMesh grid = TestMesh_Grid(SIDE, SIDE);
    Point x[(SIDE + 1) * (SIDE + 1)];
    for (int i = 0; i < (SIDE + 1) * (SIDE + 1); ++i) {
        x[i][0] = i % (SIDE + 1);
        x[i][1] = i / (SIDE + 1); // NOLINT(bugprone-integer-division)
        x[i][2] = 0;
    }
    static const struct {
        double distance;
        uint32_t ring;
        bool found;
    } cases[] = {
        {0.5, 0, false}, {0.75, 0, true}, {0.75, 1, false}, {1.5, 1, true}, {1.5, 3, false}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); ++i) {
        World world;
        Open(&world, SV_VOLUME_BOX);
        svSceneMeshDef def = svDefaultSceneMeshDef();
        def.ring = cases[i].ring;
        Add(&world, &grid, (const Point*)x, (const Point*)x, &def);
        const svProximity near = Near(&world, cases[i].distance, 0);
        assert_int_equal(near.found, cases[i].found);
        assert_int_equal(near.stats.excluded[0] > 0, cases[i].ring > 0);
        Close(&world);
    }
    TestMesh_Free(&grid);
}

// A distance beyond all bounds reaches everything, in every volume.
static void HugeDistancesReachAll(void** state) {
    (void)state;
    const Point far[3] = {{1e300, 0, 5}, {1e300, 1, 5}, {1e300, 0, 7}};
    for (int volume = 0; volume < SV_VOLUME_ENUM_COUNT; ++volume) {
        World world;
        Open(&world, (svVolume)volume);
        const svSceneMeshDef thick = Thick(DBL_MAX);
        Add(&world, &triangle, wide, wide, &thick);
        Add(&world, &triangle, far, far, &thick);
        for (int more = 0; more < 2; ++more) {
            const svProximity near = Near(&world, more * DBL_MAX, 0);
            assert_int_equal(near.vf.count, 6);
            assert_int_equal(near.ee.count, 9);
        }
        Close(&world);
    }
}

// Half of an odd multiple of the least denormal is no double.
static void LeastDistancesAreReached(void** state) {
    (void)state;
    const double least = 0x1p-1074;
    const Point low[3] = {{0, 0, 0}, {8 * least, 0, 0}, {0, 8 * least, 0}};
    for (int volume = 0; volume < SV_VOLUME_ENUM_COUNT; ++volume) {
        for (int steps = 1; steps < 8; ++steps) {
            const double d = steps * least;
            const Point high[3] = {{0, 0, d}, {8 * least, 0, d}, {0, 8 * least, d}};
            const svSceneMeshDef thin = Thick(0);
            World world;
            Open(&world, (svVolume)volume);
            Add(&world, &triangle, low, low, &thin);
            Add(&world, &triangle, high, high, &thin);
            const svProximity near = Near(&world, d, 0);
            assert_int_equal(near.vf.count, 6);
            assert_int_equal(near.ee.count, 9);
            Close(&world);
        }
    }
}

static void ContactIsAtTheThickness(void** state) {
    (void)state;
    const Point above[1] = {{0, 0, 4}}, below[1] = {{0, 0, -4}};
    for (int thick = 0; thick < 2; ++thick) {
        World world;
        Open(&world, SV_VOLUME_BOX);
        const svSceneMeshDef def = Thick(2.0 * thick);
        Add(&world, &triangle, wide, wide, &def);
        Add(&world, &particle, above, below, &def);
        svDetectDef detect = svDefaultDetectDef();
        svContacts contacts;
        detect.detail = SV_DETAIL_SHAPE;
        assert_int_equal(svScene_Detect(world.scene, &detect, &contacts), SV_OK);
        assert_int_equal(contacts.vf.count, 1);
        assert_int_equal(contacts.ee.count, 0);
        // From 4 to 0, or to 2, at a speed of 8; the slack is a thousandth of the thickness.
        const double expected = thick ? 0.25 : 0.5;
        assert_true(contacts.vf.times[0].lo <= expected);
        assert_true(contacts.vf.times[0].lo >= expected - 0.001);
        assert_true(contacts.vf.shapes[0].normal[2] == 1);
        double t;
        assert_int_equal(svScene_SafeStep(world.scene, NULL, &t), SV_OK);
        assert_true(t == contacts.vf.times[0].lo);
        Close(&world);
    }
}

// What is nearer than its thickness at t0; just beyond is no overlap.
static void OverlapsFollowThePolicy(void** state) {
    (void)state;
    static const double heights[3] = {1, 2, 2.0001};
    const Point below[1] = {{0, 0, -4}};
    for (int i = 0; i < 3; ++i) {
        World world;
        Open(&world, SV_VOLUME_BOX);
        const svSceneMeshDef def = Thick(2);
        const Point start[1] = {{0, 0, heights[i]}};
        const bool overlaps = i < 2;
        Add(&world, &triangle, wide, wide, &def);
        Add(&world, &particle, start, below, &def);
        svDetectDef detect = svDefaultDetectDef();
        svContacts contacts;
        double t;
        assert_int_equal(svScene_Detect(world.scene, &detect, &contacts), SV_OK);
        assert_int_equal(contacts.vf.count, 1);
        assert_true(contacts.vf.times[0].lo == 0);
        detect.overlap = SV_OVERLAP_ERROR;
        assert_int_equal(svScene_Detect(world.scene, &detect, &contacts),
                         overlaps ? SV_ERROR_OVERLAP : SV_OK);
        assert_int_equal(contacts.vf.count, 1);
        detect.overlap = SV_OVERLAP_IGNORE;
        assert_int_equal(svScene_Detect(world.scene, &detect, &contacts), SV_OK);
        assert_int_equal(contacts.vf.count, overlaps ? 0 : 1);
        assert_int_equal(contacts.stats.overlaps, overlaps ? 1 : 0);
        assert_int_equal(svScene_SafeStep(world.scene, &detect, &t), SV_OK);
        assert_true(t == (overlaps ? 1 : 0));
        Close(&world);
    }
}

// The first pair with lo = 0 need not be one that overlaps; where overlaps are an error the result
// holds one that does, and the safe step is none.
static void FirstOverlapIsOne(void** state) {
    (void)state;
    static const uint32_t points[6] = {0, 0, 0, 1, 1, 1};
    const TestMesh particles = {(uint32_t*)points, 2, 2};
    const Point start[2] = {{-1, 0, 2.0001}, {1, 0, 1}}, below[2] = {{-1, 0, -4}, {1, 0, -4}};
    const svSceneMeshDef def = Thick(2);
    World world;
    Open(&world, SV_VOLUME_BOX);
    Add(&world, &triangle, wide, wide, &def);
    Add(&world, &particles, start, below, &def);
    svDetectDef detect = svDefaultDetectDef();
    detect.overlap = SV_OVERLAP_ERROR;
    double t = -1;
    assert_int_equal(svScene_SafeStep(world.scene, &detect, &t), SV_ERROR_OVERLAP);
    assert_true(t == 0);
    svContacts contacts;
    detect.query.want = SV_WANT_FIRST;
    assert_int_equal(svScene_Detect(world.scene, &detect, &contacts), SV_ERROR_OVERLAP);
    assert_int_equal(contacts.vf.count, 1);
    assert_int_equal(contacts.vf.pairs[0].a, 1);
    Close(&world);
}

static void DefsAreChecked(void** state) {
    (void)state;
    World world;
    Open(&world, SV_VOLUME_BOX);
    svProximity near;
    svProximityDef def = svDefaultProximityDef();
    assert_int_equal(svScene_Proximity(world.scene, NULL, &near), SV_OK);
    assert_false(near.found);
    assert_int_equal(svScene_Proximity(NULL, NULL, &near), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_Proximity(world.scene, NULL, NULL), SV_ERROR_ARGUMENT);
    static const double distances[] = {-1, (double)NAN, HUGE_VAL};
    for (int i = 0; i < 3; ++i) {
        def.distance = distances[i];
        assert_int_equal(svScene_Proximity(world.scene, &def, &near), SV_ERROR_ARGUMENT);
    }
    def = svDefaultProximityDef();
    def.time = 2;
    assert_int_equal(svScene_Proximity(world.scene, &def, &near), SV_ERROR_ARGUMENT);
    def = svDefaultProximityDef();
    def.structSize = 0;
    assert_int_equal(svScene_Proximity(world.scene, &def, &near), SV_ERROR_ARGUMENT);
    Close(&world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ThicknessesAreHalved),     cmocka_unit_test(VerticesHaveThicknesses),
        cmocka_unit_test(RingsLeaveNeighboursOut),  cmocka_unit_test(HugeDistancesReachAll),
        cmocka_unit_test(LeastDistancesAreReached), cmocka_unit_test(ContactIsAtTheThickness),
        cmocka_unit_test(OverlapsFollowThePolicy),  cmocka_unit_test(FirstOverlapIsOne),
        cmocka_unit_test(DefsAreChecked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
