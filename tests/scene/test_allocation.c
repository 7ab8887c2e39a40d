// What a scene does about memory, bad input and a long run: no allocation once it is warm, a clean
// status when there is no memory, names for what is wrong, and a thousand steps without loss.
#include "selvage/inspect.h"
#include "support/allocator.h"
#include "support/live_scene.h"
#include "support/test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS = 8, ROWS = 8, VERTICES = (COLUMNS + 1) * (ROWS + 1) };

// Two sheets that pass through each other, the second one after another turn at every step.
typedef struct Sheets {
    TestAllocator allocator;
    svContext* context;
    svMesh* meshes[2];
    double x[2][2][VERTICES][3]; // mesh, time
} Sheets;

static void Place(double x[VERTICES][3], int mesh, double phase) {
    for (int v = 0; v < VERTICES; ++v) {
        const int column = v % (COLUMNS + 1), row = v / (COLUMNS + 1);
        const double s = (double)column / COLUMNS, t = (double)row / ROWS;
        const double wave = 0.2 * sin(5.0 * s + phase) * cos(4.0 * t - 0.7 * phase);
        x[v][0] = s + 0.05 * mesh;
        x[v][1] = t + 0.03 * sin(phase);
        x[v][2] = mesh == 0 ? wave : 0.15 * cos(1.3 * phase) - wave;
    }
}

static void SetStep(Sheets* sheets, double from, double to) {
    for (int m = 0; m < 2; ++m) {
        Place(sheets->x[m][0], m, from);
        Place(sheets->x[m][1], m, to);
        const svPositions x0 = svPositions_Double(sheets->x[m][0][0], VERTICES);
        const svPositions x1 = svPositions_Double(sheets->x[m][1][0], VERTICES);
        assert_int_equal(svMesh_SetMotion(sheets->meshes[m], &x0, &x1), SV_OK);
    }
}

static void OpenSheets(Sheets* sheets, uint32_t workerCount) {
    sheets->allocator = TestAllocator_Make();
    svContextDef contextDef = svDefaultContextDef();
    contextDef.allocator = TestAllocator_Hooks(&sheets->allocator);
    contextDef.workerCount = workerCount;
    assert_int_equal(svContext_Create(&contextDef, &sheets->context), SV_OK);
    TestMesh list = TestMesh_Grid(COLUMNS, ROWS);
    svMeshDef def = svDefaultMeshDef();
    def.triangles = list.triangles;
    def.triangleCount = list.triangleCount;
    def.vertexCount = list.vertexCount;
    for (int m = 0; m < 2; ++m) {
        def.name = m == 0 ? "shirt" : "coat";
        assert_int_equal(svMesh_Create(sheets->context, &def, &sheets->meshes[m]), SV_OK);
    }
    TestMesh_Free(&list);
    SetStep(sheets, 0.0, 1.0);
}

static void CloseSheets(Sheets* sheets) {
    svMesh_Destroy(sheets->meshes[0]);
    svMesh_Destroy(sheets->meshes[1]);
    svContext_Destroy(sheets->context);
    assert_int_equal(sheets->allocator.live, 0);
    assert_int_equal(sheets->allocator.liveBytes, 0);
    assert_false(sheets->allocator.misaligned);
}

static svScene* NewScene(Sheets* sheets, const svSceneDef* def, double thickness) {
    svSceneMeshDef meshDef = svDefaultSceneMeshDef();
    svScene* scene = NULL;
    meshDef.thickness = thickness;
    assert_int_equal(svScene_Create(sheets->context, def, &scene), SV_OK);
    for (uint32_t m = 0; m < 2; ++m) {
        uint32_t index = 99;
        assert_int_equal(svScene_Add(scene, sheets->meshes[m], &meshDef, &index), SV_OK);
        assert_int_equal(index, m);
    }
    return scene;
}

// Roles of both meshes that leave nothing out.
static const svNearRoles allRoles[2] = {{NULL, NULL}, {NULL, NULL}};

static void CountStage(const svStageBlock* block, void* user) {
    *(size_t*)user += block->count;
}

