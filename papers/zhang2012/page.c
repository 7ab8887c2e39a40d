// Results of zhang2012 in, an HTML page with the paper's figures redrawn out.

#include "zhang2012.h"

#include "report/page.h"
#include "report/table.h"

#include <math.h>

// The methods drawn; more lines would overlap.
static const ZhangMethod drawn[CHART_COLORS] = {ZHANG_CA,         ZHANG_TRIANGLE_CA,  ZHANG_CUBIC,
                                                ZHANG_PRINTED_CA, ZHANG_CORRECTED_CA, ZHANG_BATCH};

// Over the sequence as printed, of conservative advancement, of triangles with it, of cubics: on
// random pairs that do not collide ("5-6" is taken as 5.5), and where 95 percent do not.
enum { PAPER_RATIOS = 3 };
static const double paperRatios[2][PAPER_RATIOS] = {{30, 5.5, 20}, {7, 2, 6}};

// The paper tells ratios only: in place of its times, `ratio` times what ours took of the same.
static ChartSeries PaperOver(double ratio, const double* ours, int count, double* y) {
    for (int i = 0; i < count; ++i) {
        y[i] = ratio * ours[i];
    }
    return (ChartSeries){.y = y, .count = count, .paper = true};
}

// The cheapest distance of Figure 5, and of Figure 6, at its least: one value for all draws.
static void FillLeast(const double* ns, double* least) {
    double value = ns[0];
    for (int i = 1; i < ZHANG_DRAWS; ++i) {
        value = fmin(value, ns[i]);
    }
    for (int i = 0; i < ZHANG_DRAWS; ++i) {
        least[i] = value;
    }
}

static void DrawDistances(Page* page, const ZhangResult* result) {
    static const ZhangDistance groups[2][3] = {{ZHANG_PLANE_GIVEN, ZHANG_PLANE, ZHANG_FACE},
                                               {ZHANG_LINE, ZHANG_EDGE, ZHANG_EDGE}};
    static const char* const titles[2] = {"Plane-vertex and face-vertex",
                                          "Line-line and edge-edge"};
    static const double ratios[2][2] = {{9.6, 0}, {1.7, 3.0}};
    static const char* const names[2] = {"paper: 9.6 times", "paper: 1.7 to 3.0 times"};
    static const char* const captions[2] = {
        "Figure 5, redrawn. The paper: face-vertex costs 9.6 times plane-vertex; drawn over our "
        "least.",
        "Figure 6, redrawn. The paper: edge-edge costs 1.7 to 3.0 times line-line; drawn over our "
        "least."};
    for (int g = 0; g < 2; ++g) {
        double least[ZHANG_DRAWS], y[2][ZHANG_DRAWS];
        ChartSeries series[4];
        int count = g == 0 ? 3 : 2;
        for (int i = 0; i < count; ++i) {
            const ZhangDistance d = groups[g][i];
            series[i] = (ChartSeries){.name = ZhangDistance_Name(d),
                                      .y = result->distances.ns[d],
                                      .count = ZHANG_DRAWS,
                                      .marked = true};
        }
        FillLeast(result->distances.ns[groups[g][0]], least);
        for (int r = 0; r < 2 && ratios[g][r] > 0; ++r, ++count) {
            series[count] = PaperOver(ratios[g][r], least, ZHANG_DRAWS, y[r]);
            series[count].name = r == 0 ? names[g] : NULL;
            series[count].color = CHART_COLORS;
        }
        const Chart chart = {.kind = CHART_LINES,
                             .title = titles[g],
                             .about = "Cost of a distance over draws of 1,000 configurations each.",
                             .xLabel = "draw of 1,000 random configurations",
                             .yLabel = "ns a distance",
                             .series = series,
                             .seriesCount = count};
        Page_Chart(page, &chart, captions[g]);
    }
}

