// Results of bade2015 in, an HTML page with the paper's figures redrawn out.

#include "bade2015.h"

#include "report/page.h"
#include "report/terminal.h"

#include <stdlib.h>

// The trees of the charts over the frames: divided where the ball hits, down to particles.
static const QuadVolume shown[2] = {QUAD_SPHERE, QUAD_BOX};

static const BadeTree* ShownTree(const BadeResult* result, int which) {
    return &result->trees[Bade_TreeIndex(BADE_WHERE_HIT, false, shown[which])];
}

// Figure 7: what each execution takes.
static void ChartExecutions(Page* page, const BadeResult* result) {
    enum { SERIES = 5 };
    double paper[2][BADE_PAPER_RUNS], x[BADE_PAPER_RUNS];
    double* own[3];
    ChartSeries series[SERIES];
    for (int i = 0; i < BADE_PAPER_RUNS; ++i) {
        x[i] = i + 1;
        paper[0][i] = badePaperTimes[i][0];
        paper[1][i] = badePaperTimes[i][1];
    }
    series[0] = (ChartSeries){.name = "spheres, paper",
                              .x = x,
                              .y = paper[0],
                              .count = BADE_PAPER_RUNS,
                              .color = 1,
                              .paper = true};
    series[1] = (ChartSeries){.name = "boxes, paper",
                              .x = x,
                              .y = paper[1],
                              .count = BADE_PAPER_RUNS,
                              .color = 2,
                              .paper = true};
    static const char* const names[3] = {"spheres as printed", "spheres", "boxes"};
    static const int colors[3] = {3, 1, 2};
    const int count = (int)(result->runs < BADE_PAPER_RUNS ? result->runs : BADE_PAPER_RUNS);
    for (int v = 0; v < QUAD_VOLUME_COUNT; ++v) {
        const BadeTree* tree = &result->trees[Bade_TreeIndex(BADE_WHERE_HIT, true, (QuadVolume)v)];
        own[v] = Terminal_Allocate((size_t)count, sizeof(double));
        for (int r = 0; r < count; ++r) {
            own[v][r] = 1e3 * tree->seconds[r];
        }
        series[2 + v] = (ChartSeries){
            .name = names[v], .x = x, .y = own[v], .count = count, .color = colors[v]};
    }
    const Chart chart = {.title = "Time of each execution, four levels",
                         .about = "The paper's spheres take a fifth of its boxes; here spheres "
                                  "that hold their particles take longer than boxes.",
                         .xLabel = "execution",
                         .yLabel = "milliseconds",
                         .logY = true,
                         .series = series,
                         .seriesCount = SERIES};
    Page_Chart(page, &chart,
               "Figure 7 of the paper beside ours. Compare the distance of two lines of one kind: "
               "what an execution of the paper includes is not known.");
    for (int v = 0; v < QUAD_VOLUME_COUNT; ++v) {
        free(own[v]);
    }
}

// How many times as long boxes take as spheres: Table 1 in two bars.
static void ChartTimeRatios(Page* page, const BadeResult* result) {
    enum { GROUPS = 2, SERIES = 3 };
    static const char* const groups[GROUPS] = {"four levels", "single particles"};
    static const QuadVolume spheres[2] = {QUAD_SPHERE_PRINTED, QUAD_SPHERE};
    double paper[2], y[SERIES][GROUPS];
    for (int c = 0; c < 2; ++c) {
        paper[c] = 0;
        for (int i = 0; i < BADE_PAPER_RUNS; ++i) {
            paper[c] += badePaperTimes[i][c];
        }
    }
    for (int g = 0; g < GROUPS; ++g) {
        y[0][g] = paper[1] / paper[0];
        for (int s = 0; s < 2; ++s) {
            y[1 + s][g] = Bade_TimeRatio(result, Bade_TreeIndex(BADE_WHERE_HIT, g == 0, QUAD_BOX),
                                         Bade_TreeIndex(BADE_WHERE_HIT, g == 0, spheres[s]));
        }
    }
    const ChartSeries series[SERIES] = {
        {.name = "paper", .y = y[0], .count = GROUPS, .color = 1, .paper = true},
        {.name = "radii as printed", .y = y[1], .count = GROUPS, .color = 3},
        {.name = "spheres that hold their particles", .y = y[2], .count = GROUPS, .color = 1},
    };
    const Chart chart = {.kind = CHART_BARS,
                         .title = "Time of boxes over that of spheres",
                         .yLabel = "times as long",
                         .reference = 1,
                         .series = series,
                         .seriesCount = SERIES,
                         .groups = groups};
    Page_Chart(page, &chart,
               "Table 1 of the paper in one figure: its spheres are 5.3 times faster. So are ours "
               "with its radii, which look at no particle; spheres that are fitted are slower "
               "than boxes. Medians of the executions.");
}

