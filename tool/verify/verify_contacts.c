// selvage verify contacts: a step and lists of its known contacts in; false negatives and positives
// out, optionally for every combination of volume, builder, instruction set and threads.

#include "report/output.h"
#include "report/progress.h"
#include "report/table.h"
#include "report/terminal.h"
#include "tool/objects.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { EXPECT = SCENE_OPTION_COUNT, ALL, SHOW, JSON, OPTION_COUNT };

static const Option contactOptions[OPTION_COUNT] = {
    SCENE_OPTIONS,
    [EXPECT] = {"expect", OPTION_ONE, "DIR",
                "the folder of the known contacts: vf.csv, ee.csv, triangles.csv or "
                "triangles_t0.csv"},
    [ALL] = {"all", OPTION_FLAG, NULL,
             "every bounding volume, builder, instruction set and 1, 2 and 5 threads"},
    [SHOW] = {"show", OPTION_ONE, "N", "pairs of each list to show (default 3)"},
    [JSON] = {"json", OPTION_MAYBE, "NAME.json",
              "the result as JSON: on stdout in place of the table, or into that file "
              "(--json=FILE: any name)"},
};

enum { LIST_VF, LIST_EE, LIST_TRIANGLES, LIST_COUNT };
static const char* const listNames[LIST_COUNT] = {"vertex-face", "edge-edge", "triangles at t0"};
static const char* const listKeys[LIST_COUNT] = {"vf", "ee", "triangles"};
static const size_t listColumns[LIST_COUNT] = {2, 4, 3};

// A row of a list; unused columns are 0.
typedef struct Row {
    uint32_t values[4];
} Row;

typedef struct RowList {
    bool known; // the list exists
    Row* rows;  // sorted
    size_t count;
} RowList;

typedef struct Comparison {
    bool ran;
    uint64_t found, missed, invented;
    Row *missedRows, *inventedRows; // the first `show` of each
} Comparison;

// One combination of options, and its results.
typedef struct Variant {
    SceneOptions options;
    uint64_t hashes[2]; // CCD, DCD
    Comparison lists[LIST_COUNT];
} Variant;

typedef struct Verify {
    SceneOptions options;
    const char* const* files;
    int fileCount;
    const char* folder;
    size_t show;
    RowList expected[LIST_COUNT];
    Variant* variants;
    size_t variantCount;
    Progress progress;
} Verify;

static int CompareRows(const void* a, const void* b) {
    const Row *x = a, *y = b;
    for (int k = 0; k < 4; ++k) {
        if (x->values[k] != y->values[k]) {
            return x->values[k] < y->values[k] ? -1 : 1;
        }
    }
    return 0;
}

// Canonical order: the lower vertex of an edge, and the lower feature of a symmetric pair, first.
static void CanonicalizeRow(int list, Row* row) {
    uint32_t* v = row->values;
    for (int k = 0; k < 4 && list == LIST_EE; k += 2) {
        if (v[k] > v[k + 1]) {
            const uint32_t swap = v[k];
            v[k] = v[k + 1];
            v[k + 1] = swap;
        }
    }
    if (list == LIST_EE && (v[0] > v[2] || (v[0] == v[2] && v[1] > v[3]))) {
        *row = (Row){{v[2], v[3], v[0], v[1]}};
    } else if (list == LIST_TRIANGLES && v[0] > v[1]) {
        *row = (Row){{v[1], v[0], v[2], 0}};
    }
}

static svStatus ReadList(svContext* context, const char* path, int list, RowList* expected) {
    svIndexRows rows = {0};
    const svStatus status = svReadPairs(context, path, &rows);
    if (status != SV_OK) {
        return status;
    }
    const size_t columns = listColumns[list];
    if (rows.count > 0 && rows.columns != columns) {
        svContext_Message(context, SV_ERROR, "%s: rows have %zu columns, expected %zu", path,
                          rows.columns, columns);
        svIndexRows_Destroy(context, &rows);
        return SV_ERROR_FORMAT;
    }
    expected->known = true;
    expected->rows = Terminal_Allocate(rows.count, sizeof(Row));
    for (size_t i = 0; i < rows.count; ++i) {
        memcpy(expected->rows[i].values, rows.values + columns * i, columns * sizeof(uint32_t));
        CanonicalizeRow(list, &expected->rows[i]);
    }
    qsort(expected->rows, rows.count, sizeof(Row), CompareRows);
    for (size_t i = 0; i < rows.count; ++i) { // duplicates count once
        if (i == 0 || CompareRows(&expected->rows[i], &expected->rows[i - 1]) != 0) {
            expected->rows[expected->count++] = expected->rows[i];
        }
    }
    svIndexRows_Destroy(context, &rows);
    return SV_OK;
}

