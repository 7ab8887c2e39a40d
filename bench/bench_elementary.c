// The elementary tests on the candidates of real simulation steps, and on adversarial queries.
//
// The candidates of a step are all vertex-face and edge-edge pairs whose swept boxes overlap
// (support/candidates.h): what a broad phase without further culling hands over.

#include "report/json.h"
#include "report/output.h"
#include "report/table.h"
#include "report/terminal.h"
#include "support/measure.h"

#include <stdlib.h>
#include <string.h>

typedef struct Settings {
    const char* folder; // the data; null: the generated scene
    const char* scene;  // only this one; null: all
    const char* json;   // write it here too; "-": instead of the text
    int rounds;
    bool counters; // only the stage counts, as CSV
    bool singles;
} Settings;

typedef struct SceneReport {
    char name[64];
    size_t triangles;
    int64_t contacts[2]; // -1: unknown
    Measured measured[2];
} SceneReport;

#define SCENE_MAX 8
#define SET_MAX 16
#define SINGLES_COUNT 20000

typedef struct Report {
    SceneReport scenes[SCENE_MAX];
    int sceneCount;
    MeasuredSingles singles[SET_MAX][2];
    int setCount;
} Report;

static const char* const kindNames[2] = {"vf", "ee"};

static bool ParseSettings(int argc, char** argv, Settings* settings) {
    *settings = (Settings){getenv("SELVAGE_DATA"), NULL, NULL, 7, false, true};
    for (int i = 1; i < argc; ++i) {
        const char* value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--counters") == 0) {
            settings->counters = true;
        } else if (strcmp(argv[i], "--scenes-only") == 0) {
            settings->singles = false;
        } else if (strcmp(argv[i], "--generated") == 0) {
            settings->folder = NULL;
        } else if (strcmp(argv[i], "--scene") == 0 && value != NULL) {
            settings->scene = argv[++i];
        } else if (strcmp(argv[i], "--rounds") == 0 && value != NULL && atoi(value) > 0) {
            settings->rounds = atoi(argv[++i]);
        } else if (strcmp(argv[i], "--json") == 0 && value != NULL) {
            settings->json = argv[++i];
        } else {
            fprintf(stderr, "usage: bench_elementary [--scene NAME] [--rounds N] [--scenes-only]\n"
                            "           [--generated] [--counters] [--json FILE|-]\n"
                            "Scenes are found through the environment variable SELVAGE_DATA;\n"
                            "without it, a generated one is used.\n");
            return false;
        }
    }
    if (settings->folder != NULL && settings->folder[0] == '\0') {
        settings->folder = NULL;
    }
    return true;
}

static svStatus FindCandidates(svContext* context, const Scene* scene, Candidates candidates[2]) {
    const svStatus status = Candidates_VertexFace(context, scene, &candidates[0]);
    return status != SV_OK ? status : Candidates_EdgeEdge(context, scene, &candidates[1]);
}

// Whether the hits are the known contacts.
static bool CheckHits(const SceneReport* report) {
    bool good = true;
    for (int k = 0; k < 2; ++k) {
        const int64_t hits = (int64_t)report->measured[k].stats.hits;
        if (report->contacts[k] >= 0 && hits != report->contacts[k]) {
            fprintf(stderr, "bench_elementary: %s: %lld %s contacts found, exact are %lld\n",
                    report->name, (long long)hits, kindNames[k], (long long)report->contacts[k]);
            good = false;
        }
    }
    return good;
}

static svStatus MeasureScene(svContext* context, const Settings* settings, const Scene* scene,
                             SceneReport* report) {
    Candidates candidates[2] = {{0}};
    snprintf(report->name, sizeof(report->name), "%s", scene->name);
    report->triangles = scene->triangleCount;
    report->contacts[0] = scene->vfContacts;
    report->contacts[1] = scene->eeContacts;
    svStatus status = FindCandidates(context, scene, candidates);
    if (status == SV_OK && !settings->counters) {
        status = Measure_Candidates(context, scene, candidates, settings->rounds, report->measured);
    }
    for (int k = 0; k < 2 && settings->counters && status == SV_OK; ++k) {
        report->measured[k].count = candidates[k].count;
        status = Measure_Counters(context, scene, (AdversarialKind)k, &candidates[k],
                                  &report->measured[k].stats);
    }
    Candidates_Destroy(context, &candidates[0]);
    Candidates_Destroy(context, &candidates[1]);
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
        Terminal_Progress("%s", name);
        Scene scene;
        svStatus status = settings->folder != NULL
                              ? Scene_Read(context, settings->folder, index, &scene)
                              : Scene_Generate(context, &scene);
        if (status == SV_OK) {
            status = MeasureScene(context, settings, &scene, &report->scenes[report->sceneCount]);
            Scene_Destroy(context, &scene);
        }
        Terminal_Progress(NULL);
        if (status != SV_OK) {
            return status;
        }
        ++report->sceneCount;
    }
    return SV_OK;
}

