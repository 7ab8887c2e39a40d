// The filter of leaf pairs never drops a pair of features in contact, or nearer than a distance,
// and queues each pair once, and every instruction set queues the same pairs: against the
// single-pair functions on every pair of features of two leaves, over a step and at an instant.
// With TEST_EMULATED_AVX512 (tests/emulation) AVX-512 against plain C, on any machine.

#include "filter/ccd_filter.h"

#include "elementary/proximity/proximity.h"
#include "support/kernels.h"
#include "support/random.h"
#include "support/test.h"
#include "support/tree_scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Two meshes, clustered into leaves.
typedef struct Setup {
    int form;    // of the last Place
    int instant; // -1: the whole step
    float distance;
    svContext* context;
    TreeScene scene;
    svLeaves leaves;
    svLeafMotion* motions;
    svLeafDiagonals* diagonals;
    uint32_t* identity;
} Setup;

static void Open(Setup* setup) {
    const svContextDef def = svDefaultContextDef();
    *setup = (Setup){0};
    assert_int_equal(svContext_Create(&def, &setup->context), SV_OK);
    setup->scene = TreeScene_Make(setup->context);
    TreeScene_Add(&setup->scene, TestMesh_Grid(6, 5));
    TreeScene_Add(&setup->scene, TestMesh_Grid(3, 3));
    setup->identity = malloc(setup->scene.vertexCount * sizeof(*setup->identity));
    assert_non_null(setup->identity);
    for (uint32_t v = 0; v < setup->scene.vertexCount; ++v) {
        setup->identity[v] = v;
    }
}

static void Close(Setup* setup) {
    svLeaves_Destroy(setup->context, &setup->leaves);
    TreeScene_Free(&setup->scene);
    free(setup->motions);
    free(setup->diagonals);
    free(setup->identity);
    svContext_Destroy(setup->context);
}

// By plain code; every instruction set reads the same positions. Normals are sums of up to sixteen
// products in any order, each off by 2^-24 or so of the largest: 2^-16 leaves room for
// cancellation.
static void ReadMotions(Setup* setup) {
    const svLeafReading reading = {setup->scene.points, setup->scene.scale, setup->instant};
    for (uint32_t i = 0; i < setup->leaves.count; ++i) {
        const svLeaf* leaf = &setup->leaves.leaves[i];
        svLeafMotion* motion = &setup->motions[i];
        svLeafMotion other;
        svLeafExtent extents[2];
        memset(motion, 0, sizeof(*motion));
        memset(&other, 0, sizeof(other));
        memset(extents, 0, sizeof(extents));
        PlainKernels()->readLeaf(&reading, leaf, motion, &extents[0]);
        for (int isa = FIRST_ISA; isa <= LAST_ISA; ++isa) {
            if (KernelsOf(isa) != NULL) {
                KernelsOf(isa)->readLeaf(&reading, leaf, &other, &extents[1]);
                assert_memory_equal(motion, &other, offsetof(svLeafMotion, normal));
                assert_float_equal(motion->normal[0], other.normal[0], 0x1p-16);
                assert_float_equal(motion->normal[1], other.normal[1], 0x1p-16);
                assert_float_equal(motion->normal[2], other.normal[2], 0x1p-16);
                assert_memory_equal(&extents[0], &extents[1], sizeof(extents[0]));
            }
        }
    }
}