static svStatus ReadExpected(svContext* context, Verify* verify) {
    static const char* const names[4] = {"vf.csv", "ee.csv", "triangles_t0.csv", "triangles.csv"};
    const size_t room = strlen(verify->folder) + 32;
    char* path = Terminal_Allocate(room, 1);
    svStatus status = SV_OK;
    for (int i = verify->fileCount > 1 ? 0 : 2; i < 4 && status == SV_OK; ++i) {
        const int list = i < LIST_TRIANGLES ? i : LIST_TRIANGLES;
        struct stat info;
        snprintf(path, room, "%s/%s", verify->folder, names[i]);
        const bool must = list != LIST_TRIANGLES || (verify->fileCount == 1 && i == 3);
        if (!verify->expected[list].known && (must || stat(path, &info) == 0)) {
            status = ReadList(context, path, list, &verify->expected[list]);
        }
    }
    free(path);
    return status;
}

static void CompareWithExpected(const Verify* verify, int list, const Row* found, size_t count,
                                Comparison* result) {
    const RowList* expected = &verify->expected[list];
    result->ran = true;
    result->found = count;
    result->missedRows = Terminal_Allocate(verify->show, sizeof(Row));
    result->inventedRows = Terminal_Allocate(verify->show, sizeof(Row));
    size_t e = 0, f = 0;
    while (e < expected->count || f < count) {
        const int order = e == expected->count ? 1
                          : f == count         ? -1
                                               : CompareRows(&expected->rows[e], &found[f]);
        if (order < 0) {
            if (result->missed++ < verify->show) {
                result->missedRows[result->missed - 1] = expected->rows[e];
            }
        } else if (order > 0) {
            if (result->invented++ < verify->show) {
                result->inventedRows[result->invented - 1] = found[f];
            }
        }
        e += order <= 0;
        f += order >= 0;
    }
}

static void CompareContacts(const Verify* verify, const svMesh* mesh, int list,
                            const svContactList* contacts, Comparison* result) {
    const uint32_t* edges = svMesh_GetTopology(mesh)->edges;
    Row* rows = Terminal_Allocate(contacts->count, sizeof(Row));
    for (size_t i = 0; i < contacts->count; ++i) {
        const svFeaturePair* pair = &contacts->pairs[i];
        if (list == LIST_VF) {
            rows[i] = (Row){{pair->a, pair->b, 0, 0}};
        } else {
            memcpy(rows[i].values, edges + 2 * (size_t)pair->a, 2 * sizeof(uint32_t));
            memcpy(rows[i].values + 2, edges + 2 * (size_t)pair->b, 2 * sizeof(uint32_t));
        }
    }
    CompareWithExpected(verify, list, rows, contacts->count, result);
    free(rows);
}

static svStatus RunStepVariant(Verify* verify, svScene* scene, const svMesh* mesh,
                               Variant* variant) {
    svDetectDef def = svDefaultDetectDef();
    def.detail = SV_DETAIL_PAIRS;
    def.query.progress = Progress_Tell;
    def.query.user = &verify->progress;
    svContacts found;
    const svStatus status = svScene_Detect(scene, &def, &found);
    if (status == SV_OK) {
        variant->hashes[0] = found.hash;
        CompareContacts(verify, mesh, LIST_VF, &found.vf, &variant->lists[LIST_VF]);
        CompareContacts(verify, mesh, LIST_EE, &found.ee, &variant->lists[LIST_EE]);
    }
    return status;
}

static svStatus RunInstantVariant(Verify* verify, svScene* scene, Variant* variant) {
    svIntersectDef def = svDefaultIntersectDef();
    def.query.progress = Progress_Tell;
    def.query.user = &verify->progress;
    svIntersections found;
    const svStatus status = svScene_Intersect(scene, &def, &found);
    if (status != SV_OK) {
        return status;
    }
    variant->hashes[1] = found.hash;
    Row* rows = Terminal_Allocate(found.count, sizeof(Row));
    for (size_t i = 0; i < found.count; ++i) {
        rows[i] = (Row){{found.pairs[i].a, found.pairs[i].b, found.shared[i], 0}};
    }
    CompareWithExpected(verify, LIST_TRIANGLES, rows, found.count, &variant->lists[LIST_TRIANGLES]);
    free(rows);
    return SV_OK;
}

