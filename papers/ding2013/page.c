// Results of ding2013 in, an HTML page with its figures and those that it leaves out.

#include "ding2013.h"

#include "report/page.h"
#include "report/terminal.h"

#include <math.h>
#include <stdlib.h>

enum { BIG = DING_SCENE_COUNT - 1 };

static const char* sceneNames[DING_SCENE_COUNT] = {"singularity", "drape", "bigsingularity"};

// Volume by level, over the area of the cloth: how thick the bound is.
static void ChartVolumes(Page* page, const DingResult* result) {
    enum { LINES = 6 };
    static const struct {
        const char* name;
        DingMoment moment;
        DingSpheres spheres;
    } lines[LINES] = {
        {"flat, as printed", DING_FLAT, DING_PRINTED},
        {"flat, merged", DING_FLAT, DING_MERGED},
        {"flat, smallest", DING_FLAT, DING_SMALLEST},
        {"draped, as printed", DING_DRAPED, DING_PRINTED},
        {"draped, merged", DING_DRAPED, DING_MERGED},
        {"draped, smallest", DING_DRAPED, DING_SMALLEST},
    };
    double y[LINES][SPHERE_LEVELS];
    ChartSeries series[LINES];
    for (int s = 0; s < LINES; ++s) {
        const DingShot* shot = &result->scenes[BIG].shots[lines[s].moment];
        for (int d = 0; d < shot->levelCount; ++d) {
            y[s][d] = 1e3 * shot->levels[lines[s].spheres][d].volume / shot->area;
        }
        series[s] = (ChartSeries){
            .name = lines[s].name, .y = y[s], .count = shot->levelCount, .marked = true};
    }
    const Chart chart = {.title = "Volume of the spheres of a level over the area of the cloth",
                         .about = "It falls to about a half from level to level.",
                         .xLabel = "level (0: one sphere)",
                         .yLabel = "millimetres",
                         .logY = true,
                         .series = series,
                         .seriesCount = LINES};
    Page_Chart(page, &chart,
               "\"As depth increases, the combined bounding volume of all nodes at that depth "
               "converges to that of the surface itself\": bigsingularity, down to single cells. "
               "Overlaps count twice. A sphere of half the radius has an eighth of the volume, and "
               "there are four: a half per level is what flat cloth allows.");
}

// Mean radius by level.
static void ChartRatios(Page* page, const DingResult* result) {
    double y[DING_SPHERES_COUNT][DING_SCENE_COUNT];
    ChartSeries series[DING_SPHERES_COUNT];
    for (int s = 0; s < DING_SPHERES_COUNT; ++s) {
        for (int i = 0; i < DING_SCENE_COUNT; ++i) {
            const DingShot* shot = &result->scenes[i].shots[DING_DRAPED];
            const int last = shot->levelCount - 1;
            y[s][i] = 100 * shot->levels[s][last].volume / shot->levels[DING_PRINTED][last].volume;
        }
        series[s] = (ChartSeries){
            .name = DingSpheres_Name((DingSpheres)s), .y = y[s], .count = DING_SCENE_COUNT};
    }
    const Chart chart = {.kind = CHART_BARS,
                         .title = "Volume of the spheres around single cells, draped",
                         .yLabel = "percent of the printed ones",
                         .series = series,
                         .seriesCount = DING_SPHERES_COUNT,
                         .groups = sceneNames};
    Page_Chart(page, &chart,
               "What the smallest spheres (Welzl 1991), which the paper names and leaves out, "
               "would save at the lowest level.");
}