// The diagonals of a leaf hold all of its vertices, exactly, and are hardly longer; every
// instruction set gives the same.
static void SetDiagonals(Setup* setup) {
    static const double center[3] = {0, 0, 0};
    static const int diagonals[6][3] = {{1, 1, 0},  {1, 0, 1},  {0, 1, 1},
                                        {1, -1, 0}, {1, 0, -1}, {0, 1, -1}};
    const int times = setup->instant < 0 ? 2 : 1;
    for (uint32_t i = 0; i < setup->leaves.count; ++i) {
        const svLeaf* leaf = &setup->leaves.leaves[i];
        svLeafDiagonals* bounds = &setup->diagonals[i];
        PlainKernels()->setDiagonals(&setup->motions[i], center, times, bounds);
        for (int isa = FIRST_ISA; isa <= LAST_ISA; ++isa) {
            if (KernelsOf(isa) != NULL) {
                svLeafDiagonals other;
                KernelsOf(isa)->setDiagonals(&setup->motions[i], center, times, &other);
                assert_memory_equal(bounds, &other, sizeof(other));
            }
        }
        for (int d = 0; d < 6 * times; ++d) {
            const int lane = 8 * (d / 6) + d % 6, at = setup->instant >= 0 ? setup->instant : d / 6;
            double lower = HUGE_VAL, upper = -HUGE_VAL;
            for (int v = 0; v < leaf->vertexCount; ++v) {
                const double* x = setup->scene.points + 8 * (size_t)leaf->vertices[v] + 4 * at;
                long double height = 0; // exact: coordinates are of few bits, or rounded far below
                for (int k = 0; k < 3; ++k) {
                    height += (long double)diagonals[d % 6][k] * (long double)x[k];
                }
                assert_true((long double)bounds->lower[lane] < height &&
                            height < (long double)bounds->upper[lane]);
                lower = fmin(lower, (double)height);
                upper = fmax(upper, (double)height);
            }
            const double slack = 0x1p-19 * (1 + fabs(lower) + fabs(upper));
            assert_true((double)bounds->lower[lane] > lower - slack &&
                        (double)bounds->upper[lane] < upper + slack);
        }
    }
}

// Sheets that move towards each other, on a lattice now and then; or anything. The last two do
// not fit into the cells of the scene: one sheet is some hundred times smaller than the other, or
// both are small and come from afar.
enum { FORM_LATTICE = 2, FORM_ANY = 3, FORM_SMALL = 4, FORM_FAR = 5, FORM_COUNT = 6 };

// Makes a sheet 128 times smaller, and has it cross the middle of the scene.
static void Shrink(double sign, double x[3]) {
    const double middle[3] = {0.19, 0.19, 0.3 * sign};
    for (int k = 0; k < 3; ++k) {
        x[k] = middle[k] + x[k] / 128;
    }
}

static void Place(Setup* setup, Random* random) {
    TreeScene* scene = &setup->scene;
    TreeScene_Place(scene, TREE_RANDOM, 1); // ties the topologies to the scene
    const int form = setup->form = Random_Below(random, FORM_COUNT);
    for (uint32_t v = 0; v < scene->vertexCount; ++v) {
        const bool first = v < scene->meshes[1].firstVertex;
        const uint32_t columns = first ? 7 : 4;
        const uint32_t local = first ? v : v - scene->meshes[1].firstVertex;
        const uint32_t row = local / columns;
        double* x = scene->points + 8 * (size_t)v;
        for (int time = 0; time < 2; ++time) {
            const double sign = (first ? 1 : -1) * (time == 0 ? 1 : -1);
            double* to = x + (size_t)4 * (size_t)time;
            to[0] = (double)(local % columns) / 8 + 0.02 * Random_Signed(random);
            to[1] = (double)row / 8 + 0.02 * Random_Signed(random);
            to[2] = 0.05 * sign + 0.1 * Random_Signed(random);
            for (int k = 0; k < 3 && (form == FORM_LATTICE || form == FORM_ANY); ++k) {
                to[k] = form == FORM_LATTICE ? Random_Between(random, -2, 2) / 4.0
                                             : Random_Signed(random) / 2;
            }
            if (form == FORM_FAR || (form == FORM_SMALL && first)) {
                Shrink(sign, to);
            }
        }
    }
    scene->scale = 1;
    assert_int_equal(TreeScene_BuildLeaves(scene, &setup->leaves), SV_OK);
    free(setup->motions);
    setup->motions = aligned_alloc(64, setup->leaves.count * sizeof(svLeafMotion));
    free(setup->diagonals);
    setup->diagonals = aligned_alloc(64, setup->leaves.count * sizeof(svLeafDiagonals));
    assert_non_null(setup->motions);
    assert_non_null(setup->diagonals);
    ReadMotions(setup);
    SetDiagonals(setup);
}

static svCcdFilter filters[2]; // large: plain, and the other one

