// The real scenes under $SELVAGE_DATA: every list of contacts is exactly the known one, and one
// hash for all volumes, builders, worker counts and instruction sets, on every machine. Skipped
// where they are not there.
#include "support/ground_truth.h"
#include "support/live_scene.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Of the contacts over the step, as every machine and version has found them.
#define BALL_HASH 0xda4a98acb0150af8u
#define BODIES_HASH 0x9d6c5980e8c0cc49u
#define FUNNEL_HASH 0xc19a64a96314e2eau

// Rows of up to four numbers, sorted.
typedef struct Rows {
    uint32_t (*items)[4];
    size_t count;
} Rows;

typedef struct Data {
    TruthMesh frames[2];
    Rows vf, ee, faces;
} Data;

static int CompareRows(const void* p, const void* q) {
    const uint32_t *a = p, *b = q;
    for (int i = 0; i < 4; ++i) {
        if (a[i] != b[i]) {
            return a[i] < b[i] ? -1 : 1;
        }
    }
    return 0;
}

static Rows ReadRows(const char* scene, const char* name) {
    enum { CAPACITY = 100000 };
    char path[256], line[256];
    Rows rows = {test_calloc(CAPACITY, sizeof *rows.items), 0};
    snprintf(path, sizeof path, "scenes/%s/contacts/%s", scene, name);
    FILE* file = truthOpen(path, "r");
    assert_non_null(file);
    for (; fgets(line, sizeof line, file) != NULL; ++rows.count) {
        assert_true(rows.count < CAPACITY);
        char* at = line;
        for (int i = 0; i < 4 && *at != '\n' && *at != '\0'; ++i) {
            rows.items[rows.count][i] = (uint32_t)strtoul(at, &at, 10);
            at += *at == ',';
        }
    }
    fclose(file);
    qsort(rows.items, rows.count, sizeof *rows.items, CompareRows);
    return rows;
}

static Data ReadData(const char* scene, const char* frame0, const char* frame1) {
    const char* const names[2] = {frame0, frame1};
    Data data;
    for (int i = 0; i < 2; ++i) {
        char path[256];
        snprintf(path, sizeof path, "scenes/%s/frames/%s.ply", scene, names[i]);
        if (!truthReadMesh(path, &data.frames[i])) {
            print_message("SELVAGE_DATA has no %s: skipped\n", path);
            skip();
        }
    }
    data.vf = ReadRows(scene, "vf.csv");
    data.ee = ReadRows(scene, "ee.csv");
    data.faces = ReadRows(scene, "triangles_t0.csv");
    return data;
}

static void FreeData(Data* data) {
    truthFreeMesh(&data->frames[0]);
    truthFreeMesh(&data->frames[1]);
    test_free(data->vf.items);
    test_free(data->ee.items);
    test_free(data->faces.items);
}

// One mesh in contexts with 1, 2 and 5 workers.
typedef struct Meshes {
    LiveContexts contexts;
    svMesh* meshes[LIVE_WORKER_CHOICES];
} Meshes;

static Meshes OpenMeshes(const Data* data) {
    Meshes meshes;
    const TruthMesh* frames = data->frames;
    svMeshDef def = svDefaultMeshDef();
    def.triangles = frames[0].triangles[0];
    def.triangleCount = frames[0].triangleCount;
    def.vertexCount = frames[0].vertexCount;
    const svPositions x0 = svPositions_Double(frames[0].positions[0], frames[0].vertexCount);
    const svPositions x1 = svPositions_Double(frames[1].positions[0], frames[1].vertexCount);
    assert_true(LiveContexts_Open(&meshes.contexts));
    for (int i = 0; i < LIVE_WORKER_CHOICES; ++i) {
        svContext* context = meshes.contexts.contexts[i];
        assert_int_equal(svMesh_Create(context, &def, &meshes.meshes[i]), SV_OK);
        assert_int_equal(svMesh_SetMotion(meshes.meshes[i], &x0, &x1), SV_OK);
    }
    return meshes;
}

static void CloseMeshes(Meshes* meshes) {
    for (int i = 0; i < LIVE_WORKER_CHOICES; ++i) {
        svMesh_Destroy(meshes->meshes[i]);
    }
    LiveContexts_Close(&meshes->contexts);
}

static svScene* OpenScene(const Meshes* meshes, const LiveChoice* choice) {
    svSceneDef def = svDefaultSceneDef();
    svScene* scene = NULL;
    def.volume = choice->volume;
    def.builder = choice->builder;
    def.rebuild = choice->rebuild;
    def.selfCulling = choice->selfCulling;
    def.filters = SV_FILTER_ALL & ~choice->filtersOff;
    def.isa = choice->isa;
    svContext* context = meshes->contexts.contexts[choice->workers];
    assert_int_equal(svScene_Create(context, &def, &scene), SV_OK);
    assert_int_equal(svScene_Add(scene, meshes->meshes[choice->workers], NULL, NULL), SV_OK);
    return scene;
}

static void CheckEdges(const svTopology* topology, const svContacts* contacts, const Rows* rows) {
    assert_int_equal(contacts->ee.count, rows->count);
    for (size_t i = 0; i < rows->count; ++i) {
        const uint32_t* a = topology->edges + (size_t)2 * contacts->ee.pairs[i].a;
        const uint32_t* b = topology->edges + (size_t)2 * contacts->ee.pairs[i].b;
        const uint32_t found[4] = {a[0], a[1], b[0], b[1]};
        assert_memory_equal(found, rows->items[i], sizeof found);
    }
}