// One query of each kind, with all that they can tell, the first under watch; a number that depends
// on all answers.
static uint64_t AskEverything(svScene* scene) {
    svDetectDef detect = svDefaultDetectDef();
    svIntersectDef intersect = svDefaultIntersectDef();
    svProximityDef proximity = svDefaultProximityDef();
    svContacts contacts;
    svIntersections faces;
    svProximity near;
    double t;
    size_t watched = 0;
    const svWatch watch = {(1u << SV_STAGE_ENUM_COUNT) - 1, CountStage, &watched};
    detect.detail = SV_DETAIL_SHAPE;
    detect.query.watch = &watch;
    intersect.segments = true;
    proximity.distance = 0.01;
    proximity.roles = allRoles;
    assert_int_equal(svScene_Detect(scene, &detect, &contacts), SV_OK);
    uint64_t hash = contacts.hash;
    assert_true(contacts.found && watched > 0);
    assert_int_equal(svScene_Intersect(scene, &intersect, &faces), SV_OK);
    hash = 31 * hash + faces.hash;
    assert_int_equal(svScene_Proximity(scene, &proximity, &near), SV_OK);
    hash = 31 * hash + near.hash;
    assert_int_equal(svScene_SafeStep(scene, &detect, &t), SV_OK);
    return 31 * hash + (uint64_t)(t * 0x1p40);
}

static void RepeatedStepsAllocateNothing(void** state) {
    Sheets sheets;
    (void)state;
    for (int i = 0; i < 27 * 2; ++i) {
        svSceneDef def = svDefaultSceneDef();
        def.volume = (svVolume)(i % SV_VOLUME_ENUM_COUNT);
        def.builder = (svBuilder)(i % 27 / 3 % SV_BUILDER_ENUM_COUNT);
        def.rebuild = (svRebuild)(i / 9 % 3);
        OpenSheets(&sheets, i < 27 ? 1 : 3);
        svScene* scene = NewScene(&sheets, &def, 0.0);
        const uint64_t hash = AskEverything(scene);
        SetStep(&sheets, 0.0, 1.0);
        assert_int_equal(AskEverything(scene), hash);
        const size_t attempts = sheets.allocator.attempts;
        for (int step = 0; step < 4; ++step) {
            SetStep(&sheets, 0.0, 1.0);
            assert_int_equal(AskEverything(scene), hash);
        }
        if (sheets.allocator.attempts != attempts) {
            fail_msg("%s, %s, %s, %d workers: %zu allocations in warm steps",
                     svVolume_Name(def.volume), svBuilder_Name(def.builder),
                     svRebuild_Name(def.rebuild), i < 27 ? 1 : 3,
                     sheets.allocator.attempts - attempts);
        }
        svScene_Destroy(scene);
        CloseSheets(&sheets);
    }
}

// Calls that may run out of memory, each repeated without a limit where it did.
typedef struct Attempt {
    Sheets* sheets;
    svScene* scene;
    uint64_t hash;
    bool failed;
} Attempt;

// Whether a call must be made again. It may only have failed for want of memory.
static bool Again(Attempt* attempt, svStatus status) {
    if (status == SV_OK) {
        return false;
    }
    assert_int_equal(status, SV_ERROR_MEMORY);
    assert_false(attempt->failed && attempt->sheets->allocator.failAt == SIZE_MAX);
    assert_non_null(strstr(svContext_LastError(attempt->sheets->context), "memory"));
    attempt->failed = true;
    attempt->sheets->allocator.failAt = SIZE_MAX;
    return true;
}

static void BuildScene(Attempt* attempt) {
    const svSceneDef def = svDefaultSceneDef();
    const svVertexPair pair = {0, 3, 1, 5};
    double thickness[VERTICES];
    svSceneMeshDef meshDef = svDefaultSceneMeshDef();
    meshDef.ring = 1;
    meshDef.vertexThickness = thickness;
    for (int v = 0; v < VERTICES; ++v) {
        thickness[v] = v % 2 * 0x1p-8;
    }
    while (Again(attempt, svScene_Create(attempt->sheets->context, &def, &attempt->scene))) {
        assert_null(attempt->scene);
    }
    for (uint32_t m = 0; m < 2; ++m) {
        uint32_t index = 99;
        while (Again(attempt,
                     svScene_Add(attempt->scene, attempt->sheets->meshes[m], &meshDef, &index))) {
            assert_int_equal(svScene_MeshCount(attempt->scene), m);
            assert_int_equal(index, 99);
        }
        assert_int_equal(index, m);
    }
    while (Again(attempt, svScene_ExcludeVertices(attempt->scene, &pair, 1))) {
    }
    while (Again(attempt, svScene_SetMeshDef(attempt->scene, 0, &meshDef))) {
    }
}