static svStatus MeasureSets(svContext* context, Report* report) {
    svMovingPair* pairs = svContext_Allocate(context, SINGLES_COUNT * sizeof(*pairs));
    if (pairs == NULL) {
        return SV_ERROR_MEMORY;
    }
    svStatus status = SV_OK;
    for (int set = 0; Adversarial_Name(set) != NULL && set < SET_MAX && status == SV_OK; ++set) {
        Terminal_Progress("%s", Adversarial_Name(set));
        for (int k = 0; k < 2 && status == SV_OK; ++k) {
            Adversarial_Fill(set, (AdversarialKind)k, pairs, SINGLES_COUNT);
            status = Measure_Singles(context, (AdversarialKind)k, pairs, SINGLES_COUNT,
                                     &report->singles[set][k]);
        }
        Terminal_Progress(NULL);
        report->setCount = set + 1;
    }
    svContext_Release(context, pairs);
    return status;
}

static void PrintCounters(const Report* report) {
    printf("scene,kind,candidates,separated,aside,outside,inside,filtered,exact,hits\n");
    for (int s = 0; s < report->sceneCount; ++s) {
        for (int k = 0; k < 2; ++k) {
            const Measured* m = &report->scenes[s].measured[k];
            printf("%s,%s,%zu,%llu,%llu,%llu,%llu,%llu,%llu,%llu\n", report->scenes[s].name,
                   kindNames[k], m->count, (unsigned long long)m->stats.separated,
                   (unsigned long long)m->stats.aside, (unsigned long long)m->stats.outside,
                   (unsigned long long)m->stats.inside, (unsigned long long)m->stats.filtered,
                   (unsigned long long)m->stats.exact, (unsigned long long)m->stats.hits);
        }
    }
}

static double NsEach(const Measured* measured, int isa, int pass) {
    return measured->count == 0 ? 0 : 1e9 * measured->seconds[isa][pass] / (double)measured->count;
}

static double NsMean(const Measured measured[2], int isa, int pass) {
    const double count = (double)(measured[0].count + measured[1].count);
    return 1e9 * (measured[0].seconds[isa][pass] + measured[1].seconds[isa][pass]) / count;
}

static void PrintTimes(const SceneReport* scene) {
    const char* heads[] = {"ns per query", "vf", "ee", "mean"};
    Table table = Table_Make(heads, 4);
    for (int isa = SV_ISA_SCALAR; isa < SV_ISA_ENUM_COUNT; ++isa) {
        for (int pass = 0; pass < PASS_COUNT && svIsa_Available((svIsa)isa); ++pass) {
            char name[64];
            snprintf(name, sizeof(name), "  %-7s %s", svIsa_Name((svIsa)isa),
                     Pass_Name((Pass)pass));
            TableRow* row = Table_AddRow(&table, name);
            Cell_Number(row->cells[1], NsEach(&scene->measured[0], isa, pass), 1);
            Cell_Number(row->cells[2], NsEach(&scene->measured[1], isa, pass), 1);
            Cell_Number(row->cells[3], NsMean(scene->measured, isa, pass), 1);
        }
    }
    Table_Print(&table, stdout, Terminal_Columns(stdout, 0));
    Table_Destroy(&table);
}

static void PrintStages(const SceneReport* scene) {
    const char* heads[] = {"decided by, %", "separated", "aside",   "outside", "inside",
                           "filtered",      "exact",     "queries", "hits"};
    Table table = Table_Make(heads, 9);
    for (int k = 0; k < 2; ++k) {
        const svCcdStats* s = &scene->measured[k].stats;
        const uint64_t stages[6] = {s->separated, s->aside,    s->outside,
                                    s->inside,    s->filtered, s->exact};
        TableRow* row = Table_AddRow(&table, k == 0 ? "  vf" : "  ee");
        for (int i = 0; i < 6 && s->queries > 0; ++i) {
            Cell_Number(row->cells[i + 1], 100 * (double)stages[i] / (double)s->queries, 3);
        }
        Cell_Count(row->cells[7], s->queries);
        Cell_Count(row->cells[8], s->hits);
    }
    Table_Print(&table, stdout, Terminal_Columns(stdout, 0));
    Table_Destroy(&table);
}

static void PrintSingles(const Report* report) {
    const char* heads[] = {"adversarial, us", "vf mean",  "vf worst", "vf hit %",
                           "ee mean",         "ee worst", "ee hit %"};
    Table table = Table_Make(heads, 7);
    for (int set = 0; set < report->setCount; ++set) {
        char name[64];
        snprintf(name, sizeof(name), "  %s", Adversarial_Name(set));
        TableRow* row = Table_AddRow(&table, name);
        for (int k = 0; k < 2; ++k) {
            const MeasuredSingles* m = &report->singles[set][k];
            Cell_Number(row->cells[3 * k + 1], 1e6 * m->mean, 3);
            Cell_Number(row->cells[3 * k + 2], 1e6 * m->worst, 2);
            Cell_Number(row->cells[3 * k + 3], 100 * (double)m->hits / SINGLES_COUNT, 1);
        }
    }
    Table_Print(&table, stdout, Terminal_Columns(stdout, 0));
    Table_Destroy(&table);
    printf("  %d queries per set and kind, one call each; the worst after several tries.\n",
           SINGLES_COUNT);
}

