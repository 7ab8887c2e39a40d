// Results of wang2018 in, an HTML page with the paper's figures redrawn out.

#include "wang2018.h"

#include "report/page.h"
#include "report/table.h"
#include "report/terminal.h"

#include <math.h>
#include <stdlib.h>

static const char* const kindNames[WANG_KIND_COUNT] = {"at an instant", "over a step"};

// Bars, one group per scene.
typedef struct Bars {
    const char* groups[WANG_SCENE_MAX];
    double y[6][WANG_SCENE_MAX];
    int count;
} Bars;

// Figure 10: contacts missed in percent, by the paper's dual cone and by our implementations.
static void ChartMissed(Page* page, const WangResult* result, WangKind kind) {
    static const int methods[5] = {WANG_CONTOUR, WANG_DUAL, WANG_INTERNAL, WANG_ENHANCED,
                                   WANG_TIGHT};
    Bars bars = {.count = result->sceneCount};
    ChartSeries series[6];
    for (int i = 0; i < result->sceneCount; ++i) {
        const WangScene* scene = &result->scenes[i];
        const double contacts = (double)Wang_LabContacts(scene, kind);
        uint64_t paper = 0, paperMissed = 0;
        for (int c = WangKind_First(kind); c < WangKind_End(kind) && scene->paper != NULL; ++c) {
            paper += scene->paper->contacts[c];
            paperMissed += scene->paper->missed[c];
        }
        bars.groups[i] = scene->name;
        bars.y[0][i] = paper > 0 ? 100 * (double)paperMissed / (double)paper : (double)NAN;
        for (int m = 0; m < 5; ++m) {
            const double missed = (double)WangWork_Missed(&scene->work[kind][methods[m]], kind);
            bars.y[1 + m][i] = contacts > 0 ? 100 * missed / contacts : (double)NAN;
        }
    }
    series[0] = (ChartSeries){
        .name = "dual cone, paper", .y = bars.y[0], .count = bars.count, .color = 2, .paper = true};
    for (int m = 0; m < 5; ++m) {
        series[1 + m] = (ChartSeries){.name = WangMethod_Name(methods[m], kind == WANG_CONTINUOUS),
                                      .y = bars.y[1 + m],
                                      .count = bars.count,
                                      .color = 1 + m};
    }
    char title[120];
    snprintf(title, sizeof(title), "Contacts missed %s", kindNames[kind]);
    const Chart chart = {.kind = CHART_BARS,
                         .title = title,
                         .about = "Methods as printed lose contacts; AABB only, the corrected "
                                  "patch test and Selvage lose none.",
                         .yLabel = "percent of the contacts",
                         .logY = true,
                         .series = series,
                         .seriesCount = 6,
                         .groups = bars.groups};
    Page_Chart(page, &chart,
               "Figure 10 of the paper. There is no bar where nothing is missed: AABB only, the "
               "corrected patch test and Selvage have none anywhere.");
}

// Figure 11: the enhanced dual cone, the paper's and our implementation.
static void ChartLabSpeedups(Page* page, const WangResult* result, WangKind kind) {
    Bars bars = {.count = 0};
    for (int i = 0; i < result->sceneCount; ++i) {
        const WangScene* scene = &result->scenes[i];
        if (scene->paper == NULL) {
            continue;
        }
        const int n = bars.count++;
        bars.groups[n] = scene->name;
        bars.y[0][n] = scene->paper->speedups[kind][WANG_OVER_CONTOUR];
        bars.y[1][n] = WangScene_LabSpeedup(scene, kind, WANG_CONTOUR, WANG_ENHANCED);
        bars.y[2][n] = scene->paper->speedups[kind][WANG_OVER_BOXES];
        bars.y[3][n] = WangScene_LabSpeedup(scene, kind, WANG_AABB, WANG_ENHANCED);
    }
    const char* contour[2] = {kind == WANG_DISCRETE ? "over NCT, paper" : "over CBC, paper",
                              kind == WANG_DISCRETE ? "over NCT" : "over CBC"};
    const ChartSeries series[4] = {
        {.name = contour[0], .y = bars.y[0], .count = bars.count, .color = 1, .paper = true},
        {.name = contour[1], .y = bars.y[1], .count = bars.count, .color = 1},
        {.name = "over AABB, paper",
         .y = bars.y[2],
         .count = bars.count,
         .color = 2,
         .paper = true},
        {.name = "over AABB", .y = bars.y[3], .count = bars.count, .color = 2},
    };
    char title[120];
    snprintf(title, sizeof(title), "Enhanced dual cone %s: speed-up", kindNames[kind]);
    const Chart chart = {.kind = CHART_BARS,
                         .title = title,
                         .yLabel = "times as fast",
                         .reference = 1,
                         .series = series,
                         .seriesCount = 4,
                         .groups = bars.groups};
    Page_Chart(page, &chart, "Figure 11 of the paper beside our implementation.");
}