static void QueryScene(Attempt* attempt) {
    svContacts contacts, empty = {0};
    svIntersections faces;
    svProximity near;
    double t = 7.0;
    contacts = empty;
    while (Again(attempt, svScene_Detect(attempt->scene, NULL, &contacts))) {
        assert_memory_equal(&contacts, &empty, sizeof empty); // untouched
    }
    attempt->hash = contacts.hash;
    while (Again(attempt, svScene_Intersect(attempt->scene, NULL, &faces))) {
    }
    attempt->hash = 31 * attempt->hash + faces.hash;
    svProximityDef proximity = svDefaultProximityDef();
    proximity.roles = allRoles;
    while (Again(attempt, svScene_Proximity(attempt->scene, &proximity, &near))) {
    }
    attempt->hash = 31 * attempt->hash + near.hash;
    while (Again(attempt, svScene_SafeStep(attempt->scene, NULL, &t))) {
        assert_true(t == 7.0);
    }
}

static void FailEverywhere(uint32_t workerCount, bool once) {
    Sheets sheets;
    uint64_t hash = 0;
    size_t n = SIZE_MAX; // first of all without a failure
    bool done = false;
    do {
        Attempt attempt = {.sheets = &sheets};
        OpenSheets(&sheets, workerCount);
        if (n != SIZE_MAX) {
            TestAllocator_FailNth(&sheets.allocator, n, once);
        }
        BuildScene(&attempt);
        QueryScene(&attempt);
        if (n == SIZE_MAX) {
            hash = attempt.hash;
        } else {
            assert_int_equal(attempt.hash, hash);
            done = sheets.allocator.attempts <= sheets.allocator.failAt && !attempt.failed;
        }
        svScene_Destroy(attempt.scene);
        CloseSheets(&sheets);
        ++n;
    } while (!done);
    assert_true(n > 10);
}

static void MemoryFailsCleanly(void** state) {
    (void)state;
    FailEverywhere(1, false);
    FailEverywhere(1, true);
    FailEverywhere(2, false);
    FailEverywhere(2, true);
}

// Asks in every mode; all give the same status.
static void ExpectStatus(svScene* scene, svStatus status) {
    svContacts contacts = {0};
    svIntersections faces = {0};
    svProximity near = {0};
    svIntersectDef atEnd = svDefaultIntersectDef();
    double t = 7.0;
    atEnd.time = 1;
    assert_int_equal(svScene_Detect(scene, NULL, &contacts), status);
    assert_int_equal(svScene_SafeStep(scene, NULL, &t), status);
    assert_true(t == (status == SV_OK ? 1.0 : 7.0));
    // A query at one instant need not look at the other.
    const svStatus first = svScene_Intersect(scene, NULL, &faces);
    const svStatus second = svScene_Intersect(scene, &atEnd, &faces);
    assert_true(first == status || second == status);
    if (status == SV_OK) {
        assert_int_equal(svScene_Proximity(scene, NULL, &near), SV_OK);
        assert_false(contacts.found || faces.found || near.found);
        assert_int_equal(contacts.hash, 0);
        assert_int_equal(contacts.vf.total + contacts.ee.total + faces.total, 0);
    }
}

static void NamesWhatIsNotFinite(void** state) {
    Sheets sheets;
    static const double bad[3] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    (void)state;
    OpenSheets(&sheets, 1);
    const svSceneDef def = svDefaultSceneDef();
    svScene* scene = NewScene(&sheets, &def, 0.0);
    const uint64_t hash = AskEverything(scene);
    for (int i = 0; i < 12; ++i) {
        const int mesh = i % 2, time = i / 2 % 2, axis = i / 4, v = 7 * i % VERTICES;
        double* x = &sheets.x[mesh][time][v][axis];
        const double kept = *x;
        char place[64];
        *x = bad[i % 3];
        svContacts contacts;
        assert_int_equal(svScene_Detect(scene, NULL, &contacts), SV_ERROR_NOT_FINITE);
        const char* text = svContext_LastError(sheets.context);
        snprintf(place, sizeof place, "vertex %d: %c at t%d", v, "xyz"[axis], time);
        if (strstr(text, place) == NULL || strstr(text, mesh == 0 ? "shirt" : "coat") == NULL) {
            fail_msg("\"%s\" does not name %s", text, place);
        }
        ExpectStatus(scene, SV_ERROR_NOT_FINITE);
        *x = kept;
        assert_int_equal(AskEverything(scene), hash);
    }
    svScene_Destroy(scene);
    CloseSheets(&sheets);
}

