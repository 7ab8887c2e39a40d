// Selvage and other people's libraries on the same steps, side by side in one run.
//
// Selvage does the whole job (svScene_Detect without and with times, svScene_Intersect), one
// thread. What each peer is asked for, often only a part of it, stands in peers/peers.h. Rounds go
// through all of them in turn, so that a disturbance hits all alike, and each one's shortest
// counts.

#include "base/clock.h"
#include "peers/peers.h"
#include "report/json.h"
#include "report/output.h"
#include "report/table.h"
#include "report/terminal.h"
#include "selvage/scene.h"

#include <stdlib.h>
#include <string.h>

#define PROGRAM "bench_peers"
#define SCENE_MAX 8

typedef struct Settings {
    const char* folder; // the data; null: the generated scene
    const char* scene;  // only this one; null: all
    const char* json;   // write it here too; "-": instead of the text
    int rounds;
    double seconds; // no new round of a scene after so long
    EmbreeQuality quality;
    bool help;
} Settings;

typedef enum Entrant {
    SELVAGE_CONTACTS,
    SELVAGE_TIMES,
    EMBREE_FEATURES,
    EMBREE_FEATURES_REFIT,
    EMBREE_TRIANGLES,
    SELVAGE_INTERSECT,
    EMBREE_INTERSECT,
    EMBREE_INTERSECT_REFIT,
    CGAL_INTERSECT,
    ENTRANT_COUNT
} Entrant;

// A peer's row: whom it is compared with, and what it does.
typedef struct Match {
    Entrant ours, peer;
    const char* key;
    const char* text;
} Match;

static const Match matches[] = {
    {SELVAGE_CONTACTS, EMBREE_FEATURES, "ccd_embree_features", "step: Embree, features, no test"},
    {SELVAGE_TIMES, EMBREE_FEATURES, "ccd_times_embree_features",
     "step, with times: Embree, features, no test"},
    {SELVAGE_CONTACTS, EMBREE_FEATURES_REFIT, "ccd_embree_features_refit",
     "step: Embree, features, no test, refitted"},
    {SELVAGE_CONTACTS, EMBREE_TRIANGLES, "ccd_embree_triangles",
     "step: Embree, triangles, no test"},
    {SELVAGE_INTERSECT, EMBREE_INTERSECT, "dcd_embree", "instant: Embree, inexact test"},
    {SELVAGE_INTERSECT, EMBREE_INTERSECT_REFIT, "dcd_embree_refit",
     "instant: Embree, inexact test, refitted"},
    {SELVAGE_INTERSECT, CGAL_INTERSECT, "dcd_cgal", "instant: CGAL"},
};
#define MATCH_COUNT ((int)(sizeof(matches) / sizeof(matches[0])))

typedef struct SceneReport {
    char name[64];
    size_t triangles;
    int rounds;                        // done
    double first[2];                   // seconds of Selvage's first queries, which build
    PeerSample best[ENTRANT_COUNT];    // the shortest; search < 0: none
    svSceneStats stats[ENTRANT_COUNT]; // of Selvage's shortest
    bool good;                         // Selvage found what is known
} SceneReport;

typedef struct Report {
    SceneReport scenes[SCENE_MAX];
    int sceneCount;
} Report;

// Everything that runs on one scene.
typedef struct Contest {
    svContext* context;
    svMesh* mesh;
    svScene* detect; // one each: a hierarchy fits the step or the instant
    svScene* intersect;
    EmbreePeer* embree; // null: absent
    EmbreePeer* refitted;
    CgalPeer* cgal; // null: absent
} Contest;

#define RUNS_IN_A_ROW 3

static const char usage[] =
    "usage: bench_peers [--scene NAME] [--rounds N] [--seconds S] [--quality NAME]\n"
    "           [--generated] [--json FILE|-]\n"
    "Selvage, Embree and CGAL on the same steps. At most N (7) rounds of each scene, everyone\n"
    "a few times in a row in each, and no new one after S (60) seconds. --quality is that\n"
    "of Embree's trees: low (default), medium or high, built each time, or refit.\n"
    "Scenes are found through the environment variable SELVAGE_DATA; without it, a generated one\n"
    "is used.\n";

static bool ParseQuality(const char* text, EmbreeQuality* quality) {
    for (int q = 0; q < EMBREE_REFIT; ++q) {
        if (strcmp(text, EmbreeQuality_Name((EmbreeQuality)q)) == 0) {
            *quality = (EmbreeQuality)q;
            return true;
        }
    }
    return false;
}

