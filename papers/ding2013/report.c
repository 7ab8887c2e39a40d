// Results of ding2013 in, tables and JSON out.

#include "ding2013.h"

#include "report/json.h"
#include "report/table.h"
#include "report/terminal.h"

static double PerSecond(double seconds, uint64_t count) {
    return seconds > 0 ? (double)count / seconds : 0;
}

// Milliseconds each.
static double MillisecondsEach(double seconds, uint64_t count) {
    return count > 0 ? 1e3 * seconds / (double)count : 0;
}

static double TreeRate(const DingRun* run) {
    return PerSecond(run->stepSeconds + run->buildSeconds, run->steps);
}

// Steps per second with the tree and the detection by `rule`.
static double DetectRate(const DingRun* run, MaskRule rule) {
    const double each = MillisecondsEach(run->stepSeconds + run->buildSeconds, run->steps) +
                        MillisecondsEach(run->detectSeconds[rule], run->searched);
    return each > 0 ? 1e3 / each : 0;
}

// Overhead of the tree in percent of the time without it.
static double Overhead(const DingRun* run) {
    return run->stepSeconds > 0 ? 100 * run->buildSeconds / run->stepSeconds : 0;
}

static double RunFrameRate(const DingRun* run) {
    return run->substeps > 0 ? PerSecond(run->stepSeconds, run->steps) / run->substeps : 0;
}

static void FillRates(const void* data, Table* table) {
    const DingScene* scenes = ((const DingResult*)data)->scenes;
    for (int i = 0; i < DING_SCENE_COUNT; ++i) {
        const DingPaper* paper = &dingPaper[i];
        TableRow* row = Table_AddRow(table, paper->scene);
        snprintf(row->cells[1], TABLE_CELL, "%dx%d", paper->grid, paper->grid);
        Cell_Text(row->cells[2], "paper");
        Cell_Number(row->cells[3], paper->bare, 2);
        Cell_Number(row->cells[4], paper->tree, 2);
        Cell_Number(row->cells[5], 100 * (paper->bare / paper->tree - 1), 1);
        for (int w = 0; w < DING_FULL; ++w) {
            const DingRun* run = &scenes[i].runs[w];
            row = Table_AddRow(table, "");
            snprintf(row->cells[1], TABLE_CELL, "%ux%u", scenes[i].columns, scenes[i].rows);
            Cell_Text(row->cells[2], DingWay_Name((DingWay)w));
            Cell_Number(row->cells[3], PerSecond(run->stepSeconds, run->steps), 1);
            Cell_Number(row->cells[4], TreeRate(run), 1);
            Cell_Number(row->cells[5], Overhead(run), 1);
            Cell_Number(row->cells[6], PerSecond(run->stepSeconds + run->refitSeconds, run->steps),
                        1);
        }
    }
}

static void FillDetection(const void* data, Table* table) {
    const DingScene* scenes = ((const DingResult*)data)->scenes;
    for (int i = 0; i < DING_SCENE_COUNT; ++i) {
        for (int w = 0; w < DING_WAY_COUNT; ++w) {
            const DingRun* run = &scenes[i].runs[w];
            TableRow* row = Table_AddRow(table, w == 0 ? dingPaper[i].scene : "");
            Cell_Text(row->cells[1], DingWay_Name((DingWay)w));
            for (int rule = 0; rule < MASK_RULE_COUNT; ++rule) {
                Cell_Number(row->cells[2 + rule],
                            MillisecondsEach(run->detectSeconds[rule], run->searched), 3);
            }
            Cell_Number(row->cells[5], MillisecondsEach(run->sceneSeconds, run->searched), 3);
            Cell_Count(row->cells[6], run->contacts);
            Cell_Count(row->cells[7], run->contacts - run->found[MASK_PRINTED]);
            Cell_Count(row->cells[8], run->contacts - run->found[MASK_CORRECTED]);
        }
    }
}

static void FillHandling(const void* data, Table* table) {
    const DingScene* scenes = ((const DingResult*)data)->scenes;
    for (int i = 0; i < DING_SCENE_COUNT; ++i) {
        const DingRun* run = &scenes[i].runs[DING_FULL];
        TableRow* row = Table_AddRow(table, dingPaper[i].scene);
        Cell_Number(row->cells[1], dingPaper[i].tree, 2);
        Cell_Number(row->cells[2], RunFrameRate(run), 1);
        Cell_Number(row->cells[3], RunFrameRate(run) / dingPaper[i].tree, 1);
        Cell_Count(row->cells[4], run->sums.contacts);
        Cell_Count(row->cells[5], run->intersections);
        Cell_Count(row->cells[6], run->frames);
        Cell_Number(row->cells[7], 100 * run->sums.worstStretch, 1);
    }
}

