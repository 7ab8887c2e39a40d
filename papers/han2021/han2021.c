// selvage bench han2021: Figures 5 and 6 and Tables 1 and 2 of the paper.
//
// D.-H. Han, C.-J. Lee, S. Lee, H.-S. Ko, "Tight Normal Cone Merging for Efficient Collision
// Detection of Thin Deformable Objects", 2021.

#include "han2021.h"

#include "papers/paper.h"
#include "report/output.h"
#include "report/program.h"
#include "report/progress.h"
#include "tool/command.h"

static const Option hanOptions[PAPER_OPTION_COUNT] = {
    [PAPER_JSON] = {"json", OPTION_MAYBE, "NAME.json",
                    "the result as JSON: on stdout in place of the tables, or into that file "
                    "(--json=FILE: any name)"},
    [PAPER_CSV] = {"csv", OPTION_ONE, "DIR", "write steps.csv, methods.csv and angles.csv there"},
    [PAPER_HTML] = {"html", OPTION_ONE, "FILE", "write a page with the figures and tables"},
    [PAPER_QUICK] = {"quick", OPTION_FLAG, NULL,
                     "small garments, few steps, no real scenes: for tests"},
};

const HanPaper hanPaper[HAN_GARMENT_COUNT] = {
    {"Ensemble 1", "ensemble1", 18920, {39997.78, 30795.03}, {3.03, 3.67}, {17.17, 12.72}},
    {"Ensemble 2", "ensemble2", 34877, {87607.41, 60140.21}, {8.52, 11.86}, {37.77, 22.10}},
    {"Onepiece 1", "onepiece1", 20849, {50518.85, 39499.42}, {3.96, 4.61}, {18.01, 14.29}},
    {"Onepiece 2", "onepiece2", 61949, {165412.73, 122977.72}, {11.93, 14.06}, {62.69, 48.33}},
};

static svStatus Measure(svContext* context, HanResult* result) {
    const bool real = !result->quick && DataScene_Available();
    const int count = real ? HAN_SCENE_MAX : HAN_GARMENT_COUNT;
    svStatus status = SV_OK;
    for (int i = 0; i < count && status == SV_OK; ++i) {
        result->sceneCount = i + 1; // one that failed is destroyed with the others
        status = Han_MeasureScene(context, i, result, &result->scenes[i]);
    }
    return status;
}

static bool WriteJsonFile(const HanResult* result, const char* path) {
    Output output;
    if (!Output_Open(&output, path)) {
        return false;
    }
    Han_WriteJson(result, output.stream);
    return Output_Close(&output);
}

static int Report(const HanResult* result, const PaperReport* report) {
    if (PaperReport_HasTables(report)) {
        Han_PrintTables(result, stdout);
    }
    if ((report->json != NULL && !WriteJsonFile(result, report->json)) ||
        (report->csv != NULL && !Han_WriteCsv(result, report->csv)) ||
        (report->html != NULL && !Han_WritePage(result, report->html))) {
        return EXIT_TROUBLE;
    }
    return Han_Violations(result) > 0 ? EXIT_FOUND : EXIT_CLEAN;
}

static int BenchHan(const Command* command, int argc, char** argv) {
    PaperReport report;
    int code;
    if (!PaperReport_Parse(&report, command, argc, argv, &code)) {
        return code;
    }
    svContext* context = Program_CreateContext();
    if (context == NULL) {
        return EXIT_TROUBLE;
    }
    HanResult result = {.quick = report.quick, .repeats = report.quick ? 1 : 3};
    (void)Progress_Begin("step", 1);
    const svStatus status = Measure(context, &result);
    Progress_End();
    code = Program_ExitCode(context, status);
    svContext_Destroy(context);
    if (code == EXIT_CLEAN) {
        code = Report(&result, &report);
    }
    for (int i = 0; i < result.sceneCount; ++i) {
        HanScene_Destroy(&result.scenes[i]);
    }
    return code;
}

const Command benchHan2021Command = {
    .name = "bench han2021",
    .summary = "a paper's tables: tight normal cones",
    .usage = "[options]",
    .about =
        "Runs the experiments of D.-H. Han, C.-J. Lee, S. Lee and H.-S. Ko, \"Tight Normal Cone "
        "Merging for Efficient Collision Detection of Thin Deformable Objects\" (2021), on four "
        "garments of its kind and size (selvage gen), and on the real scenes in the folder that "
        "SELVAGE_DATA names: spread angles of cones merged as Provot does, tightly and optimally, "
        "pairs of triangles tested, times. The paper's tables stand beside ours.\n"
        "\n"
        "Checked at every node of every step: the tight merge of two cones is not wider than "
        "Provot's of the same two. Exit code 1: it is, or a safe method missed a contact. "
        "docs/papers.md says more.",
    .examples = "selvage bench han2021\n"
                "selvage bench han2021 --html han2021.html --csv han2021 --json=han2021.json\n",
    .options = hanOptions,
    .optionCount = PAPER_OPTION_COUNT,
    .run = BenchHan,
};