static bool ParseSettings(int argc, char** argv, Settings* settings) {
    *settings = (Settings){getenv("SELVAGE_DATA"), NULL, NULL, 7, 60, EMBREE_LOW, false};
    for (int i = 1; i < argc; ++i) {
        const char* value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--help") == 0) {
            settings->help = true;
        } else if (strcmp(argv[i], "--generated") == 0) {
            settings->folder = NULL;
        } else if (strcmp(argv[i], "--scene") == 0 && value != NULL) {
            settings->scene = argv[++i];
        } else if (strcmp(argv[i], "--rounds") == 0 && value != NULL && atoi(value) > 0) {
            settings->rounds = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--seconds") == 0 && value != NULL && atof(value) > 0) {
            settings->seconds = atof(argv[++i]);
        } else if (strcmp(argv[i], "--quality") == 0 && value != NULL &&
                   ParseQuality(value, &settings->quality)) {
            ++i;
        } else if (strcmp(argv[i], "--json") == 0 && value != NULL) {
            settings->json = argv[++i];
        } else {
            fputs(usage, stderr);
            return false;
        }
    }
    if (settings->folder != NULL && settings->folder[0] == '\0') {
        settings->folder = NULL;
    }
    return true;
}

static void DestroyContest(Contest* contest) {
    Cgal_Destroy(contest->cgal);
    Embree_Destroy(contest->refitted);
    Embree_Destroy(contest->embree);
    svScene_Destroy(contest->intersect);
    svScene_Destroy(contest->detect);
    svMesh_Destroy(contest->mesh);
}

static svStatus CreateScene(Contest* contest, svScene** scene) {
    const svSceneDef def = svDefaultSceneDef();
    const svStatus status = svScene_Create(contest->context, &def, scene);
    return status != SV_OK ? status : svScene_Add(*scene, contest->mesh, NULL, NULL);
}

static svStatus CreateContest(svContext* context, const Scene* scene, EmbreeQuality quality,
                              Contest* contest) {
    *contest = (Contest){.context = context};
    svMeshDef def = svDefaultMeshDef();
    def.triangles = scene->triangles;
    def.triangleCount = scene->triangleCount;
    def.vertexCount = scene->x0.count;
    def.name = scene->name;
    svStatus status = svMesh_Create(context, &def, &contest->mesh);
    if (status == SV_OK) {
        status = svMesh_SetMotion(contest->mesh, &scene->x0, &scene->x1);
    }
    if (status == SV_OK) {
        status = CreateScene(contest, &contest->detect);
    }
    if (status == SV_OK) {
        status = CreateScene(contest, &contest->intersect);
    }
    if (status == SV_OK && Embree_IsHere()) {
        status = Embree_Create(context, scene, quality, &contest->embree);
    }
    if (status == SV_OK && Embree_IsHere()) {
        status = Embree_Create(context, scene, EMBREE_REFIT, &contest->refitted);
    }
    if (status == SV_OK && Cgal_IsHere()) {
        contest->cgal = Cgal_Create(scene);
        if (contest->cgal == NULL) {
            fprintf(stderr, PROGRAM ": %s: CGAL cannot hold this mesh\n", scene->name);
        }
    }
    return status;
}

static svStatus RunDetect(Contest* contest, svDetail detail, PeerSample* sample,
                          svSceneStats* stats) {
    svDetectDef def = svDefaultDetectDef();
    def.detail = detail;
    svContacts contacts;
    const double start = svClock_ThreadSeconds();
    const svStatus status = svScene_Detect(contest->detect, &def, &contacts);
    if (status == SV_OK) {
        *sample = (PeerSample){
            0, svClock_ThreadSeconds() - start, {contacts.vf.total, contacts.ee.total}};
        *stats = contacts.stats;
    }
    return status;
}

static svStatus RunIntersect(Contest* contest, PeerSample* sample, svSceneStats* stats) {
    const svIntersectDef def = svDefaultIntersectDef();
    svIntersections found;
    const double start = svClock_ThreadSeconds();
    const svStatus status = svScene_Intersect(contest->intersect, &def, &found);
    if (status == SV_OK) {
        *sample = (PeerSample){0, svClock_ThreadSeconds() - start, {found.total, 0}};
        *stats = found.stats;
    }
    return status;
}

static bool TakesPart(const Contest* contest, Entrant entrant) {
    switch (entrant) {
    case SELVAGE_CONTACTS:
    case SELVAGE_TIMES:
    case SELVAGE_INTERSECT:
        return true;
    case CGAL_INTERSECT:
        return contest->cgal != NULL;
    default:
        return contest->embree != NULL;
    }
}

