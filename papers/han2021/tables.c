// Results of han2021 in, tables and a summary out.

#include "han2021.h"

#include "report/table.h"
#include "report/terminal.h"

#include <math.h>

static const double DEGREES = 180 / 3.14159265358979323846;

const char* HanTree_Name(HanTree tree) {
    return tree == HAN_PATCHES ? "patches" : "median";
}

// Per step, in milliseconds.
static double StepMilliseconds(const HanScene* scene, double seconds) {
    return scene->stepCount > 0 ? 1e3 * seconds / scene->stepCount : 0;
}

// ---- rows -------------------------------------------------------------------------------------

// A row for a scene and a tree.
static TableRow* AddArmRow(Table* table, const HanScene* scene, HanTree tree) {
    TableRow* row = Table_AddRow(table, tree == 0 ? scene->name : "");
    Cell_Text(row->cells[1], HanTree_Name(tree));
    return row;
}

// Per step, as in the paper's tables.
static void CellPerStep(char cell[TABLE_CELL], const HanScene* scene, uint64_t sum) {
    Cell_Count(cell, scene->stepCount > 0 ? sum / scene->stepCount : 0);
}

static void CellPercent(char cell[TABLE_CELL], uint64_t part, uint64_t whole) {
    Cell_Number(cell, whole > 0 ? 100 * (double)part / (double)whole : 0, 1);
}

static void AddTestRow(const HanScene* scene, HanTree tree, Table* table) {
    TableRow* row = AddArmRow(table, scene, tree);
    const HanArm* arm = &scene->arms[tree];
    const HanPaper* paper = scene->paper;
    if (paper != NULL && tree == 0) {
        Cell_Count(row->cells[2], paper->triangles);
        for (int m = 0; m < MERGE_COUNT; ++m) {
            Cell_Count(row->cells[3 + m], (uint64_t)(paper->tests[m] + 0.5));
        }
        Cell_Number(row->cells[5], Han_Saved(paper->tests[0], paper->tests[1]), 2);
    }
    Cell_Count(row->cells[6], scene->triangles);
    for (int m = 0; m < MERGE_COUNT; ++m) {
        CellPerStep(row->cells[7 + m], scene, arm->work[m].pairs);
    }
    Cell_Number(row->cells[9], HanArm_TestsSaved(arm), 2);
}

static void AddTimeRow(const HanScene* scene, HanTree tree, Table* table) {
    TableRow* row = AddArmRow(table, scene, tree);
    const HanArm* arm = &scene->arms[tree];
    const HanPaper* paper = scene->paper;
    for (int m = 0; m < MERGE_COUNT; ++m) {
        if (paper != NULL && tree == 0) {
            Cell_Number(row->cells[2 + m], paper->build[m], 2);
            Cell_Number(row->cells[4 + m], paper->detect[m], 2);
        }
        Cell_Number(row->cells[7 + m], StepMilliseconds(scene, arm->work[m].buildSeconds), 2);
        Cell_Number(row->cells[9 + m], StepMilliseconds(scene, arm->work[m].detectSeconds), 2);
    }
    if (paper != NULL && tree == 0) {
        Cell_Number(
            row->cells[6],
            Han_Saved(paper->build[0] + paper->detect[0], paper->build[1] + paper->detect[1]), 2);
    }
    Cell_Number(row->cells[11], HanArm_TimeSaved(arm), 2);
}

static void AddFitRow(const HanScene* scene, HanTree tree, Table* table) {
    TableRow* row = AddArmRow(table, scene, tree);
    const HanArm* arm = &scene->arms[tree];
    const double tight = HanArm_FitMilliseconds(arm, CONE_TIGHT);
    const double optimal = HanArm_FitMilliseconds(arm, CONE_OPTIMAL);
    if (scene->paper != NULL && tree == 0) {
        Cell_Text(row->cells[2], "about 4,000");
    }
    Cell_Number(row->cells[3], HanArm_FitMilliseconds(arm, CONE_PROVOT), 2);
    Cell_Number(row->cells[4], tight, 2);
    Cell_Number(row->cells[5], optimal, 0);
    Cell_Number(row->cells[6], tight > 0 ? optimal / tight : 0, 0);
}

static void AddAngleRow(const HanScene* scene, HanTree tree, Table* table) {
    static const ConeForm forms[3] = {CONE_PROVOT, CONE_TIGHT, CONE_OPTIMAL};
    const ConeStats* both[2] = {&scene->arms[tree].instant, &scene->arms[tree].step};
    for (int i = 0; i < 2; ++i) {
        TableRow* row = Table_AddRow(table, tree == 0 && i == 0 ? scene->name : "");
        Cell_Text(row->cells[1], i == 0 ? HanTree_Name(tree) : "");
        Cell_Text(row->cells[2], i == 0 ? "instant" : "step");
        for (int f = 0; f < 3; ++f) {
            Cell_Number(row->cells[3 + f], ConeStats_Mean(both[i], forms[f]), 2);
            CellPercent(row->cells[7 + f], both[i]->below[forms[f]], both[i]->nodes);
        }
        Cell_Number(row->cells[6], ConeStats_AboveOptimal(both[i]), 1);
    }
}

