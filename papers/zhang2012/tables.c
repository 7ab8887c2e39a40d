// Results of zhang2012 in, tables and a summary out.

#include "zhang2012.h"

#include "report/table.h"
#include "report/terminal.h"

#include <math.h>

static void FillDistances(const void* data, Table* table) {
    const ZhangResult* result = data;
    static const char* const paper[ZHANG_DISTANCE_COUNT] = {"1", "", "9.6", "1", "1.7-3.0"};
    for (int d = 0; d < ZHANG_DISTANCE_COUNT; ++d) {
        TableRow* row = Table_AddRow(table, ZhangDistance_Name((ZhangDistance)d));
        const int base = d < ZHANG_LINE ? ZHANG_PLANE_GIVEN : ZHANG_LINE;
        Cell_Number(row->cells[1], result->distances.mean[d], 2);
        Cell_Number(row->cells[2], result->distances.mean[d] / result->distances.mean[base], 2);
        Cell_Text(row->cells[3], paper[d]);
    }
}

// One set of pairs: time of each method, and its ratio to the culling sequence and to ours.
static void AddComparison(const ZhangRun* run, const char* const paper[3], Table* table) {
    for (int m = 0; m < ZHANG_METHOD_COUNT; ++m) {
        const ZhangMethod method = (ZhangMethod)m;
        TableRow* row = Table_AddRow(table, ZhangMethod_Name(method));
        Cell_Number(row->cells[1], run->ns[m], 1);
        Cell_Number(row->cells[2], ZhangRun_Times(run, method, ZHANG_PRINTED_CA), 2);
        Cell_Number(row->cells[3], ZhangRun_Times(run, method, ZHANG_CORRECTED_CA), 2);
        Cell_Number(row->cells[4], ZhangRun_Times(run, method, ZHANG_BATCH), 2);
        Cell_Text(row->cells[5], m <= ZHANG_CUBIC ? paper[m] : "");
        Cell_Count(row->cells[6], run->missed[m]);
        Cell_Count(row->cells[7], run->invented[m]);
    }
}

static void FillFigure7(const void* data, Table* table) {
    const ZhangResult* result = data;
    AddComparison(&result->rates[RANDOM_ANYWHERE][ZHANG_RATE_100],
                  (const char* const[]){"30", "5-6", "20"}, table);
}

static void FillFigure8At95(const void* data, Table* table) {
    const ZhangResult* result = data;
    AddComparison(&result->rates[RANDOM_ANYWHERE][ZHANG_RATE_95],
                  (const char* const[]){"7", "2", "6"}, table);
}

static void FillBoxesAt95(const void* data, Table* table) {
    const ZhangResult* result = data;
    AddComparison(&result->rates[RANDOM_BOXES][ZHANG_RATE_95], (const char* const[]){"7", "2", "6"},
                  table);
}

static void FillFigure8(const void* data, Table* table) {
    const ZhangResult* result = data;
    static const int rates[] = {0, 2, 4, 6, 8, ZHANG_RATE_95, ZHANG_RATE_100};
    enum { COUNT = sizeof(rates) / sizeof(rates[0]) };
    for (int m = 0; m < ZHANG_METHOD_COUNT; ++m) {
        TableRow* row = Table_AddRow(table, ZhangMethod_Name((ZhangMethod)m));
        for (int i = 0; i < COUNT; ++i) {
            Cell_Number(row->cells[1 + i], result->rates[RANDOM_ANYWHERE][rates[i]].ns[m], 1);
        }
    }
}

// Three ratios in one cell: over CA, triangle CA and cubics.
static void CellRatios(char cell[TABLE_CELL], const ZhangRun* run, ZhangMethod fast) {
    snprintf(cell, TABLE_CELL, "%.1f %.1f %.1f", ZhangRun_Times(run, ZHANG_CA, fast),
             ZhangRun_Times(run, ZHANG_TRIANGLE_CA, fast), ZhangRun_Times(run, ZHANG_CUBIC, fast));
}

static void FillScenes(const void* data, Table* table) {
    const ZhangResult* result = data;
    for (int i = 0; i < result->sceneCount; ++i) {
        const ZhangScene* scene = &result->scenes[i];
        const ZhangRun* run = &scene->all;
        TableRow* row = Table_AddRow(table, scene->label);
        Cell_Count(row->cells[1], (uint64_t)scene->figure);
        Cell_Count(row->cells[2], scene->triangles);
        Cell_Count(row->cells[3], (uint64_t)scene->stepCount);
        Cell_Count(row->cells[4], run->pairs);
        Cell_Number(row->cells[5], 100 * ZhangRun_FalsePositives(run), 1);
        snprintf(row->cells[6], TABLE_CELL, "%.1f %.1f %.1f", scene->paper[0], scene->paper[1],
                 scene->paper[2]);
        CellRatios(row->cells[7], run, ZHANG_PRINTED_CA);
        CellRatios(row->cells[8], run, ZHANG_CORRECTED_CA);
        CellRatios(row->cells[9], run, ZHANG_BATCH);
        Cell_Number(row->cells[10], run->ns[ZHANG_CA], 0);
        Cell_Number(row->cells[11], run->ns[ZHANG_BATCH], 0);
    }
}