// Figure 11 for the library.
static void ChartOwnSpeedups(Page* page, const WangResult* result, WangKind kind) {
    static const WangArm arms[4] = {WANG_AUTO, WANG_ON, WANG_MEDIAN_AUTO, WANG_AGAIN};
    Bars bars = {.count = result->sceneCount};
    ChartSeries series[5];
    for (int i = 0; i < result->sceneCount; ++i) {
        const WangScene* scene = &result->scenes[i];
        bars.groups[i] = scene->name;
        bars.y[0][i] =
            scene->paper != NULL ? scene->paper->speedups[kind][WANG_OVER_BOXES] : (double)NAN;
        for (int a = 0; a < 4; ++a) {
            bars.y[1 + a][i] = WangScene_ArmSpeedup(scene, kind, WANG_OFF, arms[a]);
        }
    }
    series[0] = (ChartSeries){
        .name = "paper, over AABB", .y = bars.y[0], .count = bars.count, .color = 5, .paper = true};
    for (int a = 0; a < 4; ++a) {
        series[1 + a] = (ChartSeries){
            .name = WangArm_Name(arms[a]), .y = bars.y[1 + a], .count = bars.count, .color = 1 + a};
    }
    char title[120];
    snprintf(title, sizeof(title), "Selvage with self-culling over without, %s", kindNames[kind]);
    const Chart chart = {.kind = CHART_BARS,
                         .title = title,
                         .yLabel = "times as fast",
                         .reference = 1,
                         .series = series,
                         .seriesCount = 5,
                         .groups = bars.groups};
    Page_Chart(page, &chart,
               "The same comparison within the library, on a running scene; without self-culling "
               "and with a tree by median is 1.");
}

// Figure 12: mean times.
static void ChartTimes(Page* page, const WangResult* result, WangKind kind) {
    static const int methods[4] = {WANG_ENHANCED, WANG_DUAL, WANG_INTERNAL, WANG_PATCH};
    Bars bars = {.count = result->sceneCount};
    ChartSeries series[5];
    for (int i = 0; i < result->sceneCount; ++i) {
        const WangScene* scene = &result->scenes[i];
        const double each = 1e3 / (scene->labSteps > 0 ? scene->labSteps : 1);
        bars.groups[i] = scene->name;
        for (int m = 0; m < 4; ++m) {
            bars.y[m][i] = each * scene->work[kind][methods[m]].seconds;
        }
        const uint32_t timed = scene->timedSteps[kind];
        bars.y[4][i] = 1e3 * scene->sums[kind][WANG_AUTO].seconds / (timed > 0 ? timed : 1);
    }
    for (int m = 0; m < 5; ++m) {
        series[m] = (ChartSeries){
            .name = m < 4 ? WangMethod_Name(methods[m], kind == WANG_CONTINUOUS) : "Selvage",
            .y = bars.y[m],
            .count = bars.count,
            .color = 1 + m};
    }
    char title[120];
    snprintf(title, sizeof(title), "Milliseconds per step, %s", kindNames[kind]);
    const Chart chart = {.kind = CHART_BARS,
                         .title = title,
                         .yLabel = "milliseconds",
                         .logY = true,
                         .series = series,
                         .seriesCount = 5,
                         .groups = bars.groups};
    Page_Chart(page, &chart,
               "Figure 12 of the paper: our implementations with the exact tests on top, "
               "the corrected one among them, and Selvage.");
}

// Figure 13: extra tests of the simple traversal, in percent of the paper's.
static void ChartSchemes(Page* page, const WangResult* result) {
    Bars bars = {.count = result->sceneCount};
    for (int i = 0; i < result->sceneCount; ++i) {
        const WangScene* scene = &result->scenes[i];
        const WangWork *simple = &scene->work[WANG_CONTINUOUS][WANG_CRITERIA],
                       *ten = &scene->work[WANG_CONTINUOUS][WANG_ENHANCED];
        bars.groups[i] = scene->name;
        bars.y[0][i] =
            100 * Wang_Speedup((double)simple->cull.selfTests, (double)ten->cull.selfTests) - 100;
        bars.y[1][i] =
            100 * Wang_Speedup((double)simple->cull.interTests, (double)ten->cull.interTests) - 100;
    }
    const ChartSeries series[2] = {
        {.name = "nodes with themselves", .y = bars.y[0], .count = bars.count},
        {.name = "two nodes", .y = bars.y[1], .count = bars.count},
    };
    const Chart chart = {.kind = CHART_BARS,
                         .title = "Tests that the simple traversal makes more, over a step",
                         .yLabel = "percent of the paper's scheme",
                         .series = series,
                         .seriesCount = 2,
                         .groups = bars.groups};
    Page_Chart(page, &chart,
               "Figure 13 of the paper, as shares: it prints counts, which stand in the table.");
}