static void AddNodeRow(const HanScene* scene, HanTree tree, Table* table) {
    TableRow* row = AddArmRow(table, scene, tree);
    const ConeStats *a = &scene->arms[tree].instant, *b = &scene->arms[tree].step;
    const double wider = a->greatestWider > b->greatestWider ? a->greatestWider : b->greatestWider;
    Cell_Count(row->cells[2], a->merges + b->merges);
    Cell_Count(row->cells[3], a->mergeWider + b->mergeWider);
    Cell_Count(row->cells[4], a->widerNodes + b->widerNodes);
    Cell_Number(row->cells[5], DEGREES * wider, 3);
    Cell_Number(row->cells[6], ConeStats_Mean(b, CONE_TIGHT), 4);
    Cell_Number(row->cells[7], ConeStats_Mean(b, CONE_NARROWER), 4);
}

static void AddPairRow(const HanScene* scene, HanTree tree, Table* table) {
    static const HanMethod methods[3] = {HAN_BOXES, HAN_PROVOT, HAN_TIGHT};
    TableRow* row = AddArmRow(table, scene, tree);
    const HanArm* arm = &scene->arms[tree];
    const double triangles = (double)scene->triangles * scene->stepCount;
    for (int i = 0; i < 3; ++i) {
        const HanWork* work = &arm->work[methods[i]];
        Cell_Number(row->cells[2 + i], triangles > 0 ? (double)work->pairs / triangles : 0, 2);
        CellPercent(row->cells[5 + i], work->adjacent, work->pairs);
    }
    CellPerStep(row->cells[8], scene, scene->contacts);
    Cell_Number(row->cells[9], HanArm_ApartSaved(arm), 2);
}

static void AddMissedRow(const HanScene* scene, HanTree tree, Table* table) {
    TableRow* row = AddArmRow(table, scene, tree);
    const HanArm* arm = &scene->arms[tree];
    Cell_Count(row->cells[2], scene->contacts);
    for (int m = 0; m < HAN_BOXES; ++m) {
        Cell_Count(row->cells[3 + m], arm->work[m].missed);
    }
    static const HanMethod timed[3] = {HAN_BOXES, HAN_TIGHT, HAN_PATCH};
    for (int i = 0; i < 3; ++i) {
        Cell_Number(row->cells[8 + i],
                    StepMilliseconds(scene, HanWork_Seconds(&arm->work[timed[i]])), 1);
    }
    Cell_Number(row->cells[11], StepMilliseconds(scene, scene->sceneSeconds), 1);
}

// ---- tables -----------------------------------------------------------------------------------

typedef void AddRows(const HanScene* scene, HanTree tree, Table* table);

static void ForEachArm(const HanResult* result, AddRows* add, Table* table) {
    for (int i = 0; i < result->sceneCount; ++i) {
        for (int t = 0; t < HAN_TREE_COUNT; ++t) {
            add(&result->scenes[i], (HanTree)t, table);
        }
    }
}

static void FillTests(const void* result, Table* table) {
    ForEachArm(result, AddTestRow, table);
}

static void FillMergeTimes(const void* result, Table* table) {
    ForEachArm(result, AddTimeRow, table);
}

static void FillFits(const void* result, Table* table) {
    ForEachArm(result, AddFitRow, table);
}

static void FillAngles(const void* result, Table* table) {
    ForEachArm(result, AddAngleRow, table);
}

static void FillNodes(const void* result, Table* table) {
    ForEachArm(result, AddNodeRow, table);
}

static void FillPairs(const void* result, Table* table) {
    ForEachArm(result, AddPairRow, table);
}

static void FillMissed(const void* result, Table* table) {
    ForEachArm(result, AddMissedRow, table);
}

