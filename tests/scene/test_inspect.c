// A look inside queries: the BVH, what self-collision culling proved, and the pairs of each stage,
// against brute force over all vertices, faces and results.
#include "support/inspection.h"
#include "support/test.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef TEST_SANITIZED
enum { SEEDS = 2 };
#else
enum { SEEDS = 12 };
#endif

// ---- bounds ------------------------------------------------------------------------------------

// The extents of a point along the slabs of a box (3) or an 18-DOP (9).
static double AlongSlab(const double x[3], uint32_t slab) {
    static const int first[9] = {0, 1, 2, 0, 0, 1, 0, 0, 1};
    static const int second[9] = {0, 0, 0, 1, 2, 2, 1, 2, 2};
    return slab < 3   ? x[slab]
           : slab < 6 ? x[first[slab]] + x[second[slab]]
                      : x[first[slab]] - x[second[slab]];
}

// How far the point is outside of a volume (below 0: inside), in the worst direction. Comparing
// with a rounded sum is exact: rounding is monotone.
static double Outside(svVolume volume, const double* bounds, const double x[3]) {
    if (volume == SV_VOLUME_SPHERE) {
        const double d = hypot(hypot(x[0] - bounds[0], x[1] - bounds[1]), x[2] - bounds[2]);
        return d - bounds[3] - 1e-15 * d; // the rounding of this line
    }
    const uint32_t slabs = svVolume_Numbers(volume) / 2;
    double most = -HUGE_VAL;
    for (uint32_t slab = 0; slab < slabs; ++slab) {
        const double along = AlongSlab(x, slab);
        most = fmax(most, fmax(bounds[slab] - along, along - bounds[slabs + slab]));
    }
    return most;
}

// How far the volume could shrink: its loosest end, or the free part of its radius.
static double Loose(svVolume volume, const double* bounds, const double (*points)[3],
                    size_t count) {
    const uint32_t slabs = svVolume_Numbers(volume) / 2;
    double loosest = 0, nearest = HUGE_VAL;
    for (uint32_t slab = 0; volume != SV_VOLUME_SPHERE && slab < slabs; ++slab) {
        double lower = HUGE_VAL, upper = -HUGE_VAL;
        for (size_t i = 0; i < count; ++i) {
            lower = fmin(lower, AlongSlab(points[i], slab));
            upper = fmax(upper, AlongSlab(points[i], slab));
        }
        loosest = fmax(loosest, fmax(lower - bounds[slab], bounds[slabs + slab] - upper));
    }
    for (size_t i = 0; volume == SV_VOLUME_SPHERE && i < count; ++i) {
        nearest = fmin(nearest, -Outside(volume, bounds, points[i]));
    }
    return volume == SV_VOLUME_SPHERE ? nearest : loosest;
}

// The vertices of a leaf's faces, up to 48.
static size_t LeafPoints(const LiveScene* live, const svBvhLeaf* leaf, int time,
                         double points[48][3]) {
    const SceneMesh* mesh = &live->source->meshes[leaf->mesh];
    size_t count = 0;
    for (uint32_t f = 0; f < leaf->faceCount; ++f) {
        for (int k = 0; k < 3; ++k) {
            const uint32_t v = mesh->list.triangles[3 * leaf->faces[f] + (uint32_t)k];
            memcpy(points[count++], mesh->x[mesh->isStatic ? 0 : time][v], 3 * sizeof(double));
        }
    }
    return count;
}

static double LargestCoordinate(const LiveScene* live) {
    double largest = 0;
    for (uint32_t m = 0; m < live->meshCount; ++m) {
        const SceneMesh* mesh = &live->source->meshes[m];
        for (size_t i = 0; i < 6 * (size_t)mesh->list.vertexCount; ++i) {
            const size_t at = i / 2;
            largest = fmax(largest, fabs(mesh->x[i % 2][at / 3][at % 3]));
        }
    }
    return largest;
}