// A line of ChartRun: percent of the leaves that are culled, or the speed-up of timed steps.
static int FillRun(const WangScene* scene, WangKind kind, bool apart, double* x, double* y) {
    int count = 0;
    for (uint32_t s = 0; s < scene->stepCount; ++s) {
        const WangStep* step = &scene->steps[s];
        const double* seconds = step->seconds[kind];
        const double value = apart ? 100 * step->apart[kind][WANG_AUTO]
                                   : Wang_Speedup(seconds[WANG_OFF], seconds[WANG_AUTO]);
        if (apart || !isnan(seconds[WANG_OFF])) {
            x[count] = s + 1;
            y[count++] = value;
        }
    }
    return count;
}

// Automatic self-culling over the steps of the longer scenes.
static void ChartRun(Page* page, const WangResult* result, WangKind kind, bool apart) {
    double* values[CHART_COLORS][2];
    ChartSeries series[CHART_COLORS];
    int count = 0;
    for (int i = 0; i < result->sceneCount && count < CHART_COLORS; ++i) {
        const WangScene* scene = &result->scenes[i];
        for (int k = 0; k < 2; ++k) {
            values[count][k] = Terminal_Allocate((size_t)scene->stepCount + 1, sizeof(double));
        }
        const int points = FillRun(scene, kind, apart, values[count][0], values[count][1]);
        series[count] = (ChartSeries){.name = scene->name,
                                      .x = values[count][0],
                                      .y = values[count][1],
                                      .count = points,
                                      .marked = !apart};
        ++count;
    }
    char title[120];
    snprintf(title, sizeof(title), "Automatic self-culling %s: %s", kindNames[kind],
             apart ? "leaves culled" : "speed-up by step");
    const Chart chart = {.title = title,
                         .xLabel = "step",
                         .yLabel = apart ? "percent of the leaves" : "times as fast as without",
                         .reference = apart ? 0 : 1,
                         .series = series,
                         .seriesCount = count};
    Page_Chart(page, &chart,
               apart
                   ? "Leaves in subtrees proven free of self-collision; none where the BVH is new."
                   : "The least of the queries at each timed step, without over with.");
    for (int i = 0; i < 2 * count; ++i) {
        free(values[i / 2][i % 2]);
    }
}

static void AddVerdicts(Page* page, const WangResult* result) {
    WangVerdict verdicts[WANG_VERDICT_MAX];
    char text[500];
    const int count = Wang_Judge(result, verdicts);
    for (int i = 0; i < count; ++i) {
        snprintf(text, sizeof(text), "%s: %s", verdicts[i].holds ? "Holds" : "Does not hold",
                 verdicts[i].text);
        Page_Paragraph(page, text);
    }
}

void Wang_TellLead(const void* result, char* text, size_t room) {
    (void)result;
    snprintf(text, room, "%s",
             "T. Wang, M. Tang, Z. Wang and R. Tong, \"Accurate self-collision detection "
             "using enhanced dual-cone method\", 2018. Its figures, made again on scenes of "
             "the same kind and size, and what Selvage does in its place. Columns and bars "
             "of the paper are set apart.");
}

void Wang_WritePage(const void* data, Page* page) {
    const WangResult* result = data;
    Page_Section(page, "What holds of Selvage, and what does not");
    AddVerdicts(page, result);
    Page_Section(page, "Contacts found and missed");
    ScenePictures_AddToPage(&result->pictures, page,
                            "The scenes, each at its step with the most contacts, which are red.");
    ChartMissed(page, result, WANG_DISCRETE);
    ChartMissed(page, result, WANG_CONTINUOUS);
    PaperTable_AddToPage(&wangTables[WANG_TABLE_CONTACTS], result, page);
    PaperTable_AddToPage(&wangTables[WANG_TABLE_METHODS], result, page);
    Page_Section(page, "Speed-ups");
    for (int k = 0; k < WANG_KIND_COUNT; ++k) {
        ChartLabSpeedups(page, result, (WangKind)k);
    }
    for (int k = 0; k < WANG_KIND_COUNT; ++k) {
        ChartOwnSpeedups(page, result, (WangKind)k);
    }
    PaperTable_AddToPage(&wangTables[WANG_TABLE_SPEEDUPS], result, page);
    Page_Section(page, "Selvage on a running scene");
    ChartRun(page, result, WANG_CONTINUOUS, true);
    ChartRun(page, result, WANG_CONTINUOUS, false);
    PaperTable_AddToPage(&wangTables[WANG_TABLE_OWN], result, page);
    PaperTable_AddToPage(&wangTables[WANG_TABLE_COUNTS], result, page);
    Page_Section(page, "Times");
    for (int k = 0; k < WANG_KIND_COUNT; ++k) {
        ChartTimes(page, result, (WangKind)k);
    }
    PaperTable_AddToPage(&wangTables[WANG_TABLE_TIMES], result, page);
    Page_Section(page, "Traversal schemes");
    ChartSchemes(page, result);
    PaperTable_AddToPage(&wangTables[WANG_TABLE_SCHEMES], result, page);
}