const PaperTable hanTables[HAN_TABLE_COUNT] = {
    [HAN_TABLE_TESTS] =
        {.caption = "Table 1: pairs of triangles tested per step, cones merged as Provot does "
                    "and tightly; saved in percent. Two trees: the paper does not say how its "
                    "own is built.",
         .heads = {"scene", "tree", "paper: triangles", "Provot", "tight", "saved %",
                   "ours: triangles", "Provot", "tight", "saved %"},
         .paperColumns = 0x3Cu,
         .fill = FillTests},
    [HAN_TABLE_TIMES] =
        {.caption = "Table 2: milliseconds per step to fit boxes and cones, and for the rest "
                    "of the detection; saved in percent of both.",
         .heads = {"scene", "tree", "paper: fit Provot", "tight", "rest Provot", "tight", "saved %",
                   "ours: fit Provot", "tight", "rest Provot", "tight", "saved %"},
         .paperColumns = 0x7Cu,
         .fill = FillMergeTimes},
    [HAN_TABLE_FITS] =
        {.caption =
             "Milliseconds to fit the cones of all nodes over a step, by merging and optimally: "
             "around all normals below a node, for each node of four triangles or more. The "
             "paper gives one figure for its garments, boxes included.",
         .heads = {"scene", "tree", "paper: optimal", "Provot", "tight", "optimal",
                   "optimal / tight"},
         .paperColumns = 1u << 2,
         .fill = FillFits},
    [HAN_TABLE_ANGLES] =
        {.caption = "Spread angles: means in degrees, at every fifth step, over all nodes of "
                    "four triangles or "
                    "more whose normals have a half-space (a full cone counts as 90), by how "
                    "many percent the tight ones are above the optimal, and the percentage "
                    "of nodes below 90 degrees.",
         .heads = {"scene", "tree", "of", "Provot", "tight", "optimal", "above %", "<90: Provot",
                   "tight", "optimal"},
         .fill = FillAngles},
    [HAN_TABLE_NODES] =
        {.caption = "Every inner node of every step: where the tight merge of the same two "
                    "cones is wider than Provot's (Theorem 1: nowhere), where the tight "
                    "hierarchy is wider than Provot's hierarchy, by how many degrees at most, "
                    "and the mean angle of the tight hierarchy and of the narrower of both.",
         .heads = {"scene", "tree", "merges", "wider", "hierarchy wider", "at most", "tight",
                   "narrower"},
         .fill = FillNodes},
    [HAN_TABLE_PAIRS] =
        {.caption = "What the pairs are: how many per triangle, the percentage that have a "
                    "vertex in common, contacts per step, and what the tight merge saves of "
                    "the pairs that have none in common.",
         .heads = {"scene", "tree", "boxes", "Provot", "tight", "sharing: boxes", "Provot", "tight",
                   "contacts", "saved %"},
         .fill = FillPairs},
    [HAN_TABLE_MISSED] =
        {.caption = "Contacts missed, of those that svScene_Detect finds, and milliseconds "
                    "per step. Cones alone are unsafe, cones and contour are unsafe on surfaces "
                    "that are no disk; patch is the corrected test. Eq. 10: tight, with the middle "
                    "control "
                    "normal of unit normals, as it is printed.",
         .heads = {"scene", "tree", "contacts", "missed: Provot", "tight", "tight, Eq. 10",
                   "contour", "patch", "ms: boxes", "tight", "patch", "Selvage"},
         .fill = FillMissed},
};

void Han_TellLead(const void* data, char* text, size_t room) {
    const HanResult* result = data;
    const HanTotals totals = Han_Total(result);
    char cells[3][TABLE_CELL];
    double saved[3][HAN_TREE_COUNT];
    for (int t = 0; t < HAN_TREE_COUNT; ++t) {
        saved[0][t] = Han_MeanSaved(result, (HanTree)t, HanArm_TestsSaved);
        saved[1][t] = Han_MeanSaved(result, (HanTree)t, HanArm_ApartSaved);
        saved[2][t] = Han_MeanSaved(result, (HanTree)t, HanArm_TimeSaved);
    }
    Cell_Count(cells[0], totals.merges);
    Cell_Count(cells[1], totals.mergesWider);
    Cell_Count(cells[2], totals.hierarchyWider);
    snprintf(text, room,
             "As means of the four garments, tight merging saves %.2f percent of the pairs of "
             "triangles on trees of patches and %.2f percent on median trees (paper: %.2f; of the "
             "pairs without a common vertex %.2f and %.2f), and %.2f and %.2f percent of the time "
             "(paper: %.2f). Its mean angle there is at most %.1f percent above the optimal. Of %s "
             "merges checked, the tight one of the same two cones is wider than Provot's at %s; "
             "the tight hierarchy is wider than Provot's at %s nodes, the narrower of both by "
             "definition at none.",
             saved[0][HAN_PATCHES], saved[0][HAN_MEDIAN], HAN_PAPER_TESTS_SAVED,
             saved[1][HAN_PATCHES], saved[1][HAN_MEDIAN], saved[2][HAN_PATCHES],
             saved[2][HAN_MEDIAN], HAN_PAPER_TIME_SAVED, totals.worstAbove, cells[0], cells[1],
             cells[2]);
}

void Han_TellHead(const void* data, char* text, size_t room) {
    const HanResult* result = data;
    snprintf(text, room,
             "han2021, one thread; times are its processor time, the least of %d runs per step, of "
             "single steps more",
             result->repeats);
}

void Han_Conclude(const void* result, FILE* stream) {
    char text[1024];
    Han_TellLead(result, text, sizeof(text));
    Terminal_Heading(stream, text);
}