// False negatives and false positives of each method, by scene.
static void FillErrors(const void* data, Table* table) {
    const ZhangResult* result = data;
    for (int i = 0; i < result->sceneCount; ++i) {
        Table_AddColumn(table, result->scenes[i].label);
    }
    for (int m = 0; m < ZHANG_METHOD_COUNT; ++m) {
        TableRow* row = Table_AddRow(table, ZhangMethod_Name((ZhangMethod)m));
        for (int i = 0; i < result->sceneCount; ++i) {
            const ZhangRun* run = &result->scenes[i].all;
            snprintf(row->cells[1 + i], TABLE_CELL, "%llu + %llu",
                     (unsigned long long)run->missed[m], (unsigned long long)run->invented[m]);
        }
    }
}

static void CellShare(char cell[TABLE_CELL], uint64_t part, size_t whole) {
    Cell_Number(cell, whole > 0 ? 100 * (double)part / (double)whole : 0, 1);
}

// Table 2, corrected, and our directions: percent of pairs culled.
static void FillSteps(const void* data, Table* table) {
    const ZhangResult* result = data;
    static const char* const steps[ZHANG_STEPS] = {
        "Corollary 4.3",   "+ Corollary 6.2", "+ Corollary 6.1", "+ Lemma 5.1",
        "+ Corollary 6.3", "+ Lemma 4.4",     "+ Lemma 5.2"};
    static const char* const kinds[SV_DIRECTION_KINDS] = {
        "ours: axes", "+ normals at t0", "+ normals at t1", "+ centres", "+ edges"};
    const ZhangRun* runs[2 + ZHANG_MAX_SCENES] = {&result->rates[RANDOM_ANYWHERE][ZHANG_RATE_100],
                                                  &result->rates[RANDOM_BOXES][ZHANG_RATE_100]};
    for (int i = 0; i < result->sceneCount; ++i) {
        Table_AddColumn(table, result->scenes[i].label);
        runs[2 + i] = &result->scenes[i].all;
    }
    const int count = 2 + result->sceneCount;
    for (int s = 0; s < ZHANG_STEPS; ++s) {
        TableRow* row = Table_AddRow(table, steps[s]);
        for (int i = 0; i < count; ++i) {
            CellShare(row->cells[1 + i], runs[i]->wholes[s], runs[i]->pairs);
        }
    }
    uint64_t sums[2 + ZHANG_MAX_SCENES] = {0};
    for (int kind = 0; kind < SV_DIRECTION_KINDS; ++kind) {
        TableRow* row = Table_AddRow(table, kinds[kind]);
        for (int i = 0; i < count; ++i) {
            sums[i] += runs[i]->separated[kind];
            CellShare(row->cells[1 + i], sums[i], runs[i]->pairs);
        }
    }
}

#define COMPARISON_HEADS                                                                           \
    "method", "ns", "/ printed", "/ corrected", "/ exact", "paper", "missed", "invented"