// Volumes of leaves contain the vertices of their faces and, `tight`, touch them up to single
// precision.
static void CheckLeafBounds(const LiveScene* live, const SceneBvh* bvh, int instant, bool tight) {
    const double largest = LargestCoordinate(live);
    const svVolume volume = bvh->shape.volume;
    for (int time = 0; time < 2; ++time) {
        for (uint32_t i = 0; i < bvh->shape.itemCount[0]; ++i) {
            const double* bounds = bvh->bounds[time][0] + (size_t)i * bvh->numbers;
            double points[48][3];
            const size_t count =
                LeafPoints(live, &bvh->leaves[i], instant < 0 ? time : instant, points);
            for (size_t p = 0; p < count; ++p) {
                assert_false(Outside(volume, bounds, (const double*)points[p]) > 0);
            }
            // The scene is scaled to about 1, in floats; tiny ones as far as that goes.
            if (tight && largest > 1e-200 && largest < 1e200) {
                assert_true(Loose(volume, bounds, (const double(*)[3])points, count) <=
                            0x1p-20 * largest);
            }
        }
    }
}

static void CheckNesting(const LiveScene* live, const SceneBvh* bvh) {
    const double largest = LargestCoordinate(live);
    for (uint32_t l = 1; l < bvh->shape.levelCount; ++l) {
        for (uint32_t i = 0; i < bvh->shape.itemCount[l - 1]; ++i) {
            for (int time = 0; time < 2; ++time) {
                const double* inner = bvh->bounds[time][l - 1] + (size_t)i * bvh->numbers;
                const double* outer = bvh->bounds[time][l] + (size_t)(i / 16) * bvh->numbers;
                if (bvh->shape.volume == SV_VOLUME_SPHERE) {
                    const double d =
                        hypot(hypot(inner[0] - outer[0], inner[1] - outer[1]), inner[2] - outer[2]);
                    // Centres are rounded, as are coordinates (to denormal numbers too), and so is
                    // this line.
                    assert_false(d + inner[3] > outer[3] * (1 + 0x1p-50) + 0x1p-50 * (d + largest) +
                                                    8 * DBL_TRUE_MIN);
                    continue;
                }
                for (uint32_t k = 0; k < bvh->numbers / 2; ++k) {
                    assert_true(outer[k] <= inner[k]);
                    assert_true(outer[bvh->numbers / 2 + k] >= inner[bvh->numbers / 2 + k]);
                }
            }
            assert_true(!bvh->isFree[l][i / 16] || bvh->isFree[l - 1][i]);
        }
    }
}

static bool SlabsOverlap(const double* a, const double* b, uint32_t slabs, uint32_t k,
                         double margin) {
    return a[k] + margin <= b[slabs + k] && b[k] + margin <= a[slabs + k];
}

// Whether two boxes certainly overlap at t0, by more than the rounding of floats.
static bool BoxesOverlap(const SceneBvh* bvh, uint32_t level, uint32_t a, uint32_t b,
                         double margin) {
    for (uint32_t k = 0; k < 3; ++k) {
        if (!SlabsOverlap(bvh->bounds[0][level] + 6 * (size_t)a,
                          bvh->bounds[0][level] + 6 * (size_t)b, 3, k, margin)) {
            return false;
        }
    }
    return true;
}

// Whether no slab separates two items on the same side at both times.
static bool MayMeet(const SceneBvh* bvh, uint32_t level, uint32_t a, uint32_t b) {
    const uint32_t slabs = bvh->numbers / 2;
    for (uint32_t k = 0; k < slabs; ++k) {
        bool below = true, above = true;
        for (int time = 0; time < 2; ++time) {
            const double* x = bvh->bounds[time][level] + (size_t)a * bvh->numbers;
            const double* y = bvh->bounds[time][level] + (size_t)b * bvh->numbers;
            below &= x[slabs + k] < y[k];
            above &= y[slabs + k] < x[k];
        }
        if (below || above) {
            return false;
        }
    }
    return true;
}

// ---- pairs -------------------------------------------------------------------------------------

// Whether both items of a level are below one item, or four, proven free of self-collision.
static bool AreFree(const SceneBvh* bvh, uint32_t level, uint32_t a, uint32_t b) {
    for (uint32_t l = level; l < bvh->shape.levelCount; ++l, a /= 16, b /= 16) {
        if ((a == b && bvh->isFree[l][a] != SV_SELF_OPEN) ||
            (a / 4 == b / 4 && bvh->isFree[l][a] == SV_SELF_FREE_GROUP)) {
            return true;
        }
    }
    return false;
}