static svStatus RunVariant(Verify* verify, svContext* context, const Objects* objects,
                           Variant* variant) {
    svScene* scene = NULL;
    svStatus status = Objects_CreateScene(context, objects, &variant->options, &scene);
    if (status == SV_OK && verify->expected[LIST_VF].known) {
        status = RunStepVariant(verify, scene, objects->items[0].mesh, variant);
    }
    if (status == SV_OK && verify->expected[LIST_TRIANGLES].known) {
        status = RunInstantVariant(verify, scene, variant);
    }
    svScene_Destroy(scene);
    return status;
}

// All variants with the same number of threads, which is fixed per context.
static svStatus RunThreads(Verify* verify, svContext* context, size_t begin, size_t end) {
    Objects objects = Objects_Make(1);
    svStatus status = Objects_Add(context, &objects, verify->files, verify->fileCount);
    if (status == SV_OK) {
        status = Objects_SetFrame(context, &objects, 0, objects.frameCount > 1);
    }
    for (size_t i = begin; i < end && status == SV_OK; ++i) {
        verify->progress.step = i;
        status = RunVariant(verify, context, &objects, &verify->variants[i]);
    }
    Objects_Destroy(context, &objects);
    return status;
}

static void AddVariant(Verify* verify, const SceneOptions* options) {
    verify->variants[verify->variantCount++] = (Variant){.options = *options};
}

static void ListVariants(Verify* verify, bool all) {
    static const uint32_t threads[] = {1, 2, 5};
    enum { THREADS = 3 };
    verify->variants = Terminal_Allocate((size_t)THREADS * SV_VOLUME_ENUM_COUNT *
                                             SV_BUILDER_ENUM_COUNT * SV_ISA_ENUM_COUNT,
                                         sizeof(Variant));
    if (!all) {
        AddVariant(verify, &verify->options);
        return;
    }
    SceneOptions options = verify->options;
    for (int t = 0; t < THREADS; ++t) {
        options.threads = threads[t];
        for (int v = 0; v < SV_VOLUME_ENUM_COUNT * SV_BUILDER_ENUM_COUNT * SV_ISA_ENUM_COUNT; ++v) {
            options.isa = (svIsa)(v % SV_ISA_ENUM_COUNT);
            options.builder = (svBuilder)(v / SV_ISA_ENUM_COUNT % SV_BUILDER_ENUM_COUNT);
            options.volume = (svVolume)(v / SV_ISA_ENUM_COUNT / SV_BUILDER_ENUM_COUNT);
            if (options.isa != SV_ISA_BEST && svIsa_Available(options.isa)) {
                AddVariant(verify, &options);
            }
        }
    }
}

static bool IsEqual(const Variant* variant) {
    for (int list = 0; list < LIST_COUNT; ++list) {
        if (variant->lists[list].missed + variant->lists[list].invented > 0) {
            return false;
        }
    }
    return true;
}

static bool HasHash(const Variant* a, const Variant* b) {
    return a->hashes[0] == b->hashes[0] && a->hashes[1] == b->hashes[1];
}

static void PrintRow(FILE* stream, int list, const Row* row, const char* what) {
    const uint32_t* v = row->values;
    const unsigned long n[4] = {v[0], v[1], v[2], v[3]};
    if (list == LIST_VF) {
        fprintf(stream, "  %s: vertex %lu - face %lu\n", what, n[0], n[1]);
    } else if (list == LIST_EE) {
        fprintf(stream, "  %s: edge (%lu, %lu) - edge (%lu, %lu)\n", what, n[0], n[1], n[2], n[3]);
    } else {
        fprintf(stream, "  %s: face %lu - face %lu, %lu shared\n", what, n[0], n[1], n[2]);
    }
}

static void PrintVariant(const Verify* verify, const Variant* variant, FILE* stream) {
    Table table = Table_Make((const char* const[]){"", "expected", "found", "FN", "FP"}, 5);
    for (int list = 0; list < LIST_COUNT; ++list) {
        const Comparison* result = &variant->lists[list];
        if (result->ran) {
            TableRow* row = Table_AddRow(&table, listNames[list]);
            Cell_Count(row->cells[1], verify->expected[list].count);
            Cell_Count(row->cells[2], result->found);
            Cell_Count(row->cells[3], result->missed);
            Cell_Count(row->cells[4], result->invented);
        }
    }
    Table_Print(&table, stream, Terminal_Columns(stream, 0));
    Table_Destroy(&table);
    for (int list = 0; list < LIST_COUNT; ++list) {
        const Comparison* result = &variant->lists[list];
        for (size_t i = 0; i < result->missed && i < verify->show; ++i) {
            PrintRow(stream, list, &result->missedRows[i], "missed");
        }
        for (size_t i = 0; i < result->invented && i < verify->show; ++i) {
            PrintRow(stream, list, &result->inventedRows[i], "invented");
        }
    }
}

