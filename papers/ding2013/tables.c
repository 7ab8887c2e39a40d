// Results of ding2013 in, tables and a summary out.

#include "ding2013.h"

#include "report/table.h"
#include "report/terminal.h"

double Ding_FrameRate(const DingRun* run) {
    return run->substeps > 0 ? Ding_PerSecond(run->stepSeconds, run->steps) / run->substeps : 0;
}

static const DingScene* ScenesOf(const void* data) {
    return ((const DingResult*)data)->scenes;
}

// ---- Table 1 ----------------------------------------------------------------------------------

static void FillRates(const void* data, Table* table) {
    const DingScene* scenes = ScenesOf(data);
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
            const double merged = run->trees[DING_MERGED].buildSeconds;
            row = Table_AddRow(table, "");
            snprintf(row->cells[1], TABLE_CELL, "%ux%u", scenes[i].columns, scenes[i].rows);
            Cell_Text(row->cells[2], DingWay_Name((DingWay)w));
            Cell_Number(row->cells[3], Ding_PerSecond(run->stepSeconds, run->steps), 1);
            Cell_Number(row->cells[4], Ding_TreeRate(run), 1);
            Cell_Number(row->cells[5], Ding_Overhead(run), 1);
            Cell_Number(row->cells[6], Ding_PerSecond(run->stepSeconds + merged, run->steps), 1);
        }
    }
}

static void FillDrape(const void* data, Table* table) {
    const DingScene* scenes = ScenesOf(data);
    for (int i = 0; i < DING_SCENE_COUNT; ++i) {
        for (int w = 0; w < DING_WAY_COUNT; ++w) {
            const DingRun* run = &scenes[i].runs[w];
            TableRow* row = Table_AddRow(table, w == 0 ? dingPaper[i].scene : "");
            Cell_Text(row->cells[1], DingWay_Name((DingWay)w));
            Cell_Number(row->cells[2], 1e3 * run->timeStep, 3);
            if (w == DING_EULER) {
                Cell_Number(row->cells[3], 1e3 * scenes[i].stiffStep, 4);
            }
            Cell_Count(row->cells[4], run->steps);
            Cell_Number(row->cells[5], (double)run->steps * run->timeStep, 2);
            Cell_Number(row->cells[6], run->sag, 3);
            Cell_Number(row->cells[7], 100 * run->meanStrain, 2);
            Cell_Number(row->cells[8], 100 * run->sums.worstStretch, 1);
            Cell_Text(row->cells[9], run->blewUp ? "blew up" : "to its end");
        }
    }
}

// ---- trees ------------------------------------------------------------------------------------

static void FillTreeRows(const void* data, Table* table) {
    const DingScene* scenes = ScenesOf(data);
    for (int i = 0; i < DING_SCENE_COUNT; ++i) {
        const DingRun* run = &scenes[i].runs[DING_IMPLICIT];
        for (int s = 0; s < DING_SPHERES_COUNT; ++s) {
            const DingTree* tree = &run->trees[s];
            TableRow* row = Table_AddRow(table, s == 0 ? dingPaper[i].scene : "");
            Cell_Text(row->cells[1], DingSpheres_Name((DingSpheres)s));
            Cell_Number(row->cells[2], Ding_Milliseconds(tree->buildSeconds, tree->builds), 4);
            Cell_Number(row->cells[3], Ding_Milliseconds(tree->detectSeconds, run->searched), 3);
            Cell_Count(row->cells[4], run->searched > 0 ? tree->work.nodePairs / run->searched : 0);
            Cell_Count(row->cells[5], run->searched > 0 ? tree->work.leafPairs / run->searched : 0);
            Cell_Count(row->cells[6], run->contacts - tree->found);
            if (s == DING_PRINTED) {
                Cell_Count(row->cells[7], run->nodeCount);
                Cell_Number(row->cells[8],
                            run->steps > 0 ? (double)run->extended / (double)run->steps : 0, 1);
            }
        }
    }
}

