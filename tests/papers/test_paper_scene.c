// The scenes of the papers: meshes in order, steps that follow each other, the same on every run,
// sheets free of intersections and the others not. How many there are: test_scene_records.c.

#include "papers/scenes/gen_mesh.h"

#include "support/test.h"

#include "selvage/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static svContext* createContext(void) {
    svContextDef def = svDefaultContextDef();
    def.workerCount = 1; // meshes are small here
    svContext* context = NULL;
    assert_int_equal(svContext_Create(&def, &context), SV_OK);
    return context;
}

static void destroyContext(svContext* context) {
    assert_int_equal(svContext_BytesInUse(context), 0);
    svContext_Destroy(context);
}

static void openQuick(svContext* context, size_t index, uint32_t steps, uint32_t stride,
                      PaperScene* scene) {
    const PaperSceneOptions options = {.steps = steps, .stride = stride, .quick = true};
    assert_int_equal(PaperScene_Open(context, PaperScene_Info(index).name, &options, scene), SV_OK);
}

// Pieces follow each other without a gap, and their triangles stay among their vertices.
static void checkPieces(const PaperScene* scene) {
    size_t triangle = 0, vertex = 0;
    assert_true(scene->pieceCount > 0);
    for (size_t p = 0; p < scene->pieceCount; ++p) {
        const PaperPiece* piece = &scene->pieces[p];
        assert_int_equal(piece->firstTriangle, triangle);
        assert_int_equal(piece->firstVertex, vertex);
        triangle += piece->triangleCount;
        vertex += piece->vertexCount;
        for (size_t i = 3 * piece->firstTriangle; i < 3 * triangle; ++i) {
            assert_true(scene->triangles[i] >= piece->firstVertex && scene->triangles[i] < vertex);
        }
    }
    assert_int_equal(triangle, scene->triangleCount);
    assert_int_equal(vertex, scene->vertexCount);
}

static void checkFloats(const PaperScene* scene) {
    for (size_t i = 0; i < 3 * scene->vertexCount; ++i) {
        const double x = scene->x1[i / 3][i % 3];
        assert_true(isfinite(x) && x == (double)(float)x);
    }
}

static void checkSteps(PaperScene* scene) {
    const size_t bytes = scene->vertexCount * sizeof(double[3]);
    double* last = malloc(bytes);
    memcpy(last, scene->x1, bytes);
    svStatus status = SV_OK;
    for (uint32_t step = 1; PaperScene_Step(scene, &status); ++step) {
        assert_int_equal(scene->step, step);
        assert_memory_equal(scene->x0, last, bytes);
        assert_memory_not_equal(scene->x1, last, bytes);
        checkFloats(scene);
        memcpy(last, scene->x1, bytes);
    }
    assert_int_equal(status, SV_OK);
    assert_int_equal(scene->step, 3);
    free(last);
}

// And whatever the stride, a frame is the same frame: the second step with stride 2 is the third
// with stride 1.
static void stepsFollowEachOther(void** state) {
    (void)state;
    svContext* context = createContext();
    for (size_t i = 0; i < PaperScene_Count(); ++i) {
        PaperScene each, other;
        svStatus status;
        openQuick(context, i, 3, 1, &each);
        checkPieces(&each);
        checkSteps(&each);
        openQuick(context, i, 2, 2, &other);
        while (PaperScene_Step(&other, &status)) {
        }
        assert_int_equal(each.vertexCount, other.vertexCount);
        assert_memory_equal(each.triangles, other.triangles, 12 * each.triangleCount);
        assert_memory_equal(each.x0, other.x0, each.vertexCount * sizeof(double[3]));
        assert_memory_equal(each.x1, other.x1, each.vertexCount * sizeof(double[3]));
        PaperScene_Close(&each);
        PaperScene_Close(&other);
    }
    destroyContext(context);
}

// Pairs of triangles that meet at the end of the scene.
static uint64_t countMeetings(svContext* context, const PaperScene* scene) {
    svMeshDef def = svDefaultMeshDef();
    def.triangles = scene->triangles;
    def.triangleCount = scene->triangleCount;
    def.vertexCount = scene->vertexCount;
    svMesh* mesh = NULL;
    svScene* search = NULL;
    const svSceneDef sceneDef = svDefaultSceneDef();
    const svPositions x = svPositions_Double(scene->x1[0], scene->vertexCount);
    assert_int_equal(svMesh_Create(context, &def, &mesh), SV_OK);
    assert_int_equal(svMesh_SetMotion(mesh, &x, &x), SV_OK);
    assert_int_equal(svScene_Create(context, &sceneDef, &search), SV_OK);
    assert_int_equal(svScene_Add(search, mesh, NULL, NULL), SV_OK);
    svIntersections found;
    assert_int_equal(svScene_Intersect(search, NULL, &found), SV_OK);
    const uint64_t total = found.total;
    svScene_Destroy(search);
    svMesh_Destroy(mesh);
    return total;
}

// Quick garments are too coarse for the wrinkles that press their folds into each other.
static bool isClean(const char* name) {
    static const char* const clean[] = {"waves", "folds"};
    for (size_t k = 0; k < sizeof(clean) / sizeof(*clean); ++k) {
        if (strcmp(name, clean[k]) == 0) {
            return true;
        }
    }
    return false;
}

static void intersectsAsThePapersDo(void** state) {
    (void)state;
    svContext* context = createContext();
    for (size_t i = 0; i < PaperScene_Count(); ++i) {
        const PaperSceneInfo info = PaperScene_Info(i);
        // Too few balls to press each other flat.
        if (strstr(info.paper, "han2021") != NULL || strcmp(info.name, "balls") == 0) {
            continue;
        }
        PaperScene scene;
        svStatus status = SV_OK;
        openQuick(context, i, 0, 0, &scene);
        uint64_t meetings = 0;
        while ((meetings == 0 || isClean(info.name)) && PaperScene_Step(&scene, &status)) {
            meetings += countMeetings(context, &scene);
        }
        assert_int_equal(status, SV_OK);
        if ((meetings == 0) != isClean(info.name)) {
            fail_msg("%s: %llu pairs meet", info.name, (unsigned long long)meetings);
        }
        PaperScene_Close(&scene);
    }
    destroyContext(context);
}