static void PrintHashes(const Verify* verify, const Variant* variant, FILE* stream) {
    char hash[HASH_TEXT];
    for (int i = 0; i < 2; ++i) {
        if (verify->expected[i == 0 ? LIST_VF : LIST_TRIANGLES].known) {
            Hash_Text(variant->hashes[i], hash);
            fprintf(stream, "hash of the %s: %s\n", i == 0 ? "contacts" : "triangles", hash);
        }
    }
}

// The first variant in full; of the others only those that differ.
static void Print(const Verify* verify, FILE* stream) {
    const Variant* first = &verify->variants[0];
    size_t same = 0;
    PrintVariant(verify, first, stream);
    PrintHashes(verify, first, stream);
    for (size_t i = 0; i < verify->variantCount; ++i) {
        const Variant* variant = &verify->variants[i];
        if (IsEqual(variant) && HasHash(variant, first)) {
            ++same;
            continue;
        }
        if (verify->variantCount == 1) {
            break;
        }
        fprintf(stream, "%s, %s, %s, %lu threads: %s\n", svVolume_Name(variant->options.volume),
                svBuilder_Name(variant->options.builder),
                svIsa_Name(Command_ResolveIsa(variant->options.isa)),
                (unsigned long)variant->options.threads,
                IsEqual(variant) ? "different hash" : "different pairs");
        if (i > 0) {
            PrintVariant(verify, variant, stream);
        }
    }
    if (verify->variantCount > 1) {
        fprintf(stream, "%zu of %zu combinations: equal, with the same hash\n", same,
                verify->variantCount);
    }
}

static void WriteVariant(Json* json, const Variant* variant) {
    char hash[HASH_TEXT];
    Json_BeginObject(json, NULL);
    SceneOptions_Write(&variant->options, json);
    Hash_Text(variant->hashes[0], hash);
    Json_Text(json, "hash", hash);
    Hash_Text(variant->hashes[1], hash);
    Json_Text(json, "triangles_hash", hash);
    for (int list = 0; list < LIST_COUNT; ++list) {
        const Comparison* result = &variant->lists[list];
        if (result->ran) {
            Json_BeginObject(json, listKeys[list]);
            Json_Count(json, "found", result->found);
            Json_Count(json, "false_negatives", result->missed);
            Json_Count(json, "false_positives", result->invented);
            Json_EndObject(json);
        }
    }
    Json_EndObject(json);
}

static bool AllEqual(const Verify* verify) {
    for (size_t i = 0; i < verify->variantCount; ++i) {
        if (!IsEqual(&verify->variants[i]) ||
            !HasHash(&verify->variants[i], &verify->variants[0])) {
            return false;
        }
    }
    return true;
}

static void WriteContactsJson(const Verify* verify, FILE* stream) {
    Json json = Json_Make(stream);
    Json_BeginObject(&json, NULL);
    Json_Text(&json, "version", svVersion());
    Json_Text(&json, "command", "verify contacts");
    Json_Flag(&json, "equal", AllEqual(verify));
    Json_BeginObject(&json, "expected");
    for (int list = 0; list < LIST_COUNT; ++list) {
        if (verify->expected[list].known) {
            Json_Count(&json, listKeys[list], verify->expected[list].count);
        }
    }
    Json_EndObject(&json);
    Json_BeginArray(&json, "runs");
    for (size_t i = 0; i < verify->variantCount; ++i) {
        WriteVariant(&json, &verify->variants[i]);
    }
    Json_EndArray(&json);
    Json_EndObject(&json);
}

static int ReportContacts(const Verify* verify, const char* json) {
    if (json == NULL || strcmp(json, "-") != 0) {
        Print(verify, stdout);
    }
    if (json != NULL) {
        Output output;
        if (!Output_Open(&output, json)) {
            return EXIT_TROUBLE;
        }
        WriteContactsJson(verify, output.stream);
        if (!Output_Close(&output)) {
            return EXIT_TROUBLE;
        }
    }
    return AllEqual(verify) ? EXIT_CLEAN : EXIT_FOUND;
}