// The levels of the largest scene, flat and draped.
static void FillLevels(const void* data, Table* table) {
    const DingScene* scene = &ScenesOf(data)[DING_SCENE_COUNT - 1];
    for (int m = DING_FLAT; m <= DING_DRAPED; ++m) {
        const DingShot* shot = &scene->shots[m];
        for (int d = 0; d < shot->levelCount; ++d) {
            char name[40];
            snprintf(name, sizeof(name), "%s, level %d", DingMoment_Name((DingMoment)m), d);
            TableRow* row = Table_AddRow(table, name);
            Cell_Count(row->cells[1], shot->levels[DING_PRINTED][d].nodes);
            for (int s = 0; s < DING_SPHERES_COUNT; ++s) {
                const SphereLevel* level = &shot->levels[s][d];
                Cell_Number(row->cells[2 + s], 1e3 * level->volume, 2);
                Cell_Number(row->cells[5 + s], 1e3 * level->volume / shot->area, 2);
            }
            Cell_Count(row->cells[8], shot->levels[DING_PRINTED][d].outside);
        }
    }
}

// ---- detection --------------------------------------------------------------------------------

static void FillMasks(const void* data, Table* table) {
    const DingScene* scenes = ScenesOf(data);
    for (int i = 0; i < DING_SCENE_COUNT; ++i) {
        for (int w = 0; w < DING_WAY_COUNT; ++w) {
            const DingRun* run = &scenes[i].runs[w];
            TableRow* row = Table_AddRow(table, w == 0 ? dingPaper[i].scene : "");
            Cell_Text(row->cells[1], DingWay_Name((DingWay)w));
            for (int rule = 0; rule < MASK_RULE_COUNT; ++rule) {
                Cell_Number(row->cells[2 + rule],
                            Ding_Milliseconds(run->detectSeconds[rule], run->searched), 3);
            }
            Cell_Number(row->cells[5], Ding_Milliseconds(run->sceneSeconds, run->searched), 3);
            Cell_Count(row->cells[6], run->contacts);
            Cell_Count(row->cells[7], run->contacts - run->found[MASK_PRINTED]);
            Cell_Count(row->cells[8], run->contacts - run->found[MASK_CORRECTED]);
        }
    }
}

static void FillQueryRows(const void* data, Table* table) {
    static const char* const names[QUERY_RULE_COUNT] = {"spheres at t0 (printed)",
                                                        "spheres of the step", "and bulging"};
    const DingScene* scenes = ScenesOf(data);
    for (int i = 0; i < DING_SCENE_COUNT; ++i) {
        for (int w = 0; w < DING_FULL; ++w) {
            const DingRun* run = &scenes[i].runs[w];
            for (int rule = 0; rule < QUERY_RULE_COUNT; ++rule) {
                const DingQuery* query = &run->queries[rule];
                TableRow* row = Table_AddRow(table, w == 0 && rule == 0 ? dingPaper[i].scene : "");
                Cell_Text(row->cells[1], rule == 0 ? DingWay_Name((DingWay)w) : "");
                Cell_Text(row->cells[2], names[rule]);
                Cell_Number(row->cells[3], Ding_Milliseconds(query->seconds, run->queried), 3);
                Cell_Count(row->cells[4],
                           run->queried > 0 ? query->work.nodePairs / run->queried : 0);
                Cell_Count(row->cells[5],
                           run->queried > 0
                               ? (query->work.tested[0] + query->work.tested[1]) / run->queried
                               : 0);
                Cell_Count(row->cells[6], run->queriedContacts);
                Cell_Count(row->cells[7], run->queriedContacts - query->found);
            }
        }
    }
}

static void FillRoots(const void* data, Table* table) {
    const DingScene* scenes = ScenesOf(data);
    for (int i = 0; i < DING_SCENE_COUNT; ++i) {
        for (int w = 0; w < DING_WAY_COUNT; ++w) {
            for (int kind = 0; kind < 2; ++kind) {
                const DingRun* run = &scenes[i].runs[w];
                const uint64_t* rejected = run->rejected[kind];
                if (run->kinds[kind] == 0) {
                    continue;
                }
                TableRow* row = Table_AddRow(table, dingPaper[i].scene);
                Cell_Text(row->cells[1], DingWay_Name((DingWay)w));
                Cell_Text(row->cells[2], kind == SV_VERTEX_FACE ? "vertex-face" : "edge-edge");
                Cell_Count(row->cells[3], run->kinds[kind]);
                Cell_Count(row->cells[4], rejected[ROOT_ALL]);
                Cell_Count(row->cells[5], rejected[ROOT_PRINTED]);
                Cell_Count(row->cells[6], rejected[ROOT_FIRST]);
            }
        }
    }
}