// Pairs of items are below pairs that were visited too, their volumes overlap, and none is within
// an item that is free.
static void CheckItems(const SceneBvh* bvh, const Watched* watched) {
    const uint32_t root = bvh->shape.levelCount - 1;
    for (size_t i = 0; i < watched->itemCount; ++i) {
        const WatchedItems* at = &watched->items[i];
        assert_true(at->level <= root && at->a <= at->b);
        assert_true(at->b < bvh->shape.itemCount[at->level]);
        assert_true(at->level == root ||
                    Watched_HasItems(watched, at->level + 1, at->a / 16, at->b / 16));
        assert_true(bvh->shape.volume == SV_VOLUME_SPHERE || MayMeet(bvh, at->level, at->a, at->b));
        assert_false(AreFree(bvh, at->level, at->a, at->b));
    }
}

// No pair of leaves whose boxes overlap is missing.
static void CheckLeafPairs(const LiveScene* live, const SceneBvh* bvh, const Watched* watched) {
    const TestScene* source = live->source;
    bool masked = source->excludedMeshCount > 0;
    for (uint32_t m = 0; m < live->meshCount; ++m) {
        const svSceneMeshDef* def = &source->meshes[m].def;
        masked |= !def->self || def->group != 1 || def->mask != UINT32_MAX;
    }
    if (masked || bvh->shape.volume != SV_VOLUME_BOX || bvh->shape.itemCount[0] > 2000) {
        return;
    }
    const double margin = 0x1p-18 * LargestCoordinate(live);
    for (uint32_t a = 0; a < bvh->shape.itemCount[0]; ++a) {
        for (uint32_t b = a; b < bvh->shape.itemCount[0]; ++b) {
            assert_true(AreFree(bvh, 0, a, b) || (a != b && !BoxesOverlap(bvh, 0, a, b, margin)) ||
                        Watched_HasItems(watched, 0, a, b));
        }
    }
}

// The leaves with a face that has the feature: 0 a vertex, 1 an edge, 2 a face. At most `most`.
static size_t LeavesOfFeature(const LiveScene* live, const SceneBvh* bvh, int what, uint32_t mesh,
                              uint32_t feature, uint32_t* leaves, size_t most) {
    const TestMesh* list = &live->source->meshes[mesh].list;
    const svTopology* topology = svMesh_GetTopology(live->meshes[mesh]);
    size_t count = 0;
    for (uint32_t f = 0; f < list->triangleCount && count < most; ++f) {
        const uint32_t* face = list->triangles + 3 * (size_t)f;
        bool has = what == 2 && f == feature;
        for (int k = 0; k < 3; ++k) {
            has |= what == 0 && face[k] == feature;
            has |= what == 1 && topology->sideEdges[3 * (size_t)f + (size_t)k] == feature;
        }
        if (has) {
            leaves[count++] = bvh->leafOfFace[mesh][f];
        }
    }
    return count;
}

enum { MOST_LEAVES = 4096 };

// What a query found was a candidate, from a pair of leaves that the broad phase passed on, and in
// no item that is free of self-collision.
static void CheckResultPair(const LiveScene* live, const SceneBvh* bvh, const Watched* watched,
                            SceneMode mode, uint32_t kind, const svFeaturePair* pair) {
    static uint32_t a[MOST_LEAVES], b[MOST_LEAVES];
    assert_true(Watched_HasCandidate(watched, kind, pair));
    const int whatA = mode == SCENE_INTERSECT ? 2 : kind == SV_VERTEX_FACE ? 0 : 1;
    const int whatB = mode == SCENE_INTERSECT || kind == SV_VERTEX_FACE ? 2 : 1;
    const size_t countA = LeavesOfFeature(live, bvh, whatA, pair->meshA, pair->a, a, MOST_LEAVES);
    const size_t countB = LeavesOfFeature(live, bvh, whatB, pair->meshB, pair->b, b, MOST_LEAVES);
    bool passed = false;
    for (size_t i = 0; i < countA; ++i) {
        for (size_t j = 0; j < countB; ++j) {
            passed |= Watched_HasItems(watched, 0, a[i], b[j]);
            assert_false(AreFree(bvh, 0, a[i], b[j]));
        }
    }
    assert_true(passed);
}

