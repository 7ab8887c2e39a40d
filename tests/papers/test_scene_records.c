// papers/scenes/scenes.csv: what every scene of `selvage gen` is, in full and quick: a hash of its
// triangles and of the positions of every step, pairs that intersect at the ends of the steps and
// contacts over them. A change of a scene, of what simulates it, or of a query, is noticed here.
//
// As a test: quick scenes, and those posed by formulas in full. `--all` adds the simulated ones in
// full (minutes: make scenes), `--write` writes the file anew.

#include "papers/scenes/paper_scene.h"

#include "support/test.h"

#include "selvage/scene.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUICK_STEPS = 10 };

static bool all; // full simulated scenes, too

typedef struct Record {
    size_t triangles, vertices;
    uint64_t mesh, positions; // hashes
    uint64_t intersections, least, most, intersectionHash;
    uint64_t vf, ee, contactHash;
    uint32_t steps;
} Record;

// FNV-1a, word by word.
static uint64_t mix(uint64_t hash, uint64_t word) {
    for (int byte = 0; byte < 8; ++byte) {
        hash = (hash ^ (word >> 8 * byte & 0xff)) * 0x100000001b3u;
    }
    return hash;
}

static uint64_t mixPositions(uint64_t hash, const double (*x)[3], size_t count) {
    for (size_t i = 0; i < 3 * count; ++i) {
        const float value = (float)x[i / 3][i % 3]; // exact: scenes are floats
        uint32_t bits;
        memcpy(&bits, &value, sizeof(bits));
        hash = mix(hash, bits);
    }
    return hash;
}

typedef struct Search {
    svMesh* mesh;
    svScene* scene;
} Search;

static Search openSearch(svContext* context, const PaperScene* scene) {
    Search search = {0};
    svMeshDef def = svDefaultMeshDef();
    def.triangles = scene->triangles;
    def.triangleCount = scene->triangleCount;
    def.vertexCount = scene->vertexCount;
    const svSceneDef sceneDef = svDefaultSceneDef();
    assert_int_equal(svMesh_Create(context, &def, &search.mesh), SV_OK);
    assert_int_equal(svScene_Create(context, &sceneDef, &search.scene), SV_OK);
    assert_int_equal(svScene_Add(search.scene, search.mesh, NULL, NULL), SV_OK);
    return search;
}

static void recordStep(const Search* search, const PaperScene* scene, Record* record) {
    const svPositions x0 = svPositions_Double(scene->x0[0], scene->vertexCount);
    const svPositions x1 = svPositions_Double(scene->x1[0], scene->vertexCount);
    assert_int_equal(svMesh_SetMotion(search->mesh, &x0, &x1), SV_OK);
    svIntersectDef intersect = svDefaultIntersectDef();
    intersect.time = 1;
    svIntersections meetings;
    assert_int_equal(svScene_Intersect(search->scene, &intersect, &meetings), SV_OK);
    const uint64_t total = meetings.total;
    record->intersections += total;
    record->least = record->steps == 0 || total < record->least ? total : record->least;
    record->most = total > record->most ? total : record->most;
    record->intersectionHash = mix(record->intersectionHash, meetings.hash);
    svDetectDef detect = svDefaultDetectDef();
    detect.detail = SV_DETAIL_PAIRS;
    svContacts contacts;
    assert_int_equal(svScene_Detect(search->scene, &detect, &contacts), SV_OK);
    record->vf += contacts.vf.total;
    record->ee += contacts.ee.total;
    record->contactHash = mix(record->contactHash, contacts.hash);
    record->positions = mixPositions(record->positions, scene->x0, scene->vertexCount);
    record->positions = mixPositions(record->positions, scene->x1, scene->vertexCount);
    ++record->steps;
}