// ---- collision handling -----------------------------------------------------------------------

static void FillHandling(const void* data, Table* table) {
    const DingScene* scenes = ScenesOf(data);
    for (int i = 0; i < DING_SCENE_COUNT; ++i) {
        const DingRun* run = &scenes[i].runs[DING_FULL];
        TableRow* row = Table_AddRow(table, dingPaper[i].scene);
        Cell_Number(row->cells[1], dingPaper[i].tree, 2);
        Cell_Number(row->cells[2], Ding_FrameRate(run), 1);
        Cell_Number(row->cells[3], Ding_FrameRate(run) / dingPaper[i].tree, 1);
        Cell_Count(row->cells[4], run->sums.contacts);
        Cell_Count(row->cells[5], run->intersections);
        Cell_Count(row->cells[6], run->frames);
        Cell_Number(row->cells[7], 100 * run->sums.worstStretch, 1);
    }
}

// Stages are timed by wall clock: scaled to the processor time of the steps.
void Ding_GetStages(const DingRun* run, DingStage stages[DING_STAGE_COUNT]) {
    const svSimStats* sums = &run->sums;
    const double scale = sums->totalSeconds > 0 ? run->stepSeconds / sums->totalSeconds : 0;
    const DingStage all[DING_STAGE_COUNT] = {
        {"the implicit solve, contacts in it", "solve_ms", sums->solveSeconds},
        {"what is near", "proximity_ms", sums->proximitySeconds},
        {"projection (explicit steps)", "project_ms", sums->projectSeconds},
        {"contacts on the way", "detect_ms", sums->detectSeconds},
        {"fail-safe", "fail_safe_ms", sums->failSafeSeconds},
        {"step", "total_ms", sums->totalSeconds},
    };
    for (int i = 0; i < DING_STAGE_COUNT; ++i) {
        stages[i] = all[i];
        stages[i].seconds *= scale;
    }
}

static void FillProfile(const void* data, Table* table) {
    const DingScene* scenes = ScenesOf(data);
    DingStage stages[DING_SCENE_COUNT][DING_STAGE_COUNT];
    for (int i = 0; i < DING_SCENE_COUNT; ++i) {
        Ding_GetStages(&scenes[i].runs[DING_FULL], stages[i]);
    }
    for (int s = 0; s < DING_STAGE_COUNT; ++s) {
        TableRow* row = Table_AddRow(table, stages[0][s].name);
        for (int i = 0; i < DING_SCENE_COUNT; ++i) {
            Cell_Number(row->cells[1 + i],
                        Ding_Milliseconds(stages[i][s].seconds, scenes[i].runs[DING_FULL].steps),
                        4);
        }
    }
}