static void CheckResults(const LiveScene* live, const SceneBvh* bvh, const Watched* watched,
                         SceneMode mode, const LiveResult* result) {
    for (uint32_t kind = 0; kind < 2; ++kind) {
        const size_t step = 1 + result->counts[kind] / 100;
        for (size_t i = 0; i < result->counts[kind]; i += step) {
            CheckResultPair(live, bvh, watched, mode, kind, &result->rows[kind][i].pair);
        }
    }
}

static void CheckCounts(const Watched* watched, SceneMode mode, const svSceneStats* stats) {
    uint64_t nodes = 0, leaves = 0, kinds[2] = {0, 0};
    for (size_t i = 0; i < watched->itemCount; ++i) {
        nodes += watched->items[i].level > 0;
        leaves += watched->items[i].level == 0;
    }
    for (size_t i = 0; i < watched->candidateCount; ++i) {
        ++kinds[watched->candidates[i].kind];
    }
    assert_int_equal(nodes, stats->nodePairs);
    assert_int_equal(leaves, stats->leafPairs);
    if (mode == SCENE_DETECT) {
        assert_int_equal(kinds[0], stats->ccd[0].queries);
        assert_int_equal(kinds[1], stats->ccd[1].queries);
    } else {
        assert_int_equal(kinds[0] + kinds[1], stats->tested);
        assert_true(mode == SCENE_PROXIMITY || kinds[1] == 0);
    }
}

// ---- scenes ------------------------------------------------------------------------------------

static uint64_t freeSeen, pairsSeen; // the tests must not pass for want of them

static bool IsThick(const TestScene* source) {
    bool thick = false;
    for (uint32_t m = 0; m < source->meshCount; ++m) {
        thick |= source->meshes[m].def.thickness > 0 || source->meshes[m].thickness != NULL;
    }
    return thick;
}

static void CheckScene(LiveScene* live, SceneMode mode) {
    SceneQuery query = SceneQuery_Make(mode);
    LiveResult plain, seen;
    Watched watched = {0};
    SceneBvh bvh;
    LiveScene_Run(live, &query, &plain); // automatic self-culling begins at the second query
    LiveResult_Free(&plain);
    const svWatch watch = {(1u << SV_STAGE_ENUM_COUNT) - 1, Watched_Take, &watched};
    SceneQuery_Common(&query)->watch = &watch;
    LiveScene_Run(live, &query, &seen);
    assert_int_equal(seen.status, SV_OK);
    SceneBvh_Read(live, &bvh);
    Watched_Sort(&watched);
    CheckCounts(&watched, mode, &seen.stats);
    CheckLeafBounds(live, &bvh, mode == SCENE_DETECT ? -1 : 0, !IsThick(live->source));
    CheckNesting(live, &bvh);
    CheckItems(&bvh, &watched);
    CheckLeafPairs(live, &bvh, &watched);
    CheckResults(live, &bvh, &watched, mode, &seen);
    for (uint32_t i = 0; i < bvh.shape.itemCount[0]; ++i) {
        freeSeen += bvh.isFree[0][i];
    }
    pairsSeen += seen.totals[0] + seen.totals[1];
    SceneQuery_Common(&query)->watch = NULL; // the result is that of nobody watching
    LiveScene_Run(live, &query, &plain);
    assert_int_equal(plain.hash, seen.hash);
    assert_int_equal(plain.counts[0], seen.counts[0]);
    assert_int_equal(plain.counts[1], seen.counts[1]);
    SceneBvh_Free(&bvh);
    Watched_Free(&watched);
    LiveResult_Free(&plain);
    LiveResult_Free(&seen);
}