const PaperTable zhangTables[ZHANG_TABLE_COUNT] = {
    [ZHANG_TABLE_DISTANCES] = {.caption = "Figures 5 and 6: nanoseconds a distance over random "
                                          "configurations, and times that of the "
                                          "plane (with its normal at hand) or the line.",
                               .heads = {"distance", "ns", "times", "paper"},
                               .paperColumns = 1u << 3,
                               .fill = FillDistances},
    [ZHANG_TABLE_FIGURE_7] =
        {.caption =
             "Figure 7: random pairs that do not collide, anywhere. Nanoseconds a pair, and how "
             "many times "
             "that is of the culling sequence as printed (the paper's ratios stand beside), of the "
             "corrected one, and of our exact test in blocks; pairs missed and invented.",
         .heads = {COMPARISON_HEADS},
         .paperColumns = 1u << 5,
         .fill = FillFigure7},
    [ZHANG_TABLE_AT_95] =
        {.caption =
             "Figure 8 at 95 % false positives: the same, with one pair of twenty in contact.",
         .heads = {COMPARISON_HEADS},
         .paperColumns = 1u << 5,
         .fill = FillFigure8At95},
    [ZHANG_TABLE_BOXES_AT_95] = {.caption = "95 % again, but all pairs have overlapping boxes over "
                                            "the step: what a broad phase leaves.",
                                 .heads = {COMPARISON_HEADS},
                                 .paperColumns = 1u << 5,
                                 .fill = FillBoxesAt95},
    [ZHANG_TABLE_FIGURE_8] =
        {.caption = "Figure 8: nanoseconds a pair, by the share of pairs that do not collide.",
         .heads = {"method", "50 %", "60 %", "70 %", "80 %", "90 %", "95 %", "100 %"},
         .fill = FillFigure8},
    [ZHANG_TABLE_SCENES] = {.caption = "Figures 9 to 11: pairs of a scene whose boxes over the "
                                       "step overlap and that share no "
                                       "vertex. "
                                       "How many times faster than CA, triangle CA and cubics: the "
                                       "paper, the sequence as printed "
                                       "and "
                                       "corrected (with CA), and our exact test in blocks.",
                            .heads = {"scene", "figure", "triangles", "steps", "pairs", "apart %",
                                      "paper", "printed", "corrected", "exact", "CA ns",
                                      "exact ns"},
                            .paperColumns = 1u << 6,
                            .fill = FillScenes},
    [ZHANG_TABLE_ERRORS] = {.caption = "Pairs of triangles in contact that each method missed, and "
                                       "pairs without that it took for "
                                       "one, "
                                       "in these scenes.",
                            .heads = {"missed + invented"},
                            .fill = FillErrors},
    [ZHANG_TABLE_STEPS] = {.caption = "Table 2: pairs of triangles ended after each culling step "
                                      "(corrected form), and by the "
                                      "directions of our exact test, in percent.",
                           .heads = {"ended after, %", "anywhere", "boxes overlap"},
                           .fill = FillSteps},
};

static uint64_t RunViolations(const ZhangRun* run) {
    uint64_t count = 0;
    for (int m = ZHANG_CORRECTED_CA; m < ZHANG_METHOD_COUNT; ++m) {
        count += run->missed[m] + (m >= ZHANG_FEATURES ? run->invented[m] : 0);
    }
    return count;
}

uint64_t Zhang_Violations(const void* data) {
    const ZhangResult* result = data;
    uint64_t count = 0;
    for (int i = 0; i < RANDOM_PLACE_COUNT * ZHANG_RATES; ++i) {
        count += RunViolations(&result->rates[i / ZHANG_RATES][i % ZHANG_RATES]);
    }
    for (int i = 0; i < result->sceneCount; ++i) {
        count += RunViolations(&result->scenes[i].all);
    }
    return count;
}

void Zhang_TellLead(const void* data, char* text, size_t room) {
    const ZhangResult* result = data;
    const ZhangRun* none = &result->rates[RANDOM_ANYWHERE][ZHANG_RATE_100];
    const ZhangRun* most = &result->rates[RANDOM_ANYWHERE][ZHANG_RATE_95];
    const ZhangRun* boxes = &result->rates[RANDOM_BOXES][ZHANG_RATE_95];
    double best[2] = {HUGE_VAL, HUGE_VAL};
    for (int m = 0; m < ZHANG_FEATURES; ++m) {
        best[0] = fmin(best[0], most->ns[m]);
        best[1] = fmin(best[1], boxes->ns[m]);
    }
    snprintf(
        text, room,
        "The corrected culling sequence before CA is %.1f times as fast as straightforward CA "
        "on pairs that do not collide (paper: 30) and %.1f times at 95 percent false positives "
        "(paper: 7; %.1f where boxes overlap). The exact test in blocks is %.1f times as fast "
        "as the fastest of the paper's methods then (%.1f where boxes overlap).",
        ZhangRun_Times(none, ZHANG_CA, ZHANG_CORRECTED_CA),
        ZhangRun_Times(most, ZHANG_CA, ZHANG_CORRECTED_CA),
        ZhangRun_Times(boxes, ZHANG_CA, ZHANG_CORRECTED_CA), best[0] / most->ns[ZHANG_BATCH],
        best[1] / boxes->ns[ZHANG_BATCH]);
}

void Zhang_TellHead(const void* result, char* text, size_t room) {
    (void)result;
    snprintf(text, room, "zhang2012, one thread; times are its processor time, the least of many");
}

void Zhang_Conclude(const void* data, FILE* stream) {
    const ZhangResult* result = data;
    char text[1024];
    Zhang_TellLead(result, text, sizeof(text));
    Terminal_Heading(stream, text);
    if (result->withoutData) {
        Terminal_Heading(stream, result->quick ? "Real scenes skipped: --quick."
                                               : "Real scenes skipped: SELVAGE_DATA is not set.");
    }
}