static void DrawFigure7(Page* page, const ZhangResult* result) {
    const ZhangRun* run = &result->rates[RANDOM_ANYWHERE][ZHANG_RATE_100];
    const ZhangRun* boxes = &result->rates[RANDOM_BOXES][ZHANG_RATE_100];
    // Short names below the bars; the table has the full ones, in this order.
    static const char* const groups[ZHANG_METHOD_COUNT] = {
        "CA",           "triangle CA", "cubic",  "literal",       "printed",   "corrected",
        "corr., cubic", "features",    "single", "feature block", "pair block"};
    double paper[ZHANG_METHOD_COUNT];
    for (int m = 0; m < ZHANG_METHOD_COUNT; ++m) {
        paper[m] = m < PAPER_RATIOS ? paperRatios[0][m] * run->ns[ZHANG_PRINTED_CA] : (double)NAN;
    }
    const ChartSeries series[3] = {
        {.name = "paper (times ours of \"printed\")",
         .y = paper,
         .count = ZHANG_METHOD_COUNT,
         .color = 1,
         .paper = true},
        {.name = "anywhere", .y = run->ns, .count = ZHANG_METHOD_COUNT, .color = 1},
        {.name = "boxes overlap", .y = boxes->ns, .count = ZHANG_METHOD_COUNT, .color = 2}};
    const Chart chart = {.kind = CHART_BARS,
                         .title = "1,000 random pairs of triangles that do not collide",
                         .about = "Nanoseconds a pair for each method, on a logarithmic axis.",
                         .yLabel = "ns a pair",
                         .logY = true,
                         .series = series,
                         .seriesCount = 3,
                         .groups = groups};
    Page_Chart(page, &chart,
               "Figure 7, redrawn. The paper: its sequence is 30 times as fast as CA, 5 to 6 times "
               "as triangle CA, 20 times as the cubic solver.");
}

static void DrawFigure8(Page* page, const ZhangResult* result, RandomPlace place) {
    double x[ZHANG_RATES], y[CHART_COLORS][ZHANG_RATES], paper[PAPER_RATIOS];
    ChartSeries series[CHART_COLORS + PAPER_RATIOS];
    int count = CHART_COLORS;
    for (int i = 0; i < ZHANG_RATES; ++i) {
        x[i] = 100 * Zhang_Rate(i);
    }
    for (int s = 0; s < CHART_COLORS; ++s) {
        for (int i = 0; i < ZHANG_RATES; ++i) {
            y[s][i] = result->rates[place][i].ns[drawn[s]];
        }
        series[s] = (ChartSeries){.name = ZhangMethod_Name(drawn[s]),
                                  .x = x,
                                  .y = y[s],
                                  .count = ZHANG_RATES,
                                  .marked = true};
    }
    for (int r = 0; r < PAPER_RATIOS && place == RANDOM_ANYWHERE; ++r, ++count) {
        const double* ours = &result->rates[place][ZHANG_RATE_95].ns[ZHANG_PRINTED_CA];
        series[count] = PaperOver(paperRatios[1][r], ours, 1, &paper[r]);
        series[count].x = &x[ZHANG_RATE_95];
        series[count].name = r == 0 ? "paper, same colours" : NULL;
        series[count].color = 1 + r;
    }
    const Chart chart = {.kind = CHART_LINES,
                         .title = place == RANDOM_ANYWHERE
                                      ? "Cost and false positives, triangles anywhere"
                                      : "Cost and false positives, boxes overlap",
                         .about = "Nanoseconds a pair over the share of pairs that do not collide.",
                         .xLabel = "pairs that do not collide, %",
                         .yLabel = "ns a pair",
                         .logY = true,
                         .series = series,
                         .seriesCount = count};
    Page_Chart(page, &chart,
               place == RANDOM_ANYWHERE
                   ? "Figure 8, redrawn. The paper at 95 %: 7, 2 and 6 times as fast as CA, "
                     "triangle CA and the cubic solver."
                   : "The same for pairs that a broad phase would leave.");
}