static void RandomScenes(void** state) {
    LiveContexts contexts;
    (void)state;
    freeSeen = pairsSeen = 0;
    assert_true(LiveContexts_Open(&contexts));
    for (int family = 0; family < sceneFamilyCount; ++family) {
        for (uint64_t seed = 1; seed <= SEEDS; ++seed) {
            TestScene* source = TestScene_New(family, 1000 + seed);
            Random random = {seed};
            for (uint32_t mode = 0; mode < SCENE_MODE_COUNT; ++mode) {
                LiveScene live;
                assert_int_equal(
                    LiveScene_Open(&live, &contexts, source, LiveChoice_Random(&random)), SV_OK);
                CheckScene(&live, (SceneMode)mode);
                LiveScene_Close(&live);
            }
            TestScene_Free(source);
        }
    }
    LiveContexts_Close(&contexts);
    assert_true(freeSeen > 8 * SEEDS && pairsSeen > 1000 * SEEDS);
}

// A sheet rolled up in layers that shrink through each other: four levels, and large
// parts that are free of self-collision.
static TestScene* MakeLayers(uint32_t cells) {
    TestScene* scene = calloc(1, sizeof(TestScene));
    SceneMesh* mesh = scene == NULL ? NULL : TestScene_Add(scene, TestMesh_Grid(cells, cells));
    if (mesh == NULL) {
        abort();
    }
    scene->family = "layers";
    for (int time = 0; time < 2; ++time) {
        for (uint32_t v = 0; v < mesh->list.vertexCount; ++v) {
            const uint32_t column = v % (cells + 1), row = v / (cells + 1);
            const double s = (double)column / cells, t = (double)row / cells;
            const double angle = 9 * s, radius = 1 + 0.02 * s + (time == 1 ? -0.06 * s : 0);
            mesh->x[time][v][0] = radius * cos(angle);
            mesh->x[time][v][1] = radius * sin(angle);
            mesh->x[time][v][2] = 2 * t + 0.01 * sin(20 * t + 7 * s);
        }
        mesh->data[time] = malloc((mesh->list.vertexCount + (size_t)1) * sizeof(double[3]));
        memcpy(mesh->data[time], mesh->x[time], mesh->list.vertexCount * sizeof(double[3]));
    }
    mesh->stride = sizeof(double[3]);
    mesh->scalar = SV_DOUBLE;
    return scene;
}

static void ManyLevels(void** state) {
    LiveContexts contexts;
    (void)state;
    assert_true(LiveContexts_Open(&contexts));
    TestScene* source = MakeLayers(96);
    for (uint32_t i = 0; i < SV_VOLUME_ENUM_COUNT; ++i) {
        LiveScene live;
        LiveChoice choice = {.workers = (int)i, .volume = (svVolume)i, .isa = SV_ISA_BEST};
        choice.builder = svDefaultSceneDef().builder;
        assert_int_equal(LiveScene_Open(&live, &contexts, source, choice), SV_OK);
        freeSeen = pairsSeen = 0;
        CheckScene(&live, SCENE_DETECT);
        assert_true(freeSeen > 200 && pairsSeen > 1000);
        svBvhShape shape;
        assert_int_equal(svScene_GetBvh(live.scene, &shape), SV_OK);
        assert_int_equal(shape.levelCount, 4);
        CheckScene(&live, SCENE_INTERSECT);
        LiveScene_Close(&live);
    }
    TestScene_Free(source);
    LiveContexts_Close(&contexts);
}

// ---- bad arguments -----------------------------------------------------------------------------

