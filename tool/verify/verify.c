// selvage verify queries: elementary queries with known answers in; false negatives and positives
// out.

#include "verify.h"

#include "report/output.h"
#include "report/terminal.h"
#include "tool/command.h"

#include <stdlib.h>
#include <string.h>

enum { KIND, FRAMES, EXPECT, ISA, REPEAT, SHOW, JSON, OPTION_COUNT };

static const Option verifyOptions[OPTION_COUNT] = {
    [KIND] = {"kind", OPTION_ONE, "vf|ee",
              "vertex-face or edge-edge; needed where the paths do not say it "
              "(.../vertex-face/..., .../edge-edge/..., *vf.csv, *ee.csv)"},
    [FRAMES] = {"frames", OPTION_TWO, "T0 T1",
                "the files hold pairs of the mesh whose positions are in T0 and T1: rows "
                "vertex,face or a0,a1,b0,b1"},
    [EXPECT] = {"expect", OPTION_ONE, "hit|miss", "the expected answer where the file has none"},
    [ISA] = {"isa", OPTION_ONE, "NAME",
             "instruction set: best (default), scalar, avx2, avx512, neon, wasm"},
    [REPEAT] = {"repeat", OPTION_ONE, "N",
                "time N passes and keep the shortest (default: as many as fit into 30 ms)"},
    [SHOW] = {"show", OPTION_ONE, "N", "mismatches to show of each file (default 3)"},
    [JSON] = {"json", OPTION_MAYBE, "NAME.json",
              "the result as JSON: on stdout in place of the table, or into that file "
              "(--json=FILE: any name)"},
};

typedef struct VerifySettings {
    QueryKind kind;
    int expect; // 1, 0, -1 for none
    svIsa isa;
    uint64_t repeats; // 0: by time
    uint64_t show;
    const Frames* frames; // null: query files
} VerifySettings;

static bool ParseVerify(const Arguments* arguments, VerifySettings* settings) {
    *settings = (VerifySettings){QUERY_UNKNOWN, -1, SV_ISA_BEST, 0, 3, NULL};
    if (arguments->given[KIND]) {
        const char* kind = arguments->values[KIND][0];
        settings->kind = strcmp(kind, "vf") == 0   ? QUERY_VERTEX_FACE
                         : strcmp(kind, "ee") == 0 ? QUERY_EDGE_EDGE
                                                   : QUERY_UNKNOWN;
        if (settings->kind == QUERY_UNKNOWN) {
            Terminal_Complain("option --kind: '%s' is neither vf nor ee", kind);
            return false;
        }
    }
    if (arguments->given[EXPECT]) {
        const char* expect = arguments->values[EXPECT][0];
        settings->expect = strcmp(expect, "hit") == 0 ? 1 : strcmp(expect, "miss") == 0 ? 0 : -1;
        if (settings->expect < 0) {
            Terminal_Complain("option --expect: '%s' is neither hit nor miss", expect);
            return false;
        }
    }
    if (!Arguments_GetIsa(arguments, ISA, &settings->isa)) {
        return false;
    }
    if (arguments->fileCount == 0) {
        Terminal_Complain("no files given (try: selvage verify queries --help)");
        return false;
    }
    return Arguments_GetCount(arguments, REPEAT, 1, 1000000, &settings->repeats) &&
           Arguments_GetCount(arguments, SHOW, 0, 1000000, &settings->show);
}

static void CompareAnswers(const QuerySet* set, const uint8_t* hits, const VerifySettings* settings,
                           FileResult* result) {
    const size_t most = settings->show < set->count ? (size_t)settings->show : set->count;
    for (size_t i = 0; i < set->count; ++i) {
        int answer = set->answers == NULL ? -1 : set->answers[i];
        answer = answer < 0 ? settings->expect : answer;
        if (answer < 0) {
            continue;
        }
        ++result->compared;
        if ((hits[i] != 0) == (answer != 0)) {
            continue;
        }
        result->falseNegatives += answer == 1;
        result->falsePositives += answer == 0;
        if (result->shownCount < most) {
            if (result->shown == NULL) {
                result->shown = Terminal_Allocate(most, sizeof(Mismatch));
            }
            result->shown[result->shownCount++] = (Mismatch){i, answer == 1, QuerySet_Pair(set, i)};
        }
    }
}

static svStatus RunSet(svContext* context, const QuerySet* set, const VerifySettings* settings,
                       FileResult* result) {
    uint8_t* hits = svContext_Allocate(context, set->count);
    if (hits == NULL) {
        svContext_Message(context, SV_ERROR, "out of memory");
        return SV_ERROR_MEMORY;
    }
    const svStatus status = QuerySet_Run(context, set, settings->isa, hits, &result->stats);
    if (status == SV_OK) {
        CompareAnswers(set, hits, settings, result);
        if (set->count > 0) {
            result->seconds = QuerySet_Time(set, settings->isa, settings->repeats, hits);
        }
    }
    svContext_Release(context, hits);
    return status;
}

static void RunFile(svContext* context, const char* path, const VerifySettings* settings,
                    FileResult* result) {
    result->path = path;
    result->kind = settings->kind != QUERY_UNKNOWN ? settings->kind : QueryKind_FromPath(path);
    if (result->kind == QUERY_UNKNOWN) {
        result->failed = true;
        snprintf(result->error, sizeof(result->error),
                 "%s: vertex-face or edge-edge? The path does not say; give --kind vf or ee", path);
        return;
    }
    QuerySet set;
    svStatus status = QuerySet_Read(context, path, result->kind, settings->frames, &set);
    if (status != SV_OK) {
        result->failed = true;
        snprintf(result->error, sizeof(result->error), "%s", svContext_LastError(context));
        return;
    }
    status = RunSet(context, &set, settings, result);
    if (status != SV_OK) {
        result->failed = true;
        snprintf(result->error, sizeof(result->error), "%s: %s", path,
                 svContext_LastError(context));
    } else if (set.count > result->compared) {
        Terminal_Complain("%s: %zu queries have no answer to compare with (--expect gives one)",
                          path, set.count - (size_t)result->compared);
    }
    QuerySet_Destroy(context, &set);
}