typedef struct Stage {
    const char *name, *key;
    double seconds;
} Stage;

enum { STAGE_COUNT = 6 };

// Stages are timed by wall clock: scaled to the CPU time of the steps.
static void GetStages(const DingRun* run, Stage stages[STAGE_COUNT]) {
    const svSimStats* sums = &run->sums;
    const double scale = sums->totalSeconds > 0 ? run->stepSeconds / sums->totalSeconds : 0;
    const Stage all[STAGE_COUNT] = {
        {"the implicit solve, contacts in it", "solve_ms", sums->solveSeconds},
        {"what is near", "proximity_ms", sums->proximitySeconds},
        {"projection (explicit steps)", "project_ms", sums->projectSeconds},
        {"contacts on the way", "detect_ms", sums->detectSeconds},
        {"fail-safe", "fail_safe_ms", sums->failSafeSeconds},
        {"step", "total_ms", sums->totalSeconds},
    };
    for (int i = 0; i < STAGE_COUNT; ++i) {
        stages[i] = all[i];
        stages[i].seconds *= scale;
    }
}

static void FillProfile(const void* data, Table* table) {
    const DingScene* scenes = ((const DingResult*)data)->scenes;
    Stage stages[DING_SCENE_COUNT][STAGE_COUNT];
    for (int i = 0; i < DING_SCENE_COUNT; ++i) {
        GetStages(&scenes[i].runs[DING_FULL], stages[i]);
    }
    for (int s = 0; s < STAGE_COUNT; ++s) {
        TableRow* row = Table_AddRow(table, stages[0][s].name);
        for (int i = 0; i < DING_SCENE_COUNT; ++i) {
            Cell_Number(row->cells[1 + i],
                        MillisecondsEach(stages[i][s].seconds, scenes[i].runs[DING_FULL].steps), 4);
        }
    }
}

const PaperTable dingTables[DING_TABLE_COUNT] = {
    {.caption = "Table 1: steps per second, no collision detection. The paper's were drawn, on a "
                "machine of 2013; only what the tree adds can be compared.",
     .heads = {"scene", "grid", "integrator", "bare", "with tree", "adds %", "refitted"},
     .fill = FillRates},
    {.caption = "Self-collision over the motion: milliseconds a step by the tree with spheres "
                "alone, with the masks as printed (unsafe) and corrected, and by svScene_Detect; "
                "contacts, and how many the tree missed.",
     .heads = {"scene", "motion", "spheres", "printed", "corrected", "Selvage", "contacts",
               "printed misses", "corrected misses"},
     .fill = FillDetection},
    {.caption = "With collision handling: frames per second on one thread. The paper had none at "
                "all; its column is without any detection.",
     .heads = {"scene", "paper", "ours", "times", "contacts", "intersections", "frames",
               "stretch %"},
     .fill = FillHandling},
    {.caption = "The profile of a step with collision handling, in milliseconds.",
     .heads = {"stage", "singularity", "drape", "bigsingularity"},
     .fill = FillProfile},
};

void Ding_TellHead(const void* result, char* text, size_t room) {
    (void)result;
    snprintf(text, room, "ding2013, one thread; times are its processor time");
}

void Ding_Conclude(const void* data, FILE* stream) {
    const DingScene* scenes = ((const DingResult*)data)->scenes;
    char text[512], cells[3][TABLE_CELL];
    double least = 1e9, most = 0;
    uint64_t missed = 0, contacts = 0, corrected = 0;
    for (int i = 0; i < DING_SCENE_COUNT; ++i) {
        const double overhead = Overhead(&scenes[i].runs[DING_EULER]);
        least = overhead < least ? overhead : least;
        most = overhead > most ? overhead : most;
        for (int w = 0; w < DING_WAY_COUNT; ++w) {
            const DingRun* run = &scenes[i].runs[w];
            contacts += run->contacts;
            missed += run->contacts - run->found[MASK_PRINTED];
            corrected += run->contacts - run->found[MASK_CORRECTED];
        }
    }
    Cell_Count(cells[0], missed);
    Cell_Count(cells[1], contacts);
    Cell_Count(cells[2], corrected);
    snprintf(text, sizeof(text),
             "The tree costs 20 to 40 percent in the paper, %.0f to %.0f percent of an explicit "
             "step here. The mask rule as printed missed %s of %s contacts, the corrected one %s.",
             least, most, cells[0], cells[1], cells[2]);
    Terminal_Heading(stream, text);
    for (int i = 0; i < DING_SCENE_COUNT; ++i) {
        for (int w = 0; w < DING_WAY_COUNT; ++w) {
            if (scenes[i].runs[w].blewUp) {
                fprintf(stream, "%s, %s: ended after %llu frames, the simulation was unstable.\n",
                        dingPaper[i].scene, DingWay_Name((DingWay)w),
                        (unsigned long long)scenes[i].runs[w].frames);
            }
        }
    }
}