// Seconds of a frame with the simulation as in the paper and, if drawn, the vertices of its
// volumes: those of a frame in proportion to its volumes.
static double FrameSeconds(const BadeResult* result, const BadeTree* tree, size_t f, bool drawn) {
    const double each =
        tree->nodes > 0 ? tree->drawSeconds[BADE_DRAW_VERTICES] / (double)tree->nodes : 0;
    return result->verletSeconds + tree->frameSeconds[f] + (drawn ? each * tree->frameNodes[f] : 0);
}

// A chart over the frames of `count` lines; `value` gives them.
typedef double (*FrameValue)(const BadeResult* result, int line, size_t frame);

static void ChartFrames(Page* page, const BadeResult* result, Chart chart, ChartSeries* series,
                        FrameValue value, const char* caption) {
    double* x = Terminal_Allocate(result->frames, sizeof(double));
    double* y = Terminal_Allocate(result->frames * (size_t)chart.seriesCount, sizeof(double));
    for (size_t f = 0; f < result->frames; ++f) {
        x[f] = (double)f + 1;
        for (int s = 0; s < chart.seriesCount; ++s) {
            y[(size_t)s * result->frames + f] = value(result, s, f);
        }
    }
    const double ends[2] = {1, (double)result->frames};
    for (int s = 0; s < chart.seriesCount; ++s) {
        series[s].x = series[s].paper ? ends : x; // the same at every frame
        series[s].y = y + (size_t)s * result->frames;
        series[s].count = series[s].paper ? 2 : (int)result->frames;
    }
    chart.series = series;
    Page_Chart(page, &chart, caption);
    free(x);
    free(y);
}

static double RateValue(const BadeResult* result, int line, size_t frame) {
    return line < 2 ? badePaperRates[line]
                    : 1 / FrameSeconds(result, ShownTree(result, line % 2), frame, line >= 4);
}

// Figure 8: frames per second over the motion.
static void ChartRates(Page* page, const BadeResult* result) {
    ChartSeries series[6] = {{.name = "spheres, paper's average", .color = 1, .paper = true},
                             {.name = "boxes, paper's average", .color = 2, .paper = true},
                             {.name = "spheres", .color = 3},
                             {.name = "boxes", .color = 4},
                             {.name = "spheres, vertices made", .color = 1},
                             {.name = "boxes, vertices made", .color = 2}};
    const Chart chart = {.title = "Frames per second over the motion",
                         .about = "The rate falls while the ball is in the cloth, with spheres "
                                  "that are drawn most.",
                         .xLabel = "frame",
                         .yLabel = "frames per second",
                         .logY = true,
                         .seriesCount = 6};
    ChartFrames(page, result, chart, series, RateValue,
                "Figure 8 of the paper (of which only the averages are in the text) beside ours: "
                "Verlet's step, the hierarchy down to particles divided where the ball hits, and "
                "what is computed to draw it. Nothing is rasterised.");
}

// Lines of ChartRelative: the paper's averages, nothing drawn, vertices where the ball hits and
// everywhere.
static double RelativeValue(const BadeResult* result, int line, size_t frame) {
    if (line == 0) {
        return badePaperRates[0] / badePaperRates[1];
    }
    const BadeDivision division = line == 3 ? BADE_EVERYWHERE : BADE_WHERE_HIT;
    double seconds[2];
    for (int k = 0; k < 2; ++k) {
        const BadeTree* tree = &result->trees[Bade_TreeIndex(division, false, shown[k])];
        seconds[k] = FrameSeconds(result, tree, frame, line > 1);
    }
    return seconds[1] / seconds[0];
}

// What of the frame rate spheres leave.
static void ChartRelative(Page* page, const BadeResult* result) {
    ChartSeries series[4] = {{.name = "paper's averages", .color = 1, .paper = true},
                             {.name = "nothing drawn", .color = 3},
                             {.name = "vertices, where hit", .color = 1},
                             {.name = "vertices, all volumes", .color = 2}};
    const Chart chart = {.title = "Frame rate with spheres over that with boxes",
                         .about = "Spheres cost a part of the frame rate, most where all volumes "
                                  "are drawn vertex by vertex.",
                         .xLabel = "frame",
                         .yLabel = "times",
                         .fromZero = true,
                         .reference = 1,
                         .seriesCount = 4};
    ChartFrames(page, result, chart, series, RelativeValue,
                "The paper's 13.41 and 21.17 frames per second as a ratio, beside ours over the "
                "motion, down to particles: the more vertices, the more spheres cost.");
}

static double CallValue(const BadeResult* result, int line, size_t frame) {
    if (line == 0) {
        return BADE_PAPER_CALLS;
    }
    const BadeTree* tree = ShownTree(result, (line - 1) % 2);
    return line == 3 ? 2 : (double)tree->frameNodes[frame] * Bade_CallsOf(tree->def.volume);
}