static void AddToTotal(const FileResult* file, FileResult* total) {
    const svCcdStats* s = &file->stats;
    total->stats.queries += s->queries;
    total->stats.separated += s->separated;
    total->stats.aside += s->aside;
    total->stats.outside += s->outside;
    total->stats.inside += s->inside;
    total->stats.filtered += s->filtered;
    total->stats.exact += s->exact;
    total->stats.hits += s->hits;
    total->compared += file->compared;
    total->falseNegatives += file->falseNegatives;
    total->falsePositives += file->falsePositives;
    total->seconds += file->seconds;
}

static bool RunAllFiles(svContext* context, const Arguments* arguments,
                        const VerifySettings* settings, VerifyResult* result) {
    bool allRead = true;
    for (int i = 0; i < result->fileCount; ++i) {
        FileResult* file = &result->files[i];
        Terminal_Progress("%d of %d: %s", i + 1, result->fileCount, arguments->files[i]);
        RunFile(context, arguments->files[i], settings, file);
        Terminal_Progress(NULL);
        if (file->failed) {
            allRead = false;
            Terminal_Complain("%s", file->error);
        } else {
            AddToTotal(file, &result->total);
        }
    }
    return allRead;
}

static bool ReportQueries(const Arguments* arguments, const VerifyResult* result) {
    const char* json = arguments->given[JSON] ? arguments->values[JSON][0] : NULL;
    if (json == NULL || strcmp(json, "-") != 0) {
        Verify_PrintTable(result, stdout);
    }
    Verify_PrintMismatches(result, stderr);
    if (json == NULL) {
        return true;
    }
    Output output;
    if (!Output_Open(&output, json)) {
        return false;
    }
    Verify_WriteJson(result, output.stream);
    return Output_Close(&output);
}

static int RunVerify(svContext* context, const Arguments* arguments, VerifySettings settings) {
    Frames frames = {0};
    if (arguments->given[FRAMES]) {
        const char* const* paths = arguments->values[FRAMES];
        if (Frames_Read(context, paths[0], paths[1], &frames) != SV_OK) {
            Terminal_Complain("%s", svContext_LastError(context));
            return EXIT_TROUBLE;
        }
        settings.frames = &frames;
    }
    VerifyResult result = {Command_ResolveIsa(settings.isa), NULL, arguments->fileCount, {0}};
    result.files = Terminal_Allocate((size_t)arguments->fileCount, sizeof(FileResult));
    result.total.path = "total";
    bool good = RunAllFiles(context, arguments, &settings, &result);
    good = ReportQueries(arguments, &result) && good;
    const bool match = result.total.falseNegatives + result.total.falsePositives == 0;
    for (int i = 0; i < result.fileCount; ++i) {
        free(result.files[i].shown);
    }
    free(result.files);
    Frames_Destroy(context, &frames);
    return !good ? EXIT_TROUBLE : match ? EXIT_CLEAN : EXIT_FOUND;
}

static int VerifyQueries(const Command* command, int argc, char** argv) {
    Arguments arguments;
    int code = EXIT_TROUBLE;
    VerifySettings settings;
    if (!Arguments_Parse(&arguments, command, argc, argv, &code)) {
        return code;
    }
    if (!ParseVerify(&arguments, &settings)) {
        return EXIT_TROUBLE;
    }
    const char* json = arguments.given[JSON] ? arguments.values[JSON][0] : NULL;
    if (Command_OutputIsInput(json, (const char* const*)arguments.files, arguments.fileCount) ||
        Command_OutputIsInput(json, arguments.values[FRAMES], 2)) {
        return EXIT_TROUBLE;
    }
    svContext* context = Program_CreateContext();
    if (context == NULL) {
        return EXIT_TROUBLE;
    }
    code = RunVerify(context, &arguments, settings);
    svContext_Destroy(context);
    return code;
}

const Command verifyQueriesCommand = {
    .name = "verify queries",
    .summary = "run elementary queries and compare with known answers",
    .usage = "[options] FILE.csv...",
    .about =
        "Runs files of elementary collision queries (vertex-face or edge-edge over a time step) "
        "and compares with the exact answers that the files hold.\n"
        "\n"
        "A query file has eight rows for each query: the four points at t0, then at t1. A row is "
        "numerator,denominator of x, of y and of z, and after them, where it is known, the answer, "
        "0 or 1. Points: v f0 f1 f2 or a0 a1 b0 b1.\n"
        "\n"
        "The table shows, for each file, how many queries collide, the false negatives (FN) and "
        "false positives (FP), which share needed exact arithmetic, and the time per query. "
        "Mismatches are shown with all digits, as C numbers. Exit code 1 if there are any, 2 if a "
        "file cannot be read.",
    .examples = "selvage verify queries unit-tests/vertex-face/data.csv\n"
                "selvage verify queries --frames t0.ply t1.ply --expect hit contacts/ee.csv\n"
                "selvage verify queries --kind ee --json=result.json queries.csv\n",
    .options = verifyOptions,
    .optionCount = OPTION_COUNT,
    .run = VerifyQueries,
};
