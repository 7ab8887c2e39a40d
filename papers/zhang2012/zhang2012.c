// selvage bench zhang2012: the experiments of the paper, and exact tests beside its methods.
//
// X. Zhang, Y. J. Kim, "Simple culling methods for continuous collision detection of deforming
// triangles", 2012.

#include "zhang2012.h"

#include "papers/paper.h"
#include "report/output.h"
#include "report/program.h"
#include "report/progress.h"
#include "report/terminal.h"
#include "tool/command.h"

#include <stdlib.h>
#include <string.h>

static const Option zhangOptions[PAPER_OPTION_COUNT] = {
    [PAPER_JSON] = {"json", OPTION_MAYBE, "NAME.json",
                    "the result as JSON: on stdout in place of the tables, or into that file "
                    "(--json=FILE: any name)"},
    [PAPER_CSV] = {"csv", OPTION_ONE, "DIR",
                   "write figures5and6.csv, figures7and8.csv and figures9to11.csv there"},
    [PAPER_HTML] = {"html", OPTION_ONE, "FILE", "write a page with the figures and tables"},
    [PAPER_QUICK] = {"quick", OPTION_FLAG, NULL, "few pairs, once, no real scenes: for tests"},
};

// How far a corner moves at most, in edges of the cube a triangle is drawn in: a step of a
// simulation. The paper leaves it open.
#define MOTION 0.1

const char* ZhangPlace_Name(RandomPlace place) {
    return place == RANDOM_ANYWHERE ? "anywhere" : "boxes overlap";
}

// As many colliding and as many other pairs as there is room for.
static svStatus MakePools(RandomPlace place, ZhangPairs* colliding, ZhangPairs* apart) {
    uint64_t state = 2012;
    while (colliding->count < colliding->capacity || apart->count < apart->capacity) {
        PairCorners corners;
        RandomTriangles_Make(&state, MOTION, place, &corners);
        // Into the pool that has room, and out again where it is the other one's.
        ZhangPairs* pool = apart->count < apart->capacity ? apart : colliding;
        ZhangPairs* other = pool == apart ? colliding : apart;
        const bool hit = ZhangPairs_Add(pool, &corners);
        if (hit != (pool == colliding)) {
            --pool->count;
            if (other->count < other->capacity) {
                (void)ZhangPairs_Add(other, &corners);
            }
        }
        if (Progress_IsBroken()) {
            return SV_CANCELLED;
        }
    }
    return SV_OK;
}

// A set in which `rate` of the pairs do not collide, evenly mixed.
static void MixPools(const ZhangPairs* colliding, const ZhangPairs* apart, double rate,
                     ZhangPairs* pairs) {
    const size_t count = pairs->capacity, none = (size_t)(rate * (double)count + 0.5);
    uint64_t state = 1;
    size_t taken = 0;
    pairs->count = 0;
    for (size_t i = 0; i < count; ++i) {
        state = 6364136223846793005u * state + 1442695040888963407u;
        if ((state >> 33) % (count - i) < none - taken) {
            ZhangPairs_Copy(pairs, apart, taken++);
        } else {
            ZhangPairs_Copy(pairs, colliding, i - taken);
        }
    }
}

// Figures 7 and 8.
static svStatus MeasureRates(ZhangResult* result, RandomPlace place) {
    const size_t count = result->quick ? 100 : 1000;
    ZhangPairs colliding, apart, pairs;
    ZhangPairs_Reserve(&colliding, count / 2 + 1);
    ZhangPairs_Reserve(&apart, count);
    ZhangPairs_Reserve(&pairs, count);
    svStatus status = MakePools(place, &colliding, &apart);
    for (int i = 0; i < ZHANG_RATES && status == SV_OK; ++i) {
        Terminal_Progress("random pairs, %s: %.0f %% apart", ZhangPlace_Name(place),
                          100 * Zhang_Rate(i));
        MixPools(&colliding, &apart, Zhang_Rate(i), &pairs);
        ZhangRun_Measure(&pairs, result->quick ? 1 : 25, &result->rates[place][i]);
        status = Progress_IsBroken() ? SV_CANCELLED : SV_OK;
    }
    Terminal_Progress(NULL);
    ZhangPairs_Destroy(&colliding);
    ZhangPairs_Destroy(&apart);
    ZhangPairs_Destroy(&pairs);
    return status;
}

static svStatus Measure(svContext* context, ZhangResult* result) {
    svStatus status = SV_OK;
    ZhangDistances_Measure(1000, result->quick ? 1 : 10, &result->distances);
    for (int place = 0; place < RANDOM_PLACE_COUNT && status == SV_OK; ++place) {
        status = MeasureRates(result, (RandomPlace)place);
    }
    return status == SV_OK ? Zhang_MeasureScenes(context, result) : status;
}

static bool WriteJsonFile(const ZhangResult* result, const char* path) {
    Output output;
    if (!Output_Open(&output, path)) {
        return false;
    }
    Zhang_WriteJson(result, output.stream);
    return Output_Close(&output);
}

static int Report(const ZhangResult* result, const PaperReport* report) {
    if (PaperReport_HasTables(report)) {
        Zhang_PrintTables(result, stdout);
    }
    if ((report->json != NULL && !WriteJsonFile(result, report->json)) ||
        (report->csv != NULL && !Zhang_WriteCsv(result, report->csv)) ||
        (report->html != NULL && !Zhang_WritePage(result, report->html))) {
        return EXIT_TROUBLE;
    }
    return Zhang_Violations(result) > 0 ? EXIT_FOUND : EXIT_CLEAN;
}

static int BenchZhang(const Command* command, int argc, char** argv) {
    PaperReport report;
    int code;
    if (!PaperReport_Parse(&report, command, argc, argv, &code)) {
        return code;
    }
    svContext* context = Program_CreateContext();
    if (context == NULL) {
        return EXIT_TROUBLE;
    }
    ZhangResult* result = Terminal_Allocate(1, sizeof(*result));
    result->quick = report.quick;
    (void)Progress_Begin("experiment", 1);
    const svStatus status = Measure(context, result);
    Progress_End();
    code = Program_ExitCode(context, status);
    svContext_Destroy(context);
    if (code == EXIT_CLEAN) {
        code = Report(result, &report);
    }
    free(result);
    return code;
}

const Command benchZhang2012Command = {
    .name = "bench zhang2012",
    .summary = "a paper's figures: culling before elementary tests",
    .usage = "[options]",
    .about =
        "Runs the experiments of X. Zhang and Y. J. Kim, \"Simple culling methods for continuous "
        "collision detection of deforming triangles\" (2012), on one thread: distances (Figs. 5, "
        "6), random pairs of triangles (Figs. 7, 8), cloth on a ball, a bursting mesh and many "
        "bodies (Figs. 9 to 11), by conservative advancement, by the cubic solver, with its "
        "culling sequence letter by letter, as meant and corrected, and by the exact tests of "
        "Selvage. The paper's figures stand beside ours.\n"
        "\n"
        "The sequence as printed loses contacts; how many is told. Real scenes are measured too "
        "where the environment variable SELVAGE_DATA names their folder. Exit code 1: an exact "
        "test, or the corrected sequence, missed a contact. docs/papers.md says more.",
    .examples =
        "selvage bench zhang2012\n"
        "selvage bench zhang2012 --html zhang2012.html --csv zhang2012 --json=zhang2012.json\n",
    .options = zhangOptions,
    .optionCount = PAPER_OPTION_COUNT,
    .run = BenchZhang,
};