static svMesh* NewMesh(svContext* context, const uint32_t* triangles, size_t triangleCount,
                       size_t vertexCount) {
    svMeshDef def = svDefaultMeshDef();
    svMesh* mesh = NULL;
    def.triangles = triangles;
    def.triangleCount = triangleCount;
    def.vertexCount = vertexCount;
    assert_int_equal(svMesh_Create(context, &def, &mesh), SV_OK);
    return mesh;
}

static void SmallScenesHaveNoContact(void** state) {
    static const uint32_t faces[6] = {0, 1, 2, 3, 3, 3};
    static const double x[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5};
    const svSceneDef def = svDefaultSceneDef();
    TestAllocator allocator = TestAllocator_Make();
    (void)state;
    svContext* context = TestAllocator_NewContext(&allocator);
    svScene* scene = NULL;
    assert_int_equal(svScene_Create(context, &def, &scene), SV_OK);
    ExpectStatus(scene, SV_OK); // no mesh
    // No vertex, vertices alone, a triangle, a triangle and a particle.
    static const size_t triangleCounts[4] = {0, 0, 1, 2}, vertexCounts[4] = {0, 4, 3, 4};
    svMesh* meshes[4];
    for (int m = 0; m < 4; ++m) {
        meshes[m] = NewMesh(context, faces, triangleCounts[m], vertexCounts[m]);
        const svPositions view = svPositions_Double(x, vertexCounts[m]);
        assert_int_equal(svMesh_SetMotion(meshes[m], &view, &view), SV_OK);
        svScene_Clear(scene);
        assert_int_equal(svScene_Add(scene, meshes[m], NULL, NULL), SV_OK);
        ExpectStatus(scene, SV_OK);
    }
    svScene_Clear(scene);
    for (int m = 0; m < 3; ++m) {
        assert_int_equal(svScene_Add(scene, meshes[m], NULL, NULL), SV_OK);
    }
    ExpectStatus(scene, SV_OK); // only one of them has a face
    svScene_Destroy(scene);
    for (int m = 0; m < 4; ++m) {
        svMesh_Destroy(meshes[m]);
    }
    svContext_Destroy(context);
    assert_int_equal(allocator.live, 0);
}

static void MotionMustBeSet(void** state) {
    static const uint32_t face[3] = {0, 1, 2};
    const svSceneDef def = svDefaultSceneDef();
    TestAllocator allocator = TestAllocator_Make();
    (void)state;
    svContext* context = TestAllocator_NewContext(&allocator);
    svMesh* mesh = NewMesh(context, face, 1, 3);
    svScene* scene = NULL;
    assert_int_equal(svScene_Create(context, &def, &scene), SV_OK);
    assert_int_equal(svScene_Add(scene, mesh, NULL, NULL), SV_OK);
    ExpectStatus(scene, SV_ERROR_ARGUMENT);
    svScene_Destroy(scene);
    svMesh_Destroy(mesh);
    svContext_Destroy(context);
}

static void RefusesSceneDefs(void** state) {
    TestAllocator allocator = TestAllocator_Make();
    (void)state;
    svContext* context = TestAllocator_NewContext(&allocator);
    svSceneDef defs[5];
    svScene* scene = NULL;
    for (int i = 0; i < 5; ++i) {
        defs[i] = svDefaultSceneDef();
    }
    defs[0].structSize = 0;
    defs[1].volume = SV_VOLUME_ENUM_COUNT;
    defs[2].builder = SV_BUILDER_ENUM_COUNT;
    defs[3].rebuild = SV_REBUILD_ENUM_COUNT;
    defs[4].isa = SV_ISA_ENUM_COUNT;
    for (int i = 0; i < 5; ++i) {
        assert_int_equal(svScene_Create(context, &defs[i], &scene), SV_ERROR_ARGUMENT);
    }
    svSceneDef def = svDefaultSceneDef();
    for (int isa = SV_ISA_SCALAR; isa < SV_ISA_ENUM_COUNT; ++isa) {
        def.isa = (svIsa)isa;
        if (!svIsa_Available((svIsa)isa)) {
            assert_int_equal(svScene_Create(context, &def, &scene), SV_ERROR_ARGUMENT);
        }
    }
    def.isa = SV_ISA_BEST;
    assert_int_equal(svScene_Create(NULL, &def, &scene), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_Create(context, NULL, &scene), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_Create(context, &def, NULL), SV_ERROR_ARGUMENT);
    assert_null(scene);
    svScene_Destroy(NULL);
    svContext_Destroy(context);
}