static svStatus RunEntrant(Contest* contest, Entrant entrant, PeerSample* sample,
                           svSceneStats* stats) {
    switch (entrant) {
    case SELVAGE_CONTACTS:
        return RunDetect(contest, SV_DETAIL_PAIRS, sample, stats);
    case SELVAGE_TIMES:
        return RunDetect(contest, SV_DETAIL_TIMES, sample, stats);
    case SELVAGE_INTERSECT:
        return RunIntersect(contest, sample, stats);
    case EMBREE_FEATURES:
        return Embree_Features(contest->embree, sample);
    case EMBREE_FEATURES_REFIT:
        return Embree_Features(contest->refitted, sample);
    case EMBREE_TRIANGLES:
        return Embree_Triangles(contest->embree, sample);
    case EMBREE_INTERSECT:
        return Embree_Intersect(contest->embree, sample);
    case EMBREE_INTERSECT_REFIT:
        return Embree_Intersect(contest->refitted, sample);
    case CGAL_INTERSECT:
        return Cgal_Intersect(contest->cgal, sample);
    case ENTRANT_COUNT:
        break;
    }
    return SV_ERROR_ARGUMENT;
}

static double TotalOf(const PeerSample* sample) {
    return sample->build + sample->search;
}

// Everyone runs a few times in a row: a simulator does, and what one leaves in the caches is of no
// use to another.
static svStatus RunRound(Contest* contest, SceneReport* report) {
    for (int run = 0; run < ENTRANT_COUNT * RUNS_IN_A_ROW; ++run) {
        const int e = run / RUNS_IN_A_ROW;
        PeerSample sample = {0};
        svSceneStats stats = {0};
        if (!TakesPart(contest, (Entrant)e)) {
            continue;
        }
        const svStatus status = RunEntrant(contest, (Entrant)e, &sample, &stats);
        if (status != SV_OK) {
            return status;
        }
        PeerSample* best = &report->best[e];
        if (best->search < 0 || TotalOf(&sample) < TotalOf(best)) {
            *best = sample;
            report->stats[e] = stats;
        }
    }
    ++report->rounds;
    return SV_OK;
}

// The first queries build the trees that are kept; a step of a simulation finds them there.
static svStatus RunFirst(Contest* contest, SceneReport* report) {
    PeerSample sample = {0};
    svSceneStats stats;
    svStatus status = RunDetect(contest, SV_DETAIL_TIMES, &sample, &stats);
    report->first[0] = sample.search;
    if (status == SV_OK) {
        status = RunIntersect(contest, &sample, &stats);
        report->first[1] = sample.search;
    }
    if (status == SV_OK && contest->refitted != NULL) {
        status = Embree_Features(contest->refitted, &sample);
    }
    if (status == SV_OK && contest->refitted != NULL) {
        status = Embree_Intersect(contest->refitted, &sample);
    }
    return status;
}

static bool CheckCount(const char* scene, const char* what, uint64_t found, int64_t known) {
    if (known < 0 || found == (uint64_t)known) {
        return true;
    }
    fprintf(stderr, PROGRAM ": %s: %llu %s found, exact are %lld\n", scene,
            (unsigned long long)found, what, (long long)known);
    return false;
}

static bool CheckCounts(const Scene* scene, const SceneReport* report) {
    bool good = CheckCount(scene->name, "pairs of triangles",
                           report->best[SELVAGE_INTERSECT].pairs[0], scene->triangleContacts);
    for (int e = SELVAGE_CONTACTS; e <= SELVAGE_TIMES; ++e) {
        const uint64_t* pairs = report->best[e].pairs;
        good &= CheckCount(scene->name, "vf contacts", pairs[0], scene->vfContacts);
        good &= CheckCount(scene->name, "ee contacts", pairs[1], scene->eeContacts);
    }
    return good;
}

static svStatus MeasureScene(svContext* context, const Settings* settings, const Scene* scene,
                             SceneReport* report) {
    Contest contest;
    snprintf(report->name, sizeof(report->name), "%s", scene->name);
    report->triangles = scene->triangleCount;
    for (int e = 0; e < ENTRANT_COUNT; ++e) {
        report->best[e].search = -1;
    }
    svStatus status = CreateContest(context, scene, settings->quality, &contest);
    if (status == SV_OK) {
        status = RunFirst(&contest, report);
    }
    const double start = svClock_Seconds();
    while (status == SV_OK && report->rounds < settings->rounds &&
           (report->rounds == 0 || svClock_Seconds() - start < settings->seconds)) {
        Terminal_Progress("%s, round %d", scene->name, report->rounds + 1);
        status = RunRound(&contest, report);
    }
    Terminal_Progress(NULL);
    report->good = status == SV_OK && CheckCounts(scene, report);
    DestroyContest(&contest);
    return status;
}