static svCcdFilter* Start(svCcdFilter* filter, const Setup* setup) {
    filter->input.leaves = setup->leaves.leaves;
    filter->input.motions = setup->motions;
    filter->input.leafDiagonals = setup->diagonals;
    filter->vertexOfPoint = setup->identity;
    filter->input.slabs = filter->input.diagonals = true;
    filter->input.cells = svCellsOfLeaves(setup->motions, setup->leaves.count);
    filter->distance = setup->distance;
    filter->leafPairs = filter->leafPairsNear = 0;
    memset(filter->boxPairs, 0, sizeof(filter->boxPairs));
    memset(filter->incident, 0, sizeof(filter->incident));
    memset(filter->tags, 0xff, sizeof(filter->tags));
    filter->queues[0].count = filter->queues[1].count = 0;
    filter->loose[0].facePoints[0][0] = SV_NONE; // no point
    return filter;
}

// Whether the pair of leaves did not fit and was unpacked for itself: every leaf has a face.
static bool IsLoose(const svCcdFilter* filter) {
    return filter->loose[0].facePoints[0][0] != SV_NONE;
}

static void AssertEqual(const svCcdFilter* a, const svCcdFilter* b) {
    assert_int_equal(a->leafPairs, b->leafPairs);
    assert_int_equal(a->leafPairsNear, b->leafPairsNear);
    assert_int_equal(IsLoose(a), IsLoose(b));
    for (int kind = 0; kind < 2; ++kind) {
        const svQueue *p = &a->queues[kind], *q = &b->queues[kind];
        assert_int_equal(a->boxPairs[kind], b->boxPairs[kind]);
        assert_int_equal(a->incident[kind], b->incident[kind]);
        assert_int_equal(p->count, q->count);
        assert_memory_equal(p->points, q->points, p->count * sizeof(p->points[0]));
        assert_memory_equal(p->features, q->features, p->count * sizeof(p->features[0]));
    }
}

// In contact, or clearly nearer than the distance.
static bool IsHit(const Setup* setup, svPairKind kind, const uint32_t points[4]) {
    svCcdDef def = svDefaultCcdDef();
    svMovingPair pair;
    svCcdResult result;
    svVec3 still[4];
    for (int i = 0; i < 4; ++i) {
        const double* x = setup->scene.points + 8 * (size_t)points[i];
        memcpy(pair.x0[i], x, sizeof(pair.x0[i]));
        memcpy(pair.x1[i], x + 4, sizeof(pair.x1[i]));
        still[i] = svVec3_From(setup->instant == 1 ? x + 4 : x);
    }
    def.minSeparation = 0.9999 * (double)setup->distance;
    if (setup->instant >= 0) {
        return svNear_Test(still, kind, def.minSeparation, NULL);
    }
    const svStatus status = kind == SV_EDGE_EDGE ? svEdgeEdge_Ccd(&pair, &def, &result)
                                                 : svVertexFace_Ccd(&pair, &def, &result);
    assert_int_equal(status, SV_OK);
    return result.hit;
}

// How often a pair of features is in a queue.
static int TimesQueued(const svQueue* queue, uint32_t a, uint32_t b) {
    int times = 0;
    for (uint32_t i = 0; i < queue->count; ++i) {
        times += queue->features[i][0] == a && queue->features[i][1] == b;
    }
    return times;
}

// A pair that shares no vertex: never twice, and there if it is in contact. Returns whether it is.
static bool CheckPair(const Setup* setup, svPairKind kind, const uint32_t points[4],
                      const uint32_t features[2]) {
    const int split = kind == SV_EDGE_EDGE ? 2 : 1;
    for (int i = 0; i < 4 * split; ++i) {
        if (i % 4 >= split && points[i / 4] == points[i % 4]) {
            return false;
        }
    }
    const int times = TimesQueued(&filters[0].queues[kind], features[0], features[1]);
    const bool hit = IsHit(setup, kind, points);
    assert_true(times <= 1);
    assert_true(times == 1 || !hit);
    return hit;
}

