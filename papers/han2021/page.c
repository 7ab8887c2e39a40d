// Results of han2021 in, an HTML page with the paper's figures redrawn out.

#include "han2021.h"

#include "report/page.h"
#include "report/table.h"
#include "report/terminal.h"

#include <stdlib.h>

// The paper shows its second garment over time.
enum { SHOWN = 1 };

// The numbers 1, 2, 3, ... of the steps.
static double* StepNumbers(const HanScene* scene) {
    double* x = Terminal_Allocate((size_t)scene->stepCount + 1, sizeof(*x));
    for (uint32_t s = 0; s < scene->stepCount; ++s) {
        x[s] = s + 1;
    }
    return x;
}

// Figure 5: angles of one node over the steps.
static void ChartAngles(Page* page, const HanScene* scene, HanTree tree) {
    static const ConeForm forms[3] = {CONE_PROVOT, CONE_TIGHT, CONE_OPTIMAL};
    const HanArm* arm = &scene->arms[tree];
    double* y = Terminal_Allocate((size_t)3 * scene->stepCount + 1, sizeof(*y));
    double* x = StepNumbers(scene);
    ChartSeries series[3];
    for (int f = 0; f < 3; ++f) {
        double* values = y + (size_t)f * scene->stepCount;
        for (uint32_t s = 0; s < scene->stepCount; ++s) {
            values[s] = arm->steps[s].angles[forms[f]];
        }
        series[f] = (ChartSeries){
            .name = ConeForm_Name(forms[f]), .x = x, .y = values, .count = (int)scene->stepCount};
    }
    char title[160], caption[320];
    snprintf(title, sizeof(title), "Spread angle of a node of %u triangles, %s, tree of %s",
             arm->nodeTriangles, scene->name, HanTree_Name(tree));
    snprintf(caption, sizeof(caption),
             "Figure 5 of the paper: the cone of one node in the middle of the tree (level %u) "
             "over each step. A cone of 90 degrees (dashed) culls nothing.",
             arm->nodeDepth);
    const Chart chart = {.title = title,
                         .about = "Provot's cone is the widest, the tight one near the optimal.",
                         .xLabel = "step",
                         .yLabel = "spread angle in degrees",
                         .reference = 90,
                         .series = series,
                         .seriesCount = 3};
    Page_Chart(page, &chart, caption);
    free(x);
    free(y);
}

// Figure 6: pairs of triangles over the steps.
static void ChartPairs(Page* page, const HanScene* scene) {
    double* y = Terminal_Allocate((size_t)4 * scene->stepCount + 1, sizeof(*y));
    static const char* const names[2 * HAN_TREE_COUNT] = {"Provot, patches", "tight, patches",
                                                          "Provot, median", "tight, median"};
    double* x = StepNumbers(scene);
    ChartSeries series[4];
    for (int i = 0; i < 4; ++i) {
        const HanArm* arm = &scene->arms[i / MERGE_COUNT];
        double* values = y + (size_t)i * scene->stepCount;
        for (uint32_t s = 0; s < scene->stepCount; ++s) {
            values[s] = (double)arm->steps[s].pairs[i % MERGE_COUNT];
        }
        series[i] =
            (ChartSeries){.name = names[i], .x = x, .y = values, .count = (int)scene->stepCount};
    }
    char title[160];
    snprintf(title, sizeof(title), "Pairs of triangles tested, %s", scene->name);
    const Chart chart = {.title = title,
                         .about = "The tight merge leaves fewer pairs at every step.",
                         .xLabel = "step",
                         .yLabel = "pairs of triangles",
                         .series = series,
                         .seriesCount = 4};
    Page_Chart(page, &chart, "Figure 6 of the paper: the number of triangle pairs over time.");
    free(x);
    free(y);
}

// Bars, one group per garment or scene.
typedef struct Bars {
    const char* groups[HAN_SCENE_MAX];
    double y[4][HAN_SCENE_MAX];
    int count;
} Bars;

static void ChartTests(Page* page, const HanResult* result) {
    Bars bars = {.count = 0};
    for (int i = 0; i < result->sceneCount; ++i) {
        const HanScene* scene = &result->scenes[i];
        if (scene->paper == NULL || scene->stepCount == 0) {
            continue;
        }
        const double each = (double)scene->triangles * scene->stepCount;
        bars.groups[bars.count] = scene->name;
        for (int m = 0; m < MERGE_COUNT; ++m) {
            bars.y[2 * m][bars.count] = scene->paper->tests[m] / scene->paper->triangles;
            bars.y[2 * m + 1][bars.count] = (double)scene->arms[0].work[m].pairs / each;
        }
        ++bars.count;
    }
    const ChartSeries series[4] = {
        {.name = "Provot, paper", .y = bars.y[0], .count = bars.count, .color = 1, .paper = true},
        {.name = "Provot", .y = bars.y[1], .count = bars.count, .color = 1},
        {.name = "tight, paper", .y = bars.y[2], .count = bars.count, .color = 2, .paper = true},
        {.name = "tight", .y = bars.y[3], .count = bars.count, .color = 2},
    };
    const Chart chart = {.kind = CHART_BARS,
                         .title = "Pairs of triangles tested per step, per triangle of the mesh",
                         .yLabel = "pairs per triangle",
                         .series = series,
                         .seriesCount = 4,
                         .groups = bars.groups};
    Page_Chart(page, &chart,
               "Table 1 of the paper beside ours (trees of patches), divided by the number of "
               "triangles.");
}