// The scenes that formulas pose are cheap enough to look at their full size.
static void sizesAreThePapers(void** state) {
    (void)state;
    svContext* context = createContext();
    for (size_t i = 0; i < PaperScene_Count(); ++i) {
        const PaperSceneInfo info = PaperScene_Info(i);
        // Burst is smaller than the paper's: there are enough pairs in it as it is.
        if (info.simulated || info.paperTriangles == 0 || strcmp(info.name, "burst") == 0) {
            continue;
        }
        PaperScene scene;
        assert_int_equal(PaperScene_Open(context, info.name, NULL, &scene), SV_OK);
        const double share = (double)scene.triangleCount / info.paperTriangles;
        assert_true(share > 0.9 && share < 1.1);
        assert_int_equal(scene.options.steps, info.steps);
        PaperScene_Close(&scene);
    }
    destroyContext(context);
}

static void refusesWhatIsNotThere(void** state) {
    (void)state;
    svContext* context = createContext();
    PaperScene scene;
    assert_int_equal(PaperScene_Open(context, "no such scene", NULL, &scene), SV_ERROR_ARGUMENT);
    PaperScene_Close(&scene);
    assert_null(PaperScene_Info(PaperScene_Count()).name);
    assert_int_equal(PaperScene_FrameCount("no such scene"), 0);
    destroyContext(context);
}

// Loop's rules reproduce what is linear on a regular grid, away from corners: a flat sheet stays
// flat, its border stays straight, and a fine triangle has a quarter of the area.
static void refinesFlatSheets(void** state) {
    (void)state;
    enum { SIDE = 9 };
    GenMesh coarse = {0}, fine = {0};
    GenRefine refine;
    GenMesh_Grid(&coarse, SIDE, SIDE, false, false);
    for (uint32_t i = 0; i < SIDE * SIDE; ++i) {
        const uint32_t column = i % SIDE, row = i / SIDE;
        coarse.x[i][0] = column;
        coarse.x[i][1] = row;
        coarse.x[i][2] = 3 * coarse.x[i][0] - 2 * coarse.x[i][1];
    }
    GenRefine_Create(coarse.triangles, coarse.triangleCount, coarse.vertexCount, &refine, &fine);
    GenRefine_Apply(&refine, (const double(*)[3])coarse.x, fine.x);
    assert_int_equal(fine.triangleCount, 4 * coarse.triangleCount);
    assert_int_equal(fine.vertexCount, (2 * SIDE - 1) * (2 * SIDE - 1));
    size_t border = 0;
    for (size_t v = 0; v < fine.vertexCount; ++v) {
        const double* x = fine.x[v];
        assert_true(fabs(x[2] - (3 * x[0] - 2 * x[1])) < 1e-12);
        assert_true(x[0] >= 0 && x[0] <= SIDE - 1 && x[1] >= 0 && x[1] <= SIDE - 1);
        border += x[0] == 0 || x[0] == SIDE - 1 || x[1] == 0 || x[1] == SIDE - 1;
    }
    // The four corners are rounded off.
    assert_int_equal(border, 4 * (2 * SIDE - 2) - 4);
    GenRefine_Destroy(&refine);
    GenMesh_Destroy(&coarse);
    GenMesh_Destroy(&fine);
}

// A closed surface stays closed, inside of the one it came from, and on no side of it.
static void refinesClosedSurfaces(void** state) {
    (void)state;
    GenMesh coarse = {0}, fine = {0};
    GenRefine refine;
    for (int i = 0; i < 6; ++i) {
        const double sign = i % 2 == 0 ? 1 : -1;
        (void)GenMesh_Vertex(&coarse, i / 2 == 0 ? sign : 0, i / 2 == 1 ? sign : 0,
                             i / 2 == 2 ? sign : 0);
    }
    for (uint32_t i = 0; i < 8; ++i) { // an octahedron
        const uint32_t a = i & 1, b = 2 + (i >> 1 & 1), c = 4 + (i >> 2);
        const bool flipped = ((i ^ i >> 1 ^ i >> 2) & 1) != 0;
        GenMesh_Triangle(&coarse, a, flipped ? c : b, flipped ? b : c);
    }
    GenRefine_Create(coarse.triangles, coarse.triangleCount, coarse.vertexCount, &refine, &fine);
    GenRefine_Apply(&refine, (const double(*)[3])coarse.x, fine.x);
    assert_int_equal(fine.vertexCount, 6 + 12);
    assert_int_equal(fine.triangleCount, 32);
    for (size_t v = 0; v < fine.vertexCount; ++v) {
        const double* x = fine.x[v];
        const double far = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
        // Corners: 1 - 4 * 3/32 = 5/8, the others cancel. Edges: 3/8 of both ends, the others too.
        assert_true(fabs(far - (v < 6 ? 0.625 : 0.375 * sqrt(2))) < 1e-12);
    }
    GenRefine_Destroy(&refine);
    GenMesh_Destroy(&coarse);
    GenMesh_Destroy(&fine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stepsFollowEachOther), cmocka_unit_test(intersectsAsThePapersDo),
        cmocka_unit_test(sizesAreThePapers),    cmocka_unit_test(refusesWhatIsNotThere),
        cmocka_unit_test(refinesFlatSheets),    cmocka_unit_test(refinesClosedSurfaces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