static uint32_t CheckEdges(const Setup* setup, const svLeaf* a, const svLeaf* b) {
    uint32_t hits = 0;
    for (int i = 0; i < a->edgeCount; ++i) {
        for (int j = a == b ? i + 1 : 0; j < b->edgeCount; ++j) {
            const uint32_t p[2] = {a->vertices[a->edgeVertices[0][i]],
                                   a->vertices[a->edgeVertices[1][i]]};
            const uint32_t q[2] = {b->vertices[b->edgeVertices[0][j]],
                                   b->vertices[b->edgeVertices[1][j]]};
            const bool ordered = a->edges[i] < b->edges[j];
            const uint32_t points[4] = {ordered ? p[0] : q[0], ordered ? p[1] : q[1],
                                        ordered ? q[0] : p[0], ordered ? q[1] : p[1]};
            const uint32_t features[2] = {ordered ? a->edges[i] : b->edges[j],
                                          ordered ? b->edges[j] : a->edges[i]};
            hits += CheckPair(setup, SV_EDGE_EDGE, points, features);
        }
    }
    return hits;
}

static uint32_t CheckVertexFaces(const Setup* setup, const svLeaf* a, const svLeaf* b) {
    uint32_t hits = 0;
    for (int i = 0; i < a->ownedVertexCount; ++i) {
        for (int j = 0; j < b->faceCount; ++j) {
            const uint32_t points[4] = {a->vertices[i], b->vertices[b->faceVertices[0][j]],
                                        b->vertices[b->faceVertices[1][j]],
                                        b->vertices[b->faceVertices[2][j]]};
            hits += CheckPair(setup, SV_VERTEX_FACE, points,
                              (const uint32_t[2]){a->vertices[i], b->faces[j]});
        }
    }
    return hits;
}

static uint32_t CheckLeaves(const Setup* setup, uint32_t i, uint32_t j) {
    svQueue* edges = &filters[0].queues[SV_EDGE_EDGE];
    for (uint32_t k = 0; k < edges->count; ++k) {
        svQueue_OrderEdges(edges, k);
    }
    const svLeaf *a = &setup->leaves.leaves[i], *b = &setup->leaves.leaves[j];
    uint32_t hits = CheckEdges(setup, a, b) + CheckVertexFaces(setup, a, b);
    return i == j ? hits : hits + CheckVertexFaces(setup, b, a);
}

// Every instruction set queues for two leaves what plain C queues.
static void RunFilter(const svKernels* kernels, bool instant, svCcdFilter* filter, uint32_t i,
                      uint32_t j) {
    (instant ? kernels->filterInstant : kernels->filterStep)(filter, i, j);
}

static void CompareFilters(const Setup* setup, uint32_t i, uint32_t j) {
    const bool instant = setup->instant >= 0;
    for (int isa = FIRST_ISA; isa <= LAST_ISA; ++isa) {
        if (KernelsOf(isa) != NULL) {
            RunFilter(KernelsOf(isa), instant, Start(&filters[1], setup), i, j);
            AssertEqual(&filters[0], &filters[1]);
        }
    }
}

static void KeepContacts(bool instant) {
    Setup setup;
    Random random = {31};
    uint32_t hits = 0, dropped = 0, looseHits[FORM_COUNT] = {0};
    Open(&setup);
    for (int n = 0; n < 90; ++n) {
        setup.instant = instant ? n % 2 : -1;
        setup.distance = n % 3 == 0 ? 0.125f : n % 3 == 1 ? 0.01f : 0;
        Place(&setup, &random);
        for (uint32_t i = 0; i < setup.leaves.count; ++i) {
            for (uint32_t j = i; j < setup.leaves.count; ++j) {
                RunFilter(PlainKernels(), instant, Start(&filters[0], &setup), i, j);
                CompareFilters(&setup, i, j);
                const uint32_t here = CheckLeaves(&setup, i, j);
                hits += here;
                dropped += setup.distance > 0 && filters[0].leafPairsNear == 0;
                looseHits[setup.form] += IsLoose(&filters[0]) ? here : 0;
            }
        }
    }
    print_message("%u contacts, in larger cells %u and %u; %u pairs of leaves beyond a distance\n",
                  hits, looseHits[FORM_SMALL], looseHits[FORM_FAR], dropped);
    assert_true(hits > 1000 && dropped > 10);
    assert_true(looseHits[FORM_SMALL] > 100 && looseHits[FORM_FAR] > 100);
    Close(&setup);
}

static void KeepsContactsOfStep(void** state) {
    (void)state;
    KeepContacts(false);
}

static void KeepsContactsOfInstant(void** state) {
    (void)state;
    KeepContacts(true);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(KeepsContactsOfStep),
                                       cmocka_unit_test(KeepsContactsOfInstant)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