static void ChartSaved(Page* page, const HanResult* result, bool time) {
    Bars bars = {.count = 0};
    for (int i = 0; i < result->sceneCount; ++i) {
        const HanScene* scene = &result->scenes[i];
        const HanPaper* paper = scene->paper;
        if (paper == NULL) {
            continue;
        }
        bars.groups[bars.count] = scene->name;
        bars.y[0][bars.count] =
            time ? Han_Saved(paper->build[0] + paper->detect[0], paper->build[1] + paper->detect[1])
                 : Han_Saved(paper->tests[0], paper->tests[1]);
        for (int t = 0; t < HAN_TREE_COUNT; ++t) {
            const HanArm* arm = &scene->arms[t];
            bars.y[1 + t][bars.count] = time ? HanArm_TimeSaved(arm) : HanArm_TestsSaved(arm);
        }
        ++bars.count;
    }
    const ChartSeries series[3] = {
        {.name = "paper", .y = bars.y[0], .count = bars.count, .paper = true, .color = 1},
        {.name = "patches", .y = bars.y[1], .count = bars.count, .color = 1},
        {.name = "median", .y = bars.y[2], .count = bars.count, .color = 2},
    };
    const Chart chart = {.kind = CHART_BARS,
                         .title = time ? "Time saved by the tight merge"
                                       : "Pairs of triangles saved by the tight merge",
                         .yLabel = "percent",
                         .series = series,
                         .seriesCount = 3,
                         .groups = bars.groups};
    Page_Chart(page, &chart,
               time ? "What Table 2 of the paper comes to, beside ours on both trees."
                    : "What Table 1 of the paper comes to, beside ours on both trees.");
}

static void ChartMeanAngles(Page* page, const HanResult* result) {
    static const ConeForm forms[3] = {CONE_PROVOT, CONE_TIGHT, CONE_OPTIMAL};
    Bars bars = {.count = result->sceneCount};
    ChartSeries series[3];
    for (int f = 0; f < 3; ++f) {
        for (int i = 0; i < result->sceneCount; ++i) {
            bars.groups[i] = result->scenes[i].name;
            bars.y[f][i] = ConeStats_Mean(&result->scenes[i].arms[0].step, forms[f]);
        }
        series[f] = (ChartSeries){
            .name = ConeForm_Name(forms[f]), .y = bars.y[f], .count = result->sceneCount};
    }
    const Chart chart = {.kind = CHART_BARS,
                         .title = "Mean spread angle over a step, trees of patches",
                         .yLabel = "degrees",
                         .series = series,
                         .seriesCount = 3,
                         .groups = bars.groups};
    Page_Chart(page, &chart,
               "All nodes of four triangles or more whose normals have a half-space.");
}

void Han_WritePage(const void* data, Page* page) {
    const HanResult* result = data;
    Page_Paragraph(page,
                   "D.-H. Han, C.-J. Lee, S. Lee and H.-S. Ko, \"Tight Normal Cone Merging for "
                   "Efficient Collision Detection of Thin Deformable Objects\", 2021. Its figures "
                   "and tables, made again on garments of the same kind and size. Columns and bars "
                   "of the paper are set apart.");
    Page_Section(page, "The garments");
    ScenePictures_AddToPage(&result->pictures, page,
                            "Each at its step with the most contacts, which are red.");
    Page_Section(page, "Spread angle of a node");
    for (int t = 0; t < HAN_TREE_COUNT; ++t) {
        ChartAngles(page, &result->scenes[SHOWN], (HanTree)t);
    }
    ChartMeanAngles(page, result);
    PaperTable_AddToPage(&hanTables[HAN_TABLE_ANGLES], result, page);
    Page_Section(page, "Is tight never wider?");
    PaperTable_AddToPage(&hanTables[HAN_TABLE_NODES], result, page);
    Page_Section(page, "Pairs of triangles");
    ChartPairs(page, &result->scenes[SHOWN]);
    ChartTests(page, result);
    ChartSaved(page, result, false);
    PaperTable_AddToPage(&hanTables[HAN_TABLE_TESTS], result, page);
    PaperTable_AddToPage(&hanTables[HAN_TABLE_PAIRS], result, page);
    Page_Section(page, "Time");
    ChartSaved(page, result, true);
    PaperTable_AddToPage(&hanTables[HAN_TABLE_TIMES], result, page);
    PaperTable_AddToPage(&hanTables[HAN_TABLE_FITS], result, page);
    Page_Section(page, "What is missed");
    PaperTable_AddToPage(&hanTables[HAN_TABLE_MISSED], result, page);
}
