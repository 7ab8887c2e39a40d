// selvage bench wang2018: Figures 10 to 13 of the paper.
//
// T. Wang, M. Tang, Z. Wang, R. Tong, "Accurate Self-Collision Detection Using Enhanced Dual-Cone
// Method", 2018.

#include "wang2018.h"

#include "papers/paper.h"
#include "report/output.h"
#include "report/program.h"
#include "report/progress.h"
#include "tool/command.h"

static const Option wangOptions[PAPER_OPTION_COUNT] = {
    [PAPER_JSON] = {"json", OPTION_MAYBE, "NAME.json",
                    "the result as JSON: on stdout in place of the tables, or into that file "
                    "(--json=FILE: any name)"},
    [PAPER_CSV] = {"csv", OPTION_ONE, "DIR", "write methods.csv, scenes.csv and steps.csv there"},
    [PAPER_HTML] = {"html", OPTION_ONE, "FILE", "write a page with the figures and tables"},
    [PAPER_QUICK] = {"quick", OPTION_FLAG, NULL,
                     "small scenes, few steps, no real scenes: for tests"},
};

const WangPaper wangPaper[WANG_PAPER_COUNT] = {
    {"Pipe",
     "pipe",
     78000,
     {1955, 7797, 35415},
     {522, 184, 1128},
     {{1.05, 1.08}, {1.04, 1.06}},
     {19897, 252204},
     1.13},
    {"Karate",
     "karate",
     127000,
     {157594, 15926, 75455},
     {68, 10, 19},
     {{1.14, 1.52}, {1.06, 1.16}},
     {7351, 9727},
     1.05},
    {"T-shirt",
     "t-shirt",
     10000,
     {34151, 877, 10453},
     {252, 0, 17},
     {{1.08, 1.15}, {1.23, 1.27}},
     {1636, 12062},
     1.06},
    {"Funnel",
     "funnel",
     64000,
     {7378, 1809, 6523},
     {0, 0, 0},
     {{1.29, 1.77}, {1.21, 1.38}},
     {2674, 35788},
     1.08},
    {"Flamenco",
     "flamenco",
     49000,
     {40459, 8206, 22667},
     {0, 0, 0},
     {{1.45, 1.82}, {1.14, 0.92}},
     {4270, 7826},
     1.03},
};

static svStatus Measure(svContext* context, WangResult* result) {
    const bool real = !result->quick && DataScene_Available();
    const int count = real ? WANG_SCENE_MAX : WANG_MADE_COUNT;
    svStatus status = SV_OK;
    for (int i = 0; i < count && status == SV_OK; ++i) {
        result->sceneCount = i + 1; // one that failed is destroyed with the others
        status = Wang_MeasureScene(context, i, result, &result->scenes[i]);
    }
    return status;
}

static bool WriteJsonFile(const WangResult* result, const char* path) {
    Output output;
    if (!Output_Open(&output, path)) {
        return false;
    }
    Wang_WriteJson(result, output.stream);
    return Output_Close(&output);
}

static int Report(const WangResult* result, const PaperReport* report) {
    if (PaperReport_HasTables(report)) {
        Wang_PrintTables(result, stdout);
    }
    if ((report->json != NULL && !WriteJsonFile(result, report->json)) ||
        (report->csv != NULL && !Wang_WriteCsv(result, report->csv)) ||
        (report->html != NULL && !Wang_WritePage(result, report->html))) {
        return EXIT_TROUBLE;
    }
    return Wang_Violations(result) > 0 ? EXIT_FOUND : EXIT_CLEAN;
}

static int BenchWang(const Command* command, int argc, char** argv) {
    PaperReport report;
    int code;
    if (!PaperReport_Parse(&report, command, argc, argv, &code)) {
        return code;
    }
    svContext* context = Program_CreateContext();
    if (context == NULL) {
        return EXIT_TROUBLE;
    }
    WangResult result = {.quick = report.quick, .repeats = report.quick ? 3 : 4};
    (void)Progress_Begin("step", 1);
    const svStatus status = Measure(context, &result);
    Progress_End();
    code = Program_ExitCode(context, status);
    svContext_Destroy(context);
    if (code == EXIT_CLEAN) {
        code = Report(&result, &report);
    }
    for (int i = 0; i < result.sceneCount; ++i) {
        WangScene_Destroy(&result.scenes[i]);
    }
    return code;
}

const Command benchWang2018Command = {
    .name = "bench wang2018",
    .summary = "a paper's tables: enhanced dual cones",
    .usage = "[options]",
    .about =
        "Runs the experiments of T. Wang, M. Tang, Z. Wang and R. Tong, \"Accurate Self-Collision "
        "Detection Using Enhanced Dual-Cone Method\" (2018), on five scenes of its kind and size "
        "(selvage gen), on a flat and a folded sheet, and on the real scenes in the folder that "
        "SELVAGE_DATA names: contacts found and missed, speed-ups, times and traversal schemes of "
        "the methods that the paper compares, as printed, at an instant and over a step, on one "
        "thread; beside them Selvage without self-culling, with it, and automatic, stepped through "
        "the frames. The paper's figures stand beside ours.\n"
        "\n"
        "Most of the printed methods lose contacts; how many is told. At the end stands what holds "
        "and what does not. Exit code 1: Selvage, or another method that is safe, missed a "
        "contact. docs/papers.md says more.",
    .examples = "selvage bench wang2018\n"
                "selvage bench wang2018 --html wang2018.html --csv wang2018 --json=wang2018.json\n",
    .options = wangOptions,
    .optionCount = PAPER_OPTION_COUNT,
    .run = BenchWang,
};