static void CheckFaces(svScene* scene, const Rows* rows) {
    svIntersections faces;
    assert_int_equal(svScene_Intersect(scene, NULL, &faces), SV_OK);
    assert_int_equal(faces.count, rows->count);
    assert_int_equal(faces.total, rows->count);
    for (size_t i = 0; i < rows->count; ++i) {
        const uint32_t found[4] = {faces.pairs[i].a, faces.pairs[i].b, faces.shared[i], 0};
        assert_memory_equal(found, rows->items[i], sizeof found);
    }
}

// Everything with one choice. Returns the hash of the contacts over the step.
static uint64_t CheckChoice(const Data* data, const Meshes* meshes, const LiveChoice* choice) {
    svScene* scene = OpenScene(meshes, choice);
    svContacts contacts;
    assert_int_equal(svScene_Detect(scene, NULL, &contacts), SV_OK);
    assert_int_equal(contacts.vf.count, data->vf.count);
    for (size_t i = 0; i < data->vf.count; ++i) {
        const uint32_t found[4] = {contacts.vf.pairs[i].a, contacts.vf.pairs[i].b, 0, 0};
        assert_memory_equal(found, data->vf.items[i], sizeof found);
    }
    CheckEdges(svMesh_GetTopology(meshes->meshes[choice->workers]), &contacts, &data->ee);
    const uint64_t hash = contacts.hash;
    CheckFaces(scene, &data->faces);
    svScene_Destroy(scene);
    return hash;
}

// All volumes, builders, worker counts and instruction sets; rebuilding plays no part in one query.
static void FunnelIsExactInEveryWay(void** state) {
    (void)state;
    Data data = ReadData("cloth-funnel", "227", "228");
    Meshes meshes = OpenMeshes(&data);
    LiveChoice choice = {0};
    assert_true(CheckChoice(&data, &meshes, &choice) == FUNNEL_HASH);
    while (LiveChoice_Next(&choice)) {
        if (choice.rebuild == SV_REBUILD_AUTO) {
            assert_true(CheckChoice(&data, &meshes, &choice) == FUNNEL_HASH);
        }
    }
    CloseMeshes(&meshes);
    FreeData(&data);
}

// Slow builds take each volume and each builder once.
#if defined(TEST_SANITIZED) || !defined(__OPTIMIZE__)
#define LARGE_STEP 5
#else
#define LARGE_STEP 1
#endif

// Every volume with every builder; worker counts and instruction sets in turn.
static void CheckLarge(const char* name, const char* frame0, const char* frame1, uint64_t hash) {
    Data data = ReadData(name, frame0, frame1);
    Meshes meshes = OpenMeshes(&data);
    LiveChoice choice = {0};
    for (int i = 0; i < SV_VOLUME_ENUM_COUNT * SV_BUILDER_ENUM_COUNT; i += LARGE_STEP) {
        choice.volume = (svVolume)(i % SV_VOLUME_ENUM_COUNT);
        choice.builder = (svBuilder)(i / SV_VOLUME_ENUM_COUNT);
        choice.selfCulling = (svSelfCulling)((i / 3 + i) % SV_SELF_CULLING_ENUM_COUNT);
        choice.workers = (i + i / 3) % LIVE_WORKER_CHOICES;
        do {
            choice.isa = (svIsa)((choice.isa + 1) % SV_ISA_ENUM_COUNT);
        } while (choice.isa != SV_ISA_BEST && !svIsa_Available(choice.isa));
        assert_true(CheckChoice(&data, &meshes, &choice) == hash);
    }
    CloseMeshes(&meshes);
    FreeData(&data);
}

static void BallIsExact(void** state) {
    (void)state;
    CheckLarge("cloth-ball", "cloth_ball92", "cloth_ball93", BALL_HASH);
}

static void BodiesAreExact(void** state) {
    (void)state;
    CheckLarge("n-body-simulation", "balls16_18", "balls16_19", BODIES_HASH);
}

typedef struct Progress {
    int calls;
    double last;
    bool ordered;
} Progress;

static bool Stop(double done, void* user) {
    Progress* progress = user;
    progress->ordered &= done >= progress->last && done <= 1.0;
    progress->last = done;
    return ++progress->calls < 3;
}

// A query of this size tells its progress, and can be ended; the next one is whole.
static void LargeQueriesCanBeCancelled(void** state) {
    (void)state;
    Data data = ReadData("cloth-ball", "cloth_ball92", "cloth_ball93");
    Meshes meshes = OpenMeshes(&data);
    for (int workers = 0; workers < 2; ++workers) {
        const LiveChoice choice = {.workers = workers};
        svScene* scene = OpenScene(&meshes, &choice);
        svDetectDef def = svDefaultDetectDef();
        Progress progress = {0, 0.0, true};
        svContacts contacts;
        def.query.progress = Stop;
        def.query.user = &progress;
        assert_int_equal(svScene_Detect(scene, &def, &contacts), SV_CANCELLED);
        assert_int_equal(progress.calls, 3);
        assert_true(progress.ordered);
        assert_true(contacts.vf.total < data.vf.count && contacts.vf.count == 0);
        assert_int_equal(svScene_Detect(scene, NULL, &contacts), SV_OK);
        assert_int_equal(contacts.vf.count, data.vf.count);
        assert_int_equal(contacts.ee.count, data.ee.count);
        svScene_Destroy(scene);
    }
    CloseMeshes(&meshes);
    FreeData(&data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(FunnelIsExactInEveryWay),
        cmocka_unit_test(BallIsExact),
        cmocka_unit_test(BodiesAreExact),
        cmocka_unit_test(LargeQueriesCanBeCancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