static Record recordScene(svContext* context, const char* name, bool quick) {
    const PaperSceneOptions options = {.quick = quick, .steps = quick ? QUICK_STEPS : 0};
    PaperScene scene;
    svStatus status = SV_OK;
    assert_int_equal(PaperScene_Open(context, name, &options, &scene), SV_OK);
    const Search search = openSearch(context, &scene);
    Record record = {.triangles = scene.triangleCount, .vertices = scene.vertexCount};
    for (size_t i = 0; i < 3 * scene.triangleCount; ++i) {
        record.mesh = mix(record.mesh, scene.triangles[i]);
    }
    while (PaperScene_Step(&scene, &status)) {
        recordStep(&search, &scene, &record);
    }
    assert_int_equal(status, SV_OK);
    svScene_Destroy(search.scene);
    svMesh_Destroy(search.mesh);
    PaperScene_Close(&scene);
    return record;
}

static void tellRecord(const char* name, bool quick, const Record* r, char* line, size_t room) {
    snprintf(line, room,
             "%s,%s,%u,%zu,%zu,%016" PRIx64 ",%016" PRIx64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
             ",%016" PRIx64 ",%" PRIu64 ",%" PRIu64 ",%016" PRIx64,
             name, quick ? "quick" : "full", r->steps, r->triangles, r->vertices, r->mesh,
             r->positions, r->intersections, r->least, r->most, r->intersectionHash, r->vf, r->ee,
             r->contactHash);
}

static const char heads[] = "scene,size,steps,triangles,vertices,mesh_hash,positions_hash,"
                            "intersections,least,most,intersection_hash,vf,ee,contact_hash";

static svContext* openContext(void) {
    const svContextDef def = svDefaultContextDef();
    svContext* context = NULL;
    assert_int_equal(svContext_Create(&def, &context), SV_OK);
    return context;
}

static void checkRecord(svContext* context, const char* line) {
    char name[32], size[8], now[400];
    assert_int_equal(sscanf(line, "%31[^,],%7[^,]", name, size), 2);
    const bool quick = strcmp(size, "quick") == 0;
    bool simulated = false;
    for (size_t i = 0; i < PaperScene_Count(); ++i) {
        simulated = simulated ||
                    (PaperScene_Info(i).simulated && strcmp(PaperScene_Info(i).name, name) == 0);
    }
#ifdef TEST_SANITIZED // what is posed by formulas, quick
    const bool tooLong = simulated || !quick;
#else
    const bool tooLong = simulated && !quick;
#endif
    if (tooLong && !all) {
        return;
    }
    const Record record = recordScene(context, name, quick);
    tellRecord(name, quick, &record, now, sizeof(now));
    if (strcmp(now, line) != 0) {
        fail_msg("%s\n  recorded %s\n  now      %s", heads, line, now);
    }
}

static void scenesAreThoseRecorded(void** state) {
    (void)state;
    svContext* context = openContext();
    FILE* file = fopen(SCENE_RECORDS, "r");
    assert_non_null(file);
    char line[400];
    size_t count = 0;
    assert_non_null(fgets(line, sizeof(line), file));
    line[strcspn(line, "\n")] = '\0';
    assert_string_equal(line, heads);
    for (; fgets(line, sizeof(line), file) != NULL; ++count) {
        line[strcspn(line, "\n")] = '\0';
        checkRecord(context, line);
    }
    assert_int_equal(count, 2 * PaperScene_Count());
    fclose(file);
    svContext_Destroy(context);
}

static int writeRecords(void) {
    svContext* context = openContext();
    printf("%s\n", heads);
    for (int quick = 0; quick < 2; ++quick) {
        for (size_t i = 0; i < PaperScene_Count(); ++i) {
            char line[400];
            const char* name = PaperScene_Info(i).name;
            const Record record = recordScene(context, name, quick != 0);
            tellRecord(name, quick != 0, &record, line, sizeof(line));
            printf("%s\n", line);
            fflush(stdout);
        }
    }
    svContext_Destroy(context);
    return 0;
}

int main(int argc, char** argv) {
    if (argc > 1 && strcmp(argv[1], "--write") == 0) {
        return writeRecords();
    }
    all = argc > 1 && strcmp(argv[1], "--all") == 0;
    const struct CMUnitTest tests[] = {cmocka_unit_test(scenesAreThoseRecorded)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