const PaperTable dingTables[DING_TABLE_COUNT] = {
    [DING_TABLE_RATES] =
        {.caption = "Table 1: steps per second, no collision detection. The paper's were drawn, on "
                    "a machine of 2013; only what the tree adds can be compared. Euler with soft "
                    "springs and Provot's limit on their strain.",
         .heads = {"scene", "grid", "integrator", "bare", "with tree", "adds %", "merged"},
         .fill = FillRates},
    [DING_TABLE_DRAPE] =
        {.caption = "Does it drape? The step in milliseconds, and the one that explicit steps need "
                    "with springs as stiff as the cloth; steps and seconds simulated; how far the "
                    "cloth hangs down in metres, mean strain at the end and greatest strain ever.",
         .heads = {"scene", "motion", "step ms", "stiff ms", "steps", "seconds", "sag m", "mean %",
                   "worst %", "ran"},
         .fill = FillDrape},
    [DING_TABLE_TREES] =
        {.caption = "Spheres as printed, merged from the leaves up (ours), and the smallest "
                    "(Welzl 1991), on cloth that passes through itself: milliseconds to make the "
                    "tree and to search it with spheres alone, pairs of nodes and of leaves a "
                    "search, contacts missed; nodes, and of those whose printed radius had to be "
                    "extended.",
         .heads = {"scene", "spheres", "build ms", "search ms", "node pairs", "leaf pairs",
                   "missed", "nodes", "extended"},
         .fill = FillTreeRows},
    [DING_TABLE_LEVELS] =
        {.caption = "bigsingularity, the tree down to single cells: volume of the spheres of each "
                    "level together in litres, the same over the area of the cloth in millimetres, "
                    "and particles outside of the printed spheres. Drawn one by one, as in the "
                    "paper's OpenGL, a level takes as many draw calls as it has nodes; the viewer "
                    "draws it in two.",
         .heads = {"level", "nodes", "printed l", "merged l", "smallest l", "printed mm",
                   "merged mm", "smallest mm", "outside"},
         .fill = FillLevels},
    [DING_TABLE_MASKS] =
        {.caption = "Self-collision over the motion: milliseconds a step by the printed tree with "
                    "spheres alone, with the masks as printed (unsafe) and corrected, and by "
                    "svScene_Detect; contacts, and how many the tree missed.",
         .heads = {"scene", "motion", "spheres", "printed", "corrected", "Selvage", "contacts",
                   "printed misses", "corrected misses"},
         .fill = FillMasks},
    [DING_TABLE_QUERY] =
        {.caption = "The search of section 3: the segment of every particle and the quadrilateral "
                    "of every edge go down the tree. With the spheres of the beginning of the "
                    "step, as printed; with those of the whole step; and as far away as a "
                    "quadrilateral in no plane bulges (certain). Every fourth searched step.",
         .heads = {"scene", "motion", "search", "ms", "node tests", "pair tests", "contacts",
                   "missed"},
         .fill = FillQueryRows},
    [DING_TABLE_ROOTS] =
        {.caption = "The contacts that the elementary tests of sections 2.1 and 2.2 reject: those "
                    "without a time, because all moves within one plane; of the others, by the "
                    "letter (the sign of t V_A), and with the smallest time alone.",
         .heads = {"scene", "motion", "kind", "contacts", "no time", "printed sign",
                   "smallest time"},
         .fill = FillRoots},
    [DING_TABLE_HANDLING] =
        {.caption = "With collision handling: frames per second on one thread. The paper had none "
                    "at all; its column is without any detection.",
         .heads = {"scene", "paper", "ours", "times", "contacts", "intersections", "frames",
                   "stretch %"},
         .paperColumns = 1u << 1,
         .fill = FillHandling},
    [DING_TABLE_PROFILE] = {.caption = "The profile of a step with collision handling, in "
                                       "milliseconds.",
                            .heads = {"stage", "singularity", "drape", "bigsingularity"},
                            .fill = FillProfile},
};

void Ding_TellHead(const void* result, char* text, size_t room) {
    (void)result;
    snprintf(text, room, "ding2013, one thread; times are its processor time");
}

void Ding_Conclude(const void* data, FILE* stream) {
    const DingScene* scenes = ScenesOf(data);
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

uint64_t Ding_Violations(const void* data) {
    const DingScene* scenes = ScenesOf(data);
    uint64_t count = 0;
    for (int i = 0; i < DING_SCENE_COUNT; ++i) {
        for (int w = 0; w < DING_WAY_COUNT; ++w) {
            const DingRun* run = &scenes[i].runs[w];
            count += run->contacts - run->found[MASK_NONE];
            count += run->contacts - run->found[MASK_CORRECTED];
            count += run->queriedContacts - run->queries[QUERY_CERTAIN].found;
            for (int s = 0; s < DING_SPHERES_COUNT; ++s) {
                count += run->contacts - run->trees[s].found;
            }
            count += w == DING_FULL ? run->intersections : 0;
        }
        for (int m = 0; m < DING_MOMENT_COUNT; ++m) {
            const DingShot* shot = &scenes[i].shots[m];
            for (int d = 0; d < DING_SPHERES_COUNT * shot->levelCount; ++d) {
                count += shot->levels[d / shot->levelCount][d % shot->levelCount].outside;
            }
        }
    }
    return count;
}