static void DrawScene(Page* page, const ZhangScene* scene) {
    double x[ZHANG_MAX_STEPS], y[CHART_COLORS][ZHANG_MAX_STEPS];
    double printed[ZHANG_MAX_STEPS], paper[PAPER_RATIOS][ZHANG_MAX_STEPS];
    ChartSeries series[CHART_COLORS + PAPER_RATIOS];
    char title[96], caption[240];
    for (int i = 0; i < scene->stepCount; ++i) {
        x[i] = scene->numbers[i];
        printed[i] = scene->steps[i].ns[ZHANG_PRINTED_CA];
        for (int s = 0; s < CHART_COLORS; ++s) {
            y[s][i] = scene->steps[i].ns[drawn[s]];
        }
    }
    for (int s = 0; s < CHART_COLORS; ++s) {
        series[s] = (ChartSeries){.name = ZhangMethod_Name(drawn[s]),
                                  .x = x,
                                  .y = y[s],
                                  .count = scene->stepCount,
                                  .marked = true};
    }
    for (int r = 0; r < PAPER_RATIOS; ++r) {
        ChartSeries* made = &series[CHART_COLORS + r];
        *made = PaperOver(scene->paper[r], printed, scene->stepCount, paper[r]);
        made->x = x;
        made->name = r == 0 ? "paper, same colours" : NULL;
        made->color = 1 + r;
    }
    snprintf(title, sizeof(title), "%s, %zu triangles", scene->name, scene->triangles);
    snprintf(caption, sizeof(caption),
             "Figure %d, redrawn. The paper: %.1f, %.1f and %.1f times as fast as CA, triangle CA "
             "and the cubic solver; drawn over our sequence as printed.",
             scene->figure, scene->paper[0], scene->paper[1], scene->paper[2]);
    const Chart chart = {.kind = CHART_LINES,
                         .title = title,
                         .about = "Nanoseconds a pair of triangles, step by step.",
                         .xLabel = "step",
                         .yLabel = "ns a pair",
                         .logY = true,
                         .series = series,
                         .seriesCount = CHART_COLORS + PAPER_RATIOS};
    Page_Chart(page, &chart, caption);
}

void Zhang_WritePage(const void* data, Page* page) {
    const ZhangResult* result = data;
    Page_Paragraph(page,
                   "X. Zhang, Y. J. Kim, \"Simple culling methods for continuous collision "
                   "detection of deforming triangles\", 2012, made to run: its experiments on "
                   "random pairs and on scenes of its kind, one thread, processor time, the least "
                   "of many runs that took turns.");
    Page_Section(page, "Distances");
    DrawDistances(page, result);
    PaperTable_AddToPage(&zhangTables[ZHANG_TABLE_DISTANCES], result, page);
    Page_Section(page, "Random pairs");
    DrawFigure7(page, result);
    PaperTable_AddToPage(&zhangTables[ZHANG_TABLE_FIGURE_7], result, page);
    DrawFigure8(page, result, RANDOM_ANYWHERE);
    PaperTable_AddToPage(&zhangTables[ZHANG_TABLE_AT_95], result, page);
    DrawFigure8(page, result, RANDOM_BOXES);
    PaperTable_AddToPage(&zhangTables[ZHANG_TABLE_BOXES_AT_95], result, page);
    PaperTable_AddToPage(&zhangTables[ZHANG_TABLE_FIGURE_8], result, page);
    Page_Section(page, "Scenes");
    ScenePictures_AddToPage(&result->pictures, page,
                            "Each at its step with the most contacts of those measured; faces in "
                            "contact are red.");
    for (int i = 0; i < result->sceneCount; ++i) {
        if (result->scenes[i].stepCount > 1) {
            DrawScene(page, &result->scenes[i]);
        }
    }
    if (result->withoutData) {
        Page_Paragraph(page, result->quick ? "Real scenes were skipped: --quick."
                                           : "Real scenes were skipped: SELVAGE_DATA is not set.");
    }
    PaperTable_AddToPage(&zhangTables[ZHANG_TABLE_SCENES], result, page);
    PaperTable_AddToPage(&zhangTables[ZHANG_TABLE_ERRORS], result, page);
    Page_Section(page, "What each step does");
    PaperTable_AddToPage(&zhangTables[ZHANG_TABLE_STEPS], result, page);
}