// Figure 9: OpenGL calls over the motion.
static void ChartCalls(Page* page, const BadeResult* result) {
    ChartSeries series[4] = {{.name = "most of spheres, paper", .color = 1, .paper = true},
                             {.name = "spheres, derived", .color = 1},
                             {.name = "boxes, derived", .color = 2},
                             {.name = "one row for each volume", .color = 3}};
    const Chart chart = {.title = "Calls to draw the volumes of a frame",
                         .about = "Spheres take many more calls than boxes, one row each takes 2.",
                         .xLabel = "frame",
                         .yLabel = "calls",
                         .logY = true,
                         .seriesCount = 4};
    ChartFrames(page, result, chart, series, CallValue,
                "Figure 9 of the paper beside ours. The volumes of each frame are measured, the "
                "calls are derived: one for each vertex of a wire frame, as immediate mode has it. "
                "Drawn as instances, the volumes of any number of levels take two calls.");
}

// Figure 10: processor time of a frame.
static void ChartProcessor(Page* page, const BadeResult* result) {
    enum { PARTS = 3 };
    static const char* const groups[4] = {"spheres, 4 levels", "boxes, 4 levels",
                                          "spheres, particles", "boxes, particles"};
    double y[PARTS][4];
    for (int g = 0; g < 4; ++g) {
        const BadeTree* tree = &result->trees[Bade_TreeIndex(BADE_WHERE_HIT, g < 2, shown[g % 2])];
        y[0][g] = 1e6 * result->verletSeconds;
        y[1][g] = 1e6 * Bade_PerFrame(result, BadeTree_Seconds(tree));
        y[2][g] = 1e6 * Bade_PerFrame(result, tree->drawSeconds[BADE_DRAW_VERTICES]);
    }
    const ChartSeries series[PARTS] = {
        {.name = "simulation (Verlet)", .y = y[0], .count = 4, .color = 3},
        {.name = "hierarchy and search", .y = y[1], .count = 4, .color = 1},
        {.name = "vertices of its wire frames", .y = y[2], .count = 4, .color = 2},
    };
    const Chart chart = {.kind = CHART_BARS,
                         .title = "Processor time of a frame",
                         .yLabel = "microseconds",
                         .series = series,
                         .seriesCount = PARTS,
                         .groups = groups};
    Page_Chart(page, &chart,
               "For Figure 10 of the paper (spheres use the processor about 15 % more): where the "
               "time of a frame goes, divided where the ball hits.");
}

// The statements that cannot be meant as they are printed.
static void AddPrinted(Page* page, const BadeResult* result) {
    const BadePrintedTest* test = &result->printed;
    char text[480];
    Page_Section(page, "What was wrong as printed");
    snprintf(
        text, sizeof(text),
        "Equation 1: the place of the particle in column x of row y is y times the width times "
        "x. The %u particles get %u places by that; a plus is meant. Equation 2 multiplies the "
        "acceleration by the time step, where Verlet has its square.",
        result->columns * result->rows, result->places);
    Page_Paragraph(page, text);
    snprintf(text, sizeof(text),
             "Equations 3 and 4 add the radius of the ball to its position and call the length of "
             "the sum of radii a distance: where the sphere is does not occur. By the letter they "
             "say yes at %llu of %llu spheres (four levels, all frames), of which the ball hits "
             "%llu; the answer changes with the origin. Here: |center - ball| < r + R.",
             (unsigned long long)test->hitsPrinted, (unsigned long long)test->tests,
             (unsigned long long)test->hits);
    Page_Paragraph(page, text);
    Page_Paragraph(page,
                   "Figure 4: the first radius is half the longest side (and half a unit of "
                   "length), each level halves it. Half a side is less than half a diagonal, so "
                   "that the corners of a flat square are outside, whatever the cloth does.");
}

void Bade_TellLead(const void* data, char* text, size_t room) {
    const BadeResult* result = data;
    snprintf(text, room,
             "A. Bade, C. S. Ping and S. H. Tanalol, \"Collision detection for cloth simulation "
             "using bounding sphere hierarchy\", 2015. A ball swings into a cloth of %ux%u "
             "particles; quad-trees of spheres and of boxes find the particles at the ball. All "
             "times are processor time of one thread.",
             result->columns, result->rows);
}

void Bade_WritePage(const void* data, Page* page) {
    const BadeResult* result = data;
    Page_Section(page, "Cloth and ball");
    Bade_AddPictures(page, result);
    Page_Section(page, "Execution");
    ChartTimeRatios(page, result);
    ChartExecutions(page, result);
    PaperTable_AddToPage(&badeTables[BADE_TABLE_EXECUTIONS], result, page);
    Page_Section(page, "The hierarchies");
    PaperTable_AddToPage(&badeTables[BADE_TABLE_TREES], result, page);
    Page_Section(page, "Frames, calls and the processor");
    ChartRates(page, result);
    ChartCalls(page, result);
    ChartProcessor(page, result);
    ChartRelative(page, result);
    PaperTable_AddToPage(&badeTables[BADE_TABLE_DRAWING], result, page);
    AddPrinted(page, result);
}