static void PrintReport(const Settings* settings, const Report* report) {
    for (int s = 0; s < report->sceneCount; ++s) {
        const SceneReport* scene = &report->scenes[s];
        char triangles[TABLE_CELL];
        Cell_Count(triangles, scene->triangles);
        printf("%s: %s triangles; one thread, shortest of %d rounds\n", scene->name, triangles,
               settings->rounds);
        PrintTimes(scene);
        PrintStages(scene);
        printf("\n");
    }
    if (report->setCount > 0) {
        PrintSingles(report);
        printf("\n");
    }
    printf(
        "Published peers on the candidates of cloth-ball, measured elsewhere (one core, Zen 4),\n"
        "mean per query: SelfCCD 115-120 ns, Additive CCD 250-600 ns, Tight-Inclusion\n"
        "4,200-4,700 ns, with a worst single query of 0.41 s.\n");
}

static void WriteMeasured(Json* json, const char* key, const Measured* measured) {
    Json_BeginObject(json, key);
    Json_Count(json, "candidates", measured->count);
    Json_Count(json, "separated", measured->stats.separated);
    Json_Count(json, "aside", measured->stats.aside);
    Json_Count(json, "outside", measured->stats.outside);
    Json_Count(json, "inside", measured->stats.inside);
    Json_Count(json, "filtered", measured->stats.filtered);
    Json_Count(json, "exact", measured->stats.exact);
    Json_Count(json, "hits", measured->stats.hits);
    Json_BeginArray(json, "times");
    for (int isa = SV_ISA_SCALAR; isa < SV_ISA_ENUM_COUNT; ++isa) {
        for (int pass = 0; pass < PASS_COUNT && svIsa_Available((svIsa)isa); ++pass) {
            Json_BeginObject(json, NULL);
            Json_Text(json, "isa", svIsa_Name((svIsa)isa));
            Json_Text(json, "pass", Pass_Name((Pass)pass));
            Json_Number(json, "ns_per_query", NsEach(measured, isa, pass));
            Json_EndObject(json);
        }
    }
    Json_EndArray(json);
    Json_EndObject(json);
}

static void WriteJson(const Report* report, FILE* stream) {
    Json json = Json_Make(stream);
    Json_BeginObject(&json, NULL);
    Json_Text(&json, "version", svVersion());
    Json_BeginArray(&json, "scenes");
    for (int s = 0; s < report->sceneCount; ++s) {
        Json_BeginObject(&json, NULL);
        Json_Text(&json, "name", report->scenes[s].name);
        Json_Count(&json, "triangles", report->scenes[s].triangles);
        WriteMeasured(&json, "vf", &report->scenes[s].measured[0]);
        WriteMeasured(&json, "ee", &report->scenes[s].measured[1]);
        Json_EndObject(&json);
    }
    Json_EndArray(&json);
    Json_BeginArray(&json, "adversarial");
    for (int i = 0; i < 2 * report->setCount; ++i) {
        const MeasuredSingles* m = &report->singles[i / 2][i % 2];
        Json_BeginObject(&json, NULL);
        Json_Text(&json, "set", Adversarial_Name(i / 2));
        Json_Text(&json, "kind", kindNames[i % 2]);
        Json_Count(&json, "queries", SINGLES_COUNT);
        Json_Count(&json, "hits", m->hits);
        Json_Number(&json, "mean_ns", 1e9 * m->mean);
        Json_Number(&json, "worst_ns", 1e9 * m->worst);
        Json_Count(&json, "worst_query", m->worstQuery);
        Json_EndObject(&json);
    }
    Json_EndArray(&json);
    Json_EndObject(&json);
}

static bool Publish(const Settings* settings, const Report* report) {
    if (settings->counters) {
        PrintCounters(report);
    } else if (settings->json == NULL || strcmp(settings->json, "-") != 0) {
        PrintReport(settings, report);
    }
    Output text = {stdout, "-", NULL, NULL}, json;
    if (settings->json != NULL) {
        if (!Output_Open(&json, settings->json)) {
            return false;
        }
        WriteJson(report, json.stream);
        if (!Output_Close(&json)) {
            return false;
        }
    }
    return Output_Close(&text); // a full disk is a failure
}

static bool Run(svContext* context, const Settings* settings, Report* report) {
    svStatus status = MeasureScenes(context, settings, report);
    if (status == SV_OK && settings->singles && !settings->counters) {
        status = MeasureSets(context, report);
    }
    if (status != SV_OK) {
        fprintf(stderr, "bench_elementary: %s: %s\n", svStatus_Text(status),
                svContext_LastError(context));
        return false;
    }
    bool good = Publish(settings, report);
    for (int s = 0; s < report->sceneCount; ++s) {
        good = CheckHits(&report->scenes[s]) && good;
    }
    return good;
}

int main(int argc, char** argv) {
    Settings settings;
    svContextDef def = svDefaultContextDef();
    svContext* context = NULL;
    if (!ParseSettings(argc, argv, &settings) ||
        !Scene_CheckChoice("bench_elementary", settings.folder, settings.scene, settings.json) ||
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