static svStatus MeasureScenes(svContext* context, const Settings* settings, Report* report) {
    for (int index = 0; index < SCENE_MAX; ++index) {
        const char* name = Scene_Name(index);
        if (settings->folder != NULL ? name == NULL : index > 0) {
            break;
        }
        if (settings->folder != NULL && settings->scene != NULL &&
            strcmp(name, settings->scene) != 0) {
            continue;
        }
        Scene scene;
        svStatus status = settings->folder != NULL
                              ? Scene_Read(context, settings->folder, index, &scene)
                              : Scene_Generate(context, &scene);
        if (status == SV_OK) {
            status = MeasureScene(context, settings, &scene, &report->scenes[report->sceneCount]);
            Scene_Destroy(context, &scene);
        }
        if (status != SV_OK) {
            return status;
        }
        ++report->sceneCount;
    }
    return SV_OK;
}

static void PrintMatch(Table* table, const SceneReport* scene, const Match* match) {
    const PeerSample* ours = &scene->best[match->ours];
    const PeerSample* peer = &scene->best[match->peer];
    char name[96];
    snprintf(name, sizeof(name), "  %s", match->text);
    TableRow* row = Table_AddRow(table, name);
    Cell_Number(row->cells[1], 1e3 * TotalOf(ours), 2);
    for (int c = 2; c < table->columnCount; ++c) {
        Cell_Text(row->cells[c], "-");
    }
    if (peer->search >= 0) {
        Cell_Number(row->cells[2], 1e3 * TotalOf(peer), 2);
        Cell_Number(row->cells[3], TotalOf(peer) / TotalOf(ours), 2);
        if (peer->build > 0) {
            Cell_Number(row->cells[4], 1e3 * peer->build, 2);
        }
        Cell_Count(row->cells[5], peer->pairs[0] + peer->pairs[1]);
    }
}

static void PrintScene(const SceneReport* scene) {
    char cells[4][TABLE_CELL];
    Cell_Count(cells[0], scene->triangles);
    Cell_Count(cells[1], scene->best[SELVAGE_CONTACTS].pairs[0]);
    Cell_Count(cells[2], scene->best[SELVAGE_CONTACTS].pairs[1]);
    Cell_Count(cells[3], scene->best[SELVAGE_INTERSECT].pairs[0]);
    printf("%s: %s triangles; one thread, shortest of %d rounds of %d\n", scene->name, cells[0],
           scene->rounds, RUNS_IN_A_ROW);
    const char* heads[] = {"ms", "Selvage", "peer", "ratio", "of it trees", "peer's pairs"};
    Table table = Table_Make(heads, 6);
    for (int m = 0; m < MATCH_COUNT; ++m) {
        PrintMatch(&table, scene, &matches[m]);
    }
    Table_Print(&table, stdout, Terminal_Columns(stdout, 0));
    Table_Destroy(&table);
    printf("  Selvage: %s vertex-face and %s edge-edge contacts in the step, %s pairs of\n"
           "  triangles at t0; the first queries, which build, %.1f and %.1f ms\n\n",
           cells[1], cells[2], cells[3], 1e3 * scene->first[0], 1e3 * scene->first[1]);
}

static void PrintReport(const Settings* settings, const Report* report) {
    for (int s = 0; s < report->sceneCount; ++s) {
        PrintScene(&report->scenes[s]);
    }
    printf("step: Selvage finds every contact of the step, exactly, and with times also when it\n"
           "begins; the peer only lists what overlaps. instant: both find the triangles that meet\n"
           "at t0.\n");
    if (Embree_IsHere()) {
        printf(
            "Embree builds its trees anew each time, quality %s; refitted: it built them once.\n",
            EmbreeQuality_Name(settings->quality));
    } else {
        printf("No Embree in this build: scripts/setup.sh peers, then make bench.\n");
    }
    if (!Cgal_IsHere()) {
        printf("No CGAL in this build: scripts/setup.sh peers, then make bench.\n");
    }
}

