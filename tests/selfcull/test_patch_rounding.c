// Patches that meet themselves, or do not, by a few units in the last place: a triangle without
// area, a hole without area, a slit that is closed, an arm that touches. Without its error bounds
// the patch test calls some of them apart that are not.

#include "selvage/patch.h"
#include "support/folded_meshes.h"
#include "support/generate_numbers.h"
#include "support/test.h"

#ifdef TEST_SANITIZED
enum { SAMPLES = 100 };
#else
enum { SAMPLES = 1500 };
#endif

enum { MOST_VERTICES = 8 };

// Drawn on a lattice, to be laid into a random plane of space.
typedef struct Drawing {
    uint32_t vertexCount, triangleCount;
    int points[MOST_VERTICES][2];
    int open[MOST_VERTICES][2]; // where the vertices are if it is to be apart
    uint32_t triangles[18];
} Drawing;

// A vertex on the edge that its triangle shares with another.
static const Drawing flatTriangle = {
    4, 2, {{0, 0}, {8, 0}, {3, 0}, {3, -5}}, {{0, 0}, {8, 0}, {3, 4}, {3, -5}}, {0, 1, 2, 1, 0, 3}};

// One of the three vertices of a hole on the edge between the others.
static const Drawing flatHole = {6,
                                 6,
                                 {{-30, -20}, {30, -20}, {0, 40}, {-3, -2}, {3, -2}, {0, -2}},
                                 {{-30, -20}, {30, -20}, {0, 40}, {-3, -2}, {3, -2}, {0, 4}},
                                 {0, 1, 4, 0, 4, 3, 1, 2, 4, 2, 5, 4, 2, 0, 3, 2, 3, 5}};

// A slit from the middle of the upper side (vertices 1 and 6) towards the middle of the contour.
static const Drawing slit = {7,
                             5,
                             {{0, 2}, {0, 4}, {-4, 4}, {-4, -4}, {4, -4}, {4, 4}, {0, 4}},
                             {{0, 2}, {-1, 4}, {-4, 4}, {-4, -4}, {4, -4}, {4, 4}, {1, 4}},
                             {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0, 5, 6}};

// An arm that comes around, its tip (vertex 5) on the edge from vertex 2 to vertex 3.
static const Drawing tip = {8,
                            6,
                            {{0, 0}, {9, 0}, {9, 2}, {2, 2}, {2, 6}, {6, 2}, {9, 9}, {0, 9}},
                            {{0, 0}, {9, 0}, {9, 2}, {2, 2}, {2, 6}, {6, 4}, {9, 9}, {0, 9}},
                            {0, 1, 2, 0, 2, 3, 0, 3, 7, 3, 4, 7, 4, 6, 7, 4, 5, 6}};

// Whole numbers of some twenty-five bits, so that all points are exact; each then nudged or not.
static void place(Random* random, const Drawing* drawing, bool open, double (*x)[3]) {
    const int nudges = Random_Below(random, 4);
    for (int k = 0; k < 3; ++k) {
        const double a = Random_Between(random, -(1 << 20), 1 << 20);
        const double b = Random_Between(random, -(1 << 20), 1 << 20);
        const double c = Random_Between(random, -(1 << 20), 1 << 20);
        for (uint32_t i = 0; i < drawing->vertexCount; ++i) {
            const int* p = open ? drawing->open[i] : drawing->points[i];
            x[i][k] = p[0] * a + p[1] * b + c;
            for (int n = 0; n < nudges && Coin(random); ++n) {
                x[i][k] = Nudged(random, x[i][k]);
            }
        }
    }
}

// How many of the variants call the patch apart.
static int countApart(svContext* context, const FoldedMesh* mesh) {
    svPatchDef def = svDefaultPatchDef();
    int apart = 0;
    def.x0 = svPositions_Double(mesh->x[0][0], mesh->list.vertexCount);
    def.given[2] = 1;
    for (int k = 0; k < 2 * SV_PATCH_DIRECTION_ENUM_COUNT * SV_PATCH_CONTOUR_ENUM_COUNT; ++k) {
        svPatchResult result;
        def.x1 = k % 2 == 0 ? (svPositions){0} : def.x0; // at rest
        def.direction = (svPatchDirection)(k / 2 % SV_PATCH_DIRECTION_ENUM_COUNT);
        def.contour = (svPatchContour)(k / 2 / SV_PATCH_DIRECTION_ENUM_COUNT);
        assert_int_equal(
            svPatch_Test(context, mesh->list.triangles, mesh->list.triangleCount, &def, &result),
            SV_OK);
        apart += result.apart;
    }
    return apart;
}

static void run(const Drawing* drawing) {
    const svContextDef contextDef = svDefaultContextDef();
    svContext* context;
    Random random = {77};
    int meeting = 0, apart = 0;
    assert_int_equal(svContext_Create(&contextDef, &context), SV_OK);
    for (int i = 0; i < SAMPLES; ++i) {
        double x[MOST_VERTICES][3];
        FoldedMesh mesh = {
            .list = TestMesh_Copy(drawing->triangles, drawing->triangleCount, drawing->vertexCount),
            .x = {x, x}};
        place(&random, drawing, false, x);
        const bool meets = FoldedMesh_CountMeetings(&mesh) > 0;
        meeting += meets;
        assert_true(countApart(context, &mesh) == 0 || !meets);
        place(&random, drawing, true, x);
        apart += countApart(context, &mesh) > 0;
        TestMesh_Free(&mesh.list);
    }
    assert_true(meeting > SAMPLES / 8); // at least most of those that are not nudged
    assert_true(apart > SAMPLES * 9 / 10);
    svContext_Destroy(context);
}

static void trianglesWithoutArea(void** state) {
    (void)state;
    run(&flatTriangle);
}

static void holesWithoutArea(void** state) {
    (void)state;
    run(&flatHole);
}

static void closedSlits(void** state) {
    (void)state;
    run(&slit);
}

static void touchingTips(void** state) {
    (void)state;
    run(&tip);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trianglesWithoutArea),
        cmocka_unit_test(holesWithoutArea),
        cmocka_unit_test(closedSlits),
        cmocka_unit_test(touchingTips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