// Steps per second over the motion.
static void ChartSteps(Page* page, const DingResult* result) {
    enum { LINES = 6 };
    const DingRun* runs[2] = {&result->scenes[BIG].runs[DING_EULER],
                              &result->scenes[BIG].runs[DING_IMPLICIT]};
    static const char* const names[LINES] = {"paper, bare",    "paper, with tree",
                                             "Euler, bare",    "Euler, with tree",
                                             "implicit, bare", "implicit, with tree"};
    double* y[LINES];
    ChartSeries series[LINES];
    const size_t most = runs[1]->frameCount;
    double* x = Terminal_Allocate(most + 2, sizeof(double));
    const double ends[2] = {0, (double)most / 60};
    for (size_t f = 0; f < most; ++f) {
        x[f] = (double)f / 60;
    }
    for (int s = 0; s < LINES; ++s) {
        const DingRun* run = runs[s < 4 ? 0 : 1];
        const size_t count = s < 2 ? 2 : run->frameCount;
        y[s] = Terminal_Allocate(most + 2, sizeof(double));
        for (size_t f = 0; f < count; ++f) {
            y[s][f] = s < 2
                          ? (s == 0 ? dingPaper[BIG].bare : dingPaper[BIG].tree)
                          : Ding_PerSecond(run->frameStep[f] + (s % 2 == 0 ? 0 : run->frameTree[f]),
                                           run->substeps);
        }
        series[s] = (ChartSeries){.name = names[s],
                                  .x = s < 2 ? ends : x,
                                  .y = y[s],
                                  .count = (int)count,
                                  .color = s < 2 ? 1 + s : s - 1,
                                  .paper = s < 2};
    }
    const Chart chart = {.title = "Steps per second over the motion, bigsingularity",
                         .about = "The tree costs a share of an explicit step, hardly any of an "
                                  "implicit one.",
                         .xLabel = "simulated seconds",
                         .yLabel = "steps per second",
                         .logY = true,
                         .series = series,
                         .seriesCount = LINES};
    Page_Chart(page, &chart,
               "Table 1 over time: without and with the tree built at each step. The paper's were "
               "drawn, on a machine of 2013.");
    for (int s = 0; s < LINES; ++s) {
        free(y[s]);
    }
    free(x);
}

static void ChartOverheads(Page* page, const DingResult* result) {
    double y[3][DING_SCENE_COUNT];
    for (int i = 0; i < DING_SCENE_COUNT; ++i) {
        y[0][i] = 100 * (dingPaper[i].bare / dingPaper[i].tree - 1);
        y[1][i] = Ding_Overhead(&result->scenes[i].runs[DING_EULER]);
        y[2][i] = Ding_Overhead(&result->scenes[i].runs[DING_IMPLICIT]);
    }
    const ChartSeries series[3] = {
        {.name = "paper", .y = y[0], .count = DING_SCENE_COUNT, .color = 1, .paper = true},
        {.name = "explicit step", .y = y[1], .count = DING_SCENE_COUNT, .color = 1},
        {.name = "implicit step", .y = y[2], .count = DING_SCENE_COUNT, .color = 2},
    };
    const Chart chart = {.kind = CHART_BARS,
                         .title = "What building the tree adds to a step",
                         .yLabel = "percent",
                         .series = series,
                         .seriesCount = 3,
                         .groups = sceneNames};
    Page_Chart(page, &chart, "\"Usually on the order of 20-40 %\", from Table 1 of the paper.");
}

static void ChartSearches(Page* page, const DingResult* result) {
    enum { METHODS = 5 };
    static const char* const names[METHODS] = {"spheres alone", "masks as printed (unsafe)",
                                               "masks corrected", "segment and quadrilateral",
                                               "svScene_Detect"};
    double y[METHODS][DING_SCENE_COUNT];
    ChartSeries series[METHODS];
    for (int i = 0; i < DING_SCENE_COUNT; ++i) {
        const DingRun* run = &result->scenes[i].runs[DING_IMPLICIT];
        for (int rule = 0; rule < MASK_RULE_COUNT; ++rule) {
            y[rule][i] = Ding_Milliseconds(run->detectSeconds[rule], run->searched);
        }
        y[3][i] = Ding_Milliseconds(run->queries[QUERY_CERTAIN].seconds, run->queried);
        y[4][i] = Ding_Milliseconds(run->sceneSeconds, run->searched);
    }
    for (int s = 0; s < METHODS; ++s) {
        series[s] =
            (ChartSeries){.name = names[s], .y = y[s], .count = DING_SCENE_COUNT, .color = s + 1};
    }
    const Chart chart = {.kind = CHART_BARS,
                         .title = "Self-collision of a step, passing through itself",
                         .yLabel = "milliseconds",
                         .logY = true,
                         .series = series,
                         .seriesCount = METHODS,
                         .groups = sceneNames};
    Page_Chart(page, &chart,
               "The detection that \"is not currently functional\" in the paper, made to run. "
               "Cloth without collision handling, which folds through itself.");
}