// Nothing that there is not, or not yet; and outputs are not touched.
static void CheckRefusals(const svScene* scene, uint32_t root) {
    double bounds[18] = {7};
    uint8_t isFree[2] = {7, 7};
    svBvhLeaf leaf = {.mesh = 7};
    const uint32_t far = UINT32_MAX;
    assert_int_equal(svScene_GetLeaf(scene, far, &leaf), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_GetLeaf(scene, 0, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_GetLeaf(NULL, 0, &leaf), SV_ERROR_ARGUMENT);
    const uint32_t wrong[][3] = {{root + 1, 0, 1}, {far, 0, 1}, {root, 0, 2},
                                 {root, 2, 0},     {0, far, 1}, {0, 1, far}};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i) {
        const uint32_t* at = wrong[i];
        assert_int_equal(svScene_GetBounds(scene, at[0], at[1], at[2], 0, bounds),
                         SV_ERROR_ARGUMENT);
        assert_int_equal(svScene_GetSelfFree(scene, at[0], at[1], at[2], isFree),
                         SV_ERROR_ARGUMENT);
    }
    assert_int_equal(svScene_GetBounds(scene, 0, 0, 1, 2, bounds), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_GetBounds(scene, 0, 0, 1, -1, bounds), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_GetBounds(scene, 0, 0, 1, 0, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_GetBounds(NULL, 0, 0, 1, 0, bounds), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_GetSelfFree(scene, 0, 0, 1, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_GetSelfFree(NULL, 0, 0, 1, isFree), SV_ERROR_ARGUMENT);
    assert_true(bounds[0] == 7 && isFree[0] == 7 && leaf.mesh == 7);
}

static void CheckBadWatches(svScene* scene) {
    Watched watched = {0};
    const svWatch bad[] = {{1, NULL, NULL}, {1u << SV_STAGE_ENUM_COUNT, Watched_Take, &watched}};
    svContacts contacts;
    svIntersections intersections;
    svProximity proximity;
    for (int i = 0; i < 2; ++i) {
        svDetectDef detect = svDefaultDetectDef();
        svIntersectDef intersect = svDefaultIntersectDef();
        svProximityDef near = svDefaultProximityDef();
        detect.query.watch = intersect.query.watch = near.query.watch = &bad[i];
        assert_int_equal(svScene_Detect(scene, &detect, &contacts), SV_ERROR_ARGUMENT);
        assert_int_equal(svScene_Intersect(scene, &intersect, &intersections), SV_ERROR_ARGUMENT);
        assert_int_equal(svScene_Proximity(scene, &near, &proximity), SV_ERROR_ARGUMENT);
    }
    assert_int_equal(watched.itemCount + watched.candidateCount, 0);
}

static void BadArguments(void** state) {
    LiveContexts contexts;
    LiveScene live;
    svBvhShape shape = {.levelCount = 7};
    svBvhLeaf leaf;
    svContacts contacts;
    (void)state;
    assert_true(LiveContexts_Open(&contexts));
    TestScene* source = MakeLayers(8);
    assert_int_equal(LiveScene_Open(&live, &contexts, source, (LiveChoice){.isa = SV_ISA_BEST}),
                     SV_OK);
    CheckRefusals(live.scene, 0); // no query yet
    assert_int_equal(svScene_GetBvh(live.scene, &shape), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_GetLeaf(live.scene, 0, &leaf), SV_ERROR_ARGUMENT);
    assert_int_equal(shape.levelCount, 7);
    CheckBadWatches(live.scene);
    assert_int_equal(svScene_Detect(live.scene, NULL, &contacts), SV_OK);
    assert_int_equal(svScene_GetBvh(live.scene, &shape), SV_OK);
    assert_int_equal(shape.levelCount, 2);
    CheckRefusals(live.scene, 1);
    assert_int_equal(svScene_GetBvh(live.scene, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_GetBvh(NULL, &shape), SV_ERROR_ARGUMENT);
    CheckBadWatches(live.scene);
    svScene_Clear(live.scene); // the meshes are gone
    assert_int_equal(svScene_GetBvh(live.scene, &shape), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_Detect(live.scene, NULL, &contacts), SV_OK);
    assert_int_equal(svScene_GetBvh(live.scene, &shape), SV_OK);
    assert_int_equal(shape.levelCount, 0);
    CheckRefusals(live.scene, 0);
    LiveScene_Close(&live);
    TestScene_Free(source);
    LiveContexts_Close(&contexts);
    assert_int_equal(svVolume_Numbers(SV_VOLUME_BOX), 6);
    assert_int_equal(svVolume_Numbers(SV_VOLUME_SPHERE), 4);
    assert_int_equal(svVolume_Numbers(SV_VOLUME_DOP18), 18);
    assert_int_equal(svVolume_Numbers(SV_VOLUME_ENUM_COUNT), 0);
    assert_int_equal(svVolume_Numbers((svVolume)-1), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(RandomScenes),
        cmocka_unit_test(ManyLevels),
        cmocka_unit_test(BadArguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