static void WriteStats(Json* json, const char* key, const SceneReport* scene, Entrant entrant) {
    const PeerSample* sample = &scene->best[entrant];
    const bool instant = entrant == SELVAGE_INTERSECT;
    const svSceneStats* stats = &scene->stats[entrant];
    Json_BeginObject(json, key);
    Json_Number(json, "ms", 1e3 * TotalOf(sample));
    Json_Number(json, "first_ms", 1e3 * scene->first[instant]);
    Json_Number(json, "update_ms", 1e3 * stats->updateSeconds);
    Json_Number(json, "search_ms", 1e3 * stats->searchSeconds);
    Json_Number(json, "test_ms", 1e3 * stats->testSeconds);
    Json_Number(json, "sort_ms", 1e3 * stats->sortSeconds);
    if (instant) {
        Json_Count(json, "triangles", sample->pairs[0]);
    } else {
        Json_Count(json, "vf", sample->pairs[0]);
        Json_Count(json, "ee", sample->pairs[1]);
    }
    Json_EndObject(json);
}

// A peer that is absent is null.
static void WriteMatch(Json* json, const SceneReport* scene, const Match* match) {
    const PeerSample* peer = &scene->best[match->peer];
    if (peer->search < 0) {
        Json_Null(json, match->key);
        return;
    }
    Json_BeginObject(json, match->key);
    Json_Number(json, "ms", 1e3 * TotalOf(peer));
    Json_Number(json, "build_ms", 1e3 * peer->build);
    Json_Number(json, "search_ms", 1e3 * peer->search);
    Json_Number(json, "ratio", TotalOf(peer) / TotalOf(&scene->best[match->ours]));
    if (match->peer == EMBREE_FEATURES || match->peer == EMBREE_FEATURES_REFIT) {
        Json_Count(json, "vf", peer->pairs[0]);
        Json_Count(json, "ee", peer->pairs[1]);
    } else {
        Json_Count(json, "triangles", peer->pairs[0]);
    }
    Json_EndObject(json);
}

static void WriteJson(const Settings* settings, const Report* report, FILE* stream) {
    Json json = Json_Make(stream);
    Json_BeginObject(&json, NULL);
    Json_Text(&json, "version", svVersion());
    Json_Text(&json, "embree_quality", EmbreeQuality_Name(settings->quality));
    Json_BeginArray(&json, "scenes");
    for (int s = 0; s < report->sceneCount; ++s) {
        const SceneReport* scene = &report->scenes[s];
        Json_BeginObject(&json, NULL);
        Json_Text(&json, "name", scene->name);
        Json_Count(&json, "triangles", scene->triangles);
        Json_Count(&json, "rounds", (uint64_t)scene->rounds);
        WriteStats(&json, "contacts", scene, SELVAGE_CONTACTS);
        WriteStats(&json, "times", scene, SELVAGE_TIMES);
        WriteStats(&json, "intersect", scene, SELVAGE_INTERSECT);
        for (int m = 0; m < MATCH_COUNT; ++m) {
            WriteMatch(&json, scene, &matches[m]);
        }
        Json_EndObject(&json);
    }
    Json_EndArray(&json);
    Json_EndObject(&json);
}

static bool Publish(const Settings* settings, const Report* report) {
    if (settings->json == NULL || strcmp(settings->json, "-") != 0) {
        PrintReport(settings, report);
    }
    Output text = {stdout, "-", NULL, NULL}, json;
    if (settings->json != NULL) {
        if (!Output_Open(&json, settings->json)) {
            return false;
        }
        WriteJson(settings, report, json.stream);
        if (!Output_Close(&json)) {
            return false;
        }
    }
    return Output_Close(&text); // a full disk is a failure
}

static bool Run(svContext* context, const Settings* settings, Report* report) {
    const svStatus status = MeasureScenes(context, settings, report);
    if (status != SV_OK) {
        fprintf(stderr, PROGRAM ": %s: %s\n", svStatus_Text(status), svContext_LastError(context));
        return false;
    }
    bool good = Publish(settings, report);
    for (int s = 0; s < report->sceneCount; ++s) {
        good = report->scenes[s].good && good;
    }
    return good;
}

int main(int argc, char** argv) {
    Settings settings;
    if (!ParseSettings(argc, argv, &settings)) {
        return 2;
    }
    if (settings.help) {
        fputs(usage, stdout);
        return 0;
    }
    svContextDef def = svDefaultContextDef(); // one worker
    svContext* context = NULL;
    if (!Scene_CheckChoice(PROGRAM, settings.folder, settings.scene, settings.json) ||
        svContext_Create(&def, &context) != SV_OK) {
        return 2;
    }
    if (settings.folder == NULL) {
        fprintf(stderr, "SELVAGE_DATA is not set: a generated scene stands in for the real ones\n");
    }
    Report* report = Terminal_Allocate(1, sizeof(*report));
    const bool good = Run(context, &settings, report);
    free(report);
    svContext_Destroy(context);
    return good ? 0 : 1;
}