static void ChartLosses(Page* page, const DingResult* result) {
    enum { KINDS = 4 };
    static const char* const names[KINDS] = {"masks", "spheres of t0", "smallest time",
                                             "sign of t V_A"};
    double y[KINDS][DING_SCENE_COUNT];
    ChartSeries series[KINDS];
    for (int i = 0; i < DING_SCENE_COUNT; ++i) {
        const DingRun* run = &result->scenes[i].runs[DING_IMPLICIT];
        const double contacts = fmax((double)run->contacts, 1);
        const uint64_t(*rejected)[ROOT_RULE_COUNT] = run->rejected;
        y[0][i] = 100 * (double)(run->contacts - run->found[MASK_PRINTED]) / contacts;
        y[1][i] = 100 * (double)(run->queriedContacts - run->queries[QUERY_PRINTED].found) /
                  fmax((double)run->queriedContacts, 1);
        y[2][i] = 100 * (double)(rejected[0][ROOT_FIRST] + rejected[1][ROOT_FIRST]) / contacts;
        y[3][i] = 100 * (double)(rejected[0][ROOT_PRINTED] + rejected[1][ROOT_PRINTED]) / contacts;
    }
    for (int s = 0; s < KINDS; ++s) {
        series[s] = (ChartSeries){.name = names[s], .y = y[s], .count = DING_SCENE_COUNT};
    }
    const Chart chart = {.kind = CHART_BARS,
                         .title = "Contacts lost by the method as printed",
                         .yLabel = "percent of the contacts",
                         .series = series,
                         .seriesCount = KINDS,
                         .groups = sceneNames};
    Page_Chart(
        page, &chart,
        "Each fault alone, with the rest corrected. Corrected masks and spheres lose nothing; "
        "all times of the cubics lose what moves within one plane.");
}

// The statements that cannot be meant as they are printed.
static void AddPrintedFaults(Page* page) {
    Page_Section(page, "What was wrong as printed");
    Page_Paragraph(page,
                   "Masks: a direction in front of all normals of two areas does not keep them "
                   "apart. A ribbon that winds around more than once in one plane has such a "
                   "direction and lies on itself. Here: whole areas only, in front of the normals "
                   "at all times of the step, and a rim that does not touch itself.");
    Page_Paragraph(page,
                   "Section 2.1: P(t) - A(t) is written as P + t V_P - A + t V_A: the sign of "
                   "t V_A is wrong. And of several times at which the points are coplanar the "
                   "smallest is taken, then rejected where the point is not in the triangle, the "
                   "later ones unseen. On random pairs that loses up to a fifth of the contacts.");
    Page_Paragraph(page,
                   "Section 3: particles and edges are taken over the step, the spheres at its "
                   "beginning. And the four places of the ends of an edge are in no plane; as two "
                   "triangles they can miss what the edge meets, by a quarter of how far they are "
                   "off a parallelogram.");
}

void Ding_TellLead(const void* result, char* text, size_t room) {
    (void)result;
    snprintf(text, room,
             "F. Ding, \"Rapid Cloth Collision Detection using Bounding Sphere Trees\", 2013: a "
             "mass-spring cloth, a tree of spheres by quad subdivision, masks of 26 directions. "
             "Its detection never ran; here it does. All times are processor time of one thread.");
}

void Ding_WritePage(const void* data, Page* page) {
    const DingResult* result = data;
    Page_Section(page, "Spheres on flat and draped cloth");
    Ding_AddLevelPictures(page, result);
    ChartVolumes(page, result);
    ChartRatios(page, result);
    PaperTable_AddToPage(&dingTables[DING_TABLE_LEVELS], result, page);
    PaperTable_AddToPage(&dingTables[DING_TABLE_TREES], result, page);
    Page_Section(page, "What the tree costs");
    ChartSteps(page, result);
    ChartOverheads(page, result);
    PaperTable_AddToPage(&dingTables[DING_TABLE_RATES], result, page);
    PaperTable_AddToPage(&dingTables[DING_TABLE_DRAPE], result, page);
    Page_Section(page, "Detection");
    ScenePictures_AddToPage(&result->pictures, page,
                            "The scenes without collision handling, as in the paper, at the "
                            "searched step with most contacts.");
    Ding_AddCollisionPictures(page, result);
    ChartSearches(page, result);
    ChartLosses(page, result);
    PaperTable_AddToPage(&dingTables[DING_TABLE_MASKS], result, page);
    PaperTable_AddToPage(&dingTables[DING_TABLE_QUERY], result, page);
    PaperTable_AddToPage(&dingTables[DING_TABLE_ROOTS], result, page);
    AddPrintedFaults(page);
    Page_Section(page, "With collisions handled");
    Ding_AddScenePictures(page, result);
    PaperTable_AddToPage(&dingTables[DING_TABLE_HANDLING], result, page);
    PaperTable_AddToPage(&dingTables[DING_TABLE_PROFILE], result, page);
}
