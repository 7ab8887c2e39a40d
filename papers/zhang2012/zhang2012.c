// Figures 5 to 11 and Table 2 of the paper, with exact tests beside its methods.
//
// X. Zhang, Y. J. Kim, "Simple culling methods for continuous collision detection of deforming
// triangles", 2012.

#include "zhang2012.h"

svStatus Zhang_Measure(svContext* context, const PaperSettings* settings, void* data) {
    ZhangResult* result = data;
    result->quick = settings->quick;
    ScenePictures_Begin(&result->pictures, "zhang2012", settings);
    svStatus status = SV_OK;
    ZhangDistances_Measure(1000, result->quick ? 1 : 10, &result->distances);
    for (int place = 0; place < RANDOM_PLACE_COUNT && status == SV_OK; ++place) {
        status = Zhang_MeasureRates(result, (RandomPlace)place);
    }
    return status == SV_OK ? Zhang_MeasureScenes(context, result) : status;
}

static void DestroyZhang(void* data) {
    ZhangResult* result = data;
    ScenePictures_Destroy(&result->pictures);
}

static Picture DrawZhang(svContext* context, const void* data) {
    (void)context;
    const ZhangResult* result = data;
    return ScenePictures_Copy(&result->pictures, "balls");
}

const Paper zhang2012Paper = {
    .name = "zhang2012",
    .summary = "a paper's figures: culling before elementary tests",
    .citation = "X. Zhang, Y. J. Kim, \"Simple culling methods for continuous collision detection "
                "of deforming triangles\", 2012",
    .about =
        "Runs the experiments of X. Zhang and Y. J. Kim, \"Simple culling methods for continuous "
        "collision detection of deforming triangles\" (2012), on one thread: distances (Figs. 5, "
        "6), random pairs of triangles (Figs. 7, 8), cloth on a ball, a bursting mesh and many "
        "bodies (Figs. 9 to 11), by conservative advancement, by the cubic solver, with its "
        "culling sequence letter by letter, as meant and corrected, and by the exact tests of "
        "Selvage. The paper's figures stand beside ours.\n"
        "\n"
        "The sequence as printed loses contacts; the tables count them. Real scenes are measured "
        "too "
        "where the environment variable SELVAGE_DATA names their folder. Exit code 1: an exact "
        "test, or the corrected sequence, missed a contact. papers/README.md says more.",
    .examples = "\n"
                "--html zhang2012.html --csv zhang2012 --json=zhang2012.json\n",
    .csvHelp = "write figures5and6.csv, figures7and8.csv and figures9to11.csv there",
    .quickHelp = "few pairs, once, no real scenes: for tests",
    .real = true,
    .unit = "experiment",
    .seconds = 30,
    .resultSize = sizeof(ZhangResult),
    .measure = Zhang_Measure,
    .destroy = DestroyZhang,
    .tellHead = Zhang_TellHead,
    .tables = zhangTables,
    .tableCount = ZHANG_TABLE_COUNT,
    .conclude = Zhang_Conclude,
    .judge = Zhang_Judge,
    .writeJson = Zhang_WriteJson,
    .writeCsv = Zhang_WriteCsv,
    .pageTitle = "zhang2012: culling before elementary tests",
    .tellLead = Zhang_TellLead,
    .writePage = Zhang_WritePage,
    .draw = DrawZhang,
    .pictureAlt = "bodies that collide, with the faces in contact in red",
    .violations = Zhang_Violations,
};