// Runs all variants, one context per number of threads. Returns an exit code.
static int RunAllVariants(Verify* verify) {
    svStatus status = SV_OK;
    for (size_t begin = 0, end = 0; begin < verify->variantCount && status == SV_OK; begin = end) {
        const SceneOptions* options = &verify->variants[begin].options;
        while (end < verify->variantCount &&
               verify->variants[end].options.threads == options->threads) {
            ++end;
        }
        svContext* context = SceneOptions_CreateContext(options, false);
        if (context == NULL) {
            return EXIT_TROUBLE;
        }
        status = begin == 0 ? ReadExpected(context, verify) : SV_OK;
        if (status == SV_OK) {
            status = RunThreads(verify, context, begin, end);
        }
        if (status != SV_OK && status != SV_CANCELLED) {
            Terminal_Progress(NULL);
            Terminal_Complain("%s", svContext_LastError(context));
        }
        svContext_Destroy(context);
    }
    return status == SV_OK ? EXIT_CLEAN : status == SV_CANCELLED ? EXIT_BROKEN : EXIT_TROUBLE;
}

static void DestroyVerify(Verify* verify) {
    for (size_t i = 0; i < verify->variantCount; ++i) {
        for (int list = 0; list < LIST_COUNT; ++list) {
            free(verify->variants[i].lists[list].missedRows);
            free(verify->variants[i].lists[list].inventedRows);
        }
    }
    for (int list = 0; list < LIST_COUNT; ++list) {
        free(verify->expected[list].rows);
    }
    free(verify->variants);
}

static bool ParseContacts(const Arguments* arguments, Verify* verify) {
    uint64_t show = 3;
    if (!SceneOptions_Parse(arguments, &verify->options) ||
        !Arguments_GetCount(arguments, SHOW, 0, 1000000, &show)) {
        return false;
    }
    if (arguments->fileCount < 1 || arguments->fileCount > 2 || !arguments->given[EXPECT]) {
        Terminal_Complain("%s (try: selvage verify contacts --help)",
                          arguments->given[EXPECT] ? "give one mesh file or two"
                                                   : "--expect DIR is missing");
        return false;
    }
    verify->files = (const char* const*)arguments->files;
    verify->fileCount = arguments->fileCount;
    verify->folder = arguments->values[EXPECT][0];
    verify->show = (size_t)show;
    for (int i = 0; i < verify->fileCount; ++i) {
        if (Object_IsCache(verify->files[i])) {
            Terminal_Complain("%s: give mesh files, not a cache", verify->files[i]);
            return false;
        }
    }
    return !Command_OutputIsInput(arguments->values[JSON][0], verify->files, verify->fileCount);
}

static int VerifyContacts(const Command* command, int argc, char** argv) {
    Arguments arguments;
    int code = EXIT_TROUBLE;
    Verify verify = {0};
    if (!Arguments_Parse(&arguments, command, argc, argv, &code)) {
        return code;
    }
    if (!ParseContacts(&arguments, &verify)) {
        return EXIT_TROUBLE;
    }
    ListVariants(&verify, arguments.given[ALL]);
    verify.progress = Progress_Begin("run", verify.variantCount);
    code = RunAllVariants(&verify);
    Progress_End();
    if (code == EXIT_CLEAN) {
        code = ReportContacts(&verify, arguments.values[JSON][0]);
    }
    DestroyVerify(&verify);
    return code;
}

const Command verifyContactsCommand = {
    .name = "verify contacts",
    .summary = "compare the contacts of a step with lists of known ones",
    .usage = "[options] T0 [T1] --expect DIR",
    .about =
        "Finds every contact of the mesh from T0 to T1, and the triangles that intersect at T0, "
        "and compares with the lists in a folder: vf.csv (rows vertex,face), ee.csv "
        "(a0,a1,b0,b1) and, if it is there, triangles_t0.csv or triangles.csv (i,j,shared). With "
        "one mesh file only the triangles are compared.\n"
        "\n"
        "FN are pairs of the lists that were not found, FP pairs that were found and are not in "
        "the lists. Exit code 0 only if the sets are equal, with --all for every combination and "
        "with the same hash; 1 if they are not; 2 if a file cannot be read.",
    .examples = "selvage verify contacts t0.ply t1.ply --expect contacts\n"
                "selvage verify contacts t0.ply t1.ply --expect contacts --all\n",
    .options = contactOptions,
    .optionCount = OPTION_COUNT,
    .sharedCount = SCENE_OPTION_COUNT,
    .run = VerifyContacts,
};