static void RefusesMeshes(void** state) {
    Sheets sheets, others;
    const double numbers[3] = {-1.0, HUGE_VAL, (double)NAN};
    double thickness[VERTICES] = {0};
    (void)state;
    OpenSheets(&sheets, 1);
    OpenSheets(&others, 1);
    const svSceneDef sceneDef = svDefaultSceneDef();
    svScene* scene = NULL;
    assert_int_equal(svScene_Create(sheets.context, &sceneDef, &scene), SV_OK);
    svSceneMeshDef def = svDefaultSceneMeshDef();
    assert_int_equal(svScene_Add(NULL, sheets.meshes[0], &def, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_Add(scene, NULL, &def, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_Add(scene, others.meshes[0], &def, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_Add(scene, sheets.meshes[0], NULL, NULL), SV_OK);
    assert_int_equal(svScene_Add(scene, sheets.meshes[0], &def, NULL), SV_ERROR_ARGUMENT);
    for (int i = 0; i < 8; ++i) {
        def = svDefaultSceneMeshDef();
        if (i < 3) {
            def.thickness = numbers[i];
        } else if (i < 6) {
            thickness[5] = numbers[i - 3];
            def.vertexThickness = thickness;
        } else if (i == 6) {
            def.ring = 9;
        } else {
            def.structSize = 0;
        }
        assert_int_equal(svScene_Add(scene, sheets.meshes[1], &def, NULL), SV_ERROR_ARGUMENT);
        assert_int_equal(svScene_SetMeshDef(scene, 0, &def), SV_ERROR_ARGUMENT);
    }
    def = svDefaultSceneMeshDef();
    assert_int_equal(svScene_SetMeshDef(scene, 1, &def), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_SetMeshDef(NULL, 0, &def), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_MeshCount(scene), 1);
    assert_ptr_equal(svScene_GetMesh(scene, 0), sheets.meshes[0]);
    assert_null(svScene_GetMesh(scene, 1));
    assert_int_equal(svScene_ExcludeMeshes(scene, 0, 1), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_ExcludeMeshes(scene, 1, 0), SV_ERROR_ARGUMENT);
    const svVertexPair pairs[4] = {
        {1, 0, 0, 0}, {0, 0, 1, 0}, {0, VERTICES, 0, 0}, {0, 0, 0, VERTICES}};
    for (int i = 0; i < 4; ++i) {
        assert_int_equal(svScene_ExcludeVertices(scene, &pairs[i], 1), SV_ERROR_ARGUMENT);
    }
    assert_int_equal(svScene_ExcludeVertices(scene, NULL, 1), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_ExcludeVertices(scene, NULL, 0), SV_OK);
    svScene_Destroy(scene);
    CloseSheets(&others);
    CloseSheets(&sheets);
}

static void DropBlock(const svContactBlock* block, void* user) {
    (void)block;
    (void)user;
}

// Breaks the member number `i` of a def; false if there is none of that number.
static bool BreakQuery(svQueryDef* query, int i) {
    if (i == 0) {
        query->want = SV_WANT_ENUM_COUNT;
    } else if (i == 1 || i == 2) {
        query->want = i == 1 ? SV_WANT_FIRST : SV_WANT_ANY;
        query->stream = DropBlock;
    }
    return i < 3;
}

static bool BreakDetect(svDetectDef* def, int i) {
    const double tolerances[6] = {0.0, -1.0, 0x1p-51, 1.5, HUGE_VAL, (double)NAN};
    const double separations[4] = {0.0, 1e-7, 2.0, (double)NAN};
    if (i < 3) {
        return BreakQuery(&def->query, i);
    }
    if (i < 9) {
        def->tolerance = tolerances[i - 3];
    } else if (i < 13) {
        def->separationTolerance = separations[i - 9];
    } else if (i == 13) {
        def->structSize = 0;
    } else if (i == 14) {
        def->detail = SV_DETAIL_ENUM_COUNT;
    } else if (i == 15) {
        def->overlap = SV_OVERLAP_ENUM_COUNT;
    }
    return i < 16;
}

static bool BreakIntersect(svIntersectDef* def, int i) {
    if (i < 3) {
        return BreakQuery(&def->query, i);
    }
    if (i == 3) {
        def->structSize = 0;
    } else if (i < 6) {
        def->time = i == 4 ? -1 : 2;
    }
    return i < 6;
}

static bool BreakProximity(svProximityDef* def, int i) {
    const double distances[3] = {-1.0, HUGE_VAL, (double)NAN};
    if (i < 3) {
        return BreakQuery(&def->query, i);
    }
    if (i == 3) {
        def->structSize = 0;
    } else if (i < 6) {
        def->time = i == 4 ? -1 : 2;
    } else if (i < 9) {
        def->distance = distances[i - 6];
    }
    return i < 9;
}

static void RefusesQueries(void** state) {
    Sheets sheets;
    svContacts contacts;
    svIntersections faces;
    svProximity near;
    double t;
    (void)state;
    OpenSheets(&sheets, 1);
    const svSceneDef sceneDef = svDefaultSceneDef();
    svScene* scene = NewScene(&sheets, &sceneDef, 0.0);
    const uint64_t hash = AskEverything(scene);
    svDetectDef detect = svDefaultDetectDef();
    for (int i = 0; BreakDetect(&detect, i); ++i, detect = svDefaultDetectDef()) {
        assert_int_equal(svScene_Detect(scene, &detect, &contacts), SV_ERROR_ARGUMENT);
    }
    svIntersectDef intersect = svDefaultIntersectDef();
    for (int i = 0; BreakIntersect(&intersect, i); ++i, intersect = svDefaultIntersectDef()) {
        assert_int_equal(svScene_Intersect(scene, &intersect, &faces), SV_ERROR_ARGUMENT);
    }
    svProximityDef proximity = svDefaultProximityDef();
    for (int i = 0; BreakProximity(&proximity, i); ++i, proximity = svDefaultProximityDef()) {
        assert_int_equal(svScene_Proximity(scene, &proximity, &near), SV_ERROR_ARGUMENT);
    }
    assert_int_equal(svScene_Detect(NULL, NULL, &contacts), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_Detect(scene, NULL, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_Intersect(NULL, NULL, &faces), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_Intersect(scene, NULL, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_Proximity(NULL, NULL, &near), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_Proximity(scene, NULL, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_SafeStep(NULL, NULL, &t), SV_ERROR_ARGUMENT);
    assert_int_equal(svScene_SafeStep(scene, NULL, NULL), SV_ERROR_ARGUMENT);
    assert_int_equal(AskEverything(scene), hash);
    svScene_Destroy(scene);
    CloseSheets(&sheets);
}

// The sheets wave through a thousand steps, so that the first tree is the wrong one for most.
static void RefitLosesNothing(void** state) {
    enum { STEPS = 1000 };
    Sheets sheets;
    svScene* scenes[SV_REBUILD_ENUM_COUNT];
    size_t found = 0;
    (void)state;
    OpenSheets(&sheets, 1);
    for (int r = 0; r < SV_REBUILD_ENUM_COUNT; ++r) {
        svSceneDef def = svDefaultSceneDef();
        def.rebuild = (svRebuild)r;
        scenes[r] = NewScene(&sheets, &def, 0.0);
    }
    for (int step = 0; step < STEPS; ++step) {
        uint64_t hash = 0;
        SetStep(&sheets, 0.1 * step, 0.1 * (step + 1));
        for (int r = 0; r < SV_REBUILD_ENUM_COUNT; ++r) {
            svContacts contacts;
            assert_int_equal(svScene_Detect(scenes[r], NULL, &contacts), SV_OK);
            assert_true(r == 0 || contacts.hash == hash);
            assert_true(r != SV_REBUILD_ALWAYS || contacts.stats.built);
            assert_true(r != SV_REBUILD_NEVER || contacts.stats.built == (step == 0));
            hash = contacts.hash;
            found += contacts.found;
        }
    }
    assert_true(found > 100);
    for (int r = 0; r < SV_REBUILD_ENUM_COUNT; ++r) {
        svScene_Destroy(scenes[r]);
    }
    CloseSheets(&sheets);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(RepeatedStepsAllocateNothing),
        cmocka_unit_test(MemoryFailsCleanly),
        cmocka_unit_test(NamesWhatIsNotFinite),
        cmocka_unit_test(SmallScenesHaveNoContact),
        cmocka_unit_test(MotionMustBeSet),
        cmocka_unit_test(RefusesSceneDefs),
        cmocka_unit_test(RefusesMeshes),
        cmocka_unit_test(RefusesQueries),
        cmocka_unit_test(RefitLosesNothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