static void WriteTreeWork(Json* json, const DingRun* run, MaskRule rule) {
    static const char* const names[MASK_RULE_COUNT] = {"spheres", "printed", "corrected"};
    const TreeDetectStats* work = &run->work[rule];
    Json_BeginObject(json, names[rule]);
    Json_Number(json, "detect_ms", MillisecondsEach(run->detectSeconds[rule], run->searched));
    Json_Number(json, "steps_per_second", DetectRate(run, rule));
    Json_Count(json, "contacts", run->found[rule]);
    Json_Count(json, "missed", run->contacts - run->found[rule]);
    Json_Count(json, "node_pairs", work->nodePairs);
    Json_Count(json, "skipped", work->skipped);
    Json_Count(json, "leaf_pairs", work->leafPairs);
    Json_Count(json, "tested_vf", work->tested[0]);
    Json_Count(json, "tested_ee", work->tested[1]);
    Json_Count(json, "contour_tests", work->contourTests);
    Json_EndObject(json);
}

static void WriteDingRun(Json* json, const DingRun* run, DingWay way) {
    Json_BeginObject(json, DingWay_Name(way));
    Json_Count(json, "frames", run->frames);
    Json_Count(json, "steps", run->steps);
    Json_Count(json, "substeps", run->substeps);
    Json_Number(json, "time_step", run->timeStep);
    Json_Flag(json, "blew_up", run->blewUp);
    Json_Number(json, "frames_per_second", RunFrameRate(run));
    Json_Number(json, "steps_per_second", PerSecond(run->stepSeconds, run->steps));
    Json_Number(json, "steps_per_second_with_tree", TreeRate(run));
    Json_Number(json, "tree_overhead_percent", Overhead(run));
    Json_Number(json, "build_ms", MillisecondsEach(run->buildSeconds, run->steps));
    Json_Number(json, "refit_ms", MillisecondsEach(run->refitSeconds, run->steps));
    Json_Count(json, "nodes", run->nodeCount);
    Json_Number(json, "extended_nodes_per_build",
                run->steps > 0 ? (double)run->extended / (double)run->steps : 0);
    Json_Count(json, "searched_steps", run->searched);
    Json_Count(json, "steps_with_contacts", run->colliding);
    Json_Count(json, "steps_printed_loses", run->losing);
    Json_Count(json, "contacts", run->contacts);
    Json_Number(json, "selvage_detect_ms", MillisecondsEach(run->sceneSeconds, run->searched));
    for (int rule = 0; rule < MASK_RULE_COUNT; ++rule) {
        WriteTreeWork(json, run, (MaskRule)rule);
    }
    Json_Count(json, "intersections", run->intersections);
    Json_Count(json, "intersecting_frames", run->intersecting);
    Json_Number(json, "worst_stretch", run->sums.worstStretch);
    Stage stages[STAGE_COUNT];
    GetStages(run, stages);
    Json_BeginObject(json, "profile");
    for (int s = 0; s < STAGE_COUNT; ++s) {
        Json_Number(json, stages[s].key, MillisecondsEach(stages[s].seconds, run->steps));
    }
    Json_EndObject(json);
    Json_EndObject(json);
}

void Ding_WriteJson(const void* data, Json* json) {
    const DingResult* result = data;
    Json_Count(json, "threads", 1);
    Json_Count(json, "frames", result->frames);
    Json_BeginArray(json, "scenes");
    for (int i = 0; i < DING_SCENE_COUNT; ++i) {
        Json_BeginObject(json, NULL);
        Json_Text(json, "scene", dingPaper[i].scene);
        Json_Count(json, "columns", result->scenes[i].columns);
        Json_Count(json, "rows", result->scenes[i].rows);
        Json_BeginObject(json, "paper");
        Json_Number(json, "frames_per_second", dingPaper[i].bare);
        Json_Number(json, "frames_per_second_with_tree", dingPaper[i].tree);
        Json_EndObject(json);
        for (int w = 0; w < DING_WAY_COUNT; ++w) {
            WriteDingRun(json, &result->scenes[i].runs[w], (DingWay)w);
        }
        Json_EndObject(json);
    }
    Json_EndArray(json);
}
