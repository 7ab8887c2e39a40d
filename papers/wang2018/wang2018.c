// Figures 10 to 13 of the paper.
//
// T. Wang, M. Tang, Z. Wang, R. Tong, "Accurate Self-Collision Detection Using Enhanced Dual-Cone
// Method", 2018.

#include "wang2018.h"

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

svStatus Wang_Measure(svContext* context, const PaperSettings* settings, void* data) {
    WangResult* result = data;
    result->quick = settings->quick;
    result->repeats = settings->quick ? 3 : 4;
    ScenePictures_Begin(&result->pictures, "wang2018", settings);
    const bool real = !result->quick && DataScene_Available();
    const int count = real ? WANG_SCENE_MAX : WANG_MADE_COUNT;
    svStatus status = SV_OK;
    for (int i = 0; i < count && status == SV_OK; ++i) {
        result->sceneCount = i + 1; // one that failed is destroyed with the others
        status = Wang_MeasureScene(context, i, result, &result->scenes[i], &result->pictures);
    }
    return status;
}

void Wang_Destroy(void* data) {
    WangResult* result = data;
    for (int i = 0; i < result->sceneCount; ++i) {
        WangScene_Destroy(&result->scenes[i]);
    }
    ScenePictures_Destroy(&result->pictures);
}

static Picture DrawWang(svContext* context, const void* data) {
    (void)context;
    const WangResult* result = data;
    return ScenePictures_Copy(&result->pictures, "flamenco");
}

const Paper wang2018Paper = {
    .name = "wang2018",
    .summary = "a paper's tables: enhanced dual cones",
    .citation = "T. Wang, M. Tang, Z. Wang, R. Tong, \"Accurate Self-Collision Detection Using "
                "Enhanced Dual-Cone Method\", 2018",
    .about =
        "Runs the experiments of T. Wang, M. Tang, Z. Wang and R. Tong, \"Accurate Self-Collision "
        "Detection Using Enhanced Dual-Cone Method\" (2018), on five scenes of its kind and size "
        "(selvage gen), on a flat and a folded sheet, and on the real scenes in the folder that "
        "SELVAGE_DATA names: contacts found and missed, speed-ups, times and traversal schemes of "
        "the methods that the paper compares, as printed, at an instant and over a step, on one "
        "thread; beside them Selvage without self-culling, with it, and automatic, stepped through "
        "the frames. The paper's figures stand beside ours.\n"
        "\n"
        "Most of the printed methods lose contacts; the tables count them. At the end stands which "
        "claims hold. Exit code 1: Selvage, or another method that is safe, missed a contact. "
        "papers/README.md says more.",
    .examples = "\n"
                "--html wang2018.html --csv wang2018 --json=wang2018.json\n",
    .csvHelp = "write methods.csv, scenes.csv and steps.csv there",
    .quickHelp = "small scenes, few steps, no real scenes: for tests",
    .real = true,
    .unit = "step",
    .seconds = 155,
    .resultSize = sizeof(WangResult),
    .measure = Wang_Measure,
    .destroy = Wang_Destroy,
    .tellHead = Wang_TellHead,
    .tables = wangTables,
    .tableCount = WANG_TABLE_COUNT,
    .conclude = Wang_Conclude,
    .judge = Wang_JudgeClaims,
    .writeJson = Wang_WriteJson,
    .writeCsv = Wang_WriteCsv,
    .pageTitle = "wang2018: enhanced dual cones",
    .tellLead = Wang_TellLead,
    .writePage = Wang_WritePage,
    .draw = DrawWang,
    .pictureAlt = "a dancer's dress, with the faces in contact in red",
    .violations = Wang_Violations,
};
