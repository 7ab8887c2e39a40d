// Hierarchies of normal cones: han2021's Theorem 1 holds merge by merge, and not for whole
// hierarchies.

#include "papers/methods/cone_hierarchy.h"

#include "support/random.h"
#include "support/test.h"

#include <math.h>

enum { SOUP_MAX = 40 };

// Triangles that have no vertex in common, each around the origin.
typedef struct Soup {
    svContext* context;
    svMesh* mesh;
    SelfTree tree;
    ConeHierarchy cones;
    double x[2][3 * SOUP_MAX][3];
} Soup;

static void Soup_Create(Soup* soup, uint32_t count, const SelfTreeDef* def) {
    const svContextDef contextDef = svDefaultContextDef();
    assert_int_equal(svContext_Create(&contextDef, &soup->context), SV_OK);
    uint32_t corners[3 * SOUP_MAX];
    for (uint32_t i = 0; i < 3 * count; ++i) {
        corners[i] = i;
    }
    svMeshDef meshDef = svDefaultMeshDef();
    meshDef.triangles = corners;
    meshDef.triangleCount = count;
    meshDef.vertexCount = 3 * (size_t)count;
    assert_int_equal(svMesh_Create(soup->context, &meshDef, &soup->mesh), SV_OK);
    assert_int_equal(SelfTree_Create(soup->context, soup->mesh, def, &soup->tree), SV_OK);
    assert_int_equal(ConeHierarchy_Create(soup->context, &soup->tree, &soup->cones), SV_OK);
}

static void Soup_Destroy(Soup* soup) {
    ConeHierarchy_Destroy(&soup->cones);
    SelfTree_Destroy(soup->context, &soup->tree);
    svMesh_Destroy(soup->mesh);
    assert_int_equal(svContext_BytesInUse(soup->context), 0);
    svContext_Destroy(soup->context);
}

static const double (*Soup_X(const Soup* soup, int time))[3] {
    return (const double(*)[3])soup->x[time];
}

// Sides (10,0,-a) and (0,10,-b): the normal is along (a,b,10), or with c -10 against it.
static void SetNormal(Soup* soup, int time, uint32_t triangle, double a, double b, double c) {
    double(*x)[3] = &soup->x[time][3 * triangle];
    const double corners[3][3] = {{0, 0, 0}, {c, 0, -a}, {0, 10, -b}};
    for (int i = 0; i < 9; ++i) {
        x[i / 3][i % 3] = corners[i / 3][i % 3];
    }
}

// NOLINTNEXTLINE(readability-non-const-parameter): a SelfSplitFn
static uint32_t SplitSeven(uint32_t* triangles, uint32_t count, void* user) {
    (void)triangles;
    (void)user;
    return count == 7 ? 5 : count == 5 ? 3 : count - 1; // ((((0 1) 2) (3 4)) (5 6))
}

static void HierarchyCanBeWider(void** state) {
    (void)state;
    static const double slopes[7][2] = {{-2, -10}, {-5, -2}, {-4, -2}, {-6, 0},
                                        {4, 0},    {-5, 8},  {-4, -10}};
    static Soup soup;
    const SelfTreeDef def = {.builder = SELF_BUILD_GIVEN, .split = SplitSeven};
    Soup_Create(&soup, 7, &def);
    for (uint32_t t = 0; t < 7; ++t) {
        SetNormal(&soup, 0, t, slopes[t][0], slopes[t][1], 10);
    }
    assert_int_equal(ConeHierarchy_Fit(&soup.cones, Soup_X(&soup, 0), NULL), SV_OK);
    ConeStats stats = {0};
    ConeHierarchy_Check(&soup.cones, &stats);
    assert_int_equal(ConeHierarchy_AddAngles(&soup.cones, &stats), SV_OK);
    assert_int_equal(stats.merges, 6);
    assert_int_equal(stats.mergeWider, 0);
    assert_int_equal(stats.widerNodes, 1);
    assert_true(fabs(stats.greatestWider * 180 / 3.14159265358979 - 0.611) < 0.001);
    double angles[CONE_FORM_COUNT];
    assert_int_equal(ConeHierarchy_Angles(&soup.cones, 0, angles), SV_OK);
    assert_true(angles[CONE_TIGHT] > angles[CONE_PROVOT]);
    assert_true(angles[CONE_NARROWER] == angles[CONE_PROVOT]);
    Soup_Destroy(&soup);
}

// Random soups, moving ones too: one merge is never wider, the forms are ordered as they must be,
// and the means are of the nodes that have a half-space.
static void MergesAreNeverWider(void** state) {
    (void)state;
    Random random = {11};
    ConeStats stats = {0};
    for (int n = 0; n < 400; ++n) {
        static Soup soup;
        const uint32_t count = (uint32_t)Random_Between(&random, 1, SOUP_MAX);
        const double slope = n % 2 == 0 ? 4 : 25;
        for (uint32_t i = 0; i < 2 * count; ++i) {
            SetNormal(&soup, (int)(i % 2), i / 2, slope * Random_Signed(&random),
                      slope * Random_Signed(&random),
                      n % 3 == 0 && Random_Below(&random, 20) == 0 ? -10 : 10);
        }
        const SelfTreeDef def = {.builder = SELF_BUILD_MEDIAN, .x = Soup_X(&soup, 0)};
        Soup_Create(&soup, count, &def);
        const double(*x1)[3] = n % 4 < 2 ? NULL : Soup_X(&soup, 1);
        assert_int_equal(ConeHierarchy_Fit(&soup.cones, Soup_X(&soup, 0), x1), SV_OK);
        ConeHierarchy_Check(&soup.cones, &stats);
        assert_int_equal(ConeHierarchy_AddAngles(&soup.cones, &stats), SV_OK);
        for (uint32_t i = 0; i < soup.tree.nodeCount; ++i) {
            double angles[CONE_FORM_COUNT];
            assert_int_equal(ConeHierarchy_Angles(&soup.cones, i, angles), SV_OK);
            assert_true(angles[CONE_NARROWER] == fmin(angles[CONE_PROVOT], angles[CONE_TIGHT]));
            assert_true(angles[CONE_OPTIMAL] <= angles[CONE_NARROWER] + 0x1p-30);
        }
        Soup_Destroy(&soup);
    }
    assert_int_equal(stats.mergeWider, 0);
    assert_true(stats.below[CONE_PROVOT] < stats.below[CONE_TIGHT]);
    assert_true(stats.below[CONE_TIGHT] < stats.below[CONE_OPTIMAL]);
    assert_true(stats.below[CONE_OPTIMAL] < stats.nodes);
    assert_true(ConeStats_Mean(&stats, CONE_OPTIMAL) < ConeStats_Mean(&stats, CONE_TIGHT));
    assert_true(ConeStats_Mean(&stats, CONE_TIGHT) < ConeStats_Mean(&stats, CONE_PROVOT));
    assert_true(ConeStats_Mean(&stats, CONE_PROVOT) < 90);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(HierarchyCanBeWider),
        cmocka_unit_test(MergesAreNeverWider),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
