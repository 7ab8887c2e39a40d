// Figures 5 and 6 and Tables 1 and 2 of the paper.
//
// D.-H. Han, C.-J. Lee, S. Lee, H.-S. Ko, "Tight Normal Cone Merging for Efficient Collision
// Detection of Thin Deformable Objects", 2021.

#include "han2021.h"

const HanPaper hanPaper[HAN_GARMENT_COUNT] = {
    {"Ensemble 1", "ensemble1", 18920, {39997.78, 30795.03}, {3.03, 3.67}, {17.17, 12.72}},
    {"Ensemble 2", "ensemble2", 34877, {87607.41, 60140.21}, {8.52, 11.86}, {37.77, 22.10}},
    {"Onepiece 1", "onepiece1", 20849, {50518.85, 39499.42}, {3.96, 4.61}, {18.01, 14.29}},
    {"Onepiece 2", "onepiece2", 61949, {165412.73, 122977.72}, {11.93, 14.06}, {62.69, 48.33}},
};

svStatus Han_Measure(svContext* context, const PaperSettings* settings, void* data) {
    HanResult* result = data;
    result->quick = settings->quick;
    result->repeats = settings->quick ? 1 : 3;
    ScenePictures_Begin(&result->pictures, "han2021", settings);
    const bool real = !result->quick && DataScene_Available();
    const int count = real ? HAN_SCENE_MAX : HAN_GARMENT_COUNT;
    svStatus status = SV_OK;
    for (int i = 0; i < count && status == SV_OK; ++i) {
        result->sceneCount = i + 1; // one that failed is destroyed with the others
        status = Han_MeasureScene(context, i, result, &result->scenes[i], &result->pictures);
    }
    return status;
}

void Han_Destroy(void* data) {
    HanResult* result = data;
    for (int i = 0; i < result->sceneCount; ++i) {
        HanScene_Destroy(&result->scenes[i]);
    }
    ScenePictures_Destroy(&result->pictures);
}

static Picture DrawHan(svContext* context, const void* data) {
    (void)context;
    const HanResult* result = data;
    return ScenePictures_Copy(&result->pictures, "onepiece2");
}

const Paper han2021Paper = {
    .name = "han2021",
    .summary = "a paper's tables: tight normal cones",
    .citation = "D.-H. Han, C.-J. Lee, S. Lee, H.-S. Ko, \"Tight Normal Cone Merging for Efficient "
                "Collision Detection of Thin Deformable Objects\", 2021",
    .about =
        "Runs the experiments of D.-H. Han, C.-J. Lee, S. Lee and H.-S. Ko, \"Tight Normal Cone "
        "Merging for Efficient Collision Detection of Thin Deformable Objects\" (2021), on four "
        "garments of its kind and size (selvage gen), and on the real scenes in the folder that "
        "SELVAGE_DATA names: spread angles of cones merged as Provot does, tightly and optimally, "
        "pairs of triangles tested, times. The paper's tables stand beside ours.\n"
        "\n"
        "Checked at every node of every step: the tight merge of two cones is not wider than "
        "Provot's of the same two. Exit code 1: it is, or a safe method missed a contact. "
        "papers/README.md says more.",
    .examples = "\n"
                "--html han2021.html --csv han2021 --json=han2021.json\n",
    .csvHelp = "write steps.csv, methods.csv and angles.csv there",
    .quickHelp = "small garments, few steps, no real scenes: for tests",
    .real = true,
    .unit = "step",
    .seconds = 110,
    .resultSize = sizeof(HanResult),
    .measure = Han_Measure,
    .destroy = Han_Destroy,
    .tellHead = Han_TellHead,
    .tables = hanTables,
    .tableCount = HAN_TABLE_COUNT,
    .conclude = Han_Conclude,
    .judge = Han_Judge,
    .writeJson = Han_WriteJson,
    .writeCsv = Han_WriteCsv,
    .pageTitle = "han2021: tight normal cones",
    .tellLead = Han_TellLead,
    .writePage = Han_WritePage,
    .draw = DrawHan,
    .pictureAlt = "a dress in folds, with the faces in contact in red",
    .violations = Han_Violations,
};
